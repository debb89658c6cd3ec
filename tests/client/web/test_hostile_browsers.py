"""Browsers that are slow, silent or hostile."""

import pytest
import trio
import trio.testing
from trio.testing import MockClock
from websockets.frames import Frame, Opcode

from client.web.turns import FairShare
from client.web.visit import TIME_TO_SAY_HELLO
from client.web.websocket import LONGEST_MESSAGE, MOST_FRAGMENTS, TIME_BETWEEN_PINGS, TIME_TO_TAKE
from protocol.log.commands import Say
from tests.client.web.at_site import site
from tests.client.web.page_client import PATIENCE, answered, handshake

MALFORMED, NOT_TEXT, TOO_BIG, PROTOCOL_ERROR = 1008, 1003, 1009, 1002


async def test_a_slow_browser_gets_the_newest_parts_and_delays_no_other_player(autojump_clock: MockClock) -> None:
    async with site(seats=2) as page:
        tab = await page.tab({"name": "Ann", "seats": []}, pair=trio.testing.lockstep_stream_pair)
        await tab.until(lambda tab: tab.seats)
        other = await page.host.seated("Ben")
        for number in range(10):  # the tab does not read this
            await other.accepted(Say(f"hello {number}"))
            await trio.sleep(1)

        messages = 0
        while not any("hello 9" in sentence for sentence in tab.said):
            await tab.reads_one()
            messages += 1

        assert messages < 5
        assert sum("hello" in sentence for sentence in tab.said) == 10


async def test_a_press_waits_for_the_turn_of_its_visit(autojump_clock: MockClock) -> None:
    async with site() as page:
        tab = await page.seated()
        await tab.reads_for(1)
        async with FairShare(page.server.turns):
            before = tab.messages
            await tab.press("show", "keys")
            await tab.reads_for(5)
            assert tab.messages == before

        await tab.shows("window", "Escape")


async def test_a_browser_that_does_not_read_is_disconnected(autojump_clock: MockClock) -> None:
    async with site(seats=2) as page:
        tab = await page.tab({"name": "Ann", "seats": []}, pair=trio.testing.lockstep_stream_pair)
        await tab.until(lambda tab: tab.seats)
        other = await page.host.seated("Ben")
        await other.accepted(Say("hello"))

        await trio.sleep(2 * TIME_TO_TAKE)

        assert len(page.server.places) == 0


async def test_a_browser_that_pings_and_does_not_read_is_disconnected(autojump_clock: MockClock) -> None:
    async with site(seats=2) as page:
        tab = await page.tab({"name": "Ann", "seats": []}, pair=trio.testing.lockstep_stream_pair)
        await tab.until(lambda tab: tab.seats)
        await tab.stream.send_all(5 * Frame(Opcode.PING, b"x").serialize(mask=True))

        await trio.sleep(2 * TIME_TO_TAKE)

        assert len(page.server.places) == 0


async def test_a_browser_that_does_not_answer_pings_is_disconnected(autojump_clock: MockClock) -> None:
    async with site() as page:
        silent, lively = await page.seated(), await page.seated("Ben")

        await lively.reads_for(3 * TIME_BETWEEN_PINGS)

        assert len(page.server.places) == 1
        await silent.leave()


async def test_a_browser_without_a_hello_is_disconnected(autojump_clock: MockClock) -> None:
    async with site() as page:
        began = trio.current_time()

        answer = await answered(page.stream(), handshake())

        assert b" 101 " in answer
        assert trio.current_time() - began <= TIME_TO_SAY_HELLO + 1


@pytest.mark.parametrize(
    "text",
    [
        "", "nonsense", "[]", "null", "7", '{"hello": {}}', '{"hello": {"kept": null, "back": ""}}', '{"press": 1}',
        '{"press": "play", "value": 7}', '{"press": "play", "value": {"text": 7}}', '{"press": "play"}',
        '{"press": "play", "value": "6-4", "more": 1}', '{"press": "' + 100 * "x" + '", "value": ""}',
        '{"press": "chat", "value": "\\ud800"}', "[" * 15_000, '{"press": "chat", "value": {"text": "\\udfff"}}',
    ],
)  # fmt: skip
async def test_a_message_that_the_script_does_not_send_ends_the_visit(text: str) -> None:
    async with site() as page:
        tab = await page.seated()

        await tab.send_text(text)

        assert await tab.ends() == MALFORMED


@pytest.mark.parametrize(
    ("press", "value"),
    [
        ("nothing", ""), ("play", ""), ("play", "9-9"), ("play", "6-4 nowhere"), ("play", {"tile": "6-4"}),
        ("order", ""), ("order", "q"), ("order", "open"), ("order", "kick 99"), ("order", "sit x"), ("ask", ""),
        ("password", "x"), ("name", {"text": "Bob"}), ("chat", {"text": "x" * 5000}), ("order", "open " + "x" * 9000),
    ],
)  # fmt: skip
async def test_an_invalid_press_is_refused_or_ignored(press: str, value: object) -> None:
    async with site() as page:
        tab = await page.seated()

        await tab.press(press, value)
        await tab.press("ask", "r")

        await tab.says("All Fives")


@pytest.mark.parametrize(
    ("frames", "code"),
    [
        ([Frame(Opcode.BINARY, b"{}")], NOT_TEXT),
        ([Frame(Opcode.TEXT, b"x" * (LONGEST_MESSAGE + 1))], TOO_BIG),
        ([Frame(Opcode.TEXT, b"x", fin=False), *[Frame(Opcode.CONT, b"", fin=False)] * MOST_FRAGMENTS], TOO_BIG),
        ([Frame(Opcode.TEXT, b"x" * LONGEST_MESSAGE, fin=False), Frame(Opcode.CONT, b"x")], TOO_BIG),
        ([Frame(Opcode.CONT, b"x")], PROTOCOL_ERROR),
        ([Frame(Opcode.TEXT, b"x", fin=False), Frame(Opcode.TEXT, b"x")], PROTOCOL_ERROR),
        ([Frame(Opcode.TEXT, b"x", fin=False), Frame(Opcode.CLOSE, b"")], PROTOCOL_ERROR),
    ],
    ids=["bytes", "too long", "many fragments", "long in fragments", "out of order", "interleaved", "cut off"],
)
async def test_frames_that_no_browser_sends_end_the_visit(frames: list[Frame], code: int) -> None:
    async with site() as page:
        tab = await page.seated()

        await tab.stream.send_all(b"".join(frame.serialize(mask=True) for frame in frames))

        assert await tab.ends() == code


async def test_a_pong_and_an_entry_sent_at_once_do_not_mix() -> None:
    async with site(seats=2) as page:
        tab = await page.tab({"name": "Ann", "seats": []}, pair=trio.testing.lockstep_stream_pair)
        await tab.until(lambda tab: tab.seats)
        other = await page.host.seated("Ben")
        async with trio.open_nursery() as nursery:
            nursery.start_soon(tab.stream.send_all, 5 * Frame(Opcode.PING, b"x").serialize(mask=True))
            await other.accepted(Say("hello"))
            await trio.testing.wait_all_tasks_blocked()  # both are due now, and wait for the tab to read

            await tab.says("hello")


async def test_a_server_keeps_nothing_of_ended_visits(autojump_clock: MockClock) -> None:
    async with site() as page:
        tab = await page.seated()
        for _ in range(3):
            await tab.leave()
            tab = await page.tab(tab.kept)
            await tab.until(lambda tab: tab.seats)
        await tab.leave()
        await trio.sleep(PATIENCE)

        assert len(page.server.places) == 0
