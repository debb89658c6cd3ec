"""Saved seats at one host: saved, used, refused, deleted."""

from pathlib import Path

import pytest
from attrs import evolve

from client.model.status import Ended, InLobby, Joined
from client.net.table_choice import MOST_SEATS_TRIED
from client.store.file_seats import FileSeats
from client.store.host_seats import HostSeats
from client.store.saved_seats import SavedSeat
from protocol.wire.messages import (
    AskTables,
    Farewell,
    Goodbye,
    Hello,
    Role,
    SeatSummary,
    Tables,
    Welcome,
)
from tests.client.at_table import welcome
from tests.client.net.linked import FREE, GAME, HOME, a_table, in_lobby, playing, seated
from tests.client.scripted_daemon import ScriptedDaemon
from tests.client.succeeded import OLD, listed


async def test_a_seat_is_saved_and_used_by_a_later_run(tmp_path: Path, autojump_clock: object) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path):
        caller = await seated(daemon)
        await caller.receives_anything()
    kept = SavedSeat("host:5533", "oak", "Ann", "t1", "g1")
    assert FileSeats(tmp_path).all() == [kept]

    async with playing(daemon, tmp_path):
        assert await (await daemon.call()).receives() == Hello(2, "fives test", "Ann", table="oak", token="t1")


async def test_a_seat_is_used_at_every_address_of_its_host_and_nowhere_else(
    tmp_path: Path, autojump_clock: object
) -> None:
    at_oak = SavedSeat("192.168.1.20:5533", "oak", "Ann", "t1", "g1", key="oak's key")
    FileSeats(tmp_path).save(at_oak)
    FileSeats(tmp_path).save(SavedSeat("host:5533", "oak", "Ann", "t2", "g2", key="another's key"))
    daemon = ScriptedDaemon()
    for key, token in (("oak's key", "t1"), ("new key", None), ("", None)):
        async with playing(daemon, tmp_path) as player:
            player.link.autosave.seats.key = key
            hello = await (await daemon.call()).receives()
            assert isinstance(hello, Hello)
            assert hello.token == token


async def test_a_seat_from_before_its_host_had_a_key_is_saved_again_with_it(
    tmp_path: Path, autojump_clock: object
) -> None:
    FileSeats(tmp_path).save(SavedSeat("host:5533", "oak", "Ann", "t0", "g1"))
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        player.link.autosave.seats.key = "oak's key"
        caller = await daemon.call()
        hello = await caller.receives()
        assert isinstance(hello, Hello)
        assert hello.token == "t0"
        await caller.sends(welcome(head=12))
        await caller.sends_events(GAME[:12])
        await caller.receives_anything()

    assert FileSeats(tmp_path).all() == [SavedSeat("host:5533", "oak", "Ann", "t1", "g1", key="oak's key")]


@pytest.mark.parametrize(("hosts", "token"), [(True, "t0"), (False, None)])
async def test_a_host_whose_port_changes_has_the_seat_from_before_the_key_and_shows_it_to_no_other_host(
    tmp_path: Path, autojump_clock: object, hosts: bool, token: str | None
) -> None:
    seat = SavedSeat("localhost:5533", "oak", "Ann", "t0", "g1", host_command=("host", "--name=Ann"))
    FileSeats(tmp_path).save(seat)
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path, table=None, address="localhost:5544") as player:
        player.link.autosave.seats.key = "oak's key"
        player.link.autosave.seats.host_command = ("host", "--port=5544", "--name=Ann") if hosts else ()
        caller = await daemon.call()
        asked = await caller.receives()
        assert isinstance(asked, AskTables)
        assert asked.games == (("g1",) if hosts else ())
        await caller.sends(Tables((a_table("oak", SeatSummary("Ann"), FREE, game="g1"),)))

        hello = await caller.receives()
        assert isinstance(hello, Hello)
        assert hello.token == token


@pytest.mark.parametrize("reason", [Farewell.BAD_TOKEN, Farewell.NO_SUCH_TABLE])
async def test_after_some_refused_seats_the_player_joins_without_one(
    tmp_path: Path, autojump_clock: object, reason: Farewell
) -> None:
    saved = FileSeats(tmp_path)
    for nth in range(MOST_SEATS_TRIED + 1):
        saved.save(SavedSeat("host:5533", f"table-{nth}", "Ann", f"t{nth}", f"g{nth}"))
    tables = [a_table(f"table-{nth}", game=f"g{nth}") for nth in range(MOST_SEATS_TRIED + 1)]
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path, table=None):
        for nth in range(MOST_SEATS_TRIED, 0, -1):
            caller = await in_lobby(daemon, *tables, HOME)
            asked = Hello(2, "fives test", "Ann", table=f"table-{nth}", token=f"t{nth}")
            assert await caller.receives() == asked
            await caller.sends(Goodbye(reason.value, "who are you?"))

        again = await in_lobby(daemon, *tables, HOME)
        assert await again.receives() == Hello(2, "fives test", "Ann", table="oak")


