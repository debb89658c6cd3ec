"""The full screen in other languages, which need more room than English."""

import pytest

from client.picture.pinwheel import Size
from client.practice.lessons import learning
from client.screen.course_screen import CourseScreen
from client.words.languages.by_name import language_named
from client.words.say import say, speaking
from protocol.game.presets import PRESETS
from protocol.log.events import SeatTaken
from protocol.shared.offered_languages import ENGLISH, OFFERED
from tests.client.at_desk import SMALL, at_table
from tests.client.every_screen import lobby
from tests.client.frames import as_text, painted
from tests.client.practice.played_lessons import RIGHT_MOVES
from tests.client.screen.test_course_screen import make, read
from tests.client.states import before, is_my_turn, match_of, states
from tests.client.three_handed import OPENING


@pytest.mark.parametrize("name", OFFERED)
def test_the_chosen_line_of_the_form_shows_its_value_whole(name: str) -> None:
    with speaking(language_named(name)):
        chosen = [line for player in lobby() for line in player.sees(SMALL).splitlines() if line.startswith("│ >")]

    values = [line.partition("<")[2] for line in chosen if "<" in line]
    assert len(values) > 30
    assert [value for value in values if "…" in value] == []
    assert all(len(line) <= 40 for line in chosen)


@pytest.mark.parametrize(("name", "ends"), [("es", "Extremos "), ("fr", "Bouts ")])
def test_the_bar_of_ends_has_its_name_in_the_language(name: str, ends: str) -> None:
    player = at_table(*before("all-fives", is_my_turn))

    assert "\nEnds " in f"\n{player.sees()}"
    with speaking(language_named(name)):
        assert f"\n{ends}" in f"\n{player.sees()}"


@pytest.mark.parametrize("name", [ENGLISH, *OFFERED])
def test_the_question_of_each_lesson_is_whole_on_a_small_screen(name: str) -> None:
    with speaking(language_named(name)):
        screen = CourseScreen(learning(is_drawn=True), clock=lambda: 0.0)
        for move in RIGHT_MOVES:
            read(screen, SMALL)
            question = as_text(painted(screen, SMALL)).splitlines()[-3:]
            assert not any("…" in line for line in question), question
            make(screen, move, SMALL)


@pytest.mark.parametrize("name", [ENGLISH, *OFFERED])
@pytest.mark.parametrize("size", [SMALL, Size(80, 24)], ids=str)
def test_a_question_is_whole_after_something_that_was_said(name: str, size: Size) -> None:
    with speaking(language_named(name)):
        player = at_table(OPENING[0], OPENING[1], host=True)
        player.receives(SeatTaken(1, "Kim"))
        assert say("seat.takes", name="Kim", seat=2) in player.sees()
        player.press("enter")

        asked = "".join(player.sees(size).splitlines()[-3:])

    assert "?" in asked
    assert "…" not in asked


@pytest.mark.parametrize("name", [ENGLISH, *OFFERED])
@pytest.mark.parametrize("size", [SMALL, Size(80, 24)], ids=str)
def test_what_a_line_of_the_form_is_for_is_whole(name: str, size: Size) -> None:
    with speaking(language_named(name)):
        shown = [player.sees(size).splitlines() for player in lobby()]

    about = ["".join(lines[-5:-1]) for lines in shown if any(line.startswith("└") for line in lines)]
    assert len(about) > 40
    assert [text for text in about if "…" in text] == []


@pytest.mark.parametrize("name", [ENGLISH, *OFFERED])
@pytest.mark.parametrize("game", PRESETS)
def test_what_begins_a_match_is_whole_in_the_waiting_room(name: str, game: str) -> None:
    with speaking(language_named(name)):
        asked = at_table(*match_of(game)[:2], host=True).lines()[-2]

    assert "…" not in asked, asked


@pytest.mark.parametrize("name", [ENGLISH, *OFFERED])
def test_what_comes_after_a_shown_end_is_whole_on_a_small_screen(name: str) -> None:
    with speaking(language_named(name)):
        ends = [next(player for state, player, _ in states(game) if state == "round end") for game in PRESETS]
        texts = [player.lines(SMALL)[-2] for player in ends]

    assert [text for text in texts if "…" in text] == []
