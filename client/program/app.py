"""One run of the client, from the options to the exit status: the player, the front end, the daemon.

Here: connecting session, link and front end, and reporting how they ended. Not here: the options (`commands`), the
tables of a private daemon (`play`), front ends (`front_end`).
"""

import argparse
import secrets
import sys
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from typing import Final

import trio
from attrs import evolve, field

from client.model.announcements import Announcement, Subject
from client.model.house_rules import RuleSets
from client.model.model import Model
from client.model.status import Ended
from client.net.credentials import Credentials
from client.net.dial import HostDial
from client.net.link import Link
from client.net.remedies.common import remedies
from client.net.remedies.endings import SavedMatch, keep_alive
from client.net.remedies.other_table import AskPassword
from client.net.request import RequestError
from client.practice.tutor import Tutor
from client.program.daemon_start import PrivateDaemonError, Process, start_private
from client.program.front_end import Bell, FrontEnd, front_end, run
from client.program.games_folder import GamesFolder
from client.program.hosting import HostOptions, secret_at
from client.program.installation import mismatch_here
from client.program.naming import player_name
from client.program.other_hosts import other_hosts
from client.program.own_table import OwnTables
from client.program.play import ChosenTable, ShowStart, choose_table
from client.program.play_options import PlayOptions
from client.program.private_daemon import (
    AlreadyPlayingError,
    HostedDaemon,
    called_if_slow,
    hosted_daemon,
    private_daemon,
)
from client.program.questions import Ask
from client.program.setting_flags import PLAY_SETTINGS, flags_of
from client.program.unfinished import SAVED_AS, SavedMatches, data_words, find_unfinished, listing, summary
from client.store.autosave import Autosave
from client.store.disk_limits import DiskLimits
from client.store.documents import Folder
from client.store.file_games import FileGames
from client.store.file_hosts import FileHosts
from client.store.file_seats import FileSeats
from client.store.file_settings import FileSettings
from client.store.files import data_folder, settings_file
from client.store.host_seats import HostSeats
from client.store.known_games import KNOWN_GAMES, LINE_MODE, add_known_games
from client.store.my_games import PRIVATE
from client.store.saved_rules import HOUSE_RULES
from client.store.settings import read_settings
from client.store.unfinished_games import UnfinishedGames
from client.terminal.line_printer import LinePrinter
from client.terminal.look import Habits, Look, can_draw
from client.terminal.printed_lines import print_error, print_line
from client.terminal.tones import Tones, no_tones
from client.words import take_over_words
from client.words.leaving_words import HostedBy, line_after_leaving
from client.words.say import say, together
from client.words.settings import SETTINGS, SPEECH, VERBOSITY, Place, settings_in
from client.words.spoken_words import for_ears
from protocol.frozen import frozen
from protocol.game.levels import FIRST_LEVEL
from protocol.game.table_options import Assist
from protocol.log.events import TableOptions
from protocol.log.table import Stage
from protocol.shared.address import Address, is_this_machine
from protocol.shared.exit_status import DONE, FAILED, MISUSED
from protocol.shared.host_options import LOG
from protocol.shared.join_link import Endpoint, JoinLink
from protocol.shared.plain_signs import has_drawing_signs
from protocol.shared.quoting import command_of
from protocol.shared.streams import drop_output
from protocol.version import __version__
from protocol.wire.messages import Role
from protocol.wire.sealer import Sealer
from protocol.wire.session import Session

Deliver = Callable[[list[Announcement]], None]
CLIENT: Final = " ".join(("fives", __version__))


