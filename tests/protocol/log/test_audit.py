"""Auditing a game: a valid game passes, and a game with any single change does not."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from attrs import evolve as changed

from protocol.game.layout import Arm
from protocol.game.options import Spelling
from protocol.game.presets import PRESETS, make_rules
from protocol.game.table_options import Assist
from protocol.game.tiles import Tile, set_of_tiles
from protocol.log.audit import Auditor, Fault, audit
from protocol.log.events import (
    WIRE_NAMES,
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
    Resumed,
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
from protocol.log.table import Table, evolve, fold
from tests.played import NAMES, entered
from tests.protocol.table_notation import opened_match, random_match, rules_of, tile_of

ALL_FIVES = random_match("all-fives", {"knock_bonus": 1, "chip_bonus": 5, "draw": "one", "max_rounds": 3}, 3, Random(5))
"""Draws, knocks, scores of every kind, a spinner; three seats."""
FIVES_AND_THREES = random_match("fives-and-threes", {"chip_bonus": 1, "max_rounds": 3}, None, Random(4))
"""A leader chosen by a tile, which must be led."""
PARTNERS = random_match(
    "all-threes", {"partners": "yes", "chip_out": "both", "max_rounds": 3, "pips_from": "all"}, 4, Random(6)
)
CINQ = random_match("cinq-et-trois", {"knock_bonus": 1}, None, Random(24))
"""To an exact target, blocks that are knocked out."""
GAMES = {"all-fives": ALL_FIVES, "fives-and-threes": FIVES_AND_THREES, "partners": PARTNERS, "cinq-et-trois": CINQ}


def fault_of(events: Sequence[Event]) -> Fault | None:
    return audit(entered(events))


def fault_at(events: Sequence[Event]) -> int | None:
    """The place of the first wrong entry, counted from 0."""
    fault = fault_of(events)
    return None if fault is None else fault.seq - 1


# Valid games.


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("chance", range(5))
def test_a_valid_game_passes(preset: str, chance: int) -> None:
    assert fault_of(random_match(preset, {"max_rounds": 4}, None, Random(chance))) is None


@pytest.mark.slow("audits every beginning of whole matches")
@pytest.mark.parametrize("name", GAMES)
def test_the_unchanged_games_and_all_their_prefixes_pass(name: str) -> None:
    """The log of an unfinished game may be valid so far; the consequences of one command are stored together."""
    game = GAMES[name]

    assert fault_of(game) is None
    for upto, following in enumerate(game):
        fault = fault_of(game[:upto])
        if isinstance(following, Scored | RoundEnded | MatchWon | RoundDealt):
            expected = f"entry {upto}: it is the last entry, but {WIRE_NAMES[type(following)]} must follow it"
            assert str(fault) == expected
        else:
            assert fault is None
        assert audit(entered(game[:upto]), goes_on=True) is None


def test_the_log_of_a_table_of_bots_alone_must_not_end_before_its_match() -> None:
    opened, first, second, *_ = opened_match("cinq-et-trois")
    assert isinstance(first, SeatTaken)
    assert isinstance(second, SeatTaken)
    bots = [changed(first, bot="club"), changed(second, bot="club")]

    assert fault_of([opened, first, second]) is None, "a player may have been away"
    assert fault_of([opened, bots[0]]) is None
    assert str(fault_of([opened, *bots])) == "entry 3: it is the last entry, but match_started must follow it"


def test_the_games_contain_every_kind_of_entry() -> None:
    kinds = {type(event) for game in GAMES.values() for event in game}
    scores = [event for game in GAMES.values() for event in game if isinstance(event, Scored)]
    ends = [event for game in GAMES.values() for event in game if isinstance(event, RoundEnded)]

    assert kinds >= {TileDrawn, Knocked, Scored, RoundEnded, MatchWon}
    assert any(score.knocks for score in scores)
    assert any(score.chip_out for score in scores)
    assert any(score.awarded > 0 for score in scores)
    assert any(score.awarded == 0 for score in scores)
    assert {end.how for end in ends} >= set(HowRoundEnded)
    assert any(end.winner is None for end in ends)


def after_the_first_play() -> int:
    """After the first play of the first round, with the second seat in turn."""
    at = next(at for at, event in enumerate(ALL_FIVES) if isinstance(event, TilePlayed)) + 1
    while isinstance(ALL_FIVES[at], Scored):
        at += 1
    return at


def in_the_match(*others: Event) -> list[Event]:
    """A game with these events after the first play of the first round."""
    at = after_the_first_play()
    return [*ALL_FIVES[:at], *others, *ALL_FIVES[at:]]


IN_TURN = fold(ALL_FIVES[: after_the_first_play()]).turn or 0
WAITING = (IN_TURN + 1) % 3


def test_presence_and_chat_are_not_faults() -> None:
    assert fault_of(in_the_match(Said(0, "Ann", "hi"), Said(None, "Eve", "hi"))) is None
    assert fault_of(in_the_match(StandInSeated(1, "club"), PlayerReturned(1))) is None
    assert fault_of(in_the_match(Paused(0), Said(0, "Ann", "tea"), Resumed(None))) is None
    assert fault_of(in_the_match(SeatTaken(1, "Ben", "club"))) is None
    assert fault_of([*ALL_FIVES, Said(0, "Ann", "bravo"), Said(1, "Ben", "well played")]) is None


def undecided_in_the_match(seat: int, *others: Event) -> list[Event]:
    """The same of a match to which the person of this seat had not agreed."""
    events = in_the_match(*others)
    return [changed(event, undecided=(seat,)) if isinstance(event, MatchStarted) else event for event in events]


def test_a_bot_may_take_the_seat_of_somebody_who_has_not_agreed_to_the_match() -> None:
    assert fault_of(undecided_in_the_match(WAITING, SeatTaken(WAITING, "Uma", "club"))) is None


@pytest.mark.parametrize(
    ("undecided", "taken"),
    [
        ((IN_TURN - 1) % 3, SeatTaken((IN_TURN - 1) % 3, "Uma", "club")),  # has played since
        (WAITING, SeatTaken(IN_TURN, "Uma", "club")),
        (WAITING, SeatTaken(WAITING, "Uma")),
        (WAITING, SeatTaken(WAITING, NAMES[IN_TURN].upper(), "club")),
    ],
    ids=["who has played", "another seat", "a person", "a name twice"],
)
def test_no_other_bot_takes_a_seat_in_a_match(undecided: int, taken: SeatTaken) -> None:
    assert fault_of(undecided_in_the_match(undecided, taken)) is not None


def test_no_bot_moves_for_somebody_who_has_not_agreed_to_the_match() -> None:
    assert fault_of(in_the_match(StandInSeated(IN_TURN, "club"))) is None
    assert fault_of(undecided_in_the_match(IN_TURN, StandInSeated(IN_TURN, "club"))) is not None
    there_and_back = (StandInSeated(IN_TURN, "club"), PlayerReturned(IN_TURN))
    assert fault_of(undecided_in_the_match(IN_TURN, *there_and_back)) is None


def test_a_hint_in_the_players_own_turn_is_not_a_fault() -> None:
    assert fault_of(in_the_match(HintTaken(IN_TURN))) is None


def test_a_hint_at_a_table_with_less_help_is_a_fault() -> None:
    opening = ALL_FIVES[0]
    assert isinstance(opening, TableOpened)
    for assist in (Assist.LEGAL, Assist.NONE):
        strict = changed(opening, options=TableOptions(assist=assist))
        assert fault_of([strict, *in_the_match(HintTaken(IN_TURN))[1:]]) is not None


def test_a_match_may_be_abandoned_with_its_current_scores() -> None:
    beginning = ALL_FIVES[:30]
    while not isinstance(beginning[-1], TileDrawn | Knocked):
        beginning.pop()

    assert fault_of([*beginning, MatchAbandoned(fold(beginning).scores)]) is None
    assert fault_of([*beginning, MatchAbandoned((99, 99, 99))]) is not None


# Invalid games: every entry of a kind, changed in one field.

Change = Callable[[Table, Any], Iterator[Event]]


def spoiled(game: list[Event], kind: type[Event], change: Change) -> Iterator[tuple[Auditor, Event, Event]]:
    """Each entry of this kind with each change of it, and an auditor that has seen all entries before it."""
    auditor, table = Auditor(), fold([])
    for event in game:
        if isinstance(event, kind):
            for other in change(table, event):
                assert other != event
                yield auditor, event, other
        assert auditor.fault_in(event) is None, "a fault changes nothing"
        table = evolve(table, event)


def more_and_less(*names: str) -> Change:
    def change(_: Table, event: Any) -> Iterator[Event]:
        for name in names:
            for step in (-1, 1, 100):
                yield changed(event, **{name: getattr(event, name) + step})

    return change


def another_seat(table: Table, event: Any) -> Iterator[Event]:
    for seat in (*range(len(table.seats)), -1, 99):
        if seat != event.seat:
            yield changed(event, seat=seat)


def another_tile(table: Table, event: TilePlayed) -> Iterator[Event]:
    """Another tile, which the player does not hold or which does not fit."""
    assert table.round is not None
    held = table.round.hands[event.seat]
    for tile in set_of_tiles(table.rules.max_pip):
        if tile not in held or event.arm not in table.round.layout.arms_for(tile):
            yield changed(event, tile=tile)


def another_arm(table: Table, event: TilePlayed) -> Iterator[Event]:
    assert table.round is not None
    for arm in Arm:
        if arm not in table.round.layout.arms_for(event.tile):
            yield changed(event, arm=arm)


def another_draw(table: Table, event: TileDrawn) -> Iterator[Event]:
    yield changed(event, tile=None)
    for tile in set_of_tiles(table.rules.max_pip):
        if tile != event.tile:
            yield changed(event, tile=tile)


def another_end(table: Table, event: RoundEnded) -> Iterator[Event]:
    for how in HowRoundEnded:
        if how is not event.how:
            yield changed(event, how=how)
    for winner in (None, *range(len(table.scores)), -1, 99):
        if winner != event.winner:
            yield changed(event, winner=winner)
    for pips in (event.pips + 5, event.pips - 5, event.pips + 1):
        yield changed(event, pips=pips)
    if len(set(event.hands)) > 1:
        yield changed(event, hands=(*event.hands[1:], event.hands[0]))
    yield changed(event, hands=event.hands[1:])
    for pile in ("boneyard", "drawn"):
        tiles = getattr(event, pile)
        others = [(*tiles, tile_of("6-6"))]
        if len(tiles) > 1:
            others += [tuple(reversed(tiles)), tiles[1:]]
        for other in others:
            yield changed(event, boneyard=other) if pile == "boneyard" else changed(event, drawn=other)


def another_victory(table: Table, event: MatchWon) -> Iterator[Event]:
    other_way = HowMatchWon.TARGET if event.how is HowMatchWon.ROUND_CAP else HowMatchWon.ROUND_CAP
    yield changed(event, how=other_way)
    yield changed(event, sides=())
    yield changed(event, sides=((event.sides[0] + 1) % len(table.scores),))
    yield changed(event, sides=tuple(range(len(table.scores))))
    yield changed(event, scores=event.scores[1:])
    yield changed(event, scores=tuple(score + 1 for score in event.scores))


def another_deal(table: Table, event: RoundDealt) -> Iterator[Event]:
    first, second, *others = event.hands
    yield changed(event, round=event.round + 1)
    yield changed(event, round=0)
    yield changed(event, hands=(first[1:], second, *others), boneyard=(*event.boneyard, first[0]))
    yield changed(event, hands=(first[:-1] + second[:1], second, *others))
    yield changed(event, hands=((None, *first[1:]), second, *others))
    yield changed(event, hands=((Tile(9, 9), *first[1:]), second, *others))
    yield changed(event, hands=event.hands[1:])
    yield changed(event, hands=(*event.hands, ()))
    yield changed(event, boneyard=event.boneyard[1:])
    yield changed(event, leader=99)
    yield changed(event, leader=-1)
    for tile in (None, tile_of("1-0"), tile_of("6-6"), tile_of("5-5")):
        if tile != event.chosen_by:
            yield changed(event, chosen_by=tile)
        if tile != event.lead:
            yield changed(event, lead=tile)


CHANGES: list[tuple[str, type[Event], Change]] = [
    ("another seat plays", TilePlayed, another_seat),
    ("another tile is played", TilePlayed, another_tile),
    ("another arm is played on", TilePlayed, another_arm),
    ("another seat draws", TileDrawn, another_seat),
    ("another tile is drawn", TileDrawn, another_draw),
    ("another seat knocks", Knocked, another_seat),
    ("another seat scores", Scored, another_seat),
    ("another sum is scored", Scored, more_and_less("sum")),
    ("other points are scored", Scored, more_and_less("play", "knocks", "chip_out", "awarded")),
    ("the round ends otherwise", RoundEnded, another_end),
    ("the match is won otherwise", MatchWon, another_victory),
    ("other tiles are dealt", RoundDealt, another_deal),
]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize(("what", "kind", "change"), CHANGES, ids=[what for what, _, _ in CHANGES])
def test_changing_an_entry_is_found(name: str, what: str, kind: type[Event], change: Change) -> None:
    tried = 0
    for auditor, event, other in spoiled(GAMES[name], kind, change):
        tried += 1
        assert auditor.fault_in(other) is not None, f"{what}: {other} passes for {event}"
    assert tried or kind in {TileDrawn, Knocked}


@pytest.mark.parametrize("name", GAMES)
def test_removing_an_entry_or_swapping_it_with_the_next_is_found(name: str) -> None:
    auditor, game = Auditor(), GAMES[name]
    for event, following in pairwise(game):
        is_seated = not isinstance(event, TableOpened | SeatTaken)
        if is_seated:
            assert auditor.fault_in(following) is not None, f"{event} may be left out before {following}"
        assert auditor.fault_in(event) is None


@pytest.mark.parametrize("name", GAMES)
def test_removing_or_moving_a_seated_player_is_found(name: str) -> None:
    """It is found at the start of the match at the latest."""
    game = GAMES[name]
    seated = [at for at, event in enumerate(game) if isinstance(event, TableOpened | SeatTaken)]
    for at in seated:
        event = game[at]
        others = another_seat(fold(game[:at]), event) if isinstance(event, SeatTaken) else ()
        for instead in ([], *([other] for other in others)):
            found = fault_at([*game[:at], *instead, *game[at + 1 :]])
            assert found is not None
            assert found <= len(seated)


@pytest.mark.parametrize("name", GAMES)
def test_repeating_an_entry_is_found(name: str) -> None:
    auditor = Auditor()
    for event in GAMES[name]:
        assert auditor.fault_in(event) is None
        assert auditor.fault_in(event) is not None, f"{event} may be told twice"


@pytest.mark.parametrize("name", GAMES)
def test_swapping_hands_or_reordering_the_boneyard_is_found(name: str) -> None:
    """The seats' own tiles are found to be wrong by the end of the round at the latest."""
    game = GAMES[name]
    for at, event in enumerate(game):
        if isinstance(event, RoundDealt):
            first, second, *others = event.hands
            for other in (
                changed(event, hands=(second, first, *others)),
                changed(event, boneyard=tuple(reversed(event.boneyard))),
                changed(event, leader=(event.leader + 1) % len(event.hands)),
            ):
                found = fault_at([*game[:at], other, *game[at + 1 :]])
                assert other == event or (found is not None and found >= at)


