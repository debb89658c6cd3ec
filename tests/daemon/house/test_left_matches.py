"""A match that went on at another host is taken back while its host is running, as long as nobody has played there."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
import trio
from attrs import evolve, frozen
from trio.testing import MockClock

from daemon.house import other_host
from daemon.house.other_host import PlayedThere, played_there
from daemon.house.taking_over import game_in, take_over
from daemon.journal.interface import GameMoved, Journal
from daemon.journal.sqlite_file import JOURNAL
from daemon.journal.sqlite_journal import open_journal
from daemon.program.command import main
from daemon.table.next_host import TIME_TO_RETURN
from protocol.log.audit import audit
from protocol.log.commands import EndMatch, HandOver, HostReady
from protocol.log.events import RoundEnded, TableOptions
from protocol.log.operator_commands import TakeMatchBack
from protocol.log.refusals import Reason
from protocol.shared.exit_status import MisusedError
from protocol.wire.messages import Accepted, Do, Farewell, Goodbye, NotAccepted
from protocol.wire.notices import HandOverNotice
from tests.client.net.web_server import Identity, WebServer, listening
from tests.daemon import tls
from tests.daemon.harness import MONTHS, Host, hosting
from tests.daemon.journal.memory_journal import MemoryJournal
from tests.daemon.wire_client import WireClient, parting_of
from tests.taken_over import GAME, HOST_KEY, SHORT, claimed, opened_from, play_to_round, record_of, seated

THERE = HostReady(f"http://192.168.1.20:5533/#k={HOST_KEY}", HOST_KEY, "2026-11-26-oak-1a2b3c")


@asynccontextmanager
async def left(journal: Journal | None = None, **options: Any) -> AsyncIterator[tuple[Host, WireClient, WireClient]]:
    """The host of Ann and Ben, which has left their match to another one in its second round."""
    async with hosting(journal, patience=MONTHS) as host:
        await host.open_home(GAME, set=SHORT, seats=2, options=TableOptions(**options))
        ann, ben = await seated(host, "Ann"), await seated(host, "Ben")
        await play_to_round(2, ann, ben)
        here = await host.back(ann, is_operator=True)
        await here.send(here.asks(THERE))
        assert (await here.parting()).reason == (await ben.parting()).reason == Farewell.MOVED
        for client in (ann, here, ben):
            await client.leave()
        await host.deserted()
        answers(host, PlayedThere.NO)
        yield host, here, ben


def answers(host: Host, found: PlayedThere) -> None:
    """Have the other host answer like this from now on, if it is asked."""

    async def played(_: GameMoved) -> PlayedThere:
        await trio.lowlevel.checkpoint()
        return found

    host.house.left.played = played


async def asked(host: Host, command: TakeMatchBack) -> Accepted | NotAccepted:
    """What the operator is answered."""
    operator = await host.operator()
    await operator.send(Do("back", 0, command))
    return await operator.answer_to("back")


async def says_to_play_there(host: Host, player: WireClient) -> Goodbye:
    """What the host answers to the player's program, which says that its player plays at the other one."""
    session = player.session
    return await parting_of(host.connect(session.name), game=session.game, token=session.token, plays_at=THERE)


async def test_it_goes_on_here_from_the_end_of_its_last_round_and_everybody_is_welcome_again() -> None:
    async with left() as (host, ann, ben):
        rounds = sum(isinstance(event, RoundEnded) for event in ann.events)

        assert isinstance(await asked(host, TakeMatchBack()), Accepted)

        before = ann.session.game
        there, also = await host.back(ann), await host.back(ben)
        assert (there.seat, also.seat) == (0, 1)
        assert before != there.session.game == also.session.game
        assert sum(isinstance(event, RoundEnded) for event in there.events) == rounds == 1
        await play_to_round(3, there, also)
        assert audit((await host.journal.read(there.session.game or "")).entries) is None


async def test_it_is_still_taken_back_after_a_restart() -> None:
    journal = MemoryJournal()
    async with left(journal) as (host, ann, _):
        await asked(host, TakeMatchBack("oak"))
    async with hosting(journal) as host:
        assert (await host.back(ann)).seat == 0


async def test_it_can_be_taken_back_after_a_restart() -> None:
    journal = MemoryJournal()
    async with left(journal) as (_, ann, _):
        pass
    async with hosting(journal) as host:
        answers(host, PlayedThere.NO)
        assert isinstance(await asked(host, TakeMatchBack()), Accepted)
        assert (await host.back(ann)).seat == 0


