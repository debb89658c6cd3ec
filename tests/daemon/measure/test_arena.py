"""Matches between levels are fair and repeatable, and show the difference between levels."""

from functools import partial
from itertools import pairwise

import pytest

from daemon.bots.bare_match import Contest
from daemon.bots.bot_levels import LEVELS
from daemon.measure.arena import CONTESTANTS, play_match, round_robin
from daemon.measure.parallel import run_in_parallel
from daemon.measure.ratings import win_rate
from protocol.game.levels import USUAL_LEVEL
from protocol.game.options import Spelling
from protocol.game.presets import PRESETS
from tests.daemon.bots.tables import LONG, opening_of

Settings = dict[str, Spelling]


def contest(preset: str, settings: Settings | None = None, seats: int | None = None, seed: int = 1) -> Contest:
    opening = opening_of(preset, settings, seats)
    return Contest(preset, opening.rules, opening.seats, seed)


def silently(one: str, other: str, played: int, matches: int) -> None:
    """Ignore progress."""


def share(stronger: str, weaker: str, played: Contest, matches: int) -> list[float]:
    return run_in_parallel(partial(round_robin, [weaker, stronger], played, matches, silently), 1)[stronger, weaker]


def test_contestants_are_the_reference_players_and_then_the_levels_weakest_first() -> None:
    assert list(CONTESTANTS) == ["random", "greedy", *LEVELS]


def test_the_same_deals_always_have_the_same_winners() -> None:
    levels = [CONTESTANTS["club"], CONTESTANTS["casual"]]
    played = contest("all-threes")

    assert [play_match(played, levels, str(number)) for number in range(6)] == [
        play_match(played, levels, str(number)) for number in range(6)
    ]


def test_another_seed_gives_other_deals() -> None:
    levels = [CONTESTANTS["casual"]] * 2
    winners = {
        seed: [play_match(contest("cinq-et-trois", seed=seed), levels, str(number)) for number in range(12)]
        for seed in (1, 2)
    }

    assert winners[1] != winners[2]


def test_a_level_against_its_equal_is_even_because_the_seats_are_swapped() -> None:
    # In a game decided by the deal alone, swapping seats gives each side the luck of both.
    decided_by_the_deal = contest("all-fives", {"max_rounds": 1, "hand": 1, "first_lead": "highest_double"}, 2)

    assert set(share("club", "casual", decided_by_the_deal, 40)) == {0.5}


def test_results_do_not_depend_on_how_many_processes_play() -> None:
    asked = partial(round_robin, ["random", "casual"], contest("cinq-et-trois", {"target": 21}), 8, silently)

    assert run_in_parallel(asked, 1) == run_in_parallel(asked, 2)


def test_everybody_plays_everybody_and_progress_is_reported() -> None:
    reported = []

    asked = (["club", "random", "casual"], contest("cinq-et-trois", {"target": 11}), 3)
    results = run_in_parallel(partial(round_robin, *asked, lambda *progress: reported.append(progress)), 1)

    assert {pair: len(shares) for pair, shares in results.items()} == {
        ("casual", "random"): 2,
        ("club", "random"): 2,
        ("club", "casual"): 2,
    }
    assert reported[:2] == [("casual", "random", 2, 4), ("casual", "random", 4, 4)]
    assert len(reported) == 6


MATCHES = 40 if LONG else 10
"""How many matches show which of two very different levels is stronger."""

GAMES = [
    ("cinq-et-trois", {}, 2),
    ("fives-and-threes", {}, 4),
    ("fives-and-threes", {"partners": "yes"}, 4),
    ("playroom", {"hand": "less"}, 3),
    ("all-fives", {"target": 100}, 2),
    ("all-threes", {"target": 75}, 2),
]


@pytest.mark.parametrize(("preset", "settings", "seats"), GAMES)
@pytest.mark.parametrize(("stronger", "weaker"), [("club", "learner"), ("casual", "random")])
def test_a_stronger_level_wins_more_in_every_game(
    preset: str, settings: Settings, seats: int, stronger: str, weaker: str
) -> None:
    assert win_rate(share(stronger, weaker, contest(preset, settings, seats), MATCHES)).value > 0.55


@pytest.mark.parametrize("preset", PRESETS if LONG else ["cinq-et-trois"])
def test_the_default_level_does_not_lose_to_the_greedy_player(preset: str) -> None:
    assert win_rate(share(USUAL_LEVEL, "greedy", contest(preset), 400 if LONG else 40)).value > 0.5


@pytest.mark.skipif(not LONG, reason="some minutes a game")
@pytest.mark.parametrize(("preset", "settings", "seats"), GAMES)
@pytest.mark.parametrize(("weaker", "stronger"), list(pairwise(LEVELS)))
def test_each_level_beats_the_one_below(
    preset: str, settings: Settings, seats: int, stronger: str, weaker: str
) -> None:
    won = win_rate(share(stronger, weaker, contest(preset, settings, seats), 400))

    # In some games these two are equal.
    assert (won.high if (weaker, stronger) == ("club", "expert") else won.low) > 0.5
