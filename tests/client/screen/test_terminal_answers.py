"""The background of a terminal and the width of its lines: asked once, answered at any time, and never typed."""

from collections.abc import Iterator

import pytest
import trio
from prompt_toolkit.input import DummyInput
from prompt_toolkit.input.vt100_parser import Vt100Parser
from prompt_toolkit.key_binding.key_processor import KeyPress
from prompt_toolkit.keys import Keys

from client.screen import bridge
from client.screen.display import SHOW_FRAME, Display
from client.screen.join_screen import JoinScreen
from client.screen.terminal_answers import ASK_FOR_BACKGROUND, ASK_FOR_WIDTH, TerminalAnswers, answers_of
from client.terminal.look import Look
from tests.client.drawn_terminal import Terminal, terminal
from tests.client.screen.test_join_screen import no_ways

WHITE = "\x1b]11;rgb:ffff/ffff/ffff\x07"


class Typed(DummyInput):
    """What is typed at a terminal, and the keys that the program gets."""

    def __init__(self) -> None:
        self.keys: list[KeyPress] = []
        self.vt100_parser = Vt100Parser(self.keys.append)

    def arrives(self, *pieces: str) -> None:
        for piece in pieces:
            self.vt100_parser.feed(piece)

    @property
    def pressed(self) -> list[str]:
        return [key.key for key in self.keys]


@pytest.fixture
def screen() -> Iterator[Terminal]:
    with terminal() as made:
        yield made


def asked(screen: Terminal) -> tuple[Typed, TerminalAnswers]:
    typed = Typed()
    return typed, answers_of(typed, screen.output)


@pytest.mark.parametrize(
    ("answer", "background"),
    [
        (WHITE, (1, 1, 1)),
        ("\x1b]11;rgb:0000/0000/0000\x1b\\", (0, 0, 0)),
        ("\x1b]11;rgb:ff/80/00\x07", (1, 128 / 255, 0)),
        ("\x1b]11;rgba:ffff/0000/0000/8000\x07", (1, 0, 0)),
    ],
)
def test_the_background_is_taken_out_of_what_is_typed(
    screen: Terminal, answer: str, background: tuple[float, float, float]
) -> None:
    typed, answers = asked(screen)

    typed.arrives(f"4{answer}r")

    assert answers.background == background
    assert typed.pressed == ["4", "r"]


@pytest.mark.parametrize("answer", ["\x1b]11;\x07", "\x1b]11;?\x07", "\x1b]11;unknown\x1b\\"])
def test_an_answer_that_says_nothing_is_not_typed_either(screen: Terminal, answer: str) -> None:
    typed, answers = asked(screen)

    typed.arrives(answer, "r")

    assert answers.background is None
    assert typed.pressed == ["r"]


@pytest.mark.parametrize("at", range(1, len(WHITE)))
def test_an_answer_in_two_pieces_is_not_typed(screen: Terminal, at: int) -> None:
    typed, answers = asked(screen)

    typed.arrives(WHITE[:at], f"{WHITE[at:]}r")

    assert answers.background == (1.0, 1.0, 1.0)
    assert typed.pressed == ["r"]


def test_an_answer_whose_first_byte_came_long_before_its_rest_is_at_most_an_escape(screen: Terminal) -> None:
    typed, answers = asked(screen)

    typed.arrives("\x1b")
    typed.vt100_parser.flush()  # as after a moment without another key
    typed.arrives(f"{WHITE[1:]}r")

    assert answers.background == (1.0, 1.0, 1.0)
    assert typed.pressed == [Keys.Escape, "r"]


def test_keys_are_what_they_were(screen: Terminal) -> None:
    typed, _ = asked(screen)

    typed.arrives("\x1b")
    typed.vt100_parser.flush()
    typed.arrives("]", "\x1b[A", "\x1b]x", "\x1b[200~pasted ]11; text\x1b[201~")

    assert typed.pressed == [Keys.Escape, "]", Keys.Up, Keys.Escape, "]", "x", Keys.BracketedPaste]
    assert typed.keys[-1].data == "pasted ]11; text"


def test_a_terminal_is_asked_once(screen: Terminal) -> None:
    typed, answers = asked(screen)
    assert answers.questions(has_lines=True) == ASK_FOR_WIDTH + ASK_FOR_BACKGROUND

    assert answers_of(typed, screen.output) is answers
    assert answers.questions(has_lines=True) == ""


@pytest.mark.parametrize(("report", "is_wide"), [("\x1b[2;3R", True), ("\x1b[2;2R", False), ("\x1b[1;3R", False)])
def test_a_line_that_takes_two_cells_is_wide(report: str, is_wide: bool) -> None:
    answers = TerminalAnswers()

    answers.take_cursor(report)

    assert answers.draws_lines_wide == is_wide


@pytest.mark.trio(run=bridge.run)
async def test_the_questions_go_with_the_first_frame_which_waits_for_no_answer() -> None:
    screen = JoinScreen(no_ways())
    screen.list_hosts()
    with terminal() as drawn:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(Display(screen).run)
            await drawn.shows("q leave")

            first, _, others = drawn.everything_written.partition(SHOW_FRAME)
            assert ASK_FOR_WIDTH + ASK_FOR_BACKGROUND in first
            assert " leave" in first
            assert "─" not in drawn.row(1)
            drawn.press("q")
    assert ASK_FOR_BACKGROUND not in others


@pytest.mark.trio(run=bridge.run)
async def test_colours_come_with_the_answer_and_boxes_of_ascii_with_lines_of_two_cells() -> None:
    look = Look()
    screen = JoinScreen(no_ways(), look)
    screen.list_hosts()
    with terminal() as drawn:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(Display(screen).run)
            await drawn.shows("q leave", "─")
            assert "38;5;" not in drawn.everything_written

            drawn.press(WHITE)
            await drawn.until(lambda: "38;5;24" in drawn.everything_written)
            assert "─" in drawn.text

            drawn.press("\x1b[2;3R")
            await drawn.until(lambda: "─" not in drawn.text)
            drawn.press("q")

    assert look.is_ascii
