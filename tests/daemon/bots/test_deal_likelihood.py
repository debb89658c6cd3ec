"""The choices of the others show which deals are likely, and who is greedy."""

from random import Random

from daemon.bots.deal_likelihood import DealLikelihood, LikelyWorld
from daemon.bots.line_book import LineBook
from daemon.bots.memory import Memory, ObservedPlay, RevealedPlay
from daemon.bots.playout_policy import PlayoutPolicy
from daemon.bots.situation import Situation
from daemon.bots.worlds import Worlds
from tests.daemon.bots.tables import nothing_noticed, seen_from
from tests.protocol.table_notation import layout_of, round_of, rules_of, tile_of

HABITS = PlayoutPolicy(LineBook(rules_of("cinq-et-trois")), 2)
BOOK = HABITS.book
LINE = layout_of("6-4")


def laid(tile: str) -> ObservedPlay:
    """Seat 1 lays a six at the six of the line. 6-5 leaves 9, worth 3; 6-3 leaves 7, worth nothing."""
    (arm,) = LINE.arms_for(tile_of(tile))
    return ObservedPlay(1, tile_of(tile), arm, LINE, score=0, knocks=0)


def shown(tile: str, times: int) -> tuple[RevealedPlay, ...]:
    """In rounds that are over seat 1 laid this one so often, with 6-5 and 6-3 in its hand."""
    return times * (RevealedPlay(laid(tile), (tile_of("6-5"), tile_of("6-3"))),)


def likely(revealed: tuple[RevealedPlay, ...], *, learns: bool = True, count: int = 300) -> list[LikelyWorld]:
    """The deals that seat 0 thinks of once seat 1 has laid 6-3."""
    table = seen_from(0, round_of(rules="cinq-et-trois", hands="1-0 | ? ? ? ?", line="6-4 r:6-3"))
    memory = Memory(nothing_noticed(table).hands, observed=(laid("6-3"),), revealed=revealed)
    situation = Situation(table, 0, memory)
    rng = Random(1)
    return DealLikelihood(situation, HABITS, learns=learns).likeliest(
        Worlds(situation, BOOK).some(900, rng), count, rng
    )


def holds(tile: str, worlds: list[LikelyWorld]) -> float:
    """In how many of them seat 1 still holds this tile."""
    return sum(bool(hands[1] & BOOK.bits[tile_of(tile)]) for hands, *_ in worlds) / len(worlds)


def greedy(worlds: list[LikelyWorld]) -> float:
    assert all(mask in {0, 2} for *_, mask in worlds)
    return sum(mask == 2 for *_, mask in worlds) / len(worlds)


def test_a_player_who_passed_up_points_probably_could_not_score_them_especially_if_greedy() -> None:
    unasked, greedily = likely((), learns=False), likely(shown("6-5", 40))

    assert holds("5-5", unasked) > holds("6-5", unasked) > holds("6-5", greedily)
    assert holds("6-5", greedily) < 0.05


def test_the_more_greed_a_player_shows_the_likelier_greed_is_assumed() -> None:
    assert greedy(likely(shown("6-5", 80))) > greedy(likely(())) > greedy(likely(shown("6-3", 10)))


def test_a_level_that_does_not_learn_assumes_nobody_is_greedy() -> None:
    assert greedy(likely(shown("6-5", 40), learns=False)) == 0
