"""Messages in other languages: verbs for each person, numbers, another order of words, and what changes beside a name.

The two translations here have only the messages that are hardest to translate. No player is offered them.
"""

import io
import os
import subprocess
import sys
from gettext import GNUTranslations
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from client.words.catalogue.row import Person
from client.words.english import listed
from client.words.say import Language, Who, say, speaking
from tools.messages import faults

HERE = Path(__file__).parent
ANN, BEN, INES = (Who(Person.ONE, name, name) for name in ("Ann", "Ben", "Inés"))


def translation(name: str) -> Catalog:
    with (HERE / f"{name}.po").open("rb") as file:
        return read_po(file, locale=name, abort_invalid=True)


def compiled(catalog: Catalog) -> GNUTranslations:
    file = io.BytesIO()
    write_mo(file, catalog)
    file.seek(0)
    return GNUTranslations(file)


SPANISH = Language(
    compiled(translation("es")),
    {
        "y": lambda word: f"{'e' if word.lower().startswith(('i', 'í', 'hi')) else 'y'} {word}",
        "o": lambda word: f"{'u' if word.lower().startswith(('o', 'ó', 'ho')) else 'o'} {word}",
    },
)
FRENCH = Language(
    compiled(translation("fr")),
    {"de": lambda name: f"d'{name}" if name[0].lower() in "aàâeéèêiîoôuûyh" else f"de {name}"},
)


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
        assert (
            played()
            == "Ann juega el 6-4 a la izquierda. Izquierda 6 y derecha 9: suma 15 = 5 treses + 3 cincos, 8 puntos."
        )
        assert drew(1, 11) == "Ben roba 1 ficha, sin ningún 3 o 8; quedan 11 en el pozo."
        assert drew(2, 1) == "Ben roba 2 fichas, sin ningún 3 o 8; queda 1 en el pozo."
        assert say("partners", sides=listed(["Ann", "Inés"])) == "Parejas: Ann e Inés."
        assert refused() == "Solo cuentan 2 de 8 puntos: con 6 más se pasaría la meta de 61."
        assert won(sides(SPANISH, "Cho"), 61) == "Tú y Cho ganáis la partida con 61 puntos en el límite de rondas."
        assert won(ANN, 0) == "Ann gana la partida con ningún punto en el límite de rondas."
        assert say("deal.waits_for_one_of", players=listed(["Ann", "Oto"], "or")) == (
            "Para repartir se espera una parte, de Ann u Oto."
        )
        assert hinted() == "Juega el 6-4 en el 4: deja a Ben menos que sumar que el 5-5 en el 5."
        assert (
            judged()
            == "Un error, que costó 7 de cada 100: el 5-3 a la izquierda gana 24 de cada 100 partidas, esta 17."
        )


def test_french_is_said_by_a_french_catalogue() -> None:
    with speaking(FRENCH):
        assert played() == "Ann pose le 6-4 à gauche. À gauche 6 et à droite 9 : somme 15 = 5 trois + 3 cinq, 8 points."
        assert drew(1, 0) == "Ben pioche 1 domino, faute de 3 ou 8 ; il en reste 0 à la pioche."
        assert [say("count.points", n=number) for number in (0, 1, 2)] == ["aucun point", "1 point", "2 points"]
        assert refused() == "Seuls 2 de 8 points comptent : avec 6 de plus, le but de 61 serait dépassé."
        assert won(sides(FRENCH, "Cho"), 1) == "Vous et Cho gagnez la partie avec 1 point à la limite des manches."
        assert say("deal.waits_for", who=ANN) == "On attend la part d'Ann pour la donne."
        assert say("deal.waits_for", who=BEN) == "On attend la part de Ben pour la donne."
        assert hinted() == "Posez le 6-4 sur le 4 : il laisse à Ben moins à marquer que le 5-5 sur le 5."


def test_nothing_counts_as_one_in_french_and_as_several_in_english() -> None:
    assert drew(0, 0).startswith("Ben draws 0 tiles")
    with speaking(FRENCH):
        assert drew(0, 0).startswith("Ben pioche 0 domino,")


def test_what_is_not_translated_is_said_in_english() -> None:
    with speaking(SPANISH):
        assert say("match.you_won") == "You won!"
    assert say("at.left") == "on the left"


def test_a_sentence_that_has_changed_since_is_said_in_english() -> None:
    catalog = translation("es")
    catalog.delete("on the left", context="at.left")
    catalog.add("at the left", "a la izquierda", context="at.left")

    with speaking(Language(compiled(catalog), {})):
        assert say("at.left") == "on the left"
    assert "out of date: at.left: on the left" in list(faults(catalog))


@pytest.mark.parametrize("name", ["es", "fr"])
def test_a_translation_lacks_nothing_but_what_is_not_translated(name: str) -> None:
    found = list(faults(translation(name)))

    assert [fault for fault in found if not fault.startswith("missing: ")] == []
    assert "missing: match.you_won: You won!" in found


def test_a_fact_that_a_message_does_not_have_is_found() -> None:
    catalog = translation("es")
    catalog.delete("on the {end}", context="at.end")
    catalog.add("on the {end}", "en el {extremo}", context="at.end")
    catalog.add("on the moon", "en la luna", context="at.moon")

    assert {"no such fact: at.end: {extremo}", "unknown: at.moon"} <= set(faults(catalog))


def command(*words: str | Path) -> tuple[int, str, str]:
    """Status, output and errors of `python -m tools.messages`."""
    ran = subprocess.run(
        [sys.executable, "-m", "tools.messages", *map(str, words)],
        capture_output=True,
        encoding="utf-8",
        cwd=HERE.parents[2],
        env={**os.environ, "PYTHONUTF8": "1"},
        check=False,
    )
    return ran.returncode, ran.stdout, ran.stderr


@pytest.mark.slow("starts programs")
def test_one_command_lists_what_a_translation_lacks() -> None:
    status, lacks, errors = command("check", HERE / "es.po")

    assert (status, errors) == (1, "")
    assert "missing: match.you_won: You won!" in lacks.splitlines()


@pytest.mark.slow("starts programs")
def test_what_is_no_translation_is_refused_in_a_line(tmp_path: Path) -> None:
    picture = tmp_path / "picture.po"
    picture.write_bytes(bytes(range(256)))

    for file in (picture, tmp_path / "nowhere.po"):
        status, said, errors = command("check", file)
        assert (status, said) == (2, "")
        assert errors.splitlines()[-1].startswith(f"messages.py: error: {file} cannot be read as a PO file: ")


@pytest.mark.slow("starts programs")
def test_one_command_writes_the_template(tmp_path: Path) -> None:
    status, text, errors = command("template")
    file = tmp_path / "fives.pot"
    file.write_text(text, encoding="utf-8")

    assert (status, errors) == (0, "")
    assert command("check", file)[0] == 1
