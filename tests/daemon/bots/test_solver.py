"""Rounds with nothing hidden: the solver agrees with exhaustive search."""

from collections.abc import Iterator, Sequence
from itertools import chain
from random import Random

import pytest

from daemon.bots.advice import POSITIONS as HINT_POSITIONS
from daemon.bots.advice import WORLDS, advice_on
from daemon.bots.bot_levels import LEVELS, choose
from daemon.bots.playout import Playout
from daemon.bots.playout_policy import policy_for
from daemon.bots.search import WeighedPlay, best_play, likely_worlds, weigh
from daemon.bots.situation import Situation
from daemon.bots.solver import FEW_TILES, PLAYS_AHEAD, Solver, SolverPlay, TooLongError, solver_for
from daemon.bots.win_chances import WinChances
from protocol.game.options import Spelling
from protocol.game.rules import Rules
from protocol.log.choices import Play
from protocol.log.commands import PlayTile
from protocol.log.events import TableOpened, TilePlayed
from protocol.log.table import Table
from tests.daemon.bots.open_rounds import forget_solver, positions_searched
from tests.daemon.bots.tables import LONG, any_opening, match_events, opening_of, playout_of, situation_of

UNLIMITED = 10**9
"""As many positions as a round may take."""

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
    """Positions are cached as usual, which in such short rounds is hardly ever, or always."""
    monkeypatch.setattr("daemon.bots.solver.FEW_TILES", request.param)


def by_trying_everything(round_: Playout, standing: WinChances) -> float:
    """The chance of side 0 with best play of both, by exhaustive search."""
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
    """A round between two with this many tiles left, reached by random play, at random scores."""
    book = policy_for(rules, 2).book
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


def chances_of(solver: Solver, round_: Playout) -> dict[SolverPlay, float]:
    """The value of each play by the solver."""
    solver.begin(round_, UNLIMITED)
    solver.look(round_, None)
    return {play: solver.chance_after(round_, play) for play in round_.plays()}


def by_trying(round_: Playout, standing: WinChances) -> dict[SolverPlay, float]:
    """The value of each play by exhaustive search."""
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
def test_the_solver_agrees_with_exhaustive_search(
    preset: str, settings: dict[str, Spelling], is_last_round: bool
) -> None:
    rules = opening_of(preset, settings, 2).rules
    standing = WinChances(rules, 0, is_last_round=is_last_round)
    solver = Solver(policy_for(rules, 2), is_last_round=is_last_round)
    for seed in range(8):
        round_ = any_open_round(rules, 4, Random(f"{preset} {seed}"))
        assert chances_of(solver, round_) == pytest.approx(by_trying(round_, standing), abs=2e-6)


@pytest.mark.usefixtures("remembering")
@pytest.mark.parametrize("preset", ["all-threes", "all-fives"])
@pytest.mark.parametrize("target", [20, 30])
def test_an_inexact_target_is_reached_in_time(preset: str, target: int) -> None:
    rules = opening_of(preset, {"draw": "none", "target": target}, 2).rules
    standing = WinChances(rules, 0, is_last_round=False)
    for seed in range(30):
        round_ = any_open_round(rules, 5, Random(seed))
        solver = Solver(policy_for(rules, 2), is_last_round=False)
        assert chances_of(solver, round_) == pytest.approx(by_trying(round_, standing), abs=2e-6)


@pytest.mark.usefixtures("remembering")
@pytest.mark.parametrize("seed", range(600 if LONG else 40))
def test_the_solver_agrees_with_exhaustive_search_under_any_house_rules(seed: int) -> None:
    chance = Random(f"any rules {seed}")
    rules = any_opening(chance).rules
    while rules.partners:
        rules = any_opening(chance).rules
    is_last_round = chance.random() < 0.3
    round_ = any_open_round(rules, chance.choice([3, 4]), chance)
    solver = Solver(policy_for(rules, 2), is_last_round=is_last_round)

    expected = by_trying(round_, WinChances(rules, 0, is_last_round=is_last_round))

    assert chances_of(solver, round_) == pytest.approx(expected, abs=2e-6)


@pytest.mark.usefixtures("remembering")
def test_a_play_below_the_best_may_get_only_an_upper_bound() -> None:
    rules = opening_of("playroom", {}, 2).rules
    solver = Solver(policy_for(rules, 2), is_last_round=False)
    for seed in range(12):
        round_ = any_open_round(rules, 5, Random(seed))
        exact = chances_of(solver, round_)
        best = max(exact.values())
        quick = Solver(policy_for(rules, 2), is_last_round=False)
        quick.begin(round_, UNLIMITED)
        quick.look(round_, None)
        for play, chance in exact.items():
            found = quick.chance_after(round_, play, best - 0.01)
            assert found == pytest.approx(chance) if chance > best - 0.01 else found <= best - 0.01 + 1e-6


