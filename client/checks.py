"""What this client can tell of a command before it is sent: that it will be refused, and why.

Lives here: the same reasons in the same order as the daemon gives them, so that a slip costs no round trip and never
an error. The daemon decides all the same. Not here: the sentences (`words.refusals`).
"""

from attrs import frozen

from client.view import View
from client.words.refusals import refused
from protocol.game.layout import Arm
from protocol.game.tiles import Tile
from protocol.log.choices import plays_of
from protocol.log.commands import Command, DrawTile, Knock, PlayTile
from protocol.log.refusals import Reason
from protocol.log.table import Stage


@frozen
class WhyNot:
    """Why something is not done: a sentence, and the reason where it is one of the refusals."""

    text: str
    reason: Reason | None = None


def why_not(view: View, reason: Reason, command: Command | None = None) -> WhyNot:
    """The refusal that the daemon would give."""
    return WhyNot(refused(view, reason, command), reason)


def before_any_move(view: View) -> Reason | None:
    """Why nothing of the game can be done at all now, whose turn it is left aside."""
    if view.seat is None:
        return Reason.NOT_SEATED
    if view.table.stage is Stage.SEATING:
        return Reason.NOT_STARTED
    if view.table.stage is Stage.OVER:
        return Reason.MATCH_OVER
    return Reason.PAUSED if view.table.paused else None


def play(view: View, tile: Tile, arm: Arm | None) -> PlayTile | WhyNot:
    """The command to lay this tile, with its arm filled in where only one fits; my turn is taken for granted."""
    command = PlayTile(tile, arm)
    assert view.seat is not None
    if tile not in view.my_hand():
        return why_not(view, Reason.TILE_NOT_HELD, command)
    arms = [each.arm for each in plays_of(view.table, view.seat) if each.tile == tile]
    if view.layout.lead is None and not arms:
        return why_not(view, Reason.MUST_LEAD, command)
    if arm is None and len(arms) > 1 and not _both_sides_are_one(view):
        return why_not(view, Reason.AMBIGUOUS_ARM, command)
    if not arms or (arm is not None and arm not in arms):
        return why_not(view, Reason.DOES_NOT_FIT, command)
    return PlayTile(tile, arm or arms[0])


def _both_sides_are_one(view: View) -> bool:
    """Whether nothing lies but a double: then nobody has to say on which side."""
    lead = view.layout.lead
    return lead is not None and lead.is_double and tuple(view.layout.tiles) == (lead,)


def draw(view: View) -> DrawTile | WhyNot:
    """The command to draw; my turn is taken for granted."""
    may = view.choices()
    if may.plays:
        return why_not(view, Reason.CAN_PLAY)
    return DrawTile() if may.may_draw else why_not(view, Reason.NOTHING_TO_DRAW)


def knock(view: View) -> Knock | WhyNot:
    """The command to knock; my turn is taken for granted."""
    may = view.choices()
    if may.plays:
        return why_not(view, Reason.CAN_PLAY)
    return why_not(view, Reason.CAN_DRAW) if may.may_draw else Knock()
