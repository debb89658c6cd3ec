"""Turns of the visits to one page, so that busy browsers delay the others little.

Here: whose turn it is. One thread serves all visits, and during a turn nobody else is served, so a turn is short: a
press and its picture, or a piece of a game. Not here: what is done in a turn (`visit`, `client.net.link`).
"""

from itertools import count
from typing import Final

import trio
from attrs import field

from protocol.frozen import define

TURNS_OF_A_PRESS: Final = 3
"""A press, what the host answers, and its picture."""


@define(eq=False)
class Turns:
    """The turns of one process. Of the visits that wait, the one whose last turn is longest ago is next.

    So a visit that asks for a turn now and then need not queue behind those that always ask for one. Those whose player
    has just pressed something come before the others at the table, who only see what happens; but after as many such
    turns as a press has, one is for somebody else.
    """

    _is_taken: bool = False
    _first_in_a_row: int = 0
    """How many of the last turns went to somebody who had pressed something."""
    _waiting: "list[_Waiting]" = field(factory=list)
    _numbers: "count[int]" = field(factory=lambda: count(1))

    async def begin(self, share: "FairShare") -> None:
        """Wait for the turn of this share, at least until the loop has looked for what has arrived."""
        waiting = _Waiting(share)
        self._waiting.append(waiting)
        is_called = not self._is_taken
        self._is_taken = True
        try:
            while True:
                if not is_called:
                    await waiting.is_called.wait()
                await trio.lowlevel.checkpoint()  # meanwhile the picture that follows a turn asks for one, too
                following = self._following()
                if following is waiting:
                    break
                waiting.is_called, is_called = trio.Event(), False
                following.is_called.set()
        except BaseException:  # cancelled: a turn that has just come goes to somebody else
            self._waiting.remove(waiting)
            if is_called or waiting.is_called.is_set():
                self._call()
            raise
        self._waiting.remove(waiting)
        self._first_in_a_row = self._first_in_a_row + 1 if share.first_turns else 0

    def end(self, share: "FairShare") -> None:
        """End the turn. The next one begins once the loop has looked for what has arrived."""
        share.last_turn = next(self._numbers)
        share.first_turns = max(0, share.first_turns - 1)
        self._call()

    def _call(self) -> None:
        """Have somebody who waits see whose turn it is."""
        self._is_taken = bool(self._waiting)
        if self._waiting:
            self._following().is_called.set()

    def _following(self) -> "_Waiting":
        """Whose turn it is."""
        may_come_first = self._first_in_a_row < TURNS_OF_A_PRESS
        pressed = [waiting for waiting in self._waiting if waiting.share.first_turns] if may_come_first else []
        return min(pressed or self._waiting, key=lambda waiting: waiting.share.last_turn)


@define(eq=False)
class FairShare:
    """The share of one visit: `async with share:` is a turn. `last_turn`: the number of its last one.

    `first_turns`: how many of its next turns come first.
    """

    turns: Turns
    last_turn: int = 0
    first_turns: int = 0

    def pressed(self) -> None:
        """Its player has pressed something, and waits for what becomes of it."""
        self.first_turns = TURNS_OF_A_PRESS

    async def __aenter__(self) -> None:
        await self.turns.begin(self)

    async def __aexit__(self, *_: object) -> None:
        self.turns.end(self)


@define(eq=False)
class _Waiting:
    share: FairShare
    is_called: trio.Event = field(factory=trio.Event)
