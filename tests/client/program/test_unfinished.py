"""`fives play` with unfinished matches, without a terminal: listed, continued, ended, damaged."""

import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from client.program.running_play import RUNNING
from client.store.files import PLAY
from tests.client.program.programs import PLAYS, fives, games_in, read_until, running, unfinished


def test_one_match_of_each_game_is_saved_and_listed_with_its_command(home: Path) -> None:
    listing = unfinished(home)

    assert games_in(listing) == ["all-threes", "cinq-et-trois"], "the one played last comes first"
    assert re.fullmatch(r"fives play all-threes: All Threes with \w+ and \w+, round 1.*", listing[0])
    for line in listing:
        ran = fives(home, *line.partition(":")[0].split()[1:], "--think", "0", typed="s\n")
        assert ran.stdout.startswith("Continuing your match of ")


def test_an_empty_list_creates_no_folder(tmp_path: Path) -> None:
    assert unfinished(tmp_path) == ["No unfinished match."]
    assert list(tmp_path.iterdir()) == []


def test_the_listed_command_names_the_data_folder(home: Path) -> None:
    folder = home / PLAY

    assert unfinished(home, "--data", str(folder))[0].startswith(f"fives play all-threes --data {folder}: All Threes")


def test_another_game_leaves_unfinished_matches_as_they_are(home: Path) -> None:
    first = fives(home, "play", "--think", "0", "--rules", "all-fives", typed="1\n")
    again = fives(home, "play", "--think", "0", "--rules", "cinq-et-trois", typed="s\n")

    assert (first.returncode, first.stderr) == (0, "")
    assert first.stdout.splitlines()[0] == (
        "Your matches of All Threes and Cinq et Trois are saved: `fives play --list` shows how to continue them."
    )
    assert "All Fives to 250." in first.stdout
    assert again.stdout.startswith("Continuing your match of Cinq et Trois.\n")
    assert games_in(unfinished(home)) == ["cinq-et-trois", "all-fives", "all-threes"]


@pytest.mark.parametrize("words", [[], ["--resume"]])
def test_without_a_terminal_one_of_several_games_has_to_be_named(home: Path, words: list[str]) -> None:
    ran = fives(home, "play", "--think", "0", *words, typed="s\n")
    named = fives(home, "play", "--think", "0", "--rules", "cinq-et-trois", *words, typed="s\n")

    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr == (
        "fives: matches of All Threes and Cinq et Trois are unfinished:"
        " `fives play all-threes` or `fives play cinq-et-trois` continues one of them\n"
    )
    assert named.stdout.startswith("Continuing your match of Cinq et Trois.\n")


def test_resume_without_an_unfinished_match_begins_a_new_one(home: Path) -> None:
    ran = fives(home, "play", "--think", "0", "--rules", "playroom", "--resume", typed="s\n")

    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.startswith("No match of Playroom's Fives and Threes is unfinished: this is a new one.\n")


def test_new_ends_only_the_match_of_its_own_game(home: Path) -> None:
    ran = fives(home, "play", "--think", "0", "--rules", "all-threes", "--seats", "2", "--new", typed="s\n")

    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.startswith("Your match of Cinq et Trois is saved: `fives play cinq-et-trois` continues it")
    assert "All Threes to 150." in ran.stdout
    all_threes, cinq_et_trois = unfinished(home)
    assert re.search(r"All Threes with \w+, round 1", all_threes), "with one other player, as it was begun last"
    assert games_in([cinq_et_trois]) == ["cinq-et-trois"]


def test_matches_counts_neither_the_match_that_new_ended_nor_saved_ones(
    home: Path,
) -> None:
    ran = fives(
        home, "play", "--new", "--think", "0", "--rules", "cinq-et-trois", "--matches", "1",
        "--set", "max_rounds=1", typed=PLAYS,
    )  # fmt: skip

    assert (ran.returncode, ran.stderr) == (0, "")
    assert " the match with " in ran.stdout
    assert games_in(unfinished(home)) == ["all-threes"]


