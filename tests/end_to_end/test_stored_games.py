"""The stored games of a daemon: records, the list of games, export and verify, as programs."""

import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
import trio
from attrs import evolve

from client.store.saved_records import save_record
from daemon.program.command import main
from protocol.log.events import RoundDealt
from protocol.wire.record import write_record
from tests.client.recorded import record_of
from tests.end_to_end.program import ROOT, TIME_TO_END, check_one_plain_line, fivesd, records_of, running
from tests.ended import ended
from tests.played import seen_from
from tests.windows.wine import needs_real_windows


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folder of two finished matches of bots."""
    data = tmp_path_factory.mktemp("played")
    done = fivesd(
        "--seats", "4", "--bots", "4", "--matches", "2", "--think", "0", "--port", "0", "--data", data
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("listening on ")
    assert "Traceback" not in done.stderr
    assert "Warning" not in done.stderr
    return data


def test_two_matches_of_bots_leave_exactly_two_records(played: Path) -> None:
    assert len(records_of(played)) == 2
    assert sorted(path.name for path in played.iterdir() if path.is_dir()) == ["records"]
    assert len(list((played / "records").iterdir())) == 2


def test_valid_records_are_verified(played: Path) -> None:
    done = fivesd("verify", *records_of(played))

    assert (done.returncode, done.stderr) == (0, "")
    right = " entries follow the rules; deals: the host alone dealt"
    assert [line.endswith(right) for line in done.stdout.splitlines()] == [True, True]


def changed_record(record: Path, to: Path) -> int:
    """A copy with one more point in the first award; returns the number of that entry."""
    lines = [json.loads(line) for line in record.read_text(encoding="utf-8").splitlines()]
    entry = next(line for line in lines[1:] if line["event"]["type"] == "scored")
    entry["event"]["play"] += 1
    entry["event"]["awarded"] += 1
    to.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return int(entry["seq"])


def test_a_record_of_the_data_folder_is_found_by_its_name(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = records_of(played)[0]

    assert main(["verify", record.name, "--data", str(played)]) == 0
    assert capsys.readouterr().out.startswith(f"{record}: ")


def test_a_changed_score_is_reported_with_its_entry(
    played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    forged = tmp_path / "forged.jsonl"
    seq = changed_record(records_of(played)[0], forged)

    assert main(["verify", str(forged), str(records_of(played)[1])]) == 1

    first, second = capsys.readouterr().out.splitlines()
    assert f"entry {seq}: " in first
    assert " entries follow the rules" in second


def test_a_truncated_record_is_valid_and_a_damaged_one_is_reported_with_its_line(
    played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = records_of(played)[0].read_bytes().splitlines(keepends=True)
    cut, damaged = tmp_path / "cut.jsonl", tmp_path / "damaged.jsonl"
    before_a_play = max(at for at, line in enumerate(lines) if b'"tile_played"' in line)
    cut.write_bytes(b"".join(lines[:before_a_play]))
    damaged.write_bytes(b"".join([*lines[:9], lines[9][:-5] + b"\n", *lines[10:]]))

    assert main(["verify", str(cut)]) == 0
    assert main(["verify", str(damaged)]) == 1

    out = capsys.readouterr().out.splitlines()
    assert "not finished" in out[0]
    assert "line 10: " in out[1]


def test_a_record_truncated_among_the_entries_of_one_play_is_invalid(
    played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = records_of(played)[0].read_bytes().splitlines(keepends=True)
    cut = tmp_path / "cut.jsonl"
    cut.write_bytes(b"".join(lines[:-1]))

    assert main(["verify", str(cut)]) == 1

    assert (
        capsys.readouterr().out
        == f"{cut}: entry {len(lines) - 2}: it is the last entry, but match_won must follow it\n"
    )


def test_times_that_go_backwards_are_mentioned_but_valid(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = record_of("hints")
    last = record.entries[-1]
    entries = [*record.entries[:-1], evolve(last, at="2020-01-01T00:00:00.000Z")]
    old = tmp_path / "old.jsonl"
    old.write_bytes(b"".join(write_record(record.header, entries)))

    assert main(["verify", str(old)]) == 0

    assert capsys.readouterr().out == (
        f"{old}: all {last.seq} entries follow the rules; deals: the host alone dealt;"
        f" its times go back: entry {last.seq} is earlier than the line before it\n"
    )


def test_the_deals_of_a_mixed_match_are_verified(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mixed, bent = ROOT / "tests" / "records" / "mixed.jsonl", tmp_path / "bent.jsonl"
    entry = next(entry for entry in record_of("mixed").entries if isinstance(entry.event, RoundDealt))
    lines = mixed.read_bytes().splitlines(keepends=True)
    number = re.findall(rb'"numbers":\["(\w+)"', lines[entry.seq])[0]
    lines[entry.seq] = lines[entry.seq].replace(number, number[::-1])
    bent.write_bytes(b"".join(lines))

    assert main(["verify", str(mixed)]) == 0
    assert main(["verify", str(bent)]) == 1

    first, second = capsys.readouterr().out.splitlines()
    assert first.endswith("; deals: 2 of 2 follow from the numbers of 2 players and the host")
    assert second == f"{bent}: entry {entry.seq}: the number of seat 1 is not the one that its player was bound to"


def test_a_clients_record_of_an_abandoned_match_is_verified_as_far_as_it_is_visible(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    entries = seen_from(0, record_of("abandoned").entries)
    deal = max(entry.seq for entry in entries if isinstance(entry.event, RoundDealt))
    kept = save_record(tmp_path, "host:5533", "g", "oak", entries)

    assert main(["verify", str(kept)]) == 0
    assert capsys.readouterr().out == (
        f"{kept}: {deal - 1} of {len(entries)} entries follow the rules; after that, tiles are hidden;"
        " deals: the host alone dealt\n"
    )


@pytest.mark.parametrize("file", ["nothing.jsonl", "."])
def test_a_missing_record_is_reported_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], file: str
) -> None:
    assert main(["verify", str(tmp_path / file)]) == 2

    captured = capsys.readouterr()
    assert (captured.out, len(captured.err.splitlines())) == ("", 1)


def test_games_are_listed_one_per_line_starting_with_the_id(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", "--data", str(played)]) == 0

    lines = capsys.readouterr().out.splitlines()
    assert sorted(line.split()[0] for line in lines) == sorted(path.stem for path in records_of(played))
    assert all("finished" in line and "unfinished" not in line for line in lines)


def test_an_undamaged_journal_is_verified(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "--data", str(played)]) == 0

    assert capsys.readouterr().out == "2 games checked: no damage, and every entry follows the rules\n"


def test_a_damaged_game_is_reported_listed_and_exported_up_to_the_damage(
    played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data, exported = tmp_path / "data", tmp_path / "game.jsonl"
    shutil.copytree(played, data)
    game, other = sorted(path.stem for path in records_of(played))
    with closing(sqlite3.connect(data / "journal.sqlite")) as database, database:
        database.execute("DROP TRIGGER only_whole_games_go")
        (last,) = database.execute("SELECT max(seq) FROM entries WHERE game = ?", (game,)).fetchone()
        database.execute("DELETE FROM entries WHERE game = ? AND seq = ?", (game, last))

    assert main(["verify", "--data", str(data)]) == 1
    (line,) = capsys.readouterr().out.splitlines()
    assert line.startswith(f"{game}: entry ")
    assert main(["games", "--data", str(data)]) == 0
    good, bad = capsys.readouterr().out.splitlines()
    assert good.startswith(f"{other}  finished ")
    assert bad == line.replace(": ", "  damaged  ", 1)
    assert main(["export", game, "--data", str(data), "-o", str(exported)]) == 0
    assert "this game is damaged" in capsys.readouterr().err
    assert main(["verify", str(exported)]) == 0
    assert "not finished" in capsys.readouterr().out


def test_listing_games_does_not_import_the_server() -> None:
    hosting = "{'daemon.house.house', 'daemon.program.serve', 'daemon.bots'}"
    program = f"import sys, daemon.program.stored_games; print({hosting} & set(sys.modules))"

    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True, cwd=ROOT)

    assert done.stdout == "set()\n"


def test_an_unknown_game_is_reported_in_one_line(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", "nothing", "--data", str(played)]) == 2

    captured = capsys.readouterr()
    assert captured.out == ""
    check_one_plain_line(captured.err, ["nothing", "fivesd games"])


def test_an_exported_game_equals_its_record(
    played: Path, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    record = records_of(played)[0]

    assert main(["export", record.stem, "--data", str(played), "-o", str(tmp_path / "out.jsonl")]) == 0
    assert (tmp_path / "out.jsonl").read_bytes() == record.read_bytes()

    for nowhere in [], ["-o", "-"]:
        assert main(["export", record.stem, "--data", str(played), *nowhere]) == 0
        captured = capfdbinary.readouterr()
        assert (captured.out, captured.err) == (record.read_bytes(), b"")


@pytest.fixture
def export(played: Path) -> Callable[..., int]:
    """Export the first game played to this path; returns the status."""
    game = records_of(played)[0].stem
    return lambda to, *flags: main(["export", game, "--data", str(played), "-o", str(to), *flags])


@needs_real_windows("it says that it has made a link, and has made none")
def test_an_export_overwrites_a_file_only_with_the_flag(
    played: Path, tmp_path: Path, export: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    mine, link = tmp_path / "mine.jsonl", tmp_path / "link.jsonl"
    mine.write_text("keep this")
    link.symlink_to(mine)

    for target in (mine, link):
        assert export(target) == 2
        check_one_plain_line(capsys.readouterr().err, [str(target), "--force"])
    assert mine.read_text() == "keep this"

    assert export(link, "--force") == 0
    assert link.is_symlink()
    assert mine.read_bytes() == records_of(played)[0].read_bytes()


def test_an_export_replaces_an_empty_file_or_an_earlier_export_of_the_same_game(
    played: Path, tmp_path: Path, export: Callable[..., int]
) -> None:
    made_for_it = tmp_path / "made.jsonl"
    made_for_it.touch()

    for _ in range(2):
        assert export(made_for_it) == 0
        assert made_for_it.read_bytes() == records_of(played)[0].read_bytes()


def test_an_export_does_not_replace_another_game(
    played: Path, tmp_path: Path, export: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    _, other = records_of(played)
    mine = tmp_path / "mine.jsonl"
    mine.write_bytes(other.read_bytes())

    assert export(mine) == 2
    check_one_plain_line(capsys.readouterr().err, [str(mine), "--force"])
    assert mine.read_bytes() == other.read_bytes()


@pytest.mark.parametrize("folder", [".", ".."])
def test_an_export_to_a_folder_is_reported_in_one_line(
    folder: str, export: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    assert export(folder) == 2

    check_one_plain_line(capsys.readouterr().err, ["is a folder"])


@pytest.mark.skipif(sys.platform == "win32", reason="it has no such pipes")
def test_a_game_can_be_exported_to_a_pipe(played: Path, tmp_path: Path, export: Callable[..., int]) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)

    with ended(subprocess.Popen(["cat", pipe], stdout=subprocess.PIPE)) as reader:
        assert export(pipe) == 0
        received, _ = reader.communicate(timeout=TIME_TO_END)

    assert received == records_of(played)[0].read_bytes()
    assert pipe.is_fifo()


@pytest.mark.skipif(sys.platform == "win32" or not Path("/dev/full").exists(), reason="no such device")
def test_an_export_that_cannot_be_written_is_reported_in_one_line(
    tmp_path: Path, export: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    full = tmp_path / "full"
    full.symlink_to("/dev/full")

    assert export(full) == 1

    check_one_plain_line(capsys.readouterr().err, [str(full), "No space left"])
    assert full.is_symlink()


async def test_exporting_an_unfinished_game_warns_about_hidden_tiles(tmp_path: Path) -> None:
    data = tmp_path / "data"
    async with running(data, "--rules", "cinq-et-trois", "--bots", "1", "--think", "60") as daemon:
        ann = await daemon.client()
        await ann.enter()
        game = ann.session.game or ""

        done = await trio.to_thread.run_sync(fivesd, "export", game, "--data", data)

    assert done.returncode == 0
    assert "hidden tiles" in done.stderr
    assert len(done.stderr.splitlines()) == 1
    dealt = next(line for line in map(json.loads, done.stdout.splitlines()[1:]) if "hands" in line["event"])
    assert None not in [tile for hand in dealt["event"]["hands"] for tile in hand]


# Forgetting.


def test_forgetting_a_game_deletes_its_record_too(played: Path, tmp_path: Path) -> None:
    data = shutil.copytree(played, tmp_path / "data")
    kept, gone = sorted(path.stem for path in records_of(data))

    done = fivesd("forget", gone, "--yes", "--data", data)

    assert (done.returncode, done.stdout, done.stderr) == (0, "deleted 1 game\n", "")
    assert [line.split()[0] for line in fivesd("games", "--data", data).stdout.splitlines()] == [kept]
    assert [path.stem for path in records_of(data)] == [kept]
    assert fivesd("verify", "--data", data).stdout == "1 game checked: no damage, and every entry follows the rules\n"


def test_all_games_older_than_an_age_can_be_forgotten_together(played: Path, tmp_path: Path) -> None:
    data = shutil.copytree(played, tmp_path / "data")

    assert fivesd("forget", "--older-than", "1", "--yes", "--data", data).stdout == (
        "no game was last played more than 1 days ago\n"
    )
    assert fivesd("forget", "--older-than", "0", "--yes", "--data", data).stdout == "deleted 2 games\n"
    assert fivesd("games", "--data", data).stdout == ""


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["GAME"], "cannot ask without a terminal; --yes deletes this game and its record for good"),
        (["oak", "--yes"], "there is no game 'oak'"),
        (["--older-than", "-1", "--yes"], "a number of days from 0 to 100000"),
        ([], "one of the arguments GAME --older-than is required"),
    ],
)
def test_no_game_is_forgotten_without_confirmation_or_by_mistake(
    played: Path, words: list[str], complaint: str
) -> None:
    game = records_of(played)[0].stem

    done = fivesd("forget", *(word.replace("GAME", game) for word in words), "--data", played)

    check_one_plain_line(done.stderr, [complaint])
    assert done.returncode == 2
    assert len(fivesd("games", "--data", played).stdout.splitlines()) == 2


async def test_no_game_is_forgotten_while_the_daemon_is_running(played: Path, tmp_path: Path) -> None:
    data = shutil.copytree(played, tmp_path / "data")
    async with running(data):
        done = fivesd("forget", records_of(data)[0].stem, "--yes", "--data", data)

    assert done.returncode == 1
    check_one_plain_line(done.stderr, ["another daemon is using", "stop it"])
    assert len(records_of(data)) == 2


def test_the_list_ends_with_the_disk_space_of_the_games(played: Path) -> None:
    assert re.fullmatch(
        r"the journal takes [\d.]+ [KM]B, and 2 records [\d.]+ KB\n", fivesd("games", "--data", played).stderr
    )
