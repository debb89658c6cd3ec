"""A PO file is read as gettext would read it compiled; what is damaged is refused with its first wrong line."""

import io
from gettext import GNUTranslations

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po as read_with_babel
from babel.messages.pofile import write_po

from protocol.shared.po_file import MOST_BYTES, PoFileError, read_po

HEADER = """\
# Spanish
msgid ""
msgstr ""
"Language: es\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=2; plural=n != 1;\\n"
"""
LEFT = 'msgctxt "at.left"\nmsgid "on the left"\nmsgstr "a la izquierda"\n'
TILES = """
#. a note for translators
#: a/file.py:3
msgctxt "count.tiles"
msgid "{n} tile"
msgid_plural "{n} tiles"
msgstr[0] "{n} ficha"
msgstr[1] "{n} fichas"
"""


def test_texts_are_found_by_key_and_number() -> None:
    texts = read_po(f"{HEADER}\n{LEFT}{TILES}".encode())

    assert texts.pgettext("at.left", "on the left") == "a la izquierda"
    assert [texts.npgettext("count.tiles", "{n} tile", "{n} tiles", n) for n in (0, 1, 2)] == [
        "{n} fichas",
        "{n} ficha",
        "{n} fichas",
    ]


@pytest.mark.parametrize("form", ["n-9", "n*n*n", "n%10==1 && n%100!=11 ? 0 : 99"])
def test_a_form_that_a_text_does_not_have_is_its_first_or_last(form: str) -> None:
    texts = read_po(f"{HEADER.replace('n != 1', form)}\n{TILES}".encode())

    assert {texts.npgettext("count.tiles", "{n} tile", "{n} tiles", n) for n in (1, 9, 12)} <= {
        "{n} ficha",
        "{n} fichas",
    }


def test_a_file_says_the_same_as_one_that_is_compiled() -> None:
    catalog = Catalog(locale="de", charset="utf-8")
    catalog.add("on the left", 'à "gauche"\n\\ '.rstrip(), context="at.left")
    catalog.add("A long text. " * 20, "Un texte qui est long. " * 20, context="long")
    catalog.add(("{n} tile", "{n} tiles"), ("{n} domino", "{n} dominos"), context="count.tiles")
    written, compiled = io.BytesIO(), io.BytesIO()
    write_po(written, catalog, width=70)
    write_mo(compiled, read_with_babel(io.BytesIO(written.getvalue())))
    compiled.seek(0)

    ours, gnu = read_po(written.getvalue()), GNUTranslations(compiled)

    for key, english in (("at.left", "on the left"), ("long", "A long text. " * 20)):
        assert ours.pgettext(key, english) == gnu.pgettext(key, english) != english
    for number in range(4):
        found = (texts.npgettext("count.tiles", "{n} tile", "{n} tiles", number) for texts in (ours, gnu))
        assert len(set(found)) == 1


@pytest.mark.parametrize(
    "text",
    [
        LEFT.replace("on the left", "at the left"),
        LEFT.replace("a la izquierda", ""),
        f"#, fuzzy\n{LEFT}",
        LEFT.replace("at.left", "at.right"),
        "".join(f"#~ {line}\n" for line in LEFT.splitlines()),
    ],
    ids=["of another release", "empty", "fuzzy", "of another message", "obsolete"],
)
def test_what_is_not_translated_is_said_in_english(text: str) -> None:
    assert read_po(f"{HEADER}\n{text}".encode()).pgettext("at.left", "on the left") == "on the left"


def test_lines_may_end_as_on_windows() -> None:
    texts = read_po(f"{HEADER}\n{LEFT}".replace("\n", "\r\n").encode())

    assert texts.pgettext("at.left", "on the left") == "a la izquierda"


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "it has no header"),
        (LEFT.encode(), "it has no header"),
        (b"\x80", "it is not UTF-8 text"),
        (b" " * (MOST_BYTES + 1), f"it has more than {MOST_BYTES} bytes"),
        (f"{HEADER}\n{LEFT}"[:-8].encode(), "what begins in line 8 is not valid"),
        (f"{HEADER}\n{TILES}"[:-40].encode(), "what begins in line 11 is not valid"),
        (f"{HEADER}\n{LEFT.replace('a la', chr(27) + '[2J')}".encode(), "what begins in line 10 is not valid"),
        (f"{HEADER}\n{LEFT.replace('a la', chr(0x202E))}".encode(), "what begins in line 10 is not valid"),
        (f"{HEADER}\n{LEFT.replace('a la', chr(92) + 'e[2J')}".encode(), "what begins in line 8 is not valid"),
        (HEADER.replace("n != 1", "__import__('os')").encode(), "its header has no valid Plural-Forms"),
        (HEADER.replace("n != 1", "(" * 900 + "n" + ")" * 900).encode(), "its header has no valid Plural-Forms"),
        (HEADER.replace("n != 1", "n / 0").encode(), "its header has no valid Plural-Forms"),
        (HEADER.replace("n != 1", "n %(n-7)").encode(), "its header has no valid Plural-Forms"),
        (HEADER.replace("Plural", "Singular").encode(), "its header has no valid Plural-Forms"),
    ],
    ids=lambda value: value[:24] if isinstance(value, str) else "",
)
def test_what_is_damaged_or_hostile_is_refused(content: bytes, why: str) -> None:
    with pytest.raises(PoFileError) as error:
        read_po(content)

    assert str(error.value) == why
