"""The documents agree with the code.

Names, values and limits are compared with the code, examples are decoded, commands are tried. When one of these tests
fails, the code and a page of `docs/` disagree: fix one of them.
"""

import ast
import contextlib
import io
import json
import re
import shlex
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple, get_args

import attrs
import pytest

from client.actions import typed_commands
from client.actions.verbs.hosting import HOSTING
from client.program import command as fives
from daemon.engine.language import GREETING, QUIT, lines_for
from daemon.program import command
from protocol.game.levels import AGAINST_GREEDY
from protocol.game.options import Number, Option, Words
from protocol.game.presets import DEALS, PRESETS, Preset, make_rules
from protocol.game.rules import OPTIONS
from protocol.game.table_options import BOT_LEVEL
from protocol.log import commands, events
from protocol.log.events import Event, TableOptions
from protocol.log.operator_commands import OfOperator
from protocol.log.refusals import Reason
from protocol.log.sanity import misfit
from protocol.log.table import Table, empty_table, evolve
from protocol.shared.flags import add_host_flags
from protocol.shared.table_flags import read_host_flags
from protocol.wire import hints, messages, notices
from protocol.wire.analysis import Analysis, JudgedPlay, JudgedPlayer, JudgedRound
from protocol.wire.codec import (
    decode_from_client,
    decode_from_daemon,
    encode_event,
    encode_from_daemon,
    event_of,
    load,
)
from protocol.wire.hints import HintedPlay, Why
from protocol.wire.messages import Farewell, SeatSummary, TableSummary
from protocol.wire.record import read_record
from protocol.wire.table_request import STORED
from tests.played import played_match, tables_of
from tools import documents

HERE = Path(__file__).parents[1]
DOCS = HERE / "docs"
PAGES = [*(HERE / f"{name}.md" for name in ("README", "CONTRIBUTING", "SECURITY")), *sorted(DOCS.glob("*.md"))]
MODULES = [
    path.relative_to(HERE)
    for package in ("client", "daemon", "protocol")
    for path in sorted((HERE / package).rglob("*.py"))
    if path.name != "__init__.py"
]
FOLDERS = {path.parent.as_posix() for path in MODULES}
PLACES = {f".{path.as_posix().removesuffix('.py').replace('/', '.')}" for path in (*MODULES, *map(Path, FOLDERS))}
Row = tuple[str, ...]


# Reading Markdown, as far as these pages go.


def page(name: str) -> str:
    return (DOCS / name).read_text(encoding="utf-8")


def section(text: str, *headings: str) -> str:
    """The text under the last of these headings, each searched for under the previous one."""
    for heading in headings:
        found = re.search(rf"^(#+) {re.escape(heading)}\n(.*?)(?=^\1 |\Z)", text, re.MULTILINE | re.DOTALL)
        assert found, f"there is no heading {heading!r}"
        level = len(found[1])
        text = re.split(rf"^#{{1,{level}}} ", found[2], flags=re.MULTILINE)[0]
    return text


def tables(text: str) -> list[list[Row]]:
    """The tables of a text, one tuple of cells per row, without their headings."""
    found = [block.splitlines() for block in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE)]
    return [[tuple(cell.strip() for cell in line.strip("|").split("|")) for line in block[2:]] for block in found]


def by_first_cell(table: list[Row]) -> dict[str, Row]:
    return {plain(row[0]): row[1:] for row in table}


def plain(cell: str) -> str:
    return cell.replace("`", "").replace("*", "")


def names_in(cell: str) -> list[str]:
    return re.findall(r"`(\w+)`", cell)


def code_blocks(text: str, language: str = "text") -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


def field_names(of: Any) -> list[str]:
    return [field.name.rstrip("_") for field in attrs.fields(of)]


# RULES.md


def test_the_options_are_those_of_the_code() -> None:
    (documented,) = tables(section(page("RULES.md"), "2. Options"))

    assert documented == [(f"`{option.name}`", str(option.kind.values), option.meaning) for option in OPTIONS.values()]


