"""A person takes the seat of a bot in a running match: asked at any time, in force with the end of the round."""

import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import trio
from attrs import evolve
from trio.testing import MockClock

from protocol.game.options import Spelling
from protocol.log.audit import audit
from protocol.log.commands import AnswerRequest, Command, EndMatch, Kick, Pause, RequestSeat, Start
from protocol.log.dealing import MixedDeals
from protocol.log.events import (
    Entry,
    MatchStarted,
    RoundDealt,
    RoundEnded,
    SeatTaken,
    TableOptions,
)
from protocol.log.table import Stage, fold
from protocol.wire.messages import Accepted, AskTables, Do, NotAccepted, OpenTable, Role, SeatAsked, Tables
from protocol.wire.notices import RequestState, SeatRequestNotice, WatchersNotice
from protocol.wire.sealer import Sealer
from protocol.wire.session import Session
from tests.daemon.harness import MONTHS, Host, hosting
from tests.daemon.journal.memory_journal import MemoryJournal
from tests.daemon.wire_client import WireClient
from tests.taken_over import claimed, opened_from, play, play_to_round, record_of

LONG: Mapping[str, Spelling] = {"target": 121, "target_mode": "at_least"}


def mixing(host: Host, name: str, role: Role = Role.PLAYER) -> WireClient:
    """A client whose program takes part in mixed deals, not connected to a table yet."""
    return host.connect(session=Session("tests", name, role, sealer=Sealer(lambda: secrets.token_hex(32))))


async def opened_by(
    host: Host, name: str, *, bots: int = 1, rules: str = "cinq-et-trois", **options: Any
) -> WireClient:
    """A guest who has opened a table with bots, and is its host."""
    client = mixing(host, name)
    # Where two have all tiles, no round is over before anybody has done anything.
    hand = {"hand": 14} if bots == 1 else {}
    wanted = OpenTable(rules, set={**LONG, **hand}, seats=bots + 1, options=TableOptions(**options), bots=bots)
    await client.send(wanted)
    await client.enter(table=(await client.expect(Tables)).opened)
    await client.until(lambda: client.is_at(Stage.PLAYING))
    return client


async def watches(host: Host, name: str) -> WireClient:
    """Somebody who watches the only table, with a program that could mix the deals."""
    client = mixing(host, name, Role.SPECTATOR)
    await client.enter()
    return client


@asynccontextmanager
async def match_with_bot(
    journal: MemoryJournal | None = None, **options: Any
) -> AsyncIterator[tuple[Host, WireClient, WireClient]]:
    """Ann, who plays against a bot on seat 1 and is the host, and Cho, who watches."""
    async with hosting(journal, patience=MONTHS) as host:
        ann = await opened_by(host, "Ann", **options)
        await ann.until(lambda: ann.table.round is not None)
        yield host, ann, await watches(host, "Cho")


async def admitted(ann: WireClient, cho: WireClient, seat: int = 1) -> None:
    """Cho asks for the seat, and Ann agrees."""
    await cho.accepted(RequestSeat(seat))
    await ann.accepted(AnswerRequest(seat, cho.session.name, admits=True))


async def play_until_dealt(number: int, *clients: WireClient) -> None:
    """Play until this round is dealt for all of these."""
    await play(*clients, until=lambda: all(_round(client) >= number for client in clients))


def _round(client: WireClient) -> int:
    return client.table.round.number if client.table.round is not None else 0


async def entries_of(host: Host, client: WireClient) -> tuple[Entry, ...]:
    return (await host.journal.read(client.session.game or "")).entries


async def code_of(client: WireClient, command: Command) -> str | None:
    answer = await client.do(command)
    assert isinstance(answer, NotAccepted)
    return answer.code or answer.reason


# Sitting down.


