"""The seat that leads a round, and the tile that it must lead (RULES.md 1.15).

Here: who leads by the rules. Not here: drawing lots (`deal`), and which tiles may be led
(`choices`).
"""

from collections.abc import Sequence
from typing import NamedTuple

from protocol.game.rules import LeadRule, LeadTile, NoDouble, Rules
from protocol.game.tiles import Hand, Tile, known_tiles
from protocol.log.events import HowRoundEnded
from protocol.log.table import Table


class Leader(NamedTuple):
    """The seat that leads. `chosen_by` is the tile that chose it, `lead` the tile that must be led, if any."""

    seat: int
    chosen_by: Tile | None = None
    lead: Tile | None = None


class ByLot(NamedTuple):
    """The leader is drawn by lot among all seats."""


class DealAgain(NamedTuple):
    """Nobody holds a double that could lead: the tiles are dealt again."""


def lead_rule(table: Table) -> LeadRule:
    """The rule that decides who leads the next round; never `SAME`."""
    previous = table.round
    if previous is None:
        return table.rules.first_lead
    if previous.ended is HowRoundEnded.BLOCKED and table.rules.after_block is not LeadRule.SAME:
        return table.rules.after_block
    return table.rules.later_lead


def next_leader(table: Table) -> int | None:
    """The seat that will lead the next round, where that is known before it is dealt: where the lead rotates."""
    rules = table.rules
    if table.round is None or rules.later_lead is not LeadRule.ROTATE or rules.after_block is LeadRule.CHANCE:
        return None
    return (table.round.leader + 1) % len(table.seats)


def find_leader(table: Table, hands: Sequence[Hand]) -> Leader | ByLot | DealAgain:
    """The leader of the next round, given its hands; `table` is the table before the deal."""
    previous = table.round
    match lead_rule(table):
        case LeadRule.DOUBLE_CYCLE:
            top = table.rules.max_pip
            numbers = [(table.next_double - step) % (top + 1) for step in range(top + 1)]
            return _holder_of_a_double(table.rules, hands, numbers)
        case LeadRule.HIGHEST_DOUBLE:
            return _holder_of_a_double(table.rules, hands, range(table.rules.max_pip, -1, -1))
        case LeadRule.ROTATE if previous is not None:
            return Leader((previous.leader + 1) % len(hands))
        case LeadRule.WINNER if previous is not None and previous.first_out is not None:
            return Leader(previous.first_out)
        case _:
            return ByLot()


def _holder_of_a_double(rules: Rules, hands: Sequence[Hand], numbers: Sequence[int]) -> Leader | DealAgain:
    """The seat with the first of these doubles that anybody holds, given by their numbers."""
    for pip in numbers:
        double = Tile(pip, pip)
        for seat, hand in enumerate(hands):
            if double in hand:
                return _chosen(rules, seat, double)
    if rules.no_double is NoDouble.REDEAL:
        return DealAgain()
    # If pips are equal, the higher half decides, so there is never a tie (RULES.md trap 18).
    seat, heaviest = max(
        ((seat, tile) for seat, hand in enumerate(hands) for tile in known_tiles(hand)),
        key=lambda held: (held[1].pips, held[1].high),
    )
    return _chosen(rules, seat, heaviest)


def _chosen(rules: Rules, seat: int, by: Tile) -> Leader:
    return Leader(seat, by, by if rules.lead_tile is LeadTile.REQUIRED else None)
