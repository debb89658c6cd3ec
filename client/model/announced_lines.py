"""The lines that line mode prints, and a page reads out, for a batch of announcements."""

from collections.abc import Sequence

from attrs import evolve

from client.model.announcements import Announcement, Subject
from client.model.model import Model


def lines_of(announcements: Sequence[Announcement], model: Model, verbosity: int) -> list[str]:
    """The lines to print for a batch of announcements; of turns, only the current one."""
    return [line for each in printed(announcements, model, verbosity) for line in each.text.splitlines()]


def printed(announcements: Sequence[Announcement], model: Model, verbosity: int) -> list[Announcement]:
    """Those of a batch of announcements that are printed, with the text that is printed of each."""
    announcements = sorted(
        announcements, key=lambda each: each.subject is Subject.TIME
    )  # the time for a turn follows the turn
    return [
        evolve(each, text=each.short) if verbosity == 0 and each.short and each.subject is Subject.PLAY else each
        for at, each in enumerate(announcements)
        if _is_printed(each, announcements[at + 1 :], model, verbosity)
    ]


def _is_printed(each: Announcement, later: Sequence[Announcement], model: Model, verbosity: int) -> bool:
    mine = each.seat is not None and each.seat == model.seat
    match each.subject:
        case Subject.TURN:
            is_on = not any(other.subject is Subject.TURN for other in later) and each.seat == model.table.turn
            if mine or verbosity == 2:
                return is_on
            return is_on and verbosity == 1 and each.seat is not None and not model.view.is_bot(each.seat)
        case Subject.TIME:
            return each.seat == model.table.turn and not any(other.subject is Subject.TIME for other in later)
        case Subject.CHAT:
            return not mine or verbosity == 2
        case Subject.RULES:
            return verbosity > 0
        case Subject.SEATS:
            # Even at verbosity 0, players get the results of their own commands.
            return verbosity > 0 or mine or model.is_host or model.may_begin
        case _:
            return True
