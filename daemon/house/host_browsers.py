"""The browsers from which this daemon is hosted: a code lets one in, a token is how it is known from then on.

Here: the code, the tokens, and which connections showed one. All of it is in memory only, so it ends with the daemon.
Not here: who may ask for a code and take a token back (`controls`), what an operator may do.

Wrong codes are counted by household, and in the host's own one by address, so that a stranger cannot make the code void
for the others. All together may send a thousand: far too few to find one of 2^40, and more than anybody sends by
mistake. Passwords have pauses instead (`password_guesses`), because they stay valid, and people choose short ones.
"""

import base64
import hashlib
import hmac
import secrets
from collections import Counter
from typing import Final

import trio
from attrs import evolve, field

from daemon.game_log import time_of_day
from daemon.guest import Guest
from protocol.clean import clean
from protocol.frozen import define
from protocol.log.not_allowed import NotAllowed
from protocol.shared.join_link import parse_host_code
from protocol.wire.operator_messages import HostBrowser

TIME_TO_USE_A_CODE: Final = 600.0
MOST_TRIES: Final = 5
"""Wrong codes of one household until the right one is void for it."""
MOST_TRIES_OF_ALL: Final = 1_000
"""Wrong codes of all households until it is void for everybody."""
MOST: Final = 20
LONGEST_KIND: Final = 40
"""Characters of a browser's kind."""


class WrongCodeError(NotAllowed):
    """The code is not valid. `ends_code`: it was one wrong code too many, and there is no valid one any more."""

    def __init__(self, why: str = "host_code_ended", *, ends_code: bool = False) -> None:
        super().__init__(why)
        self.ends_code = ends_code


@define
class _Code:
    """The newest code. `until`: in seconds on trio's clock. `wrong`: how many wrong ones have come, by household."""

    text: str
    until: float
    wrong: Counter[str] = field(factory=Counter)


class HostBrowsers:
    """The browsers with the host's controls."""

    def __init__(self) -> None:
        self._code: _Code | None = None
        self._by_hash: dict[bytes, HostBrowser] = {}
        """By the hash of its token; the newest is last."""
        self._guests: dict[Guest, int] = {}
        """The connections that have shown a token, by the number of the browser."""
        self._count = 0

    def new_code(self) -> str:
        """A code for one browser, in place of the one before: 40 random bits, as two groups of four."""
        text = base64.b32encode(secrets.token_bytes(5)).decode().lower()
        self._code = _Code(f"{text[:4]}-{text[4:]}", trio.current_time() + TIME_TO_USE_A_CODE)
        return self._code.text

    def exchange(self, shown: str, kind: str, household: str) -> str:
        """The token of a browser that has shown the code, which is void now.

        Raises `WrongCodeError`, and `Refused` if there are too many browsers.
        """
        self._check(shown, household)
        if len(self._by_hash) >= MOST:
            raise NotAllowed("browsers_full", most=MOST)
        self._code = None
        self._count += 1
        token = secrets.token_urlsafe(24)
        browser = HostBrowser(self._count, clean(kind)[:LONGEST_KIND] or "a browser", time_of_day())
        self._by_hash[_hash_of(token)] = browser
        return token

    def _check(self, shown: str, household: str) -> None:
        """Raise `WrongCodeError` unless this is the code; a wrong one is counted."""
        code = self._code
        if code is None or trio.current_time() > code.until:
            raise WrongCodeError
        if code.wrong[household] >= MOST_TRIES:
            raise WrongCodeError("many_host_codes")
        if hmac.compare_digest(code.text.encode(), (parse_host_code(shown) or "").encode()):
            return
        code.wrong[household] += 1
        if code.wrong.total() >= MOST_TRIES_OF_ALL:
            self._code = None
        raise WrongCodeError(ends_code=self._code is None)

    def number_of(self, token: str) -> int | None:
        """The number of the browser with this token; None if there is none."""
        browser = self._by_hash.get(_hash_of(token))  # who measures the time learns of hashes, and not of tokens
        return None if browser is None else browser.number

    def listed(self) -> tuple[HostBrowser, ...]:
        """All of them, the newest first."""
        here = set(self._guests.values())
        return tuple(evolve(browser, here=browser.number in here) for browser in reversed(self._by_hash.values()))

    def revoke(self, number: int | None) -> list[Guest]:
        """Take the controls back from this browser, or from all; returns their connections. Raises `Refused`."""
        kept = {} if number is None else {hash_: one for hash_, one in self._by_hash.items() if one.number != number}
        if number is not None and len(kept) == len(self._by_hash):
            raise NotAllowed("no_such_browser")
        self._by_hash = kept
        return [guest for guest, shown in self._guests.items() if number in (None, shown)]

    # The connections.

    def admit(self, guest: Guest, number: int) -> None:
        """Note that a guest has shown the token of this browser."""
        self._guests[guest] = number

    def has(self, guest: Guest) -> bool:
        """Whether a guest is an operator by a browser's token."""
        return guest in self._guests

    def lose(self, guest: Guest) -> bool:
        """Forget a guest whose connection has ended; whether it had shown a token."""
        return self._guests.pop(guest, None) is not None


def _hash_of(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()
