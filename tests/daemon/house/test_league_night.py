"""A night of a league: boards open by pairing, players are led to theirs, and results count when a match ends."""

from pathlib import Path

import pytest
import trio
from trio.testing import MockClock

from daemon.program.serve import text_of_league
from protocol.league.league import Fixture, Format, League, Team
from protocol.league.league_file import LeagueError
from protocol.league.league_text import league_text
from protocol.league.season import FixtureState, season_of
from protocol.log.commands import EndMatch, Pause, Rematch, Resume, Start, TakeSeat
from protocol.log.events import RoundDealt
from protocol.log.operator_commands import OpenFixture, Substitute
from protocol.log.table import Stage
from protocol.shared.league_path import MOST_BYTES
from protocol.wire.messages import Accepted, AskLeague, AskTables, Do, Farewell, LeagueGames, NotAccepted, Role, Tables
from tests.daemon.harness import MONTHS, Host, hosting
from tests.daemon.journal.memory_journal import MemoryJournal
from tests.daemon.wire_client import WireClient, parting_of

OAK, ASH = Team("Oak", ("Ann", "Ben")), Team("Ash", ("Dan", "Eva"))
ROBOTS = Team("Robots", ("R1", "R2"), "learner")
HEDGE = League(
    name="Hedge",
    teams=(OAK, ASH, ROBOTS),
    fixtures=(Fixture(number=1, home="Oak", away="Ash"), Fixture(number=2, home="Robots", away="Ash")),
    format=Format(singles=4, doubles=0),
    house_rules={"target": 3},
)


TEXT = league_text(HEDGE)


async def open_fixture(host: Host, number: int, *substitutes: Substitute) -> Accepted | NotAccepted:
    operator = await host.operator()
    await operator.send(Do("open", 0, OpenFixture(number, substitutes)))
    answer = await operator.answer_to("open")
    await operator.leave()
    return answer


async def opened(host: Host, number: int, *substitutes: Substitute) -> None:
    answer = await open_fixture(host, number, *substitutes)
    assert isinstance(answer, Accepted), answer


async def boards(host: Host) -> dict[str, tuple[str | None, ...]]:
    """The boards in the lobby, by table: who sits there."""
    client = host.connect()
    await client.send(AskTables())
    listed = await client.expect(Tables)
    return {table.table: tuple(seat.name for seat in table.seats) for table in listed.tables if table.board is not None}


async def season(host: Host) -> LeagueGames:
    client = host.connect()
    await client.send(AskLeague())
    games = await client.expect(LeagueGames)
    await client.leave()
    return games


async def play_out(*clients: WireClient) -> None:
    async def play(client: WireClient) -> None:
        await client.until(lambda: not client.is_at(Stage.SEATING))
        await client.play_some(10_000)

    async with trio.open_nursery() as nursery:
        for client in clients:
            nursery.start_soon(play, client)


async def test_a_table_opens_for_each_pairing_and_a_hello_leads_to_ones_own() -> None:
    async with hosting(league=TEXT) as host:
        home = await host.open_home()
        await opened(host, 1)
        ann, eva, dan = (
            await host.seated("Ann"), await host.seated("EVA", table=home.table), await host.seated("Dan"),
        )  # fmt: skip

        assert await boards(host) == {
            "1-1": ("Ann", "Dan"), "1-2": ("Eva", None), "1-3": (None, None), "1-4": (None, None),
        }  # fmt: skip
        assert (ann.session.table_name, dan.session.table_name, eva.session.table_name) == ("1-1", "1-1", "1-2")
        await ann.until(lambda: ann.is_at(Stage.PLAYING))


async def test_a_result_says_who_left_the_board_to_a_bot(autojump_clock: MockClock) -> None:
    async with hosting(league=TEXT, patience=MONTHS) as host:
        await host.open_home()
        await opened(host, 1)
        ann, dan = await host.seated("Ann"), await host.seated("Dan")
        await dan.until(lambda: dan.is_at(Stage.PLAYING))
        await ann.leave()
        await play_out(dan)
        (result,) = (await season(host)).results

        assert (result.board.players, result.left_to_bots) == (("Ann", "Dan"), (0,))


async def test_those_who_wait_at_the_hosts_own_table_are_led_when_the_fixture_opens() -> None:
    async with hosting(league=TEXT) as host:
        await host.open_home()
        ann, zoe = await host.seated("Ann"), await host.seated("Zoe")
        await opened(host, 1)
        await ann.until(lambda: ann.session.table_name == "1-1")

        assert (ann.seat, zoe.session.table_name) == (0, "oak")


