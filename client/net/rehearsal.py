"""The rehearsal of a hand-over: whether this program reaches the machine to which the match is to go.

A player's host says where to try, and whoever is asked to host has said so to it: neither is to make this program
connect to whatever machine it names. So it tries one address only, in this machine's own networks or in the player's
own link, and says nothing there: the connection ends once the key is compared. Whatever else answers, or does not, the
answer is the same, and as late. After a few questions in an hour it answers nothing more, whatever the address is:
otherwise a host could ask for one address after another, and learn the networks of this machine.

Here: which address that is, and the attempt. Not here: what becomes of the answers (`daemon.table.rehearsal`), what is
shown (`model.next_host`).
"""

import ipaddress
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Final

import trio
from attrs import field

from client.net.own_networks import OwnNetworks
from client.net.transport import open_transport
from protocol.frozen import define
from protocol.log.commands import TriedHost
from protocol.shared.address import is_this_machine
from protocol.shared.household import is_near
from protocol.shared.join_link import Endpoint, JoinLink

TIME_TO_TRY: Final = 5.0
"""Seconds for the attempt. An answer that is no is given only then, so that it does not say what answers there."""
MOST_IN_AN_HOUR: Final = 6
FIRST_FREE_PORT: Final = 1024
"""Lower ports are other services', and no player's host has one."""
_HOUR: Final = 3600.0


async def reaches(place: Endpoint, key: str, seconds: float = TIME_TO_TRY) -> bool:
    """Whether the host with this key answers there within so many seconds; if not, that is said only then."""
    ends_at = trio.current_time() + seconds
    with trio.move_on_at(ends_at), suppress(OSError, trio.BrokenResourceError):
        transport = await open_transport(place, key)
        await trio.aclose_forcefully(transport.stream)
        return True
    await trio.sleep_until(ends_at)
    return False


@define(eq=False)
class Rehearsal:
    """The attempts of one player's program. `nursery` runs them; `answer` sends what has been found.

    `own_link`: where the player has gone by themselves; such an address may be anywhere. `networks`: this machine's.
    """

    nursery: trio.Nursery
    answer: Callable[[TriedHost], None]
    own_link: Callable[[], Sequence[Endpoint]]
    networks: Callable[[], OwnNetworks] = OwnNetworks.now
    reach: Callable[[Endpoint, str], Awaitable[bool]] = reaches
    _asked_at: deque[float] = field(factory=lambda: deque(maxlen=MOST_IN_AN_HOUR))

    def try_host(self, there: JoinLink) -> None:
        """Find out whether this program reaches a host, and answer."""
        self.nursery.start_soon(self._run, there)

    async def _run(self, there: JoinLink) -> None:
        assert there.key is not None
        if self._is_asked_too_often():
            self.answer(TriedHost(there.key))
            return
        own, networks = self.own_link(), self.networks()
        place = next((place for place in there.endpoints if _may_try(place, own, networks)), None)
        if place is not None:
            self.answer(TriedHost(there.key, await self.reach(place, there.key)))
        elif all(_is_in_another_house(place, networks) for place in there.endpoints):
            await trio.sleep(TIME_TO_TRY)  # as late as if it had been tried
            self.answer(TriedHost(there.key, reached=False))
        else:
            self.answer(TriedHost(there.key))

    def _is_asked_too_often(self) -> bool:
        """Whether this is one question too many in an hour. One about an address that is not tried counts, too."""
        now = trio.current_time()
        if len(self._asked_at) == MOST_IN_AN_HOUR and now - self._asked_at[0] < _HOUR:
            return True
        self._asked_at.append(now)
        return False


def _may_try(place: Endpoint, own: Sequence[Endpoint], networks: OwnNetworks) -> bool:
    if place in own:
        return not _leads_here(place.address.host, networks)
    is_high = place.address.port >= FIRST_FREE_PORT
    return not place.is_web and is_high and networks.has_neighbour(place.address.host)


def _is_in_another_house(place: Endpoint, networks: OwnNetworks) -> bool:
    """Whether this is a private address of a network to which this machine does not belong."""
    host = place.address.host
    is_private = is_near(host) and not is_this_machine(host) and not networks.has(host)
    return not place.is_web and is_private and not networks.has_neighbour(host)


def _leads_here(host: str, networks: OwnNetworks) -> bool:
    """Whether this is this machine, or a near one that has no address of a neighbour; false for names of others."""
    try:
        ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return "localhost" in host.casefold()
    return is_near(host) and not networks.has_neighbour(host)
