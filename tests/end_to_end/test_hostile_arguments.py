"""Hostile arguments of `fives` and `fivesd`: the error is one plain line without terminal escapes."""

import contextlib
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from client.program import command as fives
from daemon.program import command as fivesd

HOSTILE: Final = {
    "escapes": "\x1b[31mred\x1b]0;a title\x07",
    "lines": "a\nb\r\nc\u2028d\x85e",
    "controls": "\x01\x02\x08\x7f\x9b2J",
    "directions": "\u202eabc\u2066d",
    "3000 letters": "x" * 3000,
    "3000 escapes": "\x1b[31m" * 3000,
    "3000 words": "x y " * 1500,
}
NOTHING: Final = "nothing-there"
LONGEST: Final = 400


class Ending(NamedTuple):
    """The exit status and output of a command."""

    status: object
    out: str
    err: str


Main = Callable[[Sequence[str]], int]


def ending_of(main: Main, words: Sequence[str], folder: Path) -> Ending:
    """Run a program in this process, with its output in files."""
    with contextlib.ExitStack() as files:
        out, err = (
            files.enter_context((folder / name).open("w", encoding="utf-8", newline="")) for name in ("out", "err")
        )
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            try:
                status: object = main(words)
            except SystemExit as stop:
                status = stop.code
    printed = [(folder / stream).read_bytes().decode() for stream in ("out", "err")]
    return Ending(status, *printed)


class Command(NamedTuple):
    """A complete command line that does nothing, so that an extra argument is its only fault."""

    main: Main
    words: tuple[str, ...]
    name: str = ""


COMMANDS: Final = {
    "fives play": Command(fives.main, ("play", "--bots", "4"), "play"),  # no seat is left for the player
    "fives join": Command(fives.main, ("join", "127.0.0.1:1"), "join"),  # no daemon there
    "fives watch": Command(fives.main, ("watch", "127.0.0.1:1"), "watch"),
    "fives replay": Command(fives.main, ("replay", NOTHING), "replay"),
    "fives rules": Command(fives.main, ("rules", "all-fives"), "rules"),
    "fivesd": Command(fivesd.main, ("--listen", "192.0.2.200", "--port", "0")),  # not an address of this machine
    "fivesd games": Command(fivesd.main, ("games", "--data", NOTHING), "games"),
    "fivesd export": Command(fivesd.main, ("export", "g", "--data", NOTHING), "export"),
    "fivesd copy": Command(fivesd.main, ("copy", "c", "--data", NOTHING), "copy"),
    "fivesd verify": Command(fivesd.main, ("verify", NOTHING), "verify"),
    "fivesd analyse": Command(fivesd.main, ("analyse", NOTHING), "analyse"),
    "fivesd arena": Command(fivesd.main, ("arena", "club", "club"), "arena"),
    "fivesd engine": Command(fivesd.main, ("engine", NOTHING), "engine"),
    **{
        f"fivesd {name}": Command(fivesd.main, (name, *seat, "--data", NOTHING), name)
        for name, seat in {
            "pause": (),
            "resume": (),
            "end": (),
            "kick": ("1",),
            "stand-in": ("1",),
            "hand-over": ("1",),
        }.items()
    },
}
ANY_TEXT: Final = {
    *("--data", "--name", "--password", "--table", "--listen", "--html", "--svg", "--analysis", "--output"),
    "--log-file",
}
"""Options that nothing can be wrong with before they are used: the command fails of what it cannot do then."""

