"""From match to match at one table: each is a new game with its own log."""

import logging
from collections.abc import Iterable

import pytest
import trio
from trio.testing import MockClock

from daemon.journal.interface import Journal
from protocol.log.audit import audit
from protocol.log.commands import AddBot, EndMatch, LeaveSeat, Rematch, Say, Start
from protocol.log.events import Entry, MatchAbandoned, MatchStarted, MatchWon, RoundDealt, TableOptions
from protocol.log.table import Stage
from protocol.wire.messages import Accepted, Welcome
from protocol.wire.notices import LONGEST_VOTE, RematchNotice
from protocol.wire.record import Header
from protocol.wire.session import Session
from tests.daemon.harness import MONTHS, Host, KeptRecords, abandoned, hosting
from tests.daemon.journal.memory_journal import MemoryJournal
from tests.daemon.wire_client import WireClient, parting_of


async def agree(*players: WireClient) -> None:
    """All of these clients agree to a rematch, and it begins."""
    for player in players:
        await player.send(player.asks(Rematch(), under=f"agreed by {player.session.name}"))
    for player in players:
        assert isinstance(await player.answer_to(f"agreed by {player.session.name}"), Accepted)


async def test_the_log_has_the_scores_of_a_match(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    async with hosting() as host:
        await abandoned(host)

        assert "oak: the match has ended: 0-0" in caplog.messages


async def test_a_rematch_is_a_new_game_at_the_same_table_with_a_new_welcome() -> None:
    async with hosting() as host:
        ann, ben = await abandoned(host)
        eve = await host.watching()
        first = ann.session.game
        seats = ann.table.seats

        await agree(ann, ben)

        for client, seat in ((ann, 0), (ben, 1), (eve, None)):
            if client is eve:
                welcome = await client.expect(Welcome)
                await client.catch_up()
                assert (welcome.from_, welcome.table) == (1, "oak")
            assert client.session.game not in (None, first)
            assert client.seat == seat
            assert client.table.seats == seats
            assert (client.table.match, client.table.stage) == (2, Stage.PLAYING)
        assert ann.session.is_host
        assert not ben.session.is_host


async def test_a_rematch_is_accepted_after_the_welcome_to_the_new_game_and_its_first_entries() -> None:
    async with hosting() as host:
        ann, ben = await abandoned(host)
        first, before = ann.session.game, len(ann.received)
        await ben.send(ben.asks(Rematch()))

        accepted = await ann.accepted(Rematch())

        welcome, *entries = [message for message in ann.received[before:] if isinstance(message, Welcome | Entry)]
        assert isinstance(welcome, Welcome)
        assert (welcome.game != first, welcome.from_) == (True, 1)
        assert [entry.seq for entry in entries if isinstance(entry, Entry)] == [*range(1, accepted + 1)]


# When it begins.


async def test_a_rematch_begins_when_everyone_who_is_connected_has_agreed() -> None:
    async with hosting() as host:
        ann, ben = await abandoned(host)

        await ann.send(ann.asks(Rematch(), under="k-1"))

        notice = await ben.expect(RematchNotice)
        assert notice.seat == 0
        assert 0 < notice.seconds <= LONGEST_VOTE
        assert ben.table.stage is Stage.OVER

        await ben.accepted(Rematch())
        assert isinstance(await ann.answer_to("k-1"), Accepted)


async def test_a_rematch_begins_half_a_minute_after_the_first_agreement(autojump_clock: MockClock) -> None:
    async with hosting() as host:
        ann, ben = await abandoned(host)
        since = trio.current_time()

        ann.patience = ben.patience = 2 * LONGEST_VOTE
        await ann.accepted(Rematch())
        await ben.expect_event(MatchStarted, match=2)

        assert trio.current_time() - since == pytest.approx(LONGEST_VOTE, abs=1)


async def test_a_rematch_waits_as_long_again_after_the_host_has_slept(mock_clock: MockClock) -> None:
    async with hosting(patience=MONTHS) as host:
        ann, ben = await abandoned(host)
        await ben.send(ben.asks(Rematch()))
        await ann.expect(RematchNotice)
        mock_clock.jump(600)
        await ann.settle()
        assert ann.is_at(Stage.OVER)
        assert [message for message in ann.received if isinstance(message, RematchNotice)][-1].seconds == LONGEST_VOTE

        mock_clock.jump(LONGEST_VOTE + 1)

        await ann.until(lambda: ann.is_at(Stage.PLAYING))


async def test_the_host_begins_a_rematch_at_once() -> None:
    async with hosting() as host:
        ann, ben = await abandoned(host)
        await ben.send(ben.asks(Rematch(), under="k-1"))
        await ann.expect(RematchNotice)

        await ann.accepted(Start())

        assert isinstance(await ben.answer_to("k-1"), Accepted)
        assert ben.table.match == 2


async def test_only_the_host_begins_a_rematch_alone() -> None:
    async with hosting() as host:
        _, ben = await abandoned(host)

        assert await ben.refused(Start()) == "not_allowed"


async def test_one_person_alone_begins_a_rematch_at_once() -> None:
    async with hosting() as host:
        ann, ben = await abandoned(host)
        await ann.accepted(LeaveSeat())

        await ben.accepted(Rematch())


@pytest.mark.parametrize(("grace", "seconds"), [(20, 20), (3600, LONGEST_VOTE)])
async def test_a_rematch_waits_for_somebody_who_is_away_but_not_for_long(
    grace: int, seconds: float, autojump_clock: MockClock
) -> None:
    async with hosting() as host:
        ann, ben = await abandoned(host, options=TableOptions(grace=grace))
        ann.patience = 2 * LONGEST_VOTE
        await ben.leave()
        await host.deserted_by(ben)
        since = trio.current_time()

        await ann.accepted(Rematch())

        assert trio.current_time() - since == pytest.approx(seconds, abs=1)
        assert [who.bot for who in ann.table.seats] == [None, "club"]


async def test_it_begins_at_once_when_the_last_one_who_was_away_is_back_and_agrees() -> None:
    async with hosting() as host:
        ann, ben = await abandoned(host)
        await ben.leave()
        await ann.send(ann.asks(Rematch(), under="k-1"))
        await ann.expect(RematchNotice)

        ben = await host.back(ben)
        await ben.accepted(Rematch())

        assert isinstance(await ann.answer_to("k-1"), Accepted)
        assert [who.name for who in ben.table.seats] == ["Ann", "Ben"]


async def test_nobody_waits_for_a_player_for_whom_a_bot_stands_in() -> None:
    async with hosting() as host:
        await host.open_table("cinq-et-trois", options=TableOptions(grace=3600))
        ann, ben = await host.seated("Ann"), await host.seated("Ben")
        await ben.leave()
        await ann.until(lambda: not host.house.tables.summaries()[0].seats[1].here)
        await ann.accepted(AddBot(1, "casual"))
        await ann.accepted(EndMatch())

        await ann.accepted(Rematch())

        assert ann.table.match == 2


async def test_an_agreement_ends_with_its_connection_and_comes_back_with_its_command(
    autojump_clock: MockClock,
) -> None:
    async with hosting() as host:
        ann, ben = await abandoned(host)
        await ann.send(ann.asks(Rematch(), under="k-1"))
        await ben.expect(RematchNotice)
        await ann.leave()
        await trio.sleep(2 * LONGEST_VOTE)
        await ben.accepted(Say("nothing has begun"))
        assert ben.table.match == 1

        ann = await host.back(ann)
        await ann.send(ann.asks(Rematch(), under="k-1"))
        await ben.accepted(Rematch())
        assert isinstance(await ann.answer_to("k-1"), Accepted)


async def test_a_returning_player_receives_the_agreements_so_far() -> None:
    async with hosting() as host:
        ann, ben = await abandoned(host)
        await ann.send(ann.asks(Rematch()))
        await ben.expect(RematchNotice)

        again = await host.back(ben)

        assert (await again.expect(RematchNotice)).seat == 0


# What a rematch keeps.


async def test_tokens_remain_valid_in_a_rematch() -> None:
    async with hosting() as host:
        ann, _ = await abandoned(host)
        token = ann.session.token
        await ann.accepted(Start())

        again = host.connect(session=Session("tests", "Ann", token=token))
        assert (await again.enter()).seat == 0
        assert (await ann.parting()).reason == "replaced"


async def test_a_token_replaced_during_the_rematch_no_longer_opens_the_previous_match() -> None:
    journal = MemoryJournal()
    async with hosting(journal) as host:
        ann, _ = await abandoned(host)
        first, token = ann.session.game, ann.session.token
        await ann.accepted(Start())
        for _ in range(2):
            ann = await host.back(ann)

        assert (await parting_of(host.connect(), token=token, game=first)).reason == "bad_token"
        assert [table.table for table in host.house.tables.summaries()] == ["oak"]

    async with hosting(journal) as host:
        assert (await parting_of(host.connect(), token=token, table="oak", game=first)).reason == "bad_token"
        assert (await host.back(ann)).table.match == 2


async def test_the_record_of_a_match_is_written_before_the_next_begins() -> None:
    async with hosting() as host:
        ann, _ = await abandoned(host)
        first = ann.session.game or ""
        await ann.accepted(Start())

        assert await host.records.has(first)
        assert not await host.records.has(ann.session.game or "")


class AsItWasWritten(KeptRecords):
    """Records, with the number of games in the journal when each was written."""

    def __init__(self, journal: Journal) -> None:
        super().__init__()
        self.journal, self.games = journal, list[int]()

    async def write(self, header: Header, lines: Iterable[bytes]) -> str:
        self.games.append(len(await self.journal.games()))
        return await super().write(header, lines)


async def test_an_automatic_next_match_is_stored_before_any_slow_work() -> None:
    journal = MemoryJournal()
    records = AsItWasWritten(journal)
    async with hosting(journal, records, matches=2) as host:
        ann, ben = await abandoned(host, is_home=True)
        await ben.expect_event(MatchStarted, match=2)
        await ann.accepted(EndMatch())
        await host.house.done.wait()

    assert records.games == [2, 2]


@pytest.mark.parametrize("tells_the_game", [True, False])
async def test_an_absent_player_finds_the_rematch_after_a_restart_even_if_the_table_has_another_name(
    tells_the_game: bool,
) -> None:
    journal = MemoryJournal()
    async with hosting(journal) as host:
        ann, ben = await abandoned(host)
    async with hosting(journal) as host:
        assert await host.open_table("cinq-et-trois") == "oak"
        ann = await host.back(ann)
        assert ann.session.table_name == "ash"
        await ann.accepted(Start())

        again = host.connect()
        if tells_the_game:
            welcome = await again.enter(table="oak", token=ben.session.token, game=ben.session.game)
            assert (welcome.table, welcome.game, welcome.seat) == ("ash", ann.session.game, None)
        else:
            parting = await parting_of(again, table="oak", token=ben.session.token)
            assert parting.reason == "bad_token"


async def test_a_token_from_two_matches_ago_leads_to_the_latest_match_also_after_a_restart() -> None:
    journal = MemoryJournal()
    async with hosting(journal) as host:
        ann, ben = await abandoned(host)
        await ben.leave()
        await host.deserted_by(ben)
        await ann.accepted(Start())
        await ann.accepted(EndMatch())
    async with hosting(journal) as host:
        await host.back(ann)
        again = await host.back(ben)

        assert again.session.table_name == ann.session.table_name
        assert (again.seat, again.table.stage, again.table.seats[1].name) == (1, Stage.SEATING, "Ben")


async def test_a_table_that_everybody_left_after_the_match_is_open_to_others() -> None:
    async with hosting() as host:
        ann, ben = await abandoned(host)
        first = ann.session.game
        await ann.leave()
        await ben.leave()
        await host.deserted()

        cho = await host.seated("Cho")

        assert (cho.seat, cho.session.game != first) == (0, True)
        assert (cho.table.stage, cho.table.seats[1].name) == (Stage.SEATING, None)
        dai = await host.seated("Dai")
        assert (dai.seat, dai.table.match) == (1, 1)


async def test_a_refused_hello_does_not_restart_a_table_of_bots() -> None:
    async with hosting() as host:
        await host.open_table("cinq-et-trois", bots=2)
        eve = await host.watching()
        await eve.expect_event(MatchWon)
        await eve.leave()
        await host.deserted()

        assert (await parting_of(host.connect())).reason == "table_full"

        assert len(await host.journal.games()) == 1


async def test_a_refused_name_does_not_clear_a_table_that_everybody_left() -> None:
    async with hosting() as host:
        ann, ben = await abandoned(host)
        await ann.leave()
        await ben.leave()
        await host.deserted()

        assert (await parting_of(host.connect(), name="\x00")).reason == "bad_name"

        assert (await host.back(ann)).seat == 0


async def test_a_player_who_returns_after_the_match_finds_the_final_table() -> None:
    async with hosting() as host:
        ann, ben = await abandoned(host)
        await ann.leave()
        await ben.leave()
        await host.deserted()

        again = await host.back(ann)

        assert (again.seat, again.table.stage) == (0, Stage.OVER)
        await again.accepted(Start())
        assert again.table.match == 2


# The same deals again.


def deals(client: WireClient) -> list[RoundDealt]:
    return [event for event in client.events if isinstance(event, RoundDealt)]


async def played_rounds(host: Host) -> tuple[WireClient, WireClient]:
    """Ann and Ben, whose match has ended in its second round."""
    await host.open_table("cinq-et-trois", options=TableOptions(deals="host"))
    ann, ben = await host.seated("Ann"), await host.seated("Ben")
    while not (ann.table.round is not None and ann.table.round.number == 2):
        for player in (ann, ben):
            await player.settle()
            if player.table.turn == player.seat:
                await player.play_some(1)
    await ann.accepted(EndMatch())
    await ben.expect_event(MatchAbandoned)
    return ann, ben


async def test_the_same_deals_are_dealt_again_if_all_who_agree_ask_for_it() -> None:
    async with hosting() as host:
        ann, ben = await played_rounds(host)
        before, then = ann.session.game, deals(ann)

        await ann.send(ann.asks(Rematch(same_deals=True), under="k-1"))
        assert (await ben.expect(RematchNotice)).same_deals
        await ben.accepted(Rematch(same_deals=True))
        await ann.answer_to("k-1")

        assert (ann.table.repeats, ben.table.repeats) == (before, before)
        assert deals(ann)[0] == then[0]
        first = next(event for event in ann.events if isinstance(event, MatchStarted))
        assert (first.repeats, first.seals) == (before, None)


async def test_one_who_wants_other_deals_gets_them() -> None:
    async with hosting() as host:
        ann, ben = await played_rounds(host)
        await ann.send(ann.asks(Rematch(same_deals=True), under="k-1"))

        await ben.accepted(Rematch())

        assert ben.table.repeats is None


async def test_a_player_can_ask_for_something_else_until_the_match_begins() -> None:
    async with hosting() as host:
        ann, ben = await played_rounds(host)
        await ann.send(ann.asks(Rematch(), under="k-1"), ann.asks(Rematch(same_deals=True), under="k-2"))
        await ben.expect(RematchNotice, lambda notice: notice.same_deals)

        await ben.accepted(Rematch(same_deals=True))

        assert ben.table.repeats is not None
        assert isinstance(await ann.answer_to("k-1"), Accepted)
        assert isinstance(await ann.answer_to("k-2"), Accepted)


async def test_later_rounds_are_the_same_too_after_a_restart_and_then_there_are_new_ones() -> None:
    journal = MemoryJournal()
    async with hosting(journal) as host:
        ann, ben = await played_rounds(host)
        before = (await journal.read(ann.session.game or "")).entries
        await ann.send(ann.asks(Rematch(same_deals=True)))
        await ben.accepted(Rematch(same_deals=True))
        await ann.settle()
    async with hosting(journal, chance=1) as host:
        ann, ben = await host.back(ann), await host.back(ben)
        while not (ann.table.round is not None and ann.table.round.number == 3):
            for player in (ann, ben):
                await player.settle()
                if player.table.turn == player.seat:
                    await player.play_some(1)

        entries = (await journal.read(ann.session.game or "")).entries
        known = [entry.event for entry in before if isinstance(entry.event, RoundDealt)]
        again = [entry.event for entry in entries if isinstance(entry.event, RoundDealt)]
        assert [(deal.hands, deal.boneyard) for deal in again[:2]] == [(deal.hands, deal.boneyard) for deal in known]
        assert again[2].hands not in [deal.hands for deal in known]
        assert audit(entries) is None
