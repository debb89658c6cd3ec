"""Hints in the client: requested with `i`, given in words, dropped when play has continued, announced to all."""

import re

import pytest
from attrs import evolve

from client.lines.typed_play import is_move
from client.model import asking
from client.model.announcements import Subject
from client.model.checks import WhyNot
from client.model.selection import Selection
from client.picture.pinwheel import Size
from client.screen.desk_scene import layout_of
from client.view.view import View
from client.words import hint_words
from protocol.game.layout import Arm
from protocol.game.table_options import Assist
from protocol.log.commands import TakeHint
from protocol.log.events import HintTaken, Knocked, TableOptions, TilePlayed
from protocol.log.table import Table
from protocol.wire.hints import HintedPlay, Why
from protocol.wire.messages import Do, Hint
from protocol.wire.notices import NoHintNotice
from tests.client.at_desk import NORMAL, SMALL, WIDE, Player, at_table
from tests.client.at_lines import at, sent
from tests.client.at_table import accepted, receive, seated_model, texts
from tests.client.three_handed import game, played
from tests.client.web.at_page import at_page
from tests.client.words.test_hint_words import DUEL, hint, hinted
from tests.protocol.table_notation import round_of, tile_of

# Requests.


def with_assist(assist: Assist) -> Table:
    return evolve(DUEL, options=TableOptions(assist=assist))


def test_a_hint_is_requested_from_the_daemon() -> None:
    model = seated_model(DUEL)

    asked = asking.hint(model)

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
    model = seated_model(view.table, seat=view.seat)

    assert asking.hint(model) == WhyNot(text)
    assert not model.pending.outbox


def test_a_spectator_gets_no_hint() -> None:
    refusal = asking.hint(seated_model(DUEL, seat=None))

    assert isinstance(refusal, WhyNot)
    assert "watching" in refusal.text


# Announcements.


def test_a_hint_is_announced_as_its_advice() -> None:
    model = seated_model(DUEL)
    receive(model, Knocked(0), Knocked(1))
    asked = asking.hint(model)
    assert isinstance(asked, Do)
    receive(model, HintTaken(0))
    accepted(model, asked)
    assert model.hint_request.is_awaited

    announcements = model.receive(hint(Why.POINTS, seq=12))

    assert {announcement.subject for announcement in announcements} == {Subject.HINT}
    assert texts(announcements) == [hint_words.advice(model.view, hint(Why.POINTS))]
    assert not model.hint_request.is_awaited


def test_a_hint_is_the_current_one_until_play_goes_on() -> None:
    model = seated_model(DUEL)
    receive(model, HintTaken(0))
    model.receive(hint(Why.POINTS, seq=model.hint_request.last_move))
    given = [model.hint_request.given]
    receive(model, TilePlayed(0, tile_of("6-3"), Arm.RIGHT))
    given.append(model.hint_request.given)

    assert given == [hint(Why.POINTS, seq=0), None]


def test_a_hint_about_a_turn_that_is_over_is_dropped() -> None:
    model = seated_model(DUEL)
    receive(model, Knocked(0), Knocked(1))
    asked = asking.hint(model)
    assert isinstance(asked, Do)
    accepted(model, asked)
    receive(model, TilePlayed(0, tile_of("6-3"), Arm.RIGHT))

    assert not model.hint_request.is_awaited
    assert model.receive(hint(Why.POINTS, seq=12)) == []


def test_a_hint_that_cannot_be_computed_is_announced_and_no_longer_awaited() -> None:
    model = seated_model(DUEL)
    asked = asking.hint(model)
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


def test_line_mode_says_what_each_play_leads_to_when_a_hint_is_asked_for_again() -> None:
    letters, model = at(DUEL)
    receive(model, HintTaken(0))
    model.receive(hint(Why.POINTS, seq=model.hint_request.last_move))

    assert letters.obey("i").lines == tuple(hint_words.estimates(model.view, hint(Why.POINTS)))
    assert not sent(model), "it is known already"


