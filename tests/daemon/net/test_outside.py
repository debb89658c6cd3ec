"""People from outside: an invitation, or the token of a seat, before anything else."""

import logging
from contextlib import AbstractAsyncContextManager
from typing import Any, Final

import pytest
import trio
import trio.testing
from trio.testing import MockClock

from daemon.guest import BY_INVITATION
from daemon.house.invitations import NOT_VALID
from daemon.journal.interface import Pieces, StoredRows
from protocol.log.commands import Pause, Say
from protocol.log.events import MatchAbandoned
from protocol.log.operator_commands import (
    CloseTable,
    FollowReach,
    Invite,
    MakeHome,
    MakeHostCode,
    NamePage,
    OpenFixture,
    ReadLog,
    Revoke,
    TakeMatchBack,
    Uninvite,
)
from protocol.log.table import Stage
from protocol.shared.household import HOUSEHOLDS_BEHIND_A_TUNNEL, TUNNEL
from protocol.shared.operator_key import OperatorKey
from protocol.shared.places import PlaceLimits
from protocol.wire.messages import (
    FROM_CLIENT,
    AskLeague,
    AskTables,
    Do,
    ForBrowser,
    FromClient,
    Goodbye,
    Hello,
    Invited,
    OpenTable,
    Ping,
    Pong,
    Role,
    Tables,
    Welcome,
)
from protocol.wire.operator_messages import Exchange, Operator
from tests.daemon.harness import ELSEWHERE, NEAR, SECRET, Host, KeptInvitations, abandoned, hosting
from tests.daemon.journal.memory_journal import MemoryJournal
from tests.daemon.ways import UNASKED
from tests.daemon.wire_client import FarewellError, WireClient, parting_of

FOR_BEN, FOR_CY, WRONG = "b" * 26, "c" * 26, "w" * 26
STRANGERS = Goodbye("not_invited", BY_INVITATION)


def inviting(journal: MemoryJournal | None = None, **rules: Any) -> AbstractAsyncContextManager[Host]:
    """A house with two invitations."""
    return hosting(journal, invitations=KeptInvitations({"Ben": FOR_BEN, "Cy": FOR_CY}), **rules)


async def answer_to(host: Host, *messages: FromClient, peer: str = TUNNEL) -> Goodbye:
    client = host.connect(peer=peer)
    await client.send(*messages)
    return await client.parting()


FROM_STRANGERS: Final[list[FromClient]] = [
    Hello(2, "tests", "Eve"),
    Hello(2, "tests", "Eve", table="oak"),
    Hello(2, "tests", "Eve", table="elm", password="wrong"),
    Hello(2, "tests", "Eve", Role.SPECTATOR),
    Hello(2, "tests", "Eve", Role.READER, game="2026-11-20-oak-6cb34f"),
    Hello(2, "tests", "Eve", table="oak", token="no token"),
    Hello(2, "tests", "Eve", game="2026-11-20-oak-6cb34f", token="no token"),
    Hello(2, "tests", "Eve", Role.READER, token="no token"),
    Hello(2, "tests", "Eve", Role.READER, game="2026-11-20-oak-6cb34f", token="no token"),
    Hello(2, "tests", "Eve"),
    Hello(2, "tests", "you"),
    Do("1", 0, Say("hello")),
    AskTables(),
    AskTables(("2026-11-20-oak-6cb34f",)),
    OpenTable("all-fives"),
    OpenTable("no game"),
    ForBrowser(SECRET, NEAR, outside=False),
    Do("1", 0, Pause()),
    Do("1", 0, NamePage("den.example.org")),
    Do("reach", 0, FollowReach()),
    Do("1", 0, Invite("Eve")),
    Do("1", 0, Uninvite()),
    Do("1", 0, CloseTable("oak")),
    Do("1", 0, MakeHome("oak")),
    Do("1", 0, MakeHostCode()),
    Exchange("1", "k7mq-2xwe"),
    Do("1", 0, Revoke()),
    Do("1", 0, ReadLog()),
    AskLeague(),
    Do("1", 0, OpenFixture(1)),
    Do("1", 0, TakeMatchBack(anyway=True)),
]


@pytest.mark.parametrize("peer", [TUNNEL, "203.0.113.9", "2001:db8::7"])
async def test_a_stranger_gets_the_same_answer_to_everything(peer: str) -> None:
    assert {type(message) for message in FROM_STRANGERS} == set(FROM_CLIENT) - {Ping, Operator, Invited}
    async with inviting() as host:
        await host.open_home(password="sesame")
        host.house.controls.key = OperatorKey("127.0.0.1", 5533, SECRET)

        for message in FROM_STRANGERS:
            assert await answer_to(host, message, peer=peer) == STRANGERS, message


async def test_a_stranger_may_ping_and_the_person_who_runs_the_daemon_needs_no_invitation() -> None:
    async with inviting() as host:
        await host.open_home()
        stranger = await host.outside()
        await stranger.send(Ping(7))
        assert await stranger.expect(Pong) == Pong(7)

        assert (await answer_to(host, Operator("wrong"))).reason == "bad_token"
        operator = await host.operator(peer=TUNNEL)
        assert (await operator.enter()).host


