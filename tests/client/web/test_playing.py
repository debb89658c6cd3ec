"""Playing on the page: choosing and preparing a play, drawing and knocking, by taps and by keys."""

import pytest
import trio
from attrs import evolve

from client.actions.action import ChangeSetting
from client.words import answer_words
from protocol.game.layout import Arm
from protocol.game.presets import PRESETS
from protocol.game.tiles import parse_tile
from protocol.log.choices import choices
from protocol.log.commands import Knock, PlayTile
from protocol.log.events import Paused, TableOpened, TableOptions, TilePlayed
from protocol.log.table import Table
from protocol.wire.messages import NotAccepted
from tests.client import three_handed as three
from tests.client.states import before, hand_of_twelve, has_two_ends, is_my_turn, match_of
from tests.client.web.at_page import at_page
from tests.client.web.test_table import ghosts


@pytest.mark.parametrize("game", PRESETS)
def test_a_tap_chooses_a_tile_and_names_the_play_on_the_large_button_and_a_second_tap_plays(game: str) -> None:
    player = at_page(*before(game, is_my_turn))
    tile = next(each.tile for each in player.page.model.view.my_plays())
    player.press("tile", str(tile))

    assert f"Play {tile}" in player.sees("actions")
    assert not player.pending
    player.press("tile", str(tile))

    assert [each.tile for each in player.pending if isinstance(each, PlayTile)] == [tile]


@pytest.mark.parametrize("game", PRESETS)
def test_a_tile_that_fits_two_ends_can_be_played_at_each(game: str) -> None:
    player = at_page(*before(game, has_two_ends))
    view = player.page.model.view
    tile = next(each.tile for each in view.my_plays() if len(view.arms_for(each.tile)) > 1)
    arms = view.arms_for(tile)
    player.press("tile", str(tile))
    assert ghosts(player) == [f"{each} {tile}" for each in arms]
    other = next(each for each in arms if each is not player.page.selection.arm)

    player.press("end", f"{other} {tile}")
    assert not player.pending
    assert f'class="ghost {other} chosen' in player.parts()["board"]
    player.press("end", f"{other} {tile}")

    assert player.pending == (PlayTile(tile, other),)


def test_the_play_button_sends_its_tile_and_end_so_a_late_press_cannot_play_another() -> None:
    player = at_page(*before("all-fives", has_two_ends))
    tile = next(each.tile for each in player.page.model.view.my_plays())
    player.press("tile", str(tile))
    value = player.buttons("actions", "play")[0]

    player.press("play", value)

    named, _, arm = value.partition(" ")
    assert player.pending == (PlayTile(parse_tile(named), Arm(arm)),)


def test_a_late_press_of_a_played_tile_chooses_nothing() -> None:
    player = at_page(*three.game(), *three.played("6-6", "6-1", "6-5"))
    player.press("play", "6-6")

    assert player.sees("sum").endswith("You do not hold 6-6.")
    assert "Choose a tile" in player.sees("actions")


def test_a_play_that_costs_much_is_played_after_a_question_which_ends_with_the_turn() -> None:
    opened, *others = three.game(*three.played("6-6", "6-1", "6-5"))
    assert isinstance(opened, TableOpened)
    player = at_page(evolve(opened, options=TableOptions(warnings=True)), *others)
    play, model = PlayTile(parse_tile("6-4"), Arm.UP), player.page.model
    player.press("play", "6-4 up")
    assert player.pending == (evolve(play, warn=True),)
    refusal = "6-4 there may cost about 12 in 100 chances to win"
    player.page.receive(model.receive(NotAccepted(model.pending.oldest or "", "costly", refusal)))

    assert f"{refusal}: play it anyway?" in player.sees("window")
    assert "Play 6-4" in player.sees("actions"), "it is still chosen"
    player.press("confirm")

    assert player.pending == (play,)
    player.receives(TilePlayed(0, play.tile, Arm.UP))
    assert player.page.window == ""


def test_a_play_is_prepared_during_another_turn_and_taken_back() -> None:
    player = at_page(*three.game(), *three.played("6-6", "6-1"))
    player.press("tile", "6-4")
    assert "Play 6-4 on my turn" in player.sees("actions")
    player.press("tile", "6-4")

    assert "6-4, ready" in " ".join(player.labels("hand"))
    assert "Take back 6-4" in player.sees("actions")
    player.press("tile", "6-4")

    assert player.page.model.premoves.play is None


