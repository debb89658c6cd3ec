"""The contract of every journal: one suite for those in memory, in a file and in a club's database."""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import partial
from pathlib import Path

import pytest
import trio
import trio.testing

from daemon.club.postgres_journal import open_club
from daemon.journal.interface import (
    PIECE,
    CommandAccepted,
    GameOpened,
    Journal,
    NextGameOpened,
    Private,
    TokenIssued,
    TokensRevoked,
    WrongPlaceError,
)
from daemon.journal.sqlite_journal import open_journal
from protocol.log.events import Entry, MatchAbandoned, MatchStarted, Said, SeatTaken, StandInSeated
from tests.daemon.journal.journals import AT, OAK, begin, entries_of, in_pieces, opened_table, sayings
from tests.daemon.journal.memory_journal import MemoryJournal
from tests.played import entered, played_match

Opening = Callable[[], AbstractAsyncContextManager[Journal]]
"""Opens the same journal every time."""


@asynccontextmanager
async def _the_same(journal: Journal) -> AsyncIterator[Journal]:
    yield journal


@asynccontextmanager
async def _of_club(url: str) -> AsyncIterator[Journal]:
    async with open_club(url, "127.0.0.1:5533") as (journal, club):
        for key in ("oak", *(info.game for info in await journal.games())):
            assert await club.own(key) is None
        yield journal


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def opening(request: pytest.FixtureRequest, tmp_path: Path) -> Opening:
    if request.param == "memory":
        journal = MemoryJournal()
        return lambda: _the_same(journal)
    if request.param == "postgres":
        return partial(_of_club, request.getfixturevalue("club_url"))
    return lambda: open_journal(tmp_path / "journal.sqlite")


async def test_a_whole_match_is_read_as_it_was_appended(opening: Opening) -> None:
    entries = entered(played_match("all-fives", {"target": 60}, 3))

    async with opening() as journal:
        await journal.append("g1", 0, entries, [OAK])
        assert (await journal.read("g1")).entries == tuple(entries)


@pytest.mark.parametrize("appends", [[250], [1] * 250, [PIECE, PIECE], [PIECE - 1, PIECE + 2, 0, 0], [1, *[0] * 250]])
async def test_a_game_is_read_in_chunks_however_it_was_appended(opening: Opening, appends: list[int]) -> None:
    async with opening() as journal:
        await journal.append("g1", 0, entries_of(opened_table()), [OAK])
        head = 1
        for nth, count in enumerate(appends):
            await journal.append("g1", head, sayings(count, after=head), [CommandAccepted(f"{nth}", "d", head)])
            head += count
        await begin(journal, "g2")

        read = await in_pieces(journal, "g1")

        whole = await journal.read("g1")
        assert len(whole.entries) == head
        assert [entry for piece in read for entry in piece.entries] == list(whole.entries)
        assert [row for piece in read for row in piece.private] == list(whole.private)
        assert max(len(piece.entries) for piece in read) <= PIECE
        assert await in_pieces(journal, "g9") == []


async def test_a_game_that_grows_while_it_is_read_in_chunks_is_read_to_its_end(opening: Opening) -> None:
    async with opening() as journal:
        await journal.append("g1", 0, [*entries_of(opened_table()), *sayings(PIECE + 10, after=1)], [OAK])
        pieces = journal.pieces("g1")
        await pieces.next()
        await journal.append("g1", PIECE + 11, sayings(5, after=PIECE + 11))

        rest = await pieces.next()

        assert rest is not None
        assert [entry.seq for entry in rest.entries] == list(range(PIECE + 1, PIECE + 17))
        assert await pieces.next() is None


async def test_entries_are_read_from_a_number_onward(opening: Opening) -> None:
    async with opening() as journal:
        await begin(journal)
        await journal.append("g1", 1, sayings(5, after=1))

        assert [entry.seq for entry in (await journal.read("g1", 4)).entries] == [5, 6]
        assert (await journal.read("g1", 6)).entries == ()
        assert (await journal.read("g1", 99)).entries == ()


async def test_an_unknown_game_has_no_entries(opening: Opening) -> None:
    async with opening() as journal:
        stored = await journal.read("g9")

    assert (stored.entries, stored.private) == ((), ())


async def test_private_notes_are_read_in_order_from_any_number(opening: Opening) -> None:
    private: Sequence[Private] = [
        GameOpened("oak", AT, "salt:hash", is_home=True),
        TokenIssued(1, "d1", is_host=True),
        TokensRevoked(1),
        TokenIssued(1, "d2", is_host=False),
    ]
    async with opening() as journal:
        await journal.append("g1", 0, entries_of(opened_table()), private)
        await journal.append("g1", 1, sayings(1, after=1), [CommandAccepted("k-1", "c1", 2)])
        await journal.append("g1", 2, [], [NextGameOpened("g2")])
        stored = await journal.read("g1", 2)

    assert stored.entries == ()
    assert list(stored.private) == [*private, CommandAccepted("k-1", "c1", 2), NextGameOpened("g2")]


