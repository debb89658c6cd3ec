"""A short conversation with a daemon: waiting for one answer, and each way in which none arrives."""

import pytest
import trio
import trio.testing

from client.net.request import TIME_TO_ANSWER, RequestError, Requests, TurnedAwayError
from client.words.say import say
from protocol.log.events import Said
from protocol.log.sight import SPECTATOR, see
from protocol.wire.codec import encode_from_daemon, encode_sight
from protocol.wire.league_parts import parts_of
from protocol.wire.messages import AskTables, Farewell, Goodbye, Role, Tables, Welcome
from protocol.wire.notices import TroubleNotice
from protocol.wire.session import Session
from tests.protocol.wire.test_league_parts import season

MemoryStream = trio.StapledStream[trio.testing.MemorySendStream, trio.testing.MemoryReceiveStream]
TABLES = encode_from_daemon(Tables(opened="oak"))


@pytest.fixture
def ends() -> tuple[Requests, MemoryStream]:
    """A conversation, and the daemon's end of it."""
    here, there = trio.testing.memory_stream_pair()
    return Requests(here), there


async def test_messages_before_the_answer_are_ignored(ends: tuple[Requests, MemoryStream]) -> None:
    talk, daemon = ends
    await daemon.send_all(encode_from_daemon(TroubleNotice("no disk")) + TABLES)

    assert await talk.ask(AskTables(), Tables) == Tables(opened="oak")


async def test_a_goodbye_is_not_an_answer(ends: tuple[Requests, MemoryStream]) -> None:
    talk, daemon = ends
    await daemon.send_all(encode_from_daemon(Goodbye(Farewell.TOO_MANY, "")) + TABLES)

    with pytest.raises(TurnedAwayError, match="accepts no more connections"):
        await talk.ask(AskTables(), Tables)


@pytest.mark.parametrize("last", [b"", b'{"type":"tab'])
async def test_a_closed_connection_is_an_error(ends: tuple[Requests, MemoryStream], last: bytes) -> None:
    talk, daemon = ends
    await daemon.send_all(last)
    await daemon.send_stream.aclose()

    with pytest.raises(RequestError, match=say("connection.closed")):
        await talk.ask(AskTables(), Tables)


async def test_a_league_in_several_messages_is_one_answer(ends: tuple[Requests, MemoryStream]) -> None:
    talk, daemon = ends
    whole = season(30)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(daemon.send_all, b"".join(map(encode_from_daemon, parts_of(whole))))

        assert await talk.league() == whole


async def test_an_unknown_protocol_is_an_error(ends: tuple[Requests, MemoryStream]) -> None:
    talk, daemon = ends
    await daemon.send_all(b"HTTP/1.1 400 Bad Request\r\n")

    with pytest.raises(RequestError, match=say("connection.not_understood")):
        await talk.ask(AskTables(), Tables)


async def test_a_silent_host_is_given_up(ends: tuple[Requests, MemoryStream], autojump_clock: object) -> None:
    began = trio.current_time()

    with pytest.raises(RequestError, match=say("connection.no_answer")):
        await ends[0].ask(AskTables(), Tables)
    assert trio.current_time() - began == pytest.approx(TIME_TO_ANSWER)


async def test_a_game_with_a_missing_entry_is_an_error(ends: tuple[Requests, MemoryStream]) -> None:
    talk, daemon = ends
    reader = Session("fives 0.1", "Ann", Role.READER, wanted_game="g1")
    welcome = Welcome(1, "fivesd 0.1", "oak", "g1", 0, None, 1, 2)
    second = encode_sight(2, "", see(Said(None, "Eve", "hello"), SPECTATOR))
    await daemon.send_all(encode_from_daemon(welcome) + second)

    with pytest.raises(RequestError, match=say("connection.not_understood")):
        await talk.read_game(reader)
