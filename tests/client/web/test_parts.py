"""The parts of the page at a table, and its presses."""

import functools
import gc
import json
import re
from collections.abc import Callable, Sequence

import pytest
import trio
from attrs import evolve

from client.actions.action import AnalyseMatch, ChangeSetting, GoTo, NewTable, SeeGames, Show
from client.actions.panel import key_of
from client.model.announcements import Announcement, Subject
from client.model.status import Ended
from client.picture.markup import Markup
from client.picture.svg import symbol_of, symbols
from client.store.browser_games import BrowserGames
from client.store.browser_seats import seat_in
from client.store.saved_seats import SavedSeat
from client.web import board_part, menu_part
from client.web.replay_part import replay_of
from client.web.state import State
from protocol.game.layout import Arm
from protocol.game.presets import PRESETS
from protocol.game.tiles import parse_tile
from protocol.log.choices import choices
from protocol.log.commands import AddBot, EndMatch, Knock, PlayTile, Readmit, Rematch, Start, TakeSeat
from protocol.log.events import Entry, Event, Paused, RoundDealt, RoundEnded, Said, SeatTaken, TilePlayed
from protocol.log.table import Stage, Table
from protocol.names import LONGEST_NAME
from protocol.wire.messages import OpenTable, SeatSummary, Tables, TableSummary
from protocol.wire.notices import PresenceNotice
from tests.client import three_handed as three
from tests.client.at_table import welcome
from tests.client.page_text import read_page
from tests.client.replay.test_replay_analysis import ANALYSIS, MATCH
from tests.client.states import before, hand_of_twelve, has_two_ends, is_my_turn, match_of
from tests.client.store.test_browser_store import row
from tests.client.store.test_my_games import result
from tests.client.web.at_page import PagePlayer, at_page, newcomer
from tests.simulator.interference import pairs_of

GAMES = tuple(PRESETS)
TILE_IN_HAND = re.compile(r'<button type="button" class="(tile[^"]*)" data-press="tile" data-value="([^"]+)"')


def played(*tiles: str) -> list[Event]:
    return three.played(*tiles)


def saved(table: str, game: str) -> SavedSeat:
    return SavedSeat("host:5533", table, "Ann", "t1", game)


# The table.


def test_the_seats_show_names_scores_tiles_and_whose_turn_it_is() -> None:
    player = at_page(*three.game())

    assert player.sees("seats") == "▸In turn: You 0 points 3 tiles Ben 0 points 3 tiles Cho 0 points 3 tiles"
    assert 'class="seat turn mine"' in player.parts()["seats"]
    assert player.page.title == "Your turn - fives"


@pytest.mark.parametrize("game", GAMES)
def test_partners_share_a_box_and_a_score(game: str) -> None:
    player = at_page(*before(game, is_my_turn))
    view = player.page.model.view

    assert player.parts()["seats"].count('class="score"') == len(view.standings)
    assert player.parts()["seats"].count('class="name ') == len(view.table.seats)


def test_under_the_sum_are_its_points_their_owner_and_the_advice() -> None:
    player = at_page(*three.game(), *played("6-4", "6-1"))

    assert player.sees("sum") == "4 + 1 = 5: 5 points for Ben Cho's turn. Tap a tile to have it ready."


def test_the_sum_counts_an_open_double_twice_and_says_when_it_scores_nothing() -> None:
    player = at_page(*three.game(), *played("6-6", "6-1"))

    assert player.sees("sum").startswith("1 + 6 + 6 = 13: no points")


@pytest.mark.parametrize("game", GAMES)
def test_tiles_that_do_not_fit_are_also_marked_in_words(game: str) -> None:
    player = at_page(*before(game, is_my_turn))
    view = player.page.model.view
    shown = TILE_IN_HAND.findall(player.parts()["hand"])

    assert [tile for _, tile in shown] == [str(each) for each in view.my_hand()]
    unfit = [tile for classes, tile in shown if "unfit" in classes]
    assert unfit == [str(each) for each in view.my_hand() if not view.arms_for(each)]
    assert [each.partition(",")[0] for each in player.labels("hand") if "does not fit" in each] == unfit


def test_the_plays_since_my_last_turn_are_marked_on_the_board() -> None:
    player = at_page(*three.game(), *played("6-6", "6-1", "6-5"))

    assert player.parts()["board"].count('class="last"') == 2


def test_the_board_is_drawn_for_the_shape_of_its_space() -> None:
    player = at_page(*before("all-fives", lambda table: is_my_turn(table) and _tiles_on_board(table) > 10))
    boxes = []
    for shape in ("300x500", "1200x400"):
        player.press("shape", shape)
        found = re.search(r'viewBox="(\S+) (\S+) (\S+) (\S+)"', player.parts()["board"])
        assert found is not None
        boxes.append(float(found[3]) / float(found[4]))

    assert boxes[0] < 1 < boxes[1]


def test_the_tiles_are_laid_out_once_for_everybody_at_a_table() -> None:
    board_part.picture_of.cache_clear()

    for seat in (0, 1, 2, None):
        at_page(*three.game(), *played("6-6", "6-1"), seat=seat).page.parts()

    assert board_part.picture_of.cache_info().misses == 1


def test_the_tiles_of_a_set_are_drawn_once_for_every_page() -> None:
    players = [at_page(*three.game(), seat=seat) for seat in (0, 1)]

    drawn = [player.page.parts()["symbols"] for player in players]

    assert drawn[0] is drawn[1] is symbols(6)


