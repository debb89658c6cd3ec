"""The running daemon: how it starts and stops.

Here: its data folder, its listeners, and the order in which everything closes. Not here: tables (`house`), the
deadlines of a connection (`connection`), the settings (`service`), the ways in for friends (`ways_in`).

To stop, it accepts no more connections, says goodbye to every client, then closes the tables, then the journal.
Everything that was sent is already in the journal, so a daemon that is killed instead loses nothing.
"""

import gc
import logging
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack, contextmanager
from functools import partial
from pathlib import Path
from random import SystemRandom
from typing import Final

import filelock
import trio

from daemon.house.finished_games import write_due_records
from daemon.house.house import House
from daemon.house.key_file import key_in_folder, new_key
from daemon.journal.interface import Journal
from daemon.journal.records import RECORDS, RecordFolder
from daemon.journal.sqlite_file import JOURNAL
from daemon.journal.sqlite_journal import open_journal
from daemon.net.addresses import LOCALHOST, open_listeners, own_address
from daemon.net.announcement import announce_host
from daemon.net.browsers import Browsers, most_in_all
from daemon.net.connections import Connections
from daemon.net.identity import Identity, open_identity
from daemon.program.page_process import PageProcess
from daemon.program.service import Service
from daemon.program.taking_along import keep_records_along, take_games_along
from daemon.program.taking_over import go_on_from_copy, take_over
from daemon.program.ways_in import know_page_as, own_links, port_mapping, stored_invitations, tunnel
from daemon.table.workers import open_workers
from daemon.trio_program import stop_requests
from protocol.console.league_path import LEAGUE_FILE, read_league_text
from protocol.wire.messages import Farewell

LOCK: Final = "fivesd.lock"
COPIED: Final = "copied"
"""The file that a copy of a data folder has until a daemon is started on it."""
GC_THRESHOLDS: Final = (4_000, 0, 4_000)
"""The garbage collector looks at each four thousand new objects, every second time at the survivors too, and hardly
ever at all objects. A collection blocks the event loop, so each must be short; fewer collections would each take
longer. A thousand objects, with the survivors every fifth time, pause as long, and cost twice as much in all.
"""
TIME_TO_LEAVE: Final = 5.0

log = logging.getLogger("fivesd")


class InUseError(Exception):
    """Another daemon uses the data folder."""


async def serve(service: Service) -> None:
    """Serve until asked to stop, or until the requested number of matches has been played.

    Raises `InUseError`, `IdentityError`, `ListenError`, `StoreError`, `RulesError`, `MisusedError` and `OSError`, all
    before it serves anything.
    """
    await trio.to_thread.run_sync(partial(service.data.mkdir, mode=0o700, parents=True, exist_ok=True))
    with locked(service.data):
        async with (
            stop_requests(stops_with_stdin=service.stops_with_stdin) as stop,
            open_journal(service.data / JOURNAL) as journal,
        ):
            identity: Identity | None = None
            if not service.house.is_private:
                identity = await trio.to_thread.run_sync(open_identity, service.data)
            await _serve_tables(service, journal, identity, stop)
    log.info("stopped cleanly")


def prepare_process() -> None:
    """Make the garbage collector look rarely at long-lived objects: a game's entries have no cycles."""
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)


