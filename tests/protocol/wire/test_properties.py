"""Properties of every game: random house rules, random legal play, checked after every event."""

import re
from collections import Counter
from random import Random

from attrs import frozen
from hypothesis import event as noted
from hypothesis import given
from hypothesis import strategies as st

from protocol.game.layout import Arm
from protocol.game.options import RulesError, Spelling
from protocol.game.presets import PRESETS, make_rules
from protocol.game.rules import OPTIONS, Points, Rules, TargetMode
from protocol.game.tiles import set_of_tiles
from protocol.log.audit import audit
from protocol.log.choices import Choices, choices, why_not, worth
from protocol.log.commands import DrawTile, Knock, PlayTile
from protocol.log.consequences import consequences
from protocol.log.events import (
    Event,
    HowMatchWon,
    Knocked,
    MatchWon,
    RoundEnded,
    Scored,
    TableOpened,
    TileDrawn,
    TilePlayed,
)
from protocol.log.sight import Viewer, see
from protocol.log.table import Stage, Table, evolve, fold
from protocol.wire.codec import decode_event, encode_event
from tests.played import entered
from tests.protocol.table_notation import a_move, deal, opened_match, random_match

WAKING = ("partners", "chip_out", "draw", "spinner", "pips_divisor", "target_mode", "first_lead", "later_lead")
"""Options that make a game look at others, which are then worth trying."""
AS_DEALT = ("max_pip", "max_rounds")


@frozen
class House:
    """A game with valid house rules."""

    preset: str
    settings: dict[str, Spelling]
    seats: int


@st.composite
def houses(draw: st.DrawFn) -> House:
    preset = draw(st.sampled_from(list(PRESETS)))
    max_pip = draw(st.sampled_from([6, 6, 6, 9, 12]))
    fewest, most = PRESETS[preset].seats[max_pip]
    seats = draw(st.sampled_from([4, 4, 4, *range(fewest, 7)]).filter(lambda seats: fewest <= seats <= most))
    settings: dict[str, Spelling] = {"max_pip": max_pip, "max_rounds": draw(st.integers(1, 3))}
    rest = draw(st.permutations([name for name in OPTIONS if name not in (*WAKING, *AS_DEALT)]))
    for name in (*WAKING, *rest):
        if draw(st.booleans()):
            tried = {**settings, name: draw(values_of(name))}
            if makes_a_game(preset, tried, seats):
                settings = tried
    return House(preset, settings, seats)


def makes_a_game(preset: str, settings: dict[str, Spelling], seats: int) -> bool:
    try:
        make_rules(PRESETS[preset], settings, seats)
    except RulesError:
        return False
    return True


def values_of(name: str) -> st.SearchStrategy[Spelling]:
    """Values among those that the option documents."""
    described = str(OPTIONS[name].kind.values)
    match name:
        case "hand":
            return st.integers(1, 10) | st.sampled_from(["more", "less"])
        case "divisors":
            odd = st.integers(1, 12).map(lambda half: 2 * half + 1)
            return st.just("primes") | st.lists(odd, min_size=1, max_size=3, unique=True).map(tuple)
        case "target":
            return st.integers(1, 80)
        case "knock_bonus" | "chip_bonus":
            return st.integers(0, 3)
    return st.sampled_from(re.split(", | or ", described))


def test_an_option_accepts_exactly_the_values_it_documents() -> None:
    for name, option in OPTIONS.items():
        if name not in ("hand", "divisors") and " to " not in str(option.kind.values):
            for described in re.split(", | or ", str(option.kind.values)):
                assert option.kind.spell(option.parse(described)) == described


@given(houses(), st.integers())
def test_every_game_keeps_its_tiles_and_its_scores_and_ends_by_its_own_rules(house: House, chance: int) -> None:
    random = Random(chance)
    events = opened_match(house.preset, house.settings, house.seats)
    table = fold(events)
    while table.stage is Stage.PLAYING:
        if table.turn is None:
            next_deal = deal(table, random)
            events.append(next_deal)
            table = evolve(table, next_deal)
        else:
            check_choices(table)
            move = a_move(table, random)
            following, after = consequences(table, move)
            check_steps(table, following)
            check_points(table, following)
            assert after == fold(following, table)
            events += following
            table = after
        assert len(events) < 5000, "a round ends"
    check_end(table, events)
    noted(f"ended by {table.won_how}")
    assert audit(entered(events)) is None


def check_choices(table: Table) -> None:
    """1.8: exactly one of three kinds, only for the seat in turn, determined by its own hand."""
    seat = table.turn
    assert seat is not None
    assert table.round is not None
    assert table.round.hands[seat], "a seat without tiles is skipped"
    may = choices(table, seat)
    assert [bool(may.plays), may.may_draw, may.may_knock].count(True) == 1
    assert len(set(may.plays)) == len(may.plays)
    for other in range(len(table.seats)):
        assert other == seat or choices(table, other) == Choices()


