"""Refusing a move before it is sent, with the reason that the daemon would give.

Here: the check, by the same function as in the daemon, and its sentence. Not here: what the rules allow
(`protocol.log.choices`), the sentences (`words.refusal_words`).
"""

from client.view.view import View
from client.words.refusal_words import refused
from client.words.say import say
from protocol.frozen import frozen
from protocol.game.layout import Arm
from protocol.game.tiles import Tile
from protocol.log import choices
from protocol.log.commands import Command, DrawTile, Knock, PlayTile
from protocol.log.refusals import Reason
from protocol.log.table import Stage


@frozen
class WhyNot:
    """Why an action is not carried out: a sentence, and the reason if it is a refusal by the rules."""

    text: str
    reason: Reason | None = None


def refusal(view: View, reason: Reason, command: Command | None = None) -> WhyNot:
    """The refusal for this reason, with its sentence."""
    return WhyNot(refused(view, reason, command), reason)


def why_not(view: View, command: PlayTile | DrawTile | Knock) -> WhyNot | None:
    """Why I may not make this move now, or None if I may."""
    reason = Reason.NOT_SEATED if view.seat is None else choices.why_not(view.table, view.seat, command)
    return None if reason is None else refusal(view, reason, command)


def why_no_move(view: View) -> WhyNot | None:
    """Why I can neither make nor prepare a move now, or None if I can."""
    reason = Reason.NOT_SEATED if view.seat is None else choices.why_no_move(view.table, view.seat)
    return None if reason in (None, Reason.NOT_YOUR_TURN) else refusal(view, reason)


def why_no_change(view: View, *, is_host: bool) -> WhyNot | None:
    """Why I may not change the game of this table now, or None if I may: before and after a match, of no fixture."""
    if not is_host:
        return refusal(view, Reason.NOT_ALLOWED)
    if view.table.board is not None:
        return WhyNot(say("board.no_change"), Reason.NOT_ALLOWED)
    return refusal(view, Reason.ALREADY_STARTED) if view.table.stage is Stage.PLAYING else None


def with_arm(view: View, tile: Tile, arm: Arm | None) -> PlayTile:
    """The command to play this tile. A missing arm is filled in if there is no choice."""
    arms = view.arms_for(tile)
    if arm is None and (len(arms) == 1 or (arms and view.layout.is_lone_double)):
        return PlayTile(tile, arms[0])
    return PlayTile(tile, arm)
