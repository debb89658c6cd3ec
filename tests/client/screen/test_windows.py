"""The windows over the board: which one is in front, and that drawing changes nothing."""

import pytest
from attrs import AttrsInstance, asdict

from client.actions.action import Show
from client.actions.key_row import SCREEN, actions_of
from client.actions.keys import TABLE
from client.picture.board import Zoom
from client.picture.pinwheel import Size
from client.screen.desk_scene import frame_of, layout_of
from client.screen.paper import TileHit
from client.screen.windows import PANELS
from client.words.languages.by_name import language_named
from client.words.say import letters_of_yes, say, speaking
from protocol.log.commands import Kick
from protocol.log.events import Said
from protocol.log.table import Stage
from protocol.wire.hints import Why
from protocol.wire.messages import Hint, SeatSummary, Tables, TableSummary
from tests.client.at_desk import NORMAL, SMALL, WIDE, Player, at_table, newcomer
from tests.client.three_handed import OPENING, game, played
from tests.client.words.test_hint_words import hinted

WINDOWS = [
    key
    for key, action in actions_of(TABLE, SCREEN).items()
    if len(key) == 1 and isinstance(action, Show) and action.panel in PANELS
]
"""The letters that open a window."""

OAK, ASH = (
    TableSummary(name, name, "all-fives", (SeatSummary("Ben", here=True), SeatSummary()), Stage.SEATING)
    for name in ("oak", "ash")
)
MY_TURN = game(*played("6-6", "6-1", "6-5"))


@pytest.fixture
def host() -> Player:
    """My turn at a table that I host."""
    return at_table(*MY_TURN, host=True)


def fields(window: AttrsInstance) -> object:
    """All fields of a window and of its list."""
    facts = asdict(window, recurse=False)
    return {name: asdict(each, recurse=False) if name == "rows" else each for name, each in facts.items()}


def state(player: Player) -> object:
    """Everything that a player can change, except the cache of tile positions."""
    windows, desk = player.windows, player.desk
    parts = [asdict(part, recurse=False) for part in (desk, desk.lookbacks, desk.delays)]
    open_ones = [fields(each) for each in (*windows.opened, windows.lobby, windows.seats)]
    return open_ones, [{**part, "boards": None} for part in parts], player.model.selection, windows.line


@pytest.mark.parametrize("keys", [*WINDOWS, "j", "j up up enter", "q", "? end", "x up enter", ":", ""])
def test_drawing_changes_no_state(keys: str) -> None:
    for player in (at_table(*MY_TURN, host=True), at_table(*OPENING[:2], host=True), newcomer()):
        player.take(player.model.receive(Tables((OAK, ASH))))
        player.press(*keys.split())
        player.take(player.model.receive(Tables((OAK,))))
        before = state(player)
        for size in (SMALL, NORMAL, WIDE, Size(15, 5)):
            frame_of(player.desk, player.windows, size, player.now)

        assert state(player) == before


@pytest.mark.parametrize("key", WINDOWS)
def test_a_window_opened_by_a_key_is_closed_by_escape(host: Player, key: str) -> None:
    host.press("escape")
    board = host.sees()
    host.press(key)
    assert host.sees() != board
    host.press("escape")

    assert host.sees() == board


@pytest.mark.parametrize("key", [key for key in WINDOWS if key not in "?,"])
def test_without_a_table_its_windows_cannot_be_opened_by_a_command_either(key: str) -> None:
    player = newcomer()
    player.take(player.model.receive(Tables((OAK,))))
    player.type(":", key)

    assert player.windows.opened == []
    assert "You are not at a table yet." in player.sees()


def test_a_text_scrolls_to_its_end_on_the_current_terminal(host: Player) -> None:
    host.sees(SMALL)
    host.press("r", "r", "end")
    assert "↓ more" in host.sees(SMALL)
    tall = Size(80, 200)
    host.sees(tall)
    host.press("up")

    assert host.card is None, "all of it is visible on a tall terminal, so any key closes it"


# Beside the board.


