"""The words that a player types most can be typed in the player's language, beside the English ones."""

from gettext import NullTranslations
from types import ModuleType

import pytest

from client.actions.key_row import SCREEN
from client.actions.typed_commands import COMMANDS, key_action
from client.actions.typed_help import ARM_WORDS, arm_named, brief_commands, in_words_of_reader
from client.lines.dialogue import is_yes
from client.lines.letters import _OF_LINE_MODE
from client.lines.typed_play import TypedPlay, is_move, typed_play
from client.program.questions import asked_whether
from client.words.languages import es, fr
from client.words.languages.by_name import language_named
from client.words.say import Language, speaking
from protocol.game.layout import Arm
from protocol.log.commands import Pause, PlayTile, React
from protocol.shared.forms import FORMS
from tests.client.at_lines import at, sent
from tests.protocol.table_notation import round_of, tile_of

SPANISH, FRENCH = (
    Language(NullTranslations(), FORMS.get(name, {}), name, module.TYPED, module.YES)
    for name, module in (("es", es), ("fr", fr))
)
DUEL = round_of(rules="cinq-et-trois", hands="6-0 3-1 4-1 | ? ? ?", line="3-1")
ANSWERS = ("yes", "no")


@pytest.mark.parametrize("module", [es, fr])
def test_no_word_of_a_language_means_something_else_in_english(module: ModuleType) -> None:
    english = {*COMMANDS, *_OF_LINE_MODE, *ARM_WORDS, *ANSWERS, "play"}

    assert set(module.TYPED) & english == set()
    assert set(module.TYPED.values()) <= english
    assert all(len(word) > 1 and word == word.casefold() for word in module.TYPED)


@pytest.mark.parametrize(
    ("language", "typed", "command"),
    [
        (SPANISH, "pausa", Pause()),
        (SPANISH, "PAUSA", Pause()),
        (SPANISH, "4-1 izquierda", PlayTile(tile_of("4-1"), Arm.LEFT)),
        (SPANISH, "juega 4-1 left", PlayTile(tile_of("4-1"), Arm.LEFT)),
        (SPANISH, "pause", Pause()),
        (FRENCH, "pause", Pause()),
        (FRENCH, "4-1 gauche", PlayTile(tile_of("4-1"), Arm.LEFT)),
        (FRENCH, "pose 3 g", PlayTile(tile_of("4-1"), Arm.LEFT)),
    ],
)
def test_a_word_of_the_language_does_what_the_english_one_does(language: Language, typed: str, command: object) -> None:
    table, model = at(DUEL, is_host=True)

    with speaking(language):
        table.obey(typed)

    assert sent(model) == [command]


def test_in_english_it_is_no_command_and_is_named_as_it_was_typed() -> None:
    table, model = at(DUEL)

    assert "pausa" in " ".join(table.obey("pausa").lines)
    with speaking(FRENCH):
        assert "pausa" in " ".join(table.obey("pausa").lines)
    assert sent(model) == []


@pytest.mark.parametrize(("language", "word"), [(SPANISH, "paso"), (FRENCH, "boude")])
def test_a_move_waits_for_its_turn_in_each_language(language: Language, word: str) -> None:
    with speaking(language):
        assert is_move(word)
        assert typed_play("3 derecha") == TypedPlay(3, None, "derecha")
    assert not is_move(word)


@pytest.mark.parametrize(("language", "again"), [(SPANISH, "repetir"), (FRENCH, "encore")])
def test_again_is_a_word_of_line_mode(language: Language, again: str) -> None:
    table, _ = at(DUEL)
    in_english = table.obey("again")

    with speaking(language):
        assert table.obey(again) == in_english


@pytest.mark.parametrize(("language", "yes"), [(SPANISH, "sí"), (SPANISH, "SI"), (FRENCH, "Oui")])
async def test_a_question_is_answered_in_the_language(language: Language, yes: str) -> None:
    async def ask(_: str) -> str:
        return yes

    with speaking(language):
        assert is_yes(yes)
        assert is_yes("y")
        assert await asked_whether(ask, "?")


async def test_its_letter_answers_a_question_and_is_a_key_at_the_table() -> None:
    answers = iter(["s", "n", "s", "x", "o"])

    async def ask(_: str) -> str:
        return next(answers)

    with speaking(SPANISH):
        assert await asked_whether(ask, "?")
        assert not await asked_whether(ask, "?")
        assert not is_yes("s")
    with speaking(FRENCH):
        assert await asked_whether(ask, "?"), "neither Spanish nor `x` is an answer"


def test_an_end_has_its_name_in_the_language() -> None:
    with speaking(SPANISH):
        assert [arm_named(word) for word in ("Arriba", "abajo", "r", "gauche")] == [Arm.UP, Arm.DOWN, Arm.RIGHT, None]


@pytest.mark.parametrize(
    ("language", "typed", "shown"),
    [
        (SPANISH, "b, draw", "b, robar"),
        (SPANISH, "k, p, knock, pass", "k, p, pasar"),
        (SPANISH, "4-1 left", "4-1 izquierda"),
        (SPANISH, "3 r", "3 r"),
        (SPANISH, "open all-fives --set draw=yes", "open all-fives --set draw=yes"),
        (FRENCH, "again", "encore"),
        (FRENCH, "z, fits", "z, fits"),
    ],
)
def test_help_shows_what_the_reader_types(language: Language, typed: str, shown: str) -> None:
    with speaking(language):
        assert in_words_of_reader(typed) == shown


@pytest.mark.parametrize("language", [SPANISH, FRENCH])
def test_what_the_help_shows_can_be_typed(language: Language) -> None:
    table, _ = at(DUEL)
    english = table.obey("?").lines

    with speaking(language):
        shown = table.obey("?").lines
        commands = [way for line in shown[1:] for way in line.split(": ")[0].split(", ") if way.isalpha()]
        unknown = [way for way in commands if key_action(way) is None]

    assert len(shown) == len(english)
    assert unknown == []


def test_the_short_list_of_commands_has_the_words_of_the_language() -> None:
    _, model = at(DUEL, is_host=True)

    with speaking(SPANISH):
        shown = dict(brief_commands(model, SCREEN))

    assert "pausa" in shown
    assert any(rest.startswith("revancha, ") for rest in shown.values())


def test_a_command_is_explained_by_its_word_in_the_language() -> None:
    table, _ = at(DUEL, is_host=True)

    with speaking(SPANISH):
        assert table.obey("? pausa") == table.obey("? pause")
        assert table.obey("? pausa").lines[0].startswith("pausa: ")


@pytest.mark.parametrize("typed", ["react Bien joué", "react bien  joué", "react well played", "react well_played"])
def test_a_reaction_is_typed_as_it_is_read_or_in_english(typed: str) -> None:
    with speaking(language_named("fr")):
        table, model = at(DUEL)
        table.obey(typed)

    assert sent(model) == [React("well_played")]


def test_the_reactions_that_can_be_typed_are_named_in_the_language() -> None:
    with speaking(language_named("fr")):
        table, model = at(DUEL)
        answer = " ".join(table.obey("react bravo").lines)

    assert sent(model) == []
    assert "bien joué, merci, waouh" in answer


def test_the_help_names_the_key_enter_in_the_language() -> None:
    with speaking(language_named("fr")):
        lines = at(DUEL)[0].obey("? all").lines

    assert any(line.startswith("Entrée\u00a0: piocher ou bouder") for line in lines)
    assert not any(line.startswith("Enter") for line in lines)
