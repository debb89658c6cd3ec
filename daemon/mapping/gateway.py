"""The router of this machine's network, and this machine's address there.

Here: asking the system. Not here: this machine's other addresses (`daemon.machine`), asking the router.
"""

import re
import sys
from ipaddress import AddressValueError, IPv4Address, ip_network
from pathlib import Path
from subprocess import DEVNULL
from typing import Final

import ifaddr
import trio

from daemon.machine.network import SOMEWHERE, address_towards
from daemon.mapping.mapper import MappingError
from protocol.frozen import frozen

SEARCH: Final = ("239.255.255.250", 1900)
"""Where UPnP devices listen for searches."""
PCP_PORT: Final = 5351
NO_ROUTER: Final = "this machine knows no router: it has no way to the internet by IPv4"
TIME_FOR_COMMAND: Final = 2.0
_ROUTES: Final = Path("/proc/net/route")
COMMANDS: Final = {
    "win32": (("route", "print", "-4", "0.0.0.0"), r"^\s*0\.0\.0\.0\s+0\.0\.0\.0\s+([\d.]+)\s"),  # noqa: S104 - a route
    "others": (("route", "-n", "get", "default"), r"gateway:\s*([\d.]+)\s"),  # macOS and BSD
}
"""The command that prints the default route, and where the router is in it, for each system but Linux."""


@frozen
class Gateway:
    """A router, at this `address`, and this machine's `own` address on the same network.

    `port`: where it is asked by PCP and NAT-PMP. `search`: where UPnP devices are searched.
    """

    address: IPv4Address
    own: IPv4Address
    port: int = PCP_PORT
    search: tuple[str, int] = SEARCH


async def find_gateway() -> Gateway:
    """The router through which this machine reaches the internet. Raises `MappingError`."""
    own = _own_address(SOMEWHERE[0])
    if own is None:
        raise MappingError(NO_ROUTER)
    address = gateway_in_routes(_routes()) or await _gateway_of_command() or _likely_gateway(own)
    if address is None or not is_at_home(address):
        raise MappingError("no router was found in this machine's network")
    return Gateway(address, _own_address(address) or own)


def _own_address(target: IPv4Address) -> IPv4Address | None:
    own = address_towards(target)
    return own if isinstance(own, IPv4Address) else None


def is_at_home(address: IPv4Address) -> bool:
    """Whether a router at this address can be this house's own."""
    return address.is_private and not address.is_unspecified


def _routes() -> str:
    try:
        return _ROUTES.read_text(encoding="ascii")
    except OSError:  # not Linux, or Android
        return ""


def gateway_in_routes(routes: str) -> IPv4Address | None:
    """The gateway of the best default route in Linux's list."""
    found = []
    for line in routes.splitlines()[1:]:
        _, destination, gateway, flags, _, _, metric, mask, *_ = line.split()
        if int(destination, 16) == int(mask, 16) == 0 and int(flags, 16) & 2:  # through a gateway
            found.append((int(metric), IPv4Address(int(gateway, 16).to_bytes(4, sys.byteorder))))
    return min(found)[1] if found else None


async def _gateway_of_command() -> IPv4Address | None:
    command, pattern = COMMANDS.get(sys.platform, COMMANDS["others"])
    try:
        with trio.move_on_after(TIME_FOR_COMMAND):
            ran = await trio.run_process(command, capture_stdout=True, stderr=DEVNULL, check=False)
            return gateway_printed(ran.stdout.decode(errors="replace"), pattern)
    except OSError:  # there is no such command
        pass
    return None


def gateway_printed(output: str, pattern: str) -> IPv4Address | None:
    """The gateway in what a command printed."""
    found = re.search(pattern, output, re.MULTILINE)
    try:
        return IPv4Address(found[1]) if found else None
    except AddressValueError:
        return None


def _likely_gateway(own: IPv4Address) -> IPv4Address | None:
    """The first address of this machine's network, where most routers are."""
    for adapter in ifaddr.get_adapters():
        for ip in adapter.ips:
            if ip.ip == str(own):
                return IPv4Address(int(ip_network((ip.ip, ip.network_prefix), strict=False)[0]) + 1)
    return None
