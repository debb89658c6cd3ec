"""`fives join` without a link: the player chooses a host in the network, or types where to join.

Here: on the full screen or in lines, and which host's key is then known by its name. Not here: the lists
(`screen.hosts_window`, `lines.host_lines`), finding hosts (`net.lan_hosts`), joining (`app`).
"""

from pathlib import Path

import trio

from client.lines.host_lines import choose_in_lines
from client.model.lan_hosts import LanHosts
from client.net.dial import HostDial
from client.net.lan_hosts import Join, LanSearch, WaysToJoin, open_at
from client.program.front_end import line_reader
from client.store.file_hosts import FileHosts
from client.store.known_hosts import KnownHosts, keys_by_name, save_name
from client.terminal.look import Look
from client.terminal.printed_lines import print_line
from client.terminal.typed_lines import standard_input
from protocol.shared.join_link import JoinLink


def choose_link(folder: Path, look: Look, *, uses_lines: bool) -> JoinLink | None:
    """Where the player at this terminal wants to join; None for nowhere. `folder`: of the known hosts."""
    known = FileHosts(folder)
    ways = ways_to_join(known)
    if uses_lines:
        place = _choose_in_lines(ways)
    else:
        from client.program.on_screen import choose_host  # noqa: PLC0415 - see there

        place = choose_host(ways, look)
    if place is None:
        return None
    remember(known, place)
    return place.link


def ways_to_join(known: KnownHosts) -> WaysToJoin:
    """The hosts in this network, and connecting to any host, for a player who knows these hosts."""
    hosts = LanHosts(keys_by_name(known.all()))
    return WaysToJoin(hosts, LanSearch(hosts, open_at).run, lambda link: HostDial(link, known).dial)


def remember(known: KnownHosts, place: Join) -> None:
    """From now on this key belongs to the name of the host that was chosen from the list."""
    if place.host is not None and place.link.key is not None:
        save_name(known, place.link.key, place.host.announced.name)


def _choose_in_lines(ways: WaysToJoin) -> Join | None:
    place: Join | None = None

    async def choose() -> None:
        nonlocal place
        place = await choose_in_lines(ways, line_reader(standard_input()), print_line)

    try:
        trio.run(choose)
    except* KeyboardInterrupt:
        pass  # the player leaves
    return place
