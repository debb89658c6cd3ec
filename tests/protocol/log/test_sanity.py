"""Possible and impossible events from a daemon or a file: right types, absurd values (DESIGN.md, "hostile")."""

import tracemalloc
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from attrs import evolve as changed
from hypothesis import given
from hypothesis import strategies as st

from protocol.game.layout import Arm
from protocol.game.presets import PRESETS
from protocol.game.scoring import reachable_sums
from protocol.game.tiles import set_of_tiles
from protocol.log.choices import choices, plays_of, worth
from protocol.log.events import (
    Entry,
    Event,
    HintTaken,
    HowMatchWon,
    HowRoundEnded,
    Knocked,
    MatchAbandoned,
    MatchStarted,
    MatchWon,
    Paused,
    PlayerReturned,
    RoundDealt,
    RoundEnded,
    Said,
    Scored,
    SeatLeft,
    SeatTaken,
    StandInSeated,
    TableOpened,
    TableOptions,
    TileDrawn,
    TilePlayed,
)
from protocol.log.sanity import misfit
from protocol.log.sight import Viewer, see
from protocol.log.table import Stage, Table, empty_table, evolve, fold
from protocol.wire.codec import decode_event, encode_event
from protocol.wire.record import with_rounds_opened
from tests.played import entered
from tests.protocol.table_notation import hand_of, hands_of, random_match, round_of, rules_of, seated_table, tile_of


def opening(**other: Any) -> TableOpened:
    return changed(TableOpened("all-fives", rules_of("all-fives"), 2, TableOptions()), **other)


@given(st.integers(), st.sampled_from(list(PRESETS)), st.sampled_from([None, 0, 1, "everything"]))
def test_a_real_game_has_no_impossible_entry(chance: int, preset: str, seat: int | str | None) -> None:
    viewer = Viewer(sees_all=True) if isinstance(seat, str) else Viewer(seat)
    table: Table | None = None
    for event in random_match(preset, {"max_rounds": 2}, None, Random(chance)):
        seen = see(event, viewer).event
        assert misfit(table, seen) is None
        table = evolve(table or empty_table(), seen)


# The opening.


def test_a_game_begins_with_its_table_once() -> None:
    assert misfit(None, opening()) is None
    assert str(misfit(None, Knocked(0))) == "a game begins with table_opened"
    assert str(misfit(fold([opening()]), opening())) == "table_opened can only be the first entry of a game"


@pytest.mark.parametrize("seats", [-1, 0, 1, 13, 10**9, 2**53])
def test_an_impossible_number_of_seats_is_found(seats: int) -> None:
    assert str(misfit(None, opening(seats=seats))) == f"a table cannot have {seats} seats"


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("max_pip", 7),
        ("max_pip", 1_000_000),
        ("max_pip", -6),
        ("hand", 0),
        ("hand", -7),
        ("hand", 2**53),
        ("divisors", ()),
        ("divisors", (0,)),
        ("divisors", (5, 5)),
        ("divisors", (2,)),
        ("knock_bonus", -1),
        ("pips_divisor", 7),
        ("reserve", 3),
        ("target", 0),
        ("max_rounds", 0),
        ("target", 2**53),
    ],
)
def test_an_impossible_value_of_a_rule_is_found(option: str, value: Any) -> None:
    """A divisor of 0 would cause a division by zero; a set of a million pips would be created."""
    fault = misfit(None, opening(rules=changed(rules_of("all-fives"), **{option: value})))

    assert fault is not None
    assert option in str(fault)


def test_impossible_hands_and_partners_are_found() -> None:
    assert str(misfit(None, opening(rules=changed(rules_of("all-fives"), hand=15)))) == "2 hands of 15 cannot be dealt"
    assert str(misfit(None, opening(rules=changed(rules_of("all-fives"), partners=True)))) == "partners need four seats"
    assert misfit(None, opening(options=TableOptions(grace=-1))) is not None


def test_a_preset_of_a_later_release_is_possible() -> None:
    """The rules of the table contain everything needed."""
    assert misfit(None, opening(preset="muggins")) is None


# Impossible next events.

SEATING = fold([opening(), SeatTaken(0, "Ann")])
FULL = fold([opening(), SeatTaken(0, "Ann"), SeatTaken(1, "Uma", "club")])
SEATED = seated_table("all-fives", {"hand": 12})


