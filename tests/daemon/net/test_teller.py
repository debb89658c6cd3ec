"""Who is told, and how often."""

import trio
import trio.testing

from daemon.net.teller import AT_ONCE, OF_A_CROWD_AT_ONCE, Teller


class Listener:
    def __init__(self) -> None:
        self.times_told = 0

    def tell(self, nursery: trio.Nursery) -> None:
        self.times_told += 1


async def test_whatever_a_turn_of_the_loop_brings_for_somebody_is_told_at_once() -> None:
    teller, ann, ben = Teller(), Listener(), Listener()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(teller.run)
        for listener in (ann, ben, ann, ann):
            teller.note(listener)
        await trio.testing.wait_all_tasks_blocked()
        assert (ann.times_told, ben.times_told) == (1, 1)

        teller.note(ben)
        await trio.testing.wait_all_tasks_blocked()
        assert (ann.times_told, ben.times_told) == (1, 2)
        nursery.cancel_scope.cancel()


async def test_who_is_noted_while_others_are_told_is_told_in_the_next_turn() -> None:
    teller, ben = Teller(), Listener()

    class Passing(Listener):
        def tell(self, nursery: trio.Nursery) -> None:
            super().tell(nursery)
            teller.note(ben)

    ann = Passing()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(teller.run)
        teller.note(ann)
        await trio.testing.wait_all_tasks_blocked()
        assert (ann.times_told, ben.times_told) == (1, 1)
        nursery.cancel_scope.cancel()


async def test_a_crowd_is_told_in_short_turns_and_everybody_else_goes_first() -> None:
    teller, crowd, told = Teller(), [Listener() for _ in range(4 * OF_A_CROWD_AT_ONCE)], list[int]()

    class Quiet(Listener):
        def tell(self, nursery: trio.Nursery) -> None:
            told.append(sum(each.times_told for each in crowd))

    class First(Listener):
        def tell(self, nursery: trio.Nursery) -> None:
            super().tell(nursery)
            teller.note(Quiet())

    async with trio.open_nursery() as nursery:
        nursery.start_soon(teller.run)
        crowd[0] = First()
        teller.note_crowd(crowd)
        teller.note(Quiet())
        await trio.testing.wait_all_tasks_blocked()
        nursery.cancel_scope.cancel()

    assert [each.times_told for each in crowd] == [1] * len(crowd)
    assert told == [0, OF_A_CROWD_AT_ONCE]


async def test_many_are_told_in_turns() -> None:
    teller, many = Teller(), [Listener() for _ in range(3 * AT_ONCE)]
    async with trio.open_nursery() as nursery:
        nursery.start_soon(teller.run)
        teller.note_all(many)
        await trio.testing.wait_all_tasks_blocked()
        nursery.cancel_scope.cancel()

    assert [each.times_told for each in many] == [1] * len(many)
