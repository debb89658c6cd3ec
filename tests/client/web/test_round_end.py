"""The end of a round on the table of the page: what is seen there, and how it goes on."""

import re

import pytest

from client.picture.svg import symbol_of
from client.words.say import say
from protocol.game.tiles import known_tiles, pips_of
from protocol.log.events import Event, MatchWon, RoundDealt, RoundEnded, TilePlayed
from protocol.log.table import fold
from tests.client.states import match_of
from tests.client.web.at_page import PagePlayer, at_page
from tests.played import played_match

EVENTS = match_of("all-fives")
AT = next(at for at, event in enumerate(EVENTS) if isinstance(event, RoundEnded))
DEALT = next(at for at in range(AT, len(EVENTS)) if isinstance(EVENTS[at], RoundDealt))
END = EVENTS[AT]
NEXT_TILE = re.compile('data-press="tile"')


def after_a_round(*, until: int = DEALT + 1, seat: int | None = 0) -> PagePlayer:
    """A player who has seen a round end, and what followed."""
    player = at_page(*EVENTS[:AT], seat=seat)
    player.receives(*EVENTS[AT:until])
    return player


def last_tile(events: tuple[Event, ...]) -> str:
    return symbol_of(next(event.tile for event in reversed(events) if isinstance(event, TilePlayed)))


@pytest.mark.parametrize("seat", [0, 1, None])
def test_the_last_board_stays_with_what_each_hand_had_left_until_the_player_goes_on(seat: int | None) -> None:
    player = after_a_round(seat=seat)
    assert isinstance(END, RoundEnded)
    left = [tile for hand in END.hands for tile in known_tiles(hand)]

    assert f'href="#{last_tile(EVENTS[:AT])}"' in player.parts()["board"]
    assert re.findall(r'href="#(t\d+)"', player.parts()["seats"]) == [symbol_of(tile) for tile in left]
    assert [int(pips) for pips in re.findall(r"<small>(\d+)</small>", player.parts()["seats"])] == [
        pips_of(hand) for hand in END.hands if hand
    ]
    assert not player.parts()["window"]
    assert not player.parts()["hand"], "the next hand is not seen beside the last board"

    player.press("go-on", "1")

    assert f'href="#{last_tile(EVENTS[:AT])}"' not in player.parts()["board"]
    assert "left-over" not in player.parts()["seats"]
    assert bool(NEXT_TILE.search(player.parts()["hand"])) == (seat is not None)
    assert not player.buttons("actions", "go-on")


def test_it_stays_while_others_play_on_and_says_so() -> None:
    player = after_a_round()
    before = player.parts()

    player.receives(*EVENTS[DEALT + 1 : DEALT + 2])

    assert {part: player.parts()[part] for part in ("board", "seats", "actions")} == {
        part: before[part] for part in ("board", "seats", "actions")
    }
    assert say("round.new") in player.sees("sum")
    assert "turn" in player.sees("sum").partition(say("round.new"))[2]


def test_each_side_has_what_the_round_brought_beside_its_score() -> None:
    player = after_a_round()
    row, scores = player.page.model.sheet.rounds[0], fold(EVENTS[: AT + 1]).scores

    for side, (earned, score) in enumerate(zip(row.sides, scores, strict=True)):
        box = player.parts()["seats"].split("<li")[side + 1]
        assert f'<b class="score">{score} ' in box
        assert (f"+{earned.total}<" in box) == (earned.total > 0)


def test_no_tile_of_the_last_board_moves_where_its_room_gets_another_shape() -> None:
    player = after_a_round()
    before = player.parts()["board"]

    player.press("shape", "900x300")
    assert player.parts()["board"] == before

    player.press("go-on", "1")
    player.receives(*EVENTS[DEALT + 1 : DEALT + 4])
    wide = player.parts()["board"]
    player.press("shape", "300x500")
    assert player.parts()["board"] != wide, "the next one follows its room again"


def test_a_late_press_for_the_last_end_does_not_skip_the_next_one() -> None:
    ends = [at for at, event in enumerate(EVENTS) if isinstance(event, RoundEnded)]
    player = after_a_round(seat=None)
    player.receives(*EVENTS[DEALT + 1 : ends[1] + 1])

    player.press("go-on", "1")

    assert player.buttons("actions", "go-on") == ["2"]


@pytest.mark.parametrize("key", ["1", "ArrowRight", "b", "k", "z", "i"])
def test_keys_for_a_move_do_nothing_in_a_round_that_is_not_to_be_seen_yet(key: str) -> None:
    player = after_a_round()
    before = player.parts()

    player.press("key", key)

    assert player.parts() == before
    assert player.pending == ()


def test_enter_goes_on() -> None:
    player = after_a_round()

    player.press("key", "Enter")

    assert not player.buttons("actions", "go-on")


def test_the_end_of_a_match_opens_its_window_and_the_table_has_the_open_hands_behind_it() -> None:
    at = next(at for at, event in enumerate(EVENTS) if isinstance(event, MatchWon))
    player = at_page(*EVENTS[: at - 1])
    player.receives(*EVENTS[at - 1 : at + 1])

    assert player.sees("window").startswith(say("page.how_it_ended"))
    assert "left-over" in player.parts()["seats"]
    player.press("close", "end")
    assert player.buttons("actions", "order") == ["rematch"]
    assert not player.buttons("actions", "go-on")


def test_what_two_partners_had_left_does_not_touch() -> None:
    events = played_match("all-fives", {"partners": "yes"}, seats=4, chance=1)
    player = at_page(*events[:-2])
    player.receives(*events[-2:])

    assert '<span>out</span> <span class="left-over"' in player.parts()["window"]


def test_a_round_that_had_ended_before_the_page_came_is_no_news() -> None:
    player = at_page(*EVENTS[: DEALT + 1])

    assert not player.buttons("actions", "go-on")
    assert NEXT_TILE.search(player.parts()["hand"])
