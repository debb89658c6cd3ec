"""What spectators say in a round: at once to those who watch, and to the players, and the
screens that show them the table, when the round is over.
"""

import pytest

from daemon.table import held_remarks
from protocol.log.commands import EndMatch, Knock, Say
from protocol.log.events import MatchAbandoned, RoundEnded, Said
from protocol.log.table import Stage
from protocol.wire.messages import SCREEN, Role
from protocol.wire.notices import SaidNotice
from tests.daemon.harness import Host, hosting
from tests.daemon.journal.memory_journal import MemoryJournal
from tests.daemon.wire_client import WireClient

HINT = Said(None, "Eve", "the 6-4!")


async def a_round(host: Host) -> tuple[WireClient, WireClient, WireClient]:
    """Two players in a round, and a spectator."""
    await host.open_table("cinq-et-trois", seats=2)
    ann, ben = await host.seated("Ann"), await host.seated("Ben")
    return ann, ben, await host.watching("Eve")


async def play_to_the_end_of_the_round(*players: WireClient) -> None:
    """Play until a round has ended, as everybody has seen it."""
    while not any(isinstance(event, RoundEnded) for event in players[0].events):
        mover = next((player for player in players if player.a_move() is not None), None)
        if mover is not None:
            await mover.accepted(mover.a_move() or Knock())
        head = max(player.session.head for player in players)
        for player in players:
            await player.until(lambda player=player, head=head: player.session.head >= head)  # type: ignore[misc]


async def test_players_get_it_after_the_round_and_spectators_at_once() -> None:
    async with hosting() as host:
        ann, ben, eve = await a_round(host)
        dan = await host.watching("Dan")
        await eve.accepted(Say(HINT.text))

        assert await dan.expect(SaidNotice) == SaidNotice("Eve", HINT.text)
        assert SaidNotice("Eve", HINT.text) in eve.received
        await play_to_the_end_of_the_round(ann, ben)
        assert not any(isinstance(message, SaidNotice) for message in ann.received)
        assert await ann.expect_event(Said) == HINT
        before = ann.events[: ann.events.index(HINT)]
        assert any(isinstance(event, RoundEnded) for event in before)


async def test_a_screen_gets_it_after_the_round_as_those_who_sit_before_it_do() -> None:
    async with hosting() as host:
        ann, ben, eve = await a_round(host)
        tv = host.connect("TV", role=Role.SPECTATOR)
        tv.session.client = f"{SCREEN} 1.0"
        await tv.enter()
        await eve.accepted(Say(HINT.text))
        await play_to_the_end_of_the_round(ann, ben)

        assert await tv.expect_event(Said) == HINT
        assert not any(isinstance(message, SaidNotice) for message in tv.received)


async def test_nothing_of_it_is_in_the_log_or_with_a_late_spectator_before() -> None:
    journal = MemoryJournal()
    async with hosting(journal) as host:
        _, _, eve = await a_round(host)
        head = eve.session.head
        await eve.accepted(Say(HINT.text))
        late = await host.watching("Dan")

        assert late.session.head == head
        assert not any(isinstance(message, SaidNotice) for message in await late.settle())


async def test_it_is_not_lost_when_the_daemon_stops_in_the_round() -> None:
    journal = MemoryJournal()
    async with hosting(journal) as host:
        ann, _, eve = await a_round(host)
        await eve.accepted(Say(HINT.text))
    async with hosting(journal) as host:
        again = await host.back(ann)
        await again.accepted(EndMatch())

        assert await again.expect_event(Said) == HINT


async def test_it_comes_once_and_also_after_the_last_round() -> None:
    journal = MemoryJournal()
    async with hosting(journal) as host:
        ann, _, eve = await a_round(host)
        await eve.accepted(Say(HINT.text))
        await ann.accepted(EndMatch())
        await ann.expect_event(Said)
        await eve.accepted(Say("bye"))
        await ann.settle()

        assert [event for event in ann.events if isinstance(event, MatchAbandoned | Said)] == [
            MatchAbandoned((0, 0)),
            HINT,
            Said(None, "Eve", "bye"),
        ]


async def test_before_a_match_spectators_talk_to_everybody() -> None:
    async with hosting() as host:
        await host.open_table("cinq-et-trois", seats=2)
        ann, eve = await host.seated("Ann"), await host.watching("Eve")
        await eve.accepted(Say("hello"))

        assert ann.table.stage is Stage.SEATING
        assert await ann.expect_event(Said) == Said(None, "Eve", "hello")


async def test_what_is_held_back_has_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(held_remarks, "MOST_HELD", 2)
    async with hosting() as host:
        _, _, eve = await a_round(host)
        for _ in range(2):
            await eve.accepted(Say("hm"))

        assert await eve.refused(Say("hm")) == "not_allowed"


async def test_a_remark_that_is_sent_again_is_one_remark() -> None:
    async with hosting() as host:
        ann, _, eve = await a_round(host)
        await eve.accepted(Say(HINT.text), under="same")
        await eve.accepted(Say(HINT.text), under="same")
        await ann.accepted(EndMatch())
        await ann.expect_event(Said)
        await ann.settle()

        assert ann.events.count(HINT) == 1
