"""Summaries for a player who arrives or comes back.

Here: the table on arrival, and what was missed. Not here: events as they happen (`words.event_words`).
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from client.view.view import View
from client.words import room_words
from client.words.board_words import about_board
from client.words.deal_words import how_dealt
from client.words.english import capital, count, listed
from client.words.event_words import scores, scores_listed
from client.words.name_words import does, game_title, name_of, partners, side_name, target_of
from client.words.repeat_words import same_deals
from client.words.table_option_words import assist_sentence
from protocol.game.table_options import Assist
from protocol.log.dealing import is_dealing, next_round
from protocol.log.events import (
    Entry,
    HowRoundEnded,
    Knocked,
    MoveEvent,
    RoundEnded,
    Said,
    StandInSeated,
    TileDrawn,
    TilePlayed,
)
from protocol.log.table import Stage, seat_named


def arrived(view: View, table_name: str, after_match: int = 0, *, says_who_leads: bool = True) -> str:
    """The table on arrival: its name, the game, the other players, the state of the match.

    `after_match`: the number of the match after which it waits for another, 0 if it does not. `says_who_leads`: False
    where a line above says it already, and who deals.
    """
    at = f"You {'watch' if view.seat is None else 'sit at'} table {table_name}"
    table = view.table
    game = f"{game_title(table.preset)} {target_of(view)}"
    parts = [f"{at}: {game}.", *about_board(table.board), _other_players(view)]
    if table.stage is Stage.SEATING:
        free = sum(seat.is_free for seat in table.seats)
        begins = room_words.how_it_begins(view) if after_match else "the match starts when all are taken."
        parts.append(f"{capital(count(free, 'seat'))} free{'.' if after_match else f'; {begins}'}" if free else "")
        parts.append(f"{room_words.comes_next(view, after_match)} {begins}" if after_match else "")
        parts.append(how_dealt(table.options) if says_who_leads else "")
    elif table.stage is Stage.OVER:
        parts.append(f"The match is over. {scores(view, table.scores)}")
    elif view.round is not None:
        parts.append(_match_so_far(view, says_who_leads=says_who_leads))
    parts.append(partners(view))
    parts.append("" if view.assist is Assist.POINTS else assist_sentence(view.assist))
    return " ".join(filter(None, parts))


def another_match(view: View, *, says_who_leads: bool = True) -> str:
    """Another match has begun at the player's table. `says_who_leads` is as in `arrived`."""
    game = f"{game_title(view.table.preset)} {target_of(view)}"
    so_far = "" if view.round is None else _match_so_far(view, says_who_leads=says_who_leads)
    known = "" if view.table.repeats is None else same_deals()
    parts = (f"Match {view.table.match} begins: {game}.", _other_players(view), known, so_far, partners(view))
    return " ".join(filter(None, parts))


def game_changed(before: View, view: View, *, is_by_me: bool) -> str:
    """The host has changed the game of this table, or only its rules, before the match; perhaps that has begun."""
    who = "You change" if is_by_me else "The host changes"
    table, game = view.table, f"{game_title(view.table.preset)} {target_of(view)}"
    is_another = table.preset != before.table.preset or table.rules.target != before.table.rules.target
    seats = f", {len(table.seats)} seats" if len(table.seats) != len(before.table.seats) else ""
    parts = [f"{who} the game to {game}{seats}." if is_another else f"{who} the rules of {game}{seats}."]
    if view.seat is not None and before.seat is not None and view.seat != before.seat:
        parts.append(f"You sit on {seat_named(view.seat)} now.")
    if view.round is not None:
        parts.append(f"Match {table.match} begins. {_other_players(view)} {_match_so_far(view, says_who_leads=True)}")
    parts.append(partners(view))
    if view.assist is not before.assist:
        parts.append(assist_sentence(view.assist))
    return " ".join(filter(None, parts))


def _other_players(view: View) -> str:
    """`With Ana and Ben (bot).`."""
    others = [
        f"{name_of(view, seat)}{' (bot)' if who.bot else ''}"
        for seat, who in enumerate(view.table.seats)
        if seat != view.seat and not who.is_free
    ]
    return f"With {listed(others)}." if others else "Nobody else is here yet."


def _match_so_far(view: View, *, says_who_leads: bool) -> str:
    assert view.round is not None
    begun = view.round.number > 1 or view.round.layout.lead is not None
    so_far = f" {scores(view, view.table.scores)}" if any(view.table.scores) else ""
    paused = " The game is paused." if view.table.paused else ""
    lead = "" if view.round.lead is None else f" with {view.round.lead}"
    if is_dealing(view.table):
        now = f"Round {next_round(view.table)} is about to be dealt."
    elif begun:
        now = f"This is round {view.round.number}."
    elif says_who_leads:
        now = f"Round {view.round.number}: {does(view, view.round.leader, 'lead')}{lead}."
    else:
        now = ""
    return f"{now}{so_far}{paused}".strip()


def while_away(before: View, after: View, missed: Sequence[Entry]) -> str:
    """What happened between two connections."""
    happened = list(_happenings(before, after, missed))
    if not happened:
        return "You are back. Nothing happened while you were away."
    return f"While you were away: {'; '.join(happened)}."


def went_back(before: View, after: View, gone: Sequence[Entry]) -> str:
    """The host has gone back to an earlier moment of the game, so that some of what the player has seen is gone."""
    moves = sum(isinstance(entry.event, MoveEvent) for entry in gone)
    what = f"{count(moves, 'move')} that you saw" if moves else "the last thing that you saw"
    then, now = scores_listed(before, before.table.scores), scores_listed(after, after.table.scores)
    parts = [f"The host has gone back to an earlier moment of this game: {what} {'are' if moves > 1 else 'is'} gone."]
    parts.append(f"The scores are still {now}." if then == now else f"Scores then: {then}. Scores now: {now}.")
    parts.append("" if after.round is None else f"This is round {after.round.number}.")
    return " ".join(filter(None, parts))


def _happenings(before: View, after: View, missed: Sequence[Entry]) -> Iterator[str]:
    events = [entry.event for entry in missed]
    plays = Counter(event.seat for event in events if isinstance(event, TilePlayed))
    if plays:
        yield listed(f"{name_of(after, seat)} played {count(plays[seat], 'tile')}" for seat in sorted(plays))
    knocks = sum(isinstance(event, Knocked) for event in events)
    draws = sum(isinstance(event, TileDrawn) for event in events)
    if knocks:
        yield count(knocks, "knock")
    if draws:
        yield f"{count(draws, 'tile')} drawn from the boneyard"
    if any(isinstance(event, StandInSeated) and event.seat == after.seat for event in events):
        yield "a bot played for you"
    ends = [event for event in events if isinstance(event, RoundEnded)]
    if ends:
        blocked = sum(event.how is HowRoundEnded.BLOCKED for event in ends)
        yield f"{count(len(ends), 'round')} ended{f', {blocked} blocked' if blocked else ''}"
    for side, (was, now) in enumerate(zip(before.table.scores, after.table.scores, strict=False)):
        if now != was:
            yield f"{side_name(after, side)} went from {was} to {now}"
    game = game_title(after.table.preset)
    if after.table.stage is Stage.OVER and before.table.stage is not Stage.OVER:
        yield (
            f"the match of {game} ended, {listed(side_name(after, side) for side in after.table.won_by)} won"
            if (after.table.won_by)
            else f"the host ended the match of {game}"
        )
    sayings = sum(isinstance(event, Said) for event in events)
    if sayings:
        yield count(sayings, "chat message")