def test_a_prepared_play_is_made_when_the_turn_comes() -> None:
    player = at_page(*three.game(), *three.played("6-6", "6-1"))
    player.press("play", "2-1 left")
    player.receives(*three.played("6-5", game=three.game(*three.played("6-6", "6-1"))))

    assert player.pending == (PlayTile(parse_tile("2-1"), Arm.LEFT),)


def test_if_nothing_fits_the_large_button_draws_or_knocks() -> None:
    drawn = at_page(*before("all-fives", lambda table: table.turn == 0 and _must(table, "draw")))
    assert drawn.buttons("actions", "order")[0] == "draw"

    knocks = at_page(*before("fives-and-threes", lambda table: table.turn == 0 and _must(table, "knock")))
    knocks.press("key", "Enter")
    assert knocks.pending == (Knock(),)


def test_enter_without_a_connection_connects_at_once() -> None:
    player = at_page(*three.game())
    player.page.model.connection_lost("the host closed the connection", 8.0)
    assert player.page.link is not None
    player.page.link.pauses._waiting = waiting = trio.CancelScope()

    player.press("key", "Enter")

    assert waiting.cancel_called
    assert player.pending == ()


def _must(table: Table, move: str) -> bool:
    may = choices(table, 0)
    return may.may_draw if move == "draw" else may.may_knock


def test_digits_are_one_number_only_in_quick_succession() -> None:
    player = at_page(*hand_of_twelve())
    hand, now = player.page.model.view.my_hand(), 0.0
    player.page.services.now = lambda: now

    player.press("key", "1")
    player.press("key", "2")
    assert player.page.selection.tile == hand[11]
    now = 5.0
    player.press("key", "1")
    assert player.page.selection.tile == hand[0]
    now = 10.0
    player.press("key", "2")
    assert player.page.selection.tile == hand[1]
    now = 15.0
    player.press("key", "0")
    assert player.page.sentences.notice is not None
    assert player.page.sentences.notice.text == "You hold no tile 0: they go from 1 to 12."


def test_the_keys_are_those_of_the_full_screen() -> None:
    player = at_page(*before("all-fives", is_my_turn))
    hand = player.page.model.view.my_hand()

    player.press("key", "2")
    assert player.page.selection.tile == hand[1]
    player.press("key", "z")
    assert player.page.selection.tile in [each.tile for each in player.page.model.view.my_plays()]
    _ = player.said
    player.press("key", "c")
    assert "sum" in player.said
    player.press("key", "s")
    assert player.sees("window").startswith("Score sheet")
    player.press("key", "Escape")
    assert not player.parts()["window"]


def test_letter_keys_can_be_switched_off() -> None:
    player = at_page(*before("all-fives", is_my_turn))
    player.page.show("settings")
    player.choose("settings", ChangeSetting("letters"))
    player.press("close")
    player.press("key", "s")

    assert not player.parts()["window"]
    assert player.page.store.to_json()["settings"] == {"letters": False}


def test_the_menu_shows_letters_as_long_as_they_are_keys() -> None:
    player = at_page(*three.game())
    player.press("show", "menu")
    assert '<kbd aria-hidden="true">s</kbd>' in player.parts()["window"]

    player.choose("settings", ChangeSetting("letters"))
    player.press("show", "menu")

    assert player.parts()["window"]
    assert "<kbd" not in player.parts()["window"]
    assert "aria-keyshortcuts" not in player.parts()["window"]


def test_the_script_keeps_the_screen_on_only_while_a_match_runs() -> None:
    playing = three.game()
    paused = at_page(*playing)
    paused.receives(Paused(0))
    lost = at_page(*playing)
    lost.page.receive(lost.page.model.connection_lost("the host was shut down", 1.0))

    assert "data-awake" in at_page(*playing).page.parts()["signal"]
    assert "data-awake" in at_page(*playing, seat=None).page.parts()["signal"]
    for player in (at_page(*three.OPENING[:2]), at_page(*match_of("all-fives")), paused, lost):
        assert player.page.parts()["signal"] == ""


def test_the_key_for_the_scores_also_says_them_in_a_sentence() -> None:
    player = at_page(*before("all-fives", is_my_turn))
    assert player.said

    player.press("key", "s")

    assert player.said == answer_words.scores(player.page.model.view)
    assert player.parts()["window"]

    player.press("side", "")  # a browser with a panel: the key opens the sheet there, and closes it without a word
    player.press("close", "scores")
    player.press("key", "s")
    assert player.page.side == "scores"
    assert player.said == answer_words.scores(player.page.model.view)
    player.press("key", "s")
    assert (player.page.side, player.said) == ("", "")
