"""The running daemon: how it starts and stops.

Here: its data folder, its listeners, and the order in which everything closes. Not here: tables (`house`), the
deadlines of a connection (`connection`), the settings (`service`), the ways in for friends (`ways_in`).

To stop, it accepts no more connections, says goodbye to every client, then closes the tables, then the journal. In a
club, players go on at another daemon, which can have their games from the goodbye on.
Everything that was sent is already in the journal, so a daemon that is killed instead loses nothing.
"""

import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path
from random import SystemRandom
from typing import Final

import trio

from daemon.house.finished_games import write_due_records
from daemon.house.game_directory import GameDirectory, OwnGames
from daemon.house.home_opening import open_home
from daemon.house.house import House
from daemon.house.key_file import key_in_folder, new_key
from daemon.house.table_services import table_services
from daemon.house.taking_over import go_on_from_copy, take_over
from daemon.journal.interface import Journal
from daemon.journal.record_folder import RecordFolder, Records
from daemon.journal.records import RECORDS
from daemon.journal.sqlite_file import JOURNAL
from daemon.journal.sqlite_journal import open_journal
from daemon.machine.watch import NetworkWatch
from daemon.net.addresses import LOCALHOST, open_listeners, own_address
from daemon.net.browsers import Browsers, most_in_all
from daemon.net.connections import Connections
from daemon.net.identity import Identity, open_identity
from daemon.program.folder_lock import locked
from daemon.program.game_places import check_driver
from daemon.program.page_process import PageProcess
from daemon.program.service import PageOptions, Service
from daemon.program.taking_along import keep_records_along, take_games_along
from daemon.program.ways_in import WaysIn, stored_invitations
from daemon.reminders.reminders import Reminders
from daemon.table.workers import RunInWorker, open_workers
from daemon.trio_program import stop_requests
from protocol.league.league_faults import FAULTS
from protocol.league.league_file import LeagueError
from protocol.shared.garbage import collect_rarely
from protocol.shared.league_path import LEAGUE_FILE, read_league_text
from protocol.wire.messages import Farewell

COPIED: Final = "copied"
"""The file that a copy of a data folder has until a daemon is started on it."""
GC_THRESHOLDS: Final = (4_000, 0, 4_000)
"""The garbage collector looks at each four thousand new objects, every second time at the survivors too, and hardly
ever at all objects. A collection blocks the event loop, so each must be short; fewer collections would each take
longer. A thousand objects, with the survivors every fifth time, pause as long, and cost twice as much in all.
"""
NO_LEAGUE_IN_CLUB: Final = FAULTS("none_in_clubs")
TIME_TO_LEAVE: Final = 5.0

log = logging.getLogger("fivesd")


async def serve(service: Service) -> None:
    """Serve until asked to stop, or until the requested number of matches has been played.

    Raises `InUseError`, `IdentityError`, `ListenError`, `StoreError`, `RulesError`, `MisusedError` and `OSError`, all
    before it serves anything.
    """
    await trio.to_thread.run_sync(partial(service.data.mkdir, mode=0o700, parents=True, exist_ok=True))
    with locked(service.data):
        async with (
            stop_requests(stops_with_stdin=service.stops_with_stdin) as stop,
            _open_games(service) as (journal, directory, identity),
        ):
            await _serve_tables(service, journal, directory, identity, stop)
    log.info("stopped cleanly")


def prepare_process() -> None:
    """Make the garbage collector look rarely at long-lived objects: a game's entries have no cycles."""
    collect_rarely(*GC_THRESHOLDS, freezes=True)


@asynccontextmanager
async def _open_games(service: Service) -> AsyncIterator[tuple[Journal, GameDirectory, Identity | None]]:
    """The journal, where its games are, and the key and certificate; in a club, those of the club.

    Raises `IdentityError` and `StoreError`.
    """
    if service.database is None:
        async with open_journal(service.data / JOURNAL) as journal:
            is_private = service.house.is_private
            identity = None if is_private else await trio.to_thread.run_sync(open_identity, service.data)
            yield journal, OwnGames(journal), identity
    else:
        check_driver()
        from daemon.club.membership import membership  # noqa: PLC0415 - only a club needs its driver

        async with membership(service.database, service.public_address, service.data) as member:
            yield member