@pytest.mark.parametrize("found", [PlayedThere.YES, PlayedThere.ENDED])
@pytest.mark.parametrize("anyway", [False, True])
async def test_a_match_that_was_played_on_there_stays_there(found: PlayedThere, *, anyway: bool) -> None:
    async with left() as (host, ann, _):
        answers(host, found)
        refused = await asked(host, TakeMatchBack(anyway=anyway))

        assert isinstance(refused, NotAccepted)
        assert refused.reason == Reason.PLAYED_ELSEWHERE
        assert refused.detail == (
            f"the match went on at 192.168.1.20:5533: {found.value}; it stays there. `fivesd resume"
            f" {ann.session.game}`, once this host has stopped, goes on here all the same, from the end of its last"
            " round here; then both matches exist"
        )
        assert (await parting_of(host.connect(), game=ann.session.game, token=ann.session.token)).game == THERE.game


async def test_a_host_that_does_not_answer_loses_it_only_if_that_is_meant() -> None:
    async with left() as (host, ann, _):
        answers(host, PlayedThere.UNKNOWN)
        refused = await asked(host, TakeMatchBack())
        assert isinstance(refused, NotAccepted)
        assert refused.reason == Reason.NOT_KNOWN_ELSEWHERE
        assert "both matches exist" in refused.detail

        assert isinstance(await asked(host, TakeMatchBack(anyway=True)), Accepted)
        assert (await host.back(ann)).seat == 0


async def test_a_match_that_has_not_gone_cannot_be_taken_back() -> None:
    async with left() as (host, *_):
        refused = await asked(host, TakeMatchBack("elm"))
        assert isinstance(refused, NotAccepted)
        assert (refused.reason, refused.detail) == (
            Reason.NOT_ALLOWED,
            "no match of table 'elm' has gone from here to another host; there are oak",
        )
        await asked(host, TakeMatchBack())
        again = await asked(host, TakeMatchBack())
        assert isinstance(again, NotAccepted)
        assert again.detail == "no match of table 'oak' has gone from here to another host"


async def test_a_guest_does_not_take_it_back() -> None:
    async with left() as (host, _, ben):
        guest = host.connect("Ben")
        await guest.send(Do("back", 0, TakeMatchBack()))
        assert (await guest.parting()).reason == Farewell.BAD_TOKEN
        assert (await parting_of(host.connect(), game=ben.session.game, token=ben.session.token)).game == THERE.game


async def test_a_match_on_its_way_is_taken_back_by_the_same_command() -> None:
    """Nobody has come to the other host yet, so it goes on as it is, under the same id."""
    async with hosting(patience=MONTHS) as host:
        await host.open_home(GAME, set=SHORT, seats=2)
        ann, ben = await seated(host, "Ann"), await seated(host, "Ben")
        here = await host.back(ann, is_operator=True)
        await here.accepted(HandOver(1))
        await ben.expect(HandOverNotice)
        await ben.send(ben.asks(evolve(THERE, release="a word that nobody guesses")))
        assert (await here.parting()).waits

        assert isinstance(await asked(host, TakeMatchBack()), Accepted)
        assert (await host.back(here)).session.game == ann.session.game


async def test_who_says_to_play_there_reads_that_it_is_taken_back_and_counts_only_after_a_minute(
    autojump_clock: MockClock,
) -> None:
    """Those who were there when it was taken back come back. Who stays does so for a reason: a round was played."""
    async with left() as (host, ann, ben):
        await asked(host, TakeMatchBack())
        game = await _game_here(host)
        for player in (ann, ben, ann, ben):
            goodbye = await says_to_play_there(host, player)
            assert (goodbye.reason, goodbye.game) == (Farewell.NOTED, game)

        await trio.sleep(TIME_TO_RETURN)
        assert (await says_to_play_there(host, ann)).game is None
        assert (await says_to_play_there(host, ben)).reason == Farewell.MOVED


async def _game_here(host: Host) -> str:
    (table,) = host.house.tables.summaries()
    return table.game


# Asking the other host.


@frozen
class Door:
    """Where a host can be reached, as the row of a game that was left to it says."""

    host: Host
    port: int
    key: str

    def moved(self, game: str, key: str | None = None) -> GameMoved:
        """That this game is there."""
        return GameMoved(f"http://127.0.0.1:{self.port}", key or self.key, game)


