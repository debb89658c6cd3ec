"""Names whose width terminals disagree about: all else in their row is in its place, on every terminal."""

import unicodedata
from functools import partial
from typing import Final

import pyte
import pytest
import trio

from client.screen import bridge
from client.screen.display import Display
from client.screen.paper import Fragment, Line, fill
from client.screen.screen import Screen
from client.words.wrapping import cells
from tests.client.drawn_terminal import Terminal as Drawn
from tests.client.drawn_terminal import terminal

WIDTH: Final = 60
NAMES: Final = ("अदिति", "தமிழ்", "မောင်", "ខ្មែរ", "Bo 🇩🇪", "👍🏽", "Ψυχή", "Ana")


class Terminal(pyte.Screen):
    """A terminal that gives each mark with a width of its own, and each half of a flag, this many cells."""

    mark, half_flag = 1, 1

    def draw(self, data: str) -> None:
        for character in data:
            wide = self.mark if unicodedata.category(character) == "Mc" else None
            wide = self.half_flag if "🇦" <= character <= "🇿" else wide
            if wide is None:
                super().draw(character)
            else:
                super().draw("?" * wide)


class Narrow(Terminal):
    """As kitty draws, which joins marks with their letters."""

    mark = 0


class Wide(Terminal):
    """As terminals that know no flags."""

    half_flag = 2


class Scores(Screen):
    """A row with a name, and what follows it."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self._name, self.after = name, "Fatima(bot) 0, 5 tiles"
        self.is_covered = True

    def frame(self) -> list[Line]:
        name: Line = [Fragment("class:player", f"{self._name} "), Fragment("class:score", self.after)]
        if self.is_covered:
            name = [Fragment("class:card", "x" * WIDTH)]
        top: Line = [Fragment("class:header", "All Fives")]
        return [fill(line, WIDTH) for line in (top, name, [Fragment("class:quiet", "below")])]

    def shows(self, after: str) -> None:
        self.is_covered, self.after = False, after
        self.redraw()


def has_after(drawn: Drawn, name: str, after: str) -> bool:
    return drawn.row(1)[cells(name) :] == f" {after}".rstrip()


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("draws", [Terminal, Narrow, Wide])
@pytest.mark.trio(run=bridge.run)
async def test_what_follows_a_name_is_in_its_place_however_wide_the_name_is_drawn(
    name: str, draws: type[pyte.Screen]
) -> None:
    screen = Scores(name)
    with terminal(WIDTH, 3, draws) as drawn:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(Display(screen).run)
            await drawn.shows("All Fives")
            for after in ("Fatima(bot) 0, 5 tiles", "Fatima(bot) 4, 5 tiles", "Fatima(bot) 12, 4 tiles", "Ben", ""):
                screen.shows(after)
                await drawn.until(partial(has_after, drawn, name, after))
                assert "x" not in drawn.row(1)
                assert drawn.row(0) == "All Fives"
                assert drawn.row(2) == "below"
            screen.leave()
            screen.redraw()
