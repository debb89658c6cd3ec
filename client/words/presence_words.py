"""Who comes, goes, pauses and speaks, in sentences.

Lives here: the table's company, its host included. Not here: play (`words.event_words`), the lobby
(`words.lobby_words`).
"""

from collections.abc import Sequence
from enum import Enum, auto

from client.view.view import View
from client.words.english import count, listed
from client.words.name_words import does, game_title, name_of, shown, who, whose
from protocol.log.audit import Fault
from protocol.log.events import (
    HintTaken,
    Paused,
    PlayerReturned,
    Resumed,
    Said,
    SeatLeft,
    SeatTaken,
    StandInSeated,
    TableOpened,
)
from protocol.log.table import Stage, seat_named

TROUBLE_OVER = "The trouble at the host is over: play goes on."
YOU_ARE_THE_HOST = "You are the host of this table now: start, pause, kick and end are yours."


class WhyStandIn(Enum):
    """Why a bot plays for somebody for a while, as far as it is known: no event says so."""

    AWAY = auto()
    TIME_IS_UP = auto()
    """For one turn, after which there is nothing to be said of it."""
    UNKNOWN = auto()


def opened(event: TableOpened) -> str:
    """A table is opened."""
    return f"A table is open: {game_title(event.preset)}, {event.seats} seats."


def seat_taken(before: View, event: SeatTaken) -> str:
    """Somebody sits down, or a bot takes over for good."""
    if before.is_playing:
        return f"{whose(before, event.seat)} seat is a bot's from now on."
    if event.seat == before.seat:
        return f"You take {seat_named(event.seat)}."
    bot = "" if event.bot is None else f", a bot of level {shown(event.bot)},"
    return f"{shown(event.name)}{bot} takes {seat_named(event.seat)}."


def seat_left(before: View, event: SeatLeft) -> str:
    """A seat is free again."""
    return f"{does(before, event.seat, 'leave')} {seat_named(event.seat)}: it is free."


def stand_in(before: View, event: StandInSeated, why: WhyStandIn) -> str:
    """A bot plays for a while, or for a turn."""
    match why:
        case WhyStandIn.TIME_IS_UP:
            for_you = " for you" if event.seat == before.seat else ""
            return f"{whose(before, event.seat)} time is up: a bot plays this turn{for_you}."
        case WhyStandIn.AWAY:
            return f"{who(before, event.seat)} is away: a bot plays on meanwhile."
        case WhyStandIn.UNKNOWN:
            return f"A bot plays for {name_of(before, event.seat)}."


def returned(before: View, event: PlayerReturned, why: WhyStandIn) -> str:
    """Somebody plays again; `why` a bot did meanwhile."""
    if why is WhyStandIn.TIME_IS_UP:
        return ""
    if event.seat == before.seat:
        return "You have your seat back from the bot."
    is_back = "is back and " if why is WhyStandIn.AWAY else ""
    return f"{who(before, event.seat)} {is_back}plays again."


def paused(before: View, event: Paused | Resumed) -> str:
    """Play stops, or goes on."""
    stops = isinstance(event, Paused)
    if event.seat is None:
        return "The game is paused." if stops else "The game goes on."
    return f"{does(before, event.seat, 'pause')} the game." if stops else f"{does(before, event.seat, 'resume')} it."


def hint_taken(before: View, event: HintTaken) -> str:
    """Somebody was told what is best; everybody may know that, and not what it was."""
    if event.seat == before.seat:
        return "You take a hint: everybody at the table sees that you do."
    return f"{does(before, event.seat, 'take')} a hint."


def said(before: View, event: Said) -> str:
    """Chat: `Ana: nice one`."""
    beside = " (watching)" if event.seat is None else ""
    speaker = "You" if event.seat is not None and event.seat == before.seat else shown(event.name)
    return f"{speaker}{beside}: {shown(event.text)}"


def presence(view: View, seat: int, is_here: bool) -> str:
    """Somebody's connection came or went."""
    if not is_here and view.table.stage is Stage.SEATING:
        return f"{who(view, seat)} is away: the match waits until they are back, or their seat is free again."
    return f"{who(view, seat)} is {'here again' if is_here else 'away'}."


def grace(view: View, seat: int, seconds: float) -> str:
    """A bot will stand in."""
    return f"Unless {who(view, seat)} comes back, a bot plays on in {count(round(seconds), 'second')}."


def agreed(view: View, seat: int, missing: Sequence[int], seconds: float) -> str:
    """A player wants another match; the people on seats `missing` have not agreed yet."""
    within = count(round(seconds), "second")
    if view.seat in missing:
        return f"{does(view, seat, 'want')} to play again: rematch agrees. It begins in {within} at the latest."
    waits = listed([name_of(view, each) for each in missing]) if missing else ""
    until = f", waiting at most {within} for {waits}" if missing else ""
    return f"{does(view, seat, 'want')} to play again{until}."


def time_left(view: View, seat: int, seconds: float) -> str:
    """The clock of a turn."""
    return f"{does(view, seat, 'have')} {count(round(seconds), 'second')}."


def still_thinking(view: View, seat: int) -> str:
    """A bot takes long for its turn."""
    return f"{who(view, seat)} is still thinking: now and then a computer player takes some seconds."


def trouble(text: str) -> str:
    """The host's machine has a problem."""
    return f"Trouble at the host: {shown(text)}"


def host_at_fault(fault: Fault) -> str:
    """The host did not keep to the rules."""
    return f"WARNING: this host does not keep to the rules. Entry {fault.seq}: {shown(fault.text)}"
