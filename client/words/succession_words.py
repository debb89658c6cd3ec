"""A game that goes on at another host, in sentences: where it is now, a seat that cannot be proved, what differs there.

Not here: who hosts it now (`presence_words`), whether anything differs (`model.history_check`).
"""

from client.words.name_words import shown
from client.words.say import say, together
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
from protocol.shared.join_link import Endpoint, JoinLink


def goes_on_at(endpoint: Endpoint) -> str:
    """Says that this program follows the game to another host."""
    return say("moved.at", place=shown(endpoint.typed))


def nobody_there(endpoint: Endpoint, why: str) -> str:
    """Says that the other host is out of reach, and what this program does. `why`: what is wrong there, if not that."""
    return say("moved.fault", why=why) if why else say("moved.nobody", place=shown(endpoint.typed))


def how_to_join(where: JoinLink) -> str:
    """Says with which command the game is joined at another host."""
    return say("moved.how_to_join", place=shown(where.endpoints[0].typed), key=str(where.key))


def claim_refused(name: str) -> str:
    """Says that a host does not take the player for who had the seat before, and what helps."""
    return say("moved.claim_refused", name=shown(name))


def same_history(rounds: int) -> str:
    """Says that the game at another host is the one that this client has seen, as far as it goes on from there."""
    return say("moved.same_history", n=rounds)


# The alarm.


def other_entry(seq: int, before: Event, now: Event) -> tuple[str, str]:
    """Says that an entry is not what this client has seen at the host before, and what it can mean; then in brief."""
    was, is_now = _in_words(before), _in_words(now)
    if was == is_now:
        differs = say("differs.another", number=seq, now=was)
    else:
        differs = say("differs.entry", number=seq, now=is_now, before=was)
    return _explained(differs, say("differs.entry.means"))


def fewer_rounds(before: int, now: int) -> tuple[str, str]:
    """Says that the game goes on from an earlier round than this client has seen, and what it can mean; in brief."""
    differs = say("differs.rounds", now=now, before=before) if now else say("differs.start", before=before)
    return _explained(differs, say("differs.rounds.means"))


def _explained(differs: str, meaning: str) -> tuple[str, str]:
    """The alarm with what it can mean, and with where to read that."""
    return together(differs, meaning, say("differs.you_decide")), together(differs, say("differs.more"))


def _in_words(event: Event) -> str:
    """An event as a noun: `the play of 5-5 by seat 2`."""
    match event:
        case TilePlayed():
            return say("entry.play", tile=event.tile, player=_seat(event.seat))
        case TileDrawn():
            return say("entry.draw", player=_seat(event.seat))
        case Knocked():
            return say("entry.knock", player=_seat(event.seat))
        case Scored():
            return say("entry.score", points=event.awarded, player=_seat(event.seat))
        case RoundDealt():
            return say("entry.deal", round=event.round)
        case RoundEnded():
            return say("entry.round_end")
        case _:
            return say("entry.other", name=WIRE_NAMES[type(event)])


def _seat(seat: int) -> str:
    return say("name.seat", number=seat + 1)
