"""Saving the results of a session: records and results of finished games."""

from collections.abc import Callable
from pathlib import Path

import pytest
import trio
import trio.testing

from client.model.announcements import Subject
from client.store.autosave import TIME_TO_SAVE
from client.store.disk_limits import DiskLimits
from client.store.file_games import FileGames, read_results
from client.store.saved_records import saved_records
from protocol.log.table import Stage
from protocol.wire.messages import (
    Farewell,
    Goodbye,
)
from tests.client.at_table import welcome
from tests.client.net.linked import (
    GAME,
    playing,
    seated,
)
from tests.client.scripted_daemon import ScriptedDaemon


async def test_a_finished_game_is_saved_as_a_record(tmp_path: Path, autojump_clock: object) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        caller = await seated(daemon)
        await caller.sends_events(GAME[12:], first=13)
        await player.until(lambda: player.model.table.stage is Stage.OVER)
        await caller.receives_anything()

    kept = list(saved_records(tmp_path / "records"))
    assert [record.fault for record in kept] == [None]
    assert kept[0].table is not None
    assert kept[0].table.stage is Stage.OVER


async def test_the_record_of_a_game_with_which_something_is_wrong_is_saved_at_once(
    tmp_path: Path, autojump_clock: object
) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        caller = await seated(daemon)
        await caller.sends_events(GAME[12:30], first=13)
        await player.until(lambda: bool(player.texts(Subject.ALARM)))
        await caller.receives_anything()

    (kept,) = saved_records(tmp_path / "records")
    assert kept.fault is None
    assert kept.record is not None
    assert len(kept.record.entries) == 30
    assert list(read_results(tmp_path / "results.jsonl")) == [], "it has not ended"


async def test_a_game_that_ends_together_with_a_goodbye_is_saved(tmp_path: Path, autojump_clock: object) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path):
        caller = await seated(daemon)
        await caller.sends_events(GAME[12:], first=13, then=Goodbye(Farewell.FINISHED, ""))
        await caller.sees_the_end()

    assert [record.fault for record in saved_records(tmp_path / "records")] == [None]


async def test_the_result_of_a_finished_game_is_saved_beside_its_record(tmp_path: Path, autojump_clock: object) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        caller = await seated(daemon)
        await caller.sends_events(GAME[12:], first=13)
        await player.until(lambda: player.model.table.stage is Stage.OVER)
        table = player.model.table

    (result,) = read_results(tmp_path / "results.jsonl")
    assert (result.host, result.table, result.game, result.seat) == ("host:5533", "oak", "g1", 0)
    assert (result.scores, result.won_by) == (table.scores, table.won_by)


async def test_results_are_saved_even_without_records(tmp_path: Path, autojump_clock: object) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        player.link.autosave.games = FileGames(tmp_path, DiskLimits(records=0))
        caller = await seated(daemon)
        await caller.sends_events(GAME[12:], first=13)
        await player.until(lambda: player.model.table.stage is Stage.OVER)

    assert list(saved_records(tmp_path / "records")) == []
    assert player.texts(Subject.LINK) == []
    assert len(read_results(tmp_path / "results.jsonl")) == 1


async def test_a_record_deleted_to_make_room_is_reported(tmp_path: Path, autojump_clock: object) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        player.link.autosave.games = FileGames(tmp_path, DiskLimits(records=1))
        caller = await daemon.call()
        for game in ("g1", "g2"):
            await caller.sends(welcome(game=game, head=0))
            await caller.sends_events(GAME)
            await trio.testing.wait_all_tasks_blocked()

    assert [kept.record.header.game for kept in saved_records(tmp_path / "records") if kept.record] == ["g2"]
    assert len(read_results(tmp_path / "results.jsonl")) == 2
    (sentence,) = player.texts(Subject.LINK)
    assert sentence.startswith("The oldest record was deleted to make room (`fives settings`: records is 1, ")


@pytest.mark.parametrize(("disk", "waits"), [(TIME_TO_SAVE / 2, TIME_TO_SAVE / 2), (1000.0, TIME_TO_SAVE)])
async def test_leaving_waits_for_the_disk_but_not_for_long(
    tmp_path: Path, autojump_clock: object, disk: float, waits: float
) -> None:
    daemon = ScriptedDaemon()
    kept = trio.Event()

    async def slow(write: Callable[..., object], *args: object) -> object:
        kept.set()
        await trio.sleep(disk)
        return write(*args)

    async with playing(daemon, tmp_path) as player:
        player.link.autosave.run = slow
        await seated(daemon)
        await kept.wait()
        began = trio.current_time()

    assert trio.current_time() - began == pytest.approx(waits)
