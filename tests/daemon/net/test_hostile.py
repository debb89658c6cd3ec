"""All input from the wire may be hostile: it is answered with a plain goodbye, and other games continue."""

import gc
import json
import logging
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from random import Random
from weakref import ref

import pytest
import trio
import trio.testing
from trio.testing import MockClock

from daemon.guest import COMMANDS_A_SECOND, COMMANDS_AT_ONCE, REFUSALS_AT_ONCE, REMARKS_A_SECOND, REMARKS_AT_ONCE
from daemon.net.connection import (
    LOBBY_LINES_A_SECOND,
    LOBBY_LINES_AT_ONCE,
    TIME_BETWEEN_PINGS,
    TIME_IN_THE_LOBBY,
    TIME_TO_SAY_GOODBYE,
    TIME_TO_SAY_HELLO,
)
from daemon.net.sockets import TIME_TO_TAKE_A_CHUNK
from daemon.outbox import MOST_ANSWERS
from protocol.log.commands import LeaveSeat, Pause, Resume, Say, Start
from protocol.log.events import Event, Paused, Resumed, RoundDealt, Said
from protocol.log.sight import Sight, Viewer, see
from protocol.wire.codec import decode_from_client, encode_from_client
from protocol.wire.messages import (
    LONGEST_LINE,
    Accepted,
    AskTables,
    Do,
    FromClient,
    Goodbye,
    NotAccepted,
    OpenTable,
    Ping,
    Pong,
    Role,
    Tables,
    Welcome,
)
from protocol.wire.notices import PresenceNotice, SaidNotice
from protocol.wire.session import Session
from tests.daemon.harness import MONTHS, Host, hosting
from tests.daemon.ways import UNASKED
from tests.daemon.wire_client import FarewellError, WireClient

pytestmark = pytest.mark.usefixtures("every_way")


@asynccontextmanager
async def others_playing(patience: float = MONTHS) -> AsyncIterator[tuple[Host, WireClient, WireClient]]:
    """A match of two that must not be disturbed."""
    async with hosting(patience=patience) as host:
        await host.open_table("cinq-et-trois")
        ann, ben = await host.seated("Ann"), await host.seated("Ben")
        await ann.until(lambda: ann.session.head == ben.session.head)
        yield host, ann, ben
        head = ann.session.head
        for client in (ann, ben):
            await client.accepted(Say("still here"))
        await ann.until(lambda: ann.session.head == head + 2)


HELLO = '{"type":"hello","protocol":2,"client":"c","name":"Mal"'
DO = '{"type":"do","id":"a","seq":1'

