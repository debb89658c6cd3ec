"""The fields for reminders: the address, and the code that was sent there.

Not here: what is above them (`client.panels.reminders`), the window around them (`menu_part`).
"""

from collections.abc import Iterator
from typing import Final

from client.actions.carry_out import carry_out
from client.picture.markup import Markup
from client.web.page_controls import field, one_field
from client.web.page_messages import Value
from client.web.state import State
from client.words import reminder_words
from protocol.log.commands import RemindAt, RemindCode


def fields(state: State) -> Iterator[Markup]:
    """The field for the code while one is awaited, and the one for an address."""
    reminders = state.model.presence.reminders
    if reminders is None or state.model.seat is None:
        return
    if reminders.awaits is not None:
        code = one_field(
            "remind-code", reminder_words.CODE, reminder_words.GIVE_CODE, longest=20, autocomplete="one-time-code"
        )
        yield code
    yield one_field(
        "remind-at", reminder_words.ADDRESS, reminder_words.SEND_CODE, has_focus=reminders.awaits is None, longest=400
    )


def _remind_at(state: State, value: Value) -> None:
    typed = field(value).strip()
    if typed and state.link is not None:
        state.done(carry_out(RemindAt(typed), state.model, state.link))


def _remind_code(state: State, value: Value) -> None:
    if state.link is not None:
        state.done(carry_out(RemindCode(field(value)), state.model, state.link))


PRESSES: Final = {"remind-at": _remind_at, "remind-code": _remind_code}
