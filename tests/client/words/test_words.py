"""Every sentence gives the reason: the ends, their sum, and its points."""

import re

import pytest
from attrs import evolve

from client.view.view import View
from client.words import answer_words, arrival_words, event_words, presence_words, score_words, table_option_words
from client.words.name_words import game_with, who
from client.words.refusal_words import farewell, goodbye, refused, refused_by_daemon
from client.words.say import say
from protocol.game.layout import Arm, Spinning
from protocol.game.scoring import Award
from protocol.game.table_options import Assist
from protocol.log.commands import PlayTile
from protocol.log.events import (
    Entry,
    HowMatchWon,
    HowRoundEnded,
    Knocked,
    MatchStarted,
    MatchWon,
    Paused,
    RoundDealt,
    RoundEnded,
    Said,
    SeatTaken,
    TableOptions,
    TilePlayed,
)
from protocol.log.refusals import Reason
from protocol.log.table import Seat, Stage, Table, fold
from protocol.wire.messages import Farewell, NotAccepted
from tests.protocol.table_notation import hand_of, hands_of, layout_of, opened_match, round_of, rules_of, tile_of

SEAT = 1


def play(table: Table, seat: int, text: str, arm: Arm, viewer: int | None = SEAT) -> str:
    event = TilePlayed(seat, tile_of(text), arm)
    return (
        event_words.own_play(View(table, viewer), event)
        if seat == viewer
        else event_words.played(View(table, viewer), event)
    )


# Players.


def test_a_game_is_named_with_those_who_sit_at_it() -> None:
    opened, ann, ben, *_ = opened_match("fives-and-threes")

    assert game_with(View(fold([opened, ann, ben]), 0)) == "Fives and Threes with Ben"
    assert game_with(View(fold([opened, ann]), 0)) == "Fives and Threes"


# Plays.


def test_a_play_says_where_and_what_the_ends_score() -> None:
    """A play, its ends, its sum and its points, in that order."""
    table = round_of(rules="cinq-et-trois", hands="5-3 6-0 | ?", line="5-1 l:1-1")

    assert play(table, 0, "5-3", Arm.RIGHT) == (
        "Ann plays 5-3 on the right. Left double 1 counts 2, right 3: sum 5, 1 point."
    )


def test_my_own_play_is_announced_by_its_result_alone() -> None:
    table = round_of(rules="cinq-et-trois", hands="? | 3-1 6-0", line="3-1", turn=1, scores=(0, 35))

    assert play(table, 1, "3-1", Arm.LEFT) == "You score 2, total 37. Left 3, right 3: sum 6 = 2 threes."


def test_a_sum_that_both_divisors_go_into_names_both() -> None:
    table = round_of(rules="cinq-et-trois", hands="6-6 1-0 | ?", line="6-3")

    assert play(table, 0, "6-6", Arm.RIGHT) == (
        "Ann plays 6-6 on the right. Left 3, right double 6 counts 12: sum 15 = 5 threes + 3 fives, 8 points."
    )


def test_a_sum_without_points_says_by_how_much_it_misses() -> None:
    table = round_of(rules="cinq-et-trois", hands="4-3 1-0 | ?", line="4-3")

    assert play(table, 0, "4-3", Arm.LEFT).endswith("Left 4, right 4: sum 8, 1 under 9.")


def test_a_lead_counts_its_pips_once() -> None:
    table = round_of(hands="6-6 1-0 | ? | ? | ?", lead="6-6")

    assert play(table, 0, "6-6", Arm.START) == "Ann leads 6-6: sum 12 = 4 threes, 4 points."


def test_when_the_sum_itself_is_paid_no_multiples_are_counted() -> None:
    table = round_of(rules="all-fives", hands="6-5 1-0 | ?", line="5-4")

    assert play(table, 0, "6-5", Arm.RIGHT).endswith("Left 4, right 6: sum 10, 10 points.")


