"""Leaving: what is asked before it, and the line in the shell afterwards."""

import pytest
from attrs import evolve

from client.view.view import View
from client.words.leaving_words import HostedBy, leave_question, leave_table_question, line_after_leaving
from protocol.log.table import Stage, Table
from tests.protocol.table_notation import round_of

PLAYING = round_of(rules="all-fives", hands="5-3 6-0 | ?", line="5-1")
SEATING, OVER = evolve(PLAYING, stage=Stage.SEATING), evolve(PLAYING, stage=Stage.OVER)


@pytest.mark.parametrize(
    ("hosted_by", "question", "at_table"),
    [
        (HostedBy.PROGRAM, "Leave? Your match is saved.", "Leave this table? Your match is saved."),
        (
            HostedBy.PLAYER,
            "Stop hosting? Everybody's game is saved.",
            "Leave this table? The match goes on; you can come back.",
        ),
        (
            HostedBy.OTHERS,
            "Leave? The match goes on; you can come back.",
            "Leave this table? The match goes on; you can come back.",
        ),
    ],
)
def test_the_question_says_what_becomes_of_the_match(hosted_by: HostedBy, question: str, at_table: str) -> None:
    assert leave_question(View(PLAYING, 0), hosted_by) == question
    assert leave_table_question(View(PLAYING, 0), hosted_by) == at_table


@pytest.mark.parametrize(("table", "seat"), [(PLAYING, None), (SEATING, 0), (OVER, 0)])
def test_only_a_host_is_asked_where_nothing_is_lost(table: Table, seat: int | None) -> None:
    view = View(table, seat)

    assert leave_question(view, HostedBy.PROGRAM) is None
    assert leave_question(view, HostedBy.OTHERS) is None
    assert leave_table_question(view, HostedBy.PLAYER) is None
    assert leave_question(view, HostedBy.PLAYER) is not None


@pytest.mark.parametrize(
    ("hosted_by", "table", "seat", "line"),
    [
        (HostedBy.PROGRAM, PLAYING, 0, "Saved. `fives x` continues it."),
        (HostedBy.PROGRAM, SEATING, 0, ""),
        (HostedBy.PROGRAM, OVER, 0, ""),
        (HostedBy.PLAYER, PLAYING, 0, "Hosting has stopped. Everybody's game is saved: `fives x` continues it."),
        (HostedBy.PLAYER, SEATING, 0, "Hosting has stopped; `fives x` hosts again."),
        (HostedBy.PLAYER, OVER, 0, "Hosting has stopped; `fives x` hosts again."),
        (HostedBy.OTHERS, PLAYING, 0, "`fives x` brings you back."),
        (HostedBy.OTHERS, SEATING, 0, "`fives x` brings you back."),
        (HostedBy.OTHERS, PLAYING, None, "`fives x` brings you back."),
        (HostedBy.OTHERS, OVER, 0, "`fives x` brings you back."),
    ],
)
def test_the_line_in_the_shell_has_the_command_to_come_back(
    hosted_by: HostedBy, table: Table, seat: int | None, line: str
) -> None:
    assert line_after_leaving(View(table, seat), hosted_by, "fives x") == line


def test_a_guest_without_a_table_has_nothing_to_come_back_to() -> None:
    assert line_after_leaving(View(SEATING, None), HostedBy.OTHERS, "") == ""
