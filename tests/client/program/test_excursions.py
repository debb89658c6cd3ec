"""The record that is analysed from the table: the saved one, or what the client knows."""

from pathlib import Path

from client.program.games_folder import GamesFolder
from client.store.files import RECORDS
from client.store.saved_records import save_record
from protocol.wire.record import Header, Record, with_rounds_opened
from tests.client.store.test_my_games import GAME, MATCH
from tests.played import entered

RECORD = Record(Header(GAME, "oak", "2026-01-02T03:04:05Z"), tuple(entered(MATCH)))


def test_a_saved_match_is_analysed_in_its_place(tmp_path: Path) -> None:
    saved = save_record(tmp_path / RECORDS, "h:1", GAME, "oak", RECORD.entries)

    assert GamesFolder(tmp_path, "h:1").match_record(RECORD).path == saved


def test_a_match_that_is_not_saved_is_shown_with_its_hidden_tiles_as_the_ends_of_rounds_opened_them(
    tmp_path: Path,
) -> None:
    shown = GamesFolder(tmp_path, "h:1").match_record(RECORD)

    assert (shown.path, shown.doubt) == (None, "")
    assert shown.record.entries == tuple(with_rounds_opened(RECORD.entries))
    assert list(tmp_path.iterdir()) == []