def another_leader(_: Table, event: RoundDealt) -> Iterator[Event]:
    yield changed(event, leader=(event.leader + 1) % len(event.hands))


def test_another_leader_than_the_rules_require_is_found() -> None:
    for auditor, _, other in spoiled(FIVES_AND_THREES, RoundDealt, another_leader):
        assert auditor.fault_in(other) is not None


def test_changing_the_target_is_found_at_the_end_of_the_match() -> None:
    assert isinstance(CINQ[0], TableOpened)
    assert isinstance(CINQ[-1], MatchWon)
    for target in (60, 62):
        opening = changed(CINQ[0], rules=changed(CINQ[0].rules, target=target))
        assert fault_of([opening, *CINQ[1:]]) is not None


# Events beside the game.


@pytest.mark.parametrize(
    "others",
    [
        [Paused(0)],
        [Paused(0), Paused(0)],
        [Resumed(0)],
        [PlayerReturned(0)],
        [StandInSeated(0, "club"), StandInSeated(0, "club")],
        [HintTaken(WAITING)],
        [HintTaken(IN_TURN), HintTaken(IN_TURN)],
        [Paused(0), HintTaken(IN_TURN), Resumed(0)],
        [SeatTaken(IN_TURN, NAMES[IN_TURN], "club"), HintTaken(IN_TURN)],
        [SeatLeft(0)],
        [SeatTaken(0, "Eve")],
        [SeatTaken(0, "Eve", "club")],
        [SeatTaken(0, "Ann")],
        [SeatTaken(99, "Eve")],
        [Said(99, "Eve", "hi")],
        [MatchStarted(2)],
        [MatchAbandoned((0, 0, 0))],
        [TableOpened("all-fives", rules_of("all-fives"), 2, TableOptions())],
        [Knocked(0)],
        [Scored(0, 0, 0, 0, 0, 0)],
        [MatchWon(HowMatchWon.TARGET, (0,), (250, 0, 0))],
    ],
    ids=repr,
)
def test_an_impossible_event_in_a_match_is_found(others: list[Event]) -> None:
    assert fault_of(in_the_match(*others)) is not None


