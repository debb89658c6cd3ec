"""What the person who runs the daemon is told: where friends can join, and who is invited."""

from collections.abc import Sequence

import pytest
import trio
import trio.testing
from trio.testing import MockClock

from daemon.guest import Guest, Origin
from daemon.house.reach import ReachBoard
from daemon.machine.network import Network
from daemon.net.addresses import origin_of
from daemon.net.connection import TIME_TO_SAY_HELLO
from daemon.outbox import MOST_ANSWERS
from protocol.log.operator_commands import FollowReach, Invite, Uninvite
from protocol.wire.codec import decode_from_daemon
from protocol.wire.messages import Accepted, AskTables, Do, FromClient, Invited, NotAccepted, Tables
from protocol.wire.operator_messages import Invitation, Reach, TunnelState
from tests.daemon.harness import ELSEWHERE, Host, KeptInvitations, hosting
from tests.daemon.machine.networks import network
from tests.daemon.wire_client import WireClient

FOR_BEN = "b" * 26
BEN = Invitation("Ben", FOR_BEN)


async def answer_to(client: WireClient, message: FromClient) -> Reach:
    await client.send(message)
    return await client.expect(Reach)


async def test_an_operator_who_only_waits_for_news_is_in_the_lobby(autojump_clock: MockClock) -> None:
    async with hosting(invitations=KeptInvitations()) as host:
        operator = await host.operator()
        await answer_to(operator, Do("reach", 0, FollowReach()))

        await trio.sleep(2 * TIME_TO_SAY_HELLO)
        host.house.reach.set_share(TunnelState.STARTING, "cloudflared is starting", [])

        assert (await operator.expect(Reach)).share == "starting"


async def refusal_of(host: Host, message: FromClient) -> tuple[str, str]:
    operator = await host.operator()
    await operator.send(message)
    answer = await operator.expect(NotAccepted)
    return answer.reason, answer.detail


def pushed(received: Sequence[object]) -> list[Reach]:
    return [message for message in received if isinstance(message, Reach)]


async def test_an_operator_is_told_where_friends_can_join_and_each_change() -> None:
    async with hosting(invitations=KeptInvitations()) as host:
        reach = host.house.reach
        reach.key = "vbnm5-a7z33-34ywp-emt4v"
        reach.set_own(["http://192.168.1.20:5533"], ["http://den.example.org:5533"], Network())
        operator = await host.operator()

        own = await answer_to(operator, Do("reach", 0, FollowReach()))
        assert own == Reach(
            "vbnm5-a7z33-34ywp-emt4v",
            ("http://den.example.org:5533",),
            ("http://192.168.1.20:5533",),
            opened=False,
        )
        reach.set_share(TunnelState.STARTING, "cloudflared is starting", [])
        assert (await operator.expect(Reach)).share == "starting"
        reach.set_share(TunnelState.OPEN, "", ["https://quick-fox.example.net"])
        shared = await operator.expect(Reach)
        assert shared.outside == ("https://quick-fox.example.net", "http://den.example.org:5533")
        reach.set_share(TunnelState.OPEN, "", ["https://quick-fox.example.net"])
        reach.add_outside("https://slow-ox.example.net")
        assert (await operator.expect(Reach)).outside[1:] == (
            "https://slow-ox.example.net",
            "http://den.example.org:5533",
        )
        assert pushed(await operator.settle()) == []
        reach.add_outside(f"https://{'x' * 63}.{'y' * 63}.example.net")
        reach.set_share(TunnelState.FAILED, "x" * 2000, [])
        failed = await operator.expect(Reach)
        assert len(failed.detail) == 1000, "no more than clients accept"
        assert failed.outside == ("https://slow-ox.example.net", "http://den.example.org:5533")


async def test_an_invitation_is_answered_once_with_the_newest_first() -> None:
    async with hosting(invitations=KeptInvitations({"Ben": FOR_BEN})) as host:
        operator = await host.operator()
        await answer_to(operator, Do("reach", 0, FollowReach()))

        made = await answer_to(operator, Do("1", 0, Invite("Cy")))
        again = await answer_to(operator, Do("2", 0, Invite("ben")))
        left = await answer_to(operator, Do("3", 0, Uninvite("Cy")))
        none = await answer_to(operator, Do("4", 0, Uninvite()))

        assert [invited.name for invited in made.invitations] == ["Cy", "Ben"]
        assert again.invitations == (BEN, made.invitations[0])
        assert left.invitations == (BEN,)
        assert none.invitations == ()
        assert pushed(await operator.settle()) == []


async def test_who_has_not_asked_is_answered_and_told_nothing_else() -> None:
    async with hosting(invitations=KeptInvitations()) as host:
        operator = await host.operator()

        await answer_to(operator, Do("1", 0, Invite("Ben")))
        host.house.reach.set_share(TunnelState.FAILED, "", [])

        assert pushed(await operator.settle()) == []


async def test_who_has_not_given_the_secret_ends_the_connection() -> None:
    async with hosting(invitations=KeptInvitations()) as host:
        await host.operator()

        for command in (FollowReach(), Invite("Ben"), Uninvite("Ben")):
            client = host.connect()
            await client.send(Do("1", 0, command))
            assert (await client.parting()).reason == "bad_token"


async def test_what_is_asked_for_comes_before_the_command_is_accepted() -> None:
    async with hosting(invitations=KeptInvitations()) as host:
        operator = await host.operator()
        await operator.send(Do("1", 0, Invite("Ben")))

        assert await operator.answer_to("1") == Accepted("1", 0)
        assert [invited.name for invited in pushed(operator.received)[-1].invitations] == ["Ben"]