def test_ends_with_the_same_pip_have_letters_on_the_board_and_in_words() -> None:
    def has_equal_ends(table: Table) -> bool:
        return has_two_ends(table) and len({end.pip for end in table.round.layout.ends}) == 1 if table.round else False

    player = at_page(*before("fives-and-threes", has_equal_ends))
    pip = player.page.model.view.ends[0].pip

    assert re.findall(r'class="letter"[^>]*>(\w)<', player.parts()["board"]) == ["a", "b"]
    assert player.parts()["board"].count('class="arrow"') == 2
    player.press("tile", str(player.page.model.view.my_plays()[0].tile))
    assert f'aria-label="on the {pip}a' in player.parts()["board"]


def test_a_play_on_a_lone_double_is_offered_once_and_can_be_made_on_either_side() -> None:
    for arm in (Arm.LEFT, Arm.RIGHT):
        player = at_page(*three.game(), *played("6-6"), seat=1)
        assert player.labels("hand")[0] == "6-1, no points on the 6"
        player.press("tile", "6-1")
        assert ghosts(player) == ["left 6-1"]

        player.press("end", arm)
        if arm is Arm.RIGHT:
            player.press("end", arm)

        assert player.pending == (PlayTile(parse_tile("6-1"), arm),)


def ghosts(player: PagePlayer) -> list[str]:
    """The ends and the tile of the places on the board that can be pressed."""
    return [value for value in player.buttons("board", "end") if " " in value]


def _tiles_on_board(table: Table) -> int:
    return 0 if table.round is None else len(table.round.layout.tiles)


# Playing.


@pytest.mark.parametrize("game", GAMES)
def test_a_tap_chooses_a_tile_and_names_the_play_on_the_large_button_and_a_second_tap_plays(game: str) -> None:
    player = at_page(*before(game, is_my_turn))
    tile = next(each.tile for each in player.page.model.view.my_plays())
    player.press("tile", str(tile))

    assert f"Play {tile}" in player.sees("actions")
    assert not player.pending
    player.press("tile", str(tile))

    assert [each.tile for each in player.pending if isinstance(each, PlayTile)] == [tile]


@pytest.mark.parametrize("game", GAMES)
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
    player = at_page(*three.game(), *played("6-6", "6-1", "6-5"))
    player.press("play", "6-6")

    assert player.sees("sum").endswith("You do not hold 6-6.")
    assert "Choose a tile" in player.sees("actions")


def test_a_play_is_prepared_during_another_turn_and_taken_back() -> None:
    player = at_page(*three.game(), *played("6-6", "6-1"))
    player.press("tile", "6-4")
    assert "Play 6-4 on my turn" in player.sees("actions")
    player.press("tile", "6-4")

    assert "6-4, ready" in " ".join(player.labels("hand"))
    assert "Take back 6-4" in player.sees("actions")
    player.press("tile", "6-4")

    assert player.page.model.premoves.play is None


def test_a_prepared_play_is_made_when_the_turn_comes() -> None:
    player = at_page(*three.game(), *played("6-6", "6-1"))
    player.press("play", "2-1 left")
    player.receives(*three.played("6-5", game=three.game(*played("6-6", "6-1"))))

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
    player.page.link._waiting = waiting = trio.CancelScope()

    player.press("key", "Enter")

    assert waiting.cancel_called
    assert player.pending == ()


def _must(table: Table, move: str) -> bool:
    may = choices(table, 0)
    return may.may_draw if move == "draw" else may.may_knock


def test_digits_are_one_number_only_in_quick_succession() -> None:
    player = at_page(*hand_of_twelve())
    hand, now = player.page.model.view.my_hand(), 0.0
    player.page.now = lambda: now

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
    assert player.page.notice is not None
    assert player.page.notice.text == "You hold no tile 0: they go from 1 to 12."


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


# Windows.


@pytest.mark.parametrize("window", ["menu", "chat", "scores", "rules", "history", "who", "hand", "keys", "settings"])
def test_each_window_has_a_title_and_closes(window: str) -> None:
    player = at_page(*before("all-fives", is_my_turn), host=True)
    player.press("show", window)

    assert 'id="window-title"' in player.parts()["window"]
    assert player.buttons("window", "close")
    player.press("close")
    assert not player.parts()["window"]


@pytest.mark.parametrize(
    "closes", [lambda player: player.press("introduced"), lambda player: player.receives(*played("6-6"))]
)
def test_a_new_game_is_introduced_above_the_board_until_it_is_closed_or_the_player_plays(
    closes: Callable[[PagePlayer], None],
) -> None:
    player = newcomer()
    player.page.model.introduction.known = set()
    player.page.model.receive(welcome(head=len(three.OPENING)))
    player.receives(*three.OPENING)
    player.receives(three.DEAL)

    assert player.sees("introduction").startswith(
        "Add up the open ends, up to four, doubles twice: a multiple of 5 scores"
    )
    assert player.buttons("introduction", "show") == ["rules"]
    assert "Add up the open ends" in player.said
    assert player.page.store.to_json()["games"] == ["all-fives"]

    closes(player)
    assert player.parts()["introduction"] == ""


@pytest.mark.parametrize("window", ["menu", "scores", "rules", "settings"])
def test_an_open_window_shows_new_chat_of_others_until_it_is_closed(window: str) -> None:
    player = at_page(*three.game())
    player.press("show", window)
    player.receives(Said(1, "Ben", "hello"), Said(0, "Ann", "hi"))
    assert player.sees("window").endswith("Ben: hello")

    player.press("close")
    player.press("show", window)
    assert "Ben: hello" not in player.sees("window")