@pytest.mark.parametrize(
    "other",
    [SeatTaken(0, "Ann", "club"), SeatLeft(0), StandInSeated(0, "club"), Paused(0), MatchStarted(2), Knocked(0)],
    ids=repr,
)
def test_an_impossible_event_after_a_match_is_found(other: Event) -> None:
    assert fault_at([*ALL_FIVES, other]) == len(ALL_FIVES)


def test_seats_are_filled_before_the_match_starts() -> None:
    opening = CINQ[:5]
    assert isinstance(opening[-1], RoundDealt)

    assert fault_of(opening) is None
    assert fault_at([*opening[:2], *opening[3:]]) == 2
    assert fault_at([*opening[:2], SeatTaken(0, "Eve")]) == 2
    assert fault_of([*opening[:2], SeatLeft(0), SeatTaken(0, "Eve"), *opening[2:]]) is None


@pytest.mark.parametrize("match", [0, -1])
def test_matches_count_from_1(match: int) -> None:
    fault = fault_of([*CINQ[:3], MatchStarted(match), *CINQ[4:]])

    assert str(fault) == f"entry 4: a table's matches are numbered from 1, but this one is {match}"


@pytest.mark.parametrize(
    "opening",
    [
        TableOpened("muggins", rules_of("all-fives"), 2, TableOptions()),
        TableOpened("all-fives", rules_of("all-fives"), 1, TableOptions()),
        TableOpened("all-fives", rules_of("all-fives"), 10**9, TableOptions()),
        TableOpened("all-fives", changed(rules_of("all-fives"), max_pip=10**6), 2, TableOptions()),
        TableOpened("all-fives", changed(rules_of("all-fives"), divisors=(0,)), 2, TableOptions()),
    ],
    ids=lambda opening: f"{opening.preset} {opening.seats} {opening.rules.max_pip}",
)
def test_an_impossible_table_is_found(opening: TableOpened) -> None:
    assert fault_at([opening]) == 0


