"""The order of what a table stores; and a finished table leaves nothing in memory."""

import gc
from collections.abc import Iterator
from typing import Any
from weakref import WeakSet

import pytest
from attrs import evolve

from daemon.game_log import GameLog
from daemon.journal.interface import StoreError
from daemon.table import live_table
from daemon.table.appends import Append
from daemon.table.live_table import LiveTable
from daemon.table.table_commands import CommandRequest, TableCommands
from daemon.table.table_state import TableState
from protocol.log.commands import EndMatch, Start
from protocol.log.events import MatchAbandoned, Said
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
    """All tables, states and logs that are still referenced."""
    alive: dict[str, WeakSet[Any]] = {}
    for cls in (LiveTable, TableState, GameLog):
        made = alive[cls.__name__] = WeakSet[Any]()

        def note(self: Any, *args: Any, made: WeakSet[Any] = made, init: Any = cls.__init__, **kwargs: Any) -> None:
            init(self, *args, **kwargs)
            made.add(self)

        monkeypatch.setattr(cls, "__init__", note)
    return alive


async def a_match_with_a_rematch(host: Host) -> None:
    """Two players open a table, end two matches there, and leave."""
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


@pytest.mark.slow("plays matches to their end")
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


class WithASequel(TableCommands):
    """Commands whose appends are followed by another one, as a return to a seat is by the end of a stand-in."""

    def answer(self, request: CommandRequest) -> Append | None:
        append = super().answer(request)
        if append is None:
            return None

        def then(error: StoreError | None) -> Append:
            append.when_stored(error)
            return Append([Said(0, "Ann", "sequel")], [])

        return evolve(append, when_stored=then)


@pytest.mark.parametrize(("matches", "match"), [(None, 1), (2, 2)])
async def test_the_sequel_of_an_append_that_ends_a_match_is_stored_before_the_next_match_begins(
    matches: int | None, match: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_table, "TableCommands", WithASequel)
    async with hosting(matches=matches) as host:
        home = await host.open_home("cinq-et-trois")
        ann, _ = await host.seated_operator("Ann"), await host.seated("Ben")

        await ann.accepted(EndMatch())
        await ann.until(lambda: ann.table.match == match)

        entries = (await host.journal.read(home.game)).entries
        assert [type(entry.event) for entry in entries][-2:] == [MatchAbandoned, Said]
