"""The folder of records: each record is complete or absent."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from daemon.journal.record_folder import RecordFolder
from daemon.journal.records import read_file, write_durably
from protocol.log.audit import audit
from protocol.wire.codec import encode_entry
from protocol.wire.record import Header, RecordError
from tests.played import entered, played_match

HEADER = Header("2026-01-02-oak-abc123", "oak", "2026-01-02T03:04:05.678Z")
ENTRIES = tuple(entered(played_match("cinq-et-trois")))
LINES = [encode_entry(entry) for entry in ENTRIES]


async def test_a_record_is_found_under_its_name_and_holds_the_game(tmp_path: Path) -> None:
    folder = RecordFolder(tmp_path / "records")
    assert not await folder.has(HEADER.game)

    where = await folder.write(HEADER, LINES)

    assert await folder.has(HEADER.game)
    assert await folder.recorded() == {HEADER.game}
    record = read_file(Path(where))
    assert (record.header, record.entries) == (HEADER, ENTRIES)
    assert audit(record.entries) is None


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


async def test_writing_a_record_leaves_no_other_file(tmp_path: Path) -> None:
    await RecordFolder(tmp_path).write(HEADER, LINES)

    assert names_in(tmp_path) == [f"{HEADER.game}.jsonl"]


def test_a_failed_write_leaves_the_previous_record(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    write_durably(path, HEADER, LINES)

    def lines_that_end_badly() -> Iterator[bytes]:
        yield from LINES[:10]
        raise OSError(28, "No space left on device")

    with pytest.raises(OSError, match="No space"):
        write_durably(path, HEADER, lines_that_end_badly())

    assert names_in(tmp_path) == ["game.jsonl"]
    assert read_file(path).entries == ENTRIES


async def test_a_folder_that_cannot_be_created_is_a_disk_error(tmp_path: Path) -> None:
    await RecordFolder(tmp_path).write(HEADER, LINES)

    with pytest.raises((FileExistsError, NotADirectoryError)):
        await RecordFolder(tmp_path / f"{HEADER.game}.jsonl").write(HEADER, LINES)


def test_an_invalid_record_is_reported_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("buy milk\n")

    with pytest.raises(RecordError, match="line 1"):
        read_file(path)
