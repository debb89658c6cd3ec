"""The table a player goes to if none is named, and moving to another one."""

from pathlib import Path

import pytest
import trio
import trio.testing
from attrs import evolve

from client.actions.action import ChangeName
from client.actions.carry_out import carry_out
from client.model import asking
from client.model.announcements import Subject
from client.model.status import Connecting, InLobby, Joined
from client.store.file_seats import FileSeats
from client.store.saved_seats import SavedSeat
from client.words import lobby_words
from client.words.leaving_words import HostedBy
from protocol.log.commands import LeaveSeat
from protocol.log.events import SeatLeft, SeatTaken
from protocol.log.table import Stage
from protocol.wire.messages import (
    MOST_LISTED,
    Accepted,
    AskTables,
    Do,
    Farewell,
    Goodbye,
    Hello,
    NotAccepted,
    Role,
    SeatSummary,
    Tables,
    TableSummary,
    Welcome,
)
from protocol.wire.operator_messages import Operator
from tests.client.at_table import welcome
from tests.client.net.linked import (
    ANN,
    ASH,
    BEN,
    ELM,
    FREE,
    FULL_HOME,
    GAME,
    HOME,
    Player,
    a_table,
    in_lobby,
    playing,
    saved_seat,
    seated,
)
from tests.client.scripted_daemon import Caller, ScriptedDaemon


@pytest.mark.parametrize("tables", [(ASH, HOME), (HOME,), (a_table("oak"),)])
async def test_the_player_goes_to_the_hosts_own_or_only_table_without_seeing_a_list(
    tmp_path: Path, autojump_clock: object, tables: tuple[TableSummary, ...]
) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path, table=None) as player:
        caller = await in_lobby(daemon, *tables)

        assert await caller.receives() == Hello(2, "fives test", "Ann", table="oak")
        assert isinstance(player.model.status, Connecting)
        assert player.announcements == []


@pytest.mark.parametrize("role", [Role.PLAYER, Role.SPECTATOR])
async def test_several_tables_without_one_of_the_hosts_are_listed(
    tmp_path: Path, autojump_clock: object, role: Role
) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path, role, table=None) as player:
        await in_lobby(daemon, ASH, ELM)
        await player.until(lambda: isinstance(player.model.status, InLobby))

        assert len(player.texts(Subject.TABLES)) == 1


@pytest.mark.parametrize("table", [HOME, FULL_HOME])
async def test_a_spectator_goes_to_the_hosts_own_table_even_if_full_and_despite_saved_seats(
    tmp_path: Path, autojump_clock: object, table: TableSummary
) -> None:
    FileSeats(tmp_path).save(saved_seat("ash"))
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path, Role.SPECTATOR, table=None):
        caller = await in_lobby(daemon, ASH, table)

        assert await caller.receives() == Hello(2, "fives test", "Ann", Role.SPECTATOR, table="oak")


async def test_a_running_match_is_preferred_to_a_waiting_table_and_both_to_the_hosts_own(
    tmp_path: Path, autojump_clock: object
) -> None:
    for key in (saved_seat("elm", token="t1"), saved_seat("ash", token="t2")):
        FileSeats(tmp_path).save(key)
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path, table=None):
        caller = await in_lobby(daemon, ASH, ELM, HOME)

        assert await caller.receives() == Hello(2, "fives test", "Ann", table="elm", token="t1")
        await caller.sends(Goodbye(Farewell.BAD_TOKEN.value, "who are you?"))

        again = await in_lobby(daemon, ASH, ELM, HOME)
        assert await again.receives() == Hello(2, "fives test", "Ann", table="ash", token="t2")
        await again.sends(Goodbye(Farewell.BAD_TOKEN.value, "who are you?"))

        last = await in_lobby(daemon, ASH, ELM, HOME)
        assert await last.receives() == Hello(2, "fives test", "Ann", table="oak")


async def test_a_saved_seat_under_another_name_is_not_used(tmp_path: Path, autojump_clock: object) -> None:
    FileSeats(tmp_path).save(saved_seat("elm", name="Ben"))
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path, table=None):
        caller = await in_lobby(daemon, ELM, HOME)

        assert await caller.receives() == Hello(2, "fives test", "Ann", table="oak")


