"""The replay and the analysis of a match, in their windows."""

import re

import pytest
from attrs import evolve

from client.actions.action import AnalyseMatch, Show
from client.picture.markup import Markup
from client.web.analysis_window import AnalysisWindow
from client.web.window import PageWindow
from protocol.log.commands import Rematch
from protocol.log.events import RoundDealt, TilePlayed
from protocol.wire.notices import RematchNotice
from tests.client import three_handed as three
from tests.client.at_table import welcome
from tests.client.replay.test_replay_analysis import ANALYSIS, MATCH
from tests.client.states import before, is_my_turn, match_of
from tests.client.web.at_page import PagePlayer, at_page, replayed


def test_after_a_match_a_rematch_and_a_replay_are_offered() -> None:
    events = match_of("all-fives")
    player = at_page(*events[:-2])
    player.receives(*events[-2:])
    assert "wins the match" in player.sees("window") or "win the match" in player.sees("window")
    assert "Best play: " in player.sees("window")
    (curve,) = (label for label in player.labels("window") if label.startswith("Scores after each round: "))
    assert "you" in curve
    assert "You" not in curve
    for standing in player.page.model.view.standings:
        assert re.search(rf"[AB] \w+ {standing.score}\b", player.sees("window"))
    player.page.model.receive(RematchNotice(1, 30.0, same_deals=True))
    for part in ("window", "sum"):
        assert " wants to play the same deals again." in player.sees(part)
    assert re.findall(r'<button[^>]*class="main"[^>]*>([^<]+)', str(player.parts()["window"])) == [
        "The same deals again"
    ]

    player.press("order", "knock")  # a second tap, on the table as it was
    assert "Best play: " in player.sees("window")
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
    player.press("replay", "end")
    assert "3-3 is the only tile" not in player.sees("window")
    player.press("key", "q")
    assert player.sees("window") == ""


def test_a_replay_marks_the_player_in_turn() -> None:
    player = at_page(*match_of("all-fives"))
    player.press("show", "replay")
    assert "In turn:" not in player.labels("window")

    player.press("replay", "first")
    assert player.labels("window").count("In turn:") == 1
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
    made: list[PageWindow] = []
    kind = type(at_page(*three.game()).page.windows[window])
    make = kind.shown

    def noted(self: PageWindow) -> tuple[str, Markup]:
        made.append(self)
        return make(self)

    monkeypatch.setattr(kind, "shown", noted)
    first, both = three.played("6-4"), three.played("6-4", "6-1")
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
    player.page.services.start = lambda *task: tasks.append(task)
    return tasks


def analysed() -> PagePlayer:
    """A player whose last match is analysed."""
    player = at_page(*MATCH)
    replay = replayed(player).replay
    assert replay is not None
    replay.take_analysis(ANALYSIS)
    return player


def test_an_analysis_lists_how_each_played_and_the_costliest_plays_each_leading_to_its_place() -> None:
    player = analysed()
    player.press("key", "A")
    text = player.sees("window")
    assert "In all, Ann lost 14 % of a win, accuracy 92 %: 1 mistake. 2 hints taken." in text
    assert "Luck changed the chances to win: Ann +12 in 100, Ben -12 in 100." in text
    assert "The costliest plays, without those of bots Round 1: " in text
    assert "instead of 0-0 on the 1 cost 7 in 100 chances to win: a mistake." in text
    dot, number = player.buttons("window", "costly")
    assert dot == number, "the dot in the picture does the same"

    player.press("costly", dot)

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
    replay = replayed(player).replay
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
    scope = player.page.find(AnalysisWindow).running
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
    assert replayed(player).ended is None


def test_the_menu_of_a_match_that_has_ended_leads_to_its_replay() -> None:
    player = at_page(*match_of("all-fives"))
    player.press("show", "menu")

    player.choose("menu", Show("replay"))

    assert player.sees("window").startswith("Replay")
