"""Playouts follow the rules in `protocol/`, in every game and with any house rules.

The same random moves are made in both, and every relevant value is compared after each: the sum of the ends, every
legal play with its resulting sum and points, whether the seat may draw or must knock, whose turn it is, and the scores.
`python -m tests.daemon.bots.test_playout 2000` plays that many matches and prints what it compared.
"""

import sys
from collections import Counter
from random import Random

import pytest

from daemon.bots.line_book import LineBook, bits_in
from daemon.bots.playout import Playout
from daemon.bots.playout_policy import PlayoutPolicy
from protocol.game.layout import Spinning
from protocol.game.presets import PRESETS
from protocol.game.rules import TargetMode
from protocol.log.choices import choices, worth
from protocol.log.events import Event, HowRoundEnded, Knocked, MatchWon, RoundEnded, TableOpened, TileDrawn, TilePlayed
from protocol.log.table import Table, evolve
from tests.daemon.bots.tables import LONG, any_opening, match_events, opening_of, playout_of
from tests.protocol.table_notation import layout_of, rules_of, tile_of

Sums = Counter[tuple[str, int, int]]
"""Each play there is: the tile, the sum it leaves, the points that would count."""


class Beside:
    """A playout that repeats the moves made at a table and is compared with it."""

    def __init__(self, opening: TableOpened) -> None:
        self.book = LineBook(opening.rules)
        self.compared: Counter[str] = Counter()
        self.round: Playout | None = None

    def follow(self, table: Table, event: Event) -> None:
        """Compare with the table, then apply the next event."""
        match event:
            case TilePlayed() | TileDrawn() | Knocked():
                if self.round is None or self.round.is_over:
                    self.round = playout_of(self.book, table)
                self._compare(table, self.round)
                self._do(evolve(table, event), event, self.round)
            case RoundEnded():
                self._compare_end(evolve(table, event), event)
            case MatchWon() if self.round is not None:
                at_once = table.rules.target_mode is not TargetMode.END_OF_ROUND
                if at_once and max(table.scores) >= table.rules.target:
                    assert self.round.won_by in event.sides
                self.compared["matches"] += 1
            case _:
                pass

    def _compare(self, table: Table, quick: Playout) -> None:
        round_, seat = table.round, table.turn
        assert round_ is not None
        assert seat == quick.turn
        assert list(table.scores) == quick.scores
        assert round_.layout.end_sum == quick.line.total
        now = choices(table, seat)
        may_lead = {self.book.bits[play.tile] for play in now.plays}
        mine = Counter(
            (str(self.book.tile_of(bit)), after.total, quick.award_for(bit, after))
            for bit, after in set(quick.plays())
            if round_.layout.lead is not None or bit in may_lead
        )
        theirs = {
            (str(play.tile), award.end_sum, award.awarded) for play in now.plays for award in [worth(table, seat, play)]
        }
        assert set(mine) == theirs
        assert (quick.may_draw and not mine) == now.may_draw
        self.compared["plays"] += len(now.plays)
        self.compared["sums"] += 1

    def _do(self, after: Table, event: Event, quick: Playout) -> None:
        match event:
            case TilePlayed():
                assert after.round is not None
                line = self.book.line_of(after.round.layout)
                bit = self.book.bits[event.tile]
                assert line in quick.line.after(bit)
                quick.lay(bit, line)
            case TileDrawn():
                assert event.tile is not None
                left = len(quick.boneyard)
                assert quick.draw_one_that(self.book.bits[event.tile])
                assert len(quick.boneyard) == left - 1
            case _:
                quick.knock()

    def _compare_end(self, after: Table, event: RoundEnded) -> None:
        quick = self.round
        assert quick is not None
        while event.how is HowRoundEnded.BLOCKED and not quick.is_over:
            # The playout declares a block only after everybody has knocked; the rules may declare it at once.
            assert not quick.plays()
            assert not quick.may_draw
            quick.knock()
        assert quick.is_over
        assert quick.scores == list(after.scores)
        self.compared["rounds"] += 1