async def test_a_renamed_table_is_found_by_its_game(tmp_path: Path, autojump_clock: object) -> None:
    FileSeats(tmp_path).save(saved_seat("oak", "g1"))
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path, table=None) as player:
        caller = await in_lobby(daemon, a_table("ash", game="g1"), HOME)

        assert await caller.receives() == Hello(2, "fives test", "Ann", table="ash", token="t1")
        await caller.sends(Welcome(1, "fivesd test", "ash", "g1", 0, "t2", 1, 12))
        await caller.sends_events(GAME[:12])
        await player.until(lambda: player.model.session.head == 12)
        await caller.receives_anything()
    assert FileSeats(tmp_path).all() == [saved_seat("ash", "g1", "t2")]


@pytest.mark.parametrize(("seats", "table"), [((ANN, BEN), "ash"), ((BEN, FREE), "oak")])
async def test_a_seat_of_an_earlier_game_is_tried_while_its_player_is_listed_at_the_table(
    tmp_path: Path, autojump_clock: object, seats: tuple[SeatSummary, ...], table: str
) -> None:
    FileSeats(tmp_path).save(saved_seat("ash", "the game before"))
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path, table=None):
        caller = await in_lobby(daemon, a_table("ash", *seats, stage=Stage.PLAYING), HOME)

        hello = await caller.receives()
        assert isinstance(hello, Hello)
        assert hello.table == table


@pytest.mark.parametrize("others", [(), (ASH,)])
async def test_a_full_table_of_the_host_leads_to_the_list_with_the_reason(
    tmp_path: Path, autojump_clock: object, others: tuple[TableSummary, ...]
) -> None:
    FileSeats(tmp_path).save(saved_seat("oak", name="Bea"))
    FileSeats(tmp_path).save(saved_seat("ash", name="Zed"))
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path, table=None) as player:
        await in_lobby(daemon, *others, FULL_HOME)
        await player.until(lambda: isinstance(player.model.status, InLobby))

        assert player.texts(Subject.REFUSED) == [
            "Every seat of table oak is taken. Watch it, choose another table, or open your own."
            " If you sat there as Bea, --name Bea gives you your seat back."
        ]
        assert len(player.texts(Subject.TABLES)) == 1


async def test_a_player_whose_name_is_on_a_full_table_asks_whether_the_host_lets_them_back(
    tmp_path: Path, autojump_clock: object
) -> None:
    daemon = ScriptedDaemon()
    full = evolve(FULL_HOME, seats=(SeatSummary("Cy", here=True), SeatSummary("aNN")))
    async with playing(daemon, tmp_path, table=None) as player:
        caller = await in_lobby(daemon, full)
        assert await caller.receives() == Hello(2, "fives test", "Ann", table="oak")
        await caller.sends(Goodbye(Farewell.TABLE_FULL.value, "just so"))
        await in_lobby(daemon, full)
        await player.until(lambda: isinstance(player.model.status, InLobby))

        assert player.texts(Subject.REFUSED) == [
            "Every seat of table oak is taken. Watch it, choose another table, or open your own."
            " If the seat of Ann is yours, ask your host to let you back in by name, and join again."
        ]


WITHOUT_YOU = "This match is played without you: you watch, and can play the next one."


@pytest.mark.parametrize("table", [None, "oak"])
async def test_who_has_lost_the_seat_at_a_table_that_is_full_now_watches_there_and_reads_why(
    tmp_path: Path, autojump_clock: object, table: str | None
) -> None:
    FileSeats(tmp_path).save(saved_seat("oak", game="the match before"))
    daemon = ScriptedDaemon()
    full = evolve(FULL_HOME, seats=(BEN, SeatSummary("Ida", "club")))
    async with playing(daemon, tmp_path, table=table) as player:
        caller = await daemon.call()
        if table is None:
            await caller.receives()
            await caller.sends(Tables((evolve(full, seats=(BEN, ANN)),)))
        hello = await caller.receives()
        assert isinstance(hello, Hello)
        assert hello.token == "t1"
        await caller.sends(Goodbye(Farewell.BAD_TOKEN.value, "just so"))
        caller = await in_lobby(daemon, full) if table is None else await daemon.call()
        if table is not None:
            assert await caller.receives() == Hello(2, "fives test", "Ann", table="oak")
            await caller.sends(Goodbye(Farewell.TABLE_FULL.value, "just so"))
            caller = await daemon.call()

        assert await caller.receives() == Hello(2, "fives test", "Ann", Role.SPECTATOR, table="oak")
        await caller.sends(Welcome(1, "fivesd test", "oak", "g2", None, None, 1, 3))
        await caller.sends_events(GAME[:3])
        await player.until(lambda: player.model.session.is_caught_up and isinstance(player.model.status, Joined))
        assert WITHOUT_YOU in player.texts(Subject.SEATS)
        assert player.texts(Subject.REFUSED) == []