def test_a_playable_end_that_counts_nothing_is_in_the_answer_but_not_announced() -> None:
    layout = layout_of("4-4 l:4-1 r:6-4")

    assert score_words.ends_spoken(layout) == "Left 1, right 6"
    assert score_words.ends_spoken(layout, all_ends=True) == (
        "Left 1, right 6, up 4 counts nothing, down 4 counts nothing"
    )


@pytest.mark.parametrize(
    ("line", "sentence", "every_sentence"),
    [
        ("0-0 l:6-0 r:1-0", "Left 6, right 1", "Left 6, right 1, up 0 counts nothing, down 0 counts nothing"),
        ("6-1 l:1-0 l:0-0 l:5-0", "Left 5, right 6", "Left 5, right 6, up 0 counts nothing, down 0 counts nothing"),
        ("0-0 l:6-0 r:1-0 u:2-0", "Left 6, right 1, up 2", "Left 6, right 1, up 2, down 0 counts nothing"),
        ("0-0 l:6-0", "Left 6, right double 0 counts 0", "Left 6, right double 0 counts 0"),
        ("6-5 l:5-0", "Left 0, right 6", "Left 0, right 6"),
    ],
)
def test_a_blank_end_is_counted_only_where_any_other_half_would_be(
    line: str, sentence: str, every_sentence: str
) -> None:
    layout = layout_of(line)

    assert score_words.ends_spoken(layout) == sentence
    assert score_words.ends_spoken(layout, all_ends=True) == every_sentence


@pytest.mark.parametrize(
    ("lead", "sentence"),
    [("5-4", "5-4 is the only tile, left 4 and right 5"), ("5-5", "5-5 is the only tile")],
)
def test_a_lead_alone_names_both_sides(lead: str, sentence: str) -> None:
    assert score_words.ends_spoken(layout_of(lead)) == sentence


def test_on_a_drawn_table_an_end_has_the_name_of_its_pip() -> None:
    layout = layout_of("4-4 l:4-1 r:6-4")

    assert [score_words.end_name(layout, end.arm) for end in layout.ends] == ["1", "6", "4a", "4b"]
    assert score_words.ends_spoken(layout, is_drawn=True) == "Ends 1 and 6"
    assert score_words.ends_spoken(layout, all_ends=True, is_drawn=True) == "Ends 1, 6, 4a×0 and 4b×0"


def test_the_sides_of_a_double_alone_have_the_same_name() -> None:
    layout = layout_of("4-4")

    assert [score_words.end_name(layout, end.arm) for end in layout.ends] == ["4", "4"]


def test_on_a_drawn_table_sentences_do_not_say_left_or_right() -> None:
    table = round_of(rules="cinq-et-trois", hands="5-3 5-1 | 4-1", line="5-1 l:1-1")
    view, event = View(table, 1, is_drawn=True), TilePlayed(0, tile_of("5-3"), Arm.RIGHT)
    mine = View(table, 0, is_drawn=True)

    assert event_words.played(view, event) == "Ann plays 5-3 on the 5. Ends 1×2 and 3: sum 5, 1 point."
    assert event_words.own_play(mine, event) == "You score 1, total 1. Ends 1×2 and 3: sum 5."
    assert event_words.played_short(view, event) == "Ann 5-3 on 5: ends 2+3 = 5, 1 point, total 1"
    assert answer_words.ends(view) == "Ends 1×2 and 5: sum 7, no points."
    assert answer_words.hand(mine) == "1: 5-3, on 5, 1 point. 2: 5-1, on 1, 2 points, or on 5, 1 point."
    assert (
        refused(mine, Reason.AMBIGUOUS_ARM, PlayTile(tile_of("5-1"))) == "5-1 fits the 1 and the 5: say the 1 or the 5."
    )
    assert refused(mine, Reason.DOES_NOT_FIT, PlayTile(tile_of("5-3"), Arm.LEFT)) == (
        "5-3 does not fit on the 1: it fits the 5."
    )