@asynccontextmanager
async def at_door(host: Host) -> AsyncIterator[Door]:
    """Let connections to a port in to this host."""

    async def serve(stream: trio.SocketStream) -> None:
        ended = trio.Event()
        host.receive(_Watched(stream, ended.set))
        await ended.wait()

    async with trio.open_nursery() as nursery:
        (listener,) = await trio.open_tcp_listeners(0, host="127.0.0.1")
        nursery.start_soon(trio.serve_listeners, serve, [listener])
        yield Door(host, listener.socket.getsockname()[1], tls.identity().key)
        nursery.cancel_scope.cancel()


@frozen(eq=False)
class _Watched(trio.abc.Stream):
    """A stream that says when it has been closed."""

    stream: trio.abc.Stream
    closed: Callable[[], None]

    async def receive_some(self, max_bytes: int | None = None) -> bytes | bytearray:
        return await self.stream.receive_some(max_bytes)

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        await self.stream.send_all(data)

    async def wait_send_all_might_not_block(self) -> None:
        await self.stream.wait_send_all_might_not_block()

    async def aclose(self) -> None:
        await self.stream.aclose()
        self.closed()


@asynccontextmanager
async def gone_on(
    folder: Path, journal: Journal | None = None
) -> AsyncIterator[tuple[Door, str, WireClient, WireClient]]:
    """Another host at which a match of Ann and Ben goes on from its second round, and what its id is there."""
    async with hosting(patience=MONTHS) as before:
        await before.open_table(GAME, set=SHORT)
        ann, ben = await seated(before, "Ann"), await seated(before, "Ben")
        await play_to_round(2, ann, ben)
    async with hosting(journal, patience=MONTHS) as host, at_door(host) as door:
        game = await opened_from(record_of(ben, folder), host, seat=1)
        (one, _), (other, _) = await claimed(host, ann), await claimed(host, ben)
        yield door, game, one, other


async def test_the_other_host_says_whether_a_round_has_ended_there(tmp_path: Path) -> None:
    async with gone_on(tmp_path) as (door, game, ann, ben):
        assert await played_there(door.moved(game)) is PlayedThere.NO
        await play_to_round(3, ann, ben)
        assert await played_there(door.moved(game)) is PlayedThere.YES


async def test_it_says_so_while_the_game_sleeps_there(tmp_path: Path) -> None:
    journal = MemoryJournal()
    async with gone_on(tmp_path, journal=journal) as (_, game, ann, ben):
        pass
    async with hosting(journal) as host, at_door(host) as door:
        assert await played_there(door.moved(game)) is PlayedThere.NO
        one, other = await host.back(ann), await host.back(ben)
        await play_to_round(3, one, other)
    async with hosting(journal) as host, at_door(host) as door:
        assert await played_there(door.moved(game)) is PlayedThere.YES


async def test_a_match_that_has_ended_there_was_played_there(tmp_path: Path) -> None:
    journal = MemoryJournal()
    async with gone_on(tmp_path, journal=journal) as (_, game, *_):
        pass
    async with hosting(journal) as host, at_door(host) as door:
        operator = await host.operator()
        await operator.send(Do("end", 0, EndMatch(), "oak"))
        await operator.answer_to("end")
        assert await played_there(door.moved(game)) in (PlayedThere.YES, PlayedThere.ENDED)
    async with hosting(journal) as host, at_door(host) as door:
        assert await played_there(door.moved(game)) is PlayedThere.ENDED


async def test_a_host_that_does_not_have_the_game_does_not_play_it() -> None:
    async with hosting() as host, at_door(host) as door:
        assert await played_there(door.moved("2026-11-26-oak-1a2b3c")) is PlayedThere.NO


async def test_only_the_host_with_the_right_key_is_believed(tmp_path: Path) -> None:
    async with gone_on(tmp_path) as (door, game, *_):
        assert await played_there(door.moved(game, HOST_KEY)) is PlayedThere.UNKNOWN
        assert await played_there(evolve(door.moved(game), key=None)) is PlayedThere.UNKNOWN


async def test_a_host_behind_a_web_server_is_asked_through_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As with a tunnel: TLS with the host's key is inside the WebSocket, so the web server could not answer for it."""
    authority = Identity(tmp_path, "the tests")
    monkeypatch.setenv("SSL_CERT_FILE", str(authority.file))
    site = Identity(tmp_path, by=authority)

    async with gone_on(tmp_path) as (door, game, ann, ben):

        async def forward(stream: trio.abc.Stream) -> None:
            ended = trio.Event()
            door.host.receive(_Watched(stream, ended.set))
            await ended.wait()

        async with listening(WebServer(forward), site.context()) as address:
            moved = evolve(door.moved(game), address=f"https://127.0.0.1:{address.port}")
            assert await played_there(moved) is PlayedThere.NO
            await play_to_round(3, ann, ben)
            assert await played_there(moved) is PlayedThere.YES
            assert await played_there(evolve(moved, key=HOST_KEY)) is PlayedThere.UNKNOWN
        async with listening(WebServer(forward, sockets=()), site.context()) as address:
            moved = evolve(door.moved(game), address=f"https://127.0.0.1:{address.port}")
            assert await played_there(moved) is PlayedThere.UNKNOWN, "this web server leads to no host"


