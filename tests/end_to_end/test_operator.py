"""`fivesd pause` and similar commands, with a running `fivesd`."""

from functools import partial
from pathlib import Path

import trio

from protocol.log.events import MatchAbandoned, Paused, Resumed, StandInSeated
from protocol.log.table import Stage
from protocol.wire.messages import OpenTable, Tables
from protocol.wire.notices import PresenceNotice
from tests.end_to_end.program import check_one_plain_line, fivesd, running


async def test_the_operator_can_intervene_in_a_running_match(tmp_path: Path) -> None:
    data = tmp_path / "data"

    async def operate(*words: str) -> tuple[int, str]:
        done = await trio.to_thread.run_sync(partial(fivesd, *words, "--data", data))
        return done.returncode, done.stderr

    async with running(data, "--rules", "cinq-et-trois") as daemon:
        ann, ben = await daemon.client("Ann"), await daemon.client("Ben")
        await ann.enter(), await ben.enter()
        await ben.leave()
        await ann.expect(PresenceNotice, lambda notice: not notice.here)

        assert await operate("pause") == (0, "")
        await ann.expect_event(Paused, seat=None)
        assert await operate("resume") == (0, "")
        await ann.expect_event(Resumed, seat=None)
        assert await operate("stand-in", "2", "--level", "casual") == (0, "")
        await ann.expect_event(StandInSeated, seat=1, level="casual")
        status, error = await operate("kick", "9")
        assert status == 1
        check_one_plain_line(error, ["there is no such seat: the table has 2"])
        assert await operate("end") == (0, "")
        await ann.expect_event(MatchAbandoned)
        assert ann.is_at(Stage.OVER)

    status, error = await operate("pause")
    assert status in (1, 2)
    check_one_plain_line(error, [str(data)])


async def test_the_operator_lets_a_player_back_in_by_name_even_to_a_sleeping_game(tmp_path: Path) -> None:
    data = tmp_path / "data"

    async def operate(*words: str) -> tuple[int, str, str]:
        done = await trio.to_thread.run_sync(partial(fivesd, *words, "--data", data))
        return done.returncode, done.stdout, done.stderr

    async with running(data, "--rules", "cinq-et-trois") as daemon:
        ann = await daemon.client("Ann")
        await ann.send(OpenTable("all-fives", seats=2))
        table = (await ann.expect(Tables)).opened
        await ann.enter(table=table)
        await (await daemon.client("Ben")).enter(table=table)
        await ann.until(lambda: ann.is_at(Stage.PLAYING))
    async with running(data, "--rules", "cinq-et-trois") as daemon:
        status, _, error = await operate("readmit", "Cy")
        assert status == 2
        check_one_plain_line(error, ["no player 'Cy' has a seat"])

        assert await operate("readmit", "bEN") == (
            0,
            f"for 10 minutes Ben may come back to seat 2 of table {table}:"
            f" fives join ADDRESS --table {table} --name Ben\n",
            "",
        )
        ben = await daemon.client("ben")
        assert (await ben.enter(table=table)).seat == 1
        status, _, error = await operate("readmit", "2", "--table", table or "")
        assert status == 1
        check_one_plain_line(error, ["is connected"])
        assert "Ben is back on seat 2, by name: the host allowed it" in daemon.errors.read_text()


async def test_every_command_about_a_table_says_in_the_same_words_that_there_is_none_of_this_name(
    tmp_path: Path,
) -> None:
    data = tmp_path / "data"
    commands = (
        "pause",
        "resume",
        "end",
        "kick 1",
        "stand-in 1",
        "hand-over 1",
        "admit Ann",
        "refuse Ann",
        "readmit Ann",
    )
    async with running(data, "--rules", "cinq-et-trois"):
        for command in commands:
            words = (*command.split(), "--table", "nosuch")
            done = await trio.to_thread.run_sync(partial(fivesd, *words, "--data", data))

            assert done.returncode == 2, command
            check_one_plain_line(done.stderr, ["there is no table 'nosuch'; there are oak"])
