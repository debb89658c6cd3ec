"""The client's folder of records (WIRE.md, "Record, version 1")."""

import os
import re
from pathlib import Path

import pytest

from client.store.disk_limits import DiskLimits
from client.store.saved_records import (
    LARGEST,
    SavedRecord,
    TooLargeError,
    delete_surplus,
    file_name,
    read_file,
    save_record,
    saved_records,
)
from protocol.game.presets import PRESETS
from protocol.log.audit import audit
from protocol.log.events import Entry, Said
from protocol.log.table import fold
from protocol.wire.record import Header, RecordError
from tests.played import entered, played_match, seen_from


@pytest.fixture
def game() -> list[Entry]:
    return entered(played_match("all-threes", {"target": 30}, chance=7))


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("seat", [None, 0, 1])
def test_a_finished_game_is_saved_with_every_hand_shown(tmp_path: Path, preset: str, seat: int | None) -> None:
    entries = entered(played_match(preset, chance=3))

    path = save_record(tmp_path, "host:5533", "g-1", "oak", seen_from(seat, entries))

    record = read_file(path)
    assert record.header == Header("g-1", "oak", entries[0].at)
    assert audit(record.entries) is None
    assert fold(entry.event for entry in record.entries) == fold(entry.event for entry in entries)


def test_a_second_record_of_a_game_replaces_the_first(tmp_path: Path, game: list[Entry]) -> None:
    first = save_record(tmp_path, "host:5533", "g-1", "oak", game)
    more = [*game, Entry(len(game) + 1, game[-1].at, Said(0, "Ann", "well played"))]

    second = save_record(tmp_path, "host:5533", "g-1", "oak", more)

    assert first == second
    assert read_file(first).entries == tuple(more)


def test_another_host_cannot_replace_a_record(tmp_path: Path, game: list[Entry]) -> None:
    mine = save_record(tmp_path, "host:5533", "g-1", "oak", game)
    before = mine.read_bytes()

    theirs = save_record(tmp_path, "elsewhere:5533", "g-1", "oak", game[:-1])

    assert mine != theirs
    assert mine.read_bytes() == before


