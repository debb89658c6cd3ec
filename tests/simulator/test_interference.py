"""Games that differ only in hidden facts: the short form of `python -m tools.simulator.interference`."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import pytest
import trio

from daemon.decide import decide
from daemon.game_history import GameHistory
from daemon.table.appends import Append
from daemon.table.live_table import LiveTable
from daemon.table.table_clock import AlarmKind, ClockAlarm
from daemon.table.table_commands import CommandRequest, TableCommands
from daemon.table.table_state import TableState
from protocol.log.choices import plays_of
from protocol.log.events import Entry, Event, TileDrawn
from protocol.log.mixing import Chain
from protocol.log.refusals import Refused
from protocol.log.sight import Sight, Viewer, see
from protocol.log.table import Table
from tools.simulator.interference import InterferenceError, compare_all, pairs_of

NUMBERS = (0, 1, 2, 3)


@pytest.mark.parametrize("number", NUMBERS)
def test_hidden_facts_change_neither_the_output_to_a_viewer_nor_its_timing(number: int) -> None:
    tally = compare_all(number)

    assert tally.lines > 20 * tally.pairs


@pytest.mark.parametrize("number", NUMBERS)
def test_a_pair_of_games_differs_but_looks_the_same_to_its_viewer(number: int) -> None:
    for pair in pairs_of(number):
        eyes = Viewer(pair.viewer)
        assert (pair.one, pair.secrets[0], pair.given) != (pair.other, pair.secrets[1], ())
        assert [see(event.event, eyes) for event in pair.one] == [see(event.event, eyes) for event in pair.other]


@pytest.mark.parametrize("number", NUMBERS)
def test_games_that_differ_only_in_hidden_facts_have_one_history(number: int) -> None:
    """So what a client says of its entries, and the answer to it, tells nothing that a viewer may not see."""

    async def digests_of(entries: Sequence[Entry]) -> list[str]:
        history = GameHistory(entries)
        await history.reach(len(entries))
        return history._beginnings

    for pair in pairs_of(number):
        one, other = (trio.run(digests_of, list(entries)) for entries in (pair.one, pair.other))
        assert len(one) > 1
        assert one == other


def draws_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    def see_too_much(event: Event, viewer: Viewer) -> Sight:
        return Sight(event) if isinstance(event, TileDrawn) else see(event, viewer)

    monkeypatch.setattr("daemon.game_log.see", see_too_much)


def refusals_count_what_others_could_play(monkeypatch: pytest.MonkeyPatch) -> None:
    def decide_aloud(table: Table, *asked: Any) -> tuple[Event, ...]:
        try:
            return decide(table, *asked)
        except Refused as refused:
            others = [len(plays_of(table, seat)) for seat in range(len(table.seats))]
            raise Refused(refused.reason, f"{refused.detail} {others}") from None

    monkeypatch.setattr("daemon.table.table_commands.decide", decide_aloud)


def bots_with_more_to_choose_from_take_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    next_alarm = LiveTable._next_alarm

    def later(self: LiveTable) -> ClockAlarm:
        alarm = next_alarm(self)
        choices = (
            len(plays_of(self._state.log.table, alarm.seat))
            if alarm.kind is AlarmKind.BOT_PLAYS and alarm.seat >= 0
            else 0
        )
        return alarm._replace(at=alarm.at + choices / 10)

    monkeypatch.setattr(LiveTable, "_next_alarm", later)


def refusals_tell(monkeypatch: pytest.MonkeyPatch, what: Callable[[TableState], object]) -> None:
    decide_silently = TableCommands._decide

    def decide_aloud(self: TableCommands, request: CommandRequest) -> Append | None:
        try:
            return decide_silently(self, request)
        except Refused as refused:
            raise Refused(refused.reason, f"{refused.detail} {what(self._state)}") from None

    monkeypatch.setattr(TableCommands, "_decide", decide_aloud)


def refusals_count_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    refusals_tell(monkeypatch, lambda state: len(state.next_deal._revealed))


def refusals_have_the_host_number(monkeypatch: pytest.MonkeyPatch) -> None:
    refusals_tell(monkeypatch, lambda state: Chain(state.opened.secret).link(1))


LEAKS: dict[str, Callable[[pytest.MonkeyPatch], None]] = {
    "draws are shown": draws_are_shown,
    "refusals count what others could play": refusals_count_what_others_could_play,
    "bots with more to choose from take longer": bots_with_more_to_choose_from_take_longer,
    "refusals count the numbers that others have given": refusals_count_numbers,
    "refusals have the host's number": refusals_have_the_host_number,
}


def compare_many(numbers: Iterable[int]) -> None:
    for number in numbers:
        compare_all(number)


@pytest.mark.parametrize("leak", LEAKS)
def test_a_leak_is_detected(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    LEAKS[leak](monkeypatch)

    with pytest.raises(InterferenceError):
        compare_many((5, *range(20)))
