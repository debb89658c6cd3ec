"""What this player means to do without being asked again: a play kept for the next turn, drawing on, a forced knock.

Lives here: what is meant, and the move that comes of it when it is due; a play is checked again by then. Pure.
Not here: asking the daemon for it (`model`), the sentences (`words.premove_words`).
"""

from collections.abc import Iterator

from attrs import define, frozen

from client.model import checks
from client.model.news import News, NewsKind
from client.view.view import View
from client.words import premove_words as words
from protocol.game.layout import Arm
from protocol.game.tiles import Tile
from protocol.log.commands import DrawTile, Knock, Move


@frozen
class Prepared:
    """A play made on somebody else's turn, to be looked at again when mine comes."""

    tile: Tile
    arm: Arm | None = None


@define
class Intent:
    """`prepared`: a play for my next turn. `draws_on`: until a tile fits. `knocks`: a forced knock is made unasked."""

    prepared: Prepared | None = None
    draws_on: bool = False
    knocks: bool = False

    def forget(self) -> None:
        """Another game: what was meant was meant for the one before."""
        self.prepared, self.draws_on = None, False

    def settle(self, view: View) -> None:
        """The table is as `view` shows it: drawing is over where nothing can be drawn any more."""
        self.draws_on = self.draws_on and view.is_my_turn and view.choices().may_draw

    def drop_prepared(self, why: str, seat: int | None = None) -> Iterator[News]:
        """Give up the prepared play, if there is one, and say why."""
        if self.prepared is not None:
            yield News(NewsKind.REFUSED, words.prepared_dropped(self.prepared.tile, why), seat)
        self.prepared = None

    def due(self, view: View) -> tuple[Move | None, list[News]]:
        """What is to be done now that it is my turn, and what is told of it."""
        prepared = self.prepared
        if prepared is not None:
            command = checks.with_arm(view, prepared.tile, prepared.arm)
            refusal = checks.why_not(view, command)
            if refusal is not None:
                return None, list(self.drop_prepared(refusal.text, view.seat))
            self.prepared = None
            return command, [News(NewsKind.OWN, words.plays_prepared(command), view.seat)]
        if self.draws_on:
            return DrawTile(), []
        return (Knock() if self.knocks and view.choices().may_knock else None), []
