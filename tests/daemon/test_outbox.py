"""The pending output of a connection: its order and its limits."""

import json

import trio
import trio.testing

from daemon.game_log import GameLog
from daemon.outbox import CHUNK, MOST_ANSWERS, Outbox
from protocol.log.events import Entry, Said
from protocol.log.sight import SPECTATOR
from protocol.wire.codec import ViewerLine
from protocol.wire.record import Header
from tests.played import entered, played_match


def a_log(*sayings: str) -> GameLog:
    log = GameLog(Header("g", "oak", "now"))
    write(log, *sayings)
    return log


def write(log: GameLog, *sayings: str) -> None:
    log.add([Entry(log.head + nth, "now", Said(None, "Ann", text)) for nth, text in enumerate(sayings, start=1)])


def line(text: str) -> ViewerLine:
    return ViewerLine(f"{text}\n".encode())


def sent(outbox: Outbox) -> list[str]:
    """The next chunk: replies as they are, entries as their chat text."""
    return [line.split('"text":"')[-1].split('"')[0] for line in outbox.take_chunk().decode().splitlines()]


def test_a_reply_follows_the_entries_already_there() -> None:
    outbox, log = Outbox(), a_log("one")
    outbox.follow(log, SPECTATOR, 1, line("welcome"))
    write(log, "two")
    outbox.answer(line("accepted"))
    write(log, "three")

    assert sent(outbox) == ["welcome", "one", "two", "accepted", "three"]


def test_replies_keep_their_order() -> None:
    outbox = Outbox()
    outbox.answer(line("one"))
    outbox.follow(a_log(), SPECTATOR, 1, line("welcome"))
    outbox.answer(line("two"))
    outbox.answer(line("three"))

    assert sent(outbox) == ["one", "welcome", "two", "three"]


def test_entries_follow_from_a_number_on() -> None:
    outbox = Outbox()
    outbox.follow(a_log("one", "two", "three"), SPECTATOR, 3, line("welcome"))

    assert sent(outbox) == ["welcome", "three"]


def test_a_second_welcome_restarts_the_log_after_the_pending_output() -> None:
    outbox, first = Outbox(), a_log("one", "two")
    outbox.follow(first, SPECTATOR, 1, line("welcome"))
    outbox.answer(line("accepted"))
    outbox.follow(a_log("new"), SPECTATOR, 1, line("again"))
    write(first, "never received here")

    assert sent(outbox) == ["welcome", "one", "two", "accepted", "again", "new"]


def test_the_same_log_may_be_followed_again_from_the_beginning() -> None:
    outbox, log = Outbox(), a_log("one")
    outbox.follow(log, SPECTATOR, 1, line("welcome"))
    outbox.follow(log, SPECTATOR, 1, line("again"))
    write(log, "two")

    assert sent(outbox) == ["welcome", "one", "again", "one", "two"]


def test_nothing_is_sent_after_the_last_line() -> None:
    outbox, log = Outbox(), a_log("one")
    outbox.follow(log, SPECTATOR, 1, line("welcome"))
    outbox.finish(line("goodbye"))
    write(log, "two")
    outbox.answer(line("too late"))
    outbox.finish(line("twice"))

    assert sent(outbox) == ["welcome", "one", "goodbye"]
    assert outbox.take_chunk() == b""
    assert outbox.is_finished


def test_the_last_line_may_be_empty() -> None:
    outbox = Outbox()
    outbox.finish(None)

    assert outbox.take_chunk() == b""
    assert outbox.is_finished


def test_one_call_takes_about_64_kib_of_pending_output() -> None:
    outbox, log = Outbox(), a_log(*(["x" * 1000] * 200))
    outbox.follow(log, SPECTATOR, 1, line("welcome"))
    sizes: list[int] = []

    while sum(sizes) < 200_000:
        sizes.append(len(outbox.take_chunk()))

    assert max(sizes) <= CHUNK + 1100
    assert min(sizes[:-1]) >= CHUNK


async def test_pending_replies_are_bounded_and_reading_resumes_once_they_are_written() -> None:
    outbox = Outbox()
    for _ in range(MOST_ANSWERS - 1):
        outbox.answer(line("pong"))
    await outbox.wait_for_room()
    outbox.answer(line("pong"))
    may_read = trio.Event()

    async def read() -> None:
        await outbox.wait_for_room()
        may_read.set()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(read)
        await trio.testing.wait_all_tasks_blocked()
        assert not may_read.is_set()
        assert len(sent(outbox)) == MOST_ANSWERS
        with trio.fail_after(60):
            await may_read.wait()


def test_a_viewer_who_follows_a_match_from_any_number_gets_every_entry_once() -> None:
    whole = entered(played_match("cinq-et-trois", {"target": 30}))
    for start in range(1, len(whole) + 1, 7):
        outbox, log = Outbox(), GameLog(Header("g", "oak", "now"))
        received: list[int] = []
        for nth, entry in enumerate(whole, start=1):
            log.add([entry])
            if nth == start:
                outbox.follow(log, SPECTATOR, 1, line('{"seq":0}'))
            if nth % 5 == 0 or nth == len(whole):
                while chunk := outbox.take_chunk():
                    received += [json.loads(line)["seq"] for line in chunk.splitlines()]

        assert received == list(range(len(whole) + 1))
