"""The analysis of a game: the cost of plays, skill and luck, and the output."""

import os
import signal
import subprocess
import sys
import time
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path

import pytest

from daemon.measure.game_analysis import analyse, decisions_of, explain
from daemon.measure.parallel import run_in_parallel
from daemon.program.command import main
from protocol.game.tiles import HIDDEN
from protocol.log.choices import Play, plays_of
from protocol.log.events import HintTaken, TilePlayed
from protocol.log.sight import Viewer, see
from protocol.log.table import fold
from protocol.shared.analysis_progress import Progress, read_progress
from protocol.shared.child_program import child_command, child_environment, own_group
from protocol.version import __version__
from protocol.wire.analysis import Analysis, decode_analysis
from protocol.wire.explained import decode_explanation, encode_explanation
from protocol.wire.hints import Why
from protocol.wire.record import Record, read_record
from tests.ended import ended
from tests.played import seen_from

RECORDS = Path(__file__).parents[2] / "records"
HEADER = (RECORDS / "hints.jsonl").read_bytes().splitlines(keepends=True)[0]
WORLDS = 12


def record_of(name: str) -> Record:
    return read_record((RECORDS / f"{name}.jsonl").read_bytes().splitlines())


def looked_over(name: str, seed: int = 1) -> Analysis:
    return run_in_parallel(partial(analyse, record_of(name), lambda *_: None, worlds=WORLDS, seed=seed), 1)


@pytest.fixture(scope="module")
def cinq() -> Analysis:
    return looked_over("cinq-et-trois")


# The decisions.


@pytest.mark.parametrize("name", ["cinq-et-trois", "all-fives", "fives-and-threes", "partners", "abandoned"])
def test_only_plays_with_an_alternative_are_decisions(name: str) -> None:
    record = record_of(name)
    had_one = set()
    for at, entry in enumerate(record.entries):
        if isinstance(entry.event, TilePlayed):
            before = fold(entry.event for entry in record.entries[:at])
            if len(plays_of(before, entry.event.seat)) > 1:
                had_one.add(entry.seq)

    assert {decision.seq for decision in decisions_of(record.entries)} == had_one


def test_a_decision_is_judged_from_the_view_of_its_seat() -> None:
    record = record_of("all-fives")
    for decision in decisions_of(record.entries):
        seat = decision.situation.seat
        before = record.entries[: decision.seq - 1]
        assert decision.situation.table == fold(see(entry.event, Viewer(seat)).event for entry in before)
        others = [hand for at, hand in enumerate(decision.situation.round.hands) if at != seat]
        assert all(tile is HIDDEN for hand in others for tile in hand)


def test_plays_from_a_hand_that_stayed_hidden_are_skipped() -> None:
    """A client's record of a round that never ended."""
    seen = seen_from(0, record_of("abandoned").entries)

    assert {decision.situation.seat for decision in decisions_of(seen)} == {0}


# The results.


def test_a_play_is_compared_with_the_best_alternative(cinq: Analysis) -> None:
    assert any(play.better for play in cinq.plays)
    for play in cinq.plays:
        assert 0 <= play.win <= 1
        if play.better is None:
            assert play.lost == 0
        else:
            assert play.lost == pytest.approx(play.better.win - play.win, abs=2e-4)
            assert play.lost > play.error


def test_the_total_loss_is_the_sum_of_the_losses_of_the_plays(cinq: Analysis) -> None:
    for player in cinq.players:
        mine = [play for play in cinq.plays if play.seat == player.seat]
        assert player.decisions == len(mine)
        assert player.lost == pytest.approx(sum(play.lost for play in mine), abs=1e-3)
        assert player.accuracy is not None
        assert 0 <= player.accuracy <= 100


@pytest.mark.parametrize("name", ["cinq-et-trois", "fives-and-threes", "partners"])
def test_skill_and_luck_add_up_to_the_result(name: str) -> None:
    """From an equal share of the chances to a match won or lost."""
    table, found = fold(entry.event for entry in record_of(name).entries), looked_over(name)
    sides = len(table.scores)
    lost = [sum(player.lost for player in found.players if table.side_of(player.seat) == side) for side in range(sides)]
    for side in range(sides):
        gained = sum(round_.gained[side] for round_ in found.rounds)
        assert gained == pytest.approx((side in table.won_by) - 1 / sides, abs=2e-3)
        skill = (sum(lost) - lost[side]) / (sides - 1) - lost[side]
        luck = next(player.luck for player in found.players if table.side_of(player.seat) == side)
        assert skill + luck == pytest.approx(gained, abs=5e-3)


