"""Mixed deals in sentences: who mixes, what was checked, what is wrong and what to do, the words of the history.

Not here: whether anything is wrong (`model.host_check`, `model.own_seat`), the words themselves (`model.match_words`).
"""

from collections.abc import Sequence
from enum import Enum, auto
from typing import Final

from client.view.view import View
from client.words.english import listed
from client.words.name_words import name_of, player, shown_sentence
from client.words.say import say, together
from protocol.log.audit import Fault
from protocol.log.events import TableOptions

TIME_TO_COME: Final = 10
"""Seconds that a deal waits for a player's part (WIRE.md, "Mixed deals")."""


class Alarm(Enum):
    """What this client knows to be wrong about its own seat."""

    KNOWN_BEFORE = auto()
    LEFT_OUT = auto()
    STRANGE_SEAL = auto()
    STRANGE_KEY = auto()
    STRANGE_PLAY = auto()
    PLAYED_ON = auto()


_ALARMS: Final = {
    Alarm.KNOWN_BEFORE: ("alarm.known_before", "alarm.known_before.means"),
    Alarm.LEFT_OUT: ("alarm.left_out", "alarm.left_out.means"),
    Alarm.STRANGE_SEAL: ("alarm.strange_seal", "alarm.strange_seal.means"),
    Alarm.STRANGE_KEY: ("alarm.strange_key", "alarm.strange_key.means"),
    Alarm.PLAYED_ON: ("alarm.played_on", "alarm.played_on.means"),
    Alarm.STRANGE_PLAY: ("alarm.strange_play", "alarm.strange_play.means"),
}
"""What is wrong, and what it can mean."""


def own_alarm(alarm: Alarm) -> str:
    """The alarm, what it can mean, and what to do."""
    return together(say(_ALARMS[alarm][0]), say(_ALARMS[alarm][1]), say("deal.what_to_do"))


def own_alarm_briefly(alarm: Alarm) -> str:
    """The alarm in one sentence, and where to read the rest."""
    return together(say(_ALARMS[alarm][0]), say("deal.in_brief"))


def host_at_fault(fault: Fault) -> str:
    """Says that the host broke the rules, as the audit has found, what it can mean, and what to do."""
    return together(_at_fault(fault), say("deal.breaks_rules"), say("deal.what_to_do"))


def host_at_fault_briefly(fault: Fault) -> str:
    """The same in one sentence, and where to read the rest."""
    return together(_at_fault(fault), say("deal.in_brief"))


def _at_fault(fault: Fault) -> str:
    return say("alarm.host", fault=shown_sentence(fault.text))


def explained() -> tuple[str, str, str]:
    """How deals are mixed, for the rules of a table."""
    return say("deal.explained.before"), say("deal.explained.together"), say("deal.explained.after")


def checked(view: View, seats: Sequence[int], *, is_alone: bool, is_page: bool) -> str:
    """`Deal checked: mixed by you, Ben and the host.`; `seats` are those whose numbers are in the deal.

    `is_alone`: host and player are the same program, so that the player has nobody else's word to check. `is_page`: the
    page of the host has checked it.
    """
    if is_alone:
        return say("deal.how_alone")
    order = sorted(seats, key=lambda seat: not view.is_you(seat))
    by = listed([*(name_of(view, seat) for seat in order), say("deal.the_host")])
    return say("deal.checked_by_page" if is_page else "deal.checked", players=by)


def in_brief(words: Sequence[str], *, is_checked: bool) -> str:
    """`Deal checked. Words: keystone dark utility helium.`"""
    checked = say("deal.checked_briefly") if is_checked else ""
    return together(checked, say("deal.words_briefly", words=" ".join(words)) if words else "")


def how_dealt(options: TableOptions) -> str:
    """Who deals at a table with these options."""
    return say("deal.how_mixed") if options.may_mix else say("deal.how_host")


def waiting_for(view: View, seats: Sequence[int], *, is_brief: bool = False) -> str:
    """`Waiting for Ben's part of the deal.`; with several `seats`, one of them may be enough.

    Unless it `is_brief`, also what follows: nobody has to do anything.
    """
    if not seats:
        return say("deal.is_about_to_be_dealt")
    then = "" if is_brief else say("deal.goes_on_without", seconds=TIME_TO_COME)
    if len(seats) == 1:
        return together(say("deal.waits_for", who=player(view, seats[0])), then)
    names = listed([name_of(view, seat) for seat in seats], "or")
    return together(say("deal.waits_for_one_of", players=names), then)


def missing_part(view: View, seat: int) -> str:
    """Says that a round is dealt without the number of this player, who gave none in time."""
    return say("deal.missing_part", who=player(view, seat))


def words_after(round_: int, words: Sequence[str]) -> str:
    """`Words after round 2: keystone dark utility helium.`"""
    return say("deal.words_after", round=round_, words=" ".join(words))
