"""The way back to the host that a link has left for another one: nothing of it is forgotten too early.

Until a round has ended at the other host, that one may be gone, or be given up for the one before. Here: what leads the
link back, with all that is known to that host alone, and asking it whether it has the game. Not here: when that is done
(`link`, `remedies.moved`, `held_match`), the table that is left (`table_choice`).
"""

from typing import Any, Final, Protocol

import trio
from attrs import field

from client.model.model import Model
from client.model.own_host import OwnHost
from client.net.credentials import Credentials
from client.net.host_connection import Dial, answer_to
from client.store.autosave import Autosave
from client.store.saved_seats import SavedSeat
from client.words.leaving_words import HostedBy
from protocol.frozen import define
from protocol.log.succession import is_played_on
from protocol.shared.address import Address
from protocol.wire.messages import PROTOCOL, FromDaemon, Hello, Role, Welcome
from protocol.wire.session import Session

TIME_TO_ANSWER: Final = 5.0
"""Seconds that a host has to answer which is asked beside the link."""


class Led(Protocol):
    """What a link has that is known to one host alone, or leads to it."""

    model: Model
    autosave: Autosave
    address: Address | None
    dial: Dial
    dial_beside: Dial | None
    credentials: Credentials
    remedies: list[Any]


@define(eq=False, kw_only=True)
class WayBack:
    """The place where a link was. `session`: what is known of the table there.

    `key`: that of the host there, empty if it is not known. `is_welcomed`: the player is at a table of the other host
    by now.
    """

    session: Session
    key: str = ""
    is_welcomed: bool = False
    _address: Address | None
    _dial: Dial
    _dial_beside: Dial | None
    _credentials: Credentials
    _remedies: list[Any]
    _own_host: OwnHost | None
    _hosted_by: HostedBy
    _encryption: str
    _seats: tuple[str, str, SavedSeat | None, tuple[str, ...]] = field(repr=False)

    @classmethod
    def of(cls, link: Led) -> "WayBack":
        """The way back to where this link is now."""
        model, seats = link.model, link.autosave.seats
        return cls(
            session=model.session,
            key=seats.certain_key,
            address=link.address,
            dial=link.dial,
            dial_beside=link.dial_beside,
            credentials=link.credentials,
            remedies=[*link.remedies],
            own_host=model.own_host,
            hosted_by=model.hosted_by,
            encryption=model.encryption,
            seats=(seats.address, seats.key, seats.current, seats.host_command),
        )

    def lead(self, link: Led) -> None:
        """Lead the link there, from the next connection on."""
        model, seats = link.model, link.autosave.seats
        link.address, link.dial, link.credentials = self._address, self._dial, self._credentials
        link.dial_beside = self._dial_beside
        link.remedies = self._remedies
        model.own_host, model.hosted_by, model.encryption = self._own_host, self._hosted_by, self._encryption
        seats.address, seats.key, seats.current, seats.host_command = self._seats
        seats.claimed = None

    @property
    def hello(self) -> Hello:
        """Comes to the table there, as who the player was."""
        session = self.session
        role = Role.SPECTATOR if session.token is None else Role.PLAYER
        return Hello(
            *(PROTOCOL, session.client, session.name, role, session.table_name, session.game, session.token),
            since=session.head,
        )

    async def answer(self, hello: Hello) -> FromDaemon | None:
        """What that host answers on a connection of its own; None if it does not."""
        if self._address is None:
            return None
        with trio.move_on_after(TIME_TO_ANSWER):
            dial = self._dial if self._dial_beside is None else self._dial_beside
            answer = await answer_to(self._address, dial, self._credentials.lines(), hello)
            return None if isinstance(answer, str) else answer
        return None

    async def has_game(self) -> bool:
        """Whether that host has the game, and lets the player in."""
        return self.session.game is not None and isinstance(await self.answer(self.hello), Welcome)

    def is_settled(self, session: Session) -> bool:
        """Whether the game goes on at the other host for good: a round has ended there; or the player is elsewhere."""
        continues = session.succession.continues
        if continues is None or self.session.game not in continues.games:
            return session.is_caught_up
        return is_played_on(session.entries, continues)
