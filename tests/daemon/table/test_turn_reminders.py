"""A player who is away is reminded of their turn, once, at an address that they have proved to be theirs."""

import logging
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

import pytest
import trio
from attrs import define, field
from trio.testing import MockClock

from daemon.house.taking_over import go_on_from_copy
from daemon.journal.interface import Journal, ReminderAddressSet, ReminderSent
from daemon.reminders.reminders import Reminders
from daemon.reminders.web import NotSentError, Request
from daemon.table.turn_reminders import MOST_TRIES, TIME_TO_LOOK_AWAY, TIME_TO_TYPE
from protocol.game.table_options import Away
from protocol.log.commands import (
    ChangeGame,
    EndMatch,
    Kick,
    LeaveSeat,
    Pause,
    Readmit,
    Rematch,
    RemindAt,
    RemindCode,
)
from protocol.log.events import MatchStarted, SeatLeft, TableOptions
from protocol.log.table import Stage
from protocol.shared.reminder_kinds import ReminderKind
from protocol.wire.messages import NotAccepted, ReminderWays, Welcome
from tests.daemon.harness import MONTHS, Host, hosting
from tests.daemon.journal.memory_journal import MemoryJournal
from tests.daemon.reminders.pasted import DISCORD, NTFY
from tests.daemon.wire_client import WireClient

WAYS: Final = ("ntfy", "discord")
NTFY_PLACE: Final = "ntfy (ntfy.sh)"
DAYS: Final = TableOptions(away=Away.WAIT, grace=86_400)
"""The options of a match over days."""


@define(eq=False)
class Web:
    """The web: the texts that were sent to each address. `fault`: why nothing more is taken."""

    texts: list[str] = field(factory=list)
    requests: list[Request] = field(factory=list)
    fault: str = ""

    async def send(self, request: Request) -> None:
        await trio.lowlevel.checkpoint()
        if self.fault:
            raise NotSentError(self.fault)
        self.requests.append(request)
        self.texts.append(request.body.decode())

    @property
    def code(self) -> str:
        """The code that was sent last."""
        found = re.findall(r"\b\d{6}\b", self.texts[-1])
        assert len(found) == 1, self.texts
        return str(found[0])

    @property
    def reminders(self) -> list[str]:
        """The texts of reminders."""
        return [text for text in self.texts if "your turn" in text]


@asynccontextmanager
async def reminding(web: Web, journal: Journal | None = None) -> AsyncIterator[Host]:
    """A host that reminds players by ntfy and Discord."""
    reminders = Reminders([ReminderKind.NTFY, ReminderKind.DISCORD], web.send)
    async with hosting(journal, patience=MONTHS, reminders=reminders) as host:
        yield host


async def asked(client: WireClient, web: Web, address: str = NTFY) -> str:
    """The code for this address, which the client has asked for."""
    await client.accepted(RemindAt(address))
    await client.expect(ReminderWays, lambda ways: ways.awaits is not None)
    return web.code


async def proved(client: WireClient, web: Web, address: str = NTFY) -> None:
    """Have the player of this client reminded at this address."""
    await client.accepted(RemindCode(await asked(client, web, address)))
    await client.expect(ReminderWays, lambda ways: ways.place is not None)


async def playing(host: Host, options: TableOptions = DAYS) -> tuple[WireClient, WireClient]:
    """Two players in a match, the one whose turn it is first."""
    await host.open_table("cinq-et-trois", options=options)
    ann, ben = await host.seated("Ann"), await host.seated("Ben")
    for client in (ann, ben):
        await client.until(lambda client=client: client.table.turn is not None)  # type: ignore[misc]
    return (ann, ben) if ann.table.turn == ann.seat else (ben, ann)


async def play(client: WireClient) -> None:
    """Make one play, after the draws before it, if there are any."""
    while client.table.turn == client.seat:
        await client.play_some(1)


# The address and its code.


