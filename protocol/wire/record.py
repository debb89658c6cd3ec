"""A game as a portable file: a header line, then one line per entry, nothing hidden (WIRE.md, "Record, version 1").

Here: reading and writing its lines, and filling in the tiles of a finished round that a client could not see at first.
Not here: files and folders (each program has its own), and whether the game follows its rules (`audit`).
"""

import re
from collections.abc import Iterable, Iterator
from datetime import datetime
from itertools import count, pairwise
from typing import Any, BinaryIO, Final

from attrs import evolve as changed

from protocol.clean import brief
from protocol.frozen import frozen
from protocol.game.tiles import HIDDEN, Hand, Tile, known_tiles
from protocol.log.events import (
    WIRE_NAMES,
    Entry,
    MatchAbandoned,
    MatchWon,
    RoundDealt,
    RoundEnded,
    SeatTaken,
    StandInSeated,
    TableOpened,
    TileDrawn,
    TilePlayed,
)
from protocol.log.sanity import misfit
from protocol.log.table import Table, empty_table, evolve
from protocol.wire.codec import MalformedError, UnknownEventError, dump, encode_entry, event_of, load
from protocol.wire.exact import text

VERSION: Final = 1
LONGEST_LINE: Final = 1024 * 1024
"""More bytes than any line of a record has."""


_OF_OUTCOME: Final = (SeatTaken, StandInSeated, MatchWon, MatchAbandoned)
_IS_OF_OUTCOME: Final = re.compile(
    b'"type":"(?:%b)"' % b"|".join(WIRE_NAMES[event].encode() for event in _OF_OUTCOME)
).search
"""Finds the lines of these events, and perhaps a line in which somebody said the same."""
_TIME: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z")


class RecordError(Exception):
    """The file is not a complete record. `line` is the number of the wrong line, from 1; 0 if there is no line."""

    def __init__(self, line: int, text: str) -> None:
        super().__init__(f"line {line}: {text}" if line else text)
        self.line = line


@frozen
class Header:
    """The first line: the game, its table, and when it began."""

    game: str
    table: str
    at: str


@frozen
class Record:
    """A game read from a file; `entries` are numbered from 1 without gaps."""

    header: Header
    entries: tuple[Entry, ...]


def write_record(header: Header, entries: Iterable[Entry]) -> Iterator[bytes]:
    """The lines of a record."""
    yield encode_header(header)
    yield from map(encode_entry, entries)


def encode_header(header: Header) -> bytes:
    """The first line of a record; `encode_entry` writes the others."""
    return dump({"record": "fives", "version": VERSION, "game": header.game, "table": header.table, "at": header.at})


def lines_in(file: BinaryIO) -> Iterator[bytes]:
    """The lines of a file. Raises `RecordError` at a line that is too long for a record.

    So a file without an end, such as a device, is refused at its first line.
    """
    for number in count(1):
        line = file.readline(LONGEST_LINE + 1)
        if len(line) > LONGEST_LINE:
            raise RecordError(number, f"this is not the record of a game: a line is longer than {LONGEST_LINE} bytes")
        if not line:
            return
        yield line


def read_record(lines: Iterable[bytes]) -> Record:
    """The game in these lines. Raises `RecordError` at the first damaged line; no line is skipped."""
    numbered = enumerate(lines, start=1)
    header = _header(next(numbered, (1, b""))[1])
    entries: list[Entry] = []
    table: Table | None = None
    for number, line in numbered:
        entry = _entry(number, line, due=len(entries) + 1)
        fault = misfit(table, entry.event)
        if fault is not None:
            raise RecordError(number, f"this entry does not belong to the game before it: {fault}")
        table = evolve(empty_table() if table is None else table, entry.event)
        entries.append(entry)
    return Record(header, tuple(entries))


def read_outcome(lines: Iterable[bytes]) -> Record | None:
    """The header of a game that counts for a league, with its opening, its end, and who sat down; None for any other.

    All other lines are skipped, unread. Raises `RecordError`.
    """
    numbered = enumerate(lines, start=1)
    header = _header(next(numbered, (1, b""))[1])
    opening = _entry(*next(numbered, (2, b"")), due=1)
    if not isinstance(opening.event, TableOpened) or opening.event.board is None:
        return None
    found = [_entry(number, line, due=number - 1) for number, line in numbered if _IS_OF_OUTCOME(line)]
    return Record(header, (opening, *(entry for entry in found if isinstance(entry.event, _OF_OUTCOME))))


