"""The scenes that a contributor looks at: each exists, and leads to what it says."""

import sys

import pytest

from protocol.game.presets import PRESETS, make_rules
from protocol.game.rules import Draw
from protocol.log.table import Stage, fold
from tests.end_to_end.program import run
from tests.scenes import ME, SCENES, SEATS, NoSuchSceneError, events_of


@pytest.mark.parametrize("game", list(PRESETS))
@pytest.mark.parametrize("scene", list(SCENES))
def test_every_game_has_every_scene_in_which_somebody_is_in_turn(game: str, scene: str) -> None:
    if scene == "draw" and make_rules(PRESETS[game])[0].draw is Draw.NONE:
        with pytest.raises(NoSuchSceneError, match="no match of"):
            events_of(scene, game)
        return
    table = fold(events_of(scene, game))

    assert (table.turn == ME) == (scene != "away")


@pytest.mark.parametrize("game", list(PRESETS))
def test_the_waiting_room_waits(game: str) -> None:
    assert fold(events_of(SEATS, game)).stage is Stage.SEATING


def test_the_same_words_lead_to_the_same_tiles() -> None:
    assert events_of("ends", "all-fives") == events_of("ends", "all-fives")


@pytest.mark.slow("runs `fives` and `fivesd`")
def test_a_scene_is_played_on() -> None:
    played = run([sys.executable, "-m", "tests.scenes", "round", "--lines"], typed="1\n")

    assert "Your turn. 1 tile." in played.stdout
    assert "Round 3 is over." in played.stdout
