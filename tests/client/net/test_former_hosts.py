"""A match that goes on elsewhere, and its host before: what each player's program says there, and to whom."""

from pathlib import Path

import pytest
import trio
from attrs import evolve
from trio.testing import MockClock, memory_stream_pair, wait_all_tasks_blocked

from client.model.announcements import Subject
from client.model.checks import WhyNot
from client.model.model import Model
from client.model.own_host import OwnHost
from client.model.status import Joined
from client.net.former_hosts import TIME_BETWEEN, FormerHosts
from client.net.held_match import HeldMatch
from client.net.host_connection import Dial
from client.net.tcp import NoConnectionError
from client.net.transport import Transport
from client.store.file_seats import FileSeats
from client.store.saved_seats import SavedSeat
from daemon.journal.interface import GameHeld
from protocol.log.commands import Command, HostReady
from protocol.shared.join_link import Endpoint, JoinLink, parse_link
from protocol.wire.messages import Do, Farewell, Goodbye, Hello, Welcome
from protocol.wire.operator_messages import Reach
from protocol.wire.sealer import Sealer
from tests.client.at_table import welcome
from tests.client.mixed_match import BEN
from tests.client.net.linked import Player, playing
from tests.client.scripted_daemon import ScriptedDaemon
from tests.client.succeeded import (
    NEW,
    NEW_HOST,
    OLD,
    OLD_HOST,
    House,
    begun_round,
    gone_on_with,
    new_host,
    old_seat,
)
from tests.played import entered

KEY, INVITATION = "vbnm5-a7z33-34ywp-emt4v", "mjqxgzjtgiydcmrtgqzdgnbrge"
HERE = parse_link(f"https://owl.example/elm#k={KEY},i={INVITATION}")
MOVED = Goodbye(Farewell.MOVED.value, "it has left")
NOTED = Goodbye(Farewell.NOTED.value, "noted")


def informing(player: Player, old: ScriptedDaemon, *, here: JoinLink | None = HERE) -> FormerHosts:
    """What tells the hosts before; all of them are this one."""

    def dial_to(where: JoinLink) -> Dial:
        assert where == evolve(parse_link(OLD_HOST), key="the old host's key")
        return old.dial

    return FormerHosts(player.link, lambda: here, dial_to)


async def at_new_host(player: Player) -> None:
    await player.until(lambda: isinstance(player.model.status, Joined) and player.model.session.is_caught_up)
    await wait_all_tasks_blocked()  # its seat is saved


def a_round_has_ended(player: Player) -> None:
    """Have a round be over that was played at the new host: the first one, of the record."""
    succession = player.model.session.succession
    assert succession.continues is not None
    succession.continues = evolve(succession.continues, entry=0)


