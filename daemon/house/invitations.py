"""Invitations: what friends from outside have to show, each with a name, and the guests who came with them.

Here: making, finding and ending them. Not here: their file (`invitation_file`), who needs one (`house`).
"""

import base64
import hmac
import secrets
from collections import Counter
from collections.abc import Mapping
from typing import Final, Protocol

import trio

from daemon.guest import Guest
from protocol.clean import brief
from protocol.log.not_allowed import NotAllowed
from protocol.log.refusals import Reason, Refused
from protocol.names import checked_name, comparison_key
from protocol.wire.operator_messages import Invitation

MOST: Final = 100
BYTES: Final = 16
NOT_VALID: Final = "this invitation has ended, or it is another host's: ask the host for a new link"


class InvitationStore(Protocol):
    """Where the invitations of one daemon are stored: their names, and what to show, the oldest first."""

    async def read(self) -> Mapping[str, str]:
        """The stored invitations by name."""

    async def write(self, by_name: Mapping[str, str]) -> None:
        """Store these in place of all others. Raises `OSError`, and then the others remain."""


class Invitations:
    """The invitations of one daemon."""

    def __init__(self, store: InvitationStore, by_name: Mapping[str, str]) -> None:
        self._store = store
        self._by_name = dict(by_name)
        """By name, the newest last."""
        self._came_with: dict[Guest, str] = {}
        """By guest: the name of the invitation."""
        self._changing = trio.Lock()

    @classmethod
    async def stored_in(cls, store: InvitationStore) -> "Invitations":
        """The invitations in this store."""
        return cls(store, await store.read())

    def listed(self) -> tuple[Invitation, ...]:
        """All of them, the newest first, as an operator sees them."""
        here = Counter(self._came_with.values())
        return tuple(Invitation(name, shown, here[name]) for name, shown in reversed(self._by_name.items()))

    # The guests.

    def admit(self, guest: Guest, shown: str) -> str | None:
        """Note that a guest has come with what was shown, and return the invitation's name; None if it is not valid."""
        found = None
        for name, invitation in self._by_name.items():  # all of them: how long it takes says nothing
            if hmac.compare_digest(invitation.encode(), shown.encode()):
                found = name
        if found is not None:
            self._came_with[guest] = found
        return found

    def lose(self, guest: Guest) -> bool:
        """Forget a guest whose connection has ended; whether it came with an invitation."""
        return self._came_with.pop(guest, None) is not None

    # The host's changes.

    async def invite(self, typed: str) -> None:
        """Make the invitation with this name the newest one; the same as before if it was made already.

        Raises `Refused`.
        """
        name, fault = checked_name(typed)
        if fault is not None:
            raise NotAllowed("not_a_name", why=fault)
        async with self._changing:
            known = self._known(name)
            if known is None and len(self._by_name) >= MOST:
                raise NotAllowed("invitations_full", most=MOST)
            by_name = {other: shown for other, shown in self._by_name.items() if other != known}
            by_name[known or name] = new_invitation() if known is None else self._by_name[known]
            await self._replace(by_name)

    async def end(self, typed: str | None) -> list[Guest]:
        """End the invitation with this name, or all; returns the guests who came with it. Raises `Refused`."""
        async with self._changing:
            known = None if typed is None else self._known(typed)
            if typed is not None and known is None:
                raise NotAllowed("not_invited", name=brief(typed))
            await self._replace({} if known is None else {n: i for n, i in self._by_name.items() if n != known})
        return [guest for guest, name in self._came_with.items() if known in (None, name)]

    def _known(self, typed: str) -> str | None:
        """The name of an invitation as it is written there; None if there is no such invitation."""
        key = comparison_key(checked_name(typed)[0])
        return next((name for name in self._by_name if comparison_key(name) == key), None)

    async def _replace(self, by_name: dict[str, str]) -> None:
        try:
            await self._store.write(by_name)
        except OSError as error:
            raise Refused(Reason.STORE_FAILED, f"the host cannot write to its disk: {error.strerror}") from error
        self._by_name = by_name


def new_invitation() -> str:
    """What a friend has to show: 128 random bits, as 26 letters and digits."""
    return base64.b32encode(secrets.token_bytes(BYTES)).decode().lower().rstrip("=")
