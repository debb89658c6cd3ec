"""The catalogue of messages as translators get it, and what a translation lacks.

    python -m tools.messages template > fives.pot     all messages, for `msgmerge` or any editor of PO files
    python -m tools.messages check es.po              what is missing, out of date or wrong in a translation
    python -m tools.messages show match.won           a message with its note, in each language that is offered

A message has its key as its context; one that differs by person or has a text of its own for none has several
(`match.won:you`, `count.points:none`). A comment in the catalogue is a note for the translators of all messages below
it, up to the next. Not here: the messages (`client.words.catalogue`), saying them
(`client.words.say`), reading a translation when a program starts (`protocol.shared.po_file`).
"""

import argparse
import re
import sys
from collections.abc import Container, Iterator, Mapping
from inspect import getsource
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import PoFileError, read_po, write_po

from client.words.catalogue import protocol_sentences
from client.words.catalogue.all_messages import MESSAGES, TOPICS
from client.words.catalogue.row import Row, texts_of
from daemon.reminders import texts as reminders
from protocol.shared.forms import FACT, FORMS
from protocol.shared.offered_languages import OFFERED
from protocol.shared.translations import translation

_WIDTH: Final = 120


ALL: Final[Mapping[str, Row]] = {**MESSAGES, **dict(reminders.TEXTS.by_key)}
"""The messages of the client, and the few that a host sends by itself."""


def english() -> Iterator[tuple[str, str | tuple[str, str]]]:
    """Each text with its name, and what it says: once, or for one and for more."""
    for key, row in ALL.items():
        for name, texts in texts_of(key, row):
            yield name, (texts[0], texts[1]) if len(texts) == 2 else texts[0]


def notes() -> dict[str, str]:
    """What the comments of the catalogue say about messages, by key; first, what a module says about its topic."""
    found: dict[str, str] = {}
    for topic in TOPICS:
        note, was_comment = topic.__doc__ or "", False
        found |= dict.fromkeys(topic.MESSAGES, note)
        for line in getsource(topic).splitlines():
            comment, key = re.match(r"    # (.*)", line), re.match(r'    "([^"]+)":', line)
            if comment:
                note = f"{note} {comment[1]}" if was_comment else comment[1]
            elif key:
                found[key[1]] = note
            was_comment = comment is not None
    sent = {key: reminders.TEXTS.about for key, _ in reminders.TEXTS.by_key}
    return found | protocol_sentences.NOTES | sent


def template() -> Catalog:
    """All texts, to be translated, with notes."""
    catalog, about = Catalog(project="fives", charset="utf-8"), notes()
    for name, text in english():
        catalog.add(text, context=name, auto_comments=[about[name.partition(":")[0]]])
    return catalog


def faults(translation: Catalog) -> Iterator[str]:
    """What a translation lacks, a line each: texts that are said in English.

    Also texts of no message, and facts and forms that there are not.
    """
    texts, forms = dict(english()), _forms_of(translation)
    seen = {message.context: message for message in translation if message.id}
    for name, text in texts.items():
        message = seen.get(name)
        if message is None or not all(_strings(message)):
            yield f"missing: {name}: {_first(text)}"
        elif _first(message.id) != _first(text) or message.fuzzy:
            yield f"out of date: {name}: {_first(text)}"
        else:
            yield from _wrong_facts(name, text, message, forms)
    yield from (f"unknown: {name or _first(message.id)}" for name, message in seen.items() if name not in texts)


def _wrong_facts(name: str, text: str | tuple[str, str], message: Message, forms: Container[str]) -> Iterator[str]:
    known = facts_in(text if isinstance(text, str) else " ".join(text))
    for string in _strings(message):
        for fact in sorted(facts_in(string) - known):
            yield f"no such fact: {name}: {{{fact}}}"
        for found in FACT.finditer(string):
            if found[2] is not None and found[2] not in forms:
                yield f"no such form: {name}: {found[0]}"


def _forms_of(translation: Catalog) -> Container[str]:
    """The forms that its language has."""
    return FORMS.get(str(translation.locale_identifier or ""), ())


def shown(key: str) -> Iterator[str]:
    """The texts of a message in each language, after what translators have to know."""
    if key in ALL:
        yield notes()[key]
    for name, texts in texts_of(key, ALL[key]) if key in ALL else ():
        yield f"{name}: {' | '.join(texts)}"
        for language in OFFERED:
            said = translation(language)
            ways = (
                [said.npgettext(name, *texts, n) for n in (1, 2)] if len(texts) == 2 else [said.pgettext(name, *texts)]
            )
            yield f"  {language}: {' | '.join(ways)}"


def facts_in(text: str) -> set[str]:
    """The facts of a text, `{Who}` and `{who}` being the same."""
    return {found[1].lower() for found in FACT.finditer(text)}


def _strings(message: Message) -> tuple[str, ...]:
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ("",))


def _first(text: str | tuple[str, ...] | list[str]) -> str:
    return text if isinstance(text, str) else text[0]


def main() -> int:
    """Carries out one of the commands."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=("template", "check", "show"))
    parser.add_argument("file", type=Path, nargs="?", help="a translation; after `show`, the key of a message")
    options = parser.parse_args()
    if options.command == "template":
        write_po(sys.stdout.buffer, template(), width=_WIDTH, omit_header=False)
        return 0
    if options.file is None:
        parser.error("check needs a file, such as es.po, and show the key of a message, such as match.won")
    if options.command == "show":
        lines = list(shown(str(options.file)))
        print("\n".join(lines) or f"There is no message {options.file}.")
        return 0 if lines else 1
    try:
        with options.file.open("rb") as file:
            found = list(faults(read_po(file, abort_invalid=True)))
    except (OSError, ValueError, PoFileError) as error:
        parser.error(f"{options.file} cannot be read as a PO file: {error}")
    print("\n".join(found) or f"All {sum(1 for _ in english())} texts are translated.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
