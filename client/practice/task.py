"""A position to play, and what comes of a move there.

Here: what every lesson and every exercise is for a front end. Not here: lessons (`lesson`), exercises
(`exercise_task`), one after another (`course`).
"""

from typing import Protocol

from client.actions.panel import Block
from client.model import checks
from client.view.view import View
from protocol.frozen import frozen
from protocol.game.tiles import Tile
from protocol.log.commands import Move, PlayTile


@frozen
class Again:
    """The move is against the rules, or another one was looked for. A sentence says why, and the player tries again."""

    text: str


@frozen
class Answered:
    """The task is done. `blocks`: what to read about it; `view`: the table after the move.

    `then`: what is to be done next in the same lesson, without anything to read; or None.
    """

    blocks: tuple[Block, ...]
    view: View
    is_right: bool = True
    then: "Task | None" = None


class Task(Protocol):
    """A position in which the player is in turn."""

    @property
    def heading(self) -> str:
        """What it is about, in a few words."""

    @property
    def before(self) -> tuple[Block, ...]:
        """What to read before it; empty if the question says it all."""

    @property
    def situation(self) -> tuple[str, ...]:
        """What the full screen has in its header, for those who do not see it."""

    @property
    def question(self) -> str:
        """What to do, in a sentence."""

    @property
    def view(self) -> View:
        """The table as the player sees it."""

    @property
    def recent(self) -> frozenset[Tile]:
        """The tiles to mark: those played since the player's last move."""

    @property
    def moves(self) -> list[str]:
        """A line for each move of the round so far."""

    def answer(self, move: Move) -> Again | Answered:
        """What comes of this move. Changes nothing."""


def allowed(view: View, move: Move) -> Move | Again:
    """The move, a play with its end; or why it is against the rules."""
    if isinstance(move, PlayTile):
        move = checks.with_arm(view, move.tile, move.arm)
    refused = checks.why_not(view, move)
    return move if refused is None else Again(refused.text)
