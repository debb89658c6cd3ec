"""The waiting room in sentences: what comes next between two matches, who has to agree, and the question before bots.

Not here: the sentence about a seat (`answer_words`), who wants another match after one (`presence_words`).
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from client.view.view import View
from client.words.english import listed
from client.words.name_words import game_and_target, game_title, name_of, player, players, shown
from client.words.say import say, together
from protocol.log.events import SeatTaken
from protocol.wire.notices import LONGEST_VOTE

_MANY: Final = 3
"""Names that have no room in a short line."""


def comes_next(view: View, after_match: int) -> str:
    """`Match 2 comes next: All Fives to 150.`"""
    return say("room.comes_next", match=after_match + 1, game=game_and_target(view))


def how_it_begins(view: View) -> str:
    """When the next match begins, and what becomes of seats without a person who is here."""
    free = any(who.is_free for who in view.table.seats)
    begins = say("room.begins", time=say("count.seconds", n=round(LONGEST_VOTE)))
    return together(begins, say("room.bots_take") if free else "")


def opened(view: View, after_match: int) -> str:
    """The waiting room has opened after a match: who is in, and what comes next."""
    people = [name_of(view, seat) for seat, who in enumerate(view.table.seats) if who.is_person]
    in_it = say("room.in_it", players=listed(people)) if people else ""
    return together(say("room.opened"), in_it, comes_next(view, after_match))


def agrees(view: View, *, is_same: bool) -> str:
    """What somebody does who agrees to the next match; `is_same`: it is of the same game as the last one."""
    return say("room.same_again") if is_same else say("room.play_game", game=game_title(view.table.preset))


def bot_has_your_seat(taken: SeatTaken | None) -> str:
    """Says to a player who had not agreed to the match which bot has taken their seat; empty if none has."""
    return "" if taken is None else say("room.bot_has_your_seat", bot=shown(taken.name))


def waits_for(view: View, agreed: Collection[int], here: Mapping[int, bool], *, is_brief: bool = False) -> str:
    """Who has agreed to the next match, and for whom it waits; those who are away for a moment, too.

    `is_brief`: without what the line of the viewer's seat says, and with a number in place of many names.
    """
    people = [seat for seat, who in enumerate(view.table.seats) if who.is_person]
    waiting = [seat for seat in people if view.table.seats[seat].stand_in is None]
    others = [seat for seat in waiting if seat not in agreed and seat != view.seat]
    missing = [_with_absence(view, seat, here) for seat in others]
    waits = say("rematch.waiting", players=listed(missing)) if missing else ""
    if is_brief and len(missing) >= _MANY:
        waits = say("room.waiting_for_many", n=len(missing))
    if view.seat is not None and view.seat in agreed:
        if is_brief and missing:
            return waits
        return together(say("rematch.want", who=player(view, view.seat)), waits)
    who = [seat for seat in people if seat in agreed]
    return say("rematch.want", who=players(view, who)) if who else waits


def _with_absence(view: View, seat: int, here: Mapping[int, bool]) -> str:
    name = name_of(view, seat)
    return name if here.get(seat, True) else say("room.away", player=name)


def question_before_bots(view: View, friends: Sequence[int], recent: Sequence[int]) -> str:
    """The question before a match begins with bots on free seats: nobody has come yet, or somebody has just come."""
    came = say("room.just_sat_down", who=players(view, recent)) if friends else say("arrived.nobody")
    return together(came, say("room.begin_with_bots", n=sum(who.is_free for who in view.table.seats)))
