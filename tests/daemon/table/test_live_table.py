"""What a table that has ended leaves in memory."""

import gc
from collections.abc import Iterator
from typing import Any
from weakref import WeakSet

import pytest

from daemon.game_log import GameLog
from daemon.table.live_table import LiveTable
from daemon.table.table_state import TableState
from protocol.log.commands import EndMatch, Start
from protocol.log.events import MatchAbandoned
from protocol.wire.messages import OpenTable, Tables
from tests.daemon.harness import Host, hosting


@pytest.fixture
def without_the_garbage_collector() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.fixture
def alive(monkeypatch: pytest.MonkeyPatch) -> dict[str, WeakSet[Any]]:
    """Every table, its state and its logs, for as long as anything refers to them."""
    alive: dict[str, WeakSet[Any]] = {}
    for cls in (LiveTable, TableState, GameLog):
        made = alive[cls.__name__] = WeakSet[Any]()

        def note(self: Any, *args: Any, made: WeakSet[Any] = made, init: Any = cls.__init__, **kwargs: Any) -> None:
            init(self, *args, **kwargs)
            made.add(self)

        monkeypatch.setattr(cls, "__init__", note)
    return alive


async def a_match_with_a_rematch(host: Host) -> None:
    """Two open a table, end two matches there, and leave."""
    ann, ben = host.connect("Ann"), host.connect("Ben")
    await ann.send(OpenTable("cinq-et-trois"))
    name = (await ann.expect(Tables)).opened
    await ann.enter(table=name)
    await ben.enter(table=name)
    await ann.accepted(EndMatch())
    await ben.expect_event(MatchAbandoned)
    await ann.accepted(Start())
    await ann.accepted(EndMatch())
    await ann.leave()
    await ben.leave()
    await host.deserted()


async def test_tables_that_have_ended_are_freed_by_reference_counting(
    without_the_garbage_collector: None, alive: dict[str, WeakSet[Any]]
) -> None:
    async with hosting(most_tables=2) as host:
        for _ in range(100):
            await a_match_with_a_rematch(host)

        assert {name: len(instances) for name, instances in alive.items()} == {
            "LiveTable": 2,
            "TableState": 2,
            "GameLog": 2,
        }
