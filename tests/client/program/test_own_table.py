"""`fives host` where the player has a seat already: it never seats the host elsewhere than where friends are led."""

import shutil
from contextlib import AbstractContextManager
from pathlib import Path
from subprocess import Popen

import pytest

from tests.client.program.programs import PATIENCE, answer, at_a_terminal, fives, posix_only, running

HOST = ("host", "--hidden", "--port", "0", "--no-page", "--listen", "127.0.0.1", "--think", "60", "--name", "Hana")
MATCH = (*HOST, "cinq-et-trois", "--bots", "1")
"""A match that begins as soon as Hana sits down."""


def hosted(home: Path, *words: str) -> str:
    """What a host without a terminal has read on arrival at the table."""
    with running(home, *words, "--lines", "--data", str(home / "fivesd")) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        seen = ""
        for line in process.stdout:
            seen += line
            if line.startswith(("You sit at table", "Kept at table")):
                process.stdin.write("tables\n")
                process.stdin.flush()
            if "the host's own" in line:
                break
        process.stdin.write("q\nq\n")
        process.stdin.flush()
        assert process.wait(timeout=PATIENCE) == 0
    return seen


def at_host(home: Path, *words: str) -> AbstractContextManager[tuple["Popen[bytes]", int]]:
    """A host at a terminal."""
    return at_a_terminal(home, *words, "--data", str(home / "fivesd"))


@pytest.fixture(scope="module")
def with_a_match(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a hosted match of Cinq et Trois against a bot, which is not finished."""
    home = tmp_path_factory.mktemp("home")
    assert "table oak" in hosted(home, *MATCH)
    return home


@pytest.fixture
def home(with_a_match: Path, tmp_path: Path) -> Path:
    """The same folder, for one test."""
    return Path(shutil.copytree(with_a_match, tmp_path / "home"))


@posix_only
@pytest.mark.parametrize("yes", ["y", ""])
def test_the_host_goes_on_with_an_earlier_match_and_friends_are_led_there(home: Path, yes: str) -> None:
    with at_host(home, *HOST, "all-threes") as (process, keyboard):
        asked = answer(keyboard, "Continue it (y), or begin All Threes (n)? [Y/n] ", yes)
        assert "Unfinished: Cinq et Trois with " in asked
        answer(keyboard, "Going on at table oak: Cinq et Trois with ", "tables")
        listed = answer(keyboard, "the host's own.", "q\nq")
        assert "oak: you are here" in listed
        assert "All Threes" not in listed
        assert process.wait(timeout=PATIENCE) == 0


@posix_only
def test_the_host_begins_another_game_and_the_match_is_kept(home: Path) -> None:
    with at_host(home, *HOST, "all-threes") as (process, keyboard):
        answer(keyboard, "[Y/n] ", "n")
        answer(keyboard, "Kept at table oak: Cinq et Trois with ", "q\nq")
        assert process.wait(timeout=PATIENCE) == 0

    assert "--resume=oak" in fives(home, "games").stdout


@posix_only
def test_another_match_of_the_same_game_has_a_table_of_its_own(home: Path) -> None:
    with at_host(home, *MATCH) as (process, keyboard):
        answer(keyboard, "Continue it (y), or begin another match of Cinq et Trois (n)? [Y/n] ", "n")
        answer(keyboard, "Kept at table oak", "tables")
        listed = answer(keyboard, "the host's own.", "q\nq")
        assert "ash: you are here" in listed
        assert process.wait(timeout=PATIENCE) == 0


@posix_only
def test_of_several_matches_one_is_chosen_by_its_number(home: Path) -> None:
    hosted(home, *HOST, "all-threes", "--bots", "1")
    with at_host(home, *HOST) as (process, keyboard):
        asked = answer(keyboard, "1 to 3, Enter or y for 1, q to leave:", "2")
        assert "3: a new match of Fives and Threes" in asked
        answer(keyboard, "Going on at table oak: Cinq et Trois", "q\nq")
        assert process.wait(timeout=PATIENCE) == 0


def test_without_a_terminal_the_host_sits_where_the_options_lead_and_reads_what_is_kept(home: Path) -> None:
    seen = hosted(home, *HOST, "all-threes")

    assert "You sit at table ash: All Threes" in seen
    assert "Kept at table oak: Cinq et Trois with " in seen


def test_a_match_is_resumed_without_a_question_also_at_a_table_of_other_options(home: Path) -> None:
    assert "Going on at table oak: Cinq et Trois" in hosted(home, *HOST, "all-threes", "--resume")
    assert "Going on at table oak: Cinq et Trois" in hosted(home, *HOST, "all-threes", "--resume=oak")
    assert "ash: Cinq et Trois, playing, Hana" in hosted(home, *MATCH, "--new")


def test_a_waiting_room_that_was_only_visited_holds_the_host_nowhere(tmp_path: Path) -> None:
    assert "You sit at table oak: Fives and Threes" in hosted(tmp_path, *HOST)

    seen = hosted(tmp_path, *HOST, "all-fives")

    assert "You sit at table ash: All Fives" in seen
    assert "ash: All Fives, waiting for players, Hana, your seat, 1 free seat, the host's own." in seen
