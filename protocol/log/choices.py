"""What a seat may do now, and what each play would score.

Lives here: legal plays, draws and knocks (RULES.md 1.8), read off a table with full or partial sight: a seat's own hand
is all it takes. Not here: what follows from a play (`consequences`).
"""

from collections.abc import Iterable
from typing import Final, NamedTuple

from protocol.game.layout import Arm
from protocol.game.rules import ChipOut, Draw, LeadTile, Rules
from protocol.game.scoring import Award, award
from protocol.game.tiles import SeenTile, Tile, known_tiles
from protocol.log.table import Round, Table

_NO_DRAW: Final = Draw.NONE
"""Asked for at every turn, and to ask the class takes ten times as long (Python 3.11)."""


class Play(NamedTuple):
    """A tile and the arm it is laid on."""

    tile: Tile
    arm: Arm


class Choices(NamedTuple):
    """What a seat may do now: exactly one of the three, or nothing where it is not its turn."""

    plays: tuple[Play, ...] = ()
    may_draw: bool = False
    may_knock: bool = False


def choices(table: Table, seat: int) -> Choices:
    """What this seat may do now. A pause does not change it: that is about when, not what."""
    round_ = table.round
    if round_ is None or table.turn != seat:
        return Choices()
    plays = plays_of(table, seat)
    if plays:
        return Choices(plays=plays)
    if may_draw(table.rules, round_):
        return Choices(may_draw=True)
    return Choices(may_knock=True)


def plays_of(table: Table, seat: int) -> tuple[Play, ...]:
    """Every play that the tiles of this hand allow on the layout as it is, in turn or not."""
    round_ = table.round
    if round_ is None:
        return ()
    layout = round_.layout
    tiles = known_tiles(round_.hands[seat]) if layout.lead is not None else tiles_to_lead(table.rules, round_, seat)
    return tuple([Play(each, arm) for each in tiles for arm in layout.arms_for(each)])


def arms_of(table: Table, seat: int, tile: Tile) -> tuple[Arm, ...]:
    """Every arm on which this seat may lay this tile of its hand."""
    round_ = table.round
    if round_ is None or (round_.layout.lead is None and tile not in tiles_to_lead(table.rules, round_, seat)):
        return ()
    return round_.layout.arms_for(tile)


def tiles_to_lead(rules: Rules, round_: Round, seat: int) -> tuple[Tile, ...]:
    """The tiles of this hand that may be led."""
    held = known_tiles(round_.hands[seat])
    if round_.lead is not None:
        return tuple(each for each in held if each == round_.lead)
    if rules.lead_tile is LeadTile.ANY_DOUBLE:
        # A leader chosen by lot may hold no double: then any tile (RULES.md trap 25).
        return tuple(each for each in held if each.is_double) or held
    return held


def drawable(rules: Rules, round_: Round) -> int:
    """How many tiles of the boneyard may still be drawn."""
    return 0 if rules.draw is _NO_DRAW else max(0, len(round_.boneyard) - rules.reserve)


def may_draw(rules: Rules, round_: Round) -> bool:
    """Whether the seat in turn may draw, given that nothing it holds fits."""
    return drawable(rules, round_) > 0 and not (rules.draw is Draw.ONE and round_.has_drawn)


def ends_round(table: Table, seat: int, tiles_left: int) -> bool:
    """Whether a tile laid by this seat that leaves it so many tiles ends the round by going out (RULES.md 1.10)."""
    if tiles_left or table.round is None:
        return False
    if table.rules.chip_out is ChipOut.ONE or not table.rules.partners:
        return True
    partner = (seat + 2) % len(table.round.hands)
    return not table.round.hands[partner]


def worth(table: Table, seat: int, play: Play) -> Award:
    """What this play would earn, as the table stands."""
    round_ = table.round
    assert round_ is not None
    end_sum = round_.layout.lay(play.tile, play.arm).end_sum
    goes_out = ends_round(table, seat, len(round_.hands[seat]) - 1)
    return award(table.rules, table.score_of(seat), end_sum, round_.knocks, goes_out=goes_out)


def anybody_can_play(round_: Round, hands: Iterable[tuple[SeenTile, ...]]) -> bool:
    """Whether a tile of any of these hands that can be seen fits the layout."""
    layout = round_.layout
    if layout.lead is None:
        return any(each is not None for hand in hands for each in hand)
    pips = {end.pip for end in layout.ends}
    for hand in hands:
        for each in hand:  # asked of every hand after every tile, and `any` would take twice as long
            if each is not None and not pips.isdisjoint(each):
                return True
    return False
