"""`fives play` at a terminal: the questions about unfinished matches.

That the terminal shows each kind of question and takes its answer, the program itself shows once; where each answer
leads, its daemon in this process.
"""

import os
import re
from contextlib import suppress
from pathlib import Path

import pytest

from client.model.status import Ended
from client.program.play import ChosenTable
from protocol.log.table import Stage
from tests.client.program.at_own_daemon import Answers, AtOwnDaemon
from tests.client.program.programs import (
    PATIENCE,
    PLAYS,
    answer,
    at_a_terminal,
    fives,
    games_in,
    posix_only,
    running,
    unfinished,
    wait_to_see,
)


@posix_only
def test_the_player_is_asked_whether_to_continue(home: Path) -> None:
    with at_a_terminal(home, "play", "--think", "0", "--rules", "all-threes") as (process, keyboard):
        assert "Unfinished: All Threes with " in answer(keyboard, "Continue it? [Y/n] ", "maybe")
        assert "Type y or n" in answer(keyboard, "Continue it? [Y/n] ", "")
        assert "Continuing your match of All Threes." in answer(keyboard, "You sit at table ash", "q\nq")
        assert process.wait(timeout=PATIENCE) == 0


@pytest.mark.parametrize("yes", ["y", ""])
async def test_after_a_yes_the_match_is_continued(ann: AtOwnDaemon, yes: str) -> None:
    answers = Answers(["maybe", yes])

    chosen = await ann.plays("--rules", "all-threes", answers=answers)

    assert chosen == ChosenTable("ash", ("Continuing your match of All Threes.",))
    asked, again = answers.questions
    assert asked.startswith("Unfinished: All Threes with ")
    assert asked.endswith("Continue it? [Y/n]")
    assert again == f"Type y or n; Enter alone means yes.\n{asked}"


async def test_the_question_mentions_different_rules(ann: AtOwnDaemon) -> None:
    answers = Answers(["y"])

    await ann.plays("--rules", "all-threes", "--seats", "4", answers=answers)

    (asked,) = answers.questions
    assert asked.startswith("Unfinished, with other rules than you asked for: All Threes with ")


@posix_only
def test_a_player_who_declines_reads_how_to_continue(home: Path) -> None:
    with at_a_terminal(home, "play", "--think", "0", "--rules", "all-threes") as (process, keyboard):
        answer(keyboard, "[Y/n] ", "n")
        answer(keyboard, "Type end to end it; anything else keeps it: ", "")
        wait_to_see(keyboard, "Your match of All Threes is saved: `fives play all-threes` continues it.")
        assert process.wait(timeout=PATIENCE) == 0

    assert games_in(unfinished(home)) == ["all-threes", "cinq-et-trois"]


@pytest.mark.parametrize("word", ["", "y"])
async def test_declining_ends_nothing(ann: AtOwnDaemon, word: str) -> None:
    answers = Answers(["n", word])

    ended = await ann.plays("--rules", "all-threes", answers=answers)

    assert ended == Ended("Your match of All Threes is saved: `fives play all-threes` continues it.", failed=False)
    assert answers.questions[-1].startswith("A new match ends this one: All Threes with ")
    assert await ann.games() == ["all-threes", "cinq-et-trois"]


async def test_typing_end_ends_the_match_and_begins_another(ann: AtOwnDaemon) -> None:
    chosen = await ann.plays("--rules", "all-threes", "--seats", "2", answers=Answers(["n", "end"]))

    assert isinstance(chosen, ChosenTable)
    new = await ann.table(chosen.table)
    assert (new.rules, len(new.seats), new.stage) == ("all-threes", 2, Stage.SEATING)
    assert await ann.games() == ["cinq-et-trois"]


