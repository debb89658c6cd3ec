"""A match that real programs hand over while hosts are killed: `python -m tools.reliability handovers`.

Here: `fives host` or `fivesd` with players in line mode, who play by what they read; kills of the old host, of the next
one or of both, at random moments from before the next one agrees to some rounds after; and the comparison of everything
that the players were shown with what the hosts have in the end. Not here: kills at every single step of what hosts
store (`simulator.handing_over`), firewalls (`end_to_end.test_unreachable_host`).
"""

import html
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import termios
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from enum import StrEnum
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any, Final

import trio
from attrs import evolve, field
from websockets.exceptions import InvalidState

from client.store.file_seats import FileSeats
from client.store.my_games import unfinished_at_hosts
from client.words.say import say
from daemon.journal.interface import StoredRows
from daemon.journal.sqlite_file import JOURNAL
from daemon.journal.sqlite_journal import open_journal
from protocol.frozen import define
from protocol.log.audit import audit
from protocol.log.events import Entry, HostChanged, MatchWon, RoundDealt, RoundEnded
from protocol.log.sight import Viewer, see
from protocol.shared.address import DEFAULT_PORT, parse_address
from protocol.shared.join_link import parse_link
from tests.client.web.page_client import PageClient
from tests.end_to_end.line_player import next_typed
from tests.end_to_end.program import COMMAND, environment
from tests.ports import free_port
from tools.reliability.witness import Shown, shown_in

ASKED: Final = "To host this match on your machine, type take over."
OFFERED: Final = "ype take over"
"""In the question above, and in the one to a player whose machine has the match while the host before is gone."""
COME: Final = "You host this match now."
CANNOT: Final = "The match cannot go on here: "
NOT_YET: Final = "No connection: "
TOO_BUSY: Final = "the private daemon did not answer for"
"""What a program says on a machine that is too busy to start a daemon in time."""
WON: Final = re.compile(" wins the match|You win the match")
TIME_TO_ASK_AGAIN: Final = 4.0
"""Seconds after which a player asks what can be played, in case it was the turn already."""
TIME_TO_ANSWER: Final = 8.0
TIME_TO_COME: Final = 150.0
"""Seconds from the question to a player until the match is there: the host waits 90 seconds for the other one."""
TIME_TO_PLAY: Final = 2400.0
"""Seconds for one match, with everything that hosts wait for after a kill, on a busy machine."""
TIME_TO_REACH: Final = 300.0
"""Seconds in which a hand-over reaches the moment of a kill; without it, the kill comes all the same."""
LONGEST_PAUSE: Final = 1.5
PAUSE_OF_TV: Final = 3.0
TIME_FOR_TV: Final = 60.0
FAILURES_TO_GIVE_UP: Final = 8
FAILURES_TO_GO_BACK: Final = 3
TIMES_AWAY: Final = (0.0, 4.0, 20.0)


class Victim(StrEnum):
    """Which programs are killed at once."""

    OLD = "the old host"
    NEXT = "the next host"
    NEXT_DAEMON = "the daemon of the next host"
    BOTH = "both hosts"


class Moment(StrEnum):
    """When a kill comes, before a random pause: what the next host has reached."""

    BEFORE = "before it is asked"
    ASKED = "asked"
    AGREED = "agreed"
    READY = "ready"
    COME = "everybody is sent there"
    ONE_ROUND_LATER = "one round later"
    TWO_ROUNDS_LATER = "two rounds later"


@define
class Plan:
    """One evening. `is_daemon`: a bare `fivesd` hosts, where nobody plays; `away`: seconds until those killed start.

    `has_tv`: a TV shows the match, from the old host's page. `has_browser`: one more player plays in a browser.
    """

    people: int = 2
    is_daemon: bool = False
    has_tv: bool = False
    has_browser: bool = False
    deals: str = "mixed"
    victim: Victim = Victim.OLD
    moment: Moment = Moment.BEFORE
    pause: float = 0.0
    away: float = 0.0

    def __str__(self) -> str:
        host = "fivesd" if self.is_daemon else "fives host"
        others = f"{', one more in a browser' * self.has_browser}{', and a TV' * self.has_tv}"
        return (
            f"{host}, {self.people} players{others}, {self.deals} deals: {self.victim} killed, {self.moment} and"
            f" {self.pause:.1f} s, away for {self.away:.0f} s"
        )


