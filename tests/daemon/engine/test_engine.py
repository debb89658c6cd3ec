"""Engines: the lines they read, their replies, and the check's report on one that violates the protocol."""

import re
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from daemon.engine import language
from daemon.engine.conformance import ConformanceCheck
from daemon.engine.language import EngineError, go, lines_for, play_in
from daemon.program.command import main
from protocol.game.layout import Arm
from protocol.game.tiles import known_tiles
from protocol.log.choices import Play, plays_of
from protocol.log.events import RoundDealt, Scored, TileDrawn, TilePlayed
from protocol.log.sight import Viewer, see
from protocol.log.table import evolve
from tests.played import played_match
from tests.protocol.table_notation import hands_of, round_of, seated_table, tile_of

GREEDY = Path(__file__).parents[2] / "examples" / "greedy_engine.py"


def all_lines(events: Sequence[object], seat: int) -> list[str]:
    """All lines sent to an engine on this seat during a game."""
    table = seated_table("all-fives")
    lines: list[str] = []
    for event in events:
        seen = see(event, Viewer(seat)).event  # type: ignore[arg-type]  # each is an event
        table = evolve(table, seen)
        lines += lines_for(seen, table, seat)
    return lines


# The lines sent to an engine.


def test_a_deal_shows_the_engine_its_own_hand() -> None:
    deal = RoundDealt(1, hands_of("6-4 5-5 | ? ?"), (None, None), 0, tile_of("5-5"), tile_of("5-5"))

    assert list(lines_for(deal, seated_table("cinq-et-trois"), 0)) == [
        "round 1 leader 0 boneyard 2 chosen 5-5 lead 5-5 hand 6-4 5-5"
    ]


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (TilePlayed(1, tile_of("6-4"), Arm.LEFT), "played 1 6-4 left"),
        (TileDrawn(1, None), "drew 1 ?"),
        (TileDrawn(0, tile_of("1-0")), "drew 0 1-0"),
        (Scored(0, 15, 8, 0, 0, 0), "scored 0 0"),
    ],
)
def test_every_event_is_one_line(event: TilePlayed | TileDrawn | Scored, line: str) -> None:
    assert list(lines_for(event, seated_table("cinq-et-trois"), 0)) == [line]


def test_a_whole_match_is_sent_from_its_game_to_its_last_score() -> None:
    lines = all_lines(played_match("all-fives", {"target": 60}), 1)

    assert lines[0] == "game all-fives seats 2 seat 1"
    assert "rule target 60" in lines
    words = [line.partition(" ")[0] for line in lines]
    assert set(words) == {"game", "rule", "round", "played", "drew", "scored", "held", "scores", "over"} | (
        {"knocked"} & set(words)
    )
    assert words[-1] == "over"


def test_an_engine_receives_no_tile_that_its_seat_does_not_see() -> None:
    events = played_match("all-fives", {"target": 60}, chance=3)
    first = next(event for event in events if isinstance(event, RoundDealt))
    line = next(line for line in all_lines(events, 1) if line.startswith("round 1 "))

    assert all(str(tile) not in line for tile in known_tiles(first.hands[0]))
    assert not any(line.startswith("drew 0") and not line.endswith("?") for line in all_lines(events, 1))


# Its choices and replies.

TABLE = round_of(rules="cinq-et-trois", hands="3-1 6-3 | 5-5", line="3-1")
PLAYS = plays_of(TABLE, 0)


def test_go_names_each_play_with_the_points_that_count() -> None:
    assert go(TABLE, 0, PLAYS) == "go 3-1:left:2 3-1:right:0 6-3:right:0"


def test_a_reply_names_one_of_the_plays() -> None:
    assert play_in("play 3-1 left", PLAYS) == Play(tile_of("3-1"), Arm.LEFT)


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ("", "play TILE ARM"),
        ("3-1 left", "play TILE ARM"),
        ("bestmove 3-1 left", "play TILE ARM"),
        ("play 3-1", "play TILE ARM"),
        ("play 1-3 left", "higher half first"),
        ("play 31 left", "is no tile"),
        ("play 3-1 west", "is no arm"),
        ("play 6-3 left", "not among the plays"),
        ("play 5-5 left", "not among the plays"),
    ],
)
def test_any_other_reply_is_reported_in_plain_words(answer: str, words: str) -> None:
    with pytest.raises(EngineError, match=words) as fault:
        play_in(answer, PLAYS)

    assert "\n" not in str(fault.value)


# The check.


def checked(program: str, time: float = 20.0) -> tuple[bool, list[str]]:
    """The report of the check on an engine with these lines of Python."""
    lines: list[str] = []
    return ConformanceCheck([sys.executable, "-c", program], time, lines.append).run(), lines


def engine(on_go: str, *, on_fives: str = "print('ready', flush=True)", on_quit: str = "break") -> str:
    """An engine that runs this code when it is asked."""
    return f"""
import sys, time
for line in sys.stdin:
    word, *rest = line.split()
    if word == "fives": {on_fives}
    elif word == "go":
        first = rest[0].split(":")
        {on_go}
    elif word == "quit": {on_quit}
"""


LONG = "import os; print(f'play {first[0]} {first[1]}'.ljust(4096 - len(os.linesep)), flush=True)"
GOOD = "print('info thinking'); print('play', first[0], first[1], flush=True)"