@pytest.mark.parametrize("deals", ["mixed", "host"])
async def test_who_is_let_in_has_the_seat_from_the_end_of_the_round_on(autojump_clock: MockClock, deals: str) -> None:
    async with match_with_bot(deals=deals) as (host, ann, cho):
        await admitted(ann, cho)
        await play_until_dealt(2, ann, cho)

        assert cho.seat == 1
        assert (ann.table.seats[1].name, ann.table.seats[1].bot) == ("Cho", None)
        entries = await entries_of(host, ann)
        taken = next(entry for entry in entries if entry.event == SeatTaken(1, "Cho"))
        assert isinstance(entries[taken.seq - 2].event, RoundEnded)
        assert (taken.at, isinstance(entries[taken.seq].event, RoundDealt)) == (entries[taken.seq - 2].at, True)


async def test_the_newcomer_mixes_the_next_deal(autojump_clock: MockClock) -> None:
    async with match_with_bot() as (host, ann, cho):
        await admitted(ann, cho)
        await play_until_dealt(4, ann, cho)

        events = [entry.event for entry in await entries_of(host, ann)]
        first, *later = [event for event in events if isinstance(event, RoundDealt)]
        assert first.numbers is not None
        assert first.numbers[1] is None
        assert all(dealt.numbers is not None and None not in dealt.numbers for dealt in later)
        assert audit(await entries_of(host, ann), goes_on=True) is None
        for client in (ann, cho):
            assert client.session.sealer.fault is None
            assert client.session.is_seat_provable


async def test_a_newcomer_whose_program_takes_no_part_sits_down_too(autojump_clock: MockClock) -> None:
    async with match_with_bot() as (host, ann, _):
        dan = await host.watching("Dan")
        await admitted(ann, dan)
        await play_until_dealt(3, ann, dan)

        dealt = [entry.event for entry in await entries_of(host, ann) if isinstance(entry.event, RoundDealt)]
        assert [event.numbers is not None and event.numbers[1] is None for event in dealt] == [True] * len(dealt)
        assert audit(await entries_of(host, ann), goes_on=True) is None


async def test_nobody_sees_the_hands_of_the_round_that_the_bot_still_plays(autojump_clock: MockClock) -> None:
    async with match_with_bot() as (host, ann, cho):
        await admitted(ann, cho)

        assert cho.table == await host.as_seen(cho)
        assert cho.table.round is not None
        assert set(cho.table.round.hands[1]) == {None}


async def test_a_token_brings_the_newcomer_back_after_a_restart(autojump_clock: MockClock) -> None:
    journal = MemoryJournal()
    async with match_with_bot(journal) as (host, ann, cho):
        await admitted(ann, cho)
        await play_until_dealt(2, ann, cho)
        session = cho.session
    async with hosting(journal, patience=MONTHS) as host:
        again = host.connect(session=session)
        await again.enter()

        assert again.seat == 1
        assert again.table.seats[1].name == "Cho"


async def test_who_has_begun_the_match_is_known_afterwards(autojump_clock: MockClock) -> None:
    async with match_with_bot() as (_, ann, cho):
        await admitted(ann, cho)
        await play_until_dealt(2, ann, cho)

        assert [who.joined for who in ann.table.seats] == [0, 1]


# Who answers.


async def test_everybody_is_told_who_asks_and_the_host_is_who_answers(autojump_clock: MockClock) -> None:
    async with match_with_bot() as (_, ann, cho):
        await cho.accepted(RequestSeat(1))

        asked = SeatRequestNotice(1, True, RequestState.ASKED, "Cho")
        assert await ann.expect(SeatRequestNotice) == asked
        mine = await cho.expect(SeatRequestNotice)
        assert (mine.text, mine.yours) == (RequestState.ASKED, True)
        await ann.accepted(AnswerRequest(1, "Cho", admits=True))
        assert (await cho.expect(SeatRequestNotice)).text is RequestState.ADMITTED


