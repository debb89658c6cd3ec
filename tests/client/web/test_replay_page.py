"""The replay's slider, its rounds, its running by itself and its views; the list of games and the history."""

import re

import pytest
from attrs import evolve

from client.actions.key_row import PAGE, rows_of
from client.actions.keys import REPLAY
from client.replay.cursor import Replay
from client.store.browser_games import MOST_GAMES, BrowserGames
from client.web.games_windows import AT_ONCE
from client.web.past_game import PastGame
from protocol.log.events import MatchWon, RoundDealt, RoundEnded, TilePlayed
from protocol.wire.messages import OpenTable
from protocol.wire.record import Header, Record
from tests.client.states import before, is_my_turn, match_of
from tests.client.store.test_my_games import result
from tests.client.web.at_page import PagePlayer, at_page, newcomer, replayed
from tests.played import entered, played_match

EVENTS = match_of("all-fives")
ROUNDS = sum(isinstance(event, RoundDealt) for event in EVENTS)


def replaying() -> tuple[PagePlayer, Replay]:
    """A player who sees the replay of the match that has ended, at its first deal."""
    player = at_page(*EVENTS)
    player.press("show", "replay")
    player.press("replay", "first")
    replay = replayed(player).replay
    assert replay is not None
    return player, replay


def slider(player: PagePlayer) -> dict[str, str]:
    """The attributes of the slider."""
    (found,) = re.findall(r"<input [^>]*data-at[^>]*>", player.page.parts()["window"])
    return dict(re.findall(r'([\w-]+)="([^"]*)"', found))


def reaches_the_end(player: PagePlayer) -> bool:
    at = slider(player)
    return at["data-at"] == at["max"]


# The slider and the rounds.


@pytest.mark.slow("draws every step of a match")
def test_every_step_is_a_place_on_the_slider_which_says_round_and_play() -> None:
    player, replay = replaying()
    seen = [player.sees("window")]
    while not reaches_the_end(player):
        player.press("replay", "on")
        assert slider(player)["data-at"] == str(len(seen))
        seen.append(player.sees("window"))
    plays = sum(isinstance(event, TilePlayed) for event in EVENTS)
    assert slider(player)["aria-valuetext"] == f"Round {ROUNDS}, play {plays} of {plays}"

    for step in range(len(seen) - 1, -1, -1):
        player.press("slide", str(step))
        assert player.sees("window") == seen[step]
    assert slider(player)["aria-valuetext"] == f"Round 1, play 0 of {plays}"
    assert replay.is_at_end is False


@pytest.mark.parametrize("odd", ["", "-1", "x", "1e3", "9" * 30, "²"])
def test_a_place_that_the_slider_does_not_have_changes_nothing(odd: str) -> None:
    player, _ = replaying()
    shown = player.sees("window")
    player.press("slide", odd)
    player.press("round", odd)
    player.press("replay-speed", {"text": odd})

    assert player.sees("window") == shown


def test_a_place_beyond_the_end_is_the_end() -> None:
    player, _ = replaying()
    player.press("slide", "99999")

    assert reaches_the_end(player)


def test_each_round_has_a_button_with_the_scores_after_it() -> None:
    player, replay = replaying()
    assert player.buttons("window", "round") == [str(number) for number in range(1, ROUNDS + 1)]
    assert replay.rounds[-1].scores == player.page.model.table.scores

    for number in range(ROUNDS, 0, -1):
        player.press("round", str(number))
        assert f"Round {number}. " in player.sees("window")
        assert replay.table.scores == (
            (0,) * len(replay.table.scores) if number == 1 else replay.rounds[number - 2].scores
        )
        shown = re.findall(r'data-value="(\d+)" [^>]*aria-current="true"', player.page.parts()["window"])
        assert shown == [str(number)]


def test_the_scores_of_more_than_four_sides_are_only_in_the_name_of_the_button() -> None:
    few, replay = replaying()
    assert "·".join(map(str, replay.rounds[0].scores)) in few.sees("window")

    player = with_a_past_game(newcomer(), seats=5)
    assert any(label.startswith("Scores: Ann ") for label in player.labels("window"))
    assert "·" not in player.sees("window")


# Running by itself.