@define
class HandOverResults:
    """What was found in the evenings so far."""

    evenings: int = 0
    kills: int = 0
    went_to_next: int = 0
    televisions: int = 0
    browsers: int = 0
    shown: int = 0
    dropped: int = 0
    rounds: int = 0

    def add(self, other: "HandOverResults") -> None:
        """Add those of another evening."""
        for name in HandOverResults.__annotations__:
            setattr(self, name, getattr(self, name) + getattr(other, name))

    def __str__(self) -> str:
        return (
            f"{self.evenings} matches, {self.kills} programs killed; {self.went_to_next} matches went on at the next"
            f" host, {self.evenings - self.went_to_next} at the old one, all to their end; {self.televisions} TVs"
            f" showed them until then, and {self.browsers} browsers played; {self.shown} entries shown, all of them"
            f" kept, except {self.dropped} of rounds that were dealt again; {self.rounds} deals, never by two hosts"
        )


@define(eq=False)
class Program:
    """A player's `fives` in line mode, on a machine with folders of its own. `lines`: what it has printed so far."""

    name: str
    folder: Path
    nursery: trio.Nursery
    lines: list[str] = field(factory=list)
    process: trio.Process | None = None
    has_won: bool = False
    """Whether it has said who wins the match."""
    hosts_from: str = "usual"
    """The folder from which it hosts."""
    _words: Sequence[str] = ()
    _killed: list[trio.Process] = field(factory=list)
    _keyboard: int | None = None
    """The end of its terminal at which its player types."""
    _asks_at: float = 0.0
    _said: trio.Event = field(factory=trio.Event)

    @property
    def notes(self) -> Path:
        """The file with everything that its player was shown."""
        return self.folder / "shown"

    @property
    def home(self) -> Path:
        """The client's folder."""
        return self.folder / "home"

    async def start(self, *words: str) -> None:
        """Start it, and let it play."""
        await trio.Path(self.folder).mkdir(parents=True, exist_ok=True)
        self._words = words
        self.lines.append(f"$ fives {' '.join(words)}")
        self.hang_up()
        self._keyboard, inside = os.openpty()  # a program that reads a pipe leaves when the host is gone for a minute
        settings = termios.tcgetattr(inside)
        settings[3] &= ~termios.ECHO
        termios.tcsetattr(inside, termios.TCSANOW, settings)
        self.process = await trio.lowlevel.open_process(
            [sys.executable, "-m", "tools.reliability.witness", str(self.notes), *words],
            stdin=inside,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env={**environment(), "FIVES_HOME": str(self.home), "XDG_DATA_HOME": str(self.folder / self.hosts_from)},
        )
        os.close(inside)
        self.nursery.start_soon(self._read, self.process)
        self.nursery.start_soon(self._ask_again, self.process)

    async def start_again(self, words: Sequence[str]) -> None:
        """Continue the newest game that `fives games` lists as unfinished; with these words if it lists none."""
        listed = next(unfinished_at_hosts(FileSeats(self.home)), None)
        await self.start(*(words if listed is None else listed.command), "--lines")

    async def type(self, line: str) -> None:
        """Type a line. A program that has been killed takes nothing."""
        await trio.lowlevel.checkpoint()
        if self._keyboard is not None:
            self.lines.append(f"> {line}")
            with suppress(OSError):
                os.write(self._keyboard, f"{line}\n".encode())

    def hang_up(self) -> None:
        """Close its terminal."""
        if self._keyboard is not None:
            os.close(self._keyboard)
        self._keyboard = None

    def has_said(self, text: str) -> bool:
        """Whether it has printed a line with this text."""
        return any(text in line and not line.startswith((">", "$")) for line in self.lines)

    async def says(self, text: str, after: int = 0, *, or_else: str | None = None) -> int:
        """Wait until it prints a line with this text, or with the other one; returns the number of lines until then."""
        while True:
            for nth, line in enumerate(self.lines[after:], start=after):
                if (text in line or (or_else is not None and or_else in line)) and not line.startswith((">", "$")):
                    return nth + 1
            await self._said.wait()

    def kill(self, *, only_daemon: bool = False) -> int:
        """Kill it, with its daemon and everything that belongs to it; returns how many programs that were."""
        assert self.process is not None
        if not only_daemon:
            self._killed.append(self.process)
        found = [pid for pid, words in _descendants(self.process.pid) if not only_daemon or "-m daemon" in words]
        for pid in found if only_daemon else (self.process.pid, *found):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        return len(found) + (not only_daemon)

    async def wait(self) -> None:
        """Wait until all of its processes have ended, and close its terminal."""
        for process in self._killed:
            await process.wait()
            assert process.stdout is not None
            await trio.aclose_forcefully(process.stdout)
        self.hang_up()

    async def _read(self, process: trio.Process) -> None:
        assert process.stdout is not None
        held = b""
        with suppress(trio.ClosedResourceError):
            async for received in process.stdout:
                *whole, held = (held + received).split(b"\n")
                for line in whole:
                    await self._take(line.decode(errors="replace"))
        await self._take(held.decode(errors="replace"))
        if process not in self._killed:
            last = next((line for line in reversed(self.lines) if line.startswith("fives: ")), "it does not say why")
            if TOO_BUSY in last:
                await self.start(*self._words)
                return
            assert self._killed and NOT_YET in last, f"the program of {self.name} has ended: {last}"  # noqa: PT018
            await trio.sleep(TIME_TO_ASK_AGAIN)  # the other host has been killed, too, and is not there yet
            await self.start_again(self._words[:-1])

    async def _take(self, line: str) -> None:
        self.lines.append(line)
        self.has_won |= WON.search(line) is not None
        self._said.set()
        self._said = trio.Event()
        typed = next_typed(line)
        if typed is not None and not self.has_won:
            self._asks_at = trio.current_time() + TIME_TO_ASK_AGAIN
            await self.type(typed)

    async def _ask_again(self, process: trio.Process) -> None:
        while process.returncode is None and not self.has_won:
            if trio.current_time() > self._asks_at:
                await self.type("z")
            await trio.sleep(TIME_TO_ASK_AGAIN)


