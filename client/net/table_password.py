"""Asking the player for a table's password, between two connections.

Not here: whether the host accepted it (`link`), waiting for the answer (`typed_answer`).
"""

from typing import Final

from attrs import define

from client.model.model import Model
from client.net.typed_answer import TypedAnswer
from client.words import lobby_words

MOST_PASSWORDS: Final = 3
"""Attempts at one table."""


@define(eq=False)
class TablePassword:
    """The password that the player types for one table, up to `MOST_PASSWORDS` times.

    `is_typed_line`: the player types it as a line, and gives up with an empty one.
    """

    model: Model
    answer: TypedAnswer
    is_typed_line: bool = True
    _attempts: int = 0

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
            return lobby_words.wrong_passwords(table, MOST_PASSWORDS)
        self.model.change_table(table)
        question = lobby_words.password_wanted(table, is_wrong=self._attempts > 0, is_typed_line=self.is_typed_line)
        typed = await self.answer.ask(question, is_secret=True)
        if not typed:
            return lobby_words.no_password(table)
        self._attempts += 1
        self.model.session.password = typed
        return None
