"""Who gets a place, who makes room for a newcomer, and which places are for players who come back."""

from collections import Counter

import pytest
from attrs import define, field
from hypothesis import given
from hypothesis import strategies as st

from protocol.shared.household import HOUSEHOLDS_BEHIND_A_TUNNEL, LOOPBACK, TUNNEL, household_of_invited
from protocol.shared.places import (
    EVERYBODY,
    TIME_TO_WATCH,
    Counts,
    Limit,
    PlaceLimits,
    Places,
    Usage,
    Use,
    reserved_beyond,
)

HOME, AWAY = "192.0.2.7", "203.0.113.9"
INVITED = household_of_invited("Ben")


@define(eq=False)
class Visitor:
    """Somebody with a place."""

    use: Use
    at: float
    household: str

    def usage(self) -> Usage:
        return Usage(self.use, self.at)


@define
class Door:
    """Where visitors arrive. `has_to_go`: those who were made to leave, in order."""

    limits: PlaceLimits
    has_to_go: list[Visitor] = field(factory=list)
    places: Places[Visitor] = field()

    @places.default
    def _all_free(self) -> Places[Visitor]:
        return Places(Visitor.usage, self.has_to_go.append)

    def admits(self, household: str, use: Use = Use.NEEDED, at: float = 0, now: float = 0) -> Visitor | None:
        """A visitor, who uses the place like this, or is on a provisional one; None if they were turned away."""
        counts = self.limits.counts(household)
        first_use = self.places.admit(counts, now)
        if first_use is None:
            return None
        visitor = Visitor(use if first_use is Use.IDLE else first_use, at, household)
        self.places.take(visitor, counts)
        return visitor

    def is_full(self, household: str) -> bool:
        return self.places.admit(self.limits.counts(household), 0) is None


def terminals(most: int = 100, most_from_one: int = 100, most_of_all: int = 1000) -> Door:
    return Door(PlaceLimits(most, most_from_one, most_of_all))


def browsers(most: int = 100, most_from_one: int = 100) -> Door:
    return Door(PlaceLimits(most, most_from_one, most + reserved_beyond(most), are_households_strict=False))


# How many.


def test_a_tenth_of_the_places_and_at_least_two_are_reserved() -> None:
    assert [PlaceLimits(most=most).reserved for most in (5, 29, 500)] == [2, 2, 50]
    assert PlaceLimits(most=500, most_of_all=40).reserved == 4


def test_reserved_places_are_in_addition_to_the_others_if_the_system_allows_so_many() -> None:
    assert PlaceLimits(500, 50, 1000).counts(HOME)[EVERYBODY] == Limit(500, 50)
    assert PlaceLimits(500, 50, 520).counts(HOME)[EVERYBODY] == Limit(470, 50)


def test_this_machine_is_exempt_from_all_limits_but_the_system_s() -> None:
    assert PlaceLimits(500, 50, 1000).counts(LOOPBACK) == {EVERYBODY: Limit(950, 50)}


@pytest.mark.parametrize(("household", "most"), [(HOME, 3), (INVITED, 3 * HOUSEHOLDS_BEHIND_A_TUNNEL)])
def test_a_household_of_terminals_is_turned_away_at_its_limit(household: str, most: int) -> None:
    door = terminals(most_from_one=3)
    for _ in range(most):
        assert door.admits(household, Use.IDLE)

    assert door.admits(household) is None
    assert door.has_to_go == []
    assert door.admits(AWAY)


@pytest.mark.parametrize(
    ("door", "household", "most"),
    [
        (browsers(most_from_one=3), HOME, 3),
        (browsers(most_from_one=3), TUNNEL, 3 * HOUSEHOLDS_BEHIND_A_TUNNEL),
        (terminals(most_from_one=3), TUNNEL, 3 * HOUSEHOLDS_BEHIND_A_TUNNEL),
    ],
)
def test_a_household_of_browsers_or_of_a_tunnel_makes_room_itself(door: Door, household: str, most: int) -> None:
    door.admits(AWAY, Use.IDLE)
    idle = [door.admits(household, Use.IDLE, at=1) for _ in range(most)]

    assert door.admits(household)
    assert door.has_to_go == idle[:1]
    assert door.places.taken(household) == most


def test_those_who_are_leaving_count_only_where_a_limit_is_strict() -> None:
    """So a household cannot open connections faster than those that make room are closed."""
    door = terminals(most=2, most_from_one=3)
    for _ in range(3):
        door.admits(HOME, Use.IDLE)

    assert len(door.has_to_go) == 1
    assert door.places.taken(EVERYBODY) == 2
    assert door.is_full(HOME)
    door.places.give_back(door.has_to_go[0])
    assert not door.is_full(HOME)


def test_a_place_counts_under_each_of_its_keys() -> None:
    places: Places[int] = Places(lambda _: Usage(Use.NEEDED, 0), lambda _: None)
    invited: Counts = {HOME: Limit(9, is_strict=True), ("invitation", "for Ben"): Limit(1, is_strict=True)}
    places.take(1, invited)

    assert places.admit(invited, 0) is None
    assert places.admit({HOME: Limit(9, is_strict=True)}, 0) is Use.IDLE


