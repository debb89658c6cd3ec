"""The kinds of network cards: which of them lead to other people's machines.

Here: what the system says about a card, and what its name says where the system says nothing. Not here: the addresses
on the cards (`network`).
"""

import re
from enum import IntEnum
from pathlib import Path
from typing import Final

CARDS: Final = Path("/sys/class/net")
"""Linux has a folder for each card here; Android does not show it."""
_DOWN: Final = ("down", "lowerlayerdown", "notpresent")
_TYPES_OF_TUNNELS: Final = ("65534", "512")
"""ARPHRD_NONE, as of WireGuard and most VPNs, and ARPHRD_PPP."""
_VIRTUAL: Final = re.compile(
    r"docker|br-|virbr|veth(?!ernet)|vnet\d|vmnet|vboxnet|lxcbr|lxdbr|incusbr|cni|podman"
    r"|bridge\d{3}"  # macOS: of virtual machines, and of a shared connection
    r"|vEthernet|Hyper-V|VirtualBox|VMware",  # Windows: those of WSL and of Hyper-V are called `vEthernet (WSL)`
    re.IGNORECASE,
)
_TUNNEL: Final = re.compile(
    r"u?tun\d|tap\d|wg\d|ppp\d|ipsec\d|tailscale|zt[0-9a-z]{8}|TAP-|WireGuard|Wintun|ZeroTier|OpenVPN", re.IGNORECASE
)


class CardKind(IntEnum):
    """Where a card leads, the likeliest way to friends first."""

    HOUSE = 0
    """To the machines of the house, as far as can be seen."""
    TUNNEL = 1
    """Through a VPN."""
    VIRTUAL = 2
    """To containers and virtual machines on this machine."""
    DOWN = 3
    """Nowhere: nothing is connected to it."""


def kind_of(*names: str, folder: Path = CARDS) -> CardKind:
    """The kind of a card with these names; Windows has two for each. `folder`: where Linux describes its cards."""
    card = folder / names[0].partition(":")[0]  # `eth0:1` is a second address of `eth0`
    if _read(card / "operstate") in _DOWN:
        return CardKind.DOWN
    ports = card / "brif"
    if ports.is_dir():
        return CardKind.HOUSE if any(_leads_out(port) for port in ports.iterdir()) else CardKind.VIRTUAL
    if any(map(_VIRTUAL.match, names)):
        return CardKind.VIRTUAL
    is_tunnel = _read(card / "type") in _TYPES_OF_TUNNELS or (card / "tun_flags").exists()
    return CardKind.TUNNEL if is_tunnel or any(map(_TUNNEL.match, names)) else CardKind.HOUSE


def _leads_out(port: Path) -> bool:
    """Whether a port of a bridge is a card of its own, and not the end of a cable to something on this machine."""
    return not (_VIRTUAL.match(port.name) or _TUNNEL.match(port.name) or (port / "tun_flags").exists())


def _read(file: Path) -> str:
    """What the system says in this file; nothing without one, and of a card that has just gone."""
    try:
        return file.read_text(encoding="ascii").strip()
    except OSError:
        return ""
