"""The moves that a seat may make now, why others are not allowed, and what each play would score.

Here: whether a play, a draw or a knock is allowed (RULES.md 1.8). The daemon decides by it, the client checks moves
before sending them, and the audit checks records with it. It needs no hand but the seat's own, so it works with full
sight and with that seat's sight.
Not here: what follows from a move (`consequences`), and everything that depends on the sender of a command: hosts, ids,
stale commands.
"""

from collections.abc import Iterable
from typing import NamedTuple

from protocol.game.layout import Arm
from protocol.game.rules import ChipOut, Draw, LeadTile, Rules
from protocol.game.scoring import Award, award
from protocol.game.table_options import Assist
from protocol.game.tiles import SeenTile, Tile, known_tiles
from protocol.log.commands import DrawTile, Knock, PlayTile
from protocol.log.refusals import Reason
from protocol.log.table import Round, Stage, Table


class Play(NamedTuple):
    """A tile and the arm it is laid on."""

    tile: Tile
    arm: Arm


class Choices(NamedTuple):
    """The moves that a seat may make now: exactly one of the three kinds in its turn, nothing out of turn."""

    plays: tuple[Play, ...] = ()
    may_draw: bool = False
    may_knock: bool = False


def choices(table: Table, seat: int) -> Choices:
    """The moves that this seat may make now. A pause changes nothing here: it only delays the move."""
    round_ = table.round
    if round_ is None or table.turn != seat:
        return Choices()
    plays = plays_of(table, seat)
    if plays:
        return Choices(plays=plays)
    if may_draw(table.rules, round_):
        return Choices(may_draw=True)
    return Choices(may_knock=True)


# Why something is not allowed.


def why_not(table: Table, seat: int, move: PlayTile | DrawTile | Knock) -> Reason | None:
    """Why this seat may not make this move now, or None if it may.

    A play without an arm is allowed if the tile fits exactly one arm.
    """
    reason = why_no_move(table, seat)
    if reason is not None:
        return reason
    if isinstance(move, PlayTile):
        return _why_not_play(table, seat, move)
    may = choices(table, seat)
    if may.plays:
        return Reason.CAN_PLAY
    match move:
        case DrawTile():
            return None if may.may_draw else Reason.NOTHING_TO_DRAW
        case Knock():
            return Reason.CAN_DRAW if may.may_draw else None


def _why_not_play(table: Table, seat: int, play: PlayTile) -> Reason | None:
    round_ = table.round
    assert round_ is not None
    if play.tile not in round_.hands[seat]:
        return Reason.TILE_NOT_HELD
    arms = arms_of(table, seat, play.tile)
    if not arms:
        return Reason.MUST_LEAD if round_.layout.lead is None else Reason.DOES_NOT_FIT
    if play.arm is None:
        return Reason.AMBIGUOUS_ARM if len(arms) > 1 else None
    return None if play.arm in arms else Reason.DOES_NOT_FIT


def why_no_move(table: Table, seat: int) -> Reason | None:
    """Why this seat may not move at all now, or None in its turn."""
    reason = why_no_match(table)
    if reason is not None:
        return reason
    if table.paused:
        return Reason.PAUSED
    return None if table.turn == seat else Reason.NOT_YOUR_TURN


def why_no_match(table: Table) -> Reason | None:
    """Why no match is running, or None if one is."""
    match table.stage:
        case Stage.SEATING:
            return Reason.NOT_STARTED
        case Stage.PLAYING:
            return None
        case Stage.OVER:
            return Reason.MATCH_OVER


def why_no_hint(table: Table, seat: int) -> Reason | None:
    """Why this seat may not take a hint now, or None if it may: in its turn, if the table helps and a tile fits."""
    if table.options.assist is not Assist.POINTS:
        return Reason.NOT_ALLOWED
    reason = why_no_move(table, seat)
    if reason is not None:
        return reason
    return None if plays_of(table, seat) else Reason.NOT_ALLOWED


# What fits and what can be drawn.


def plays_of(table: Table, seat: int) -> tuple[Play, ...]:
    """Every play that fits the layout from this seat's hand, in turn or not."""
    round_ = table.round
    if round_ is None:
        return ()
    tiles = _playable(table.rules, round_, seat)
    return tuple([Play(tile, arm) for tile in tiles for arm in round_.layout.arms_for(tile)])


def _playable(rules: Rules, round_: Round, seat: int) -> tuple[Tile, ...]:
    """The tiles of this hand that may be laid where they fit."""
    return tiles_to_lead(rules, round_, seat) if round_.layout.lead is None else known_tiles(round_.hands[seat])


def arms_of(table: Table, seat: int, tile: Tile) -> tuple[Arm, ...]:
    """The arms on which this seat can lay this tile of its hand, in turn or not."""
    round_ = table.round
    return round_.layout.arms_for(tile) if round_ is not None and tile in _playable(table.rules, round_, seat) else ()


def tiles_to_lead(rules: Rules, round_: Round, seat: int) -> tuple[Tile, ...]:
    """The tiles of this hand that may be led."""
    held = known_tiles(round_.hands[seat])
    if round_.lead is not None:
        return tuple(tile for tile in held if tile == round_.lead)
    if rules.lead_tile is LeadTile.ANY_DOUBLE:
        # A leader chosen by lot may hold no double and may then lead any tile (RULES.md trap 25).
        return tuple(tile for tile in held if tile.is_double) or held
    return held


def drawable(rules: Rules, round_: Round) -> int:
    """How many tiles of the boneyard may still be drawn."""
    return 0 if rules.draw is Draw.NONE else max(0, len(round_.boneyard) - rules.reserve)


def may_draw(rules: Rules, round_: Round) -> bool:
    """Whether the seat in turn may draw, given that none of its tiles fits."""
    return drawable(rules, round_) > 0 and not (rules.draw is Draw.ONE and round_.has_drawn)


def anybody_can_play(round_: Round, hands: Iterable[tuple[SeenTile, ...]]) -> bool:
    """Whether a visible tile in any of these hands fits the layout."""
    layout = round_.layout
    if layout.lead is None:
        return any(known_tiles(hand) for hand in hands)
    pips = {end.pip for end in layout.ends}
    return any(not pips.isdisjoint(tile) for hand in hands for tile in hand if tile is not None)


# Points.


def ends_round(table: Table, seat: int, tiles_left: int) -> bool:
    """Whether the round ends when this seat lays a tile and then has this many left (RULES.md 1.10)."""
    if tiles_left or table.round is None:
        return False
    if table.rules.chip_out is ChipOut.ONE or not table.rules.partners:
        return True
    partner = (seat + 2) % len(table.round.hands)
    return not table.round.hands[partner]


def worth(table: Table, seat: int, play: Play) -> Award:
    """The points that this play would earn now."""
    round_ = table.round
    assert round_ is not None
    end_sum = round_.layout.lay(play.tile, play.arm).end_sum
    goes_out = ends_round(table, seat, len(round_.hands[seat]) - 1)
    leads = play.arm is Arm.START
    return award(table.rules, table.score_of(seat), end_sum, round_.knocks, leads=leads, goes_out=goes_out)