@pytest.mark.parametrize("peer", ["127.0.0.1", NEAR, "fe80::1%eth0"])
async def test_nobody_near_needs_an_invitation_or_is_asked_whether_it_is_valid(peer: str) -> None:
    async with inviting() as host:
        await host.open_home(password="sesame")
        client = host.connect(peer=peer)
        await client.send(Invited(WRONG))

        await client.enter(password="sesame")
        assert (await parting_of(host.connect("Cy", peer=peer))).reason == "bad_password"


async def test_without_invitations_everybody_from_outside_is_let_in_whatever_they_show() -> None:
    async with hosting() as host:
        await host.open_home()

        await (await host.outside("Ben", WRONG)).enter()
        await (await host.outside("Cy", peer=ELSEWHERE)).enter()


async def test_an_invitation_takes_the_place_of_the_home_table_s_password_and_of_no_other() -> None:
    async with inviting() as host:
        home = await host.open_home(password="sesame")
        other = await host.open_table(password="open")

        ben = await host.outside("Ben", FOR_BEN)
        await ben.enter(table=home.table)
        watching = await host.outside("Ben", FOR_BEN, role=Role.SPECTATOR)
        await watching.enter(table=home.table)
        cy = await host.outside("Cy", FOR_BEN, peer=ELSEWHERE)
        await cy.send(AskTables(), OpenTable("all-fives"))
        assert len((await cy.expect(Tables)).tables) == 2
        assert (await cy.expect(Tables)).opened is not None
        assert (await parting_of(cy, table=other)).reason == "bad_password"


async def test_a_game_of_the_home_table_may_be_read_with_an_invitation_alone() -> None:
    async with inviting() as host:
        ann, _ = await abandoned(host, "sesame", is_home=True)
        reader = await host.outside("Cy", FOR_CY, role=Role.READER)

        await reader.enter(game=ann.session.game)

        assert reader.events[-1] == ann.events[-1]


@pytest.mark.parametrize("shown", [WRONG, "", FOR_BEN.upper(), "é"])
async def test_what_is_no_invitation_ends_the_connection(shown: str) -> None:
    async with inviting() as host:
        await host.open_home()

        assert await (await host.outside("Eve", shown)).parting() == Goodbye("not_invited", NOT_VALID)


# Tokens.


async def back_with_token(host: Host, client: WireClient, **fields: object) -> WireClient:
    again = await host.outside()
    again.session = client.session
    await again.enter(**fields)
    return again


async def test_a_seat_s_token_is_enough_also_if_the_game_is_asleep() -> None:
    journal = MemoryJournal()
    async with inviting(journal) as host:
        table = await host.open_table("cinq-et-trois")
        ann, ben = await host.outside("Ann", FOR_BEN), await host.outside("Ben", FOR_BEN)
        await ann.enter(table=table)
        await ben.enter(table=table)
        await ben.leave()
        ben = await back_with_token(host, ben)
        await ben.accepted(Say("hello"))

    async with inviting(journal) as host:
        assert (await answer_to(host, Hello(2, "tests", "Eve", table=table, token="no token"))) == STRANGERS
        ben = await back_with_token(host, ben)
        assert ben.is_at(Stage.PLAYING)
        await ben.send(AskTables())
        await ben.expect(Tables)


async def test_a_token_lets_its_owner_read_the_game_and_go_nowhere_else() -> None:
    async with inviting() as host:
        ann, ben = await abandoned(host)
        other = await host.open_table()
        game, token = ben.session.game, ben.session.token
        await ann.leave()
        await ben.leave()

        reader = await host.outside(role=Role.READER)
        await reader.enter(game=game, token=token)
        assert isinstance(reader.events[-1], MatchAbandoned)
        hello = Hello(2, "tests", "Ben", Role.SPECTATOR, table=other, token=token)
        assert await answer_to(host, hello) == STRANGERS
        assert await answer_to(host, Hello(2, "tests", "Ben", Role.READER, game=game, token="no token")) == STRANGERS


class Watched(MemoryJournal):
    """A journal that notes which games are read."""

    def __init__(self) -> None:
        super().__init__()
        self.were_read: list[str] = []

    async def read(self, game: str, after: int = 0) -> StoredRows:
        self.were_read.append(game)
        return await super().read(game, after)

    def pieces(self, game: str) -> Pieces:
        self.were_read.append(game)
        return super().pieces(game)


async def test_a_stranger_who_guesses_names_of_tables_has_nothing_read() -> None:
    journal = Watched()
    async with inviting(journal) as host:
        table = await host.open_table("cinq-et-trois", bots=1)
        ann = host.connect("Ann")
        await ann.enter(table=table)
    journal.were_read.clear()

    async with inviting(journal) as host:
        assert await answer_to(host, Hello(2, "tests", "Eve", table=table, token="no token")) == STRANGERS
        assert await answer_to(host, Hello(2, "tests", "Eve", table="no such table", token="no token")) == STRANGERS
        assert set(journal.were_read) <= {""}, "what the stranger has named as the game"


# What the host ends.


