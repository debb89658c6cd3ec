"""What a player is asked, offered and told."""

from collections.abc import Callable

import pytest

from protocol.log.choices import choices
from protocol.log.events import Said
from protocol.log.table import Table
from tests.client import three_handed as three
from tests.client.states import before, is_my_turn
from tests.client.web.at_page import at_page


def test_a_line_of_chat_is_read_out_each_time_it_is_said() -> None:
    player = at_page(*three.game())
    _ = player.said
    player.receives(Said(1, "Ben", "ha"), Said(1, "Ben", "ha"))

    assert player.said == "Ben: ha Ben: ha"


def test_a_refusal_stays_while_others_play_and_an_answer_goes_with_the_next_turn() -> None:
    history = three.game(*three.played("6-6"))
    refused, answered = at_page(*history), at_page(*history)
    refused.press("order", "hint")
    answered.press("order", "autoknock on")
    assert "You can take a hint only on your turn." in refused.sees("sum")
    assert "Knock for me when nothing else is possible: on." in answered.sees("sum")

    for player in (refused, answered):
        player.receives(*three.played("6-1", game=history))
    assert "You can take a hint only on your turn." in refused.sees("sum")
    assert "Cho's turn." in answered.sees("sum")

    refused.receives(*three.played("6-5", game=(*history, *three.played("6-1", game=history))))
    assert "only on your turn" not in refused.sees("sum")


@pytest.mark.parametrize(
    ("press", "value", "question"),
    [
        ("order", "end", "End the match for everybody?"),
        ("order", "open", "Open another table?"),
        ("order", "open all-fives", "Open another table?"),
        ("order", "join ash", "Go to table ash?"),
        ("order", "kick Ben", "Send Ben away?"),
    ],
)
def test_a_question_says_what_it_asks(press: str, value: str, question: str) -> None:
    player = at_page(*three.game(), host=True)

    player.press(press, value)

    assert player.sees("window").startswith(question)


def with_plays(many: int) -> Callable[[Table], bool]:
    return lambda table: is_my_turn(table) and len(choices(table, 0).plays) == many


def test_a_hint_is_offered_only_where_there_is_a_choice() -> None:
    two, one = (at_page(*before("all-fives", with_plays(many))) for many in (2, 1))
    none = at_page(*three.game(), *three.played("6-4", "6-1", "5-1"))

    assert none.buttons("actions", "order") == ["draw"]
    assert "hint" not in one.buttons("actions", "order")
    assert "hint" in two.buttons("actions", "order")


def test_the_chat_button_counts_what_others_have_said_since_the_chat_was_open() -> None:
    player = at_page(*three.game())
    assert "Chat More" in player.sees("actions")

    player.receives(Said(1, "Ben", "hello"), Said(0, "Ann", "hi"), Said(2, "Cho", "hello"))
    assert "Chat 2 2 new messages More" in player.sees("actions")

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
