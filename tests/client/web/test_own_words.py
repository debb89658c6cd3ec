"""What the page says before and without its server: in its documents, and for its scripts, in any language."""

import json
import re
from gettext import NullTranslations
from html import unescape
from pathlib import Path

import pytest

import client.web
from client.web.page_files import page_files
from client.words.say import Language, speaking

ASSETS = Path(client.web.__file__).with_name("assets")
SCRIPTS = {path.name: path.read_text(encoding="utf-8") for path in ASSETS.glob("*.js")}
DOCUMENTS = ("/", "/tv", "/league")
LITERAL = re.compile(r'"([^"\n]*)"|`([^`]*)`')


SENTENCE = re.compile(r"^[A-Z][a-z]+([ .]|$)|[a-z]{2} [a-z]+\.$")
"""A capital word or more, or the end of a sentence; others are selectors, events and names of styles."""
NO_TEXTS = ("Escape", "Enter", "Tab")


class Loud(NullTranslations):
    """A language that puts signs around what is said in English."""

    def pgettext(self, context: str, message: str) -> str:
        """The message between signs that HTML and JSON have to escape."""
        return f"<\"'{message}&"


def content(path: str) -> str:
    return page_files()[path].content.decode()


def words(document: str) -> dict[str, str]:
    found = re.search(r'<script type="application/json" id="words">(.*?)</script>', document)
    assert found is not None
    texts: dict[str, str] = json.loads(found[1])
    return texts


def without_comments(script: str) -> str:
    return re.sub(r"(?m)(^|\s)//.*$", "", script)


@pytest.mark.parametrize("path", DOCUMENTS)
def test_a_document_has_what_scripts_say(path: str) -> None:
    said = {key for script in SCRIPTS.values() for key in re.findall(r'\bsay\("([^"]+)"', script)}

    assert set(words(content(path))) == said


def test_a_script_has_no_text_of_its_own() -> None:
    """A text in a script cannot be translated."""
    found = []
    for name, script in SCRIPTS.items():
        literals = ("".join(texts) for texts in LITERAL.findall(without_comments(script)))
        found += [(name, text) for text in literals if SENTENCE.search(text) and text not in NO_TEXTS]

    assert found == []


@pytest.mark.parametrize("path", DOCUMENTS)
def test_a_document_says_all_in_the_language_that_is_spoken(path: str) -> None:
    with speaking(Language(Loud(), {})):
        document = content(path)

    shown = [unescape(text).strip() for text in re.findall(r">([^<]+)<(?!/script|/style|/title)", document)]
    own = [text for text in shown if text not in ("", "fives", "fives take-over", "{{")]
    assert own
    assert [text for text in own if not re.fullmatch(r"<\"'.*&", text)] == []
    assert "{{" not in document
    assert all(text.startswith("<\"'") for text in words(document).values())


def test_the_manifest_stays_json_in_any_language() -> None:
    with speaking(Language(Loud(), {})):
        manifest = json.loads(content("/manifest.webmanifest"))

    assert manifest["description"] == "<\"'Scoring dominoes with friends.&"


def test_a_fact_of_a_script_is_left_for_the_script() -> None:
    assert "not known as {name}" in words(content("/"))["script.blocked"]
