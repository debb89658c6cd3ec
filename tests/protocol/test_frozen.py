"""Classes of `frozen` and `define` compare, hash and show themselves as those of attrs, also before they are needed."""

from threading import Barrier, Thread

import pytest
from attrs import evolve, field

from protocol.frozen import define, frozen


@frozen
class Point:
    x: int
    y: int = 0


@frozen
class Named(Point):
    name: str = ""


class Plain(Point):
    """A subclass without a decorator."""


@frozen
class Noted:
    number: int
    note: str = field(default="", eq=False, repr=False)
    words: tuple[str, ...] | list[str] = field(default=(), hash=False)


@define
class Counter:
    value: int = 0


@define(eq=False)
class Thing:
    value: int = 0


@define(frozen=True, slots=False)
class Fixed:
    value: int = 0


@frozen
class Folded:
    name: str = field(eq=str.casefold)


@frozen
class Own:
    value: int

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 7

    def __repr__(self) -> str:
        return "own"


def test_objects_with_equal_fields_are_equal_and_have_one_hash() -> None:
    assert Point(1, 2) == Point(1, 2)
    assert Point(1, 2) != Point(2, 2)
    assert {Point(1, 2), Point(1, 2), Point(1, 3)} == {Point(1, 2), Point(1, 3)}
    assert {Fixed(1), Fixed(1)} == {Fixed(1)}


def test_an_object_is_unequal_to_one_of_another_class_with_the_same_fields() -> None:
    others: list[object] = [Named(1, 2), Plain(1, 2), (1, 2)]

    assert Point(1, 2) not in others
    assert Named(1, 2, "a") != Named(1, 2, "b")
    assert Plain(1, 2) == Plain(1, 2)


def test_a_hash_asked_first_is_the_same_afterwards() -> None:
    point = Named(3, 4, "first hashed")
    before = hash(point)
    assert point == evolve(point)
    assert hash(evolve(point)) == before


def test_a_field_that_does_not_count_is_left_out() -> None:
    assert Noted(1, "a") == Noted(1, "b")
    assert hash(Noted(1, "a", ["no", "hash"])) == hash(Noted(1, "b"))
    assert Noted(1, words=("a",)) != Noted(1, words=("b",))
    assert Folded("Ann") == Folded("ANN")
    assert hash(Folded("Ann")) == hash(Folded("ANN"))


def test_what_can_change_has_no_hash_and_what_has_an_identity_is_only_equal_to_itself() -> None:
    assert Counter(1) == Counter(1)
    with pytest.raises(TypeError, match="unhashable"):
        hash(Counter(1))
    thing = Thing(1)
    assert thing != Thing(1)
    assert len({thing, Thing(1)}) == 2


def test_the_representation_names_the_fields_that_are_shown() -> None:
    assert repr(Noted(1, "secret")) == "Noted(number=1, words=())"
    assert repr(Counter(2)) == "Counter(value=2)"


def test_methods_of_the_class_are_kept() -> None:
    assert Own(1) == Own(2)
    assert hash(Own(1)) == 7
    assert repr(Own(1)) == "own"


def test_threads_may_compare_for_the_first_time_at_once() -> None:
    start, found = Barrier(8), []

    def compare(one: object, other: object) -> None:
        start.wait()
        found.append(one == other and hash(one) == hash(other))

    for number in range(20):
        two = frozen(type(f"Fresh{number}", (), {"__annotations__": {"value": int}}))
        threads = [Thread(target=compare, args=(two(1), two(1))) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    assert found == [True] * 160