@pytest.mark.parametrize(
    ("choice", "begins"),
    [
        ("", "Continuing your match of All Threes."),
        ("y", "Continuing your match of All Threes."),
        ("2", "Continuing your match of Cinq et Trois."),
        (
            "4",
            "Your matches of All Threes and Cinq et Trois are saved: `fives play --list` shows how to continue them.",
        ),
    ],
)
async def test_one_of_several_matches_is_chosen_by_its_number(ann: AtOwnDaemon, choice: str, begins: str) -> None:
    answers = Answers(["5", "n", choice])

    chosen = await ann.plays(answers=answers)

    assert isinstance(chosen, ChosenTable)
    assert chosen.notes == (begins,)
    for at, asked in enumerate(answers.questions):
        assert asked.startswith("Type a number from 1 to 4; 4 begins a new match.\n") is (at > 0)
        assert re.search(
            r"1: All Threes .*\n2: Cinq et Trois .*\n3: as last time: All Threes .*\n4: a new match", asked
        )
        assert asked.endswith("1 to 4, Enter or y for 1, q to leave:")


async def test_q_chooses_none_of_them(ann: AtOwnDaemon) -> None:
    with pytest.raises(EOFError):
        await ann.plays(answers=Answers(["q"]))

    assert await ann.games() == ["all-threes", "cinq-et-trois"]


@posix_only
def test_q_leaves_without_choosing(home: Path) -> None:
    with at_a_terminal(home, "play", "--think", "0") as (process, keyboard):
        answer(keyboard, "q to leave: ", "q")

        assert process.wait(timeout=PATIENCE) == 0


@posix_only
def test_without_a_game_a_single_match_is_offered_beside_a_new_one(tmp_path: Path) -> None:
    fives(tmp_path, "play", "--think", "0", typed="1\n")
    with at_a_terminal(tmp_path, "play", "--think", "0") as (process, keyboard):
        seen = answer(keyboard, "1 to 2, Enter or y for 1, q to leave: ", "")
        assert re.search(r"1: Fives and Threes .*\n2: a new match of Fives and Threes\r?\n", seen)
        answer(keyboard, "Continuing your match of Fives and Threes.", "q\nq")
        assert process.wait(timeout=PATIENCE) == 0


@posix_only
def test_a_match_as_last_time_has_the_house_rules_players_and_bots_of_the_last_one(tmp_path: Path) -> None:
    words = ("--think", "0", "--set", "target=50", "--seats", "3", "--bot-level", "master")
    fives(tmp_path, "play", "all-threes", *words, typed="1\n")
    with at_a_terminal(tmp_path, "play", "--think", "0") as (process, keyboard):
        asked = answer(keyboard, "1 to 3, Enter or y for 1, q to leave: ", "2")
        assert "2: as last time: All Threes to 50, 3 players, 1 house rule, master bots" in asked
        answer(keyboard, "anything else keeps it: ", "end")
        answer(keyboard, "All Threes to 50. With ", "q\nq")
        assert process.wait(timeout=PATIENCE) == 0

    (only,) = unfinished(tmp_path)
    assert re.search(r"All Threes with \w+ and \w+, 1 house rule, round 1", only)


@posix_only
def test_after_a_finished_match_line_mode_asks_only_whether_it_is_to_be_as_last_time(tmp_path: Path) -> None:
    finish_a_match(tmp_path)
    with at_a_terminal(tmp_path, "play", "--think", "0") as (process, keyboard):
        asked = answer(keyboard, "Begin this (y), or a new match of Fives and Threes (n)? [Y/n] ", "n")
        assert "As last time: Cinq et Trois to exactly 61, 2 players, 1 house rule, club bots" in asked
        assert "nfinished" not in asked
        answer(keyboard, "Fives and Threes to exactly 61. With ", "q\nq")
        assert process.wait(timeout=PATIENCE) == 0


def finish_a_match(home: Path) -> None:
    """Play a match of one round to its end."""
    words = ("play", "cinq-et-trois", "--think", "0", "--matches", "1", "--set", "max_rounds=1")
    with running(home, *words) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(PLAYS)
        process.stdin.flush()
        assert process.stdout.read().endswith("That was the last match.\n")


@posix_only
def test_the_end_of_input_is_not_a_yes(tmp_path: Path) -> None:
    fives(tmp_path, "play", "all-fives", "--think", "0", typed="1\n")
    with at_a_terminal(tmp_path, "play", "all-fives", "--think", "0") as (process, keyboard):
        wait_to_see(keyboard, "[Y/n] ")
        os.write(keyboard, b"\x04")

        assert process.wait(timeout=PATIENCE) == 0
        with suppress(OSError):  # Linux's way to say that nothing is left
            assert os.read(keyboard, 4096).decode().strip() == ""
