"""Before a match: the seats of the table, one pointed at, and what can be done with it.

Lives here: what a seat offers to whoever looks, and the lines in the middle of the screen. Pure. Not here: keys
(`choosing`), who sits where in words (`words.answer_words`).
"""

from enum import Enum, auto

from client.model.model import Model
from client.screen import screen_words as words_screen
from client.screen.paper import CHOSEN, Fragment, Line, RowHit
from client.words import answer_words as words_answers
from client.words import table_option_words as words_keeping
from client.words.name_words import partners, shown


class Offer(Enum):
    """What the space bar does with a seat."""

    SIT = auto()
    STAND = auto()
    SEND_AWAY = auto()


def offer_of(model: Model, seat: int) -> Offer | None:
    """What can be done with this seat; None for nothing."""
    who = model.table.seats[seat]
    if seat == model.seat:
        return Offer.STAND
    if who.is_free:
        return Offer.SIT
    return Offer.SEND_AWAY if who.bot is not None and model.is_host else None


def seat_lines(model: Model, at: int) -> tuple[Line, ...]:
    """The table's title, what a host tells friends, and under it the seats."""
    view = model.view
    title = words_screen.table_title(view, shown(model.session.table_name or ""))
    about = filter(None, (partners(view), words_keeping.help_shown(view.assist)))
    lines: list[Line] = [[Fragment("class:title", title)], [], *([Fragment("class:quiet", each)] for each in about), []]
    if model.invitation:
        lines += [*([Fragment("", each)] for each in model.invitation), []]
    for seat, told in enumerate(words_answers.who_is_here(view, model.here)):
        sign, style = (">", CHOSEN) if seat == at else (" ", "")
        lines.append([Fragment(style, f"{sign} {told}", RowHit(seat))])
    return tuple(lines)
