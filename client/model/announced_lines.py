"""The lines that line mode prints, and a page reads out, for a batch of announcements.

Here: which announcements are printed at each verbosity. Not here: their sentences (`announcements`), printing
(`lines.line_mode`).
"""

from collections.abc import Sequence

from attrs import evolve

from client.model.announcements import Announcement, Subject
from client.model.model import Model
from client.words.settings import SPEECH
from protocol.game.options import Value


def lines_of(announcements: Sequence[Announcement], model: Model, verbosity: Value) -> list[str]:
    """The lines to print for a batch of announcements; of turns, only the current one."""
    return [
        line
        for announcement in announcements_to_print(announcements, model, verbosity)
        for line in announcement.text.splitlines()
    ]


def announcements_to_print(announcements: Sequence[Announcement], model: Model, verbosity: Value) -> list[Announcement]:
    """The announcements of a batch that are printed, in order, each with the text that is printed."""
    # The time for a turn follows the turn.
    in_order = sorted(announcements, key=lambda announcement: announcement.subject is Subject.TIME)
    return [
        _in_its_form(announcement, verbosity)
        for at, announcement in enumerate(in_order)
        if _is_printed(announcement, in_order[at + 1 :], model, verbosity)
    ]


def _in_its_form(announcement: Announcement, verbosity: Value) -> Announcement:
    """What has a form for this verbosity in that form; everything else unchanged."""
    if verbosity == SPEECH and announcement.spoken:
        return evolve(announcement, text=announcement.spoken)
    is_shorter = verbosity == 0 and announcement.short and announcement.subject is Subject.PLAY
    return evolve(announcement, text=announcement.short) if is_shorter else announcement


def _is_printed(announcement: Announcement, later: Sequence[Announcement], model: Model, verbosity: Value) -> bool:
    seat = announcement.seat
    mine = seat is not None and seat == model.seat
    match announcement.subject:
        case Subject.TURN:
            is_current = seat == model.table.turn and not any(other.subject is Subject.TURN for other in later)
            if mine or verbosity == 2:
                return is_current
            return is_current and verbosity == 1 and seat is not None and not model.view.is_bot(seat)
        case Subject.TIME:
            return seat == model.table.turn and not any(other.subject is Subject.TIME for other in later)
        case Subject.CHAT:
            is_reaction = announcement.saying is not None and announcement.saying.is_reaction
            return not mine or is_reaction or verbosity == 2
        case Subject.RULES:
            return verbosity != 0
        case Subject.DEAL:
            return verbosity in (1, 2)
        case Subject.SEATS:
            # Even at verbosity 0, players get the results of their own commands.
            return verbosity != 0 or mine or model.is_host or model.may_begin
        case _:
            return True
