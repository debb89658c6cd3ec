"""Unfinished games that everybody has left sleep: they take up no place, and wake when their players return."""

import logging
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

import pytest
import trio
import trio.testing

from daemon.house.sleeping import MOST_ASLEEP_FROM_ONE, MOST_ASLEEP_FROM_TUNNEL, SleepingGames
from daemon.journal.interface import GameInfo, GameOpened, TokenIssued, summary_of
from daemon.table.tokens import digest
from protocol.game.options import RulesError
from protocol.log.commands import AddBot, RemoveBot, Say, Start
from protocol.log.events import MatchStarted, SeatTaken
from protocol.shared.household import LOOPBACK, TUNNEL, household_of_invited
from protocol.shared.table_path import RESERVED
from protocol.wire.messages import AskTables, OpenTable, Role, Tables
from tests.daemon.harness import Host, hosting
from tests.daemon.journal.journals import AT, entries_of, opened_table
from tests.daemon.journal.memory_journal import MemoryJournal
from tests.daemon.journal.test_full_disk import Disk
from tests.daemon.wire_client import WireClient, parting_of

FRIEND, STRANGER = "192.0.2.8", "192.0.2.66"


async def left(host: Host, name: str = "Eve", peer: str = STRANGER, remarks: int = 0) -> WireClient:
    """A guest opens a table with a bot, starts a match and leaves."""
    client = host.connect(name, peer=peer)
    await client.send(OpenTable("cinq-et-trois", bots=1))
    answer = await client.expect(Tables)
    await client.enter(table=answer.opened)
    for nth in range(remarks):
        await client.accepted(Say(f"word {nth}"))
    await client.leave()
    await trio.testing.wait_all_tasks_blocked()
    return client


async def names_of(client: WireClient, *games: str | None) -> list[str]:
    await client.send(AskTables(tuple(game or "" for game in games)))
    return [table.table for table in (await client.expect(Tables)).tables]


async def test_a_match_that_everybody_has_left_makes_room_for_another_table() -> None:
    async with hosting(most_tables=2, think=60) as host:
        eve, dan = await left(host), await left(host, "Dan", FRIEND)
        cy = await left(host, "Cy", FRIEND)

        assert len(await names_of(host.connect())) == 2
        assert len(await names_of(host.connect(), eve.session.game, dan.session.game, cy.session.game)) == 3


async def test_a_returning_player_wakes_the_game_even_when_every_place_is_taken() -> None:
    async with hosting(most_tables=1, think=60) as host:
        eve = await left(host)
        dan = await left(host, "Dan", FRIEND)
        dan = await host.back(dan)

        again = await host.back(eve)

        assert (again.session.game, again.session.table_name, again.seat) == (eve.session.game, "oak", 0)
        assert await names_of(dan) == ["ash", "oak"]
        await again.accepted(Say("I am back"))


async def test_only_its_players_wake_a_game() -> None:
    journal = MemoryJournal()
    async with hosting(journal, think=60) as host:
        eve = await left(host)
    async with hosting(journal, think=60) as host:
        game = eve.session.game
        for role, token, reason in (
            (Role.SPECTATOR, None, "trouble"),
            (Role.PLAYER, None, "no_such_table"),
            (Role.PLAYER, "no-such-token", "bad_token"),
        ):
            stranger = host.connect("Mallory", role=role)
            await stranger.hello(table="oak", game=game, token=token)
            assert (await stranger.parting()).reason == reason

        assert await names_of(host.connect()) == []
        assert (await host.back(eve)).seat == 0


async def test_a_spectator_who_is_back_before_the_players_is_asked_to_come_again_and_a_new_one_is_not() -> None:
    journal = MemoryJournal()
    async with hosting(journal, think=60) as host:
        eve = await host.seated("Eve", table=await host.open_table())
        dan = await host.watching(table=eve.session.table_name)
        zoe = host.connect("Zoe", role=Role.SPECTATOR)
    async with hosting(journal, think=60) as host:
        again = host.connect(session=dan.session)
        await again.hello()
        assert (await again.parting()).reason == "trouble"
        stranger = host.connect("Zoe", role=zoe.session.role)
        assert (await parting_of(stranger, table=eve.session.table_name)).reason == "no_such_table"

        await host.back(eve)

        assert (await host.back(dan)).session.game == eve.session.game


