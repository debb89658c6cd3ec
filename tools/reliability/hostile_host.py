"""A host that sends a real client invalid data: the player can still quit and gets the terminal back.

Each attack is sent to `fives join` on a pseudo terminal, in line mode and on the full screen. After a while the player
presses Ctrl-C; the result is the time that the program takes to end.
"""

import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import chain, count, islice, repeat
from pathlib import Path
from typing import Final

from attrs import evolve, frozen

from protocol.log.events import Entry, RoundDealt, Said, SeatTaken
from protocol.log.table import Stage
from protocol.wire.codec import dump, encode_entry, encode_from_daemon
from protocol.wire.messages import Pong, SeatSummary, Tables, TableSummary, Welcome
from tests.end_to_end.pseudo_terminal import PseudoTerminal
from tests.played import entered, played_match

LONG_TEXT: Final = "words " * 500_000
TIME_TO_GIVE_UP: Final = 60.0
"""Seconds after Ctrl-C in which a client has to end, or is taken for stuck."""
TABLE: Final = "oak"


def _entry_line(entry: Entry) -> bytes:
    return b'{"type":"entry",' + encode_entry(entry)[1:]


def _welcome(game: str, head: int, seat: int | None = None, token: str | None = None) -> bytes:
    return encode_from_daemon(Welcome(1, "fivesd 9", TABLE, game, seat, token, 1, head))


def _tables() -> bytes:
    seats = (SeatSummary(), SeatSummary("Ben", here=True))
    return encode_from_daemon(Tables((TableSummary(TABLE, "g", "all-threes", seats, Stage.PLAYING, home=True),)))


def _bots_match() -> Iterator[Entry]:
    """A match of computer players: line mode waits long for their next moves."""
    for entry in entered(played_match("all-threes", {"target": 30}, chance=7)):
        yield evolve(entry, event=evolve(entry.event, bot="club")) if isinstance(entry.event, SeatTaken) else entry


_MATCH: Final = tuple(_bots_match())
_OPENING: Final = next(entry.seq for entry in _MATCH if isinstance(entry.event, RoundDealt))
"""Entries that are sent before an attack: it is a bot's turn then."""
_OPENED: Final = b"".join(map(_entry_line, _MATCH[:_OPENING]))


def _said(text: str) -> Iterator[bytes]:
    for seq in count(_OPENING + 1):
        yield _entry_line(Entry(seq, "2026-01-02T03:04:05.678Z", Said(None, "Eve", text)))


def _games() -> Iterator[bytes]:
    """Whole matches, each of them another game, with time for the client to save each."""
    whole = b"".join(map(_entry_line, _MATCH))
    for number in count():
        yield _welcome(f"g-{number}", len(_MATCH)) + whole
        time.sleep(0.02)


def _keys() -> Iterator[bytes]:
    """Welcomes to a seat, each with another token."""
    for number in count():
        yield _welcome("g", _OPENING, 0, f"token-{number}") + _OPENED
        time.sleep(0.002)


def _many_tables() -> bytes:
    row = TableSummary("t" * 24, "g" * 40, "all-fives", (SeatSummary("n" * 24),) * 4, Stage.SEATING)
    return encode_from_daemon(Tables((row,) * 1000))


ATTACKS: Final[dict[str, Callable[[], Iterator[bytes]]]] = {
    "a text of 3 MB": lambda: islice(_said(LONG_TEXT), 1),
    "sixty texts of 3 MB": lambda: islice(_said(LONG_TEXT), 60),
    "a line without an end": lambda: chain([b'{"type":"'], repeat(b"x" * 65536)),
    "lists of lists": lambda: repeat(dump({"type": "pong", "n": 1, "x": [[[]]] * 100_000})),
    "a name of a thousand signs": lambda: iter([_entry_line(Entry(_OPENING + 1, "", Said(None, "E" * 1000, "x")))]),
    "small lines": lambda: repeat(encode_from_daemon(Pong(1)) * 1000),
    "what is said, without an end": lambda: _said("hello " * 60),
    "lists of a thousand tables": lambda: repeat(_many_tables()),
    "finished games": _games,
    "keys to a seat": _keys,
}


