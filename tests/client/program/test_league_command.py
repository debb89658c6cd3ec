"""`fives league`: by questions, from a pipe too, and what is wrong in one line."""

import csv
import json
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from client.lines.league_questions import GivenUpError, made_by_questions
from client.program import league_edits
from client.program.league_command import LeagueOptions, league_command
from client.store import league_files
from client.store.league_files import league_in, league_path
from client.terminal.typed_lines import TypedLines
from client.words.languages.by_name import language_named
from client.words.say import speaking
from protocol.league.calendar import round_robin
from protocol.league.league import Award, Fixture, Format, League, Team
from protocol.league.league_file import LeagueError, read_league
from protocol.league.league_text import league_text
from protocol.log.events import Board, MatchAbandoned
from protocol.shared.exit_status import DONE, MISUSED, MisusedError
from tests.client.store.test_league_files import opened, record
from tests.protocol.league.seasons import ASH, OAK, league

FRIENDS = ["Friday", "", "Ann, Ben, Cho, Dai, Eve", ""]
ANSWERS = [
    *("Hedge", "2", "Oak: Ann, Ben, Cho", "Ash: Dan, Ben", "Ash: Dan, Eva, Fay", "", "x", "2", "0", "", "", "61"),
    *("yes", "no", "2026-11-26"),
]


def asked(*answers: str) -> tuple[League, list[str]]:
    """The league that these answers make, and what was said."""
    typed, said = iter(answers), list[str]()

    def ask(question: str) -> str:
        said.append(question)
        return next(typed)

    return made_by_questions(ask, said.append), said


def test_questions_make_a_league_and_a_bad_answer_is_asked_for_again() -> None:
    made, said = asked(*ANSWERS)

    assert made.teams == (OAK, Team("Ash", ("Dan", "Eva", "Fay"))) == (OAK, ASH)
    assert made.format == Format(singles=2, doubles=0)
    assert (made.house_rules, made.duplicate) == ({"target": 61}, True)
    assert made.fixtures == (Fixture(number=1, home="Oak", away="Ash", date="2026-11-26"),)
    assert "there are two players called 'Ben'; give each a name of their own." in said
    assert "'x' is not a number from 0 to 999." in said


def test_five_friends_have_two_questions_more_than_a_league_has() -> None:
    made, said = asked(*FRIENDS)

    assert len(said) == len(FRIENDS) == 4
    assert (made.format, made.house_rules) == (Format(singles=1, doubles=0, narrow=0), {})
    assert made.fixtures == round_robin(["Ann", "Ben", "Cho", "Dai", "Eve"], twice=False)
    assert read_league(league_text(made)) == made


@pytest.mark.parametrize("answers", [FRIENDS, ["Hedge", "2", "Oak: Ann, Ben", "Ash: Dan, Eva", *[""] * 10]])
def test_each_question_explains_itself_and_a_question_mark_is_never_a_name(answers: list[str]) -> None:
    made, said = asked(*(typed for answer in answers for typed in ("?", answer)))

    assert made == asked(*answers)[0]
    assert said[0::3] == said[2::3], "it is asked again"
    assert set(said[1::3]).isdisjoint(said[0::3])


@pytest.mark.parametrize("back", ["<", "BACK"])
def test_one_can_go_back_from_each_question_to_the_first(back: str) -> None:
    assert asked(*ANSWERS[:-1], *[back] * 20, *ANSWERS)[0] == asked(*ANSWERS)[0]
    assert asked("Hedge", "2", "Oak: Ann, Ben", back, back, "1", "Ann, Ben", back, "Cho, Dai", "")[0].teams == (
        Team("Cho", ("Cho",)), Team("Dai", ("Dai",)),
    )  # fmt: skip
    assert "This is the first question." in asked(back, *FRIENDS)[1]


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("?, Ann", "'?' is no name."),
        ("Ann", "a league needs two teams or persons at least."),
        ("Ann, Ben, ann", "there are two players called 'ann'; give each a name of their own."),
        ("", "a league needs two teams or persons at least."),
    ],
)
def test_names_that_make_no_league_are_asked_for_again(typed: str, says: str) -> None:
    _, said = asked("Friday", "1", typed, "Ann, Ben", "")

    assert says.removesuffix(".") in " ".join(said)


def test_a_league_that_is_too_large_is_not_made() -> None:
    many, few = (", ".join(f"P{number}" for number in range(count)) for count in (200, 20))
    made, said = asked("Friday", "1", many, "", "<", few, "")

    assert "a season has 10000 boards at most; divide the league." in said
    assert len(made.fixtures) == 190


def test_persons_or_teams_is_answered_by_a_number_or_the_word() -> None:
    _, said = asked("Friday", "5", "persons", "Ann, Ben", "tomorrow", "")

    assert "'5' is not 1 for persons or 2 for teams." in said


def test_a_team_with_one_player_means_singles_alone() -> None:
    made, said = asked("Hedge", "teams", "Oak: Ann", "Ash", "Ash: Dan, Eva", "", "0", "2", *[""] * 6)

    assert made.format == Format(singles=2, doubles=0)
    assert "A team needs players; type it like Oak: Ann, Ben, Cho." in said


def test_q_gives_up() -> None:
    with pytest.raises(GivenUpError):
        asked("Hedge", "q")


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Callable[[Sequence[str]], None]:
    """Has these lines typed, and then no more."""

    def type_lines(lines: Sequence[str]) -> None:
        read, write = os.pipe()
        os.write(write, "".join(f"{line}\n" for line in lines).encode())
        os.close(write)
        monkeypatch.setattr(league_edits, "standard_input", lambda: TypedLines(read))

    return type_lines