async def test_a_game_with_a_connected_player_keeps_its_place() -> None:
    async with hosting(most_tables=1, think=60) as host:
        eve = await host.back(await left(host))

        with pytest.raises(RulesError, match="1 tables are open"):
            await host.open_table()
        await eve.accepted(Say("still here"))


async def test_a_player_who_has_left_a_game_may_open_another() -> None:
    async with hosting(most_tables_from_one=1, think=60) as host:
        await left(host)

        assert (await left(host)).session.table_name == "ash"


async def test_a_match_of_bots_alone_is_not_put_to_sleep() -> None:
    async with hosting(most_tables=1, think=60) as host:
        await host.open_table("cinq-et-trois", bots=2)

        with pytest.raises(RulesError, match="1 tables are open"):
            await host.open_table()


async def kept_by(host: Host) -> set[str]:
    await trio.testing.wait_all_tasks_blocked()
    return {info.game for info in await host.journal.games()}


async def test_the_newest_games_of_an_address_are_forgotten_first(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    async with hosting(most_tables=1, think=60) as host:
        friend = await left(host, "Fay", FRIEND)
        oldest = await left(host, "Eve")
        for _ in range(MOST_ASLEEP_FROM_ONE + 1):
            await left(host, remarks=3)

        kept = await kept_by(host)

        assert {friend.session.game, oldest.session.game} <= kept
        assert len(kept) == 1 + MOST_ASLEEP_FROM_ONE + 1, "a friend's, as many of one address, and the one awake"
        assert "forgot unfinished games of guests that were too many or too old" in caplog.text
        assert (await host.back(oldest)).seat == 0


async def left_by_two(host: Host, peer: str) -> WireClient:
    """Two people begin a match and leave; returns the first of them."""
    ann, ben = host.connect("Ann", peer=peer), host.connect("Ben", peer=peer)
    await ann.send(OpenTable("cinq-et-trois"))
    table = (await ann.expect(Tables)).opened
    for client in (ann, ben):
        await client.enter(table=table)
    for client in (ann, ben):
        await client.leave()
    await trio.testing.wait_all_tasks_blocked()
    return ann


async def left_by_an_attacker(host: Host, peer: str) -> WireClient:
    """A stranger opens a table with a bot, makes 40 entries and leaves."""
    mallory = host.connect("Mallory", peer=peer)
    await mallory.send(OpenTable("fives-and-threes", bots=1))
    await mallory.enter(table=(await mallory.expect(Tables)).opened)
    while mallory.session.head < 36:
        await mallory.accepted(AddBot(1, "club"))
        await mallory.accepted(RemoveBot(1))
    await mallory.accepted(Start())
    assert mallory.session.head >= 40
    await mallory.leave()
    await trio.testing.wait_all_tasks_blocked()
    return mallory


@pytest.mark.slow("stores many games")
async def test_a_friends_game_behind_the_tunnel_outlasts_a_strangers_long_ones() -> None:
    async with hosting(think=60) as host:
        friend = await left_by_two(host, TUNNEL)
        for _ in range(45):
            await left_by_an_attacker(host, TUNNEL)

        assert friend.session.game in await kept_by(host)
        assert (await host.back(friend)).seat == 0


@pytest.mark.slow("stores many games")
async def test_strangers_behind_the_tunnel_lose_their_own_newest_games() -> None:
    journal = MemoryJournal()
    async with hosting(journal, most_tables_from_one=1, think=60) as host:
        alone = await left(host, "Dan", TUNNEL)
        for _ in range(MOST_ASLEEP_FROM_TUNNEL + 5):
            await left(host, "Mallory", TUNNEL)
        friend = await left_by_two(host, TUNNEL)
        last = await left(host, "Mallory", TUNNEL)

        kept = await kept_by(host)

        assert {alone.session.game, friend.session.game} <= kept
        assert len(kept) == MOST_ASLEEP_FROM_TUNNEL + 1, "as many of the tunnel, and the one awake"
    async with hosting(journal, think=60) as host:
        kept = await kept_by(host)
        assert {alone.session.game, friend.session.game} <= kept
        assert last.session.game not in kept


def sleeping(nth: int, household: str, *, people: int = 1) -> GameInfo:
    """The `nth` game to begin, of one person with a bot or of two people; later games are longer."""
    other = SeatTaken(1, "Ben") if people == 2 else SeatTaken(1, "Ada", "club")
    entries = entries_of(opened_table(), SeatTaken(0, "Ann"), other, MatchStarted(1))
    at = f"2026-01-02T03:04:{nth:02}.000Z"
    return summary_of(f"g{nth}", GameOpened(f"t{nth}", at, opened_by=household), entries, len(entries) + 40 * nth, at)


def kept_of(infos: Iterable[GameInfo], **limits: int) -> list[str]:
    games = SleepingGames(**limits)
    for info in infos:
        games.add(info.table, info)
    gone = games.too_many()
    return [table for table, _ in games if table not in gone]


@pytest.mark.parametrize("household", [FRIEND, TUNNEL, LOOPBACK])
def test_strangers_at_many_addresses_push_out_nobodys_older_game(household: str) -> None:
    friends = [sleeping(0, household), sleeping(50, household, people=2)]
    strangers = [sleeping(nth, f"198.51.100.{nth}") for nth in range(1, 40)]

    kept = kept_of([*strangers, *friends], most=5, most_from_tunnel=5)

    assert kept == ["t1", "t2", "t3", *(["t4", "t5"] if household == TUNNEL else []), "t0", "t50"]


def test_games_opened_with_one_invitation_have_the_room_of_several_homes() -> None:
    games = [sleeping(nth, household_of_invited("Ben"), people=2) for nth in range(4)]

    assert kept_of(games, most_from_one=1, most_from_tunnel=3) == ["t0", "t1", "t2"]
    assert kept_of(games, most=2) == ["t0", "t1"]


def test_the_machine_of_the_host_has_no_limit_of_its_own() -> None:
    games = [sleeping(nth, LOOPBACK) for nth in range(4)]

    assert kept_of(games, most_from_one=1) == ["t0", "t1", "t2", "t3"]
    assert kept_of(games, most_from_one=1, most=2) == ["t0", "t1"]


def test_games_of_several_people_take_the_place_of_games_of_one() -> None:
    games = [sleeping(1, TUNNEL), sleeping(2, TUNNEL), sleeping(3, TUNNEL, people=2), sleeping(4, TUNNEL, people=2)]

    assert kept_of(games, most_from_tunnel=3) == ["t1", "t3", "t4"]


def test_among_games_of_several_people_the_newest_is_forgotten_first() -> None:
    games = [sleeping(nth, FRIEND, people=2) for nth in range(4)]

    assert kept_of(games, most_from_one=2) == ["t0", "t1"]


def test_other_addresses_do_not_take_the_places_of_a_tunnel() -> None:
    strangers = [sleeping(nth, f"198.51.100.{nth}", people=2) for nth in range(5)]

    assert "t9" in kept_of([*strangers, sleeping(9, TUNNEL)], most=3, most_from_tunnel=1)


async def test_a_table_that_was_opened_and_left_without_a_match_is_forgotten_at_once() -> None:
    async with hosting(most_tables=1) as host:
        eve = host.connect("Eve", peer=STRANGER)
        await eve.send(OpenTable("all-fives"))
        await eve.expect(Tables)
        await eve.leave()
        await host.deserted()
        await host.open_table()
        await trio.testing.wait_all_tasks_blocked()

        assert [info.preset for info in await host.journal.games()] == ["fives-and-threes"]


def ago(days: float) -> str:
    return f"{datetime.now(UTC) - timedelta(days=days):%Y-%m-%dT%H:%M:%S.000Z}"


async def stored_long_ago(opened_by: str | None, *, back: float | None = None) -> MemoryJournal:
    """A journal with a game of 31 days ago, whose player returned this many days ago, or never."""
    journal, at = MemoryJournal(), ago(31)
    entries = entries_of(opened_table(), SeatTaken(0, "Ann"), SeatTaken(1, "Ada", "club"), MatchStarted(1), at=at)
    await journal.append("g1", 0, entries, [GameOpened("oak", at, opened_by=opened_by)])
    if back is not None:
        await journal.append("g1", 4, [], [TokenIssued(0, digest("token"), is_host=True, at=ago(back))])
    return journal


@pytest.mark.parametrize(
    ("opened_by", "back", "days", "kept"),
    [
        (STRANGER, None, 30, False),
        (STRANGER, 29, 30, True),
        (STRANGER, None, 32, True),
        (STRANGER, None, 0, True),
        (None, None, 30, True),
    ],
    ids=["nobody came back", "a player came back", "the host allows more", "the host keeps all", "the host's own"],
)
async def test_a_guests_game_is_forgotten_when_nobody_returns_to_it(
    opened_by: str | None, back: float | None, days: int, kept: bool
) -> None:
    journal = await stored_long_ago(opened_by, back=back)
    async with hosting(journal, forget_after=days):
        assert bool(await journal.games()) == kept


@pytest.mark.parametrize("now_there", ["no table", "a table", "a sleeping game"])
async def test_a_forgotten_game_is_not_there_even_if_its_tables_name_is_taken(now_there: str) -> None:
    journal = await stored_long_ago(STRANGER, back=31)
    async with hosting(journal, think=60):
        pass
    async with hosting(journal, think=60) as host:
        if now_there != "no table":
            eve = await left(host)
            assert eve.session.table_name == "oak"
    async with hosting(journal, think=60) as host:
        if now_there == "a table":
            await host.back(eve)
        ann = host.connect("Ann")
        await ann.hello(table="oak", game="g1", token="token", since=4)

        assert (await ann.parting()).reason == "no_such_table"


async def test_games_at_a_private_host_are_never_forgotten() -> None:
    journal = MemoryJournal()
    async with hosting(journal, is_private=True, most_tables=1, think=60) as host:
        for _ in range(MOST_ASLEEP_FROM_ONE + 2):
            await left(host, "Ann", "127.0.0.1")
    async with hosting(journal, is_private=True, forget_after=1) as host:
        games = await host.journal.games()
        assert {info.opened_by for info in games} == {None}
        assert len(games) == MOST_ASLEEP_FROM_ONE + 2


async def test_a_game_that_cannot_be_deleted_because_the_disk_is_full_is_kept(caplog: pytest.LogCaptureFixture) -> None:
    disk = Disk()
    async with hosting(disk, most_tables=1) as host:
        eve = host.connect("Eve", peer=STRANGER)
        await eve.send(OpenTable("all-fives"))
        await eve.expect(Tables)
        await eve.leave()
        await host.deserted()
        disk.forgets = False
        await host.open_table()
        await trio.testing.wait_all_tasks_blocked()

        assert "1 unfinished games of guests should be forgotten: no space left" in caplog.text
        assert len(await host.journal.games()) == 2


@pytest.mark.parametrize("reserved", RESERVED)
async def test_a_game_whose_table_has_a_name_that_the_page_reserves_gets_another_one(reserved: str) -> None:
    journal = MemoryJournal()
    entries = entries_of(opened_table(), SeatTaken(0, "Ann"), SeatTaken(1, "Ben"), MatchStarted(1))
    await journal.append("g1", 0, entries, [GameOpened(reserved, AT)])

    async with hosting(journal) as host:
        assert await names_of(host.connect(), "g1") == ["oak"]
