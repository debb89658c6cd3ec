"""`fives` as a program: what it says to whoever types something, and a whole game through pipes."""

import json
import os
import re
import select
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from client.net.files import PLAY, RECORDS
from client.program import cli

PATIENCE = 60.0
HEAVY = ("trio", "attr", "attrs", "cattrs", "asyncio", "prompt_toolkit", "importlib.metadata")


def environment(home: Path) -> dict[str, str]:
    return {**os.environ, "FIVES_HOME": str(home), "PYTHONWARNINGS": "error"}


def fives(home: Path, *words: str, typed: str = "", **more: str) -> subprocess.CompletedProcess[str]:
    """Run `fives` with this input, to its end; with `more` in its environment."""
    return subprocess.run(
        [sys.executable, "-m", "client", *words],
        input=typed,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        env={**environment(home), **more},
        check=False,
    )


def modules_after(home: Path, words: Sequence[str], typed: str = "") -> set[str]:
    """The modules that are imported once a command has run."""
    program = (
        "import json, sys\n"
        "from client.program.cli import main\n"
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


# Quick, and light.


@pytest.mark.parametrize(
    "words",
    [
        ["--help"], ["--version"], [], ["play", "--help"], ["join", "--help"], ["join"], ["jion"], ["join", "a b"],
        ["help"], ["help", "hosting"], ["help", "keys"], ["help", "hsoting"], ["settings"], ["settings", "--unset"],
    ],
)  # fmt: skip
def test_help_and_slips_of_the_finger_import_nothing_heavy(tmp_path: Path, words: list[str]) -> None:
    assert modules_after(tmp_path, words).isdisjoint(HEAVY)


def test_line_mode_knows_neither_asyncio_nor_prompt_toolkit(tmp_path: Path) -> None:
    modules = modules_after(tmp_path, ["play", "--think", "0", "--data", str(tmp_path)], typed="1\ns\n")

    assert "client.lines.line_mode" in modules
    assert modules.isdisjoint({"asyncio", "prompt_toolkit"})


# Usage.


def test_nothing_typed_is_answered_with_help_and_how_to_play(tmp_path: Path) -> None:
    ran = fives(tmp_path)

    assert ran.returncode == 2
    assert ran.stdout.startswith("usage: fives")
    assert ran.stdout.endswith("To play now, against the computer: fives play\n")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["jion"], "invalid choice: 'jion'"),
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
        (["play", "--set", "target\n=61"], "--set 'target\\n': it contains spaces, line breaks or invisible"),
        (["play", "--seats", "9"], "--seats"),
        (["play", "--seats", "2"], "--rules playroom, cinq-et-trois, all-fives or all-threes would do"),
        (["play", "--rules", "cinq-et-trois", "--seats", "4"], "--rules fives-and-threes, playroom, all-fives or"),
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
def test_what_cannot_be_is_told_in_one_line_before_anything_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: list[str], says: str
) -> None:
    monkeypatch.setenv("FIVES_HOME", str(tmp_path))

    status = status_of(words)

    told = capsys.readouterr()
    assert status == 2
    assert told.out == ""
    assert told.err.startswith("fives")
    assert len(told.err.splitlines()) == 1
    assert says in told.err
    assert list(tmp_path.iterdir()) == []


def status_of(words: list[str]) -> object:
    try:
        return cli.main(words)
    except SystemExit as left:
        return left.code


@pytest.mark.parametrize(
    ("where", "says"),
    [("nobody.invalid", "there is no machine called nobody.invalid"), ("127.0.0.1:1", "nobody answers at")],
)
@pytest.mark.parametrize("command", ["join", "watch"])
def test_a_host_that_is_not_there_is_told_in_one_line(tmp_path: Path, command: str, where: str, says: str) -> None:
    ran = fives(tmp_path, command, where)

    assert ran.returncode == 1
    assert ran.stderr.startswith("fives: No connection: ")
    assert says in ran.stderr
    assert len(ran.stderr.splitlines()) == 1


# A private game.


def test_a_login_name_that_is_no_name_at_a_table_keeps_nobody_from_playing(tmp_path: Path) -> None:
    ran = fives(tmp_path, "play", "--think", "0", "--rules", "cinq-et-trois", LOGNAME="you")

    assert "does not take this name" not in ran.stdout + ran.stderr
    assert "You sit at table" in ran.stdout