def _setting(preset: Preset, option: Option) -> str:
    by_seats = {"hand": preset.hand_by_seats, "target": preset.target_by_seats}.get(option.name)
    if by_seats:
        assert list(by_seats) == [2, 3, 4]
        return " / ".join(map(str, by_seats.values()))
    rules, seats = make_rules(preset)
    if option.ignored_when(rules) is not None:
        return "-"
    return str(preset.hand(seats)) if option.name == "hand" else option.spell(rules)


def _seats(preset: Preset) -> str:
    spans = [f"{fewest}" if fewest == most else f"{fewest} to {most}" for fewest, most in preset.seats.values()]
    return spans[0] if len(set(spans)) == 1 else " / ".join(spans)


def test_the_games_play_with_the_values_of_their_presets() -> None:
    games, _ = tables(section(page("RULES.md"), "3. The games"))
    documented = by_first_cell(games)

    assert [plain(cell) for cell in documented.pop("seats")] == [
        str(preset.default_seats) for preset in PRESETS.values()
    ]
    assert [plain(cell) for cell in documented.pop("it takes")] == [_seats(preset) for preset in PRESETS.values()]
    assert {name: [plain(cell) for cell in cells] for name, cells in documented.items()} == {
        name: [_setting(preset, option) for preset in PRESETS.values()] for name, option in OPTIONS.items()
    }


def test_the_columns_of_the_table_of_games_are_the_presets() -> None:
    heading = re.search(r"^\| option .*$", section(page("RULES.md"), "3. The games"), re.MULTILINE)

    assert heading
    assert re.findall(r"`([\w-]+)`", heading[0]) == list(PRESETS)


def test_the_deal_tables_of_playroom_are_those_of_the_code() -> None:
    _, deals_told = tables(section(page("RULES.md"), "3. The games"))

    assert by_first_cell(deals_told) == {
        f"{name}, double-{size}": tuple(str(count) for count in deal) + ("-",) * (11 - len(deal))
        for name, deals in DEALS.items()
        for size, deal in deals.items()
    }


def test_every_game_cites_its_own_seed() -> None:
    (seeds_told,) = tables(page("RULES.md").partition("## 1.")[0])
    seeds = by_first_cell(seeds_told)

    for preset in PRESETS.values():
        assert preset.name == "pub" if not preset.seed else preset.name in plain(seeds[preset.seed][1]), preset.seed


def test_numbered_paragraphs_are_unique_and_in_order() -> None:
    numbers = re.findall(r"^\*\*([14])\.(\d+)", page("RULES.md"), re.MULTILINE)

    assert numbers == [("1", str(n)) for n in range(1, 16)] + [("4", str(n)) for n in range(1, 26)]


def _python_files() -> Iterator[Path]:
    for folder in ("protocol", "daemon", "client", "tests", "tools"):
        yield from (HERE / folder).rglob("*.py")


def test_every_paragraph_cited_in_the_code_exists() -> None:
    rules, wire, design = page("RULES.md"), page("WIRE.md"), page("DESIGN.md")
    cited = 0
    for path in _python_files():
        text = path.read_text(encoding="utf-8")
        for paragraphs in re.findall(r"RULES\.md ((?:1\.\d+(?:, | and | to )?)+)", text):
            for number in re.findall(r"1\.\d+", paragraphs):
                assert f"**{number} " in rules, f"{path}: RULES.md {number}"
                cited += 1
        for number in re.findall(r"RULES\.md trap (\d+)", text):
            assert f"**4.{number}** " in rules, f"{path}: trap {number}"
            cited += 1
        for title in re.findall(r'WIRE\.md, "([^"]+)"', text):
            assert f"## {title}\n" in wire, f"{path}: WIRE.md, {title}"
            cited += 1
        for words in re.findall(r'DESIGN\.md, "([^"]+)"', text):
            assert words in design, f"{path}: DESIGN.md, {words}"
            cited += 1
    assert cited > 10


# WIRE.md


