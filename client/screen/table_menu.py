"""What can be done with the table where one sits, beside playing: the choices of the key `x`.

Lives here: which of them there are now; only what is allowed. Pure. Not here: doing it (`choosing`), the sentences
(`screen.menu_words`).
"""

from collections.abc import Iterator

from client.actions.actions import SeeTables
from client.model.model import Model
from client.screen import menu_words as words_menu
from client.screen.menu import Choice
from protocol.log.commands import AddBot, EndMatch, Kick, LeaveSeat, Pause, Rematch, Resume, Start
from protocol.log.table import Stage


def choices(model: Model) -> tuple[Choice, ...]:
    """The choices, the most usual first."""
    return tuple(_choices(model))


def _choices(model: Model) -> Iterator[Choice]:
    stage = model.table.stage
    if model.is_host:
        if stage is Stage.SEATING:
            yield Choice(words_menu.START, Start())
        elif stage is Stage.PLAYING and model.table.paused:
            yield Choice(words_menu.RESUME, Resume())
        elif stage is Stage.PLAYING:
            yield Choice(words_menu.PAUSE, Pause())
        yield from _about_the_others(model)
    if model.seat is not None and stage is Stage.SEATING:
        yield Choice(words_menu.STAND, LeaveSeat())
    if model.seat is not None and stage is Stage.OVER:
        yield Choice(words_menu.REMATCH, Rematch())
    yield Choice(words_menu.TABLES, SeeTables())
    if model.is_host and stage is Stage.PLAYING:
        yield Choice(words_menu.END, EndMatch())


def _about_the_others(model: Model) -> Iterator[Choice]:
    table, view = model.table, model.view
    for seat, who in enumerate(table.seats):
        if seat == model.seat or not who.is_person:
            continue
        is_away = not model.here.get(seat, True)
        if table.stage is Stage.PLAYING and is_away and who.stand_in is None:
            yield Choice(words_menu.bot_for(view, seat), AddBot(seat, table.options.bot_level))
        yield Choice(words_menu.send_away(view, seat), Kick(seat))
