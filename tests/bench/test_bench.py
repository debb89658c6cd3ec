"""The bench itself: each part runs and measures the right thing, on tiny sizes."""

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
import trio

if sys.platform == "win32":
    pytest.skip("it starts programs on a pty, which is POSIX's", allow_module_level=True)

from tests import postgres
from tests.client.web.page_client import PATIENCE
from tools.bench import (
    bots,
    club_scale,
    clubs,
    coming_back,
    crowd,
    first_visit,
    growth,
    long_history,
    memory,
    moves,
    neighbours,
    pages,
    parts,
    replays,
    screens,
    start,
    tls,
)
from tools.bench.figures import Figure, share, side_by_side, table_of
from tools.bench.histories import long_game, matches
from tools.bench.load import closed_loop, hang_up
from tools.bench.players import PlayedTable, open_tables, played_tables
from tools.bench.servers import ROOT, fivesd, running
from tools.bench.tabs import Tab, opened

long = pytest.mark.skipif("FIVES_LONG" not in os.environ, reason="long")
linux = pytest.mark.skipif(not Path("/proc/self/smaps_rollup").exists(), reason="this system does not tell of memory")

postgresql = pytest.mark.skipif(postgres.program("initdb") is None, reason=postgres.WHY_NOT)


def test_a_figure_is_printed_as_a_median_with_its_spread_and_as_a_ratio() -> None:
    figure = Figure("moves", "10 tables", "moves/s", (60.0, 50.0, 90.0), "bare relay", (100.0, 100.0, 100.0))

    line = json.loads(figure.line())

    assert (line["median"], line["low"], line["high"]) == (60.0, 50.0, 90.0)
    assert (line["beside"], line["ratio_median"], line["ratio_low"], line["ratio_high"]) == (
        "bare relay",
        0.6,
        0.5,
        0.9,
    )


def test_figures_are_printed_as_a_table_with_equal_rows() -> None:
    figures = [
        Figure("moves", "10 tables", "moves/s", (6000.0, 5000.0), "bare relay", (9000.0, 9000.0)),
        Figure("memory", "an entry", "KB", (0.25,)),
    ]

    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in table_of(figures)]

    assert {len(row) for row in rows} == {7}
    assert rows[2] == [
        "10 tables, moves/s",
        "5,500",
        "5,000 to 6,000",
        "bare relay",
        "9,000",
        "0.611",
        "0.556 to 0.667",
    ]
    assert rows[3] == ["an entry, KB", "0.25", "", "", "", "", ""]


def test_measurements_to_compare_are_taken_alternately() -> None:
    taken: list[str] = []

    def measure(name: str) -> float:
        taken.append(name)
        return len(taken)

    assert side_by_side(2, lambda: measure("ours"), lambda: measure("bare")) == [(1, 3), (2, 4)]
    assert taken == ["ours", "bare", "ours", "bare"]


def test_a_percentile_is_above_its_share_of_the_values() -> None:
    assert (share(range(1, 101), 0.5), share(range(1, 101), 0.99), share([7], 0.99)) == (51, 100, 7)


def test_the_load_plays_whole_matches_by_the_rules() -> None:
    # An illegal move is refused, and a load that gets a refusal stops with an error.
    with running(moves.DAEMON) as daemon:
        tables = played_tables(daemon, 2, set={"target": 5})
        while min(table.matches for table in tables) < 3:
            closed_loop(daemon, tables, 0.05)
        hang_up(tables)

    assert all(table.moves > 10 for table in tables)


def test_a_move_counts_once_the_spectators_have_received_it_too() -> None:
    with running(moves.DAEMON) as daemon:
        (name,) = open_tables(daemon, 1)
        table = PlayedTable(daemon, name, spectators=2)
        load = closed_loop(daemon, [table], 0.1)
        hang_up([table])

    assert load.moves == len(load.latencies) > 0
    assert len({client.seen for client in table.clients}) == 1
    assert len(table.clients) == 6


def check(figures: Iterator[Figure], *names: str) -> None:
    """Check that every figure was taken and is positive, and that these figures are included."""
    taken = {figure.name: figure for figure in figures}
    assert all(value > 0 for figure in taken.values() for value in (*figure.takes, *figure.bare))
    assert not [name for name in names if name not in taken]


def test_the_parts() -> None:
    check(parts.measure(1, 0.001, 1), "fold", "decide a play", "see", "encode for a viewer")


def test_matches_of_bots() -> None:
    check(bots.measure(1, 0.001), "fives-and-threes, 4 seats", "cinq-et-trois, 2 seats")


def test_moves_and_pace() -> None:
    check(_but_work(moves.measure(1, 0.2, [2])), "2 tables", "2 tables, p99")
    check(_but_work(moves.measure_paced(1, 0.2, 2, 50)), "50 moves/s over 2 tables, p50")


def _but_work(figures: Iterator[Figure]) -> Iterator[Figure]:
    """Not every system reports the processor time of another process."""
    return (figure for figure in figures if not figure.name.endswith("work"))


