"""What a terminal is asked once, when its first frame is drawn: its background, and how wide it draws lines.

Nothing waits for the answers. They arrive as if they were typed, at any time or never, and are taken out of what the
player types. Here: the questions, `TerminalAnswers`, and the parser of keys that takes an answer out. Not here: what
follows from an answer (`style`, `display`).
"""

import re
from collections.abc import Callable
from typing import Final

from prompt_toolkit.input import Input
from prompt_toolkit.input.vt100_parser import Vt100Parser
from prompt_toolkit.output import Output
from prompt_toolkit.output.vt100 import Vt100_Output

from protocol.frozen import define

Rgb = tuple[float, float, float]
"""Red, green and blue, each from 0 to 1."""

ASK_FOR_BACKGROUND: Final = "\x1b]11;?\x07"
"""OSC 11 of xterm. The answer is the same with a colour in place of the question mark."""
ASK_FOR_WIDTH: Final = "\x1b[2;1H─\x1b[6n\r\x1b[K\x1b[H"
"""A line in the second row, the question where the cursor is then (CPR), and the row as it was.

Not in the first row: the answer from there would be that of F3 with Shift.
"""
_SILENT: Final = ("linux", "eterm-color", "dumb")
"""Values of TERM of terminals that do not know the questions."""
_BACKGROUND: Final = re.compile(
    r"\x1b\]11;(?:rgba?:([0-9a-f]{1,4})/([0-9a-f]{1,4})/([0-9a-f]{1,4}))?[^\x07\x1b]*(?:\x07|\x1b\\)", re.IGNORECASE
)
_BEGUN: Final = re.compile(r"\x1b(?:\]|\]1|\]11|\]11;[^\x07\x1b]{0,60}\x1b?)\Z")
"""The beginning of an answer whose rest has not arrived."""
_AFTER_LINE: Final = re.compile(r"\x1b\[2;(\d+)R")


@define(eq=False)
class TerminalAnswers:
    """What the terminal has answered. `background`: None without an answer. `is_asked`: it has been asked.

    `changed` is called when the background becomes known.
    """

    background: Rgb | None = None
    draws_lines_wide: bool = False
    is_asked: bool = False
    changed: Callable[[], None] = lambda: None

    def questions(self, *, has_lines: bool) -> str:
        """What is written on an empty screen, once; empty afterwards. `has_lines`: lines can be written."""
        if self.is_asked:
            return ""
        self.is_asked = True
        return (ASK_FOR_WIDTH if has_lines else "") + ASK_FOR_BACKGROUND

    def take_cursor(self, report: str) -> None:
        """Receive where the cursor is, as the terminal reports it."""
        if (found := _AFTER_LINE.fullmatch(report)) is not None:
            self.draws_lines_wide = found[1] == "3"


class _Parser(Vt100Parser):
    """Takes what the terminal says of its background out of what is typed, also in pieces."""

    def __init__(self, of: Vt100Parser, answers: TerminalAnswers) -> None:
        super().__init__(of.feed_key_callback)
        self.answers = answers
        self._held = ""
        self._has_escape = False
        """Whether the last key may be the beginning of an answer: it is passed on, so that Escape is quick."""

    def feed(self, data: str) -> None:
        """Receive what is typed or answered."""
        if self._has_escape and data.startswith("]"):
            self.reset()  # it was no key
        if data.startswith("]11;") or (self._has_escape and data.startswith("]")):
            data = f"\x1b{data}"
        typed = _BACKGROUND.sub(self._take, self._held + data)
        begun = _BEGUN.search(typed)
        self._held = begun[0] if begun else ""
        typed = typed[: begun.start()] if begun else typed
        self._has_escape = typed.endswith("\x1b")
        super().feed(typed)

    def flush(self) -> None:
        """Nothing more has come for a while: a lone Escape is a key."""
        self._has_escape = False
        super().flush()

    def _take(self, answer: re.Match[str]) -> str:
        if answer[1]:
            red, green, blue = (int(part, 16) / (16 ** len(part) - 1) for part in answer.groups())
            self.answers.background = red, green, blue
            self.answers.changed()
        return ""


def answers_of(typed: Input, output: Output) -> TerminalAnswers:
    """The answers of this terminal, the same ones each time; none will come from a terminal that cannot be asked."""
    parser = getattr(typed, "vt100_parser", None)
    can_be_asked = isinstance(output, Vt100_Output) and output.term not in _SILENT
    if not can_be_asked or not isinstance(parser, Vt100Parser):
        return TerminalAnswers(is_asked=True)
    if not isinstance(parser, _Parser):
        parser = _Parser(parser, TerminalAnswers())
        typed.vt100_parser = parser  # type: ignore[attr-defined]
    return parser.answers
