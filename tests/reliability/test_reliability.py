"""The short forms of `python -m tools.reliability`: each row measures what it says."""

import math
import re
import sys
from pathlib import Path
from random import Random

import pytest
import trio

if sys.platform == "win32":
    pytest.skip("it stops programs with signals and plays on a pty, which are POSIX's", allow_module_level=True)

from daemon.journal.interface import CommandAccepted, StoredRows
from protocol.log.events import Entry, Said
from tests.played import entered, played_match, seen_from
from tools.reliability import __main__ as command
from tools.reliability import finished_readers, guesses, hostile_host, idle, kills, leavers, soak, stuck_readers


def test_a_failed_row_is_reported_with_the_reason(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(command.ROWS, "matches", lambda *_: command.last_lines("tools.simulator", "--nonsense"))
    monkeypatch.setattr(sys, "argv", ["reliability", "matches"])

    assert command.main() == 1

    printed = capsys.readouterr().out
    assert printed.startswith("matches: failed: ")
    assert "--nonsense" in printed


@pytest.mark.no_lines("its daemons are killed before their page processes have started")
async def test_killed_daemons_lose_nothing_that_was_shown(tmp_path: Path) -> None:
    survived = await kills.survive(2, tmp_path, Random(3))

    assert survived.kills >= 2
    assert survived.shown > 0


def survivor(shown: list[Entry]) -> kills.Survivor:
    ann = kills.Survivor("Ann", Random(0))
    ann.session.seat = 0
    ann.shown = {entry.seq: entry for entry in shown}
    ann.accepted = {"Ann-1": 6}
    return ann


def test_an_entry_shown_but_not_in_the_journal_is_detected() -> None:
    entries = entered(played_match("cinq-et-trois"))
    shown = seen_from(0, entries)
    kept = StoredRows(tuple(entries), (CommandAccepted("Ann-1", "", 6),))

    kills.compare(kept, [survivor(shown)], kills.KillResults())

    last = shown[-1].seq
    for wrong, stored in (
        ([*shown, Entry(last + 1, "now", Said(0, "Ann", "lost"))], kept),
        ([*shown[:-1], Entry(last, "now", Said(0, "Ann", "changed"))], kept),
        (shown, StoredRows(kept.entries, ())),
        (shown, StoredRows(kept.entries, (CommandAccepted("Ann-1", "", 7),))),
    ):
        with pytest.raises((AssertionError, IndexError, KeyError)):
            kills.compare(stored, [survivor(wrong)], kills.KillResults())


async def test_stuck_readers_are_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stuck_readers, "TIME_UNTIL_CUT", 0.0)

    latencies = await stuck_readers.measure(tmp_path / "data", readers=3, words=5, phases=1)

    assert latencies.cut == 0
    assert re.search(r"p50 .* ms with them and .* without \(ratio .*\), p99", str(latencies))


async def test_idle_connections_are_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(idle, "TIME_TO_SETTLE", 0.1)

    held = await idle.measure(tmp_path / "data", 50)

    assert held.connections == 50


async def test_a_soak_measures_memory_and_entries_while_nobody_is_connected(tmp_path: Path) -> None:
    with trio.fail_after(60):
        soaked = await soak.measure(tmp_path / "data", 0.5, tables=3)

    assert soaked.matches > 0
    assert soaked.moments[-1].entries > 20


async def test_abandoned_matches_do_not_fill_a_host(tmp_path: Path) -> None:
    with trio.fail_after(60):
        left = await leavers.measure(tmp_path / "data", strangers=55, players=55)

    assert left.begun == 111, "more than there may be tables"
    assert left.kept <= left.begun + 2


@pytest.mark.parametrize("attack", ["a text of 3 MB", "sixty texts of 3 MB", "a line without an end"])
def test_a_client_disconnects_from_a_host_that_violates_the_protocol(tmp_path: Path, attack: str) -> None:
    left = hostile_host.endure(attack, tmp_path, lines=True, seconds=30)

    assert left.ended_itself
    assert left.is_restored
    assert left.hellos == 1


@pytest.mark.parametrize("lines", [True, False], ids=["lines", "screen"])
@pytest.mark.parametrize("attack", ["sixty texts of 3 MB", "what is said, without an end", "finished games"])
def test_a_client_can_be_quit_whatever_a_host_sends(tmp_path: Path, attack: str, lines: bool) -> None:
    left = hostile_host.endure(attack, tmp_path, lines=lines, seconds=1)

    assert left.seconds < math.inf, "it has ended"
    assert left.is_restored


async def test_friends_can_join_while_the_password_is_being_guessed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guesses, "TIME_TO_BEGIN", 0.2)
    monkeypatch.setattr(guesses, "THROUGH_THE_TUNNEL", 1)

    joins = await guesses.measure(tmp_path / "data", guessing=10, friends=3)

    assert joins.answered > 0
    assert [len(taken) for taken in (joins.alone, joins.elsewhere, joins.beside)] == [3, 3, 1]
    assert re.search(r"from another address: p50 \d+ ms, p99 \d+ ms; from the same", str(joins))


async def test_many_readers_of_a_finished_game_all_receive_it_completely(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(finished_readers, "TIME_TO_SETTLE", 0.1)

    memory = await finished_readers.measure(tmp_path / "data", readers=5, entries=2_000)

    assert (memory.entries, memory.whole) == (2_000, 5)
    assert memory.held <= memory.most