MALFORMED: dict[str, tuple[bytes, str]] = {
    "no JSON": (b"hello there\n", "not JSON"),
    "nothing": (b"\n", "not JSON"),
    "noise": (Random(3).randbytes(500).replace(b"\n", b"") + b"\n", "not UTF-8"),
    "a list": (b"[1,2,3]\n", "not an object"),
    "a number": (b"7\n", "not an object"),
    "null": (b"null\n", "not an object"),
    "two values": (b"{} {}\n", "not JSON"),
    "not a number": (b'{"type":"ping","n":NaN}\n', "NaN"),
    # Too deep, or invalid JSON for later Pythons.
    "deep lists": (b"[" * 15_000 + b"\n", "the line is "),
    "deep objects": (b'{"a":' * 3000 + b"\n", "the line is "),
    "thousands of digits": (b'{"type":"ping","n":' + b"9" * 15_000 + b"}\n", "digits"),
    "no type": (b"{}\n", "no type"),
    "an unknown type": (b'{"type":"shutdown"}\n', "shutdown"),
    "a type that is a number": (b'{"type":7}\n', "7 is no type"),
    "a daemon's message": (b'{"type":"goodbye","reason":"kicked","detail":""}\n', "goodbye"),
    "an unknown field": (f'{HELLO},"colour":"red"}}\n'.encode(), "colour"),
    "a missing field": (b'{"type":"hello","protocol":2}\n', "missing"),
    "a number in quotes": (b'{"type":"hello","protocol":"1","client":"c","name":"Mal"}\n', "whole number"),
    "true for a number": (b'{"type":"ping","n":true}\n', "true is not a whole number"),
    "a fraction": (b'{"type":"ping","n":1.5}\n', "1.5 is not a whole number"),
    "a number for text": (b'{"type":"hello","protocol":2,"client":"c","name":7}\n', "7 is not text"),
    "half a character": (b'{"type":"hello","protocol":2,"client":"c","name":"\\ud800"}\n', "half a character"),
    "an unknown role": (f'{HELLO},"role":"cheat"}}\n'.encode(), "cheat"),
    "no command": (f"{DO}}}\n".encode(), "command"),
    "an unknown command": (f'{DO},"command":{{"type":"peek"}}}}\n'.encode(), "peek"),
    "a field too many in a command": (f'{DO},"command":{{"type":"knock","seat":1}}}}\n'.encode(), "seat"),
    "no tile": (f'{DO},"command":{{"type":"play_tile","tile":"fish"}}}}\n'.encode(), "fish"),
    "a tile the wrong way round": (f'{DO},"command":{{"type":"play_tile","tile":"4-6"}}}}\n'.encode(), "4-6"),
    "a hidden tile": (f'{DO},"command":{{"type":"play_tile","tile":null}}}}\n'.encode(), "null is not a tile"),
    "no arm": (f'{DO},"command":{{"type":"play_tile","tile":"6-4","arm":"middle"}}}}\n'.encode(), "middle"),
    "a list as a seat": (f'{DO},"command":{{"type":"kick","seat":[1]}}}}\n'.encode(), "whole number"),
    "rules that are a list": (b'{"type":"open_table","rules":[]}\n', "not text"),
    "settings that are a list": (b'{"type":"open_table","rules":"all-fives","set":[]}\n', "not an object"),
    "a setting that is an object": (
        b'{"type":"open_table","rules":"all-fives","set":{"target":{}}}\n', "no value of an option",
    ),
    "an unknown option": (b'{"type":"open_table","rules":"all-fives","options":{"x":1}}\n', "x"),
    "a line without an end": (b"x" * (LONGEST_LINE + 1), "longer than"),
    "a line too long": (b'"' + b"x" * LONGEST_LINE + b'"\n', "longer than"),
}  # fmt: skip


def check_that_it_is_plain(goodbye: Goodbye) -> None:
    assert goodbye.detail
    assert goodbye.detail.isprintable()
    assert len(goodbye.detail) < 400


@pytest.mark.parametrize("case", MALFORMED)
async def test_malformed_bytes_end_the_connection_with_an_explanation(case: str) -> None:
    raw, word = MALFORMED[case]
    async with others_playing() as (host, _, _):
        client = host.connect()

        await client.send_bytes(raw)

        goodbye = await client.parting()
        assert goodbye.reason == "malformed"
        assert word in goodbye.detail
        check_that_it_is_plain(goodbye)


@pytest.mark.parametrize("case", ["no JSON", "an unknown command", "a line without an end", "noise"])
async def test_malformed_bytes_end_the_connection_at_a_table_too(case: str) -> None:
    raw, word = MALFORMED[case]
    async with others_playing() as (host, ann, _):
        eve = await host.watching()

        await eve.send_bytes(raw)

        goodbye = await eve.parting()
        assert word in goodbye.detail
        assert not [event for event in ann.events if isinstance(event, Said)]