def test_the_luck_of_all_sides_adds_up_to_zero(cinq: Analysis) -> None:
    assert sum(player.luck for player in cinq.players) == pytest.approx(0, abs=1e-3)


def test_a_turn_is_explained_by_what_each_of_its_plays_was_worth_and_why_the_best_is_better() -> None:
    record, asked = record_of("cinq-et-trois"), (33, 41)
    found = run_in_parallel(partial(explain, record, asked, lambda *_: None, worlds=WORLDS, seed=1), 1)

    assert tuple(turn.seq for turn in found.turns) == asked
    for turn in found.turns:
        best, *others = turn.plays
        decision = next(decision for decision in decisions_of(record.entries) if decision.seq == turn.seq)
        played = {Play(explained.play.tile, explained.play.arm) for explained in turn.plays}
        assert played == set(decision.situation.plays)
        assert best.lost == 0
        assert all(explained.play.win <= best.play.win for explained in others)
        assert {explained.why for explained in turn.plays} <= set(Why)
    assert decode_explanation(encode_explanation(found)) == found


def test_hints_are_counted() -> None:
    taken = [entry.event.seat for entry in record_of("hints").entries if isinstance(entry.event, HintTaken)]

    assert [player.hints for player in looked_over("hints").players] == [len(taken), 0]


def test_the_same_seed_gives_the_same_analysis(cinq: Analysis) -> None:
    assert looked_over("cinq-et-trois") == cinq
    assert looked_over("cinq-et-trois", seed=2) != cinq


def test_progress_is_reported_before_the_first_play_and_after_each() -> None:
    reported: list[tuple[int, int]] = []

    report = lambda *progress: reported.append(progress)  # noqa: E731 - shorter
    found = run_in_parallel(partial(analyse, record_of("hints"), report, worlds=2), 1)

    plays = len(found.plays)
    assert reported == [(weighed, plays) for weighed in range(plays + 1)]


# The command.


