"""A host in a browser changes the game of a table, with a friend in a terminal, through a kill of the daemon."""

import sys
from pathlib import Path

import pytest
import trio

from client.actions.action import NewTable
from client.actions.panel import key_of
from daemon.program.command import main
from protocol.log.commands import Say
from protocol.log.table import Stage
from tests.client.web.page_client import PageClient
from tests.daemon.wire_client import WireClient
from tests.end_to_end.program import Running, running
from tests.end_to_end.test_page import tab
from tests.ports import free_port

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals and processes")


async def host_of_a_table(daemon: Running) -> PageClient:
    """Ben, who has opened a table for three on the page, and is its host."""
    ben = await tab(daemon.port, "Ben")
    await ben.press("show", "tables")
    await ben.shows("window", "Open a table")
    await ben.press("choose", f"tables {key_of(NewTable())}")
    await fills_in(ben, "all-threes", seats="3")
    await ben.shows("waiting", "Change the game")
    return ben


async def fills_in(host: PageClient, game: str, **values: str) -> None:
    """Fill in the form that is about to open, and send it."""
    await host.shows("window", 'data-press="open"')
    await host.press("fill", {"game": game})
    await host.press("open", values)


def game_of(client: WireClient) -> tuple[str, int, list[str | None], Stage]:
    """The game, its target, the names on the seats and the stage, as far as this client knows."""
    table = client.table
    return table.preset, table.rules.target, [seat.name for seat in table.seats], table.stage


async def test_the_changed_game_is_played_by_everybody_and_kept_through_a_kill(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    port = free_port()
    async with running(tmp_path, "--think", "0", port=port, has_page=True) as daemon:
        ben = await host_of_a_table(daemon)
        ann = await daemon.client("Ann")
        await ann.enter(table=ben.path.removeprefix("/"))
        assert game_of(ann) == ("all-threes", 100, ["Ben", "Ann", None], Stage.SEATING)

        await ben.press("order", "change")
        await fills_in(ben, "all-fives", target="250")

        await ann.until(lambda: ann.table.preset == "all-fives" and ann.session.is_caught_up)
        assert game_of(ann) == ("all-fives", 250, ["Ben", "Ann", None], Stage.SEATING)
        await ben.says("You change the game to All Fives to 250.")
        await ben.shows("status", "to 250")
        daemon.process.kill()
        await ben.leave()

    async with running(tmp_path, "--think", "0", port=port, has_page=True) as daemon:
        again = await daemon.client("Ann", ann.session)
        await again.enter()
        assert game_of(again) == ("all-fives", 250, ["Ben", "Ann", None], Stage.SEATING)
        back = PageClient(await trio.open_tcp_stream("127.0.0.1", port))
        await back.open(ben.kept, origin=f"http://localhost:{port}", path=ben.path)
        await back.shows("waiting", "Change the game")

        await back.press("order", "start")
        await back.press("confirm")
        await again.until(lambda: again.is_at(Stage.PLAYING))
        await again.accepted(Say("to 250, then"))
        assert again.table.preset == "all-fives"
        await back.leave()
        daemon.process.terminate()
        await daemon.ends()

    assert main(["verify", "--data", str(tmp_path)]) == 0
    assert main(["games", "--data", str(tmp_path)]) == 0
    games = [line for line in capsys.readouterr().out.splitlines() if "Ben" in line]
    assert len(games) == 1
    assert "All Fives" in games[0]