@frozen
class App:
    """One run of the client. `data` is the folder of --data, None without it.

    `go_on` carries out another command, whose words it gets, if the player leaves for that.
    """

    name: str
    lines: bool
    debug: bool
    settings: FileSettings
    data: Path | None
    table: str | None = None
    password: str | None = None
    new_tables: TableOptions = field(factory=TableOptions)
    limits: DiskLimits = field(factory=DiskLimits)
    go_on: Callable[[Sequence[str]], int] = lambda _: DONE

    @classmethod
    def from_arguments(
        cls,
        given: argparse.Namespace,
        main: Callable[[Sequence[str]], int] = lambda _: DONE,
        *,
        is_seen: bool = False,
        is_alone: bool = False,
    ) -> "App":
        """The run with these options of the command line. Raises `MisusedError` and `SettingsError`.

        `main` carries out another command, with the same settings, if the player leaves for that. `is_seen`: other
        players see the name, so a player without one is asked for it. `is_alone`: nobody else plays.
        """
        uses_lines = given.lines or not can_draw()
        return cls(
            name=player_name(given.name, settings_file() if is_seen else None, is_alone=is_alone),
            lines=uses_lines,
            debug=given.debug,
            settings=_settings(given, uses_lines=uses_lines),
            data=given.data,
            table=getattr(given, "table", None),
            password=given.password,
            new_tables=TableOptions(assist=Assist(given.assist), bot_level=given.bot_level),
            limits=DiskLimits(given.records, given.record_mb),
            go_on=lambda words: main([*words, *_passed_on(given, words[0])]),
        )

    def join(self, where: JoinLink, *, watches: bool = False) -> int:
        """Play at a friend's table, or watch it; returns the exit status."""
        folder, endpoint = data_folder(self.data), where.endpoints[0]
        session = self._session(Role.SPECTATOR if watches else Role.PLAYER)

        async def play_session() -> Ended:
            front = self._front(session, GamesFolder(folder, str(endpoint)))
            self._say(say("run.connecting", host=str(endpoint)))
            host = HostDial(where, FileHosts(folder))
            link = Link(
                front.model,
                where.address,
                self._autosave(folder, str(endpoint), session),
                self._deliver(front),
                remedies(mismatch_here, *([AskPassword()] if sys.stdin.isatty() else [])),
                credentials=Credentials(partial(secret_at, where.address), host.invitation),
                linked_table=where.table if self.table is None else None,
            )
            async with other_hosts(link, host) as (arrival, here):
                ended = await _play_to_end(front, link, folder)
            again = self._command_back(arrival.host.link.endpoints[0], front.model.session)
            if here.options is not None:
                return _with_stopped(ended, front.model, here.options, here.options.short_command(self.name), again)
            return _with_line(ended, line_after_leaving(front.model.view, HostedBy.OTHERS, again))

        return self._run(play_session)

    def _command_back(self, endpoint: Endpoint, session: Session) -> str:
        """The command that brings a guest back to the table that was left; empty without a table.

        Who came to play finds a seat again as long as no match is running; who came to watch watches.
        """
        if session.table_name is None:
            return ""
        has_seat = session.seat is not None or session.token is not None
        watches = not has_seat and (session.role is Role.SPECTATOR or session.table.stage is Stage.PLAYING)
        words = ["fives", "watch" if watches else "join", endpoint.typed]
        words += ["--table", session.table_name, "--name", self.name]
        return command_of((*words, *data_words(self.data)))

    def host(self, host_options: HostOptions, folder: Path | None = None, news: Sequence[str] = ()) -> int:
        """Host a game and play in it; returns the exit status.

        `folder`: the client's own, if it is not the default. `news`: lines for the player on arrival.
        """
        folder, command = folder or data_folder(), host_options.command(self.name)
        session = self._session(Role.PLAYER)

        async def play_session() -> Ended:
            start = partial(host_options.start, self.name)
            async with AsyncExitStack() as stack:
                async with called_if_slow(_say_slow):
                    daemon = await stack.enter_async_context(hosted_daemon(start, host_options.data))
                address = daemon.address
                front = self._front(session, GamesFolder(folder, host_options.seat_saved_at(address)), HostedBy.PLAYER)
                front.model.own_host = daemon.own_host(has_page=host_options.has_page, shares=host_options.shares)
                for line in (*front.model.ways_here, say("room.more_typed")):
                    self._say(line)
                autosave = self._autosave(folder, host_options.seat_saved_at(address), session, command)
                link = Link(
                    front.model,
                    address,
                    autosave,
                    self._deliver(front),
                    remedies(mismatch_here),
                    credentials=Credentials(host_options.secret),
                )
                link.on_arrival += [Announcement(Subject.LINK, text) for text in news]
                key = None if is_this_machine(address.host) else daemon.key
                first = HostDial(JoinLink((Endpoint(address),), key=key), FileHosts(folder))
                async with other_hosts(link, first, (daemon, host_options)) as (arrival, _):
                    tables = OwnTables(address, arrival.dial, host_options.secret, session, autosave.seats)
                    keep_alive(link, partial(_revived, daemon, tables))
                    if host_options.takes_over is None:
                        link.find_host = partial(_find_own_table, link, tables, host_options)
                    ended = await _play_to_end(front, link, folder)
            back = self._command_back(arrival.host.link.endpoints[0], front.model.session)
            return _with_stopped(ended, front.model, host_options, host_options.short_command(self.name), back)

        return self._run(play_session)

    def play(self, options: PlayOptions, process: Process, start: ShowStart | None = None) -> int:
        """Play against computer players at this private daemon; returns the exit status. `start` comes first."""
        seats = FileSeats(options.data)
        # The daemon writes its own records into a folder that the player names.
        is_default = self.data is None or options.earlier is not None
        folder = data_folder(self.data) if is_default else options.data
        games = FileGames(folder, self.limits, saves_records=is_default)
        flags = ("--comments",) if options.comments else ()
        session, again = self._session(Role.PLAYER), command_of(("fives", "play", *flags, *data_words(options.folder)))

        async def play_session() -> Ended:
            async with private_daemon(process, options.data) as ready:
                find = None if start is None else await start(ready, session, seats)
                if start is not None and find is None:
                    return Ended(failed=False)
                front = self._front(session, GamesFolder(folder, PRIVATE), HostedBy.PROGRAM)
                if options.earlier is not None:
                    front.model.earlier.add(options.earlier)
                notes: list[Announcement] = []
                deliver = self._deliver(front) if self.lines else _with_notes(notes, self._deliver(front))
                tutor = Tutor(front.model, deliver) if options.comments else None
                autosave = Autosave(HostSeats(seats, *SAVED_AS), games)
                saved = say("unfinished.is_saved", command=again)
                link = Link(
                    front.model,
                    None,
                    autosave,
                    deliver if tutor is None else tutor.receive,
                    remedies(mismatch_here, SavedMatch(saved)),
                )

                async def ask_for_table() -> tuple[Address, ChosenTable | Ended]:
                    address = await ready()
                    return address, await choose_table(
                        address, session, seats, options, _ask_at_terminal(link), games.all
                    )

                async def find_table() -> Address | Ended:
                    address, chosen = await (find or ask_for_table)()
                    if isinstance(chosen, Ended):
                        return chosen
                    session.wanted_table = chosen.table
                    notes.extend(Announcement(Subject.LINK, text) for text in chosen.notes)
                    if self.lines:
                        # Who asks for beginners knows the lessons, or comes from them.
                        asks_for_beginners = options.table.options.bot_level == FIRST_LEVEL
                        is_new = sys.stdin.isatty() and not (asks_for_beginners or games.all() or seats.all())
                        notes.extend([Announcement(Subject.LINK, say("start.learn_command"))] if is_new else [])
                        link.deliver(notes)
                    return address

                link.find_host = find_table
                async with trio.open_nursery() as nursery:
                    if tutor is not None:
                        nursery.start_soon(tutor.run)
                    ended = await _play_to_end(front, link, folder)
                    nursery.cancel_scope.cancel()
                return _with_line(ended, line_after_leaving(front.model.view, HostedBy.PROGRAM, again))

        return self._run(play_session)

    def list_unfinished(self, options: PlayOptions) -> int:
        """List the matches that `fives play` can continue; returns the exit status."""

        async def print_list() -> Ended:
            saved = SavedMatches()
            if options.data.exists():
                async with private_daemon(start_private(options.flags, options.data), options.data) as ready:
                    try:
                        address = await ready()
                    except AlreadyPlayingError as error:  # its daemon has the list, too
                        if error.address is None:
                            raise
                        address = error.address
                    saved = await find_unfinished(address, self._session(Role.PLAYER), FileSeats(options.data))
            for line in listing(saved, options.folder, options.data):
                print_line(line)
            return Ended(failed=False)

        return evolve(self, lines=True)._run(print_list)

    def _session(self, role: Role) -> Session:
        return Session(
            CLIENT,
            self.name,
            role,
            wanted_table=self.table,
            password=self.password,
            new_token=secrets.token_urlsafe,
            sealer=Sealer(partial(secrets.token_hex, 32)),
        )

    def _autosave(self, folder: Path, seats_at: str, session: Session, host_command: tuple[str, ...] = ()) -> Autosave:
        seats = HostSeats(FileSeats(folder), seats_at, session.name, host_command)
        unfinished = UnfinishedGames(folder) if self.limits.records else None
        return Autosave(seats, FileGames(folder, self.limits), unfinished=unfinished)

    def _front(self, session: Session, games_folder: GamesFolder, hosted_by: HostedBy = HostedBy.OTHERS) -> FrontEnd:
        front = front_end(session, self.new_tables, self.settings, games_folder, uses_lines=self.lines)
        front.model.hosted_by = hosted_by
        front.model.earlier.find = games_folder.record_of
        front.model.evening = games_folder.evening
        kept = Folder(games_folder.folder)
        front.model.house_rules = RuleSets(HOUSE_RULES.load(kept), partial(HOUSE_RULES.save, kept))
        if not self.lines or (sys.stdin.isatty() and self.settings.habits.verbosity != 0):
            front.model.introduction.known = known = {*KNOWN_GAMES.load(kept)}
            self._introduce_lines(known)
        silent = no_tones() if self.settings.habits.has_tones else ""
        for trouble in (*kept.troubles, *([silent] if silent else [])):
            if self.lines:
                print_error(trouble)
            else:
                front.receive([Announcement(Subject.LINK, trouble)])
        return front

    def _introduce_lines(self, known: set[str]) -> None:
        """At the first start of line mode, offer the verbosity for ears to a player who has chosen none."""
        if self.lines and LINE_MODE not in known and VERBOSITY not in self.settings.in_file:
            if self.settings.habits.verbosity == SETTINGS[VERBOSITY].default:
                print_line(say("lines.offers_speech"))
            known.add(LINE_MODE)

    def _deliver(self, front: FrontEnd) -> Deliver:
        return Bell(front, self.settings.habits, Tones()).deliver_and_ring

    def _say(self, text: str) -> None:
        """Print a line before the front end starts; the full screen would erase it."""
        if self.lines:
            print(for_ears(text) if self._is_for_ears else text, flush=True)

    @property
    def _is_for_ears(self) -> bool:
        return self.lines and self.settings.habits.verbosity == SPEECH

    def _run(self, session: Callable[[], Awaitable[Ended]]) -> int:
        ended, is_misuse = Ended(failed=False), False
        try:
            ended = run(session, uses_lines=self.lines)
        except* (KeyboardInterrupt, EOFError):
            pass  # the player has left, which is not a failure
        except* (RequestError, PrivateDaemonError) as group:
            if self.debug:
                raise
            error = _first(group)
            assert isinstance(error, RequestError | PrivateDaemonError)
            ended, is_misuse = Ended(str(error)), error.is_misuse
        except* OSError as group:  # of standard output: the link reports the network's
            raise _first(group) from None
        except* Exception as group:
            # The boundary to the player: a bug of ours is one line, unless --debug is given.
            if self.debug:
                raise
            ended = Ended(say("run.failed", error=repr(_first(group))))
        if ended.then:
            return self.go_on(ended.then)
        status = _report(ended, LinePrinter(self.settings.habits).line if self._is_for_ears else print_line)
        return MISUSED if is_misuse else status


