"""`fives league sheet`: what captains sign, from the file and the games."""

import subprocess
from pathlib import Path

import pytest

from client.lines.fixture_sheet import sheet_lines
from client.model.league_now import league_now
from client.panels.fixture_sheet import FixtureSheet, fixture_sheet
from client.program.league_command import LeagueOptions, league_command
from client.store.league_files import league_path
from client.web.export.fixture_sheet import MOST_ON_A_PAGE, page_of_sheet
from protocol.league.league import Award, Fixture, Format, League
from protocol.league.league_text import league_text
from protocol.shared.exit_status import DONE, MISUSED, MisusedError
from tests.client.browser import chromium
from tests.protocol.league.seasons import ASH, OAK, league, played

NIGHT = League(
    name="Hedge <b>",
    teams=(OAK, ASH),
    fixtures=(Fixture(number=3, home="Oak", away="Ash", date="2026-11-26", awarded=(Award(9, None),)),),
)
OF_NIGHT = played(NIGHT, 3, "hahhaahh.")


def sheet(of: League = NIGHT, *, blank: bool = False) -> FixtureSheet:
    now = league_now(of, played(of, 3, "h" * of.format.boards) if of is not NIGHT else OF_NIGHT)
    return fixture_sheet(now, now.season.fixtures[0], blank=blank)


def test_a_sheet_has_what_was_played_with_the_home_team_first() -> None:
    filled = sheet()

    assert filled.rows[0] == ("1", "Ann", "Dan", "121-80", "Oak")
    assert filled.rows[1] == ("2", "Ben", "Eva", "80-121", "Ash")
    assert filled.rows[7] == ("8", "Cho and Ann", "Fay and Dan", "121-80", "Oak")
    assert filled.rows[8][3:] == ("", "")
    assert filled.totals == (("Boards", "5-3"), ("Points", "3-0"))
    assert filled.notes == ("Board 9 was not played; it is void.",)


def test_a_blank_sheet_has_the_boards_and_room_for_a_pen() -> None:
    lines = list(sheet_lines(sheet(blank=True)))

    assert lines[:2] == ["Hedge <b>, fixture 3, 2026-11-26", "Oak against Ash"]
    assert lines[3].split() == ["Board", "Oak", "Ash", "Score", "Won", "by"]
    assert lines[4].split() == ["1", "Ann", "Dan", "_" * 9, "_" * 12]
    assert not any("121" in line for line in lines)
    assert [line for line in lines if line.startswith("Signed for ")] == [
        f"Signed for Oak  {'_' * 30}", f"Signed for Ash  {'_' * 30}",
    ]  # fmt: skip


def test_a_page_escapes_names_and_takes_nothing_from_the_network() -> None:
    page = page_of_sheet(sheet())

    assert "<b>" not in page.partition("<body>")[2]
    assert "default-src &#x27;none&#x27;" in page
    assert "<script" not in page


@pytest.mark.slow("starts a browser")
@pytest.mark.parametrize("boards", [1, 9, MOST_ON_A_PAGE])
def test_it_is_one_page_of_paper(tmp_path: Path, boards: int) -> None:
    night = League(
        name="Hedge",
        teams=(OAK, ASH),
        fixtures=(Fixture(number=3, home="Oak", away="Ash"),),
        format=Format(singles=boards, doubles=0),
    )
    (tmp_path / "sheet.html").write_text(page_of_sheet(sheet(night)), encoding="utf-8")
    printed = tmp_path / "sheet.pdf"
    flags = ("--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer", f"--user-data-dir={tmp_path}/c")
    command = [chromium(), *flags, f"--print-to-pdf={printed}", (tmp_path / "sheet.html").as_uri()]
    subprocess.run(command, check=True, capture_output=True)

    assert printed.read_bytes().count(b"/Type /Page\n") == 1


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A data folder with a league in it."""
    league_path(tmp_path).write_text(league_text(league("Oak-Ash")), encoding="utf-8")
    return tmp_path


def test_the_command_prints_the_sheet_or_writes_it(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = folder / "1.html"

    assert league_command(["sheet", "1"], LeagueOptions(folder)) == DONE
    assert "Signed for Ash" in capsys.readouterr().out
    assert league_command(["sheet", "1"], LeagueOptions(folder, html=page)) == DONE
    assert "Signed for Ash" in page.read_text(encoding="utf-8")
    assert league_command(["sheet", "1"], LeagueOptions(folder, html=page)) == MISUSED
    assert capsys.readouterr().err == f"fives: {page} is there already; --force writes over it\n"
    assert league_command(["sheet", "1"], LeagueOptions(folder, html=page, force=True)) == DONE


@pytest.mark.parametrize(
    ("words", "flags"),
    [
        (["sheet"], {}),
        (["sheet", "x"], {}),
        (["sheet", "1", "2"], {}),
        (["sheet", "1"], {"csv": True}),
        (["sheet", "1"], {"force": True}),
        (["table"], {"blank": True}),
    ],
)
def test_what_makes_no_sense_with_a_sheet_is_refused(folder: Path, words: list[str], flags: dict[str, bool]) -> None:
    with pytest.raises(MisusedError):
        league_command(words, LeagueOptions(folder, **flags))  # type: ignore[arg-type]


def test_a_fixture_that_is_not_there_is_named(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert league_command(["sheet", "9"], LeagueOptions(folder)) == MISUSED
    assert capsys.readouterr().err == "fives: there is no fixture 9; `fives league fixtures` lists them\n"