@pytest.mark.parametrize(
    ("parent", "of", "name"),
    [("From the client", of, name) for of, name in messages.FROM_CLIENT.items()]
    + [("From the daemon", of, name) for of, name in messages.FROM_DAEMON.items() if name != "notice"],
)
def test_every_message_is_described_field_by_field(parent: str, of: type, name: str) -> None:
    described = tables(section(page("WIRE.md"), parent, f"`{name}`"))

    assert [names_in(row[0])[0] for row in described[0]] == field_names(of) if described else not field_names(of)


@pytest.mark.parametrize(
    ("parent", "message", "nth", "of"),
    [
        ("From the client", "`open_table`", 1, TableOptions),
        ("From the daemon", "`hint`", 1, HintedPlay),
        ("From the daemon", "`tables`", 1, TableSummary),
        ("From the daemon", "`tables`", 2, SeatSummary),
    ],
)
def test_the_parts_of_messages_are_described_too(parent: str, message: str, nth: int, of: type) -> None:
    described = tables(section(page("WIRE.md"), parent, message))[nth]

    assert [names_in(row[0])[0] for row in described] == field_names(of)


@pytest.mark.parametrize("option", STORED, ids=lambda option: option.name)
def test_the_options_of_a_table_are_described_with_their_values_and_defaults(option: Option) -> None:
    described = by_first_cell(tables(section(page("WIRE.md"), "From the client", "`open_table`"))[1])
    takes, _, default = plain(described[option.name][0]).partition("; ")

    assert default == f"{_as_json(option.default)} if left out"
    match option.kind:
        case Number():
            assert takes == f"seconds from {option.kind.values}"
        case Words() if option is not BOT_LEVEL:
            assert sorted(takes.split(", ")) == sorted(re.split(", | or ", str(option.kind.values)))
        case _:
            assert takes == ("a level" if option is BOT_LEVEL else "true or false")


