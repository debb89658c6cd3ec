"""What a player reads stands in the catalogue: the modules of the client have no text.

A new sentence is a row of `client/words/catalogue/`. Modules whose text is not translated, such as errors of the
command line, are in `stays_english.txt`, each with the reason.
"""

import ast
import re
from collections.abc import Container, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final

import pytest

CLIENT = Path(__file__).parents[3] / "client"
ENGLISH = dict(
    line.split(": ", 1)
    for line in Path(__file__).with_name("stays_english.txt").read_text(encoding="utf-8").splitlines()
)
MODULES = sorted(
    str(path.relative_to(CLIENT))
    for path in CLIENT.rglob("*.py")
    if not {"catalogue", "languages"} & set(path.relative_to(CLIENT).parts)
)
WORDS = re.compile(r"[^\W\d_]{2,}[,;:.]? [^\W\d_]+|^[A-Z][a-z]+[.!?:]? ?$|[^\W\d_]{2,}[.!?]$|^\w: [^\W\d_]+")
"""Two words, a capital word, the end of a sentence, or what a key does.

A single small word may be anything: a name on the wire, too.
"""
ENGLISH_ERRORS = frozenset(
    {
        "AssertionError",
        "BrokenResourceError",
        "ValueError",
        "MalformedError",
        "PositionError",
        "SettingsError",
        "LeagueError",
    }
)
"""Errors that stay English: for programmers, about damaged files and values, and those that only commands meet."""
OF_COMMANDS = ENGLISH_ERRORS | {"MisusedError", "ExportError", "PrivateDaemonError", "NotClearError"}
"""The same in `client.program`; elsewhere, some of them answer what is typed at a table."""
WORD = re.compile(r"[^\W\d_]{2,}")
IN_FRONT_OR_BEHIND = re.compile(r"[^\W\d_]{2,}[,;:.!?]? |[ '][^\W\d_]+|^'?s\b|[^\W\d_]{2,}[:.!?]$")
"""What stands beside a value in a formatted text."""
TYPED = ("Example", "KeyRow", "_beginning_with", "_hints", "asks", "key", "two_words")
"""Their first argument is typed: a command, or the names of keys."""
ATTRIBUTES = ("class_", "content", "rel", "transform")
"""Attributes of HTML and SVG that nobody reads."""

TECHNICAL = ("say", "is_message", "AssertionError")
"""Calls whose first argument no player reads."""
IN_FOOTERS = {"choosing": 0, "hint": 1, "KeyHint": 1, "Key": 2}
"""Calls that put a word into a footer, which may be a single small one, and which of their arguments it is."""
DRAWN = {"put": 2, "Fragment": 1}
"""Calls that draw a text, which may be a single small word, too, or no word."""


def texts(source: str, english_errors: Container[str] = ENGLISH_ERRORS) -> Iterator[str]:
    """The texts in a module's code: neither its docstrings, nor the messages that it says."""
    tree = ast.parse(source)
    technical = {id(node) for node in _technical(tree, english_errors)}
    silent = technical | {id(node) for node in _docstrings(tree)}
    in_footers = {id(node) for node in _in_calls(tree, IN_FOOTERS)}
    drawn = {id(node) for node in _in_calls(tree, DRAWN)}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr) and id(node) not in technical:
            parts = [part.value for part in node.values if isinstance(part, ast.Constant)]
            yield from (part for part in parts if isinstance(part, str) and IN_FRONT_OR_BEHIND.search(part))
            silent.update(id(part) for part in node.values)
        elif isinstance(node, ast.Constant) and isinstance(text := node.value, str):
            words = WORD if id(node) in drawn else WORDS
            is_read = text != "" if id(node) in in_footers else words.search(text)
            yield from [text] if id(node) not in silent and is_read else []


def _docstrings(tree: ast.Module) -> Iterator[ast.expr]:
    """Strings that stand alone document what is above them."""
    return (node.value for node in ast.walk(tree) if isinstance(node, ast.Expr))


