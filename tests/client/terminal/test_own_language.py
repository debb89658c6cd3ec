"""A terminal speaks the language that its player has chosen, or the one that the system asks for."""

import argparse
from collections.abc import Iterator
from pathlib import Path

import pytest

from client.program.setting_flags import own_language
from client.terminal.own_language import language_of_system
from client.words.languages import by_name
from client.words.say import name_of_language, say, speaking
from protocol.shared.offered_languages import UnreadableError
from protocol.shared.po_file import read_po


@pytest.mark.parametrize(
    ("environ", "language"),
    [
        ({}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "fr_FR.UTF-8", "LC_MESSAGES": "es_MX.UTF-8"}, "es"),
        ({"LANG": "fr_FR.UTF-8", "LC_MESSAGES": "es_MX", "LC_ALL": "en_GB.UTF-8"}, "en"),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": ""}, "fr"),
        ({"LANG": "en_GB.UTF-8", "LANGUAGE": "es"}, "es"),
        ({"LANG": "en_GB.UTF-8", "LANGUAGE": "de:fr_CA:es"}, "fr"),
        ({"LANG": "en_GB.UTF-8", "LANGUAGE": "en:fr"}, "en"),
        ({"LANG": "fr_FR.UTF-8", "LANGUAGE": ""}, "fr"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "fr", "LC_NUMERIC": "es_ES"}, "fr"),
        ({"LANG": "ca_ES.UTF-8@valencia", "LANGUAGE": "ca:es@old"}, "es"),
        ({"LC_ALL": "C", "LANGUAGE": "es"}, "en"),
        ({"LANG": "C.UTF-8", "LANGUAGE": "es"}, "es"),
        ({"LANGUAGE": "::../../etc/passwd:\x1b[2J:"}, "en"),
    ],
    ids=str,
)
def test_the_environment_is_read_as_gettext_reads_it(environ: dict[str, str], language: str) -> None:
    assert language_of_system(environ) == language


@pytest.fixture
def spanish(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Spanish with one text, and French that is damaged."""

    def translation(language: str) -> object:
        if language == "fr":
            raise UnreadableError("fr.po cannot be read: it has no header; fives speaks English")
        return read_po(
            b'msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural=n != 1;\\n"\n'
            b'msgctxt "at.left"\nmsgid "on the left"\nmsgstr "a la izquierda"\n'
            b'msgctxt "at.end"\nmsgid "on the {end}"\nmsgstr "en {la:moon}"\n'
        )

    monkeypatch.setattr(by_name, "translation", translation)
    by_name.language_named.cache_clear()
    yield
    by_name.language_named.cache_clear()


def said(language: str | None, file: Path) -> str:
    with speaking(own_language(argparse.Namespace(language=language), file)):
        return say("at.left")


@pytest.mark.usefixtures("spanish")
def test_an_option_goes_before_the_setting_and_the_setting_before_the_system(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings, none = tmp_path / "settings.toml", tmp_path / "none.toml"
    settings.write_text('language = "en"\n', encoding="utf-8")
    monkeypatch.setenv("LANGUAGE", "es")

    assert said("es", settings) == "a la izquierda"
    assert said(None, settings) == "on the left"
    assert said(None, none) == said("auto", settings) == "a la izquierda"


@pytest.mark.usefixtures("spanish")
@pytest.mark.parametrize("text", ['language = "xx"\n', "language", '\ufffflanguage = "en', "language = 3\n"])
def test_a_command_that_needs_no_settings_works_with_a_file_that_is_not_valid(text: str, tmp_path: Path) -> None:
    settings = tmp_path / "settings.toml"
    settings.write_text(text, encoding="utf-8")

    assert said(None, settings) in ("on the left", "a la izquierda")


@pytest.mark.usefixtures("spanish")
def test_texts_that_cannot_be_read_are_one_line_and_english(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert said("fr", tmp_path / "none") == "on the left"
    assert capsys.readouterr().err.splitlines() == [
        "fives: fr.po cannot be read: it has no header; fives speaks English"
    ]


@pytest.mark.usefixtures("spanish")
def test_a_text_with_an_unknown_fact_or_form_is_said_in_english() -> None:
    with speaking(by_name.language_named("es")):
        assert (name_of_language(), say("at.end", end="4")) == ("es", "on the 4")