async def test_a_player_is_told_how_to_be_reminded_and_where_reminders_go(autojump_clock: MockClock) -> None:
    web = Web()
    async with reminding(web) as host:
        await host.open_table("cinq-et-trois")
        ann = await host.seated("Ann")
        assert await ann.expect(ReminderWays) == ReminderWays(WAYS)

        await ann.accepted(RemindAt(NTFY))
        assert await ann.expect(ReminderWays) == ReminderWays(WAYS, awaits=NTFY_PLACE)
        await ann.accepted(RemindCode(web.code))
        assert await ann.expect(ReminderWays) == ReminderWays(WAYS, place=NTFY_PLACE)


async def test_at_a_host_that_reminds_nobody_nothing_is_said_of_it() -> None:
    async with hosting() as host:
        await host.open_table("cinq-et-trois")
        ann = await host.seated("Ann")

        assert await ann.refused(RemindAt(NTFY)) == "not_allowed"
        assert not any(isinstance(message, ReminderWays) for message in ann.received)


async def test_nobody_else_learns_anything_of_it() -> None:
    web = Web()
    async with reminding(web) as host:
        await host.open_table("all-fives", seats=3)
        ann, ben, eve = await host.seated("Ann"), await host.seated("Ben"), await host.watching("Eve")
        await ben.catch_up()
        before = len(ben.lines)
        await proved(ann, web)
        await ben.accepted(RemindAt(None))  # whatever came before has been received now

        assert not any(b"ntfy.sh" in line for line in (*ben.lines[before:], *eve.lines))
        assert await eve.refused(RemindAt(NTFY)) == "not_seated"


async def test_nobody_is_reminded_at_an_address_without_its_code(autojump_clock: MockClock) -> None:
    web = Web()
    async with reminding(web) as host:
        ann, ben = await playing(host)
        await asked(ann, web)
        await ann.leave()
        await trio.sleep(TIME_TO_LOOK_AWAY + 1)
        await ben.accepted(RemindAt(None))

    assert web.reminders == []


@pytest.mark.parametrize("address", ["http://ntfy.sh/ann", "https://192.168.1.5/ann", "ann@example.org", "https://x"])
async def test_an_address_that_cannot_be_used_is_refused_before_anything_is_sent(address: str) -> None:
    web = Web()
    async with reminding(web) as host:
        await host.open_table("cinq-et-trois")
        ann = await host.seated("Ann")

        assert await ann.refused(RemindAt(address)) == "not_allowed"
    assert web.requests == []


async def test_a_code_that_cannot_be_sent_says_why() -> None:
    web = Web(fault="could not be reached")
    async with reminding(web) as host:
        await host.open_table("cinq-et-trois")
        ann = await host.seated("Ann")
        await ann.accepted(RemindAt(NTFY))
        ways = await ann.expect(ReminderWays, lambda ways: ways.detail is not None)

    assert ways == ReminderWays(WAYS, detail="ntfy.sh could not be reached")


async def test_a_wrong_code_can_be_tried_a_few_times(autojump_clock: MockClock) -> None:
    web = Web()
    async with reminding(web) as host:
        await host.open_table("cinq-et-trois")
        ann = await host.seated("Ann")
        code = await asked(ann, web)
        wrong = str((int(code) + 1) % 10**6).zfill(6)

        for _ in range(MOST_TRIES):
            assert await ann.refused(RemindCode(wrong)) == "not_allowed"
        assert await ann.refused(RemindCode(code)) == "not_allowed"  # it is void now


async def test_a_code_is_typed_with_spaces_too_and_in_time(autojump_clock: MockClock) -> None:
    web = Web()
    async with reminding(web) as host:
        await host.open_table("cinq-et-trois")
        ann = await host.seated("Ann")
        late = await asked(ann, web)
        await trio.sleep(TIME_TO_TYPE)
        assert await ann.refused(RemindCode(late)) == "not_allowed"
        code = await asked(ann, web)

        await ann.accepted(RemindCode(f" {code[:3]} {code[3:]}"))