async def test_who_is_led_to_a_board_leaves_no_seat_behind_in_the_waiting_room() -> None:
    journal = MemoryJournal()
    async with hosting(journal, league=TEXT) as host:
        home = await host.open_home()
        zoe, ann = await host.seated("Zoe"), await host.seated("Ann")
        await opened(host, 1)
        await ann.until(lambda: ann.session.table_name == "1-1")
        await zoe.until(lambda: zoe.table.seats[1].is_free)

        (oak,) = await journal.games([home.game])
        assert [seat.name for seat in oak.seats] == ["Zoe", None, None, None]
        assert (await host.seated("Ben", table=home.table)).session.table_name == "1-2", "his own board"


async def test_who_is_led_on_right_after_a_match_leaves_no_seat_behind() -> None:
    async with hosting(league=TEXT) as host:
        home = await host.open_home("cinq-et-trois")
        ann = await host.seated_operator("Ann")
        zoe = await host.seated("Zoe")
        await ann.accepted(EndMatch())
        await opened(host, 1)
        await ann.until(lambda: ann.session.table_name == "1-1")

        (oak,) = [table for table in host.house.tables.summaries() if table.home]
        assert [seat.name for seat in oak.seats] == [None, "Zoe"]
        await zoe.until(lambda: zoe.table.seats[0].is_free)
        assert zoe.session.after_match == 1
        assert (await host.seated("Eve", table=home.table)).seat == 0


async def test_all_who_are_led_on_right_after_a_match_leave_their_seats() -> None:
    async with hosting(league=TEXT) as host:
        await host.open_home("cinq-et-trois")
        ann, ben = await host.seated_operator("Ann"), await host.seated("Ben")
        await ann.accepted(EndMatch())
        await opened(host, 1)
        await ann.until(lambda: ann.session.table_name == "1-1")
        await ben.until(lambda: ben.session.table_name == "1-2")

        (oak,) = [table for table in host.house.tables.summaries() if table.home]
        assert [seat.name for seat in oak.seats] == [None, None]


async def test_a_seat_at_a_board_is_for_its_player_alone() -> None:
    async with hosting(league=TEXT) as host:
        await host.open_home()
        await opened(host, 1)

        goodbye = await parting_of(host.connect("Zoe"), table="1-1")
        zoe = await host.watching("Zoe", table="1-1")

        assert (goodbye.reason, "Ann and Dan" in goodbye.detail) == (Farewell.TABLE_FULL, True)
        assert await zoe.refused(TakeSeat(0)) == "not_allowed"


async def test_only_the_operator_is_host_at_a_board_and_no_bot_is_seated_there() -> None:
    async with hosting(league=TEXT) as host:
        await host.open_home()
        await opened(host, 1)
        ann = await host.seated("Ann")
        operator = await host.operator("Zoe", role=Role.SPECTATOR)
        await operator.enter(table="1-1")

        assert await ann.refused(Start()) == "not_allowed"
        assert await operator.refused(Start()) == "not_allowed"


async def test_after_a_board_a_player_goes_on_to_the_next_and_the_result_counts(
    autojump_clock: MockClock,
) -> None:
    async with hosting(league=TEXT) as host:
        await host.open_home()
        await opened(host, 1)
        ann, dan = await host.seated("Ann"), await host.seated("Dan")
        await play_out(ann, dan)

        await ann.accepted(Rematch())
        await ann.until(lambda: ann.session.table_name == "1-3")
        games = await season(host)

        assert games.league == HEDGE
        assert [(result.board.number, result.board.players) for result in games.results] == [(1, ("Ann", "Dan"))]
        assert season_of(HEDGE, games.results).fixtures[0].state is FixtureState.UNDER_WAY
        assert (await boards(host))["1-3"] == ("Ann", None)


async def test_who_has_no_board_left_is_told_so(autojump_clock: MockClock) -> None:
    async with hosting(league=TEXT.replace("singles = 4", "singles = 1")) as host:
        await host.open_home()
        await opened(host, 1)
        ann, dan = await host.seated("Ann"), await host.seated("Dan")
        await play_out(ann, dan)

        assert await ann.refused(Rematch()) == "not_allowed"
        assert season_of(HEDGE, (await season(host)).results).fixtures[0].results.keys() == {1}


async def test_bots_play_their_boards_by_themselves(autojump_clock: MockClock) -> None:
    robots = HEDGE.teams[2]
    both = League(
        name="Robots' league",
        teams=(robots, Team("Others", ("O1", "O2"), "learner")),
        fixtures=(Fixture(number=1, home="Robots", away="Others"),),
        house_rules={"target": 11},
    )
    async with hosting(league=league_text(both)) as host:
        await host.open_home()
        await opened(host, 1)
        await trio.sleep(3600)

        assert season_of(both, (await season(host)).results).fixtures[0].state is FixtureState.PLAYED


