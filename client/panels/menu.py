"""The menu of a table: what can be done with it now beside playing, what can be read about it, and where else to go."""

from collections.abc import Iterator
from typing import Final

from client.actions.action import AnalyseMatch, OtherGame, SeeGames, SeeTables, Show, TakeOver
from client.actions.panel import Choice, Menu, Panel, choice
from client.model.absent_host import Continuing
from client.model.model import Model
from client.panels import comparison, hand, reminders, rules, scores, who, words
from client.replay import games_words
from client.words import (
    host_words,
    lobby_words,
    presence_words,
    reach_words,
    reaction_words,
    rehearsal_words,
    room_words,
    take_over_words,
)
from client.words.board_words import NEXT_BOARD
from client.words.name_words import name_of
from client.words.settings import TITLE as SETTINGS
from protocol.log.commands import (
    AddBot,
    EndMatch,
    HandOver,
    Kick,
    LeaveSeat,
    Pause,
    Readmit,
    Rematch,
    RemoveBot,
    Resume,
    Start,
    TakeSeat,
)
from protocol.log.table import Stage, seat_named

TITLE: Final = "This table"
_MATCH: Final = "This match"
_HOST: Final = "Host"
_PLAYER: Final = "You"


def panel(model: Model) -> Panel:
    """The menu, in groups. Only what is allowed now is in it; what is rare or cannot be undone is last in its group."""
    match, host, player = tuple(_of_the_match(model)), tuple(_of_the_host(model)), tuple(_of_the_player(model))
    if model.is_alone:
        match, host = (*match, *host), ()
    groups = ((_MATCH, match), (_HOST, host), (_PLAYER, player))
    return Panel(TITLE, tuple(Menu(choices, heading) for heading, choices in groups if choices))


def _of_the_match(model: Model) -> Iterator[Choice]:
    stage = model.table.stage
    if model.session.is_between_matches:
        if model.seat is not None:
            yield choice(room_words.SAME_AGAIN, Rematch())
        if model.may_control:
            yield choice(room_words.BEGIN_NOW, Start())
    elif model.may_begin or (stage is Stage.SEATING and model.may_control):
        yield choice("Begin the match, with bots on the free seats", Start())
    if model.may_sit_down:
        yield choice(room_words.SIT_DOWN, TakeSeat())
    if stage is Stage.OVER:
        if model.seat is not None:
            if model.table.board is not None:
                yield choice(NEXT_BOARD, Rematch())
            else:
                yield choice("Play another match, if everyone agrees", Rematch())
                yield choice("Play the same deals again, if everyone wants that", Rematch(same_deals=True))
        yield choice("Analyse the match", AnalyseMatch())
    if model.is_asked_to_host and model.absent_host.state is Continuing.ASKED:
        yield choice("Host this match on my machine", TakeOver())
    if model.rival is not None:
        yield choice(take_over_words.lead_there_label(model.rival), TakeOver())
    found = model.presence.next_host.found
    if found is not None and model.may_decide:
        yield choice(rehearsal_words.go_anyway_label(model.view, found), HandOver(found.seat, anyway=True))
    if model.presence.hand_over is not None and (model.is_asked_to_host or model.may_control):
        yield choice("Leave this match at its host", HandOver(None))
    if model.table.repeats is not None:
        yield choice(comparison.TITLE, Show("comparison"))
    yield choice(scores.TITLE, Show("scores"))
    yield choice(rules.TITLE, Show("rules"))
    yield choice("History", Show("history"))
    if not model.is_alone:
        yield choice(words.TITLE, Show("words"))
    if model.seat is not None and not model.is_alone:
        yield choice(reaction_words.TITLE, Show("reactions"))
    yield choice(who.TITLE, Show("who"))
    yield choice(hand.TITLE, Show("hand"))


def _of_the_host(model: Model) -> Iterator[Choice]:
    if not model.may_control:
        return
    stage = model.table.stage
    is_over = stage is Stage.OVER and model.table.board is None
    if (stage is Stage.SEATING or is_over) and model.is_host:
        yield choice(f"{lobby_words.CHANGE_GAME} or its rules", OtherGame())
    if is_over and model.is_host:
        for seat, sits in enumerate(model.table.seats):
            if sits.bot is not None:
                yield choice(f"Send {name_of(model.view, seat)} away: {seat_named(seat)} is free", RemoveBot(seat))
    if stage is Stage.PLAYING:
        yield choice("Resume the game", Resume()) if model.table.paused else choice("Pause the game", Pause())
    elif is_over:
        yield choice(room_words.BEGIN_NOW, Start())
    yield from _about_the_others(model)
    if model.own_host is not None:
        yield choice(reach_words.TITLE, Show("invitations"))
        yield choice(host_words.HOST_TITLE, Show("host"))
    if stage is Stage.PLAYING:
        yield choice("End the match for everybody", EndMatch())


def _of_the_player(model: Model) -> Iterator[Choice]:
    yield choice(lobby_words.OTHER_MATCHES if model.is_alone else lobby_words.OTHER_TABLES, SeeTables())
    yield choice(games_words.TITLE, SeeGames())
    yield choice(SETTINGS, Show("settings"))
    yield from reminders.way_in(model)
    yield choice("Keys", Show("keys"))
    if model.seat is not None and (model.table.stage is Stage.SEATING or model.awaits_agreement):
        yield choice("Leave my seat and watch", LeaveSeat())


def _about_the_others(model: Model) -> Iterator[Choice]:
    table, view = model.table, model.view
    seat_by_place = {there: seat for seat, there in model.presence.plays_at.items()}
    for seat, sits in enumerate(table.seats):
        if seat == model.seat or not sits.is_person:
            continue
        if table.stage is Stage.PLAYING and seat in seat_by_place.values():
            yield choice(take_over_words.go_there_label(view, seat), HandOver(seat))
        name, is_away = name_of(view, seat), not model.here.get(seat, True)
        if table.stage is Stage.PLAYING and is_away and sits.stand_in is None:
            yield choice(f"Let a bot play for {name} meanwhile", AddBot(seat, table.options.bot_level))
        if is_away:
            yield choice(presence_words.readmit_label(view, seat), Readmit(seat))
        elif table.stage is Stage.PLAYING:
            yield choice(take_over_words.hand_over_label(view, seat), HandOver(seat))
            if model.own_host is not None:
                label = take_over_words.hand_over_label(view, seat, everything=True)
                yield choice(label, HandOver(seat, everything=True))
        yield choice(f"Send {name} away from the table", Kick(seat))
