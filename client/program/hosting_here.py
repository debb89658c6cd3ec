"""Hosting a match that this player has joined, from within the running game: its host is gone, or hands it over.

Here: the record for the daemon, its start, and leading the link there. Not here: when that happens (`net.absence`,
`net.receiving`), the same from the command line (`take_over_command`).
"""

import secrets
from contextlib import AsyncExitStack, suppress
from functools import partial
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import trio
from attrs import evolve, field

from client.model.announcements import Announcement, Subject
from client.model.own_host import OwnHost
from client.net.absence import NotHostedError
from client.net.credentials import Credentials
from client.net.host_connection import answer_about_tables
from client.net.link import Link
from client.net.page_probe import until_page_answers
from client.net.remedies.endings import keep_alive
from client.net.tcp import open_tcp
from client.program.daemon_start import PrivateDaemonError
from client.program.games_along import GamesAlong, fetch_games_along
from client.program.hosting import HostOptions, TakenMatch
from client.program.private_daemon import HostedDaemon, hosted_daemon
from client.store.saved_records import TooLargeError
from client.store.saved_seats import SavedSeat
from client.words import take_over_words
from client.words.leaving_words import HostedBy
from client.words.say import say
from protocol.frozen import define
from protocol.log.commands import HostReady
from protocol.shared.child_program import child_command
from protocol.shared.firewall import Firewall, firewall_now
from protocol.shared.host_options import PORT
from protocol.wire.messages import Tables, TableSummary
from protocol.wire.notices import EVERYTHING

TIME_FOR_PAGE: Final = 30.0
"""Seconds after which a machine is ready although its page does not answer: the host before waits for a minute and a
half."""


def at_port(options: HostOptions, port: int) -> HostOptions:
    """The same options with the port that the system has chosen: after a crash the others look for the host there."""
    return options if options.port else evolve(options, flags=(*options.flags, f"{PORT.flag}={port}"), port=port)


