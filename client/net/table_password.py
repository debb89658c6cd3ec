"""Asking the player for a table's password, between two connections.

Not here: whether the host accepted it (`link`), the input line (the front ends call `give`).
"""

from collections.abc import Callable
from typing import Final

import trio
from attrs import define, field

from client.model.announcements import Announcement, Subject
from client.model.model import Model
from client.model.status import Connecting, NeedsPassword
from client.words import lobby_words as words

MOST_PASSWORDS: Final = 3
"""Attempts at one table."""


@define(eq=False)
class TablePassword:
    """The password that the player types for one table, up to `MOST_PASSWORDS` times."""

    model: Model
    deliver: Callable[[list[Announcement]], None]
    _attempts: int = 0
    _typed: str = ""
    _is_typed: trio.Event = field(factory=trio.Event)

    def give(self, typed: str) -> None:
        """The player has typed this; an empty text gives up."""
        self._typed = typed
        self._is_typed.set()

    def reset(self) -> None:
        """Start again with the first attempt: the player is at another table, or has been admitted."""
        self._attempts = 0

    @property
    def may_be_asked_for(self) -> bool:
        """Whether to ask the player; a password from the command line is not asked for again."""
        return self.model.session.password is None or self._attempts > 0

    async def ask(self) -> str | None:
        """Wait until the player has typed a password into the session; returns the reason if there is none."""
        table = self.model.session.wanted_table or ""
        if self._attempts == MOST_PASSWORDS:
            return words.wrong_passwords(table, MOST_PASSWORDS)
        self.model.change_table(table)
        question = words.password_wanted(table, is_wrong=self._attempts > 0)
        self.model.status, self._is_typed = NeedsPassword(question), trio.Event()
        self.deliver([Announcement(Subject.LINK, question)])
        await self._is_typed.wait()
        if not self._typed:
            return words.no_password(table)
        self._attempts += 1
        self.model.session.password, self.model.status = self._typed, Connecting()
        self.deliver([])
        return None