async def test_malformed_content_is_quoted_to_its_sender_but_never_logged(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    async with hosting() as host:
        await host.open_table()
        client = host.connect()
        await client.send_bytes(b'{"type":"hello","protocol":2,"client":"x","name":"Eve","password":20241225}\n')

        assert "20241225" in (await client.parting()).detail
    assert "malformed" in caplog.text
    assert "20241225" not in caplog.text


async def test_lines_before_a_malformed_line_are_processed_and_lines_after_it_are_not() -> None:
    async with others_playing() as (host, _, _):
        eve = await host.watching()
        before = encode_from_client(Do("k-1", 0, Say("hello"))) + encode_from_client(Ping(7))

        await eve.send_bytes(before + b"rubbish\n" + encode_from_client(Do("k-2", 0, Say("not this"))))

        await eve.parting()
        assert Pong(7) in eve.received
        again = await host.back(eve)
        await again.accepted(Say("hello"), under="k-1")
        await again.accepted(Say("something else"))
        said = [message.text for message in again.received if isinstance(message, SaidNotice)]
        assert said == ["something else"], "what was accepted before is not said again"


async def test_a_line_of_the_greatest_length_is_accepted() -> None:
    async with others_playing() as (host, _, _):
        client = host.connect()
        ping = encode_from_client(Ping(7)).rstrip(b"\n")

        await client.send_bytes(ping + b" " * (LONGEST_LINE - len(ping) - 1) + b"\n")

        assert await client.expect(Pong) == Pong(7)


async def test_lines_may_arrive_in_pieces_and_end_with_crlf() -> None:
    async with others_playing() as (host, _, _):
        client = host.connect("Eve", role=Role.SPECTATOR)
        raw = encode_from_client(client.session.hello()).replace(b"\n", b"\r\n") + encode_from_client(Ping(7))
        for byte in raw:
            await client.send_bytes(bytes([byte]))

        assert await client.expect(Welcome)
        assert await client.expect(Pong) == Pong(7)


@pytest.mark.parametrize("raw", [f'{DO},"command":{{"type":"knock"}}}}\n'.encode()])
async def test_a_command_before_a_hello_is_out_of_place(raw: bytes) -> None:
    async with others_playing() as (host, _, _):
        client = host.connect()
        await client.send_bytes(raw)

        goodbye = await client.parting()
        assert (goodbye.reason, goodbye.detail) == ("malformed", "say hello to a table before you do anything there")


async def test_a_command_in_the_lobby_is_out_of_place_too() -> None:
    async with hosting() as host:
        await host.open_table(), await host.open_table()
        client = host.connect()
        await client.hello()
        await client.expect(Tables)
        await client.send(Do("k-1", 0, Start()))

        assert (await client.parting()).reason == "malformed"


async def test_a_reply_never_contains_a_terminal_escape() -> None:
    async with others_playing() as (host, _, _):
        for raw in (
            b'{"type":"\\u001b[2J\\u202e\\u0007"}\n',
            f'{HELLO},"\\u001b]0;title\\u0007":1}}\n'.encode(),
            f'{HELLO},"table":"\\u001b[31m\\n\\u202e"}}\n'.encode(),
            f'{HELLO},"role":"reader","game":"\\u009b31m"}}\n'.encode(),
            f'{HELLO},"table":"{"x" * 15_000}"}}\n'.encode(),
        ):
            client = host.connect()
            await client.send_bytes(raw)
            check_that_it_is_plain(await client.parting())


async def test_chat_reaches_the_others_without_escapes() -> None:
    async with others_playing() as (_, ann, ben):
        await ann.accepted(Say("\x1b]0;you are hacked\x07hi\x1b[2J \u202eolleh\u202c\r\n\x9b31mred\x00"))

        said = await ben.expect_event(Said)

        assert said.text == "hi olleh red"


async def test_senseless_numbers_do_not_break_the_table() -> None:
    async with others_playing() as (_, ann, _):
        for nth, command in enumerate(
            (
                {"type": "take_seat", "seat": -(2**53)},
                {"type": "take_seat", "seat": 2**53},
                {"type": "add_bot", "seat": 2**53, "level": "club"},
                {"type": "add_bot", "seat": -1, "level": ""},
                {"type": "remove_bot", "seat": -1},
                {"type": "kick", "seat": -3},
                {"type": "play_tile", "tile": "12-12", "arm": "up"},
                {"type": "play_tile", "tile": "0-0", "arm": "start"},
            )
        ):
            line = {"type": "do", "id": f"k-{nth}", "seq": ann.session.head, "command": command}
            await ann.send_bytes(json.dumps(line).encode() + b"\n")
            assert await ann.answer_to(f"k-{nth}")


# Silence.


@pytest.mark.parametrize("raw", [b"", b'{"type":"hel', b'{"type":"ping","n":1}\n'])
async def test_a_connection_without_a_hello_is_closed_after_a_while(autojump_clock: MockClock, raw: bytes) -> None:
    async with others_playing() as (host, _, _):
        client = host.connect()
        await client.send_bytes(raw)

        assert (await client.parting()).reason == "silent"

        assert TIME_TO_SAY_HELLO <= trio.current_time() <= TIME_TO_SAY_HELLO + TIME_TO_SAY_GOODBYE


async def drip(client: WireClient) -> None:
    while True:
        await client.send_bytes(b" ")
        await trio.sleep(0.5)


async def test_dripping_bytes_does_not_extend_the_time_for_the_hello(autojump_clock: MockClock) -> None:
    async with others_playing() as (host, _, _):
        client = host.connect()

        async with trio.open_nursery() as nursery:
            nursery.start_soon(drip, client)
            assert (await client.parting()).reason == "silent"
            nursery.cancel_scope.cancel()

        assert trio.current_time() <= TIME_TO_SAY_HELLO + TIME_TO_SAY_GOODBYE + 1


async def test_a_connection_in_the_lobby_has_longer_but_not_for_ever(autojump_clock: MockClock) -> None:
    async with others_playing() as (host, _, _):
        client = host.connect()
        await client.send(AskTables())
        await client.expect(Tables)

        assert (await client.parting()).reason == "silent"

        assert trio.current_time() >= TIME_IN_THE_LOBBY


async def test_a_client_that_never_pings_is_not_cut_off(autojump_clock: MockClock) -> None:
    async with others_playing() as (_, ann, ben):
        await ann.send_bytes(b'{"type":"do","id":"half a li')
        await trio.sleep(7_200)

        await ben.accepted(Say("are you there?"))
        await ann.send_bytes(b'ne","seq":0,"command":{"type":"say","text":"yes"}}\n')
        assert await ann.answer_to("half a line")


async def test_a_client_that_pinged_and_then_fell_silent_is_cut_off(autojump_clock: MockClock) -> None:
    async with others_playing() as (host, _, ben):
        eve = await host.watching()
        await eve.send(Ping(1))
        for _ in range(10):
            await trio.sleep(TIME_BETWEEN_PINGS - 1)
            await eve.send(Ping(2))
        last_at = trio.current_time()

        assert (await eve.parting()).reason == "silent"

        assert trio.current_time() - last_at >= TIME_BETWEEN_PINGS
        assert not [message for message in ben.received if isinstance(message, Goodbye)]


@pytest.mark.plain(UNASKED)
async def test_many_silent_connections_do_not_slow_the_others(autojump_clock: MockClock) -> None:
    async with others_playing() as (host, ann, ben):
        silent = [host.connect() for _ in range(300)]
        await trio.testing.wait_all_tasks_blocked()
        assert len(host.connections) == 302

        for nth in range(REMARKS_AT_ONCE):
            await ann.accepted(Say(f"word {nth}"))
            await ben.expect_event(Said, text=f"word {nth}")

        assert trio.current_time() == 0
        for client in silent[::100]:
            assert (await client.parting()).reason == "silent"


# Too fast.


async def test_two_hundred_commands_a_second_are_never_too_fast(autojump_clock: MockClock) -> None:
    async with others_playing() as (_, ann, _):
        for second in range(5):
            dos = [Do(f"{second}-{nth}", 0, Resume() if nth % 2 else Pause()) for nth in range(200)]
            await ann.send(*dos)
            for do in dos:
                answer = await ann.answer_to(do.id)
                assert getattr(answer, "reason", None) is None
            await trio.sleep(1)


async def test_a_client_that_is_too_fast_is_refused_and_may_continue_later(autojump_clock: MockClock) -> None:
    async with others_playing() as (_, ann, ben):
        dos = [Do(f"k-{nth}", 0, LeaveSeat()) for nth in range(1500)]
        async with trio.open_nursery() as nursery:
            nursery.start_soon(lambda: ann.send(*dos))
            answers: list[Accepted | NotAccepted] = []
            while len(answers) < len(dos):
                message = await ann.receive()
                answers += [message] if isinstance(message, Accepted | NotAccepted) else []
        reasons = [getattr(answer, "reason", None) for answer in answers]

        assert {answer.id for answer in answers} == {do.id for do in dos}
        assert set(reasons) == {"already_started", "too_fast"}
        assert reasons.count("already_started") >= 200
        await ben.accepted(Say("goodness"))
        await trio.sleep(2)
        await ann.accepted(Say("sorry"))
        await ann.accepted(Say("now!"), under="k-1499")


async def test_a_command_that_finds_its_table_busy_is_counted_once(autojump_clock: MockClock) -> None:
    async with others_playing() as (_, ann, _):
        for _ in range(COMMANDS_AT_ONCE // 2):
            while_at_rest, while_busy = ann.asks(Pause()), ann.asks(Resume())
            await ann.send(while_at_rest, while_busy)
            for do in (while_at_rest, while_busy):
                assert isinstance(await ann.answer_to(do.id), Accepted)

        assert trio.current_time() == 0, "no new allowance has come by"
        assert await ann.refused(Pause()) == "too_fast"
        await trio.sleep(1)


async def test_a_player_who_chats_too_fast_is_refused_and_may_still_play(autojump_clock: MockClock) -> None:
    async with others_playing() as (_, ann, _):
        for nth in range(REMARKS_AT_ONCE):
            await ann.accepted(Say(f"word {nth}"))
        assert await ann.refused(Say("one too many")) == "too_fast"
        await ann.accepted(Pause())

        await trio.sleep(1.1)
        for nth in range(REMARKS_A_SECOND):
            await ann.accepted(Say(f"word {nth}"))
        assert await ann.refused(Say("one too many")) == "too_fast"
        await trio.sleep(1.1)


async def test_a_client_that_continues_after_refusals_is_disconnected(autojump_clock: MockClock) -> None:
    async with others_playing() as (host, _, _):
        eve = await host.watching()
        for _ in range(REFUSALS_AT_ONCE // 100):
            await eve.send(*[eve.asks(LeaveSeat()) for _ in range(100)])
            for _ in range(100):
                await eve.expect(NotAccepted)

        await eve.send(eve.asks(LeaveSeat()))
        assert (await eve.parting()).reason == "too_many"


async def test_chat_waits_until_all_other_commands_are_done(autojump_clock: MockClock) -> None:
    async with others_playing() as (_, ann, ben):
        await ann.send(ann.asks(Pause()), ann.asks(Say("first")), ann.asks(Say("second")), ann.asks(Resume()))
        await ben.expect_event(Said, text="second")

        events = [type(entry.event) for entry in ben.session.entries[-4:]]
        assert events == [Paused, Resumed, Said, Said]
        await ann.until(lambda: ann.session.head == ben.session.head)


@pytest.mark.parametrize("finds_it_busy", [False, True])
async def test_a_repeated_accepted_id_gets_the_same_reply_at_any_rate(
    autojump_clock: MockClock, finds_it_busy: bool
) -> None:
    async with others_playing() as (_, ann, ben):
        seq = await ann.accepted(Say("once"), under="k-1")
        await ann.send(*[ann.asks(Say("now!")) for _ in range(2 * COMMANDS_AT_ONCE)])
        await ann.expect(NotAccepted, lambda answer: answer.reason == "too_fast")
        await ann.settle()

        for _ in range(10):
            if finds_it_busy:
                await ben.send(ben.asks(Say("just now")))
            assert await ann.accepted(Say("once"), under="k-1") == seq
        assert await ann.refused(Say("twice"), under="k-1") == "too_fast", "another content is a command as any other"

        assert trio.current_time() == 0, "no new allowance has come by"
        await trio.sleep(1)
        assert await ann.refused(Say("twice"), under="k-1") == "id_reused"


@pytest.mark.parametrize(
    ("line", "a_second", "at_once"),
    [
        (Ping(1), COMMANDS_A_SECOND, COMMANDS_AT_ONCE),
        (AskTables(), LOBBY_LINES_A_SECOND, LOBBY_LINES_AT_ONCE),
        (OpenTable("dominoes"), LOBBY_LINES_A_SECOND, LOBBY_LINES_AT_ONCE),
    ],
)
async def test_a_flood_of_lines_other_than_commands_is_read_at_a_limited_rate(
    autojump_clock: MockClock, line: FromClient, a_second: int, at_once: int
) -> None:
    async with others_playing() as (host, _, _):
        client = host.connect()
        flood = at_once + 3 * a_second
        await client.send(*[line] * flood)
        answers = [await client.receive() for _ in range(flood)]

        assert len(answers) == flood
        assert trio.current_time() == pytest.approx(3, abs=0.1)


# Slow readers.


async def slow_spectator(host: Host) -> WireClient:
    """A client whose stream accepts nothing that is not read at once."""
    ours, theirs = trio.testing.lockstep_stream_pair()
    host.receive(theirs)
    eve = host.client(ours, session=Session("tests", "Eve", Role.SPECTATOR))
    await eve.enter()
    return eve


async def test_a_client_that_never_reads_slows_nobody_and_is_cut_off(autojump_clock: MockClock) -> None:
    async with others_playing() as (host, ann, ben):
        eve = await slow_spectator(host)
        began_at = trio.current_time()
        for nth in range(300):
            await ann.accepted(Resume() if nth % 2 else Pause())
            await ben.expect_event(Resumed if nth % 2 else Paused)
        assert trio.current_time() == began_at, "nobody waited for her"

        await trio.sleep(TIME_TO_TAKE_A_CHUNK + TIME_TO_SAY_GOODBYE + 1)

        assert len(host.connections) == 2
        again = host.connect(session=eve.session)
        welcome = await again.enter()
        assert welcome.from_ > 1
        assert again.session.head == ann.session.head


async def test_unread_replies_stop_the_reading_of_commands(autojump_clock: MockClock) -> None:
    async with others_playing() as (host, _, _):
        eve = await slow_spectator(host)
        taken = 0

        async def ask_on() -> None:
            nonlocal taken
            while True:
                await eve.stream.send_all(encode_from_client(Ping(taken)))
                taken += 1

        async with trio.open_nursery() as nursery:
            nursery.start_soon(ask_on)
            await trio.testing.wait_all_tasks_blocked()
            nursery.cancel_scope.cancel()

        assert MOST_ANSWERS <= taken < 3 * MOST_ANSWERS


@pytest.fixture
def without_a_search_for_cycles() -> Iterator[None]:
    gc.disable()
    yield
    gc.enable()


async def test_ended_connections_leave_nothing_behind(without_a_search_for_cycles: None) -> None:
    """Each of them may hold a long game that it was reading, and it would not be freed for a long time."""
    async with hosting() as host:
        await host.open_table("all-fives", seats=2)
        left = []
        for role in (Role.PLAYER, Role.SPECTATOR):
            ours, theirs = trio.testing.memory_stream_pair()
            host.receive(theirs)
            await trio.testing.wait_all_tasks_blocked()
            left += [ref(connection) for connection in host.connections]
            client = host.client(ours, role=role)
            await client.enter()
            await client.send(AskTables())
            await client.leave()
        await host.deserted()

        assert [connection() for connection in left] == [None, None]


async def test_a_peer_that_vanishes_in_the_middle_of_a_line_is_only_away() -> None:
    async with others_playing() as (host, ann, ben):
        await ben.send_bytes(b'{"type":"do","id":"k')
        await ben.leave()
        gone = await ann.expect(PresenceNotice, lambda notice: not notice.here)
        assert gone.seat == 1

        ben.stream = (await host.back(ben)).stream


class FaultyStream(trio.abc.Stream):
    """A stream that fails in an unforeseen way."""

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        raise RuntimeError("out of order")

    async def wait_send_all_might_not_block(self) -> None:
        raise RuntimeError("out of order")

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        await trio.lowlevel.checkpoint()
        raise RuntimeError("out of order")

    async def aclose(self) -> None:
        await trio.lowlevel.checkpoint()


async def test_a_fault_in_one_connection_does_not_reach_another(caplog: pytest.LogCaptureFixture) -> None:
    async with others_playing() as (host, _, _):
        host.receive(FaultyStream())
        await trio.testing.wait_all_tasks_blocked()

        assert len(host.connections) == 2
        assert "out of order" in caplog.text


async def test_an_internal_error_while_reading_from_one_client_affects_no_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def decode(line: bytes) -> FromClient:
        if b"Mal" in line:
            raise ZeroDivisionError
        return decode_from_client(line)

    async with others_playing() as (host, _, _):
        monkeypatch.setattr("daemon.net.connection.decode_from_client", decode)
        mal = host.connect("Mal")
        await mal.hello()
        with pytest.raises(FarewellError, match="the stream has ended"):
            await mal.until(lambda: False)


async def test_an_internal_error_while_writing_to_one_client_affects_no_other(
    autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def see_no_deal(event: Event, viewer: Viewer) -> Sight:
        if viewer.seat is None and isinstance(event, RoundDealt):
            raise ZeroDivisionError
        return see(event, viewer)

    async with others_playing() as (host, _, _):
        monkeypatch.setattr("daemon.game_log.see", see_no_deal)
        mal = host.connect("Mal", role=Role.SPECTATOR)
        await mal.hello()
        with pytest.raises(FarewellError, match="the stream has ended"):
            await mal.until(lambda: False)