def test_looking_past_the_end_of_the_round_is_exact() -> None:
    rules = opening_of("playroom", {}, 2).rules
    solver = Solver(policy_for(rules, 2), is_last_round=False)
    for seed in range(6):
        round_ = any_open_round(rules, 4, Random(seed))
        exact = chances_of(solver, round_)
        solver.begin(round_, UNLIMITED)
        solver.look(round_, 8)
        assert {play: solver.chance_after(round_, play) for play in exact} == exact
        solver.look(round_, 2)
        glances = {play: solver.chance_after(round_, play) for play in exact}
        assert all(0 <= chance <= 1 for chance in glances.values())
        # Results of a shallow look are not reused as results of a full search.
        solver.look(round_, None)
        assert {play: solver.chance_after(round_, play) for play in exact} == exact


@pytest.mark.parametrize(("preset", "settings"), GAMES)
@pytest.mark.parametrize("plays", [7, None])
def test_the_solver_stops_at_its_limit_of_positions(
    preset: str, settings: dict[str, Spelling], plays: int | None
) -> None:
    rules = opening_of(preset, settings, 2).rules
    for seed in range(5):
        round_ = any_open_round(rules, 6, Random(seed))
        solver = Solver(policy_for(rules, 2), is_last_round=False)

        def search(positions: int, round_: Playout = round_, solver: Solver = solver) -> None:
            solver.begin(round_, positions)
            solver.look(round_, plays)
            for play in round_.plays():
                solver.chance_after(round_, play)

        search(UNLIMITED)
        needed = solver.searched
        search(needed)
        assert needed > 0
        with pytest.raises(TooLongError):
            search(needed - 1)
        assert solver.searched == needed - 1


def open_situation(tiles: int, preset: str = "playroom", settings: dict[str, Spelling] | None = None) -> Situation:
    """A turn between two who were dealt all tiles, with at most this many left and more than two plays."""
    for table, _ in match_events(opening_of(preset, settings or {}, 2), Random(1)):
        if table.turn is None or table.round is None:
            continue
        situation = situation_of(table.turn, table)
        if sum(map(len, table.round.hands)) <= tiles and len(situation.plays) > 2:
            return situation
    raise AssertionError("no such turn comes up")


def solver_and_round(situation: Situation) -> tuple[Solver, Playout]:
    """A new solver, and the round between two as the seat in turn knows it."""
    rules, round_ = situation.rules, situation.round
    policy = policy_for(rules, 2)
    hands, _ = likely_worlds(situation, Random(1), 1)[0]
    line = policy.book.line_of(round_.layout)
    solver = Solver(policy, is_last_round=round_.number >= rules.max_rounds)
    return solver, Playout(policy.book, line, hands, (), situation.seat, situation.table.scores, round_.knocks)


def laid_by(situation: Situation, play: Play) -> SolverPlay:
    """The bit of the tile and the resulting line."""
    book = policy_for(situation.rules, 2).book
    return book.bits[play.tile], book.line_of(situation.round.layout.lay(play.tile, play.arm))


def best_of(weighed: Sequence[WeighedPlay]) -> list[PlayTile]:
    """The plays with the best chance."""
    best = max(play.chance for play in weighed)
    return [PlayTile(*play.play) for play in weighed if play.chance == best]


def test_with_all_tiles_known_every_evaluation_is_exact() -> None:
    situation = open_situation(14)

    weighed = weigh(situation, Random(1), 50, UNLIMITED)

    assert len(weighed) > 1
    assert {play.error for play in weighed} == {0.0}
    best = max(weighed, key=lambda play: play.chance).play
    for seed in range(3):
        assert choose(LEVELS["master"], situation, Random(seed)) == PlayTile(*best)


def turns_of_two_of_four(opening: TableOpened) -> Iterator[tuple[Table, Situation]]:
    """Turns with several plays when one of each partnership is out and the others have at least four tiles."""
    for table, event in chain.from_iterable(match_events(opening, Random(seed)) for seed in range(150)):
        if not isinstance(event, TilePlayed) or table.round is None or table.round.hands.count(()) != 2:
            continue
        situation = situation_of(event.seat, table)
        if sum(map(len, table.round.hands)) >= 4 and len(situation.plays) > 1:
            yield table, situation


@pytest.mark.parametrize("settings", [{}, {"knock_bonus": 1}, {"pips_divisor": 5, "target": 200, "chip_bonus": 1}])
def test_two_hands_of_four_are_solved_too(settings: dict[str, Spelling]) -> None:
    """When both partners must go out and one of each is out, nothing is hidden any more."""
    opening = opening_of("fives-and-threes", {"hand": 7, "partners": "yes", "chip_out": "both", **settings}, 4)
    rules = opening.rules
    book = policy_for(rules, 2).book
    turns = list(turns_of_two_of_four(opening))
    assert len(turns) > 10
    for table, situation in turns:
        number, layout = situation.round.number, situation.round.layout
        standing = WinChances(rules, 0, is_last_round=number >= rules.max_rounds)

        found = weigh(situation, Random(1), 50, UNLIMITED)

        expected = by_trying(playout_of(book, table), standing)
        for play in found:
            laid = book.bits[play.play.tile], book.line_of(layout.lay(play.play.tile, play.play.arm))
            assert play.chance == pytest.approx(expected[laid], abs=2e-6)


