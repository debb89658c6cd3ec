"""Exercises from saved games: which games are searched, by real children, and what is there after it was stopped."""

import os
from pathlib import Path

import pytest
import trio
from attrs import evolve

from client.model.practice import Practice
from client.practice.finding import Search, find_exercises, games_to_search
from client.store.saved_games import FinishedGame
from client.store.saved_records import analysis_path, save_record
from protocol.game.layout import Arm
from protocol.game.tiles import parse_tile
from protocol.log.events import TilePlayed
from protocol.version import __version__
from protocol.wire.analysis import ANALYSIS_VERSION, Analysis, BetterPlay, JudgedPlay, encode_analysis
from tests.client.exercises import TODAY, practice_of
from tests.client.program.programs import children_of, posix_only
from tests.client.recorded import record_of
from tests.client.store.test_my_games import result

TIME_LIMIT = 120.0
COSTLY = 40
"""The entry of a play of the recorded match that loses some 9 in 100 chances to win."""


@pytest.fixture
def game(tmp_path: Path) -> FinishedGame:
    """A finished game whose analysis, beside its record, knows one costly play of the player's."""
    record = record_of("all-fives")
    path = save_record(tmp_path / "records", "host:5533", record.header.game, "oak", record.entries)
    event = record.entries[COSTLY - 1].event
    assert isinstance(event, TilePlayed)
    better = BetterPlay(parse_tile("3-0"), Arm.RIGHT, 0.19)
    judged = JudgedPlay(COSTLY, event.seat, event.tile, event.arm, 0.1, 0.01, 0.09, better, lost_error=0.01)
    analysis = Analysis(ANALYSIS_VERSION, record.header.game, 400, 1, (), (), (judged,), __version__)
    analysis_path(path).write_bytes(encode_analysis(analysis))
    return FinishedGame(evolve(result("Ann Ben Cho", game=record.header.game), seat=event.seat), path)


def test_only_own_games_with_a_record_that_are_not_searched_yet_are_searched(game: FinishedGame) -> None:
    watched = evolve(game, result=evolve(game.result, seat=None))
    without_record = evolve(game, record=None)

    assert [*games_to_search([watched, without_record, game], Practice())] == [game]
    assert [*games_to_search([game], Practice(games=(game.result.game,)))] == []


@pytest.mark.slow("analyses a match")
@pytest.mark.slow("estimates the plays of a turn in a child program")
async def test_a_costly_play_becomes_an_exercise_that_is_due_at_once(game: FinishedGame) -> None:
    practice, saved, progress = Practice(), list[int](), list[Search]()

    with trio.fail_after(TIME_LIMIT):
        await find_exercises([game], practice, TODAY, lambda: saved.append(1), progress.append)

    (exercise,) = practice.due(TODAY)
    assert (exercise.seq, exercise.game) == (COSTLY, game.result.game)
    assert str(exercise.plays[0].play.tile) == "3-0"
    assert 0.05 < exercise.cost < 0.15
    assert practice.games == (game.result.game,)
    assert saved == [1]
    assert progress[0].text == "Comparing the costliest plays in All Fives of 2026-01-02: play 1 of 1."
    assert progress[0].is_step


async def test_a_record_that_cannot_be_read_or_breaks_its_rules_is_searched_once_and_has_none(
    game: FinishedGame,
) -> None:
    assert game.record is not None
    game.record.write_bytes(game.record.read_bytes().replace(b'"awarded":10', b'"awarded":5'))
    gone = FinishedGame(evolve(game.result, game="gone"), game.record.with_name("gone.jsonl"))
    practice = Practice()

    await find_exercises([game, gone], practice, TODAY, lambda: None, lambda _: None)

    assert practice.scheduled == ()
    assert [*games_to_search([game, gone], practice)] == []


async def test_no_game_is_searched_while_ten_exercises_are_due(game: FinishedGame) -> None:
    practice = practice_of(10)

    await find_exercises([game], practice, TODAY, lambda: None, lambda _: None)

    assert len(practice.scheduled) == 10


@pytest.mark.slow("starts a child program")
@posix_only
@pytest.mark.slow("starts a child program")
async def test_stopping_the_search_ends_its_child_and_the_game_is_searched_the_next_time(game: FinishedGame) -> None:
    practice, before = Practice(), set(children_of(os.getpid()))

    with trio.fail_after(TIME_LIMIT), trio.CancelScope() as scope:
        await find_exercises([game], practice, TODAY, lambda: None, lambda _: scope.cancel())

    assert scope.cancelled_caught
    assert set(children_of(os.getpid())) <= before
    assert [*games_to_search([game], practice)] == [game]