def test_a_replay_runs_by_itself_at_its_speed_and_stops_at_the_end() -> None:
    player, replay = replaying()
    player.press("tick")
    assert slider(player)["data-at"] == "0", "it does not run"
    player.press("run")
    assert slider(player)["data-every"] == "1000"
    player.press("replay-speed", {"text": "4"})
    assert slider(player)["data-every"] == "250"

    for _ in range(replay.steps[1] + 5):
        player.press("tick")
    assert reaches_the_end(player)
    assert "data-every" not in slider(player)

    player.press("run")
    assert (slider(player)["data-at"], slider(player)["data-every"]) == ("0", "250")


@pytest.mark.parametrize(
    ("press", "value"), [("run", ""), ("replay", "back"), ("slide", "3"), ("round", "2"), ("key", "ArrowLeft")]
)
def test_a_replay_that_runs_is_paused_by_each_step_of_the_player(press: str, value: str) -> None:
    player, _ = replaying()
    player.press("run")
    player.press("tick")
    player.press(press, value)

    assert "data-every" not in slider(player)


def test_a_replay_whose_window_is_closed_does_not_run_on() -> None:
    player, replay = replaying()
    player.press("run")
    player.press("close")
    player.press("tick")

    assert not replay.is_playing
    assert replay.steps[0] == 0


# Keys and views.


def test_every_key_of_a_replay_does_something_on_the_page() -> None:
    keys = {key for row in rows_of(REPLAY, PAGE) for key in row.does}
    assert {"space", "+", "-", "f"} <= keys
    player, replay = replaying()
    player.press("key", " ")
    assert replay.is_playing
    player.press("key", "+")
    assert slider(player)["data-every"] == "500"
    player.press("key", "-")
    player.press("key", "-")
    assert slider(player)["data-every"] == "2000"
    player.press("key", " ")
    assert not replay.is_playing


def test_a_view_hides_what_that_player_did_not_see() -> None:
    player, replay = replaying()
    open_ = player.page.parts()["window"]
    player.press("key", "f")
    assert replay.viewed == 0
    assert "tiles, not seen" in player.page.parts()["window"]
    assert '<option value="0" selected="">As Ann saw it' in player.page.parts()["window"]

    player.press("replay-view", {"text": ""})
    assert player.page.parts()["window"] == open_
    player.press("replay-view", {"text": "99"})
    assert player.page.parts()["window"] == open_


@pytest.mark.parametrize(("key", "title"), [("s", "Score sheet"), ("r", "Rules of this table"), ("?", "Keys")])
def test_a_window_over_a_replay_leads_back_to_it(key: str, title: str) -> None:
    player, _ = replaying()
    player.press("round", "2")
    shown = player.sees("window")
    player.press("key", key)
    assert player.sees("window").startswith(title)
    if key == "s":
        assert "Total 0 " not in player.sees("window"), "the sheet goes as far as the replay"
    player.press("close")

    assert player.sees("window") == shown
    player.press("close")
    assert player.sees("window") == ""


# Older matches.


def with_a_past_game(player: PagePlayer, seats: int = 3) -> PagePlayer:
    """The player, who has chosen an older match with more pips, which has arrived."""
    events = played_match("playroom", {"max_pip": "9"}, seats)
    player.press("show", "replay")
    past = replayed(player).past = PastGame(result(game="old"))
    past.replay = Replay(Record(Header("old", "oak", ""), tuple(entered(events))), is_drawn=True)
    return player


def test_an_older_match_has_its_own_tiles_sheet_and_rules_also_without_a_table() -> None:
    player = with_a_past_game(newcomer())
    assert 'id="t0909"' in player.page.parts()["symbols"]
    assert "Round 1, play 0 of " in player.sees("window")
    assert player.buttons("window", "show") == ["replay-play-on", "games"]
    player.press("key", "r")
    assert "Playroom" in player.sees("window")
    player.press("close")
    player.press("analyse")
    player.press("show", "replay")
    assert "Round 1, play 0 of " in player.sees("window")

    player.press("close")
    assert replayed(player).past is None


def test_playing_on_asks_the_host_for_a_table_with_this_match() -> None:
    player = with_a_past_game(at_page(*EVENTS))
    player.press("round", "1")
    player.press("key", "P")
    assert "Bots play for all others" in player.sees("window")

    player.press("choose", player.buttons("window", "choose")[0])

    (asked,) = [asked for asked in player.page.model.pending.outbox if isinstance(asked, OpenTable)]
    assert asked.rules == "playroom"
    assert asked.play_on is not None
    assert (asked.play_on.game, asked.play_on.name) == ("old", "Ann")
    assert player.page.model.earlier.records[-1].header.game == "old"


