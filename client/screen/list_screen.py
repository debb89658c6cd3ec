"""A list that fills the terminal, outside a game: the player's games, saved records.

Here: `ListScreen`, which draws the window in front, what it says, and its keys; all else is done by its windows. Not
here: the lists (`games_window`, `records_window`).
"""

from typing import Final

from client.picture.pinwheel import Size
from client.screen.card import PlacedCard
from client.screen.frame_lines import footer
from client.screen.paper import Fragment, Line, fill, text_of
from client.screen.screen import Screen
from client.screen.window import Window
from client.words.wrapping import wrap

_LONGEST_PROMPT: Final = 3
"""Lines of a window's prompt over the footer."""


class ListScreen(Screen):
    """A list and the texts opened over it. It is opened with `open` before the screen is shown."""

    def frame(self) -> list[Line]:
        """The window in front, its prompt and its keys."""
        front, card, prompt = self._front, self.placed_card(), self._prompt_lines()
        hints = (*front.scroll_hints(), *front.hints()) if card.furthest else front.hints()
        return [*card.lines(), *prompt, footer(hints, self.size.width)]

    def placed_card(self) -> PlacedCard:
        """The list or text in front, over its prompt and the keys."""
        width, height = self.size
        card = self.windows.card(width)
        assert card is not None, "a list has a card"
        return card.placed(Size(width, max(0, height - 1 - len(self._prompt_lines()))))

    @property
    def _front(self) -> Window:
        front = self.windows.front
        assert front is not None, "a list that is shown is open"
        return front

    def _prompt_lines(self) -> list[Line]:
        """The prompt of the window in front, wrapped; none if it is empty."""
        prompt, width = self._front.prompt(), self.size.width
        if not prompt:
            return []
        style = prompt[0].style
        return [fill([Fragment(style, line)], width, style) for line in wrap(text_of(prompt), width)[:_LONGEST_PROMPT]]