async def test_a_player_who_looks_for_the_code_on_the_same_device_comes_back_with_it(autojump_clock: MockClock) -> None:
    web = Web()
    async with reminding(web) as host:
        ann, _ = await playing(host)
        code = await asked(ann, web)
        await ann.leave()
        ann = await host.back(ann)

        await ann.accepted(RemindCode(code))


async def test_codes_for_too_many_addresses_are_refused(autojump_clock: MockClock) -> None:
    web = Web()
    async with reminding(web) as host:
        await host.open_table("cinq-et-trois")
        ann = await host.seated("Ann")
        answers = [await ann.do(RemindAt(f"https://ntfy.sh/victim-{number}")) for number in range(12)]

    refused = [answer.detail for answer in answers if isinstance(answer, NotAccepted)]
    assert refused == 2 * ["people at your address have asked for 10 codes within an hour: try again later"]


# Reminders.


async def test_a_player_who_is_away_is_reminded_once_in_a_turn(autojump_clock: MockClock) -> None:
    web = Web()
    async with reminding(web) as host:
        ann, ben = await playing(host)
        await proved(ann, web)
        await ann.leave()
        await trio.sleep(TIME_TO_LOOK_AWAY - 1)
        assert web.reminders == []
        await trio.sleep(2)
        assert web.reminders == [f"It is your turn in fives, at table oak with {ben.session.name}."]

        await trio.sleep(86_400)
        ann = await host.back(ann)
        await ann.leave()
        await trio.sleep(86_400)
        assert len(web.reminders) == 1

        ann = await host.back(ann)
        await play(ann)
        await ben.until(lambda: ben.table.turn == ben.seat)
        await ann.leave()
        await play(ben)
        await trio.sleep(86_400)
        assert len(web.reminders) == 2


async def test_a_player_is_reminded_also_when_everybody_has_left(autojump_clock: MockClock) -> None:
    web = Web()
    async with reminding(web) as host:
        ann, ben = await playing(host, TableOptions())
        await proved(ann, web)
        await ann.leave()
        await ben.leave()
        await host.deserted()
        await trio.sleep(TIME_TO_LOOK_AWAY + 1)

    assert len(web.reminders) == 1


async def test_nobody_is_reminded_who_is_there_or_not_in_turn_or_has_given_no_address(
    autojump_clock: MockClock,
) -> None:
    web = Web()
    async with reminding(web) as host:
        ann, ben = await playing(host)
        await proved(ann, web)
        await trio.sleep(1_000)  # Ann is there
        await play(ann)
        await ann.leave()
        await ben.until(lambda: ben.table.turn == ben.seat)
        await trio.sleep(1_000)  # it is Ben's turn
        await ben.leave()
        await trio.sleep(1_000)  # who has given no address

    assert web.reminders == []


async def test_nobody_is_reminded_of_a_turn_that_a_bot_plays_or_of_a_pause(autojump_clock: MockClock) -> None:
    web = Web()
    async with reminding(web) as host:
        ann, ben = await playing(host, TableOptions(grace=5))
        await proved(ann, web)
        await ann.leave()
        await ben.until(lambda: ben.table.seats[ann.seat or 0].stand_in is not None)
        await trio.sleep(1_000)

    assert web.reminders == []


async def test_a_pause_is_no_turn(autojump_clock: MockClock) -> None:
    web = Web()
    async with reminding(web) as host:
        first, second = await playing(host)
        host_of_table = first if first.session.is_host else second
        await proved(first, web)
        await host_of_table.accepted(Pause())
        await first.leave()
        await trio.sleep(1_000)
        assert web.reminders == []