@pytest.fixture
def hinted_ann() -> Player:
    """My turn on the full screen, after `i`: the last of my plays is the best."""
    ann = at_table(*game(*played("6-6", "6-1", "6-5")))
    ann.press("i")
    assert ann.pending == (TakeHint(),)
    ann.receives(HintTaken(0))
    ann.take(ann.model.receive(Hint("r-1", ann.model.hint_request.last_move, plays_of(ann), Why.EVEN, "")))
    return ann


def plays_of(player: Player) -> tuple[HintedPlay, ...]:
    plays = reversed(player.model.view.my_plays())
    return tuple(hinted(str(play.tile), play.arm, 0, win=0.5 - at / 100) for at, play in enumerate(plays))


@pytest.mark.parametrize("size", [SMALL, NORMAL, WIDE], ids=str)
def test_a_hint_marks_the_best_play_beside_a_line_that_says_why(hinted_ann: Player, size: Size) -> None:
    best, *_ = plays_of(hinted_ann)

    assert hinted_ann.model.selection == Selection(best.tile, best.arm)
    layout = layout_of(hinted_ann.desk, hinted_ann.windows, size, 0.0)
    assert layout.card is None
    assert layout.shares is not None
    assert hint_words.advice(hinted_ann.model.view, hinted_hint(hinted_ann)) in " ".join(hinted_ann.sees(size).split())


def hinted_hint(player: Player) -> Hint:
    given = player.model.hint_request.given
    assert given is not None
    return given


def test_the_line_stays_while_the_player_chooses_and_goes_with_the_turn(hinted_ann: Player) -> None:
    advice = hint_words.advice(hinted_ann.model.view, hinted_hint(hinted_ann))
    hinted_ann.press("left", "1", "up")
    assert advice in hinted_ann.sees()

    hinted_ann.receives(*played("6-4", game=game(*played("6-6", "6-1", "6-5"))))
    assert advice not in hinted_ann.sees()


def test_i_again_shows_all_plays_under_the_board_and_once_more_closes_them(hinted_ann: Player) -> None:
    hinted_ann.press("i")

    assert hinted_ann.pending == (TakeHint(),), "it is known already"
    screen = hinted_ann.sees()
    for nth, play in enumerate(plays_of(hinted_ann)):
        row = f"{hint_words.play_named(hinted_ann.model.view, play)} .* 0 +{50 - nth} % +1.2"
        assert re.search(row, screen), "a line for each play, also on a narrow terminal"
        assert re.search(row, hinted_ann.sees(SMALL)) or nth > 3
    for size in (NORMAL, WIDE):
        hinted_ann.screen.resize(size)
        layout = layout_of(hinted_ann.desk, hinted_ann.windows, size, 0.0)
        assert layout.shares is not None, "the board is there, too"
    hinted_ann.press("i")
    assert "┌─ Hint" not in hinted_ann.sees()


def test_on_the_page_a_hint_chooses_the_best_play_and_again_shows_all_plays() -> None:
    ann = at_page(*game(*played("6-6", "6-1", "6-5")))
    ann.press("order", "hint")
    ann.receives(HintTaken(0))
    plays = tuple(hinted(str(play.tile), play.arm, 0) for play in reversed(ann.page.model.view.my_plays()))
    ann.page.receive(ann.page.model.receive(Hint("r-1", ann.page.model.hint_request.last_move, plays, Why.EVEN, "")))

    advice = f"Play {hint_words.play_named(ann.page.model.view, plays[0])}"
    assert ann.page.selection == Selection(plays[0].tile, plays[0].arm)
    assert advice in ann.sees("sum")
    assert "Hint" not in ann.sees("window")

    ann.press("order", "hint")
    for play in plays:
        assert hint_words.play_named(ann.page.model.view, play) in ann.sees("window")
