"""`fives host` where the player has a seat already: it never seats the host elsewhere than where friends are led."""

import os
import shutil
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from subprocess import Popen

import pytest
from attrs import evolve

from client.store.file_seats import FileSeats
from protocol.shared.operator_key import read_key
from tests.client.program.programs import (
    PATIENCE,
    answer,
    at_a_terminal,
    fives,
    posix_only,
    read_until,
    running,
    wait_to_see,
)
from tests.ports import free_port

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


@pytest.fixture(scope="module")
def with_a_friend(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a match of All Threes with a friend and a bot, hosted and ended."""
    home = tmp_path_factory.mktemp("with-a-friend")
    play_with_a_friend(home, "all-threes", "--seats", "3", "--bots", "1", "--set", "target=50")
    return home


@pytest.fixture
def after_a_match_with_ben(with_a_friend: Path, tmp_path: Path) -> Path:
    """The same folder, for one test."""
    return Path(shutil.copytree(with_a_friend, tmp_path / "home"))


def the_friend(home: Path, name: str = "Ben") -> running:
    """A friend, who joins what is hosted from this folder."""
    key = read_key(home / "fivesd")
    assert key is not None
    return running(home / name, "join", f"127.0.0.1:{key.port}", "--name", name, "--lines")


def play_with_a_friend(home: Path, *words: str, change: str = "", ends: bool = True) -> None:
    """Host a match with a friend, by these words and this change of the game, and end it, or leave it unfinished."""
    with at_host(home, *HOST, *words) as (process, keyboard):
        wait_to_see(keyboard, "seats free" if change else "seat free")
        if change:
            answer(keyboard, "", change)
            wait_to_see(keyboard, "You change the game")
        with the_friend(home) as friend:
            read_until(friend, "You sit at table")
            if ends:
                answer(keyboard, " tiles. ", "end")
                answer(keyboard, "Type y to confirm.", "y")
            answer(keyboard, "The host has ended the match." if ends else " tiles. ", "q\nq")
            assert process.wait(timeout=PATIENCE) == 0


@posix_only
def test_the_host_goes_on_with_an_earlier_match_and_friends_are_led_there(home: Path) -> None:
    with at_host(home, *HOST, "all-threes") as (process, keyboard):
        asked = answer(keyboard, "Continue it (y), or begin All Threes (n)? [Y/n] ", "")
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
        asked = answer(keyboard, "1 to 4, Enter or y for 1, q to leave:", "2")
        assert "3: as last time: All Threes to 150" in asked
        assert "4: a new match of Fives and Threes" in asked
        answer(keyboard, "Going on at table oak: Cinq et Trois", "q\nq")
        assert process.wait(timeout=PATIENCE) == 0


@posix_only
def test_the_table_of_the_last_match_is_found_again_although_its_people_have_begun_another_there(
    tmp_path: Path,
) -> None:
    port = ("--port", str(free_port()))
    with ExitStack() as stack:
        with at_host(tmp_path, *HOST, *port, "all-threes", "--seats", "3", "--bots", "1") as (process, keyboard):
            wait_to_see(keyboard, "seat free")
            friend = stack.enter_context(the_friend(tmp_path))
            answer(keyboard, " tiles. ", "end")
            answer(keyboard, "Type y to confirm.", "y")
            answer(keyboard, "The host has ended the match.", "q\nq")
            assert process.wait(timeout=PATIENCE) == 0
        with at_host(tmp_path, *HOST, *port) as (process, keyboard):
            wait_to_see(
                keyboard, "As last time: All Threes to 100 with Ben, club bots. Ben is there now. Begin this (y)"
            )
            assert friend.stdin is not None
            friend.stdin.write("rematch\n")
            friend.stdin.flush()
            read_until(friend, "Match 2 begins")
            os.write(keyboard, b"y\n")
            seen = wait_to_see(keyboard, "This match is played without you:")
            assert "You watch table oak: All Threes to 100." in seen
            os.write(keyboard, b"q\nq\n")
            assert process.wait(timeout=PATIENCE) == 0


@posix_only
def test_a_table_as_last_time_is_another_one_while_that_match_is_not_finished(home: Path) -> None:
    hosted(home, *HOST, "all-threes", "--bots", "1")
    with at_host(home, *HOST) as (process, keyboard):
        answer(keyboard, "3: as last time: All Threes to 150", "3")
        arrived = wait_to_see(keyboard, "Kept at table ash: All Threes")
        assert "Going on at table" not in arrived
        assert "You sit at table ash" not in arrived
        os.write(keyboard, b"q\nq\n")
        assert process.wait(timeout=PATIENCE) == 0


@posix_only
def test_who_has_stood_up_before_leaving_reads_the_command_that_seats_them_again(tmp_path: Path) -> None:
    with running(tmp_path, *HOST, "all-threes", "--seats", "3", "--lines", "--data", str(tmp_path / "fivesd")) as host:
        read_until(host, "You sit at table")
        key = read_key(tmp_path / "fivesd")
        assert key is not None
        join = ("join", f"127.0.0.1:{key.port}", "--name", "Ben")
        with at_a_terminal(tmp_path / "ben", *join) as (process, keyboard):
            answer(keyboard, "You sit at table", "stand")
            answer(keyboard, "You leave seat 2.", "q")
            wait_to_see(keyboard, f"`fives join 127.0.0.1:{key.port} --table oak --name Ben` brings you back.")
            assert process.wait(timeout=PATIENCE) == 0


@posix_only
def test_the_question_says_who_comes_and_goes_while_it_waits(tmp_path: Path) -> None:
    port = ("--port", str(free_port()))  # by which friends who connect to this machine itself know the host
    play_with_a_friend(tmp_path, *port, "all-threes", "--seats", "3", "--bots", "1", ends=False)

    with at_host(tmp_path, *HOST, *port, "all-fives") as (process, keyboard):
        wait_to_see(keyboard, ", round 1. Nobody else is there now. Continue it (y), or begin All Fives (n)? [Y/n]")
        with the_friend(tmp_path):
            wait_to_see(keyboard, ", round 1. Ben is there now. Continue it (y), or begin All Fives (n)? [Y/n]")
        wait_to_see(keyboard, "Nobody else is there now.")
        with the_friend(tmp_path), the_friend(tmp_path, "Cho") as newcomer:
            read_until(newcomer, "You sit at table ash")
            answer(keyboard, "Ben is there now. Continue it (y)", "")
            seen = wait_to_see(keyboard, ", round 1. Ben is there now.")
            assert "Going on at table oak: All Threes with Ben and " in seen
            read_until(newcomer, "You have no seat any more: all are taken.")
            read_until(newcomer, "oak: All Threes, playing, ")
            os.write(keyboard, b"q\nq\n")
            assert process.wait(timeout=PATIENCE) == 0


@posix_only
def test_on_the_same_evening_the_host_comes_back_to_the_table_of_the_last_match_as_its_friends_do(
    after_a_match_with_ben: Path,
) -> None:
    with at_host(after_a_match_with_ben, *HOST) as (process, keyboard):
        asked = answer(keyboard, "Begin this (y), or a new match of Fives and Threes (n)? [Y/n] ", "y")
        assert "As last time: All Threes to 50 with Ben, 1 house rule, club bots" in asked
        answer(keyboard, "You sit at table oak: All Threes to 50. With Ben and ", "tables")
        assert "oak: you are here" in answer(keyboard, "the host's own.", "q\nq")
        assert process.wait(timeout=PATIENCE) == 0


@posix_only
def test_who_comes_to_the_table_of_the_last_match_anyway_is_asked_nothing_and_keeps_the_seat(tmp_path: Path) -> None:
    play_with_a_friend(tmp_path, change="change all-threes seats=2")

    with at_host(tmp_path, *HOST) as (process, keyboard):
        seen = answer(keyboard, "You sit at table oak: All Threes to 150. With Ben. The match is over.", "q\nq")
        assert "[Y/n]" not in seen
        assert process.wait(timeout=PATIENCE) == 0


@posix_only
def test_on_another_day_the_host_is_offered_a_table_like_the_last_one_with_free_seats_for_friends_and_its_bots(
    after_a_match_with_ben: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    later = "import time\nnow = time.time\ntime.time = lambda: now() + 3 * 24 * 3600\n"
    (tmp_path / "sitecustomize.py").write_text(later, encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with at_host(after_a_match_with_ben, *HOST) as (process, keyboard):
        asked = answer(keyboard, "Begin this (y), or a new match of Fives and Threes (n)? [Y/n] ", "y")
        assert "As last time: All Threes to 50 with Ben, 1 house rule, club bots" in asked
        answer(keyboard, "You sit at table ash: All Threes to 50. With ", "tables")
        listed = answer(keyboard, "the host's own.", "q\nq")
        assert "1 free seat" in listed
        assert "oak" not in listed
        assert process.wait(timeout=PATIENCE) == 0


@posix_only
def test_who_wants_no_table_like_the_last_one_has_that_of_the_options(after_a_match_with_ben: Path) -> None:
    with at_host(after_a_match_with_ben, *HOST) as (process, keyboard):
        answer(keyboard, "Begin this (y), or a new match of Fives and Threes (n)? [Y/n] ", "n")
        answer(keyboard, ": Fives and Threes to exactly 61.", "q\nq")
        assert process.wait(timeout=PATIENCE) == 0


def test_the_host_reads_that_the_table_has_a_password(tmp_path: Path) -> None:
    assert "Who comes needs the table's password, too." in hosted(tmp_path, *HOST, "--password", "sesame")
    assert "password" not in hosted(tmp_path / "other", *HOST)


def test_without_a_terminal_the_host_sits_where_the_options_lead_and_reads_what_is_kept(home: Path) -> None:
    seen = hosted(home, *HOST, "all-threes")

    assert "You sit at table ash: All Threes" in seen
    assert "Kept at table oak: Cinq et Trois with " in seen


def test_a_match_is_resumed_without_a_question_also_at_a_table_of_other_options(home: Path) -> None:
    assert "Going on at table oak: Cinq et Trois" in hosted(home, *HOST, "all-threes", "--resume")
    assert "Going on at table oak: Cinq et Trois" in hosted(home, *HOST, "all-threes", "--resume=oak")
    assert "ash: Cinq et Trois, playing, Hana" in hosted(home, *MATCH, "--new")


def test_a_seat_at_a_table_that_has_another_name_now_is_the_hosts_still(home: Path) -> None:
    seats = FileSeats(home)
    (seat,) = seats.all()
    seats.delete(seat)
    seats.save(evolve(seat, table="elm"))

    assert "You sit at table oak: Cinq et Trois" in hosted(home, *HOST, "all-threes", "--resume")


def test_a_waiting_room_that_was_only_visited_holds_the_host_nowhere(tmp_path: Path) -> None:
    assert "You sit at table oak: Fives and Threes" in hosted(tmp_path, *HOST)

    seen = hosted(tmp_path, *HOST, "all-fives")

    assert "You sit at table ash: All Fives" in seen
    assert "ash: All Fives, waiting for players, Hana, your seat, 1 free seat, the host's own." in seen