def test_at_the_end_of_a_match_nothing_can_be_played_on() -> None:
    player = with_a_past_game(at_page(*EVENTS))
    player.press("replay", "last")

    player.press("show", "replay-play-on")

    assert "the match ends here" in player.sees("window")
    assert player.buttons("window", "choose") == []


def test_another_round_and_another_match_at_the_table_leave_an_older_match_open() -> None:
    at = next(at for at, event in enumerate(EVENTS) if isinstance(event, RoundEnded))
    player = with_a_past_game(at_page(*EVENTS[:at]))
    shown = player.sees("window")
    player.receives(*EVENTS[at : at + 2])

    assert player.sees("window").startswith(shown.split(" Round 1")[0])
    assert replayed(player).past is not None


def test_the_replay_of_the_table_comes_after_an_older_one() -> None:
    player = with_a_past_game(at_page(*EVENTS))
    player.press("show", "games")
    player.press("show", "replay")

    assert replayed(player).replay is replayed(player).ended


# The list of games.


def test_the_list_of_games_is_shown_in_pieces() -> None:
    games = BrowserGames("host:5533")
    for number in range(MOST_GAMES):
        games.save(result(game=f"g{number}"), [])
    player = newcomer(stored={"name": "Ann", "finished": games.rows})
    player.press("show", "games")
    many = len(games.rows)
    listed = [f"g{number}" for number in range(MOST_GAMES - 1, MOST_GAMES - 1 - many, -1)]
    assert player.buttons("window", "past") == listed[:AT_ONCE]

    player.press("older-games")
    assert player.buttons("window", "past") == listed[: 2 * AT_ONCE]
    for _ in range(MOST_GAMES // AT_ONCE):
        player.press("older-games")
    assert player.buttons("window", "past") == listed
    assert "Older matches" not in player.sees("window")


def test_a_match_that_was_watched_or_ended_by_the_host_says_so() -> None:
    games = BrowserGames("host:5533")
    games.save(evolve(result("Ben Cho", game="g1"), seat=None), [])
    games.save(evolve(result(game="g2"), won_by=()), [])
    player = newcomer(stored={"name": "Ann", "finished": games.rows})
    player.press("show", "games")

    assert "Ended by the host With Ben" in player.sees("window")
    assert "Ben won 60 to 40 Watched, Ben and Cho" in player.sees("window")
    assert 'class="outcome won"' not in player.page.parts()["window"]


# The history.


def test_the_history_has_the_plays_of_each_round_under_its_scores_newest_first() -> None:
    player = at_page(*EVENTS)
    player.press("show", "history")
    html = player.page.parts()["window"]
    headings = re.findall(r"<h3>([^<]*)</h3>", html)
    assert headings[0] == f"Round {ROUNDS}"
    assert headings == sorted(headings, key=lambda heading: -int(heading.split()[1]))

    newest = html.partition("</ul>")[0]
    scores = ", ".join(re.findall(r"\d+", re.findall(r'class="about">([^<]*)<', newest)[0]))
    assert scores == ", ".join(map(str, player.page.model.table.scores))
    assert newest.count("<li") == sum(1 for _ in last_round_lines())


def last_round_lines() -> list[object]:
    """The events of the last round that have a line: consecutive draws have one."""
    at = max(at for at, event in enumerate(EVENTS) if isinstance(event, RoundDealt))
    names = [type(event).__name__ for event in EVENTS[at:]]
    kinds = ("RoundDealt", "TilePlayed", "Knocked", "TileDrawn", "RoundEnded", MatchWon.__name__)
    return [
        name
        for before_, name in zip(["", *names], names, strict=False)
        if name in kinds and not name == before_ == "TileDrawn"
    ]


def test_plays_that_scored_are_marked_in_the_history() -> None:
    player = at_page(*before("all-fives", is_my_turn))
    player.press("show", "history")
    items = re.findall(r'<li( class="scored")?>([^<]*)</li>', player.page.parts()["window"])

    assert items
    assert all(bool(marked) == (" point" in text) for marked, text in items if " ends" in text)
