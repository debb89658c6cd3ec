"""From a table on the full screen to the player's own games, or to the analysis of the match, and back."""

import signal
from pathlib import Path

import pytest
import trio

from client.actions.excursion import may_play_on
from client.picture.pinwheel import Size
from client.program.games_folder import GamesFolder
from client.program.on_screen import ScreenExcursions
from client.terminal.look import Look
from client.words.leaving_words import HostedBy
from protocol.log.table import Stage
from protocol.wire.messages import SeatSummary, Tables, TableSummary
from protocol.wire.record import Record
from tests.client.at_desk import Player, at_table, newcomer
from tests.client.excursions import ExcursionLog
from tests.client.screen.test_screen import on_the_bridge, sitting
from tests.client.states import match_of
from tests.client.three_handed import game

MATCH = match_of("all-fives")


async def went(player: Player) -> list[str | Record]:
    noted = ExcursionLog()
    assert player.screen.excursion is not None
    await player.screen.excursion(noted)
    return noted.went


async def test_after_a_match_it_can_be_analysed() -> None:
    player = at_table(*MATCH)
    assert "A analyse" in player.sees()

    player.press("A")

    (record,) = await went(player)
    assert isinstance(record, Record)
    assert record.header.game == "g1"
    assert len(record.entries) == len(MATCH)


@pytest.mark.parametrize("typed", [False, True])
def test_before_its_end_a_match_cannot_be_analysed(typed: bool) -> None:
    player = at_table(*game())
    if typed:
        player.type(":", "analyse")
    else:
        player.press("A")

    assert player.screen.excursion is None
    assert "Only a match that is over can be analysed." in player.sees()


async def test_the_menu_leads_to_my_games() -> None:
    player = at_table(*game())
    player.press("x")
    player.choose("My games")

    assert await went(player) == ["games"]
    assert player.windows.front is None, "back at the table no window is open"


async def test_g_leads_to_my_games() -> None:
    player = at_table(*game())
    player.press("G")

    assert await went(player) == ["games"]


async def test_g_in_the_lobby_leads_to_my_games() -> None:
    player = newcomer()
    summary = TableSummary("oak", "g1", "all-fives", (SeatSummary(), SeatSummary()), Stage.SEATING)
    player.take(player.model.receive(Tables((summary,))))
    assert "My games" in player.sees(Size(120, 40))

    player.press("G")

    assert await went(player) == ["games"]


@on_the_bridge
async def test_the_table_is_shown_again_afterwards(tmp_path: Path) -> None:
    is_there = trio.Event()
    noted = ExcursionLog(there=is_there.set)
    async with sitting(tmp_path, MATCH, excursions=noted) as at:
        await at.screen.shows("A analyse")
        at.screen.press("A")
        with trio.fail_after(60):
            await is_there.wait()
        at.screen.press("s")
        await at.screen.shows("Score sheet")


@on_the_bridge
async def test_a_signal_in_the_list_of_games_ends_the_game_as_well(tmp_path: Path) -> None:
    excursions = ScreenExcursions(GamesFolder(tmp_path, "host:5533"), Look())
    async with sitting(tmp_path, MATCH, excursions=excursions) as at:
        await at.screen.shows("A analyse")
        at.screen.press("G")
        await at.screen.shows("My games")
        at.screen.press("t")
        await at.screen.shows("Totals")

        signal.raise_signal(signal.SIGTERM)

        with trio.fail_after(60):
            await at.is_over.wait()


# Playing on from there.

PLAYED_ON = ("play", "--play-on=game.jsonl")


@on_the_bridge
async def test_after_a_match_playing_on_takes_the_place_of_the_table(tmp_path: Path) -> None:
    async with sitting(tmp_path, MATCH, excursions=ExcursionLog(then=PLAYED_ON)) as at:
        await at.screen.shows("A analyse")
        at.screen.press("A")

        with trio.fail_after(60):
            await at.is_over.wait()


@on_the_bridge
async def test_during_a_match_it_has_to_wait(tmp_path: Path) -> None:
    async with sitting(tmp_path, game(), excursions=ExcursionLog(then=PLAYED_ON)) as at:
        await at.screen.shows("Enter play")
        at.screen.press("G")

        await at.screen.shows("Leave this game first; `fives play --play-on=game.jsonl` plays on")


def test_who_hosts_friends_has_to_leave_first() -> None:
    model = at_table(*MATCH).model
    assert may_play_on(model)

    model.hosted_by = HostedBy.PLAYER

    assert not may_play_on(model)