@define(eq=False)
class HostHere:
    """Makes this machine the host of the match of this link. The daemon ends with `stack`.

    `own`: the player's own daemon, whose match has gone on elsewhere, with its options; the match comes back to it.
    """

    link: Link
    stack: AsyncExitStack
    own: tuple[HostedDaemon, HostOptions] | None = None
    options: HostOptions | None = None
    """Of the daemon, while it is running."""
    _daemon: HostedDaemon | None = None
    _running: AsyncExitStack = field(factory=AsyncExitStack)
    _games: tuple[str, ...] = ()
    """The ids of the games that have come here."""
    firewall: Firewall = Firewall.UNKNOWN
    """This machine's, once a match has come here."""
    _seat: SavedSeat | None = None
    """The player's seat here, as it is saved until the player comes."""
    _news: str = ""
    """What has come along, for the player."""

    async def start(self) -> None:
        """Start the daemon, and lead the link there. Raises `NotHostedError`."""
        await self._start()
        self.link.move_to_host(self.lead)

    async def prepare(self) -> HostReady:
        """Start the daemon, and return what to tell the host that hands the match over. Raises `NotHostedError`."""
        along, word = await self._fetch_along(), secrets.token_urlsafe(24)
        former = () if along is None else along.unfinished
        with trio.CancelScope(shield=True):  # only what is known here can be forgotten again
            daemon = await self._start(None if along is None else along.folder, sha256(word.encode()).hexdigest())
            answer = await answer_about_tables(daemon.address)
            tables = answer.tables if isinstance(answer, Tables) else ()
            home = next((table for table in tables if table.home), None)
            game = "" if home is None else home.game
            others = {table.game: former_id for table in tables for former_id in former if former_id in table.games[1:]}
            self._games = tuple(filter(None, (game, *others)))
            if home is not None:
                await self._save_seat(daemon, home)
        await trio.lowlevel.checkpoint_if_cancelled()
        link = self._own_host(daemon).link(None)
        if not game or link is None:
            raise NotHostedError(say("run.not_reachable"))
        if self.options is not None and self.options.has_page:
            with trio.move_on_after(TIME_FOR_PAGE):  # browsers would read that this machine does not answer
                await until_page_answers(daemon.address)
        if along is not None:
            self._news = take_over_words.came_along(len(others), along.finished, are_all=along.are_all)
        self.firewall = await trio.to_thread.run_sync(firewall_now)
        return HostReady(str(link), daemon.key, game, tuple(others.values()), word)

    async def _save_seat(self, daemon: HostedDaemon, table: TableSummary) -> None:
        """Save the player's seat here before anybody is sent here: this machine may end before the player comes."""
        session, seats, options = self.link.model.session, self.link.autosave.seats, self.options
        assert options is not None
        address, command = options.seat_saved_at(daemon.address), options.command(session.name)
        self._seat = seats.held_seat(session, address, daemon.key or "", (table.table, table.game), command)
        await trio.to_thread.run_sync(seats.saved.save, self._seat)

    async def _fetch_along(self) -> GamesAlong | None:
        """The other games of the host, as many as can be fetched; None unless it hands over everything."""
        link, asked = self.link, self.link.model.presence.hand_over
        if asked is None or asked.text != EVERYTHING or link.address is None:
            return None
        folder: Path | None = None
        try:
            folder = Path(self.stack.enter_context(TemporaryDirectory(prefix="fives-")))
            async with await link.dial(link.address) as stream:
                return await fetch_games_along(stream, link.model.session, folder)
        except OSError:
            return None if folder is None else GamesAlong(folder)

    async def drop(self) -> None:
        """Stop the daemon, and forget its games, which stay where they were."""
        options, self.options, self._daemon = self.options, None, None
        if self._seat is not None:
            self.link.autosave.seats.saved.delete(self._seat)
            self._seat = None
        if self.own is None:
            await self._running.aclose()
        else:
            await self.own[0].child.aclose()
        data = () if options is None else ("--data", str(options.data.absolute()))
        for game in self._games if data else ():
            forget = child_command("daemon", "forget", game, "--yes", *data)
            await trio.run_process(forget, check=False, capture_stdout=True, capture_stderr=True)
        if self.own is not None:
            daemon, before = self.own
            daemon.start = partial(before.start, self.link.model.session.name)
            with suppress(PrivateDaemonError):  # whoever comes to it is told then
                await daemon.start_again()

    async def _start(self, along: Path | None = None, hold: str | None = None) -> HostedDaemon:
        if self._daemon is not None:
            assert self.options is not None
            if self.link.model.own_host is not None:
                return self._daemon
            self.own, self._daemon = (self._daemon, self.options), None  # its match has gone on elsewhere since
        session, saving = self.link.model.session, self.link.autosave
        if session.seat is None:
            raise NotHostedError(say("run.tries_another_host"))
        try:
            record = await trio.to_thread.run_sync(saving.save_unfinished, session, [*session.entries])
            match = TakenMatch(record, session.seat, session.sealer.seat_secret, along, hold)
            if self.own is None:
                self._running = await self.stack.enter_async_context(AsyncExitStack())
                try:
                    daemon, options = await self._open(HostOptions(takes_over=match))
                except PrivateDaemonError:  # perhaps another program has the usual port
                    daemon, options = await self._open(HostOptions((f"{PORT.flag}=0",), port=0, takes_over=match))
            else:
                daemon, options = self.own[0], evolve(self.own[1], takes_over=match)
                daemon.start = partial(options.start, session.name)
                await daemon.start_again()
        except OSError as error:
            raise NotHostedError(say("run.record_not_saved", why=str(error))) from error
        except TooLargeError as error:
            raise NotHostedError(say("run.record_too_large")) from error
        except PrivateDaemonError as error:
            raise NotHostedError(str(error)) from error
        self._daemon, self.options = daemon, options
        return daemon

    async def _open(self, options: HostOptions) -> tuple[HostedDaemon, HostOptions]:
        """A new daemon and its options, with its port. Raises `PrivateDaemonError`."""
        started = hosted_daemon(partial(options.start, self.link.model.session.name), options.data)
        daemon = await self._running.enter_async_context(started)
        return daemon, at_port(options, daemon.address.port)

    def _own_host(self, daemon: HostedDaemon) -> OwnHost:
        assert self.options is not None
        return daemon.own_host(has_page=self.options.has_page, shares=self.options.shares)

    def lead(self) -> None:
        """Lead the link to the daemon, from the next connection on."""
        link, model, daemon, options = self.link, self.link.model, self._daemon, self.options
        assert daemon is not None
        assert options is not None
        link.address, link.dial, link.dial_beside = daemon.address, open_tcp, None
        keep_alive(link, daemon.revive)
        link.credentials = Credentials(options.secret)
        link.autosave.seats.move_to(options.seat_saved_at(daemon.address))
        link.autosave.seats.key = daemon.key or ""
        link.autosave.seats.host_command = options.command(model.session.name)
        host = model.own_host = self._own_host(daemon)
        model.hosted_by, model.encryption = HostedBy.PLAYER, ""
        link.on_arrival.append(Announcement(Subject.LINK, take_over_words.come_here(host.link(None))))
        if self._news:
            link.on_arrival.append(Announcement(Subject.LINK, self._news))