async def test_who_is_not_seated_any_more_where_their_saved_seat_was_watches_there(
    tmp_path: Path, autojump_clock: object
) -> None:
    FileSeats(tmp_path).save(saved_seat("ash", game="the match before"))
    full = evolve(ASH, seats=(BEN, SeatSummary("Ida", "club")), stage=Stage.PLAYING)
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path, table=None) as player:
        caller = await in_lobby(daemon, full, FULL_HOME)

        assert await caller.receives() == Hello(2, "fives test", "Ann", Role.SPECTATOR, table="ash")
        await caller.sends(Welcome(1, "fivesd test", "ash", "g2", None, None, 1, 3))
        await caller.sends_events(GAME[:3])
        await player.until(lambda: player.model.session.is_caught_up and isinstance(player.model.status, Joined))
        assert WITHOUT_YOU in player.texts(Subject.SEATS)


async def test_a_host_whose_own_table_has_begun_without_them_watches_it(tmp_path: Path, autojump_clock: object) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path, hosted_by=HostedBy.PLAYER) as player:
        caller = await daemon.call()
        await caller.receives()
        await caller.sends(Goodbye(Farewell.TABLE_FULL.value, "just so"))
        caller = await daemon.call()
        hello = await caller.receives()
        assert isinstance(hello, Hello)
        assert hello.role is Role.SPECTATOR
        await caller.sends(Welcome(1, "fivesd test", "oak", "g2", None, None, 1, 3, host=True))
        await caller.sends_events(GAME[:3])
        await player.until(lambda: player.model.session.is_caught_up and isinstance(player.model.status, Joined))

        assert "Every seat of your table is taken. You watch it, and are its host." in player.texts(Subject.SEATS)


async def test_losing_the_last_seat_to_another_player_leads_to_the_list(tmp_path: Path, autojump_clock: object) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path, table=None) as player:
        caller = await in_lobby(daemon, HOME)
        await caller.receives()
        await caller.sends(Goodbye(Farewell.TABLE_FULL.value, "just so"))
        await in_lobby(daemon, FULL_HOME)
        await player.until(lambda: isinstance(player.model.status, InLobby))

        assert [text[:33] for text in player.texts(Subject.REFUSED)] == ["Every seat of table oak is taken."]


async def test_the_hosts_own_table_is_not_full_once_everybody_has_left_it(
    tmp_path: Path, autojump_clock: object
) -> None:
    daemon = ScriptedDaemon()
    left = evolve(HOME, seats=(SeatSummary("Cy"), SeatSummary("Dai")), stage=Stage.OVER)
    async with playing(daemon, tmp_path, table=None):
        caller = await in_lobby(daemon, ASH, left)

        assert await caller.receives() == Hello(2, "fives test", "Ann", table="oak")


async def test_a_player_in_the_lobby_stays_there_after_reconnecting(tmp_path: Path, autojump_clock: object) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path, table=None) as player:
        caller = await in_lobby(daemon, FULL_HOME)
        await player.until(lambda: isinstance(player.model.status, InLobby))
        await caller.hangs_up()
        await in_lobby(daemon, HOME)
        await player.until(lambda: isinstance(player.model.status, InLobby))

        assert player.texts(Subject.TABLES)[1:] == [lobby_words.table_list((HOME,))]


