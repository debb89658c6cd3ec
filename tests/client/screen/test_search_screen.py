"""The search for exercises on the full screen and in lines: its progress, its end, and the ways to stop it."""

import os
from collections.abc import Awaitable, Callable

import pytest
import trio

from client.lines.course_lines import search_in_lines
from client.picture.pinwheel import Size
from client.practice.finding import Report, Search
from client.replay.analyser import AnalysisError
from client.screen.search_screen import SearchScreen
from client.terminal.typed_lines import TypedLines
from client.words.say import say
from tests.client.frames import as_text, painted

STEPS = (Search("Analysing All Fives: play 1 of 2.", is_step=True), Search("play 2 of 2.", is_step=False))
SIZE = Size(80, 24)


async def short(report: Report) -> None:
    """A search that is done at once."""
    for step in STEPS:
        report(step)


async def endless(report: Report) -> None:
    """A search that somebody has to stop."""
    report(STEPS[0])
    await trio.sleep_forever()


async def failing(_: Report) -> None:
    """A search whose child program fails."""
    raise AnalysisError("The analysis could not be started: no memory.")


def seen(screen: SearchScreen) -> str:
    return as_text(painted(screen, SIZE))


async def test_the_progress_is_shown_and_the_screen_is_left_when_all_is_found() -> None:
    screen, frames = SearchScreen(short), list[str]()
    screen.redraw = lambda: frames.append(seen(screen))

    await screen.while_shown()

    assert say("lesson.searching") in frames[0]
    assert STEPS[0].text in frames[0]
    assert STEPS[1].text in frames[1]
    assert screen.is_left
    assert not screen.is_given_up


@pytest.mark.parametrize(("key", "gives_up"), [("enter", False), ("q", True), ("escape", True)])
def test_enter_begins_with_what_was_found_and_q_leaves(key: str, *, gives_up: bool) -> None:
    screen = SearchScreen(endless)
    assert "Enter begin with what was found" in seen(screen)

    for pressed, is_left in (("x", False), (key, True)):
        screen.press(pressed)
        assert screen.is_left is is_left
    assert screen.is_given_up is gives_up


async def test_a_search_that_fails_says_why_and_waits_for_the_player() -> None:
    screen = SearchScreen(failing)

    await screen.while_shown()

    assert "no memory" in seen(screen)
    assert not screen.is_left


async def search_with(search: Callable[[Report], Awaitable[None]], typed: str | None) -> list[str]:
    """What a search prints in line mode while this is typed; None: nobody types."""
    printed: list[str] = []
    read, write = os.pipe()
    os.write(write, (typed or "").encode())
    try:
        lines = None if typed is None else TypedLines(read)
        await trio.to_thread.run_sync(search_in_lines, search, lines, printed.append)
    finally:
        os.close(write)
    return printed


async def test_in_lines_only_steps_of_the_progress_are_printed() -> None:
    assert await search_with(short, None) == [say("lesson.searching"), STEPS[0].text]


async def test_in_lines_a_typed_line_stops_the_search() -> None:
    assert await search_with(endless, "\n") == [
        f"{say('lesson.searching')} {say('lesson.enter_begins')}",
        STEPS[0].text,
    ]


async def test_in_lines_a_search_that_fails_says_why() -> None:
    assert (await search_with(failing, None))[-1] == "The analysis could not be started: no memory."
