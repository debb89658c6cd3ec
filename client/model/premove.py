"""What happens on my turn without another key: a play prepared in advance, drawing until a tile fits, a forced knock.

Here: what was prepared, and the move that follows when the turn comes. A prepared play is checked again when it is due.
Pure. Not here: sending the move (`model`), the sentences (`words.premove_words`).
"""

from client.model import checks
from client.model.announcements import Announcement, Subject
from client.view.view import View
from client.words import premove_words
from protocol.frozen import define, frozen
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
    """The moves that need no other key.

    `play`: the play for my next turn. `draws_on`: draw until a tile fits.
    """

    play: Premove | None = None
    draws_on: bool = False

    def forget(self) -> None:
        """Forget everything: another game begins."""
        self.play, self.draws_on = None, False

    def settle(self, view: View) -> None:
        """Stop drawing once there is nothing left to draw."""
        self.draws_on = self.draws_on and view.is_my_turn and view.choices().may_draw

    def drop_play(self, why: str, seat: int | None = None) -> list[Announcement]:
        """Drop the prepared play, if there is one, and say why."""
        play, self.play = self.play, None
        return [] if play is None else [Announcement(Subject.OWN, premove_words.dropped(play.tile, why), seat)]

    def due(self, view: View, *, knocks: bool) -> tuple[Move | None, list[Announcement]]:
        """The move to make now that it is my turn, and what to say about it. `knocks`: make a forced knock for me."""
        play = self.play
        if play is not None:
            command = checks.with_arm(view, play.tile, play.arm)
            refusal = checks.why_not(view, command)
            if refusal is not None:
                return None, self.drop_play(refusal.text, view.seat)
            self.play = None
            text = premove_words.played(view, command.tile, command.arm)
            return command, [Announcement(Subject.OWN, text, view.seat)]
        if self.draws_on:
            return DrawTile(), []
        return (Knock() if knocks and view.choices().may_knock else None), []
