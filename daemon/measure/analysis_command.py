"""`fivesd analyse`: the analysis of a record, printed as a table with the costliest plays, or as JSON for a replay.

Here: the command's options and its output. Not here: the analysis (`game_analysis`).
"""

import sys
from argparse import SUPPRESS, ArgumentParser, Namespace
from collections.abc import Iterator
from functools import partial
from itertools import takewhile
from pathlib import Path
from typing import Final

from daemon.journal.records import read_file
from daemon.measure.game_analysis import WORLDS, analyse, explain
from daemon.measure.parallel import run_in_parallel
from daemon.table.worker_process import LOWEST_PRIORITY, lower_priority
from protocol.clean import clean
from protocol.game.options import Number, Option
from protocol.game.presets import PRESETS
from protocol.log.audit import audit, open_part
from protocol.log.events import RoundDealt, TilePlayed
from protocol.log.table import fold
from protocol.shared.analysis_progress import Progress
from protocol.shared.exit_status import FailedError, MisusedError
from protocol.shared.flags import add_flag, given_path, read_flag
from protocol.wire.analysis import Analysis, JudgedPlay, JudgedPlayer, encode_analysis
from protocol.wire.explained import encode_explanation
from protocol.wire.record import Record, RecordError, lines_in, read_record

TRIED_DEALS: Final = Option(
    "worlds", Number.between(2, 100_000), "how many deals each play is tried in", default=WORLDS
)
SEED: Final = Option("seed", Number.between(0, 2**53), "the same seed gives the same results", default=1)
COSTLIEST: Final = 10
"""How many plays are listed."""
STANDARD_INPUT: Final = Path("-")


def add_analyse_arguments(parser: ArgumentParser) -> None:
    """The options of `fivesd analyse`."""
    parser.add_argument(
        "record",
        metavar="RECORD",
        type=given_path,
        help="a record, such as one in DATA/records; - is standard input, up to an empty line",
    )
    add_flag(parser, TRIED_DEALS)
    add_flag(parser, SEED)
    parser.add_argument("--json", action="store_true", help="print the result as JSON, for `fives replay --analysis`")
    parser.add_argument("--background", action="store_true", help="use one processor, at low priority")
    parser.add_argument("--child", action="store_true", help=SUPPRESS)  # of `fives`
    parser.add_argument("--explain", nargs="+", type=int, metavar="SEQ", help=SUPPRESS)  # only these turns, for `fives`


def analyse_command(given: Namespace) -> None:
    """Analyse a record and print the result.

    Raises `FailedError` if the record is damaged or breaks its rules, `MisusedError`, and `KeyboardInterrupt`, also if
    a child's standard input is closed.
    """
    worlds, seed = read_flag(given, TRIED_DEALS), read_flag(given, SEED)
    if given.background:
        lower_priority(LOWEST_PRIORITY)
    record = _record(given.record)
    progress = _print_progress if given.child else _show_progress
    run = partial(run_in_parallel, workers=1 if given.background else None, stops_with_stdin=given.child)
    if given.explain:
        explained = run(partial(explain, record, given.explain, progress, worlds=worlds, seed=seed))
        _write(encode_explanation(explained))
        return
    found = run(partial(analyse, record, progress, worlds=worlds, seed=seed))
    if given.json:
        _write(encode_analysis(found))
    else:
        print("\n".join(_as_table(record, found)))


def _write(line: bytes) -> None:
    """Print this line of JSON, which is UTF-8, whatever the terminal's encoding is."""
    sys.stdout.flush()
    sys.stdout.buffer.write(line)


def _record(path: Path) -> Record:
    prefix = "" if path == STANDARD_INPUT else f"{path}: "
    try:
        record = _record_from_stdin() if path == STANDARD_INPUT else read_file(path)
    except OSError as error:
        raise MisusedError(f"{prefix}{error.strerror or error}") from error
    except RecordError as error:
        raise FailedError(f"{prefix}{error}") from error
    if not any(isinstance(entry.event, RoundDealt) for entry in record.entries):
        raise MisusedError(f"{prefix}this game has no round, so there is nothing to analyse")
    checked = open_part(record.entries)
    fault = audit(checked, goes_on=len(checked) < len(record.entries))
    if fault is not None:
        raise FailedError(f"{prefix}this game does not follow its own rules: {fault}")
    return record


def _record_from_stdin() -> Record:
    """The record on standard input. It ends before an empty line, so that a parent can leave its end open."""
    return read_record(takewhile(bytes.strip, lines_in(sys.stdin.buffer)))


def _print_progress(done: int, plays: int) -> None:
    print(Progress(done, plays), flush=True)


def _show_progress(weighed: int, plays: int) -> None:
    if sys.stderr.isatty():
        end = "\n" if weighed == plays else ""
        print(f"\r{Progress(weighed, plays)}", end=end, file=sys.stderr, flush=True)
    elif weighed == plays:
        print(f"analysed {plays} plays", file=sys.stderr, flush=True)


def _as_table(record: Record, found: Analysis) -> Iterator[str]:
    table = fold(entry.event for entry in record.entries)
    preset = PRESETS.get(table.preset)
    scores = " to ".join(map(str, table.scores))
    yield f"{clean(table.preset) if preset is None else preset.title}, {clean(found.game)}, {scores}"
    yield f"{found.worlds} deals for each play, seed {found.seed}; % is the chance to win the match"
    yield ""
    yield f"{'player':<24} {'accuracy':>8} {'decisions':>9} {'lost':>8} {'luck':>8} {'hints':>5}"
    yield from map(_player, found.players)
    by_cost = found.costliest(COSTLIEST)
    if by_cost:
        yield ""
        yield "the most costly plays"
        yield from (_play(record, found, play) for play in by_cost)


def _player(player: JudgedPlayer) -> str:
    name = clean(player.name) + ("" if player.bot is None else f" ({clean(player.bot)})")
    accuracy = "-" if player.accuracy is None else f"{player.accuracy:.0f} %"
    return (
        f"{name:<24} {accuracy:>8} {player.decisions:>9} {_percent(player.lost):>8} "
        f"{_percent(player.luck, '+'):>8} {player.hints:>5}"
    )


def _play(record: Record, found: Analysis, play: JudgedPlay) -> str:
    assert play.better is not None
    number = sum(isinstance(entry.event, TilePlayed) for entry in record.entries[: play.seq])
    name, better = clean(found.players[play.seat].name), play.better
    return (
        f"play {number}: {name} played {play.tile} {play.arm}, {_percent(play.win)}; "
        f"{better.tile} {better.arm}, {_percent(better.win)}, was better by {_percent(play.lost)}: {play.grade}"
    )


def _percent(chance: float, sign: str = "") -> str:
    return f"{100 * chance:{sign}.1f} %"