def play_beside(opening: TableOpened, chance: Random) -> Counter[str]:
    """Play a random match beside a playout; the counts of comparisons."""
    beside = Beside(opening)
    for table, event in match_events(opening, chance):
        beside.follow(table, event)
    return beside.compared


@pytest.mark.parametrize("preset", PRESETS)
def test_a_playout_agrees_with_the_rules_in_every_game(preset: str) -> None:
    compared = play_beside(opening_of(preset), Random(preset))

    assert compared["plays"] > compared["sums"] > 50
    assert compared["matches"] == 1


@pytest.mark.parametrize("seed", range(1000 if LONG else 60))
def test_a_playout_agrees_with_the_rules_under_any_house_rules(seed: int) -> None:
    chance = Random(f"beside {seed}")

    assert play_beside(any_opening(chance), chance)["rounds"]


@pytest.mark.parametrize("seed", range(300 if LONG else 40))
def test_a_playout_by_habit_follows_the_rules_and_the_habits_of_each_seat(seed: int) -> None:
    chance = Random(f"habits {seed}")
    opening = any_opening(chance)
    book = LineBook(opening.rules)
    policy = PlayoutPolicy(book, opening.rules.sides(opening.seats))
    played = 0
    for table, event in match_events(opening, chance):
        if (
            not isinstance(event, TilePlayed | Knocked | TileDrawn)
            or table.round is None
            or not table.round.layout.lead
        ):
            continue
        if not played or chance.random() < 0.2:
            quick, slow = playout_of(book, table), playout_of(book, table)
            policy.play_out(quick)
            _play_out_step_by_step(policy, slow)
            assert (quick.scores, quick.won_by, quick.hands) == (slow.scores, slow.won_by, slow.hands)
            played += 1
    assert played or table.round is None or table.round.layout.tiles == (table.round.layout.lead,)


def test_a_seat_prefers_a_play_after_which_the_rest_of_its_hand_fits() -> None:
    policy = PlayoutPolicy(LineBook(rules_of("fives-and-threes")), 4)
    line = policy.book.line_of(layout_of("6-1", Spinning.NONE))

    def chosen(*hand: str) -> int:
        return policy.choice(line, policy.book.mask_of(tuple(map(tile_of, hand))), 0, 0, 0)[1]

    assert chosen("6-3", "1-5", "3-2") == policy.book.bits[tile_of("6-3")]
    assert chosen("6-3", "1-5", "5-2") == policy.book.bits[tile_of("1-5")]


def _play_out_step_by_step(policy: PlayoutPolicy, round_: Playout) -> None:
    rules = round_.book.rules
    while not round_.is_over:
        hand = round_.hands[round_.turn]
        if hand & round_.line.fits:
            is_last_tile = len(bits_in(hand)) == 1
            chip = rules.chip_bonus if is_last_tile and round_.may_go_out(round_.turn) else 0
            score, knocks = round_.scores[round_.side], round_.knocks * rules.knock_bonus
            _, bit, after, awarded = policy.choice(round_.line, hand, score, knocks, chip)
            assert awarded == round_.award_for(bit, after)
            round_.lay(bit, after)
        elif not round_.draw_one_that(round_.line.fits):
            round_.knock()


def main() -> None:
    """Play this many matches of every game and under any house rules, and print what was compared."""
    matches = int(sys.argv[1])
    compared: Counter[str] = Counter()
    for number in range(matches):
        chance = Random(f"many {number}")
        openings = [opening_of(preset) for preset in PRESETS]
        opening = any_opening(chance) if number % 2 else openings[number // 2 % len(openings)]
        compared += play_beside(opening, chance)
    print(", ".join(f"{count} {what}" for what, count in sorted(compared.items())))


if __name__ == "__main__":
    main()
