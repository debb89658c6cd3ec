"""Reminders, in sentences for the player: being told of a turn while not connected.

Here: what to paste for each service, and what has come of it. Not here: the panel (`panels.reminders`), what the daemon
says (`protocol.wire.messages.ReminderWays`), the texts of reminders themselves, which the daemon sends.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from client.words.name_words import shown
from protocol.shared.reminder_kinds import ReminderKind
from protocol.wire.messages import ReminderWays

TITLE: Final = "Reminders of my turn"
NO_SEAT: Final = "Only a player with a seat can be reminded."
NONE: Final = "This host reminds nobody. Whoever runs it can change that, with --remind-by."
WHAT: Final = "This host can send you a message when it is your turn and you have been away for half a minute."
ONCE: Final = "You get one message for a turn, when you have been away for half a minute."
NEW: Final = "Be reminded by"
OTHER: Final = "Be reminded by something else"
GIVE: Final = "Give the address"
TYPE_CODE: Final = "Type in the code"
END: Final = "Be reminded no more"
ADDRESS: Final = "Link or address"
CODE: Final = "The code from the message"
SEND_CODE: Final = "Send me a code"
GIVE_CODE: Final = "Use the code"
HOW_TO_GIVE: Final = "Type remind and the link or address, like remind https://ntfy.sh/my-own-topic."
HOW_TO_TYPE: Final = "Type remind and the code, like remind 482913."
ENDED: Final = "You are reminded no more."
UNTIL: Final = "Nothing is sent any more once you give up your seat. Whoever runs this host can read the address."

_HOW: Final[Mapping[str, tuple[str, str]]] = {
    ReminderKind.NTFY: (
        "ntfy",
        "install the app ntfy, subscribe to a topic with a name that nobody guesses, and paste https://ntfy.sh/ and"
        " that name",
    ),
    ReminderKind.DISCORD: (
        "Discord",
        "in a channel of your own server, Edit Channel, Integrations, Webhooks, New Webhook, Copy Webhook URL",
    ),
    ReminderKind.SLACK: ("Slack", "add an Incoming Webhook to a channel, and paste its Webhook URL"),
    ReminderKind.MATTERMOST: ("Mattermost", "Integrations, Incoming Webhooks, Add; paste its URL"),
    ReminderKind.EMAIL: ("E-mail", "your address"),
}


def how_to(way: str) -> tuple[str, str]:
    """The name of a service, and what to paste for it; empty if this release does not know it."""
    return _HOW.get(way, (shown(way), ""))


def panel_lines(reminders: ReminderWays) -> Iterator[str]:
    """Where the player is reminded, and which code is awaited."""
    if reminders.awaits is not None:
        yield _code_sent(reminders.awaits)
    yield from (WHAT,) if reminders.place is None else (_where(reminders.place), ONCE)
    yield UNTIL


def news(before: ReminderWays | None, reminders: ReminderWays, *, is_typed: bool) -> Iterator[str]:
    """What has changed; `before`: what was said on this connection, None if nothing. `is_typed`: in line mode."""
    if reminders.awaits is not None:  # also a second time: another code was sent
        yield " ".join((_code_sent(reminders.awaits), *((HOW_TO_TYPE,) if is_typed else ())))
    elif before is None:
        return
    elif reminders.place is None:
        yield from (ENDED,) if before.place is not None else ()
    elif before.awaits is not None or reminders.place != before.place:
        yield _where(reminders.place)


def not_sent(why: str) -> str:
    """Why no code was sent."""
    return f"No code was sent: {shown(why)}."


def place(reminders: ReminderWays) -> str:
    """Where the player is reminded, in brief."""
    return "off" if reminders.place is None else shown(reminders.place)


def _where(to: str) -> str:
    return f"You are reminded of your turns by {shown(to)}."


def _code_sent(to: str) -> str:
    return f"A code was sent by {shown(to)}: type it in within ten minutes."
