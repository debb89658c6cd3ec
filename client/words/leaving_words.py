"""Leaving in sentences: the question before, and the line in the shell afterwards, with the command to come back.

Not here: which actions are asked about (`actions.carry_out`), when the line is printed (`program.app`).
"""

from enum import Enum, auto

from client.view.view import View
from client.words.name_words import player
from client.words.say import say
from protocol.game.table_options import Away


class HostedBy(Enum):
    """Who runs the daemon."""

    PROGRAM = auto()
    """`fives play`: nobody else can join."""
    PLAYER = auto()
    """`fives host`, with this player."""
    OTHERS = auto()


def leave_question(view: View, hosted_by: HostedBy, *, is_undecided: bool = False) -> str | None:
    """The question whether to leave the program; None if the player would lose nothing by it.

    `is_undecided`: the player has not agreed to this match.
    """
    if hosted_by is HostedBy.PLAYER:
        return say("leave.stop_hosting")
    if not _plays(view):
        return None
    if hosted_by is HostedBy.PROGRAM:
        return say("leave.program_saved")
    return say("leave.program_to_bot" if is_undecided and _leaves_seat(view) else "leave.program_goes_on")


def leave_table_question(view: View, hosted_by: HostedBy, *, is_undecided: bool = False) -> str | None:
    """The question whether to go to another table; None if the player would lose nothing by it.

    `is_undecided` is as in `leave_question`.
    """
    if not _plays(view):
        return None
    if hosted_by is HostedBy.PROGRAM:
        return say("leave.table_saved")
    return say("leave.table_to_bot" if is_undecided and _leaves_seat(view) else "leave.table_goes_on")


def _leaves_seat(view: View) -> bool:
    """Whether a bot gets the seat of somebody who goes without having agreed to the match."""
    return view.table.options.away is Away.BOT


def kick_question(view: View, seat: int) -> str:
    """The question whether to send a player away from the table."""
    return say("kick.during_match" if view.is_playing else "kick", who=player(view, seat))


def _plays(view: View) -> bool:
    return view.seat is not None and view.is_playing


def line_after_leaving(view: View, hosted_by: HostedBy, command: str) -> str:
    """The line for the shell once the player has left; empty if there is nothing to come back to.

    `command`: the one with which the player comes back, empty if there is none.
    """
    if hosted_by is HostedBy.PLAYER:
        return say("left.hosting_saved" if view.is_playing else "left.hosting_stopped", command=command)
    if not command:
        return ""
    if hosted_by is HostedBy.OTHERS:
        return say("left.brings_back", command=command)
    return say("left.saved", command=command) if _plays(view) else ""


def leave_first(command: str) -> str:
    """Says that a match cannot be played on while this one is running, and which command does it later."""
    return say("left.leave_first", command=command)