def test_a_game_is_played_from_a_pipe_and_left_at_its_end(tmp_path: Path) -> None:
    ran = fives(tmp_path, "play", "--think", "0", "--rules", "cinq-et-trois", "--name", "Ann", typed="w\ns\n1\nc\n")

    assert (ran.returncode, ran.stderr) == (0, "")
    lines = ran.stdout.splitlines()
    assert lines[0].startswith("You sit at table oak: Cinq et Trois to exactly 61. With ")
    assert any(line.startswith("1: ") for line in lines)
    assert "\x1b" not in ran.stdout
    assert (tmp_path / PLAY / "journal.sqlite").exists()


def test_what_is_set_holds_at_the_table_that_is_opened(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text('name = "Zoë"\nassist = "none"\nbot-level = "casual"\n', encoding="utf-8")

    ran = fives(tmp_path, "play", "--think", "0", "--rules", "cinq-et-trois", typed="z\nn\n")

    assert (ran.returncode, ran.stderr) == (0, "")
    assert "This table does not show which tiles fit.\n" in ran.stdout
    assert "Seat 1: You.\n" in ran.stdout
    assert "a bot of level casual.\n" in ran.stdout


def test_an_unfinished_match_is_continued_and_says_so(tmp_path: Path) -> None:
    fives(tmp_path, "play", "--think", "0", "--rules", "cinq-et-trois", "--set", "target=31", typed="1\n")

    for words in ([], ["--resume"], ["--rules", "cinq-et-trois"], ["--set", "target=61", "--resume"]):
        rules = ["--rules", "cinq-et-trois"] if "--set" in words else []
        ran = fives(tmp_path, "play", "--think", "0", *rules, *words, typed="s\n")

        assert (ran.returncode, ran.stderr) == (0, "")
        assert ran.stdout.startswith("Continuing your match of Cinq et Trois.\n")
        assert "to exactly 31" in ran.stdout
        assert "Round 1 " in ran.stdout


@pytest.mark.parametrize("words", [["--set", "target=31"], ["--rules", "cinq-et-trois", "--set", "target=31"]])
def test_where_nobody_can_be_asked_a_match_is_not_played_in_the_place_of_one_with_other_rules(
    tmp_path: Path, words: list[str]
) -> None:
    for game in ("fives-and-threes", "cinq-et-trois"):
        fives(tmp_path, "play", "--think", "0", "--rules", game, typed="1\n")

    ran = fives(tmp_path, "play", "--think", "0", *words, typed="s\n")

    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.startswith("fives: a match of ")
    assert "--resume continues it, --new ends it and begins another" in ran.stderr
    assert len(ran.stderr.splitlines()) == 1


@pytest.fixture(scope="module")
def two_games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A player's folder with two matches unfinished: one of Cinq et Trois, and one of All Threes played since."""
    home = tmp_path_factory.mktemp("two-games")
    for game, seats in (("cinq-et-trois", "2"), ("all-threes", "3")):
        fives(home, "play", "--think", "0", "--rules", game, "--seats", seats, "--name", "Ann", typed="1\n")
    return home


@pytest.fixture
def home(two_games: Path, tmp_path: Path) -> Path:
    """The same folder, for one test."""
    return Path(shutil.copytree(two_games, tmp_path / "home"))


def unfinished(home: Path, *words: str) -> list[str]:
    """What `fives play --list` tells."""
    ran = fives(home, "play", "--list", *words)
    assert (ran.returncode, ran.stderr) == (0, "")
    return ran.stdout.splitlines()


def games_in(listing: Sequence[str]) -> list[str]:
    """The games of the matches that are listed."""
    return [line.partition(":")[0].removeprefix("fives play --rules ") for line in listing]


def test_a_match_of_each_game_is_kept_and_listed_with_what_continues_it(home: Path) -> None:
    listing = unfinished(home)

    assert games_in(listing) == ["all-threes", "cinq-et-trois"], "the one played last comes first"
    assert re.fullmatch(r"fives play --rules all-threes: All Threes with \w+ and \w+, round 1.*", listing[0])
    for line in listing:
        ran = fives(home, *line.partition(":")[0].split()[1:], "--think", "0", typed="s\n")
        assert ran.stdout.startswith("Continuing your match of ")


def test_the_list_is_empty_where_nothing_was_left_and_makes_no_folder(tmp_path: Path) -> None:
    assert unfinished(tmp_path) == ["No unfinished match."]
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_was_chosen_belongs_to_what_continues_a_match(home: Path) -> None:
    folder = home / PLAY

    assert unfinished(home, "--data", str(folder))[0].startswith(
        f"fives play --rules all-threes --data {folder}: All Threes"
    )


def test_another_game_is_played_and_those_unfinished_are_kept(home: Path) -> None:
    first = fives(home, "play", "--think", "0", "--rules", "all-fives", typed="1\n")
    again = fives(home, "play", "--think", "0", "--rules", "cinq-et-trois", typed="s\n")

    assert (first.returncode, first.stderr) == (0, "")
    assert first.stdout.splitlines()[0] == (
        "Your matches of All Threes and Cinq et Trois are kept: `fives play --list` tells how to continue them."
    )
    assert "All Fives to 250." in first.stdout
    assert again.stdout.startswith("Continuing your match of Cinq et Trois.\n")
    assert games_in(unfinished(home)) == ["cinq-et-trois", "all-fives", "all-threes"]


@pytest.mark.parametrize("words", [[], ["--resume"]])
def test_where_nobody_can_be_asked_the_game_has_to_be_named_among_several(home: Path, words: list[str]) -> None:
    ran = fives(home, "play", "--think", "0", *words, typed="s\n")
    named = fives(home, "play", "--think", "0", "--rules", "cinq-et-trois", *words, typed="s\n")

    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr == (
        "fives: matches of All Threes and Cinq et Trois are unfinished:"
        " --rules all-threes or --rules cinq-et-trois continues one of them\n"
    )
    assert named.stdout.startswith("Continuing your match of Cinq et Trois.\n")


def test_resume_says_that_there_is_nothing_to_continue_and_begins(home: Path) -> None:
    ran = fives(home, "play", "--think", "0", "--rules", "playroom", "--resume", typed="s\n")

    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.startswith("No match of Playroom's Fives and Threes is unfinished: this is a new one.\n")


def test_new_ends_the_match_of_its_own_game_and_no_other(home: Path) -> None:
    ran = fives(home, "play", "--think", "0", "--rules", "all-threes", "--seats", "2", "--new", typed="s\n")

    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.startswith("Your match of Cinq et Trois is kept: `fives play --rules cinq-et-trois` continues it")
    assert "All Threes to 150." in ran.stdout
    all_threes, cinq_et_trois = unfinished(home)
    assert re.search(r"All Threes with \w+, round 1", all_threes), "with one other player, as it was begun last"
    assert games_in([cinq_et_trois]) == ["cinq-et-trois"]


PLAYS = ("".join(f"{number} {arm}\n" for number in range(1, 8) for arm in "lr") + "k\n") * 16
"""Lines that play a round of Cinq et Trois to its end."""


def test_a_match_that_new_has_ended_is_none_of_the_matches_that_were_asked_for_nor_is_one_that_is_kept(
    home: Path,
) -> None:
    ran = fives(
        home, "play", "--new", "--think", "0", "--rules", "cinq-et-trois", "--matches", "1",
        "--set", "max_rounds=1", typed=PLAYS,
    )  # fmt: skip

    assert (ran.returncode, ran.stderr) == (0, "")
    assert " the match with " in ran.stdout
    assert games_in(unfinished(home)) == ["all-threes"]


def test_a_match_that_is_continued_is_one_of_the_matches_that_were_asked_for(tmp_path: Path) -> None:
    words = ("play", "--think", "0", "--rules", "cinq-et-trois", "--set", "max_rounds=1")
    fives(tmp_path, *words, typed="1\n")

    ran = fives(tmp_path, *words, "--matches", "1", typed=PLAYS)

    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.startswith("Continuing your match of Cinq et Trois.\n")
    assert " the match with " in ran.stdout
    assert unfinished(tmp_path) == ["No unfinished match."]


def test_a_match_without_the_key_to_its_seat_is_in_nobodys_way(home: Path) -> None:
    for key in (home / PLAY / "seats").iterdir():
        key.unlink()

    assert unfinished(home) == ["2 unfinished matches cannot be continued: the key to your seat is lost."]
    for words in (["--rules", "all-threes"], ["--resume"]):
        ran = fives(home, "play", "--think", "0", *words, typed="s\n")
        assert (ran.returncode, ran.stderr) == (0, "")
        assert "You sit at table " in ran.stdout
        assert "Round 1" in ran.stdout


def test_a_key_of_an_earlier_match_at_the_table_is_not_taken_for_the_one_that_is_lost(home: Path) -> None:
    for key in (home / PLAY / "seats").iterdir():
        key.write_text(re.sub(r'"token": "[^"]*"', '"token": "of an earlier match"', key.read_text()))

    ran = fives(home, "play", "--think", "0", "--rules", "all-threes", typed="s\n")

    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.startswith("You sit at table ")


def damage(home: Path, preset: str) -> str:
    """Change the last entry of the match of this game; its id."""
    with closing(sqlite3.connect(home / PLAY / "journal.sqlite")) as database, database:
        database.execute("DROP TRIGGER entries_are_never_changed")
        of_preset = "SELECT game FROM entries WHERE seq = 1 AND event LIKE ?"
        ((game,),) = database.execute(of_preset, (f'%"{preset}"%',)).fetchall()
        last = "SELECT max(seq) FROM entries WHERE game = ?1"
        database.execute(f"UPDATE entries SET at = '2000' WHERE game = ?1 AND seq = ({last})", (game,))
    return str(game)


def test_a_damaged_match_is_told_with_what_lets_it_go_on_and_the_others_are_kept(home: Path) -> None:
    game = damage(home, "cinq-et-trois")
    told = (
        f"A match is damaged: `fivesd resume {game} --data {home / PLAY}` lets it go on from its last finished round."
    )

    all_threes, damaged = unfinished(home)
    assert (games_in([all_threes]), damaged) == (["all-threes"], told)
    for words in (["--rules", "all-threes"], ["--rules", "cinq-et-trois"]):
        ran = fives(home, "play", "--think", "0", *words, typed="s\n")
        assert (ran.returncode, ran.stderr) == (0, "")
        assert told in ran.stdout.splitlines()
        assert "Round 1" in ran.stdout


def test_a_damaged_match_that_was_resumed_is_continued_like_any_other(tmp_path: Path) -> None:
    words = ("play", "--think", "0", "--rules", "cinq-et-trois", "--set", "target=200")
    fives(tmp_path, *words, typed=PLAYS)
    game, data = damage(tmp_path, "cinq-et-trois"), tmp_path / PLAY

    subprocess.run([sys.executable, "-m", "daemon", "resume", game, "--data", data], check=True, capture_output=True)

    (listed,) = unfinished(tmp_path)
    assert games_in([listed]) == ["cinq-et-trois"]
    ran = fives(tmp_path, *words, typed="s\n")
    assert ran.stdout.startswith("Continuing your match of Cinq et Trois.\n")
    assert "damaged" not in ran.stdout
    assert unfinished(tmp_path) == [listed], "its key has taken the place of the old one"


def test_the_list_leaves_a_running_game_alone(home: Path) -> None:
    with running(home, "play", "--think", "0", "--rules", "all-threes") as first:
        read_until(first, "You sit at table")

        ran = fives(home, "play", "--list")

        assert (ran.returncode, ran.stdout) == (1, "")
        assert ran.stderr.startswith("fives: a game of `fives play` is on in another terminal, ")
        assert len(ran.stderr.splitlines()) == 1
        assert first.stdin is not None
        first.stdin.write("s\n")
        first.stdin.flush()
        read_until(first, "Round 1")


def test_a_table_that_nobody_sat_down_at_is_not_taken_for_the_one_asked_for(tmp_path: Path) -> None:
    fives(tmp_path, "play", "--think", "0", "--rules", "all-fives", "--bots", "0", typed="s\n")

    ran = fives(tmp_path, "play", "--think", "0", "--rules", "all-threes", typed="s\n")

    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.startswith("You sit at table oak: All Threes to 150.")


def test_a_finished_match_is_kept_as_a_record_that_can_be_replayed(tmp_path: Path) -> None:
    plays = "".join(f"{number} {arm}\n" for number in range(1, 8) for arm in "lr") + "k\n"
    ran = fives(
        tmp_path, "play", "--think", "0", "--rules", "cinq-et-trois", "--matches", "1", "--set", "max_rounds=1",
        typed=plays * 16,
    )  # fmt: skip

    assert ran.returncode == 0
    assert " the match with " in ran.stdout
    (record,) = (tmp_path / RECORDS).iterdir()
    replay = fives(tmp_path, "replay", str(record))
    assert replay.returncode == 0
    assert " the match with " in replay.stdout


def test_a_second_game_at_once_is_told_that_the_first_has_the_folder(tmp_path: Path) -> None:
    with running(tmp_path, "play", "--think", "0") as first:
        read_until(first, "You sit at table")

        ran = fives(tmp_path, "play", "--think", "0")

    assert ran.returncode == 1
    assert ran.stderr.startswith("fives: a game of `fives play` is on in another terminal, ")
    assert len(ran.stderr.splitlines()) == 1


# Leaving by force.


class running:  # noqa: N801 - it reads as a verb
    """A `fives` that is still running, killed at the end of the test if need be."""

    def __init__(self, home: Path, *words: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "client", *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment(home),
            start_new_session=True,
        )

    def __enter__(self) -> "subprocess.Popen[str]":
        return self._process

    def __exit__(self, *_: object) -> None:
        if self._process.poll() is None:
            self._process.kill()
        self._process.communicate(timeout=PATIENCE)


def read_until(process: "subprocess.Popen[str]", begins: str) -> str:
    """The next line of output that begins so."""
    assert process.stdout is not None
    for line in process.stdout:
        if line.startswith(begins):
            return line
    raise AssertionError(f"no line began with {begins!r}")


def children_of(pid: int) -> list[int]:
    listed = subprocess.run(["pgrep", "-P", str(pid)], capture_output=True, text=True, check=False).stdout
    return [int(each) for each in listed.split()]


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return (
        "Z"
        not in subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False).stdout
    )