async def test_a_host_that_has_left_the_match_is_told_again_until_a_round_has_ended_elsewhere(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    """It may take the match back as long as none has."""
    FileSeats(tmp_path).save(old_seat())
    old = ScriptedDaemon()
    async with (
        new_host() as host,
        playing(House(host), tmp_path, table=None, sealer=Sealer(lambda: "new"), address=NEW_HOST) as player,
        trio.open_nursery() as nursery,
    ):
        await at_new_host(player)
        nursery.start_soon(informing(player, old).keep_informing)
        for _ in range(3):
            await (await old.call()).sends(MOVED)
        nursery.cancel_scope.cancel()


@pytest.mark.parametrize("is_played_on", [False, True])
async def test_everybody_is_led_back_to_a_host_that_has_taken_the_match_back_unless_a_round_was_played(
    tmp_path: Path, autojump_clock: MockClock, *, is_played_on: bool
) -> None:
    """The player of the new host has it lead everybody there."""
    FileSeats(tmp_path).save(old_seat())
    old = ScriptedDaemon()
    async with (
        new_host() as host,
        playing(House(host), tmp_path, table=None, sealer=Sealer(lambda: "new"), address=NEW_HOST) as player,
        trio.open_nursery() as nursery,
    ):
        await at_new_host(player)
        if is_played_on:
            a_round_has_ended(player)
        player.model.own_host = OwnHost("here")
        former = informing(player, old)
        player.link.held = HeldMatch(player.link, former.present_host, lambda: None, former.answer)
        nursery.start_soon(former.keep_informing)
        await (await old.call()).sends(evolve(NOTED, game="2026-11-28-oak-3c4d5e"))
        await (await old.call()).sends(NOTED)

        await wait_all_tasks_blocked()
        # This host leads nobody anywhere for a player who does not run it.
        assert bool(player.texts(Subject.REFUSED)) is not is_played_on
        nursery.cancel_scope.cancel()


@pytest.mark.parametrize("is_last", [True, False])
async def test_a_player_whose_machine_ended_in_a_hand_over_goes_back_from_it_if_the_host_before_plays_on(
    tmp_path: Path, autojump_clock: MockClock, *, is_last: bool
) -> None:
    """The program was started there, so it has come from no other host. An earlier one has an old copy of the match."""
    FileSeats(tmp_path).save(old_seat())
    old, later = ScriptedDaemon(), "2026-01-02-ash-b7c8d9"
    entries = gone_on_with(entered(begun_round(2)))
    if not is_last:
        entries = gone_on_with(entries, old=later)
    async with (
        new_host(entries, [GameHeld("0" * 64)]) as host,
        playing(House(host), tmp_path, table=None, sealer=Sealer(lambda: "new"), address=NEW_HOST) as player,
        trio.open_nursery() as nursery,
    ):
        await at_new_host(player)
        player.model.own_host = OwnHost("here")
        former = informing(player, old)
        held = player.link.held = HeldMatch(player.link, former.present_host, lambda: None, former.answer)
        held.note()
        nursery.start_soon(held.watch)
        for _ in range(2):
            await (await old.call()).sends(NOTED)

        await wait_all_tasks_blocked()
        # This host leads nobody anywhere for a player who does not run it.
        assert bool(player.texts(Subject.REFUSED)) is is_last
        nursery.cancel_scope.cancel()


@pytest.mark.parametrize("answer", [Goodbye(Farewell.MOVED.value, "it has left"), evolve(welcome(), game=OLD)])
async def test_the_host_before_is_told_with_its_own_token_until_it_has_left_the_match_or_does_not_understand(
    tmp_path: Path, autojump_clock: MockClock, answer: Goodbye | Welcome
) -> None:
    FileSeats(tmp_path).save(old_seat())
    old = ScriptedDaemon()
    async with (
        new_host() as host,
        playing(House(host), tmp_path, table=None, sealer=Sealer(lambda: "new"), address=NEW_HOST) as player,
        trio.open_nursery() as nursery,
    ):
        await at_new_host(player)
        a_round_has_ended(player)
        nursery.start_soon(informing(player, old).keep_informing)
        for reply in (NOTED, answer):
            caller = await old.call()
            hello = await caller.receives()
            assert isinstance(hello, Hello)
            assert (hello.game, hello.token, hello.comes, hello.seal) == (OLD, "Ann's token", None, None)
            assert hello.plays_at == HostReady(f"https://owl.example/#k={KEY}", KEY, NEW)
            await caller.sends(reply)
        dials = old.dials
        await trio.sleep(5 * TIME_BETWEEN)
        assert old.dials == dials
        nursery.cancel_scope.cancel()


async def test_a_host_on_this_machine_is_told_too_which_programs_here_join_without_its_key(
    tmp_path: Path, autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once it has taken the match back, its player's program leads everybody there, by an address that others reach."""
    here_too = JoinLink(parse_link("localhost:5544").endpoints)
    old, dialled = ScriptedDaemon(), list[JoinLink]()

    def dial_to(where: JoinLink) -> Dial:
        dialled.append(where)
        return old.dial

    FileSeats(tmp_path).save(old_seat())
    async with (
        new_host() as host,
        playing(House(host), tmp_path, table=None, sealer=Sealer(lambda: "new"), address=NEW_HOST) as player,
        trio.open_nursery() as nursery,
    ):
        await at_new_host(player)
        FileSeats(tmp_path).delete(old_seat())
        FileSeats(tmp_path).save(evolve(old_seat(), key="", address="localhost:5544"))
        ways = ("http://192.168.1.9:40123", "http://10.0.0.9:40123", "http://[2001:db8::9]:40123", "http://localhost:1")
        player.model.own_host = OwnHost("here", reach=Reach(key=KEY, inside=ways))
        former = FormerHosts(player.link, lambda: HERE, dial_to)
        tried, asked = list[Endpoint](), list[Command]()

        async def open_(place: Endpoint, _: str | None) -> Transport:
            tried.append(place)
            if len(tried) == 1:
                raise NoConnectionError("it listens elsewhere")
            return Transport(place, memory_stream_pair()[0], "the key that answers")

        ask = Model.ask

        def noted(model: Model, command: Command) -> Do | WhyNot:
            asked.append(command)
            return ask(model, command)

        monkeypatch.setattr(Model, "ask", noted)
        player.link.held = HeldMatch(player.link, former.present_host, lambda: None, former.answer, open_)
        nursery.start_soon(former.keep_informing)

        caller = await old.call()
        hello = await caller.receives()
        assert isinstance(hello, Hello)
        assert (dialled, hello.token) == ([here_too], "Ann's token")
        await caller.sends(evolve(NOTED, game="2026-11-28-oak-3c4d5e"))

        await wait_all_tasks_blocked()
        assert len(tried) == 2
        assert {place.address.port for place in tried} == {5544}
        there = JoinLink(tuple(tried[1:]), key="the key that answers")
        assert asked == [HostReady(str(there), there.key, "2026-11-28-oak-3c4d5e")]
        # This host leads nobody anywhere for a player who does not run it.
        assert player.texts(Subject.REFUSED)
        nursery.cancel_scope.cancel()


@pytest.mark.parametrize(
    ("saved", "here"),
    [
        (evolve(old_seat(), key=""), HERE),
        (evolve(old_seat(), token=""), HERE),
        (evolve(old_seat(), game="another game"), HERE),
        (old_seat("Ben", BEN), HERE),
        (old_seat(), None),
        (old_seat(), evolve(HERE, key=None)),
    ],
)
async def test_nothing_is_said_to_a_host_that_cannot_be_told_from_others_nor_about_another_match(
    tmp_path: Path, autojump_clock: MockClock, saved: SavedSeat, here: JoinLink | None
) -> None:
    FileSeats(tmp_path).save(old_seat())
    old = ScriptedDaemon()
    async with (
        new_host() as host,
        playing(House(host), tmp_path, table=None, sealer=Sealer(lambda: "new"), address=NEW_HOST) as player,
        trio.open_nursery() as nursery,
    ):
        await at_new_host(player)
        FileSeats(tmp_path).delete(old_seat())
        FileSeats(tmp_path).save(saved)
        nursery.start_soon(informing(player, old, here=here).keep_informing)
        await trio.sleep(3 * TIME_BETWEEN)
        assert old.dials == 0
        nursery.cancel_scope.cancel()