async def test_what_cannot_be_done_is_refused() -> None:
    kept = KeptInvitations({"Ben": FOR_BEN})
    async with hosting(invitations=kept) as host:
        assert await refusal_of(host, Do("1", 0, Invite(""))) == (
            "not_allowed",
            "a name has 1 to 24 visible characters",
        )
        assert await refusal_of(host, Do("1", 0, Uninvite("Cy"))) == ("not_allowed", "nobody is invited as 'Cy'")
        kept.is_full = True
        reason, detail = await refusal_of(host, Do("1", 0, Uninvite()))
        assert reason == "store_failed"
        assert "No space left on device" in detail
    async with hosting() as host:
        assert await refusal_of(host, Do("1", 0, Invite("Ben"))) == (
            "not_allowed",
            "nobody needs an invitation to this daemon",
        )
        assert await answer_to(await host.operator(), Do("reach", 0, FollowReach())) == Reach(asks=False, opened=False)


async def test_connections_are_counted_by_invitation_and_many_at_once_are_one_change() -> None:
    async with hosting(invitations=KeptInvitations({"Ben": FOR_BEN})) as host:
        await host.open_home()
        operator = await host.operator()
        await answer_to(operator, Do("reach", 0, FollowReach()))
        friends = [await host.outside(f"Ben {nth}") for nth in range(20)]
        await trio.testing.wait_all_tasks_blocked()

        async with trio.open_nursery() as nursery:
            for friend in friends:
                nursery.start_soon(friend.send, Invited(FOR_BEN))
        reaches = pushed(await operator.settle())
        assert [invited.here for invited in reaches[-1].invitations] == [20]
        assert len(reaches) < 10
        async with trio.open_nursery() as nursery:
            for friend in friends:
                nursery.start_soon(friend.leave)
        reaches = pushed(await operator.settle())
        assert [invited.here for invited in reaches[-1].invitations] == [0]
        assert len(reaches) < 10


async def test_an_operator_who_reads_nothing_gets_only_so_much_and_then_the_newest() -> None:
    async with trio.open_nursery() as nursery:
        board = ReachBoard(nursery, lambda: None)
        operator = Guest(origin_of(ELSEWHERE), lambda _: None, is_operator=True)
        board.follow(operator)
        for nth in range(2 * MOST_ANSWERS):
            board.set_share(TunnelState.STARTING, f"attempt {nth}", [])
            await trio.testing.wait_all_tasks_blocked()
        assert operator.outbox.is_full

        lines: list[bytes] = []
        while received := operator.outbox.take_chunk():
            lines += received.splitlines()
            await trio.testing.wait_all_tasks_blocked()

        assert len(lines) <= MOST_ANSWERS + 1
        newest = decode_from_daemon(lines[-1])
        assert isinstance(newest, Reach)
        assert newest.detail == f"attempt {2 * MOST_ANSWERS - 1}"
        board.forget(operator)


@pytest.mark.parametrize("is_asking", [True, False])
async def test_nothing_is_left_of_an_operator_who_has_gone(is_asking: bool) -> None:
    async with trio.open_nursery() as nursery:
        board = ReachBoard(nursery, lambda: None)
        operator = Guest(origin_of(ELSEWHERE), lambda _: None, is_operator=True)
        if is_asking:
            board.follow(operator)
            board.follow(operator)
            await trio.testing.wait_all_tasks_blocked()

        board.forget(operator)

    assert not nursery.child_tasks


# Whether the link works in the house.

HOME = network("192.168.77.9")
FRIEND = origin_of("192.168.77.20")


@pytest.mark.parametrize(
    "visitor",
    [
        origin_of("127.0.0.1"),
        origin_of("192.168.77.9"),
        origin_of("203.0.113.7"),
        origin_of("192.168.77.20", is_outside=True),
    ],
    ids=["this machine", "this machine by its address", "outside", "a tunnel"],
)
async def test_the_link_has_been_opened_once_another_machine_in_the_house_has_come(visitor: Origin) -> None:
    async with hosting() as host:
        reach = host.house.reach
        reach.set_own(["http://192.168.77.9:5533"], [], HOME)
        operator = await host.operator()
        assert not (await answer_to(operator, Do("reach", 0, FollowReach()))).opened

        reach.note_visit(visitor)
        assert pushed(await operator.settle()) == []
        reach.note_visit(FRIEND)

        assert (await operator.expect(Reach)).opened


async def test_another_link_has_not_been_opened_and_the_same_one_with_more_behind_it_has() -> None:
    async with hosting() as host:
        reach = host.house.reach
        reach.set_own(["http://192.168.77.9:5533"], [], HOME)
        reach.note_visit(FRIEND)
        reach.set_own(["http://192.168.77.9:5533", "http://10.8.0.2:5533"], [], network("192.168.77.9", "10.8.0.2"))
        assert reach.now().opened

        reach.set_own(["http://192.168.88.50:5533"], [], network("192.168.88.50"))

        assert not reach.now().opened


async def test_a_friend_who_sits_down_has_opened_the_link_and_one_who_lists_the_tables_has_not() -> None:
    """`fives join` lists the tables of every host that it finds."""
    async with hosting() as host:
        await host.open_home()
        friend = host.connect("Ben", peer=FRIEND.address)
        await friend.send(AskTables())
        await friend.expect(Tables)
        assert not host.house.reach.now().opened

        await friend.enter()

        assert host.house.reach.now().opened


async def test_a_name_that_was_given_later_stays_when_the_address_changes() -> None:
    async with hosting() as host:
        reach = host.house.reach
        reach.add_outside("https://den.example.org")
        reach.set_own(["http://192.168.88.50:5533"], ["http://203.0.113.7:5533"], network("192.168.88.50"))

        assert reach.now().outside == ("https://den.example.org", "http://203.0.113.7:5533")
