"""Whatever is in a file of theirs, both programs say what is wrong in plain words, or go on without it."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from client.lines.games_lines import as_json, printed
from client.model.house_rules import RuleSet
from client.program.command import main as fives
from client.store.documents import Folder
from client.store.file_games import FileGames, save_result
from client.store.file_seats import FileSeats
from client.store.files import RECORDS, RESULTS, SEATS, SETTINGS
from client.store.known_games import KNOWN_GAMES
from client.store.my_games import MyGame, unfinished_at_hosts
from client.store.saved_games import Result
from client.store.saved_records import analysis_path, read_file, save_record
from client.store.saved_rules import HOUSE_RULES
from client.store.saved_seats import SavedSeat
from daemon.net.identity import CERTIFICATE
from daemon.program.command import main as fivesd
from protocol.shared.exit_status import DONE, FAILED, MISUSED
from protocol.shared.operator_key import KEY, read_key
from tests.end_to_end import program
from tests.end_to_end.program import ROOT, check_one_plain_line

HOST = "192.0.2.7:5533"


def _folder(path: Path) -> None:
    (path / "x").mkdir(parents=True)


def _unreadable(path: Path) -> None:
    path.symlink_to(path)


def _holding(content: bytes) -> Callable[[Path], object]:
    return lambda path: path.write_bytes(content)


DAMAGE: dict[str, Callable[[Path], object]] = {
    "empty": _holding(b""),
    "binary": _holding(bytes(range(256))),
    "a number": _holding(b"5\n"),
    "infinity": _holding(b"1e999\n"),
    "a long number": _holding(b"9" * 6000),
    "a list": _holding(b"[1, 2]\n"),
    "an object": _holding(b"{}\n"),
    "a text": _holding(b'"x"\n'),
    "null": _holding(b"null\n"),
    "half a character": _holding(b'"\\ud800"\n'),
    "nested deeply": _holding(b"[" * 100_000),
    "a folder": _folder,
    "unreadable": _unreadable,
}
damaged = pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE.keys())


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A player's data folder with one of each file."""
    record = read_file(ROOT / "tests" / "records" / "all-fives.jsonl")
    saved = save_record(tmp_path / RECORDS, HOST, record.header.game, "oak", record.entries)
    analysis_path(saved).write_text("{}")
    save_result(
        tmp_path / RESULTS,
        Result(
            at="2026-01-02T03:04:05Z",
            host=HOST,
            table="oak",
            game=record.header.game,
            preset="all-fives",
            players=("Ann", "Ben"),
            bots=(None, None),
            seat=0,
            partners=False,
            scores=(250, 180),
            won_by=(0,),
            rounds=9,
        ),
    )
    FileSeats(tmp_path).save(SavedSeat(HOST, "oak", "Ann", "a token", "g1"))
    HOUSE_RULES.save(Folder(tmp_path), [RuleSet("Friday", "all-fives", {"target": "100"})])
    (tmp_path / SETTINGS).write_text('name = "Ann"\n')
    KNOWN_GAMES.save(Folder(tmp_path), frozenset({"all-fives"}))
    monkeypatch.setenv("FIVES_HOME", str(tmp_path))
    return tmp_path


def file_in(home: Path, name: str) -> Path:
    (found,) = home.glob(name)
    return found


def replace(path: Path, damage: Callable[[Path], object]) -> None:
    shutil.rmtree(path) if path.is_dir() else path.unlink()
    damage(path)


@damaged
@pytest.mark.parametrize(
    "name", [RESULTS, SETTINGS, "house-rules.json", "known-games.json", f"{SEATS}/*", RECORDS, SEATS]
)
def test_a_players_files(
    home: Path, name: str, damage: Callable[[Path], object], capsys: pytest.CaptureFixture[str]
) -> None:
    record = file_in(home, f"{RECORDS}/*[0-9a-f].jsonl")
    replace(record if name.startswith(RECORDS) else file_in(home, name), damage)

    for words in (["games"], ["games", "--json"], ["replay"], ["replay", str(record)], ["settings"]):
        status = fives(words)
        errors = capsys.readouterr().err.splitlines()
        assert (status, errors) == (DONE, []) or (status in (FAILED, MISUSED) and len(errors) == 1)
    folder = Folder(home)
    HOUSE_RULES.load(folder)
    KNOWN_GAMES.load(folder)
    assert len(folder.troubles) <= 1


@damaged
def test_a_saved_analysis(home: Path, damage: Callable[[Path], object], capsys: pytest.CaptureFixture[str]) -> None:
    analysis = file_in(home, f"{RECORDS}/*.analysis.json")
    replace(analysis, damage)
    record = file_in(home, f"{RECORDS}/*[0-9a-f].jsonl")

    assert fives(["replay", str(record), "--analysis", str(analysis)]) == MISUSED
    assert len(capsys.readouterr().err.splitlines()) == 1


@damaged
def test_an_operators_key(tmp_path: Path, damage: Callable[[Path], object], capsys: pytest.CaptureFixture[str]) -> None:
    damage(tmp_path / KEY)

    assert fivesd(["kick", "1", "--data", str(tmp_path)]) == MISUSED
    assert "no running daemon uses" in capsys.readouterr().err


WRONG: tuple[Any, ...] = (None, 5, -1, 10**30, 1.5, True, "", "\ud800", "a" * 3000, "a\0b", [], [-1], [None], {}, [[1]])


@pytest.mark.parametrize("value", WRONG, ids=repr)
def test_a_value_of_a_wrong_type_in_a_players_files(home: Path, value: object) -> None:
    for name in (RESULTS, f"{SEATS}/*"):
        path = file_in(home, name)
        sound = json.loads(path.read_text())
        for field in sound:
            path.write_text(json.dumps({**sound, field: value}) + "\n")

            games: list[MyGame] = [*unfinished_at_hosts(FileSeats(home)), *FileGames(home).all()]
            assert "\n".join([*printed(games), as_json(games)]).encode()
            for seat in FileSeats(home).all():
                FileSeats(home).save(seat)
        path.write_text(json.dumps(sound) + "\n")


@pytest.mark.parametrize("value", WRONG, ids=repr)
def test_a_value_of_a_wrong_type_in_an_operators_key(tmp_path: Path, value: object) -> None:
    sound = {"address": "127.0.0.1", "port": 5533, "secret": "only the host knows"}
    for field in ("address", "port"):
        (tmp_path / KEY).write_text(json.dumps({**sound, field: value}))

        assert (read_key(tmp_path) is None) != ((field, value) == ("port", 5))


def test_half_a_character_in_saved_rules_is_not_written_again(home: Path) -> None:
    (home / "house-rules.json").write_text('[{"name": "Friday", "game": "all-fives", "rules": {"target": "\\ud800"}}]')

    folder = Folder(home)
    assert HOUSE_RULES.load(folder) == []

    assert "damaged" in folder.troubles[0]
    assert HOUSE_RULES.save(folder, [RuleSet("Sunday", "all-fives")]) == ""


def test_a_host_with_a_damaged_certificate_does_not_start_and_does_not_replace_it(tmp_path: Path) -> None:
    """With another one, every friend's client would warn of another host."""
    (tmp_path / CERTIFICATE).write_text("rubbish")

    done = program.fivesd("--data", tmp_path, "--port", "0")

    assert done.returncode == MISUSED
    check_one_plain_line(done.stderr, [str(tmp_path / CERTIFICATE), "damaged", "backup"])
    assert done.stdout == ""
    assert (tmp_path / CERTIFICATE).read_text() == "rubbish"