def _passed_on(given: argparse.Namespace, command: str) -> Sequence[str]:
    """The flags that another command gets from this one."""
    is_own = not {given.command, command} & {"host", "take-over"}  # the --data of these is the daemon's
    has_own_data = is_own and given.data is not None
    settings = [name for name in PLAY_SETTINGS if command != "take-over" or name != "name"]  # the seat has a name
    return (*flags_of(given, settings), *(("--data", str(given.data)) if has_own_data else ()))


def _settings(given: argparse.Namespace, *, uses_lines: bool) -> FileSettings:
    """The settings that can change while playing. Raises `SettingsError`."""
    path = settings_file()
    names = [
        name
        for name in settings_in(Place.LINES if uses_lines else Place.SCREEN)
        if name != "ascii" or has_drawing_signs()  # otherwise it is always on
    ]
    habits = Habits(given.verbosity, given.autoknock, given.bell, given.sounds, given.tones)
    return FileSettings(path, names, Look.from_arguments(given), habits, read_settings(path).values)


async def _play_to_end(front: FrontEnd, link: Link, folder: Path) -> Ended:
    """Play to the end, and then save which games the player has been introduced to."""
    try:
        return await front.run(link)
    finally:
        add_known_games(Folder(folder), front.model.introduction.known or set())


