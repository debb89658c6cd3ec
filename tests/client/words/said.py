"""The calls of `say` and of `Phrase` in the client, read from its source: with which keys and which facts.

A call names its message where a reader can see it: as text, in a table of the same module, or as text with gaps, as
`option.{name}.{value}`, for all messages whose keys are like that.
"""

import ast
import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from client.words.catalogue.all_messages import MESSAGES

CLIENT = Path(__file__).parents[3] / "client"


class Call(NamedTuple):
    """A call: where it is, the keys of which it says one, and the facts that it gives.

    `is_late`: it is in a function. Others would speak the language that is chosen when the module is imported; a phrase
    is always said later.
    """

    where: str
    keys: tuple[str, ...]
    facts: frozenset[str]
    is_late: bool


@cache
def calls() -> Sequence[Call]:
    """All of them. They are read when a test wants them, and not by each process that collects the tests."""
    return tuple(_calls())


def _calls() -> Iterator[Call]:
    for path in sorted(CLIENT.rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        if "from client.words.say import" not in source:
            continue
        tree = ast.parse(source)
        tables, late = _assigned(tree), _in_functions(tree)
        for node in ast.walk(tree):
            match node:
                case ast.Call(func=ast.Name("say"), args=[key], keywords=given):
                    facts, is_late = [keyword.arg or "**" for keyword in given], node in late
                case ast.Call(func=ast.Name("Phrase"), args=[key, *more], keywords=[]):
                    facts, is_late = [ast.literal_eval(fact) for fact in _names(more)], True
                case _:
                    continue
            yield Call(f"{path.name}:{node.lineno}", tuple(_keys(key, tables)), frozenset(facts), is_late)


def _names(more: list[ast.expr]) -> list[ast.expr]:
    match more:
        case []:
            return []
        case [ast.Dict(keys=names)] if None not in names:
            return [name for name in names if name is not None]
        case _:
            raise AssertionError(f"not the facts of a phrase that a reader can see: {ast.unparse(more[0])}")


def _in_functions(tree: ast.Module) -> set[ast.AST]:
    functions = (
        node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
    )
    bodies = (node.body if isinstance(node.body, list) else [node.body] for node in functions)
    return {node for body in bodies for part in body for node in ast.walk(part)}


def _assigned(tree: ast.Module) -> dict[str, list[ast.expr]]:
    values: dict[str, list[ast.expr]] = {}
    for node in ast.walk(tree):
        targets = (
            node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
        )
        for target in targets:
            if isinstance(target, ast.Name) and isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
                values.setdefault(target.id, []).append(node.value)
    return values


def _keys(node: ast.expr, tables: dict[str, list[ast.expr]]) -> Iterator[str]:
    match node:
        case ast.Constant(str(key)):
            yield key
        case ast.JoinedStr(values=parts):
            like = "".join(re.escape(str(part.value)) if isinstance(part, ast.Constant) else ".+" for part in parts)
            yield from (key for key in MESSAGES if re.fullmatch(like, key))
        case ast.IfExp(body=body, orelse=other):
            yield from (*_keys(body, tables), *_keys(other, tables))
        case ast.Dict(values=values) | ast.Tuple(elts=values):
            for value in values:
                yield from _keys(value, tables)
        case ast.Subscript(value=table):
            yield from _keys(table, tables)
        case ast.Call(func=ast.Attribute(value=table, attr="get"), args=[_, default]):
            yield from (*_keys(table, tables), *_keys(default, tables))
        case ast.Name(name) if name in tables:
            for value in tables[name]:
                yield from _keys(value, tables)
        case _:
            raise AssertionError(f"not the key of a message that a reader can see: {ast.unparse(node)}")
