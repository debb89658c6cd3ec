"""The menu of a table: what can be done with it now beside playing, what can be read about it, and where else to go."""

from collections.abc import Iterator

from client.actions.action import AnalyseMatch, OtherGame, SeeGames, SeeTables, Show
from client.actions.panel import Choice, Menu, Panel, choice
from client.model.model import Model
from client.panels import hand, rules, scores, who
from client.replay import games_words
from client.words import lobby_words, presence_words, setting_words
from client.words.name_words import name_of
from protocol.log.commands import AddBot, EndMatch, Kick, LeaveSeat, Pause, Readmit, Rematch, Resume, Start
from protocol.log.table import Stage


def panel(model: Model) -> Panel:
    """The menu. Only what is allowed now is in it, the most common first."""
    actions = tuple(_actions(model))
    to_read = (
        choice(scores.TITLE, Show("scores")),
        choice(rules.TITLE, Show("rules")),
        choice("History", Show("history")),
        choice(who.TITLE, Show("who")),
        choice(hand.TITLE, Show("hand")),
    )
    elsewhere = (
        choice(lobby_words.OTHER_MATCHES if model.is_alone else lobby_words.OTHER_TABLES, SeeTables()),
        choice(games_words.TITLE, SeeGames()),
        choice(setting_words.TITLE, Show("settings")),
        choice("Keys", Show("keys")),
    )
    return Panel("This table", (*((Menu(actions),) if actions else ()), Menu(to_read), Menu(elsewhere)))


def _actions(model: Model) -> Iterator[Choice]:
    stage = model.table.stage
    if model.may_begin:
        yield choice("Begin the match, with bots on the free seats", Start())
    if model.is_host:
        if stage is Stage.SEATING:
            yield choice(f"{lobby_words.CHANGE_GAME} or its rules", OtherGame())
        if stage is Stage.PLAYING and model.table.paused:
            yield choice("Resume the game", Resume())
        elif stage is Stage.PLAYING:
            yield choice("Pause the game", Pause())
        elif stage is Stage.OVER:
            yield choice("Begin the next match now", Start())
        yield from _about_the_others(model)
    if model.seat is not None and stage is Stage.SEATING:
        yield choice("Leave my seat and watch", LeaveSeat())
    if model.seat is not None and stage is Stage.OVER:
        yield choice("Play another match, if everyone agrees", Rematch())
    if stage is Stage.OVER:
        yield choice("Analyse the match", AnalyseMatch())
    if model.is_host and stage is Stage.PLAYING:
        yield choice("End the match for everybody", EndMatch())


def _about_the_others(model: Model) -> Iterator[Choice]:
    table, view = model.table, model.view
    for seat, sits in enumerate(table.seats):
        if seat == model.seat or not sits.is_person:
            continue
        name, is_away = name_of(view, seat), not model.here.get(seat, True)
        if table.stage is Stage.PLAYING and is_away and sits.stand_in is None:
            yield choice(f"Let a bot play for {name} meanwhile", AddBot(seat, table.options.bot_level))
        if is_away:
            yield choice(presence_words.readmit_label(view, seat), Readmit(seat))
        yield choice(f"Send {name} away from the table", Kick(seat))
