"""An invitation, shown by a friend's client; and how a link ends at a host that it cannot trust."""

from pathlib import Path

import trio

from client.model.status import Ended, Joined
from client.net.tcp import NoConnectionError
from client.store.file_seats import FileSeats
from client.words.say import say
from protocol.shared.address import Address
from protocol.wire.messages import AskTables, Farewell, FromClient, Goodbye, Hello, Invited
from protocol.wire.operator_messages import Operator
from tests.client.at_table import welcome
from tests.client.net.linked import GAME, Player, playing, saved_seat, seated
from tests.client.scripted_daemon import ScriptedDaemon

INVITATION = "mjqxgzjtgiydcmrtgqzdgnbrge"
NOT_INVITED = Goodbye(Farewell.NOT_INVITED.value, "")


async def next_lines(daemon: ScriptedDaemon, goodbye: Goodbye) -> list[type[FromClient]]:
    """What the next connection begins with, up to its first request, which gets this goodbye."""
    caller, types = await daemon.call(), list[type[FromClient]]()
    while not types or types[-1] in (Operator, Invited):
        types.append(type(await caller.receives()))
    await caller.sends(goodbye)
    return types


def invited(player: Player) -> None:
    player.link.credentials.invitation = INVITATION


async def test_an_invitation_is_shown_on_each_connection_after_the_operators_secret(
    tmp_path: Path, autojump_clock: object
) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        invited(player)
        player.link.credentials.secret = lambda: "secret"
        for _ in range(2):
            caller = await daemon.call()
            assert await caller.receives() == Operator("secret")
            assert await caller.receives() == Invited(INVITATION)
            assert isinstance(await caller.receives(), Hello)
            await caller.sends(welcome(head=0))
            await caller.hangs_up()


async def test_an_older_daemon_gets_a_hello_without_the_invitation_that_it_does_not_know(
    tmp_path: Path, autojump_clock: object
) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        invited(player)
        assert await next_lines(daemon, Goodbye(Farewell.MALFORMED.value, "")) == [Invited, Hello]
        await seated(daemon)
        await player.until(lambda: isinstance(player.model.status, Joined))


async def test_without_an_invitation_the_link_ends_and_says_what_is_missing(
    tmp_path: Path, autojump_clock: object
) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        assert await next_lines(daemon, NOT_INVITED) == [Hello]
        await player.until(lambda: player.ended is not None)

    assert player.ended == Ended(
        "This table is by invitation. Ask its host for a link, and give it to `fives join`.", is_uninvited=True
    )


async def test_an_invitation_that_has_ended_is_said_to_have_ended(tmp_path: Path, autojump_clock: object) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        invited(player)
        assert await next_lines(daemon, NOT_INVITED) == [Invited, Hello]
        assert await next_lines(daemon, NOT_INVITED) == [Hello]
        await player.until(lambda: player.ended is not None)

    assert player.ended == Ended(say("connection.invitation_ended"), is_uninvited=True)
    assert INVITATION not in repr(player.link.credentials)


async def test_a_saved_seat_needs_no_invitation(tmp_path: Path, autojump_clock: object) -> None:
    FileSeats(tmp_path).save(saved_seat("oak"))
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path, table=None) as player:
        invited(player)
        assert await next_lines(daemon, NOT_INVITED) == [Invited, AskTables]
        assert await next_lines(daemon, NOT_INVITED) == [AskTables]
        caller = await daemon.call()
        hello = await caller.receives()
        assert isinstance(hello, Hello)
        assert (hello.table, hello.token) == ("oak", "t1")
        await caller.sends(welcome())
        await caller.sends_events(GAME[:12])
        await player.until(lambda: isinstance(player.model.status, Joined))


async def test_an_invitation_that_the_host_ends_during_the_game_is_not_made_up_for(
    tmp_path: Path, autojump_clock: object
) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        invited(player)
        caller = await daemon.call()
        await caller.receives()
        await caller.receives()
        await caller.sends(welcome())
        await caller.sends_events(GAME[:12], then=NOT_INVITED)
        await player.until(lambda: player.ended is not None)

    assert player.ended == Ended(say("connection.invitation_ended"), is_uninvited=True)
    assert daemon.dials == 1


class OtherHostError(NoConnectionError):
    is_final = True


async def test_a_host_that_turns_out_to_be_another_ends_the_link_also_when_it_comes_back(
    tmp_path: Path, autojump_clock: object
) -> None:
    async def another_host(_: Address) -> trio.abc.Stream:
        raise OtherHostError("the host has another key")

    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        caller = await seated(daemon)
        await player.until(lambda: isinstance(player.model.status, Joined))
        player.link.dial = another_host
        await caller.hangs_up()
        await player.until(lambda: player.ended is not None)

    assert player.ended == Ended("No connection: the host has another key.")