def test_if_the_input_ends_no_league_is_made_which_is_said_in_the_language_of_the_questions(
    tmp_path: Path, typed: Callable[[Sequence[str]], None], capsys: pytest.CaptureFixture[str]
) -> None:
    typed(FRIENDS[:2])

    with speaking(language_named("es")):
        assert league_command(["new"], LeagueOptions(tmp_path)) == MISUSED

    said = capsys.readouterr().err
    assert said == (
        "fives: la entrada ha terminado antes de responder a todas las preguntas; no se hace ninguna liga\n"
    )
    assert not league_path(tmp_path).exists()


def test_a_league_that_cannot_be_written_is_said_in_the_language_of_the_questions(
    tmp_path: Path, typed: Callable[[Sequence[str]], None], capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "folder"
    folder.write_bytes(b"a file")
    typed(FRIENDS)

    with speaking(language_named("es")):
        assert league_command(["new"], LeagueOptions(folder)) == MISUSED

    assert capsys.readouterr().err.startswith(f"fives: no se puede escribir {league_path(folder)}: ")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A data folder with a league in it."""
    league_path(tmp_path).write_text("# mine\n" + league_text(league("Oak-Ash", "Elm-Fir")), encoding="utf-8")
    return tmp_path


def test_a_fault_is_one_line_with_status_2(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    league_path(folder).write_text('name = "Hedge"\npersons = 5', encoding="utf-8")

    assert league_command(["check"], LeagueOptions(folder)) == MISUSED
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    assert "persons is 5, and not a list" in printed.err


def test_a_check_reads_the_file_and_no_game(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    record(folder, "won", opened(Board("Hedge", 1, 2, ("Oak", "Ash"), ("Ann", "Dan"))), MatchAbandoned((81, 72)))
    monkeypatch.setattr(league_files, "lines_in", lambda file: pytest.fail(f"{file.name} was read"))

    assert league_command(["check"], LeagueOptions(folder)) == DONE
    assert capsys.readouterr().out.startswith("The file is right. Hedge: 4 teams, 2 fixtures.")


def test_an_unknown_word_is_not_valid(folder: Path) -> None:
    with pytest.raises(MisusedError, match="did you mean table"):
        league_command(["tabel"], LeagueOptions(folder))


def test_what_was_not_played_is_said_in_the_file_which_stays_as_it_is(folder: Path) -> None:
    assert league_command(["walkover", "1", "Ash"], LeagueOptions(folder)) == DONE
    assert league_command(["award", "2", "4", "fir"], LeagueOptions(folder)) == DONE
    assert league_command(["award", "2", "5", "Elm"], LeagueOptions(folder)) == DONE
    assert league_command(["award", "2", "5", "none"], LeagueOptions(folder)) == DONE
    assert league_command(["award", "2", "6", "void"], LeagueOptions(folder)) == DONE
    assert league_command(["award", "2", "7", "drawn"], LeagueOptions(folder)) == DONE
    assert league_command(["postpone", "2", "2026-12-03"], LeagueOptions(folder)) == DONE

    first, second = league_in(league_path(folder)).fixtures
    assert first.walkover == "Ash"
    assert (second.date, second.awarded) == (
        "2026-12-03",
        (Award(4, "Fir"), Award(6, None), Award(7, None, drawn=True)),
    )
    assert league_path(folder).read_text(encoding="utf-8").startswith("# mine\n")


def test_a_change_that_makes_no_sense_changes_nothing(folder: Path) -> None:
    before = league_path(folder).read_text(encoding="utf-8")

    assert league_command(["walkover", "1", "Elm"], LeagueOptions(folder)) == MISUSED
    assert league_path(folder).read_text(encoding="utf-8") == before


def test_the_table_as_csv_and_everything_as_json(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    league_command(["walkover", "1", "Ash"], LeagueOptions(folder))
    capsys.readouterr()
    league_command(["table"], LeagueOptions(folder, csv=True))
    rows = list(csv.DictReader(capsys.readouterr().out.splitlines()))
    league_command([], LeagueOptions(folder, json=True))
    whole = json.loads(capsys.readouterr().out)

    assert (rows[0]["Team"], rows[0]["Points"]) == ("Ash", "3")
    assert (whole["fixtures"][0]["state"], whole["table"][0]["team"]) == ("walkover", "Ash")


def test_what_has_no_column_is_a_last_column_of_csv_and_below_its_row_in_columns(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    board = Board("Hedge", 1, 2, ("Oak", "Ash"), ("Ann", "Dan"))
    record(folder, "ended", opened(board), MatchAbandoned((81, 72)))
    said = "Board 2: Ann against Dan, ended by the host at 81-72, 2026-11-26 19:53 UTC; it does not count."
    league_command(["fixtures"], LeagueOptions(folder, csv=True))
    rows = list(csv.DictReader(capsys.readouterr().out.splitlines()))
    league_command([], LeagueOptions(folder, json=True))
    whole = json.loads(capsys.readouterr().out)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    league_command(["fixtures"], LeagueOptions(folder))

    assert [row["Note"] for row in rows] == [said, ""]
    assert f"to play {said} 2" in " ".join(capsys.readouterr().out.split())
    (ended,) = whole["fixtures"][0]["ended_by_host"]
    assert (ended["board"], ended["players"], ended["scores"]) == (2, ["Ann", "Dan"], [81, 72])


def test_a_file_that_is_missing_is_named(tmp_path: Path) -> None:
    with pytest.raises(LeagueError, match="fives league new"):
        league_in(league_path(tmp_path))
