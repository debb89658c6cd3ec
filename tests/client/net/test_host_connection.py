"""Connections: the first one, hosts that send nonsense, pings, silence."""

import errno
import os
from pathlib import Path

import pytest
import trio
import trio.testing
from attrs import evolve

from client.model import asking
from client.model.announcements import Subject
from client.model.status import Ended, Joined
from client.net.host_connection import (
    Cut,
    IncomingMessages,
    connect,
    not_welcomed,
)
from client.net.writer import TIME_BETWEEN_PINGS
from client.store.saved_seats import SavedSeat
from client.words.presence_words import connection_lost
from client.words.say import say
from client.words.version_words import OlderSide, mismatch_of_page
from protocol.log.commands import Say
from protocol.log.events import TableOpened
from protocol.shared.address import Address
from protocol.shared.quoting import quoted
from protocol.version import __version__
from protocol.wire.codec import dump, encode_from_daemon
from protocol.wire.messages import (
    LONGEST_FROM_DAEMON,
    Accepted,
    Do,
    Farewell,
    Goodbye,
    Hello,
    Ping,
    Pong,
)
from tests.client.at_table import welcome
from tests.client.net.linked import ADDRESS, GAME, playing, seated
from tests.client.scripted_daemon import ScriptedDaemon


async def test_a_refused_first_connection_ends_the_link_with_one_line(tmp_path: Path, autojump_clock: object) -> None:
    async with playing(ScriptedDaemon(refuses=1), tmp_path) as player:
        await player.until(lambda: player.ended is not None)

    assert player.ended == Ended(
        "No connection: nobody answers at host:5533: check address and port, and that a game is hosted there."
    )


async def test_an_address_that_never_answers_ends_the_link_after_ten_seconds(
    tmp_path: Path, autojump_clock: object
) -> None:
    began = trio.current_time()
    async with playing(ScriptedDaemon(is_silent=True), tmp_path) as player:
        await player.until(lambda: player.ended is not None)

    assert trio.current_time() - began == pytest.approx(10)
    assert player.ended is not None
    assert "firewall" in player.ended.text


async def test_a_silent_peer_is_reported_as_no_daemon(tmp_path: Path, autojump_clock: object) -> None:
    daemon = ScriptedDaemon()
    began = trio.current_time()
    async with playing(daemon, tmp_path) as player:
        await daemon.call()
        await player.until(lambda: player.ended is not None)

    assert trio.current_time() - began == pytest.approx(10)
    assert player.ended == Ended(f"No connection: {not_welcomed(ADDRESS)}.")


async def test_a_web_server_is_reported_as_one(tmp_path: Path, autojump_clock: object) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        await (await daemon.call()).sends_bytes(b"HTTP/1.1 400 Bad Request\r\n")
        await player.until(lambda: player.ended is not None)

    assert player.ended == Ended(f"No connection: {say('connection.web_server')}.")


@pytest.mark.parametrize("said", [b"SSH-2.0-OpenSSH_9.6\n", b"[1]\n", b"\xff\xfe\n"])
async def test_another_protocol_is_reported_as_no_daemon(tmp_path: Path, autojump_clock: object, said: bytes) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        await (await daemon.call()).sends_bytes(said)
        await player.until(lambda: player.ended is not None)

    assert player.ended == Ended(say("connection.no_daemon"))


async def test_an_unknown_event_comes_from_a_later_release(tmp_path: Path, autojump_clock: object) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        caller = await seated(daemon)
        await caller.sends_bytes(b'{"type":"entry","seq":13,"at":"","event":{"type":"tile_eaten","seat":0}}\n')
        await player.until(lambda: player.ended is not None)

    assert player.ended == Ended(mismatch_of_page(OlderSide.CLIENT))


@pytest.mark.parametrize(
    ("release", "older"), [("9.0.0", OlderSide.CLIENT), ("0.0.9", None), (__version__, None), ("of tomorrow", None)]
)
async def test_what_cannot_be_read_is_blamed_on_this_client_only_if_the_host_is_newer(
    tmp_path: Path, autojump_clock: object, release: str, older: OlderSide | None
) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        caller = await seated(daemon, release=release)
        await caller.sends_bytes(b'{"type":"entry","seq":13,"at":"","event":{"type":"knocked","seat":[]}}\n')
        await player.until(lambda: player.ended is not None)

    assert player.ended == Ended(say("connection.broken_game") if older is None else mismatch_of_page(older))


