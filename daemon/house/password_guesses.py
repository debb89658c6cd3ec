"""Checking the table passwords that guests send, and slowing down a household that guesses.

Here: the queue for hashes, the pauses after wrong guesses, and their log line. Not here: the hashes themselves
(`daemon.table.tokens`). Guests with a token need no password and never come here.

One hash is computed at a time, and at most one guess per household waits for it, so an attacker delays a friend at
another address by one hash. After a wrong guess its household has to pause, longer each time, and its guesses are
checked one after another, each after its pause. Those who come through a tunnel with the same invitation are one
household. Through a tunnel to the main port, friends and attackers share this machine's own address. A guess from there
also pauses, but separately and not behind the others' pauses, so that a friend there waits for seconds and not for as
long as the attack lasts.
"""

import logging
import math
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final, TypeVar

import trio
from attrs import field

from daemon.guest import Guest, Origin, PartingError
from daemon.rare_line import RareLine
from daemon.table.tokens import hash_password, is_password
from protocol.frozen import define
from protocol.wire.messages import Farewell, Hello

FIRST_PAUSE: Final = 0.25
"""Seconds after the first wrong guess of a household; each further one doubles the pause."""
LONGEST_PAUSE: Final = 4.0
LONGEST_WAIT: Final = 8.0
"""Seconds that a guess may wait for its turn: clients give up after ten."""
TIME_TO_FORGET: Final = 600.0
"""Seconds without a wrong guess after which a household's guesses are forgotten."""
MOST_HOUSEHOLDS: Final = 1_000
"""If there are more, those whose last password is oldest are forgotten."""

log = logging.getLogger("fivesd.house")
T = TypeVar("T")


@define(eq=False)
class _Household:
    """A source of guesses. `next_at`: when the next one may be checked, in seconds on trio's clock."""

    wrong: int = 0
    wrong_at: float = -math.inf
    next_at: float = -math.inf
    turn: trio.Lock = field(factory=trio.Lock)

    def note_wrong_guess(self, now: float, in_club: int) -> None:
        self.wrong = max(in_club, 1 if now - self.wrong_at > TIME_TO_FORGET else self.wrong + 1)
        self.wrong_at = now
        self.next_at = now + min(LONGEST_PAUSE, FIRST_PAUSE * 2.0 ** min(self.wrong - 1, 10))


class PasswordGuesses:
    """The passwords that the guests of one daemon send.

    `count`: counts a wrong guess of a household at all daemons; as `GameDirectory.count_guess`.
    """

    def __init__(self, count: Callable[[str], Awaitable[int]]) -> None:
        self._count = count
        self._households: dict[str, _Household] = {}
        """By name; the household of the latest password is last."""
        self._wrong_ones = RareLine(log)

    def __len__(self) -> int:
        """How many households are remembered."""
        return len(self._households)

    async def check(
        self, guest: Guest, hello: Hello, table: str, password: str | None, *, is_home: bool = False
    ) -> None:
        """Raise `PartingError` unless the hello has the right password; `password` is the table's hash, or None.

        At the host's own table (`is_home`) the host's invitation is enough.
        """
        if password is None or (is_home and guest.invitation is not None):
            return
        if hello.password is not None:
            household = self._household(guest.origin.household)
            is_right = partial(self._is_right, household, guest.origin, table, hello.password, password)
            if await self._in_turn(household, guest.origin, is_right):
                return
        raise PartingError(Farewell.BAD_PASSWORD, "this table has a password: give it with --password")

    async def hash_for(self, guest: Guest, password: str) -> str:
        """The hash of a password that a guest chooses for a table. Raises `PartingError`."""
        household = self._household(guest.origin.household)
        return await self._in_turn(household, guest.origin, partial(hash_password, password))

    async def _is_right(self, household: _Household, origin: Origin, table: str, given: str, hashed: str) -> bool:
        is_right = await is_password(given, hashed)
        if not is_right:
            now = trio.current_time()
            household.note_wrong_guess(now, await self._count(origin.household))
            self._wrong_ones.warn(f"a wrong password for table {table} came from {origin.address}", now)
        return is_right

    async def _in_turn(self, household: _Household, origin: Origin, hashing: Callable[[], Awaitable[T]]) -> T:
        """The result of `hashing`, called in this guest's turn. Raises `PartingError` if the wait is too long."""
        with trio.move_on_after(LONGEST_WAIT) as waiting:
            if origin.is_loopback:
                await trio.sleep_until(household.next_at)
            async with household.turn:
                if not origin.is_loopback:
                    await trio.sleep_until(household.next_at)
                waiting.deadline = math.inf
                return await hashing()
        raise PartingError(Farewell.TOO_MANY, "too many wrong passwords came from your address: try again in a minute")

    def _household(self, name: str) -> _Household:
        household = self._households.pop(name, None) or _Household()
        self._households[name] = household
        if len(self._households) > MOST_HOUSEHOLDS:
            idle = (name for name, household in self._households.items() if not household.turn.locked())
            del self._households[next(idle)]
        return household