def entries_back_in_time(record: Record) -> tuple[int, ...]:
    """The numbers of the entries with an earlier time than the line before, which may be the header.

    Daemons no longer write such entries, but old records may have them if the host's clock was set back.
    """
    times = [record.header.at, *(entry.at for entry in record.entries)]
    return tuple(seq for seq, (before, at) in enumerate(pairwise(times), start=1) if at < before)


def _object(number: int, line: bytes) -> dict[str, Any]:
    try:
        value = load(line, names_once=True)
    except MalformedError as error:
        raise RecordError(number, str(error)) from None
    if not isinstance(value, dict):
        raise RecordError(number, "not an object")
    return value


def _text(number: int, value: dict[str, Any], name: str) -> str:
    try:
        return text(value.get(name), str)
    except (TypeError, ValueError) as error:
        raise RecordError(number, f"{name}: {error}") from None


def _time(number: int, value: dict[str, Any]) -> str:
    at = _text(number, value, "at")
    try:
        if _TIME.fullmatch(at):
            datetime.fromisoformat(at)
            return at
    except ValueError:
        pass
    raise RecordError(number, f"at: {brief(at)} is not a time in UTC, like 2026-11-20T19:53:05.426Z")


def _header(line: bytes) -> Header:
    if not line:
        raise RecordError(0, "the file is empty")
    value = _object(1, line) if line.startswith(b"{") else {}
    if value.get("record") != "fives":
        raise RecordError(1, "this is not the record of a game")
    version = value.get("version")
    if type(version) is not int or version != VERSION:
        raise RecordError(1, f"this record has version {brief(version)}, but this release reads version {VERSION}")
    return Header(_text(1, value, "game"), _text(1, value, "table"), _time(1, value))


def _entry(number: int, line: bytes, due: int) -> Entry:
    value = _object(number, line)
    if value.keys() != {"seq", "at", "event"}:
        raise RecordError(number, "an entry must have exactly the fields seq, at and event")
    if value["seq"] != due or type(value["seq"]) is not int:
        raise RecordError(number, f"this is entry {value['seq']!r}, but entry {due} has to follow here")
    try:
        return Entry(due, _time(number, value), event_of(value["event"]))
    except UnknownEventError as error:
        raise RecordError(number, f"{error}; perhaps a later release wrote this") from None
    except MalformedError as error:
        raise RecordError(number, str(error)) from None


def with_rounds_opened(entries: Iterable[Entry]) -> list[Entry]:
    """The entries as one seat saw them, with hidden tiles filled in from the end of each finished round.

    A round that never ended keeps its hidden tiles.
    """
    opened = list(entries)
    dealt_at: int | None = None
    for at, entry in enumerate(opened):
        if isinstance(entry.event, RoundDealt):
            dealt_at = at
        elif isinstance(entry.event, RoundEnded) and dealt_at is not None:
            opened[dealt_at : at + 1] = _opened_round(opened[dealt_at : at + 1], entry.event)
            dealt_at = None
    return opened


def _opened_round(entries: list[Entry], end: RoundEnded) -> list[Entry]:
    """A round's entries with nothing hidden. A hidden hand is in order, as hosts deal it.

    If folding to the end would then not give the same hands, it begins with the tiles that were left of it.
    """
    deal = entries[0].event
    assert isinstance(deal, RoundDealt)
    drawn = iter(end.drawn)
    opened: list[Entry] = []
    hands = [list(hand) for hand in end.hands]
    for entry in entries:
        event = entry.event
        if isinstance(event, TileDrawn):
            event = changed(event, tile=next(drawn, event.tile))
        opened.append(changed(entry, event=event))
    for entry in reversed(opened):
        if isinstance(entry.event, TilePlayed):
            hands[entry.event.seat].append(entry.event.tile)
        elif isinstance(entry.event, TileDrawn) and entry.event.tile in hands[entry.event.seat]:
            hands[entry.event.seat].remove(entry.event.tile)
    whole = tuple(
        seen if HIDDEN not in seen and seen else _in_order(known_tiles(hand), end.hands[seat])
        for seat, (seen, hand) in enumerate(zip(deal.hands, hands, strict=True))
    )
    opened[0] = changed(entries[0], event=changed(deal, hands=whole, boneyard=(*end.drawn, *end.boneyard)))
    return opened


def _in_order(hand: tuple[Tile, ...], left: Hand) -> Hand:
    """A dealt hand, sorted if the tiles that were left of it are; they come first in it."""
    in_order = sorted(hand, reverse=True)
    kept = [tile for tile in left if tile in hand]
    return tuple(in_order) if [tile for tile in in_order if tile in kept] == kept else hand