def test_bare_narrow_sides_of_a_double_blank_are_named_when_they_count() -> None:
    assert score_words.ends_spoken(layout_of("0-0 l:6-0 r:1-0", Spinning.SNIFF)) == "Left 6, right 1, up 0, down 0"


def test_knocks_and_going_out_are_paid_apart_from_the_sum() -> None:
    table = round_of(rules="cinq-et-trois", set={"knock_bonus": 1}, hands="6-5 | ? ?", line="5-4", knocks=1)

    assert play(table, 0, "6-5", Arm.RIGHT).endswith(
        "sum 10 = 2 fives, 2 points. 1 point for 1 knock and 1 point for going out. 4 points in all."
    )


def test_points_past_an_exact_target_are_announced_as_not_counting() -> None:
    table = round_of(rules="cinq-et-trois", hands="6-6 1-0 | ?", line="6-3", scores=(56, 0))

    assert play(table, 0, "6-6", Arm.RIGHT).endswith(
        "8 points. That does not count: 56 and 8 make 64, past the target of 61."
    )


def test_if_points_count_in_parts_the_part_that_counts_is_announced() -> None:
    table = round_of(rules="cinq-et-trois", set={"combine": "no"}, hands="6-5 | ? ?", line="5-4", scores=(59, 0))

    assert play(table, 0, "6-5", Arm.RIGHT).endswith("Only 2 of 3 points count: 1 more would pass the target of 61.")


def test_a_log_line_carries_the_sum() -> None:
    """`Ana 5-4 right: ends 6+9 = 15, 8 points, total 34`; the higher half comes first."""
    table = round_of(
        rules="playroom", set={"max_pip": 9}, hands="9-5 1-0 | ? | ? | ?", line="6-5", scores=(26, 0, 0, 0)
    )
    event = TilePlayed(0, tile_of("9-5"), Arm.LEFT)

    assert event_words.played_short(View(table, 1), event) == "Ann 9-5 left: ends 9+6 = 15, 8 points, total 34"


@pytest.mark.parametrize(
    ("awarded", "total", "said"),
    [
        (8, 34, "8 points, total 34"),
        (3, 61, "8 points, only 3 count: past 61; total 61"),
        (0, 60, "8 points, none count: past 61"),
        (0, 53, "8 points, none count: a lead cannot win"),
    ],
)
def test_points_come_with_the_total_after_them_unless_none_count(awarded: int, total: int, said: str) -> None:
    earned = Award(end_sum=15, play=8, knocks=0, chip_out=0, awarded=awarded)

    assert score_words.points_short(earned, total, rules_of("cinq-et-trois", {"lead_wins": "no"})) == said


def test_a_log_line_without_points_has_no_total() -> None:
    table = round_of(rules="cinq-et-trois", hands="4-3 1-0 | ?", line="4-3")

    assert (
        event_words.played_short(View(table, 1), TilePlayed(0, tile_of("4-3"), Arm.LEFT))
        == "Ann 4-3 left: ends 4+4 = 8"
    )


@pytest.mark.parametrize(
    ("rules", "line", "tile", "said"),
    [
        ("cinq-et-trois", "4-1 4-0", "2-1", "Ann 2-1 left: ends 2+0 = 2"),
        ("all-fives", "4-1 4-0 0-0", "2-1", "Ann 2-1 left: ends 2+0 = 2"),
        ("all-fives", "2-5 5-5 5-1", "3-2", "Ann 3-2 left: ends 3+1 = 4"),  # the spinner's free sides count nothing
    ],
)
def test_a_log_line_names_each_end_that_counts_also_a_blank_one(rules: str, line: str, tile: str, said: str) -> None:
    table = round_of(rules=rules, hands=f"{tile} 6-6 | ?", line=line)

    assert event_words.played_short(View(table, 1), TilePlayed(0, tile_of(tile), Arm.LEFT)) == said


