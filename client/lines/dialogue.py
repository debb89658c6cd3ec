"""A dialogue that one line begins and a later one finishes: choosing from a list, naming an end, confirming an action.

Here: what the next line means in it. Not here: questions about a new table (`opening`), which are a dialogue, too;
beginning a dialogue, and carrying out what it ends with (`letters`).
"""

from typing import Final, NamedTuple, Protocol

from attrs import frozen

from client.actions.action import Action
from client.actions.panel import Panel
from client.actions.typed_commands import read_action
from client.actions.typed_help import arm_named
from client.lines.panel_text import typed_choice
from client.lines.typed_play import TypedPlay
from client.model.checks import WhyNot
from client.model.model import Model
from client.words.say import as_typed_in_english, say
from protocol.game.tiles import Tile

_YES: Final = ("y", "yes")
_LETTERS_OF_THEIR_OWN: Final = ("l", "r")
"""Short for an end behind a tile, and something else alone."""


class Step(NamedTuple):
    """What a line means in a dialogue. `wish`: what the player wants; it needs no confirmation if `is_sure`.

    `goes_on`: the dialogue waits for one more line.
    """

    lines: tuple[str, ...] = ()
    wish: Action | TypedPlay | None = None
    is_sure: bool = False
    goes_on: bool = False


class Dialogue(Protocol):
    """What the last line has begun."""

    def answer(self, line: str) -> Step | None:
        """The step that the line makes; None for a line that is something else, which ends the dialogue."""


def is_yes(line: str) -> bool:
    """Whether the line confirms something."""
    return as_typed_in_english(_word(line)).casefold() in _YES


def _word(line: str) -> str:
    return line.strip().partition(" ")[0]


@frozen
class Choosing:
    """A printed panel, whose choices have numbers."""

    panel: Panel

    def answer(self, line: str) -> Step | None:
        """The choice of this number. Enter alone chooses nothing."""
        if not line.strip():
            return Step((say("lines.nothing_chosen"),))
        chosen = typed_choice(self.panel, line.strip())
        if isinstance(chosen, WhyNot):
            return Step((chosen.text,), goes_on=True)
        return None if chosen is None else Step(wish=chosen)


@frozen
class NamingEnd:
    """A tile that fits more than one end."""

    tile: Tile

    def answer(self, line: str) -> Step | None:
        """The play, on the end that the line names."""
        word = _word(line)
        if arm_named(word) is None or word in _LETTERS_OF_THEIR_OWN:
            return None
        return Step(wish=TypedPlay(None, self.tile, word.casefold()))


@frozen
class Confirming:
    """An action that costs something."""

    model: Model
    action: Action

    def answer(self, line: str) -> Step | None:
        """The action, confirmed by `y` or by typing it a second time."""
        word, _, rest = line.strip().partition(" ")
        is_same = bool(word) and read_action(self.model, word, rest.strip()) == self.action
        return Step(wish=self.action, is_sure=True) if is_same or is_yes(line) else None
