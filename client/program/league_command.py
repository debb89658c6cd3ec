"""`fives league`: makes the file of a league, checks and changes it, and prints what has been played.

Here: the words after the command, and the output. It imports little, so that a table is there at once. Not here: making
and changing the file (`league_edits`), asking a host (`league_at_host`), the files (`store.league_files`), the grids
(`panels.league`), opening a fixture (`fivesd fixture`).
"""

import csv
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from attrs import asdict

from client.actions.panel import Grid, Panel, Row
from client.lines.panel_text import panel_lines
from client.model.league_now import LeagueNow, league_now
from client.panels import league as panel
from client.store.league_files import league_in, league_path, outcomes_in
from client.terminal.printed_lines import print_error, print_line
from client.words.league_words import summary
from client.words.say import say, together
from protocol.clean import brief
from protocol.closest import closest
from protocol.league.league_file import DRAWN, VOID, LeagueError
from protocol.league.results import EndedBoard, Result
from protocol.league.season import FixtureNow
from protocol.shared.exit_status import DONE, FAILED, MISUSED, MisusedError
from protocol.shared.join_link import JoinLink
from protocol.shared.substitutes import fixture_number

GRIDS: Final = {"table": panel.table, "fixtures": panel.fixtures, "players": panel.players}
"""What can be printed as a table, by the word for it."""
CHANGES: Final = ("walkover", "postpone", "award")
"""What changes the file, by the word for it."""
SHEET: Final = "sheet"
WORDS: Final = ("new", "check", *GRIDS, *CHANGES, SHEET)


class NotFetchedError(Exception):
    """The host does not say what its league is; the text is one line that says why."""


class LeagueOptions(NamedTuple):
    """Where the league is, and how to print it. `link`: a host's; None for the files in `folder`.

    Of a sheet: `html` is the file for it, None to print it; `blank` leaves out results; `force` replaces a file.
    """

    folder: Path
    link: JoinLink | None = None
    csv: bool = False
    json: bool = False
    html: Path | None = None
    blank: bool = False
    force: bool = False


def league_command(words: Sequence[str], options: LeagueOptions) -> int:
    """Carry out `fives league WORDS`; returns the exit status. Raises `MisusedError`."""
    word, *rest = words or [""]
    path = league_path(options.folder)
    try:
        if word != SHEET and (options.html or options.blank or options.force):
            raise MisusedError("--html, --blank and --force are for `fives league sheet 3`")
        if word == SHEET:
            _print_sheet(rest, options)
            return DONE
        if rest and word not in CHANGES:
            raise MisusedError(f"`fives league {word}` takes nothing more")
        if word == "new" or (not word and not path.exists() and not (options.link or options.csv or options.json)):
            from client.program.league_edits import make  # noqa: PLC0415 - tables are printed without questions

            return make(path)
        if word not in ("", *WORDS):
            meant = closest(word, WORDS)
            raise MisusedError(
                f"`fives league` does not know {brief(word)}; "
                + (f"did you mean {meant}?" if meant else f"there are {', '.join(WORDS)}")
            )
        if word in CHANGES:
            from client.program.league_edits import changed  # noqa: PLC0415 - it imports tomlkit

            print_line(changed(word, path, rest))
            return DONE
        if word == "check" and not options.json and not options.csv:
            league = league_in(path) if options.link is None else _now(options).league  # without reading any game
            print_line(together(say("league_change.file_is_right"), *summary(league)))
            return DONE
        _print(word, _now(options), options)
    except LeagueError as error:
        print_error(str(error))
        return MISUSED
    except NotFetchedError as error:
        print_error(str(error))
        return FAILED
    return DONE


def _now(options: LeagueOptions) -> LeagueNow:
    if options.link is not None:
        from client.program.league_at_host import fetched_league  # noqa: PLC0415 - it imports trio

        answer = fetched_league(options.link)
        if isinstance(answer, str):
            raise NotFetchedError(answer)
        if answer.league is None:
            raise LeagueError(answer.detail)
        return league_now(answer.league, answer.results, answer.ended)
    league, outcomes = league_in(league_path(options.folder)), tuple(outcomes_in(options.folder))
    results = (outcome for outcome in outcomes if isinstance(outcome, Result))
    return league_now(league, results, (outcome for outcome in outcomes if isinstance(outcome, EndedBoard)))


