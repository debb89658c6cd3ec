"""The marks of seats before a match: who sits there, at a glance."""

import pytest

from client.web.initials import initial, seat_mark


@pytest.mark.parametrize(
    ("name", "letter"),
    [
        ("Ann", "A"),
        ("émile", "É"),
        ("e\u0301mile", "E\u0301"),
        ("ßen", "SS"),
        ("李雷", "李"),
        ("7up", "7"),
        ("a" + 20 * "\u0301", "A" + 3 * "\u0301"),
    ],
)
def test_a_name_begins_with_a_letter_that_has_its_accents(name: str, letter: str) -> None:
    assert initial(name) == letter


def test_a_mark_has_the_colour_of_its_seat_and_says_nothing_to_a_screen_reader() -> None:
    for name, is_bot, sign in (("<Ann", False, "&lt;"), ("Olga", True, "#icon-bot"), (None, False, "#icon-new")):
        mark = seat_mark(2, name, is_bot=is_bot)

        assert sign in mark
        assert 'aria-hidden="true"' in mark
        assert ("p2" in mark) == (name is not None)
