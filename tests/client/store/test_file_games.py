"""The results of finished games: one line each, limited in number."""

import os
from pathlib import Path

import pytest
from attrs import asdict, evolve

from client.store import file_games
from client.store.file_games import LONGEST_LINE, read_results, save_result
from client.store.saved_games import Result, result_of
from protocol.log.table import fold
from protocol.names import LONGEST_NAME
from protocol.wire.codec import dump
from protocol.wire.limits import LONGEST_TEXT
from tests.played import played_match

TABLE = fold(played_match("all-threes", {"target": 30}, chance=7))
RESULT = result_of("host:5533", "oak", "g-1", 0, TABLE)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "results.jsonl"


def test_a_result_has_the_players_the_host_and_the_outcome(path: Path) -> None:
    save_result(path, RESULT)

    (result,) = read_results(path)
    assert (result.host, result.table, result.game, result.preset) == ("host:5533", "oak", "g-1", "all-threes")
    assert result.players == tuple(seat.name for seat in TABLE.seats)
    assert (result.scores, result.won_by, result.seat) == (TABLE.scores, TABLE.won_by, 0)


@pytest.mark.skipif(os.name == "nt", reason="permissions as POSIX has them")
def test_only_its_owner_may_read_it(path: Path) -> None:
    save_result(path, RESULT)

    assert path.stat().st_mode & 0o077 == 0


def test_without_a_file_there_are_no_results(path: Path) -> None:
    assert read_results(path) == []


def test_each_game_has_one_result(path: Path) -> None:
    others = [evolve(RESULT, game="g-2"), evolve(RESULT, host="elsewhere:5533")]
    for result in (RESULT, *others, RESULT):
        save_result(path, result)

    assert read_results(path) == [RESULT, *others]


@pytest.mark.parametrize("damage", [b'{"at":"2026', b"\xff\n", b"x" * (3 * LONGEST_LINE) + b"\n", b"{}\n"])
def test_a_damaged_line_is_skipped(path: Path, damage: bytes) -> None:
    save_result(path, RESULT)
    path.write_bytes(path.read_bytes() + damage)

    save_result(path, evolve(RESULT, game="g-2"))

    assert [result.game for result in read_results(path)] == ["g-1", "g-2"]


def test_the_oldest_results_of_the_largest_host_are_deleted_first(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_games, "MOST_RESULTS", 6)
    monkeypatch.setattr(file_games, "ROOM_AT_ONCE", 2)
    save_result(path, RESULT)
    for number in range(7):
        save_result(path, evolve(RESULT, host="stranger", game=f"s-{number}"))

    assert [result.game for result in read_results(path)] == ["g-1", "s-2", "s-3", "s-4", "s-5", "s-6"]


@pytest.mark.parametrize("damage", [b'{"at":"2026', b"\xff\n", b"x" * (3 * LONGEST_LINE) + b"\n", b"{}\n", b"\n"])
def test_damaged_lines_stay_as_they_are_when_the_oldest_results_are_deleted(
    path: Path, damage: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file_games, "MOST_RESULTS", 2)
    monkeypatch.setattr(file_games, "ROOM_AT_ONCE", 1)
    save_result(path, RESULT)
    save_result(path, evolve(RESULT, game="g-2"))
    path.write_bytes(path.read_bytes() + damage)

    save_result(path, evolve(RESULT, game="g-3"))

    assert [result.game for result in read_results(path)] == ["g-2", "g-3"]
    assert damage.rstrip(b"\n") in path.read_bytes().splitlines()


def test_the_longest_result_can_be_read_again() -> None:
    longest = "\U0001f0a0" * LONGEST_TEXT
    seats = 12

    result = Result(
        at=RESULT.at,
        host="h" * 255,
        table=longest,
        game=longest,
        preset=longest,
        players=("\U0001f0a0" * LONGEST_NAME,) * seats,
        bots=("\U0001f0a0" * 24,) * seats,
        seat=11,
        partners=False,
        scores=(2**53,) * seats,
        won_by=tuple(range(seats)),
    )

    assert len(dump(asdict(result))) < LONGEST_LINE