def wait_until_gone(pid: int) -> None:
    deadline = time.monotonic() + PATIENCE
    while is_alive(pid):
        assert time.monotonic() < deadline, f"process {pid} is still there"
        time.sleep(0.02)


posix_only = pytest.mark.skipif(sys.platform == "win32", reason="signals and process lists are POSIX's")


@posix_only
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_leaves_cleanly_and_takes_the_private_daemon_along(tmp_path: Path, number: int) -> None:
    with running(tmp_path, "play", "--think", "0") as process:
        read_until(process, "You sit at table")
        (daemon,) = children_of(process.pid)
        process.send_signal(number)
        _, errors = process.communicate(timeout=PATIENCE)

        assert (process.returncode, errors) == (0, "")
        assert not is_alive(daemon)


@posix_only
def test_a_private_daemon_ends_with_a_client_that_is_killed(tmp_path: Path) -> None:
    with running(tmp_path, "play", "--think", "0") as process:
        read_until(process, "You sit at table")
        (daemon,) = children_of(process.pid)
        process.kill()
        wait_until_gone(daemon)


@posix_only
def test_a_private_daemon_that_dies_ends_the_game_with_one_line(tmp_path: Path) -> None:
    with running(tmp_path, "play", "--think", "0") as process:
        read_until(process, "You sit at table")
        (daemon,) = children_of(process.pid)
        os.kill(daemon, signal.SIGKILL)

        assert process.wait(timeout=PATIENCE) == 1
        assert process.stderr is not None
        assert process.stderr.read() == (
            "fives: No connection: the host closed the connection. Your match is kept: `fives play` continues it.\n"
        )