@pytest.mark.parametrize(("host", "older"), [(1, OlderSide.HOST), (3, OlderSide.CLIENT)])
async def test_for_another_protocol_the_older_side_is_named(
    tmp_path: Path, autojump_clock: object, host: int, older: OlderSide
) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        caller = await daemon.call()
        detail = f"this daemon speaks protocol {host}, not 2; the older side has to update"
        await caller.sends(Goodbye(Farewell.WRONG_PROTOCOL.value, detail))
        await player.until(lambda: player.ended is not None)

    assert player.ended == Ended(mismatch_of_page(older))


@pytest.mark.parametrize(
    ("release", "said"),
    [("0.0.9", "ask your host to update it"), ("9.0.0", "is older than the host's"), (__version__, "could not read")],
)
async def test_a_host_that_cannot_read_this_client_is_compared_with_it(
    tmp_path: Path, autojump_clock: object, release: str, said: str
) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        caller = await seated(daemon, release=release)
        await caller.sends(Goodbye(Farewell.MALFORMED.value, "`ping` has no `n`"))
        await player.until(lambda: player.ended is not None)

    assert player.ended is not None
    assert said in player.ended.text


async def test_unknown_messages_are_ignored(tmp_path: Path, autojump_clock: object) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        caller = await seated(daemon)
        await caller.sends_bytes(b'{"type":"weather","rain":true}\n')
        await caller.sends_events(GAME[12:14], first=13)
        await player.until(lambda: player.model.session.head == 14)


async def test_an_impossible_game_ends_the_link(tmp_path: Path, autojump_clock: object) -> None:
    daemon = ScriptedDaemon()
    opened = GAME[0]
    assert isinstance(opened, TableOpened)
    async with playing(daemon, tmp_path) as player:
        caller = await daemon.call()
        await caller.sends(welcome(head=1))
        await caller.sends_events([evolve(opened, seats=99)])
        await player.until(lambda: player.ended is not None)

    assert player.ended == Ended(say("connection.broken_game"))


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        (dump({"type": "goodbye", "reason": "kicked", "detail": "x" * 1001}), "`detail` has more than 1000 characters"),
        (dump({"type": "entry", "event": {"type": "said", "name": "E" * 25}}), "`name` has more than 24 characters"),
        (b" " * LONGEST_FROM_DAEMON + b"\n", "a line is longer than 1048576 bytes"),
        (b"x" * LONGEST_FROM_DAEMON, "a line is longer than 1048576 bytes"),
    ],
    ids=["a sentence", "a name", "a line", "a line without an end"],
)
async def test_a_message_over_the_limits_ends_the_link_with_one_sentence(
    tmp_path: Path, autojump_clock: object, line: bytes, fault: str
) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        caller = await seated(daemon)
        await caller.sends_bytes(line)
        await player.until(lambda: player.ended is not None)

    assert player.ended == Ended(f"The host broke the protocol ({fault}), so the connection was closed.")
    assert daemon.dials == 1


@pytest.mark.parametrize("reason", [Farewell.TABLE_FULL, Farewell.SHUTDOWN, Farewell.TOO_MANY, Farewell.MALFORMED])
async def test_a_goodbye_before_any_welcome_is_final(tmp_path: Path, autojump_clock: object, reason: Farewell) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        await (await daemon.call()).sends(Goodbye(reason.value, "just so"))
        await player.until(lambda: player.ended is not None)

    assert player.ended is not None
    assert player.ended.failed
    assert daemon.dials == 1


@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        (["Bea"], "If you sat there as Bea, --name Bea gives you your seat back."),
        (["Bea", "Cy D"], "If you sat there as Cy D or Bea, --name NAME gives you your seat back."),
        (["Cy D"], f"If you sat there as Cy D, --name {quoted('Cy D')} gives you your seat back."),
    ],
)
async def test_a_full_table_names_the_players_other_saved_seats(
    tmp_path: Path, autojump_clock: object, names: list[str], sentence: str
) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        saved, address = player.link.autosave.seats.saved, "host:5533"
        for name in names:
            saved.save(SavedSeat(address, "oak", name, "key"))
        saved.save(SavedSeat("elsewhere", "oak", "Dai", "key"))
        await (await daemon.call()).sends(Goodbye(Farewell.TABLE_FULL.value, "just so"))
        await player.until(lambda: player.ended is not None)

    assert player.ended is not None
    assert player.ended.text.endswith(sentence)