@long
def test_coming_back() -> None:
    check(coming_back.measure_resume(1, [20]), f"a whole match ({len(matches(1)[0]) - 1})", "20 entries (20)")
    check(coming_back.measure_restart(1, 3), "3 open games of 152 entries")
    check(
        start.measure(1),
        "fives --help",
        "fivesd --help",
        "fives play, first frame",
        "fives play, start screen",
        "fives play, table",
    )


@linux
def test_a_long_history() -> None:
    figures = list(long_history.measure(1, 0.2, 100))

    assert len(figures) == 7
    assert figures[0].takes[0] > 0 < figures[0].bare[0]


@linux
def test_memory() -> None:
    nobody, *others = memory.measure(5, 2, 100, 1)

    assert nobody.takes[0] > 5
    assert len(others) == 6


@linux
def test_growth() -> None:
    *costs, _, _, _, _, of_a_restart = growth.measure(1, 0.05, 1, ["sleeping games"])

    check(iter(costs), "a move: 10 sleeping games", "a return: 10 sleeping games", "a restart: 10 sleeping games")
    assert of_a_restart.name == "exponent of a restart with 10 sleeping games"
    assert 10 ** of_a_restart.takes[0] == pytest.approx(costs[-1].ratios[0])


def test_tls() -> None:
    check(_but_work(tls.measure(1, 0.2, 2, 5)), "2 tables", "2 tables, p99")


@long
@postgresql
def test_a_club() -> None:
    check(_but_work(clubs.measure(1, 0.2, 2, 50)), "2 tables, PostgreSQL", "50 moves/s over 2 tables, two daemons, p99")


@long
@linux
@postgresql
def test_a_large_club() -> None:
    check(
        club_scale.measure_open_games(1, 4), "4 open games, waking one, p50", "4 open games, with those awake, a daemon"
    )
    check(club_scale.measure_kill(4), "4 players after a kill, the last one")


@long
def test_neighbours() -> None:
    check(neighbours.measure(1, 0.2, 3, tables=2), "p99 at 2 tables beside one with 3 spectators")


def test_the_long_game_has_the_requested_length() -> None:
    assert len(long_game(50)) == 50


def test_a_screen_is_measured_by_its_first_output_and_its_repaints() -> None:
    figures = list(screens.measure(1, 0.01))

    assert [figure.name.split(" at ")[0] for figure in figures][-4:] == ["repaint"] * 4
    assert all(figure.takes[0] > 0 < figure.bare[0] for figure in figures), "and beside it an empty screen"


@long
@linux
def test_the_page() -> None:
    taken = {figure.name: figure for figure in pages.measure(1, 0.2, tables=2, seats=3, target=5, pace=0.2)}

    assert [name for name in taken if name.startswith("to a browser in a match of All Fives (")]
    assert {
        "a new picture, double-twelve, p99",
        "tap to picture, p99",
        "memory of a browser with a whole match",
        "memory of each of 8 browsers at the first deal",
        "8 browsers at 2 tables, tap to the last picture of the table, p50",
        "8 browsers at 2 tables, work of the page process for a play",
        "a move in terminals beside 8 browsers, p99",
        "3 browsers at one table, tap to picture, p50",
    } <= set(taken)
    assert all(value > 0 for name, figure in taken.items() if "ms" in figure.unit for value in figure.takes)


async def _plays_in_browsers(port: int, most: int) -> None:
    """Two browsers play more plays than this."""
    tabs: list[Tab] = []
    tabs += [Tab(await opened(port, name), tabs) for name in ("Ann", "Ben")]
    with trio.fail_after(PATIENCE):
        async with trio.open_nursery() as nursery:
            for tab in tabs:
                nursery.start_soon(tab.plays, 0.0)
            while sum(len(tab.own) for tab in tabs) <= most:  # noqa: ASYNC110 - two tasks play
                await trio.sleep(0.05)
            nursery.cancel_scope.cancel()
    for tab in tabs:
        await tab.client.leave()


def test_browsers_play_on_after_a_round() -> None:
    hand = 3
    flags = ("--rules", "cinq-et-trois", "--seats", "2", "--set", f"hand={hand}", "--set", "target=1000")
    with fivesd(*flags) as daemon:
        trio.run(_plays_in_browsers, daemon.port, 2 * hand)


@long
@linux
def test_two_pages_are_played_at_in_turns() -> None:
    sides = crowd.compare({"one": ROOT, "other": ROOT}, takes=2, seconds=8, tables=1)

    for side in sides:
        assert len(side.work) == 2
        assert all(own > 0 for take in side.own for own in take)
        assert side.lines()[0].startswith(side.label)


@pytest.mark.parametrize("program", [crowd, first_visit], ids=["crowd", "first_visit"])
def test_a_folder_that_is_no_checkout_is_refused_in_one_line(
    tmp_path: Path, program: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["", "--beside", str(tmp_path)])

    with pytest.raises(SystemExit) as ended:
        program.main()

    assert ended.value.code == 2
    assert "is no checkout of fives" in capsys.readouterr().err.splitlines()[-1]


@long
def test_a_press_beside_replays() -> None:
    figures = list(replays.measure(1, 0.1, 2, 5, time_to_catch_up=0.3))

    assert [figure.name.rpartition(", ")[2] for figure in figures[:2]] == ["p50", "p99"]
    assert all(figure.takes[0] > 0 < figure.bare[0] for figure in figures[:2])
