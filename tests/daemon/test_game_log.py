"""What a table knows of its log, however the entries came into it."""

from collections.abc import Iterable
from itertools import chain

import pytest
import trio

from daemon.game_log import GameLog, folded
from daemon.table.table_game import is_the_end
from protocol.log.consequences import Deed
from protocol.log.events import Event, PlayerReturned, RoundDealt, StandInSeated
from protocol.log.sight import SPECTATOR, is_public
from protocol.wire.record import Header
from tests.played import entered, played_match, tables_of

HEADER = Header("g", "oak", "now")


def appended(events: Iterable[Event]) -> list[list[Event]]:
    """What is appended each time: a deed with all that follows from it, by somebody who was quicker than a stand-in."""
    appends: list[list[Event]] = [[]]
    for event in events:
        if isinstance(event, Deed):
            appends += [[StandInSeated(event.seat, "club")], [event]]
        else:
            appends[-1].append(event)
    return [
        [*those, PlayerReturned(those[0].seat)] if isinstance(those[0], Deed) and not is_the_end(those) else those
        for those in appends
    ]


def what_is_known(log: GameLog) -> tuple[object, ...]:
    return log.head, log.table, log.last_deed, log.last_deal, log.before_deal


def test_a_log_that_is_given_the_table_after_an_append_knows_what_one_knows_that_folds_it() -> None:
    appends = appended(played_match("all-fives", {"target": 60}, 3))
    entries = entered(list(chain.from_iterable(appends)))
    tables = list(tables_of([each.event for each in entries]))
    given, folding = GameLog(HEADER), GameLog(HEADER)
    deals = 0

    for those in appends:
        head = given.head + len(those)
        piece = entries[given.head : head]
        given.add(piece, tables[head - 1])
        folding.add(piece)
        deals += any(isinstance(event, RoundDealt) for event in those)
        assert what_is_known(given) == what_is_known(folding)

    assert deals > 1
    assert what_is_known(GameLog(HEADER, entries)) == what_is_known(given)


def test_what_was_added_last_is_put_together_once_where_all_see_it_alike_and_is_no_news_elsewhere() -> None:
    appends = appended(played_match("playroom", {"target": 60}, 3))
    entries = entered(list(chain.from_iterable(appends)))
    log = GameLog(HEADER)
    hidden = 0

    for those in appends:
        first, last = log.head + 1, log.head + len(those)
        log.add(entries[first - 1 : last])
        news = log.news
        if all(map(is_public, those)):
            assert news == (first, last, b"".join(log.lines(seq, seq, SPECTATOR)[0] for seq in range(first, last + 1)))
        else:
            hidden += 1
            assert news[1] < last

    assert hidden > 1


async def test_a_log_is_folded_bit_by_bit_and_one_after_another(monkeypatch: pytest.MonkeyPatch) -> None:
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
