"""Summaries for a player who arrives or comes back.

Here: the table on arrival, and what was missed. Not here: events as they happen (`words.event_words`).
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from client.view.view import View
from client.words import room_words
from client.words.board_words import about_board
from client.words.deal_words import how_dealt
from client.words.english import in_parts, listed
from client.words.event_words import scores, scores_listed, you_are_undecided
from client.words.name_words import game_and_target, game_title, name_of, partners, player, side_name, sides
from client.words.repeat_words import same_deals
from client.words.say import say, together
from client.words.table_option_words import assist_sentence
from protocol.game.table_options import Assist
from protocol.log.dealing import is_dealing, next_round
from protocol.log.events import (
    Entry,
    HowRoundEnded,
    Knocked,
    MatchStarted,
    MoveEvent,
    RoundEnded,
    Said,
    StandInSeated,
    TileDrawn,
    TilePlayed,
)
from protocol.log.table import Stage


def arrived(view: View, table_name: str, after_match: int = 0, *, says_who_leads: bool = True) -> str:
    """The table on arrival: its name, the game, the other players, the state of the match.

    `after_match`: the number of the match after which it waits for another, 0 if it does not. `says_who_leads`: False
    where a line above says it already, and who deals.
    """
    table, game = view.table, game_and_target(view)
    at = say("arrived.watches" if view.seat is None else "arrived.sits", table=table_name, game=game)
    parts = [at, *about_board(table.board), _other_players(view)]
    if table.stage is Stage.SEATING:
        free = sum(seat.is_free for seat in table.seats)
        if free:
            parts.append(say("arrived.free" if after_match else "arrived.free_starts", n=free))
        if after_match:
            parts += (room_words.comes_next(view, after_match), room_words.how_it_begins(view))
        parts.append(how_dealt(table.options) if says_who_leads else "")
    elif table.stage is Stage.OVER:
        parts += (say("refusal.match_over"), scores(view, table.scores))
    elif view.round is not None:
        parts.append(_match_so_far(view, says_who_leads=says_who_leads))
    help_given = "" if view.assist is Assist.POINTS else assist_sentence(view.assist)
    return together(*parts, partners(view), help_given)


def another_match(view: View, entries: Sequence[Entry], *, says_who_leads: bool = True) -> str:
    """Another match has begun at the player's table; `entries`: its log. `says_who_leads` is as in `arrived`."""
    begins = say("arrived.match_begins", match=view.table.match, game=game_and_target(view))
    so_far = "" if view.round is None else _match_so_far(view, says_who_leads=says_who_leads)
    known = "" if view.table.repeats is None else same_deals()
    started = (entry.event for entry in entries if isinstance(entry.event, MatchStarted))
    undecided = (you_are_undecided(view, event) for event in started)
    return together(*undecided, begins, _other_players(view), known, so_far, partners(view))


def game_changed(before: View, view: View, *, is_by_me: bool) -> str:
    """The host has changed the game of this table, or only its rules, before the match; perhaps that has begun."""
    table = view.table
    is_another = table.preset != before.table.preset or table.rules.target != before.table.rules.target
    game, seats = game_and_target(view), len(table.seats)
    if seats == len(before.table.seats):
        parts = [say(_CHANGED[is_by_me, is_another], game=game)]
    else:
        parts = [say(_CHANGED_SEATS[is_by_me, is_another], game=game, n=seats)]
    if view.seat is not None and before.seat is not None and view.seat != before.seat:
        parts.append(say("changed.you_sit", seat=view.seat + 1))
    if view.round is not None:
        parts += (say("changed.begins", match=table.match), _other_players(view))
        parts.append(_match_so_far(view, says_who_leads=True))
    help_given = assist_sentence(view.assist) if view.assist is not before.assist else ""
    return together(*parts, partners(view), help_given)


_CHANGED: Final = {
    (True, True): "changed.you_to",
    (True, False): "changed.you_rules",
    (False, True): "changed.host_to",
    (False, False): "changed.host_rules",
}
_CHANGED_SEATS: Final = {
    (True, True): "changed.you_to_seats",
    (True, False): "changed.you_rules_seats",
    (False, True): "changed.host_to_seats",
    (False, False): "changed.host_rules_seats",
}
"""By whether the reader is the host, and whether it is another game or only has other rules."""


