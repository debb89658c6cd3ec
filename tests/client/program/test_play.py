"""`fives play` through pipes: a private game, its record, one game at a time."""

import os
import re
import signal
import sys
from pathlib import Path

import pytest

from client.program.play import ChosenTable, NotClearError
from client.program.running_play import RUNNING
from client.store.files import PLAY, RECORDS
from tests.client.program.at_own_daemon import at_own_daemon
from tests.client.program.programs import (
    PATIENCE,
    PLAYS,
    answer,
    at_a_terminal,
    fives,
    posix_only,
    read_until,
    running,
    wait_to_see,
)


def test_a_login_name_that_no_table_takes_is_replaced(tmp_path: Path) -> None:
    ran = fives(tmp_path, "host", "--hidden", "--port", "0", "--data", str(tmp_path / "host"), LOGNAME="you")

    assert "does not accept this name" not in ran.stdout + ran.stderr
    assert "You sit at table" in ran.stdout


def test_a_game_is_played_from_a_pipe_until_its_end(tmp_path: Path) -> None:
    ran = fives(tmp_path, "play", "--think", "0", "--rules", "cinq-et-trois", "--name", "Ann", typed="w\ns\n1\nc\n")

    assert (ran.returncode, ran.stderr) == (0, "")
    lines = ran.stdout.splitlines()
    assert lines[0].startswith("You sit at table oak: Cinq et Trois to exactly 61. With ")
    assert any(line.startswith("1: ") for line in lines)
    assert lines[-1] == "Saved. `fives play` continues it."
    assert "\x1b" not in ran.stdout
    assert (tmp_path / PLAY / "journal.sqlite").exists()