def _as_json(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def test_every_described_message_exists() -> None:
    wire = page("WIRE.md")
    for parent, names in (("From the client", messages.FROM_CLIENT), ("From the daemon", messages.FROM_DAEMON)):
        text = re.search(rf"^## {parent}\n(.*?)^## ", wire, re.MULTILINE | re.DOTALL)
        assert text
        assert re.findall(r"^### `(\w+)`", text[1], re.MULTILINE) == list(dict.fromkeys(names.values()))


def test_the_numbers_that_may_have_a_fraction_are_named() -> None:
    (row,) = [
        line for line in (DOCS / "WIRE.md").read_text(encoding="utf-8").splitlines() if line.startswith("| number |")
    ]
    kinds = [*vars(messages).values(), *vars(notices).values(), *vars(hints).values(), TableOptions]
    fractions = {field.name for kind in kinds if attrs.has(kind) for field in attrs.fields(kind) if field.type is float}

    assert set(re.findall(r"`(\w+)`", row)) == fractions


@pytest.mark.parametrize(
    ("heading", "names"),
    [
        ("Commands", {of: name for of, name in commands.WIRE_NAMES.items() if of not in get_args(OfOperator)}),
        ("The operator's commands", {of: commands.WIRE_NAMES[of] for of in get_args(OfOperator)}),
        ("Events", events.WIRE_NAMES),
    ],
    ids=["commands", "operator", "events"],
)
def test_every_command_and_event_is_described_with_its_fields(heading: str, names: dict[type, str]) -> None:
    (described,) = tables(section(page("WIRE.md"), heading))

    assert {name: names_in(cells[0]) for name, cells in by_first_cell(described).items()} == {
        name: field_names(of) for of, name in names.items()
    }


@pytest.mark.parametrize(("heading", "words"), [("Refusals", Reason), ("Goodbyes", Farewell)])
def test_every_reason_is_explained(heading: str, words: type[Reason] | type[Farewell]) -> None:
    explained = tables(section(page("WIRE.md"), heading))[0]

    assert [plain(row[0]) for row in explained] == [word.value for word in words]
    assert all(cell for row in explained for cell in row)


def test_every_kind_of_notice_is_described() -> None:
    fields_of_all, described = tables(section(page("WIRE.md"), "From the daemon", "`notice`"))

    assert [names_in(row[0])[0] for row in fields_of_all] == ["kind", *notices.FIELDS, "same_deals"]
    assert [plain(row[0]) for row in described] == list(notices.KINDS.values())


def test_every_reason_of_a_hint_is_explained() -> None:
    explained = tables(section(page("WIRE.md"), "From the daemon", "`hint`"))[2]

    assert [plain(row[0]) for row in explained] == [word.value for word in Why]


def test_the_tables_of_the_program_are_as_it_has_them() -> None:
    """`python -m tools.documents write` writes them."""
    texts = {path.name: path.read_text(encoding="utf-8") for path in PAGES}
    used = [name for text in texts.values() for name in re.findall(r"<!-- from the program: ([\w ]+) -->", text)]

    assert sorted(used) == sorted(documents.MADE)
    assert [name for name, text in texts.items() if documents.written(text) != text] == []


class Line(NamedTuple):
    """A line of the example: whether the client sent it, and its JSON."""

    from_client: bool
    json: bytes


def _conversations() -> list[list[Line]]:
    """The code blocks of the example; a line that begins with a blank continues the previous one."""
    conversations = []
    for block in code_blocks(section(page("WIRE.md"), "An example")):
        joined = re.sub(r"\n {4}", "", block)
        said = [line for line in joined.splitlines() if line[:2] in {"> ", "< "}]
        conversations.append([Line(line[0] == ">", line[2:].encode()) for line in said])
    return conversations


def test_every_line_of_the_example_is_a_message() -> None:
    lines = [line for conversation in _conversations() for line in conversation]

    assert len(lines) > 30
    for line in lines:
        decoded = decode_from_client(line.json) if line.from_client else decode_from_daemon(line.json)
        assert decoded is not None, line


def test_the_daemon_writes_its_lines_of_the_example_with_every_field_of_now() -> None:
    for line in (line for conversation in _conversations() for line in conversation if not line.from_client):
        message = decode_from_daemon(line.json)
        if message is not None and not isinstance(message, events.Entry):
            assert encode_from_daemon(message).rstrip() == line.json


def test_the_entries_of_the_example_make_a_game() -> None:
    told: dict[int, Event] = {}
    shown: dict[int, Any] = {}
    for conversation in _conversations()[:-1]:
        for line in conversation:
            message = decode_from_daemon(line.json) if not line.from_client else None
            if isinstance(message, events.Entry):
                assert told.setdefault(message.seq, message.event) == message.event
                shown[message.seq] = json.loads(line.json)["event"]
    table: Table | None = None
    for number, event in sorted(told.items()):
        assert misfit(table, event) is None, number
        table = evolve(table or empty_table(), event)

        assert load(encode_event(event)) == shown[number], "the daemon writes every field"
    assert list(told) == list(range(1, len(told) + 1))
    assert isinstance(told[len(told)], events.MatchWon)


def test_the_example_record_is_valid() -> None:
    text = section(page("WIRE.md"), "Record, version 1")
    header, entry = code_blocks(text)
    (described,) = tables(text)

    assert read_record([header.encode()]).header.table == "ash"
    value = load(header)
    assert isinstance(value, dict)
    assert list(by_first_cell(described)) == list(value)
    value = load(entry)
    assert isinstance(value, dict)
    assert list(value) == ["seq", "at", "event"]
    assert event_of(value["event"])


# bots.md, engines.md


def test_the_example_players_are_those_that_the_tests_run() -> None:
    examples = [(HERE / "tests" / "examples" / f"{name}.py") for name in ("plain_bot", "greedy_engine")]

    assert code_blocks(page("engines.md"), "python") == [path.read_text(encoding="utf-8") for path in examples]


@pytest.mark.parametrize("name", ["bots.md", "hosting.md"])
def test_the_levels_are_described_in_the_words_of_the_help(name: str) -> None:
    assert AGAINST_GREEDY in " ".join(plain(page(name)).split()).replace("Against", "against")


@pytest.mark.parametrize(("nth", "of"), [(0, Analysis), (1, JudgedPlayer), (2, JudgedRound), (3, JudgedPlay)], ids=str)
def test_an_analysis_is_described_field_by_field(nth: int, of: type) -> None:
    described = tables(section(page("WIRE.md"), "Analysis, version 2"))[nth]
    named = [names_in(row[0])[0] for row in described]

    assert named == [*(["type"] if of is Analysis else []), *field_names(of)]


def test_the_engine_protocol_is_described_with_the_lines_of_the_code() -> None:
    described = tables(section(page("engines.md"), "Engines"))[0]
    events = played_match("all-fives", {"target": 60})
    lines = [
        line for table, event in zip(tables_of(events), events, strict=True) for line in lines_for(event, table, 0)
    ]

    words = {plain(row[0]).partition(" ")[0] for row in described}
    assert words == {line.partition(" ")[0] for line in [*lines, GREETING, QUIT, "go", "knocked"]}


# What is typed.

PROGRAMS = {"fivesd": command.main, "fives": fives.main}


def _help_of(program: str, command: str | None) -> str:
    told = io.StringIO()
    with contextlib.redirect_stdout(told), contextlib.suppress(SystemExit):
        PROGRAMS[program]([*([command] if command else []), "--help"])
    return told.getvalue()


def _commands_of(program: str) -> list[str]:
    """The commands in a program's help: `fivesd pause | resume` on one line, or one line each."""
    _, _, listed = _help_of(program, None).partition("commands:\n")
    named = [re.split(r" {2,}| [A-Z\[]", line.strip())[0] for line in listed.splitlines()]
    words = [word for names in named for word in names.removeprefix(f"{program} ").split(" | ")]
    return [word for word in words if re.fullmatch(r"[a-z-]+", word)]


COMMANDS = {program: _commands_of(program) for program in PROGRAMS}
HELP = {
    (program, command): _help_of(program, command) for program in PROGRAMS for command in (None, *COMMANDS[program])
}


def _flags(text: str) -> set[str]:
    return set(re.findall(r"(?<![\w-])--?[a-z][a-z-]*\b", text))


@pytest.mark.parametrize(("program", "command"), list(HELP), ids=lambda command: command or "itself")
def test_every_flag_is_mentioned_in_a_document(program: str, command: str | None) -> None:
    mentioned = _flags("\n".join(path.read_text(encoding="utf-8") for path in PAGES))
    told = HELP[program, command]
    long_flags = {flag for flag in _flags(told) if flag.startswith("--")}

    assert told.startswith(f"usage: {program}{f' {command}' if command else ''} ")
    assert long_flags
    assert long_flags - mentioned == set()


def test_what_a_host_can_type_is_in_its_table_and_can_be_typed() -> None:
    (shown,) = tables(section(page("hosting.md"), "At the table"))
    words = {typed.split()[0] for cell, _ in shown for typed in re.findall("`([^`]+)`", cell)}

    assert words <= set(typed_commands.COMMANDS)
    assert {verb.typed.word for verb in HOSTING if verb.typed is not None} <= words


def _relied_on() -> list[tuple[str, str]]:
    """The interface for scripts: a program and its possible arguments, one command per line."""
    (block,) = code_blocks(section(page("WIRE.md"), "Command line"))
    lines = [line.partition(" ") for line in re.sub(r"\n +", " ", block).splitlines()]
    return [(program, rest) for program, _, rest in lines]


@pytest.mark.parametrize(("program", "rest"), _relied_on())
def test_the_documented_command_lines_for_scripts_are_accepted(program: str, rest: str) -> None:
    command = None if rest.startswith("[") else rest.partition(" ")[0]

    assert command in (None, *COMMANDS[program])
    assert _flags(rest) - _flags(HELP[program, command]) == set()


def _typed() -> Iterator[tuple[str, list[str]]]:
    """Every line in the documents to be typed to one of the programs: the page, and its words."""
    for path in PAGES:
        text = path.read_text(encoding="utf-8")
        indented = re.findall(r"^ {4}((?:fives|fivesd)(?: .*)?)$", text, re.MULTILINE)
        fenced = [line for block in code_blocks(text, "sh") for line in block.splitlines()]
        for line in [*indented, *fenced]:
            # Text two or more blanks after a command describes it.
            yield path.name, shlex.split(re.split(r" {2,}", line)[0], comments=True)


@pytest.mark.parametrize("words", [pytest.param(words, id=f"{where}: {' '.join(words)}") for where, words in _typed()])
def test_every_command_shown_is_valid(words: list[str]) -> None:
    program, *rest = words[: words.index("--")] if "--" in words else words  # another program's command follows
    command = rest[0] if rest and rest[0] in COMMANDS[program] else None
    known = _flags(HELP[program, command])

    assert command is not None or program == "fivesd"
    assert {word for word in rest if word.startswith("-")} <= known
    if (program, command) in {("fivesd", None), ("fives", "play")}:
        parser = ArgumentParser()
        add_host_flags(parser)
        given, _ = parser.parse_known_args(rest)
        assert read_host_flags(given)


def test_the_workflow_runs_the_tests_with_the_command_of_the_readme() -> None:
    readme = (HERE / "README.md").read_text(encoding="utf-8")
    (command,) = re.findall(r"^ {4}(.*\.venv/bin/pytest)$", readme, re.MULTILINE)
    workflow = (HERE / ".github" / "workflows" / "tests.yml").read_text(encoding="utf-8")

    assert f"run: {command}\n" in workflow
    on_windows = command.replace("python3", "python").replace(".venv/bin", ".venv/Scripts")
    assert f"run: {on_windows}\n" in workflow


def test_the_workflow_runs_every_check_that_a_change_has_to_pass() -> None:
    script = (HERE / ".ci" / "run").read_text(encoding="utf-8")
    workflow = (HERE / ".github" / "workflows" / "tests.yml").read_text(encoding="utf-8")
    checks = re.findall(r"^\.venv/bin/.*$", script, re.MULTILINE)

    assert len(checks) >= 4
    assert [check for check in checks if f"run: {check}\n" not in workflow] == []


# The pages among themselves.


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_every_link_has_a_target(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if target.startswith("http"):
            continue
        file, _, anchor = target.partition("#")
        linked = path if not file else path.parent / file
        assert linked.is_file(), target
        if anchor:
            headings = re.findall(r"^#+ (.*)$", linked.read_text(encoding="utf-8"), re.MULTILINE)
            assert anchor in {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}, (
                target
            )


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_every_file_that_is_named_exists(path: Path) -> None:
    named = re.findall(r"`((?:protocol|daemon|client|tests|tools|docs)/[\w./-]*)`", path.read_text(encoding="utf-8"))

    assert [path for path in named if not (HERE / path).exists()] == []


def test_the_map_shows_every_folder() -> None:
    (the_map,) = tables(section(page("DESIGN.md"), "What lives where"))
    shown = {where.strip("`/") for where, _ in the_map}

    assert shown == {"fives", "tests", "tools", *map(str, FOLDERS)}


def test_the_docstrings_name_only_modules_that_exist() -> None:
    wrong = {path: missing for path in MODULES if (missing := _missing_neighbours(path))}

    assert wrong == {}


def _missing_neighbours(path: Path) -> list[str]:
    """What the docstring of this module names after "Not here", in brackets, and that is nowhere."""
    docstring = ast.get_docstring(ast.parse((HERE / path).read_text(encoding="utf-8"))) or ""
    _, _, not_here = docstring.partition("Not here:")
    lists = re.findall(r"\(((?:`[a-z_.]+`(?:, | and )?)+)\)", not_here.replace("\n", " "))
    names = re.findall(r"`([^`]+)`", " ".join(lists))

    missing = [name for name in names if not any(place.endswith(f".{name}") for place in PLACES)]
    return [name for name in missing if not (HERE / path).with_name(name).is_file()]  # page.js


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_no_line_outside_a_table_is_longer_than_120_columns(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()

    assert [line for line in lines if len(line) > 120 and not line.startswith(("|", "{"))] == []
