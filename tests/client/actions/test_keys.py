"""The table of keys: no key means two things, and every front end carries out every action."""

import pytest

from client.actions.action import Action, AutoKnock, ChangeName, GoTo, Leave, TryNow
from client.actions.key_row import LINES, PAGE, SCREEN, actions_of, rows_of
from client.actions.keys import REPLAY, TABLE
from client.actions.typed_commands import command_for, read_action
from protocol.log.commands import AddBot, Kick, LeaveSeat, Readmit, Rematch, RemoveBot, Resume, Start, TakeSeat
from protocol.log.table import fold
from tests.client.at_desk import at_table
from tests.client.at_lines import letters
from tests.client.at_table import seated_model
from tests.client.three_handed import game, played
from tests.client.web.at_page import at_page
from tests.played import played_match

PLAYING = game(*played("6-6", "6-1", "6-5"))
OVER = tuple(played_match("all-fives", {"target": 50}))
HISTORIES = {"playing": PLAYING, "over": OVER, "seating": OVER[:2]}
NAME_IN_BROWSER = {"space": " ", "enter": "Enter", "escape": "Escape", "up": "ArrowUp", "down": "ArrowDown",
                   "left": "ArrowLeft", "right": "ArrowRight"}  # fmt: skip


@pytest.mark.parametrize("front_end", [SCREEN, LINES, PAGE])
def test_a_key_means_one_thing(front_end: str) -> None:
    at_table_ = [key for row in rows_of(TABLE, front_end) for key in row.does]
    in_replay = [key for row in rows_of(REPLAY, front_end) for key in row.does]

    assert len(at_table_) == len(set(at_table_))
    assert len(in_replay) == len(set(in_replay))


@pytest.mark.slow("draws a screen for every key")
@pytest.mark.parametrize("history", HISTORIES)
def test_the_full_screen_carries_out_every_key(history: str) -> None:
    for key in actions_of(TABLE, SCREEN):
        player = at_table(*HISTORIES[history], host=True)

        player.press(key)

        assert player.sees(), key


@pytest.mark.slow("draws a page for every key")
@pytest.mark.parametrize("history", HISTORIES)
def test_the_page_carries_out_every_key(history: str) -> None:
    for key in actions_of(TABLE, PAGE):
        player = at_page(*HISTORIES[history], host=True)
        player.page.show("")

        player.press("key", NAME_IN_BROWSER.get(key, key))

        assert player.page.parts(), key


def test_line_mode_carries_out_every_key() -> None:
    for key in actions_of(TABLE, LINES):
        table = letters(seated_model(fold(PLAYING), is_host=True))

        reply = table.obey(key if key != "/" else "/hello")

        assert not any("Unknown command" in line for line in reply.lines), key


@pytest.mark.parametrize(
    "action",
    [
        *(Kick(1), Readmit(1), AddBot(1, "club"), RemoveBot(1), TakeSeat(1)),
        *(Start(), Resume(), Rematch(), Rematch(same_deals=True), LeaveSeat(), Leave(), TryNow()),
    ],
)
def test_what_can_be_typed_for_an_action_is_read_as_that_action(action: Action) -> None:
    word, _, rest = command_for(action).partition(" ")

    assert read_action(seated_model(fold(PLAYING)), word, rest) == action


@pytest.mark.parametrize("action", [GoTo("oak"), AutoKnock(is_on=True), ChangeName("Ann")])
def test_what_no_button_needs_has_no_command(action: Action) -> None:
    with pytest.raises(KeyError):
        command_for(action)
