"""Who has not agreed to the next match is in it from their first move on; nobody plays it by a bot before that."""

import secrets
from collections.abc import Awaitable, Callable

import pytest
import trio
from trio.testing import MockClock

from protocol.game.table_options import Away
from protocol.log.audit import audit
from protocol.log.commands import AddBot, AnswerRequest, EndMatch, HandOver, Rematch, RemoveBot, RequestSeat, Start
from protocol.log.events import MatchAbandoned, MatchStarted, SeatTaken, StandInSeated, TableOptions, TilePlayed
from protocol.log.table import Stage
from protocol.wire.messages import Do, Role, Welcome
from protocol.wire.notices import LONGEST_VOTE, HandOverNotice
from protocol.wire.sealer import Sealer
from protocol.wire.session import Session
from tests.daemon.harness import MONTHS, Host, hosting
from tests.daemon.journal.memory_journal import MemoryJournal
from tests.daemon.table.test_between_matches import after_a_match, agree, sees
from tests.daemon.wire_client import FarewellError, WireClient, parting_of
from tests.taken_over import play

Begins = Callable[[WireClient], Awaitable[None]]


async def half_a_minute_after_she_has_agreed(ann: WireClient) -> None:
    await agree(ann)
    await trio.sleep(LONGEST_VOTE + 1)


async def because_the_host_says_so(ann: WireClient) -> None:
    await ann.send(ann.asks(Start()))


async def from_the_waiting_room(ann: WireClient) -> None:
    await ann.accepted(RemoveBot(2))
    await ann.send(ann.asks(Start()))


BEGINS = [half_a_minute_after_she_has_agreed, because_the_host_says_so, from_the_waiting_room]


async def undecided(
    host: Host, begins: Begins = half_a_minute_after_she_has_agreed, seats: int = 3, **options: object
) -> tuple[WireClient, WireClient]:
    """Ann and Ben in a second match, to which Ann alone has agreed."""
    ann, ben = await after_a_match(host, "Ben", seats=seats, **options)
    await begins(ann)
    for player in (ann, ben):
        await sees(player, MatchStarted, match=2)
    return ann, ben


def has_bot(client: WireClient, seat: int) -> Callable[[], bool]:
    """Whether a bot has this seat for good, as far as this client knows."""
    return lambda: client.table.seats[seat].bot is not None


async def goes(host: Host, player: WireClient) -> None:
    await player.leave()
    await host.deserted_by(player)


# Who is undecided.


@pytest.mark.parametrize("begins", BEGINS)
async def test_the_log_says_who_had_not_agreed_when_the_match_began(begins: Begins, autojump_clock: MockClock) -> None:
    async with hosting(patience=MONTHS) as host:
        ann, ben = await undecided(host, begins)

        await sees(ben, MatchStarted, match=2, undecided=(1,))
        await sees(ann, MatchStarted, match=2, undecided=(1,))


async def test_nobody_is_undecided_if_all_have_agreed() -> None:
    async with hosting() as host:
        ann, ben = await after_a_match(host, "Ben", seats=2)
        await agree(ben)
        await ann.settle()
        await ann.accepted(Rematch())

        await sees(ben, MatchStarted, match=2, undecided=())
        line = next(line for line in ben.lines if b'"match_started"' in line and b'"match":2' in line)
        assert b"undecided" not in line


async def test_whoever_sits_down_agrees_to_the_first_match() -> None:
    async with hosting() as host:
        await host.open_table("all-fives", seats=3)
        ann, ben = await host.seated("Ann"), await host.seated("Ben")
        await ann.accepted(Start())

        await sees(ben, MatchStarted, match=1, undecided=())


async def test_where_a_number_of_matches_is_played_they_are_agreed_to_at_once(autojump_clock: MockClock) -> None:
    async with hosting(matches=2, patience=MONTHS) as host:
        await host.open_home("all-fives", seats=2)
        ann, ben = await host.seated_operator("Ann"), await host.seated("Ben")
        await play(ann, ben, until=lambda: ben.table.match == 2)

        await sees(ben, MatchStarted, match=2, undecided=())


# No bot plays in their name.