async def test_the_host_refuses_and_the_bot_plays_on(autojump_clock: MockClock) -> None:
    async with match_with_bot() as (_, ann, cho):
        await cho.accepted(RequestSeat(1))
        await cho.expect(SeatRequestNotice)
        await ann.accepted(AnswerRequest(1, "Cho", admits=False))

        assert (await cho.expect(SeatRequestNotice)).text is RequestState.REFUSED
        assert await code_of(cho, RequestSeat(1)) == "ask_after_round"
        await play_until_dealt(2, ann, cho)
        assert (cho.seat, ann.table.seats[1].is_person) == (None, False)
        await cho.accepted(RequestSeat(1))


@asynccontextmanager
async def home_without_operator() -> AsyncIterator[tuple[Host, WireClient, WireClient, WireClient]]:
    """Ann and Ben with two bots at the host's own table, where the host is not, and Cho, who watches."""
    async with hosting(patience=MONTHS) as host:
        await host.open_home("fives-and-threes", set=dict(LONG), seats=4)
        ann, ben = mixing(host, "Ann"), mixing(host, "Ben")
        await ann.enter()
        await ben.enter()
        await ann.accepted(Start())
        yield host, ann, ben, await watches(host, "Cho")


async def test_without_a_host_all_players_answer(autojump_clock: MockClock) -> None:
    async with home_without_operator() as (_, ann, ben, cho):
        await cho.accepted(RequestSeat(3))
        assert (await cho.expect(SeatRequestNotice)).awaits == (0, 1)
        await ann.accepted(AnswerRequest(3, "Cho", admits=True))
        assert (await cho.expect(SeatRequestNotice)).awaits == (1,)
        await ben.accepted(AnswerRequest(3, "Cho", admits=True))
        assert (await cho.expect(SeatRequestNotice)).text is RequestState.ADMITTED

        await play_until_dealt(2, ann, ben, cho)

        assert cho.seat == 3


async def test_one_player_who_does_not_agree_is_enough(autojump_clock: MockClock) -> None:
    async with home_without_operator() as (_, ann, ben, cho):
        await cho.accepted(RequestSeat(3))
        await ann.accepted(AnswerRequest(3, "Cho", admits=True))
        await ben.accepted(AnswerRequest(3, "Cho", admits=False))

        assert not (await cho.expect(SeatRequestNotice, lambda notice: notice.text is RequestState.REFUSED)).here


async def test_who_has_gone_is_not_waited_for(autojump_clock: MockClock) -> None:
    async with home_without_operator() as (_, ann, ben, cho):
        await cho.accepted(RequestSeat(3))
        await ann.accepted(AnswerRequest(3, "Cho", admits=True))
        await ben.leave()

        await cho.until(lambda: _last_state(cho) is RequestState.ADMITTED)


async def test_where_the_host_is_here_no_player_answers(autojump_clock: MockClock) -> None:
    async with hosting(patience=MONTHS) as host:
        await host.open_home("fives-and-threes", set=dict(LONG), seats=4)
        ann = mixing(host, "Ann")
        await ann.enter()
        operator = await host.operator("Olga", role=Role.SPECTATOR)
        await operator.enter()
        await operator.accepted(Start())
        cho = await watches(host, "Cho")
        await cho.accepted(RequestSeat(2))

        assert await code_of(ann, AnswerRequest(2, "Cho", admits=True)) == "host_answers"
        await operator.accepted(AnswerRequest(2, "Cho", admits=True))
        await cho.until(lambda: _last_state(cho) is RequestState.ADMITTED)


def _last_state(client: WireClient) -> RequestState | None:
    notices = [message for message in client.received if isinstance(message, SeatRequestNotice)]
    return notices[-1].text if notices else None


# Taking it back, leaving, and two who ask.


async def test_a_request_is_taken_back(autojump_clock: MockClock) -> None:
    async with match_with_bot() as (_, ann, cho):
        await admitted(ann, cho)
        await cho.accepted(RequestSeat(None))

        await ann.until(lambda: _last_state(ann) is RequestState.TAKEN_BACK)
        await play_until_dealt(2, ann, cho)
        assert cho.seat is None


