"""The lines round the board: the feed, the notice and the prompt, the footer, the players."""

import re

import pytest

from client.model.announcements import Subject
from client.model.notice import Notice
from client.screen.frame_lines import (
    KeyHint,
    Remark,
    feed,
    feed_in_a_row,
    footer,
    header,
    players,
    remarks_since_mine,
)
from client.screen.message import Message
from client.screen.paper import Fragment, line_cells, text_of
from client.view.view import View
from client.words import answer_words
from protocol.log.events import StandInSeated
from protocol.log.table import Table, fold
from tests.client.frames import as_text
from tests.protocol.table_notation import plays, round_of

ARRIVED = Remark(Subject.AWAY, "You sit at table oak: All Fives to 60. With Hugo (bot). Round 1: Hugo leads.")
LEAD = Remark(Subject.PLAY, "Hugo leads 0-0: ends 0", "Hugo leads 0-0")
PLAY = Remark(Subject.PLAY, "Hugo 3-1 left: ends 3+2 = 5, 1 point, total 12", "Hugo 3-1 left, 1 point, total 12")


KNOCK = Remark(Subject.PLAY, "Cho knocks: no 3 and no 2")


def rows(remarks: list[Remark], width: int, height: int) -> list[str]:
    lines = feed(remarks, width, height).lines
    assert all(line_cells(line) == width for line in lines)
    return [text_of(line).rstrip() for line in lines]


def test_the_newest_remark_is_at_the_bottom() -> None:
    assert rows([LEAD, PLAY], 60, 3) == ["", LEAD.text, PLAY.text]


def test_an_older_remark_without_room_for_its_beginning_is_left_out() -> None:
    assert rows([ARRIVED, LEAD], 60, 2) == ["", LEAD.text]


def test_the_newest_remark_is_cut_at_its_end() -> None:
    assert rows([LEAD, ARRIVED], 40, 1) == ["You sit at table oak: All Fives to 60. …"]


def test_the_newest_remark_is_shortened_before_it_is_cut() -> None:
    assert rows([LEAD, PLAY], 40, 1) == ["Hugo 3-1 left, 1 point, total 12"]


def test_with_few_lines_the_plays_of_others_are_side_by_side() -> None:
    mine = Remark(Subject.PLAY, "You 6-4 left: ends 4+5 = 9, 3 points, total 9", is_mine=True)
    others = [LEAD, PLAY, KNOCK]
    feed = [PLAY, mine, *others]

    assert remarks_since_mine(feed, most=4) == 3
    assert remarks_since_mine(feed, most=2) == remarks_since_mine(others, most=4) == 0
    assert [text_of(line).rstrip() for line in feed_in_a_row(feed, 3, 80, 2).lines] == [
        "You 6-4 left: ends 4+5 = 9, 3 points, total 9",
        "Hugo leads 0-0 · Hugo 3-1 left, 1 point, total 12 · Cho knocks: no 3 and no 2",
    ]
    assert [text_of(line).rstrip() for line in feed_in_a_row(feed, 3, 60, 1).lines] == [
        "Hugo 3-1 left, 1 point, total 12 · Cho knocks: no 3 and no 2"
    ]


def test_a_feed_says_which_remarks_have_all_their_text() -> None:
    fits = feed([LEAD, ARRIVED], 80, 3)
    assert (list(fits.full), list(fits.cut)) == ([ARRIVED, LEAD], [])

    cut = feed([LEAD, ARRIVED], 40, 1)
    assert (list(cut.full), list(cut.cut)) == ([], [ARRIVED])

    in_row = feed_in_a_row([PLAY, LEAD, KNOCK], 2, 60, 2)
    assert (list(in_row.full), list(in_row.cut)) == ([PLAY, KNOCK], [LEAD])
    assert feed([], 80, 3).is_empty


def test_a_prompt_too_long_for_its_lines_ends_in_an_ellipsis() -> None:
    prompt = [Fragment("", "Which game is played. It takes fives-and-threes, playroom, cinq-et-trois or others.")]

    text = as_text(Message(None, prompt, is_urgent=True).lines(40, 2)).splitlines()
    assert text == ["Which game is played. It takes", "fives-and-threes, playroom, cinq-et-tro…"]


def test_an_urgent_prompt_takes_one_line_from_a_notice() -> None:
    prompt = [Fragment("", "The connection is lost: the host closed the connection. Trying again in 8 s.")]

    notice = Notice(Subject.ANSWER, "It is sent when the connection is back.")
    text = as_text(Message(notice, prompt, is_urgent=True).lines(60, 2)).splitlines()
    assert text == [
        "It is sent when the connection is back.",
        "The connection is lost: the host closed the connection. Try…",
    ]


def test_a_prompt_under_a_notice_ends_in_an_ellipsis() -> None:
    prompt = [Fragment("", "Which game is played. It takes fives-and-threes, playroom, cinq-et-trois or others.")]

    text = as_text(Message(Notice(Subject.ANSWER, "Ben: hello"), prompt).lines(40, 2)).splitlines()
    assert text[1].endswith("…")


def test_a_footer_keeps_its_last_hint() -> None:
    hints = [KeyHint("Enter", "play", "enter"), KeyHint("s", "scores", "s"), KeyHint("?", "keys", "?")]

    assert text_of(footer(hints, 20)).rstrip() == "Enter play  ? keys"