def _other_players(view: View) -> str:
    """`With Ana and Ben (bot).`."""
    others = []
    for seat, who in enumerate(view.table.seats):
        if seat != view.seat and not who.is_free:
            name = name_of(view, seat)
            others.append(say("replay.bot", player=name) if who.bot else name)
    return say("arrived.with", players=listed(others)) if others else say("arrived.nobody")


def _match_so_far(view: View, *, says_who_leads: bool) -> str:
    assert view.round is not None
    number, who, lead = view.round.number, player(view, view.round.leader), view.round.lead
    if is_dealing(view.table):
        now = say("so_far.about_to_be_dealt", round=next_round(view.table))
    elif number > 1 or view.round.layout.lead is not None:
        now = say("so_far.round", round=number)
    elif not says_who_leads:
        now = ""
    elif lead is None:
        now = say("so_far.leads", round=number, who=who)
    else:
        now = say("so_far.leads_with", round=number, who=who, tile=lead)
    so_far = scores(view, view.table.scores) if any(view.table.scores) else ""
    return together(now, so_far, say("paused") if view.table.paused else "")


def while_away(before: View, after: View, missed: Sequence[Entry]) -> str:
    """What happened between two connections."""
    happened = list(_happenings(before, after, missed))
    missed_it = say("missed", happened=in_parts(happened)) if happened else say("missed.nothing")
    started = (entry.event for entry in missed if isinstance(entry.event, MatchStarted))
    return together(missed_it, *(you_are_undecided(after, event) for event in started))


def went_back(before: View, after: View, gone: Sequence[Entry]) -> str:
    """The host has gone back to an earlier moment of the game, so that some of what the player has seen is gone."""
    moves = sum(isinstance(entry.event, MoveEvent) for entry in gone)
    then, now = scores_listed(before, before.table.scores), scores_listed(after, after.table.scores)
    return together(
        say("went_back.moves", n=moves) if moves else say("went_back.last_thing"),
        say("went_back.same_scores", scores=now) if then == now else say("went_back.scores", then=then, now=now),
        "" if after.round is None else say("so_far.round", round=after.round.number),
    )


def _happenings(before: View, after: View, missed: Sequence[Entry]) -> Iterator[str]:
    events = [entry.event for entry in missed]
    for event in events:
        if isinstance(event, MatchStarted):
            yield say("missed.match_began", match=event.match)
    plays = Counter(event.seat for event in events if isinstance(event, TilePlayed))
    if plays:
        yield listed(say("missed.played", who=player(after, seat), n=plays[seat]) for seat in sorted(plays))
    knocks = sum(isinstance(event, Knocked) for event in events)
    draws = sum(isinstance(event, TileDrawn) for event in events)
    if knocks:
        yield say("count.knocks", n=knocks)
    if draws:
        yield say("missed.drawn", n=draws)
    if any(isinstance(event, StandInSeated) and event.seat == after.seat for event in events):
        yield say("missed.bot_played")
    ends = [event for event in events if isinstance(event, RoundEnded)]
    blocked = sum(event.how is HowRoundEnded.BLOCKED for event in ends)
    if blocked:
        yield say("missed.rounds_blocked", n=len(ends), blocked=blocked)
    elif ends:
        yield say("missed.rounds", n=len(ends))
    for side, (was, now) in enumerate(zip(before.table.scores, after.table.scores, strict=False)):
        if now != was:
            yield say("missed.score", who=sides(after, side), was=was, now=now)
    if after.table.stage is Stage.OVER and before.table.stage is not Stage.OVER:
        yield _how_match_ended(after)
    sayings = sum(isinstance(event, Said) for event in events)
    if sayings:
        yield say("missed.sayings", n=sayings)


def _how_match_ended(after: View) -> str:
    game, won_by = game_title(after.table.preset), after.table.won_by
    if not won_by:
        return say("missed.host_ended", game=game)
    return say("missed.match_ended", game=game, players=listed(side_name(after, side) for side in won_by))
