"""How the tables of chances are made: rounds from each pair of scores, solved backwards."""

from collections import Counter
from random import Random

import pytest

from daemon.bots.chance_tables import FARTHEST, FOLDER, GAMES, TabledGame, cell_of
from tools.chance_tables import LOST, WON, Rounds, by_greed, by_policy, main, outcomes_of, solved, table_of

CINQ = next(game for game in GAMES if game.name == "cinq-et-trois-2")
FOUR = next(game for game in GAMES if game.name == "fives-and-threes-4")
SIZE = FARTHEST**2


def made(game: TabledGame, seed: int = 1) -> list[float]:
    rounds = Rounds(game, by_policy(game), Random(seed), 2)
    return solved(game, outcomes_of(rounds, lambda _: None))


def test_a_round_that_is_won_or_leaves_the_lead_to_the_other() -> None:
    """Who leads wins half of the rounds; else the other one leads from the same scores. So the leader wins 2 in 3."""
    even = [cell_of(to_go, other, 1) for to_go in range(1, FARTHEST + 1) for other in range(1, FARTHEST + 1)]

    chances = solved(CINQ, [Counter({WON: 1, stays: 1}) for stays in even])

    at_even = cell_of(5, 5, 0)
    assert chances[at_even] == pytest.approx(2 / 3, abs=1e-4)
    assert chances[SIZE + at_even] == pytest.approx(1 / 3, abs=1e-4)


def test_what_comes_last_is_solved_first() -> None:
    """From 60 a side wins or loses at once, evenly; from everywhere else a round leads to 60."""
    at_60 = cell_of(1, 1, 0)
    outcomes = [Counter({at_60: 3}) for _ in range(SIZE)]
    outcomes[at_60] = Counter({WON: 1, LOST: 3})

    assert solved(FOUR, outcomes) == pytest.approx([1 / 4] * SIZE)


@pytest.mark.slow("plays rounds from every pair of scores")
def test_the_same_seed_makes_the_same_table() -> None:
    assert made(FOUR) == made(FOUR)
    assert made(FOUR) != made(FOUR, seed=2)


def test_a_table_is_certain_of_nothing() -> None:
    numbers = table_of(CINQ, [0.0, 1.0, 0.5]).numbers

    assert numbers == [1, 65534, 32768]


def test_greedy_players_play_the_same_deals_to_their_end() -> None:
    rounds = Rounds(FOUR, by_greed(FOUR), Random(1), 20)
    for dealt in rounds.deals:
        round_, _ = rounds.play(dealt, [0, 20, 40, 60], None)

        assert round_.is_over
        assert all(after >= before for after, before in zip(round_.scores, [0, 20, 40, 60], strict=True))


def test_the_command_shows_the_chances_near_the_target(capsys: pytest.CaptureFixture[str]) -> None:
    before = {file: file.read_bytes() for file in FOLDER.iterdir()}

    main(["cinq-et-trois-2", "--rounds", "1", "--show"])

    shown = capsys.readouterr().out.splitlines()
    assert shown[0].startswith("| cinq-et-trois-2 (0 behind the leader): others at | 60 | 59 |")
    assert len(shown) == 2 * (2 + 9)
    assert {file: file.read_bytes() for file in FOLDER.iterdir()} == before


@pytest.mark.parametrize("words", [["whist"], ["--by", "nobody"]])
def test_an_unknown_table_or_player_is_refused(words: list[str]) -> None:
    with pytest.raises(SystemExit) as refused:
        main(words)

    assert refused.value.code == 2
