"""The lobby in words: which tables there are and who sits at them."""

from collections.abc import Sequence

from client.words.scoring import count, listed
from client.words.table import game_title, shown
from protocol.messages import Tables, TableSummary
from protocol.table import Stage

_STAGES = {Stage.SEATING: "waiting for players", Stage.PLAYING: "playing", Stage.OVER: "match over"}


def tables_told(message: Tables) -> str:
    """The tables one by one; first the one that was just opened for the asker."""
    opened = f"Table {shown(message.opened)} is open. " if message.opened else ""
    if not message.tables:
        return f"{opened}There are no tables."
    return opened + " ".join(f"{table_told(each)}." for each in message.tables)


def table_told(summary: TableSummary) -> str:
    """`Table oak: All Fives, playing match 2, Ana and Ben (bot), 1 free seat`."""
    seated = [
        f"{shown(seat.name)}{' (bot)' if seat.bot else '' if seat.here else ' (away)'}"
        for seat in summary.seats
        if seat.name is not None
    ]
    free = len(summary.seats) - len(seated)
    parts = [game_title(summary.rules), _STAGES[summary.stage]]
    if seated:
        parts.append(listed(seated))
    if free:
        parts.append(count(free, "free seat"))
    if summary.spectators:
        parts.append(f"{summary.spectators} watching")
    if summary.locked:
        parts.append("needs a password")
    return f"Table {shown(summary.table)}: {', '.join(parts)}"


def no_such_table(name: str, names: Sequence[str]) -> str:
    """A table was named that is not there."""
    return f"There is no table {shown(name)}: there is {listed(map(shown, names), 'and')}."


def table_refused(text: str) -> str:
    """No table was opened."""
    return f"No table was opened: {shown(text)}"
