"""A browser gets the host's controls with a code, and keeps them until they are taken back."""

from collections.abc import Iterator

import pytest
import trio
from trio.testing import MockClock

from daemon.house.host_browsers import (
    MOST,
    MOST_TRIES,
    MOST_TRIES_OF_ALL,
    TIME_TO_USE_A_CODE,
    HostBrowsers,
    WrongCodeError,
)
from daemon.rare_line import TIME_BETWEEN_LINES
from protocol.log.commands import EndMatch, Kick, Pause, Start
from protocol.log.operator_commands import CloseTable, FollowReach, MakeHostCode, ReadLog, Revoke
from protocol.log.table import Stage
from protocol.shared.household import TUNNEL
from protocol.wire.messages import Accepted, AskTables, Do, Invited, NotAccepted, OpenTable, Tables
from protocol.wire.operator_messages import Exchange, HostCode, HostToken, Log, Operator, Reach
from tests.daemon.harness import MONTHS, SECRET, Host, KeptInvitations, hosting
from tests.daemon.wire_client import WireClient

FOR_BEN = "b" * 26
STRANGER, PHONE = "192.168.1.66", "192.168.1.9"


async def code_of(host: Host) -> str:
    """A new code, as somebody at the terminal asks for it."""
    host.house.controls.know_page_as = lambda _: True
    terminal = await host.operator()
    await terminal.send(Do("1", 0, MakeHostCode()))
    return (await terminal.expect(HostCode)).code


async def exchanged(host: Host, code: str, kind: str = "Chrome on Android", *, peer: str | None = None) -> str | None:
    """The token that a browser gets for this code; None if it gets none."""
    browser = host.connect(peer=peer)
    await browser.send(Exchange("2", code, kind))
    answer = await browser.expect(HostToken | NotAccepted)  # type: ignore[arg-type]
    return answer.token if isinstance(answer, HostToken) else None


async def browser_of(host: Host, name: str = "Hana") -> WireClient:
    """A connection of a browser that has the host's controls."""
    token = await exchanged(host, await code_of(host))
    assert token is not None
    browser = host.connect(name)
    await browser.send(Operator(token))
    return browser


async def test_a_browser_exchanges_a_code_and_is_the_host_from_then_on() -> None:
    async with hosting(think=60) as host:
        await host.open_home("fives-and-threes")
        ann = await host.seated("Ann")
        hana = await browser_of(host)
        await hana.enter()

        assert hana.session.is_host
        await hana.accepted(Start())
        await hana.accepted(Pause())
        await hana.accepted(Kick(0))
        assert (await ann.parting()).reason == "kicked"


async def test_a_code_is_good_for_one_browser_however_it_is_typed() -> None:
    async with hosting() as host:
        code = await code_of(host)

        assert await exchanged(host, f" {code.replace('-', '').upper()} ") is not None
        assert await exchanged(host, code) is None


async def test_a_new_code_ends_the_one_before() -> None:
    async with hosting() as host:
        before, code = await code_of(host), await code_of(host)

        assert await exchanged(host, before) is None
        assert await exchanged(host, code) is not None


async def test_a_code_ends_after_ten_minutes(autojump_clock: MockClock) -> None:
    async with hosting(patience=MONTHS) as host:
        code = await code_of(host)
        await trio.sleep(TIME_TO_USE_A_CODE + 1)

        assert await exchanged(host, code) is None


@pytest.mark.parametrize(("guesses", "is_valid"), [(MOST_TRIES - 1, True), (MOST_TRIES, False)])
@pytest.mark.parametrize(("stranger", "phone"), [(STRANGER, PHONE), ("fd00::5", "fd00::7")])
async def test_a_code_is_void_for_an_address_after_a_few_wrong_ones_from_there(
    stranger: str, phone: str, guesses: int, is_valid: bool
) -> None:
    async with hosting() as host:
        code = await code_of(host)
        for guess in ("", "ü", "aaaa-aaaa", "bbbbbbbb", "cccc-cccc")[:guesses]:
            assert await exchanged(host, guess, peer=stranger) is None

        assert (await exchanged(host, code, peer=stranger) is not None) == is_valid
        assert (await exchanged(host, code, peer=phone) is not None) != is_valid, "it is for one browser"


