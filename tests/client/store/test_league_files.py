"""The results in the records of a host."""

from pathlib import Path

import pytest

from client.store.league_files import league_in, league_path, outcomes_in
from protocol.game.presets import make_rules, preset_named
from protocol.league.league_file import LeagueError
from protocol.league.results import EndedBoard, Result
from protocol.log.events import (
    Board,
    Entry,
    Event,
    HowMatchWon,
    MatchAbandoned,
    MatchStarted,
    MatchWon,
    Said,
    SeatTaken,
    StandInSeated,
    TableOpened,
    TableOptions,
)
from protocol.log.sanity import misfit
from protocol.wire.record import Header, write_record
from tests.played import played_match

AT = "2026-11-26T19:53:05.426Z"
BOARD = Board("Hedge", 1, 2, ("Oak", "Ash"), ("Ann", "Dan"))
RULES, _ = make_rules(preset_named("cinq-et-trois"), {}, 2)
WON = MatchWon(HowMatchWon.TARGET, (1,), (40, 61))


def opened(board: Board | None) -> TableOpened:
    return TableOpened("cinq-et-trois", RULES, 2, TableOptions(), board)


def record(folder: Path, game: str, *events: Event) -> None:
    (folder / "records").mkdir(exist_ok=True)
    entries = [Entry(seq, AT, event) for seq, event in enumerate(events, start=1)]
    lines = write_record(Header(game, "1-2", AT), entries)
    (folder / "records" / f"{game}.jsonl").write_bytes(b"".join(lines))


def test_the_finished_games_of_a_league_are_its_results_and_ended_ones_are_known(tmp_path: Path) -> None:
    record(tmp_path, "friendly", opened(None), WON)
    record(tmp_path, "ended", opened(BOARD), Said(0, "Ann", '"type":"match_won"'), MatchAbandoned((3, 2)))
    record(tmp_path, "ended friendly", opened(None), MatchAbandoned((3, 2)))
    record(tmp_path, "won", opened(BOARD), Said(0, "Ann", '"type":"match_won"'), WON)
    (tmp_path / "records" / "notes.jsonl").write_text("not a record", encoding="utf-8")

    assert list(outcomes_in(tmp_path)) == [
        EndedBoard("ended", AT, BOARD, (3, 2)),
        Result("won", AT, BOARD, (40, 61), (1,)),
    ]


def test_who_left_the_board_to_a_bot_is_known_from_its_record(tmp_path: Path) -> None:
    _, _, _, _, *moves = played_match("cinq-et-trois")
    before: list[Event] = [opened(BOARD), SeatTaken(0, "Ann"), SeatTaken(1, "Dan"), MatchStarted(1)]
    record(tmp_path, "a helped", *before, *moves[:-2], StandInSeated(1, "club"), *moves[-2:])
    record(tmp_path, "b left", *before, StandInSeated(1, "club"), *moves)
    record(tmp_path, "c played", *before, *moves)

    assert [outcome.left_to_bots for outcome in outcomes_in(tmp_path) if isinstance(outcome, Result)] == [(), (1,), ()]


def test_a_board_has_a_player_for_each_seat_and_a_team_for_each_side() -> None:
    assert misfit(None, opened(BOARD)) is None
    assert misfit(None, opened(Board("Hedge", 1, 2, ("Oak", "Ash"), ("Ann",)))) is not None
    assert misfit(None, opened(Board("Hedge", 1, 2, ("Oak",), ("Ann", "Dan")))) is not None


def test_the_host_reads_which_file_cannot_be_read(tmp_path: Path) -> None:
    path = league_path(tmp_path)
    path.write_bytes(b"\xff")

    with pytest.raises(LeagueError) as caught:
        league_in(path)
    assert str(caught.value) == f"{path}: it is not text in UTF-8"