async def test_who_leaves_before_the_end_of_the_round_gets_no_seat(autojump_clock: MockClock) -> None:
    async with match_with_bot() as (_, ann, cho):
        await admitted(ann, cho)
        await cho.leave()

        await play_until_dealt(2, ann)
        assert not ann.table.seats[1].is_person
        await ann.until(lambda: _last_state(ann) is RequestState.TAKEN_BACK)


# A lost connection.


def claim_of(client: WireClient) -> str:
    """What shows that the last request of this client is theirs."""
    claims = [message.claim for message in client.received if isinstance(message, SeatRequestNotice) and message.yours]
    assert claims[-1] is not None
    return claims[-1]


async def again(host: Host, lost: WireClient) -> WireClient:
    """The same spectator on another connection."""
    client = host.connect(session=lost.session)
    await client.enter()
    return client


async def test_a_request_and_what_was_agreed_to_it_outlive_a_lost_connection(autojump_clock: MockClock) -> None:
    async with match_with_bot() as (host, ann, cho):
        await admitted(ann, cho)
        await cho.until(lambda: _last_state(cho) is RequestState.ADMITTED)
        claim = claim_of(cho)
        await cho.leave()

        back = await again(host, cho)
        assert not (await back.expect(SeatRequestNotice)).yours, "it is not shown yet whose it is"
        await back.accepted(RequestSeat(1, claim))
        assert (await back.expect(SeatRequestNotice, lambda notice: notice.yours is True)).claim == claim
        await play_until_dealt(2, ann, back)

        assert back.seat == 1


async def test_the_old_connection_may_not_have_ended_yet(autojump_clock: MockClock) -> None:
    async with match_with_bot() as (host, ann, cho):
        await admitted(ann, cho)
        await cho.until(lambda: _last_state(cho) is RequestState.ADMITTED)
        session = Session("tests", "Cho", Role.SPECTATOR, sealer=Sealer(lambda: secrets.token_hex(32)))
        back = host.connect(session=session)
        await back.enter()
        await back.accepted(RequestSeat(1, claim_of(cho)))
        await cho.leave()
        (home,) = host.house.tables.summaries()
        assert home.asked == (SeatAsked(1, "Cho", admitted=True),), "and not Cho 2, as whom they came back"
        await play_until_dealt(2, ann, back)

        assert (back.seat, ann.table.seats[1].name) == (1, "Cho")


async def test_who_lost_the_welcome_to_the_seat_comes_to_it_with_the_next_hello(autojump_clock: MockClock) -> None:
    async with match_with_bot() as (host, ann, _):
        dan = mixing(host, "Dan", Role.SPECTATOR)
        dan.session.own_token = "a token that Dan's program has made"
        await dan.enter()
        missed_it = evolve(dan.session, entries=[*dan.session.entries])
        await admitted(ann, dan)
        await play_until_dealt(2, ann, dan)

        back = host.connect(session=missed_it)
        welcome = await back.enter()

        assert (welcome.seat, welcome.token) == (1, missed_it.own_token)
        assert back.table == await host.as_seen(back)
        await play_until_dealt(3, ann, back)


@pytest.mark.parametrize("claim", [None, "", "not the claim"])
async def test_without_its_claim_nobody_has_what_was_agreed_to_another(
    autojump_clock: MockClock, claim: str | None
) -> None:
    async with match_with_bot() as (host, ann, cho):
        await admitted(ann, cho)
        await cho.leave()
        eve = await watches(host, "Eve")
        assert isinstance(await eve.do(RequestSeat(1, claim)), NotAccepted)

        namesake = await watches(host, "Cho")
        await namesake.accepted(RequestSeat(1, claim))
        await namesake.until(lambda: _last_state(namesake) is RequestState.ASKED)
        await play_until_dealt(2, ann, namesake)
        assert namesake.seat is None


async def test_only_who_asks_is_told_the_claim(autojump_clock: MockClock) -> None:
    async with match_with_bot() as (host, ann, cho):
        await cho.accepted(RequestSeat(1))
        await cho.expect(SeatRequestNotice)
        eve = await watches(host, "Eve")

        assert claim_of(cho)
        for other in (ann, eve):
            assert (await other.expect(SeatRequestNotice)).claim is None


