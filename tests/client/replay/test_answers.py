"""The answers of a replay, the same in both front ends."""

from pathlib import Path

import pytest

from client.actions.action import Ask, Show
from client.actions.key_row import LINES, SCREEN, actions_of
from client.actions.keys import REPLAY
from client.lines.replay_lines import LineReplay, all_lines
from client.picture.pinwheel import Size
from client.replay.answers import MOVES, QUESTIONS, go_to, heading, look_from
from client.replay.cursor import Replay
from client.replay.record_file import OpenedRecord, open_file
from client.replay.replay_words import place, sentences
from client.screen.replay_screen import ReplayScreen
from protocol.log.events import SeatTaken
from tests.client.frames import as_text, painted

RECORDS = Path(__file__).parents[2] / "records"


@pytest.fixture
def found() -> OpenedRecord:
    return open_file(RECORDS / "cinq-et-trois.jsonl")


@pytest.fixture
def replay(found: OpenedRecord) -> Replay:
    return Replay(found.record)


def test_both_front_ends_say_first_whether_mixed_deals_follow_from_their_numbers() -> None:
    mixed, said = open_file(RECORDS / "mixed.jsonl"), "Deals: 2 of 2 follow from the numbers of 2 players"

    assert any(line.startswith(said) for line in all_lines(mixed))
    assert said in as_text(painted(ReplayScreen(mixed), Size(100, 30)))


def test_a_replay_of_ones_own_match_begins_with_what_one_saw_and_says_you(found: OpenedRecord) -> None:
    replay = Replay(found.record, own=0)
    name = replay.table.seats[0].name
    assert name is not None

    said = [line for seen in replay.seen(replay.position, replay.head) for line in sentences(seen)]

    assert place(replay).endswith("as you saw it.")
    assert any(line.startswith("You ") for line in said)
    assert not any(name in line for line in said)
    assert any(line.endswith("not seen.") for line in QUESTIONS["w"](replay))


def test_a_bot_that_has_got_ones_seat_for_good_is_not_called_you(found: OpenedRecord) -> None:
    replay = Replay(found.record, own=1)
    left = next(at for at, entry in enumerate(found.record.entries) if entry.event == SeatTaken(1, "Ben", "club"))

    def said(first: int, last: int) -> str:
        return " ".join(line for seen in replay.seen(first, last) for line in sentences(seen))

    assert "You play" in said(1, left)
    assert "Ben plays" in said(left + 2, replay.head)
    assert "You" not in said(left + 2, replay.head)


def test_from_ones_own_view_the_next_one_opens_all_tiles(found: OpenedRecord) -> None:
    replay, seats = Replay(found.record, own=1), len(Replay(found.record).table.seats)

    views = []
    for _ in range(seats + 1):
        replay.next_view()
        views.append(replay.viewed)

    assert views == [None, *(seat for seat in range(seats) if seat != 1), 1]


def test_who_played_reads_about_deals_that_follow_only_beside_the_hands() -> None:
    mixed, said = open_file(RECORDS / "mixed.jsonl", 0), "Deals: 2 of 2 follow from the numbers of 2 players"
    replay = Replay(mixed.record, own=mixed.seat)

    assert said not in as_text(painted(ReplayScreen(mixed), Size(100, 30)))
    assert not any(line.startswith(said) for line in heading(replay))
    assert any(line.startswith(said) for line in QUESTIONS["w"](replay))


@pytest.mark.parametrize(
    "letter",
    [key for key, row in actions_of(REPLAY, LINES).items() if row in MOVES and key not in ("left", "right", "enter")],
)
def test_a_move_takes_both_front_ends_to_the_same_entry(found: OpenedRecord, letter: str) -> None:
    lines, screen = LineReplay(found, lambda _: None), ReplayScreen(found)
    for front_end in (lines, screen):
        front_end.replay.go_to_entry(40)

    lines.obey(letter)
    screen.press(letter)

    assert lines.replay.position == screen.replay.position != 40


@pytest.mark.parametrize(
    ("letter", "at", "answer"),
    [
        ("p", "home", "This is the beginning."),
        ("[", "home", "This is the beginning."),
        ("home", "home", "This is the beginning."),
        ("{", "home", "No earlier play scores."),
        ("n", "end", "This is the end."),
        ("]", "end", "This is the end."),
        ("end", "end", "This is the end."),
        ("}", "end", "No later play scores."),
    ],
)
def test_a_move_that_goes_nowhere_says_why_in_both_front_ends(
    found: OpenedRecord, letter: str, at: str, answer: str
) -> None:
    said: list[str] = []
    lines, screen = LineReplay(found, said.append), ReplayScreen(found)
    lines.obey(at)
    screen.press(at)

    lines.obey(letter)
    screen.press(letter)

    assert said[-1] == answer
    assert answer in as_text(painted(screen, Size(80, 24)))


@pytest.mark.parametrize("own", [None, 0, 1])
def test_every_question_has_an_answer_at_every_entry(found: OpenedRecord, own: int | None) -> None:
    replay = Replay(found.record, own=own)
    for number in range(replay.head + 1):
        replay.go_to_entry(number)
        assert all(list(question(replay)) for question in QUESTIONS.values())


def test_the_turn_of_a_replays_reader_is_called_theirs(found: OpenedRecord) -> None:
    replay = Replay(found.record, own=1)
    while replay.table.turn != 1:
        replay.forward()

    assert [*QUESTIONS["t"](replay)][1].startswith("Your turn.")


def test_a_question_changes_nothing(replay: Replay) -> None:
    replay.go_to_entry(20)
    before = replay.position, replay.viewed, replay.table

    for question in QUESTIONS.values():
        list(question(replay))

    assert (replay.position, replay.viewed, replay.table) == before


def test_every_move_and_question_has_a_letter_in_the_help() -> None:
    for front_end in (LINES, SCREEN):
        action_by_key = actions_of(REPLAY, front_end)

        assert set(MOVES) <= set(action_by_key.values())
        assert all(isinstance(action_by_key[letter], Ask | Show) for letter in QUESTIONS)


def test_a_jump_goes_to_the_play_or_says_how_to_write_its_number(replay: Replay) -> None:
    assert (go_to(replay, "12"), replay.plays) == ("", (12, 33))
    assert (go_to(replay, "twelve"), replay.plays) == ("Write the number of a play, 1 to 33, like :12.", (12, 33))
    assert (go_to(replay, "0"), replay.plays) == ("", (0, 33))
    assert (go_to(replay, "99"), replay.plays) == ("", (33, 33))


def test_a_view_that_does_not_exist_leaves_the_view_as_it_is(replay: Replay) -> None:
    assert (look_from(replay, "be"), replay.viewed) == ("", 1)
    assert look_from(replay, "Zoe") == "There is no player called Zoe: there are Ann, Ben, and all."
    assert look_from(replay, "3") == "There is no such seat: seats are numbered 1 to 2."
    assert replay.viewed == 1