def a_round(turn: int = 0, boneyard: str = "? ?") -> Table:
    return round_of(rules="all-fives", hands="6-3 6-4 | ? ? ?", line="6-6 r:6-2", boneyard=boneyard, turn=turn)


ROUND = a_round()
OVER = evolve(ROUND, MatchWon(HowMatchWon.TARGET, (0,), (250, 0)))

LOW = [str(tile) for tile in set_of_tiles(6)]
A_DEAL = RoundDealt(1, hands_of(f"{' '.join(LOW[:12])} | {'? ' * 12}"), hand_of("? ? ? ?"), 0, None, None)
END = RoundEnded(HowRoundEnded.OUT, hands_of("1-0 | 2-0"), (), (), 0, 5)


def hostile(table: Table, event: Event) -> tuple[Table, Event]:
    return table, event


CANNOT_BE: dict[str, tuple[Table, Event]] = {
    **{
        f"seat {seat}: {event.__name__}": hostile(table, event(seat, *rest))
        for seat in (-1, 2, 99, 2**53)
        for table, event, rest in (
            (SEATING, SeatTaken, ("Eve",)),
            (SEATING, SeatLeft, ()),
            (ROUND, StandInSeated, ("club",)),
            (ROUND, PlayerReturned, ()),
            (ROUND, HintTaken, ()),
            (ROUND, Paused, ()),
            (ROUND, Said, ("Eve", "hi")),
            (ROUND, TilePlayed, (tile_of("6-3"), Arm.LEFT)),
            (ROUND, TileDrawn, (None,)),
            (ROUND, Knocked, ()),
            (ROUND, Scored, (14, 0, 0, 0, 0)),
        )
    },
    "a match before everybody sits": (SEATING, MatchStarted(1)),
    "a match in a match": (ROUND, MatchStarted(2)),
    "a seat that is undecided and not there": (FULL, MatchStarted(2, undecided=(2,))),
    "a seat that is undecided twice": (FULL, MatchStarted(2, undecided=(0, 0))),
    "a bot that is undecided": (FULL, MatchStarted(2, undecided=(1,))),
    "a deal before the match": (SEATING, A_DEAL),
    "a deal in a round": (ROUND, changed(A_DEAL, round=2)),
    "a deal after the match": (OVER, changed(A_DEAL, round=2)),
    "a wrong round": (SEATED, changed(A_DEAL, round=7)),
    "a leader who is not there": (SEATED, changed(A_DEAL, leader=2)),
    "a hand too few": (SEATED, changed(A_DEAL, hands=A_DEAL.hands[:1])),
    "a hand too many": (SEATED, changed(A_DEAL, hands=(*A_DEAL.hands, ()))),
    "a hand too small": (SEATED, changed(A_DEAL, hands=(A_DEAL.hands[0][1:], A_DEAL.hands[1]))),
    "a boneyard too small": (SEATED, changed(A_DEAL, boneyard=hand_of("?"))),
    "a boneyard too large": (SEATED, changed(A_DEAL, boneyard=hand_of("? ? ? ? ?"))),
    "a tile twice": (SEATED, changed(A_DEAL, boneyard=hand_of(f"{LOW[0]} ? ? ?"))),
    "a tile of another set": (SEATED, changed(A_DEAL, boneyard=hand_of("9-9 ? ? ?"))),
    "a lead of another set": (SEATED, changed(A_DEAL, leader=1, lead=tile_of("9-9"))),
    "a lead that is not held": (SEATED, changed(A_DEAL, lead=tile_of("6-6"))),
    "a chooser that is not held": (SEATED, changed(A_DEAL, chosen_by=tile_of("6-6"))),
    "a play without a round": (SEATED, TilePlayed(0, tile_of("6-6"), Arm.START)),
    "a play after the match": (OVER, TilePlayed(0, tile_of("6-3"), Arm.LEFT)),
    "a play out of turn": (ROUND, TilePlayed(1, tile_of("6-5"), Arm.LEFT)),
    "a play at an arm that is shut": (ROUND, TilePlayed(0, tile_of("6-3"), Arm.UP)),
    "a second lead": (ROUND, TilePlayed(0, tile_of("6-3"), Arm.START)),
    "a play that does not fit": (ROUND, TilePlayed(0, tile_of("6-3"), Arm.RIGHT)),
    "a play that is not held": (ROUND, TilePlayed(0, tile_of("6-5"), Arm.LEFT)),
    "a tile that lies already": (
        a_round(turn=1),
        TilePlayed(1, tile_of("6-2"), Arm.LEFT),
    ),
    "a tile of mine played by another": (
        a_round(turn=1),
        TilePlayed(1, tile_of("6-3"), Arm.LEFT),
    ),
    "a draw out of turn": (ROUND, TileDrawn(1, None)),
    "a draw from nothing": (a_round(boneyard=""), TileDrawn(0, tile_of("4-4"))),
    "a draw of a tile that lies": (ROUND, TileDrawn(0, tile_of("6-6"))),
    "a draw of a tile that is held": (ROUND, TileDrawn(0, tile_of("6-3"))),
    "a draw from another set": (ROUND, TileDrawn(0, tile_of("9-9"))),
    "a knock out of turn": (ROUND, Knocked(1)),
    "a score of another sum": (ROUND, Scored(0, 15, 15, 0, 0, 15)),
    "a score below nothing": (ROUND, Scored(0, 14, -5, 0, 0, -5)),
    "more points than there are": (ROUND, Scored(0, 14, 5, 0, 0, 10)),
    "a score without a round": (SEATED, Scored(0, 0, 0, 0, 0, 0)),
    "an end without a round": (SEATED, END),
    "an end with a hand missing": (ROUND, changed(END, hands=END.hands[:1])),
    "an end with hands of another size": (ROUND, changed(END, hands=hands_of("1-0 | 2-0"))),
    "an end with another boneyard": (ROUND, changed(END, hands=hands_of("6-3 6-4 | 1-0 2-0 3-0"), boneyard=())),
    "a match won by nobody": (ROUND, MatchWon(HowMatchWon.TARGET, (), (0, 0))),
    "a match won by a side that is not there": (ROUND, MatchWon(HowMatchWon.TARGET, (2,), (0, 0))),
    "scores of another table": (ROUND, MatchWon(HowMatchWon.TARGET, (0,), (0, 0, 0))),
    "no scores": (ROUND, MatchAbandoned(())),
    "a match won twice": (OVER, MatchWon(HowMatchWon.TARGET, (0,), (250, 0))),
    "a match abandoned before it began": (SEATING, MatchAbandoned((0, 0))),
}


