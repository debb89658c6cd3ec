"""Hosting a match that this player has joined: the daemon on this machine, and what is left of it."""

import socket
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest
import trio
from attrs import evolve

from client.model.status import Joined
from client.net import page_probe
from client.program import hosting_here
from client.program.hosting import HostOptions, TakenMatch
from client.program.hosting_here import HostHere, at_port
from client.store.file_seats import FileSeats
from client.store.my_games import unfinished_at_hosts
from client.store.unfinished_games import UnfinishedGames
from daemon.program.command import main
from protocol.shared.address import DEFAULT_PORT, Address
from protocol.wire.sealer import Sealer
from tests.client.net.linked import playing
from tests.client.succeeded import NEW_HOST, House, new_host, old_seat


@asynccontextmanager
async def a_player_hosts(folder: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[HostHere]:
    """Hosting on the machine of a player who is at a table of another host."""
    monkeypatch.setenv("XDG_DATA_HOME", str(folder / "usual"))
    monkeypatch.setenv("FIVES_HOME", str(folder / "usual" / "fives"))
    FileSeats(folder).save(old_seat())
    async with (
        new_host() as host,
        playing(House(host), folder, table=None, sealer=Sealer(lambda: "new"), address=NEW_HOST) as player,
        AsyncExitStack() as stack,
    ):
        await player.until(lambda: isinstance(player.model.status, Joined) and player.model.session.is_caught_up)
        player.link.autosave = evolve(player.link.autosave, unfinished=UnfinishedGames(folder))
        yield HostHere(player.link, stack)


@pytest.mark.parametrize("is_cancelled", [False, True])
async def test_a_host_that_is_given_up_leaves_no_game_behind_whenever_that_happens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *, is_cancelled: bool
) -> None:
    """Also if the hand-over is cancelled before the new daemon has said which game it has."""
    async with a_player_hosts(tmp_path, monkeypatch) as here, trio.open_nursery() as nursery:
        looked = list[Address]()

        async def until_page_answers(address: Address) -> None:
            await page_probe.until_page_answers(address)
            looked.append(address)

        monkeypatch.setattr(hosting_here, "until_page_answers", until_page_answers)

        async def prepare() -> None:
            with scope:
                await here.prepare()
            prepared.set()

        scope, prepared = trio.CancelScope(), trio.Event()
        nursery.start_soon(prepare)
        while is_cancelled and here.options is None:  # noqa: ASYNC110 - the daemon has just said that it listens
            await trio.sleep(0.001)
        if is_cancelled:
            scope.cancel()
        await prepared.wait()
        assert is_cancelled or len(looked) == 1, "browsers are sent here, too"
        assert scope.cancelled_caught is is_cancelled
        assert here.options is not None
        data, seats = here.options.data, here.link.autosave.seats
        listed = [game.command[:1] for game in unfinished_at_hosts(seats.saved)]
        assert listed == [("take-over",)], "this machine may end before its player comes there"
        (held,) = [seat for seat in seats.saved.all() if not seat.token]
        assert seats.command_to_host_again(held.key, held.game) == held.host_command
        assert seats.command_to_host_again(held.key, "another") == ()
        await here.drop()
        assert [game.command[:1] for game in unfinished_at_hosts(seats.saved)] == [("join",)]
        capsys.readouterr()

        assert await trio.to_thread.run_sync(main, ["games", "--data", str(data)]) == 0
        assert capsys.readouterr().out == ""
        nursery.cancel_scope.cancel()


async def test_a_match_is_hosted_at_a_free_port_if_another_program_has_the_usual_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with a_player_hosts(tmp_path, monkeypatch) as here:
        other = here.stack.enter_context(socket.socket())
        try:
            other.bind(("", DEFAULT_PORT))
            other.listen()
        except OSError:
            pytest.skip("a program has the usual port, and may give it back at any moment")
        await here.prepare()
        assert here.options is not None
        assert here.options.port not in (0, DEFAULT_PORT)
        assert f"--port={here.options.port}" in here.options.command("Ann")
        await here.drop()


def test_a_port_that_the_system_has_chosen_is_part_of_the_command_that_hosts_again() -> None:
    match = TakenMatch(Path("game.jsonl"), 1)
    chosen = at_port(HostOptions(("--port=0",), port=0, takes_over=match), 40123)

    assert (chosen.port, chosen.command("Ben")[-1]) == (40123, "--port=40123")
    assert at_port(HostOptions(takes_over=match), 40123) == HostOptions(takes_over=match), "it is the usual one"