@posix_only
def test_a_folder_that_will_not_do_is_misuse(tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    with running(tmp_path, "play", "--data", str(tmp_path / "file")) as process:
        assert process.wait(timeout=PATIENCE) == 2
        assert process.stderr is not None
        assert "choose another folder with --data" in process.stderr.read()


@posix_only
def test_output_that_nobody_reads_any_more_ends_it_quietly(tmp_path: Path) -> None:
    command = f"yes r | '{sys.executable}' -m client play --think 0 | head -n 3"
    ran = subprocess.run(
        ["bash", "-c", command],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        env=environment(tmp_path),
        check=False,
    )

    assert len(ran.stdout.splitlines()) == 3
    assert ran.stderr == ""


# At a terminal.


@contextmanager
def at_a_terminal(home: Path, *words: str) -> Iterator[tuple["subprocess.Popen[bytes]", int]]:
    """A `fives` in line mode on a terminal of its own, and that terminal's keyboard."""
    keyboard, terminal = os.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "client", *words, "--lines"],
        stdin=terminal,
        stdout=terminal,
        stderr=terminal,
        env={**environment(home), "COLUMNS": "200"},
        start_new_session=True,
    )
    os.close(terminal)
    try:
        yield process, keyboard
    finally:
        process.kill()
        process.wait(timeout=PATIENCE)
        os.close(keyboard)