# A daemon that was started again.


@asynccontextmanager
async def started_again(journal: MemoryJournal, *before: WireClient) -> AsyncIterator[tuple[Host, list[WireClient]]]:
    """Another daemon on the same journal, with the same people there, as what they were."""
    async with hosting(journal, patience=MONTHS) as host:
        yield host, [await again(host, client) for client in before]


async def test_who_was_let_in_before_a_restart_sits_down_after_it(autojump_clock: MockClock) -> None:
    journal = MemoryJournal()
    async with match_with_bot(journal) as (_, ann, cho):
        await admitted(ann, cho)
        await cho.until(lambda: _last_state(cho) is RequestState.ADMITTED)
        claim = claim_of(cho)
    async with started_again(journal, ann, cho) as (host, (ann, cho)):
        shown = await ann.expect(SeatRequestNotice)
        assert (shown.name, shown.text) == ("Cho", RequestState.ADMITTED), "nobody is asked anew"
        await cho.accepted(RequestSeat(1, claim))
        mine = await cho.expect(SeatRequestNotice, lambda notice: notice.yours is True)
        assert (mine.text, mine.claim) == (RequestState.ADMITTED, claim)
        await play_until_dealt(3, ann, cho)

        assert cho.seat == 1
        assert audit(await entries_of(host, ann), goes_on=True) is None


async def test_what_all_players_have_agreed_to_holds_after_a_restart_too(autojump_clock: MockClock) -> None:
    async with home_without_operator() as (host, ann, ben, cho):
        await cho.accepted(RequestSeat(3))
        for player in (ann, ben):
            await player.accepted(AnswerRequest(3, "Cho", admits=True))
        await cho.until(lambda: _last_state(cho) is RequestState.ADMITTED)
        journal, claim = host.journal, claim_of(cho)
    assert isinstance(journal, MemoryJournal)
    async with started_again(journal, ann, ben, cho) as (_, (ann, ben, cho)):
        await cho.accepted(RequestSeat(3, claim))
        await play_until_dealt(2, ann, ben, cho)

        assert cho.seat == 3


async def test_so_does_what_the_last_one_had_not_agreed_to_who_has_gone(autojump_clock: MockClock) -> None:
    async with home_without_operator() as (host, ann, ben, cho):
        await cho.accepted(RequestSeat(3))
        await ann.accepted(AnswerRequest(3, "Cho", admits=True))
        await ben.leave()
        await cho.until(lambda: _last_state(cho) is RequestState.ADMITTED)
        journal = host.journal
    assert isinstance(journal, MemoryJournal)
    async with started_again(journal, ann) as (_, (ann,)):
        assert (await ann.expect(SeatRequestNotice)).text is RequestState.ADMITTED


async def test_a_namesake_who_comes_first_after_a_restart_gets_the_number(autojump_clock: MockClock) -> None:
    journal = MemoryJournal()
    async with match_with_bot(journal) as (_, ann, cho):
        await admitted(ann, cho)
        await cho.until(lambda: _last_state(cho) is RequestState.ADMITTED)
        claim = claim_of(cho)
    async with started_again(journal, ann) as (host, (ann,)):
        namesake = await watches(host, "Cho")
        back = await again(host, cho)
        await back.accepted(RequestSeat(1, claim))
        await ann.expect(WatchersNotice, lambda notice: notice.names == ("Cho 2", "Cho"))
        await play_until_dealt(2, ann, back)

        assert (back.seat, ann.table.seats[1].name, namesake.seat) == (1, "Cho", None)


