"""The gate that compares two trees: it finds nothing in an equal tree, and each kind of change."""

import re
from pathlib import Path

import pytest

from client.words.catalogue.all_messages import MESSAGES
from daemon.journal import rows, sqlite_file
from protocol.wire import codec
from tools.gate import command, views
from tools.gate.command import compare, main, record, report


def recorded(folder: Path, *parts: str) -> Path:
    """A recording of this tree, with two matches."""
    assert record(folder, parts, seeds=2, processes=1) > 0
    return folder


def found(folder: Path, *parts: str) -> str:
    """What a comparison of this tree reports."""
    return "\n".join(report(compare(folder, parts, None, processes=1)))


def test_an_equal_tree_compares_equal(tmp_path: Path) -> None:
    parts = ("wire", "rows", "lines", "help")

    assert found(recorded(tmp_path, *parts), *parts) == ""


def test_fewer_matches_than_recorded_can_be_compared(tmp_path: Path) -> None:
    assert compare(recorded(tmp_path, "wire"), ["wire"], 1, processes=1) == []


@pytest.mark.slow("draws the page in each of its states, twice")
def test_a_changed_sentence_is_found_and_shown_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "PRESETS", ["all-fives"])
    monkeypatch.setattr(views, "more_screens", tuple)
    monkeypatch.setattr(views, "_STEPS", 8)  # random presses in each state, ten times as many otherwise
    recorded(tmp_path, "pages")
    monkeypatch.setitem(MESSAGES, "page.share_table", "Send a link")

    text = found(tmp_path, "pages")

    assert re.search(r"pages/all-fives/[\w ]+/menu, line 1, and \d+ alike\n", text)
    assert "Send a link" in text


def test_a_changed_field_on_the_wire_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    recorded(tmp_path, "wire")
    encode = codec.encode_from_daemon
    monkeypatch.setattr(
        "daemon.guest.encode_from_daemon", lambda message: encode(message).replace(b'"code"', b'"kind"')
    )

    text = found(tmp_path, "wire")

    assert "wire/0000, line " in text
    assert '"kind"' in text


def test_a_changed_row_of_the_journal_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    recorded(tmp_path, "rows")
    encode = rows.encode_private
    monkeypatch.setattr(
        "daemon.journal.batches.encode_private", lambda private: encode(private).replace("game_opened", "game_begun")
    )

    text = found(tmp_path, "rows")

    assert "rows/0000, line 1" in text
    assert "game_begun" in text


@pytest.mark.slow("starts daemons and clients")
def test_a_folder_of_the_recorded_tree_that_is_not_opened_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    recorded(tmp_path, "kept")
    monkeypatch.setattr(sqlite_file, "VERSION", sqlite_file.VERSION + 1)

    text = found(tmp_path, "kept")

    assert "is no journal of this release" in text
    assert {"kept/fives games", "kept/fives replay 0", "kept/fivesd verify FILE"}.isdisjoint(
        re.findall(r"^  (kept/.*), line", text, re.MULTILINE)
    )  # the player's own folder, and records, are opened as before


@pytest.mark.slow("starts a daemon, whose page is a process, too")
def test_what_a_host_types_is_the_same_in_an_equal_tree(tmp_path: Path) -> None:
    assert found(recorded(tmp_path, "host"), "host") == ""


def test_a_folder_that_cannot_be_used_is_reported_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "something").touch()
    for words, why in ((("record",), "is not empty"), (("compare",), "is no recording")):
        with pytest.raises(SystemExit) as ended:
            main([*words, str(tmp_path)])
        assert ended.value.code == 2
        assert why in capsys.readouterr().err.splitlines()[-1]
