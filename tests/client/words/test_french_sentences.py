"""Sentences and pages put together of parts, in French: number, names of keys and of places, no English left."""

import pytest

from client.actions.help_topics import help_on
from client.replay.games_words import totals
from client.store.my_games import Total, Totals
from client.words.board_signs import signs
from client.words.languages.by_name import language_named
from client.words.name_words import source_of_game
from client.words.say import say, speaking
from client.words.settings import Place, settings_in
from protocol.game.presets import PRESETS

FRENCH = language_named("fr")


@pytest.mark.parametrize(
    ("won", "counted"), [(0, "2 parties, 0 gagnée."), (1, "2 parties, 1 gagnée."), (2, "2 parties, 2 gagnées.")]
)
def test_matches_that_were_won_agree_with_their_number(won: int, counted: str) -> None:
    with speaking(FRENCH):
        lines = list(totals(Totals({"all-fives": Total(played=2, won=won)}, {}, {})))

    assert lines == [f"All Fives\u00a0: {counted}"]


@pytest.mark.parametrize(("left", "shown"), [(1, "1 non donné"), (14, "14 non donnés")])
def test_tiles_that_are_not_dealt_agree_with_their_number(left: int, shown: str) -> None:
    with speaking(FRENCH):
        assert say("header.not_dealt", n=left) == shown


def test_the_signs_of_the_board_are_shown_as_the_screen_has_them() -> None:
    assert [sign for sign, _ in signs()][3:5] == ["+4, +1 of 5, ·", "on 6 +4, 1 +0"]
    with speaking(FRENCH):
        assert [sign for sign, _ in signs()][3:5] == ["+4, +1 de 5, ·", "sur 6 +4, 1 +0"]


def test_the_help_on_settings_names_each_of_them_in_the_language() -> None:
    with speaking(FRENCH):
        labels = {row.name: row.label for row in settings_in(Place.FILE).values()}
        lines = [" ".join(line.split()) for line in help_on("settings", 200)]

    assert labels["name"] == "Votre nom à la table"
    assert lines[-len(labels) :] == [f"{name} {label}" for name, label in labels.items()]


def test_a_source_that_is_no_name_is_described_in_the_language() -> None:
    with speaking(FRENCH):
        sources = {name: source_of_game(name) for name in PRESETS}

    assert sources["pub"] == "les règlements de championnats anglais"
    assert sources["all-fives"] == PRESETS["all-fives"].source
