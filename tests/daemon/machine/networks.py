"""This machine in networks of a test's choice."""

from collections.abc import Callable
from ipaddress import ip_address

from attrs import evolve

from daemon.machine.cards import CardKind
from daemon.machine.network import Network, OwnAddress, in_order
from daemon.machine.watch import NetworkWatch

PREFIXES = {4: 24, 6: 64}


def own(address: str, card: str = "eth0", kind: CardKind = CardKind.HOUSE) -> OwnAddress:
    """An address of this machine, in a network of the usual size."""
    ip = ip_address(address)
    return OwnAddress(ip, PREFIXES[ip.version], card, kind)


def network(*addresses: str) -> Network:
    """A network with these addresses on one card; the first is the way out to the internet."""
    ways_out = (ip_address(addresses[0]),) if addresses else ()
    return Network(in_order(map(own, addresses), ways_out), ways_out)


async def at_once(look: Callable[[], Network]) -> Network:
    """Look without a thread: nothing here waits for the system."""
    return look()


class Moving:
    """A machine that a test moves from one network to another; its watch notices within `TIME_BETWEEN_LOOKS`."""

    def __init__(self, *addresses: str) -> None:
        self.now = network(*addresses)
        self.watch = NetworkWatch(lambda: self.now, at_once)

    def move_to(self, *addresses: str) -> None:
        """Have these addresses from now on."""
        self.now = network(*addresses)

    def lose_way_out(self) -> None:
        """Have the same addresses, and no default route."""
        self.now = evolve(self.now, ways_out=())