def test_after_a_match_the_title_names_the_winner() -> None:
    player = at_page(*match_of("cinq-et-trois"))
    (winner,) = player.page.model.table.won_by
    name = player.page.model.table.seats[winner].name

    assert player.page.title == ("You win - fives" if winner == player.page.model.seat else f"{name} wins - fives")


def test_ending_the_match_is_confirmed_first() -> None:
    player = at_page(*before("all-fives", is_my_turn), host=True)
    player.press("order", "end")
    assert not player.pending
    assert "End the match for everyone?" in player.sees("window")

    player.press("confirm")

    assert player.pending == (EndMatch(),)
    assert not player.parts()["window"]


def test_the_host_lets_a_player_who_is_away_come_back_by_name_after_a_question() -> None:
    player = at_page(*three.OPENING, host=True)
    player.page.model.receive(PresenceNotice(1, here=False))
    player.press("show", "menu")
    assert "Let Ben back in by name" in player.sees("window")

    player.press("order", "readmit 2")
    assert "whoever joins as Ben gets that seat and sees its tiles" in player.sees("window")
    player.press("confirm")

    assert player.pending == (Readmit(1),)


def test_the_end_of_a_round_is_shown_until_it_is_closed() -> None:
    events = match_of("all-fives")
    at = next(at for at, event in enumerate(events) if isinstance(event, RoundEnded))
    player = at_page(*events[:at])
    player.receives(*events[at : at + 2])

    assert player.sees("window").startswith("How it ended")
    player.press("close")
    player.receives(*events[at + 2 : at + 3])
    assert not player.parts()["window"]


def test_the_last_board_of_a_round_is_in_the_window_over_the_next_round() -> None:
    events = match_of("all-fives")
    at = next(at for at, event in enumerate(events) if isinstance(event, RoundEnded))
    last = next(event.tile for event in reversed(events[:at]) if isinstance(event, TilePlayed))
    player = at_page(*events[:at])
    player.receives(*events[at : at + 2])
    assert not player.page.model.view.layout.tiles

    board = player.parts()["window"].partition("<table")[0]

    assert f'href="#{symbol_of(last)}"' in board
    assert 'class="last"' in board
    assert 'data-press="end"' not in board


def test_after_a_match_a_rematch_and_a_replay_are_offered() -> None:
    events = match_of("all-fives")
    player = at_page(*events[:-2])
    player.receives(*events[-2:])
    assert "wins the match" in player.sees("window") or "win the match" in player.sees("window")
    assert "Best play: " in player.sees("window")
    assert any(label.startswith("Scores after each round: ") for label in player.labels("window"))
    for standing in player.page.model.view.standings:
        assert re.search(rf"[AB] \w+ {standing.score}\b", player.sees("window"))
    player.press("order", "rematch")
    assert player.pending == (Rematch(),)

    player.press("show", "replay")
    last = player.sees("window")
    player.press("replay", "back")

    assert player.sees("window") != last


def test_the_replay_and_the_analysis_are_offered_only_after_the_match() -> None:
    player = at_page(*before("all-fives", is_my_turn))
    player.press("show", "menu")
    assert "Analyse" not in player.sees("window")
    started = tasks_of(player)

    for press, value in (
        ("show", "replay"), ("replay", "back"), ("better", ""), ("save-record", ""), ("analyse", ""), ("costly", "0"),
    ):  # fmt: skip
        player.press(press, value)
        assert player.sees("window").endswith("There is no finished match here.")

    assert not started


def test_a_replay_steps_from_the_first_deal_to_the_end() -> None:
    player = at_page(*match_of("all-fives"))
    plays = sum(isinstance(event, TilePlayed) for event in match_of("all-fives"))
    player.press("show", "replay")
    assert f", play {plays} of {plays}." in player.sees("window")

    player.press("replay", "first")
    assert f"Round 1, play 0 of {plays}. Round 1. Ann leads" in player.sees("window")
    player.press("replay", "on")
    assert f"Round 1, play 1 of {plays}. " in player.sees("window")
    player.press("replay", "back")
    player.press("replay", "nowhere")
    assert f"Round 1, play 0 of {plays}." in player.sees("window")


def test_a_replay_has_the_keys_of_the_other_front_ends() -> None:
    player = at_page(*match_of("all-fives"))
    player.press("show", "replay")

    player.press("key", "Home")
    assert ", play 0 of " in player.sees("window")
    player.press("key", "ArrowLeft")
    assert player.sees("window").endswith("This is the beginning.")
    player.press("key", "n")
    assert ", play 1 of " in player.sees("window")
    assert "This is the beginning." not in player.sees("window")
    player.press("key", "c")
    assert player.sees("window").endswith("3-3 is the only tile: sum 6, no points.")
    player.press("key", "q")
    assert player.sees("window") == ""


def test_a_replay_marks_the_player_in_turn() -> None:
    player = at_page(*match_of("all-fives"))
    player.press("show", "replay")
    assert "In turn:" not in player.labels("window")

    player.press("replay", "first")
    assert player.labels("window") == ["In turn:"]
    assert "▸In turn: Ann 0" in player.sees("window")


def test_the_record_is_written_only_when_it_is_asked_for_and_once_at_a_time() -> None:
    player = at_page(*match_of("all-fives"))
    started = tasks_of(player)
    player.press("show", "replay")
    player.press("replay", "back")
    assert "tile_played" not in player.parts()["window"]
    assert len(player.parts()["window"]) < 10_000
    assert not started

    player.press("save-record")
    player.press("save-record")

    assert len(started) == 1