def answer(keyboard: int, question: str, typed: str) -> str:
    """Wait for a question at the terminal, and type this in answer; all that has been read."""
    seen = wait_to_see(keyboard, question)
    os.write(keyboard, f"{typed}\n".encode())
    return seen


@posix_only
@pytest.mark.parametrize("yes", ["y", ""])
def test_at_a_terminal_an_unfinished_match_is_asked_about(home: Path, yes: str) -> None:
    with at_a_terminal(home, "play", "--think", "0", "--rules", "all-threes") as (process, keyboard):
        assert "Unfinished: All Threes with " in answer(keyboard, "Continue it? [Y/n] ", "maybe")
        answer(keyboard, "Continue it? [Y/n] ", yes)
        assert "Continuing your match of All Threes." in answer(keyboard, "You sit at table ash", "q\nq")
        assert process.wait(timeout=PATIENCE) == 0


@posix_only
def test_the_question_tells_of_other_rules_than_are_asked_for(home: Path) -> None:
    with at_a_terminal(home, "play", "--rules", "all-threes", "--seats", "4") as (_, keyboard):
        wait_to_see(keyboard, "Unfinished, and not by the rules you ask for: All Threes with ")


@posix_only
@pytest.mark.parametrize("word", ["n", "", "no", "y"])
def test_no_ends_nothing_and_says_how_to_continue(home: Path, word: str) -> None:
    with at_a_terminal(home, "play", "--think", "0", "--rules", "all-threes") as (process, keyboard):
        answer(keyboard, "[Y/n] ", "n")
        seen = answer(keyboard, "Type end to end it; anything else keeps it: ", word)
        assert "A new match ends this one: All Threes with " in seen
        wait_to_see(keyboard, "Your match of All Threes is kept: `fives play --rules all-threes` continues it.")
        assert process.wait(timeout=PATIENCE) == 0

    assert games_in(unfinished(home)) == ["all-threes", "cinq-et-trois"]