class HostileHost:
    """A server on this machine that sends one attack to every client that says hello."""

    def __init__(self, attack: str) -> None:
        self._attack = ATTACKS[attack]
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._socket.getsockname()[1]
        self.hellos = 0
        self.sent = 0
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        with suppress(OSError):
            while True:
                connection, _ = self._socket.accept()
                threading.Thread(target=self._talk, args=(connection,), daemon=True).start()

    def _talk(self, connection: socket.socket) -> None:
        with suppress(OSError), connection:
            lines = connection.makefile("rb")
            while line := lines.readline():
                if b'"hello"' in line:
                    break
                connection.sendall(_tables())
            self.hellos += 1
            connection.sendall(_welcome("g", _OPENING) + _OPENED)
            for piece in self._attack():
                connection.sendall(piece)
                self.sent += len(piece)
            lines.read()

    def close(self) -> None:
        """Accept no more connections."""
        self._socket.close()


@frozen
class AttackResults:
    """The results of quitting a client in every attack."""

    clients: tuple["QuitResult", ...]

    def __str__(self) -> str:
        slowest = max(self.clients, key=lambda client: client.seconds)
        broken = [client for client in self.clients if not client.is_restored]
        return (
            f"{len(self.clients)} clients, the slowest left in {slowest.seconds:.2f} s"
            f" ({slowest.attack}, {'lines' if slowest.lines else 'screen'}); terminals not restored: {len(broken)}"
        )


def endure_all(home: Path, seconds: float) -> AttackResults:
    """Expose a client to each attack for this long, in line mode and on the full screen."""
    cases = [(attack, lines) for attack in ATTACKS for lines in (True, False)]
    return AttackResults(
        tuple(endure(attack, home / f"{n}", lines=lines, seconds=seconds) for n, (attack, lines) in enumerate(cases))
    )


@frozen
class QuitResult:
    """How a client was quit: the attack, the seconds from Ctrl-C to its end, and its activity before.

    `ended_itself`: before Ctrl-C. `hellos`: the number of its connections.
    """

    attack: str
    lines: bool
    seconds: float
    ended_itself: bool
    is_restored: bool
    hellos: int
    kept_bytes: int


def _wait(seconds: float, happened: Callable[[], bool]) -> bool:
    """Wait at most this long until the condition is true; returns whether it is."""
    deadline = time.monotonic() + seconds
    while not happened():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True


def endure(attack: str, home: Path, *, lines: bool, seconds: float) -> QuitResult:
    """Expose a client to an attack for this long, or until it ends by itself, and then press Ctrl-C."""
    host = HostileHost(attack)
    options = ["join", f"127.0.0.1:{host.port}", "--name", "Cho", *(["--lines"] if lines else [])]
    terminal = PseudoTerminal([sys.executable, "-m", "client", *options], home, 80, 24)
    try:
        with terminal.drained():
            _wait(30, lambda: host.hellos > 0 or terminal.process.poll() is not None)
            ended_itself = _wait(seconds, lambda: terminal.process.poll() is not None)
            pressed = time.monotonic()
            if not ended_itself:
                terminal.press("\x03")
            is_over = _wait(TIME_TO_GIVE_UP, lambda: terminal.process.poll() is not None)
            took = time.monotonic() - pressed if is_over else float("inf")
            time.sleep(0.1)
            is_restored = terminal.has_its_settings if lines else terminal.is_restored
        kept = sum(path.stat().st_size for path in home.rglob("*") if path.is_file())
        return QuitResult(attack, lines, took, ended_itself, is_restored, host.hellos, kept)
    finally:
        terminal.close()
        host.close()
