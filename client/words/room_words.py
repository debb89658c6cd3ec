"""The waiting room in sentences: what comes next between two matches, who has to agree, and the question before bots.

Not here: the sentence about a seat (`answer_words`), who wants another match after one (`presence_words`).
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from client.view.view import View
from client.words.english import count, listed
from client.words.name_words import game_title, name_of, target_of

WANTS_TO_PLAY: Final = "wants to play"
WANT_TO_PLAY: Final = "want to play"
SIT_DOWN: Final = "Sit down for the next match"
SAME_AGAIN: Final = "The same again"
WITHOUT_YOU: Final = (
    "The next match began while you were away, and a bot plays in your place. You watch, and can sit down after it."
)
"""For a player whose key has led back to the table, but to no seat."""
BEGIN_NOW: Final = "Begin the next match without waiting"
_MANY: Final = 3
"""Names that have no room in a short line."""


def comes_next(view: View, after_match: int) -> str:
    """`Match 2 comes next: All Fives to 150.`"""
    return f"Match {after_match + 1} comes next: {game_title(view.table.preset)} {target_of(view)}."


def how_it_begins(view: View) -> str:
    """When the next match begins, and what becomes of seats without a person who is here."""
    free = sum(who.is_free for who in view.table.seats)
    bots = " Bots take the free seats." if free else ""
    return f"It begins once everybody who is here agrees.{bots}"


def opened(view: View, after_match: int) -> str:
    """The waiting room has opened after a match: who is in, and what comes next."""
    people = [name_of(view, seat) for seat, who in enumerate(view.table.seats) if who.is_person]
    in_it = f" In it: {listed(people)}." if people else ""
    return f"The table waits for another match.{in_it} {comes_next(view, after_match)}"


def waits_for(view: View, agreed: Collection[int], here: Mapping[int, bool], *, is_brief: bool = False) -> str:
    """Who has agreed to the next match, and for whom it waits; those who are away for a moment, too.

    `is_brief`: without what the line of the viewer's seat says, and with a number in place of many names.
    """
    people = [seat for seat, who in enumerate(view.table.seats) if who.is_person]
    waiting = [seat for seat in people if view.table.seats[seat].stand_in is None]
    others = [seat for seat in waiting if seat not in agreed and seat != view.seat]
    missing = [f"{name_of(view, seat)}{'' if here.get(seat, True) else ' (away)'}" for seat in others]
    if view.seat is not None and view.seat in agreed:
        if is_brief and missing:
            return f"Waiting for {listed(missing) if len(missing) < _MANY else count(len(missing), 'player')}."
        return f"You want to play again. Waiting for {listed(missing)}." if missing else "You want to play again."
    who = [name_of(view, seat) for seat in people if seat in agreed]
    if who:
        return f"{listed(who)} {'wants' if len(who) == 1 else 'want'} to play again."
    return f"Waiting for {listed(missing)}." if missing else ""


def question_before_bots(view: View, friends: Sequence[int], recent: Sequence[int]) -> str:
    """The question before a match begins with bots on free seats: nobody has come yet, or somebody has just come."""
    free = sum(who.is_free for who in view.table.seats)
    bots = f"with {'a bot' if free == 1 else 'bots'} on {count(free, 'free seat')}"
    if not friends:
        return f"Nobody else is here yet. Begin {bots}?"
    came = listed([name_of(view, seat) for seat in recent])
    return f"{came} {'has' if len(recent) == 1 else 'have'} just sat down; others may follow. Begin {bots}?"