def _in_calls(tree: ast.Module, calls: Mapping[str, int]) -> Iterator[ast.expr]:
    """These arguments of calls, of which a condition chooses some."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(name) | ast.Attribute(attr=name)) if name in calls:
                yield from _chosen(node.args[calls[name] :][:1])
            case _:
                pass


def _chosen(values: list[ast.expr]) -> Iterator[ast.expr]:
    for value in values:
        yield from _chosen([value.body, value.orelse]) if isinstance(value, ast.IfExp) else [value]


def _technical(tree: ast.Module, english_errors: Container[str]) -> Iterator[ast.AST]:
    """Annotations, keys of messages, what is typed, which all languages share, and what stays English."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in TECHNICAL:
            yield from ast.walk(node.args[0])
        if isinstance(node, ast.arg | ast.AnnAssign) and node.annotation is not None:
            yield from ast.walk(node.annotation)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.returns is not None:
            yield from ast.walk(node.returns)
        elif isinstance(node, ast.Assert) and node.msg is not None:
            yield from ast.walk(node.msg)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in TYPED:
            yield from node.args[:1]
        elif isinstance(node, ast.Raise) and _class_of(node.exc) in english_errors:
            yield from ast.walk(node)
        elif isinstance(node, ast.keyword) and node.arg in ATTRIBUTES:
            yield from ast.walk(node.value)


def _class_of(error: ast.expr | None) -> str:
    match error:
        case ast.Call(func=ast.Name(name) | ast.Attribute(attr=name)):
            return name
        case _:
            return ""


@cache
def found_in(module: str) -> list[str]:
    source = (CLIENT / module).read_text(encoding="utf-8")
    return list(texts(source, OF_COMMANDS if module.startswith("program/") else ENGLISH_ERRORS))


def test_a_module_has_no_text_unless_it_stays_english() -> None:
    found = {module: found_in(module) for module in MODULES if module not in ENGLISH}

    assert {module: words for module, words in found.items() if words} == {}


def test_a_module_that_stays_english_has_text_still() -> None:
    assert [module for module in ENGLISH if module not in MODULES or not found_in(module)] == []


def joined_with_colons(source: str) -> Iterator[str]:
    """Where a module puts two values together with an English colon."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.JoinedStr(values):
                parts = [part.value if isinstance(part, ast.Constant) else None for part in values]
                for at in range(1, len(parts) - 1):
                    if tuple(parts[at - 1 : at + 2]) == (None, ": ", None):
                        yield ast.unparse(node)
            case ast.Call(func=ast.Name("Markup"), args=[ast.Constant(": ")]):
                yield ast.unparse(node)


def test_a_colon_between_two_words_is_that_of_the_language() -> None:
    found = {
        module: list(joined_with_colons((CLIENT / module).read_text(encoding="utf-8")))
        for module in MODULES
        if module not in ENGLISH and not module.startswith("program/")
    }

    assert {module: words for module, words in found.items() if words} == {}


HAVE_SENTENCES: Final = frozenset(
    {"AddressError", "CutLinkError", "LeagueError", "LinkError", "MisusedError", "NoSuchSetError", "RulesError"}
)
"""Errors of the protocol, whose `str` is English and which have a sentence."""


def in_english(source: str) -> Iterator[str]:
    """Where a module says such an error, or a setting of the protocol's options, in English."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.ExceptHandler(type=kind, name=str(name)) if kind is not None and HAVE_SENTENCES & set(
                _names(kind)
            ):
                yield from (ast.unparse(use) for part in node.body for use in ast.walk(part) if _is_as_text(use, name))
            case ast.Attribute(value=ast.Name("option" | "row"), attr="label" | "meaning" as said):
                yield f"{ast.unparse(node.value)}.{said}"
            case _:
                pass


def _names(kind: ast.expr) -> Iterator[str]:
    return (node.id for node in ast.walk(kind) if isinstance(node, ast.Name))


def _is_as_text(node: ast.AST, name: str) -> bool:
    match node:
        case ast.Call(func=ast.Name("str"), args=[ast.Name(said)]) | ast.FormattedValue(value=ast.Name(said)):
            return said == name
        case _:
            return False


HAVE_ROWS: Final = {
    "actions/help_topics.py": "keys and settings, with messages",
    "actions/keys.py": "keys, with messages",
    "lines/course_lines.py": "keys, with messages",
    "lines/replay_lines.py": "keys, with messages",
    "panels/settings.py": "settings, with messages",
    "screen/help_window.py": "keys, with messages",
    "store/league_changes.py": "errors of `fives league`, which name the file",
    "view/position.py": "a fault of a lesson, for whoever writes it",
    "web/keys_window.py": "keys, with messages",
}
"""Modules that have other rows and errors."""


def test_what_the_protocol_says_is_said_by_its_sentence() -> None:
    """Commands, and what they read, say it in English (`stays_english.txt`)."""
    found = {
        module: list(in_english((CLIENT / module).read_text(encoding="utf-8")))
        for module in MODULES
        if module not in ENGLISH | HAVE_ROWS and not module.startswith("program/")
    }

    assert {module: said for module, said in found.items() if said} == {}


