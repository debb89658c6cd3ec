"""Whole matches through real sockets: every client folds the same game, and none receives a tile it may not know."""

import json
from pathlib import Path
from typing import Any

import pytest
import trio

from daemon.journal.sqlite_journal import open_journal
from protocol.game.presets import PRESETS, make_rules
from protocol.log.audit import audit
from protocol.log.events import Entry, MatchWon
from protocol.log.sight import Viewer, see
from protocol.log.table import empty_table, evolve
from protocol.wire.codec import encode_event
from protocol.wire.messages import OpenTable, Role
from tests.end_to_end.knowledge import LeakError, check_lines, tiles_in
from tests.end_to_end.playing import Person, person, served
from tests.played import NAMES

TABLES = {
    "fives-and-threes": OpenTable("fives-and-threes"),
    "fives-and-threes with partners": OpenTable(
        "fives-and-threes", {"partners": "yes", "chip_out": "both", "knock_bonus": 1}
    ),
    "playroom": OpenTable("playroom", seats=4),
    "cinq-et-trois": OpenTable("cinq-et-trois"),
    "all-fives": OpenTable("all-fives", {"spinner_count": "sniff"}, seats=4),
    "all-threes": OpenTable("all-threes", seats=3),
    "pub": OpenTable("pub", seats=4),
}


def test_every_preset_is_tested_here() -> None:
    assert {table.rules for table in TABLES.values()} == set(PRESETS)


async def play_out(data: Path, table: OpenTable) -> tuple[list[Person], list[Entry]]:
    """All clients at the table, the spectator last, and the log as stored on disk."""
    _, seats = make_rules(PRESETS[table.rules], table.set, table.seats)
    async with served(data, table) as port, trio.open_nursery() as nursery:
        people = [await person(port, name) for name in NAMES[:seats]]
        people.append(await person(port, "Wim", Role.SPECTATOR))
        for one in people:
            nursery.start_soon(one.play)
    async with open_journal(data / "journal.sqlite") as journal:
        (info,) = await journal.games()
        return people, list((await journal.read(info.game)).entries)


@pytest.mark.usefixtures("plain_or_over_tls")
@pytest.mark.parametrize("name", TABLES)
async def test_all_clients_see_the_same_match_with_their_own_hidden_tiles(name: str, tmp_path: Path) -> None:
    people, entries = await play_out(tmp_path, TABLES[name])

    assert isinstance(entries[-1].event, MatchWon)
    assert audit(entries) is None
    log = {entry.seq: json.loads(encode_event(entry.event)) for entry in entries}
    for one in people:
        viewer = Viewer(one.client.seat)
        assert [entry.seq for entry in one.client.session.entries] == list(range(1, len(entries) + 1))
        assert len(one.tables) == len(entries)
        table = empty_table()
        for entry, seen in zip(entries, one.tables, strict=True):
            table = evolve(table, see(entry.event, viewer).event)
            assert seen == table, f"{viewer} after entry {entry.seq}"
        assert check_lines(one.client.lines, log, one.client.seat) > 0, "something was kept from everybody"
    assert sum(one.refusals for one in people) > 0, "what is refused is looked at too"
    assert {one.client.seat for one in people} == {*range(len(people) - 1), None}


# The check itself can fail.

LOG: dict[int, dict[str, Any]] = {
    1: {"type": "round_dealt", "hands": [["6-4"], ["5-5"]], "boneyard": ["1-0"], "chosen_by": "5-5", "lead": None},
    2: {"type": "tile_drawn", "seat": 0, "tile": "1-0"},
    3: {"type": "tile_played", "seat": 1, "tile": "5-5"},
    4: {"type": "round_ended", "hands": [["6-4", "1-0"], []], "boneyard": ["2-0"], "drawn": ["1-0"]},
}


def line(seq: int, text: str) -> bytes:
    return json.dumps({"type": "entry", "seq": seq, "at": "2026-01-02T03:04:05.678Z", "event": text}).encode()


def test_tiles_are_found_anywhere_and_dates_are_not_tiles() -> None:
    assert tiles_in(b'{"detail":"6-4 fits, 12-10 does not","at":"2026-11-20T19:05:06.123Z","x":["1-0"]}') == {
        "6-4",
        "12-10",
        "1-0",
    }
    assert tiles_in(b'{"game":"2026-11-20-oak-b56760","token":"a6-4b_1-2"}') == set()


@pytest.mark.parametrize(
    ("seat", "lines"),
    [
        (None, [line(1, "6-4")]),
        (1, [line(1, "6-4")]),
        (0, [line(1, "1-0")]),
        (1, [line(1, ""), line(2, "1-0")]),
        (None, [line(1, ""), b'{"type":"refused","detail":"6-4"}']),
        (0, [line(1, ""), line(2, ""), line(3, ""), line(4, ""), line(1, "2-0")]),
    ],
)
def test_a_leaked_tile_is_found(seat: int | None, lines: list[bytes]) -> None:
    with pytest.raises(LeakError):
        check_lines(lines, LOG, seat)


@pytest.mark.parametrize("seat", [0, 1, None])
def test_permitted_knowledge_is_not_a_leak(seat: int | None) -> None:
    own = {0: "6-4", 1: "5-5", None: ""}[seat]
    drawn = "1-0" if seat == 0 else ""

    kept = check_lines([line(1, f"{own} 5-5"), line(2, drawn), line(3, "5-5"), line(4, "6-4 1-0 2-0")], LOG, seat)

    assert kept > 0