# Not enough positions.

LONG_ROUNDS: list[tuple[int, str, dict[str, Spelling]]] = [
    (22, "playroom", {"spinner": "first_double"}),
    (28, "all-fives", {"hand": 14, "knock_bonus": 1}),
    (22, "all-fives", {"hand": 14, "spinner": "none"}),
]


@pytest.mark.parametrize("name", ["expert", "master"])
@pytest.mark.parametrize(("tiles", "preset", "settings"), LONG_ROUNDS)
def test_a_choice_stays_within_the_limit_of_its_level(
    name: str, tiles: int, preset: str, settings: dict[str, Spelling]
) -> None:
    situation = open_situation(tiles, preset, settings)
    level = LEVELS[name]

    best_play(situation, Random(1), level.worlds, level.positions)

    assert level.positions // 4 < positions_searched(situation) <= level.positions


@pytest.mark.parametrize(("tiles", "preset", "settings"), LONG_ROUNDS)
def test_a_hint_stays_within_its_limit_of_positions(tiles: int, preset: str, settings: dict[str, Spelling]) -> None:
    situation = open_situation(tiles, preset, settings)

    advice = advice_on(situation, Random(1), WORLDS)

    assert len(advice.plays) == len(situation.plays)
    assert HINT_POSITIONS // 4 < positions_searched(situation) <= HINT_POSITIONS


def test_the_limits_of_positions_are_those_documented() -> None:
    assert [(level.name, level.positions) for level in LEVELS.values() if level.worlds] == [
        ("casual", 2_000),
        ("club", 2_000),
        ("expert", 10_000),
        ("master", 60_000),
    ]
    assert HINT_POSITIONS == 20_000


@pytest.mark.parametrize("preset", ["playroom", "all-fives"])
@pytest.mark.parametrize("positions", [0, 100, 300])
def test_with_few_positions_every_play_is_evaluated_to_the_same_depth(preset: str, positions: int) -> None:
    situation = open_situation(14, preset, {"draw": "none", "hand": 14})
    depths = []
    for plays in (*PLAYS_AHEAD, None):
        solver, round_ = solver_and_round(situation)
        solver.begin(round_, UNLIMITED)
        solver.look(round_, plays)
        depths.append([solver.chance_after(round_, laid_by(situation, play)) for play in situation.plays])

    weighed = weigh(situation, Random(1), 50, positions)

    assert [play.chance for play in weighed] in depths[:-1]
    assert [play.chance for play in weigh(situation, Random(1), 50, UNLIMITED)] == depths[-1]


@pytest.mark.parametrize("preset", ["playroom", "all-fives"])
def test_earlier_searches_change_no_choice(preset: str) -> None:
    """A level, and a hint, gives the same result in every process."""
    situation = open_situation(14, preset, {"draw": "none", "hand": 14})

    def found(positions: int) -> tuple[list[WeighedPlay], int, Play, int]:
        weighed, searched = weigh(situation, Random(1), 50, positions), positions_searched(situation)
        chosen = best_play(situation, Random(1), 1, positions)
        return weighed, searched, chosen, positions_searched(situation)

    forget_solver(situation)
    everything = found(UNLIMITED)
    some = found(everything[1] // 2)
    forget_solver(situation)
    weigh(open_situation(20, preset, {"draw": "none", "hand": 14}), Random(1), 50, 5_000)

    assert found(everything[1] // 2) == some
    assert found(UNLIMITED) == everything


def test_at_the_limit_of_positions_the_best_play_so_far_is_chosen() -> None:
    """The plays reached in the last look count; it starts with the best of the previous look."""
    situation = open_situation(14, "all-fives", {"draw": "none", "hand": 14})
    solver, round_ = solver_and_round(situation)
    solver.begin(round_, UNLIMITED)
    best_first = list({laid_by(situation, play): play for play in reversed(situation.plays)}.values())[::-1]
    best_so_far: dict[int, Play] = {}
    for plays in solver.depths(round_):
        solver.look(round_, plays)
        found: dict[Play, float] = {}
        for play in best_first:
            found[play] = solver.chance_after(round_, laid_by(situation, play), max(found.values(), default=0.0))
            best_so_far[solver.searched] = max(found, key=lambda play: found[play])
        best_first.sort(key=lambda play: -found[play])

    for positions, best in best_so_far.items():
        assert best_play(situation, Random(1), 1, positions) == best
    assert len(set(best_so_far.values())) > 1


def test_the_solver_is_reused_from_turn_to_turn() -> None:
    policy = policy_for(opening_of("playroom", {}, 2).rules, 2)
    solver = solver_for(policy, is_last_round=False)

    assert solver_for(policy, is_last_round=False) is solver
    assert solver_for(policy, is_last_round=True) is not solver
