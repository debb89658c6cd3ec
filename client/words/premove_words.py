"""A play that waits for its turn: kept, made, or given up. Not here: choosing one (`model.intent`)."""

from client.words.score_words import WHERE
from protocol.game.layout import Arm
from protocol.game.tiles import Tile
from protocol.log.commands import PlayTile


def prepared_play(tile: Tile, arm: Arm | None) -> str:
    """A play is kept until the turn comes."""
    return f"{tile}{_where(arm)} is prepared: it is played when your turn comes, if it still fits."


def plays_prepared(command: PlayTile) -> str:
    """A prepared play goes out."""
    return f"Your prepared {command.tile} is played{_where(command.arm)}."


def _where(arm: Arm | None) -> str:
    return "" if arm is None or arm is Arm.START else f" {WHERE[arm]}"


def prepared_dropped(tile: Tile, why_: str) -> str:
    """A prepared play is not made after all."""
    return f"Your prepared {tile} is dropped. {why_}"
