"""The costliest plays of an analysed game, as a list over the replay.

Here: its state, its keys and its drawing. Not here: the analysis (`analyser`), the better play on the board (`cursor`).
"""

from collections.abc import Callable
from typing import Final

from client.picture.pinwheel import Size
from client.replay import replay_words
from client.replay.cursor import Replay
from client.screen.card import Card
from client.screen.choice_list import ChoiceList
from client.screen.panels import KeyHint
from client.screen.paper import Fragment, Line, RowHit
from client.words.wrapping import wrap

HINTS_COSTLY: Final = (
    KeyHint("Enter", "show it", "enter"),
    KeyHint("↑↓", "choose", "down"),
    KeyHint("Esc", "back", "escape"),
)


class CostlyWindow:
    """The list of the costliest plays of a replay, and how well each player played. `is_open`: it is shown."""

    def __init__(self, replay: Replay) -> None:
        self._replay = replay
        self._plays = ChoiceList(lambda: [*replay_words.costly_plays(replay)] or [replay_words.NOTHING_LOST])
        self.is_open = False

    def card(self, width: int) -> Card | None:
        """The list on a card of this width; None if it is closed or the game is not analysed."""
        if not self.is_open or self._replay.analysis is None:
            return None
        found = (
            part
            for each in replay_words.how_each_played(self._replay.analysis)
            for part in wrap(each, max(10, width - 4))
        )
        about: list[Line] = [[Fragment("class:card", each)] for each in found]
        return self._plays.card(replay_words.costliest(self._replay.analysis), width, about, "Esc: back")

    def press(self, key: str, room: Callable[[], Size]) -> None:
        """Move the selection, show the better of the selected play on the board, or close the list.

        `room` is as in `ChoiceList.press`.
        """
        if key in ("enter", "space"):
            self.is_open = False
            if self._replay.costliest:
                self._replay.pause()
                self._replay.to_costly(self._replay.costliest[self._plays.at])
        elif not self._plays.press(key, room):
            self.is_open = False

    def hit(self, hit: RowHit) -> bool:
        """Select the line that was clicked; True if it was selected already."""
        return self.is_open and self._plays.hit(hit)

    def scroll(self, by: int) -> None:
        """The wheel moves the selection."""
        self._plays.scroll(by)
