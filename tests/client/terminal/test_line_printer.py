"""Lines of a match, printed for eyes or for ears."""

import io
from contextlib import redirect_stdout

from client.terminal.line_printer import LinePrinter
from client.terminal.look import Habits

LONG = "Type `verbosity speech`: " + "a turn is said in few words, " * 10 + "15 = 5 threes."


class Terminal(io.StringIO):
    """A terminal of the usual width."""

    def isatty(self) -> bool:
        return True


def printed(verbosity: int | str, text: str) -> list[str]:
    habits, terminal = Habits(), Terminal()
    printer = LinePrinter(habits)
    habits.verbosity = verbosity
    with redirect_stdout(terminal):
        printer.line(text)
    return terminal.getvalue().splitlines()


def test_for_eyes_a_line_is_wrapped_between_words() -> None:
    assert len(printed(1, LONG)) > 1
    assert " ".join(printed(1, LONG)) == LONG


def test_for_ears_it_is_one_line_without_silent_signs() -> None:
    (line,) = printed("speech", LONG)

    assert line.startswith("Type verbosity speech: a turn")
    assert line.endswith("few words, 15, 5 threes.")
