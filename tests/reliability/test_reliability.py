"""The short forms of `python -m tests.reliability`: each row measures what it says."""

import re
import sys
from pathlib import Path
from random import Random

import pytest
import trio

from daemon.journal.interface import CommandAccepted, Stored
from protocol.log.events import Entry, Said
from tests.played import entered, played_match, seen_from
from tests.reliability import __main__ as command
from tests.reliability import finished_readers, guesses, hostile_host, idle, kills, leavers, soak, stuck_readers

TIME_TO_LEAVE = 4.0
"""Seconds: half of one is promised, and this machine may be busy. What gathers in a flood takes longer still."""


def test_a_row_that_fails_says_so_and_why(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(command.ROWS, "matches", lambda *_: command.last_lines("tests.simulator", "--nonsense"))
    monkeypatch.setattr(sys, "argv", ["reliability", "matches"])

    assert command.main() == 1

    told = capsys.readouterr().out
    assert told.startswith("matches: failed: ")
    assert "--nonsense" in told


async def test_daemons_are_killed_and_what_was_shown_is_kept(tmp_path: Path) -> None:
    survived = await kills.survive(2, tmp_path, Random(3))

    assert survived.kills >= 2
    assert survived.shown > 0


def survivor(shown: list[Entry]) -> kills.Survivor:
    ann = kills.Survivor("Ann", Random(0))
    ann.session.seat = 0
    ann.shown = {entry.seq: entry for entry in shown}
    ann.accepted = {"Ann-1": 6}
    return ann


def test_what_was_shown_and_is_not_in_the_journal_is_found_out() -> None:
    entries = entered(played_match("cinq-et-trois"))
    shown = seen_from(0, entries)
    kept = Stored(tuple(entries), (CommandAccepted("Ann-1", "", 6),))

    kills.compare(kept, [survivor(shown)], kills.Survived())

    last = shown[-1].seq
    for wrong, stored in (
        ([*shown, Entry(last + 1, "now", Said(0, "Ann", "lost"))], kept),
        ([*shown[:-1], Entry(last, "now", Said(0, "Ann", "changed"))], kept),
        (shown, Stored(kept.entries, ())),
        (shown, Stored(kept.entries, (CommandAccepted("Ann-1", "", 7),))),
    ):
        with pytest.raises((AssertionError, IndexError, KeyError)):
            kills.compare(stored, [survivor(wrong)], kills.Survived())


async def test_readers_that_are_stuck_are_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stuck_readers, "TIME_UNTIL_CUT", 0.0)

    latencies = await stuck_readers.measure(tmp_path / "data", readers=3, words=5, phases=1)

    assert latencies.cut == 0
    assert re.search(r"p50 .* ms with them and .* without \(ratio .*\), p99", str(latencies))


async def test_idle_connections_are_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(idle, "TIME_TO_SETTLE", 0.1)

    held = await idle.measure(tmp_path / "data", 50)

    assert held.connections == 50


async def test_a_soak_counts_what_is_there_when_nobody_is(tmp_path: Path) -> None:
    with trio.fail_after(20):
        soaked = await soak.measure(tmp_path / "data", 0.5, tables=3)

    assert soaked.matches > 0
    assert soaked.moments[-1].entries > 20


async def test_matches_that_are_left_fill_nobodys_host(tmp_path: Path) -> None:
    with trio.fail_after(60):
        left = await leavers.measure(tmp_path / "data", strangers=55, players=55)

    assert left.begun == 111, "more than there may be tables"
    assert left.kept <= left.begun + 2


@pytest.mark.parametrize("attack", ["a text of 3 MB", "sixty texts of 3 MB", "a line without an end"])
def test_a_client_ends_the_connection_to_a_host_that_sends_what_is_not_allowed(tmp_path: Path, attack: str) -> None:
    left = hostile_host.endure(attack, tmp_path, lines=True, seconds=30)

    assert left.ended_itself
    assert left.is_restored
    assert left.hellos == 1


@pytest.mark.parametrize("lines", [True, False], ids=["lines", "screen"])
@pytest.mark.parametrize("attack", ["sixty texts of 3 MB", "what is said, without an end", "finished games"])
def test_a_client_can_be_left_whatever_a_host_sends(tmp_path: Path, attack: str, lines: bool) -> None:
    left = hostile_host.endure(attack, tmp_path, lines=lines, seconds=3)

    assert left.ended_itself or left.seconds < TIME_TO_LEAVE
    assert left.is_restored


async def test_friends_come_in_while_the_password_is_guessed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guesses, "TIME_TO_BEGIN", 0.2)

    joins = await guesses.measure(tmp_path / "data", guessing=10, friends=3)

    assert joins.answered > 0
    assert [len(taken) for taken in (joins.alone, joins.elsewhere, joins.beside)] == [3, 3, 3]
    assert re.search(r"from another address: p50 \d+ ms, p99 \d+ ms; from the same", str(joins))


async def test_strangers_who_read_a_finished_game_all_get_the_whole_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(finished_readers, "TIME_TO_SETTLE", 0.1)

    memory = await finished_readers.measure(tmp_path / "data", readers=5, entries=2_000)

    assert (memory.entries, memory.whole) == (2_000, 5)
    assert memory.held <= memory.most
