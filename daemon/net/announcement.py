"""Announcing the host in its own network, so that `fives join` there lists it.

Here: announcing, again whenever this machine's addresses change, and the goodbye. Not here: noticing that they change
(`daemon.machine.watch`), what is announced (`protocol.shared.announced_host`), multicast DNS
(`protocol.shared.multicast`), finding hosts (the client).

A daemon that is killed says no goodbye. Clients do not list a host that does not answer, and the next daemon announces
itself under the same name.
"""

import logging
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, nullcontext
from typing import TYPE_CHECKING, Final

import trio

from daemon.machine.network import Network
from daemon.machine.watch import NetworkWatch
from daemon.net.addresses import addresses_in_network, is_loopback
from protocol.shared.announced_host import MOST_ADDRESSES, SERVICE, TIME_TO_LIVE, AnnouncedHost
from protocol.shared.multicast import NoMulticastError, close_multicast, open_multicast

if TYPE_CHECKING:
    from zeroconf import Zeroconf

TIME_FOR_GOODBYE: Final = 2.0

log = logging.getLogger("fivesd")


async def announce_host(
    name: str,
    listening: Sequence[str],
    port: int,
    key: str | None,
    watch: NetworkWatch,
    report: Callable[[str | None, str], None],
) -> None:
    """Announce the host that listens there, until cancelled. Where that is impossible, the log says so.

    `report` is called with the name under which friends find it now, or with None whenever they do not, and with the
    reason if that is impossible.
    """
    if all(map(is_loopback, listening)):
        return

    def addresses(network: Network) -> tuple[str, ...]:
        return tuple(addresses_in_network(listening, network)[:MOST_ADDRESSES])

    try:
        while True:
            host = AnnouncedHost(name, addresses(watch.now), port, key)
            async with _announced(host) if host.addresses else nullcontext():
                report(name if host.addresses else None, "")
                await watch.changes(addresses, host.addresses)
    except (NoMulticastError, OSError) as error:
        report(None, str(error))
        log.warning("friends in this network need the address, for they cannot find this host: %s", error)


@asynccontextmanager
async def _announced(host: AnnouncedHost) -> AsyncIterator[None]:
    """Announced while inside. Raises `NoMulticastError`."""
    multicast = await trio.to_thread.run_sync(open_multicast)
    try:
        await trio.to_thread.run_sync(_announce, multicast, host)
        yield
    finally:
        with trio.move_on_after(TIME_FOR_GOODBYE, shield=True):
            await trio.to_thread.run_sync(close_multicast, multicast, abandon_on_cancel=True)


def _announce(multicast: "Zeroconf", host: AnnouncedHost) -> None:
    from zeroconf import ServiceInfo  # noqa: PLC0415 - see `multicast`

    service = ServiceInfo(
        SERVICE,
        host.service_name,
        host.port,
        properties=host.fields,
        host_ttl=TIME_TO_LIVE,
        other_ttl=TIME_TO_LIVE,
        parsed_addresses=list(host.addresses),
    )
    try:
        multicast.register_service(service, allow_name_change=True)
    except Exception as error:  # the library's, for which no game may end
        raise NoMulticastError(str(error) or type(error).__name__) from error
