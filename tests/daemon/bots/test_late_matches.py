"""How a table of chances is corrected: matches of `club` players, from late scores to their end."""

from pathlib import Path
from random import Random

import pytest

from daemon.bots.chance_tables import CERTAIN, FARTHEST, GAMES, ChanceTable, cell_of, cells
from tools import chance_tables
from tools.chance_tables import Rounds, by_policy, late_matches, main
from tools.late_matches import LATE, NEAR, Between, Late, corrected, moments_of

FOUR = next(game for game in GAMES if game.name == "fives-and-threes-4")
EVEN = ChanceTable(FOUR, [CERTAIN // 4 for _ in cells(1)])
AT_60 = (1, 8, 8, 8)


def wins(times: int, losses: int) -> list[Between]:
    """Matches that the side at 60 won, and some that another side won."""
    return [Between(AT_60, None, 0)] * times + [Between(AT_60, None, 2)] * losses


@pytest.mark.parametrize(("won", "lost"), [(1, 1), (2, 3), (1, 9)])
def test_who_has_so_much_to_go_is_said_to_win_as_often_as_they_won(won: int, lost: int) -> None:
    assert EVEN.share(0, AT_60, None) == pytest.approx(1 / 4)

    table = corrected(EVEN, wins(won, lost))

    assert table.share(0, AT_60, None) == pytest.approx(won / (won + lost), abs=1e-3)


def test_chances_far_from_the_target_stay() -> None:
    table = corrected(EVEN, wins(1, 9))

    changed = {to_go for to_go, best, _ in cells(1) if table.numbers[cell_of(to_go, best, 0)] != CERTAIN // 4}
    assert changed == {1}, "nobody else was near"
    assert min(AT_60[1:]) > NEAR


def test_a_late_match_is_played_from_its_scores_to_its_end() -> None:
    late = Late(FOUR, (57, 30, 48, 0), 3)
    moments = moments_of(late)

    assert moments[0].to_go == (4, 31, 13, 61)
    assert all(0 < to_go <= FARTHEST for moment in moments for to_go in moment.to_go)
    assert len({moment.won_by for moment in moments}) == 1
    assert moments == moments_of(late)
    assert moments != moments_of(Late(FOUR, (57, 30, 48, 0), 4))


def test_late_matches_begin_where_a_side_is_near_the_target() -> None:
    late = late_matches(Rounds(FOUR, by_policy(FOUR), Random(1), 50), 20)

    assert len(late) == 20
    assert all(0 < FOUR.rules.target - max(match.scores) <= LATE for match in late)
    assert len({match.seed for match in late}) == 20


@pytest.mark.slow("plays rounds from every pair of scores, and matches")
def test_the_command_corrects_what_rounds_give_near_the_target(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chance_tables, "FOLDER", tmp_path)

    def numbers_with(matches: str) -> bytes:
        main([FOUR.name, "--rounds", "1", "--matches", matches])
        return (tmp_path / f"{FOUR.name}.bin").read_bytes()

    of_rounds, with_matches = numbers_with("0"), numbers_with("12")

    near = 2 * NEAR * FARTHEST
    assert with_matches[:near] != of_rounds[:near]
    assert with_matches[near:] == of_rounds[near:]
