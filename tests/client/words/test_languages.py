"""Messages in other languages: persons, numbers, another order of words, and what changes beside a name."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from client.view.view import View
from client.words.answer_words import who_is_here
from client.words.catalogue.row import Person
from client.words.english import listed
from client.words.languages.by_name import language_named
from client.words.option_words import level_in_words
from client.words.say import Language, Who, say, speak, speaking
from protocol.shared import offered_languages, translations
from tests.protocol.table_notation import round_of
from tools.messages import faults, shown

FOLDER = Path(translations.__file__).parent / "languages"
ROOT = Path(__file__).parents[3]
ANN, BEN, INES = (Who(Person.ONE, name, name) for name in ("Ann", "Ben", "Inés"))
SPANISH, FRENCH = map(language_named, ("es", "fr"))


def catalog_of(name: str) -> Catalog:
    with (FOLDER / f"{name}.po").open("rb") as file:
        return read_po(file, locale=name, abort_invalid=True)


def sides(language: Language, *others: str) -> Who:
    """The reader with these, as the language lists them."""
    with speaking(language):
        return Who(Person.WE, listed([say("name.you"), *others]), listed([say("name.you_first"), *others]))


def played() -> str:
    ends = listed([say("end.plain", arm=say("arm.left_first"), pip=6), say("end.plain", arm=say("arm.right"), pip=9)])
    multiples = f"{say('multiples.3', n=5)} + {say('multiples.5', n=3)}"
    in_words = say("sum.of_multiples", sum=15, multiples=multiples)
    came_to = say("sum.scores", sum=in_words, result=say("count.points", n=8))
    return say("play.played", who=ANN, tile="6-4", where=say("at.left"), ends=ends, sum=came_to)


def drew(number: int, rest: int) -> str:
    return say("draw.drew_having_none", who=BEN, n=number, pips=listed(["3", "8"], "or"), rest=say("draw.rest", n=rest))


def refused() -> str:
    return say("refused.some", awarded=2, points=say("count.points", n=8), left=6, target=61)


def won(who: Who, points: int) -> str:
    return say("match.won_at_limit", who=who, points=say("count.points", n=points))


def hinted() -> str:
    first, other = (
        say("hint.a_play", tile=tile, where=say("at.end", end=end)) for tile, end in (("6-4", "4"), ("5-5", "5"))
    )
    return say("hint.because", play=first, reason=say("reason.reply", who=BEN, other=other))


def judged() -> str:
    better = say("hint.a_play", tile="5-3", where=say("at.left"))
    return say("analysis.cost", grade=say("grade.mistake_first"), lost="7", play=better, win="24", this="17")


def test_spanish_is_said_by_a_spanish_catalogue() -> None:
    with speaking(SPANISH):
        assert played() == (
            "Ann pone la 6-4 a la izquierda. Izquierda 6 y derecha 9: suma 15 = 5 treses + 3 cincos, 8 puntos."
        )
        assert drew(1, 11) == "Ben roba 1 ficha, a falta de 3 u 8; quedan 11 en el pozo."
        assert drew(2, 1) == "Ben roba 2 fichas, a falta de 3 u 8; queda 1 en el pozo."
        assert say("partners", sides=listed(["Ann", "Inés"])) == "Parejas: Ann e Inés."
        assert who_is_here(View(round_of(rules="all-fives", hands="6-6 | 5-5"), 0), {})[0] == "Sitio 1: tú."
        assert refused() == "Solo 2 de 8 puntos: con 6 más se pasaría de la meta de 61."
        assert won(sides(SPANISH, "Cho"), 61) == "Victoria: tú y Cho, con 61 puntos, al acabarse las rondas."
        assert won(ANN, 0) == "Ann gana la partida con 0 puntos, al acabarse las rondas."
        assert say("deal.waits_for_one_of", players=listed(["Ann", "Oto"], "or")) == (
            "Falta una parte del reparto: Ann u Oto."
        )
        assert hinted() == "Juega la 6-4 en el 4: deja a Ben menos que anotar que la 5-5 en el 5."
        assert (
            judged()
            == "Un error, que costó 7 de cada 100: la 5-3 a la izquierda gana 24 de cada 100 partidas, esta 17."
        )


def test_french_is_said_by_a_french_catalogue() -> None:
    with speaking(FRENCH):
        assert (
            played() == "Ann pose le 6-4 à gauche. Gauche 6 et droite 9\u00a0: somme 15 = 5 trois + 3 cinq, 8 points."
        )
        assert drew(1, 0) == "Ben pioche 1 domino, faute de 3 ou 8\u202f; il en reste 0 dans la pioche."
        assert [say("count.points", n=number) for number in (0, 1, 2)] == ["aucun point", "1 point", "2 points"]
        assert refused() == (
            "Sur 8 points, il n'en compte que 2\u00a0: avec 6 de plus, on dépasserait l'objectif de 61."
        )
        assert won(sides(FRENCH, "Cho"), 1) == "Vous et Cho gagnez la partie avec 1 point, à la dernière manche prévue."
        assert say("deal.waits_for", who=ANN) == "On attend la part d'Ann pour la donne."
        assert say("deal.waits_for", who=BEN) == "On attend la part de Ben pour la donne."
        assert hinted() == "Posez le 6-4 sur le 4\u00a0: Ben aura moins à marquer qu'après le 5-5 sur le 5."


def test_french_has_a_space_before_signs_at_which_no_line_ends() -> None:
    word = r"(?<=[\w)}])"
    bare = re.compile(rf"{word} ?[;!?](?=\s|$)|{word} [:%](?=\s|$)|(?<=[\d}}])%")
    keys = re.compile(r"(?<=commande )\? donne")
    texts = [
        (message.context, text)
        for message in catalog_of("fr")
        if message.id
        for text in ([message.string] if isinstance(message.string, str) else message.string or ())
    ]

    assert len(texts) > 3000
    assert [key for key, text in texts if bare.search(keys.sub("", text))] == []


def test_nothing_counts_as_one_in_french_and_as_several_in_english() -> None:
    assert drew(0, 0).startswith("Ben draws 0 tiles")
    with speaking(FRENCH):
        assert drew(0, 0).startswith("Ben pioche 0 domino,")


@pytest.mark.parametrize(
    ("form", "word", "said"),
    [
        ("y", "Ana", "y Ana"),
        ("y", "Inés", "e Inés"),
        ("y", "Hilda", "e Hilda"),
        ("y", "Hierro", "y Hierro"),
        ("y", "Yolanda", "y Yolanda"),
        ("y", "Yvonne", "e Yvonne"),
        ("o", "Óscar", "u Óscar"),
        ("o", "8", "u 8"),
        ("o", "11", "u 11"),
        ("o", "110", "o 110"),
        ("o", "", "o "),
        ("de", "Élodie", "d'Élodie"),
        ("de", "Hugo", "d'Hugo"),
        ("de", "Yves", "d'Yves"),
        ("de", "Yann", "de Yann"),
        ("de", "Rosa", "de Rosa"),
        ("de", "le bot", "du bot"),
        ("de", "", "de "),
        ("que", "Ann", "qu'Ann"),
        ("que", "vous", "que vous"),
    ],
)
def test_what_changes_beside_a_name(form: str, word: str, said: str) -> None:
    assert {**SPANISH.forms, **FRENCH.forms}[form](word) == said


def test_a_change_of_language_is_one_for_all_that_a_player_reads() -> None:
    with speaking(SPANISH):
        speak(FRENCH)
        assert say("at.left") == "à gauche"
    assert say("at.left") == "on the left"
    speak(FRENCH)
    assert say("at.left") == "on the left", "nobody has a language here"


# The files.


@pytest.mark.parametrize("name", offered_languages.OFFERED)
def test_a_language_that_is_offered_is_whole(name: str) -> None:
    assert list(faults(catalog_of(name))) == []


def test_each_file_is_of_a_language_that_is_offered_with_its_own_name() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == {*offered_languages.OFFERED}
    assert [(name, language_named(name).name) for name in offered_languages.OFFERED] == [("es", "es"), ("fr", "fr")]


def test_what_is_missing_changed_unknown_or_wrong_is_found() -> None:
    catalog = catalog_of("es")
    catalog.delete("You won!", context="match.you_won")
    catalog.delete("on the left", context="at.left")
    catalog.add("at the left", "a la izquierda", context="at.left")
    catalog.delete("on the {end}", context="at.end")
    catalog.add("on the {end}", "en el {extremo} {end:moon}", context="at.end")
    catalog.add("on the moon", "en la luna", context="at.moon")

    assert {*faults(catalog)} == {
        "missing: match.you_won: You won!",
        "out of date: at.left: on the left",
        "no such fact: at.end: {extremo}",
        "no such form: at.end: {end:moon}",
        "unknown: at.moon",
    }


def test_a_message_is_shown_in_each_language() -> None:
    about, *texts = shown("count.points")

    assert about
    assert texts == [
        "count.points:none: no points",
        "  es: 0 puntos",
        "  fr: aucun point",
        "count.points: {n} point | {n} points",
        "  es: {n} punto | {n} puntos",
        "  fr: {n} point | {n} points",
    ]
    assert list(shown("count.moons")) == []


def command(*words: str | Path) -> tuple[int, str, str]:
    """Status, output and errors of `python -m tools.messages`."""
    ran = subprocess.run(
        [sys.executable, "-m", "tools.messages", *map(str, words)],
        capture_output=True,
        encoding="utf-8",
        cwd=ROOT,
        env={**os.environ, "PYTHONUTF8": "1"},
        check=False,
    )
    return ran.returncode, ran.stdout, ran.stderr


@pytest.mark.slow("starts programs")
def test_one_command_lists_what_a_translation_lacks() -> None:
    status, lacks, errors = command("check", FOLDER / "es.po")

    assert (status, errors) == (0, "")
    assert re.fullmatch(r"All \d+ texts are translated\.\n", lacks)


@pytest.mark.slow("starts programs")
def test_what_is_no_translation_is_refused_in_a_line(tmp_path: Path) -> None:
    picture = tmp_path / "picture.po"
    picture.write_bytes(bytes(range(256)))

    for file in (picture, tmp_path / "nowhere.po"):
        status, said, errors = command("check", file)
        assert (status, said) == (2, "")
        assert errors.splitlines()[-1].startswith(f"messages.py: error: {file} cannot be read as a PO file: ")


@pytest.mark.slow("starts programs")
@pytest.mark.parametrize(("name", "same"), [("es", set()), ("fr", {"OPTION", "PORT"})])
def test_what_a_reader_replaces_is_named_in_the_language(name: str, same: set[str]) -> None:
    """`fives replay FILE` is `fives replay ARCHIVO`: all that stays in capitals is a name or an abbreviation."""
    kept = {
        word
        for message in catalog_of(name)
        if message.id
        for word in set(_CAPITALS.findall(str(message.id))) & set(_CAPITALS.findall(str(message.string)))
    }

    assert kept - same == {"SSL_CERT_FILE", "TCP", "TOML", "URL", "UTC", "UTF", "VPN"}


_CAPITALS = re.compile(r"\b[A-Z][A-Z_]{2,}\b")


def test_one_command_writes_the_template(tmp_path: Path) -> None:
    status, text, errors = command("template")
    file = tmp_path / "fives.pot"
    file.write_text(text, encoding="utf-8")

    assert (status, errors) == (0, "")
    assert command("check", file)[0] == 1


def test_the_level_of_a_bot_is_said_in_the_language_and_one_of_another_release_as_it_is() -> None:
    with speaking(FRENCH):
        assert level_in_words("casual") == "occasionnel"
        assert level_in_words("galactic\x1b[2J") == "galactic"
    assert level_in_words("casual") == "casual"
