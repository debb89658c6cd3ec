"""Recorded games of every version, which every later release must be able to read (WIRE.md, "Record, version 1").

The files in `tests/records` are never regenerated: changes of the protocol must leave these games as they are. A new
version of the record, or a new event, adds a file.
"""

import json
from pathlib import Path

import pytest
from attrs import evolve

from protocol.frozen import frozen
from protocol.game.options import Number
from protocol.game.rules import Rules, option
from protocol.log.audit import audit
from protocol.log.events import WIRE_NAMES
from protocol.log.table import Stage, fold
from protocol.wire.converter import STRICT
from protocol.wire.record import Record, read_record, write_record

RECORDS = Path(__file__).parents[2] / "records"

HOW_THEY_ENDED = {
    "fives-and-threes": ((20, 17, 14, 21), (3,), 3),
    "playroom": ((21, 12, 17, 17, 14), (0,), 2),
    "cinq-et-trois": ((26, 31), (1,), 3),
    "all-fives": ((65, 30, 100), (2,), 3),
    "all-threes": ((39, 68), (1,), 2),
    "partners": ((96, 120), (1,), 2),
    "hints": ((60, 20), (0,), 2),
    "abandoned": ((22, 21, 9, 6), (), 2),
    "mixed": ((60, 15, 40), (0,), 2),
    "another-host": ((20, 31), (1,), 4),
    "played-on": ((28, 31), (1,), 5),
}
"""By file: the scores, the sides that won, and in which round."""


def lines_of(name: str) -> list[bytes]:
    return (RECORDS / f"{name}.jsonl").read_bytes().splitlines()


def record_of(name: str) -> Record:
    return read_record(lines_of(name))


def test_every_recorded_game_is_tested() -> None:
    assert {path.stem for path in RECORDS.glob("*.jsonl")} == HOW_THEY_ENDED.keys()


def test_the_recorded_games_contain_every_event() -> None:
    seen = {type(entry.event) for name in HOW_THEY_ENDED for entry in record_of(name).entries}

    assert seen == WIRE_NAMES.keys()


@pytest.mark.parametrize("name", HOW_THEY_ENDED)
def test_a_recorded_game_folds_to_its_final_table(name: str) -> None:
    scores, winners, round_number = HOW_THEY_ENDED[name]

    table = fold(entry.event for entry in record_of(name).entries)

    assert table.stage is Stage.OVER
    assert (table.scores, table.won_by) == (scores, winners)
    assert table.round is not None
    assert table.round.number == round_number


@pytest.mark.parametrize("name", HOW_THEY_ENDED)
def test_a_recorded_game_was_played_by_the_rules(name: str) -> None:
    assert audit(record_of(name).entries) is None


@frozen(kw_only=True)
class LaterRules(Rules):
    """The rules of a later release with an additional option."""

    stakes: int = option("stakes", Number.between(0, 9), "what each point is worth", in_old_logs=1)


@pytest.mark.parametrize("name", HOW_THEY_ENDED)
def test_an_option_added_later_defaults_to_the_behaviour_of_older_games(name: str) -> None:
    recorded = json.loads(lines_of(name)[1])["event"]["rules"]

    rules = STRICT.structure(recorded, LaterRules)

    assert rules.stakes == 1
    assert STRICT.unstructure(rules) == recorded
    assert STRICT.unstructure(evolve(rules, stakes=0)) == {**recorded, "stakes": 0}


@pytest.mark.parametrize("name", HOW_THEY_ENDED)
def test_a_recorded_game_is_written_again_byte_for_byte(name: str) -> None:
    record = record_of(name)

    assert b"".join(write_record(record.header, record.entries)).splitlines() == lines_of(name)