async def test_seats_in_two_data_folders_of_one_host_are_both_kept(tmp_path: Path, autojump_clock: object) -> None:
    """A host who starts the daemon with another folder has another table oak; the first one may return later."""
    first, second = SavedSeat("host:5533", "oak", "Ann", "t1", "g1"), SavedSeat("host:5533", "oak", "Ann", "t2", "g2")
    for key in (first, second):
        FileSeats(tmp_path).save(key)
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path):
        caller = await daemon.call()
        assert await caller.receives() == Hello(2, "fives test", "Ann", table="oak", token="t2")
        await caller.sends(Goodbye(Farewell.BAD_TOKEN.value, "who are you?"))

        again = await daemon.call()
        assert await again.receives() == Hello(2, "fives test", "Ann", table="oak", token="t1")
    assert {*FileSeats(tmp_path).all()} == {first, second}


async def test_a_player_who_stood_up_reconnects_as_a_spectator_without_a_saved_seat(
    tmp_path: Path, autojump_clock: object
) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path):
        caller = await seated(daemon)
        await caller.sends(Welcome(1, "fivesd test", "oak", "g1", None, None, 1, 1))
        await caller.sends_events(GAME[:1])
        await caller.sends(Goodbye(Farewell.SHUTDOWN.value, "so long"))

        again = await daemon.call()
        hello = await again.receives()
        assert isinstance(hello, Hello)
        assert evolve(hello, history=None) == Hello(
            2, "fives test", "Ann", Role.SPECTATOR, table="oak", game="g1", token=None, since=1
        )
    assert FileSeats(tmp_path).all() == []


async def test_standing_up_at_a_table_without_spectators_leaves_it_and_deletes_the_seat(
    tmp_path: Path, autojump_clock: object
) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        caller = await seated(daemon)
        await caller.sends(Goodbye(Farewell.NO_SPECTATORS.value, "nobody may watch this table"))
        await player.until(lambda: player.ended is not None)

        assert player.ended == Ended("This table does not allow spectators.", failed=False)
    assert FileSeats(tmp_path).all() == []


async def test_a_spectator_uses_no_saved_seat(tmp_path: Path, autojump_clock: object) -> None:
    FileSeats(tmp_path).save(SavedSeat("host:5533", "oak", "Ann", "t1"))
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path, Role.SPECTATOR):
        assert await (await daemon.call()).receives() == Hello(2, "fives test", "Ann", Role.SPECTATOR, table="oak")


async def test_a_player_with_a_new_name_keeps_one_saved_seat_through_a_rematch(
    tmp_path: Path, autojump_clock: object
) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        caller = await seated(daemon)
        await player.until(lambda: isinstance(player.model.status, Joined))
        player.link.rename_player("Bea")
        await caller.sends(Welcome(1, "fivesd test", "oak", "g2", 0, None, 1, 1))
        await caller.sends_events(GAME[:1])
        await player.until(lambda: player.model.session.is_caught_up)

    (seat,) = FileSeats(tmp_path).all()
    assert (seat.name, seat.game, seat.token) == ("Ann", "g2", "t1")


async def test_a_player_with_a_new_name_comes_back_to_a_seat_of_the_old_one(
    tmp_path: Path, autojump_clock: object
) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        await seated(daemon)
        await player.until(lambda: isinstance(player.model.status, Joined))
        player.link.rename_player("Bea")
        player.model.lobby.update(Tables((HOME, a_table("ash"))))
        player.link.move_to("ash")
        caller = await daemon.call()
        assert await caller.receives() == Hello(2, "fives test", "Bea", table="ash")
        await caller.sends(Goodbye(Farewell.TABLE_FULL, "full"))
        caller = await in_lobby(daemon, HOME)
        await player.until(lambda: isinstance(player.model.status, InLobby))

        player.link.move_to("oak")

        assert await caller.receives() == Hello(2, "fives test", "Bea", table="oak", token="t1")


async def test_a_saved_seat_says_which_game_it_is_and_with_whom(tmp_path: Path, autojump_clock: object) -> None:
    daemon = ScriptedDaemon()
    async with playing(daemon, tmp_path) as player:
        player.link.autosave.seats.host_command = ("host", "--port=1")
        await seated(daemon)
        await player.until(lambda: player.model.session.is_caught_up)

    (seat,) = FileSeats(tmp_path).all()
    assert seat.about.startswith("Cinq et Trois with ")
    assert seat.host_command == ("host", "--port=1")


@pytest.mark.parametrize(("key", "is_claimed"), [("", False), ("oak's key", True)])
def test_a_seat_of_a_match_that_this_host_continues_is_shown_by_its_token_where_no_claim_is_accepted(
    tmp_path: Path, key: str, is_claimed: bool
) -> None:
    """As after `fivesd resume`. A statement names the host's key, which a program on the host's own machine lacks."""
    seat = SavedSeat("localhost:5533", "elm", "Ann", "t1", OLD, secrets=("a secret",))
    saved = FileSeats(tmp_path)
    saved.save(seat)
    seats, table = HostSeats(saved, "localhost:5533", "Ann", key=key), listed("elm", OLD)

    assert seats.use_at_one_of([table]) == "elm"
    assert (seats.claimed, seats.current) == ((seat, None) if is_claimed else (None, seat))
    seats.refuse_claim()

    assert seats.use_at_one_of([table]) == "elm"
    assert (seats.claimed, seats.current) == (None, seat)
