"""Where a match of a replay is played on, which seats there are to choose from, and what is said where it ends."""

from pathlib import Path

import pytest

from client.actions.action import PlayOnAs
from client.actions.panel import Panel
from client.lines.panel_text import panel_lines
from client.panels.by_name import OF_REPLAY
from client.replay.continuation import Continuation
from client.replay.cursor import Replay
from client.replay.record_file import open_file
from protocol.log.events import RoundDealt, TilePlayed
from protocol.wire.analysis import BetterPlay, Grade, JudgedPlay
from protocol.wire.record import Record

RECORDS = Path(__file__).parents[2] / "records"
RECORD = open_file(RECORDS / "all-fives.jsonl").record


def panel(replay: Replay) -> Panel:
    return OF_REPLAY["play-on"](replay)


@pytest.fixture
def replay() -> Replay:
    return Replay(RECORD)


def test_each_seat_can_be_played_on_and_the_one_in_turn_is_first(replay: Replay) -> None:
    replay.go_to_play(9)

    labels = [choice.text for choice in panel(replay).choices]

    assert labels == ["Cho: 2 tiles, whose turn it is", "Ann: 4 tiles", "Ben: 2 tiles"]


def test_the_seat_of_the_reader_is_called_theirs_also_in_their_turn() -> None:
    replay = Replay(RECORD, own=2)
    replay.go_to_play(9)

    said = panel(replay)

    assert [choice.text for choice in said.choices][:2] == ["You: 2 tiles, whose turn it is", "Ann: 4 tiles"]
    assert any(line.endswith("Your turn.") for line in panel_lines(said))


def test_a_view_of_one_player_hides_nothing_from_the_game(replay: Replay) -> None:
    replay.go_to_play(9)
    open_to_all = panel(replay)

    replay.look_from(1)

    assert panel(replay) == open_to_all


def test_it_says_that_it_counts_nowhere(replay: Replay) -> None:
    assert "It counts in no statistics." in list(panel_lines(panel(replay)))


def test_a_play_and_its_points_and_the_next_deal_are_not_torn_apart(replay: Replay) -> None:
    last_of_round = next(entry.seq for entry in RECORD.entries if isinstance(entry.event, RoundDealt)) + 1
    turns = set()
    for position in range(last_of_round, replay.head):
        replay.go_to_entry(position)
        turns.add(replay.turn_to_play_on)

    tables = [replay.table_for_all(turn) for turn in turns if turn is not None]

    assert all(table.turn is not None for table in tables)
    plays = sum(isinstance(entry.event, TilePlayed) for entry in RECORD.entries)
    assert len(tables) >= plays - 2


def test_after_the_last_move_nobody_plays_on(replay: Replay) -> None:
    replay.to_end()

    assert panel(replay).choices == ()
    assert "the match ends here" in "".join(panel_lines(panel(replay)))


def test_a_round_whose_tiles_were_never_shown_cannot_be_played_on() -> None:
    hidden = open_file(RECORDS / "abandoned.jsonl").record
    second = [entry.seq for entry in hidden.entries if isinstance(entry.event, RoundDealt)][1]
    cut = Record(hidden.header, tuple(entry for entry in hidden.entries if entry.seq != second - 1))
    replay = Replay(cut)
    replay.to_end()

    assert "does not show all tiles" in "".join(panel_lines(panel(replay)))


def test_with_the_better_play_on_the_board_it_is_the_turn_before_it(replay: Replay) -> None:
    replay.go_to_play(9)
    seq = replay.position
    event = RECORD.entries[seq - 1].event
    assert isinstance(event, TilePlayed)
    better = BetterPlay(event.tile, event.arm, 0.9)
    replay.judged[seq] = JudgedPlay(seq, event.seat, event.tile, event.arm, 0.5, 0.01, 0.4, better, Grade.BLUNDER, 0.5)

    replay.toggle_better()

    assert replay.turn_to_play_on == seq - 1


def test_the_command_names_the_file_the_entry_and_the_seat(replay: Replay) -> None:
    replay.go_to_play(9)
    path = (RECORDS / "all-fives.jsonl").absolute()

    command = replay.continuation(2, path).command

    assert command == ("play", f"--play-on={path}", f"--entry={replay.position}", "--own-seat=3")
    assert Continuation(RECORD, None, 9, 1).command == ()


def test_a_choice_is_a_value_that_every_front_end_carries_out(replay: Replay) -> None:
    replay.go_to_play(9)

    assert [choice.offers[0].action for choice in panel(replay).choices] == [PlayOnAs(2), PlayOnAs(0), PlayOnAs(1)]