async def test_a_substitute_takes_a_place_at_boards_that_have_not_begun() -> None:
    async with hosting(league=TEXT) as host:
        await host.open_home()
        await opened(host, 1)
        ben, eva = await host.seated("Ben"), await host.seated("Eva")
        await ben.until(lambda: ben.is_at(Stage.PLAYING))
        dan = await host.seated("Dan")
        await opened(host, 1, Substitute("Ann", "Zoe"), Substitute("Ben", "club"))

        found = await boards(host)
        assert found["1-2"] == ("Eva", "Ben")  # it had begun
        await dan.until(lambda: dan.seat == 1 and dan.session.table_name == "1-1")
        zoe = await host.seated("Zoe")

        assert (zoe.session.table_name, eva.session.table_name) == ("1-1", "1-2")
        assert (await boards(host))["1-4"] == (None, "Ben bot")


async def ended_board(host: Host) -> tuple[WireClient, WireClient]:
    """Ann and the host, after their match at board 1 was ended by the host, with the players still there."""
    await host.open_home()
    await opened(host, 1)
    ann, dan = await host.seated("Ann"), await host.seated("Dan")
    await ann.until(lambda: ann.is_at(Stage.PLAYING))
    operator = await host.operator()
    await operator.send(Do("end", 0, EndMatch(), "1-1"))
    await operator.answer_to("end")
    await ann.until(lambda: ann.is_at(Stage.OVER))
    return ann, dan


async def test_a_match_that_the_host_ended_is_in_the_league_for_everybody_also_after_a_restart() -> None:
    journal = MemoryJournal()
    async with hosting(journal, league=TEXT) as host:
        ann, _ = await ended_board(host)
        before = await season(host)
    async with hosting(journal, league=TEXT) as host:
        await host.open_home()
        after = await season(host)

    (ended,) = before.ended
    assert (before.results, ended.board.players, ended.scores) == ((), ("Ann", "Dan"), ann.table.scores)
    assert ended.at in [entry.at for entry in (await journal.read(ended.game)).entries][-1:]
    assert after.ended == before.ended


async def test_the_name_of_a_board_means_its_newest_table_also_while_it_sleeps() -> None:
    journal = MemoryJournal()
    async with hosting(journal, league=TEXT) as host:
        await ended_board(host)
        await opened(host, 1)
        ann = await host.seated("Ann", table="1-1")
        dan = await host.seated("Dan", table="1-1")
        await ann.until(lambda: ann.is_at(Stage.PLAYING))
        operator = await host.operator()
        await operator.send(Do("pause", 0, Pause(), "1-1"))
        assert isinstance(await operator.answer_to("pause"), Accepted)
        await dan.until(lambda: dan.table.paused)

        assert {ann.session.table_name, dan.session.table_name} == {"1-1b"}
        assert {"1-1", "1-1b"} < (await boards(host)).keys()
    async with hosting(journal, league=TEXT) as host:
        await host.open_home()
        operator = await host.operator()
        await operator.send(Do("resume", 0, Resume(), "1-1"))

        assert isinstance(await operator.answer_to("resume"), Accepted)


@pytest.mark.parametrize(
    ("number", "substitutes", "says"),
    [
        (9, (), "no fixture 9"),
        (1, (Substitute("Ann", "Dan"),), "nobody can have two seats"),
        (1, (Substitute("Ann", "you"),), "cannot play"),
    ],
)
async def test_a_fixture_that_cannot_be_opened_is_refused(
    number: int, substitutes: tuple[Substitute, ...], says: str
) -> None:
    async with hosting(league=TEXT) as host:
        await host.open_home()
        answer = await open_fixture(host, number, *substitutes)

        assert isinstance(answer, NotAccepted)
        assert says in answer.detail


async def test_a_fixture_of_a_team_that_has_withdrawn_is_not_opened_and_its_boards_are_closed() -> None:
    journal, text = MemoryJournal(), TEXT.replace('name = "Oak"', 'name = "Oak"\nwithdrawn = true')
    async with hosting(journal, league=TEXT) as host:
        await host.open_home()
        await opened(host, 1)
    async with hosting(journal, league=text) as host:
        await host.open_home()
        await host.house.league_night.look()
        answer = await open_fixture(host, 1)

        assert await boards(host) == {}
        assert isinstance(answer, NotAccepted)
        assert answer.detail == "fixture 1 is not played: Oak has withdrawn"


async def test_without_a_file_there_is_no_league_and_a_bad_file_is_named() -> None:
    async with hosting() as host:
        assert (await season(host)).league is None
    async with hosting(league="name = 5") as host:
        assert "name is 5" in (await season(host)).detail


