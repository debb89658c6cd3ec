"""What is written to the terminal: whole frames, and stars for a password that is typed."""

import re

import pytest
import trio

from client.screen import bridge
from client.screen.display import HOLD_FRAME, SHOW_FRAME, Display, line_with_stars
from client.screen.join_screen import JoinScreen
from tests.client.drawn_terminal import terminal
from tests.client.screen.test_join_screen import no_ways

FRAME = re.compile(f"{re.escape(HOLD_FRAME)}(.*?){re.escape(SHOW_FRAME)}", re.DOTALL)
CONTROL = re.compile(r"\x1b\[[0-?]*[a-zA-Z]|\s")


@pytest.mark.trio(run=bridge.run)
async def test_all_text_is_in_frames_that_a_terminal_can_show_as_a_whole() -> None:
    screen = JoinScreen(no_ways())
    screen.list_hosts()
    with terminal() as drawn:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(Display(screen).run)
            await drawn.shows("q leave")
            drawn.press("\r")
            await drawn.until(lambda: "q leave" not in drawn.text)
            drawn.press("\x1b")
            await drawn.shows("q leave")
            drawn.press("q")

    written = drawn.everything_written
    assert len(FRAME.findall(written)) > 2
    assert CONTROL.sub("", FRAME.sub("", written)) == ""
    assert drawn.is_restored


@pytest.mark.parametrize(
    ("prompt", "typed", "shown"),
    [
        ("password:", "plum pie", "********"),
        (":", "join oak plum", "join oak ****"),
        (":", "j oak plum", "j oak ****"),
        (":", "join oak", "join oak"),
        (":", "join oak ", "join oak "),
        (":", "open all-fives password=plum", "open all-fives password=****"),
        (":", "open all-fives --password plum", "open all-fives --password ****"),
        (":", "kick Ana", "kick Ana"),
        ("/", "join oak and plum", "join oak and plum"),
        ("target:", "100", "100"),
        ("password:", "", ""),
    ],
)
def test_only_the_password_of_a_line_is_starred(prompt: str, typed: str, shown: str) -> None:
    assert line_with_stars(prompt, typed) == shown
