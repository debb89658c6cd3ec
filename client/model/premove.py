"""What happens on my turn without another key: a play prepared in advance, drawing until a tile fits, a forced knock.

Here: what was prepared, the move that follows when the turn comes, and the sentences about it. A prepared play is
checked again when it is due. Pure. Not here: sending the move (`model`).
"""

from collections.abc import Iterator

from attrs import define

from client.model import checks
from client.model.announcements import Announcement, Subject
from client.view.view import View
from client.words.score_words import at_end
from protocol.frozen import frozen
from protocol.game.layout import Arm
from protocol.game.tiles import Tile
from protocol.log.commands import DrawTile, Knock, Move


@frozen
class Premove:
    """A play chosen during another player's turn; it is checked again when my turn comes."""

    tile: Tile
    arm: Arm | None = None


@define
class Premoves:
    """`play`: the play for my next turn. `draws_on`: draw until a tile fits. `knocks`: make a forced knock for me."""

    play: Premove | None = None
    draws_on: bool = False
    knocks: bool = False

    def forget(self) -> None:
        """Forget everything but the autoknock setting: another game begins."""
        self.play, self.draws_on = None, False

    def settle(self, view: View) -> None:
        """Stop drawing once there is nothing left to draw."""
        self.draws_on = self.draws_on and view.is_my_turn and view.choices().may_draw

    def drop_play(self, why: str, seat: int | None = None) -> Iterator[Announcement]:
        """Drop the prepared play, if there is one, and say why."""
        if self.play is not None:
            text = f"Your prepared {self.play.tile} is dropped. {why}"
            yield Announcement(Subject.OWN, text, seat)
        self.play = None

    def due(self, view: View) -> tuple[Move | None, list[Announcement]]:
        """The move to make now that it is my turn, and what to say about it."""
        play = self.play
        if play is not None:
            command = checks.with_arm(view, play.tile, play.arm)
            refusal = checks.why_not(view, command)
            if refusal is not None:
                return None, list(self.drop_play(refusal.text, view.seat))
            self.play = None
            text = f"Your prepared {command.tile} is played{_where(view, command.tile, command.arm)}."
            return command, [Announcement(Subject.OWN, text, view.seat)]
        if self.draws_on:
            return DrawTile(), []
        return (Knock() if self.knocks and view.choices().may_knock else None), []


def prepared(view: View, play: Premove) -> str:
    """`6-4 on the left is prepared: it is played on your turn, if it still fits.`"""
    return f"{play.tile}{_where(view, play.tile, play.arm)} is prepared: it is played on your turn, if it still fits."


def _where(view: View, tile: Tile, arm: Arm | None) -> str:
    """The end of a play; empty if there is no choice, or if the tile no longer fits there."""
    return f" {at_end(view, arm)}" if arm in view.layout.arms_for(tile) and arm is not Arm.START else ""