async def test_flushing_an_empty_outbox_does_not_delay_pings(tmp_path: Path, autojump_clock: object) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as ann, trio.open_nursery() as nursery:
        caller = await seated(daemon)

        @nursery.start_soon
        async def _browse() -> None:
            while True:
                await trio.sleep(0.5)
                ann.link.flush()

        assert isinstance(await caller.receives_anything(), Ping)
        assert isinstance(await caller.receives_anything(), Ping)
        nursery.cancel_scope.cancel()


async def test_the_first_ping_follows_the_first_welcome_at_once(tmp_path: Path, autojump_clock: object) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path):
        caller = await daemon.call()
        assert isinstance(await caller.receives_anything(), Hello)
        began = trio.current_time()
        await caller.sends(welcome())
        assert isinstance(await caller.receives_anything(), Ping)
        assert trio.current_time() == began

        await caller.sends(welcome())
        assert isinstance(await caller.receives_anything(), Ping)
        assert trio.current_time() == began + TIME_BETWEEN_PINGS


async def test_each_connection_pings_after_its_welcome(tmp_path: Path, autojump_clock: object) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path):
        for _ in range(2):
            caller = await daemon.call()
            assert isinstance(await caller.receives_anything(), Hello)
            began = trio.current_time()
            await caller.sends(welcome())
            assert isinstance(await caller.receives_anything(), Ping)
            assert trio.current_time() == began
            await caller.hangs_up()


async def test_pings_keep_an_idle_connection_alive(tmp_path: Path, autojump_clock: object) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        caller = await seated(daemon)
        began = trio.current_time()
        for _ in range(20):
            ping = await caller.receives_anything()
            assert isinstance(ping, Ping)
            await caller.sends(Pong(ping.n))

        assert 100 < trio.current_time() - began <= 201
        assert isinstance(player.model.status, Joined)
        assert daemon.dials == 1


async def test_a_connection_silent_for_thirty_seconds_is_dead(tmp_path: Path, autojump_clock: object) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        await seated(daemon)
        await player.until(lambda: isinstance(player.model.status, Joined))
        began = trio.current_time()
        await daemon.call()

        assert trio.current_time() - began == pytest.approx(30.5, abs=0.6)
        assert player.texts(Subject.LINK) == [connection_lost(say("connection.silent"))]


async def test_a_command_is_sent_at_once_and_its_answer_reported(tmp_path: Path, autojump_clock: object) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        caller = await seated(daemon)
        await player.until(lambda: player.model.session.head == 12)
        asking.say(player.model, "hello")
        player.link.flush()

        assert await caller.receives() == Do("r-1", 12, Say("hello"))
        await caller.sends(Accepted("r-1", 13))
        await player.until(lambda: not player.model.pending.is_waiting)


async def test_a_line_received_byte_by_byte_is_one_message(tmp_path: Path, autojump_clock: object) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        caller = await seated(daemon)
        for byte in b'{"type":"notice","kind":"trouble","text":"no disk"}\n':
            await caller.sends_bytes(bytes([byte]))
        await player.until(lambda: bool(player.texts(Subject.ALARM)))

    assert player.texts(Subject.ALARM) == ["Trouble at the host: no disk"]


async def test_a_pong_alone_does_not_wake_the_front_end(tmp_path: Path, autojump_clock: object) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        caller = await seated(daemon)
        await player.until(lambda: player.model.session.is_caught_up)
        ping = await caller.receives_anything()
        assert isinstance(ping, Ping)
        before = player.deliveries

        await caller.sends(Pong(ping.n))
        await trio.testing.wait_all_tasks_blocked()

        assert player.deliveries == before


@pytest.mark.parametrize("number", [errno.ENETUNREACH, errno.EHOSTUNREACH])
async def test_an_unreachable_address_is_written_as_it_was_typed(number: int) -> None:
    async def dial(address: Address) -> trio.abc.Stream:
        at = (address.host, address.port, 0, 0)
        failed = OSError(number, f"Error connecting to {at!r}: {os.strerror(number)}")  # as trio's errors are
        raise OSError("all attempts to connect failed") from ExceptionGroup("all", [failed])

    assert await connect(Address("fd00::2", 5533), dial) == Cut(
        f"[fd00::2]:5533 cannot be reached: {os.strerror(number)}"
    )


def test_a_line_is_decoded_once_for_all_who_receive_it() -> None:
    line = encode_from_daemon(Pong(7))
    at_one_table = [IncomingMessages(trio.testing.memory_stream_pair()[0], ADDRESS, is_daemon=True) for _ in range(2)]

    (one,), (other,) = (list(incoming.messages(line)) for incoming in at_one_table)

    assert one is other
    assert one == Pong(7)