def test_the_example_engine_conforms_to_the_protocol(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["engine", "--conformance", "--", sys.executable, str(GREEDY)]) == 0

    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Greedy: ready"
    assert [line.partition(":")[0] for line in lines[1:-1]] == [
        "fives-and-threes", "playroom", "cinq-et-trois", "all-fives", "all-threes", "pub",
    ]  # fmt: skip
    assert lines[-1] == "the engine follows the language"


@pytest.mark.parametrize(
    "on_go",
    [GOOD, LONG],
    ids=["thinks aloud", "long line"],
)
def test_an_engine_may_write_comments_and_lines_of_4096_bytes(on_go: str) -> None:
    is_good, lines = checked(engine(on_go))

    assert is_good, lines


@pytest.mark.parametrize(
    ("program", "fault"),
    [
        (engine("print('play 9-9 left', flush=True)"), "'9-9'|not among the plays"),
        (engine("print('play', first[0], flush=True)"), "has to be `play TILE ARM`"),
        (engine(f"{GOOD}; print('and more', flush=True)"), "'and more'"),
        (engine("sys.exit(3)"), "ended by itself, with status 3"),
        (engine(GOOD, on_fives="sys.exit(4)"), "ended by itself, with status 4"),
        (engine(GOOD, on_fives="print('hello', flush=True)"), "`id name NAME` and `ready` are due"),
        (engine("print('x' * 4096, flush=True)"), "more than 4096 bytes"),
        (engine("print('info', 'x' * 4096, flush=True)"), "more than 4096 bytes"),
        (engine("sys.stdout.buffer.write(b'\\xff\\n'); sys.stdout.flush()"), "not UTF-8"),
    ],
    ids=[
        "no such play",
        "no arm",
        "unasked",
        "crash",
        "crash at its start",
        "no greeting",
        "too long",
        "thinks aloud too long",
        "no text",
    ],
)
def test_the_check_reports_each_fault(program: str, fault: str) -> None:
    is_good, lines = checked(program)

    assert not is_good
    faults = [line for line in lines if line.startswith("fault: ")]
    assert faults
    assert any(re.search(fault, line) for line in faults), faults


@pytest.mark.parametrize(
    ("program", "fault"),
    [
        (engine("time.sleep(3600)"), "gave no answer to `go` within 0.3 s"),
        (engine(GOOD, on_fives="time.sleep(3600)"), "gave no answer to `fives` within 0.3 s"),
        (engine("while True: print('info thinking')"), "gave no answer to `go` within 0.3 s"),
        (
            engine(GOOD, on_fives="\n        while True: print('id name Again')"),
            "gave no answer to `fives` within 0.3 s",
        ),
    ],
    ids=["to a question", "at its start", "but thinks aloud for ever", "but gives its name for ever"],
)
def test_an_engine_that_does_not_answer_is_reported(program: str, fault: str) -> None:
    is_good, lines = checked("import sys; sys.dont_write_bytecode = True" + program, time=0.3)

    assert not is_good
    assert any("gave no answer to" in line for line in lines), (lines, fault)


@pytest.mark.parametrize(
    ("command", "fault"),
    [
        pytest.param(
            ["sh", "-c", "echo ready; exec cat"],
            "at its start, it said 'ready' unasked",
            marks=pytest.mark.skipif(sys.platform == "win32", reason="its shell is another"),
        ),
        ([sys.executable, "-c", engine(GOOD, on_quit="print('bye'); break")], "at its end, it said 'bye' unasked"),
        ([sys.executable, "-c", engine(GOOD, on_quit="time.sleep(3600)")], "at its end, it did not end within 2 s of"),
    ],
    ids=["ready before it is greeted", "a word after quit", "no end"],
)
def test_faults_before_and_after_the_games_are_reported_in_their_place(command: list[str], fault: str) -> None:
    lines: list[str] = []

    assert not ConformanceCheck(command, 20.0, lines.append).run()
    assert any(f"fault: {fault}" in line for line in lines), lines


def test_the_check_continues_after_a_fault_up_to_a_limit() -> None:
    _, lines = checked(engine("print('play nothing', flush=True)"))

    assert sum(line.startswith("fault: ") for line in lines) == 5


def test_a_missing_program_is_reported_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["engine", "--", "no-such-engine"]) == 1

    error = capsys.readouterr().err
    assert error.startswith("fivesd: the engine cannot be started: no-such-engine: ")  # each system has its own words
    assert error.count("\n") == 1


@pytest.mark.parametrize("time", ["soon", "0", "-1", "nan", "1e9"])
def test_an_invalid_time_is_wrong_usage(time: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["engine", f"--time={time}", "--", "true"]) == 2
    assert f"--time {time}: it takes seconds above 0 and up to 3600" in capsys.readouterr().err


# The address of the host.


@pytest.mark.parametrize("typed", ["", "oak:0", "foo bar", "oak..example", "oak/ash"])
def test_an_invalid_address_is_reported_before_the_engine_is_started(
    typed: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["engine", "--join", typed, "--", "no-such-engine"]) == 2

    assert capsys.readouterr().err.startswith(f"fivesd: --join {typed!r} is not an address: ")


def test_an_impossible_host_name_is_reported_in_one_line(
    capsys: pytest.CaptureFixture[str],
) -> None:
    host = "a" * 70

    assert main(["engine", "--join", host, "--", sys.executable, "-c", engine(GOOD)]) == 1

    assert capsys.readouterr().err == f"fivesd: {host} is not an address\n"


def test_the_engine_protocol_has_one_version() -> None:
    assert language.GREETING == "fives 1"
