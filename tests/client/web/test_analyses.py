"""Analyses in the page process, made by real children: one at a time, shared, and stopped with their requests."""

import os
import sys
from functools import partial
from pathlib import Path

import pytest
import trio
import trio.testing
from attrs import define, evolve, field

from client.replay.analyser import AnalysisError
from client.store.saved_records import read_file
from client.web.analyses import MOST_ENTRIES, MOST_WAITING, Analyses
from daemon.table.worker_process import LOWEST_PRIORITY
from protocol.log.events import Entry, Said
from protocol.wire.analysis import Analysis
from protocol.wire.record import Header, Record
from tests.client.at_table import AT
from tests.client.program.programs import children_of, posix_only
from tests.played import entered, played_match

RECORDS = Path(__file__).parents[2] / "records"
TIME_LIMIT = 120.0
HIGHEST_NICENESS = 19
BEGUN = 8
"""Entries of a match of which a few plays have been made."""


@define(eq=False)
class Asker:
    """A player who asks for an analysis. `said`: the sentences so far; `scope`: cancelled if the player leaves."""

    record: Record
    said: list[str] = field(factory=list)
    found: Analysis | None = None
    scope: trio.CancelScope = field(factory=trio.CancelScope)
    changed: trio.Event = field(factory=trio.Event)

    async def asks(self, analyses: Analyses) -> None:
        with self.scope:
            self.found = await analyses.analyse(self.record, self.hears)

    def hears(self, sentence: str) -> None:
        self.said.append(sentence)
        self.changed.set()
        self.changed = trio.Event()

    async def until(self, beginning: str) -> None:
        """Wait until the latest sentence begins like this."""
        with trio.fail_after(TIME_LIMIT):
            while not (self.said and self.said[-1].startswith(beginning)):
                await self.changed.wait()


def record(name: str = "hints") -> Record:
    """A match that has just begun: its analysis is short."""
    whole = read_file(RECORDS / f"{name}.jsonl")
    return evolve(whole, entries=whole.entries[:BEGUN])


def long_record(game: str) -> Record:
    """A match whose analysis takes long enough to be watched."""
    return Record(Header(game, "oak", AT), tuple(entered(played_match("all-fives", {"target": "500"}, seats=4))))


async def test_players_of_one_match_share_its_analysis(usual_priority: None) -> None:
    analyses = Analyses()
    one, other = Asker(record()), Asker(record())

    async with trio.open_nursery() as nursery:
        nursery.start_soon(one.asks, analyses)
        nursery.start_soon(other.asks, analyses)
        await other.until("Analysing")

    with trio.fail_after(0):
        later = await analyses.analyse(record(), lambda _: None)
    assert one.found is not None
    assert one.found.plays
    assert other.found is one.found
    assert later is one.found


async def test_chat_after_the_match_does_not_make_it_another_match(usual_priority: None) -> None:
    analyses, before = Analyses(), record()
    found = await analyses.analyse(before, lambda _: None)
    said = Entry(len(before.entries) + 1, before.entries[-1].at, Said(0, "Ann", "well played"))

    with trio.fail_after(0):
        assert await analyses.analyse(evolve(before, entries=(*before.entries, said)), lambda _: None) is found


async def test_a_player_who_saw_other_tiles_of_the_game_gets_another_analysis() -> None:
    analyses, whole = Analyses(), record("abandoned")
    part = evolve(whole, entries=whole.entries[:-1])
    one, other = Asker(whole), Asker(part)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(one.asks, analyses)
        await one.until("Analysing")
        nursery.start_soon(other.asks, analyses)
        await other.until("Another analysis is running: yours is next.")
        nursery.cancel_scope.cancel()


@posix_only
async def test_one_child_of_low_priority_runs_at_a_time_and_the_others_know_their_place_in_the_line() -> None:
    analyses, before = Analyses(), set(children_of(os.getpid()))
    first, second, third = Asker(long_record("g1")), Asker(long_record("g2")), Asker(record())
    async with trio.open_nursery() as nursery:
        for asker in (first, second, third):
            nursery.start_soon(asker.asks, analyses)
            await asker.until("")
        await first.until("Analysing: play ")
        assert third.said[-1] == "Another analysis is running: yours is next.", "the shorter match"
        assert second.said[-1] == "2 other analyses come before yours."
        (child,) = set(children_of(os.getpid())) - before
        own = os.getpriority(os.PRIO_PROCESS, os.getpid())
        assert os.getpriority(os.PRIO_PROCESS, child) == min(HIGHEST_NICENESS, own + LOWEST_PRIORITY)

        first.scope.cancel()
        await third.until("Analysing")
        await second.until("Another analysis is running: yours is next.")
        assert len(set(children_of(os.getpid())) - before) <= 1
        nursery.cancel_scope.cancel()

    assert set(children_of(os.getpid())) <= before
    assert first.found is second.found is None


async def test_a_match_that_is_too_long_is_refused_at_once() -> None:
    entries = record().entries
    long = evolve(record(), entries=entries * (1 + MOST_ENTRIES // len(entries)))

    with pytest.raises(AnalysisError, match="too long to be analysed here"):
        await Analyses().analyse(long, lambda _: None)


async def test_where_the_line_is_full_the_longest_match_is_refused() -> None:
    analyses, refused = Analyses(), list[str]()

    async def asks(game: str, *, entries: int) -> None:
        match = Record(Header(game, "oak", AT), long_record(game).entries[:entries])
        try:
            await analyses.analyse(match, lambda _: None)
        except AnalysisError as error:
            refused.append(f"{game}: {error}")

    async with trio.open_nursery() as nursery:
        for number in range(1 + MOST_WAITING):
            nursery.start_soon(partial(asks, f"g{number}", entries=60 - number))
            await trio.testing.wait_all_tasks_blocked()
        assert not refused
        nursery.start_soon(partial(asks, "longer", entries=70))
        await trio.testing.wait_all_tasks_blocked()
        nursery.start_soon(partial(asks, "shorter", entries=20))
        await trio.testing.wait_all_tasks_blocked()
        nursery.cancel_scope.cancel()

    assert [report.partition(":")[0] for report in refused] == ["longer", "g1"], "the first one is running"
    assert all("Try again" in report for report in refused)


async def test_a_record_that_cannot_be_analysed_is_one_line_without_a_path() -> None:
    unplayed = evolve(record(), entries=record().entries[:3])

    with pytest.raises(AnalysisError) as error:
        await Analyses().analyse(unplayed, lambda _: None)

    line = "The game could not be analysed: this game has no round, so there is nothing to analyse"
    assert str(error.value) == line


async def test_a_child_that_cannot_be_started_is_one_line_and_the_next_one_is_analysed(
    usual_priority: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    analyses = Analyses()
    with monkeypatch.context() as without_a_program:
        without_a_program.setattr(sys, "executable", str(tmp_path / "missing"))
        with pytest.raises(AnalysisError, match=r"The analysis could not be started: [^/\\]+\.$"):
            await analyses.analyse(record(), lambda _: None)

    asker = Asker(record())
    async with trio.open_nursery() as nursery:
        nursery.start_soon(asker.asks, analyses)
    assert asker.found is not None
