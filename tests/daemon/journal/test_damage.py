"""Damage to a journal is found and reported; no damaged game is partly read, and other games continue."""

import logging
import os
import shutil
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from typing import Final

import pytest
import trio

from daemon.journal.chain import NO_HEAD, Head
from daemon.journal.heads import add_heads, blocks_of_heads, heads_file, read_heads, write_heads
from daemon.journal.interface import PIECE, CommandAccepted, GameInfo, Private, StoredRows, StoreError, TokenIssued
from daemon.journal.listing import listed_games
from daemon.journal.sqlite_file import connect
from daemon.journal.sqlite_journal import journal_on, open_journal
from daemon.journal.sqlite_reading import open_reader
from daemon.journal.stored_journal import StoredJournal
from protocol.log.events import Entry, HowRoundEnded, Knocked, MatchAbandoned, MatchStarted, RoundEnded, SeatTaken
from tests.daemon.harness import hosting
from tests.daemon.journal.journals import AT, OAK, begin, change, entries_of, in_pieces, sayings
from tests.played import entered, played_match

PLACES: Final = 200 if "FIVES_LONG" in os.environ else 20


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite"


async def two_games(path: Path) -> None:
    """`g1` with five entries in three appends, and `g2` with one."""
    async with open_journal(path) as journal:
        await begin(journal)
        await journal.append("g1", 1, sayings(2, after=1), [CommandAccepted("k-1", "c1", 3)])
        await journal.append("g1", 3, sayings(2, after=3), [TokenIssued(0, "d1", is_host=False)])
        await begin(journal, "g2")


CHANGES: Final = {
    "a changed word": (
        ["UPDATE entries SET event = replace(event, 'word 1', 'word 7') WHERE game = 'g1' AND seq = 3"],
        "entry 2, or what was stored with it, is not what was written",
        1,
    ),
    "a changed time": (
        ["UPDATE entries SET at = '2026-01-02T03:04:05.679Z' WHERE game = 'g1' AND seq = 4"],
        "entry 4, or what was stored with it, is not what was written",
        3,
    ),
    "a changed token": (
        ["UPDATE appends SET private = replace(private, 'd1', 'd2') WHERE game = 'g1'"],
        "entry 4, or what was stored with it, is not what was written",
        3,
    ),
    "an entry that is gone": (
        ["DELETE FROM entries WHERE game = 'g1' AND seq = 4"],
        "entry 4, or what was stored with it, is not what was written",
        3,
    ),
    "an append that is gone": (
        ["DELETE FROM appends WHERE game = 'g1' AND n = 2"],
        "entry 2, or what was stored with it, is not what was written",
        1,
    ),
    "the last append is gone, its entries are not": (
        ["DELETE FROM appends WHERE game = 'g1' AND n = 3"],
        "entries 4 to 5 are lost",
        3,
    ),
    "an end that is gone": (
        ["DELETE FROM entries WHERE game = 'g1' AND seq > 3", "DELETE FROM appends WHERE game = 'g1' AND n = 3"],
        "entries 4 to 5 are lost",
        3,
    ),
    "a whole game that is gone": (
        ["DELETE FROM entries WHERE game = 'g1'", "DELETE FROM appends WHERE game = 'g1'"],
        "entries 1 to 5 are lost",
        0,
    ),
    "an entry that another program has added": (
        ["INSERT INTO entries SELECT game, 6, at, type, event FROM entries WHERE game = 'g1' AND seq = 5"],
        "entry 6 has no checksum",
        5,
    ),
    "text that is no text": (
        ["UPDATE entries SET event = CAST(x'ff00' AS TEXT) WHERE game = 'g1' AND seq = 2"],
        "entry 2, or what was stored with it, is not what was written",
        1,
    ),
}


@pytest.mark.parametrize(("statements", "place", "left"), CHANGES.values(), ids=CHANGES.keys())
async def test_a_damaged_game_is_reported_with_the_place_and_the_others_continue(
    path: Path, caplog: pytest.LogCaptureFixture, statements: list[str], place: str, left: int
) -> None:
    await two_games(path)
    change(path, *statements)

    for _ in range(2):  # it is reported at every start
        caplog.clear()
        async with open_journal(path) as journal:
            assert f"game g1 is damaged: {place}" in caplog.text
            assert [info.game for info in await journal.games()] == ["g2"]
            with pytest.raises(StoreError, match=f"game g1, {place}"):
                await journal.read("g1")
            with pytest.raises(StoreError, match=f"game g1, {place}"):
                await in_pieces(journal, "g1")
            with pytest.raises(StoreError, match="game g1 is damaged"):
                await journal.append("g1", left, sayings(1, after=left))
            head = len((await journal.read("g2")).entries)
            await journal.append("g2", head, sayings(1, after=head))

    with open_reader(path) as reader:
        stored, damage = reader.read_undamaged("g1")
    assert (len(stored.entries), damage) == (left, place)


