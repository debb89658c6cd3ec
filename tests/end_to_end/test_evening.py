"""An evening of four people: two at terminals, two with phones, who use only the keys and buttons that they see.

Three matches in a row, the last of another game. Ann hosts, at a terminal of the usual size; Ben's is a small one. Dan
is late, Ben leaves in a round and after a match and comes back, Cho does not agree to a match and leaves it, and the
host's laptop sleeps. What each of them saw is kept in the test's folder.
"""

import os
import signal
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path

import pytest
from attrs import define, field

from protocol.log.audit import audit
from protocol.log.events import MatchStarted
from protocol.wire.record import read_record
from tests.client.browser import Browser, browser
from tests.client.program.programs import children_of
from tests.end_to_end.pseudo_terminal import DEADLINE, PseudoTerminal, fives
from tests.end_to_end.test_page_in_browser import PRESS_WHAT_THERE_IS, TOO_WIDE, open_page, type_name
from tests.ports import free_port

pytestmark = pytest.mark.skipif(os.name == "nt", reason="needs POSIX terminals")

IS_LONG = "FIVES_LONG" in os.environ
GRACE = 5
SLEEP = 100.0 if IS_LONG else 8.0
"""Seconds for which the laptop sleeps: longer than somebody may be away; in the long form longer than clients wait."""
ALL = ("Ann", "Ben", "Cho", "Dan")
PRESSES = {"Enter play": "\r", "Space draw": " ", "k knock": "k", "Space continue": " "}
"""The hints of a footer on which a player acts in a round, and their keys."""
LEFT, DOWN, ESCAPE = "\x1b[D", "\x1b[B", "\x1b"
TAP = """(text) => {
    const place = document.getElementById("window").open ? "#window" : "body";
    const takesPresses = (each) => !("waits" in each.dataset) || Date.now() - each.shownAt > 1000;
    const found = [...document.querySelectorAll(`${place} button`)].find((each) => each.textContent.trim() === text);
    if (!found?.checkVisibility() || !takesPresses(found)) return false;
    found.click();
    return true;
}"""
"""Presses the button that says this, in the window that is open, or on the page. One that `waits` is not ready yet."""


@pytest.fixture
def usual_times_if_long(request: pytest.FixtureRequest) -> None:
    """Somebody who has not agreed is waited for as long as elsewhere, but in the long form alone."""
    if not IS_LONG:
        request.getfixturevalue("short_times")


@define
class Evening:
    """The four, and what they see. `folder`: where that is kept; `stack` ends their programs."""

    folder: Path
    port: int
    stack: ExitStack
    terminals: dict[str, PseudoTerminal] = field(factory=dict)
    phones: dict[str, Browser] = field(factory=dict)
    _captures: int = 0

    def sit_at_terminal(self, name: str, *words: str, columns: int = 80, rows: int = 24) -> PseudoTerminal:
        """Run `fives` with these words, on this player's own machine: whoever runs the daemon is a host everywhere."""
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("XDG_DATA_HOME", str(self.folder / name / "data"))
            program = fives(*words, home=self.folder / name, columns=columns, rows=rows)
            self.terminals[name] = self.stack.enter_context(program)
        return self.terminals[name]

    def take_phone(self, name: str, reads: str) -> Browser:
        """Open the page, read this, and give a name."""
        phone = self.phones[name] = self.stack.enter_context(browser(self.folder / name))
        phone.be_a_phone(390, 844, 2)
        open_page(phone, self.page)
        self.see(name, reads)
        type_name(phone, name)
        return phone

    @property
    def page(self) -> str:
        """The address of the host's page."""
        return f"http://localhost:{self.port}/"

    def capture(self, moment: str) -> None:
        """Keep what everybody sees, and check that no phone has anything beside its screen."""
        self._captures += 1
        for name, terminal in self.terminals.items():
            self._file(f"{moment} {name}.txt").write_text(terminal.rest(), encoding="utf-8")
        for name, phone in self.phones.items():
            self._file(f"{moment} {name}.png").write_bytes(phone.picture())
            assert not phone.evaluate(TOO_WIDE), f"{moment}, at {name}'s"

    def _file(self, name: str) -> Path:
        return self.folder / f"{self._captures:02} {name}"

    def see(self, name: str, *texts: str) -> None:
        """Wait until this player sees all of these texts."""
        if name in self.terminals:
            self.terminals[name].shows(*texts)
        for text in texts if name in self.phones else ():
            self.phones[name].until(f"document.body.innerText.includes({text!r})", True)

    def tap(self, name: str, text: str) -> None:
        """Press the button with this text on a phone, as soon as it is there."""
        self.phones[name].until(f"({TAP})({text!r})", True)

    def play(self, *names: str, until: Callable[[], bool]) -> None:
        """Have these play, each as the screen says."""
        deadline = time.monotonic() + DEADLINE
        while not until():
            assert time.monotonic() < deadline, "\n\n".join(each.text for each in self.terminals.values())
            for name in names:
                if name in self.phones:
                    self.phones[name].evaluate(PRESS_WHAT_THERE_IS)
                else:
                    _act(self.terminals[name])

    def play_to_the_end(self, *names: str) -> None:
        """Have these play, until everybody sees that the match is over."""
        self.play(*names, until=lambda: all(map(self._sees_the_end, ALL)))

    def _sees_the_end(self, name: str) -> bool:
        if name in self.phones:
            return bool(self.phones[name].evaluate("!!document.querySelector('.seat.won')"))
        return "Enter play again" in self.terminals[name].rest().splitlines()[-1]


