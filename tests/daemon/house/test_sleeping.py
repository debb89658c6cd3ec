"""Unfinished games that everybody has left sleep: they take up no place, and wake when their players return."""

import logging
from datetime import UTC, datetime, timedelta

import pytest
import trio
import trio.testing

from daemon.house.sleeping import MOST_ASLEEP_FROM_ONE
from daemon.journal.interface import GameOpened, TokenIssued
from daemon.journal.memory_journal import MemoryJournal
from daemon.table.tokens import digest
from protocol.console.table_path import RESERVED
from protocol.game.options import RulesError
from protocol.log.commands import Say
from protocol.log.events import MatchStarted, SeatTaken
from protocol.wire.messages import AskTables, OpenTable, Role, Tables
from tests.daemon.harness import Host, hosting
from tests.daemon.journal.journals import AT, entries_of, opened_table
from tests.daemon.journal.test_full_disk import Disk
from tests.daemon.wire_client import WireClient

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
            (Role.SPECTATOR, None, "no_such_table"),
            (Role.PLAYER, None, "no_such_table"),
            (Role.PLAYER, "no-such-token", "bad_token"),
        ):
            stranger = host.connect("Mallory", role=role)
            await stranger.hello(table="oak", game=game, token=token)
            assert (await stranger.parting()).reason == reason

        assert await names_of(host.connect()) == []
        assert (await host.back(eve)).seat == 0


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


async def test_the_least_played_games_of_an_address_are_forgotten_first(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    async with hosting(most_tables=1, think=60) as host:
        friend = await left(host, "Fay", FRIEND)
        played = await left(host, "Eve", remarks=3)
        for _ in range(MOST_ASLEEP_FROM_ONE + 1):
            await left(host)
        await trio.testing.wait_all_tasks_blocked()

        kept = {info.game for info in await host.journal.games()}

        assert {friend.session.game, played.session.game} <= kept
        assert len(kept) == 1 + MOST_ASLEEP_FROM_ONE + 1, "a friend's, as many of one address, and the one awake"
        assert "forgot unfinished games of guests that were too many or too old" in caplog.text
        assert (await host.back(played)).seat == 0


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