# Knocks and draws.


def test_a_knock_names_the_numbers_that_were_missing() -> None:
    table = round_of(rules="cinq-et-trois", hands="5-5 | ?", line="3-1")

    assert event_words.knocked(View(table, 1), Knocked(0)) == "Ann knocks: no 1 and no 3."


def test_a_knock_says_what_the_next_play_earns_for_it() -> None:
    table = round_of(set={"knock_bonus": 1}, hands="5-5 | ? | ? | ?", line="3-1")

    assert event_words.knocked(View(table, 0), Knocked(0)) == (
        "You knock: no 1 and no 3. The next play earns 1 point for it."
    )


def test_the_draws_of_a_turn_are_announced_together() -> None:
    before = round_of(rules="all-fives", hands="5-5 | ? ?", line="3-1", boneyard="? ? ?")
    after = round_of(rules="all-fives", hands="5-5 | ? ? ? ?", line="3-1", boneyard="?")

    assert event_words.drew(View(before, 0), 1, hand_of("? ?"), View(after, 0)) == (
        "Ben draws 2 tiles, having no 1 or 3; 1 left in the boneyard."
    )


def test_my_own_draws_are_named_with_where_the_last_one_fits() -> None:
    before = round_of(rules="all-fives", hands="5-5 | ?", line="3-1", boneyard="? ?")
    after = round_of(rules="all-fives", hands="5-5 6-5 6-3 | ?", line="3-1", boneyard="")

    assert (
        event_words.drew(View(before, 0), 0, hand_of("6-5 6-3"), View(after, 0))
        == "You draw 6-5 and 6-3. 6-3 fits on the right."
    )


# Turns.


def test_my_turn_says_how_many_tiles_i_hold() -> None:
    assert (
        event_words.turn(View(round_of(rules="cinq-et-trois", hands="3-1 | ?", line="3-1"), 0)) == "Your turn. 1 tile."
    )


def test_my_turn_says_when_nothing_fits() -> None:
    knocks = round_of(rules="cinq-et-trois", hands="5-5 | ?", line="3-1")
    draws = round_of(rules="all-fives", hands="5-5 | ?", line="3-1", boneyard="? ?")

    assert event_words.turn(View(knocks, 0)) == "Your turn. 1 tile. Nothing fits: knock."
    assert event_words.turn(View(draws, 0)) == "Your turn. 1 tile. Nothing fits: draw, 2 left."


def test_without_help_my_turn_does_not_say_that_nothing_fits() -> None:
    table = round_of(rules="cinq-et-trois", hands="5-5 | ?", line="3-1")

    assert event_words.turn(View(table, 0, Assist.NONE)) == "Your turn. 1 tile."


def test_my_turn_says_which_tile_must_lead() -> None:
    table = round_of(hands="6-6 1-0 | ? | ? | ?", lead="6-6")

    assert event_words.turn(View(table, 0)) == "Your turn. 2 tiles. You lead with 6-6."


# Rounds and matches.


@pytest.mark.parametrize(
    ("lead", "why"),
    [("6-6", "Ann leads with 6-6."), (None, "Ann leads, holding 6-6, but may lead with another tile.")],
)
def test_a_deal_says_who_leads_and_why(lead: str | None, why: str) -> None:
    table = round_of(hands=" | | | ", ended=HowRoundEnded.OUT)
    deal = RoundDealt(
        2, hands_of("6-6 1-0 | ? ? | ? | ?"), (), 0, tile_of("6-6"), None if lead is None else tile_of(lead)
    )

    assert event_words.dealt(View(table, 1), deal) == f"Round 2. You hold 2 tiles. {why}"


