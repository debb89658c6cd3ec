"""The Monte Carlo search: the value of each play, and how the strongest levels choose."""

from random import Random
from statistics import stdev

import pytest

from daemon.bots import search
from daemon.bots.bot_levels import BotLevel, choose
from daemon.bots.bot_player import BotPlayer
from daemon.bots.line_book import LineBook
from daemon.bots.memory import Batch, Memory
from daemon.bots.playout import Playout
from daemon.bots.playout_policy import PlayoutPolicy
from daemon.bots.search import Candidate, best_play, likely_worlds, weigh, weigh_made
from daemon.bots.situation import Situation
from daemon.bots.worlds import World, Worlds
from protocol.game.layout import Arm
from protocol.game.rules import Draw
from protocol.log.choices import Play
from protocol.log.commands import PlayTile
from protocol.log.sight import Viewer, see
from protocol.log.table import Table
from tests.daemon.bots.tables import any_opening, match_events, opening_of, seen_from, situation_of
from tests.protocol.table_notation import round_of, tile_of

POSITIONS = 10_000
SURE = BotLevel("sure", "makes no errors", worlds=120, positions=POSITIONS)


def laid_by(level: BotLevel, table: Table, memory: Memory | None = None) -> set[str]:
    """The tile it plays, which must not depend on the seed."""
    moves = [choose(level, situation_of(0, table, memory), Random(seed)) for seed in range(5)]
    return {str(move.tile) for move in moves if isinstance(move, PlayTile)}


def situations(seed: int, turns: int) -> list[Situation]:
    """Turns with a choice in a random match under random house rules, from the view of the seat in turn."""
    chance = Random(f"situations {seed}")
    opening = any_opening(chance, rounds=1)
    players = [BotPlayer("casual", seat) for seat in range(opening.seats)]
    found: list[Situation] = []
    for table, event in match_events(opening, chance):
        if table.turn is not None and players[table.turn].has_a_choice:
            player = players[table.turn]
            found.append(Situation(player.table, player.seat, player.memory))
        for player in players:
            player.observe(see(event, Viewer(player.seat)).event)
    return chance.sample(found, min(turns, len(found)))


# The value of a play.


@pytest.mark.parametrize("seed", range(12))
def test_every_play_is_evaluated_in_order_with_a_chance_between_0_and_1(seed: int) -> None:
    for situation in situations(seed, 3):
        weighed = weigh(situation, Random(1), 12, POSITIONS)

        assert [play.play for play in weighed] == list(situation.plays)
        assert all(0 <= play.chance <= 1 and play.error >= 0 for play in weighed)
        assert weighed == weigh(situation, Random(1), 12, POSITIONS)


@pytest.mark.parametrize("seed", range(12))
def test_a_sampled_world_is_consistent_with_everything_seen(seed: int) -> None:
    for situation in situations(seed, 3):
        book = LineBook(situation.rules)
        for hands, boneyard in likely_worlds(situation, Random(2), 6):
            assert hands[situation.seat] == book.mask_of(situation.hand)
            assert [hand.bit_count() for hand in hands] == [len(hand) for hand in situation.round.hands]
            hidden = book.mask_of((*situation.hand, *situation.unseen))
            if situation.rules.draw is Draw.NONE:
                dealt = sum(hands)
                assert (dealt & ~hidden, dealt.bit_count()) == (0, sum(map(len, situation.round.hands)))
                assert boneyard == []
            else:
                assert len(boneyard) == len(situation.round.boneyard)
                assert sum(hands) + sum(boneyard) == hidden
            for hand, batches in zip(hands, situation.memory.hands, strict=True):
                tiles = book.tiles_in(hand)
                for batch in batches:
                    assert sum(batch.may_hold(tile) for tile in tiles) >= batch.count


def test_a_play_for_the_last_point_is_a_certain_win() -> None:
    # One to go: 6-2 makes five, worth one.
    table = seen_from(
        0, round_of(rules="cinq-et-trois", hands="6-6 6-2 | ? ? ?", line="6-3", boneyard=17 * "? ", scores=(60, 0))
    )

    chances = {str(play.play.tile): play for play in weigh(situation_of(0, table), Random(1), 40, POSITIONS)}

    assert chances["6-2"].chance == 1
    assert chances["6-2"].error == 0
    assert chances["6-6"].chance < 1


def test_with_a_limit_of_work_a_long_round_is_tried_in_fewer_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    table = next(
        table
        for table, _ in match_events(opening_of("all-fives", {"max_pip": 12, "spinner": "none"}, 2), Random(1))
        if table.turn is not None and len(situation_of(table.turn, table).plays) > 2
    )
    assert table.turn is not None
    situation = situation_of(table.turn, table)
    tried: list[Playout] = []
    play_out = PlayoutPolicy.play_out

    def counted(policy: PlayoutPolicy, round_: Playout) -> None:
        tried.append(round_)
        play_out(policy, round_)

    monkeypatch.setattr(PlayoutPolicy, "play_out", counted)
    weigh(situation, Random(1), 100, POSITIONS)
    unlimited = len(tried)
    tried.clear()
    weigh(situation, Random(1), 100, POSITIONS, 10_000)

    tiles = len(situation.hand) + len(situation.unseen)
    assert 0 < len(tried) * tiles <= 10_000 < unlimited * tiles


