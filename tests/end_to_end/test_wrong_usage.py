"""Wrong usage of `fivesd`: one plain line on standard error with the problem and the solution, and status 2."""

import sys
from functools import partial
from pathlib import Path

import pytest
import trio

from daemon.net.addresses import open_listeners
from daemon.program.command import main
from tests.end_to_end.program import (
    COMMAND,
    HOST,
    check_one_plain_line,
    fivesd,
    records_of,
    redirected,
    run,
    running,
)

WRONG: dict[str, tuple[list[str], list[str]]] = {
    "an unknown option": (["--colour", "red"], ["--colour", "--help"]),
    "an option with a letter missing": (["--bot-levl", "club"], ["did you mean --bot-level? fivesd --help lists them"]),
    "an option of a command, misspelled": (["games", "--dta", "x"], ["did you mean --data? fivesd games --help"]),
    "a game with a letter missing": (["--rules", "al-fives"], ["--rules", "did you mean all-fives?"]),
    "an unknown command": (["frobnicate"], ["frobnicate"]),
    "an abbreviated option": (["--matc", "3"], ["--matc"]),
    "an option without its value": (["--seats"], ["--seats"]),
    "an unknown game": (["--rules", "whist"], ["--rules", "whist", "fives-and-threes"]),
    "an unknown house rule": (["--set", "targets=5"], ["--set targets", "target"]),
    "a house rule with a line break in its name": (["--set", "target\n=61"], ["--set 'target\\n'", "write target"]),
    "a house rule without a value": (["--set", "target"], ["OPTION=VALUE; target takes 1 to 10000"]),
    "a value out of range": (["--set", "target=0"], ["--set target", "1 to 10000"]),
    "a house rule twice": (["--set", "target=50", "--set", "target=60"], ["target", "twice"]),
    "a house rule this game ignores": (["--set", "tie=shared"], ["--set tie"]),
    "a target that cannot be reached": (
        ["--rules", "all-fives", "--set", "target=17", "--set", "target_mode=exact"], ["17"],
    ),
    "hands that cannot be dealt": (["--set", "hand=8"], ["--set hand", "28"]),
    "a flag of its own as a house rule": (["--set", "players=3"], ["--seats"]),
    "seats this game has not": (["--rules", "cinq-et-trois", "--seats", "3"], ["--seats", "2"]),
    "seats that are no number": (["--seats", "many"], ["--seats: 'many' is not valid", "2 to 12"]),
    "more seats than any game has": (["--seats", "13"], ["--seats: '13'", "2 to 12"]),
    "a number that is empty": (["--bots", ""], ["--bots is empty; write --bots N, or leave it out"]),
    "more bots than seats": (["--bots", "5"], ["--bots: 5 bots do not fit 4 seats"]),
    "bots less than none": (["--bots=-1"], ["--bots: '-1'"]),
    "an unknown level": (["--bot-level", "grandmaster"], ["grandmaster", "club"]),
    "time that is not a number": (["--think", "nan"], ["--think: 'nan'"]),
    "time less than none": (["--think=-1"], ["--think: '-1'"]),
    "no matches": (["--matches", "0"], ["--matches: '0'"]),
    "a port that is none": (["--port", "65536"], ["--port: '65536'"]),
    "a port that is not a number": (["--port", "5533x"], ["--port: '5533x'"]),
    "a port for a private host": (["--private", "--port", "5544"], ["--private", "--listen", "--port"]),
    "a forwarded port on the loopback": (["--map-port", "--listen", "localhost"], ["--map-port", "this machine only"]),
    "two ways for friends elsewhere": (["--map-port", "--share", "x {port}"], ["--map-port", "--share", "one of them"]),
    "help that is none": (["--assist", "much"], ["--assist: 'much'", "legal"]),
    "an unknown way to be away": (["--away", "sleep"], ["--away: 'sleep'", "wait"]),
    "a grace that is none": (["--grace", "1e3"], ["--grace: '1e3'"]),
    "a turn time that is none": (["--turn-time", "fast"], ["--turn-time: 'fast'"]),
    "too many connections": (["--most-connections", "x"], ["--most-connections: 'x'"]),
    "an address that is not ours": (["--listen", "192.0.2.200"], ["192.0.2.200"]),
    "an address with too long a part": (["--listen", "a" * 70], ["a" * 70, "no address"]),
    "an address with an empty part": (["--listen", "a..b"], ["a..b", "no address"]),
    "a password that is not text": (["--password", "\udcff"], ["--password", "not valid text"]),
    "a game that is not text": (["export", "\udcff"], ["game", "not valid text"]),
    "a table that is not text": (["pause", "--table", "\udcff"], ["--table", "not valid text"]),
    "a house rule that is not text": (["--set", "\udcff=1"], ["--set", "not valid text"]),
    "a password that asks for nothing": (["--password", ""], ["--password", "empty"]),
    "a game without a name": (["--rules", ""], ["--rules", "empty"]),
    "a folder without a name": (["--data", ""], ["--data", "empty"]),
    "a file without a name": (["export", "g", "-o", ""], ["-o", "empty"]),
    "a level without a name": (["--bot-level", ""], ["--bot-level", "empty"]),
    "a command with two letters exchanged": (["vreify"], ["'vreify': did you mean verify? fivesd --help lists them"]),
    "a command that is like no other": (["chess"], ["'chess': fivesd --help lists them"]),
    "no game to export": (["export"], ["GAME"]),
    "a journal to verify that is not there": (["verify"], ["there are no games in"]),
    "games of no daemon": (["games"], ["there are no games in"]),
}  # fmt: skip


