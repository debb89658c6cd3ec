"""A game that a newer release wrote: it is called newer and never damaged, and nothing is begun in its place."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
import trio

from daemon.journal.chain import NO_HEAD
from daemon.journal.heads import heads_file
from daemon.journal.interface import NEWER, StoreError, UnusableError
from daemon.journal.sqlite_journal import open_journal
from daemon.journal.sqlite_reading import open_reader
from tests.daemon.journal.journals import begin, sayings
from tests.end_to_end.program import fivesd

PRIVATE = 'replace(private, \'"is_home":\', \'"colour":"green","is_home":\')'
EVENT = 'replace(event, \'"type":"said"\', \'"type":"sung"\')'


def written_by_a_newer_release(path: Path, *, private: str = "private", event: str = "event") -> None:
    """Rewrite the game's rows in this way, with the checksums that a newer release would have written."""
    with closing(sqlite3.connect(path)) as database, database:
        for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            database.execute(f"DROP TRIGGER {name}")
        database.execute(f"UPDATE appends SET private = {private}")
        database.execute(f"UPDATE entries SET event = {event}")
        entries = database.execute("SELECT game, seq, at, type, event FROM entries ORDER BY seq").fetchall()
        head = NO_HEAD
        for game, n, last, text in database.execute("SELECT game, n, head, private FROM appends ORDER BY n").fetchall():
            head = head.after(game, text, entries[head.seq : last])
            database.execute("UPDATE appends SET checksum = ? WHERE game = ? AND n = ?", (head.checksum, game, n))
    heads_file(path).unlink()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A journal with one unfinished game."""

    async def play() -> None:
        async with open_journal(tmp_path / "journal.sqlite") as journal:
            await begin(journal)
            await journal.append("g1", 1, sayings(2, after=1))

    trio.run(play)
    return tmp_path / "journal.sqlite"


@pytest.mark.parametrize("newer", [{"private": PRIVATE}, {"event": EVENT}], ids=["field", "event"])
async def test_a_newer_game_is_called_newer_and_cannot_be_read(path: Path, newer: dict[str, str]) -> None:
    written_by_a_newer_release(path, **newer)

    with open_reader(path) as reader:
        _, wrong = reader.read_undamaged("g1")
    assert wrong == NEWER
    async with open_journal(path) as journal:
        with pytest.raises(StoreError, match=f"is newer: {NEWER}"):
            await journal.read("g1")


async def test_a_daemon_begins_no_match_in_the_place_of_a_newer_one(path: Path) -> None:
    written_by_a_newer_release(path, private=PRIVATE)

    async with open_journal(path) as journal:
        with pytest.raises(UnusableError, match=r"g1 is newer.*--data"):
            await journal.games(unfinished_only=True)
    ran = fivesd("--port", "0", "--data", path.parent)
    assert ran.returncode == 2
    assert ran.stderr.splitlines()[-1] == f"fivesd: game g1 is newer: {NEWER}, or choose another folder with --data"
    assert "Traceback" not in ran.stderr


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("verify",), f"g1: {NEWER}"),
        (("resume", "g1"), f"game g1 is newer: {NEWER}"),
        (("export", "g1"), "cannot be read"),
    ],
)
def test_every_command_calls_it_newer(path: Path, words: tuple[str, ...], says: str) -> None:
    written_by_a_newer_release(path, private=PRIVATE)
    ran = fivesd(*words, "--data", path.parent)

    assert says in ran.stdout + ran.stderr
    assert "damage" not in (ran.stdout + ran.stderr).replace("no damage", "")


def test_its_newer_release_has_it_again(path: Path) -> None:
    """Reading it with this release changes nothing of it."""
    written_by_a_newer_release(path, private=PRIVATE)
    before = path.read_bytes()
    for command in ("games", "verify"):
        fivesd(command, "--data", path.parent)

    assert path.read_bytes() == before