def test_the_end_of_a_round_shows_the_hands_and_scores_the_pips() -> None:
    table = round_of(rules="all-fives", hands=" | 6-5 4-0 3-3", scores=(100, 0))
    event = RoundEnded(HowRoundEnded.OUT, hands_of(" | 6-5 4-0 3-3"), (), (), 0, 20)

    assert event_words.round_ended(View(table, 1), event) == (
        "Ann goes out. Round 1 is over. Left in hand: you 6-5, 4-0 and 3-3, 21 pips."
        " Ann scores 20 for 21 pips left, rounded; total 120."
    )
    assert (
        event_words.round_short(View(table, 1), event)
        == "Round 1 ends: Ann goes out. Pips: 20 points to Ann, total 120"
    )


@pytest.mark.parametrize(
    ("rules", "left", "points", "says"),
    [
        ("all-fives", "1-1", 0, "Ann scores nothing for 2 pips left, rounded to 0."),
        ("all-fives", "6-4", 10, "Ann scores 10 for 10 pips left; total 10."),
        ("all-threes", "6-1", 3, "Ann scores 3 for 7 pips left, divided by 3 and rounded up; total 3."),
        (
            "all-threes",
            "6-1 | 1-0",
            4,
            "Ann scores 4 for 8 pips left, each hand divided by 3 and rounded up; total 4.",
        ),
    ],
)
def test_points_for_pips_say_how_they_were_rounded(rules: str, left: str, points: int, says: str) -> None:
    table = round_of(rules=rules, hands=f" | {left}")
    event = RoundEnded(HowRoundEnded.OUT, hands_of(f" | {left}"), (), (), 0, points)

    assert event_words.round_ended(View(table, 1), event).endswith(says)


def test_a_name_is_not_capitalised() -> None:
    table = round_of(rules="all-fives", hands="6-4 | ? | 5-5", line="5-4", turn=0)
    table = evolve(table, seats=(Seat("root"), Seat("you know who"), Seat("Ann")))
    view, win = View(table, 2), MatchWon(HowMatchWon.TARGET, (1,), (0, 250, 0))

    assert event_words.played(view, TilePlayed(0, tile_of("6-4"), Arm.RIGHT)).startswith("root plays 6-4 ")
    assert event_words.match_won(view, win).startswith("you know who wins the match ")
    assert answer_words.scores(view).startswith("root 0, you know who 0, you 0. ")
    assert answer_words.scores(View(table, 0)).startswith("You 0, ")
    assert who(View(evolve(table, seats=(Seat(), *table.seats[1:])), 2), 0) == "Seat 1"


def test_pips_that_would_pass_an_exact_target_say_so() -> None:
    table = round_of(rules="all-fives", set={"target_mode": "exact"}, hands=" | 6-5", scores=(245, 0))
    event = RoundEnded(HowRoundEnded.OUT, hands_of(" | 6-5"), (), (), 0, 0)

    assert event_words.round_ended(View(table, 1), event).endswith(
        "The 11 pips left would score 10 for Ann, but do not count: 245 and 10 make 255, past the target of 250."
    )


def test_a_block_names_the_numbers_that_nobody_has() -> None:
    table = round_of(hands="5-5 | 4-4 | 5-4 | 2-2", line="3-1")
    event = RoundEnded(HowRoundEnded.BLOCKED, hands_of("5-5 | 4-4 | 5-4 | 2-2"), (), (), None, 0)

    assert event_words.round_ended(View(table, 1), event).startswith(
        "Blocked: no 1 and no 3 in any hand. Round 1 is over."
    )


@pytest.mark.parametrize(
    ("sides", "how", "text"),
    [
        ((1,), HowMatchWon.TARGET, "You win the match with 61 points. Scores: Ann 40, you 61."),
        ((0,), HowMatchWon.ROUND_CAP, "Ann wins the match with 40 points at the round limit."),
        ((0, 1), HowMatchWon.TARGET, "Ann and you share the match with 40 points."),
    ],
)
def test_the_end_of_a_match_says_who_won_and_how(sides: tuple[int, ...], how: HowMatchWon, text: str) -> None:
    table = round_of(rules="cinq-et-trois", hands=" | 5-5")

    assert event_words.match_won(View(table, 1), MatchWon(how, sides, (40, 61))).startswith(text)