def check_steps(table: Table, following: tuple[Event, ...]) -> None:
    """After every event the tiles are the set, and no side is above an exact target."""
    for event in following:
        before, table = table, evolve(table, event)
        assert table.round is not None
        round_ = table.round
        tiles = Counter([*round_.layout.tiles, *round_.boneyard, *(tile for hand in round_.hands for tile in hand)])
        assert tiles == Counter(set_of_tiles(table.rules.max_pip))
        assert all(score >= earlier for score, earlier in zip(table.scores, before.scores, strict=True))
        assert table.rules.target_mode is not TargetMode.EXACT or max(table.scores) <= table.rules.target


def check_points(table: Table, following: tuple[Event, ...]) -> None:
    """The points offered for a play equal those earned, and those of the rule book."""
    move, *rest = following
    scores = [event for event in rest if isinstance(event, Scored)]
    if not isinstance(move, TilePlayed):
        assert isinstance(move, TileDrawn | Knocked)
        assert not scores
        return
    may = choices(table, move.seat).plays
    earned = worth(table, move.seat, next(play for play in may if play == (move.tile, move.arm)))
    assert scores == [Scored(move.seat, *earned)] * (earned.offered > 0)
    assert earned.play == points_by_the_book(table.rules, earned.end_sum)


def points_by_the_book(rules: Rules, end_sum: int) -> int:
    """1.7."""
    into = [divisor for divisor in rules.divisors if end_sum > 0 and end_sum % divisor == 0]
    return sum(end_sum if rules.points is Points.TOTAL else end_sum // divisor for divisor in into)


def check_end(table: Table, events: list[Event]) -> None:
    won = events[-1]
    assert isinstance(won, MatchWon)
    highest = max(table.scores)
    assert won.scores == table.scores == scores_added_up(table.rules, events)
    assert won.sides == tuple(side for side, score in enumerate(table.scores) if score == highest)
    rounds = [event for event in events if isinstance(event, RoundEnded)]
    assert len(rounds) <= table.rules.max_rounds
    if won.how is HowMatchWon.TARGET:
        assert highest >= table.rules.target
        assert table.rules.target_mode is not TargetMode.EXACT or highest == table.rules.target
    else:
        assert len(rounds) == table.rules.max_rounds


def scores_added_up(rules: Rules, events: list[Event]) -> tuple[int, ...]:
    """All points that counted, for each side: turns and pips."""
    opening = events[0]
    assert isinstance(opening, TableOpened)
    scores = [0] * rules.sides(opening.seats)
    for event in events:
        if isinstance(event, Scored):
            scores[rules.side_of(event.seat)] += event.awarded
        elif isinstance(event, RoundEnded) and event.winner is not None:
            scores[event.winner] += event.pips
    return tuple(scores)


@given(houses(), st.integers(), st.data())
def test_the_choices_of_a_seat_are_the_same_from_its_view_and_from_the_full_table(
    house: House, chance: int, data: st.DataObject
) -> None:
    events = random_match(house.preset, house.settings, house.seats, Random(chance))
    upto = data.draw(st.integers(0, len(events)))
    whole = fold(events[:upto])
    for seat in range(house.seats):
        seen = fold(see(event, Viewer(seat)).event for event in events[:upto])
        assert choices(seen, seat) == choices(whole, seat)
        for play in choices(whole, seat).plays:
            assert worth(seen, seat, play) == worth(whole, seat, play)


@given(houses(), st.integers(), st.data())
def test_a_move_is_allowed_exactly_when_it_is_a_choice(house: House, chance: int, data: st.DataObject) -> None:
    """From the full table and from the seat's view, and for the same reasons."""
    events = random_match(house.preset, house.settings, house.seats, Random(chance))
    upto = data.draw(st.integers(0, len(events)))
    whole = fold(events[:upto])
    for seat in range(house.seats):
        seen = fold(see(event, Viewer(seat)).event for event in events[:upto])
        may = choices(whole, seat)
        for tile in set_of_tiles(whole.rules.max_pip):
            arms = {arm for arm in Arm if why_not(whole, seat, PlayTile(tile, arm)) is None}
            assert arms == {play.arm for play in may.plays if play.tile == tile}
            assert (why_not(whole, seat, PlayTile(tile)) is None) == (len(arms) == 1)
            for arm in (None, *Arm):
                assert why_not(seen, seat, PlayTile(tile, arm)) is why_not(whole, seat, PlayTile(tile, arm))
        assert (why_not(whole, seat, DrawTile()) is None) == may.may_draw
        assert (why_not(whole, seat, Knock()) is None) == may.may_knock
        for move in (DrawTile(), Knock()):
            assert why_not(seen, seat, move) is why_not(whole, seat, move)


@given(houses(), st.integers())
def test_every_event_of_every_game_can_be_written_and_read(house: House, chance: int) -> None:
    for event in random_match(house.preset, house.settings, house.seats, Random(chance)):
        assert decode_event(encode_event(event)) == event