async def test_a_missing_password_and_a_wrong_one_are_told_apart(tmp_path: Path, autojump_clock: object) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path, table=None) as player:
        caller = await in_lobby(daemon, ASH, HOME)
        await caller.receives()
        await caller.sends(Goodbye(Farewell.BAD_PASSWORD.value, "this table has a password"))
        await in_lobby(daemon, ASH, HOME)
        await player.until(lambda: isinstance(player.model.status, InLobby))

        assert player.texts(Subject.REFUSED) == ["Table oak needs a password: join it again with the right one."]


def summary(name: str) -> TableSummary:
    return TableSummary(name, f"game-{name}", "all-fives", (), Stage.SEATING)


async def test_a_table_chosen_in_the_lobby_is_joined_on_the_same_connection(
    tmp_path: Path, autojump_clock: object
) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path, table=None) as player:
        caller = await daemon.call()
        await caller.receives()
        await caller.sends(Tables((summary("elm"), summary("oak"))))
        await player.until(lambda: isinstance(player.model.status, InLobby))

        assert player.link.move_to("oak") is None
        assert isinstance(player.model.status, Connecting)
        assert await caller.receives() == Hello(2, "fives test", "Ann", table="oak")


async def test_the_list_knows_the_tables_where_the_player_has_a_seat(tmp_path: Path, autojump_clock: object) -> None:
    saved = FileSeats(tmp_path)
    saved.save(SavedSeat("host:5533", "elm", "Ann", "t1", "game-elm"))
    saved.save(SavedSeat("host:5533", "ash", "Ben", "t2", "game-ash"))
    saved.save(SavedSeat("other:5533", "oak", "Ann", "t3", "game-oak"))
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path, table="fig") as player:
        caller = await seated(daemon)
        await caller.sends(Tables((summary("ash"), summary("elm"), summary("oak"))))
        await player.until(lambda: bool(player.texts(Subject.TABLES)))

    assert player.model.lobby.own_tables == {"elm"}
    assert "elm: All Fives, waiting for players, your seat." in player.texts(Subject.TABLES)[0].splitlines()


async def test_moving_to_another_table_takes_a_new_connection(tmp_path: Path, autojump_clock: object) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        caller = await seated(daemon)
        await player.until(lambda: player.model.session.head == 12)
        asking.list_tables(player.model)
        player.link.flush()
        assert isinstance(await caller.receives(), AskTables)
        await caller.sends(Tables((summary("elm"), summary("oak"))))
        await player.until(lambda: bool(player.model.lobby.tables))
        began = trio.current_time()

        assert player.link.move_to("elm") is None

        assert await (await daemon.call()).receives() == Hello(2, "fives test", "Ann", table="elm")
        assert trio.current_time() == began


async def waits_at_oak(daemon: ScriptedDaemon, player: Player) -> Caller:
    """A seat at a table whose match has not begun, beside elm."""
    caller = await seated(daemon, head=2)
    await caller.sends(Tables((summary("elm"), summary("oak"))))
    await player.until(lambda: bool(player.model.lobby.tables))
    return caller


async def leaves(caller: Caller) -> Do:
    do = await caller.receives()
    assert isinstance(do, Do)
    assert do.command == LeaveSeat()
    return do


async def test_moving_from_a_match_that_has_not_begun_gives_up_the_seat_first(
    tmp_path: Path, autojump_clock: object
) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        caller = await waits_at_oak(daemon, player)

        assert player.link.move_to("elm") is None

        do = await leaves(caller)
        await caller.sends_events([SeatLeft(0)], first=3)
        await caller.sends(evolve(welcome(head=3, seat=None), token=None))
        await caller.sends_events([*GAME[:2], SeatLeft(0)], seat=None)
        await caller.sends(Accepted(do.id, 3))
        assert await (await daemon.call()).receives() == Hello(2, "fives test", "Ann", table="elm")
        assert FileSeats(tmp_path).all() == []
        assert not any("watch" in announcement.text for announcement in player.announcements)


