"""A game as a file: writing, reading, and the faults of damaged ones (WIRE.md, "Record, version 1")."""

import io
import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from protocol.game.presets import PRESETS
from protocol.log.audit import audit
from protocol.log.events import Entry, RoundDealt, RoundEnded, TileDrawn
from protocol.log.table import fold
from protocol.wire.record import (
    Header,
    Record,
    RecordError,
    entries_back_in_time,
    lines_in,
    read_record,
    with_rounds_opened,
    write_record,
)
from tests.played import entered, seen_from, tables_of
from tests.protocol.table_notation import random_match

HEADER = Header("g1", "oak", "2026-01-02T03:04:05.678Z")
GAME = entered(random_match("all-fives", {"max_rounds": 2}, 3, Random(3)))
LINES = list(write_record(HEADER, GAME))


def damaged(at: int, line: bytes) -> list[bytes]:
    """The record with this line replaced; lines count from 1."""
    return [*LINES[: at - 1], line, *LINES[at:]]


def fault_of(lines: list[bytes]) -> RecordError:
    with pytest.raises(RecordError) as fault:
        read_record(lines)
    assert str(fault.value).startswith(f"line {fault.value.line}: ")
    assert "\n" not in str(fault.value)
    return fault.value


# Writing and reading.


@pytest.mark.parametrize("preset", PRESETS)
def test_a_game_is_read_as_it_was_written(preset: str) -> None:
    game = entered(random_match(preset, {"max_rounds": 2}, None, Random(3)))

    assert read_record(write_record(HEADER, game)) == Record(HEADER, tuple(game))


def test_a_record_reads_line_by_line_in_any_language() -> None:
    header, first, *_ = map(json.loads, LINES)

    assert header == {"record": "fives", "version": 1, "game": "g1", "table": "oak", "at": HEADER.at}
    assert first.keys() == {"seq", "at", "event"}
    assert (first["seq"], first["event"]["type"]) == (1, "table_opened")
    assert [json.loads(line)["seq"] for line in LINES[1:]] == list(range(1, len(LINES)))
    assert all(line.endswith(b"\n") for line in LINES)
    assert all(line.count(b"\n") == 1 for line in LINES)


def test_nothing_is_masked_in_a_record() -> None:
    dealt = next(json.loads(line)["event"] for line in LINES if b'"round_dealt"' in line)

    assert all(tile is not None for hand in (*dealt["hands"], dealt["boneyard"]) for tile in hand)


@pytest.mark.parametrize("upto", range(1, len(LINES) + 1, 9))
def test_a_record_of_an_unfinished_game_ends_earlier(upto: int) -> None:
    assert len(read_record(LINES[:upto]).entries) == upto - 1


def test_a_record_with_hidden_tiles_can_be_read() -> None:
    """A client's record of a round that never ended: hidden tiles are values like any other."""
    seen = seen_from(1, GAME[:30])

    assert read_record(write_record(HEADER, seen)).entries == tuple(seen)


def test_lines_may_end_with_crlf() -> None:
    assert read_record(line.replace(b"\n", b"\r\n") for line in LINES).entries == tuple(GAME)
    assert read_record(line.rstrip(b"\n") for line in LINES).entries == tuple(GAME)


# Damage: reported by its line, and reading stops there.

