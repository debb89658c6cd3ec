"""A table's log in memory, however the entries came into it."""

import pytest
import trio

from daemon.game_log import LINES_KEPT, GameLog, folded, time_of_day
from protocol.log.events import Entry, Said
from protocol.log.sight import SPECTATOR, Viewer, is_public, see
from protocol.wire.codec import encode_sight
from protocol.wire.record import Header
from tests.played import entered, played_match

HEADER = Header("g", "oak", "2026-01-02T03:04:05.678Z")
FAR_AHEAD = "2099-01-02T03:04:05.678Z"


def what_is_known(log: GameLog) -> tuple[object, ...]:
    return log.head, log.table, log.last_move, log.last_deal, log.before_deal


def test_a_public_entry_is_encoded_once_for_all_viewers() -> None:
    log = GameLog(HEADER, entered(played_match("playroom", {"target": 60}, 3)))
    viewers = (SPECTATOR, Viewer(0), Viewer(1))

    for entry in log.entries[-LINES_KEPT:]:
        lines = [log.line(entry.seq, viewer) for viewer in viewers]
        assert lines == [encode_sight(entry.seq, entry.at, see(entry.event, viewer)) for viewer in viewers]
        assert (len(set(map(id, lines))) == 1) is is_public(entry.event)


def test_the_line_of_an_old_entry_is_encoded_again_and_not_cached() -> None:
    log = GameLog(HEADER, entered(played_match("playroom", {"target": 60}, 3)))
    old = log.entries[-LINES_KEPT - 1]
    assert is_public(old.event)

    one, other = log.line(old.seq, SPECTATOR), log.line(old.seq, SPECTATOR)

    assert one == other == encode_sight(old.seq, old.at, see(old.event, SPECTATOR))
    assert one is not other


def test_new_entries_follow_the_last_one_with_the_current_time() -> None:
    log = GameLog(HEADER, entered(played_match("all-fives", {"target": 60}))[:5])
    before = time_of_day()

    entries = log.next_entries([Said(0, "Ann", "one"), Said(0, "Ann", "two")])

    assert [entry.seq for entry in entries] == [6, 7]
    assert before <= entries[0].at == entries[1].at <= time_of_day()
    assert log.head == 5, "nothing is in the log before it is durable"


@pytest.mark.parametrize("last", [[], [Entry(1, FAR_AHEAD, Said(None, "Ann", "hello"))]])
def test_times_never_go_backwards_even_if_the_clock_does(last: list[Entry]) -> None:
    log = GameLog(Header("g", "oak", FAR_AHEAD), last)

    assert [entry.at for entry in log.next_entries([Said(0, "Ann", "late")])] == [FAR_AHEAD]


async def test_folds_of_a_long_log_are_incremental_and_take_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("daemon.game_log.FOLDED_AT_ONCE", 10)
    entries = entered(played_match("all-fives", {"target": "60"}, chance=1))
    header = Header("g", "oak", entries[0].at)
    turns = 0

    async def others() -> None:
        nonlocal turns
        while True:
            await trio.lowlevel.checkpoint()
            turns += 1

    async with trio.open_nursery() as nursery:
        nursery.start_soon(others)
        log = await folded(header, entries)
        nursery.cancel_scope.cancel()

    assert what_is_known(log) == what_is_known(GameLog(header, entries))
    assert turns >= len(entries) // 10 > 3
