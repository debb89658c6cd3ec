"""The lock on a data folder: who waits for whom."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread, Timer

import pytest
import trio
import trio.testing

from daemon.house.house_rules import HouseRules
from daemon.house.key_file import key_in_folder, new_key
from daemon.program.folder_lock import InUseError, locked
from daemon.program.serve import serve
from daemon.program.service import Service
from daemon.program.ways_in import WaysIn
from protocol.shared.operator_key import OperatorKey, read_key
from protocol.shared.places import PlaceLimits
from protocol.wire.messages import OpenTable
from tests.daemon import tls
from tests.daemon.wire_client import PATIENCE


@contextmanager
def held_by_another(data: Path) -> Iterator[Event]:
    """A block during which another daemon has the folder, until the event is set."""
    has_it, ends = Event(), Event()

    def hold() -> None:
        with locked(data):
            has_it.set()
            ends.wait()

    other = Thread(target=hold)
    other.start()
    has_it.wait()
    try:
        yield ends
    finally:
        ends.set()
        other.join()


def test_a_daemon_that_stops_is_waited_for(tmp_path: Path) -> None:
    with held_by_another(tmp_path) as ends:
        Timer(0.3, ends.set).start()
        with locked(tmp_path):
            assert ends.is_set()


def test_a_daemon_that_serves_keeps_others_out(tmp_path: Path) -> None:
    with (
        held_by_another(tmp_path),
        key_in_folder(tmp_path, new_key("127.0.0.1", 5533)),
        pytest.raises(InUseError, match="another daemon is using"),
        locked(tmp_path),
    ):
        raise AssertionError


async def test_a_daemon_that_is_asked_to_stop_is_waited_for_while_it_still_tells_the_network(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    listens, seen = trio.Event(), list[OperatorKey | None]()

    async def tell_the_network() -> None:
        try:
            await trio.sleep_forever()
        finally:
            seen.append(read_key(tmp_path))

    def open_(_: WaysIn, accepting: trio.Nursery, *__: object) -> None:
        accepting.start_soon(tell_the_network)

    monkeypatch.setattr(WaysIn, "open", open_)
    tls.give_identity(tmp_path)
    service = Service(
        data=tmp_path,
        table=OpenTable("cinq-et-trois"),
        house=HouseRules(),
        host="127.0.0.1",
        port=0,
        limits=PlaceLimits(),
        stops_with_stdin=False,
        announce=lambda *_: listens.set(),
    )
    with trio.fail_after(PATIENCE):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(serve, service)
            await listens.wait()
            await trio.testing.wait_all_tasks_blocked()
            assert read_key(tmp_path) is not None
            signal.raise_signal(signal.SIGINT)

    assert seen == [None]