def _with_line(ended: Ended, line: str) -> Ended:
    """How the game ended; this line if the player has left for good."""
    return ended if ended.text or ended.failed or ended.then else evolve(ended, text=line)


def _with_stopped(ended: Ended, model: Model, host_options: HostOptions, command: Sequence[str], back: str) -> Ended:
    """How the game ended, and how the player hosts it again; or comes `back` to it, once it has moved to another host.

    `command`: the words after `fives` that host it again.
    """
    again = back if model.hosted_by is HostedBy.OTHERS else command_of(("fives", *command))
    stopped = line_after_leaving(model.view, model.hosted_by, again)
    log = say("run.log", path=str(host_options.data / LOG)) if ended.failed else ""
    return evolve(ended, text=together(ended.text, stopped, log))


def _with_notes(notes: list[Announcement], deliver: Deliver) -> Deliver:
    """`deliver`, with these notes added once the player has joined: the full screen would erase them earlier."""

    def deliver_more(announcements: list[Announcement]) -> None:
        if any(announcement.subject is Subject.AWAY for announcement in announcements):
            announcements = [*announcements, *notes]
            notes.clear()
        deliver(announcements)

    return deliver_more


def _report(ended: Ended, out: Callable[[str], None]) -> int:
    if ended.text and ended.failed:
        print_error(ended.text)
    elif ended.text:
        try:
            out(ended.text)
        except OSError:  # nobody reads it: the terminal may be gone, which is one way to leave
            drop_output()
    return FAILED if ended.failed else DONE