# Presence.


def test_text_from_strangers_cannot_control_the_terminal() -> None:
    table = round_of(rules="cinq-et-trois", hands="5-5 | ?")
    said = presence_words.said(View(table, 1), Said(0, "A\x1b[31mnn", "\x1b]0;boo\x07hi\nthere\u202e"))

    assert said == "Ann: hi there"


def test_the_name_of_a_level_cannot_control_the_terminal() -> None:
    seats = fold([*opened_match("cinq-et-trois")[:2], SeatTaken(1, "Ben", "club\x1b]0;title\x07\x1b[2J")])

    sentences = [
        *answer_words.who_is_here(View(seats, 0), {}),
        *table_option_words.table_options(TableOptions(bot_level="club\x1b[2J")),
    ]

    assert "a club-level bot." in sentences[1]
    assert not any("\x1b" in line for line in sentences)


def test_a_seat_that_is_given_to_a_bot_in_a_match_says_so() -> None:
    view = View(round_of(rules="cinq-et-trois", hands="5-5 | ?"), 1)

    assert presence_words.seat_taken(view, SeatTaken(0, "Ann", "club")) == ("A bot takes over Ann's seat for good.")


def test_a_bot_with_a_name_of_its_own_says_why_it_has_the_seat() -> None:
    view = View(round_of(rules="cinq-et-trois", hands="5-5 | ?"), 1)

    said = [presence_words.seat_taken(view, SeatTaken(seat, "Uma", "club")) for seat in (0, 1)]

    assert said == [
        "Ann had not agreed to this match: Uma, a bot, has the seat now.",
        "You had not agreed to this match: Uma, a bot, has your seat now.",
    ]


@pytest.mark.parametrize(("seat", "is_said"), [(0, False), (1, True), (None, False)])
def test_whoever_has_not_agreed_to_a_match_reads_that_they_do_with_their_first_move(
    seat: int | None, is_said: bool
) -> None:
    view = View(round_of(rules="cinq-et-trois", hands="5-5 | ?"), seat)
    started = MatchStarted(2, undecided=(1,))

    said = arrival_words.another_match(view, [Entry(1, "", started)])

    assert said.startswith(say("match.you_are_undecided")) is is_said


def test_a_pause_names_who_paused() -> None:
    view = View(round_of(rules="cinq-et-trois", hands="5-5 | ?"), 1)

    assert presence_words.paused(view, Paused(0)) == "Ann pauses the game."
    assert presence_words.paused(view, Paused(None)) == "The game is paused."


# Refusals and farewells.


@pytest.mark.parametrize("reason", Reason)
def test_every_refusal_is_a_sentence_for_a_player(reason: Reason) -> None:
    view = View(round_of(rules="cinq-et-trois", hands="5-5 4-1 | ?", line="3-1"), 0)
    text = refused(view, reason, PlayTile(tile_of("4-1"), Arm.RIGHT), "the daemon's own words")

    assert text.endswith((".", "?"))
    assert text[0].isupper() or text[0].isdigit()
    assert reason.value not in text or reason.value == "paused"


def test_a_tile_that_does_not_fit_is_shown_the_ends() -> None:
    view = View(round_of(rules="cinq-et-trois", hands="5-5 4-1 | ?", line="3-1"), 0)

    assert refused(view, Reason.DOES_NOT_FIT, PlayTile(tile_of("5-5"))) == "5-5 does not fit: the ends are 1 and 3."
    assert refused(view, Reason.DOES_NOT_FIT, PlayTile(tile_of("4-1"), Arm.RIGHT)) == (
        "4-1 does not fit on the right: it fits left."
    )