@pytest.mark.parametrize("begins", BEGINS)
async def test_whoever_goes_before_the_first_move_leaves_the_seat_to_a_bot_with_a_name_of_its_own(
    begins: Begins, autojump_clock: MockClock
) -> None:
    async with hosting(patience=MONTHS) as host:
        ann, ben = await undecided(host, begins, grace=20)
        await goes(host, ben)

        await ann.until(has_bot(ann, 1))

        names = [who.name for who in ann.table.seats]
        assert "Ben" not in names
        assert len({*names}) == 3
        assert not any(isinstance(event, StandInSeated) for event in ann.events)
        assert audit((await host.journal.read(ann.session.game or "")).entries, goes_on=True) is None
        assert (await parting_of(host.connect("Ben"), token=ben.session.token)).reason == "bad_token"


async def test_the_match_goes_on_with_that_bot_to_its_end(autojump_clock: MockClock) -> None:
    async with hosting(patience=MONTHS) as host:
        ann, ben = await undecided(host, seats=2, grace=20)
        await goes(host, ben)
        await play(ann, until=lambda: ann.is_at(Stage.OVER))

        game = (await host.journal.read(ann.session.game or "")).entries
        assert audit(game) is None
        assert any(isinstance(entry.event, TilePlayed) and entry.event.seat == 1 for entry in game)


async def test_the_first_move_agrees_to_the_match(autojump_clock: MockClock) -> None:
    async with hosting(patience=MONTHS) as host:
        ann, ben = await undecided(host, seats=2, grace=20)
        has_moved = lambda: any(isinstance(event, TilePlayed) and event.seat == 1 for event in ann.events)  # noqa: E731
        await play(ann, ben, until=has_moved)
        await goes(host, ben)

        await sees(ann, StandInSeated, seat=1)

        assert (ann.table.seats[1].name, ann.table.seats[1].bot) == ("Ben", None)
        assert (await host.back(ben)).seat == 1


async def test_for_whoever_has_agreed_a_bot_stands_in_as_ever(autojump_clock: MockClock) -> None:
    async with hosting(patience=MONTHS) as host:
        ann, ben = await undecided(host, grace=20)
        await goes(host, ann)

        await sees(ben, StandInSeated, seat=0)

        assert ben.table.seats[0].name == "Ann"


async def test_whoever_comes_back_in_time_keeps_the_seat(autojump_clock: MockClock) -> None:
    async with hosting(patience=MONTHS) as host:
        _, ben = await undecided(host, grace=20)
        await goes(host, ben)
        await trio.sleep(15)

        ben = await host.back(ben)
        await trio.sleep(60)

        assert (ben.seat, ben.table.seats[1].name) == (1, "Ben")


async def test_a_table_that_waits_for_those_who_are_away_waits_for_them_too(autojump_clock: MockClock) -> None:
    async with hosting(patience=MONTHS) as host:
        _, ben = await undecided(host, grace=20, away=Away.WAIT)
        await goes(host, ben)
        await trio.sleep(600)

        assert (await host.back(ben)).seat == 1


async def test_the_hosts_bot_has_the_seat_for_itself_too(autojump_clock: MockClock) -> None:
    async with hosting(patience=MONTHS) as host:
        ann, ben = await undecided(host, grace=600)
        await goes(host, ben)

        await ann.accepted(AddBot(1, "master"))

        assert ann.table.seats[1].bot == "master"
        assert ann.table.seats[1].name != "Ben"


async def test_it_is_still_known_after_a_restart(autojump_clock: MockClock) -> None:
    journal = MemoryJournal()
    async with hosting(journal, patience=MONTHS) as host:
        ann, _ = await undecided(host, grace=20)
    async with hosting(journal, patience=MONTHS) as host:
        ann = await host.back(ann)

        await ann.until(has_bot(ann, 1))

        assert ann.table.seats[1].name != "Ben"