def _first(group: BaseExceptionGroup[BaseException]) -> BaseException:
    error: BaseException = group
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error


def _say_slow() -> None:
    """Say that the table is not there yet, at a terminal alone: what goes to a program is always the same."""
    if sys.stdout.isatty():
        print_line(say("connecting.setting_up"))


async def _find_own_table(link: Link, tables: OwnTables, options: HostOptions) -> Address:
    """The address of the player's own daemon, once the table there is chosen. Raises `RequestError`."""
    ask = _ask_at_terminal(link)
    own = await tables.choose(options.if_unfinished, options.resumes_at, ask, options.left_open)
    if own is not None:
        tables.session.wanted_table = own.table
        link.on_arrival += [Announcement(Subject.LINK, text) for text in own.notes]
    gone, hosts = tables.gone, link.model.own_host
    if hosts is not None:
        hosts.locked = tables.locked
        is_locked = tables.is_home_locked if own is None else own.table in tables.locked
        if is_locked and not link.model.is_drawn:
            link.on_arrival.append(Announcement(Subject.LINK, say("way.password")))
    if gone is not None:
        link.model.absent_host.leave(gone.seat.table, before=True)
        text = take_over_words.is_elsewhere(summary(gone.view), gone.where, is_drawn=link.model.is_drawn)
        link.on_arrival.append(Announcement(Subject.LINK, text))
    return tables.address


async def _revived(daemon: HostedDaemon, tables: OwnTables, report: Callable[[], None]) -> Announcement | Ended | None:
    """As `HostedDaemon.revive`; the host's own table stays the one that the player chose."""
    outcome = await daemon.revive(report)
    if isinstance(outcome, Announcement):
        await tables.restore()
    return outcome


def _ask_at_terminal(link: Link) -> Ask | None:
    """What asks the player, or None without a terminal."""
    return partial(_ask, link) if sys.stdin.isatty() and sys.stdout.isatty() else None


async def _ask(link: Link, question: str) -> str:
    """The answer that the player types, in lower case. Raises `EOFError` if there is none: the player leaves."""
    typed = await link.answer.ask(question)
    if typed is None:
        raise EOFError
    return typed.casefold()