async def test_damage_late_in_a_game_is_found_in_its_chunk(path: Path) -> None:
    async with open_journal(path) as journal:
        await begin(journal)
        for head in (1, PIECE, 2 * PIECE):
            await journal.append("g1", head, sayings(PIECE - (head == 1), after=head))

    with open_reader(path) as reader:
        check = reader.chain_check("g1")
        reader.next_piece(check)
        change(path, f"UPDATE entries SET at = 'then' WHERE seq = {2 * PIECE + 5}")

        assert reader.next_piece(check) is not None
        with pytest.raises(StoreError, match=f"game g1, entry {2 * PIECE + 1}, or what was stored with it, is not "):
            reader.next_piece(check)


def test_the_checksum_of_an_append_is_the_same_in_every_release() -> None:
    rows = [("g", 1, AT, "said", '{"text":"é\\n"}'), ("g", 2, AT, "said", "{}")]

    checksums = [NO_HEAD.after("g", '["\'"]', rows[:count]).checksum for count in range(3)]

    assert checksums == [
        "22c4301dee81376acd00bb844c033d70",
        "9195449f8cf1188d8cd46e2159f220e3",
        "bc0d34aa9c1dbe09b159f3c4bb929bd2",
    ]


async def test_a_missing_last_append_without_entries_is_reported(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with open_journal(path) as journal:
        await begin(journal)
        await journal.append("g1", 1, [], [TokenIssued(0, "d1", is_host=False)])
    change(path, "DELETE FROM appends WHERE n = 2")

    async with open_journal(path) as journal:
        assert "the end of what was stored with entry 1 is lost" in caplog.text
        assert await journal.games() == []


@pytest.mark.parametrize("event", [Knocked(0), SeatTaken(77, "Ann", None)])
async def test_an_impossible_log_is_not_partly_read(path: Path, event: Knocked | SeatTaken) -> None:
    async with open_journal(path) as journal:
        await begin(journal)
        await journal.append("g1", 1, entries_of(event, after=1))

        with pytest.raises(StoreError, match="game g1, entry 2: "):
            await journal.read("g1")


@pytest.mark.parametrize("event", [None, SeatTaken(77, "Ann", None)])
async def test_a_game_that_does_not_begin_with_its_table_is_reported(
    path: Path, event: SeatTaken | None, caplog: pytest.LogCaptureFixture
) -> None:
    async with open_journal(path) as journal:
        await begin(journal)
        await journal.append("g7", 0, [] if event is None else [Entry(1, AT, event)], [OAK])

        assert [info.game for info in await journal.games()] == ["g1"]
        assert "game g7 is damaged: entry 1" in caplog.text if event is None else "game g7 is damaged" in caplog.text


async def test_a_game_without_a_summary_is_reported_along_with_a_damaged_one(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    await two_games(path)
    async with open_journal(path) as journal:
        await journal.append("g7", 0, [], [OAK])
    change(path, *CHANGES["a changed word"][0])

    async with open_journal(path) as journal:
        await journal.games()
    assert [sentence in caplog.text for sentence in ("game g1 is damaged", "game g7 is damaged")] == [True, True]


async def test_a_finished_game_is_verified_by_its_checksums_when_read(path: Path) -> None:
    async with open_journal(path) as journal:
        await begin(
            journal, "g1", SeatTaken(0, "Ann"), SeatTaken(1, "Ada", "club"), MatchStarted(1), MatchAbandoned((4, 7))
        )
    change(path, "UPDATE entries SET event = replace(event, 'Ada', 'Eve')")

    async with open_journal(path) as journal:
        with pytest.raises(StoreError, match="game g1, entry 1"):
            await journal.read("g1")
    with open_reader(path) as reader:
        reader.verify()
        assert list(reader.damage) == ["g1"]


async def test_a_row_that_cannot_be_stored_does_not_stop_other_games(path: Path) -> None:
    errors: list[Exception | None] = []
    async with open_journal(path) as journal:
        await begin(
            journal, "g1", SeatTaken(0, "Ann"), SeatTaken(1, "Ada", "club"), MatchStarted(1), MatchAbandoned((4, 7))
        )
        await begin(journal, "g2")
    change(path, "INSERT INTO entries SELECT game, 6, at, type, event FROM entries WHERE seq = 5")

    async with open_journal(path) as journal:
        for nth in range(1, 20):
            journal.append_soon("g1", 5, sayings(1, after=5), [], errors.append)
            await journal.append("g2", nth, sayings(1, after=nth))

    assert all(isinstance(error, StoreError) for error in errors)
    assert len(errors) == 19


async def test_heads_older_than_the_journal_are_not_damage(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    await two_games(path)
    before = heads_file(path).read_bytes()
    async with open_journal(path) as journal:
        await journal.append("g1", 5, sayings(1, after=5))
        await begin(journal, "g3")
    now = read_heads(path)
    heads_file(path).write_bytes(before)  # as after a kill -9 before they were written

    async with open_journal(path) as journal:
        assert len(await journal.games()) == 3
    assert caplog.records == []
    assert read_heads(path) == now


@pytest.mark.parametrize("damage", [b"", b"{}\nno checksum\n", b"\xff\xfe", None])
async def test_without_heads_the_journal_works_and_reports_what_it_cannot_check(
    path: Path, damage: bytes | None, caplog: pytest.LogCaptureFixture
) -> None:
    await two_games(path)
    if damage is None:
        heads_file(path).unlink()
    else:
        heads_file(path).write_bytes(damage)

    async with open_journal(path) as journal:
        assert len(await journal.games()) == 2
    assert [record.levelno for record in caplog.records] == [logging.WARNING]
    async with open_journal(path):
        assert len(caplog.records) == 1, "they have been written again"


async def test_a_damaged_game_is_not_restored_and_does_not_stop_the_daemon(path: Path) -> None:
    async with open_journal(path) as journal, hosting(journal) as host:
        for table in ("oak", "ash"):
            await host.open_table("cinq-et-trois")
            await host.seated("Ann", table=table), await host.seated("Ben", table=table)
        games = {table.table: table.game for table in host.house.tables.summaries()}
        names = tuple(games.values())
    change(path, f"UPDATE entries SET at = at || 'x' WHERE seq = 2 AND game = '{games['oak']}'")

    async with open_journal(path) as journal, hosting(journal) as host:
        assert [table.game for table in host.house.tables.summaries(names)] == [games["ash"]]


async def test_heads_are_written_while_the_daemon_runs(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("daemon.journal.heads.TIME_TO_HEADS", 0.01)
    async with open_journal(path) as journal:
        await begin(journal)
        with trio.fail_after(60):
            while "g1" not in (read_heads(path) or {}):
                await trio.lowlevel.checkpoint()


async def test_only_the_heads_of_games_that_go_on_are_written_again(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("daemon.journal.heads.TIME_TO_HEADS", 0.01)
    async with open_journal(path) as journal:
        for nth in range(3):
            await begin(journal, f"g{nth}")
            with trio.fail_after(60):
                while f"g{nth}" not in (read_heads(path) or {}):
                    await trio.lowlevel.checkpoint()

        content = heads_file(path).read_text()
        assert [content.count(f'"g{nth}"') for nth in range(3)] == [1, 1, 1]


async def test_the_file_of_heads_stays_short(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("daemon.journal.heads.TIME_TO_HEADS", 0.001)
    monkeypatch.setattr("daemon.journal.heads.MOST_BLOCKS", 2)
    blocks = []
    async with open_journal(path) as journal:
        await begin(journal)
        for after in range(1, 60):
            await journal.append("g1", after, sayings(1, after=after))
            blocks.append(heads_file(path).read_text().count("\n") // 2)

    assert 1 < max(blocks) <= 3
    assert heads_file(path).read_text().count("\n") == 2, "all games, once, at the end of a run"


def test_heads_that_were_being_added_when_the_power_failed_do_not_count(path: Path) -> None:
    first, second = {"g1": Head(1, 1, "c1"), "g2": Head(2, 3, "c2")}, {"g1": Head(2, 2, "c3")}
    write_heads(path, first)
    length = heads_file(path).stat().st_size
    add_heads(path, second)
    content = heads_file(path).read_bytes()
    assert read_heads(path) == first | second

    for cut in range(length, len(content) - 1):
        heads_file(path).write_bytes(content[:cut])
        assert read_heads(path) == first
        heads_file(path).write_bytes(content[:cut] + bytes(len(content) - cut))
        assert read_heads(path) == first


def test_the_head_of_a_deleted_game_does_not_come_back(path: Path) -> None:
    write_heads(path, {"g1": Head(1, 1, "c1"), "g2": Head(2, 3, "c2")})
    add_heads(path, {"g1": None})

    assert read_heads(path) == {"g2": Head(2, 3, "c2")}


def test_a_file_of_heads_that_is_damaged_before_its_end_is_not_used(path: Path) -> None:
    write_heads(path, {"g1": Head(1, 1, "c1")})
    length = heads_file(path).stat().st_size
    add_heads(path, {"g1": Head(2, 2, "c2")})
    content = heads_file(path).read_bytes()

    for place in range(length - 1):
        heads_file(path).write_bytes(content[:place] + b"~" + content[place + 1 :])
        assert read_heads(path) is None


def test_the_heads_of_many_games_are_written_and_read_part_by_part(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("daemon.journal.heads.GAMES_IN_A_BLOCK", 2)
    connect(path).close()
    heads = {f"g{nth}": Head(nth, nth, f"c{nth}") for nth in range(1, 6)}
    write_heads(path, heads)
    add_heads(path, {"g2": None, "g3": Head(4, 4, "c")})
    now = {game: head for game, head in heads.items() if game != "g2"} | {"g3": Head(4, 4, "c")}
    content = heads_file(path).read_bytes()

    assert [len(block) for block in blocks_of_heads(path)] == [2, 2, 1, 2]
    assert read_heads(path) == now
    with open_reader(path) as reader:
        assert dict(reader.heads) == now
        assert len(reader.heads) == 4
    heads_file(path).write_bytes(content.replace(b'"c4"', b'"c5"'))
    with open_reader(path) as reader:
        assert (reader.has_heads, dict(reader.heads)) == (False, {})


async def test_the_heads_are_written_at_once_when_a_round_ends(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("daemon.journal.heads.TIME_TO_HEADS", 1e6)
    ended = RoundEnded(HowRoundEnded.BLOCKED, hands=((), ()), boneyard=(), drawn=(), winner=None, pips=0)
    async with open_journal(path) as journal:
        await begin(journal)
        await journal.append("g1", 1, entries_of(ended, after=1))
        with trio.fail_after(60):
            while "g1" not in (read_heads(path) or {}):
                await trio.lowlevel.checkpoint()


async def test_a_forgotten_game_is_not_reported_as_lost(
    path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("daemon.journal.heads.TIME_TO_HEADS", 1e6)
    async with open_journal(path) as journal:
        await begin(journal)
        await begin(journal, "g2")
    async with open_journal(path) as journal:
        await journal.forget(["g1"])
        heads = heads_file(path).read_bytes()
        assert [info.game for info in await journal.games()] == ["g2"]
    heads_file(path).write_bytes(heads)  # as after a kill -9 right after the game was forgotten

    async with open_journal(path) as journal:
        assert [info.game for info in await journal.games()] == ["g2"]
    assert "damaged" not in caplog.text


async def test_a_game_that_could_not_be_forgotten_is_still_missed_when_it_loses_its_end(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    await two_games(path)
    with closing(connect(path)) as database:
        database.execute(
            "CREATE TEMP TRIGGER kept BEFORE DELETE ON main.entries BEGIN SELECT RAISE(ABORT, 'not this'); END"
        )
        async with journal_on(database, path) as journal:
            with pytest.raises(StoreError, match="forgot nothing: not this"):
                await journal.forget(["g1"])
    change(path, *CHANGES["an end that is gone"][0])

    async with open_journal(path):
        assert "game g1 is damaged: entries 4 to 5 are lost" in caplog.text


async def test_failing_to_write_heads_stops_nobody_is_retried_and_reported_once(
    path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("daemon.journal.heads.TIME_TO_HEADS", 0.01)
    heads_file(path).mkdir()
    tried = path.with_name("journal.heads.new")
    async with open_journal(path) as journal:
        await begin(journal)
        with trio.fail_after(60):
            for _ in range(3):
                while tried.exists():
                    with suppress(PermissionError):  # Windows deletes no file that is open
                        tried.unlink(missing_ok=True)  # the next attempt may have replaced it
                while not tried.exists():
                    await trio.lowlevel.checkpoint()
        assert len(await journal.games()) == 1

    assert caplog.text.count("journal.heads was not written") == 1


# Damage at random places.


Truth = dict[str, tuple[StoredRows, GameInfo]]


async def _play_some_games(journal: StoredJournal) -> None:
    """Several games side by side, with private notes; those with the lower targets end."""
    games = {
        f"2026-01-0{nth}-oak": entered(played_match("all-fives", {"target": 60 * nth}, 3, nth)) for nth in range(1, 6)
    }
    for start in range(0, 180, 3):
        for game, entries in games.items():
            brought = entries[start : start + 3]
            if brought:
                private: list[Private] = [CommandAccepted(f"k-{start}", "c", start + 1)]
                await journal.append(game, start, brought, [OAK, *private] if start == 0 else private)


async def _killed(folder: Path, copy: Path) -> Truth:
    path = folder / "journal.sqlite"
    async with open_journal(path) as journal:
        await _play_some_games(journal)
        infos = await journal.games()
        truth = {info.game: (await journal.read(info.game), info) for info in infos}
        for name in (path.name, f"{path.name}-wal"):
            shutil.copy(folder / name, copy)
    shutil.copy(heads_file(path), copy)
    return truth


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Truth]:
    """The files left by a daemon killed with some appends only in the WAL, and their contents."""
    copy = tmp_path_factory.mktemp("killed")
    truth = trio.run(_killed, tmp_path_factory.mktemp("played"), copy)
    assert {info.is_over for _, info in truth.values()} == {True, False}
    assert (copy / "journal.sqlite-wal").stat().st_size > 100_000
    return copy, truth


def _damage(folder: Path, chance: Random) -> None:
    """Damage the WAL or the main file at random: some bytes, a whole page, or everything from some place on."""
    file = folder / chance.choice(["journal.sqlite", "journal.sqlite-wal"])
    content = bytearray(file.read_bytes())
    at = chance.randrange(len(content))
    match chance.randrange(4):
        case 0:
            content[at] ^= 1 << chance.randrange(8)
        case 1:
            content[at : at + 30] = chance.randbytes(len(content[at : at + 30]))
        case 2:
            page = at // 4096 * 4096
            content[page : page + 4096] = bytes(len(content[page : page + 4096]))
        case _:
            del content[at:]
    file.write_bytes(content)


@pytest.mark.parametrize("place", range(PLACES))
async def test_damage_anywhere_is_reported_and_nothing_is_partly_read(
    killed: tuple[Path, Truth], tmp_path: Path, place: int
) -> None:
    files, truth = killed
    shutil.copytree(files, tmp_path, dirs_exist_ok=True)
    path = tmp_path / "journal.sqlite"
    _damage(tmp_path, Random(place))

    refusal: StoreError | None = None
    try:
        async with open_journal(path) as journal:
            unfinished = {info.game: info for info in await journal.games(unfinished_only=True)}
    except StoreError as error:
        refusal = error
    if refusal is not None:
        assert str(path) in str(refusal), "a file that is no journal any more is refused as a whole"
        assert "\n" not in str(refusal)
        return
    with open_reader(path) as reader:
        shown = {listed.game for listed in listed_games(reader)}
        assert truth.keys() <= shown | reader.damage.keys(), "each game is in the list of all games or named"
    with open_reader(path) as reader:
        reader.verify()
        listed = {info.game: info for info in reader.games()}
        found = {game: reader.read_undamaged(game) for game in truth}

    assert truth.keys() <= listed.keys() | reader.damage.keys(), "each game is listed or named"
    for game, (whole, info) in truth.items():
        stored, damage = found[game]
        assert stored.entries == whole.entries[: len(stored.entries)]
        assert stored.private == whole.private[: len(stored.private)]
        assert (damage is None) is (stored == whole)
        assert (game in reader.damage) is (damage is not None)
        if damage is None:
            assert listed[game] == info
        else:
            assert game not in unfinished, "no damaged game is restored"