async def test_private_notes_can_be_stored_without_an_entry(opening: Opening) -> None:
    async with opening() as journal:
        await begin(journal)
        await journal.append("g1", 1, [], [TokenIssued(0, "d1", is_host=False)])

        assert (await journal.read("g1")).private == (OAK, TokenIssued(0, "d1", is_host=False))


@pytest.mark.parametrize("place", [0, 2, 99])
async def test_an_append_at_the_wrong_place_is_refused_and_stores_nothing(opening: Opening, place: int) -> None:
    async with opening() as journal:
        await begin(journal)
        with pytest.raises(WrongPlaceError):
            await journal.append("g1", place, sayings(1, after=place), [TokenIssued(0, "d", is_host=False)])
        stored = await journal.read("g1")

        assert (len(stored.entries), stored.private) == (1, (OAK,))


async def test_the_id_of_a_command_is_stored_with_or_without_entries(opening: Opening) -> None:
    ids = [CommandAccepted("k-1", "c1", 3), CommandAccepted("k-2", "c2", 3)]
    async with opening() as journal:
        await begin(journal)
        await journal.append("g1", 1, sayings(2, after=1), [TokensRevoked(1), ids[0]])
        await journal.append("g1", 3, [], [ids[1]])

        assert (await journal.read("g1")).private == (OAK, TokensRevoked(1), *ids)


async def test_each_entry_keeps_its_time(opening: Opening) -> None:
    entries = [Entry(nth, f"2026-01-02T03:04:0{nth // 3}.000Z", Said(0, "Ann", str(nth))) for nth in range(2, 9)]
    async with opening() as journal:
        await begin(journal)
        await journal.append("g1", 1, entries, [CommandAccepted("k-1", "c1", 8)])
        stored = await journal.read("g1", 1)

        assert (list(stored.entries), stored.private[-1]) == (entries, CommandAccepted("k-1", "c1", 8))


async def test_a_refused_append_does_not_affect_the_others_in_its_batch(opening: Opening) -> None:
    refused: list[int] = []

    async def append(journal: Journal, place: int) -> None:
        try:
            await journal.append("g1", place, sayings(1, after=place))
        except WrongPlaceError:
            refused.append(place)

    async with opening() as journal:
        await begin(journal)
        await begin(journal, "g2")
        async with trio.open_nursery() as nursery:
            nursery.start_soon(append, journal, 1)
            nursery.start_soon(append, journal, 7)
            nursery.start_soon(journal.append, "g2", 1, sayings(3, after=1))

        assert refused == [7]
        assert [len((await journal.read(game)).entries) for game in ("g1", "g2")] == [2, 4]


async def test_of_two_appends_at_the_same_place_only_one_succeeds(opening: Opening) -> None:
    outcomes: list[str] = []

    async def append(journal: Journal, name: str) -> None:
        try:
            await journal.append("g1", 1, entries_of(Said(None, name, "me"), after=1))
            outcomes.append("stored")
        except WrongPlaceError:
            outcomes.append("refused")

    async with opening() as journal:
        await begin(journal)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(append, journal, "Ann")
            nursery.start_soon(append, journal, "Ben")

        assert sorted(outcomes) == ["refused", "stored"]
        assert len((await journal.read("g1")).entries) == 2


async def test_many_simultaneous_appends_are_all_stored(opening: Opening) -> None:
    async def play(journal: Journal, game: str) -> None:
        await begin(journal, game)
        for place in range(1, 6):
            await journal.append(game, place, sayings(1, after=place))

    games = [f"g{nth}" for nth in range(40)]
    async with opening() as journal, trio.open_nursery() as nursery:
        for game in games:
            nursery.start_soon(play, journal, game)
    async with opening() as journal:
        for game in games:
            assert [entry.seq for entry in (await journal.read(game)).entries] == [1, 2, 3, 4, 5, 6]


async def test_stored_entries_are_there_when_the_journal_is_reopened(opening: Opening) -> None:
    async with opening() as journal:
        await begin(journal)
        await journal.append("g1", 1, sayings(2, after=1), [CommandAccepted("k-1", "c1", 3)])
        before = await journal.read("g1")
    async with opening() as journal:
        assert await journal.read("g1") == before
        await journal.append("g1", 3, sayings(1, after=3))
        assert len((await journal.read("g1")).entries) == 4


