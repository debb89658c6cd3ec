"""Asking the player a question between two connections.

Not here: the questions (`remedies`, `program.play`), the input line (the front ends call `Link.give_answer`).
"""

from collections.abc import Callable

import trio
from attrs import field

from client.model.announcements import Announcement, Subject
from client.model.model import Model
from client.model.status import Connecting, NeedsAnswer
from protocol.frozen import define


@define(eq=False)
class TypedAnswer:
    """Shows questions through the model's status, and waits for what the player types."""

    model: Model
    deliver: Callable[[list[Announcement]], None]
    _typed: str | None = None
    _is_typed: trio.Event = field(factory=trio.Event)

    def give(self, typed: str | None) -> None:
        """Pass on what the player has typed; None: the player has closed the input line instead."""
        self._typed = typed
        self._is_typed.set()

    async def ask(self, question: str, *, is_secret: bool = False) -> str | None:
        """Ask the player; returns the answer, or None if the player gives none."""
        self.model.status, self._is_typed = NeedsAnswer(question, is_secret), trio.Event()
        self.deliver([Announcement(Subject.LINK, question)])
        await self._is_typed.wait()
        self.model.status = Connecting()
        self.deliver([])
        return self._typed
