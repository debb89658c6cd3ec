"""The contract of every club: what its daemons see of each other's games."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import partial

import pytest

from daemon.club.interface import Club
from daemon.club.postgres_journal import open_club
from daemon.journal.interface import GameMoved, GameOpened, Journal, LostGameError, TokenIssued
from protocol.log.events import MatchAbandoned, MatchStarted, SeatTaken
from tests.daemon.club.memory_club import MemoryClub
from tests.daemon.journal.journals import AT, entries_of, opened_table, sayings

LATER = "2026-02-03T00:00:00.000Z"
Starting = Callable[[str], AbstractAsyncContextManager["Daemon"]]
"""Starts a daemon with this address."""


class Daemon:
    """A daemon of the club: its journal and its calls."""

    def __init__(self, journal: Journal, club: Club) -> None:
        self.journal = journal
        self.club = club

    async def begin(
        self, game: str, table: str, *people: str, at: str = AT, by: str | None = None, instead_of: str | None = None
    ) -> None:
        """Begin a game at a table of this name, which these people join. `by`: the household of a guest."""
        assert await self.club.own(table) is None
        entries = entries_of(opened_table(), *(SeatTaken(seat, name) for seat, name in enumerate(people)), at=at)
        await self.journal.append(game, 0, entries, [GameOpened(table, at, opened_by=by, instead_of=instead_of)])

    async def listed(self, *games: str, search: str = "", most: int = 200) -> list[str]:
        return [found.info.game for found in await self.club.listed(games, search, most)]

    async def found_at(self, table: str) -> str | None:
        info = await self.club.find(table=table)
        return None if info is None else info.game


@asynccontextmanager
async def _in_database(url: str, address: str) -> AsyncIterator[Daemon]:
    async with open_club(url, address) as (journal, club):
        yield Daemon(journal, club)


@asynccontextmanager
async def _in_memory(club: MemoryClub, address: str) -> AsyncIterator[Daemon]:
    member = club.member(address)
    yield Daemon(member, member)
    club.cut_off(member, 0)


@pytest.fixture(params=["memory", "postgres"])
def starting(request: pytest.FixtureRequest) -> Starting:
    if request.param == "memory":
        return partial(_in_memory, MemoryClub())
    return partial(_in_database, request.getfixturevalue("club_url"))


async def test_daemons_know_each_other_and_who_owns_what(starting: Starting) -> None:
    async with starting("b.example:5533") as ben, starting("a.example:5533") as ann:
        await ann.begin("g1", "oak")
        await ben.begin("g2", "ash")

        owner = await ben.club.own("g1")
        assert owner is not None
        assert await ben.club.daemons() == [owner]
        assert owner.address == "a.example:5533"
        assert await ben.club.owners(["g1", "g2", "oak", "ash", "no such key"]) == {"g1": owner, "oak": owner}

        await ann.club.release(["g1", "g2", "oak"])
        assert await ben.club.owners(["g1", "g2"]) == {}
        assert await ben.club.own("g1") is None
        assert set(await ann.club.owners(["g1", "g2"])) == {"g1", "g2"}
    async with starting("c.example:5533") as cho:
        assert await cho.club.daemons() == []


async def test_what_a_daemon_stored_is_read_by_the_next_owner(starting: Starting) -> None:
    async with starting("a.example:5533") as ann, starting("b.example:5533") as ben:
        await ann.begin("g1", "oak")
        await ann.journal.append("g1", 1, sayings(3, after=1))
        await ann.club.release(["g1"])
        await ben.club.own("g1")
        assert len((await ben.journal.read("g1")).entries) == 4
        await ben.journal.append("g1", 4, sayings(1, after=4))
        with pytest.raises(LostGameError):
            await ann.journal.append("g1", 4, sayings(1, after=4))
        assert len((await ann.journal.read("g1")).entries) == 5


async def test_a_game_is_found_by_its_id_and_by_the_name_of_its_table(starting: Starting) -> None:
    async with starting("a.example:5533") as ann, starting("b.example:5533") as ben:
        await ann.begin("g1", "oak", "Ann", "Ada")
        await ann.journal.append("g1", 3, entries_of(MatchStarted(1), MatchAbandoned((0, 0)), after=3))
        assert await ben.found_at("oak") == "g1"
        await ann.begin("g2", "oak", at=LATER)

        assert await ben.found_at("oak") == "g2"
        info = await ben.club.find(game="g1")
        assert info is not None
        assert info.is_over
        assert await ben.club.find(game="no such game") is None
        assert await ben.found_at("ash") is None

        await ann.journal.append("g2", 1, entries_of(SeatTaken(0, "Ann"), after=1))
        await ann.begin("g3", "oak", at=LATER, instead_of="g2")
        assert await ben.club.find(game="g2") is None
        assert await ben.found_at("oak") == "g3"
        await ann.journal.append("g3", 1, [], [GameMoved("c.example:5533", None, "g9")])
        assert await ben.found_at("oak") == "g1"
        assert (await ben.club.find(game="g3")) is not None


async def test_own_games_are_listed_first_then_those_of_others_with_free_seats(starting: Starting) -> None:
    async with starting("a.example:5533") as ann, starting("b.example:5533") as ben:
        await ann.begin("full", "oak", "Ann", "Ada", at=LATER)
        await ann.begin("old", "ash")
        await ann.begin("new", "elm", at=LATER)
        await ann.begin("asleep", "fir")
        await ann.club.release(["asleep"])
        await ben.begin("own", "yew", "Ben", "Bea")

        assert await ben.listed("own") == ["own", "new", "old", "full"]
        assert await ben.listed() == ["new", "old", "full"]
        assert await ben.listed("own", "asleep", most=3) == ["asleep", "own", "new"]
        (listed,) = await ben.club.listed([], "ADA", 200)
        assert listed.info.game == "full"
        assert listed.owner is not None
        assert listed.owner.address == "a.example:5533"
        assert await ben.listed("own", search="cinq", most=2) == ["own", "new"]
        assert await ben.listed("own", search="%") == []
        assert [found.info.game for found in await ben.club.listed([], "fir", 200, asleep=True)] == ["asleep"]


async def test_surplus_games_of_guests_are_those_that_nobody_owns_and_nobody_misses(starting: Starting) -> None:
    async with starting("a.example:5533") as ann, starting("b.example:5533") as ben:
        await ann.begin("empty", "oak", by="10.0.0.1")
        await ann.begin("first", "ash", "Ann", by="10.0.0.1")
        await ann.begin("second", "elm", "Ann", at=LATER, by="10.0.0.1")
        await ann.begin("of others", "fir", "Ada", at=LATER, by="10.0.0.2")
        await ann.begin("of the host", "yew", "Ada")
        games = ["empty", "first", "second", "of others", "of the host"]
        assert await ben.club.surplus(None, 9, 9, "") == []

        await ann.club.release(games)
        assert await ben.club.surplus(None, 9, 9, "") == ["empty"]
        assert await ben.club.surplus("10.0.0.1", 1, 9, "") == ["empty", "second"]
        assert await ben.club.surplus("10.0.0.3", 0, 9, "") == ["empty"]
        assert len(await ben.club.surplus(None, 9, 2, "")) == 2
        assert await ben.club.surplus(None, 9, 9, LATER) == ["empty", "first"]
        await ann.club.own("first")
        await ann.journal.append("first", 2, [], [TokenIssued(0, "digest", is_host=False, at=LATER)])
        await ann.club.release(["first"])
        assert await ben.club.surplus(None, 9, 9, LATER) == ["empty"]


async def test_wrong_guesses_are_counted_at_all_daemons(starting: Starting) -> None:
    async with starting("a.example:5533") as ann, starting("b.example:5533") as ben:
        assert [await ann.club.count_guess("10.0.0.1"), await ben.club.count_guess("10.0.0.1")] == [1, 2]
        assert await ben.club.count_guess("10.0.0.2") == 1


async def test_the_first_certificate_is_that_of_all(starting: Starting) -> None:
    async with starting("a.example:5533") as ann, starting("b.example:5533") as ben:
        assert await ann.club.certificate(b"first") == b"first"
        assert await ben.club.certificate(b"second") == b"first"
        assert await ann.club.certificate(b"third") == b"first"
