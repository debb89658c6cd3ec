"""`fives league`: makes the file of a league, checks and changes it, and prints what has been played.

Here: the words after the command, and the output. Not here: the questions (`lines.league_questions`), the files
(`store.league_files`), the grids (`panels.league`), opening a fixture (`fivesd fixture`).
"""

import csv
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import trio
from attrs import asdict

from client.actions.panel import Grid, Panel, Row
from client.lines.league_questions import GivenUpError, made_by_questions, summary
from client.lines.panel_text import panel_lines
from client.model.league_now import LeagueNow, league_now
from client.net.dial import HostDial
from client.net.request import RequestError, Requests
from client.net.tcp import NoConnectionError
from client.panels import league as panel
from client.store.file_hosts import FileHosts
from client.store.files import data_folder
from client.store.league_files import change_fixture, date_typed, league_in, league_path, outcomes_in, write_text
from client.terminal.printed_lines import print_error, print_line
from client.terminal.typed_lines import standard_input
from client.words.say import say, together
from protocol.clean import brief
from protocol.closest import closest
from protocol.league.league_file import DRAWN, NO_TEAM, VOID, LeagueError
from protocol.league.league_text import league_text
from protocol.league.results import EndedBoard, Result
from protocol.league.season import FixtureNow
from protocol.shared.exit_status import DONE, FAILED, MISUSED, MisusedError
from protocol.shared.join_link import JoinLink
from protocol.shared.substitutes import fixture_number
from protocol.wire.messages import AskLeague, LeagueGames

GRIDS: Final = {"table": panel.table, "fixtures": panel.fixtures, "players": panel.players}
"""What can be printed as a table, by the word for it."""
WORDS: Final = ("new", "check", *GRIDS, "walkover", "postpone", "award")


class LeagueOptions(NamedTuple):
    """Where the league is, and how to print it. `link`: a host's; None for the files in `folder`."""

    folder: Path
    link: JoinLink | None = None
    csv: bool = False
    json: bool = False


def league_command(words: Sequence[str], options: LeagueOptions) -> int:
    """Carry out `fives league WORDS`; returns the exit status. Raises `MisusedError`."""
    word, *rest = words or [""]
    path = league_path(options.folder)
    try:
        if rest and word not in _CHANGES:
            raise MisusedError(f"`fives league {word}` takes nothing more")
        if word == "new" or (not word and not path.exists() and not (options.link or options.csv or options.json)):
            return _make(path)
        if word not in ("", *WORDS):
            meant = closest(word, WORDS)
            raise MisusedError(
                f"`fives league` does not know {brief(word)}; "
                + (f"did you mean {meant}?" if meant else f"there are {', '.join(WORDS)}")
            )
        if word in _CHANGES:
            print_line(_CHANGES[word](path, rest))
            return DONE
        if word == "check" and not options.json and not options.csv:
            league = league_in(path) if options.link is None else _now(options).league  # without reading any game
            print_line(together(say("league_change.file_is_right"), *summary(league)))
            return DONE
        _print(word, _now(options), options)
    except LeagueError as error:
        print_error(str(error))
        return MISUSED
    except RequestError as error:
        print_error(str(error))
        return FAILED
    return DONE


def _now(options: LeagueOptions) -> LeagueNow:
    if options.link is not None:
        answer = trio.run(_ask, options.link)
        if answer.league is None:
            raise LeagueError(answer.detail)
        return league_now(answer.league, answer.results, answer.ended)
    league, outcomes = league_in(league_path(options.folder)), tuple(outcomes_in(options.folder))
    results = (outcome for outcome in outcomes if isinstance(outcome, Result))
    return league_now(league, results, (outcome for outcome in outcomes if isinstance(outcome, EndedBoard)))


async def _ask(link: JoinLink) -> LeagueGames:
    """What the host at this link says about its league. Raises `RequestError`."""
    try:
        stream = await HostDial(link, FileHosts(data_folder())).dial_invited(link.address)
    except NoConnectionError as error:
        raise RequestError(str(error)) from error
    async with stream:
        return await Requests(stream).ask(AskLeague(), LeagueGames)


# Making one.


def _make(path: Path) -> int:
    if path.exists():
        raise LeagueError(f"{path} exists already; change it, or move it away first")
    lines = standard_input()

    def ask(question: str) -> str:
        print_line(question)
        return lines.next() or ""

    try:
        league = made_by_questions(ask, print_line)
    except GivenUpError:
        print_line(say("league_question.given_up"))
        return DONE
    except EOFError:
        raise LeagueError("the input ended before all questions were answered; no league is made") from None
    write_text(path, league_text(league))
    for line in summary(league):
        print_line(line)
    print_line(say("league_question.where", path=str(path)))
    print_line(say("league_question.on_the_night"))
    return DONE


# Changing one.


def _walkover(path: Path, rest: Sequence[str]) -> str:
    number, team = _two(rest, "walkover 3 Oak")
    change_fixture(path, fixture_number(number), walkover=_team_or_none(team))
    if team == NO_TEAM:
        return say("league_change.to_play", fixture=number)
    return say("league_change.walkover", fixture=number, team=team)


def _postpone(path: Path, rest: Sequence[str]) -> str:
    if not 1 <= len(rest) <= 2:
        raise MisusedError("write it like `fives league postpone 3`, or with a new date, 2026-12-03")
    if len(rest) == 1:
        change_fixture(path, fixture_number(rest[0]), postponed=True, date=None)
        return say("league_change.postponed", fixture=rest[0])
    change_fixture(path, fixture_number(rest[0]), postponed=None, date=date_typed(rest[1]))
    return say("league_change.is_on", fixture=rest[0], date=rest[1])


def _award(path: Path, rest: Sequence[str]) -> str:
    if len(rest) != 3:
        raise MisusedError("write it like `fives league award 3 4 Oak`: fixture 3, board 4")
    number, board, team = rest
    change_fixture(path, fixture_number(number), awarded={board: _team_or_none(team)})
    if team == NO_TEAM:
        return say("league_change.board_to_play", fixture=number, board=board)
    if team in (VOID, DRAWN):
        said = "league_change.board_void" if team == VOID else "league_change.board_drawn"
        return say(said, fixture=number, board=board)
    return say("league_change.awarded", fixture=number, board=board, team=team)


def _team_or_none(typed: str) -> str | None:
    return None if typed == NO_TEAM else typed


def _two(rest: Sequence[str], example: str) -> tuple[str, str]:
    if len(rest) != 2:
        raise MisusedError(f"write it like `fives league {example}`")
    return rest[0], rest[1]


_CHANGES: Final = {"walkover": _walkover, "postpone": _postpone, "award": _award}


# Printing it.


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
