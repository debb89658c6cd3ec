"""The turns of visits: nobody waits behind a busy one for longer than its present turn."""

import trio
import trio.testing

from client.web.turns import FairShare, Turns


async def work(share: FairShare, name: str, done: list[str], turns: int = 1) -> None:
    """Take so many turns, one right after another."""
    for _ in range(turns):
        async with share:
            done.append(name)


async def test_a_visit_that_asks_now_and_then_comes_before_those_that_always_ask() -> None:
    turns, done = Turns(), list[str]()
    seldom = FairShare(turns)
    await work(seldom, "seldom", done)
    async with trio.open_nursery() as nursery:
        for number in range(20):
            nursery.start_soon(work, FairShare(turns), f"busy {number}", done, 1000)
        for _ in range(5):
            while len(done) % 100 < 50:
                await trio.lowlevel.checkpoint()
            before = len(done)
            await work(seldom, "seldom", done)
            assert len(done) - before <= 3
            while len(done) % 100 >= 50:
                await trio.lowlevel.checkpoint()
        nursery.cancel_scope.cancel()


async def test_busy_visits_share_the_turns_equally_also_if_one_of_them_has_two_tasks() -> None:
    turns, done = Turns(), list[str]()
    one, other = FairShare(turns), FairShare(turns)
    async with trio.open_nursery() as nursery:
        for share, name in ((one, "one"), (one, "one"), (other, "other")):
            nursery.start_soon(work, share, name, done, 1000)
        while len(done) < 300:
            await trio.lowlevel.checkpoint()
        nursery.cancel_scope.cancel()

    assert abs(done.count("one") - done.count("other")) <= 3


async def test_who_has_pressed_something_has_the_picture_of_it_before_anybody_else_has_a_turn() -> None:
    turns, done = Turns(), list[str]()
    presser, others = FairShare(turns), [FairShare(turns) for _ in range(4)]

    async with trio.open_nursery() as nursery, FairShare(turns):
        for number, share in enumerate(others):
            nursery.start_soon(work, share, f"other {number}", done)
        await trio.testing.wait_all_tasks_blocked()
        presser.pressed()
        nursery.start_soon(work, presser, "presser", done, 5)
        await trio.testing.wait_all_tasks_blocked()

    assert done[:3] == 3 * ["presser"]  # its press, what the host answers, and its picture
    assert sorted(done[3:7]) == [f"other {number}" for number in range(4)]
    assert done[7:] == 2 * ["presser"]


async def test_those_who_always_press_leave_every_fourth_turn_to_the_others() -> None:
    turns, done = Turns(), list[str]()

    async def always_presses(share: FairShare) -> None:
        while True:
            share.pressed()
            await work(share, "presser", done)

    async with trio.open_nursery() as nursery:
        for _ in range(5):
            nursery.start_soon(always_presses, FairShare(turns))
        for number in range(3):
            nursery.start_soon(work, FairShare(turns), f"other {number}", done, 1000)
        while len(done) < 400:
            await trio.lowlevel.checkpoint()
        nursery.cancel_scope.cancel()

    assert abs(done.count("presser") - 300) <= 5


async def test_a_turn_is_passed_on_when_a_visit_ends_while_it_waits_or_fails_during_its_turn() -> None:
    turns, done = Turns(), list[str]()
    scopes = [trio.CancelScope() for _ in range(3)]

    async def waits(scope: trio.CancelScope) -> None:
        with scope:
            await work(FairShare(turns), "waited", done)

    async with trio.open_nursery() as nursery, FairShare(turns):
        for scope in scopes:
            nursery.start_soon(waits, scope)
            await trio.testing.wait_all_tasks_blocked()
        scopes[1].cancel()
        await trio.testing.wait_all_tasks_blocked()
        scopes[0].cancel()  # at the moment at which its turn comes
    assert done == ["waited"]

    try:
        async with FairShare(turns):
            raise ValueError
    except ValueError:
        await work(FairShare(turns), "next", done)
    with trio.CancelScope() as scope:
        scope.cancel()
        await work(FairShare(turns), "cancelled", done)
    await work(FairShare(turns), "last", done)
    assert done == ["waited", "next", "last"]
