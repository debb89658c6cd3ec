"""Reconnecting: when, how often, from which entry, and when the link ends instead."""

from collections.abc import Callable
from pathlib import Path

import pytest
import trio
import trio.testing
from attrs import evolve
from trio.testing import MockClock

from client.model import asking
from client.model.announcements import Announcement, Subject
from client.model.status import Ended, Joined, Lost
from client.net.host_connection import ended_by_host
from client.net.pauses import LONGEST_PAUSE
from client.net.remedies.endings import SavedMatch, keep_alive
from client.net.tcp import unreachable
from client.screen.prompts import lost
from client.words.leaving_words import HostedBy
from client.words.presence_words import connection_lost
from client.words.say import say
from protocol.shared.address import Address
from protocol.wire.messages import (
    Farewell,
    Goodbye,
    Hello,
    Pong,
    Role,
)
from tests.client.at_table import welcome
from tests.client.net.linked import GAME, playing, seated
from tests.client.scripted_daemon import ScriptedDaemon

SAVED = "Your match is saved: `fives play` continues it."


async def test_a_new_connection_continues_with_the_next_entry(tmp_path: Path, autojump_clock: object) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        caller = await seated(daemon)
        await player.until(lambda: player.model.session.head == 12)
        await caller.hangs_up()

        again = await daemon.call()
        hello = await again.receives()
        assert isinstance(hello, Hello)
        assert evolve(hello, history=None) == Hello(
            2, "fives test", "Ann", table="oak", game="g1", token="t1", since=12
        )
        assert isinstance(player.model.status, Lost)
        await again.sends(welcome(start=13, head=14))
        await again.sends_events(GAME[12:14], first=13)
        await player.until(lambda: player.model.session.head == 14)

        assert isinstance(player.model.status, Joined)
        assert player.texts(Subject.AWAY)[-1].startswith("While you were away: ")


async def test_an_unanswered_command_is_sent_again_with_its_id(tmp_path: Path, autojump_clock: object) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        caller = await seated(daemon)
        await player.until(lambda: player.model.session.head == 12)
        asking.say(player.model, "hello")
        player.link.flush()
        sent = await caller.receives()
        await caller.hangs_up()

        again = await daemon.call()
        await again.receives()
        await again.sends(welcome(start=13, head=12))

        assert await again.receives() == sent


async def test_attempts_continue_with_longer_pauses_and_are_reported_once(
    tmp_path: Path, autojump_clock: object
) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        caller = await seated(daemon)
        await player.until(lambda: isinstance(player.model.status, Joined))
        daemon.refuses = 30
        began = trio.current_time()
        await caller.hangs_up()
        with trio.fail_after(1000):
            again = await daemon._calls[1].receive()

        pauses = [0.5, 1, 2, 4, 8] + [LONGEST_PAUSE] * 26
        assert trio.current_time() - began == pytest.approx(sum(pauses))
        assert player.texts(Subject.LINK) == [connection_lost(say("connection.closed"))]
        await again.receives()
        await again.sends(welcome(start=13, head=12))
        await player.until(lambda: isinstance(player.model.status, Joined))


async def test_the_first_reason_is_shown_until_the_connection_is_back(tmp_path: Path, autojump_clock: object) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        caller = await seated(daemon)
        daemon.refuses = 3
        await caller.sends(Goodbye(Farewell.SHUTDOWN.value, ""))
        for pause in (0.5, 1, 2, 4):
            await player.until(lambda: player.model.status == Lost("the host was shut down", pause))  # noqa: B023 - waited for in its own turn

        again = await daemon.call()
        await again.receives()
        await again.sends(welcome(start=13, head=12))
        await player.until(lambda: isinstance(player.model.status, Joined))
        await again.hangs_up()
        await player.until(lambda: player.model.status == Lost(say("connection.closed"), 0.5))


