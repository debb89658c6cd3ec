"""Why this client does not send a move: the refusal that the daemon would give, without the round trip.

Here: the question, put to the same function that decides in the daemon, and its answer in a player's words.
Not here: what the rules allow (`protocol.log.choices`) and the sentences (`words.refusal_words`).
"""

from attrs import frozen

from client.view.view import View
from client.words.refusal_words import refused
from protocol.game.layout import Arm
from protocol.game.tiles import Tile
from protocol.log import choices
from protocol.log.commands import Command, DrawTile, Knock, PlayTile
from protocol.log.refusals import Reason


@frozen
class WhyNot:
    """Why something is not done: a sentence, and the reason where it is one of the refusals."""

    text: str
    reason: Reason | None = None


def refusal(view: View, reason: Reason, command: Command | None = None) -> WhyNot:
    """This reason, with its sentence."""
    return WhyNot(refused(view, reason, command), reason)


def why_not(view: View, command: PlayTile | DrawTile | Knock) -> WhyNot | None:
    """Why I may not make this move now, or None where I may."""
    reason = Reason.NOT_SEATED if view.seat is None else choices.why_not(view.table, view.seat, command)
    return None if reason is None else refusal(view, reason, command)


def why_no_move(view: View) -> WhyNot | None:
    """Why I can make no move now and prepare none either, or None where I can do one of the two."""
    reason = Reason.NOT_SEATED if view.seat is None else choices.why_no_move(view.table, view.seat)
    return None if reason in (None, Reason.NOT_YOUR_TURN) else refusal(view, reason)


def with_arm(view: View, tile: Tile, arm: Arm | None) -> PlayTile:
    """The command to play this tile. An arm that is left out is filled in where a player need not choose one."""
    arms = view.arms_for(tile)
    if arm is None and (len(arms) == 1 or (arms and _both_sides_are_one(view))):
        return PlayTile(tile, arms[0])
    return PlayTile(tile, arm)


def _both_sides_are_one(view: View) -> bool:
    """Whether a double is alone on the table: its two sides are the same then."""
    lead = view.layout.lead
    return lead is not None and lead.is_double and view.layout.tiles == (lead,)