async def test_the_operators_hear_of_wrong_codes_at_most_once_a_minute(autojump_clock: MockClock) -> None:
    async with hosting(patience=MONTHS, invitations=KeptInvitations({"Ben": FOR_BEN})) as host:
        code = await code_of(host)
        terminal = await host.operator()
        await terminal.send(Do("reach", 0, FollowReach()))
        assert (await terminal.expect(Reach)).wrong_code is None

        for _ in range(3):
            assert await exchanged(host, "aaaa-aaaa", peer=STRANGER) is None
        wrong = (await terminal.expect(Reach)).wrong_code
        assert wrong is not None
        assert (wrong.address, wrong.invitation, wrong.ends_code) == (STRANGER, None, False)

        await trio.sleep(TIME_BETWEEN_LINES)
        friend = await host.outside(invitation=FOR_BEN)
        await friend.send(Exchange("1", "bbbb-bbbb"))
        await friend.expect(NotAccepted)
        later = (await terminal.expect(Reach, lambda reach: reach.wrong_code != wrong)).wrong_code
        assert later is not None
        assert (later.address, later.invitation, later.ends_code) == (TUNNEL, "Ben", False)
        assert await exchanged(host, code, peer=PHONE) is not None


# The noun by itself: what all addresses together may do.


def wrong_codes(browsers: HostBrowsers, households: int) -> Iterator[WrongCodeError]:
    """What so many households are told, each of which guesses as often as it may."""
    for household in range(households):
        for _ in range(MOST_TRIES):
            with pytest.raises(WrongCodeError) as refused:
                browsers.exchange("aaaa-aaaa", "", f"household {household}")
            yield refused.value


async def test_strangers_at_many_addresses_make_no_code_void_until_they_are_far_too_many() -> None:
    browsers, most = HostBrowsers(), MOST_TRIES_OF_ALL // MOST_TRIES
    code = browsers.new_code()
    assert not any(wrong.ends_code for wrong in wrong_codes(browsers, most - 1))
    assert browsers.exchange(code, "", "the phone")

    code = browsers.new_code()
    *before, last = wrong_codes(browsers, most)
    assert last.ends_code
    assert not any(wrong.ends_code for wrong in before)
    with pytest.raises(WrongCodeError) as refused:
        browsers.exchange(code, "", "the phone")
    assert not refused.value.ends_code, "the host has been told"


async def test_tries_beyond_those_of_a_household_count_for_nobody_else() -> None:
    browsers = HostBrowsers()
    code = browsers.new_code()
    for _ in range(MOST_TRIES_OF_ALL + 1):
        with pytest.raises(WrongCodeError):
            browsers.exchange("aaaa-aaaa", "", "a stranger")

    with pytest.raises(WrongCodeError, match="from your address"):
        browsers.exchange(code, "", "a stranger")
    assert browsers.exchange(code, "", "the phone")


async def test_a_new_code_forgets_the_wrong_ones_of_the_one_before() -> None:
    browsers = HostBrowsers()
    browsers.new_code()
    list(wrong_codes(browsers, 1))

    assert browsers.exchange(browsers.new_code(), "", "household 0")


async def test_only_the_terminal_makes_codes() -> None:
    async with hosting() as host:
        code = await code_of(host)
        token = await exchanged(host, code)
        browser = await browser_of(host)
        stranger, other = host.connect(), host.connect()
        await other.send(Operator(token or ""))

        await browser.send(Do("1", 0, MakeHostCode()))
        await stranger.send(Do("1", 0, MakeHostCode()))
        await other.send(Do("1", 0, MakeHostCode()))

        for client in (browser, stranger, other):
            assert (await client.parting()).reason == "bad_token"


async def test_without_a_page_there_is_no_code() -> None:
    async with hosting() as host:
        terminal = await host.operator()
        await terminal.send(Do("1", 0, MakeHostCode()))

        assert (await terminal.expect(NotAccepted)).detail == "this daemon has no page"


