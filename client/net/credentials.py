"""What a client shows a daemon before its first request: the operator's secret, and the invitation of a friend.

Here: what is shown on each connection, and what is left out once the daemon has refused it. Not here: a seat's token,
which is part of a hello (`table_choice`), the connection (`link`).
"""

from collections.abc import Callable
from typing import Final

from attrs import field

from client.words.say import say
from protocol.frozen import define
from protocol.wire.codec import encode_from_client
from protocol.wire.messages import Farewell, FromClient, Goodbye, Invited
from protocol.wire.operator_messages import Operator

_NOT_UNDERSTOOD: Final = (Farewell.NOT_INVITED, Farewell.MALFORMED)
"""The goodbyes to an invitation: it is not valid, or the daemon is too old to know invitations."""


def _no_secret() -> str | None:
    return None


@define(eq=False)
class Credentials:
    """One player's credentials at one host.

    `secret` returns the operator's secret if this player has it; it is called again for each connection. `invitation`:
    that of the link with which the player has come.
    """

    secret: Callable[[], str | None] = field(default=_no_secret, repr=False)
    invitation: str | None = field(default=None, repr=False)
    _shown: tuple[FromClient, ...] = field(default=(), repr=False)
    _wrong_secret: str | None = field(default=None, repr=False)
    is_uninvited: bool = False
    """Whether the daemon has refused the invitation, so that it is left out."""

    def lines(self) -> bytes:
        """The lines before the first request of a new connection."""
        secret, shown = self.secret(), list[FromClient]()
        if secret not in (None, self._wrong_secret):
            shown.append(Operator(secret))
        if self.invitation is not None and not self.is_uninvited:
            shown.append(Invited(self.invitation))
        self._shown = tuple(shown)
        return b"".join(map(encode_from_client, shown))

    @property
    def is_operator(self) -> bool:
        """Whether the operator's secret was shown on the last connection."""
        return any(isinstance(message, Operator) for message in self._shown)

    def retry_without(self, goodbye: Goodbye) -> bool:
        """Whether a daemon that has not answered yet may have refused a line; the next connection does without it.

        A daemon that was killed leaves its key file behind. A seat's token works without an invitation.
        """
        for message in self._shown:
            if isinstance(message, Operator) and goodbye.reason == Farewell.BAD_TOKEN:
                self._wrong_secret = message.secret
                return True
            if isinstance(message, Invited) and goodbye.reason in _NOT_UNDERSTOOD:
                self.is_uninvited = True
                return True
        return False

    def drop_secret(self) -> bool:
        """Show the secret of the last connection no more, because the host has revoked it; False if none was shown."""
        shown = [message.secret for message in self._shown if isinstance(message, Operator)]
        self._wrong_secret = next(iter(shown), self._wrong_secret)
        return bool(shown)

    @property
    def is_secret_refused(self) -> bool:
        """Whether the secret is left out, because the daemon has refused or revoked it."""
        return self._wrong_secret is not None and self.secret() == self._wrong_secret

    def trust_secret(self) -> None:
        """Show the secret again: something else was wrong."""
        self._wrong_secret = None

    def why_refused(self, goodbye: Goodbye) -> str | None:
        """Why the daemon lets nobody in with this invitation, in a sentence; None if it is about something else."""
        is_invited = self.invitation is not None and goodbye.reason == Farewell.NOT_INVITED
        return say("connection.invitation_ended") if is_invited else None
