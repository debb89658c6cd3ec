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

    So a visit that asks for a turn now and then need not queue behind those that always ask for one. Every other turn
    is first for those whose player has just pressed something: the others at the table only see what happens.
    """

    _is_taken: bool = False
    _was_first: bool = False
    """Whether the last turn went to somebody who had pressed something."""
    _waiting: "list[_Waiting]" = field(factory=list)
    _numbers: "count[int]" = field(factory=lambda: count(1))

    async def begin(self, share: "FairShare") -> None:
        """Wait for the turn of this share, at least until the loop has looked for what has arrived."""
        if self._is_taken:
            await self._wait(share)
            return
        self._is_taken = True
        try:
            await trio.lowlevel.checkpoint()
        except BaseException:  # cancelled: the turn goes to the next one
            self._pass_on()
            raise

    async def _wait(self, share: "FairShare") -> None:
        waiting = _Waiting(share)
        self._waiting.append(waiting)
        try:
            await waiting.is_next.wait()
        except BaseException:  # cancelled, as above
            if waiting in self._waiting:
                self._waiting.remove(waiting)
            else:
                self._pass_on()  # the turn had just come
            raise

    def end(self, share: "FairShare") -> None:
        """End the turn. The next one begins once the loop has looked for what has arrived."""
        share.last_turn = next(self._numbers)
        share.first_turns = max(0, share.first_turns - 1)
        self._pass_on()

    def _pass_on(self) -> None:
        self._is_taken = bool(self._waiting)
        if self._waiting:
            pressed = [] if self._was_first else [waiting for waiting in self._waiting if waiting.share.first_turns]
            self._was_first = bool(pressed)
            following = min(pressed or self._waiting, key=lambda waiting: waiting.share.last_turn)
            self._waiting.remove(following)
            following.is_next.set()


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
    is_next: trio.Event = field(factory=trio.Event)