def test_settings_apply_to_a_new_table(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text('name = "Zoë"\nassist = "none"\nbot-level = "casual"\n', encoding="utf-8")

    ran = fives(tmp_path, "play", "--think", "0", "--rules", "cinq-et-trois", typed="z\nn\n")

    assert (ran.returncode, ran.stderr) == (0, "")
    assert "This table does not show which tiles fit.\n" in ran.stdout
    assert "Seat 1: You.\n" in ran.stdout
    assert "a casual-level bot.\n" in ran.stdout


async def test_an_unfinished_match_is_continued(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fives(tmp_path, "play", "--think", "0", "--rules", "cinq-et-trois", "--set", "target=31", typed="1\n")

    ran = fives(tmp_path, "play", "--think", "0", typed="s\n")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.startswith("Continuing your match of Cinq et Trois.\n")
    assert "to exactly 31" in ran.stdout
    assert "This is round 1." in ran.stdout
    monkeypatch.setenv("FIVES_HOME", str(tmp_path))
    async with at_own_daemon(tmp_path) as ann:
        for words in (["--resume"], ["--rules", "cinq-et-trois"], ["cinq-et-trois", "--set", "target=61", "--resume"]):
            assert await ann.plays(*words) == ChosenTable("oak", ("Continuing your match of Cinq et Trois.",))


def test_a_game_is_named_by_its_name_alone(tmp_path: Path) -> None:
    first = fives(tmp_path, "play", "cinq-et-trois", "--think", "0", typed="1\n")
    again = fives(tmp_path, "play", "--think", "0", "cinq-et-trois", "--rules", "cinq-et-trois", typed="s\n")

    assert (first.returncode, first.stderr, again.returncode, again.stderr) == (0, "", 0, "")
    assert first.stdout.startswith("You sit at table oak: Cinq et Trois to exactly 61.")
    assert again.stdout.startswith("Continuing your match of Cinq et Trois.\n")


def test_a_hosted_game_is_named_by_its_name_alone(tmp_path: Path) -> None:
    ran = fives(
        tmp_path, "host", "all-fives", "--hidden", "--port", "0", "--name", "Ann", "--data", str(tmp_path / "host")
    )

    assert (ran.returncode, ran.stderr) == (0, "")
    assert ": All Fives to 250." in ran.stdout


async def test_without_a_terminal_a_match_with_other_rules_is_not_continued_silently(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fives(home, "play", "--think", "0", "--rules", "fives-and-threes", typed="1\n")
    monkeypatch.setenv("FIVES_HOME", str(home))

    async with at_own_daemon(home) as ann:
        for rules, title in (([], "Fives and Threes"), (["--rules", "cinq-et-trois"], "Cinq et Trois")):
            with pytest.raises(NotClearError) as error:
                await ann.plays(*rules, "--set", "target=31")
            assert str(error.value) == (
                f"a match of {title} is unfinished, and has other rules than you asked for:"
                " --resume continues it, --new ends it and begins another"
            )


async def test_a_table_that_nobody_joined_is_not_continued(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fives(tmp_path, "play", "--think", "0", "--rules", "all-fives", "--bots", "0", typed="s\n")
    monkeypatch.setenv("FIVES_HOME", str(tmp_path))

    async with at_own_daemon(tmp_path) as ann:
        assert await ann.listing() == ["No unfinished match."]
        assert await ann.plays("--rules", "all-threes") == ChosenTable("oak")


def test_a_finished_match_can_be_replayed_from_its_record(tmp_path: Path) -> None:
    words = ("play", "cinq-et-trois", "--think", "0", "--matches", "1", "--set", "max_rounds=1")
    with running(tmp_path, *words, LOGNAME="zaphod") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(PLAYS)
        process.stdin.flush()  # and left open, because a player whose input has ended does not wait for a goodbye
        printed = process.stdout.read()
        assert process.wait(PATIENCE) == 0

    assert " the match with " in printed
    assert printed.endswith("That was the last match.\n")
    (record,) = (tmp_path / RECORDS).iterdir()
    replay = fives(tmp_path, "replay", str(record))
    assert replay.returncode == 0
    assert " the match with " in replay.stdout
    assert "zaphod" not in replay.stdout
    assert "Player " in replay.stdout


def test_a_second_game_in_the_same_folder_is_refused(tmp_path: Path) -> None:
    with running(tmp_path, "play", "--think", "0") as first:
        read_until(first, "You sit at table")

        ran = fives(tmp_path, "play", "--think", "0")

    assert ran.returncode == 1
    assert ran.stderr.startswith("fives: `fives play` is running in another terminal, ")
    assert len(ran.stderr.splitlines()) == 1


@posix_only
def test_the_refusal_says_since_when_the_other_game_runs_and_how_it_ends(tmp_path: Path) -> None:
    with running(tmp_path, "play", "--think", "0") as first:
        read_until(first, "You sit at table")

        refused = fives(tmp_path, "play", "--think", "0").stderr
        (number,) = re.findall(r" since \d\d:\d\d; leave it, or end it with `kill (\d+)`: its match is saved;", refused)
        os.kill(int(number), signal.SIGTERM)
        assert first.wait(PATIENCE) == 0

    assert fives(tmp_path, "play", "--think", "0", typed="s\n").stdout.startswith("Continuing your match")
    assert not (tmp_path / PLAY / RUNNING).exists()


@pytest.mark.skipif(sys.platform != "linux", reason="only there can a program know the outer side of a terminal")
def test_a_game_ends_with_its_terminal_even_if_it_was_handed_the_terminals_outer_side(tmp_path: Path) -> None:
    with at_a_terminal(tmp_path, "play", "--think", "0", hands_down=True) as (process, keyboard):
        wait_to_see(keyboard, "You sit at table")

        with Path(os.devnull).open("rb") as nothing:
            os.dup2(nothing.fileno(), keyboard)  # the window is closed
        process.wait(PATIENCE)

    assert fives(tmp_path, "play", "--think", "0", typed="s\n").stdout.startswith("Continuing your match")


@posix_only
def test_a_player_at_a_terminal_is_introduced_to_each_game_once(tmp_path: Path) -> None:
    for words, is_introduced in ((["--rules", "cinq-et-trois"], True), (["--rules", "cinq-et-trois", "--new"], False)):
        with at_a_terminal(tmp_path, "play", "--think", "0", *words) as (process, keyboard):
            seen = answer(keyboard, "our turn", "q\nq")
            assert process.wait(timeout=PATIENCE) == 0

        assert ("Add up the open ends" in seen) is is_introduced
        assert "\x1b" not in seen


def test_a_player_at_a_pipe_is_not_introduced(tmp_path: Path) -> None:
    ran = fives(tmp_path, "play", "--think", "0", "--rules", "cinq-et-trois", typed="1\n")

    assert "Add up the open ends" not in ran.stdout
    assert not (tmp_path / "known-games.json").exists()
