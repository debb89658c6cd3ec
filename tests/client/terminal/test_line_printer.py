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


def test_the_cursor_stays_on_an_open_line_until_something_follows() -> None:
    printer, terminal = LinePrinter(Habits("speech")), Terminal()
    with redirect_stdout(terminal):
        printer.leave_open("Your turn, 5 tiles.")
        assert terminal.getvalue() == "Your turn, 5 tiles. "
        printer.line("Ben: hello")
        printer.leave_open("Your turn, 5 tiles.")
        printer.close()

    assert terminal.getvalue() == "Your turn, 5 tiles. \nBen: hello\nYour turn, 5 tiles. \n"


def test_enter_ends_an_open_line() -> None:
    printer, terminal = LinePrinter(Habits("speech")), Terminal()
    with redirect_stdout(terminal):
        printer.leave_open("Your turn, 5 tiles.")
        printer.entered()  # the terminal has echoed it
        printer.line("Left 4.")

    assert terminal.getvalue() == "Your turn, 5 tiles. Left 4.\n"


def test_where_there_is_no_cursor_no_line_stays_open() -> None:
    printer, pipe = LinePrinter(Habits("speech")), io.StringIO()
    with redirect_stdout(pipe):
        printer.leave_open("Your turn, 5 tiles.")

    assert pipe.getvalue() == "Your turn, 5 tiles.\n"
