"""A real terminal for a program: a pty with a size, signals and settings, and a test that watches it."""

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pyte

from client.screen.display import HOLD_FRAME, SHOW_FRAME

TERM = "xterm-256color"
SILENCE = 0.08
"""Seconds without a byte after which a program is taken to have nothing more to write."""
_KEPT_OF_A_FLOOD = 65536
"""Bytes: more than what gives a terminal back."""
_MARK = b"\0"
"""A byte that a terminal shows as nothing, and that no program of ours writes."""
DEADLINE = 240.0
"""Seconds that a test waits for something on the screen before it fails."""

_open: "set[PseudoTerminal]" = set()


def _environment() -> dict[str, str]:
    """The environment without a size: workers of xdist have one (`findings/readline-gives-children-a-size.sh`)."""
    return {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}


class PseudoTerminal:
    """One program on one terminal."""

    def __init__(self, command: Sequence[str], home: Path, columns: int, rows: int) -> None:
        _open.add(self)
        self._outside, inside = pty.openpty()
        self._inside = inside
        self._ends: tuple[int, ...] = (self._outside, inside)
        self._resize(columns, rows)
        self.settings = termios.tcgetattr(inside)
        self._screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self._screen)
        self.written = b""
        self._drawn = 0
        """How many of these bytes are on the screen."""
        self._lines: list[str] | None = None
        """The screen's rows, if nothing has changed since they were last read: reading them takes long."""
        self.process = subprocess.Popen(
            command,
            stdin=inside,
            stdout=inside,
            stderr=inside,
            env={**_environment(), "FIVES_HOME": str(home), "TERM": TERM, "PYTHONIOENCODING": "utf-8"},
            start_new_session=True,
            preexec_fn=_take_terminal,  # noqa: PLW1509 - nothing else in this process holds a lock meanwhile
        )

    @property
    def lines(self) -> list[str]:
        """The screen's rows, without trailing blanks."""
        if self._lines is None:
            self._lines = [line.rstrip() for line in self._screen.display]
        return self._lines

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    @property
    def row_of_cursor(self) -> str:
        """The row on which the cursor stands."""
        return self.lines[self._screen.cursor.y]

    def press(self, keys: str | bytes) -> None:
        os.write(self._outside, keys if isinstance(keys, bytes) else keys.encode())

    def click(self, text: str, *, row: int | None = None) -> None:
        """Press and release the mouse on the first character of this text, once it appears (in SGR encoding)."""
        self.until(lambda: self._places(text, row))
        x, y = self._places(text, row)[0]
        self.press(f"\x1b[<0;{x + 1};{y + 1}M\x1b[<0;{x + 1};{y + 1}m")

    def click_hint(self, text: str) -> None:
        """Click a key that the footer names. Above it the same letters can stand in a sentence: "Ines scores 10"."""
        self.click(text, row=len(self.lines) - 1)

    def _places(self, text: str, row: int | None) -> list[tuple[int, int]]:
        return [
            (x, y)
            for y, line in enumerate(self.lines)
            for x in range(len(line))
            if line.startswith(text, x) and row in (None, y)
        ]

    def signal(self, number: signal.Signals) -> None:
        os.kill(self.process.pid, number)

    def stop_for_a_while(self) -> None:
        """Stop the program by a signal, use the terminal as a shell does, and continue the program."""
        self.signal(signal.SIGSTOP)
        os.waitid(os.P_PID, self.process.pid, os.WSTOPPED | os.WNOWAIT)
        termios.tcsetattr(self._inside, termios.TCSANOW, self.settings)
        self._feed(b"\x1b[2J\x1b[H$ ls\r\nletters.txt\r\n$ fg\r\n")
        self.signal(signal.SIGCONT)

    @property
    def echoes(self) -> bool:
        """Whether the terminal echoes keys and buffers them until Enter."""
        return bool(termios.tcgetattr(self._inside)[3] & (termios.ECHO | termios.ICANON))

    def resize(self, columns: int, rows: int) -> None:
        """Change the size; the kernel notifies the program."""
        self._screen.resize(rows, columns)
        self._lines = None
        self._resize(columns, rows)

    def _resize(self, columns: int, rows: int) -> None:
        fcntl.ioctl(self._outside, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def until(self, happened: Callable[[], object]) -> None:
        """Read output until this is true of the screen."""
        deadline = time.monotonic() + DEADLINE
        while not happened():
            assert time.monotonic() < deadline, self._what_is_seen()
            self._read(0.05)

    def _what_is_seen(self) -> str:
        """That nothing came: this screen, and those of the other players, of whom one may be the reason."""
        screens = (f"exit status {one.process.poll()}; the screen:\n{one.rest()}" for one in (self, *_open - {self}))
        return "\n\n".join(("this never came", *screens))

    def rest(self) -> str:
        """The screen once no more output arrives."""
        while True:
            written = len(self.written)
            self._read(SILENCE)
            if len(self.written) == written:
                return self.text

    def shows(self, *texts: str) -> None:
        """Wait until all these texts are on the screen."""
        self.until(lambda: all(text in self.text for text in texts))

    def ends(self) -> int:
        """Wait until the program has ended, and read all that it has written; returns the exit status."""
        self.until(lambda: self.process.poll() is not None)
        self.until(self._is_read_to_the_mark)
        self._feed(self.written[self._drawn :])
        self.written = self.written.replace(_MARK, b"")
        self._drawn = len(self.written)
        assert self.process.returncode is not None
        return self.process.returncode

    def _is_read_to_the_mark(self) -> bool:
        """Whether the mark has been read; if not, write it, again each time.

        The kernel takes keys when it has time to, perhaps after their program has ended, and Ctrl-C discards the output
        that nobody has read yet: any one mark can be lost.
        """
        if _MARK in self.written:
            return True
        os.write(self._inside, _MARK)
        return False

    def run_there(self, command: str) -> None:
        """Run a command on this terminal after the program has ended, as its user would, and read what it writes."""
        inside = self._inside
        subprocess.run(
            [command], stdin=inside, stdout=inside, stderr=inside, env={**os.environ, "TERM": TERM}, check=True
        )
        self.rest()

    @property
    def has_its_settings(self) -> bool:
        """Whether the terminal's settings are unchanged."""
        return termios.tcgetattr(self._inside) == self.settings

    @property
    def is_restored(self) -> bool:
        """Whether the terminal is restored: its settings, its main screen, its cursor, and no mouse."""
        return (
            self.has_its_settings
            and self.written.rfind(b"\x1b[?1049l") > self.written.rfind(b"\x1b[?1049h")
            and self.written.rfind(b"\x1b[?1000l") >= self.written.rfind(b"\x1b[?1000h")  # perhaps never taken
            and self.written.rfind(b"\x1b[?25h") > self.written.rfind(b"\x1b[?25l")
            and self.written.rfind(SHOW_FRAME.encode()) >= self.written.rfind(HOLD_FRAME.encode())  # as above
        )

    @contextmanager
    def drained(self) -> Iterator[None]:
        """Meanwhile, read output as fast as it arrives without looking at it; of a flood only the end is kept."""
        is_over = threading.Event()

        def drain() -> None:
            while not is_over.is_set():
                self.written = self.written[-_KEPT_OF_A_FLOOD:] + self._received(0.05)

        draining = threading.Thread(target=drain)
        draining.start()
        try:
            yield
        finally:
            is_over.set()
            draining.join()
            self._drawn = len(self.written)

    def _read(self, seconds: float) -> None:
        self.written += self._received(seconds)
        self._draw()

    def _draw(self) -> None:
        """Draw what has arrived. As in a terminal, a frame is not shown before all of it is here."""
        begun = self.written.rfind(HOLD_FRAME.encode())
        is_whole = begun < 0 or SHOW_FRAME.encode() in self.written[begun:]
        end = len(self.written) if is_whole else max(begun, self._drawn)
        if end > self._drawn:
            self._feed(self.written[self._drawn : end])
            self._drawn = end

    def _feed(self, written: bytes) -> None:
        self._stream.feed(written)
        self._lines = None

    def _received(self, seconds: float) -> bytes:
        ready, _, _ = select.select([self._outside], [], [], seconds)
        try:
            return os.read(self._outside, 65536) if ready else b""
        except OSError:
            return b""  # the other end is closed

    def hang_up(self) -> int:
        """Close the terminal, as closing its window does; returns the program's exit status."""
        self._close_ends()
        return self.process.wait(DEADLINE)

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self._close_ends()

    def _close_ends(self) -> None:
        _open.discard(self)
        for end in self._ends:
            os.close(end)
        self._ends = ()


def _take_terminal() -> None:
    """In the child: make standard input the controlling terminal, the source of Ctrl-C and resizes."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


@contextmanager
def fives(*arguments: str, home: Path, columns: int = 80, rows: int = 24) -> Iterator[PseudoTerminal]:
    """`fives` with these arguments on a terminal of this size."""
    terminal = PseudoTerminal([sys.executable, "-m", "client", *arguments], home, columns, rows)
    try:
        yield terminal
    finally:
        terminal.close()