async def test_a_reminder_is_stored_before_it_is_sent_so_a_restart_repeats_none(autojump_clock: MockClock) -> None:
    web, journal = Web(), MemoryJournal()
    async with reminding(web, journal) as host:
        ann, ben = await playing(host)
        await proved(ann, web)
        await ann.leave()
        await trio.sleep(TIME_TO_LOOK_AWAY + 1)
        game = ben.session.game or ""
        stored = await journal.read(game)
        assert [row for row in stored.private if isinstance(row, ReminderSent)]
    async with reminding(web, journal) as host:
        await host.back(ben)  # wakes the game
        await trio.sleep(1_000)
        assert len(web.reminders) == 1


async def test_an_address_is_known_after_a_restart(autojump_clock: MockClock) -> None:
    web, journal = Web(), MemoryJournal()
    async with reminding(web, journal) as host:
        ann, ben = await playing(host)
        await proved(ann, web)
    async with reminding(web, journal) as host:
        await host.back(ben)
        await trio.sleep(TIME_TO_LOOK_AWAY + 1)
        ann = await host.back(ann)
        ways = await ann.expect(ReminderWays)

    assert (len(web.reminders), ways.place) == (1, NTFY_PLACE)


@pytest.mark.parametrize(
    ("language", "code", "reminder"),
    [
        ("es", "Tu código", "Te toca en fives, en la mesa oak, con"),
        ("es-MX", "Tu código", "Te toca en fives, en la mesa oak, con"),
        ("en", "Your code", "It is your turn"),
        ("xx", "Your code", "It is your turn"),
        (None, "Your code", "It is your turn"),
        (50 * "es-", "Your code", "It is your turn"),
        ("", "Your code", "It is your turn"),
    ],
)
async def test_reminders_come_in_the_language_in_which_they_are_wanted_also_after_a_restart(
    language: str | None, code: str, reminder: str, autojump_clock: MockClock
) -> None:
    web, journal = Web(), MemoryJournal()
    async with reminding(web, journal) as host:
        ann, ben = await playing(host)
        await ann.accepted(RemindAt(NTFY, language))
        await ann.expect(ReminderWays, lambda ways: ways.awaits is not None)
        assert web.texts[-1].startswith(code)
        await ann.accepted(RemindCode(web.code))
        await ann.expect(ReminderWays, lambda ways: ways.place is not None)
    async with reminding(web, journal) as host:
        await host.back(ben)
        await trio.sleep(TIME_TO_LOOK_AWAY + 1)

    assert web.texts[-1].startswith(reminder)


async def test_an_address_goes_along_in_a_restored_copy(autojump_clock: MockClock) -> None:
    web, journal = Web(), MemoryJournal()
    async with reminding(web, journal) as host:
        ann, ben = await playing(host)
        await ann.accepted(RemindAt(NTFY, "es"))
        await ann.expect(ReminderWays, lambda ways: ways.awaits is not None)
        await ann.accepted(RemindCode(web.code))
        await ann.expect(ReminderWays, lambda ways: ways.place is not None)
        before = ben.session.game
    await go_on_from_copy(journal)

    (successor,) = [info.game for info in await journal.games(unfinished_only=True) if info.game != before]
    assert ReminderAddressSet(ann.seat or 0, NTFY, "es") in (await journal.read(successor)).private


async def test_an_address_stays_for_a_rematch(autojump_clock: MockClock) -> None:
    web = Web()
    async with reminding(web) as host:
        first, second = await playing(host)
        await proved(first, web)
        await (first if first.session.is_host else second).accepted(EndMatch())
        await second.until(lambda: second.is_at(Stage.OVER))
        await first.until(lambda: first.is_at(Stage.OVER))
        await first.send(first.asks(Rematch()))
        await second.send(second.asks(Rematch()))
        await first.expect(Welcome)

        assert (await first.expect(ReminderWays)).place == NTFY_PLACE


async def test_an_address_follows_its_player_to_another_seat_of_a_changed_game(autojump_clock: MockClock) -> None:
    web = Web()
    async with reminding(web) as host:
        await host.open_table("all-fives", seats=4)
        ann, ben, cho = [await host.seated(name) for name in ("Ann", "Ben", "Cho")]
        await ann.accepted(LeaveSeat())
        await proved(cho, web)
        await ben.accepted(ChangeGame("cinq-et-trois", seats=2))
        await cho.expect(Welcome)

        assert (cho.seat, (await cho.expect(ReminderWays)).place) == (0, NTFY_PLACE)


