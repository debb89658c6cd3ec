"""Rounds in which nothing is hidden are thought through: what the solver says is what trying everything says."""

from collections.abc import Iterator, Sequence
from itertools import chain
from random import Random

import pytest

from daemon.bots.habits import habits_for
from daemon.bots.levels import LEVELS, choose
from daemon.bots.margins import TooLongError
from daemon.bots.odds import next_leader
from daemon.bots.playout import Playout
from daemon.bots.search import Weighed, weigh
from daemon.bots.situation import Situation
from daemon.bots.solver import FEW_TILES, LaidOn, Solver, solver_for
from daemon.bots.standing import Standing
from protocol.commands import PlayTile
from protocol.events import TableOpened, TilePlayed
from protocol.option_kinds import Spelling
from protocol.rules import Rules
from protocol.table import Table
from tests.daemon.bots.tables import LONG, any_opening, match_events, opening_of, playout_of, situation_of

GAMES: list[tuple[str, dict[str, Spelling]]] = [
    ("playroom", {}),
    ("playroom", {"knock_bonus": 1, "combine": "no", "target": 21}),
    ("playroom", {"max_pip": 9, "target_mode": "end_of_round", "target": 10}),
    ("all-threes", {"draw": "none", "target": 30}),
    ("all-fives", {"draw": "none", "target": 60}),
    ("all-fives", {"draw": "none"}),
    ("all-threes", {"draw": "none"}),
]


