"""Playouts follow the rules in `protocol/`, in every game and with any house rules.

The same moves are done on both, by lot, and everything that counts is compared after each: the sum of the ends, every
legal play with the sum it leaves and the points it earns, whether the seat may draw or must knock, whose turn it is,
the scores. `python -m tests.daemon.bots.test_playout 2000` plays so many matches and prints what it compared.
"""

import sys
from collections import Counter
from random import Random

import pytest

from daemon.bots.line_book import LineBook
from daemon.bots.playout import Playout, all_after, bits_in
from daemon.bots.playout_policy import PlayoutPolicy
from protocol.game.presets import PRESETS
from protocol.game.rules import TargetMode
from protocol.game.tiles import Tile
from protocol.log.choices import choices, worth
from protocol.log.events import Event, HowRoundEnded, Knocked, MatchWon, RoundEnded, TableOpened, TileDrawn, TilePlayed
from protocol.log.table import Table, evolve
from tests.daemon.bots.tables import LONG, any_opening, match_events, opening_of, playout_of

Sums = Counter[tuple[str, int, int]]
"""Each play there is: the tile, the sum it leaves, the points that would count."""


class Beside:
    """A quick round that does whatever is done at the table, and is compared with it."""

    def __init__(self, opening: TableOpened) -> None:
        self.book = LineBook(opening.rules)
        self.compared: Counter[str] = Counter()
        self.round: Playout | None = None

    def follow(self, table: Table, event: Event) -> None:
        """Compare with the table, then do what happens next on it."""
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
        assert round_.layout.end_sum == quick.line.ends.total
        now = choices(table, seat)
        may_lead = {self.book.bits[play.tile] for play in now.plays}
        mine = Counter(
            (str(self.book.tile_of(bit)), after.ends.total, quick.award_for(bit, after))
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
                quick.draw()
                assert event.tile is not None
                assert quick.hands[event.seat] & self.book.bits[event.tile]
            case _:
                quick.knock()

    def _compare_end(self, after: Table, event: RoundEnded) -> None:
        quick = self.round
        assert quick is not None
        while event.how is HowRoundEnded.BLOCKED and not quick.is_over:
            # The quick round notices a block only once everybody has knocked; by the rules it may be noticed at once.
            assert not quick.plays()
            assert not quick.may_draw
            quick.knock()
        assert quick.is_over
        assert quick.scores == list(after.scores)
        self.compared["rounds"] += 1


def play_beside(opening: TableOpened, chance: Random) -> Counter[str]:
    """What was compared in one match by lot."""
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


def any_round(policy: PlayoutPolicy, chance: Random) -> Playout:
    tiles = list(policy.book.bits.values())
    chance.shuffle(tiles)
    return Playout(policy.book, policy.book.bare, [sum(tiles[:7]), sum(tiles[7:14])], [], 0, (50, 40))


def test_a_playout_stopped_at_each_turn_of_a_seat_ends_like_one_played_through() -> None:
    policy = PlayoutPolicy(LineBook(opening_of("cinq-et-trois").rules), 2)
    chance = Random(1)
    for _ in range(50):
        begun = any_round(policy, chance)
        at_once, by_turns = begun.copy(), begun.copy()
        policy.play_out(at_once)
        turns = 0
        while not by_turns.is_over:
            policy.play_out(by_turns, turns % 2)
            assert by_turns.is_over or by_turns.turn == turns % 2
            turns += 1
        assert (by_turns.scores, by_turns.won_by, by_turns.hands) == (at_once.scores, at_once.won_by, at_once.hands)
        assert turns > 5


def test_a_greedy_seat_takes_the_most_points_every_turn_and_the_others_keep_their_habits() -> None:
    policy = PlayoutPolicy(LineBook(opening_of("cinq-et-trois").rules), 2)
    chance = Random(2)
    seen = passed_by = 0
    for _ in range(200):
        before = any_round(policy, chance)
        before.greedy = 2
        while not before.is_over:
            after = before.copy()
            policy.play_out(after, 1 - before.turn)
            offers = [before.award_for(*play) for play in before.plays()]
            if len(offers) > 1 and not after.is_over:
                taken = after.scores[before.turn] - before.scores[before.turn]
                assert before.turn == 0 or taken == max(offers)
                passed_by += taken < max(offers)
                seen += before.turn
            before = after
    assert seen > 100
    assert passed_by


def test_a_greedy_seat_varies_between_plays_with_equal_points() -> None:
    policy = PlayoutPolicy(LineBook(opening_of("cinq-et-trois").rules), 2)
    line = policy.book.bare.after(policy.book.bits[Tile(6, 5)])[0]
    # None of them scores.
    hand = sum(policy.book.bits[Tile(*tile)] for tile in ((6, 3), (6, 2), (5, 2), (4, 4)))
    tiles = [bit for bit in policy.book.bits.values() if not bit & hand and bit != policy.book.bits[Tile(6, 5)]]
    chance, laid = Random(3), set[int]()
    for _ in range(60):
        round_ = Playout(policy.book, line, [hand, sum(chance.sample(tiles, 6))], [], 0, (20, 20), 0, 1)
        policy.play_out(round_, 1)
        laid.add(hand ^ round_.hands[0])

    assert len(laid) > 1


@pytest.mark.parametrize("preset", PRESETS)
def test_rounds_with_different_other_hands_advance_together_as_each_would_alone(preset: str) -> None:
    policy = PlayoutPolicy(LineBook(opening_of(preset).rules), 2)
    chance = Random(preset)
    for tiles in (1, 2, 5):
        begun = any_round(policy, chance)
        every = [bit for bit in policy.book.bits.values() if not bit & begun.hands[0]]
        own = sum(bits_in(begun.hands[0])[:tiles])
        rounds = [
            Playout(policy.book, begun.line, [own, 0], every[:3], 0, (50, 40), 1, lot % 2 * 2) for lot in range(6)
        ]
        for each in rounds:
            each.hands[1] = sum(chance.sample(every[3:], 5))
        for play in rounds[0].plays():
            together = all_after(rounds, *play)

            assert [as_dict(each) for each in together] == [as_dict(each.after(*play)) for each in rounds]


def as_dict(round_: Playout) -> dict[str, object]:
    """Everything that a round holds."""
    return {name: getattr(round_, name) for name in Playout.__slots__}


def _play_out_step_by_step(policy: PlayoutPolicy, round_: Playout) -> None:
    rules = round_.book.rules
    while not round_.is_over:
        fitting = round_.hands[round_.turn] & round_.line.fits
        if fitting:
            is_last_tile = len(bits_in(round_.hands[round_.turn])) == 1
            chip = rules.chip_bonus if is_last_tile and round_.may_go_out(round_.turn) else 0
            score, knocks = round_.scores[round_.side], round_.knocks * rules.knock_bonus
            bit, after, awarded = policy.choice(round_.line, fitting, score, knocks, chip)
            assert awarded == round_.award_for(bit, after)
            round_.lay(bit, after)
        elif round_.may_draw:
            round_.draw()
        else:
            round_.knock()


def main() -> None:
    """Play so many matches of every game and under any house rules, and print what was compared."""
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
