"""Where friends can join this daemon, and the operators who follow it.

Here: what a `reach` says, and sending it again after each change. Not here: who is invited (`invitations`), the tunnel,
checking the operator's secret (`controls`).

Each operator has a task of its own, which waits until the one before has been read: many changes at once are sent once,
and an operator that reads nothing gets only the latest state when it reads again.
"""

from collections.abc import Callable, Sequence

import trio
from attrs import field

from daemon.guest import Guest, Origin
from daemon.machine.network import Network
from protocol.clean import shortened
from protocol.frozen import define
from protocol.wire.limits import LONGEST_SENTENCE, LONGEST_TEXT
from protocol.wire.operator_messages import HostBrowser, Invitation, Reach, TunnelState, WrongCode


class ReachBoard:
    """Where friends can join. `invited`: the invitations now, the newest first; None if nobody needs one.

    `browsers`: those with the host's controls now.
    """

    def __init__(
        self,
        nursery: trio.Nursery,
        invited: Callable[[], Sequence[Invitation] | None],
        browsers: Callable[[], Sequence[HostBrowser]] = tuple,
    ) -> None:
        self._nursery = nursery
        self._invited = invited
        self._browsers = browsers
        self.key: str | None = None
        """The host's; None if nothing is encrypted."""
        self._inside: tuple[str, ...] = ()
        self._outside: tuple[str, ...] = ()
        self._named: tuple[str, ...] = ()
        self._network = Network()
        self._opened = False
        self._listed_as: str | None = None
        self._why_unlisted = ""
        self._wrong_code: WrongCode | None = None
        self._share, self._detail = TunnelState.OFF, ""
        self._shared: tuple[str, ...] = ()
        self._followers: dict[Guest, _Follower] = {}
        self._changed = trio.Event()

    def set_own(self, inside: Sequence[str], outside: Sequence[str], network: Network) -> None:
        """State what links to this machine in this network begin with: inside, and from elsewhere.

        Whoever has opened the link before has not shown that another one works.
        """
        if self._inside[:1] != tuple(inside[:1]):
            self._opened = False
        self._inside, self._outside, self._network = tuple(inside), tuple(outside), network
        self.note_change()

    def add_outside(self, link: str) -> None:
        """State what else links from elsewhere begin with: the newest is the best."""
        self._named = (link, *(other for other in self._named if other != link))
        self.note_change()

    def set_listed(self, name: str | None, why_not: str = "") -> None:
        """State under which name friends in this network find this host now; None if they do not, and why not."""
        self._listed_as, self._why_unlisted = name, why_not
        self.note_change()

    def set_wrong_code(self, wrong: WrongCode) -> None:
        """State that somebody has shown a code for the host's controls that is not valid."""
        self._wrong_code = wrong
        self.note_change()

    def note_visit(self, origin: Origin) -> None:
        """Note that somebody has opened the link; it shows that the link works if that was on another machine here."""
        is_no_proof = origin.is_outside or origin.is_loopback or self._network.has(origin.address)
        if not self._opened and not is_no_proof:
            self._opened = True
            self.note_change()

    def set_share(self, state: TunnelState, detail: str, links: Sequence[str]) -> None:
        """State what the tunnel does, and what links through it begin with. They come before all others."""
        self._share, self._detail, self._shared = state, detail, tuple(links)
        self.note_change()

    def note_change(self) -> None:
        """Have the operators who follow get the new state, once for all changes until their turn."""
        self._changed.set()
        self._changed = trio.Event()

    def now(self) -> Reach:
        """Where friends can join now."""
        invited = self._invited()
        links = dict.fromkeys((*self._shared, *self._named, *self._outside))
        return Reach(
            key=self.key,
            outside=tuple(link for link in links if len(link) <= LONGEST_TEXT),
            inside=self._inside,
            share=self._share.value,
            detail=shortened(self._detail, LONGEST_SENTENCE),
            asks=invited is not None,
            invitations=tuple(invited or ()),
            browsers=tuple(self._browsers()),
            opened=self._opened,
            listed_as=self._listed_as,
            why_unlisted=shortened(self._why_unlisted, LONGEST_SENTENCE),
            wrong_code=self._wrong_code,
        )

    def answer(self, guest: Guest) -> None:
        """Send an operator the state now."""
        reach = self.now()
        if guest in self._followers:
            self._followers[guest].sent = reach
        guest.answer(reach)

    def follow(self, guest: Guest) -> None:
        """Send an operator the state now and after each change, until `forget`."""
        if guest not in self._followers:
            self._followers[guest] = _Follower()
            self._nursery.start_soon(self._keep_informed, guest, self._followers[guest])
        self.answer(guest)

    def forget(self, guest: Guest) -> None:
        """Stop sending to an operator whose connection has ended."""
        follower = self._followers.pop(guest, None)
        if follower is not None:
            follower.scope.cancel()

    async def _keep_informed(self, guest: Guest, follower: "_Follower") -> None:
        with follower.scope:
            while True:
                await guest.outbox.wait_for_room()
                if follower.sent != self.now():
                    self.answer(guest)
                await self._changed.wait()


@define(eq=False)
class _Follower:
    """An operator who follows: the scope of its task, and what it was sent last."""

    scope: trio.CancelScope = field(factory=trio.CancelScope)
    sent: Reach | None = None
