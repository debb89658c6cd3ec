"""The command line of `fives`: quick help, wrong usage, hosts that cannot be reached."""

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

import pytest

from client.program import command, commands
from tests.client.program.programs import (
    PATIENCE,
    environment,
    fives,
)

HEAVY = ("trio", "cattrs", "asyncio", "prompt_toolkit", "tomlkit", "segno", "protocol.wire.messages")


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
        ["--help"], ["-h"], ["--version"], [], ["play", "--help"], ["play", "-h"], ["play", "--bot-levl"],
        ["join", "--help"], ["join"], ["jion"], ["join", "a b"],
        ["settings"], ["settings", "--unset"],
    ],
)  # fmt: skip
def test_help_and_typing_errors_import_nothing_heavy(tmp_path: Path, words: list[str]) -> None:
    assert modules_after(tmp_path, words).isdisjoint(HEAVY)


def test_the_private_daemon_starts_before_the_slow_imports(tmp_path: Path) -> None:
    found = modules_after(tmp_path, ["play", "--bots", "4"])  # ends where the daemon would start: no seat is left

    assert "client.program.play_command" in found
    assert found.isdisjoint({*HEAVY} - {"protocol.wire.messages"})


def test_line_mode_imports_neither_asyncio_nor_prompt_toolkit(tmp_path: Path) -> None:
    modules = modules_after(tmp_path, ["play", "--think", "0", "--data", str(tmp_path)], typed="1\ns\n")

    assert "client.lines.line_mode" in modules
    assert "prompt_toolkit" not in modules
    assert "asyncio" not in modules or sys.platform == "win32", "there trio imports it"


class Help(Protocol):
    """Prints help in this process, for a terminal of this width; returns it."""

    def __call__(self, *words: str, width: int = 80) -> str: ...


