"""Whether a host here encrypts, and the ways in which friends can reach it, a line each: `fives doctor` prints them.

Here: a program of its own, which the doctor starts by name. It opens nothing, and prints no key. With `--report` it
prints no addresses, so that its lines can be sent to somebody. Not here: using a way (`mapping`, `serve`).
"""

import os
import shutil
import sys
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final

import trio

from daemon.machine.network import Network, network_now
from daemon.mapping.gateway import Gateway, find_gateway
from daemon.mapping.mapper import MappingError
from daemon.mapping.port_mapping import NO_PROTOCOL, ways_of_asking
from daemon.net.addresses import EVERYWHERE, addresses_for_friends
from daemon.net.identity import CERTIFICATE, IdentityError, open_identity
from daemon.share.providers import Find, choose
from protocol.shared.address import DEFAULT_PORT, Address
from protocol.shared.exit_status import MisusedError
from protocol.shared.firewall import Firewall, firewall_now
from protocol.shared.operator_key import host_folder

_ALLOW: Final = f"if friends cannot connect, allow TCP port {DEFAULT_PORT}"
_SHARE: Final = "`fives host --share`"


def main() -> None:
    """Print the lines."""
    print(encryption_line(host_folder()))
    network = network_now()
    print(in_this_house(network, is_report="--report" in sys.argv[1:]))
    print(firewall_line(firewall_now()))
    print(trio.run(router_line))
    print(_ipv6(has_address=any(own.ip.version == 6 and own.ip.is_global for own in network.addresses)))
    print(tunnel_line())


def encryption_line(data: Path) -> str:
    """Whether this user's host has its key, and if not, whether it can make one."""
    try:
        if os.path.lexists(data / CERTIFICATE):
            open_identity(data)
            return "encryption: your host has its key, so friends in terminals are encrypted"
        with tempfile.TemporaryDirectory() as nobodys:
            open_identity(Path(nobodys))
    except (IdentityError, OSError) as error:
        return f"encryption: your host cannot start: {error}"
    return "encryption: your host gets its key at its first start; then friends in terminals are encrypted"


def in_this_house(network: Network, *, is_report: bool) -> str:
    """The link for friends in this house, and the card that it leads to. `is_report`: without addresses."""
    friends = addresses_for_friends(tuple(EVERYWHERE), network)
    if not friends and network.addresses:
        return "in this house: this machine has no address for a link; `fives join` alone lists its games for friends"
    if not friends:
        return "in this house: this machine is in no network; connect it, and friends can join"
    cards = {str(own): own.card for own in network.addresses}
    in_links = [friend for friend in friends if ":" not in friend] or friends[:1]
    best, *others = (f"({cards[friend]})" if is_report else f"{friend} ({cards[friend]})" for friend in in_links)
    shown = best if is_report else f"http://{Address(in_links[0], DEFAULT_PORT)} ({cards[in_links[0]]})"
    more = f"; other addresses: {', '.join(others)}" if others else ""
    return f"in this house: friends can join with the link that `fives host` shows: {shown}{more}"


def firewall_line(firewall: Firewall) -> str:
    """Which firewall this machine has, and how friends get through it."""
    match firewall:
        case Firewall.WINDOWS:
            return "firewall: Windows asks when you host for the first time; allow Python on private networks"
        case Firewall.MACOS:
            return "firewall: on; macOS asks when you host for the first time: allow it"
        case Firewall.OFF:
            return "firewall: off"
        case Firewall.UFW:
            return f"firewall: ufw is on; {_ALLOW}: `{firewall.command(DEFAULT_PORT)}`"
        case Firewall.FIREWALLD:
            return f"firewall: firewalld is on; {_ALLOW}: `{firewall.command(DEFAULT_PORT)}`"
        case Firewall.UNKNOWN:
            return f"firewall: none was found; {_ALLOW} in it"


async def router_line(find: Callable[[], Awaitable[Gateway]] = find_gateway) -> str:
    """Whether the router forwards ports on request."""
    try:
        gateway = await find()
        if gateway.own.is_global:
            return "router: none is needed; this machine has an address of its own on the internet"
        ways = await ways_of_asking(gateway)
    except MappingError as error:
        return f"router: {error}"
    known = [way.problem for way in ways if way.problem is not None]
    if not ways or (known and all(known)):
        return f"router: {known[0] if known else NO_PROTOCOL}; {_SHARE} works without it"
    return f"router: it forwards a port on request, by {ways[0].mapper.name}: `fives host --map-port`"


def _ipv6(*, has_address: bool) -> str:
    if not has_address:
        return "IPv6: this machine has no address on the internet"
    rule = f"TCP port {DEFAULT_PORT} in the router's firewall"
    return f"IPv6: this machine has an address on the internet; allow {rule}, and friends with IPv6 can join there"


def tunnel_line(find: Find = shutil.which) -> str:
    """Which tunnel program `--share` would start. `find`: finds a program by its name."""
    try:
        provider = choose("", find)
    except MisusedError as error:
        return f"tunnel: none; {error}"
    return f"tunnel: {provider.name} is installed; {_SHARE} makes a link for friends in other houses"


if __name__ == "__main__":
    main()