@pytest.mark.parametrize("key", ["s", "m", "R", "x", "h", "n", "r r"])
def test_on_a_large_terminal_a_card_is_under_the_board(key: str) -> None:
    ben = at_table(*MY_TURN, *(Said(1, "Ben", f"hello {at}") for at in range(9)))
    ben.press(*key.split())
    ben.screen.resize(WIDE)

    layout = layout_of(ben.desk, ben.windows, WIDE, 0.0)
    assert layout.card is not None
    assert layout.shares is not None
    assert layout.shares.board.zoom < Zoom.LIST
    assert layout.hand is not None


@pytest.mark.parametrize("key", ["s", "R", "n"])
def test_on_a_terminal_of_80_by_24_a_short_card_is_under_the_board(key: str) -> None:
    ben = at_table(*MY_TURN)
    ben.press(key)
    ben.screen.resize(NORMAL)

    assert layout_of(ben.desk, ben.windows, NORMAL, 0.0).shares is not None


def test_a_card_that_leaves_too_little_of_the_board_takes_its_place() -> None:
    ben = at_table(*MY_TURN)
    ben.press("r", "r")
    ben.screen.resize(SMALL)

    layout = layout_of(ben.desk, ben.windows, SMALL, 0.0)
    assert layout.shares is None
    assert layout.card is not None
    assert layout.card.size.height >= 10


@pytest.mark.parametrize("opened", ["s", "n", "h"])
def test_a_key_that_closes_a_text_also_does_what_it_does(opened: str) -> None:
    plain, reading = at_table(*MY_TURN), at_table(*MY_TURN)
    for chosen in ("2", "left", "right"):
        plain.press(chosen)
        reading.press(opened, chosen)

        assert reading.windows.opened == []
        assert reading.model.selection == plain.model.selection
    reading.press(opened, "x")
    assert "This table" in reading.sees()


@pytest.mark.parametrize("key", ["s", "escape", "enter", "space", "q"])
def test_a_text_is_only_closed_by_its_own_key_and_by_those_that_go_on(key: str) -> None:
    ben = at_table(*MY_TURN)
    board = ben.sees()
    ben.press("s", key)

    assert ben.sees() == board
    assert ben.pending == ()


def test_a_click_on_a_tile_beside_a_text_closes_it_and_chooses_the_tile() -> None:
    ben = at_table(*MY_TURN)
    tile = ben.model.view.my_hand()[-1]
    ben.press("s")
    ben.click(TileHit(tile))

    assert ben.windows.opened == []
    assert ben.model.selection.tile == tile


def test_the_lobby_takes_the_place_of_the_menu_that_opened_it(host: Player) -> None:
    host.press("x")
    host.choose("Tables of this host")
    assert "Tables of this host" in host.sees()
    host.press("escape")

    assert host.windows.opened == []


def test_a_question_stays_in_front_of_a_late_hint(host: Player) -> None:
    host.press("x")
    host.choose("Send Ben away from the table")
    plays = tuple(hinted(str(play.tile), play.arm, 0) for play in host.model.view.my_plays())
    host.take(host.model.receive(Hint("r-1", host.model.hint_request.last_move, plays, Why.EVEN, "")))
    assert "Send Ben away? A bot takes the seat for good. y/n" in host.sees()
    host.press("enter")

    assert host.pending == (Kick(1),)
    assert f"Play {plays[0].tile}" in host.sees()


@pytest.mark.parametrize(("name", "letter"), [("es", "s"), ("es", "S"), ("es", "y"), ("fr", "o"), ("fr", "Y")])
def test_a_question_is_answered_by_the_letter_of_the_language(host: Player, name: str, letter: str) -> None:
    with speaking(language_named(name)):
        host.press("x")
        host.choose(say("menu.send_away", player="Ben"))
        assert f"{letters_of_yes()[-1]}/n" in host.sees()
        host.press(letter)

    assert host.pending == (Kick(1),)


def test_a_letter_of_another_language_is_no_answer(host: Player) -> None:
    host.press("x")
    host.choose("Send Ben away from the table")
    host.press("s")

    assert host.pending == ()