DAMAGE = {
    "half a line": LINES[9][: len(LINES[9]) // 2],
    "nothing": b"\n",
    "no JSON": b"hello\n",
    "two entries in one line": LINES[9].rstrip() + LINES[10],
    "a list": b"[]\n",
    "no UTF-8": LINES[9].replace(b'"seq"', b'"s\xffq"'),
    "a number where the event was": b'{"seq":9,"at":"2026-01-02T03:04:06.000Z","event":5}\n',
    "no event": b'{"seq":9,"at":"2026-01-02T03:04:06.000Z"}\n',
    "a field too many": LINES[9].replace(b'"seq"', b'"by":"Eve","seq"'),
    "a field too many in the event": LINES[9].replace(b'{"type"', b'{"by":"Eve","type"'),
    "a time that is none": b'{"seq":9,"at":5,"event":{"type":"said","seat":null,"name":"a","text":"b"}}\n',
    "half a character": b'{"seq":9,"at":"\\ud800","event":{"type":"said","seat":null,"name":"a","text":"b"}}\n',
    "NaN": b'{"seq":9,"at":"2026-01-02T03:04:06.000Z","event":{"type":"match_started","match":NaN}}\n',
    "a number in quotes": b'{"seq":9,"at":"2026-01-02T03:04:06.000Z","event":{"type":"knocked","seat":"1"}}\n',
    "a seat that is not there": b'{"seq":9,"at":"2026-01-02T03:04:06.000Z","event":{"type":"knocked","seat":99}}\n',
    "a field told twice": LINES[9].replace(b'"seq"', b'"seq":9,"seq"'),
    "a field told twice in the event": LINES[9].replace(b'{"type"', b'{"seat":0,"seat":0,"type"'),
    "a number told twice": LINES[8],
    "a number left out": LINES[10],
    "a number that is none": LINES[9].replace(b'"seq":9', b'"seq":"9"'),
    "a number with a fraction": LINES[9].replace(b'"seq":9', b'"seq":9.0'),
    "deep nesting": b'{"seq":9,"at":"2026-01-02T03:04:06.000Z","event":' + b"[" * 980 + b"]" * 980 + b"}\n",
    "deeper nesting": b"[" * 100_000,
}


@pytest.mark.parametrize("what", DAMAGE)
def test_a_damaged_line_is_reported_with_its_number(what: str) -> None:
    assert fault_of(damaged(10, DAMAGE[what])).line == 10


@pytest.mark.parametrize(
    "time",
    [
        "",
        "x",
        "yesterday",
        "2026-01-02",
        "2026-01-02T03:04:05Z",
        "2026-01-02T03:04:05.678",
        "2026-01-02T03:04:05.678+00:00",
        "2026-01-02t03:04:05.678z",
        "2026-01-02T03:04:05.678Z\n",
        "2026-02-30T03:04:05.678Z",
        "2026-01-02T25:04:05.678Z",
        "0000-01-02T03:04:05.678Z",
        "２026-01-02T03:04:05.678Z",
    ],
)
def test_a_time_has_only_one_spelling(time: str) -> None:
    at = json.loads(LINES[9])["at"].encode()

    assert "is not a time in UTC, like" in str(
        fault_of(damaged(10, LINES[9].replace(at, json.dumps(time).encode()[1:-1])))
    )


def test_entries_with_earlier_times_than_the_previous_line_are_reported() -> None:
    """The line before entry 1 is the header's."""
    times = [HEADER.at, "2026-01-02T03:04:05.677Z", "2026-01-02T03:04:09.000Z", "2026-01-02T03:04:08.999Z", HEADER.at]
    entries = tuple(evolve(entry, at=at) for entry, at in zip(GAME, times[1:], strict=False))

    assert entries_back_in_time(Record(HEADER, entries)) == (1, 3, 4)
    assert entries_back_in_time(read_record(LINES)) == (1,)


def test_a_missing_line_is_reported_with_the_number_of_the_next() -> None:
    fault = fault_of([*LINES[:9], *LINES[10:]])

    assert fault.line == 10
    assert "this is entry 10, but entry 9 has to follow here" in str(fault)


def test_a_truncated_last_line_is_reported() -> None:
    assert fault_of([*LINES[:-1], LINES[-1][:-10]]).line == len(LINES)


def test_nothing_is_read_after_a_damaged_line() -> None:
    def lines() -> Iterator[bytes]:
        yield from LINES[:9]
        yield b"damaged\n"
        pytest.fail("it read on")

    with pytest.raises(RecordError):
        read_record(lines())


def test_an_event_of_a_later_release_is_reported_as_such() -> None:
    line = b'{"seq":9,"at":"2026-01-02T03:04:06.000Z","event":{"type":"tile_turned","seat":1}}\n'

    assert "perhaps a later release wrote this" in str(fault_of(damaged(10, line)))


@pytest.mark.parametrize(
    ("header", "says"),
    [
        (b"\n", "not the record of a game"),
        (b"hello\n", "not the record of a game"),
        (b'{"record":"fives"\n', "not JSON"),
        (b"{}\n", "not the record of a game"),
        (b"[]\n", "not the record of a game"),
        (LINES[1], "not the record of a game"),
        (LINES[0].replace(b'"fives"', b'"chess"'), "not the record of a game"),
        (LINES[0].replace(b'"version":1', b'"version":2'), "version 2, but this release reads version 1"),
        (LINES[0].replace(b'"version":1', b'"version":"1"'), "version '1'"),
        (LINES[0].replace(b',"version":1', b""), "version null"),
        (LINES[0].replace(b'"version":1', b'"version":true'), "version true"),
        (LINES[0].replace(b'"version":1', b'"version":1.0'), "version 1.0"),
        (LINES[0].replace(b'"game"', b'"version":1,"game"'), "field 'version' twice"),
        (LINES[0].replace(b"T03:04", b" 03:04"), "at: '2026-01-02 03:04:05.678Z' is not a time"),
        (LINES[0].replace(b'"oak"', b"5"), "table: 5 is not text"),
        (LINES[0].replace(b'"oak"', b'"\\udcff"'), "lone surrogate"),
        (LINES[0].replace(b'"table":"oak",', b""), "table: null is not text"),
    ],
)
def test_the_first_line_must_identify_the_file(header: bytes, says: str) -> None:
    fault = fault_of(damaged(1, header))

    assert fault.line == 1
    assert says in str(fault)


def test_an_endless_file_is_not_a_record() -> None:
    class Endless(io.RawIOBase):
        def readable(self) -> bool:
            return True

        def readinto(self, buffer: Any, /) -> int:
            buffer[:] = b"x" * len(buffer)
            return len(buffer)

    with pytest.raises(RecordError, match="line 1: this is not the record"):
        read_record(lines_in(io.BufferedReader(Endless())))


def test_an_empty_file_is_not_a_record() -> None:
    with pytest.raises(RecordError, match=r"^the file is empty$"):
        read_record([])


@given(st.integers(0, len(LINES) - 1), st.integers(0), st.binary(min_size=1, max_size=3))
def test_any_damage_is_found_or_gives_another_valid_record(at: int, where: int, what: bytes) -> None:
    line = LINES[at]
    where %= len(line)
    lines = damaged(at + 1, line[:where] + what + line[where + len(what) :])
    damaged_line = None
    try:
        audit(read_record(lines).entries)
    except RecordError as fault:
        damaged_line = fault.line
    assert damaged_line is None or at + 1 <= damaged_line <= len(LINES)


# A seat's own record, with hidden tiles revealed at the ends of rounds.


@given(st.integers(), st.sampled_from(list(PRESETS)), st.sampled_from([None, 0, 1]))
def test_the_end_of_a_round_reveals_its_hidden_tiles(chance: int, preset: str, seat: int | None) -> None:
    game = entered(random_match(preset, {"max_rounds": 3}, None, Random(chance)))
    opened = with_rounds_opened(seen_from(seat, game))

    assert audit(opened) is None
    assert fold(entry.event for entry in opened) == fold(entry.event for entry in game)
    for entry, true in zip(opened, game, strict=True):
        if isinstance(true.event, RoundDealt):
            assert isinstance(entry.event, RoundDealt)
            assert [sorted(map(str, hand)) for hand in entry.event.hands] == [
                sorted(map(str, hand)) for hand in true.event.hands
            ]
            assert entry.event.boneyard == true.event.boneyard
            if seat is not None:
                assert entry.event.hands[seat] == true.event.hands[seat]
        else:
            assert entry == true


@pytest.mark.parametrize("preset", PRESETS)
def test_an_opened_record_folds_to_the_real_table_at_every_entry(preset: str) -> None:
    game = entered(random_match(preset, {"max_rounds": 2}, None, Random(8)))
    opened = with_rounds_opened(seen_from(None, game))

    for ours, true in zip(
        tables_of(entry.event for entry in opened), tables_of(entry.event for entry in game), strict=True
    ):
        assert (ours.turn, ours.scores, ours.stage) == (true.turn, true.scores, true.stage)
        if ours.round is not None and true.round is not None:
            assert list(map(frozenset, ours.round.hands)) == list(map(frozenset, true.round.hands))
            assert ours.round.layout == true.round.layout


def test_an_unfinished_round_keeps_its_hidden_tiles() -> None:
    last_deal = max(at for at, entry in enumerate(GAME) if isinstance(entry.event, RoundDealt))
    seen = seen_from(0, GAME[: last_deal + 8])
    opened = with_rounds_opened(seen)

    assert opened[last_deal:] == seen[last_deal:]
    assert opened[:last_deal] != seen[:last_deal]


def test_a_game_without_hidden_tiles_is_unchanged() -> None:
    assert with_rounds_opened(GAME) == GAME
    assert with_rounds_opened([]) == []


def test_tiles_drawn_by_others_are_revealed_too() -> None:
    drawn = [entry for entry in GAME if isinstance(entry.event, TileDrawn)]
    ended = any(isinstance(entry.event, RoundEnded) for entry in GAME)

    assert drawn
    assert ended
    opened: list[Entry] = with_rounds_opened(seen_from(None, GAME))
    assert [entry for entry in opened if isinstance(entry.event, TileDrawn)] == drawn
