"""Real programs hand a match over while hosts are killed: the short form of `python -m tools.reliability handovers`."""

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
import trio
from attrs import evolve

if sys.platform == "win32":
    pytest.skip("it kills programs with signals, which are POSIX's", allow_module_level=True)

from daemon.house.taking_over import game_in, take_over
from daemon.journal.interface import StoredRows
from protocol.log.events import Entry, HostChanged, RoundEnded, Said
from protocol.log.sight import Viewer, see
from protocol.wire.record import Header, write_record
from tests.daemon.journal.memory_journal import MemoryJournal
from tests.played import entered, played_match
from tools.reliability import handed_over
from tools.reliability.handed_over import Moment, Plan, Victim, compare
from tools.reliability.witness import Shown


def test_a_match_whose_old_host_is_killed_while_everybody_goes_to_the_next_one_loses_nothing(tmp_path: Path) -> None:
    plan = Plan(people=2, victim=Victim.OLD, moment=Moment.COME)

    found = trio.run(handed_over.one_evening, plan, tmp_path, 150)

    assert (found.evenings, found.shown > 50) == (1, True)
    assert found.kills >= 1


@pytest.mark.slow("four daemons after each other")
def test_two_machines_hand_a_match_to_each_other_again_and_again(tmp_path: Path) -> None:
    relayed = trio.run(handed_over.pass_on, 4, tmp_path, 2)

    assert relayed.hosts == 4


@pytest.mark.slow("a match at two hosts, the second of which plays on")
def test_a_match_that_was_played_on_elsewhere_goes_on_here_too_with_the_command_that_the_refusal_names(
    tmp_path: Path,
) -> None:
    refused, printed = trio.run(handed_over.go_on_at_both, tmp_path)

    assert "a round was played there; it stays there." in refused
    assert "it goes on here, from its last finished round" in printed
    assert "a round was played there: both matches exist now" in printed


# What the comparison detects.

OLD = "2026-11-28-oak-a1b2c3"
Games = dict[str, StoredRows]
Notes = dict[str, Sequence[Shown]]


@pytest.fixture
def relocated(tmp_path: Path) -> tuple[Games, str]:
    """A game that one host has left after its second round, and another one goes on with; and its id there."""
    entries = entered(played_match("cinq-et-trois"))
    ends = [nth for nth, entry in enumerate(entries, start=1) if isinstance(entry.event, RoundEnded)]
    record = tmp_path / "game.jsonl"
    left = entries[: ends[1] + 4]
    record.write_bytes(b"".join(write_record(Header(OLD, "oak", entries[0].at), left)))
    journal = MemoryJournal()
    new = trio.run(take_over, journal, game_in(record, None), None)
    return {OLD: StoredRows(tuple(left), ()), new: trio.run(journal.read, new)}, new


def seen(game: str, entries: Sequence[Entry], seat: int = 0) -> list[Shown]:
    """These entries as this seat was shown them."""
    return [Shown(game, seat, evolve(entry, event=see(entry.event, Viewer(seat)).event)) for entry in entries]


def test_what_was_shown_of_a_game_that_has_moved_is_found_in_it_except_its_interrupted_round(
    relocated: tuple[Games, str],
) -> None:
    games, new = relocated
    notes = [*seen(OLD, games[OLD].entries), *seen(new, games[new].entries)]

    found = compare(games, {"Ann": notes})

    taken = next(entry.seq for entry in games[new].entries if isinstance(entry.event, HostChanged)) - 1
    assert (found.shown, found.dropped) == (len(notes), len(games[OLD].entries) - taken)


def changed(note: Shown) -> Shown:
    return evolve(note, entry=evolve(note.entry, event=Said(0, "Ann", "changed")))


LIES: dict[str, Callable[[Games, str], tuple[Games, Sequence[Shown]]]] = {
    "an entry that is not stored": lambda games, new: (
        games,
        [*seen(new, games[new].entries), Shown(new, 0, Entry(len(games[new].entries) + 1, "now", Said(0, "Ann", "x")))],
    ),
    "an entry that is another one there": lambda games, new: (
        games,
        [*seen(new, games[new].entries)[:-1], changed(seen(new, games[new].entries)[-1])],
    ),
    "an entry that was another one when it was shown again": lambda games, new: (
        games,
        [changed(seen(OLD, games[OLD].entries)[3]), *seen(OLD, games[OLD].entries), *seen(new, games[new].entries)],
    ),
    "a round that is lost": lambda games, new: (
        {**games, OLD: StoredRows((*games[OLD].entries, last_end(games[OLD], games[OLD].entries[-1].seq + 1)), ())},
        seen(new, games[new].entries),
    ),
    "an old host that deals after the next one": lambda games, new: (
        {**games, OLD: StoredRows((*games[OLD].entries, evolve(games[new].entries[-1], at="2999")), ())},
        seen(new, games[new].entries),
    ),
    "a next host that has dealt, although the match stays": lambda games, new: (
        games,
        [*seen(new, games[new].entries), *seen(OLD, games[OLD].entries)],
    ),
}


def last_end(stored: StoredRows, seq: int) -> Entry:
    """The last end of a round once more, under this number."""
    return next(evolve(entry, seq=seq) for entry in reversed(stored.entries) if isinstance(entry.event, RoundEnded))


@pytest.mark.parametrize("lie", LIES.values(), ids=LIES)
def test_the_comparison_detects(
    lie: Callable[[Games, str], tuple[Games, Sequence[Shown]]], relocated: tuple[Games, str]
) -> None:
    games, notes = lie(*relocated)

    with pytest.raises(AssertionError):
        compare(games, {"Ann": notes})
