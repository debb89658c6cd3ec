"""Then and now: a match whose deals were known, beside the one in which they were new."""

from collections.abc import Sequence
from functools import cache
from random import Random

from client.actions.panel import Grid, Panel, Passage, Row
from client.lines.panel_text import panel_lines
from client.model.model import Model
from client.panels.by_name import BY_NAME
from protocol.log.consequences import consequences
from protocol.log.deal import deal_again
from protocol.log.events import Event, MatchStarted, PlayedOn, RoundDealt, TilePlayed
from protocol.log.playing_on import part_to_play_on
from protocol.log.table import Stage, fold
from protocol.wire.messages import Welcome
from protocol.wire.record import Header, Record
from tests.client.at_table import AT, new_model
from tests.played import deal, entered, move, played_match, seen_from

RULES = {"target": "31"}
THEN = played_match("cinq-et-trois", RULES)


@cache
def again(chance: int = 0) -> Sequence[Event]:
    """The same match with the same deals, played with other chances."""
    random, start = Random(chance), THEN.index(MatchStarted(1))
    deals = {event.round: event for event in THEN if isinstance(event, RoundDealt)}
    events: list[Event] = [*THEN[:start], MatchStarted(2, repeats="g1")]
    table = fold(events)
    while table.stage is Stage.PLAYING:
        if table.turn is None:
            number = 1 if table.round is None else table.round.number + 1
            known = deals.get(number)
            following: Sequence[Event] = [deal(table, random) if known is None else deal_again(table, known, random)]
        else:
            following = consequences(table, move(table, random))[0]
        events += following
        table = fold(following, table)
    return events


def model_of(events: Sequence[Event], *, knows_then: bool = True) -> Model:
    """Ann's model after these events."""
    model = new_model()
    entries = seen_from(0, entered(events))
    model.receive(Welcome(1, "fivesd", "oak", "g2", 0, "t", 1, len(entries)))
    for entry in entries:
        model.receive(entry)
    if knows_then:
        model.earlier.add(Record(Header("g1", "oak", AT), tuple(seen_from(0, entered(THEN)))))
    return model


def panel(model: Model) -> Panel:
    return BY_NAME["comparison"](model)


def rows(model: Model) -> tuple[Row, ...]:
    (grid,) = [block for block in panel(model).blocks if isinstance(block, Grid)]
    return grid.rows


def sentences(model: Model) -> tuple[str, ...]:
    return tuple(line for block in panel(model).blocks if isinstance(block, Passage) for line in block.lines)


def test_the_totals_are_those_of_both_matches() -> None:
    now = again(3)
    was, is_ = fold(THEN).scores, fold(now).scores

    total = rows(model_of(now))[0]

    assert total.cells == ("Total", f"{was[0]} → {is_[0]}", f"{was[1]} → {is_[1]}")
    assert total.sentence == f"Then: you {was[0]}, Ben {was[1]}. Now: you {is_[0]}, Ben {is_[1]}."


def test_a_round_says_the_first_move_that_was_another_one() -> None:
    model = model_of(again(3))

    different = next(row.detail for row in rows(model)[1:] if row.detail)

    assert "Then: " in different
    assert "Now: " in different


def test_a_match_that_goes_as_it_did_then_differs_nowhere() -> None:
    same = [MatchStarted(2, repeats="g1") if isinstance(event, MatchStarted) else event for event in THEN]
    model = model_of(same)

    assert not any(row.detail for row in rows(model))
    number = len(rows(model)) - 1
    assert sentences(model) == (f"{number} rounds of {number} went as they did then.", "It counts in no statistics.")


def test_a_round_that_only_one_of_them_had_says_so() -> None:
    model = model_of(again(3)[:30])

    last = rows(model)[-1]

    assert "only then" in last.sentence
    assert last.cells[1].endswith("→ –")


def test_read_aloud_it_needs_no_columns() -> None:
    lines = list(panel_lines(panel(model_of(again(3)))))

    assert lines[0] == "Points then → points now:"
    assert lines[2].startswith("Round 1. Then: you ")
    assert not any("→" in line for line in lines[1:])


def test_rounds_of_a_match_that_is_played_on_have_other_tiles_later() -> None:
    part = [entry.event for entry in part_to_play_on(entered(THEN), 12)]
    events: list[Event] = [*part, PlayedOn("g1", 0, ("Ann", "Ben"), "club")]
    table, random = fold(events), Random(7)
    while table.stage is Stage.PLAYING:
        following = [deal(table, random)] if table.turn is None else consequences(table, move(table, random))[0]
        events += following
        table = fold(following, table)

    details = [row.detail for row in rows(model_of(events))[1:]]

    both = min(len(details), sum(isinstance(event, RoundDealt) for event in THEN))
    assert details[1:both] == ["The tiles of this round are others than then."] * (both - 1)


def test_without_the_first_match_there_is_nothing_to_compare() -> None:
    assert "cannot compare" in sentences(model_of(again(), knows_then=False))[0]
    assert "its own" in sentences(model_of(THEN))[0]


def test_a_record_on_this_machine_will_do() -> None:
    model = model_of(again(3), knows_then=False)
    record = Record(Header("g1", "oak", AT), tuple(entered(THEN)))
    model.earlier.find = {"g1": record}.get

    assert rows(model)[0].cells[0] == "Total"


def test_the_match_that_was_left_is_remembered_for_its_rematch() -> None:
    model = model_of(THEN, knows_then=False)
    entries = seen_from(0, entered(again(3)))

    model.receive(Welcome(1, "fivesd", "oak", "g3", 0, "t", 1, len(entries)))

    assert model.earlier.records[-1].header.game == "g2"
    assert sum(isinstance(entry.event, TilePlayed) for entry in model.earlier.records[-1].entries) > 10


def test_a_host_that_names_a_match_of_others_is_not_believed() -> None:
    model = model_of(again(3), knows_then=False)
    others = played_match("all-fives", {"target": "60"}, seats=3, chance=2)
    model.earlier.add(Record(Header("g1", "oak", AT), tuple(entered(others))))

    assert "cannot compare" in sentences(model)[0]
