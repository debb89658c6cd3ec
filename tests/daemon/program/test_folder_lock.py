"""The lock on a data folder: who waits for whom."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread, Timer

import pytest

from daemon.house.key_file import key_in_folder, new_key
from daemon.program.folder_lock import InUseError, locked


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
