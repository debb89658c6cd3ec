"""The steps of an exported game."""

from client.replay.cursor import Replay
from client.web.export.steps import first_deal, step_after, steps_of
from tests.client.recorded import record_of, talkative_record


def test_a_play_is_shown_by_the_step_in_which_its_tile_is_laid() -> None:
    steps = steps_of(Replay(record_of("all-fives")))

    for play in range(1, 34):
        step = step_after(steps, play)
        assert steps[step].is_play
        assert (steps[step - 1].plays, steps[step].plays) == (play - 1, play)
    assert step_after(steps, 0) == 0
    assert not steps[0].is_play
    assert step_after(steps, 10**6) == len(steps) - 1


def test_the_first_deal_comes_after_the_chat_before_it() -> None:
    assert first_deal(steps_of(Replay(talkative_record()))) == 1
