"""Guessing passwords: how long a network that guesses has to wait, and that nobody else has to."""

from functools import partial
from itertools import pairwise

import pytest
import trio
import trio.testing
from trio.testing import MockClock

from daemon.guest import Guest, PartingError
from daemon.house.game_directory import OwnGames
from daemon.house.password_guesses import (
    FIRST_PAUSE,
    LONGEST_PAUSE,
    LONGEST_WAIT,
    MOST_HOUSEHOLDS,
    TIME_TO_FORGET,
    PasswordGuesses,
)
from daemon.net.addresses import origin_of
from daemon.table import tokens
from protocol.log.commands import EndMatch
from protocol.log.events import MatchAbandoned
from protocol.wire.messages import Hello, OpenTable, Role, Tables
from tests.daemon.club.memory_club import MemoryClub
from tests.daemon.harness import ELSEWHERE, KeptInvitations, hosting
from tests.daemon.journal.memory_journal import MemoryJournal
from tests.daemon.wire_client import parting_of

ATTACKER, FRIEND, TUNNEL = "203.0.113.9", "198.51.100.4", "127.0.0.1"
HASHING = 0.01
"""Seconds on trio's clock, for a hash in these tests."""


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch, autojump_clock: MockClock) -> MockClock:
    """A clock that jumps, and hashes that use it: their thread would not know about it."""
    one_at_a_time = trio.CapacityLimiter(1)

    async def slow_hash(password: str, salt: bytes) -> str:
        async with one_at_a_time:
            await trio.sleep(HASHING)
        return f"{salt.hex()} and {password}"

    monkeypatch.setattr(tokens, "_slow_hash", slow_hash)
    return autojump_clock


def guest_from(address: str) -> Guest:
    return Guest(origin_of(address), lambda _: None)


async def guess(guesses: PasswordGuesses, address: str, word: str = "wrong") -> str | None:
    """The reason why this password is refused; None for the right one, `sesame`."""
    salt = "00"
    try:
        await guesses.check(
            guest_from(address), Hello(2, "tests", "Eve", password=word), "oak", f"{salt}:{salt} and sesame"
        )
    except PartingError as parting:
        return parting.reason.value
    return None


def guesses_at_one_daemon() -> PasswordGuesses:
    return PasswordGuesses(OwnGames(MemoryJournal()).count_guess)


async def answers(guesses: PasswordGuesses, address: str, count: int) -> list[str | None]:
    """The replies to this many simultaneous wrong guesses, in the order of arrival."""
    answered: list[str | None] = []

    async def one() -> None:
        answered.append(await guess(guesses, address))

    async with trio.open_nursery() as nursery:
        for _ in range(count):
            nursery.start_soon(one)
    return answered


async def test_after_each_wrong_guess_the_next_waits_longer_up_to_a_bound(clock: MockClock) -> None:
    guesses, answered_at = guesses_at_one_daemon(), []
    for _ in range(8):
        assert await guess(guesses, ATTACKER) == "bad_password"
        answered_at.append(trio.current_time())

    waited = [later - before - HASHING for before, later in pairwise(answered_at)]
    assert answered_at[0] == pytest.approx(HASHING)
    assert waited == pytest.approx([FIRST_PAUSE, 0.5, 1, 2, LONGEST_PAUSE, LONGEST_PAUSE, LONGEST_PAUSE])


async def test_in_a_club_guesses_at_another_daemon_count_too(clock: MockClock) -> None:
    club = MemoryClub()
    west, east = (PasswordGuesses(club.member(address).count_guess) for address in ("west:1", "east:1"))
    for nth in range(4):
        await guess(west, ATTACKER, f"guess {nth}")
    await guess(east, ATTACKER)
    began = trio.current_time()

    await guess(east, ATTACKER)

    assert trio.current_time() - began == pytest.approx(min(LONGEST_PAUSE, FIRST_PAUSE * 2**4) + HASHING)


