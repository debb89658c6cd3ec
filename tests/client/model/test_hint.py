"""Hints in the client: requested with `i`, given in words, dropped when play has continued, announced to all."""

import pytest
from attrs import evolve

from client.lines.letters import is_move
from client.model import hint as words_hint
from client.model.announcements import Subject
from client.model.checks import WhyNot
from client.view.view import View
from protocol.game.layout import Arm
from protocol.game.table_options import Assist
from protocol.log.commands import TakeHint
from protocol.log.events import HintTaken, Knocked, TableOptions, TilePlayed
from protocol.log.table import Table
from protocol.wire.hints import HintedPlay, Why
from protocol.wire.messages import Do, Hint
from protocol.wire.notices import NoHintNotice
from tests.client.at_desk import at_table
from tests.client.at_lines import at, sent
from tests.client.at_table import accepted, receive, seated_model, texts
from tests.client.three_handed import game, played
from tests.protocol.table_notation import round_of, tile_of

DUEL = round_of(rules="cinq-et-trois", hands="3-1 6-3 | 5-5 4-4", line="3-1")
VIEW = View(DUEL, 0)


def hinted(tile: str, arm: Arm, points: int, **facts: object) -> HintedPlay:
    usual = {"win": 0.6, "error": 0.02, "knock": 0.0, "reply": tile_of("5-5"), "reply_points": 1.25}
    return HintedPlay(tile_of(tile), arm, points, **{**usual, **facts})  # type: ignore[arg-type]  # as given


BEST = hinted("3-1", Arm.LEFT, 2)
OTHER = hinted("6-3", Arm.RIGHT, 0, win=0.4, knock=0.25)


def hint(why: str, *plays: HintedPlay, seq: int = 0, about: tuple[int, ...] = ()) -> Hint:
    return Hint("r-1", seq, plays or (BEST, OTHER), why, "as the daemon says it", about)


# In words.


@pytest.mark.parametrize(
    ("why", "about", "text"),
    [
        (Why.POINTS, (), "Play 3-1 on the left: 2 points. Next best: 6-3 on the right, no points."),
        (Why.WINS, (), "Play 3-1 on the left: it wins the match."),
        (Why.TARGET, (8, 1), "Play 3-1 on the left: you then need 8 more; 1 after 6-3 on the right."),
        (Why.REPLY, (), "Play 3-1 on the left: it leaves Ben less to score than 6-3 on the right."),
        (Why.LACKS, (4,), "Play 3-1 on the left: Ben has no 4."),
        (Why.LACKS, (0, 4), "Play 3-1 on the left: Ben has no 0 and no 4."),
        (Why.GONE, (5, 0), "Play 3-1 on the left: no 5 is left in the other hands."),
        (Why.GONE, (5, 2), "Play 3-1 on the left: only 2 of the 5s are still out of sight."),
        (
            Why.KNOCK,
            (),
            "Play 3-1 on the left: Ben is more likely to have nothing that fits than after 6-3 on the right.",
        ),
        (Why.PARTNER, (4,), "Play 3-1 on the left: it leaves the 4 open, which your partner led."),
        (Why.KEEPS, (3, 0), "Play 3-1 on the left: 3 of your other tiles fit then; none after 6-3 on the right."),
        (Why.DOUBLE, (), "Play 3-1 on the left: a double fits one number only, so play it while you can."),
        (Why.PIPS, (9, 4), "Play 3-1 on the left: your hand then has 5 pips fewer than after 6-3 on the right."),
        (Why.CHANCE, (), "Play 3-1 on the left: it wins 20 in 100 more of such matches than 6-3 on the right."),
        (Why.EVEN, (), "Play 3-1 on the left, or 6-3 on the right: they are about the same."),
        ("a_reason_of_tomorrow", (), "Play 3-1 on the left."),
        (Why.KEEPS, (), "Play 3-1 on the left."),
    ],
)
def test_the_best_play_comes_with_its_reason(why: str, about: tuple[int, ...], text: str) -> None:
    assert words_hint.advice(VIEW, hint(why, about=about)) == text


def test_the_only_play_is_called_that() -> None:
    assert words_hint.advice(VIEW, hint(Why.ONLY_PLAY, BEST)) == "Play 3-1 on the left: nothing else fits."


def test_each_play_has_its_points_and_chances() -> None:
    assert words_hint.sentences(VIEW, hint(Why.POINTS))[1:] == [
        "3-1 on the left: 2 points. You win 60 % of such matches, give or take 4. Then Ben scores 1.2 on average.",
        "6-3 on the right: no points. You win 40 % of such matches, give or take 4. "
        "Then Ben has nothing that fits 25 % of the time and scores 1.2 on average.",
    ]


@pytest.mark.parametrize(("chance", "is_named"), [(0.0, False), (0.49, False), (0.5, True), (1.0, True)])
def test_a_reply_is_named_if_it_is_as_likely_as_not(chance: float, is_named: bool) -> None:
    said = words_hint.estimate(VIEW, hinted("3-1", Arm.LEFT, 2, reply_chance=chance))

    assert said.endswith(" and will probably play 5-5.") == is_named
    assert ("5-5" in said) == is_named


def test_a_next_player_who_certainly_draws_may_still_score() -> None:
    said = words_hint.estimate(VIEW, hinted("3-1", Arm.LEFT, 2, knock=1.0))

    assert said.endswith(" Then Ben has to draw and scores 1.2 on average.")