@pytest.mark.parametrize(
    "why",
    [
        say("connection.closed"),
        say("connection.silent"),
        say("connection.out_of_order"),
        unreachable(Address("localhost", 5601)),
    ]
    + [ended_by_host(reason.value, watches=watches) for reason in Farewell for watches in (False, True)],
)
def test_the_reason_and_the_next_attempt_fit_on_a_small_screen(why: str) -> None:
    shown = lost(why, 15)[:80]

    assert f"({why})" in shown
    assert "Trying again in 15 s" in shown


async def test_a_spectator_of_a_table_that_sleeps_is_not_told_that_the_host_is_in_trouble_for_certain(
    tmp_path: Path, autojump_clock: object
) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        caller = await seated(daemon)
        player.model.session.role = Role.SPECTATOR
        await caller.sends(Goodbye(Farewell.TROUBLE.value, "nobody is at table 'oak' now; try again later"))

        why = "no player there, or a host in trouble"
        await player.until(lambda: player.model.status == Lost(why, 0.5))


@pytest.mark.parametrize("reason", [Farewell.SHUTDOWN, Farewell.TOO_MANY, Farewell.TROUBLE])
async def test_a_host_that_may_return_is_tried_again(tmp_path: Path, autojump_clock: object, reason: Farewell) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        caller = await seated(daemon)
        await caller.sends(Goodbye(reason.value, "see you"))

        await daemon.call()
        assert player.ended is None


@pytest.mark.parametrize("reason", [Farewell.REPLACED, Farewell.KICKED, Farewell.MALFORMED])
async def test_some_goodbyes_are_final(tmp_path: Path, autojump_clock: object, reason: Farewell) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        caller = await seated(daemon)
        await caller.sends(Goodbye(reason.value, "that is that"))
        await player.until(lambda: player.ended is not None)

    assert player.ended is not None
    assert player.ended.failed


async def test_a_seat_that_a_late_hello_of_its_own_took_is_taken_back_once(
    tmp_path: Path, autojump_clock: object
) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        await (await seated(daemon)).hangs_up()
        unanswered = await daemon.call()
        late = await unanswered.receives()
        again = await daemon.call()
        assert await again.receives() == late
        await again.sends(welcome(start=13, head=12))
        await again.sends(Goodbye(Farewell.REPLACED.value, ""))

        once = await daemon.call()
        assert isinstance(await once.receives(), Hello)
        await once.sends(welcome(start=13, head=12))
        await once.sends(Goodbye(Farewell.REPLACED.value, ""))
        await player.until(lambda: isinstance(player.model.status, Ended))


async def test_a_seat_that_another_program_takes_long_after_a_lost_hello_is_left_to_it(
    tmp_path: Path, autojump_clock: object
) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        await (await seated(daemon)).hangs_up()
        await (await daemon.call()).receives()
        again = await daemon.call()
        await again.receives()
        await again.sends(welcome(start=13, head=12))
        for _ in range(12):
            await trio.sleep(12)
            await again.sends(Pong(1))
        await again.sends(Goodbye(Farewell.REPLACED.value, ""))
        await player.until(lambda: isinstance(player.model.status, Ended))


async def test_a_host_that_has_finished_is_not_a_failure(tmp_path: Path, autojump_clock: object) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        caller = await seated(daemon)
        await caller.sends(Goodbye(Farewell.FINISHED.value, "thank you"))
        await player.until(lambda: player.ended is not None)

    assert player.ended == Ended("The host has finished.", failed=False, host_is_gone=True)


async def test_the_end_of_ones_own_matches_names_no_host(tmp_path: Path, autojump_clock: object) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path, own=[SavedMatch(SAVED)], hosted_by=HostedBy.PROGRAM) as player:
        caller = await seated(daemon)
        await caller.sends(Goodbye(Farewell.FINISHED.value, ""))
        await player.until(lambda: player.ended is not None)

    assert player.ended == Ended("That was the last match.", failed=False, host_is_gone=True)


async def test_a_player_can_end_the_wait_for_the_next_attempt(tmp_path: Path, autojump_clock: MockClock) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        caller = await seated(daemon)
        daemon.refuses = 3
        await caller.hangs_up()
        await player.until(lambda: isinstance(player.model.status, Lost) and player.model.status.retry_in > 3)
        began = trio.current_time()

        player.link.try_now()

        await daemon.call()
        assert trio.current_time() - began < 1