@pytest.fixture
def help_of(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Help:
    def printed(*words: str, width: int = 80) -> str:
        monkeypatch.setenv("COLUMNS", str(width))
        assert status_of([*words]) == 0
        out, err = capsys.readouterr()
        assert err == ""
        return out

    return printed


@pytest.mark.parametrize("name", ["", *commands.COMMANDS])
def test_h_is_one_screen(help_of: Help, name: str) -> None:
    words = [name] if name else []
    lines, full = help_of(*words, "-h").splitlines(), help_of(*words, "--help")

    assert lines[0].startswith(" ".join(["usage: fives", *words]))
    assert len(lines) < 24, "a line remains for the prompt"
    assert max(map(len, lines)) <= 80
    assert full.startswith(" ".join(["usage: fives", *words]))


def test_the_real_program_prints_the_same_help(tmp_path: Path, help_of: Help) -> None:
    ran = fives(tmp_path, "play", "-h", COLUMNS="80")

    assert (ran.returncode, ran.stdout, ran.stderr) == (0, help_of("play", "-h"), "")


@pytest.mark.parametrize("words", [[], ["play"], ["replay"]])
def test_h_breaks_no_word_on_a_narrow_terminal(help_of: Help, words: list[str]) -> None:
    narrow, wide = (help_of(*words, "-h", width=width) for width in (40, 200))

    assert max(map(len, narrow.splitlines())) <= 40
    assert narrow.split() == wide.split()


@pytest.mark.parametrize("name", ["play", "host", "join", "replay"])
def test_h_shows_examples_and_help_shows_every_option(help_of: Help, name: str) -> None:
    short, full = (help_of(name, flag) for flag in ("-h", "--help"))

    assert f"\n  fives {name} " in short
    assert "--style" not in short
    assert f"`fives {name} --help` lists every option" in short
    assert "--style" in full


def test_flags_for_child_programs_are_hidden(help_of: Help) -> None:
    for flag in ("-h", "--help"):
        assert "--child" not in help_of("page", flag)


def test_no_command_prints_help_and_how_to_play(tmp_path: Path) -> None:
    ran = fives(tmp_path)

    assert ran.returncode == 2
    assert ran.stdout.startswith("usage: fives")
    assert "\n  fives play  play now, against the computer\n" in ran.stdout


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["jion"], "there is no command 'jion': did you mean join? fives --help lists them"),
        (["chess"], "there is no command 'chess': fives --help lists them"),
        (["join"], "say where: give the link that your host has sent you"),
        (["watch"], "say where"),
        (["join", "ftp://host"], "a link begins with http:// or https://"),
        (["join", "host#k=abc"], "The link 'host' cannot be used: its end is missing; copy the whole link."),
        (["watch", "host#k=a0c"], "The link 'host' cannot be used: 'a0c' is not a host's key."),
        (["doctor", "https://play.example/fives/"], "cannot be used: it leads into a folder"),
        (["page", "two", "hosts"], "'two hosts' cannot be a machine's name"),
        (["league", "--link", "host#i=mjqx"], "its end is missing"),
        (["doctor", "a b"], "is not an address"),
        (["join", "a b"], "is not an address"),
        (["join", "host:99999"], "is not a port"),
        (["join", "host", "--name", ""], "a name has 1 to 24 visible characters"),
        (["join", "host", "--name", "x" * 25], "a name has 1 to 24 visible characters"),
        (["join", "host", "--name", "You"], "choose another name"),
        (["join", "host", "--name", "Аnn"], "cannot mix letters"),
        (["play", "--rules", "chess"], "--rules: there is no game called 'chess'; the games are"),
        (["play", "chess"], "fives: there is no game called 'chess'; the games are"),
        (["play", "al-fives"], "there is no game called 'al-fives': did you mean all-fives? the games are"),
        (["host", "allthrees"], "did you mean all-threes?"),
        (["play", ""], "--rules is empty"),
        (["play", "all-fives", "--rules", "playroom"], "all-fives and playroom are two games; name one"),
        (["host", "all-fives", "--rules", "playroom"], "all-fives and playroom are two games; name one"),
        (["play", "all-fives", "playroom"], "unrecognized arguments: playroom; see fives play --help"),
        (
            ["play", "--bot-levl", "master"],
            "there is no option '--bot-levl': did you mean --bot-level? fives play --help lists them",
        ),
        (["play", "all-fives", "--seat=3"], "there is no option '--seat': did you mean --seats?"),
        (["join", "--nme", "Ben"], "there is no option '--nme': did you mean --name? fives join --help lists them"),
        (["join", "host", "--colour"], "there is no option '--colour': fives join --help lists them"),
        (["page", "--chld"], "there is no option '--chld': fives page --help lists them"),
        (["play", "--set", "target"], "OPTION=VALUE"),
        (["play", "--set", "target=0"], "--set target"),
        (["play", "--set", "tarket=61"], "--set tarket: there is no such option: did you mean target?"),
        (["play", "--set", "tricks=61"], "there is no such option; the options are max_pip, "),
        (["play", "all", "fives"], "'fives' is a word too many: did you mean all-fives?"),
        (["host", "Fives", "and", "Threes"], "'and Threes' is a word too many: did you mean fives-and-threes?"),
        (["help", "hostng"], "there is no help about 'hostng': did you mean hosting?"),
        (["settings", "nmae", "Ann"], "there is no setting 'nmae': did you mean name?"),
        (
            ["play", "--set", "target\n=61"],
            "--set 'target\\n': it contains spaces, line breaks or invisible characters",
        ),
        (["play", "--seats", "9"], "--seats"),
        (["play", "--seats", "2"], "games for 2 are playroom, cinq-et-trois, all-fives, all-threes and pub"),
        (
            ["play", "--rules", "cinq-et-trois", "--seats", "4"],
            "games for 4 are fives-and-threes, playroom, all-fives, all-threes and",
        ),
        (["play", "--bots", "4"], "leaves no seat for you"),
        (["host", "--bots", "4"], "--bots 4 leaves no seat for you; the most is 3"),
        (["host", "--port", "x"], "--port"),
        (["host", "--most-connections", "-1"], "--most-connections"),
        (["host", "--set", "target=x"], "--set target"),
        (["host", "--private"], "there is no option '--private'"),
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
    for folder in ("FIVES_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(folder, str(tmp_path))

    status = status_of(words)

    printed = capsys.readouterr()
    assert status == 2
    assert printed.out == ""
    assert printed.err.startswith("fives")
    assert len(printed.err.splitlines()) == 1
    assert says in printed.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "words",
    [
        ["table", "--link", "http://127.0.0", ".1:1/oak"],
        ["--link", "http://127.0.0", ".1:1/oak", "table"],
        ["--link", "http://127.0.0.1:1/oak", "--csv", "table"],
    ],
)
def test_a_link_to_a_league_may_come_in_pieces_with_what_to_print_on_either_side(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    monkeypatch.setenv("FIVES_HOME", str(tmp_path))

    status = status_of(["league", *words])

    assert status == 1
    assert "nobody answers at 127.0.0.1:1:" in capsys.readouterr().err


def status_of(words: list[str]) -> object:
    try:
        return command.main(words)
    except SystemExit as left:
        return left.code


@pytest.mark.parametrize(
    ("command", "where", "says"),
    [
        ("join", "nobody.invalid", "there is no machine called nobody.invalid"),
        ("watch", "127.0.0.1:1", "nobody answers at"),
    ],
)
def test_an_unreachable_host_is_one_line(tmp_path: Path, command: str, where: str, says: str) -> None:
    ran = fives(tmp_path, command, where)

    assert ran.returncode == 1
    assert ran.stderr.startswith("fives: No connection: ")
    assert says in ran.stderr
    assert len(ran.stderr.splitlines()) == 1


def test_help_about_play_lists_only_what_concerns_a_game_alone(help_of: Help) -> None:
    shown = help_of("play", "--help")

    assert all(flag in shown for flag in ("--rules", "--set", "--seats", "--bots", "--bot-level", "--think"))
    assert not any(flag in shown for flag in ("--password", "--no-spectators", "--away", "--grace"))
    assert "--password" in help_of("host", "--help")