async def test_browsers_are_listed_and_taken_back_and_a_seat_stays() -> None:
    async with hosting() as host:
        await host.open_home()
        hana = await browser_of(host)
        await hana.enter()
        terminal = await host.operator()
        await terminal.send(Do("reach", 0, FollowReach()))
        (listed,) = (await terminal.expect(Reach)).browsers
        assert (listed.number, listed.browser, listed.here) == (1, "Chrome on Android", True)

        await terminal.send(Do("1", 0, Revoke(listed.number)))

        assert (await terminal.expect(Reach)).browsers == ()
        assert (await hana.parting()).reason == "revoked"
        again = await host.back(hana)
        assert (again.seat, again.session.is_host) == (hana.seat, False)
        await terminal.send(Do("2", 0, Revoke(listed.number)))
        assert (await terminal.expect(NotAccepted)).reason == "not_allowed"


async def test_there_are_only_so_many_browsers_and_all_can_be_taken_back_at_once() -> None:
    async with hosting() as host:
        tokens = [await exchanged(host, await code_of(host)) for _ in range(MOST + 1)]
        assert [token is None for token in tokens] == [*[False] * MOST, True]
        terminal = await host.operator()

        await terminal.send(Do("1", 0, Revoke()))

        assert (await terminal.expect(Reach)).browsers == ()
        client = host.connect()
        await client.send(Operator(tokens[0] or ""))
        assert (await client.parting()).reason == "bad_token"


async def test_from_outside_a_code_needs_an_invitation() -> None:
    async with hosting(invitations=KeptInvitations({"Ben": FOR_BEN})) as host:
        code = await code_of(host)
        stranger = await host.outside()
        await stranger.send(Exchange("1", code))
        assert (await stranger.parting()).reason == "not_invited"

        friend = await host.outside(invitation=FOR_BEN)
        await friend.send(Exchange("1", code))
        token = (await friend.expect(HostToken)).token
        again = await host.outside()
        await again.send(Operator(token))
        await again.send(Invited(FOR_BEN))
        await again.send(AskTables())
        await again.expect(Tables)


async def test_the_operator_controls_a_table_that_a_guest_has_opened_and_closes_it() -> None:
    async with hosting(think=60) as host:
        await host.open_home()
        ann = host.connect("Ann")
        await ann.send(OpenTable("cinq-et-trois", bots=1))
        table = (await ann.expect(Tables)).opened or ""
        await ann.enter(table=table)
        await ann.until(lambda: ann.is_at(Stage.PLAYING))
        hana = await browser_of(host)

        await hana.send(Do("1", 0, CloseTable(table)))
        assert (await hana.expect(NotAccepted)).reason == "match_not_over"
        await hana.send(Do("2", 0, EndMatch(), table))
        await hana.expect(Accepted)
        await hana.send(Do("3", 0, CloseTable(table)))
        await hana.expect(Accepted)

        assert (await ann.parting()).reason == "no_such_table"
        await hana.send(AskTables())
        assert [summary.home for summary in (await hana.expect(Tables)).tables] == [True]


async def test_the_home_table_and_a_missing_one_are_not_closed_nor_is_any_by_a_guest() -> None:
    async with hosting() as host:
        home = await host.open_home()
        hana, ann = await browser_of(host), host.connect("Ann")
        for table in (home.table, "elm"):
            await hana.send(Do("1", 0, CloseTable(table)))
            assert (await hana.expect(NotAccepted)).reason == "not_allowed"

        await ann.send(Do("1", 0, CloseTable(home.table)))

        assert (await ann.parting()).reason == "bad_token"


async def test_the_operator_reads_the_end_of_the_log() -> None:
    async with hosting() as host:
        host.house.controls.log_lines = lambda: ["INFO table oak is open"]
        hana, ann = await browser_of(host), host.connect("Ann")

        await hana.send(Do("1", 0, ReadLog()))
        await ann.send(Do("1", 0, ReadLog()))

        assert (await hana.expect(Log)).lines == ("INFO table oak is open",)
        assert (await ann.parting()).reason == "bad_token"


async def test_a_token_is_no_more_than_the_secret_of_a_run() -> None:
    async with hosting() as host:
        token = await exchanged(host, await code_of(host))
    async with hosting() as host:
        await host.operator()
        client = host.connect()
        await client.send(Operator(token or ""))

        assert (await client.parting()).reason == "bad_token"
        assert token != SECRET