def test_a_refusal_helps_no_more_than_the_table_allows() -> None:
    view = View(round_of(rules="cinq-et-trois", hands="5-5 4-1 | ?", line="3-1"), 0, Assist.NONE)

    assert refused(view, Reason.CAN_PLAY) == "You hold a tile that fits: play."
    assert "left" not in refused(view, Reason.DOES_NOT_FIT, PlayTile(tile_of("4-1"), Arm.RIGHT))


def test_a_refusal_of_a_later_release_speaks_for_itself() -> None:
    view = View(round_of(rules="cinq-et-trois", hands="5-5 | ?"), 0)

    refusal = NotAccepted("a", "not_on_sundays", "no play on \x1b[1mSundays")
    assert refused_by_daemon(view, refusal, None) == "No play on Sundays."


@pytest.mark.parametrize("reason", Farewell)
def test_every_farewell_is_a_sentence(reason: Farewell) -> None:
    assert goodbye(reason).endswith(".")
    assert farewell(reason.value, "")


@pytest.mark.parametrize("reason", Farewell)
def test_no_farewell_names_a_command_or_a_flag_to_a_player_who_has_typed_none(reason: Farewell) -> None:
    text = farewell(reason.value, "nobody knows", has_flags=False)

    assert not re.search(r"--|`|terminal|program", text)


def test_a_player_who_loses_a_seat_to_another_terminal_learns_how_two_can_play() -> None:
    assert farewell(Farewell.REPLACED.value, "").endswith("To play as another player: --name NAME.")


def test_a_farewell_of_a_later_release_speaks_for_itself() -> None:
    assert farewell("eclipse", "it is dark") == "It is dark."


# Answers.


def test_my_hand_says_where_each_tile_fits_and_for_how_much() -> None:
    """For a screen reader."""
    table = round_of(rules="cinq-et-trois", hands="6-0 3-1 5-2 | ?", line="3-1")

    assert answer_words.hand(View(table, 0)) == ("1: 6-0, no. 2: 3-1, left, 2 points, or right, 0. 3: 5-2, no.")


@pytest.mark.parametrize(
    ("assist", "text"), [(Assist.LEGAL, "1: 6-0, no. 2: 3-1, left or right."), (Assist.NONE, "1: 6-0. 2: 3-1.")]
)
def test_my_hand_helps_no_more_than_the_table_allows(assist: Assist, text: str) -> None:
    table = round_of(rules="cinq-et-trois", hands="6-0 3-1 | ?", line="3-1")

    assert answer_words.hand(View(table, 0, assist)) == text


@pytest.mark.parametrize(("is_drawn", "where"), [(False, "left"), (True, "on 6")])
def test_my_hand_and_its_refusals_name_one_side_of_a_lone_double(is_drawn: bool, where: str) -> None:
    table = round_of(rules="all-fives", hands="? | 6-4 3-2", line="6-6", turn=1)
    view = View(table, SEAT, is_drawn=is_drawn)

    assert answer_words.hand(view) == f"1: 6-4, {where}, 0. 2: 3-2, no."
    refusal = refused(view, Reason.DOES_NOT_FIT, PlayTile(tile_of("6-4"), Arm.UP))
    assert refusal.endswith("it fits the 6." if is_drawn else "it fits left.")


def test_my_hand_does_not_mention_leading_before_another_player_leads() -> None:
    view = View(round_of(rules="cinq-et-trois", hands="6-0 3-2 | ? ?", lead="6-6", turn=1), 0)

    assert answer_words.hand(view) == "1: 6-0. 2: 3-2."
    assert answer_words.playable(view) == "The table is empty. 6-6 must lead."


def test_the_chain_is_read_from_left_to_right() -> None:
    table = round_of(rules="all-fives", hands="6-0 | ?", line="4-4 l:4-1 r:6-4 u:4-2 u:2-2 l:5-1")

    assert answer_words.chain(View(table, 0)) == [
        "From left to right: 5-1 1-4 4-4 4-6.",
        "The spinner is 4-4.",
        "Up from it: 4-2 2-2.",
    ]