async def test_moving_right_after_a_match_gives_up_the_seat_first(tmp_path: Path, autojump_clock: object) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        caller = await seated(daemon, head=len(GAME))
        await caller.sends(Tables((summary("elm"), summary("oak"))))
        await player.until(lambda: bool(player.model.lobby.tables))

        assert player.link.move_to("elm") is None

        do = await leaves(caller)
        room = GAME[:3] if isinstance(GAME[2], SeatTaken) else GAME[:2]
        await caller.sends(welcome(head=len(room), game="g2", after_match=1))
        await caller.sends_events([*room, SeatLeft(0)])
        await caller.sends(evolve(welcome(head=len(room) + 1, seat=None, game="g2", after_match=1), token=None))
        await caller.sends_events([*room, SeatLeft(0)], seat=None)
        await caller.sends(Accepted(do.id, len(room) + 1))
        assert await (await daemon.call()).receives() == Hello(2, "fives test", "Ann", table="elm")
        assert FileSeats(tmp_path).all() == []


async def test_a_table_that_nobody_may_watch_is_left_for_the_other_table(
    tmp_path: Path, autojump_clock: object
) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        caller = await waits_at_oak(daemon, player)
        player.link.move_to("elm")
        await leaves(caller)

        await caller.sends(Goodbye("no_spectators", "nobody may watch this table"))

        assert await (await daemon.call()).receives() == Hello(2, "fives test", "Ann", table="elm")


async def test_a_player_whose_match_begins_in_the_meantime_keeps_the_seat_and_stays(
    tmp_path: Path, autojump_clock: object
) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        caller = await waits_at_oak(daemon, player)
        player.link.move_to("elm")
        do = await leaves(caller)

        await caller.sends_events(GAME[2:4], first=3)
        await caller.sends(NotAccepted(do.id, "already_started", "the match has started"))
        await player.until(lambda: bool(player.texts(Subject.REFUSED)))

        assert player.texts(Subject.REFUSED) == [
            "The match has started: seats, bots and the game can change before it and after it."
        ]
        assert isinstance(player.model.status, Joined)
        assert player.model.session.table_name == "oak"
        assert daemon.dials == 1


async def test_a_seat_is_given_up_even_if_the_connection_is_lost_meanwhile(
    tmp_path: Path, autojump_clock: object
) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        caller = await waits_at_oak(daemon, player)
        player.link.move_to("elm")
        do = await leaves(caller)
        await caller.hangs_up()

        again = await daemon.call()
        assert isinstance(await again.receives(), Hello)
        await again.sends(welcome(start=3, head=2))

        assert await leaves(again) == do


async def test_the_table_of_a_link_is_joined_even_if_the_host_has_one_of_their_own(
    tmp_path: Path, autojump_clock: object
) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path, table=None, linked_table="ash") as player:
        caller = await in_lobby(daemon, ASH, HOME)

        assert await caller.receives() == Hello(2, "fives test", "Ann", table="ash")
        assert player.announcements == []


async def test_the_table_of_a_link_is_found_after_a_first_connection_that_fails(
    tmp_path: Path, autojump_clock: object
) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path, table=None, linked_table="ash") as player:
        caller = await in_lobby(daemon, HOME)
        await player.until(lambda: bool(player.texts(Subject.REFUSED)))
        assert player.texts(Subject.REFUSED) == ["There is no table ash: there is oak."]
        assert isinstance(player.model.status, InLobby)
        player.link.move_to("elm")
        await caller.hangs_up()

        caller = await in_lobby(daemon, ELM, HOME)

        assert await caller.receives() == Hello(2, "fives test", "Ann", table="elm")


async def test_a_table_opened_since_the_last_list_can_be_joined(tmp_path: Path, autojump_clock: object) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        caller = await seated(daemon)
        await caller.sends(Tables((summary("oak"),)))
        await player.until(lambda: player.model.lobby.names == ("oak",))
        player.announcements.clear()

        assert player.link.move_to("ash") is None
        assert isinstance(await caller.receives(), AskTables)
        await caller.sends(Tables((summary("ash"), summary("oak"))))

        assert await (await daemon.call()).receives() == Hello(2, "fives test", "Ann", table="ash")
        assert player.announcements == []