async def test_an_ended_invitation_leaves_only_seats() -> None:
    async with inviting() as host:
        home = await host.open_home("all-fives", seats=3)
        player, other = await host.outside("Ben", FOR_BEN), await host.outside("Cy", FOR_CY)
        spectator, idle = await host.outside("Dan", FOR_BEN, role=Role.SPECTATOR), await host.outside("Eve", FOR_BEN)
        await player.enter()
        await spectator.enter()
        for client in (other, idle):
            await client.send(AskTables())
            await client.expect(Tables)
        operator = await host.operator()

        await operator.send(Do("1", 0, Uninvite("ben")))

        for client in (spectator, idle):
            assert await client.parting() == Goodbye("not_invited", NOT_VALID)
        await player.accepted(Say("still here"))
        assert await (await host.outside("Ben", FOR_BEN)).parting() == Goodbye("not_invited", NOT_VALID)
        await back_with_token(host, player)
        await other.enter(table=home.table)


# Limits.


async def test_friends_with_one_invitation_have_places_of_their_own(autojump_clock: MockClock) -> None:
    most = 3 * HOUSEHOLDS_BEHIND_A_TUNNEL
    async with inviting(limits=PlaceLimits(most_from_one=3)) as host:
        await host.open_home(seats=4)
        friends = []
        for nth in range(most):
            friends.append(await host.outside(f"Ben {nth}", FOR_BEN, role=Role.SPECTATOR))
            await friends[-1].enter()
        others = [await host.outside("Cy", FOR_CY, peer=f"203.0.113.{nth}") for nth in range(most)]
        for other in others:
            await other.send(AskTables())
            await other.expect(Tables)

        assert (await (await host.outside("one more", FOR_BEN)).parting()).reason == "too_many"
        assert (await (await host.outside("one more", FOR_CY, peer="203.0.113.99")).parting()).reason == "too_many"
        await friends.pop().leave()
        await trio.testing.wait_all_tasks_blocked()
        await (await host.outside("one more", FOR_BEN)).enter()


async def test_strangers_behind_a_tunnel_keep_no_friend_out(autojump_clock: MockClock) -> None:
    most = HOUSEHOLDS_BEHIND_A_TUNNEL
    async with inviting(limits=PlaceLimits(most_from_one=1)) as host:
        await host.open_home(seats=4)
        for nth in range(3):
            for _ in range(most):
                stranger = await host.outside()
                await stranger.send(*map(Ping, range(1000)))  # busy, but with nothing
            await trio.testing.wait_all_tasks_blocked()

            ben = await host.outside(f"Ben {nth}", FOR_BEN)
            await ben.enter()

        assert len(host.connections) <= most + 3


@pytest.mark.plain(UNASKED)
async def test_an_invitation_does_not_exempt_an_address_from_its_limit() -> None:
    async with inviting(limits=PlaceLimits(most_from_one=2)) as host:
        await host.open_home(seats=4)
        for name, invitation in (("Ben", FOR_BEN), ("Cy", FOR_CY)):
            await (await host.outside(name, invitation, peer=ELSEWHERE)).enter()

        assert (await host.connect(peer=ELSEWHERE).parting()).reason == "too_many"


async def test_behind_a_tunnel_seats_are_counted_by_invitation() -> None:
    async with inviting(most_seats_from_one=1) as host:
        await host.open_home(seats=4)
        await (await host.outside("Ben", FOR_BEN)).enter()

        assert (await parting_of(await host.outside("Dan", FOR_BEN))).reason == "too_many_seats"
        await (await host.outside("Cy", FOR_CY)).enter()
        await (await host.outside("Eve", FOR_CY, peer=ELSEWHERE)).enter()


async def test_behind_a_tunnel_tables_are_counted_by_invitation() -> None:
    async with inviting(most_tables_from_one=1) as host:
        ben, cy, dan = [await host.outside(invitation=shown) for shown in (FOR_BEN, FOR_CY, FOR_BEN)]
        for client in (ben, cy):
            await client.send(OpenTable("all-fives"))
            await client.enter(table=(await client.expect(Tables)).opened)

        await dan.send(OpenTable("all-fives"), AskTables())

        assert len((await dan.expect(Tables)).tables) == 2


# The log.


async def test_no_invitation_is_ever_logged_and_its_name_only_with_the_connections(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG)
    async with inviting() as host:
        await host.open_home()
        await (await host.outside("Ben", FOR_BEN)).enter()
        await (await host.outside("Eve", WRONG)).parting()
        broken = await host.outside()
        await broken.send_bytes(b'{"type":"invited","invitation":"' + FOR_CY.encode() + b'","more":1}\n')
        with pytest.raises(FarewellError, match="malformed"):
            await broken.expect(Welcome)

    assert not any(shown in caplog.text for shown in (FOR_BEN, FOR_CY, WRONG))
    named = [(record.name, record.getMessage()) for record in caplog.records if "invitation" in record.getMessage()]
    assert named == [("fivesd.connection", f"connection from {TUNNEL} came with the invitation for Ben")]
    assert FOR_BEN not in repr(Invited(FOR_BEN))