def _act(terminal: PseudoTerminal) -> None:
    """Press the key that the footer names, if it is this player's turn, and wait until that has done something."""
    seen = terminal.rest()
    key = next((key for hint, key in PRESSES.items() if hint in terminal.lines[-1]), None)
    if key is None or ("▶you" not in seen and key != " "):
        return
    terminal.press(key)
    until = time.monotonic() + 2.0
    while terminal.rest() == seen and time.monotonic() < until:
        pass


def _command_in(terminal: PseudoTerminal) -> Sequence[str]:
    """What the command that brings a player back says after `fives`, from the screen that they have left."""
    assert terminal.ends() == 0
    words = " ".join(terminal.text.split()).rpartition("`fives ")[2]
    return words.partition("`")[0].split()


def _all_children_of(pid: int) -> list[int]:
    children = children_of(pid)
    return [*children, *(child for each in children for child in _all_children_of(each))]


@pytest.mark.usefixtures("usual_times_if_long")
def test_four_people_play_three_matches(tmp_path: Path) -> None:
    with ExitStack() as stack:
        evening = Evening(tmp_path, free_port(), stack)
        _begin_with_three(evening)
        _leave_in_a_round(evening)
        _sit_down_late(evening)
        _change_the_game(evening)
        _begin_without_agreement(evening)
        _sit_down_in_the_match(evening)
        _sleep(evening)
        _go(evening)

    records = sorted((tmp_path / "Ann" / "data").rglob("*.jsonl"))
    games = [read_record(path.read_bytes().splitlines(keepends=True)).entries for path in records]
    assert all(audit(entries) is None for entries in games)
    started = [entry.event for entries in games for entry in entries if isinstance(entry.event, MatchStarted)]
    assert {event.match: event.undecided for event in started} == {1: (), 2: (), 3: (2,)}


def _begin_with_three(evening: Evening) -> None:
    run = ("--think", "0", "--grace", str(GRACE), "--hidden", "--port", str(evening.port), "--name", "Ann")
    ann = evening.sit_at_terminal("Ann", "host", "all-threes", "--set", "target=30", "--seats", "4", *run)
    ann.shows("3 seats free", "Enter begin")
    ben = evening.sit_at_terminal("Ben", "join", f"127.0.0.1:{evening.port}", "--name", "Ben", columns=40, rows=20)
    ben.shows("Seat 2: You.")
    evening.take_phone("Cho", "2 of 4 seats free")
    ann.shows("Cho takes seat 3.")
    evening.capture("three are there")
    ann.press("\r")
    ann.shows("Ben and Cho have just sat down; others may follow. Begin with 1 bot? y/n")
    ann.press("\r")
    for name in ("Ann", "Ben", "Cho"):
        evening.see(name, "round 1")
    evening.take_phone("Dan", "bots have some: watch, and ask for a bot's.")
    evening.see("Dan", "You are watching.", "Ask for ")
    ann.shows("Dan watches.")
    evening.capture("Dan is late")


def _leave_in_a_round(evening: Evening) -> None:
    ann, ben = evening.terminals["Ann"], evening.terminals["Ben"]
    ben.press(ESCAPE)
    ben.press("q")
    ben.shows("Leave? The match goes on; you can come")
    ben.press("y")
    again = _command_in(ben)
    ann.shows("Ben is away: a bot plays meanwhile.")
    evening.capture("Ben has left in a round")
    ben = evening.sit_at_terminal("Ben", *again, columns=40, rows=20)
    ben.shows("You have your seat back from the bot.")
    ann.shows("Ben plays again.")
    evening.play_to_the_end("Ann", "Ben", "Cho")
    evening.capture("the first match is over")


