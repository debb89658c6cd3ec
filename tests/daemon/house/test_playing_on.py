"""A finished game is played on from the middle of it: as a game of its own, with bots on all other seats (WIRE.md)."""

from typing import Any, Final

import pytest

from protocol.log.audit import audit
from protocol.log.commands import Rematch
from protocol.log.events import Entry, MatchWon, PlayedOn, RoundDealt, RoundEnded, TableOptions, TilePlayed
from protocol.log.table import Stage
from protocol.wire.messages import OpenTable, PlayOn, Tables
from protocol.wire.notices import RefusedNotice
from protocol.wire.record import Header, Record
from protocol.wire.sealer import Sealer
from protocol.wire.session import Session
from tests.daemon.harness import Host, hosting
from tests.daemon.journal.memory_journal import MemoryJournal
from tests.daemon.wire_client import WireClient
from tests.played import entered, played_match

GAME: Final = "2026-01-02-oak-1a2b3c"
FINISHED: Final = entered(played_match("cinq-et-trois", {"target": "31"}))
LAST_PLAY: Final = next(entry.seq for entry in reversed(FINISHED) if isinstance(entry.event, TilePlayed))


def record(entries: list[Entry] = FINISHED) -> Record:
    return Record(Header(GAME, "oak", entries[0].at), tuple(entries))


async def asked(host: Host, entry: int, **more: Any) -> tuple[WireClient, Tables | RefusedNotice]:
    """Cho asks to play on, on seat 1 after this entry; and the answer."""
    fields: dict[str, Any] = {"game": GAME, "seat": 1, "name": "Cho"} | more
    client = host.connect("Cho")
    await client.send(OpenTable("cinq-et-trois", play_on=PlayOn(entry=entry, **fields)))
    while not isinstance(answer := await client.receive(), Tables | RefusedNotice):
        pass
    return client, answer


async def playing_on(host: Host, entry: int, **more: Any) -> WireClient:
    """Cho, who plays on."""
    client, answer = await asked(host, entry, **more)
    assert isinstance(answer, Tables)
    await client.enter()
    return client


async def why_not(host: Host, entry: int, **more: Any) -> str:
    """Why nobody can play on from there."""
    _, answer = await asked(host, entry, **more)
    assert isinstance(answer, RefusedNotice)
    return answer.text


async def test_the_log_begins_with_the_record_and_says_who_plays_on() -> None:
    async with hosting() as host:
        host.house.tables.offered = record()

        cho = await playing_on(host, 30)

        entries = (await host.journal.read(cho.session.game or "")).entries
        at = next(nth for nth, entry in enumerate(entries) if isinstance(entry.event, PlayedOn))
        assert list(entries[:at]) == FINISHED[:at]
        assert at >= 30
        assert entries[at].event == PlayedOn(GAME, 1, ("Ann", "Cho"), "club")
        assert cho.seat == 1
        assert [(who.name, who.bot) for who in cho.table.seats] == [("Ann", "club"), ("Cho", None)]
        assert (cho.table.repeats, cho.session.is_host) == (GAME, True)


async def test_it_is_played_to_its_end_and_its_record_is_sound() -> None:
    async with hosting() as host:
        host.house.tables.offered = record()
        cho = await playing_on(host, 30)

        await cho.play_some(500)

        entries = (await host.journal.read(cho.session.game or "")).entries
        assert cho.is_at(Stage.OVER)
        assert isinstance(entries[-1].event, MatchWon)
        assert audit(entries) is None


async def test_the_player_sees_no_hand_but_the_own() -> None:
    async with hosting(think=1e6) as host:
        host.house.tables.offered = record()

        cho = await playing_on(host, 30)

        assert cho.table == await host.as_seen(cho)
        assert cho.table.round is not None
        assert set(cho.table.round.hands[0]) == {None}


@pytest.mark.parametrize("after", [7, 30, 41])
async def test_a_player_always_begins_with_somebody_s_turn(after: int) -> None:
    async with hosting(think=1e6) as host:
        host.house.tables.offered = record()

        cho = await playing_on(host, after)

        assert cho.table.turn is not None


async def test_nobody_plays_on_after_the_last_play() -> None:
    async with hosting() as host:
        host.house.tables.offered = record()

        assert "the match ends there" in await why_not(host, LAST_PLAY)