def test_matches_counts_a_continued_match(tmp_path: Path) -> None:
    words = ("play", "--think", "0", "--rules", "cinq-et-trois", "--set", "max_rounds=1")
    fives(tmp_path, *words, typed="1\n")

    ran = fives(tmp_path, *words, "--matches", "1", typed=PLAYS)

    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.startswith("Continuing your match of Cinq et Trois.\n")
    assert " the match with " in ran.stdout
    assert unfinished(tmp_path) == ["No unfinished match."]


def test_a_match_without_its_saved_seat_does_not_block_a_new_one(home: Path) -> None:
    for key in (home / PLAY / "seats").iterdir():
        key.unlink()

    assert unfinished(home) == ["2 unfinished matches cannot be continued: your saved seat is lost."]
    for words in (["--rules", "all-threes"], ["--resume"]):
        ran = fives(home, "play", "--think", "0", *words, typed="s\n")
        assert (ran.returncode, ran.stderr) == (0, "")
        assert "You sit at table " in ran.stdout
        assert "Round 1" in ran.stdout


def test_a_saved_seat_of_an_earlier_match_does_not_open_this_one(home: Path) -> None:
    for key in (home / PLAY / "seats").iterdir():
        key.write_text(re.sub(r'"token": "[^"]*"', '"token": "of an earlier match"', key.read_text()))

    ran = fives(home, "play", "--think", "0", "--rules", "all-threes", typed="s\n")

    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.startswith("You sit at table ")


def damage(home: Path, preset: str) -> str:
    """Change the last entry of the match of this game; its id."""
    with closing(sqlite3.connect(home / PLAY / "journal.sqlite")) as database, database:
        database.execute("DROP TRIGGER entries_are_never_changed")
        of_preset = "SELECT game FROM entries WHERE seq = 1 AND event LIKE ?"
        ((game,),) = database.execute(of_preset, (f'%"{preset}"%',)).fetchall()
        last = "SELECT max(seq) FROM entries WHERE game = ?1"
        database.execute(f"UPDATE entries SET at = '2000' WHERE game = ?1 AND seq = ({last})", (game,))
    return str(game)


def test_a_damaged_match_is_listed_with_the_command_that_repairs_it(home: Path) -> None:
    game = damage(home, "cinq-et-trois")
    sentence = (
        f"A match is damaged: `fivesd resume {game} --data {home / PLAY}` continues it from its last finished round."
    )

    all_threes, damaged = unfinished(home)
    assert (games_in([all_threes]), damaged) == (["all-threes"], sentence)
    for words in (["--rules", "all-threes"], ["--rules", "cinq-et-trois"]):
        ran = fives(home, "play", "--think", "0", *words, typed="s\n")
        assert (ran.returncode, ran.stderr) == (0, "")
        assert sentence in ran.stdout.splitlines()
        assert "Round 1" in ran.stdout


def test_a_repaired_match_is_continued_like_any_other(tmp_path: Path) -> None:
    words = ("play", "--think", "0", "--rules", "cinq-et-trois", "--set", "target=200")
    fives(tmp_path, *words, typed=PLAYS)
    game, data = damage(tmp_path, "cinq-et-trois"), tmp_path / PLAY

    subprocess.run([sys.executable, "-m", "daemon", "resume", game, "--data", data], check=True, capture_output=True)

    (listed,) = unfinished(tmp_path)
    assert games_in([listed]) == ["cinq-et-trois"]
    ran = fives(tmp_path, *words, typed="s\n")
    assert ran.stdout.startswith("Continuing your match of Cinq et Trois.\n")
    assert "damaged" not in ran.stdout
    assert unfinished(tmp_path) == [listed], "its key has taken the place of the old one"


def test_the_list_also_shows_a_match_that_is_running_and_does_not_disturb_it(home: Path) -> None:
    with running(home, "play", "--think", "0", "--rules", "all-threes") as first:
        read_until(first, "You sit at table")

        assert games_in(unfinished(home)) == ["all-threes", "cinq-et-trois"]
        (home / PLAY / RUNNING).write_text('{"number": 1, "since": 0.0, "address": "a b"}')
        ran = fives(home, "play", "--list")

        assert (ran.returncode, ran.stdout) == (1, "")
        assert ran.stderr.startswith("fives: `fives play` is running in another terminal, ")
        assert len(ran.stderr.splitlines()) == 1
        assert first.stdin is not None
        first.stdin.write("s\n")
        first.stdin.flush()
        read_until(first, "Round 1")