@posix_only
def test_a_match_ends_by_the_word_and_then_another_begins(home: Path) -> None:
    with at_a_terminal(home, "play", "--think", "0", "--rules", "all-threes", "--seats", "2") as (process, keyboard):
        answer(keyboard, "[Y/n] ", "n")
        answer(keyboard, "anything else keeps it: ", "end")
        answer(keyboard, "All Threes to 150.", "q\nq")
        assert process.wait(timeout=PATIENCE) == 0

    all_threes, cinq_et_trois = unfinished(home)
    assert re.search(r"All Threes with \w+, round 1", all_threes)
    assert games_in([cinq_et_trois]) == ["cinq-et-trois"]


@posix_only
@pytest.mark.parametrize(
    ("choice", "begins"),
    [
        ("", "Continuing your match of All Threes."),
        ("2", "Continuing your match of Cinq et Trois."),
        ("3", "Your matches of All Threes and Cinq et Trois are kept: `fives play --list` tells"),
    ],
)
def test_at_a_terminal_one_of_several_is_chosen_by_its_number(home: Path, choice: str, begins: str) -> None:
    with at_a_terminal(home, "play", "--think", "0") as (process, keyboard):
        for typed in ("4", "all-threes", choice):
            seen = answer(keyboard, "1 to 3, Enter for 1, q to leave: ", typed)
            assert re.search(r"1: All Threes .*\n2: Cinq et Trois .*\n3: a new match of Fives and Threes\r?\n", seen)
        answer(keyboard, begins, "q\nq")
        assert process.wait(timeout=PATIENCE) == 0


@posix_only
def test_who_chooses_none_of_several_leaves(home: Path) -> None:
    with at_a_terminal(home, "play", "--think", "0") as (process, keyboard):
        answer(keyboard, "q to leave: ", "q")

        assert process.wait(timeout=PATIENCE) == 0


@posix_only
def test_the_end_of_input_is_no_yes(tmp_path: Path) -> None:
    fives(tmp_path, "play", "--think", "0", typed="1\n")
    with at_a_terminal(tmp_path, "play", "--think", "0") as (process, keyboard):
        wait_to_see(keyboard, "[Y/n] ")
        os.write(keyboard, b"\x04")

        assert process.wait(timeout=PATIENCE) == 0
        assert os.read(keyboard, 4096).decode().strip() == ""


def wait_to_see(keyboard: int, text: str) -> str:
    """Read what appears on the terminal until this does; all that has been read."""
    seen = ""
    deadline = time.monotonic() + PATIENCE
    while text not in seen:
        readable, _, _ = select.select([keyboard], [], [], max(0.0, deadline - time.monotonic()))
        assert readable, f"{text!r} did not appear after {seen!r}"
        seen += os.read(keyboard, 4096).decode(errors="replace")
    return seen
