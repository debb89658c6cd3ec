"""Records for tests: one of every version, and small ones with chosen entries."""

from pathlib import Path

from client.replay.cursor import Replay
from client.store.saved_records import read_file
from protocol.game.layout import Arm
from protocol.game.presets import PRESETS, make_rules
from protocol.game.tiles import parse_tile, set_of_tiles
from protocol.log.events import (
    Entry,
    Event,
    MatchAbandoned,
    MatchStarted,
    RoundDealt,
    Said,
    SeatTaken,
    TableOpened,
    TableOptions,
    TilePlayed,
)
from protocol.wire.record import Header, Record
from tests.protocol.table_notation import hand_of

HOSTILE = "<script>steal()</script>\"'><img src=x onerror=steal()>&lt;"
RECORDS = Path(__file__).parents[1] / "records"
ALL = sorted(path.stem for path in RECORDS.glob("*.jsonl"))


def record_of(name: str) -> Record:
    return read_file(RECORDS / f"{name}.jsonl")


def replay_of(name: str) -> Replay:
    return Replay(record_of(name))


def small_record(*events: Event, preset: str = "cinq-et-trois", ann: str = "6-3 5-5", ben: str = "6-6 3-1") -> Record:
    """Ann, who leads, and Ben, with these hands and these moves: entries 1 to 3 seat them, 4 starts, 5 deals."""
    rules, seats = make_rules(PRESETS[preset])
    hands = (hand_of(ann), hand_of(ben))
    rest = tuple(tile for tile in set_of_tiles(6) if tile not in (*hands[0], *hands[1]))
    before = (
        TableOpened(preset, rules, seats, TableOptions()),
        SeatTaken(0, "Ann"),
        SeatTaken(1, "Ben", "club"),
        MatchStarted(1),
        RoundDealt(1, hands, rest, 0, None, None),
    )
    entries = tuple(Entry(seq, "", event) for seq, event in enumerate((*before, *events), start=1))
    return Record(Header("g", "oak", ""), entries)


def laid(seat: int, tile: str, arm: Arm) -> TilePlayed:
    return TilePlayed(seat, parse_tile(tile), arm)


def talkative_record() -> Record:
    """Ann greets before the deal and after her play, and Ben after the match is abandoned: entries 5, 8 and 10."""
    record = small_record(laid(0, "6-3", Arm.START), Said(0, "Ann", "lucky me"), MatchAbandoned((3, 0)))
    *before, deal, play, said, end = (entry.event for entry in record.entries)
    events = (*before, Said(0, "Ann", "hello Ben"), deal, play, said, end, Said(1, "Ben", "bye Ann"))
    return Record(record.header, tuple(Entry(seq, "", event) for seq, event in enumerate(events, start=1)))


def hostile_record() -> Record:
    """A game of a player who puts markup into every text."""
    record = small_record(Said(1, HOSTILE, HOSTILE))
    entries = tuple(
        type(entry)(entry.seq, HOSTILE, SeatTaken(1, HOSTILE, HOSTILE))
        if isinstance(entry.event, SeatTaken) and entry.event.seat == 1
        else entry
        for entry in record.entries
    )
    return Record(Header(HOSTILE, HOSTILE, HOSTILE), entries)
