"""Reminders, in sentences for the player: being told of a turn while not connected.

Here: what to paste for each service, and what has come of it. Not here: the panel (`panels.reminders`), what the daemon
says (`protocol.wire.messages.ReminderWays`), the texts of reminders themselves, which the daemon sends.
"""

from collections.abc import Iterator

from client.words.name_words import shown
from client.words.say import say, together
from protocol.shared.reminder_kinds import ReminderKind
from protocol.wire.messages import ReminderWays


def how_to(way: str) -> tuple[str, str]:
    """The name of a service, and what to paste for it; empty if this release does not know it."""
    if way not in tuple(ReminderKind):
        return shown(way), ""
    return say(f"remind.service.{way}"), say(f"remind.how.{way}")


def panel_lines(reminders: ReminderWays) -> Iterator[str]:
    """Where the player is reminded, and which code is awaited."""
    if reminders.awaits is not None:
        yield _code_sent(reminders.awaits)
    yield from (say("remind.what"),) if reminders.place is None else (_where(reminders.place), say("remind.once"))
    yield say("remind.until")


def news(before: ReminderWays | None, reminders: ReminderWays, *, is_typed: bool) -> Iterator[str]:
    """What has changed; `before`: what was said on this connection, None if nothing. `is_typed`: in line mode."""
    if reminders.awaits is not None:  # also a second time: another code was sent
        yield together(_code_sent(reminders.awaits), say("remind.how_to_type") if is_typed else "")
    elif before is None:
        return
    elif reminders.place is None:
        yield from (say("remind.ended"),) if before.place is not None else ()
    elif before.awaits is not None or reminders.place != before.place:
        yield _where(reminders.place)


def not_sent(why: str) -> str:
    """Why no code was sent."""
    return say("remind.not_sent", why=shown(why))


def place(reminders: ReminderWays) -> str:
    """Where the player is reminded, in brief."""
    return say("remind.off") if reminders.place is None else shown(reminders.place)


def _where(to: str) -> str:
    return say("remind.by", place=shown(to))


def _code_sent(to: str) -> str:
    return say("remind.code_sent", place=shown(to))