async def test_games_are_listed_oldest_first_with_players_and_progress(opening: Opening) -> None:
    async with opening() as journal:
        await begin(journal, "late", at="2026-01-03T00:00:00.000Z")
        await begin(
            journal, "early", SeatTaken(0, "Ann"), SeatTaken(1, "Ada", "club"), MatchStarted(1), MatchAbandoned((4, 7))
        )
        infos = await journal.games()
        unfinished = await journal.games(unfinished_only=True)

    assert {info.game for info in infos} == {"early", "late"}
    early = next(info for info in infos if info.game == "early")
    assert [seat.name for seat in early.seats] == ["Ann", "Ada"]
    assert (early.is_started, early.is_over, early.is_abandoned, early.scores) == (True, True, True, (4, 7))
    assert (early.entries, early.table, early.preset) == (5, "oak", "cinq-et-trois")
    assert [info.game for info in infos] == ["early", "late"]
    assert [(info.game, info.is_started, info.scores) for info in unfinished] == [("late", False, ())]


async def test_games_are_listed_by_their_ids_and_finished_ones_are_known(opening: Opening) -> None:
    async with opening() as journal:
        ended = (SeatTaken(0, "Ann"), SeatTaken(1, "Ada", "club"), MatchStarted(1), MatchAbandoned((4, 7)))
        await begin(journal, "g1", *ended)
        await begin(journal, "g2")
        await begin(journal, "g3")

        assert [info.game for info in await journal.games(["g1", "g3", "no such game"])] == ["g1", "g3"]
        assert [info.game for info in await journal.games(["g1", "g3"], unfinished_only=True)] == ["g3"]
        assert await journal.finished() == {"g1"}


async def test_games_with_an_event_are_found_among_some(opening: Opening) -> None:
    async with opening() as journal:
        for game in ("g1", "g2", "g3"):
            await begin(journal, game, *([] if game == "g3" else [StandInSeated(0, "club")]))

        assert await journal.games_with(StandInSeated, ["g1", "g3"]) == {"g1"}


@pytest.mark.parametrize("is_home", [True, False])
async def test_games_are_listed_with_their_table_settings(opening: Opening, is_home: bool) -> None:
    opened = opened_table()
    async with opening() as journal:
        await journal.append("g1", 0, entries_of(opened), [GameOpened("oak", AT, "salt:hash", is_home)])
        (info,) = await journal.games()

    assert (info.opened, info.password, info.is_locked, info.is_home) == (opened, "salt:hash", True, is_home)


async def test_text_of_every_kind_is_stored_exactly(opening: Opening) -> None:
    said = Said(None, "Zoë 🁫", "\u0000 \" ' \\ ; DROP TABLE entries -- ☃ ünï\u2028")

    async with opening() as journal:
        await begin(journal)
        await journal.append("g1", 1, entries_of(said, after=1), [CommandAccepted("a\u0000b'", "c", 2)])
        await journal.append("g1", 2, sayings(1, after=2), [CommandAccepted("a\u0000c'", "c", 3)])
        stored = await journal.read("g1", 1)

    assert stored.entries[0].event == said
    assert {row.id for row in stored.private if isinstance(row, CommandAccepted)} == {"a\u0000b'", "a\u0000c'"}


async def test_forgotten_games_are_deleted_and_the_others_stay_complete(opening: Opening) -> None:
    async with opening() as journal:
        for game in ("g1", "g2", "g3"):
            await begin(journal, game)
        await journal.append("g2", 1, sayings(3, after=1))
        await journal.forget(["g1", "g3", "no such game"])

        assert [info.game for info in await journal.games()] == ["g2"]
        assert (await journal.read("g1")).entries == ()
        await begin(journal, "g3")
    async with opening() as journal:
        assert [info.game for info in await journal.games()] == ["g2", "g3"]
        assert len((await journal.read("g2")).entries) == 4


@pytest.mark.parametrize(
    ("private", "last_at"),
    [
        ([], AT),
        ([TokenIssued(0, "d", is_host=True, at="2026-02-03T00:00:00.000Z")], "2026-02-03T00:00:00.000Z"),
        ([TokenIssued(0, "d", is_host=True)], AT),
    ],
    ids=["nobody came back", "a player came back", "nobody knows when"],
)
async def test_a_game_was_last_played_at_its_last_append_or_return(
    opening: Opening, private: list[Private], last_at: str
) -> None:
    async with opening() as journal:
        await begin(journal, "g1", at="2026-01-01T00:00:00.000Z")
        await journal.append("g1", 1, [], private)

        (info,) = await journal.games()
        assert info.last_at == last_at