async def test_whoever_lets_the_time_of_a_turn_pass_watches(autojump_clock: MockClock) -> None:
    async with hosting(patience=MONTHS) as host:
        ann, ben = await undecided(host, seats=2, turn_time=20)
        await play(ann, until=has_bot(ann, 1))

        await ben.until(lambda: ben.seat is None and has_bot(ben, 1)())

        welcome = [message for message in ben.received if isinstance(message, Welcome)][-1]
        assert (welcome.seat, welcome.token, welcome.game) == (None, None, ann.session.game)


async def test_where_nobody_may_watch_they_are_sent_away(autojump_clock: MockClock) -> None:
    async with hosting(patience=MONTHS) as host:
        ann, ben = await undecided(host, seats=2, turn_time=20, spectators=False)
        await play(ann, until=has_bot(ann, 1))

        with pytest.raises(FarewellError, match="no_spectators"):
            await ben.until(lambda: False)


async def test_a_match_that_nobody_has_agreed_to_ends_rather_than_to_be_played_by_bots(
    autojump_clock: MockClock,
) -> None:
    async with hosting(patience=MONTHS) as host:
        ann, ben = await after_a_match(host, "Ben", seats=2, turn_time=20)
        operator = await host.operator("Olga")
        await operator.send(Do("o-1", 0, Start(), ann.session.table_name))
        await sees(ben, MatchStarted, match=2, undecided=(0, 1))

        await ben.until(lambda: ben.table.match == 2 and ben.is_at(Stage.OVER))

        assert sum(who.is_person for who in ben.table.seats) == 1
        assert ben.table.won_by == ()


async def test_the_bot_thinks_as_long_as_any_other(autojump_clock: MockClock) -> None:
    async with hosting(patience=MONTHS, think=10) as host:
        ann, _ = await undecided(host, seats=2, turn_time=100)
        await play(ann, until=has_bot(ann, 1))
        since = trio.current_time()

        await ann.expect_event(TilePlayed, seat=1)

        assert trio.current_time() - since > 2


async def test_nobody_waits_for_the_machine_of_somebody_whose_seat_a_bot_has(autojump_clock: MockClock) -> None:
    async with hosting(patience=MONTHS) as host:
        ann, _ = await undecided(host, seats=2, turn_time=20)
        await play(ann, until=lambda: any(isinstance(event, TilePlayed) for event in ann.events))
        await ann.send(ann.asks(HandOver(1)))
        await ann.expect(HandOverNotice, lambda notice: notice.seat == 1)
        await play(ann, until=has_bot(ann, 1))
        await ann.settle()

        asked = [message.seat for message in ann.received if isinstance(message, HandOverNotice)]
        assert asked == [1, None]


# They have not been sent away.


async def test_they_can_ask_for_the_seat_again(autojump_clock: MockClock) -> None:
    async with hosting(patience=MONTHS) as host:
        await host.open_table("cinq-et-trois", seats=2, set={"target": 121, "hand": 14}, options=TableOptions(grace=5))
        ann, ben = (sealing(host, name) for name in ("Ann", "Ben"))
        for player in (ann, ben):
            await player.enter(seat_key=player.session.sealer.seat_key)
        await ann.accepted(EndMatch())
        await ben.expect_event(MatchAbandoned)
        await ann.send(ann.asks(Start()))
        await ben.until(lambda: ben.table.match == 2 and ben.is_at(Stage.PLAYING))
        await goes(host, ben)
        await ann.until(has_bot(ann, 1))
        again = sealing(host, "Ben", Role.SPECTATOR, ben.session.sealer)
        await again.enter(seat_key=ben.session.sealer.seat_key)

        await again.accepted(RequestSeat(1))
        await ann.accepted(AnswerRequest(1, "Ben", admits=True))
        await play(ann, again, until=lambda: again.seat == 1 and again.table.round is not None)

        await sees(ann, SeatTaken, seat=1, name="Ben", bot=None)
        entries = (await host.journal.read(ann.session.game or "")).entries
        assert audit(entries, goes_on=True) is None


def sealing(host: Host, name: str, role: Role = Role.PLAYER, sealer: Sealer | None = None) -> WireClient:
    """A client whose program takes part in mixed deals, not connected to a table yet."""
    sealer = sealer or Sealer(lambda: secrets.token_hex(32))
    return host.connect(session=Session("tests", name, role, sealer=sealer))
