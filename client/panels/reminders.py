"""Reminders of this player's turns: where they go, what can be pasted, and what can be done about it."""

from collections.abc import Iterator

from client.actions.action import TypeReminder
from client.actions.panel import Block, Choice, Menu, Offer, Panel, Passage, choice
from client.model.model import Model
from client.words import reminder_words
from client.words.say import say
from protocol.log.commands import RemindAt
from protocol.wire.messages import ReminderWays


def panel(model: Model) -> Panel:
    """Where reminders go, and the ways to change that. On the page, fields under the panel take address and code."""
    reminders = model.presence.reminders
    if model.seat is None or reminders is None:
        why = say("remind.no_seat") if model.seat is None else say("remind.none")
        return Panel(say("remind.title"), (Passage((why,)),))
    return Panel(say("remind.title"), tuple(_blocks(reminders, is_page=model.is_page)))


def _blocks(reminders: ReminderWays, *, is_page: bool) -> Iterator[Block]:
    yield Passage(tuple(reminder_words.panel_lines(reminders)))
    choices = tuple(_choices(reminders, is_page=is_page))
    if choices:
        yield Menu(choices)
    heading = say("remind.new") if reminders.place is None else say("remind.other")
    ways = tuple(map(reminder_words.how_to, reminders.ways))
    if not is_page:
        yield Menu(
            tuple(
                Choice(name, (Offer(say("remind.give"), TypeReminder(), say("remind.give_briefly")),), how)
                for name, how in ways
            ),
            heading,
        )
    elif reminders.awaits is None:
        yield Passage(tuple(f"{name}{say('colon')}{how}." for name, how in ways), heading)


def _choices(reminders: ReminderWays, *, is_page: bool) -> Iterator[Choice]:
    if reminders.awaits is not None and not is_page:
        yield choice(say("remind.type_code"), TypeReminder(is_code=True))
    if reminders.place is not None:
        yield choice(say("remind.end"), RemindAt())
