"""The first frame of `fives play`."""

import pytest

from client.screen.first_frame import SETTING_UP, TITLE, first_frame, show_main_screen
from client.words.say import say
from tests.client.drawn_terminal import terminal


@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (40, 20), (24, 3)])
def test_it_is_drawn_at_once_in_the_middle(columns: int, rows: int) -> None:
    with terminal(columns, rows) as screen, first_frame():
        assert [line.strip() for line in screen.lines if line] == [TITLE, SETTING_UP]
        assert not screen.is_restored


def test_the_screen_of_the_table_goes_on_with_the_same_words() -> None:
    assert say("connecting.setting_up") == SETTING_UP


def test_the_application_draws_on_the_same_screen() -> None:
    with terminal() as screen:
        with first_frame():
            pass
        assert not screen.is_restored

        show_main_screen()
        assert screen.is_restored


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt, SystemExit])
def test_a_program_that_fails_before_the_application_restores_the_terminal(error: type[BaseException]) -> None:
    with terminal() as screen:
        with pytest.raises(error), first_frame():
            raise error
        assert screen.is_restored