@pytest.mark.parametrize("case", WRONG)
def test_wrong_usage_is_one_plain_line_and_status_2(
    case: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments, words = WRONG[case]
    data = ["--data", str(tmp_path / "data")]
    port = ["--port", "0"] if arguments[0].startswith("--") and "--port" not in arguments else []
    try:
        status: object = main([*arguments, *data, *port])
    except SystemExit as stop:
        status = stop.code

    captured = capsys.readouterr()
    assert (status, captured.out) == (2, "")
    check_one_plain_line(captured.err, words)


def test_wrong_usage_ends_the_real_program_in_the_same_way(tmp_path: Path) -> None:
    done = fivesd("--rules", "whist", "--data", tmp_path)

    assert (done.returncode, done.stdout) == (2, "")
    check_one_plain_line(done.stderr, ["whist"])


def test_help_and_version_are_no_errors() -> None:
    helped, version = fivesd("--help"), fivesd("--version")

    assert (helped.returncode, helped.stderr, version.returncode) == (0, "", 0)
    for flag in ("--rules", "--set", "--seats", "--bots", "--bot-level", "--think", "--matches", "--listen", "--port"):
        assert flag in helped.stdout
    assert version.stdout.startswith("fivesd ")


def test_h_is_one_screen_with_examples_and_shows_no_flags_for_child_programs() -> None:
    short, full = fivesd("-h"), fivesd("--help")

    assert (short.returncode, short.stderr) == (0, "")
    assert len(short.stdout.splitlines()) < 24
    assert max(map(len, short.stdout.splitlines())) <= 80
    assert "\n  fivesd --rules all-fives " in short.stdout
    assert not any(flag in short.stdout + full.stdout for flag in ("--private", "--child"))
    assert "--child" not in fivesd("analyse", "--help").stdout


async def test_a_data_folder_is_used_by_one_daemon_at_a_time(tmp_path: Path) -> None:
    data = tmp_path / "data"
    async with running(data):
        second = await trio.to_thread.run_sync(fivesd, "--port", "0", "--data", data)

    assert (second.returncode, second.stdout) == (2, "")
    check_one_plain_line(second.stderr, [str(data), "--data"])


@pytest.mark.parametrize("words", [("--private",), ("--child", "--port", "0")])
async def test_a_child_tells_its_parent_by_its_status_that_the_data_folder_is_in_use(
    tmp_path: Path, words: tuple[str, ...]
) -> None:
    data = tmp_path / "data"
    async with running(data):
        second = await trio.to_thread.run_sync(partial(fivesd, *words, "--data", data))

    assert (second.returncode, second.stdout) == (3, "")
    check_one_plain_line(second.stderr, [str(data), "--data"])


async def test_a_port_in_use_is_reported_with_a_solution(tmp_path: Path) -> None:
    listeners, port = await open_listeners(None, 0)

    done = await trio.to_thread.run_sync(fivesd, "--port", str(port), "--data", tmp_path / "data")
    for listener in listeners:
        await listener.aclose()

    assert (done.returncode, done.stdout) == (2, "")
    check_one_plain_line(done.stderr, [str(port), "--port"])


@pytest.mark.parametrize("inside", ["", "folder"])
@pytest.mark.parametrize("words", [(), ("games",), ("pause",)], ids=["host", "games", "pause"])
def test_a_data_folder_that_is_a_file_is_reported_in_one_line(
    tmp_path: Path, words: tuple[str, ...], inside: str
) -> None:
    data = tmp_path / "data"
    data.write_bytes(b"x" * 5000)

    done = fivesd(*words, "--data", data / inside)

    assert (done.returncode, done.stdout) == (2, "")
    check_one_plain_line(done.stderr, ["--data", "is a file, not a folder"])
    assert data.read_bytes() == b"x" * 5000


def test_an_invalid_journal_is_reported_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "journal.sqlite").write_bytes(b"x" * 5000)

    for arguments in (["--port", "0"], ["games"], ["export", "g"]):
        done = fivesd(*arguments, "--data", tmp_path)
        assert (done.returncode, done.stdout) == (1, "")
        check_one_plain_line(done.stderr, ["journal.sqlite"])


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such limit")
def test_a_limit_of_too_few_open_files_is_reported_in_one_line(tmp_path: Path) -> None:
    done = fivesd("--port", "0", "--data", tmp_path, files=40)

    assert (done.returncode, done.stdout) == (2, "")
    check_one_plain_line(done.stderr, ["40 files", "ulimit"])


