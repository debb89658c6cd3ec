"""The costliest plays of an analysed game, as a list over the replay.

Here: its keys and its drawing. Not here: the analysis (`analyser`), the better play on the board (`cursor`).
"""

from collections.abc import Iterator

from client.replay import replay_words
from client.replay.cursor import Replay
from client.screen.card import Card
from client.screen.chance_lines import chance_lines
from client.screen.choice_list import ListWindow
from client.screen.paper import Fragment, Line
from client.screen.window import Key
from client.words.say import say
from client.words.wrapping import wrap
from protocol.frozen import define


@define(eq=False)
class CostlyWindow(ListWindow):
    """The list of the costliest plays of an analysed replay, and how well each player played."""

    replay: Replay

    def lines(self) -> list[str]:
        """The costliest plays, each with the better one."""
        return [*replay_words.costly_plays(self.replay)] or [say("replay.nothing_lost")]

    def keys(self) -> Iterator[Key]:
        """Those of a list."""
        yield self.choosing(say("footer.show_it"))
        yield from self.moving()
        yield Key(("escape",), lambda _: self.owner.close(), say("footer.back"))

    def press(self, key: str) -> bool:
        """Any other key closes the list."""
        return super().press(key) or super().press("escape")

    def choose(self) -> None:
        """Show the better play on the board."""
        self.owner.close()
        if self.replay.costliest:
            self.replay.pause()
            self.replay.to_costly(self.replay.costliest[self.rows.at])

    def card(self, width: int) -> Card | None:
        """The list; None if the game is not analysed."""
        if self.replay.analysis is None:
            return None
        found = (
            line
            for sentence in replay_words.how_each_played(self.replay.analysis)
            for line in wrap(sentence, max(10, width - 4))
        )
        curves = chance_lines(self.replay.analysis, self.replay.costliest, width - 4)
        about: list[Line] = [*curves, *([Fragment("class:card", line)] for line in found)]
        return self.rows.card(replay_words.costliest(self.replay.analysis), width, about, say("foot.escape"))
