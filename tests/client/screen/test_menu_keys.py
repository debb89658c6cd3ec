"""The menu and the list of keys on the full screen: letters before lines, and what comes first."""

import pytest

from client.actions.help_topics import TOPICS
from client.actions.verbs.all_verbs import VERBS
from client.model.own_host import OwnHost
from client.picture.pinwheel import Size
from tests.client.at_desk import WIDE, Player, at_table
from tests.client.three_handed import game, played

MY_TURN = game(*played("6-6", "6-1", "6-5"))


def lines_of(player: Player, size: Size = WIDE) -> list[str]:
    return [line.strip("│ >") for line in player.sees(size).splitlines()]


def test_a_line_of_the_menu_shows_its_key_which_works_there_too() -> None:
    player = at_table(*MY_TURN, host=True)
    player.press("x")
    assert "s  Score sheet" in lines_of(player)

    player.press("s")

    assert "─ Score sheet ─" in player.sees(WIDE)


def test_the_menu_begins_with_what_the_host_can_do() -> None:
    player = at_table(*MY_TURN, host=True)

    player.press("x")

    shown = lines_of(player)
    assert shown.index("Host") < shown.index("This match") < shown.index("You")
    assert shown[shown.index("Host") + 1] == "Pause the game"


def test_the_list_of_keys_begins_with_what_a_beginner_wants_and_leads_on_to_the_rest() -> None:
    player = at_table(*MY_TURN)
    player.press("?")
    first = player.sees(WIDE)
    assert "a hint" in first
    assert "the last plays" in first
    assert "my games" not in first
    assert "?: all keys" in first

    player.press("?")

    assert "my games" in player.sees(Size(100, 90))
    player.press("?")
    assert "my games" not in player.sees(Size(100, 90)), "the third one closes it"


def test_what_can_be_typed_is_listed_without_what_has_a_key_the_hosts_first() -> None:
    player = at_table(*MY_TURN, host=True)

    player.type(":", "?")

    shown = lines_of(player, Size(120, 60))
    (pause,) = (line for line in shown if line.startswith("pause "))
    (seats,) = (line for line in shown if line.startswith("? seats "))
    assert pause.endswith("pause the game; resume continues it")
    assert shown.index(pause) < shown.index(seats)
    assert not [line for line in shown if line.startswith(("s ", "scores", "h ", "drop", "? kick"))]


@pytest.mark.parametrize("is_host", [True, False])
def test_the_list_of_commands_fits_a_terminal_of_24_lines(is_host: bool) -> None:
    player = at_table(*MY_TURN, host=is_host)
    if is_host:
        player.model.own_host = OwnHost("http://localhost")

    player.type(":", "?")

    assert "└─ any key: back ─" in player.sees(Size(80, 24)), "otherwise it says how many lines there are"


def test_every_command_is_in_the_list_or_in_a_group_that_the_list_names() -> None:
    player = at_table(*MY_TURN, host=True)
    player.model.own_host = OwnHost("http://localhost")
    player.type(":", "?")
    listed = " ".join(lines_of(player, Size(120, 60)))
    keys = ("drop", "take over", "go there")

    for _, typed in ((verb, verb.typed) for verb in VERBS if verb.typed is not None):
        for text, meaning in [*typed.examples][:1]:
            assert text in listed or text in keys, text
            player.press("escape")
            player.type(":", f"? {typed.word}")
            assert typed.word in TOPICS or meaning[:20] in player.sees(Size(200, 60))


def test_a_group_of_commands_is_explained_by_its_name() -> None:
    player = at_table(*MY_TURN, host=True)

    player.type(":", "? seats")

    assert "sit 2: take seat 2" in player.sees(WIDE)
    player.press("escape")
    player.type(":", "? nonsense")
    assert "There is no help about 'nonsense'" in player.sees(WIDE)