def _sit_down_late(evening: Evening) -> None:
    ann, ben = evening.terminals["Ann"], evening.terminals["Ben"]
    evening.tap("Dan", "Sit down for the next match")
    ann.shows("Space continue")
    ann.press(" ")
    ann.shows("Tonight: ", "Dan takes seat 4.", "Match 2 comes next: All Threes to 30.", "Enter same again")
    evening.capture("Dan sits down")
    ann.press("\r")
    ben.shows("Space continue")
    ben.press(" ")
    ben.shows("Tonight: ", "Enter same again")
    ben.press("\r")
    for name in evening.phones:
        evening.tap(name, "Continue")
        evening.tap(name, "The same again")
    for name in ALL:
        evening.see(name, "round 1")
    evening.play_to_the_end(*ALL)
    evening.capture("the second match is over")


def _change_the_game(evening: Evening) -> None:
    ann, ben = evening.terminals["Ann"], evening.terminals["Ben"]
    ben.press("q")
    again = _command_in(ben)
    ann.shows("The table is changing.", "Space continue")
    ann.press(" ")
    ann.shows("Ben leaves seat 2.", "Seat 2: free.")
    ann.press("x")
    ann.shows("Change the game or its rules", "Enter do it")
    ann.press("\r")
    ann.shows("< All Threes", "Enter change")
    ann.press(LEFT)
    ann.shows("< All Fives")
    for key in (DOWN, DOWN, DOWN, " ", "100\r"):
        ann.press(key)
        ann.rest()
    ann.shows("< 100")
    ann.press("\r")
    ann.shows("Match 3 comes next: All Fives to 100.", "Enter play")
    evening.capture("the next game is another one")
    ben = evening.sit_at_terminal("Ben", *again, columns=40, rows=20)
    ben.shows("Seat 2: You.")
    evening.capture("Ben is back")


def _begin_without_agreement(evening: Evening) -> None:
    evening.tap("Dan", "Continue")
    evening.tap("Dan", "Play All Fives")
    for player in evening.terminals.values():
        player.shows("Enter play")
        player.press("\r")
    evening.see("Cho", "The next match begins within ")
    evening.capture("Cho has not agreed")
    evening.see("Cho", "Your first move agrees to this match.")
    evening.capture("it begins nevertheless")
    evening.phones["Cho"].visit("about:blank")
    for name in ("Ann", "Dan"):  # at 40x20 the rules in brief are in the place of what happens
        evening.see(name, "Cho had not agreed to this match")
    evening.capture("a bot has Cho's seat")


def _sit_down_in_the_match(evening: Evening) -> None:
    ann, cho = evening.terminals["Ann"], evening.phones["Cho"]
    open_page(cho, evening.page)
    evening.see("Cho", "This match is played without you:")
    evening.capture("Cho is back")
    bot = cho.evaluate("document.body.innerText").partition("Ask for ")[2].partition("'s seat")[0]
    evening.tap("Cho", f"Ask for {bot}'s seat")
    ann.shows(f"Cho asks for {bot}'s seat from the next round on.", "y agrees")
    evening.capture("Cho asks for the seat")
    ann.press("y")
    ann.shows(f"Cho takes {bot}'s seat when this round is over.")
    evening.play("Ann", "Ben", "Dan", until=lambda: bool(cho.evaluate("document.body.innerText.includes('You sit')")))
    evening.capture("Cho plays")


def _sleep(evening: Evening) -> None:
    laptop = evening.terminals["Ann"].process.pid
    programs = [laptop, *_all_children_of(laptop)]
    for program in programs:
        os.kill(program, signal.SIGSTOP)
    time.sleep(SLEEP)
    evening.capture("the laptop sleeps")
    for program in programs:
        os.kill(program, signal.SIGCONT)
    evening.play_to_the_end(*ALL)
    evening.capture("the third match is over")


def _go(evening: Evening) -> None:
    ann, ben = evening.terminals["Ann"], evening.terminals["Ben"]
    for name in ("Ann", "Cho", "Dan"):  # there is no room for it at 40x20
        evening.see(name, "Tonight: ")
    ben.press("q")
    assert ben.ends() == 0
    ann.shows("The table is changing.")
    ann.press(" ")
    ann.shows("Seat 2: free.")
    ann.press("q")
    ann.shows("Stop hosting? Everybody's game is saved. y/n")
    ann.press("y")
    assert ann.ends() == 0
    evening.capture("everybody goes")
