"""The measure of accuracy plays the matches that it says it plays, and the scale tells players apart."""

from statistics import fmean

from daemon.bots.bare_match import Contest
from protocol.game.presets import PRESETS, make_rules
from tests.daemon.measure.accuracy import BlindEnter, scores_of, table_of, tasks_of


def test_every_player_plays_every_game() -> None:
    tasks = list(tasks_of(["cinq-et-trois", "playroom"], ["enter", "greedy", "club"], 12, 4, 1))

    assert [task.contest.preset for task in tasks[:3]] == ["cinq-et-trois", "playroom", "cinq-et-trois"]
    pairs = {frozenset(task.players) for task in tasks if task.contest.seats == 2}
    assert pairs == {frozenset(pair) for pair in (("enter", "greedy"), ("greedy", "club"), ("club", "enter"))}


def test_pressing_enter_blindly_has_a_lower_accuracy_than_a_level_that_thinks() -> None:
    rules, seats = make_rules(PRESETS["cinq-et-trois"], {"max_rounds": 4})
    (task, *_) = tasks_of(["cinq-et-trois"], ["enter", "club"], 1, 20, 1)
    scores = [
        score
        for number in range(4)
        for score in scores_of(task.__class__(Contest("cinq-et-trois", rules, seats, 1), task.players, 20, number))
    ]

    def mean(player: str) -> float:
        return fmean(accuracy for _, name, accuracy in scores if name == player)

    assert mean(BlindEnter().name) < 60 < mean("club")


def test_the_table_has_a_row_for_each_game_and_one_for_all() -> None:
    scores = [("cinq-et-trois", "enter", 30.0), ("cinq-et-trois", "club", 80.0), ("cinq-et-trois", "club", 90.0)]

    assert list(table_of(scores, ["cinq-et-trois"], ["enter", "club"])) == [
        "| | `enter` | `club` |",
        "| --- | --- | --- |",
        "| `cinq-et-trois` | 30 % | 85 % |",
        "| all games | 30 % | 85 ±10 % |",
    ]