@pytest.fixture
def duel() -> Table:
    return round_of(rules="cinq-et-trois", hands="6-0 5-0 | 5-5", line="3-3", scores=(3, 12))


def test_with_room_the_number_of_tiles_is_written_in_words(duel: Table) -> None:
    view = View(duel, 0)

    assert as_text(players(view, (), 80, 3)) == "▶you 3   Ben 12, 1 tile"
    assert as_text(players(view, (), 22, 3)) == "▶you 3   Ben 12 (1)"


def test_a_player_who_is_out_has_no_tiles() -> None:
    table = round_of(rules="cinq-et-trois", hands="6-0 | 3-1", line="3-3", turn=1)
    table = fold(plays(table, 1, "3-1", "l"), table)

    assert "Ben 1, no tiles" in as_text(players(View(table, 0), (), 80, 3))


@pytest.mark.parametrize(
    ("seat", "turn", "width", "text"),
    [
        (0, 0, 80, "▶you & Cho, 2 tiles: 9   Ben, 1 tile & Dai, 1 tile: 12"),
        (0, 2, 44, " you & ▶Cho (2): 9   Ben (1) & Dai (1): 12"),
        (3, 0, 44, "▶Ann (2) & Cho (2): 9   Ben (1) & you: 12"),
    ],
)
def test_partners_are_together_with_one_score(seat: int, turn: int, width: int, text: str) -> None:
    hands = "6-0 5-0 | 5-5 | 4-4 1-0 | 2-1"
    table = round_of(set={"partners": "yes"}, hands=hands, line="3-3", scores=(9, 12), turn=turn)

    assert as_text(players(View(table, seat), (), width, 3)) == text


@pytest.mark.parametrize(("seats", "left_out"), [(6, 0), (12, 6)])
@pytest.mark.parametrize("turn", range(6))
def test_players_that_do_not_fit_are_counted_and_the_one_to_play_is_shown(seats: int, left_out: int, turn: int) -> None:
    table = round_of(rules="playroom", set={"max_pip": "12"}, hands=" | ".join(["? ? ? ?"] * seats), turn=turn, line="")
    text = as_text(players(View(table, 0), (), 40, 2))

    assert len(text.splitlines()) <= 2
    assert f"▶{'you' if turn == 0 else table.seats[turn].name}"[:5] in text
    assert "you" in text
    assert len(re.findall(r"\(\d\)", text)) == seats - left_out - 1
    assert (f"+{left_out}" in text) is (left_out > 0)


def test_on_the_smallest_screen_the_player_to_play_has_the_line() -> None:
    table = round_of(rules="playroom", set={"max_pip": "12"}, hands=" | ".join(["? ? ? ?"] * 12), turn=4, line="")

    assert as_text(players(View(table, 0), (), 20, 1)) == "▶Eve 0 (4)  +11"


def test_a_player_with_a_stand_in_is_marked_away_only_if_absent(duel: Table) -> None:
    view = View(fold([StandInSeated(1, "club")], duel), 0)

    assert as_text(players(view, (), 80, 3)) == "▶you 3   Ben(bot plays) 12, 1 tile"
    assert as_text(players(view, (1,), 80, 3)) == "▶you 3   Ben(away, bot plays) 12, 1 tile"
    assert answer_words.who_is_here(view, {1: True})[1] == "Seat 2: Ben, a bot plays meanwhile."
    assert answer_words.who_is_here(view, {1: False})[1] == "Seat 2: Ben, away, a bot plays meanwhile."


@pytest.mark.parametrize(
    ("rules", "boneyard", "text"),
    [
        ("cinq-et-trois", "4-4 2-2", "Cinq et Trois to exactly 61 · round 1 · 2 not dealt"),
        ("all-fives", "4-4 2-2", "All Fives to 250 · round 1 · boneyard 2"),
        ("all-fives", "", "All Fives to 250 · round 1 · boneyard 0"),
        ("cinq-et-trois", "", "Cinq et Trois to exactly 61 · round 1"),
    ],
)
def test_tiles_that_cannot_be_drawn_are_called_out_of_play(rules: str, boneyard: str, text: str) -> None:
    table = round_of(rules=rules, hands="6-0 5-0 | 5-5", line="3-3", boneyard=boneyard)

    assert text_of(header(View(table, 0), "", 80)).rstrip() == text


def test_points_just_scored_are_beside_the_score_in_a_style_of_their_own() -> None:
    view = View(round_of(rules="all-fives", hands="1-0 | 2-0", line="6-6", scores=(10, 25)), 0)
    (line,) = players(view, (), 60, 1, {1: 15})

    assert text_of(line).rstrip() == "▶you 10   Ben 25 +15, 1 tile"
    assert [fragment.text for fragment in line if fragment.style == "class:gained"] == [" +15"]


def test_points_just_scored_give_way_if_they_need_another_line() -> None:
    view = View(round_of(rules="all-fives", hands="1-0 | 2-0", line="6-6", scores=(10, 25)), 0)

    assert as_text(players(view, (), 24, 1, {1: 15})) == "▶you 10   Ben 25 +15 (1)"
    assert as_text(players(view, (), 22, 2, {1: 15})) == "▶you 10   Ben 25 (1)"
