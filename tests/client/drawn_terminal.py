"""A terminal in memory: keys are sent through a pipe, and the application draws on a pyte screen."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO, cast

import pyte
import trio
from prompt_toolkit.application import create_app_session
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output.vt100 import Vt100_Output


class _Paper:
    """The stdout of Vt100_Output: text goes straight into the pyte stream."""

    encoding = "utf-8"

    def __init__(self, stream: pyte.Stream) -> None:
        self._stream = stream
        self.everything = ""
        self.written = trio.Event()

    def write(self, text: str) -> None:
        self.everything += text
        self._stream.feed(text)

    def flush(self) -> None:
        """Finish a frame."""
        self.written.set()

    def isatty(self) -> bool:
        return True

    def fileno(self) -> int:
        return 1


class Terminal:
    """Keys to press and a screen to read."""

    def __init__(self, keys: PipeInput, screen: pyte.Screen) -> None:
        self.keys = keys
        self.columns, self.rows = screen.columns, screen.lines
        self._screen = screen
        self._paper = _Paper(pyte.Stream(self._screen))
        self.output = Vt100_Output(cast("TextIO", self._paper), self._size, term="xterm-256color", enable_cpr=False)

    def _size(self) -> Size:
        return Size(rows=self.rows, columns=self.columns)

    @property
    def lines(self) -> list[str]:
        """The screen's rows, without trailing blanks."""
        return [line.rstrip() for line in self._screen.display]

    def row(self, at: int) -> str:
        """This row, each cell a character of it, without trailing blanks."""
        return "".join(self._screen.buffer[at][x].data[:1] or " " for x in range(self.columns)).rstrip()

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    @property
    def everything_written(self) -> str:
        """Every byte ever sent to this terminal, escapes and all."""
        return self._paper.everything

    @property
    def is_restored(self) -> bool:
        """Whether the previous content of the terminal is restored."""
        return self.everything_written.rfind("\x1b[?1049l") > self.everything_written.rfind("\x1b[?1049h")

    def press(self, keys: str) -> None:
        self.keys.send_text(keys)

    def click(self, text: str, *, nth: int = 0) -> None:
        """Click the first character of this text, where it is on the screen (the `nth` time it appears)."""
        found = [(x, y) for y, line in enumerate(self.lines) for x in range(len(line)) if line.startswith(text, x)]
        x, y = found[nth]
        self.press(f"\x1b[<0;{x + 1};{y + 1}M\x1b[<0;{x + 1};{y + 1}m")

    def resize(self, columns: int, rows: int) -> None:
        """Change the terminal's size; the application notices when it draws next."""
        self.columns, self.rows = columns, rows
        self._screen.resize(rows, columns)

    async def until(self, happened: Callable[[], object]) -> None:
        """Wait until this is true; fails after a minute."""
        try:
            with trio.fail_after(60):
                while not happened():
                    self._paper.written = trio.Event()
                    await self._paper.written.wait()
        except trio.TooSlowError:
            raise AssertionError(f"timed out; the screen:\n{self.text}") from None

    async def shows(self, *texts: str) -> None:
        """Wait until all these texts are on the screen."""
        await self.until(lambda: all(text in self.text for text in texts))


@contextmanager
def terminal(columns: int = 80, rows: int = 24, screen: type[pyte.Screen] = pyte.Screen) -> Iterator[Terminal]:
    """A terminal of this size that applications made inside the block use. `screen`: how it draws."""
    with create_pipe_input() as keys:
        made = Terminal(keys, screen(columns, rows))
        with create_app_session(input=keys, output=made.output):
            yield made