@pytest.mark.parametrize("claim", [None, "not the claim"])
async def test_after_a_restart_too_nobody_has_the_seat_of_another_without_the_claim(
    autojump_clock: MockClock, claim: str | None
) -> None:
    journal = MemoryJournal()
    async with match_with_bot(journal) as (_, ann, cho):
        await admitted(ann, cho)
    async with started_again(journal, ann) as (host, (ann,)):
        eve, namesake = await watches(host, "Eve"), await watches(host, "Cho")
        assert await code_of(eve, RequestSeat(1, claim)) == "seat_asked_for"
        await namesake.accepted(RequestSeat(1, claim))
        await namesake.until(lambda: _last_state(namesake) is RequestState.ASKED)
    async with started_again(journal, ann, namesake) as (_, (ann, namesake)):
        await play_until_dealt(2, ann, namesake)

        assert namesake.seat is None
        assert _last_state(ann) is None, "the promise ended with the request in its place"


async def test_an_unanswered_request_is_made_anew_after_a_restart(autojump_clock: MockClock) -> None:
    journal = MemoryJournal()
    async with match_with_bot(journal) as (_, ann, cho):
        await cho.accepted(RequestSeat(1))
        await cho.expect(SeatRequestNotice)
        claim = claim_of(cho)
    async with started_again(journal, ann, cho) as (_, (ann, cho)):
        await cho.accepted(RequestSeat(1, claim))

        assert (await ann.expect(SeatRequestNotice)).text is RequestState.ASKED


async def takes_it_back(_: WireClient, cho: WireClient) -> None:
    await cho.accepted(RequestSeat(None))


async def is_refused_after_all(ann: WireClient, _: WireClient) -> None:
    await ann.accepted(AnswerRequest(1, "Cho", admits=False))


async def is_away_when_the_round_ends(ann: WireClient, cho: WireClient) -> None:
    await cho.leave()
    await play_until_dealt(2, ann)


async def sits_down_and_is_sent_away(ann: WireClient, cho: WireClient) -> None:
    await play_until_dealt(2, ann, cho)
    await ann.accepted(Kick(1))


@pytest.mark.parametrize(
    "happens", [takes_it_back, is_refused_after_all, is_away_when_the_round_ends, sits_down_and_is_sent_away]
)
async def test_a_promise_that_is_over_does_not_come_back_with_a_restart(
    autojump_clock: MockClock, happens: Callable[[WireClient, WireClient], Awaitable[None]]
) -> None:
    journal = MemoryJournal()
    async with match_with_bot(journal) as (_, ann, cho):
        await admitted(ann, cho)
        await happens(ann, cho)
    async with started_again(journal, ann) as (host, (ann,)):
        dan = await watches(host, "Dan")
        await dan.accepted(RequestSeat(1))
        await play_until_dealt(3, ann, dan)

        assert not ann.table.seats[1].is_person


async def test_a_promise_is_for_no_other_match(autojump_clock: MockClock) -> None:
    journal = MemoryJournal()
    async with match_with_bot(journal) as (_, ann, cho):
        await admitted(ann, cho)
        await ann.accepted(EndMatch())
        await ann.accepted(Start())
        await ann.until(lambda: ann.is_at(Stage.PLAYING) and ann.table.round is not None)
    async with started_again(journal, ann) as (host, (ann,)):
        dan = await watches(host, "Dan")

        await dan.accepted(RequestSeat(1))


# Who runs the daemon.


async def test_the_operator_sees_who_asks_and_answers_without_a_seat(autojump_clock: MockClock) -> None:
    async with home_without_operator() as (host, ann, ben, cho):
        await cho.accepted(RequestSeat(3))
        operator = await host.operator()

        await operator.send(AskTables())
        (home,) = (await operator.expect(Tables)).tables
        assert home.asked == (SeatAsked(3, "Cho"),)
        await operator.send(Do("op-1", 0, AnswerRequest(3, "Cho", admits=True), home.table))
        assert isinstance(await operator.answer_to("op-1"), Accepted)
        await operator.send(AskTables())
        await operator.until(lambda: tables_of(operator)[-1].tables[0].asked == (SeatAsked(3, "Cho", admitted=True),))

        await play_until_dealt(2, ann, ben, cho)
        assert cho.seat == 3