def test_a_place_can_be_counted_under_other_keys() -> None:
    door = terminals(most_from_one=1)
    visitors = [door.admits(TUNNEL) for _ in range(4)]

    for visitor in visitors:
        assert visitor is not None
        assert door.places.count_again(visitor, door.limits.counts(INVITED), 0)

    assert door.places.taken(TUNNEL) == 0
    assert door.places.taken(EVERYBODY) == 4
    late = door.admits(TUNNEL)
    assert late is not None
    assert not door.places.count_again(late, door.limits.counts(INVITED), 0)
    assert door.places.taken(TUNNEL) == 1
    assert door.places.count_again(late, door.limits.counts(TUNNEL), 0), "where it is counted already"


def test_nobody_is_looked_at_as_long_as_there_are_places() -> None:
    """So the time to come in does not grow with the number of those who are there."""

    def usage(_: int) -> Usage:
        raise AssertionError

    places = Places(usage, lambda _: None)
    for nth in range(100):
        counts = PlaceLimits(100, 100, 200).counts(HOME)
        assert places.admit(counts, 0) is Use.IDLE
        places.take(nth, counts)


# Making room.


def test_at_a_full_host_the_one_who_needs_a_place_least_makes_room() -> None:
    door = terminals(most=7)
    needed = door.admits(HOME, Use.NEEDED, at=0)
    watching, since = door.admits(HOME, Use.WATCHING, at=1), door.admits(HOME, Use.WATCHING, at=2)
    has_read = door.admits(HOME, Use.HAS_READ, at=3)
    later, earlier = door.admits(HOME, Use.IDLE, at=5), door.admits(HOME, Use.IDLE, at=4)
    newcomer = door.admits(AWAY, Use.IDLE, at=6)

    for _ in range(7):
        assert door.admits(AWAY, now=TIME_TO_WATCH + 1)

    assert door.has_to_go == [earlier, later, newcomer, has_read, watching]
    assert since not in door.has_to_go, "somebody who has not been silent for long enough"
    assert needed not in door.has_to_go


def test_a_place_can_be_taken_as_soon_as_its_holder_has_to_leave() -> None:
    door = terminals(most=1)
    idle = door.admits(HOME, Use.IDLE)
    assert idle is not None
    door.places.make_room(idle)

    assert door.admits(AWAY)
    assert door.has_to_go == [idle]


def test_nothing_is_remembered_of_those_who_have_left() -> None:
    door = terminals(most=1)
    for _ in range(3):
        door.admits(HOME, Use.IDLE)
    for visitor in list(door.places):
        door.places.give_back(visitor)

    assert len(door.places) == 0
    assert not door.places._taken


# Coming back.


def test_if_all_need_their_places_a_newcomer_gets_a_provisional_one() -> None:
    door = terminals(most=5)
    players = [door.admits(HOME) for _ in range(5)]

    returning = door.admits(AWAY)

    assert returning is not None
    assert returning.use is Use.PROVISIONAL
    assert None not in players
    assert door.has_to_go == []


def test_the_one_who_has_had_a_provisional_place_for_longest_makes_room_for_the_next() -> None:
    door = terminals(most=5)
    for _ in range(5):
        door.admits(HOME)
    first, second, third = (door.admits(AWAY, at=at) for at in (3, 1, 2))

    assert third is not None
    assert third.use is Use.PROVISIONAL
    assert door.has_to_go == [first]
    assert second not in door.has_to_go


def test_players_who_have_come_back_keep_the_reserved_places() -> None:
    door = terminals(most=5)
    for _ in range(5):
        door.admits(HOME)
    for _ in range(2):
        back = door.admits(AWAY)
        assert back is not None
        back.use = Use.NEEDED

    assert door.admits(AWAY) is None
    assert door.has_to_go == []


def test_a_household_of_browsers_has_reserved_places_of_its_own() -> None:
    door = browsers(most_from_one=3)
    for _ in range(3):
        door.admits(HOME)
    returning = [door.admits(HOME) for _ in range(3)]

    assert [visitor.use for visitor in returning if visitor] == [Use.PROVISIONAL] * 3
    assert door.has_to_go == returning[:1]
    assert door.admits(AWAY, Use.IDLE) not in door.has_to_go


# At any time.


@given(
    st.builds(PlaceLimits, st.integers(0, 4), st.integers(0, 3), st.integers(3, 8), st.booleans()),
    st.lists(
        st.tuples(st.sampled_from((HOME, AWAY, TUNNEL, LOOPBACK)), st.sampled_from(Use), st.integers(0, 9)), max_size=40
    ),
)
def test_no_limit_is_exceeded_and_nobody_who_needs_a_place_loses_it(
    limits: PlaceLimits, steps: list[tuple[str, Use, int]]
) -> None:
    door = Door(limits)
    for now, (household, use, nth) in enumerate(steps):
        door.admits(household, use, now, now)
        visitors = list(door.places)
        if nth < len(visitors):
            door.places.give_back(visitors[nth])

        staying = [visitor for visitor in door.places if visitor not in door.has_to_go]
        assert door.places.taken(EVERYBODY) == len(staying) <= limits.most_of_all
        for home, number in Counter(visitor.household for visitor in door.places).items():
            limit = limits.counts(home).get(home)
            assert limit is None or not limit.is_strict or number <= limit.most
    assert all(visitor.use is not Use.NEEDED for visitor in door.has_to_go)
