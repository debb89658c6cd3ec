"""Connections that wait for the other process's secret are counted, and few."""

from contextlib import ExitStack
from functools import partial

from protocol.shared.introduction import PendingIntroductions


def test_beyond_the_most_the_one_that_came_first_makes_room() -> None:
    waiting = PendingIntroductions(most=2)
    turned_away: list[str] = []
    with ExitStack() as stack:
        for name in ("first", "second", "third", "fourth"):
            stack.enter_context(waiting.counted(partial(turned_away.append, name)))
            assert len(waiting) <= 2

        assert turned_away == ["first", "second"]
    assert len(waiting) == 0


def test_one_that_has_introduced_itself_takes_no_place() -> None:
    waiting = PendingIntroductions(most=1)
    turned_away: list[str] = []
    with waiting.counted(lambda: turned_away.append("first")):
        pass
    with waiting.counted(lambda: turned_away.append("second")):
        assert len(waiting) == 1

    assert turned_away == []