@pytest.mark.parametrize("what", CANNOT_BE)
def test_an_impossible_event_is_found(what: str) -> None:
    table, event = CANNOT_BE[what]
    fault = misfit(table, event)

    assert fault
    assert "\n" not in str(fault)
    assert "(" not in str(fault), "in the players' words"


def test_the_corresponding_possible_events_are_not_faults() -> None:
    """Each table above is such that the corresponding right event is possible."""
    assert misfit(SEATED, A_DEAL) is None
    assert misfit(ROUND, TilePlayed(0, tile_of("6-3"), Arm.LEFT)) is None
    assert misfit(ROUND, TileDrawn(0, tile_of("4-4"))) is None
    assert misfit(ROUND, TileDrawn(0, None)) is None
    assert misfit(ROUND, Scored(0, 14, 0, 0, 0, 0)) is None
    assert misfit(ROUND, MatchAbandoned((0, 0))) is None


# At the end of a round, when all is open.


def before_the_end(chance: int) -> tuple[Table, RoundEnded]:
    events = random_match("all-fives", {"max_rounds": 1}, 3, Random(chance))
    at = next(at for at, event in enumerate(events) if isinstance(event, RoundEnded))
    end = events[at]
    assert isinstance(end, RoundEnded)
    return fold(see(event, Viewer(0)).event for event in events[:at]), end


@pytest.mark.parametrize(
    ("what", "spoil"),
    [
        ("a hidden tile", lambda end: changed(end, boneyard=hand_of("? " * len(end.boneyard)))),
        ("hands changed round", lambda end: changed(end, hands=(*end.hands[1:], end.hands[0]))),
        ("another drawn pile", lambda end: changed(end, drawn=(*end.drawn, tile_of("6-6")))),
        ("a winner who is not there", lambda end: changed(end, winner=3)),
        ("points below nothing", lambda end: changed(end, pips=-5)),
        ("a tile for another", lambda end: changed(end, boneyard=(tile_of("9-9"), *end.boneyard[1:]))),
    ],
)
def test_the_impossible_end_of_a_round_is_found(what: str, spoil: Callable[[RoundEnded], RoundEnded]) -> None:
    table, end = before_the_end(6)

    assert end.boneyard
    assert len(set(map(len, end.hands))) > 1
    assert misfit(table, end) is None
    assert misfit(table, spoil(end)) is not None, what