async def test_a_right_password_waits_too_and_does_not_reset_the_delay(clock: MockClock) -> None:
    guesses = guesses_at_one_daemon()
    for _ in range(3):
        await guess(guesses, ATTACKER)
    begun = trio.current_time()

    assert await guess(guesses, ATTACKER, "sesame") is None
    assert trio.current_time() - begun == pytest.approx(4 * FIRST_PAUSE + HASHING)
    assert await guess(guesses, ATTACKER) == "bad_password"
    assert await guess(guesses, ATTACKER) == "bad_password"
    assert trio.current_time() - begun >= 4 * FIRST_PAUSE + 8 * FIRST_PAUSE


async def test_wrong_guesses_are_forgotten_after_a_while(clock: MockClock) -> None:
    guesses = guesses_at_one_daemon()
    for _ in range(8):
        await guess(guesses, ATTACKER)
    await trio.sleep(TIME_TO_FORGET + 1)
    await guess(guesses, ATTACKER)
    begun = trio.current_time()

    await guess(guesses, ATTACKER)

    assert trio.current_time() - begun == pytest.approx(FIRST_PAUSE + HASHING)


async def test_guesses_from_one_network_are_checked_in_turn_and_all_are_answered(clock: MockClock) -> None:
    guesses = guesses_at_one_daemon()

    answered = await answers(guesses, ATTACKER, 40)

    assert trio.current_time() <= LONGEST_WAIT + HASHING
    assert answered.count("bad_password") == 6, "at 0, 0.25, 0.75, 1.75, 3.75 and 7.75 seconds"
    assert answered.count("too_many") == 34


async def test_all_addresses_of_one_ipv6_network_share_their_delays(clock: MockClock) -> None:
    guesses = guesses_at_one_daemon()
    for host in range(1, 4):
        await guess(guesses, f"2001:db8::{host}")

    assert trio.current_time() >= FIRST_PAUSE + 2 * FIRST_PAUSE


@pytest.mark.parametrize("what", ["guesses", "tables that are opened"])
async def test_a_friend_at_another_address_waits_for_at_most_one_hash(clock: MockClock, what: str) -> None:
    guesses = guesses_at_one_daemon()
    async with trio.open_nursery() as nursery:
        for _ in range(200):
            if what == "guesses":
                nursery.start_soon(guess, guesses, ATTACKER, "sesame")  # right ones, which have no delay
            else:
                nursery.start_soon(guesses.hash_for, guest_from(ATTACKER), "sesame")
        await trio.sleep(HASHING / 2)
        begun = trio.current_time()

        assert await guess(guesses, FRIEND, "sesame") is None

        assert trio.current_time() - begun <= 2.5 * HASHING, "the rest of one, perhaps one more, and its own"
        nursery.cancel_scope.cancel()


async def test_a_friend_in_the_same_tunnel_waits_only_a_few_seconds(clock: MockClock) -> None:
    guesses = guesses_at_one_daemon()
    await answers(guesses, TUNNEL, 20)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(answers, guesses, TUNNEL, 100)
        await trio.sleep(0.1)
        begun = trio.current_time()

        assert await guess(guesses, TUNNEL, "sesame") is None

        assert LONGEST_PAUSE / 2 < trio.current_time() - begun <= LONGEST_PAUSE + 102 * HASHING
        nursery.cancel_scope.cancel()


async def test_who_guesses_with_one_invitation_does_not_slow_those_with_another(clock: MockClock) -> None:
    for_ben, for_cy = "b" * 26, "c" * 26
    async with hosting(invitations=KeptInvitations({"Ben": for_ben, "Cy": for_cy})) as host:
        table = await host.open_table(password="sesame")
        for _ in range(5):
            await parting_of(await host.outside("Eve", for_cy), table=table, password="wrong")
        begun = trio.current_time()
        ben, cy = await host.outside("Ben", for_ben), await host.outside("Cy", for_cy)

        await ben.enter(table=table, password="sesame")
        assert trio.current_time() - begun < FIRST_PAUSE
        await cy.enter(table=table, password="sesame")
        assert trio.current_time() - begun > LONGEST_PAUSE / 2