@pytest.mark.parametrize("window", ["scores", "rules", "history"])
def test_a_long_window_is_made_once_for_each_new_entry(window: str, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[State] = []
    make = menu_part._made

    def noted(state: State) -> tuple[str, Markup] | None:
        made.append(state)
        return make(state)

    monkeypatch.setattr(menu_part, "_made", noted)
    first, both = played("6-4"), played("6-4", "6-1")
    player = at_page(*three.game(), *first)
    player.press("show", window)
    before = player.sees("window")
    player.page.receive([])
    assert player.sees("window") == before
    assert len(made) == 1

    player.receives(*both[len(first) :])

    assert (player.sees("window") != before) == (window != "rules")
    assert len(made) == 2


def test_a_replay_goes_from_round_to_round() -> None:
    player = at_page(*match_of("all-fives"))
    rounds = sum(isinstance(event, RoundDealt) for event in match_of("all-fives"))
    player.press("show", "replay")
    player.press("replay", "first")
    seen = [player.sees("window")]

    for _ in range(1, rounds):
        player.press("replay", "round-on")
        seen.append(player.sees("window"))

    assert all(f"Round {number}. " in text for number, text in enumerate(seen, start=1))
    player.press("replay", "round-back")
    assert player.sees("window") == seen[-2]


# The analysis.


def tasks_of(player: PagePlayer) -> list[object]:
    """The tasks that the page starts from now on. They do not run."""
    tasks: list[object] = []
    player.page.start = lambda *task: tasks.append(task)
    return tasks


def analysed() -> PagePlayer:
    """A player whose last match is analysed."""
    player = at_page(*MATCH)
    replay = replay_of(player.page)
    assert replay is not None
    replay.take_analysis(ANALYSIS)
    return player


def test_an_analysis_lists_how_each_played_and_the_costliest_plays_each_leading_to_its_place() -> None:
    player = analysed()
    player.press("key", "A")
    text = player.sees("window")
    assert "Ann lost 14 in 100 chances to win, accuracy 92 %: 1 mistake. 2 hints taken." in text
    assert "Luck changed the chances to win: Ann +12 in 100, Ben -12 in 100." in text
    assert "The costliest plays, without those of bots Round 1: " in text
    assert "instead of 0-0 on the 1 cost 7 in 100 chances to win: a mistake." in text
    (number,) = player.buttons("window", "costly")

    player.press("costly", number)

    assert player.sees("window").startswith("Replay")
    assert "Better: 0-0" in player.sees("window")
    assert "What was played" in player.sees("window")


def test_the_replay_says_how_good_a_play_was_and_shows_the_better_one() -> None:
    player = analysed()
    player.press("costly", "0")
    better = player.parts()["window"]
    player.press("better")
    assert "A mistake, which cost 7 in 100: 0-0 on the 1 wins 57 in 100 matches, this 50." in player.sees("window")
    assert player.parts()["window"] != better

    player.press("better")
    assert player.parts()["window"] == better
    player.press("replay", "on")
    assert not player.buttons("window", "better")


def test_a_match_of_bots_alone_or_without_loss_has_no_costliest_play() -> None:
    player = at_page(*MATCH)
    replay = replay_of(player.page)
    assert replay is not None
    replay.take_analysis(evolve(ANALYSIS, plays=ANALYSIS.plays[:1]))
    player.press("analyse")

    assert "No play lost anything that could be measured." in player.sees("window")


def test_the_menu_starts_the_analysis() -> None:
    player = at_page(*MATCH)
    started = tasks_of(player)
    player.press("show", "menu")

    player.choose("menu", AnalyseMatch())

    assert len(started) == 1
    assert "Analysing ..." in player.sees("window")


@pytest.mark.parametrize("leaves", [("close", ""), ("show", "replay"), ("stop-analysis", ""), ("key", "Escape")])
def test_leaving_the_window_of_a_running_analysis_stops_it(leaves: tuple[str, str]) -> None:
    player = at_page(*MATCH)
    started = tasks_of(player)
    player.press("analyse")
    player.press("analyse")
    scope = player.page.analysing
    assert len(started) == 1
    assert scope is not None
    assert "Analysing ..." in player.sees("window")
    assert 'role="status"' in player.parts()["window"]

    player.press(*leaves)

    assert scope.cancel_called
    player.press("analyse")
    assert len(started) == 2


def test_the_replay_and_the_analysis_of_a_match_close_when_another_one_begins() -> None:
    player = analysed()
    player.press("analyse")

    player.page.model.receive(welcome(head=len(three.OPENING), game="g2"))
    player.receives(*three.game())

    assert not player.parts()["window"]
    assert player.page.replay is None


# The player's games.


def test_my_games_are_listed_newest_first_with_their_outcomes_and_totals() -> None:
    stored = BrowserGames("host:5533")
    stored.save(result("Ann Dai", game="lost", won_by=(1,), scores=(40, 60)), [])
    stored.save(result("Ann Ben Cho/club", game="won", at="2026-01-03T03:04:05Z"), [])
    player = newcomer(stored=json.loads(json.dumps({"name": "Ann", "finished": stored.rows})))
    player.page.receive(player.page.model.receive(Tables(())))
    player.choose("tables", SeeGames())

    assert player.sees("window").removeprefix("My games ✕ ") == (
        "Tap a match to see it again. "
        "All Fives 2026-01-03 03:04 UTC You won with 60, Ben 40, Cho 40 With Ben and Cho (club) "
        "All Fives 2026-01-02 03:04 UTC Dai won 60 to 40 With Dai "
        "Totals All Fives: 2 games, 1 won, 12.5 points a round. With club bots: 1 game, 1 won, 15.0 points a round. "
        "With Ben: 1 game, 1 won, 15.0 points a round. With Dai: 1 game, 0 won, 10.0 points a round."
    )


def test_my_games_are_in_the_menu_of_a_table_and_have_the_key_of_the_full_screen() -> None:
    player = at_page(*before("all-fives", is_my_turn))
    player.press("show", "menu")
    player.choose("menu", SeeGames())
    assert player.sees("window").startswith("My games")
    player.press("close")

    player.press("key", "G")

    assert player.sees("window").startswith("My games")


@pytest.mark.parametrize(
    "odd",
    [
        row(seat=9), row(seat=-1), row(won_by=[-5, 7]), row(scores=[]), row(players=[]), row(bots=[]), row(rounds=-3),
        row(at="<b>"), row(preset="<b>", players=["<b>", "\x1b[31m"]), row(rounds=0), row(partners=True, won_by=[1]),
    ],
)  # fmt: skip
def test_an_odd_stored_game_is_shown_as_text(odd: list[object]) -> None:
    player = newcomer(stored={"name": "Ann", "finished": [odd]})
    player.press("show", "games")

    assert "Totals" in player.sees("window")
    assert re.findall("<b>(?!<bdi>)", player.parts()["window"]) == []


# Before a match.


def test_in_the_waiting_room_seats_are_taken_bots_added_and_the_match_begun() -> None:
    player = at_page(*three.OPENING[:1], seat=None, host=True)
    assert "Seat" not in player.parts()["seats"]
    player.press("order", player.buttons("waiting", "order")[1])
    player.press("level", {"level": "master"})
    player.press("order", "bot 3 master")
    player.press("order", "start")

    assert player.pending == (TakeSeat(0), AddBot(2, "master"), Start())


def test_a_seated_player_is_offered_no_other_seat() -> None:
    player = at_page(*three.OPENING[:2], host=True)

    assert player.buttons("waiting", "order") == ["change", "stand", "bot 2 club", "bot 3 club", "start"]


def test_the_first_player_of_a_table_without_a_host_begins_and_seats_bots_and_no_more() -> None:
    with_a_bot = (*three.OPENING[:3], SeatTaken(2, "Ada", "club"))
    first, other = at_page(*with_a_bot, may_begin=True), at_page(*with_a_bot, seat=1)

    assert first.buttons("waiting", "order") == ["stand", "unbot 3", "start"]
    assert other.buttons("waiting", "order") == ["stand"]
    assert "or when the host or the first player begins it" in other.sees("waiting")
    assert "bot 3 club" in at_page(*three.OPENING[:3], may_begin=True).buttons("waiting", "order")
    first.press("order", "start")
    first.press("kick", "1")
    assert [type(each) for each in first.pending] == [Start]
    assert "Only the host of the table can do that." in first.sees("waiting")


def test_the_lobby_lists_tables_and_the_form_opens_one() -> None:
    player = newcomer()
    seats = (SeatSummary("Ben", here=True), SeatSummary())
    oak = TableSummary("oak", "g1", "all-fives", seats, Stage.SEATING)
    player.page.receive(player.page.model.receive(Tables((oak, evolve(oak, table="elm")))))
    assert "oak All Fives, waiting for players, Ben, 1 free seat Join Watch" in player.sees("lobby")

    player.choose("tables", NewTable())
    player.press("fill", {"game": "playroom"})
    player.press("fill", {"seats": "99"})
    assert "seats: '99' is not valid: it takes 2 to 5." in player.sees("window")
    player.press("fill", {"seats": "5"})
    player.press("step", "bots 1")
    player.press("open", {"target": "100"})

    opened = [each for each in player.page.model.pending.outbox if isinstance(each, OpenTable)]
    assert [(each.rules, each.seats, each.bots, each.set) for each in opened] == [("playroom", 5, 1, {"target": "100"})]
    assert not player.parts()["window"]


def visitor(*tables: TableSummary, linked: str | None = None) -> PagePlayer:
    """A visitor without a name who sees these tables, with the link of a table."""
    player = newcomer()
    page = player.page
    page.named, page.has_looked = trio.Event(), True
    page.model.lobby.update(Tables(tables))
    assert page.link is not None
    page.link.linked_table = linked
    return player


FREE = SeatSummary()


def test_the_first_page_has_the_table_of_the_link_and_else_the_hosts_own() -> None:
    oak = TableSummary("oak", "g1", "all-fives", (FREE, FREE), Stage.SEATING, home=True)
    ash = TableSummary("ash", "g2", "playroom", (CY, BOT, FREE), Stage.SEATING, locked=True)

    assert visitor(oak, ash).sees("lobby").startswith("Table oak All Fives, 2 of 2 seats free")
    linked = visitor(oak, ash, linked="ash").sees("lobby")
    assert linked.startswith("Cy's table Playroom's Fives and Threes, 1 of 3 seats free Cy and Edith (bot) are there.")
    assert "It needs a password." in linked


def test_the_first_page_says_that_a_match_is_running_and_full() -> None:
    full = TableSummary("oak", "g1", "all-fives", (BEN, CY), Stage.PLAYING)

    assert "no seat free Ben and Cy are there. The match is running, and every seat is taken." in visitor(full).sees(
        "lobby"
    )


def test_the_first_page_lists_tables_if_none_is_meant() -> None:
    tables = [TableSummary(name, name, "all-fives", (BEN, FREE), Stage.SEATING) for name in ("oak", "ash")]

    assert (
        visitor(*tables)
        .sees("lobby")
        .startswith(
            "Tables of this host Ben's table: All Fives, 1 of 2 seats free Ben's table: All Fives, 1 of 2 seats free"
        )
    )


def test_a_link_to_a_table_that_is_gone_leads_to_the_match_that_was_played_there() -> None:
    player = visitor(linked="oak")
    player.page.store.games = BrowserGames("host:5533")
    assert "There is no table oak here Its match has ended and everybody has left" in player.sees("lobby")

    player.page.store.games.save(result("Ann Ben", table="oak"), [])
    assert "There is no table oak here 2026" in player.sees("lobby")


def test_the_form_has_its_house_rules_in_groups_and_marks_what_differs() -> None:
    player = newcomer()
    player.page.receive(player.page.model.receive(Tables(())))
    player.choose("tables", NewTable())
    player.press("fill", {"hand": "5"})

    text = player.sees("window")
    assert "House rules: 1 changed" in text
    assert "Tiles each *" in text
    assert text.index("Password") < text.index("House rules") < text.index("Who leads") < text.index("Winning")
    assert "Double in turn" in text


def test_a_name_in_the_waiting_room_is_written_as_it_is() -> None:
    player = at_page(three.OPENING[0], SeatTaken(0, "Ann"), SeatTaken(1, "Ben Jr."))

    assert '<span class="who">Ben Jr.</span>' in player.parts()["waiting"]
    assert '<span class="who">You</span>' in player.parts()["waiting"]
    assert '<span class="who">Free</span>' in player.parts()["waiting"]


def test_a_line_of_chat_is_read_out_each_time_it_is_said() -> None:
    player = at_page(*three.game())
    _ = player.said
    player.receives(Said(1, "Ben", "ha"), Said(1, "Ben", "ha"))

    assert player.said == "Ben: ha Ben: ha"


def test_the_halves_of_a_line_of_chat_are_told_apart_whatever_is_in_the_name() -> None:
    player = at_page(*three.game())
    player.page.take_said()
    player.receives(Said(1, "Ben: so", "hello"))
    player.press("show", "chat")

    line = "<bdi>Ben: so</bdi>: <bdi>hello</bdi>"
    assert line in "".join(player.page.take_said())
    assert line in player.parts()["window"]


def test_a_refusal_stays_while_others_play_and_an_answer_goes_with_the_next_turn() -> None:
    history = three.game(*played("6-6"))
    refused, answered = at_page(*history), at_page(*history)
    refused.press("order", "hint")
    answered.press("order", "autoknock on")
    assert "You can take a hint only on your turn." in refused.sees("sum")
    assert "Autoknock is on." in answered.sees("sum")

    for player in (refused, answered):
        player.receives(*three.played("6-1", game=history))
    assert "You can take a hint only on your turn." in refused.sees("sum")
    assert "Cho's turn." in answered.sees("sum")

    refused.receives(*three.played("6-5", game=(*history, *three.played("6-1", game=history))))
    assert "only on your turn" not in refused.sees("sum")


def test_a_line_of_the_form_with_a_short_list_of_values_offers_each_and_any_other_is_typed() -> None:
    player = newcomer()
    player.page.receive(player.page.model.receive(Tables(())))
    player.choose("tables", NewTable())
    player.press("fill", {"game": "fives-and-threes"})

    window = read_page(player.parts()["window"])
    offered = {select.attributes["name"]: [row.text for row in select.all("option")] for select in window.all("select")}
    typed = {field.attributes["name"] for field in window.all("input")}
    assert offered["max_pip"] == ["Double-6", "Double-9", "Double-12"]
    assert offered["partners"] == ["Yes", "No"]
    assert offered["away"] == ["Wait", "A bot plays"]
    assert offered["pips_divisor"] == ["No points", "By threes", "By fives"]
    assert {"bots", "target", "hand", "divisors", "password"} <= typed
    assert not typed & offered.keys()


def test_a_form_that_was_closed_still_has_what_was_entered_until_the_table_is_opened() -> None:
    player = newcomer()
    player.page.receive(player.page.model.receive(Tables(())))
    new_table = f"tables {key_of(NewTable())}"
    for press, value in (("choose", new_table), ("fill", {"target": "90"}), ("close", ""), ("choose", new_table)):
        player.press(press, value)
    assert player.page.form.value("target") == "90"

    player.press("open", {})
    player.choose("tables", NewTable())
    assert player.page.form.given == {}


def test_house_rules_are_saved_by_name_in_the_browser_and_offered_again() -> None:
    player = newcomer()
    player.page.receive(player.page.model.receive(Tables(())))
    player.choose("tables", NewTable())
    assert "Save these house rules" not in player.sees("window"), "nothing differs from the game's own rules"
    player.press("fill", {"game": "all-fives"})
    player.press("fill", {"hand": "5"})
    player.press("save-rules", {"text": ""})
    assert "A name has 1 to 24 characters." in player.sees("window")
    player.press("save-rules", {"text": " Friday "})
    assert "Saved as Friday." in player.said
    stored = json.loads(json.dumps(player.page.store.to_json()))
    assert stored["rules"] == [{"name": "Friday", "game": "all-fives", "rules": {"hand": "5"}}]

    again = newcomer(stored=stored)
    again.page.receive(again.page.model.receive(Tables(())))
    again.choose("tables", NewTable())
    assert "Your house rules Friday" in again.sees("window")
    again.press("use-rules", "Friday")
    assert again.page.form.given == {"game": "all-fives", "hand": "5"}

    again.press("delete-rules", "Friday")
    assert "Friday is deleted." in again.said
    assert "rules" not in again.page.store.to_json()


def test_a_player_in_a_match_is_asked_before_the_form_for_another_table_opens() -> None:
    player = at_page(*before("all-fives", is_my_turn))
    player.choose("tables", NewTable())
    assert "The match goes on" in player.sees("window")

    player.press("confirm")

    assert player.sees("window").startswith("Open a table")


# Trust.


def test_a_hostile_name_stays_text_in_every_part_and_window() -> None:
    hostile = '<img src=x onerror="alert(1)">'
    events = [evolve(each, name=hostile) if isinstance(each, SeatTaken) else each for each in match_of("all-fives")]
    player = at_page(*events[:-2], host=True)
    player.receives(*events[-2:])
    for window in ("end", "menu", "chat", "scores", "rules", "history", "who", "hand", "replay", "analysis"):
        player.page.show(window)
        shown = "".join([*player.parts().values(), *player.page.take_said()])
        assert "<img" not in shown


def test_names_and_chat_from_right_to_left_are_isolated() -> None:
    name, said, isolated = "שרה 7", "שלום, מה נשמע?", "\u2068שרה\u2069"
    events = [evolve(each, name=name) if isinstance(each, SeatTaken) and each.seat else each for each in three.game()]
    player = at_page(*events)
    _ = player.said
    player.receives(Said(1, name, said), *played("6-6"))
    assert f"<bdi>{name}</bdi>" in player.parts()["seats"]
    assert f"{isolated} 7's turn" in player.sees("sum")
    assert player.page.title == f"{isolated} 7's turn - fives"
    assert f"<bdi>{name}</bdi>: <bdi>{said}</bdi>" in "".join(player.page.take_said())

    player.press("show", "chat")
    assert f"<bdi>{name}</bdi>: <bdi>{said}</bdi>" in player.parts()["window"]
    player.press("show", "who")
    assert isolated in player.sees("window")
    player.press("show", "scores")
    assert f"<bdi>{name}</bdi>" in player.parts()["window"]


def test_a_press_sends_a_name_from_right_to_left_unchanged() -> None:
    player = newcomer()
    table = TableSummary("שרה", "g1", "all-fives", (SeatSummary(), SeatSummary()), Stage.SEATING)
    player.page.receive(player.page.model.receive(Tables((table,))))

    assert "tables GoTo(table='שרה', password=None, watches=False)" in player.buttons("lobby", "choose")
    assert "<bdi>שרה</bdi>" in player.parts()["lobby"]


@pytest.mark.parametrize("number", range(3))
def test_games_that_differ_only_in_hidden_tiles_make_the_same_page(number: int) -> None:
    """Even a page that receives the hidden tiles shows none of them."""
    for pair in pairs_of(number):
        one, other = (
            at_page(*(each.event for each in events), seat=pair.viewer, sees_all=True)
            for events in (pair.one, pair.other)
        )
        for window in ("", "menu", "scores", "history", "hand", "end", "replay", "analysis"):
            one.page.show(window)
            other.page.show(window)
            assert one.page.parts() == other.page.parts()
        assert one.page.take_said() == other.page.take_said()


@pytest.mark.parametrize("number", range(2))
def test_what_others_have_been_shown_changes_nothing(number: int) -> None:
    """The browsers of a page share caches, also with those who see other tiles."""
    for pair in pairs_of(number):
        _clear_caches()
        alone = _everything(pair.one, pair.viewer)
        _clear_caches()
        for person in (*pair.people, None):
            if person != pair.viewer:
                _everything(pair.other, person)
                _everything(pair.one, person)

        assert _everything(pair.one, pair.viewer) == alone


def _everything(entries: Sequence[Entry], seat: int | None) -> list[object]:
    """Everything that this viewer is shown of a game."""
    player = at_page(*(entry.event for entry in entries), seat=seat)
    shown: list[object] = [player.page.title, player.page.take_said()]
    for window in ("", "menu", "scores", "history", "end"):
        player.page.show(window)
        shown.append(player.page.parts())
    return shown


def _clear_caches() -> None:
    for cached in gc.get_objects():
        if isinstance(cached, functools._lru_cache_wrapper) and cached.__module__.startswith(("client", "protocol")):
            cached.cache_clear()


def test_the_way_back_leads_to_the_seat_at_this_table_even_if_another_was_saved_later() -> None:
    player = at_page(*three.game())
    for seat in (saved("oak", "g1"), saved("ash", "g2")):
        player.page.store.seats.save(seat)

    player.press("show", "menu")

    (back,) = re.findall('href="#seat=([^"]+)"', player.parts()["window"])
    assert seat_in(back, "host:5533") == saved("oak", "g1")


def test_the_menu_of_a_match_that_has_ended_leads_to_its_replay() -> None:
    player = at_page(*match_of("all-fives"))
    player.press("show", "menu")

    player.choose("menu", Show("replay"))

    assert player.sees("window").startswith("Replay")


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


# The connection has ended, or is lost.

SENT_AWAY = "The host has sent you away from the table."


def nothing_to_press(player: PagePlayer) -> bool:
    found = [press for part in player.parts().values() for press in re.findall('data-press="([^"]+)"', part)]
    return found == ["reconnect"]


def test_a_page_whose_connection_has_ended_in_a_match_offers_only_to_connect_again() -> None:
    player = at_page(*three.game())
    player.press("tile", "6-4")

    player.page.model.status = Ended(SENT_AWAY)

    assert nothing_to_press(player)
    assert SENT_AWAY in player.sees("status")
    assert "Your turn" not in "".join(player.parts().values())
    assert ' quiet"' in player.parts()["board"]


def test_a_page_whose_connection_has_ended_in_the_waiting_room_offers_only_to_connect_again() -> None:
    player = at_page(*three.game()[:2], host=True)

    player.page.model.status = Ended(SENT_AWAY)

    assert nothing_to_press(player)
    assert "Friends join" not in player.sees("waiting")


def test_a_page_whose_connection_has_ended_without_a_table_offers_to_connect_again() -> None:
    player = newcomer()

    player.page.model.status = Ended("No connection.")

    assert nothing_to_press(player)


def test_a_page_whose_seat_is_used_elsewhere_leaves_words_and_button_to_the_script() -> None:
    player = at_page(*three.game())

    player.page.model.status = Ended("You have taken this seat somewhere else.", is_elsewhere=True)

    assert "data-press" not in "".join(player.parts().values())
    assert "somewhere else" not in player.sees("status")


def test_a_lost_connection_says_once_that_the_game_is_saved() -> None:
    player = at_page(*three.game())
    assert player.said

    player.page.receive(player.page.model.connection_lost("the host was shut down", 1.0))

    assert player.said == ""
    assert "The host was shut down. The game is saved, and goes on when the host is there again." in player.sees(
        "status"
    )


def test_a_refused_name_stays_in_its_field_which_takes_no_longer_one() -> None:
    player = newcomer()
    player.page.named = trio.Event()

    player.press("name", {"text": "you"})

    part = player.parts()["lobby"]
    assert f'maxlength="{LONGEST_NAME}"' in part
    assert "data-empties" not in part
    assert "This name cannot be used: the game itself uses" in player.sees("lobby")


# What a player is asked, offered and told.


@pytest.mark.parametrize(
    ("press", "value", "question"),
    [
        ("order", "end", "End the match for everybody?"),
        ("order", "open", "Open another table?"),
        ("order", "open all-fives", "Open another table?"),
        ("order", "join ash", "Go to table ash?"),
        ("kick", "1", "Send Ben away?"),
    ],
)
def test_a_question_says_what_it_asks(press: str, value: str, question: str) -> None:
    player = at_page(*three.game(), host=True)

    player.press(press, value)

    assert player.sees("window").startswith(question)


def in_lobby(*seats: SeatSummary) -> PagePlayer:
    """A newcomer who sees one table that plays, with these seats."""
    player = newcomer()
    announcements = player.page.model.receive(Tables((TableSummary("oak", "g1", "all-fives", seats, Stage.PLAYING),)))
    player.page.receive(announcements)
    return player


BEN, CY, BOT = SeatSummary("Ben", here=True), SeatSummary("Cy", here=True), SeatSummary("Edith", "club")


def test_a_full_table_offers_to_watch_and_not_to_join_unless_a_seat_there_is_the_player_s() -> None:
    player = in_lobby(BEN, CY)
    assert "oak All Fives, playing, Ben and Cy Watch Open a table" in player.sees("lobby")

    player.page.model.lobby.own_tables = frozenset(["oak"])
    assert "Ben and Cy, your seat Take your seat Watch Open a table" in player.sees("lobby")
    player.choose("tables", GoTo("oak"))
    assert player.page.model.session.wanted_table == "oak"


def test_a_refusal_in_the_lobby_is_said_once() -> None:
    player = in_lobby(BEN, CY)
    assert player.said

    player.page.receive([Announcement(Subject.REFUSED, "Every seat of table oak is taken.")])

    assert "Every seat of table oak is taken." in player.sees("lobby")
    assert player.said == ""


def with_plays(many: int) -> Callable[[Table], bool]:
    return lambda table: is_my_turn(table) and len(choices(table, 0).plays) == many


def test_a_hint_is_offered_only_where_there_is_a_choice() -> None:
    two, one = (at_page(*before("all-fives", with_plays(many))) for many in (2, 1))
    none = at_page(*three.game(), *played("6-4", "6-1", "5-1"))

    assert none.buttons("actions", "order") == ["draw"]
    assert "hint" not in one.buttons("actions", "order")
    assert "hint" in two.buttons("actions", "order")


def test_the_chat_button_counts_what_others_have_said_since_the_chat_was_open() -> None:
    player = at_page(*three.game())
    assert "Chat More" in player.sees("actions")

    player.receives(Said(1, "Ben", "hello"), Said(0, "Ann", "hi"), Said(2, "Cho", "hello"))
    assert "Chat 2 new messages More" in player.sees("actions")

    player.press("show", "chat")
    player.receives(Said(1, "Ben", "your turn"))
    player.press("close")
    assert "Chat More" in player.sees("actions")


def test_an_open_window_says_that_it_is_my_turn() -> None:
    events = three.played("6-4", "6-1", "5-1")
    player = at_page(*three.game(), *events[:-1])
    player.press("show", "chat")

    player.receives(events[-1])

    assert player.sees("window").endswith("Your turn. 2 tiles. Nothing fits: draw, 19 left.")
