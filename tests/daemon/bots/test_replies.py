"""The likely replies of the next seat."""

import pytest

from daemon.bots.line_book import LineBook
from daemon.bots.memory import Batch, Memory
from daemon.bots.replies import LikelyReply, NextHand
from protocol.game.scoring import points_of
from protocol.log.table import Table
from tests.daemon.bots.tables import situation_of
from tests.protocol.table_notation import layout_of, round_of, tile_of


def answers_to(table: Table, memory: Memory | None = None) -> list[LikelyReply]:
    """The possible replies of seat 1 to this table, with points as gains."""
    assert table.round is not None
    situation = situation_of(0, table, memory)
    book = LineBook(table.rules)
    line = book.line_of(table.round.layout)
    return list(NextHand(situation, 1, book).replies(line, lambda each: points_of(table.rules, each.total)))


def chances(table: Table, memory: Memory | None = None) -> dict[float, float]:
    return {answer.gain: answer.chance for answer in answers_to(table, memory)}


def two_hands(theirs: str, unseen: int) -> Table:
    """Seat 1 holds some of the tiles that seat 0 has not seen; the line shows 6 and 4."""
    ours = " ".join(f"{high}-{low}" for high in range(7) for low in range(high + 1) if (high, low) != (6, 4))
    left = ours.split()[: 27 - unseen]
    return round_of(rules="cinq-et-trois", hands=f"{' '.join(left)} | {theirs}", line="6-4")


def test_a_hand_of_all_unseen_tiles_is_known() -> None:
    # Out of sight are 6-3, 6-5 and 6-6, all in that hand: 6-6 at the six leaves 4 and 12, which adds up to 16;
    # 6-5 leaves 9, worth 3, and 6-3 leaves 7, worth nothing.
    assert chances(two_hands("6-3 6-5 6-6", unseen=3)) == {3: 1.0}


def test_a_tile_out_of_three_is_there_one_time_in_three() -> None:
    assert chances(two_hands("6-3", unseen=3)) == {3: pytest.approx(1 / 3), 0: pytest.approx(2 / 3)}


def test_the_best_of_two_tiles_out_of_three_is_there_two_times_in_three() -> None:
    assert chances(two_hands("6-3 6-6", unseen=3)) == {3: pytest.approx(2 / 3), 0: pytest.approx(1 / 3)}


def test_the_remaining_chance_is_that_no_tile_fits() -> None:
    table = round_of(rules="cinq-et-trois", hands="1-0 | ? ? ?", line="6-4")

    assert 0.3 < sum(answer.chance for answer in answers_to(table)) < 1


def test_a_hand_that_lacks_every_open_number_has_no_reply() -> None:
    table = round_of(rules="cinq-et-trois", hands="1-0 | ? ? ?", line="6-4")
    memory = Memory(((Batch(1),), (Batch(3, frozenset({6, 4})),)))

    assert answers_to(table, memory) == []


def test_a_number_known_to_be_lacking_makes_the_others_likelier() -> None:
    table = round_of(rules="cinq-et-trois", hands="1-0 | ? ? ?", line="6-4")
    lacking_sixes = Memory(((Batch(1),), (Batch(3, frozenset({6})),)))

    answers = answers_to(table, lacking_sixes)

    assert all(6 in {end.pip for end in line.open} for answer in answers for line in answer.leaves)


def test_a_tile_known_to_be_in_the_hand_is_certain_there_and_nowhere_else() -> None:
    table = round_of(rules="playroom", hands="1-0 | ? ? | ? ? | ?", line="6-4")
    shown = Batch(1, tile=tile_of("6-5"))
    in_this_hand = Memory(((Batch(1),), (shown, Batch(1)), (Batch(2),), (Batch(1),)))
    in_the_next = Memory(((Batch(1),), (Batch(2),), (shown, Batch(1)), (Batch(1),)))

    assert sum(answer.chance for answer in answers_to(table, in_this_hand)) == pytest.approx(1)
    # Only 6-5 at the six leaves a four and a five.
    assert (4, 5) in open_numbers(answers_to(table, in_this_hand))
    assert (4, 5) not in open_numbers(answers_to(table, in_the_next))


def open_numbers(answers: list[LikelyReply]) -> set[tuple[int, ...]]:
    return {tuple(end.pip for end in line.open) for answer in answers for line in answer.leaves}


def test_tiles_that_no_hand_was_dealt_are_not_expected() -> None:
    table = round_of(rules="playroom", hands="1-0 | ? ? | ? ? | ?", line="6-4")
    memory = Memory(((Batch(1),), (Batch(2),), (Batch(2),), (Batch(1),)), frozenset({tile_of("6-6")}))

    leaves = [line for answer in answers_to(table, memory) for line in answer.leaves]

    assert leaves
    assert not any(end.worth == 12 for line in leaves for end in line.open)


def test_every_tile_that_fits_is_equally_likely_to_be_drawn() -> None:
    table = round_of(rules="all-fives", hands="1-0 | ? ? ?", line="6-4", boneyard="? ? ?")
    situation = situation_of(0, table)
    book = LineBook(table.rules)
    line = book.line_of(layout_of("6-4"))
    hand = NextHand(situation, 1, book)

    until = hand.reply_from_boneyard(line, lambda each: 12.0 * (each.total == 16), until=True)
    once = hand.reply_from_boneyard(line, lambda each: 12.0 * (each.total == 16), until=False)

    # Of 26 unseen tiles 12 show a six or a four, and one of them, 6-6, leaves 4 and 12.
    assert (until.chance, until.gain, len(until.leaves)) == (1.0, 1.0, 12)
    assert once.chance == pytest.approx(12 / 26)
