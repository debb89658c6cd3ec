"""The kinds of addresses to which a host may send reminders: that it is a player's turn.

Here: the words for them, on the wire and on the command line. Not here: which address is of which kind
(`daemon.reminders.addresses`), what a player is told about each (`client.words.reminder_words`).
"""

from enum import StrEnum
from typing import Final

from protocol.clean import brief
from protocol.shared.exit_status import MisusedError


class ReminderKind(StrEnum):
    """A service that takes messages. E-mail goes through a program of the host's machine."""

    NTFY = "ntfy"
    DISCORD = "discord"
    SLACK = "slack"
    MATTERMOST = "mattermost"
    EMAIL = "email"

    @property
    def in_words(self) -> str:
        """The name in a sentence."""
        return _TITLES.get(self.value, self.value.capitalize())


_TITLES: Final = {"ntfy": "ntfy", "email": "e-mail"}


def web_kinds(typed: str) -> tuple[ReminderKind, ...]:
    """The kinds in `ntfy,discord`, which a host switches on by a flag. Raises `MisusedError`."""
    of_web = [kind.value for kind in ReminderKind if kind is not ReminderKind.EMAIL]
    words = [word.strip() for word in typed.split(",")]
    for word in words:
        if word == ReminderKind.EMAIL:
            raise MisusedError("--remind-by: e-mail needs a command in `fivesd.toml`, in the data folder")
        if word not in of_web:
            raise MisusedError(f"--remind-by: there is no {brief(word)}; choose from {', '.join(of_web)}")
    return tuple(kind for kind in ReminderKind if kind in words)