async def _serve_tables(
    service: Service, journal: Journal, directory: GameDirectory, identity: Identity | None, stop: trio.Event
) -> None:
    async with open_workers() as workers, trio.open_nursery() as tables, AsyncExitStack() as closing:
        records = RecordFolder(service.data / RECORDS)
        key, secret = (None, None) if identity is None else (identity.key, identity.secret)
        house = await _house(service, journal, records, directory, tables, workers)
        if not directory.is_shared:  # each daemon of a club writes only the records of matches that end there
            await write_due_records(journal, records)
        listeners = await _listening(closing, service.host, service.port)
        port = _port_of(listeners)
        if not directory.is_shared:  # in a club, games wait for their players, and no table is the host's own
            await _open_tables(house, service, journal, key)
        listening = [listener.socket.getsockname()[0] for listener in listeners]
        house.controls.key = new_key(own_address(listening), port)
        house.reach.key = key
        ways_in = WaysIn(service, house, listening, port, NetworkWatch())
        browsers = _browsers(service)
        connections = Connections(house, service.limits, browsers, identity)
        from_tunnel = [] if service.tunnel_port is None else await _listening(closing, LOCALHOST, service.tunnel_port)
        async with trio.open_nursery() as serving:
            serving.start_soon(connections.run)
            async with trio.open_nursery() as accepting:
                # It is gone before the network is told, which takes a second: who starts again looks there (`locked`).
                with key_in_folder(service.data, house.controls.key):
                    accept = partial(trio.serve_listeners, handler_nursery=serving)
                    accepting.start_soon(accept, connections.receive, connections.paced(listeners))
                    if from_tunnel:
                        accepting.start_soon(accept, connections.receive_from_tunnel, connections.paced(from_tunnel))
                    if browsers is not None and service.page is not None:
                        from_page = await _listening(closing, LOCALHOST, 0)
                        accepting.start_soon(accept, connections.receive_from_page, connections.paced(from_page))
                        where = _port_of(from_page), ways_in.in_network
                        shown = secret if directory.is_shared else None
                        page = _page_process(service, service.page, browsers, where, key, shown)
                        ways_in.know_page(page)
                        serving.start_soon(page.run)
                    ways_in.open(accepting, serving, key, _port_of(from_tunnel) if from_tunnel else None)
                    service.announce(listening, ways_in.friends, port, key)
                    if service.takes_along is not None:
                        accepting.start_soon(keep_records_along, records, service.takes_along)
                    accepting.start_soon(_stop_after, house.done, stop)
                    await stop.wait()
                accepting.cancel_scope.cancel()
            await house.tables.leave()
            await _say_goodbye(connections, finished=house.done.is_set())
            serving.cancel_scope.cancel()
        tables.cancel_scope.cancel()


async def _house(
    service: Service,
    journal: Journal,
    records: Records,
    directory: GameDirectory,
    tables: trio.Nursery,
    workers: RunInWorker,
) -> House:
    """The house that these settings ask for. `tables`: for the tasks of its tables."""
    invitations = await stored_invitations(service) if service.invites else None
    reminders = Reminders(service.remind_by, service.web.send, service.email)
    services = table_services(tables, journal, records, SystemRandom(), service.house, workers, reminders)
    read_text = partial(text_of_league, service.data / LEAGUE_FILE, is_in_club=directory.is_shared)
    read_league = partial(trio.to_thread.run_sync, read_text)
    house = House(services, service.house, invitations, read_league, directory)
    house.controls.log_lines = service.log.lines
    house.tables.offered = service.offers
    return house


def text_of_league(path: Path, *, is_in_club: bool) -> str | None:
    """The text of the league's file, or None without one. Raises `LeagueError`, also for a file in a club."""
    text = read_league_text(path)
    if text is not None and is_in_club:
        raise LeagueError(NO_LEAGUE_IN_CLUB)
    return text


async def _open_tables(house: House, service: Service, journal: Journal, key: str | None) -> None:
    """Take up the unfinished games, open the host's own table, and look for a league."""
    if (service.data / COPIED).exists():
        await go_on_from_copy(journal)
        (service.data / COPIED).unlink()
    if service.takes_along is not None:
        hold = None if service.takes_over is None else service.takes_over.hold
        await take_games_along(journal, service.takes_along, hold)
    taken = None if service.takes_over is None else await take_over(journal, service.takes_over, key)
    resumed = await house.tables.take_up()
    if resumed:
        log.info("%s", _resumed_line(resumed))
    if not service.house.is_private:  # a private daemon's client opens the table that its player asks for
        await open_home(house.tables, service.table, taken)
        await house.league_night.look()


def _browsers(service: Service) -> Browsers | None:
    """The object that hands browsers to the page process; None without a page."""
    if service.page is None:
        return None
    return Browsers(most_in_all(service.page.most), trusts_forwarded=service.page.trusts_forwarded)


def _page_process(
    service: Service,
    page: PageOptions,
    browsers: Browsers,
    where: tuple[int, str],
    key: str | None,
    secret: str | None,
) -> PageProcess:
    """The process of the page. `where`: the port to which it connects, and its own address for other machines.

    `secret`: a club's.
    """
    port, network = where
    limits = page.most, service.limits.most_from_one
    return PageProcess(browsers, port, page.known_as, network, limits, key, secret)


async def _listening(closing: AsyncExitStack, host: str | None, port: int) -> list[trio.SocketListener]:
    """Listeners there, until the end; port 0 is any free one. Raises `ListenError`."""
    listeners, _ = await open_listeners(host, port)
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
