"""Mixed deals in sentences: who mixes, what was checked, what is wrong and what to do, the words of the history.

Not here: whether anything is wrong (`model.host_check`, `model.own_seat`), the words themselves (`model.match_words`).
"""

from collections.abc import Sequence
from enum import Enum, auto
from typing import Final

from client.view.view import View
from client.words.english import capital, listed
from client.words.name_words import name_of, shown
from protocol.log.audit import Fault
from protocol.log.events import TableOptions

TIME_TO_COME: Final = 10
"""Seconds that a deal waits for a player's part (WIRE.md, "Mixed deals")."""
HOW_MIXED: Final = "The host and the players mix the deals."
HOW_HOST: Final = "The host alone deals."
HOW_ALONE: Final = "The deals of this match can be recomputed from its record."
EXPLAINED: Final = (
    "Before each deal, the host and every player's program choose a secret number, and none of them can change it any"
    " more.",
    "All numbers together make the deal, so nobody can choose the tiles, not even the host.",
    "After the round all numbers are known, and every program checks the deal.",
)
"""Three sentences for the rules of a table."""
THE_MATCH_BEGINS: Final = "The match begins."
NO_WORDS_YET: Final = "The words of this match come after its first round."
COMPARE: Final = (
    "Compare them with the other players, aloud or in another chat: different words mean that the host shows you two"
    " different games."
)
BY_PAGE: Final = "The host's page has checked this: run `fives` to check it yourself."
WHAT_TO_DO: Final = (
    "Stop playing with this host. Compare the words of this match (W shows them) with the other players, and keep its"
    " record, which shows what happened."
)
IN_BRIEF: Final = "W says what it can mean, and what to do."


class Alarm(Enum):
    """What this client knows to be wrong about its own seat."""

    KNOWN_BEFORE = auto()
    LEFT_OUT = auto()
    STRANGE_SEAL = auto()
    STRANGE_KEY = auto()
    STRANGE_PLAY = auto()
    PLAYED_ON = auto()


_ALARMS: Final = {
    Alarm.KNOWN_BEFORE: (
        "the host begins this deal anew after it has seen your number",
        "It can choose among several deals like that, so your program gives it no more numbers.",
    ),
    Alarm.LEFT_OUT: (
        "your number is missing in this deal, although the host had it",
        "The host may have dealt again because it did not like the tiles.",
    ),
    Alarm.STRANGE_SEAL: (
        "the deals count a number for your seat that is not yours",
        "The host may only pretend that you mix the deals, or another program plays with your seat.",
    ),
    Alarm.STRANGE_KEY: (
        "this match has a key for your seat that is not yours",
        "Whoever has it could take your seat at another host, or host in your name; or another program plays with your"
        " seat.",
    ),
    Alarm.PLAYED_ON: (
        "bots have been given the seats of this running match",
        "Only a match that has ended can be played on, and that is another match.",
    ),
    Alarm.STRANGE_PLAY: (
        "a tile was played from your hand that you did not play",
        "The host may play in your name, or another program plays with your seat.",
    ),
}
_BREAKS_RULES: Final = (
    "The program of the host is changed or faulty, or whoever runs it cheats: the tiles and points of this match prove"
    " nothing."
)


def own_alarm(alarm: Alarm) -> str:
    """The alarm, what it can mean, and what to do."""
    what, meaning = _ALARMS[alarm]
    return f"WARNING: {what}. {meaning} {WHAT_TO_DO}"


def own_alarm_briefly(alarm: Alarm) -> str:
    """The alarm in one sentence, and where to read the rest."""
    return f"WARNING: {_ALARMS[alarm][0]}. {IN_BRIEF}"


def host_at_fault(fault: Fault) -> str:
    """Says that the host broke the rules, as the audit has found, what it can mean, and what to do."""
    return f"{_at_fault(fault)} {_BREAKS_RULES} {WHAT_TO_DO}"


def host_at_fault_briefly(fault: Fault) -> str:
    """The same in one sentence, and where to read the rest."""
    return f"{_at_fault(fault)} {IN_BRIEF}"


def _at_fault(fault: Fault) -> str:
    return f"WARNING: this host breaks the rules: {shown(fault.text)}."


def checked(view: View, seats: Sequence[int], *, is_alone: bool, is_page: bool) -> str:
    """`Deal checked: mixed by you, Ben and the host.`; `seats` are those whose numbers are in the deal.

    `is_alone`: host and player are the same program, so that the player has nobody else's word to check. `is_page`: the
    page of the host has checked it.
    """
    if is_alone:
        return HOW_ALONE
    order = sorted(seats, key=lambda seat: not view.is_you(seat))
    by = " by the host's page" if is_page else ""
    return f"Deal checked{by}: mixed by {listed([*(name_of(view, seat) for seat in order), 'the host'])}."


def how_dealt(options: TableOptions) -> str:
    """Who deals at a table with these options."""
    return HOW_MIXED if options.may_mix else HOW_HOST


def waiting_for(view: View, seats: Sequence[int], *, is_brief: bool = False) -> str:
    """`Waiting for Ben's part of the deal.`; with several `seats`, one of them may be enough.

    Unless it `is_brief`, also what follows: nobody has to do anything.
    """
    waits = _whom_it_waits_for(view, seats)
    return waits if is_brief or not seats else f"{waits} In {TIME_TO_COME} s it goes on without."


def _whom_it_waits_for(view: View, seats: Sequence[int]) -> str:
    names = [name_of(view, seat) for seat in seats]
    if not names:
        return "The next round is about to be dealt."
    if len(names) == 1:
        return f"Waiting for {names[0]}'s part of the deal."
    return f"Waiting for a part of the deal, from {listed(names, 'or')}."


def missing_part(view: View, seat: int) -> str:
    """Says that a round is dealt without the number of this player, who gave none in time."""
    if view.is_you(seat):
        return "Your part of the deal came too late: this round is dealt without it."
    return f"{capital(name_of(view, seat))}'s part of the deal has not come: this round is dealt without it."


def words_after(round_: int, words: Sequence[str]) -> str:
    """`Words after round 2: keystone dark utility helium.`"""
    return f"Words after round {round_}: {' '.join(words)}."