async def test_a_daemon_of_ones_own_that_died_is_started_again_and_the_player_is_told_on_arrival(
    tmp_path: Path, autojump_clock: object
) -> None:
    daemon = ScriptedDaemon()
    said = Announcement(Subject.PAUSE, say("presence.program_restarted"))

    async def revive(report: Callable[[], None]) -> Announcement:
        report()
        return said

    async with playing(daemon, tmp_path, hosted_by=HostedBy.PLAYER) as player:
        keep_alive(player.link, revive)
        caller = await seated(daemon)
        await player.until(lambda: player.model.session.head == 12)
        await caller.hangs_up()
        again = await daemon.call()
        await again.receives()
        lost = player.model.status
        assert isinstance(lost, Lost)
        assert lost.why == say("connection.own_program_failed")
        assert said not in player.announcements
        await again.sends(welcome(start=13, head=12))
        await player.until(lambda: isinstance(player.model.status, Joined))

        assert player.announcements[-1] == said


@pytest.mark.parametrize("parting", ["a cut", "a shutdown"])
async def test_a_daemon_of_ones_own_that_cannot_be_started_again_ends_the_game(
    tmp_path: Path, autojump_clock: object, parting: str
) -> None:
    daemon = ScriptedDaemon()
    failed = Ended("It has failed.", host_is_gone=True)

    async def revive(_: Callable[[], None]) -> Ended:
        return failed

    async with playing(daemon, tmp_path, hosted_by=HostedBy.PLAYER) as player:
        keep_alive(player.link, revive)
        caller = await seated(daemon)
        await player.until(lambda: isinstance(player.model.status, Joined))
        if parting == "a cut":
            await caller.hangs_up()
        else:
            await caller.sends(Goodbye(Farewell.SHUTDOWN.value, ""))
        await player.until(lambda: player.ended is not None)

    stopped = Ended("The game was stopped from outside.", host_is_gone=True)
    assert player.ended == (failed if parting == "a cut" else stopped)


async def test_a_private_daemon_that_is_gone_is_not_tried_again(tmp_path: Path, autojump_clock: object) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path, own=[SavedMatch(SAVED)], hosted_by=HostedBy.PROGRAM) as player:
        caller = await seated(daemon)
        await caller.hangs_up()
        await player.until(lambda: player.ended is not None)

    assert player.ended == Ended(f"{say('presence.program_failed')} {SAVED}", host_is_gone=True)


async def test_a_private_daemon_that_shuts_down_has_saved_the_game(tmp_path: Path, autojump_clock: object) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path, own=[SavedMatch(SAVED)], hosted_by=HostedBy.PROGRAM) as player:
        caller = await seated(daemon)
        await caller.sends(Goodbye(Farewell.SHUTDOWN.value, ""))
        await player.until(lambda: player.ended is not None)

    assert player.ended == Ended(f"The game was stopped from outside. {SAVED}", host_is_gone=True)


async def test_a_private_daemon_that_never_answered_has_saved_nothing(tmp_path: Path, autojump_clock: object) -> None:
    async with playing(ScriptedDaemon(refuses=1), tmp_path, own=[SavedMatch(SAVED)]) as player:
        await player.until(lambda: player.ended is not None)

    assert player.ended is not None
    assert "kept" not in player.ended.text


async def test_a_gap_requests_the_whole_game_once(tmp_path: Path, autojump_clock: object) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        caller = await seated(daemon)
        await caller.sends_events(GAME[13:14], first=14)

        again = await daemon.call()
        hello = await again.receives()
        assert isinstance(hello, Hello)
        assert (hello.game, hello.since, hello.history, hello.token) == ("g1", None, None, "t1")
        await again.sends(welcome(head=14))
        await again.sends_events(GAME[:14])
        await player.until(lambda: player.model.session.head == 14)

        await again.sends_events(GAME[15:16], first=16)
        await player.until(lambda: player.ended is not None)
        assert player.ended == Ended(say("connection.broken_game"))
