"""`fives games` as a program: what it prints without a terminal."""

import json
from pathlib import Path

from client.store.files import RESULTS
from tests.client.program.programs import fives
from tests.client.store.test_my_games import result, saved


def test_unfinished_matches_of_fives_play_are_listed_with_their_commands(home: Path) -> None:
    saved(home, result("Ann Ben"))

    ran = fives(home, "games")

    assert (ran.returncode, ran.stderr) == (0, "")
    unfinished, again, finished, *totals = ran.stdout.splitlines()
    assert unfinished.startswith("fives play all-threes --resume: All Threes with ")
    assert again.startswith("fives play cinq-et-trois --resume: Cinq et Trois with ")
    assert "All Fives with Ben: you won 60 to 40" in finished
    assert totals[0] == "All Fives: 1 game, 1 won, 15.0 points a round."


def test_a_player_without_games_gets_one_line_and_no_folder(tmp_path: Path) -> None:
    ran = fives(tmp_path, "games")

    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout == "No games yet: `fives play` begins one.\n"
    assert list(tmp_path.iterdir()) == []


def test_json_is_one_object(tmp_path: Path) -> None:
    saved(tmp_path, result("Ann Ben"))

    found = json.loads(fives(tmp_path, "games", "--json").stdout)

    assert found["unfinished"] == []
    assert found["totals"]["games"]["all-fives"]["won"] == 1


def test_results_that_cannot_be_read_are_one_line(tmp_path: Path) -> None:
    (tmp_path / RESULTS).mkdir()

    ran = fives(tmp_path, "games")

    assert (ran.returncode, ran.stdout) == (1, "")
    (line,) = ran.stderr.splitlines()
    assert line.startswith("fives: ")