async def test_the_operator_refuses_what_players_have_agreed_to(autojump_clock: MockClock) -> None:
    async with home_without_operator() as (host, ann, ben, cho):
        await cho.accepted(RequestSeat(3))
        for player in (ann, ben):
            await player.accepted(AnswerRequest(3, "Cho", admits=True))
        operator = await host.operator()
        await operator.send(Do("op-1", 0, AnswerRequest(3, "Cho", admits=False), host.house.tables.home.name))

        assert (await cho.expect(SeatRequestNotice, lambda notice: notice.text is RequestState.REFUSED)).here


def tables_of(client: WireClient) -> list[Tables]:
    return [message for message in client.received if isinstance(message, Tables)]


# Several.


async def test_one_seat_is_asked_for_by_one(autojump_clock: MockClock) -> None:
    async with match_with_bot() as (host, ann, cho):
        dan = await watches(host, "Dan")
        await cho.accepted(RequestSeat(1))

        assert await code_of(dan, RequestSeat(1)) == "seat_asked_for"
        await cho.accepted(RequestSeat(1))  # once more, which changes nothing
        assert await code_of(ann, AnswerRequest(1, "Dan", admits=True)) == "no_such_request"


async def test_two_sit_down_with_the_same_end_of_a_round(autojump_clock: MockClock) -> None:
    async with hosting(patience=MONTHS) as host:
        ann = await opened_by(host, "Ann", bots=3, rules="fives-and-threes")
        cho, dan = await watches(host, "Cho"), await watches(host, "Dan")
        await admitted(ann, cho, 1)
        await admitted(ann, dan, 3)
        await play_until_dealt(3, ann, cho, dan)

        assert (cho.seat, dan.seat) == (1, 3)
        assert audit(await entries_of(host, ann), goes_on=True) is None
        assert all(client.session.sealer.fault is None for client in (ann, cho, dan))


async def test_whoever_asks_for_another_seat_asks_for_that_one_alone(autojump_clock: MockClock) -> None:
    async with hosting(patience=MONTHS) as host:
        ann = await opened_by(host, "Ann", bots=3, rules="fives-and-threes")
        cho = await watches(host, "Cho")
        await admitted(ann, cho, 1)
        await cho.accepted(RequestSeat(2))

        assert await code_of(ann, AnswerRequest(1, "Cho", admits=True)) == "no_such_request"
        await play_until_dealt(2, ann, cho)
        assert cho.seat is None


async def test_after_the_match_nothing_is_asked_any_more(autojump_clock: MockClock) -> None:
    async with match_with_bot() as (_, ann, cho):
        await cho.accepted(RequestSeat(1))
        await ann.accepted(EndMatch())

        assert await code_of(ann, AnswerRequest(1, "Cho", admits=True)) == "match_over"
        assert await code_of(cho, RequestSeat(1)) == "match_over"


# Who may not.


async def test_whoever_was_sent_away_gets_no_seat_in_that_match(autojump_clock: MockClock) -> None:
    async with home_without_operator() as (host, _, ben, _):
        operator = await host.operator("Olga", role=Role.SPECTATOR)
        await operator.enter()
        await operator.accepted(Kick(1))
        again = host.connect(session=Session("tests", "BEN", Role.SPECTATOR, sealer=ben.session.sealer))
        await again.enter()
        renamed = host.connect(session=Session("tests", "Bob", Role.SPECTATOR, sealer=ben.session.sealer))
        await renamed.enter(seat_key=ben.session.sealer.seat_key)

        assert await code_of(again, RequestSeat(3)) == "sent_away"
        assert await code_of(renamed, RequestSeat(3)) == "sent_away"
        cho = await watches(host, "Zoe")
        await cho.accepted(RequestSeat(1))  # the seat itself is a bot's as any other