@pytest.mark.parametrize(("invitation", "is_home"), [("Ben", True), ("Ben", False), (None, True), (None, False)])
async def test_the_hosts_invitation_is_enough_at_the_hosts_own_table_alone(
    invitation: str | None, is_home: bool, clock: MockClock
) -> None:
    guest = guest_from(FRIEND)
    guest.invitation = invitation
    says = Hello(2, "tests", "Ben")
    guesses = guesses_at_one_daemon()

    check = partial(guesses.check, guest, says, "oak", "00:00 and sesame", is_home=is_home)

    if invitation and is_home:
        await check()
    else:
        with pytest.raises(PartingError, match="this table has a password"):
            await check()


async def test_the_number_of_networks_remembered_is_bounded(clock: MockClock) -> None:
    guesses = guesses_at_one_daemon()
    for nth in range(MOST_HOUSEHOLDS + 50):
        await guess(guesses, f"10.0.{nth // 250}.{nth % 250}")

    assert len(guesses) == MOST_HOUSEHOLDS
    begun = trio.current_time()
    await guess(guesses, "10.0.0.0")
    assert trio.current_time() - begun == pytest.approx(HASHING), "it was forgotten"


async def test_the_log_reports_once_a_minute_which_address_guesses_and_how_often(
    clock: MockClock, caplog: pytest.LogCaptureFixture
) -> None:
    guesses = guesses_at_one_daemon()
    for _ in range(20):
        await guess(guesses, ATTACKER)

    assert caplog.messages == [
        "a wrong password for table oak came from 203.0.113.9",
        "a wrong password for table oak came from 203.0.113.9; 18 more before",
    ]


async def test_a_client_with_a_token_never_waits_not_even_to_read_a_game(clock: MockClock) -> None:
    async with hosting() as host:
        await host.open_table("cinq-et-trois", password="sesame")
        ann, ben = await host.seated("Ann", password="sesame"), await host.seated("Ben", password="sesame")
        for _ in range(8):
            assert (await parting_of(host.connect("Eve"), password="wrong")).reason == "bad_password"
        async with trio.open_nursery() as nursery:
            nursery.start_soon(partial(parting_of, host.connect("Eve"), password="wrong"))
            await trio.testing.wait_all_tasks_blocked()
            begun = trio.current_time()

            ann = await host.back(ann)
            await ann.accepted(EndMatch())
            await ben.expect_event(MatchAbandoned)
            reader = host.connect(role=Role.READER)
            await reader.enter(game=ann.session.game, token=ann.session.token)

            assert trio.current_time() == begun


async def test_a_client_waiting_for_its_guess_is_not_cut_off_as_silent(clock: MockClock) -> None:
    async with hosting() as host:
        await host.open_table(password="sesame")
        for _ in range(8):
            await parting_of(host.connect("Eve", peer=ATTACKER), password="wrong")
        slow = host.connect("Cho", peer=ATTACKER)
        await trio.sleep(LONGEST_PAUSE)
        await parting_of(host.connect("Eve", peer=ATTACKER), password="wrong")
        await parting_of(host.connect("Eve", peer=ATTACKER), password="wrong")

        await slow.enter(password="sesame")

        assert slow.seat == 0


async def test_opening_a_table_with_a_password_waits_in_the_same_queue(clock: MockClock) -> None:
    async with hosting() as host:
        await host.open_table(password="sesame")
        for _ in range(3):
            await parting_of(host.connect("Eve"), password="wrong")
        begun = trio.current_time()
        opener, elsewhere = host.connect("Ann", peer=ELSEWHERE), host.connect("Ben", peer=FRIEND)

        for client, waits in ((elsewhere, 0.0), (opener, 4 * FIRST_PAUSE)):
            await client.send(OpenTable("all-fives", password="word"))
            await client.expect(Tables)
            assert trio.current_time() - begun >= waits
            assert waits or trio.current_time() - begun < FIRST_PAUSE