async def test_an_address_where_nobody_answers_says_nothing() -> None:
    with suppress(OSError):
        (listener,) = await trio.open_tcp_listeners(0, host="127.0.0.1")
        port = listener.socket.getsockname()[1]
        await listener.aclose()
    for address in (f"http://127.0.0.1:{port}", f"https://127.0.0.1:{port}", "no address at all"):
        assert await played_there(GameMoved(address, HOST_KEY, "a game")) is PlayedThere.UNKNOWN


async def test_a_machine_that_says_nothing_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(other_host, "TIME_TO_ASK", 0.2)
    (listener,) = await trio.open_tcp_listeners(0, host="127.0.0.1")
    async with listener:
        moved = GameMoved(f"http://127.0.0.1:{listener.socket.getsockname()[1]}", HOST_KEY, "a game")
        assert await played_there(moved) is PlayedThere.UNKNOWN


# With the daemon stopped.


@asynccontextmanager
async def left_for(folder: Path, *, is_played: bool = False, reaches: bool = True) -> AsyncIterator[WireClient]:
    """A stopped host that has left its match to one that is running, where a round may have ended; and its player Ben.

    It has another key than the one that is known, unless the first host `reaches` it.
    """
    async with hosting(patience=MONTHS) as host, at_door(host) as door:
        async with open_journal(folder / JOURNAL) as journal, hosting(journal, patience=MONTHS) as before:
            await before.open_home(GAME, set=SHORT, seats=2)
            ann, ben = await seated(before, "Ann"), await seated(before, "Ben")
            await play_to_round(2, ann, ben)
            game = await opened_from(record_of(ben, folder), host, seat=1)
            (one, _), (other, _) = await claimed(host, ann), await claimed(host, ben)
            if is_played:
                await play_to_round(3, one, other)
            here = await before.back(ann, is_operator=True)
            key = door.key if reaches else HOST_KEY
            await here.send(here.asks(HostReady(door.moved(game).address, key, game)))
            await here.parting()
        yield ben


async def resume(folder: Path, game: str, capsys: pytest.CaptureFixture[str]) -> str:
    """What `fivesd resume` prints."""
    assert await trio.to_thread.run_sync(main, ["resume", game, "--data", str(folder)]) == 0
    return capsys.readouterr().out


async def test_resuming_says_that_nobody_has_played_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async with left_for(tmp_path) as ben:
        printed = await resume(tmp_path, ben.session.game or "", capsys)
        assert "nobody has played a round there: the programs of those who are there come back" in printed


async def test_resuming_says_that_a_round_was_played_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async with left_for(tmp_path, is_played=True) as ben:
        printed = await resume(tmp_path, ben.session.game or "", capsys)
        assert "a round was played there: both matches exist now" in printed


async def test_the_export_of_ones_own_match_takes_it_back_if_nobody_has_played_there(tmp_path: Path) -> None:
    async with left_for(tmp_path) as ben, open_journal(tmp_path / JOURNAL) as journal:
        game = await take_over(journal, game_in(record_of(ben, tmp_path), 0), None)
        async with hosting(journal) as host:
            again = await host.back(ben)
            assert (again.session.game, again.seat) == (game, 1)


@pytest.mark.parametrize(
    ("how", "why"),
    [
        ({"is_played": True}, "a round was played there. `fivesd resume .*` goes on here, too; then both matches"),
        ({"reaches": False}, "that host cannot be asked now. `fivesd resume .*` takes it back all the same"),
    ],
)
async def test_otherwise_it_says_what_is_known_of_the_match_there(
    how: dict[str, bool], why: str, tmp_path: Path
) -> None:
    async with left_for(tmp_path, **how) as ben, open_journal(tmp_path / JOURNAL) as journal:
        with pytest.raises(MisusedError, match=f"is this host's own, and went on at 127.0.0.1:.*[:;] {why}"):
            await take_over(journal, game_in(record_of(ben, tmp_path), 0), None)