def _descendants(pid: int) -> Iterator[tuple[int, str]]:
    """The programs that this one has started, and those have; each with its command."""
    listed = subprocess.run(["ps", "-eo", "pid=,ppid=,args="], check=True, capture_output=True, text=True).stdout
    rows = [line.split(None, 2) for line in listed.splitlines()]
    found = [pid]
    for parent in found:
        for child, its_parent, *words in rows:
            if its_parent == str(parent):
                found.append(int(child))
                yield int(child), " ".join(words)


@define(eq=False)
class BareHost:
    """`fivesd`, where nobody plays. It has the same calls as the program of a player who hosts."""

    words: Sequence[str]
    folder: Path
    process: trio.Process | None = None
    _killed: list[trio.Process] = field(factory=list)

    async def start(self) -> None:
        """Start it."""
        async with await trio.open_file(self.folder / "fivesd.stderr", "ab") as errors:
            self.process = await trio.lowlevel.open_process(
                [*COMMAND, *self.words], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=errors.wrapped,
                env=environment(),
            )  # fmt: skip

    def kill(self) -> int:
        """Kill it; returns how many programs that were."""
        assert self.process is not None
        for pid, _ in [*_descendants(self.process.pid)]:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        with suppress(ProcessLookupError):
            self.process.kill()
        self._killed.append(self.process)
        return 1

    async def wait(self) -> None:
        """Wait until all of its processes have ended."""
        for process in self._killed:
            await process.wait()


@define(eq=False)
class Television:
    """A TV that shows the match, without the script of its page: it goes where the page leads it, and tries again.

    If nobody answers for long, somebody opens the old host's page there, as its script proposes. `lines`: the places.
    """

    first: str
    lines: list[str] = field(factory=list)
    has_shown_winner: bool = False

    async def watch(self) -> None:
        """Watch until the winner is shown."""
        place, failures = self.first, 0
        while not self.has_shown_winner:
            place, failures = (self.first, 0) if failures == FAILURES_TO_GIVE_UP else (place, failures + 1)
            self.lines.append(place)
            try:
                page = PageClient(await trio.open_tcp_stream(*parse_address(place)))
                await page.open(path="/tv", origin=f"http://{place}")
            except (OSError, InvalidState):  # the page is not there, or not yet
                await trio.sleep(PAUSE_OF_TV)
                continue
            while page.closed is None and not self.has_shown_winner:
                await page.reads_for(0.5)
                self.has_shown_winner = 'data-scene="match"' in page.parts["signal"]
            await page.leave()
            there = re.search(r'data-go="http://([^/"]+)/', page.parts["signal"])
            if there is not None:
                place, failures = there[1], 0
            elif page.messages > 0:
                failures = 0
            await trio.sleep(PAUSE_OF_TV)