@pytest.mark.parametrize(
    ("preset", "like", "settings", "seats", "says"),
    [
        ("cinq-et-trois", "all-fives", {}, 3, "seats: Cinq et Trois with a double-6 set is for 2 players, not 3"),
        ("fives-and-threes", "all-fives", {}, 2, "seats: Fives and Threes with a double-6 set is for 4 players, not 2"),
        ("cinq-et-trois", "all-threes", {"pips_divisor": 0}, 2, "pips_"),
        ("all-fives", "cinq-et-trois", {}, 2, "blocked: it has no effect in this game"),
    ],
)
def test_a_game_with_the_name_of_another_and_impossible_rules_for_it_is_found(
    preset: str, like: str, settings: Mapping[str, Spelling], seats: int, says: str
) -> None:
    opened = TableOpened(preset, make_rules(PRESETS[like], settings, seats)[0], seats, TableOptions())

    fault = fault_of([opened])

    assert fault is not None
    assert f"entry 1: {preset} cannot be played like this: {says}" in str(fault)


@pytest.mark.parametrize(
    ("preset", "settings", "seats"),
    [
        ("all-fives", {"divisors": "3,5", "points": "quotient", "target": 61, "target_mode": "exact", "hand": 3}, 4),
        ("all-fives", {"spinner": "none", "draw": "none"}, 3),
        ("all-fives", {"pips_divisor": 0}, 2),
        ("playroom", {"divisors": "primes", "max_pip": 12, "hand": "less"}, 12),
        ("all-threes", {"partners": True, "chip_out": "both"}, 4),
    ],
)
def test_house_rules_are_not_a_fault(preset: str, settings: Mapping[str, Spelling], seats: int) -> None:
    assert (
        fault_of([TableOpened(preset, make_rules(PRESETS[preset], settings, seats)[0], seats, TableOptions())]) is None
    )