def test_a_world_that_is_used_several_times_is_one_observation() -> None:
    candidate = Candidate(Play(tile_of("6-5"), Arm.LEFT), 1, LineBook(opening_of("all-fives").rules).bare)
    candidate.chances = [0.2, 0.6, 0.3, 0.9]
    once = candidate.error([1, 1, 1, 1])
    candidate.chances = [chance for chance in candidate.chances for _ in range(5)]

    assert once == pytest.approx(stdev([0.2, 0.6, 0.3, 0.9]) / 2)
    assert candidate.error([5, 5, 5, 5]) == pytest.approx(once)


def test_a_grade_takes_as_many_deals_as_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    dealt: list[int] = []
    sample = Worlds.sample

    def counted(worlds: Worlds, count: int, rng: Random) -> list[World]:
        dealt.append(count)
        return sample(worlds, count, rng)

    monkeypatch.setattr(Worlds, "sample", counted)
    monkeypatch.setattr(search, "DEALT_TO_PICK_ONE", 1)
    found: set[int] = set()
    for situation in (situation for seed in range(4) for situation in situations(seed, 6)):
        for made in situation.plays:
            dealt.clear()
            weighed = {play.play: play for play in weigh_made(situation, Random(1), 40, POSITIONS, made)}
            if sum(dealt) in (20, 30):  # it is certain that it is good
                assert weighed[made].is_good
            elif sum(dealt) in (40, 60, 80, 120):  # how good it is can be told
                assert not weighed[made].is_unclear
            found.add(sum(dealt))

    assert found - {0, 1} == {20, 30, 40, 60, 80, 120, 160}


# The choice.


def test_it_makes_a_winning_play() -> None:
    table = round_of(rules="cinq-et-trois", hands="6-5 6-4 5-0 | ? ? ?", line="5-4", scores=(59, 0))

    assert laid_by(SURE, table) == {"6-5"}


def test_an_immediate_win_is_preferred_to_one_in_every_sampled_world() -> None:
    table = round_of(
        rules="cinq-et-trois",
        set={"target": 21},
        hands="5-5 5-4 4-4 4-2 4-0 3-2 3-0 | ? ? ? ? ? ? ?",
        boneyard=14 * "? ",
        scores=(20, 15),
    )
    hasty = BotLevel("hasty", "looks at very little", worlds=1, positions=1)

    assert laid_by(hasty, table) <= {"3-2", "3-0"}


def test_a_number_the_opponent_knocked_on_is_left_open_when_knocks_pay() -> None:
    # Neither tile scores.
    table = round_of(
        rules="cinq-et-trois",
        set={"knock_bonus": 3},
        hands="6-4 6-2 4-2 | ? ? ? ?",
        line="1-0 r:1-6",
        boneyard=19 * "? ",
    )

    def lacking(*numbers: int) -> Memory:
        return Memory(((Batch(3),), (Batch(4, frozenset(numbers)),)))

    assert laid_by(SURE, table, lacking(0, 4)) == {"6-4"}
    assert laid_by(SURE, table, lacking(0, 2)) == {"6-2"}


@pytest.mark.slow("searches many turns")
def test_plays_discarded_early_are_hardly_ever_better() -> None:
    chance = Random(1)
    player = BotPlayer("casual", 0)
    lost: list[float] = []
    for table, event in match_events(opening_of("cinq-et-trois", {"max_rounds": 6}), chance):
        if table.turn == 0 and player.has_a_choice:
            situation = Situation(player.table, 0, player.memory)
            chances = {play.play: play.chance for play in weigh(situation, Random(2), 300, POSITIONS)}
            lost.append(max(chances.values()) - chances[best_play(situation, Random(3), 120, POSITIONS)])
        player.observe(see(event, Viewer(0)).event)

    assert len(lost) > 10
    # Both are estimates from a sample of deals, so chance alone causes some loss.
    assert sum(lost) / len(lost) < 0.01


def test_the_score_of_the_match_decides_which_risk_is_taken() -> None:
    # With one to go for the opponent, a line that lets them out costs more than the points are worth.
    chances = {}
    for theirs in (30, 60):
        table = seen_from(
            0, round_of(rules="cinq-et-trois", hands="5-4 6-0 6-2 | ? ? ? ?", line="5-2", scores=(50, theirs))
        )
        weighed = weigh(situation_of(0, table), Random(3), 60, POSITIONS)
        chances[theirs] = max(play.chance for play in weighed)

    assert chances[60] < chances[30]
    assert opening_of("cinq-et-trois").rules.target == 61