async def _serve_tables(service: Service, journal: Journal, identity: Identity | None, stop: trio.Event) -> None:
    async with open_workers() as workers, trio.open_nursery() as tables, AsyncExitStack() as closing:
        records = RecordFolder(service.data / RECORDS)
        invitations = await stored_invitations(service) if service.invites else None
        read_league = partial(trio.to_thread.run_sync, read_league_text, service.data / LEAGUE_FILE)
        house = House(tables, journal, records, SystemRandom(), service.house, workers, invitations, read_league)
        house.controls.log_lines = service.log.lines
        await write_due_records(journal, records)
        listeners, port = await open_listeners(service.host, service.port)
        for listener in listeners:
            await closing.enter_async_context(listener)
        await _open_tables(house, service, journal)
        listening = [listener.socket.getsockname()[0] for listener in listeners]
        house.controls.key = new_key(own_address(listening), port)
        inside, outside = own_links(service, listening, port)
        key = None if identity is None else identity.key
        house.reach.set_own(key, inside, outside)
        browsers = _browsers(service)
        connections = Connections(house, service.limits, browsers, identity)
        from_tunnel = await _loopback_listeners(closing, service.tunnel_port)
        with key_in_folder(service.data, house.controls.key):
            async with trio.open_nursery() as serving:
                serving.start_soon(connections.run)
                async with trio.open_nursery() as accepting:
                    accept = partial(trio.serve_listeners, handler_nursery=serving)
                    accepting.start_soon(accept, connections.receive, connections.paced(listeners))
                    if from_tunnel:
                        accepting.start_soon(accept, connections.receive_from_tunnel, connections.paced(from_tunnel))
                    if browsers is not None and service.page is not None:
                        from_page = await _loopback_listeners(closing, 0)
                        accepting.start_soon(accept, connections.receive_from_page, connections.paced(from_page))
                        network = inside[0] if inside else ""
                        limits = service.page.most, service.limits.most_from_one
                        names = service.page.known_as
                        page = PageProcess(browsers, _port_of(from_page), names, network, limits, key)
                        house.controls.know_page_as = partial(know_page_as, page, house.reach, service, port)
                        serving.start_soon(page.run)
                        if service.share is not None:
                            serving.start_soon(tunnel(service.share, _port_of(from_tunnel), page, house, service).run)
                    if service.maps_port:
                        serving.start_soon(port_mapping(listening, port, house, service).run)
                    service.announce(listening, port, key)
                    if service.listed_as is not None:
                        accepting.start_soon(announce_host, service.listed_as, listening, port, key)
                    if service.takes_along is not None:
                        accepting.start_soon(keep_records_along, records, service.takes_along)
                    accepting.start_soon(_stop_after, house.done, stop)
                    await stop.wait()
                    accepting.cancel_scope.cancel()
                await _say_goodbye(connections, finished=house.done.is_set())
                serving.cancel_scope.cancel()
        tables.cancel_scope.cancel()


async def _open_tables(house: House, service: Service, journal: Journal) -> None:
    """Take up the unfinished games, open the host's own table, and look for a league."""
    if (service.data / COPIED).exists():
        await go_on_from_copy(journal)
        (service.data / COPIED).unlink()
    if service.takes_along is not None:
        await take_games_along(journal, service.takes_along)
    taken = None if service.takes_over is None else await take_over(journal, service.takes_over)
    resumed = await house.tables.take_up()
    if resumed:
        log.info("%s", _resumed_line(resumed))
    if not service.house.is_private:  # a private daemon's client opens the table that its player asks for
        await house.tables.open_home(service.table, taken)
        await house.league_night.look()


def _browsers(service: Service) -> Browsers | None:
    """The object that hands browsers to the page process; None without a page."""
    if service.page is None:
        return None
    return Browsers(most_in_all(service.page.most), trusts_forwarded=service.page.trusts_forwarded)


async def _loopback_listeners(closing: AsyncExitStack, port: int | None) -> list[trio.SocketListener]:
    """Listeners at this port of the loopback alone, 0 for any free one and None for no listener."""
    listeners = [] if port is None else (await open_listeners(LOCALHOST, port))[0]
    for listener in listeners:
        await closing.enter_async_context(listener)
    return listeners


def _port_of(listeners: Sequence[trio.SocketListener]) -> int:
    port: int = listeners[0].socket.getsockname()[1]
    return port


def _resumed_line(games: int) -> str:
    if games > 1:
        return f"{games} unfinished games continue where they stopped, each by its own rules"
    return "1 unfinished game continues where it stopped, by its own rules"


async def _stop_after(done: trio.Event, stop: trio.Event) -> None:
    await done.wait()
    stop.set()


async def _say_goodbye(connections: Connections, *, finished: bool) -> None:
    if finished:
        connections.dismiss_all(Farewell.FINISHED, "the matches are over; thank you for playing")
    else:
        connections.dismiss_all(Farewell.SHUTDOWN, "the host has stopped the daemon; the game is kept")
    with trio.move_on_after(TIME_TO_LEAVE):
        await connections.everybody_has_left()


@contextmanager
def locked(data: Path) -> Iterator[None]:
    """Lock the data folder against other daemons. Raises `InUseError` if one uses it."""
    try:
        with filelock.FileLock(data / LOCK).acquire(timeout=0):
            yield
    except filelock.Timeout:
        raise InUseError(f"another daemon is using {data}; stop it, or choose another folder with --data") from None