@pytest.mark.parametrize(
    ("code", "is_found"),
    [
        ("try: f()\nexcept RulesError as error: say('form.fault', why=str(error))", True),
        ("try: f()\nexcept (OSError, AddressError) as error: out(f'No: {error}')", True),
        ("try: f()\nexcept RulesError as error: say('form.fault', why=error.text)", False),
        ("try: f()\nexcept OSError as error: out(str(error))", False),
        ("tag('span', option.label)", True),
        ("tag('span', label(option.name))", False),
    ],
)
def test_the_protocol_s_english_is_told_from_its_sentences(code: str, is_found: bool) -> None:
    assert bool(list(in_english(code))) is is_found


CHANGES: Final = ("capitalize", "title", "upper")
"""Methods that change the case of a text."""
CHANGES_TEXT: Final = {
    "net/remedies/moved.py": "the name of a machine",
    "program/command.py": "a description in `-h`",
    "program/doctor.py": "a version of Python, and what `fives doctor` has found",
    "program/league_command.py": "words of a command, in an error of the command line",
    "program/settings_command.py": "what `fives settings` prints",
    "screen/panel_window.py": "a key, which may be typed with Shift",
    "words/refusal_words.py": "what a host's program says in English, for a reason without a code",
    "screen/question_window.py": "keys, which may be typed with Shift",
    "web/hosts.py": "the name of a machine",
    "web/http.py": "a header",
    "web/initials.py": "the initial of a name",
    "actions/key_row.py": "keys, one after another",
    "actions/typed_help.py": "commands, one after another",
}
"""Modules that do so, or join words with a comma, and to what."""


def changes(source: str) -> Iterator[str]:
    """Where a module changes the case of a text, strips its full stop, or joins words to a list or a sentence."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(func=ast.Attribute(attr=method), args=[]) if method in CHANGES:
                yield ast.unparse(node)
            case ast.Call(func=ast.Attribute(attr="rstrip" | "removesuffix"), args=[ast.Constant("." | "!" | "?")]):
                yield ast.unparse(node)
            case ast.Call(func=ast.Attribute(value=ast.Constant(str(between)), attr="join")) if JOINS.search(between):
                yield ast.unparse(node)
            case _:
                pass


JOINS: Final = re.compile(r"[;.]|^, |\b(and|or)\b")


def test_no_module_joins_cuts_or_changes_the_case_of_sentences() -> None:
    """Those that do it with something else say with what."""
    found = {
        module: list(changes((CLIENT / module).read_text(encoding="utf-8")))
        for module in MODULES
        if module not in CHANGES_TEXT
    }

    assert {module: changed for module, changed in found.items() if changed} == {}


@pytest.mark.parametrize("module", CHANGES_TEXT)
def test_a_module_that_may_change_text_does(module: str) -> None:
    assert list(changes((CLIENT / module).read_text(encoding="utf-8")))


@pytest.mark.parametrize(
    "code", ["text.rstrip('.')", "', '.join(names)", "text[:1].upper() + text[1:]", "' and '.join(names)"]
)
def test_a_change_of_a_sentence_is_found(code: str) -> None:
    assert list(changes(code))


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("say('play.led', who=who, tile=tile)", []),
        ("def says():\n    '''Says who leads.'''", []),
        ("say(f'option.{name}.{value}')", []),
        ("raise AssertionError('cannot be')", []),
        ("RULE = 'You lead.'", ["You lead."]),
        ("f'{name} leads'", [" leads"]),
        ("f'Tonight: {players}'", ["Tonight: "]),
        ('f"{name}\'s turn"', ["'s turn"]),
        ("Arm('left')", []),
        ("label = 'Close'", ["Close"]),
        ("tag('p', 'Your turn', class_=f'seat {colour}')", ["Your turn"]),
        ("Example('kick Ana', 'Send Ana away.')", ["Send Ana away."]),
        ("f'{most}, {last}'", []),
        ("raise SettingsError(f'{path} cannot be written: {why}')", []),
        ("raise NotHostedError('its record cannot be saved')", ["its record cannot be saved"]),
        ("Key(('q',), leaves, 'leave')", ["leave"]),
        ("self.choosing('replay' if has_record else '')", ["replay"]),
        ("hint('q', say('key.leave'))", []),
        ("fits: dict['Tile', 'some text'] = {}", []),
    ],
)
def test_text_is_told_from_names(code: str, found: list[str]) -> None:
    assert list(texts(code)) == found
