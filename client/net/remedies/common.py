"""The remedies that every link has, in the order in which they are asked."""

from client.net.link import Remedy
from client.net.remedies.endings import Farewells, LateHello, LostConnection, Mismatch, Unreadable
from client.net.remedies.leaving_out import LEAVING_OUT
from client.net.remedies.other_table import BackToLobby, LeftTable, SleepingGame, WatchInstead


def remedies(mismatch: Mismatch, *own: Remedy) -> list[Remedy]:
    """A link's remedies. `own`: those that only some programs have; they come before all that end the link."""
    return [
        LateHello(),
        *own,
        Unreadable(mismatch),
        LeftTable(),
        *LEAVING_OUT,
        SleepingGame(),
        WatchInstead(),
        BackToLobby(),
        LostConnection(),
        Farewells(mismatch),
    ]
