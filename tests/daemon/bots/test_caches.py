"""A cache holds the most recently used things of a kind, and replaced things leave no memory behind."""

import gc
from collections.abc import Iterator
from random import Random

import pytest

from daemon.bots.caches import Cache
from daemon.bots.line_book import Line, LineBook
from daemon.bots.playout import Playout
from daemon.bots.playout_policy import PlayoutPolicy
from daemon.bots.solver import Solver
from daemon.bots.spots import Spot
from tests.daemon.bots.tables import opening_of
from tests.daemon.bots.test_solver import any_open_round

RULES = opening_of("all-fives", {}, 2).rules


class Thing:
    """A cached value that records whether it was cleared."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.is_full = False
        self.came_apart = False

    def clear(self) -> None:
        self.came_apart = True


def test_the_most_recently_used_entries_stay_in_the_cache() -> None:
    kept = Cache(Thing, most=2)
    first, second = kept.get("first"), kept.get("second")
    assert kept.get("first") is first

    kept.get("third")

    assert kept.get("first") is first
    assert (first.came_apart, second.came_apart) == (False, True)
    assert kept.get("second") is not second


def test_a_full_entry_is_replaced_by_a_new_one() -> None:
    kept = Cache(Thing, most=2)
    full = kept.get("it")
    full.is_full = True

    anew = kept.get("it")

    assert anew is not full
    assert (anew.name, full.came_apart) == ("it", True)


@pytest.fixture
def unsearched() -> Iterator[None]:
    """Turn off the garbage collector, as for old objects in processes where bots think."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def alive(kind: type) -> int:
    return sum(type(object_) is kind for object_ in gc.get_objects())


@pytest.mark.usefixtures("unsearched")
def test_cleared_lines_are_freed_without_the_garbage_collector() -> None:
    before = alive(Line)
    policy = PlayoutPolicy(LineBook(RULES), 2)
    for seed in range(30):
        policy.play_out(dealt(policy.book, seed))
    assert alive(Line) > before + 100

    policy.clear()
    del policy

    assert alive(Line) == before


@pytest.mark.usefixtures("unsearched")
def test_a_cleared_solver_is_freed_without_the_garbage_collector() -> None:
    before = alive(Spot), alive(Solver)
    policy = PlayoutPolicy(LineBook(RULES), 2)
    solver = Solver(policy, is_last_round=False)
    round_ = any_open_round(RULES, 5, Random(1))
    round_ = Playout(
        policy.book,
        policy.book.line(list(round_.line.open), spinner_due=round_.line.spinner_due),
        round_.hands,
        (),
        round_.turn,
        round_.scores,
    )
    solver.begin(round_, 100_000)
    solver.look(round_, None)
    for play in round_.plays():
        solver.chance_after(round_, play)
    assert alive(Spot) > before[0] + 20

    solver.clear()
    del solver

    assert (alive(Spot), alive(Solver)) == before


def dealt(book: LineBook, seed: int) -> Playout:
    """A round before its first tile."""
    bits = list(book.bits.values())
    Random(seed).shuffle(bits)
    return Playout(book, book.bare, [sum(bits[:7]), sum(bits[7:14])], bits[14:], 0, (0, 0))
