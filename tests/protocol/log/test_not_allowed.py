"""What is not allowed has a code with its facts, wherever a host says so."""

import ast
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

from protocol.log.not_allowed import SENTENCES, NotAllowed

ROOT = Path(__file__).parents[3]
RAISED = ("NotAllowed", "AddressFaultError", "sentence")
ELSEWHERE = {"host_code_ended": set[str](), "many_host_codes": set[str](), "no_reactions": set[str](),
             "reactions_wait": set[str]()}  # fmt: skip
"""Codes that are chosen in one place and raised in another."""


def raised() -> Iterator[tuple[str, set[str]]]:
    """Each code that the daemon names, with the facts that it gives."""
    for path in (ROOT / "daemon").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(ast.Name(name), [code]) if name in RAISED:
                    given = {keyword.arg or "**" for keyword in node.keywords}
                    yield from ((one, given) for one in codes(code))


def codes(node: ast.expr) -> Iterator[str]:
    match node:
        case ast.Constant(str(code)):
            yield code
        case ast.IfExp(body=body, orelse=other):
            yield from (*codes(body), *codes(other))


def facts_of(code: str) -> set[str]:
    said = SENTENCES.english[code]
    texts = (said,) if isinstance(said, str) else said
    return {fact for text in texts for _, fact, _, _ in Formatter().parse(text) if fact}


def test_each_code_is_given_with_its_facts() -> None:
    given = list(raised())

    assert [(code, facts) for code, facts in given if facts != facts_of(code)] == []
    assert {code for code, _ in given} | ELSEWHERE.keys() == SENTENCES.english.keys()


@pytest.mark.parametrize(("seats", "said"), [(1, "allows 1 seat at"), (2, "allows 2 seats at")])
def test_a_number_of_things_has_its_own_sentence(seats: int, said: str) -> None:
    assert said in NotAllowed("seats_from_one_address", n=seats).detail


def test_a_name_is_in_the_sentence_as_it_is() -> None:
    assert NotAllowed("not_invited", name="{most}").detail == "nobody is invited as {most}"
