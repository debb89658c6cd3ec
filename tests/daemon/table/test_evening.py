"""The matches won in one evening: counted from rematch to rematch, and sent at the end of each but the first."""

from attrs import evolve

from daemon.table.evening import is_one_evening, won_so_far
from protocol.log.commands import EndMatch, Knock, Rematch
from protocol.log.events import MatchAbandoned, MatchWon
from protocol.wire.notices import EveningNotice, MatchesWon
from tests.daemon.harness import Host, hosting
from tests.daemon.journal.memory_journal import MemoryJournal
from tests.daemon.wire_client import WireClient
from tests.protocol.table_notation import round_of


async def two_players(host: Host) -> tuple[WireClient, WireClient]:
    """Ann and Ben, at a table where the first points win."""
    await host.open_table("all-fives", seats=2, set={"target": 5})
    return await host.seated("Ann"), await host.seated("Ben")


async def win_a_match(ann: WireClient, ben: WireClient) -> int:
    """Play until somebody has won; returns the seat."""
    while True:
        won = next((event for event in ann.events if isinstance(event, MatchWon)), None)
        if won is not None:
            return won.sides[0]
        mover = ann if ann.a_move() is not None else ben
        await mover.accepted(mover.a_move() or Knock())
        head = max(ann.session.head, ben.session.head)
        for player in (ann, ben):
            await player.until(lambda player=player, head=head: player.session.head >= head)  # type: ignore[misc]


async def play_again(ann: WireClient, ben: WireClient) -> None:
    """Agree to another match."""
    before = ann.session.game
    await ann.send(ann.asks(Rematch()))
    await ben.accepted(Rematch())
    await ann.until(lambda: ann.session.game != before)
    await ann.until(lambda: ann.session.head >= ben.session.head)


async def test_totals_come_from_the_second_match_on() -> None:
    async with hosting() as host:
        ann, ben = await two_players(host)
        winners = [await win_a_match(ann, ben)]
        assert not any(isinstance(message, EveningNotice) for message in await ann.settle())
        for _ in range(2):
            await play_again(ann, ben)
            winners.append(await win_a_match(ann, ben))

        await ann.expect(EveningNotice)
        await ann.settle()
        totals = {row.name: row.matches for row in _last(ann).totals}
        assert totals == {"Ann": winners.count(0), "Ben": winners.count(1)}


async def test_a_player_who_comes_back_after_the_match_gets_them_too_also_after_a_restart() -> None:
    journal = MemoryJournal()
    async with hosting(journal) as host:
        ann, ben = await two_players(host)
        await win_a_match(ann, ben)
        await play_again(ann, ben)
        await win_a_match(ann, ben)
        said = await ann.expect(EveningNotice)
        again = await host.back(ann)
        assert await again.expect(EveningNotice) == said
    async with hosting(journal) as host:
        again = await host.back(again)
        assert await again.expect(EveningNotice) == said


async def test_a_match_that_nobody_won_does_not_count() -> None:
    async with hosting() as host:
        ann, ben = await two_players(host)
        await win_a_match(ann, ben)
        await play_again(ann, ben)
        await ann.accepted(EndMatch())
        await ben.expect_event(MatchAbandoned)

        assert not any(isinstance(message, EveningNotice) for message in await ben.settle())


def test_both_partners_have_won_a_match_of_their_side() -> None:
    table = round_of(rules="fives-and-threes", set={"partners": "yes"}, hands="6-6 | 1-0 | 5-5 | 4-4")
    names = [who.name for who in table.seats]

    assert {row.name: row.matches for row in won_so_far((MatchesWon("Zoe", 2),), evolve(table, won_by=(1,)))} == {
        "Zoe": 2,
        names[0]: 0,
        names[1]: 1,
        names[2]: 0,
        names[3]: 1,
    }


def test_a_long_break_ends_an_evening() -> None:
    assert is_one_evening("2026-11-20T23:53:05.426Z", "2026-11-21T00:10:00.000Z")
    assert not is_one_evening("2026-11-20T23:53:05.426Z", "2026-11-21T08:10:00.000Z")


def _last(client: WireClient) -> EveningNotice:
    return [message for message in client.received if isinstance(message, EveningNotice)][-1]