async def test_a_night_goes_on_after_a_restart(autojump_clock: MockClock) -> None:
    journal = MemoryJournal()
    async with hosting(journal, league=TEXT) as host:
        await host.open_home()
        await opened(host, 1)
        ann, dan = await host.seated("Ann"), await host.seated("Dan")
        await play_out(ann, dan)
        ben, eva = await host.seated("Ben"), await host.seated("Eva")
        await ben.play_some(1)
    async with hosting(journal, league=TEXT) as host:
        await host.open_home()
        again = await host.back(ben)
        dan = await host.seated("Dan")

        assert (again.session.table_name, again.is_at(Stage.PLAYING)) == ("1-2", True)
        assert dan.session.table_name == "1-4"  # board 1 is played
        assert [result.board.number for result in (await season(host)).results] == [1]
        assert eva.seat is not None


async def test_the_deals_of_a_duplicate_fixture_are_the_same_also_after_a_restart(
    autojump_clock: MockClock,
) -> None:
    text = TEXT.replace("duplicate = false", "duplicate = true").replace("target = 3", "target = 61")
    journal = MemoryJournal()
    async with hosting(journal, league=text) as host:
        await host.open_home()
        await opened(host, 1)
        ann, dan = await host.seated("Ann"), await host.seated("Dan")
        await play_out(ann, dan)
    async with hosting(journal, league=text) as host:
        await host.open_home()
        ben, eva = await host.seated("Ben"), await host.seated("Eva")
        await play_out(ben, eva)
        await ann.leave()
        stored = {
            info.table: [entry.event for entry in (await journal.read(info.game)).entries]
            for info in await journal.games()
        }
    first, second = (
        [event.hands for event in stored[table] if isinstance(event, RoundDealt)] for table in ("1-1", "1-2")
    )
    rounds = min(len(first), len(second))

    assert rounds > 1
    assert first[:rounds] == second[:rounds]


async def test_a_substitute_has_the_deals_of_the_other_boards_unless_they_know_them(autojump_clock: MockClock) -> None:
    text = TEXT.replace("duplicate = false", "duplicate = true")
    async with hosting(league=text) as host:
        await host.open_home()
        await opened(host, 1)
        secrets = {table.name: table.secret for table in host.house.tables.boards}
        await play_out(await host.seated("Ben"), await host.seated("Eva"))
        await opened(host, 1, Substitute("Dan", "Zoe"))
        with_zoe = {table.name: table.secret for table in host.house.tables.boards}
        await opened(host, 1, Substitute("Ann", "Ben"))  # Ben has seen the deals of the first boards

        assert secrets["1-1"] == secrets["1-2"] != secrets["1-3"] == secrets["1-4"]
        assert with_zoe == secrets
        assert secrets["1-1"] not in {table.secret for table in host.house.tables.boards if table.name != "1-2"}


async def test_boards_that_were_played_and_left_are_not_listed_any_more(autojump_clock: MockClock) -> None:
    async with hosting(league=TEXT) as host:
        await host.open_home()
        await opened(host, 1)
        ann, dan = await host.seated("Ann"), await host.seated("Dan")
        await play_out(ann, dan)
        await ann.leave()
        await dan.leave()
        await host.deserted()
        await opened(host, 1)

        assert (await boards(host)).keys() == {"1-2", "1-3", "1-4"}


async def test_boards_that_are_not_to_be_played_any_more_are_closed_at_the_next_start() -> None:
    journal = MemoryJournal()
    async with hosting(journal, league=TEXT) as host:
        await host.open_home()
        await opened(host, 1)
    async with hosting(journal, league=TEXT.replace("number = 1\n", 'number = 1\nawarded = { 2 = "Oak" }\n')) as host:
        await host.open_home()
        await host.house.league_night.look()

        assert (await boards(host)).keys() == {"1-1", "1-3", "1-4"}


def test_a_club_says_that_it_has_no_league_if_there_is_a_file(tmp_path: Path) -> None:
    path = tmp_path / "league.toml"
    assert text_of_league(path, is_in_club=True) is None
    path.write_text(TEXT, encoding="utf-8")

    assert text_of_league(path, is_in_club=False) == TEXT
    with pytest.raises(LeagueError, match="a club with a PostgreSQL database has no league"):
        text_of_league(path, is_in_club=True)


@pytest.mark.parametrize(
    ("content", "says"),
    [(b"x" * (MOST_BYTES + 1), "it has more than 1048576 bytes"), (b"\xff", "it is not text in UTF-8")],
)
def test_a_file_that_cannot_be_read_is_not_named_by_its_place_to_guests(
    tmp_path: Path, content: bytes, says: str
) -> None:
    path = tmp_path / "league.toml"
    path.write_bytes(content)

    with pytest.raises(LeagueError) as caught:
        text_of_league(path, is_in_club=False)
    assert str(caught.value) == says


def test_a_folder_in_place_of_the_file_is_not_named_by_its_place_either(tmp_path: Path) -> None:
    with pytest.raises(LeagueError) as caught:
        text_of_league(tmp_path, is_in_club=False)

    assert str(caught.value).startswith("it cannot be read: ")
    assert str(tmp_path) not in str(caught.value)
