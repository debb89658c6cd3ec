"""Who comes, goes, pauses and speaks, in sentences.

Lives here: the table's company, its host included. Not here: play (`words.table`), the lobby (`words.lobby`).
"""

from client.view import View
from client.words.english import count
from client.words.names import does, game_title, shown, who, whose
from protocol.audit import Fault
from protocol.events import (
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
from protocol.table import Stage, seat_named

YOU_ARE_THE_HOST = "You are the host of this table now: start, pause, kick and end are yours."


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


def stand_in(before: View, event: StandInSeated) -> str:
    """A bot plays on for a while."""
    if event.seat == before.seat:
        return "A bot plays for you while you are away."
    return f"{who(before, event.seat)} is away: a bot plays on meanwhile."


def returned(before: View, event: PlayerReturned) -> str:
    """Somebody plays again."""
    if event.seat == before.seat:
        return "You have your seat back from the bot."
    return f"{who(before, event.seat)} is back and plays again."


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


def time_left(view: View, seat: int, seconds: float) -> str:
    """The clock of a turn."""
    return f"{does(view, seat, 'have')} {count(round(seconds), 'second')}."


def trouble(text: str) -> str:
    """The host's machine has a problem."""
    return f"Trouble at the host: {shown(text)}"


def host_at_fault(fault: Fault) -> str:
    """The host did not keep to the rules."""
    return f"WARNING: this host does not keep to the rules. Entry {fault.seq}: {shown(fault.text)}"
