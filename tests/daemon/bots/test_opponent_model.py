"""Recognising greedy players by their plays."""

from random import Random

import pytest

from daemon.bots.line_book import LineBook
from daemon.bots.memory import Memory, ObservedPlay, RevealedPlay
from daemon.bots.opponent_model import GREED, PlayLikelihood, greed_log_odds
from daemon.bots.playout_policy import PlayoutPolicy
from daemon.bots.situation import Situation
from daemon.measure.arena import CONTESTANTS, Contest, play_match
from protocol.game.tiles import Tile
from protocol.log.choices import Play
from tests.protocol.table_notation import layout_of, rules_of, tile_of

RULES = rules_of("cinq-et-trois")
HABITS = PlayoutPolicy(LineBook(RULES), 2)
# The line shows 6 and 4. At the six 6-5 leaves 9, worth 3, and 6-3 leaves 7, worth nothing.
HAND = (tile_of("6-5"), tile_of("6-3"), tile_of("1-0"))


def chose(tile: str, score: int = 0) -> ObservedPlay:
    """Seat 1 lays one of the sixes of its hand."""
    line = layout_of("6-4")
    (arm,) = line.arms_for(tile_of(tile))
    return ObservedPlay(1, tile_of(tile), arm, line, score, knocks=0)


def likelihoods(choice: ObservedPlay, hand: tuple[Tile, ...] = HAND) -> tuple[float, float]:
    return PlayLikelihood(choice, HABITS, HABITS.book.every_tile).likelihoods(HABITS.book.mask_of(hand))


def odds(*choices: ObservedPlay) -> list[float]:
    return greed_log_odds(Memory(revealed=tuple(RevealedPlay(each, HAND) for each in choices)), 2, HABITS)


def test_a_player_who_takes_the_most_points_is_likelier_to_be_greedy() -> None:
    assert odds(chose("6-5"))[1] > GREED > odds(chose("6-3"))[1]


def test_nothing_is_known_about_a_player_without_choices() -> None:
    assert odds() == [GREED, GREED]
    assert odds(chose("6-5"))[0] == GREED


def test_more_choices_make_the_model_more_certain() -> None:
    assert odds(chose("6-5"), chose("6-5"))[1] - GREED == pytest.approx(2 * (odds(chose("6-5"))[1] - GREED))


def test_points_that_would_not_count_attract_no_greedy_player() -> None:
    # Two short of the target the three points overshoot: both tiles are as good.
    assert likelihoods(chose("6-5", score=59))[1] == pytest.approx(likelihoods(chose("6-3", score=59))[1])


def test_a_forced_play_reveals_nothing() -> None:
    for likelihood in likelihoods(chose("6-5"), (tile_of("6-5"), tile_of("1-0"))):
        assert likelihood == pytest.approx(1)


def test_the_likelihoods_of_all_choices_add_up_to_one() -> None:
    for manner in (0, 1):
        assert sum(likelihoods(chose(tile))[manner] for tile in ("6-5", "6-3")) == pytest.approx(1)


class Listener:
    """A level that notes what it could tell of the other seat at each choice."""

    name = "listener"
    sentence = "listens"

    def __init__(self) -> None:
        self.odds = [GREED]

    def choose(self, situation: Situation, rng: Random) -> Play:
        self.odds.append(greed_log_odds(situation.memory, 2, HABITS)[1 - situation.seat])
        return CONTESTANTS["club"].choose(situation, rng)


def told_after_a_match_with(level: str) -> float:
    """The mean of what is known of a level at the end of a match, over some of them."""
    ends = []
    for number in range(12):
        listener = Listener()
        play_match(Contest("cinq-et-trois", RULES, 2, seed=3), [listener, CONTESTANTS[level]], f"match {number}")
        ends.append(listener.odds[-1])
    return sum(ends) / len(ends)


def test_within_a_match_greedy_and_thoughtful_players_can_be_distinguished() -> None:
    assert told_after_a_match_with("greedy") > GREED + 1
    assert told_after_a_match_with("club") < GREED