@pytest.fixture(params=[FEW_TILES, 0], ids=["usual", "everything"])
def remembering(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is remembered: what usually is, which is little in rounds so short that everything can be tried, or all."""
    monkeypatch.setattr("daemon.bots.solver.FEW_TILES", request.param)


def by_trying_everything(round_: Playout, standing: Standing) -> float:
    """The chance of side 0 when both do what is best for them."""
    if round_.is_over:
        return standing.chance(round_.scores, round_.won_by)
    after = []
    for bit, line in round_.plays():
        tried = round_.copy()
        tried.lay(bit, line)
        after.append(by_trying_everything(tried, standing))
    if not after:
        round_.knock()
        return by_trying_everything(round_, standing)
    return max(after) if round_.side == 0 else min(after)


def any_open_round(rules: Rules, tiles: int, chance: Random) -> Playout:
    """A round between two with so many tiles left, laid down to there by lot, at any scores."""
    book = habits_for(rules, 2).book
    while True:
        bits = chance.sample(list(book.bits.values()), 2 * tiles + 4)
        scores = [chance.randrange(rules.target) for _ in range(2)]
        round_ = Playout(book, book.bare, [sum(bits[::2]), sum(bits[1::2])], [], 0, (-1000, -1000))
        while not round_.is_over and sum(hand.bit_count() for hand in round_.hands) > 2 * tiles:
            plays = round_.plays()
            if plays:
                round_.lay(*chance.choice(plays))
            else:
                round_.knock()
        round_.scores = scores
        if not round_.is_over and round_.plays():
            return round_


def chances_of(solver: Solver, round_: Playout) -> dict[LaidOn, float]:
    """What each play comes to, thought through."""
    solver.begin(round_)
    return {play: solver.chance_after(round_, play) for play in round_.plays()}


def by_trying(round_: Playout, standing: Standing) -> dict[LaidOn, float]:
    """The same by trying everything."""
    found = {}
    for play in round_.plays():
        tried = round_.copy()
        tried.lay(*play)
        chance = by_trying_everything(tried, standing)
        found[play] = chance if round_.side == 0 else 1 - chance
    return found


@pytest.mark.usefixtures("remembering")
@pytest.mark.parametrize(("preset", "settings"), GAMES)
@pytest.mark.parametrize("is_last_round", [False, True])
def test_it_finds_what_trying_everything_finds(preset: str, settings: dict[str, Spelling], is_last_round: bool) -> None:
    rules = opening_of(preset, settings, 2).rules
    standing = Standing(rules, 0, is_last_round=is_last_round)
    solver = Solver(habits_for(rules, 2), is_last_round=is_last_round)
    for seed in range(8):
        round_ = any_open_round(rules, 4, Random(f"{preset} {seed}"))
        assert chances_of(solver, round_) == pytest.approx(by_trying(round_, standing), abs=2e-6)


@pytest.mark.usefixtures("remembering")
@pytest.mark.parametrize("preset", ["all-threes", "all-fives"])
@pytest.mark.parametrize("target", [20, 30])
def test_where_reaching_the_target_is_enough_it_is_reached_in_time(preset: str, target: int) -> None:
    rules = opening_of(preset, {"draw": "none", "target": target}, 2).rules
    standing = Standing(rules, 0, is_last_round=False)
    for seed in range(30):
        round_ = any_open_round(rules, 5, Random(seed))
        solver = Solver(habits_for(rules, 2), is_last_round=False)
        assert chances_of(solver, round_) == pytest.approx(by_trying(round_, standing), abs=2e-6)


@pytest.mark.usefixtures("remembering")
@pytest.mark.parametrize("seed", range(600 if LONG else 40))
def test_under_any_house_rules_it_finds_what_trying_everything_finds(seed: int) -> None:
    chance = Random(f"any rules {seed}")
    rules = any_opening(chance).rules
    while rules.partners:
        rules = any_opening(chance).rules
    is_last_round = chance.random() < 0.3
    round_ = any_open_round(rules, chance.choice([3, 4]), chance)
    solver = Solver(habits_for(rules, 2), is_last_round=is_last_round)

    expected = by_trying(round_, Standing(rules, 0, is_last_round=is_last_round))

    assert chances_of(solver, round_) == pytest.approx(expected, abs=2e-6)


@pytest.mark.usefixtures("remembering")
def test_of_a_play_that_is_not_the_best_it_may_say_only_that() -> None:
    rules = opening_of("playroom", {}, 2).rules
    solver = Solver(habits_for(rules, 2), is_last_round=False)
    for seed in range(12):
        round_ = any_open_round(rules, 5, Random(seed))
        exact = chances_of(solver, round_)
        best = max(exact.values())
        quick = Solver(habits_for(rules, 2), is_last_round=False)
        quick.begin(round_)
        for play, chance in exact.items():
            found = quick.chance_after(round_, play, best - 0.01)
            assert found == pytest.approx(chance) if chance > best - 0.01 else found <= best - 0.01 + 1e-6


def test_farther_ahead_than_the_round_lasts_is_its_end() -> None:
    rules = opening_of("playroom", {}, 2).rules
    solver = Solver(habits_for(rules, 2), is_last_round=False)
    for seed in range(6):
        round_ = any_open_round(rules, 4, Random(seed))
        exact = chances_of(solver, round_)
        solver.begin(round_, plays=8)
        assert {play: solver.chance_after(round_, play) for play in exact} == exact
        solver.begin(round_, plays=2)
        glances = {play: solver.chance_after(round_, play) for play in exact}
        assert all(0 <= chance <= 1 for chance in glances.values())
        # What a glance told is not taken for what was thought through.
        assert chances_of(solver, round_) == exact


def test_it_stops_when_it_has_looked_at_as_many_positions_as_it_may() -> None:
    rules = opening_of("playroom", {}, 2).rules
    round_ = any_open_round(rules, 6, Random(1))
    solver = Solver(habits_for(rules, 2), is_last_round=False)
    solver.begin(round_, allowed=10)

    with pytest.raises(TooLongError):
        [solver.chance_after(round_, play) for play in round_.plays()]


@pytest.mark.parametrize(("preset", "settings"), GAMES)
def test_what_it_lets_go_of_it_finds_out_again(
    preset: str, settings: dict[str, Spelling], monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = opening_of(preset, settings, 2).rules
    rounds = [any_open_round(rules, 6, Random(seed)) for seed in range(8)]
    monkeypatch.setattr("daemon.bots.solver.FEW_TILES", 0)
    solver = Solver(habits_for(rules, 2), is_last_round=False)
    exact, remembered = [], []
    for round_ in rounds:
        exact.append(chances_of(solver, round_))
        remembered.append(solver.remembered)
    most = max(remembered) // 2
    monkeypatch.setattr("daemon.bots.solver.MOST_KNOWN", most)
    monkeypatch.setattr("daemon.bots.margins.MOST_SHOWN", most)
    solver = Solver(habits_for(rules, 2), is_last_round=False)

    for round_, chances in zip(rounds, exact, strict=True):
        assert chances_of(solver, round_) == chances
        assert solver.remembered <= most


def open_situation(tiles: int, preset: str = "playroom", settings: dict[str, Spelling] | None = None) -> Situation:
    """A turn between two who were dealt all tiles, with so many left at the most and more than one play."""
    for table, _ in match_events(opening_of(preset, settings or {}, 2), Random(1)):
        if table.turn is None or table.round is None:
            continue
        situation = situation_of(table.turn, table)
        if sum(map(len, table.round.hands)) <= tiles and len(situation.plays) > 2:
            return situation
    raise AssertionError("no such turn comes up")


def best_of(weighed: Sequence[Weighed]) -> list[PlayTile]:
    """The plays with the best chance."""
    best = max(each.chance for each in weighed)
    return [PlayTile(*each.play) for each in weighed if each.chance == best]


def test_where_all_tiles_are_known_there_is_no_doubt_about_any_play() -> None:
    situation = open_situation(14)

    weighed = weigh(situation, Random(1), 50)

    assert len(weighed) > 1
    assert {each.error for each in weighed} == {0.0}
    best = max(weighed, key=lambda each: each.chance).play
    for seed in range(3):
        assert choose(LEVELS["master"], situation, Random(seed)) == PlayTile(*best)


def turns_of_two_of_four(opening: TableOpened) -> Iterator[tuple[Table, Situation]]:
    """Turns with more than one play when one of each partnership is out and the others have four tiles or more."""
    for table, event in chain.from_iterable(match_events(opening, Random(seed)) for seed in range(150)):
        if not isinstance(event, TilePlayed) or table.round is None or table.round.hands.count(()) != 2:
            continue
        situation = situation_of(event.seat, table)
        if sum(map(len, table.round.hands)) >= 4 and len(situation.plays) > 1:
            yield table, situation


@pytest.mark.parametrize("settings", [{}, {"knock_bonus": 1}, {"pips_divisor": 5, "target": 200, "chip_bonus": 1}])
def test_two_hands_of_four_are_thought_through_as_well(settings: dict[str, Spelling]) -> None:
    """Where both partners must go out, one of each may be out: then nothing is hidden any more."""
    opening = opening_of("fives-and-threes", {"hand": 7, "partners": "yes", "chip_out": "both", **settings}, 4)
    rules = opening.rules
    book = habits_for(rules, 2).book
    turns = list(turns_of_two_of_four(opening))
    assert len(turns) > 10
    for table, situation in turns:
        number, layout = situation.round.number, situation.round.layout
        leader = next_leader(rules, situation.round.leader, 4)
        standing = Standing(rules, 0, is_last_round=number >= rules.max_rounds, leader=leader)

        found = weigh(situation, Random(1), 50)

        expected = by_trying(playout_of(book, table), standing)
        for each in found:
            laid = book.bits[each.play.tile], book.line_of(layout.lay(each.play.tile, each.play.arm))
            assert each.chance == pytest.approx(expected[laid], abs=2e-6)


@pytest.mark.parametrize(("preset", "tiles"), [("all-fives", 17), ("all-threes", 18), ("all-threes", 21)])
def test_however_long_a_round_is_master_thinks_it_through(
    preset: str, tiles: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    situation = open_situation(tiles, preset, {"draw": "none", "hand": 14})
    monkeypatch.setattr("daemon.bots.search.WEIGHED_TO_THE_END", 0)
    best_of_few_plays_ahead = best_of(weigh(situation, Random(1), 50))
    monkeypatch.setattr("daemon.bots.solver.MOST_KNOWN", 200)

    chosen = choose(LEVELS["master"], situation, Random(1))

    monkeypatch.undo()
    assert chosen in best_of(weigh(situation, Random(1), 50))
    assert chosen not in best_of_few_plays_ahead


@pytest.mark.parametrize("preset", ["playroom", "all-fives"])
def test_a_round_that_is_too_long_to_be_weighed_to_its_end_is_looked_into_some_plays_ahead(
    preset: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    situation = open_situation(18, preset, {"draw": "none", "hand": 14})
    monkeypatch.setattr("daemon.bots.search.WEIGHED_TO_THE_END", 100)

    glances = weigh(situation, Random(1), 50)

    # What was found out before it was too long is not built upon, however often it is asked.
    assert all(weigh(situation, Random(1), 50) == glances for _ in range(40))
    monkeypatch.undo()
    assert weigh(situation, Random(1), 50) != glances


@pytest.mark.parametrize("tiles", [24, 26, 27])
@pytest.mark.parametrize("allowed", [1, 150])
def test_where_it_may_look_at_few_positions_it_chooses_by_the_first_plays(
    tiles: int, allowed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("daemon.bots.search.POSITIONS_AHEAD", allowed)
    situation = open_situation(tiles)
    # So far weighing looks ahead, and no farther.
    weighed = weigh(situation, Random(1), 50)

    chosen = choose(LEVELS["master"], situation, Random(1))

    assert chosen in best_of(weighed)


@pytest.mark.usefixtures("remembering")
def test_what_it_found_out_helps_it_in_the_next_turn_and_changes_nothing() -> None:
    rules = opening_of("playroom", {}, 2).rules
    habits = habits_for(rules, 2)
    solver = solver_for(habits, is_last_round=False)
    assert solver_for(habits, is_last_round=False) is solver
    assert solver_for(habits, is_last_round=True) is not solver
    for seed in range(6):
        round_ = any_open_round(rules, 5, Random(seed))
        fresh = chances_of(Solver(habits, is_last_round=False), round_)
        assert chances_of(solver, round_) == fresh
        round_.lay(*round_.plays()[0])
        if round_.plays():
            assert chances_of(solver, round_) == chances_of(Solver(habits, is_last_round=False), round_)
