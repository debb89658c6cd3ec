"""Numbers and days are written as the reader's language writes them."""

import pytest

from client.replay.replay_words import moment_anywhere
from client.words.languages.by_name import language_named
from client.words.number_words import day, in_short, with_fraction
from client.words.say import speaking

AT = "2026-01-02T23:04:05.000Z"


def test_in_english_they_are_as_everywhere_in_the_program() -> None:
    assert (with_fraction(3.52), in_short(0.25), in_short(2.0)) == ("3.5", "0.25", "2")
    assert (day("2026-01-02"), moment_anywhere(AT)) == ("2026-01-02", "2026-01-02 23:04 UTC")


@pytest.mark.parametrize("name", ["es", "fr"])
def test_spanish_and_french_have_a_comma_and_begin_with_the_day(name: str) -> None:
    with speaking(language_named(name)):
        assert (with_fraction(-3.52), with_fraction(3.0), in_short(2.0)) == ("-3,5", "3,0", "2")
        assert (day("2026-01-02"), moment_anywhere(AT)) == ("02/01/2026", "02/01/2026 23:04 UTC")


@pytest.mark.parametrize("text", ["", "soon", "2026-01", "2026-01-02x", "\x1b[2J"])
def test_what_is_no_day_is_unchanged(text: str) -> None:
    with speaking(language_named("fr")):
        assert day(text) == text
