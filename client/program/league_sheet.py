"""`fives league sheet 3`: the sheet of a fixture, printed as lines or written as a page for a browser's printer.

Not here: what is on it (`panels.fixture_sheet`), writing the file (`export`).
"""

from pathlib import Path

from client.lines.fixture_sheet import sheet_lines
from client.model.league_now import LeagueNow
from client.panels.fixture_sheet import FixtureSheet, fixture_sheet
from client.program.export import write_file
from client.terminal.printed_lines import print_line
from client.web.export.fixture_sheet import page_of_sheet
from client.words.say import say
from protocol.league.league_file import LeagueError


def print_sheet(now: LeagueNow, number: int, *, html: Path | None, blank: bool, force: bool) -> None:
    """Print the sheet of a fixture, or write it to a file. Raises `LeagueError` and `ExportError`."""
    sheet = _sheet_of(now, number, blank=blank)
    if html is None:
        for line in sheet_lines(sheet):
            print_line(line)
        return
    write_file(html, page_of_sheet(sheet), is_new=not force)
    print_line(say("fixture_sheet.written", file=str(html)))


def _sheet_of(now: LeagueNow, number: int, *, blank: bool) -> FixtureSheet:
    for fixture in now.season.fixtures:
        if fixture.fixture.number == number:
            return fixture_sheet(now, fixture, blank=blank)
    raise LeagueError(f"there is no fixture {number}; `fives league fixtures` lists them")
