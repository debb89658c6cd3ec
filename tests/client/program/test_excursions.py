"""The record that is analysed from the table: the saved one, or a copy that is deleted afterwards."""

from pathlib import Path

from client.program.excursions import Places
from client.store.files import RECORDS
from client.store.saved_records import save_record
from protocol.wire.record import Header, Record, read_record, with_rounds_opened
from tests.client.store.test_my_games import GAME, MATCH
from tests.played import entered

RECORD = Record(Header(GAME, "oak", "2026-01-02T03:04:05Z"), tuple(entered(MATCH)))


def test_a_saved_match_is_analysed_in_its_place(tmp_path: Path) -> None:
    saved = save_record(tmp_path / RECORDS, "h:1", GAME, "oak", RECORD.entries)

    with Places(tmp_path, "h:1").file_of(RECORD) as path:
        assert path == saved
    assert saved.exists()


def test_a_match_that_is_not_saved_is_written_for_as_long_as_it_is_needed(tmp_path: Path) -> None:
    with Places(tmp_path, "h:1").file_of(RECORD) as path:
        content = read_record(path.read_bytes().splitlines())
    assert content.entries == tuple(with_rounds_opened(RECORD.entries))
    assert not path.exists()
    assert list(tmp_path.iterdir()) == []
