"""The menu and the list of keys on the full screen: letters before lines, and what comes first."""

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
    assert shown.index("pause: pause the game; resume continues it.") < shown.index(
        "rematch: play again, after a match; the next one begins once everybody who is here agrees."
    )
    assert not [line for line in shown if line.startswith(("s, ", "scores", "h, "))]
