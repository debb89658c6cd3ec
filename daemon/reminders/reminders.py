"""Sending messages to the addresses of players: which kinds, how many, and how many at once.

Here: the one object that sends, for all tables. Not here: when a message is due and for whom (`daemon.table`), how one
is sent (`web`, `email`).

Counts are in memory: they begin again when the daemon is started.
"""

import logging
from collections import deque
from collections.abc import Awaitable, Callable, Collection, Sequence
from typing import Final

import trio

from daemon.reminders.addresses import AddressFaultError, ReminderAddress, read_address
from daemon.reminders.email import send_email
from daemon.reminders.services import request_for
from daemon.reminders.web import MOST_AT_ONCE, NOT_SENT, NotSentError, Request, Web
from protocol.shared.reminder_kinds import ReminderKind

MOST_A_DAY: Final = 20
"""How many messages one address gets in 24 hours, codes included."""
MOST_CODES: Final = 10
"""How many codes people from one household may ask for in an hour: each is a message to a stranger's address, perhaps.
"""
MOST_WAITING: Final = 100
DAY: Final = 86_400.0
HOUR: Final = 3_600.0

SendToWeb = Callable[[Request], Awaitable[None]]
_WEB: Final = Web()

log = logging.getLogger("fivesd.reminders")


class Counts:
    """How often each of many things has happened in the last `seconds`; what is older is forgotten."""

    def __init__(self, most: int, seconds: float) -> None:
        self._most = most
        self._seconds = seconds
        self._times: dict[str, deque[float]] = {}

    def take_one(self, key: str) -> bool:
        """Count one more; False if that is too many."""
        now = trio.current_time()
        for other, times in list(self._times.items()):
            while times and times[0] <= now - self._seconds:
                times.popleft()
            if not times:
                del self._times[other]
        times = self._times.setdefault(key, deque())
        if len(times) >= self._most:
            return False
        times.append(now)
        return True


class Reminders:
    """Sends messages to players who are not connected.

    `kinds`: those that the host has switched on. `web` sends a request, or raises `NotSentError`. `email`: the words of
    the program that sends e-mail, or none.
    """

    def __init__(
        self, kinds: Collection[ReminderKind] = (), web: SendToWeb = _WEB.send, email: Sequence[str] = ()
    ) -> None:
        allowed = {*kinds, *([ReminderKind.EMAIL] if email else [])}
        self.kinds = tuple(kind for kind in ReminderKind if kind in allowed)
        self._web = web
        self._email = tuple(email)
        self._sent = Counts(MOST_A_DAY, DAY)
        self._codes = Counts(MOST_CODES, HOUR)
        self._places = trio.CapacityLimiter(MOST_AT_ONCE)
        self._waiting = 0

    def read(self, typed: str) -> ReminderAddress:
        """The address, if it is of a kind that is switched on. Raises `AddressFaultError`."""
        if not self.kinds:
            raise AddressFaultError("no_reminders")
        return read_address(typed, self.kinds)

    def may_send_code(self, household: str) -> bool:
        """Count one more code for this household; False if it has asked for too many."""
        return self._codes.take_one(household)

    async def send(self, address: ReminderAddress, text: str) -> None:
        """Send this text. Raises `NotSentError`, whose text is a sentence."""
        try:
            await self._send(address, text)
        except NotSentError as error:
            raise NotSentError(f"{address.host} {error}") from None
        except Exception as error:  # noqa: BLE001 - see below
            # The boundary: a bug met by one player's address must not end the daemon. The error's text may have it.
            log.error("sending a reminder failed: %s", type(error).__name__)  # noqa: TRY400 - as above
            raise NotSentError(f"{address.host} {NOT_SENT}") from None

    async def send_quietly(self, address: ReminderAddress, text: str) -> None:
        """Send this text. That it could not be sent is only logged, without the address."""
        try:
            await self.send(address, text)
        except NotSentError:
            log.info("a reminder by %s could not be sent", address.kind.in_words)

    async def _send(self, address: ReminderAddress, text: str) -> None:
        if address.kind not in self.kinds:  # the host has switched it off since
            raise NotSentError("is not used by this host any more")
        if self._waiting >= MOST_WAITING:
            raise NotSentError("has to wait: too many messages are being sent")
        if not self._sent.take_one(address.key):
            raise NotSentError(f"has had {MOST_A_DAY} messages within a day: try again tomorrow")
        self._waiting += 1
        try:
            async with self._places:
                if address.kind is ReminderKind.EMAIL:
                    await send_email(self._email, address.text, text)
                else:
                    await self._web(request_for(address, text))
        finally:
            self._waiting -= 1