def test_an_analysis_is_printed_as_a_table_with_the_most_costly_plays(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", str(RECORDS / "hints.jsonl"), "--worlds", "4"]) == 0

    printed = capsys.readouterr()
    lines = printed.out.splitlines()
    assert lines[0] == "All Fives, 20260102-hints, 60 to 20"
    assert [line.split()[0] for line in lines[3:6]] == ["player", "Ann", "Jonas"]
    assert "analysed " in printed.err


def test_an_analysis_as_json_can_be_read_back(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", str(RECORDS / "hints.jsonl"), "--worlds", "4", "--json", "--seed", "7"]) == 0

    found = decode_analysis(capsys.readouterr().out.encode())
    assert (found.game, found.worlds, found.seed) == ("20260102-hints", 4, 7)
    assert found.plays


def child(record: str = "hints", *more: str, worlds: int = 4) -> AbstractContextManager["subprocess.Popen[str]"]:
    """`fivesd analyse` as the client starts it."""
    path = str(RECORDS / f"{record}.jsonl")
    command = child_command("daemon", "analyse", path, "--json", "--child", "--worlds", str(worlds), *more)
    pipe = subprocess.PIPE
    return ended(
        subprocess.Popen(
            command, stdin=pipe, stdout=pipe, stderr=pipe, text=True, env=child_environment(), **own_group()
        )
    )


def test_a_child_prints_its_progress_as_lines() -> None:
    with child() as process:
        assert process.stdout is not None
        *lines, last = process.stdout
        found, progress = decode_analysis(last.encode()), [read_progress(line) for line in lines]

    plays = len(found.plays)
    assert progress == [Progress(done, plays) for done in range(plays + 1)]
    assert found.release == __version__


@pytest.mark.parametrize("more", [(), ("--background",)])
def test_a_child_stops_when_its_standard_input_is_closed(more: tuple[str, ...]) -> None:
    with child("playroom", *more, worlds=100_000) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdout.readline()  # it has begun
        process.stdin.close()

        assert process.wait(300) == 1
        assert all(map(read_progress, process.stdout))
        assert process.stderr is not None
        assert process.stderr.read() == ""


def test_the_workers_of_a_child_that_is_killed_end_too() -> None:
    with child("playroom", worlds=100_000) as process:
        assert process.stdout is not None
        process.stdout.readline()  # it has begun
        time.sleep(2)
        process.kill()

        # Standard output ends when the last process holding it ends.
        process.communicate(timeout=300)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends Ctrl-C to a whole console")
@pytest.mark.parametrize("more", [(), ("--background",)])
def test_ctrl_c_ends_an_analysis_without_a_word(more: tuple[str, ...]) -> None:
    with child("playroom", *more, worlds=100_000) as process:
        assert process.stdout is not None
        process.stdout.readline()  # it has begun
        time.sleep(2)
        os.killpg(process.pid, signal.SIGINT)

        assert process.wait(300) == 1
        assert all(map(read_progress, process.stdout))
        assert process.stderr is not None
        assert process.stderr.read() == ""


def test_a_record_on_standard_input_ends_before_an_empty_line() -> None:
    record = (RECORDS / "hints.jsonl").read_bytes()
    command = child_command("daemon", "analyse", "-", "--json", "--child", "--worlds", "4")
    pipe = subprocess.PIPE
    with ended(subprocess.Popen(command, stdin=pipe, stdout=pipe, env=child_environment())) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(record + b"\n")
        process.stdin.flush()
        *_, last = process.stdout

    assert decode_analysis(last).game == "20260102-hints"


@pytest.mark.parametrize(
    ("record", "words"),
    [(b"", "the file is empty"), (HEADER + b"{\n", "line 2: "), (HEADER, "this game has no round, so")],
)
def test_what_is_wrong_with_a_record_on_standard_input_names_no_file(record: bytes, words: str) -> None:
    command = child_command("daemon", "analyse", "-")
    done = subprocess.run(command, input=record, capture_output=True, env=child_environment(), check=False)

    assert done.returncode in (1, 2)
    assert done.stderr.decode().startswith(f"fivesd: {words}")


def test_one_process_finds_the_same_as_several() -> None:
    one, several = (
        run_in_parallel(partial(analyse, record_of("hints"), lambda *_: None, worlds=2, seed=1), workers)
        for workers in (1, 2)
    )

    assert one == several


@pytest.mark.skipif(sys.platform != "linux", reason="it looks for processes in /proc")
def test_in_the_background_an_analysis_is_one_process_of_the_lowest_priority() -> None:
    # Every program on the machine goes before this one, so it is asked for little.
    with child("playroom", "--background", worlds=4) as process:
        assert process.stdout is not None
        for _ in range(2):
            process.stdout.readline()  # the first play is analysed

        assert os.getpriority(os.PRIO_PROCESS, process.pid) == 19
        parents = [process.read_text().rpartition(")")[2].split()[1] for process in Path("/proc").glob("[0-9]*/stat")]
        assert str(process.pid) not in parents


def test_a_game_that_breaks_its_rules_is_not_analysed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spoiled = tmp_path / "spoiled.jsonl"
    spoiled.write_bytes((RECORDS / "hints.jsonl").read_bytes().replace(b'"awarded":10', b'"awarded":5', 1))

    assert main(["analyse", str(spoiled)]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert "its own rules" in line


def test_a_damaged_record_is_not_analysed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    damaged = tmp_path / "damaged.jsonl"
    damaged.write_bytes((RECORDS / "hints.jsonl").read_bytes() + b"{\n")

    assert main(["analyse", str(damaged)]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"fivesd: {damaged}: line ")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nowhere.jsonl"], "nowhere.jsonl: No such file"),
        ([str(RECORDS / "hints.jsonl"), "--worlds", "1"], "--worlds: '1' is not valid: it takes 2 to 100000"),
        ([str(RECORDS / "hints.jsonl"), "--seed", "x"], "--seed: 'x' is not valid"),
    ],
)
def test_wrong_usage_is_one_line_and_status_2(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["analyse", *arguments]) == 2

    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("fivesd: ")
    assert words in line
