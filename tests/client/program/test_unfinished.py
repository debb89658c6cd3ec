"""`fives play` with unfinished matches, without a terminal: listed, continued, ended, damaged.

What the program prints and leaves is seen in a few of its runs; what it decides, at its daemon in this process.
"""

import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from client.program.play import ChosenTable, NotClearError
from client.program.running_play import RUNNING
from client.store.files import PLAY
from protocol.log.table import Stage
from tests.client.program.at_own_daemon import AtOwnDaemon, at_own_daemon
from tests.client.program.programs import PLAYS, fives, games_in, read_until, running, unfinished

CONTINUING = "Continuing your match of Cinq et Trois."
BOTH_SAVED = "Your matches of All Threes and Cinq et Trois are saved: `fives play --list` shows how to continue them."
WHICH = (
    "matches of All Threes and Cinq et Trois are unfinished:"
    " `fives play all-threes` or `fives play cinq-et-trois` continues one of them"
)


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


async def test_the_listed_command_names_the_data_folder(ann: AtOwnDaemon) -> None:
    folder = ann.home / PLAY

    listing = await ann.listing("--data", str(folder))

    assert listing[0].startswith(f"fives play all-threes --data {folder}: All Threes")


def test_another_game_leaves_unfinished_matches_as_they_are(home: Path) -> None:
    ran = fives(home, "play", "--think", "0", "--rules", "all-fives", typed="1\n")

    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.splitlines()[0] == BOTH_SAVED
    assert "All Fives to 250." in ran.stdout
    assert games_in(unfinished(home)) == ["all-fives", "all-threes", "cinq-et-trois"]


@pytest.mark.parametrize("words", [[], ["--resume"]])
async def test_without_a_terminal_one_of_several_games_has_to_be_named(ann: AtOwnDaemon, words: list[str]) -> None:
    with pytest.raises(NotClearError) as error:
        await ann.plays(*words)

    assert str(error.value) == WHICH
    assert await ann.plays("--rules", "cinq-et-trois", *words) == ChosenTable("oak", (CONTINUING,))


def test_what_is_not_clear_is_one_line_and_wrong_usage(home: Path) -> None:
    ran = fives(home, "play", "--think", "0", typed="s\n")

    assert (ran.returncode, ran.stdout, ran.stderr) == (2, "", f"fives: {WHICH}\n")


async def test_resume_without_an_unfinished_match_begins_a_new_one(ann: AtOwnDaemon) -> None:
    chosen = await ann.plays("--rules", "playroom", "--resume")

    assert isinstance(chosen, ChosenTable)
    assert chosen.notes == ("No match of Playroom's Fives and Threes is unfinished: this is a new one.", BOTH_SAVED)
    assert await ann.games() == ["all-threes", "cinq-et-trois"]


async def test_new_ends_only_the_match_of_its_own_game(ann: AtOwnDaemon) -> None:
    chosen = await ann.plays("--rules", "all-threes", "--seats", "2", "--new")

    assert isinstance(chosen, ChosenTable)
    assert chosen.notes == ("Your match of Cinq et Trois is saved: `fives play cinq-et-trois` continues it.",)
    assert await ann.games() == ["cinq-et-trois"]
    new = await ann.table(chosen.table)
    assert (new.rules, len(new.seats)) == ("all-threes", 2)


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


async def test_a_match_without_its_saved_seat_does_not_block_a_new_one(ann: AtOwnDaemon) -> None:
    for key in ann.keys:
        key.unlink()

    assert await ann.listing() == ["2 unfinished matches cannot be continued: your saved seat is lost."]
    for words, game in ((["--rules", "all-threes"], "all-threes"), (["--resume"], "fives-and-threes")):
        chosen = await ann.plays(*words)
        assert isinstance(chosen, ChosenTable)
        new = await ann.table(chosen.table)
        assert (new.rules, new.stage) == (game, Stage.SEATING)


async def test_a_saved_seat_of_an_earlier_match_does_not_open_this_one(ann: AtOwnDaemon) -> None:
    for key in ann.keys:
        key.write_text(re.sub(r'"token": "[^"]*"', '"token": "of an earlier match"', key.read_text()))

    chosen = await ann.plays("--rules", "all-threes")

    assert isinstance(chosen, ChosenTable)
    assert chosen.notes == ()
    assert (await ann.table(chosen.table)).stage is Stage.SEATING


def damage(home: Path, preset: str) -> str:
    """Change the last entry of the match of this game; its id."""
    with closing(sqlite3.connect(home / PLAY / "journal.sqlite")) as database, database:
        database.execute("DROP TRIGGER entries_are_never_changed")
        of_preset = "SELECT game FROM entries WHERE seq = 1 AND event LIKE ?"
        ((game,),) = database.execute(of_preset, (f'%"{preset}"%',)).fetchall()
        last = "SELECT max(seq) FROM entries WHERE game = ?1"
        database.execute(f"UPDATE entries SET at = '2000' WHERE game = ?1 AND seq = ({last})", (game,))
    return str(game)


async def test_a_damaged_match_is_listed_with_the_command_that_repairs_it(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = damage(home, "cinq-et-trois")
    sentence = (
        f"A match is damaged: `fivesd resume {game} --data {home / PLAY}` continues it from its last finished round."
    )
    monkeypatch.setenv("FIVES_HOME", str(home))

    async with at_own_daemon(home) as ann:
        all_threes, damaged = await ann.listing()
        assert (games_in([all_threes]), damaged) == (["all-threes"], sentence)
        continued = await ann.plays("--rules", "all-threes")
        assert continued == ChosenTable("ash", ("Continuing your match of All Threes.", sentence))
        begun = await ann.plays("--rules", "cinq-et-trois")
        assert isinstance(begun, ChosenTable)
        assert begun.notes[-1] == sentence
        assert (await ann.table(begun.table)).stage is Stage.SEATING


def test_a_repaired_match_is_continued_like_any_other(tmp_path: Path) -> None:
    words = ("play", "--think", "0", "--rules", "cinq-et-trois", "--set", "target=200")
    fives(tmp_path, *words, typed=PLAYS)
    game, data = damage(tmp_path, "cinq-et-trois"), tmp_path / PLAY

    subprocess.run([sys.executable, "-m", "daemon", "resume", game, "--data", data], check=True, capture_output=True)
    ran = fives(tmp_path, *words, typed="s\n")

    assert ran.stdout.startswith("Continuing your match of Cinq et Trois.\n")
    assert "damaged" not in ran.stdout
    (listed,) = unfinished(tmp_path)
    assert games_in([listed]) == ["cinq-et-trois"], "its key has taken the place of the old one"


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