def test_a_play_without_a_reply_has_no_outlook() -> None:
    last = hinted("3-1", Arm.LEFT, 2, win=1.0, error=0.0, reply=None, reply_points=0.0)
    stuck = hinted("3-1", Arm.LEFT, 2, knock=1.0, reply=None, reply_points=0.0)

    assert words_hint.estimate(VIEW, last) == "3-1 on the left: 2 points. You win 100 % of such matches."
    assert words_hint.estimate(VIEW, stuck).endswith(" Then Ben has nothing that fits.")


def test_partners_win_together() -> None:
    four = round_of(rules="fives-and-threes", set={"partners": "yes"}, hands="3-1 | ? | ? | ?", line="3-1")

    assert "Your side wins 60 %" in words_hint.estimate(View(four, 0), BEST)


# Requests.


def with_assist(assist: Assist) -> Table:
    return evolve(DUEL, options=TableOptions(assist=assist))


def test_a_hint_is_requested_from_the_daemon() -> None:
    model = seated_model(DUEL)

    asked = model.hint()

    assert isinstance(asked, Do)
    assert asked.command == TakeHint()


@pytest.mark.parametrize(
    ("view", "text"),
    [
        (View(with_assist(Assist.LEGAL), 0), "This table gives no hints."),
        (View(with_assist(Assist.NONE), 0), "This table gives no hints."),
        (View(DUEL, 1), "You can take a hint only on your turn."),
        (View(round_of(rules="cinq-et-trois", hands="5-5 | 1-1", line="3-1"), 0), "Nothing fits: knock."),
        (View(round_of(rules="all-fives", hands="5-5 | 1-1", line="3-1", boneyard="0-0"), 0), "Nothing fits: draw."),
    ],
)
def test_if_there_is_no_hint_the_client_says_so_and_sends_nothing(view: View, text: str) -> None:
    assert words_hint.why_none(view) == text


def test_a_spectator_gets_no_hint() -> None:
    refusal = seated_model(DUEL, seat=None).hint()

    assert isinstance(refusal, WhyNot)
    assert "watching" in refusal.text


# Announcements.


def test_a_hint_is_announced_line_by_line() -> None:
    model = seated_model(DUEL)
    receive(model, Knocked(0), Knocked(1))
    asked = model.hint()
    assert isinstance(asked, Do)
    receive(model, HintTaken(0))
    accepted(model, asked)
    assert model.hint_request.is_awaited

    announcements = model.receive(hint(Why.POINTS, seq=12))

    assert {each.subject for each in announcements} == {Subject.HINT}
    assert texts(announcements) == words_hint.sentences(model.view, hint(Why.POINTS))
    assert not model.hint_request.is_awaited


def test_a_hint_about_a_turn_that_is_over_is_dropped() -> None:
    model = seated_model(DUEL)
    receive(model, Knocked(0), Knocked(1))
    asked = model.hint()
    assert isinstance(asked, Do)
    accepted(model, asked)
    receive(model, TilePlayed(0, tile_of("6-3"), Arm.RIGHT))

    assert not model.hint_request.is_awaited
    assert model.receive(hint(Why.POINTS, seq=12)) == []


def test_a_hint_that_cannot_be_computed_is_announced_and_no_longer_awaited() -> None:
    model = seated_model(DUEL)
    asked = model.hint()
    assert isinstance(asked, Do)
    accepted(model, asked)

    announcements = model.receive(NoHintNotice("the hint could not be computed"))

    assert texts(announcements) == ["Trouble at the host: the hint could not be computed"]
    assert not model.hint_request.is_awaited
    assert not model.presence.is_host_in_trouble, "play goes on"


def test_everyone_learns_who_took_a_hint() -> None:
    assert texts(receive(seated_model(DUEL, seat=1), HintTaken(0)))[0] == "Ann takes a hint."
    assert texts(receive(seated_model(DUEL, seat=0), HintTaken(0)))[0] == (
        "You take a hint; everyone sees that you do."
    )


# In the two front ends.


@pytest.mark.parametrize("typed", ["i", "hint", "Hint "])
def test_from_a_pipe_a_hint_waits_for_its_turn(typed: str) -> None:
    assert is_move(typed)


@pytest.mark.parametrize("typed", ["i", "hint"])
def test_line_mode_takes_a_hint_by_its_letter_or_word(typed: str) -> None:
    letters, model = at(DUEL)

    assert letters.obey(typed).lines == ()
    assert sent(model) == [TakeHint()]


def test_the_full_screen_shows_a_hint_on_a_card_until_the_next_key() -> None:
    ann = at_table(*game(*played("6-6", "6-1", "6-5")))
    ann.press("i")
    assert ann.pending == (TakeHint(),)
    ann.receives(HintTaken(0))
    plays = tuple(
        hinted(str(play.tile), play.arm, 0, win=0.5 - at / 100) for at, play in enumerate(ann.model.view.my_plays())
    )

    ann.take(ann.model.receive(Hint("r-1", ann.model.hint_request.last_move, plays, Why.EVEN, "")))

    screen = ann.sees()
    assert "Hint" in screen
    assert f"Play {plays[0].tile}" in screen
    ann.press("escape")
    assert f"Play {plays[0].tile}" not in ann.sees()
    assert "You take a hint" in ann.sees()
