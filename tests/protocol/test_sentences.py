"""Sentences of the protocol: each is made with the facts of its text, and nothing else is said there."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from string import Formatter
from typing import NamedTuple

import pytest

from client.words.catalogue.protocol_sentences import TABLES
from protocol.sentences import LISTS, Sentence, Sentences, in_line, one_of

ROOT = Path(__file__).parents[2]
SAID_BY_CLIENTS: dict[bool, set[str]] = {True: {"and", "semicolon"}, False: set()}
"""Of the lists alone."""


MAKES_SOME = re.compile(r"Sentences|\bFAULTS\b|NOT_OPENED")


MAKES_SOME = re.compile(r"Sentences|\bFAULTS\b|NOT_OPENED")


class Made(NamedTuple):
    """A sentence that a module makes."""

    where: str
    table: Sentences
    code: str
    facts: set[str]


def facts_of(table: Sentences, code: str) -> set[str]:
    text = table.english[code]
    texts = (text,) if isinstance(text, str) else (*text, "{n}")
    return {fact for part in texts for _, fact, _, _ in Formatter().parse(part) if fact}


@cache
def made() -> tuple[Made, ...]:
    """Each sentence that a module makes from a table, as its source says."""
    return tuple(
        sentence
        for package in ("protocol", "daemon")
        for path in sorted((ROOT / package).rglob("*.py"))
        if MAKES_SOME.search(source := path.read_text(encoding="utf-8"))
        for sentence in _made_in(".".join(path.relative_to(ROOT).with_suffix("").parts), source)
    )


def _made_in(module: str, source: str) -> Iterator[Made]:
    known = {name: value for name, value in vars(import_module(module)).items() if value in TABLES}
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(func=ast.Name(name), args=[code], keywords=given) if name in known:
                facts = {keyword.arg or "**" for keyword in given}
                yield from (Made(f"{module}:{node.lineno}", known[name], each, facts) for each in _codes(code))
            case _:
                pass


def _codes(node: ast.expr) -> Iterator[str]:
    match node:
        case ast.Constant(str(code)):
            yield code
        case ast.IfExp(body=body, orelse=other):
            yield from (*_codes(body), *_codes(other))
        case _:
            raise AssertionError(f"not a code that a reader can see: {ast.unparse(node)}")


def test_each_sentence_is_made_with_the_facts_of_its_text() -> None:
    wrong = [one for one in made() if one.facts != facts_of(one.table, one.code)]

    assert wrong == []


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.topic)
def test_each_sentence_of_a_table_is_made_somewhere(table: Sentences) -> None:
    assert {one.code for one in made() if one.table is table} | SAID_BY_CLIENTS[table is LISTS] == table.english.keys()


def test_no_two_tables_have_one_topic() -> None:
    assert len({table.topic for table in TABLES}) == len(TABLES)


def test_a_sentence_is_its_english_and_keeps_its_facts() -> None:
    table = Sentences("tiles", "", {"fits": "{tile} fits {where}", "left": ("{n} tile is left", "{n} tiles are left")})

    said = table("fits", tile="6-4", where=one_of(["left", "right"]))

    assert str(said) == f"{said}" == "6-4 fits left or right"
    assert said.key == "tiles.fits"
    assert said == Sentence("tiles.fits", {"tile": "6-4", "where": one_of(["left", "right"])})
    assert [str(table("left", n=number)) for number in (0, 1, 2)] == [
        "0 tiles are left",
        "1 tile is left",
        "2 tiles are left",
    ]


@pytest.mark.parametrize(
    ("words", "line", "choice"),
    [([], "", ""), (["a"], "a", "a"), (["a", 2], "a, 2", "a or 2"), (["a", "b", "c"], "a, b, c", "a, b or c")],
)
def test_words_are_listed(words: list[object], line: str, choice: str) -> None:
    assert str(in_line(words)) == line
    if words:
        assert str(one_of(words)) == choice


def test_braces_in_a_fact_are_text() -> None:
    assert str(Sentences("a", "", {"b": "{c}"})("b", c="{d}")) == "{d}"
