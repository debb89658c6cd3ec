"""The command line of `fives`: quick help, wrong usage, hosts that cannot be reached."""

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from client.program import command
from tests.client.program.programs import (
    PATIENCE,
    environment,
    fives,
)

HEAVY = ("trio", "attr", "attrs", "cattrs", "asyncio", "prompt_toolkit", "importlib.metadata")


def modules_after(home: Path, words: Sequence[str], typed: str = "") -> set[str]:
    """The modules that are imported once a command has run."""
    program = (
        "import json, sys\n"
        "from client.program.command import main\n"
        "try:\n"
        f"    main({list(words)!r})\n"
        "except SystemExit:\n"
        "    pass\n"
        "print(json.dumps(sorted(sys.modules)), file=sys.stderr)\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program],
        input=typed,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        env=environment(home),
        check=True,
    )
    return set(json.loads(ran.stderr.splitlines()[-1]))


@pytest.mark.parametrize(
    "words",
    [
        ["--help"], ["--version"], [], ["play", "--help"], ["join", "--help"], ["join"], ["jion"], ["join", "a b"],
        ["help"], ["help", "hosting"], ["help", "keys"], ["help", "hsoting"], ["settings"], ["settings", "--unset"],
    ],
)  # fmt: skip
def test_help_and_typing_errors_import_nothing_heavy(tmp_path: Path, words: list[str]) -> None:
    assert modules_after(tmp_path, words).isdisjoint(HEAVY)


def test_line_mode_imports_neither_asyncio_nor_prompt_toolkit(tmp_path: Path) -> None:
    modules = modules_after(tmp_path, ["play", "--think", "0", "--data", str(tmp_path)], typed="1\ns\n")

    assert "client.lines.line_mode" in modules
    assert "prompt_toolkit" not in modules
    assert "asyncio" not in modules or sys.platform == "win32", "there trio imports it"


def test_no_command_prints_help_and_how_to_play(tmp_path: Path) -> None:
    ran = fives(tmp_path)

    assert ran.returncode == 2
    assert ran.stdout.startswith("usage: fives")
    assert ran.stdout.endswith("To play now, against the computer: fives play\n")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["jion"], "there is no command 'jion': did you mean join? fives --help lists them"),
        (["chess"], "there is no command 'chess': fives --help lists them"),
        (["join"], "ADDRESS"),
        (["join", "a b"], "is not an address"),
        (["join", "host:99999"], "is not a port"),
        (["join", "host", "--name", ""], "a name has 1 to 24 visible characters"),
        (["join", "host", "--name", "x" * 25], "a name has 1 to 24 visible characters"),
        (["join", "host", "--name", "You"], "choose another name"),
        (["join", "host", "--name", "Аnn"], "cannot mix letters"),
        (["play", "--rules", "chess"], "there is no game called 'chess'"),
        (["play", "--set", "target"], "OPTION=VALUE"),
        (["play", "--set", "target=0"], "--set target"),
        (["play", "--set", "tarket=61"], "there is no such option"),
        (
            ["play", "--set", "target\n=61"],
            "--set 'target\\n': it contains spaces, line breaks or invisible characters",
        ),
        (["play", "--seats", "9"], "--seats"),
        (["play", "--seats", "2"], "use --rules playroom, cinq-et-trois, all-fives or all-threes"),
        (["play", "--rules", "cinq-et-trois", "--seats", "4"], "use --rules fives-and-threes, playroom, all-fives or"),
        (["play", "--bots", "4"], "leaves no seat for you"),
        (["play", "--think", "long"], "--think"),
        (["play", "--new", "--resume"], "not allowed with"),
        (["play", "--new", "--list"], "not allowed with"),
        (["play", "--style", "plaid"], "--style"),
        (
            ["play", "--bot-level", "x"],
            "--bot-level: 'x' is not valid: it takes learner, casual, club, expert or",
        ),
        (["play", "--assist", "much"], "--assist: 'much' is not valid: it takes points, legal or none"),
        (["rules", "--set", "x=1"], "--set and --seats go with the name of a game"),
        (["rules", "--seats", "9"], "--set and --seats go with the name of a game"),
        (["rules", "--data", "x"], "--data"),
    ],
)
def test_wrong_usage_is_one_line_and_starts_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: list[str], says: str
) -> None:
    monkeypatch.setenv("FIVES_HOME", str(tmp_path))

    status = status_of(words)

    printed = capsys.readouterr()
    assert status == 2
    assert printed.out == ""
    assert printed.err.startswith("fives")
    assert len(printed.err.splitlines()) == 1
    assert says in printed.err
    assert list(tmp_path.iterdir()) == []


def status_of(words: list[str]) -> object:
    try:
        return command.main(words)
    except SystemExit as left:
        return left.code


@pytest.mark.parametrize(
    ("where", "says"),
    [("nobody.invalid", "there is no machine called nobody.invalid"), ("127.0.0.1:1", "nobody answers at")],
)
@pytest.mark.parametrize("command", ["join", "watch"])
def test_an_unreachable_host_is_one_line(tmp_path: Path, command: str, where: str, says: str) -> None:
    ran = fives(tmp_path, command, where)

    assert ran.returncode == 1
    assert ran.stderr.startswith("fives: No connection: ")
    assert says in ran.stderr
    assert len(ran.stderr.splitlines()) == 1


def test_help_about_play_lists_only_what_concerns_a_game_alone(tmp_path: Path) -> None:
    shown = fives(tmp_path, "play", "--help").stdout

    assert all(flag in shown for flag in ("--rules", "--set", "--seats", "--bots", "--bot-level", "--think"))
    assert not any(flag in shown for flag in ("--password", "--no-spectators", "--away", "--grace"))
    assert "--password" in fives(tmp_path, "host", "--help").stdout
