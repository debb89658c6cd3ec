"""The choices of the others show which deals are likely."""

from random import Random

from daemon.bots.deal_likelihood import DealLikelihood
from daemon.bots.line_book import LineBook
from daemon.bots.memory import Memory, ObservedPlay
from daemon.bots.playout_policy import PlayoutPolicy
from daemon.bots.situation import Situation
from daemon.bots.worlds import World, Worlds
from tests.daemon.bots.tables import nothing_noticed, seen_from
from tests.protocol.table_notation import layout_of, round_of, rules_of, tile_of

POLICY = PlayoutPolicy(LineBook(rules_of("cinq-et-trois")), 2)
BOOK = POLICY.book
LINE = layout_of("6-4")


def laid(tile: str, score: int = 0) -> ObservedPlay:
    """Seat 1 plays a six on the six of the line. 6-5 leaves 9, worth 3; 6-3 leaves 7, worth nothing."""
    (arm,) = LINE.arms_for(tile_of(tile))
    return ObservedPlay(1, tile_of(tile), arm, LINE, score, knocks=0)


def likely(*observed: ObservedPlay) -> list[World]:
    """The deals that seat 0 samples after these plays; seat 1 has played 6-3."""
    table = seen_from(0, round_of(rules="cinq-et-trois", hands="1-0 | ? ? ? ?", line="6-4 r:6-3"))
    situation = Situation(table, 0, Memory(nothing_noticed(table).hands, observed=observed))
    rng = Random(1)
    return DealLikelihood(situation, POLICY).resampled(Worlds(situation, BOOK).sample(900, rng), 300, rng)


def holds(tile: str, worlds: list[World]) -> float:
    """In how many of these deals seat 1 still holds this tile."""
    return sum(bool(hands[1] & BOOK.bits[tile_of(tile)]) for hands, _ in worlds) / len(worlds)


def test_a_player_who_passed_up_points_probably_could_not_score_them() -> None:
    worlds = likely(laid("6-3"))

    assert holds("5-5", worlds) > holds("6-5", worlds) + 0.05


def test_points_that_would_not_count_are_no_sign_of_a_missing_tile() -> None:
    # Two short of the target the three points of 6-5 overshoot.
    assert holds("6-5", likely(laid("6-3", score=59))) > holds("6-5", likely(laid("6-3"))) + 0.05


def test_there_is_no_evidence_until_another_seat_has_made_a_choice() -> None:
    table = seen_from(0, round_of(rules="cinq-et-trois", hands="1-0 | ? ? ? ?", line="6-4 r:6-3"))

    def has_evidence(*observed: ObservedPlay) -> bool:
        memory = Memory(nothing_noticed(table).hands, observed=observed)
        return DealLikelihood(Situation(table, 0, memory), POLICY).has_evidence

    assert not has_evidence()
    assert has_evidence(laid("6-3"))