@define(eq=False)
class BrowserPlayer:
    """A player in a browser, without the script of its page: it plays by what it is shown, and goes where it is led.

    Each place keeps its seat there, as browsers do; the link to another host has the seat with it. If nobody answers
    there, the page that was left tries again, and says where to go. `lines`: the places, and what was said.
    """

    name: str
    first: str
    lines: list[str] = field(factory=list)
    has_won: bool = False
    """Whether the page has said who wins the match."""
    is_seated: trio.Event = field(factory=trio.Event)
    _kept: dict[str, Any] = field(factory=dict)

    async def play(self) -> None:
        """Play until the match is over."""
        place, back, before, failures = self.first, "", self.first, 0
        while not self.has_won:
            self.lines.append(f"$ {place}")
            try:
                page = PageClient(await trio.open_tcp_stream(*parse_address(place)))
                kept = self._kept.get(place, {"name": self.name, "seats": []})
                await page.open(kept, back=back, origin=f"http://{place}")
            except (OSError, InvalidState):  # the page is not there, or not yet; its tab is still open at the other one
                place, before, failures = (before, place, 0) if failures == FAILURES_TO_GO_BACK else (
                    place, before, failures + 1
                )  # fmt: skip
                await trio.sleep(PAUSE_OF_TV)
                continue
            await self._at(page)
            self._kept[place] = page.kept or kept
            await page.leave()
            led = next((parse_link(link) for link in self._links(page)), None)
            if led is not None:
                before, place, back, failures = place, str(led.address), led.back or "", 0
            await trio.sleep(PAUSE_OF_TV)

    async def _at(self, page: PageClient) -> None:
        read = 0
        while page.closed is None and not self.has_won and not [*self._links(page)]:
            await page.reads_for(0.5)
            self.lines += page.said[read:]
            read = len(page.said)
            self.has_won = any(map(WON.search, (*page.said, *page.parts.values())))
            if page.parts["hand"] or page.parts["waiting"]:
                self.is_seated.set()
            if page.closed is None:
                await self._press(page)

    async def _press(self, page: PageClient) -> None:
        """Press what helps now: go on after a round, draw, knock, or choose and play the first tile that fits."""
        parts = page.parts
        if parts["window"]:
            await page.press("close")
        elif "Your turn" in page.title:
            for press, part, pattern in _PRESSES:
                found = re.search(pattern, parts[part])
                if found is not None:
                    await page.press(press, found[1])
                    return

    def _links(self, page: PageClient) -> Iterator[str]:
        """The links with which the page leads to another host."""
        for text in page.parts.values():
            yield from map(html.unescape, re.findall(r'data-press="go" data-value="([^"]+)"', text))


_PRESSES: Final = (
    ("go-on", "actions", r'data-press="go-on" data-value="(\d+)"'),
    ("order", "actions", r'data-press="order" data-value="(draw|knock|pass)"'),
    ("play", "actions", r'data-press="play" data-value="([^"]+)"'),
    ("tile", "hand", r'class="tile" data-press="tile" data-value="([^"]+)"'),
)


@contextmanager
def usual_port_taken() -> Iterator[None]:
    """A block in which nobody hosts at the usual port: its programs share one machine, and each needs its own port."""
    with socket.socket() as taken:
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        with suppress(OSError):  # another program has it, which does as well
            taken.bind(("", DEFAULT_PORT))
        yield


