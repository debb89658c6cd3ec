"""The player's own moves: play, draw and knock.

Here: each is checked, then sent; a play during another player's turn is prepared. Not here: the checks (`checks`),
making a prepared play (`premove`), what a front end offers (`client.actions`).
"""

from attrs import evolve

from client.model import checks
from client.model.checks import WhyNot
from client.model.model import Model
from client.model.premove import Premove
from client.words.say import say
from protocol.game.layout import Arm
from protocol.game.tiles import Tile
from protocol.log.commands import DrawTile, Knock, Move, PlayTile
from protocol.log.refusals import Reason
from protocol.wire.messages import Do


def play(model: Model, tile: Tile, arm: Arm | None = None) -> Do | Premove | WhyNot:
    """Play a tile; during another player's turn, prepare the play."""
    view = model.view
    if view.is_playing and view.seat is not None and not view.is_my_turn:
        return prepare(model, tile, arm)
    return _send(model, checks.with_arm(view, tile, arm))


def prepare(model: Model, tile: Tile, arm: Arm | None = None) -> Premove | WhyNot:
    """Prepare a play for my next turn; it has to fit now, if the table shows what fits."""
    view = model.view
    refusal = checks.why_no_move(view)
    if refusal is not None:
        return refusal
    if tile not in view.my_hand():
        return checks.refusal(view, Reason.TILE_NOT_HELD, PlayTile(tile, arm))
    arms = view.arms_for(tile)
    if view.arms_shown(tile) is not None and (not arms or arm not in (None, *arms)):
        return checks.refusal(view, Reason.DOES_NOT_FIT, PlayTile(tile, arm))
    model.premoves.play = premove = Premove(tile, arm)
    return premove


def draw(model: Model) -> Do | WhyNot:
    """Draw; further draws that the rules demand follow automatically."""
    outcome = _send(model, DrawTile())
    model.premoves.draws_on = isinstance(outcome, Do)
    return outcome


def knock(model: Model) -> Do | WhyNot:
    """Knock, or say why not."""
    return _send(model, Knock())


def _send(model: Model, command: Move) -> Do | WhyNot:
    refusal = checks.why_not(model.view, command)
    if refusal is not None:
        return refusal
    if model.pending.waits_for_a_move:
        return WhyNot(say("refusal.on_its_way"))
    model.premoves.play = None
    return model.ask(_asking_for_warning(model, command))


def _asking_for_warning(model: Model, command: Move) -> Move:
    """The move as it is sent: a play asks for a warning if the table gives any, unless the player has had it."""
    if not isinstance(command, PlayTile) or not model.view.table.options.warnings or not model.can_be_asked:
        return command
    is_meant = model.warned is not None and model.warned.play == command
    return evolve(command, warn=not is_meant)