@pytest.mark.parametrize(
    ("bent", "why"),
    [
        (lambda entries: [entry for entry in entries if entry.seq != 12], "entry"),
        (lambda entries: entries[:20], "the match ends there"),
    ],
    ids=["an entry is missing", "it ends before"],
)
async def test_a_record_is_from_a_stranger(bent: Any, why: str) -> None:
    async with hosting() as host:
        host.house.tables.offered = record(bent(FINISHED))

        assert why in await why_not(host, 30)


async def test_a_seat_or_a_name_that_is_impossible_is_refused() -> None:
    async with hosting() as host:
        host.house.tables.offered = record()

        assert "no seat 9" in await why_not(host, 30, seat=8)
        assert "a name has" in await why_not(host, 30, name="")


async def test_a_player_with_the_name_of_another_seat_keeps_it() -> None:
    async with hosting(think=1e6) as host:
        host.house.tables.offered = record()

        _, answer = await asked(host, 30, name="Ann")

        assert isinstance(answer, Tables)
        assert [seat.name for seat in answer.tables[0].seats] == ["Ann 2", "Ann"]


# A game of this host.


async def finished_here(host: Host, **more: Any) -> str:
    """A match that Ann has played to its end against a bot here, in a table opened so; its id."""
    await host.open_table("cinq-et-trois", set={"target": "31"}, bots=1, **more)
    ann = host.connect(session=Session("tests", "Ann", sealer=Sealer(lambda: "Ann's secret")))
    await ann.enter(password=more.get("password"))
    await ann.play_some(500)
    assert ann.is_at(Stage.OVER)
    game = ann.session.game
    await ann.leave()
    await host.deserted()
    return game or ""


async def second_round(host: Host, game: str) -> int:
    """The number of the second deal of a game here."""
    entries = (await host.journal.read(game)).entries
    return [entry.seq for entry in entries if isinstance(entry.event, RoundDealt)][1]


async def test_a_game_of_this_host_is_played_on_also_after_a_restart() -> None:
    journal = MemoryJournal()
    async with hosting(journal) as host:
        game = await finished_here(host)
        cho = await playing_on(host, 20, game=game, seat=0)
        token, playing = cho.session.token, cho.session.game
        await cho.leave()
    async with hosting(journal) as host:
        again = host.connect("Cho")
        await again.enter(token=token, game=playing)

        await again.play_some(500)

        assert again.is_at(Stage.OVER)
        assert again.table.repeats == game


async def test_deals_are_mixed_no_more() -> None:
    async with hosting() as host:
        game = await finished_here(host)

        cho = await playing_on(host, await second_round(host, game), game=game, seat=0)
        await cho.play_some(500)

        ended = [event for event in cho.events if isinstance(event, RoundEnded)]
        assert ended[0].host_number is not None
        assert ended[-1].host_number is None


async def test_a_game_that_is_not_over_or_not_here_is_refused() -> None:
    async with hosting(think=1e6) as host:
        await host.open_table("cinq-et-trois", bots=1)
        ann = await host.seated("Ann")

        assert "no finished game" in await why_not(host, 20, game=ann.session.game)
        assert "no finished game" in await why_not(host, 20, game="nothing")


@pytest.mark.parametrize("locked", [{"password": "tulip"}, {"options": TableOptions(spectators=False)}])
async def test_only_its_players_play_on_where_not_everybody_could_watch(
    locked: dict[str, Any],
) -> None:
    async with hosting() as host:
        game = await finished_here(host, **locked)

        assert "only its players" in await why_not(host, 20, game=game, token="guessed")


async def test_a_table_to_play_on_counts_as_any_table_of_its_opener() -> None:
    async with hosting(most_tables_from_one=1) as host:
        host.house.tables.offered = record()
        await playing_on(host, 30)

        assert "no more are allowed" in await why_not(host, 30)


async def test_a_rematch_of_it_has_deals_of_its_own() -> None:
    async with hosting() as host:
        host.house.tables.offered = record()
        cho = await playing_on(host, 30)
        await cho.play_some(500)

        await cho.accepted(Rematch())

        assert cho.table.repeats is None
        first = next(event for event in cho.events if isinstance(event, RoundDealt))
        assert first.hands[1] != next(e.event.hands[1] for e in FINISHED if isinstance(e.event, RoundDealt))