@define(eq=False)
class Evening:
    """A match that goes from Dan's machine to Ben's, with one kill. `seat` begins it, and `end` ends it."""

    plan: Plan
    folder: Path
    nursery: trio.Nursery
    target: int = 180
    people: dict[str, Program] = field(factory=dict)
    host: BareHost | None = None
    tv: Television | None = None
    browser: BrowserPlayer | None = None
    kills: int = 0
    _port: int = field(factory=free_port)

    @property
    def ben(self) -> Program:
        """The program of the player who is to host."""
        return self.people["Ben"]

    @property
    def data(self) -> Path:
        """The data folder of the old host."""
        return self.folder / "data"

    async def run(self) -> HandOverResults:
        """Play the match to its end. Raises `AssertionError`."""
        try:
            with trio.fail_after(TIME_TO_PLAY):
                await self.seat()
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(self.hand_over)
                    await self._kill()
                    await self._until_all_have_won()
                    nursery.cancel_scope.cancel()
            for program in self.people.values():
                assert program.process is not None
                assert program.process.returncode is None, f"the program of {program.name} has ended"
        finally:
            await self.end()
        return compare(await games_in(self.folder), self.shown)

    @property
    def shown(self) -> dict[str, list[Shown]]:
        """What everybody was shown."""
        return {name: [*shown_in(program.notes)] for name, program in self.people.items()}

    async def end(self) -> None:
        """End all programs; what those of the players have printed is in their folders."""
        with trio.CancelScope(shield=True):
            if self.host is not None:
                self.host.kill()
                await self.host.wait()
            if self.tv is not None:
                await trio.Path(self.folder / "tv").write_text("\n".join(self.tv.lines), encoding="utf-8")
            if self.browser is not None:
                printed = trio.Path(self.folder / "browser")
                await printed.write_text("\n".join(self.browser.lines), encoding="utf-8")
            for program in self.people.values():
                program.kill()
                await program.wait()
                printed = trio.Path(program.folder / "printed")
                await printed.write_text("\n".join(program.lines), encoding="utf-8")

    async def seat(self) -> None:
        plan, flags = self.plan, ("--port", str(self._port), "--hidden", "--data", str(self.data))
        rules = ("--rules", "all-fives", "--set", f"target={self.target}")
        table = (*rules, "--seats", str(plan.people + plan.has_browser), "--deals", plan.deals, "--away", "wait")
        names = ["Ann", "Ben", "Cho", "Dan"] if plan.people == 4 else ["Dan", "Ben"]
        if plan.is_daemon:
            await trio.Path(self.folder).mkdir(parents=True, exist_ok=True)
            self.host = BareHost((*table, *flags), self.folder)
            await self.host.start()
            while not _is_listened_to(self._port):  # noqa: ASYNC110 - another program listens there
                await trio.sleep(0.1)
        else:
            names.remove("Dan")
            await self._add("Dan").start("host", *table, *flags, "--name", "Dan", "--lines")
            await self.people["Dan"].says("You sit at table")
        for name in names:
            await self._add(name).start(*self.joins(name), "--lines")
            await self.people[name].says("You sit at table")
        if plan.has_browser:
            self.browser = BrowserPlayer("Eve", f"localhost:{self._port}")
            self.nursery.start_soon(self.browser.play)
            await self.browser.is_seated.wait()
        if plan.has_tv:
            self.tv = Television(f"localhost:{self._port}")
            self.nursery.start_soon(self.tv.watch)

    def _add(self, name: str) -> Program:
        self.people[name] = Program(name, self.folder / name, self.nursery)
        return self.people[name]

    def joins(self, name: str) -> tuple[str, ...]:
        """The words with which a player joins the old host."""
        return "join", f"localhost:{self._port}", "--name", name

    async def operate(self, *words: str) -> str:
        """What this command of `fivesd` prints, at the old host."""
        done = await trio.run_process(
            [*COMMAND, *words, "--data", str(self.data)],
            check=False, capture_stdout=True, capture_stderr=True, env=environment(),
        )  # fmt: skip
        return (done.stdout + done.stderr).decode(errors="replace")

    async def hand_over(self) -> None:
        """Have Ben asked until the match is there, or something was killed; he agrees."""
        if self.plan.moment is Moment.BEFORE:
            await self.ben.says("Round 3")  # the kill is over by then, or nearly
        await self.ben.says("Round 2")
        self.nursery.start_soon(self._agree)
        while not self.ben.has_said(ASKED) or not (self.kills or self.ben.has_said(COME)):
            asked = len(self.ben.lines)
            if self.host is None:
                await self.people["Dan"].type("handover Ben")
                await self.people["Dan"].type("y")
            else:
                await self.operate("hand-over", "2")
            with trio.move_on_after(TIME_TO_ANSWER) as unanswered:
                await self.ben.says(ASKED, asked)
            with trio.move_on_after(0.0 if unanswered.cancelled_caught else TIME_TO_COME):
                await self.ben.says(COME, asked)  # its daemon may be too slow to start, or be killed

    async def _agree(self) -> None:
        after = 0
        while True:
            after = await self.ben.says(OFFERED, after)
            await self.ben.type("take over")

    async def _kill(self) -> None:
        plan = self.plan
        with trio.move_on_after(TIME_TO_REACH):
            await self._reach(plan.moment)
        await trio.sleep(plan.pause)
        if self._has_ended:
            return  # on a busy machine, a hand-over may take longer than the match
        old, has_next = self.host or self.people["Dan"], plan.victim is not Victim.OLD
        if plan.victim in (Victim.OLD, Victim.BOTH):
            self.kills += old.kill()
        if has_next:
            self.kills += self.ben.kill(only_daemon=plan.victim is Victim.NEXT_DAEMON)
        await trio.sleep(plan.away)
        if plan.victim in (Victim.OLD, Victim.BOTH):
            if isinstance(old, Program):
                await old.start_again(self.joins("Dan"))
            else:
                await old.start()
        if has_next and plan.victim is not Victim.NEXT_DAEMON:
            await self.ben.start_again(self.joins("Ben"))

    async def _reach(self, moment: Moment) -> None:
        ben = self.ben
        match moment:
            case Moment.BEFORE:
                await ben.says("Round 2")
            case Moment.ASKED:
                await ben.says(ASKED)
            case Moment.AGREED:
                await ben.says(say("take_over.starting"))
            case Moment.READY:
                await ben.says(say("reach.yours_is_tried"))
            case Moment.COME:
                await ben.says(COME)
            case Moment.ONE_ROUND_LATER:
                await ben.says("Round ", await ben.says(COME))
            case Moment.TWO_ROUNDS_LATER:
                after = await ben.says("Round ", await ben.says(COME))
                await ben.says("Round ", after)

    @property
    def _has_ended(self) -> bool:
        """Whether everybody has read who wins the match."""
        has_browser_won = self.browser is None or self.browser.has_won
        return has_browser_won and all(program.has_won for program in self.people.values())

    async def _until_all_have_won(self) -> None:
        while not self._has_ended:  # noqa: ASYNC110 - of several programs
            await trio.sleep(0.5)
        with trio.move_on_after(TIME_FOR_TV):  # a host that has started again may have another address
            while self.tv is not None and not self.tv.has_shown_winner:  # noqa: ASYNC110 - as above
                await trio.sleep(0.5)
        await trio.sleep(0.5)


