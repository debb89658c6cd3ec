"""Leaving in sentences: the question before, and the line in the shell afterwards, with the command to come back.

Not here: which actions are asked about (`actions.carry_out`), when the line is printed (`program.app`).
"""

from enum import Enum, auto

from client.view.view import View
from client.words.name_words import name_of
from protocol.log.table import Stage


class HostedBy(Enum):
    """Who runs the daemon."""

    PROGRAM = auto()
    """`fives play`: nobody else can join."""
    PLAYER = auto()
    """`fives host`, with this player."""
    OTHERS = auto()


def leave_question(view: View, hosted_by: HostedBy) -> str | None:
    """The question whether to leave the program; None if the player would lose nothing by it."""
    if hosted_by is HostedBy.PLAYER:
        return "Stop hosting? Everybody's game is saved."
    return f"Leave? {_the_match(hosted_by)}" if _plays(view) else None


def leave_table_question(view: View, hosted_by: HostedBy) -> str | None:
    """The question whether to go to another table; None if the player would lose nothing by it."""
    return f"Leave this table? {_the_match(hosted_by)}" if _plays(view) else None


def kick_question(view: View, seat: int) -> str:
    """The question whether to send a player away from the table."""
    name = name_of(view, seat)
    return (
        f"Send {name} away? A bot takes the seat for good." if view.is_playing else f"Send {name} away from the table?"
    )


def _plays(view: View) -> bool:
    return view.seat is not None and view.is_playing


def _the_match(hosted_by: HostedBy) -> str:
    return "Your match is saved." if hosted_by is HostedBy.PROGRAM else "The match goes on; you can come back."


def line_after_leaving(view: View, hosted_by: HostedBy, command: str) -> str:
    """The line for the shell once the player has left; empty if there is nothing to come back to.

    `command`: the one with which the player comes back, empty if there is none.
    """
    if hosted_by is HostedBy.PLAYER:
        if not view.is_playing:
            return f"Hosting has stopped; `{command}` hosts again."
        return f"Hosting has stopped. Everybody's game is saved: `{command}` continues it."
    if view.table.stage is Stage.OVER or not command:
        return ""
    if hosted_by is HostedBy.OTHERS:
        return f"`{command}` brings you back."
    return f"Saved. `{command}` continues it." if _plays(view) else ""


def leave_first(command: str) -> str:
    """Says that a match cannot be played on while this one is running, and which command does it later."""
    return f"Leave this game first; `{command}` plays on from there."