async def test_a_club_with_more_tables_than_it_lists_is_asked_for_the_one_by_name(
    tmp_path: Path, autojump_clock: object
) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path, table=None) as player:
        caller = await in_lobby(daemon, *(summary(f"oak-{nth}") for nth in range(MOST_LISTED)))
        await player.until(lambda: isinstance(player.model.status, InLobby))

        player.link.move_to("ash-4071")

        assert await caller.receives() == AskTables((), "ash-4071")


async def test_in_the_lobby_a_new_list_is_requested_for_an_unlisted_table(
    tmp_path: Path, autojump_clock: object
) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path, table=None) as player:
        caller = await daemon.call()
        await caller.receives()
        await caller.sends(Tables((summary("elm"), summary("oak"))))
        await player.until(lambda: isinstance(player.model.status, InLobby))

        player.link.move_to("ash")
        assert isinstance(await caller.receives(), AskTables)
        await caller.sends(Tables((summary("ash"), summary("elm"), summary("oak"))))

        assert await caller.receives() == Hello(2, "fives test", "Ann", table="ash")


async def test_a_table_that_does_not_exist_changes_nothing(tmp_path: Path, autojump_clock: object) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        caller = await seated(daemon)
        player.link.move_to("ash")
        assert isinstance(await caller.receives(), AskTables)
        await caller.sends(Tables((summary("elm"), summary("oak"))))
        await player.until(lambda: bool(player.texts(Subject.REFUSED)))

        assert player.texts(Subject.REFUSED) == ["There is no table ash: there are elm and oak."]
        assert player.texts(Subject.TABLES) == []
        assert isinstance(player.model.status, Joined)


async def test_a_table_that_refuses_the_player_leads_back_to_the_lobby(tmp_path: Path, autojump_clock: object) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path, table=None) as player:
        caller = await in_lobby(daemon, summary("elm"), summary("oak"))
        await player.until(lambda: bool(player.model.lobby.tables))
        player.model.session.password = "plum"
        player.link.move_to("elm")
        assert await caller.receives() == Hello(2, "fives test", "Ann", table="elm", password="plum")
        await caller.sends(Goodbye("bad_password", "no"))

        await in_lobby(daemon, summary("elm"), summary("oak"))
        await player.until(lambda: isinstance(player.model.status, InLobby))
        assert any("Wrong password. Try again" in announcement.text for announcement in player.announcements)


async def test_a_new_name_is_used_from_the_next_seat_on(tmp_path: Path, autojump_clock: object) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        caller = await seated(daemon)
        await player.until(lambda: isinstance(player.model.status, Joined))
        carry_out(ChangeName("Bea"), player.model, player.link)
        player.model.lobby.update(Tables((a_table("ash"),)))
        player.link.move_to("ash")
        await caller.sees_the_end()

        hello = await (await daemon.call()).receives()
        assert isinstance(hello, Hello)
        assert (hello.name, hello.table) == ("Bea", "ash")


# At another table than the player might expect.


async def test_a_player_who_is_led_to_a_board_instead_of_the_table_asked_for_reads_so(
    tmp_path: Path, autojump_clock: object
) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        caller = await daemon.call()
        await caller.receives()
        await caller.sends(evolve(welcome(head=12), table="1-1"))
        await caller.sends_events(GAME[:12])
        await player.until(lambda: bool(player.texts(Subject.LINK)))

        assert player.texts(Subject.LINK) == [lobby_words.led_to_board("1-1", "oak")]


@pytest.mark.parametrize("is_operator", [True, False])
async def test_who_runs_the_daemon_reads_that_friends_are_led_to_another_table(
    tmp_path: Path, autojump_clock: object, is_operator: bool
) -> None:
    FileSeats(tmp_path).save(saved_seat("elm", token="t1"))
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path, table=None) as player:
        if is_operator:
            player.link.credentials.secret = lambda: "the secret"
        caller = await daemon.call()
        if is_operator:
            assert await caller.receives() == Operator("the secret")
        await caller.receives()
        await caller.sends(Tables((ELM, HOME)))
        await caller.receives()
        await caller.sends(evolve(welcome(head=12), table="elm"))
        await caller.sends_events(GAME[:12])
        await player.until(lambda: player.model.session.is_caught_up and player.model.session.head > 0)

        assert player.texts(Subject.LINK) == ([lobby_words.friends_are_led_to("oak")] if is_operator else [])