BEFORE: Final = [
    *((fives.main, words) for words in (["@"], ["--@"], ["help", "@"], ["settings", "@"], ["settings", "@", "on"])),
    *((fives.main, ["settings", name, "@"]) for name in ("style", "lines", "verbosity", "assist", "bot-level")),
    *((fives.main, words) for words in (["join", "@"], ["join", "127.0.0.1:@"], ["join", "[::1]@"], ["watch", "1.@"])),
    *((fives.main, words) for words in (["rules", "@"], ["play", "--lines=@"], ["replay", "x", "--speed=@"])),
    *((fivesd.main, words) for words in (["@"], ["--@"], ["--private=@"], ["kick", "@"], ["stand-in", "@"])),
    *((fivesd.main, words) for words in (["arena", "@"], ["arena", "club", "@"], ["export", "@", "--data", NOTHING])),
]
"""What stands where no option is; `@` is the hostile word."""
HOUSE_RULES: Final = ("@", "@=1", "=@", "target=@", "hand=@", "divisors=3,@", "partners=@", "tie=@", "target=1@=")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder in which the programs run and store their files."""
    for name in ("FIVES_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path / "home"))
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    return tmp_path


def options_of(command: Command, folder: Path) -> list[str]:
    """Every option of a command that takes a value, according to its help."""
    helped = ending_of(command.main, [command.name, "--help"] if command.name else ["--help"], folder)
    assert helped.status == 0
    return re.findall(r"^ +(?:-\w(?: [A-Z]+)?, )?(--[a-z-]+) [A-Z{]", helped.out, re.MULTILINE)


def check_one_plain_line(words: Sequence[str], ended: Ending, program: str, statuses: Sequence[int] = (2,)) -> None:
    case = [word[:30] for word in words]
    assert ended.status in statuses, (case, ended)
    assert ended.err.endswith("\n"), (case, ended)
    line = ended.err.removesuffix("\n")
    assert line.isprintable(), (case, line)
    assert line.startswith(f"{program}: "), (case, line)
    assert len(line) <= LONGEST, (case, line)


def with_each(words: Sequence[str]) -> Iterator[list[str]]:
    """The command line with each hostile word in turn."""
    for hostile in HOSTILE.values():
        yield [word.replace("@", hostile) for word in words]


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_that_takes_a_value_reports_a_bad_one_in_one_plain_line(name: str, folder: Path) -> None:
    command = COMMANDS[name]
    program, *_ = name.split()
    options = options_of(command, folder)
    assert options

    for option in options:
        for values in HOUSE_RULES if option == "--set" else ("@",):
            for words in with_each([*command.words, option, values]):
                ended = ending_of(command.main, words, folder)
                check_one_plain_line(words, ended, program, (1, 2) if option in ANY_TEXT else (2,))


@pytest.mark.parametrize("name", sorted(COMMANDS.keys() - {"fivesd verify", "fivesd arena", "fivesd engine"}))
def test_an_extra_argument_is_reported_in_one_plain_line(name: str, folder: Path) -> None:
    command = COMMANDS[name]
    program, *_ = name.split()

    for more in ("@", "--@", "--debug=@"):
        for words in with_each([*command.words, more]):
            check_one_plain_line(words, ending_of(command.main, words, folder), program)


@pytest.mark.parametrize(("main", "words"), BEFORE, ids=[" ".join(words) for _, words in BEFORE])
def test_an_invalid_argument_is_reported_in_one_plain_line(main: Main, words: list[str], folder: Path) -> None:
    for hostile in with_each(words):
        check_one_plain_line(hostile, ending_of(main, hostile, folder), "fives" if main is fives.main else "fivesd")


@pytest.mark.parametrize(
    ("main", "words"),
    [(fives.main, ["replay", "@"]), (fivesd.main, ["verify", "@"]), (fivesd.main, ["analyse", "@"])],
)
def test_a_missing_file_is_reported_in_one_plain_line(main: Main, words: list[str], folder: Path) -> None:
    for hostile in with_each(words):
        check_one_plain_line(
            hostile, ending_of(main, hostile, folder), "fives" if main is fives.main else "fivesd", (1, 2)
        )


@pytest.mark.parametrize(
    ("words", "printed"),
    [
        (
            ["rules", "all-fives", "--set", "x" * 3000],
            f"fives: '{'x' * 36}...: write it as OPTION=VALUE, like target=121",
        ),
        (["play", "--seats", "\x1b[1m9"], r"fives: --seats: '\x1b[1m9' is not valid: it takes 2 to 12"),
        (["play", "--" + "x" * 3000], f"fives: there is no option '--{'x' * 34}...: fives play --help lists them"),
        (["play", "all-fives", "a\nb"], "fives: unrecognized arguments: a b; see fives play --help"),
    ],
)
def test_typed_text_is_quoted_short_and_plain(words: list[str], printed: str, folder: Path) -> None:
    assert ending_of(fives.main, words, folder).err == f"{printed}\n"