# Printing it.


def _print_sheet(rest: Sequence[str], options: LeagueOptions) -> None:
    from client.program.export import ExportError  # noqa: PLC0415 - only a sheet needs the page
    from client.program.league_sheet import print_sheet  # noqa: PLC0415 - only a sheet needs the page

    if len(rest) != 1 or options.csv or options.json:
        raise MisusedError("write it like `fives league sheet 3`, or with --html FILE")
    if options.force and options.html is None:
        raise MisusedError("--force needs --html FILE")
    number = fixture_number(rest[0])
    try:
        print_sheet(_now(options), number, html=options.html, blank=options.blank, force=options.force)
    except ExportError as error:
        raise LeagueError(str(error)) from None


def _print(word: str, now: LeagueNow, options: LeagueOptions) -> None:
    if options.json:
        print(json.dumps(_as_json(now), ensure_ascii=False))
    elif options.csv:
        grid = GRIDS.get(word, panel.table)(now)
        csv.writer(sys.stdout, lineterminator="\n").writerows(_with_notes(grid))
    else:
        for line in _lines(word, now):
            print_line(line)


def _lines(word: str, now: LeagueNow) -> Iterator[str]:
    if word in GRIDS:
        yield from _columns(GRIDS[word](now)) if sys.stdout.isatty() else panel_lines(Panel("", (GRIDS[word](now),)))
        return
    yield now.league.name
    yield from panel_lines(Panel(now.league.name, tuple(panel.blocks(now))))


def _columns(grid: Grid) -> Iterator[str]:
    """The grid in columns, for a terminal; what has no column is below its row."""
    rows = [Row(grid.head), *grid.rows]
    widths = [max(len(row.cells[at]) for row in rows) for at in range(len(grid.head))]
    for row in rows:
        yield "  ".join(f"{cell:{width}}" for cell, width in zip(row.cells, widths, strict=True)).rstrip()
        if row.detail:
            yield f"  {row.detail}"


def _with_notes(grid: Grid) -> Iterator[tuple[str, ...]]:
    """The head and the rows of the grid; what has no column is in one more, if there is any."""
    has_notes = any(row.detail for row in grid.rows)
    yield (*grid.head, say("league.head_note")) if has_notes else grid.head
    yield from ((*row.cells, row.detail) if has_notes else row.cells for row in grid.rows)


def _as_json(now: LeagueNow) -> dict[str, Any]:
    return {
        "league": now.league.name,
        "table": [asdict(row) for row in now.season.table],
        "fixtures": [_fixture(fixture) for fixture in now.season.fixtures],
        "players": [asdict(row) for row in now.season.players],
        "ratings": {rating.name: {"rating": rating.rating, "deviation": rating.deviation} for rating in now.ratings},
    }


def _fixture(now: FixtureNow) -> dict[str, Any]:
    fixture = now.fixture
    return {
        "number": fixture.number,
        "date": fixture.date,
        "home": fixture.home,
        "away": fixture.away,
        "state": now.state.value,
        "counts": now.counts,
        "awarded": {award.board: award.team or (DRAWN if award.drawn else VOID) for award in fixture.awarded},
        "boards": now.boards,
        "points": now.points,
        "results": [
            {
                "board": number,
                "game": result.game,
                "teams": result.board.teams,
                "players": result.board.players,
                "scores": result.scores,
                "won_by": [result.board.teams[side] for side in result.won_by],
            }
            for number, result in now.results.items()
        ],
        "ended_by_host": [
            {
                "board": ended.board.number,
                "game": ended.game,
                "at": ended.at,
                "teams": ended.board.teams,
                "players": ended.board.players,
                "scores": ended.scores,
            }
            for ended in now.ended
        ],
    }