def test_a_fault_is_described_in_plain_words() -> None:
    auditor, _, other = next(spoiled(CINQ, Scored, more_and_less("awarded")))
    assert str(auditor.fault_in(other)).startswith("scored: by the rules awarded is ")
    auditor, _, other = next(spoiled(ALL_FIVES, RoundEnded, more_and_less("pips")))
    assert str(auditor.fault_in(other)).startswith("round_ended: by the rules pips is ")
    left_out = fault_of([event for event in CINQ if not isinstance(event, Scored)])
    assert left_out is not None
    assert str(left_out) == f"entry {left_out.seq}: this is tile_played, but scored has to follow here"


@pytest.mark.parametrize("seat", [0, 1])
def test_a_fault_counts_seats_from_1_as_people_do(seat: int) -> None:
    at, play = next(
        (at, event) for at, event in enumerate(CINQ) if isinstance(event, TilePlayed) and event.seat == seat
    )

    knocks, out_of_turn = fault_of([*CINQ[:at], Knocked(seat)]), fault_of([*CINQ[:at], changed(play, seat=1 - seat)])

    assert str(knocks) == f"entry {at + 1}: seat {seat + 1} may not knock"
    assert str(out_of_turn) == f"entry {at + 1}: it is not the turn of seat {2 - seat}"


def test_a_fault_in_the_seat_of_a_score_counts_seats_from_1() -> None:
    at, scored = next((at, event) for at, event in enumerate(CINQ) if isinstance(event, Scored))

    fault = fault_of([*CINQ[:at], changed(scored, seat=1 - scored.seat)])

    assert fault is not None
    assert str(fault.text) == f"scored: by the rules seat is {scored.seat + 1}, but the entry says {2 - scored.seat}"


@pytest.mark.parametrize(("what", "kind", "change"), CHANGES, ids=[what for what, _, _ in CHANGES])
def test_no_description_of_a_fault_contains_code(what: str, kind: type[Event], change: Change) -> None:
    for auditor, _, other in spoiled(ALL_FIVES, kind, change):
        text = str(auditor.fault_in(other))
        assert "\n" not in text
        assert not any(word in text for word in ("Tile(", "high=", "<", "Error", "object at", "None")), text
