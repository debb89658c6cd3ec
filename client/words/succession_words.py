"""A game that goes on at another host, in sentences: where it is now, a seat that cannot be proved, what differs there.

Not here: who hosts it now (`presence_words`), whether anything differs (`model.history_check`).
"""

from typing import Final

from client.words.english import capital
from client.words.name_words import shown
from protocol.log.events import (
    WIRE_NAMES,
    Event,
    Knocked,
    RoundDealt,
    RoundEnded,
    Scored,
    TileDrawn,
    TilePlayed,
)
from protocol.log.table import seat_named
from protocol.shared.join_link import Endpoint, JoinLink

_BRIEFLY: Final = "W says what it can mean."
_YOU_DECIDE: Final = (
    "Compare scores and rounds with the other players, aloud or in another chat. If yours are right, stop playing with"
    " this host. You decide."
)
ELSEWHERE: Final = "the game goes on at another host"
NOT_THERE: Final = "the game is not at the other host"
NOT_LET_IN: Final = "the other host does not let you in"
BACK_THERE: Final = "The game goes on at the host before."
NOT_HERE: Final = "The game that you have followed is not at this host."


def goes_on_at(endpoint: Endpoint) -> str:
    """Says that this program follows the game to another host."""
    return f"The game goes on at {shown(endpoint.typed)}."


def nobody_there(endpoint: Endpoint, why: str) -> str:
    """Says that the other host is out of reach, and what this program does. `why`: what is wrong there, if not that."""
    fault = f"{capital(why)}. This" if why else f"Nobody answers at {shown(endpoint.typed)}: this"
    return f"{fault} program tries there, and at the host before."


def how_to_join(where: JoinLink) -> str:
    """Says with which command the game is joined at another host."""
    endpoint = where.endpoints[0]
    return f"`fives join {shown(endpoint.typed)}#k={where.key}` joins it at {shown(endpoint.typed)}."


def claim_refused(name: str) -> str:
    """Says that a host does not take the player for who had the seat before, and what helps."""
    return (
        f"This host cannot tell that the seat of {shown(name)} is yours: its copy of the game may be older than your"
        " seat. Ask the host to let you back in by name, and join again."
    )


def same_history(rounds: int) -> str:
    """Says that the game at another host is the one that this client has seen, as far as it goes on from there."""
    if rounds > 1:
        return f"Its {rounds} rounds are those that you have seen, move by move."
    if rounds:
        return "Its first round is the one that you have seen, move by move."
    return "It is the match that you have seen; no round had ended."


# The alarm.


def other_entry(seq: int, before: Event, now: Event) -> str:
    """Says that an entry is not what this client has seen at the host before, and what it can mean."""
    return (
        f"{_another(seq, before, now)} Whoever hosts now may have changed the record, or the host before showed you"
        f" another game than the others. {_YOU_DECIDE}"
    )


def other_entry_briefly(seq: int, before: Event, now: Event) -> str:
    """The same in one sentence, and where to read the rest."""
    return f"{_another(seq, before, now)} {_BRIEFLY}"


def fewer_rounds(before: int, now: int) -> str:
    """Says that the game goes on from an earlier round than this client has seen, and what it can mean."""
    return (
        f"{_earlier(before, now)} Whoever hosts now may have missed the end of the evening, or leaves out what went"
        f" badly. {_YOU_DECIDE}"
    )


def fewer_rounds_briefly(before: int, now: int) -> str:
    """The same in one sentence, and where to read the rest."""
    return f"{_earlier(before, now)} {_BRIEFLY}"


def _another(seq: int, before: Event, now: Event) -> str:
    was, has_become = _in_words(before), _in_words(now)
    differs = f"{was}, and there it was another one" if was == has_become else f"{has_become}, and there it was {was}"
    return f"WARNING: this game is not the one of the host before. Entry {seq} is {differs}."


def _earlier(before: int, now: int) -> str:
    after = f"after round {now}" if now else "from its start"
    return f"WARNING: this host goes on {after}, but you have seen the end of round {before}."


def _in_words(event: Event) -> str:
    """An event as a noun: `the play of 5-5 by seat 2`."""
    match event:
        case TilePlayed():
            return f"the play of {event.tile} by {seat_named(event.seat)}"
        case TileDrawn():
            return f"a draw by {seat_named(event.seat)}"
        case Knocked():
            return f"a knock by {seat_named(event.seat)}"
        case Scored():
            return f"a score of {event.awarded} by {seat_named(event.seat)}"
        case RoundDealt():
            return f"the deal of round {event.round}"
        case RoundEnded():
            return "the end of a round"
        case _:
            return f"`{WIRE_NAMES[type(event)]}`"
