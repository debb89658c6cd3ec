"""Every sentence a player reads comes from `client/words` or a module of words: so it can be reviewed as a whole."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

CLIENT = Path(__file__).parents[2] / "client"
OPTIONS = ("program/cli.py", "program/setting_flags.py", "program/rules_command.py")
"""The help of a command or a group of options stands with it, as that of an option does."""
WORDS = {*(CLIENT / "words").rglob("*.py"), *CLIENT.rglob("*_words.py")}
MODULES = sorted({*CLIENT.rglob("*.py")} - WORDS - {CLIENT / name for name in OPTIONS})
HELP = frozenset({"help", "description"})
NO_SENTENCES = {
    # What a browser or a drawing reads, not a player.
    "replay/page.py": ("<!doctype html>", "default-src 'none'", "width=device-width"),
    "replay/svg.py": (".felt{",),
}


def sentences(module: ast.Module) -> Iterator[tuple[int, str]]:
    """Each text that a player would read as one, with its line; a value put into it is told as an ellipsis."""
    passed_over = {id(node) for each in ast.walk(module) for node in _not_for_players(each)}
    for node in ast.walk(module):
        if id(node) in passed_over:
            continue
        if isinstance(node, ast.JoinedStr):
            text = "".join(str(part.value) if isinstance(part, ast.Constant) else "…" for part in node.values)
            passed_over.update(id(part) for part in ast.walk(node))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            text = node.value
        else:
            continue
        if is_sentence(text):
            yield node.lineno, text


def is_sentence(text: str) -> bool:
    """Three words of a language, or two that begin as a sentence does. Classes of a style are none."""
    words = re.findall(r"(?<![\w.:#-])[A-Za-z][a-z']+(?![\w:#(\[-])", text)
    styled = re.search(r"class:|\bansi|#[0-9a-f]{6}|\bbold\b", text)
    return not styled and " " in text.strip() and (len(words) >= 3 or (len(words) == 2 and text.lstrip()[:1].isupper()))


def _not_for_players(node: ast.AST) -> Iterator[ast.AST]:
    """What in this node is for readers of the code, or is the help of an option."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        yield node.value  # a docstring
    if isinstance(node, ast.AnnAssign | ast.arg) and node.annotation is not None:
        yield from ast.walk(node.annotation)
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.returns is not None:
        yield from ast.walk(node.returns)
    if isinstance(node, ast.Call):
        yield from (part for each in node.keywords if each.arg in HELP for part in ast.walk(each.value))


def labels(module: ast.Module) -> Iterator[tuple[int, str]]:
    """What stands in a footer beside its key, where it is written out."""
    for node in ast.walk(module):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "KeyHint":
            yield from (
                (each.lineno, str(each.value))
                for each in node.args[:2]
                if isinstance(each, ast.Constant) and str(each.value).isalpha() and len(str(each.value)) > 1
            )


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(CLIENT)))
def test_no_module_but_the_words_says_what_a_key_does(path: Path) -> None:
    assert list(labels(ast.parse(path.read_text(encoding="utf-8")))) == []


def test_what_is_taken_for_a_label() -> None:
    assert list(labels(ast.parse('KeyHint("Esc", "back", "escape"), KeyHint("q", LEAVE, "q")'))) == [
        (1, "Esc"),
        (1, "back"),
    ]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(CLIENT)))
def test_no_module_but_the_words_says_a_sentence(path: Path) -> None:
    allowed = NO_SENTENCES.get(path.relative_to(CLIENT).as_posix(), ())
    found = sentences(ast.parse(path.read_text(encoding="utf-8")))

    assert [(line, text) for line, text in found if not any(each in text for each in allowed)] == []


@pytest.mark.parametrize(
    ("code", "is_found"),
    [
        ('tell("Nothing fits here.")', True),
        ('tell(f"{name} does not fit here")', True),
        ('raise Wrong(f"{name} has no {what} left")', True),
        ('title = "Your hand"', True),
        ('"""Nothing fits here."""', False),
        ('parser.add_argument("--name", help="your name at the table")', False),
        ('hint = Hint("Esc", "put away", "escape")', False),
        ('style = {"score": "bold reverse ansicyan"}', False),
        ('def f(x: "list of some things") -> "what a thing is": ...', False),
    ],
)
def test_what_is_taken_for_a_sentence(code: str, is_found: bool) -> None:
    assert bool(list(sentences(ast.parse(code)))) is is_found