def test_a_game_that_is_too_large_is_not_saved(tmp_path: Path, game: list[Entry]) -> None:
    words = Said(0, "Ann", "x" * 400)
    entries = [*game, *(Entry(len(game) + n, "", words) for n in range(1, LARGEST // 400))]

    with pytest.raises(TooLargeError):
        save_record(tmp_path, "host:5533", "g-1", "oak", entries)

    assert list(tmp_path.iterdir()) == []


# Making room.


def kept_games(folder: Path) -> set[str]:
    return {kept.record.header.game for kept in saved_records(folder) if kept.record is not None}


def keep_many(folder: Path, host: str, names: str, game: list[Entry], age: int = 0) -> None:
    """A record for each letter, the first of them the oldest; `age` in seconds."""
    for n, name in enumerate(names):
        moment = 1_700_000_000 - age + n
        os.utime(save_record(folder, host, name, "oak", game), (moment, moment))


def test_the_oldest_records_are_deleted_when_there_are_too_many(tmp_path: Path, game: list[Entry]) -> None:
    keep_many(tmp_path, "host", "abcde", game)

    assert delete_surplus(tmp_path, DiskLimits(records=3)) == 2
    assert kept_games(tmp_path) == {"c", "d", "e"}
    assert delete_surplus(tmp_path, DiskLimits(records=3)) == 0


def test_the_oldest_records_are_deleted_when_they_take_too_much(tmp_path: Path, game: list[Entry]) -> None:
    said = [Entry(len(game) + n, game[-1].at, Said(0, "Ann", "x" * 400)) for n in range(1, 900)]
    keep_many(tmp_path, "host", "abcde", [*game, *said])

    assert delete_surplus(tmp_path, DiskLimits(megabytes=1)) == 3
    assert kept_games(tmp_path) == {"d", "e"}


def test_a_host_that_fills_the_folder_displaces_its_own_records_first(tmp_path: Path, game: list[Entry]) -> None:
    keep_many(tmp_path, "friend", "ab", game, age=1000)
    keep_many(tmp_path, "stranger", "uvwxyz", game)

    delete_surplus(tmp_path, DiskLimits(records=5))

    assert kept_games(tmp_path) == {"a", "b", "x", "y", "z"}


def test_the_age_of_a_record_does_not_depend_on_the_host(tmp_path: Path, game: list[Entry]) -> None:
    keep_many(tmp_path, "host", "a", [Entry(e.seq, "9999-01-01T00:00:00.000Z", e.event) for e in game], age=1000)
    keep_many(tmp_path, "host", "b", game)

    delete_surplus(tmp_path, DiskLimits(records=1))

    assert kept_games(tmp_path) == {"b"}


def test_old_file_names_are_listed_and_deleted_and_other_files_are_not(tmp_path: Path, game: list[Entry]) -> None:
    written = save_record(tmp_path, "host", "old", "oak", game)
    written.rename(tmp_path / "20260102-030405-oak-old.jsonl")
    for name in ("2026-01-02-oak-7f3a.jsonl", "from-a-friend.jsonl", "notes.txt"):
        (tmp_path / name).write_bytes(b"")
    keep_many(tmp_path, "host", "ab", game, age=-(4 * 10**8))
    assert kept_games(tmp_path) == {"old", "a", "b"}

    assert delete_surplus(tmp_path, DiskLimits(records=0)) == 3
    assert len(list(tmp_path.iterdir())) == 3


def test_writing_a_record_leaves_no_other_file(tmp_path: Path, game: list[Entry]) -> None:
    path = save_record(tmp_path / "records", "host:5533", "g-1", "oak", game)

    assert list((tmp_path / "records").iterdir()) == [path]


def test_a_failed_write_leaves_the_old_record_and_nothing_else(tmp_path: Path, game: list[Entry]) -> None:
    path = save_record(tmp_path, "host:5533", "g-1", "oak", game)
    before = path.read_bytes()

    with pytest.raises(UnicodeEncodeError):
        save_record(tmp_path, "host:5533", "g-1", "oak", [*game, Entry(len(game) + 1, "", Said(0, "Ann", "\ud800"))])

    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    ("header", "name"),
    [
        (Header("7f3a", "oak", "2026-01-02T03:04:05.678Z"), "20260102-030405-oak-7f3a"),
        (Header("../../etc/passwd", "C:\\x", "2026"), "20260000-000000-C-x-etc-passwd"),
        (Header("\x1b]0;boo\x07", "..", "\n"), "00000000-000000-game-0-boo"),
        (Header("日本", "", "tomorrow"), "00000000-000000-game-game"),
        (Header("g" * 400, "NUL", "1"), f"10000000-000000-NUL-{'g' * 40}"),
    ],
)
def test_a_file_name_has_only_plain_characters(header: Header, name: str) -> None:
    assert re.fullmatch(rf"{name}-[0-9a-f]{{16}}\.jsonl", file_name(header, "../host:5533"))


def test_the_list_is_newest_first(tmp_path: Path, game: list[Entry]) -> None:
    days = ["2026-03-01", "2025-12-31", "2026-01-15"]
    for day in days:
        save_record(
            tmp_path, "host:5533", f"g-{day}", "oak", [Entry(e.seq, f"{day}T10:00:00.000Z", e.event) for e in game]
        )

    assert [kept.record.header.game for kept in saved_records(tmp_path) if kept.record is not None] == [
        "g-2026-03-01",
        "g-2026-01-15",
        "g-2025-12-31",
    ]


def test_a_saved_record_has_the_final_table(tmp_path: Path, game: list[Entry]) -> None:
    save_record(tmp_path, "host:5533", "g-1", "oak", game)

    (kept,) = saved_records(tmp_path)

    assert kept.table == fold(entry.event for entry in game)
    assert kept.fault is None


def test_a_damaged_file_is_listed_with_its_line(tmp_path: Path, game: list[Entry]) -> None:
    path = save_record(tmp_path, "host:5533", "g-1", "oak", game)
    save_record(tmp_path, "host:5533", "g-2", "oak", game)
    path.write_bytes(path.read_bytes()[:-20])

    whole, damaged = saved_records(tmp_path)

    assert whole.record is not None
    assert damaged == SavedRecord(path, fault=damaged.fault)
    assert damaged.fault is not None
    assert damaged.fault.startswith(f"line {len(game) + 1}: ")
    assert "not JSON" in damaged.fault


def test_a_file_that_cannot_be_read_is_listed_with_the_reason(tmp_path: Path) -> None:
    (tmp_path / "20260101-000000-oak-x.jsonl").mkdir()

    (kept,) = saved_records(tmp_path)

    assert kept.record is None
    assert kept.fault


def test_a_missing_folder_has_no_records(tmp_path: Path) -> None:
    assert list(saved_records(tmp_path / "nowhere")) == []


def test_files_of_another_kind_are_not_listed(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("hello")
    (tmp_path / ".half.jsonl").write_text("")

    assert list(saved_records(tmp_path)) == []


def test_reading_stops_at_the_damage(tmp_path: Path, game: list[Entry]) -> None:
    path = save_record(tmp_path, "host:5533", "g-1", "oak", game)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:5], *lines[6:]]))

    with pytest.raises(RecordError, match="line 6: this is entry 6, but entry 5 has to follow here"):
        read_file(path)
