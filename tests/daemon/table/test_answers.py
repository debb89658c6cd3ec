"""Accepted ids: they get the same reply again and are never carried out twice."""

import pytest

from daemon.journal.interface import CommandAccepted, TokenIssued
from daemon.table.accepted_commands import LONGEST_ID, AcceptedCommands, content_of
from protocol.game.layout import Arm
from protocol.game.tiles import tile
from protocol.log.commands import Command, Knock, LeaveSeat, PlayTile, Say, TakeSeat
from protocol.wire.messages import Accepted, Do, NotAccepted

PLAY = PlayTile(tile(6, 4), Arm.LEFT)


def after(do: Do, seat: int | None, seq: int = 7) -> AcceptedCommands:
    """The replies of a game in which this command was accepted."""
    return AcceptedCommands([TokenIssued(0, "d", is_host=False), CommandAccepted(do.id, content_of(do, seat), seq)])


def test_a_new_id_has_no_reply_yet() -> None:
    assert AcceptedCommands().answer_to(Do("k-1", 3, PLAY), 0) is None


def test_a_repeated_accepted_id_gets_the_same_reply_whatever_head_its_sender_names() -> None:
    answers = after(Do("k-1", 3, PLAY), 0)

    assert answers.answer_to(Do("k-1", 3, PLAY), 0) == Accepted("k-1", 7)
    assert answers.answer_to(Do("k-1", 99, PLAY), 0) == Accepted("k-1", 7)


@pytest.mark.parametrize(
    ("command", "seat"),
    [(PlayTile(tile(6, 4), Arm.RIGHT), 0), (PlayTile(tile(6, 4)), 0), (Knock(), 0), (PLAY, 1), (PLAY, None)],
)
def test_an_id_with_other_content_or_from_another_seat_counts_as_reused(command: Command, seat: int | None) -> None:
    answer = after(Do("k-1", 3, PLAY), 0).answer_to(Do("k-1", 3, command), seat)

    assert isinstance(answer, NotAccepted)
    assert answer.reason == "id_reused"


@pytest.mark.parametrize(
    ("command", "before", "now"), [(TakeSeat(), None, 2), (TakeSeat(2), None, 2), (LeaveSeat(), 2, None)]
)
def test_a_repeated_seat_command_gets_the_same_reply_from_the_new_seat(
    command: Command, before: int | None, now: int | None
) -> None:
    answers = after(Do("k-1", 3, command), before)

    assert answers.answer_to(Do("k-1", 3, command), now) == Accepted("k-1", 7)


def test_replies_added_later_are_found_too() -> None:
    answers, do = AcceptedCommands(), Do("k-1", 3, Say("hello"))
    answers.take_note(CommandAccepted("k-1", content_of(do, 1), 12))

    assert answers.answer_to(do, 1) == Accepted("k-1", 12)


@pytest.mark.parametrize("bad", ["", "x" * (LONGEST_ID + 1), "x" * 10_000])
def test_an_invalid_id_is_quoted_shortened(bad: str) -> None:
    answer = AcceptedCommands().answer_to(Do(bad, 3, PLAY), 0)

    assert isinstance(answer, NotAccepted)
    assert answer.id == bad[:LONGEST_ID]


def test_an_id_of_the_greatest_length_is_valid() -> None:
    assert AcceptedCommands().answer_to(Do("x" * LONGEST_ID, 3, PLAY), 0) is None