async def test_a_newcomer_who_is_sent_away_leaves_the_seat_to_a_bot(autojump_clock: MockClock) -> None:
    async with match_with_bot() as (host, ann, cho):
        await admitted(ann, cho)
        await play_until_dealt(2, ann, cho)
        await ann.accepted(Kick(1))
        await play_until_dealt(3, ann)

        assert ann.table.seats[1].bot is not None
        assert audit(await entries_of(host, ann), goes_on=True) is None
        deals = MixedDeals()
        table = None
        for entry in await entries_of(host, ann):
            deals.note(table or fold(()), entry.event)
            table = fold([entry.event], table)
        assert deals.seats[1] is None


REFUSED: Mapping[str, tuple[Command, str]] = {
    "the seat of a person": (RequestSeat(0), "seat_occupied"),
    "no such seat": (RequestSeat(7), "no_such_seat"),
    "a seat before the first": (RequestSeat(-1), "no_such_seat"),
    "an answer of somebody who watches": (AnswerRequest(1, "Cho", admits=True), "not_seated"),
}


@pytest.mark.parametrize("why", REFUSED)
async def test_refused_to_somebody_who_watches(autojump_clock: MockClock, why: str) -> None:
    command, code = REFUSED[why]
    async with match_with_bot() as (_, _, cho):
        assert await code_of(cho, command) == code


async def test_a_player_asks_for_no_other_seat(autojump_clock: MockClock) -> None:
    async with match_with_bot() as (_, ann, _):
        assert await code_of(ann, RequestSeat(1)) == "has_a_seat"


async def test_before_the_match_a_seat_is_simply_taken(autojump_clock: MockClock) -> None:
    async with hosting(patience=MONTHS) as host:
        await host.open_table("fives-and-threes", seats=4)
        await host.seated("Ann")
        cho = await watches(host, "Cho")

        assert await code_of(cho, RequestSeat(1)) == "not_started"


async def test_a_pause_stops_no_request(autojump_clock: MockClock) -> None:
    async with match_with_bot() as (_, ann, cho):
        await ann.accepted(Pause())

        await admitted(ann, cho)


async def test_somebody_who_comes_later_is_told_who_asks(autojump_clock: MockClock) -> None:
    async with match_with_bot() as (host, _, cho):
        await cho.accepted(RequestSeat(1))
        await cho.expect(SeatRequestNotice)
        dan = await watches(host, "Dan")

        assert (await dan.expect(SeatRequestNotice)).name == "Cho"


async def test_a_match_that_has_begun_mixed_is_checked_by_everybody(autojump_clock: MockClock) -> None:
    async with match_with_bot() as (host, ann, cho):
        await admitted(ann, cho)
        await play_until_dealt(2, ann, cho)
        started = next(entry.event for entry in await entries_of(host, ann) if isinstance(entry.event, MatchStarted))
        assert started.seals is not None
        assert started.seals.seats[1] is None

        with trio.fail_after(MONTHS):
            await play(ann, cho, until=lambda: ann.is_at(Stage.OVER) and cho.is_at(Stage.OVER))

        assert audit(await entries_of(host, ann)) is None


async def test_a_newcomer_claims_the_seat_at_another_host_of_the_match(
    autojump_clock: MockClock, tmp_path: Path
) -> None:
    async with match_with_bot() as (_, ann, cho):
        await admitted(ann, cho)
        await play_to_round(2, ann, cho)
        record = record_of(ann, tmp_path)
    async with hosting(patience=MONTHS) as other:
        await opened_from(record, other)

        again, welcome = await claimed(other, cho)

        assert welcome.seat == 1
        assert (again.table.seats[1].name, again.table.seats[1].joined) == ("Cho", 1)


async def test_a_game_that_goes_on_elsewhere_takes_no_request(autojump_clock: MockClock, tmp_path: Path) -> None:
    async with match_with_bot() as (_, ann, cho):
        await play_to_round(2, ann, cho)
        record = record_of(ann, tmp_path)
    async with hosting(patience=MONTHS) as other:
        await opened_from(record, other, word=64 * "w")
        again, _ = await claimed(other, ann)
        dan = await watches(other, "Dan")

        assert again.session.is_held
        assert await code_of(dan, RequestSeat(1)) == "paused"