def test_tiles_left_are_counted_seat_by_seat() -> None:
    table = round_of(rules="all-fives", set={"reserve": 2}, hands="6-0 1-1 | ?", boneyard="? ? ?")

    assert answer_words.tiles(View(table, 0)) == "Tiles: you 2, Ben 1. Boneyard 3, 1 can be drawn."


# Arriving.


def test_partners_are_named_on_arrival_and_at_the_start_of_the_match() -> None:
    view = View(round_of(rules="fives-and-threes", set={"partners": "yes"}, hands="? | ? | ? | ?"), 1)
    partners = "Partners: you and Dai, Ann and Cho."

    assert arrival_words.arrived(view, "oak").endswith(partners)
    assert arrival_words.another_match(view, ()).endswith(partners)
    assert event_words.match_started(view, MatchStarted(1)).endswith(partners)


def test_missed_events_are_summed_up() -> None:
    before = round_of(rules="cinq-et-trois", hands="5-5 | ?", scores=(3, 4))
    after = round_of(rules="cinq-et-trois", hands="5-5 | ?", scores=(3, 9))
    missed = [
        Entry(1, "", TilePlayed(1, tile_of("5-0"), Arm.LEFT)),
        Entry(2, "", Knocked(0)),
        Entry(3, "", TilePlayed(1, tile_of("5-1"), Arm.LEFT)),
    ]

    assert arrival_words.while_away(View(before, 0), View(after, 0), missed) == (
        "While you were away: Ben played 2 tiles; 1 knock; Ben went from 4 to 9."
    )


def test_a_summary_says_which_match_ended() -> None:
    before = round_of(rules="all-fives", hands="5-5 | 6-6")
    after = evolve(before, stage=Stage.OVER, won_by=(1,))
    stopped = evolve(before, stage=Stage.OVER)

    assert arrival_words.while_away(View(before, 0), View(after, 0), []) == (
        "While you were away: the match of All Fives ended, Ben won."
    )
    assert arrival_words.while_away(View(before, 0), View(stopped, 0), []) == (
        "While you were away: the host ended the match of All Fives."
    )


def test_a_summary_says_if_nothing_was_missed() -> None:
    view = View(round_of(rules="cinq-et-trois", hands="5-5 | ?"), 0)

    assert arrival_words.while_away(view, view, []) == "You are back. Nothing happened while you were away."


@pytest.mark.parametrize(
    ("settings", "text"),
    [
        ({}, "sum 15 = 5 threes + 3 fives, 8 points"),
        ({"points": "total"}, "sum 15, scored once each for threes and fives, 30 points"),
        ({"divisors": "5"}, "sum 15 = 3 fives, 3 points"),
    ],
)
def test_why_a_sum_scores_follows_the_rules(settings: dict[str, str], text: str) -> None:
    rules = rules_of("fives-and-threes", {"target": 60, **settings})
    view = View(round_of(set={"target": 60, **settings}, hands="6-0 | ? | ? | ?", line="6-6 r:6-3"), 0)

    assert score_words.tally_spoken(rules, view.tally) == text


# Where the game goes on.


@pytest.mark.parametrize(
    ("seat", "owner"), [(None, "this host"), (SEAT, "your machine"), (0, "Ann's machine")], ids=["host", "own", "Ann"]
)
def test_a_game_goes_on_at_a_players_machine_or_at_a_host_that_nobody_of_them_is(seat: int | None, owner: str) -> None:
    """That host may be the one before, which has taken the game back."""
    table = round_of(rules="cinq-et-trois", hands="5-3 6-0 | ?")

    assert presence_words.goes_on_at(View(table, SEAT), seat) == f"The game goes on at {owner}."