@pytest.mark.skipif(sys.platform == "win32" or not Path("/dev/full").exists(), reason="no such device")
@pytest.mark.parametrize("command", [["games"], ["export"], ["--port", "0"]])
async def test_output_that_cannot_be_written_is_reported_in_one_line(command: list[str], tmp_path: Path) -> None:
    data = tmp_path / "data"
    async with running(data, "--rules", "cinq-et-trois") as daemon:
        ann = await daemon.client()
        await ann.enter()
    words = [*command, *([ann.session.game or ""] if command == ["export"] else []), "--data", str(data)]

    done = await trio.to_thread.run_sync(run, redirected(">/dev/full", [*COMMAND, *words]))

    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == "fivesd: standard output: No space left on device"
    assert "Traceback" not in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="its shell is another")
def test_a_daemon_plays_even_if_its_output_is_closed(tmp_path: Path) -> None:
    bots = ("--bots", "4", "--matches", "1", "--think", "0")

    done = run(redirected(">&-", [*HOST, *bots, "--port", "0", "--data", str(tmp_path)]))

    assert (done.returncode, len(records_of(tmp_path))) == (0, 1)


@pytest.mark.parametrize("command", [["games"], ["export", "g"], ["pause"], ["arena", "x"], ["analyse", "x"], []])
def test_with_debug_every_command_shows_where_its_error_came_from(
    command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    where = [] if command and command[0] in ("arena", "analyse") else ["--data", str(tmp_path)]
    wrong = [] if command else ["--listen", "192.0.2.200"]

    assert main([*command, *where, *wrong, "--debug"]) == 2

    assert "Traceback" in capsys.readouterr().err
