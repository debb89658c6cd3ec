"""A list that fills the terminal, outside a game: the player's games, saved records.

Here: `ListScreen`, which draws the window in front, what it says, and its keys; all else is done by its windows. Not
here: the lists (`games_window`, `records_window`).
"""

from typing import Final

from client.screen.card import lines_inside
from client.screen.panels import footer
from client.screen.paper import Fragment, Line, fill, text_of
from client.screen.scene import Frame
from client.screen.screen import Screen
from client.words.wrapping import wrap

_LONGEST_PROMPT: Final = 3
"""Lines of a window's prompt over the footer."""


class ListScreen(Screen):
    """A list and the texts opened over it. It is opened with `open` before the screen is shown."""

    def frame(self) -> Frame:
        """The window in front, its prompt and its keys."""
        width, height = self.size
        front, card = self.windows.front, self.windows.card(width)
        assert front is not None, "a list that is shown is open"
        assert card is not None, "a list has a card"
        prompt = _prompt_lines(front.prompt(), width)
        room = max(0, height - 1 - len(prompt))
        lines, furthest = card.draw(width, room)
        hints = (*front.scroll_hints(), *front.hints()) if furthest else front.hints()
        return Frame([*lines, *prompt, footer(hints, width)], furthest, lines_inside(room))


def _prompt_lines(prompt: Line, width: int) -> list[Line]:
    """A prompt as lines; none for an empty one."""
    if not prompt:
        return []
    style = prompt[0].style
    return [fill([Fragment(style, line)], width, style) for line in wrap(text_of(prompt), width)[:_LONGEST_PROMPT]]
