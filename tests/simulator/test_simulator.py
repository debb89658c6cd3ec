"""Matches on an unreliable network: the short form of `python -m tools.simulator --matches 10000`."""

from collections.abc import Callable, Sequence

import pytest

from daemon.dealer import Dealer
from daemon.game_log import time_of_day
from daemon.journal.interface import StoreError
from daemon.table.appends import Append
from daemon.table.live_table import LiveTable
from daemon.table.table_clock import ClockAlarm, TableClock
from protocol.log.dealing import next_round
from protocol.log.events import Entry
from protocol.log.refusals import Reason, Refused
from protocol.log.table import Table
from tools.simulator.world import BrokenPromiseError, simulate

SEEDS = (107, 0, 2, 7, 9, 21, 592, 1001, 1002, 1003, 1004, 1005, 1006)
WITH_NEWCOMERS = {0: 1, 2: 1}
"""Seeds in whose matches spectators take the seats of bots, and how many do. A change of the daemon or of the simulator
may give each seed another match: then others are to be found, with `python -m tools.simulator --matches 20`.
"""
WITH_LOST_WELCOME = 84
"""A seed in whose match somebody comes back to a seat whose welcome was lost, as in one of 150 to 300."""


@pytest.mark.parametrize("seed", SEEDS)
def test_a_match_on_an_unreliable_network_loses_and_repeats_nothing(seed: int) -> None:
    assert simulate(seed).tally.entries > 20


def test_spectators_take_the_seats_of_bots_in_matches_that_go_on_and_a_seed_repeats_it() -> None:
    for seed, newcomers in WITH_NEWCOMERS.items():
        one, other = simulate(seed), simulate(seed)

        assert one.tally.newcomers == newcomers
        assert one.tally == other.tally


def test_a_seed_repeats_its_run_exactly_also_with_mixed_deals() -> None:
    one, other = simulate(7), simulate(7)

    assert one.tally.mixed_deals > 5
    assert one.tally.kills_while_dealing > 0

    (game,) = one.disk.records
    (again,) = other.disk.records
    assert one.disk.records[game][1] == other.disk.records[again][1]
    assert one.tally == other.tally


def test_a_daemon_that_sends_before_it_stores_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    store = LiveTable._store

    def send_first(self: LiveTable, append: Append) -> None:
        if append.new_game is not None:
            store(self, append)
            return
        head, at = self._state.log.head, time_of_day()
        entries = [Entry(head + nth, at, event) for nth, event in enumerate(append.events, start=1)]
        self._state.take(entries, append.private)
        self._services.journal.append_soon(self.game, head, entries, append.private, lambda _: then(append.when_stored))

    def then(follows: Callable[[StoreError | None], Append | None]) -> None:
        follows(None)

    monkeypatch.setattr(LiveTable, "_store", send_first)

    with pytest.raises(BaseExceptionGroup) as caught:
        simulate(0)

    assert caught.group_contains(BrokenPromiseError, match="before it is durable", depth=None)


def _simulate_all(seeds: Sequence[int]) -> None:
    for seed in seeds:
        simulate(seed)


def test_a_daemon_that_forgets_accepted_commands_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("daemon.table.accepted_commands.AcceptedCommands.answer_to", lambda *_: None)

    with pytest.raises(BaseExceptionGroup) as caught:
        _simulate_all(SEEDS)

    assert caught.group_contains(BrokenPromiseError, depth=None)


def test_a_daemon_that_gives_somebody_a_second_seat_after_a_lost_welcome_is_detected(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("daemon.table.joining.seat_after_lost_welcome", lambda *_: None)

    with pytest.raises(BrokenPromiseError, match="took a second seat"):
        simulate(WITH_LOST_WELCOME)


def test_a_number_that_is_seen_before_its_time_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse_aloud(dealer: Dealer, table: Table, *_: object) -> None:
        raise Refused(Reason.NOT_ALLOWED, dealer._chain(table).link(next_round(table)))

    monkeypatch.setattr(Dealer, "check_number", refuse_aloud)

    with pytest.raises(BaseExceptionGroup) as caught:
        simulate(7)

    assert caught.group_contains(BrokenPromiseError, match="a number is seen too early", depth=None)


def test_a_clock_that_runs_without_connected_players_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    next_alarm = TableClock.next_alarm

    def as_if_a_player_were_connected(self: TableClock, table: Table) -> ClockAlarm:
        present, self._present = self._present, {99}
        due = next_alarm(self, table)
        self._present = present
        return due

    monkeypatch.setattr(TableClock, "next_alarm", as_if_a_player_were_connected)

    with pytest.raises(BaseExceptionGroup) as caught:
        _simulate_all((2, *SEEDS))  # the first one shows it, and is a short match

    assert caught.group_contains(BrokenPromiseError, match="nobody is there", depth=None)