# Forgetting.


async def addresses(host: Host, client: WireClient) -> list[ReminderAddressSet]:
    stored = await host.journal.read(client.session.game or "")
    return [row for row in stored.private if isinstance(row, ReminderAddressSet)]


async def test_a_player_ends_reminders(autojump_clock: MockClock) -> None:
    web = Web()
    async with reminding(web) as host:
        ann, _ = await playing(host)
        await proved(ann, web)
        await ann.accepted(RemindAt(None))
        assert (await ann.expect(ReminderWays)).place is None
        await ann.leave()
        await trio.sleep(1_000)

    assert web.reminders == []


async def test_a_new_address_takes_the_place_of_the_old_one_once_it_is_proved(autojump_clock: MockClock) -> None:
    web = Web()
    async with reminding(web) as host:
        ann, _ = await playing(host)
        await proved(ann, web)
        code = await asked(ann, web, DISCORD)
        assert isinstance(ann.received[-1], ReminderWays)
        assert ann.received[-1].place == NTFY_PLACE
        await ann.accepted(RemindCode(code))
        await ann.leave()
        await trio.sleep(TIME_TO_LOOK_AWAY + 1)

    assert [request.host for request in web.requests[2:]] == ["discord.com"]


async def test_an_address_is_forgotten_when_its_player_leaves_the_seat(autojump_clock: MockClock) -> None:
    web = Web()
    async with reminding(web) as host:
        await host.open_table("all-fives", seats=3)
        ann = await host.seated("Ann")
        await proved(ann, web)
        await ann.accepted(LeaveSeat())

        assert (await addresses(host, ann))[-1] == ReminderAddressSet(0, None)


async def test_an_address_is_forgotten_when_its_player_is_sent_away(autojump_clock: MockClock) -> None:
    web = Web()
    async with reminding(web) as host:
        await host.open_table("cinq-et-trois", seats=2)
        ann, ben = await host.seated("Ann"), await host.seated("Ben")
        await ann.expect_event(MatchStarted)
        await proved(ben, web)
        await ann.accepted(Kick(1))

        assert (await addresses(host, ann))[-1] == ReminderAddressSet(1, None)


async def test_an_address_is_forgotten_when_its_player_stays_away_before_the_match(autojump_clock: MockClock) -> None:
    web = Web()
    async with reminding(web) as host:
        await host.open_table("all-fives", seats=3, options=TableOptions(grace=5))
        ann, ben = await host.seated("Ann"), await host.seated("Ben")
        await proved(ben, web)
        await ben.leave()
        await ann.expect_event(SeatLeft)

        assert (await addresses(host, ann))[-1] == ReminderAddressSet(1, None)


async def test_an_address_is_forgotten_when_somebody_comes_back_by_name(autojump_clock: MockClock) -> None:
    web = Web()
    async with reminding(web) as host:
        first, second = await playing(host)
        of_host, other = (first, second) if first.session.is_host else (second, first)
        await proved(other, web)
        await other.leave()
        await trio.sleep(1)
        await of_host.accepted(Readmit(other.seat or 0))
        again = await host.seated(other.session.name)

        assert again.seat == other.seat
        assert (await again.expect(ReminderWays)).place is None


# Secrecy.


async def test_no_address_and_no_code_is_logged(autojump_clock: MockClock, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    web = Web()
    async with reminding(web) as host:
        ann, _ = await playing(host)
        code = await asked(ann, web)
        await ann.accepted(RemindCode(code))
        web.fault = "could not be reached"
        await ann.leave()
        await trio.sleep(TIME_TO_LOOK_AWAY + 1)

    assert "could not be sent" in caplog.text
    assert "ann-7f3k" not in caplog.text
    assert code not in caplog.text