# Any event that passes can be folded, queried and opened.

SILLY_NUMBERS = st.sampled_from([-(2**53), -1, 0, 1, 2, 3, 5, 7, 12, 99, 10**9, 2**53])
SEATS = st.sampled_from([0, 0, 1, 1, 2, 3, -1, 99])
TILES = st.sampled_from(set_of_tiles(6) * 3 + set_of_tiles(12))
SEEN = st.none() | TILES
HANDS = st.lists(SEEN, max_size=8).map(tuple)
TUPLES = st.lists(SILLY_NUMBERS, max_size=4).map(tuple)


MANY_HANDS = st.lists(HANDS, max_size=4).map(tuple)
SILLY_EVENTS: st.SearchStrategy[Event] = st.one_of(
    st.builds(SeatTaken, SEATS, st.text(max_size=3), st.none() | st.just("club")),
    st.builds(SeatLeft, SEATS),
    st.builds(StandInSeated, SEATS, st.just("club")),
    st.builds(PlayerReturned, SEATS),
    st.builds(HintTaken, SEATS),
    st.builds(MatchStarted, SILLY_NUMBERS),
    st.builds(RoundDealt, SILLY_NUMBERS, MANY_HANDS, HANDS, SEATS, SEEN, SEEN),
    st.builds(TilePlayed, SEATS, TILES, st.sampled_from(list(Arm))),
    st.builds(TilePlayed, SEATS, TILES, st.sampled_from(list(Arm))),
    st.builds(TileDrawn, SEATS, SEEN),
    st.builds(Knocked, SEATS),
    st.builds(Scored, SEATS, SILLY_NUMBERS, SILLY_NUMBERS, SILLY_NUMBERS, SILLY_NUMBERS, SILLY_NUMBERS),
    st.builds(
        RoundEnded,
        st.sampled_from(list(HowRoundEnded)),
        MANY_HANDS,
        HANDS,
        HANDS,
        st.none() | SEATS,
        SILLY_NUMBERS,
    ),
    st.builds(MatchWon, st.sampled_from(list(HowMatchWon)), TUPLES, TUPLES),
    st.builds(MatchAbandoned, TUPLES),
    st.builds(Paused, st.none() | SEATS),
    st.builds(Said, st.none() | SEATS, st.text(max_size=3), st.text(max_size=3)),
)


@pytest.mark.slow("plays matches with events that make no sense in between")
@given(st.integers(), st.sampled_from(list(PRESETS)), st.sampled_from([None, 0, 1]), st.data())
def test_a_table_stays_playable_after_any_event_that_passes(
    chance: int, preset: str, seat: int | None, data: st.DataObject
) -> None:
    random = Random(chance)
    events = random_match(preset, {"max_rounds": 2}, None, random)
    visible = [see(event, Viewer(seat)).event for event in events[: random.randrange(1, len(events))]]
    table = fold(visible)
    for _ in range(6):
        event = data.draw(SILLY_EVENTS)
        if isinstance(event, TilePlayed | TileDrawn | Knocked) and table.turn is not None:
            event = changed(event, seat=table.turn)
        if misfit(table, event) is None:
            table = evolve(table, event)
            visible.append(event)
            ask_everything(table)
            assert decode_event(encode_event(event)) == event
    with_rounds_opened(entered(visible))


def ask_everything(table: Table) -> None:
    """Every query that a client makes of a table."""
    for seat in range(len(table.seats)):
        choices(table, seat)
        assert table.score_of(seat) >= 0 or table.stage is Stage.OVER
        for play in plays_of(table, seat):
            worth(table, seat, play)
    if table.round is not None:
        assert table.round.layout.end_sum in reachable_sums(table.rules)


def test_an_absurd_opening_uses_no_memory() -> None:
    tracemalloc.start()
    try:
        for silly in (opening(seats=2**40), opening(rules=changed(rules_of("all-fives"), max_pip=10**6))):
            assert misfit(None, silly) is not None
        assert tracemalloc.get_traced_memory()[1] < 1_000_000
    finally:
        tracemalloc.stop()


def test_checking_an_entry_does_not_change_it() -> None:
    entry = Entry(1, "x", opening())
    misfit(None, entry.event)

    assert entry == Entry(1, "x", opening())