def _is_listened_to(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


# One match at many hosts.


@define
class RelayResults:
    """What was found of a match that was handed over again and again."""

    hosts: int
    entries: int
    rounds: int
    shown: int
    seconds: float

    def __str__(self) -> str:
        return (
            f"one match at {self.hosts} hosts in a row, each with a folder of its own, {self.entries} entries and"
            f" {self.rounds} deals in the end; {self.shown} entries shown to the players, all of them kept, every"
            f" program still there; {self.seconds:.0f} s"
        )


async def pass_on(
    hosts: int, folder: Path, people: int = 4, report: Callable[[str], None] = lambda _: None
) -> RelayResults:
    """Have the players hand one match over, each to the next, until it has had so many hosts. Raises `AssertionError`.

    Each host has a data folder of its own: a player whose turn comes again has another machine by then, with the seats.
    """
    begun = trio.current_time()
    async with trio.open_nursery() as nursery:
        evening = Evening(Plan(people=people), folder, nursery, target=10_000)
        try:
            with usual_port_taken():
                await evening.seat()
                names = sorted(evening.people, key=lambda name: (name != "Dan", name))
                for nth in range(1, hosts):
                    host, to = (evening.people[names[at % people]] for at in (nth - 1, nth))
                    if nth >= people:
                        await _change_machine(to, nth)
                    await _hand_on(host, to, [*evening.people.values()])
                    report(f"host {nth + 1}: {to.name}, {trio.current_time() - begun:.0f} s")
        finally:
            await evening.end()
            nursery.cancel_scope.cancel()
    games, shown = await games_in(folder), evening.shown
    results = compare(games, shown)
    (final,) = {notes[-1].game for notes in shown.values()}
    entries = games[final].entries
    path = _path_to(final, games)
    assert len(path) == hosts, f"it was at {len(path)} hosts"
    return RelayResults(len(path), len(entries), results.rounds, results.shown, trio.current_time() - begun)


async def _change_machine(program: Program, nth: int) -> None:
    """Have a player come back to the match with a program that has not hosted anything."""
    program.kill()
    await program.wait()
    program.hosts_from, after = f"usual-{nth}", len(program.lines)
    await program.start_again(())
    with trio.fail_after(TIME_TO_REACH):
        await program.says("Round ", after)


async def _hand_on(host: Program, to: Program, everybody: Sequence[Program]) -> None:
    """Have the host hand the match over to the player of another program, and wait until everybody plays there."""
    asked = begun = len(to.lines)
    with trio.fail_after(TIME_TO_PLAY):
        while not any(COME in line for line in to.lines[begun:]):
            while not any(ASKED in line for line in to.lines[asked:]):
                await host.type(f"handover {to.name}")
                await host.type("y")  # which may have come after another answer to the question
                with trio.move_on_after(TIME_TO_ANSWER):
                    await to.says(ASKED, asked)
            asked = await to.says(ASKED, asked)
            await to.type("take over")
            with trio.move_on_after(TIME_TO_COME):
                await to.says(COME, asked, or_else=CANNOT)  # on a busy machine a daemon may take too long to start
    after = {program.name: len(program.lines) for program in everybody}
    for program in everybody:
        with trio.fail_after(TIME_TO_REACH):
            await program.says("Round ", after[program.name])


# One match at both hosts.


async def go_on_at_both(folder: Path) -> tuple[str, str]:
    """Have a match played on at the next host, and then go on at the old one, too, where its player is welcomed.

    Returns what `fivesd take-back` prints that is refused, and the command that this names. Raises `AssertionError`.
    """
    async with trio.open_nursery() as nursery:
        evening = Evening(Plan(is_daemon=True), folder, nursery, target=10_000)
        try:
            with usual_port_taken(), trio.fail_after(TIME_TO_PLAY):
                return await _go_on_at_both(evening)
        finally:
            await evening.end()
            nursery.cancel_scope.cancel()


async def _go_on_at_both(evening: Evening) -> tuple[str, str]:
    await evening.seat()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(evening.hand_over)
        come = await evening.ben.says(COME)
        nursery.cancel_scope.cancel()
    host, dan = evening.host, evening.people["Dan"]
    assert host is not None
    for _ in range(2):
        come = await evening.ben.says("Round ", come)
    refused = await evening.operate("take-back")
    named = re.search(r"`fivesd (resume \S+)`", refused)
    assert named is not None, refused
    host.kill()
    dan.kill()
    await host.wait()
    await dan.wait()
    printed = await evening.operate(*named[1].split())
    await host.start()
    after = len(dan.lines)
    await dan.start(*evening.joins("Dan"), "--lines")
    await dan.says("You sit at table", after)
    return refused, printed


# The comparison.


async def games_in(folder: Path) -> dict[str, StoredRows]:
    """Every game in the journals of all hosts of an evening, by its id."""
    found = dict[str, StoredRows]()
    for path in sorted(await trio.to_thread.run_sync(lambda: [*folder.rglob(JOURNAL)])):
        async with open_journal(path) as journal:
            for info in await journal.games():
                assert info.game not in found, f"two hosts have {info.game}"
                found[info.game] = await journal.read(info.game)
    return found


def compare(games: Mapping[str, StoredRows], shown: Mapping[str, Sequence[Shown]]) -> HandOverResults:
    """Compare what everybody was shown with the games of all hosts. Raises `AssertionError`."""
    ends = {name: last.game for name, notes in shown.items() for last in notes[-1:]}
    assert len(set(ends.values())) == 1, f"they end at different games: {ends}"
    (final,) = set(ends.values())
    path = _path_to(final, games)
    assert audit(games[final].entries) is None
    for before, after in pairwise(path):
        taken = _taken_over(games[after].entries)
        assert games[after].entries[:taken] == games[before].entries[:taken], f"{after} begins otherwise than {before}"
        lost = [entry for entry in games[before].entries[taken:] if isinstance(entry.event, RoundEnded)]
        assert not lost, f"{after} lacks rounds that had ended in {before}"
    results = HandOverResults(evenings=1, went_to_next=int(len(path) > 1), rounds=_check_deals(path, games, shown))
    for notes in shown.values():
        results.shown += len(notes)
        results.dropped += _check_notes(notes, path, games)
    return results


def _path_to(final: str, games: Mapping[str, StoredRows]) -> list[str]:
    """The ids of this game at its hosts, in order."""
    path = [final]
    while changes := [entry.event for entry in games[path[0]].entries if isinstance(entry.event, HostChanged)]:
        path.insert(0, changes[-1].game)
        if len(changes) == 1:
            break
    return path


def _taken_over(entries: Sequence[Entry]) -> int:
    """How many entries a game has taken over from the host before; 0 at its first host."""
    return max((entry.seq - 1 for entry in entries if isinstance(entry.event, HostChanged)), default=0)


def _own_deals(entries: Sequence[Entry]) -> list[str]:
    """When this host itself has dealt."""
    return [entry.at for entry in entries[_taken_over(entries) :] if isinstance(entry.event, RoundDealt)]


def _check_deals(path: Sequence[str], games: Mapping[str, StoredRows], shown: Mapping[str, Sequence[Shown]]) -> int:
    """Check that each host has dealt only while no other could; returns the number of deals."""
    dealt = {game: _own_deals(stored.entries) for game, stored in games.items()}
    for game in {note.game for notes in shown.values() for note in notes} - games.keys():
        for notes in shown.values():
            dealt.setdefault(game, []).extend(_own_deals([note.entry for note in notes if note.game == game]))
    for game, times in dealt.items():
        assert game in path or not times, f"{game} was dealt although the match goes on as {path[-1]}"
    for before, after in pairwise(path):
        assert not dealt[before] or not dealt[after] or max(dealt[before]) < min(dealt[after]), "two hosts have dealt"
    return sum(map(len, dealt.values()))


def _check_notes(notes: Sequence[Shown], path: Sequence[str], games: Mapping[str, StoredRows]) -> int:
    """Check that all these entries are in their games, as they were shown; returns how many of them are not in the last
    game.
    """
    first = dict[tuple[str, int], Shown]()
    dropped = 0
    for note in notes:
        before = first.setdefault((note.game, note.entry.seq), note)
        assert before.entry == note.entry, f"{note} was {before} before"
        if before is not note:
            continue
        is_kept = note.game in games
        if is_kept:
            kept = games[note.game].entries
            assert note.entry.seq <= len(kept), f"{note} is lost"
            assert note.entry == _seen(kept[note.entry.seq - 1], note.seat), f"{note} is {kept[note.entry.seq - 1]}"
        final = games[path[-1]].entries
        is_final = note.entry.seq <= len(final) and _seen(final[note.entry.seq - 1], note.seat) == note.entry
        assert is_final or note.game != path[-1]
        assert is_final or not isinstance(note.entry.event, RoundEnded | MatchWon), f"{note} is not in the last game"
        assert is_final or is_kept or note.game not in path
        dropped += not is_final
    return dropped


def _seen(entry: Entry, seat: int | None) -> Entry:
    return evolve(entry, event=see(entry.event, Viewer(seat)).event)


# Many evenings.


def plans(number: int, chance: Random) -> Iterator[Plan]:
    """So many different evenings."""
    for nth in range(number):
        yield Plan(
            people=(2, 4)[nth % 3 == 2],
            is_daemon=nth % 4 == 1,
            has_tv=nth % 2 == 0,
            has_browser=nth % 3 == 1,
            deals=("mixed", "host")[nth % 5 == 4],
            victim=chance.choice([*Victim]),
            moment=[*Moment][nth % len(Moment)],
            pause=chance.random() * LONGEST_PAUSE,
            away=chance.choice(TIMES_AWAY),
        )


async def survive(
    evenings: int, data: Path, chance: Random, at_once: int = 3, report: Callable[[str], None] = lambda _: None
) -> HandOverResults:
    """Play so many evenings, some at once. Raises `AssertionError`; the folders of evenings with a fault are kept."""
    results, faults, places = HandOverResults(), list[str](), trio.CapacityLimiter(at_once)

    async def play(nth: int, plan: Plan) -> None:
        async with places:
            folder = data / f"evening-{nth}"
            begun = trio.current_time()
            found, fault = HandOverResults(), ""
            try:
                found = await one_evening(plan, folder)
            except* (AssertionError, trio.TooSlowError) as error:
                fault = f"{plan}: {error!r}"
            if fault:
                faults.append(fault)
                report(f"{nth}: FAULT: {fault}")
                return
            results.add(found)
            where = "the next host" if found.went_to_next else "the old host"
            report(f"{nth}: {plan}: went on at {where}, {trio.current_time() - begun:.0f} s")
            await trio.to_thread.run_sync(shutil.rmtree, folder)

    with usual_port_taken():
        async with trio.open_nursery() as nursery:
            for nth, plan in enumerate(plans(evenings, chance), start=1):
                nursery.start_soon(play, nth, plan)
    assert not faults, "\n".join(faults)
    return results


async def one_evening(plan: Plan, folder: Path, target: int = 180) -> HandOverResults:
    """Play this evening; returns what was found. What its programs have printed is in `folder`."""
    async with trio.open_nursery() as nursery:
        evening = Evening(plan, folder, nursery, target)
        try:
            found = await evening.run()
            found.kills = evening.kills
            found.browsers = int(evening.browser is not None)
            found.televisions = int(evening.tv is not None and evening.tv.has_shown_winner)
        finally:
            nursery.cancel_scope.cancel()
    return found
