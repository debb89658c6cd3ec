"""Who is told, and how often."""

import trio
import trio.testing

from daemon.teller import Teller


class Listener:
    def __init__(self) -> None:
        self.times_told = 0

    def tell(self) -> None:
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
        def tell(self) -> None:
            super().tell()
            teller.note(ben)

    ann = Passing()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(teller.run)
        teller.note(ann)
        await trio.testing.wait_all_tasks_blocked()
        assert (ann.times_told, ben.times_told) == (1, 1)
        nursery.cancel_scope.cancel()
