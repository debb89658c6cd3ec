"""Keys, clicks and typed lines on the full screen."""

import re
from collections.abc import Callable

import pytest
from attrs import evolve

from client.actions import typed_help
from client.model.selection import Selection
from client.model.status import Ended, NeedsAnswer
from client.net.link import Link
from client.picture.board import Zoom
from client.picture.pinwheel import Size
from client.screen.paper import EndHit, KeyHit, TileHit
from protocol.game.layout import Arm
from protocol.game.table_options import Assist
from protocol.game.tiles import Tile, tile
from protocol.log.commands import DrawTile, EndMatch, Kick, Pause, PlayTile, Rematch, Say
from protocol.log.events import MatchAbandoned, Paused, Said, TableOpened, TableOptions, TileDrawn
from protocol.log.table import Stage, fold
from protocol.wire.messages import (
    Accepted,
    AskTables,
    Do,
    Hello,
    NotAccepted,
    OpenTable,
    SeatSummary,
    Tables,
    TableSummary,
)
from tests.client.at_desk import NORMAL, SMALL, SMALLEST, WIDE, Player, at_table, newcomer, whole_deal
from tests.client.states import hand_of_twelve
from tests.client.three_handed import OPENING, game, played


@pytest.fixture
def my_turn() -> Player:
    """Ends left 1, right 5, up and down 6; I hold 6-4, which fits up and down, and 2-1, which fits left."""
    return at_table(*game(*played("6-6", "6-1", "6-5")))


@pytest.fixture
def others_turn() -> Player:
    """Ben's turn; I hold 6-4, which fits both ends, and 2-1, which fits neither."""
    return at_table(*game(*played("6-6")))


def selected(player: Player) -> Selection:
    return player.model.selection


def test_arrows_and_digits_select_a_tile_and_its_first_end(my_turn: Player) -> None:
    my_turn.press("right")
    assert selected(my_turn) == Selection(Tile(2, 1), Arm.LEFT)
    my_turn.press("left")
    assert selected(my_turn) == Selection(Tile(6, 4), Arm.UP)
    my_turn.press("2")
    assert selected(my_turn).tile == Tile(2, 1)
    my_turn.press("9")
    assert selected(my_turn).tile == Tile(2, 1), "there is no ninth tile"
    assert "You hold no tile 9: they go from 1 to 2." in my_turn.sees()


def test_z_says_if_the_table_gives_no_help() -> None:
    opened, *seats = OPENING
    assert isinstance(opened, TableOpened)
    opening = [evolve(opened, options=TableOptions(assist=Assist.NONE)), *seats]
    player = at_table(*opening, whole_deal(fold(opening), "6-6 6-4 2-1 | 6-1 3-3 4-3 | 6-5 5-5 4-4"))
    player.press("z")

    assert "This table does not show which tiles fit." in player.sees()
    assert "Nothing fits" not in player.sees()


def test_enter_reminds_a_spectator_that_they_are_watching() -> None:
    player = at_table(*game(), seat=None)
    player.press("enter")

    assert "Ann's turn. You are watching." in player.sees()


def test_two_digits_in_quick_succession_make_one_number() -> None:
    player = at_table(*hand_of_twelve())

    player.press("1", "1")
    assert selected(player).tile == player.model.view.my_hand()[10]
    player.now = 5.0
    player.press("2")
    assert selected(player).tile == player.model.view.my_hand()[1]


def test_up_and_down_select_an_end_that_the_tile_fits(my_turn: Player) -> None:
    my_turn.press("down")
    assert selected(my_turn).arm is Arm.DOWN
    my_turn.press("down")
    assert selected(my_turn).arm is Arm.UP


def test_z_selects_the_next_tile_that_fits(others_turn: Player) -> None:
    others_turn.press("2", "z")
    assert selected(others_turn).tile == Tile(6, 4)


def test_enter_plays_the_selected_tile_at_the_selected_end(my_turn: Player) -> None:
    my_turn.press("down", "enter")

    assert my_turn.pending == (PlayTile(tile(6, 4), Arm.DOWN),)


def test_a_second_enter_before_the_answer_plays_nothing(my_turn: Player) -> None:
    my_turn.press("enter", "enter")

    assert len(my_turn.pending) == 1
    assert "not answered" in my_turn.sees()


def test_a_play_that_costs_much_is_played_after_y_and_not_after_a_second_enter(my_turn: Player) -> None:
    opened, *others = game(*played("6-6", "6-1", "6-5"))
    assert isinstance(opened, TableOpened)
    player = at_table(evolve(opened, options=TableOptions(warnings=True)), *others)
    play = PlayTile(tile(6, 4), Arm.UP)
    for insists in ("y", "enter"):
        player.press("enter")
        assert player.pending == (evolve(play, warn=True),)
        refusal = "6-4 there may cost about 12 in 100 chances to win"
        player.take(player.model.receive(NotAccepted(player.model.pending.oldest or "", "costly", refusal)))
        assert f"{refusal}: play it anyway? y/n" in player.sees()

        player.press(insists)

        assert player.pending == ((play,) if insists == "y" else ())
        player.model.pending.forget()
        player.model.warned = None


def test_out_of_turn_enter_prepares_a_play_and_escape_drops_it(others_turn: Player) -> None:
    others_turn.press("enter")
    assert others_turn.pending == ()
    assert "6-4 on the 6 is prepared" in others_turn.sees()
    assert "Esc take back" in others_turn.lines()[-1]

    others_turn.press("escape")
    assert others_turn.model.premoves.play is None
    assert "Your prepared play is dropped." in others_turn.sees()


def test_a_tile_that_fits_nowhere_now_is_not_prepared(others_turn: Player) -> None:
    others_turn.press("2")
    assert "Enter prepare" not in others_turn.lines()[-1]

    others_turn.press("enter")
    assert others_turn.model.premoves.play is None
    assert "2-1 does not fit: every end is 6." in others_turn.sees()


def test_enter_prepares_nothing_while_the_game_is_paused(others_turn: Player) -> None:
    others_turn.receives(Paused(1))
    others_turn.press("enter")

    assert others_turn.model.premoves.play is None
    assert "The game is paused." in others_turn.sees()


def test_enter_prepares_nothing_after_the_match(others_turn: Player) -> None:
    others_turn.receives(MatchAbandoned((0, 0, 0)))
    others_turn.press("enter")

    assert others_turn.model.premoves.play is None
    assert others_turn.pending == (Rematch(),)


@pytest.mark.parametrize("size", [SMALLEST, SMALL, NORMAL, WIDE], ids=str)
def test_the_notice_of_a_dropped_play_does_not_hide_my_turn(size: Size) -> None:
    player = at_table(*game(*played("6-6")))
    player.press("enter")
    prepared = player.model.premoves.play
    assert prepared is not None

    player.receives(*played("6-6", "6-1", "6-5")[1:])

    assert player.model.premoves.play is None
    assert any(line.startswith("Your turn") for line in player.lines(size)), player.sees(size)


def test_an_impossible_move_is_explained_and_not_sent(others_turn: Player, my_turn: Player) -> None:
    others_turn.press("k")
    assert "It is not your turn: it is Ben's." in others_turn.sees()
    my_turn.press("space")
    assert "You can play 6-4 or 2-1." in my_turn.sees()
    assert others_turn.pending == my_turn.pending == ()


@pytest.mark.parametrize("key", ["space", "b", "enter"])
def test_one_key_draws_until_a_tile_fits(key: str) -> None:
    deal = whole_deal(fold(OPENING), "2-1 4-1 3-2 | 6-6 3-3 4-3 | 6-5 5-5 4-4", leader=2)
    player = at_table(*OPENING, deal, *played("6-5", game=(*OPENING, deal)))

    player.press(key)
    for drawn in (tile(0, 0), tile(1, 0)):
        assert player.pending == (DrawTile(),)
        (do,) = player.model.pending.outbox
        player.model.pending.outbox.clear()
        assert isinstance(do, Do)
        player.take(player.model.receive(Accepted(do.id, player.model.session.head + 1)))
        player.receives(TileDrawn(0, drawn))

    assert player.pending == (DrawTile(),), "0-0 and 1-0 do not fit either"


def test_a_click_selects_a_tile_and_a_second_click_plays_it(my_turn: Player) -> None:
    my_turn.click(TileHit(Tile(2, 1)))
    assert selected(my_turn) == Selection(Tile(2, 1), Arm.LEFT)
    my_turn.click(TileHit(Tile(2, 1)))
    assert my_turn.pending == (PlayTile(tile(2, 1), Arm.LEFT),)


def test_a_click_selects_an_end_and_a_second_click_plays_there(my_turn: Player) -> None:
    my_turn.click(EndHit(Arm.DOWN))
    assert selected(my_turn) == Selection(Tile(6, 4), Arm.DOWN)
    my_turn.click(EndHit(Arm.DOWN))
    assert my_turn.pending == (PlayTile(tile(6, 4), Arm.DOWN),)


def test_a_click_on_an_end_that_does_not_fit_says_so(my_turn: Player) -> None:
    my_turn.click(EndHit(Arm.LEFT))

    assert "6-4 does not fit on the 1: it fits the 6a or the 6b." in my_turn.sees()


def test_a_click_on_a_hint_presses_its_key(my_turn: Player) -> None:
    my_turn.click(KeyHit("enter"))

    assert len(my_turn.pending) == 1


def test_a_short_answer_is_a_notice_and_a_long_one_a_card(my_turn: Player) -> None:
    my_turn.press("e")
    assert "Tiles: you 2, Ben 2, Cho 2. Boneyard 19." in my_turn.sees()
    my_turn.press("l")
    assert "┌─ Last plays ─" in my_turn.sees()
    my_turn.press("escape")
    assert "Last plays" not in my_turn.sees()


@pytest.mark.parametrize(("key", "text"), [("?", "choose a tile"), ("rr", "ends are added up"), ("s", "Round  You")])
def test_help_rules_and_scores_cover_the_board_until_a_key(my_turn: Player, key: str, text: str) -> None:
    my_turn.press(*key)
    assert text in my_turn.sees()
    assert "Your turn" in my_turn.sees(), "what is to be done stays in sight"

    my_turn.press("escape")
    assert text not in my_turn.sees()


def test_a_long_card_scrolls_and_stops_at_its_ends(my_turn: Player) -> None:
    my_turn.press("r", "r")
    assert my_turn.lines()[-1].startswith("↓ more")
    my_turn.press("down", "down", "pagedown")
    assert "open ends are added up" not in my_turn.sees()
    my_turn.press("end")
    shown = re.search(r"(\d+) of (\d+)", my_turn.sees())
    assert shown is not None
    assert shown[1] == shown[2]
    my_turn.press("home")
    assert "open ends are added up" in my_turn.sees()


@pytest.mark.parametrize("size", [SMALL, NORMAL])
def test_page_down_and_page_up_move_a_text_by_what_is_visible(my_turn: Player, size: Size) -> None:
    my_turn.screen.resize(size)
    my_turn.press("r", "r")
    first = shown_of_card(my_turn, size)
    my_turn.press("pagedown")
    second = shown_of_card(my_turn, size)
    assert not set(filter(None, first)) & set(filter(None, second))
    my_turn.press("up")
    assert shown_of_card(my_turn, size)[0] == first[-1]
    my_turn.press("pageup")
    assert shown_of_card(my_turn, size) == first


def shown_of_card(player: Player, size: Size) -> list[str]:
    """The lines inside the card in front."""
    return [line.strip("│ ") for line in player.lines(size) if line.startswith("│")]


def test_a_slash_starts_a_line_of_chat(my_turn: Player) -> None:
    my_turn.type("/", "well played")

    assert my_turn.pending == (Say("well played"),)
    assert my_turn.entry == ""


def test_a_colon_takes_the_commands_of_line_mode() -> None:
    player = at_table(*game(), host=True)
    player.type(":", "pause")
    assert player.pending == (Pause(),)
    player.type(":", "nonsense")
    assert "Unknown command nonsense" in player.sees()


def has_asked_for_tables(player: Player) -> bool:
    """Whether the client has requested the list of tables."""
    return AskTables() in player.model.pending.outbox


def has_asked_for_a_table(player: Player) -> bool:
    return OpenTable("all-fives") in player.model.pending.outbox


def test_open_without_options_opens_the_form(my_turn: Player) -> None:
    my_turn.type(":", "open")
    assert "The match goes on" in my_turn.sees()
    my_turn.press("enter")
    assert "Open a table" in my_turn.sees()
    my_turn.press("escape")

    my_turn.press("c")
    assert my_turn.desk.notice is not None
    assert "sum 6" in my_turn.desk.notice.text
    my_turn.type(":", "bot 2")
    assert "Only the host" in my_turn.sees()


@pytest.mark.parametrize(
    ("command", "asked", "is_done"),
    [
        ("end", "End the match for everyone? y/n", lambda player: player.pending == (EndMatch(),)),
        (
            "kick Ben",
            "Send Ben away? A bot takes the seat for good. y/n",
            lambda player: player.pending == (Kick(1),),
        ),
        ("q", "Leave? The match goes on; you can come back. y/n", lambda player: player.screen.is_left),
        ("join ash", "Leave this table? The match goes on; you can come back. y/n", has_asked_for_tables),
        ("open all-fives", "Leave this table? The match goes on; you can come back. y/n", has_asked_for_a_table),
    ],
)
def test_a_command_asks_the_same_question_as_the_menu(
    command: str, asked: str, is_done: Callable[[Player], bool]
) -> None:
    player = at_table(*game(*played("6-6", "6-1", "6-5")), host=True)
    player.type(":", command)

    assert asked in player.sees()
    assert (player.pending, player.screen.is_left, player.model.session.game) == ((), False, "g1")
    player.press("escape")
    assert asked not in player.sees()
    player.type(":", command)
    player.press("enter")
    assert is_done(player)


def test_commands_are_questions_keys_or_words_and_help_lists_them_all(my_turn: Player) -> None:
    my_turn.receives(Said(1, "Ben", "hello there"))
    my_turn.type(":", "h")
    assert "hello there" in my_turn.sees()
    my_turn.press("escape")
    my_turn.type(":", "scores")
    assert "┌─ Score sheet ─" in my_turn.sees()
    my_turn.press("escape")
    my_turn.type(":", "autoknock on")
    assert my_turn.model.settings.knocks
    my_turn.type(":", "verbosity 0")
    assert "Unknown command verbosity" in my_turn.sees()

    my_turn.type(":", "?")
    screen = my_turn.sees(Size(100, 60))
    assert "bot 2" not in screen, "that is for the host"
    assert "verbosity" not in screen
    assert "scores" not in screen, "that has a key"
    for typed, _ in typed_help.commands(my_turn.model):
        my_turn.screen.close()
        my_turn.type(":", typed.split(", ")[-1])
        assert "Unknown command" not in my_turn.sees()
        my_turn.windows.opened.clear()


def test_the_help_describes_commands_as_they_work_on_a_screen(my_turn: Player) -> None:
    my_turn.type(":", "?")

    screen = my_turn.sees(Size(100, 60))
    assert re.search("open +open a table, and sit there", screen)
    assert re.search("join oak +go to table oak; also j oak; a password may follow", screen)


@pytest.mark.parametrize("letter", ["c", "e", "t", "w", "v", "l", "m", "n"])
def test_a_card_with_an_answer_has_a_title(letter: str) -> None:
    player = at_table(*game(*played("6-6", "6-1", "6-5")))
    player.sees(Size(15, 10))
    player.press(letter)

    assert player.card is not None
    assert len(player.card.title) > 1


def test_a_cancelled_or_empty_line_sends_nothing(my_turn: Player) -> None:
    my_turn.press("/")
    my_turn.screen.type_in(None)
    my_turn.type("/", "  ")

    assert my_turn.pending == ()


def test_after_the_end_a_refused_chat_line_is_not_restored(my_turn: Player) -> None:
    my_turn.press("/")
    my_turn.model.status = Ended("The host has been shut down.")
    my_turn.screen.type_in("hello")

    assert my_turn.entry == ""
    my_turn.press("x")
    assert my_turn.screen.is_left


def test_zoom_cycles_through_its_sizes(my_turn: Player) -> None:
    assert "┏━━━┓" in my_turn.sees()
    assert "●" in my_turn.sees(WIDE)
    my_turn.press("o")
    assert "●" not in my_turn.sees(WIDE)
    my_turn.press("o")
    assert "{6}" in my_turn.sees()
    my_turn.press("o")
    assert "  {6|6}" in my_turn.sees()
    my_turn.press("o")
    assert my_turn.desk.boards.largest is Zoom.PIPS
    assert "┏━━━┓" in my_turn.sees()
    assert "●" in my_turn.sees(WIDE)


def test_y_means_yes_to_a_question(my_turn: Player) -> None:
    my_turn.press("q", "y")
    assert my_turn.screen.is_left

    host = at_table(*game(*played("6-6", "6-1", "6-5")), host=True)
    host.type(":", "end")
    host.press("y")
    assert host.pending == (EndMatch(),)


def test_an_unknown_command_suggests_the_one_that_was_meant(my_turn: Player) -> None:
    my_turn.type(":", "tabels")
    assert "Unknown command tabels; ? lists the commands. Did you mean tables?" in my_turn.sees()


def test_leaving_a_match_asks_once(my_turn: Player) -> None:
    my_turn.press("q")
    assert "y/n" in my_turn.sees()
    my_turn.press("x")
    assert not my_turn.screen.is_left
    my_turn.press("q", "q")
    assert my_turn.screen.is_left


def test_without_a_table_the_keys_of_a_table_do_nothing() -> None:
    player = newcomer()
    before = player.sees()
    player.press("r", "s", "x", "j", "k", "b", "c", "z", "/")

    assert player.sees() == before
    player.press("?")
    assert "choose a tile" in player.sees()


def test_a_long_refusal_of_a_command_is_a_card(my_turn: Player) -> None:
    my_turn.type(":", "open all-fives nonsense=1 more=2 and still more that nobody understands")

    assert my_turn.card is not None
    assert "No table was opened" in my_turn.sees()


def test_a_spectator_leaves_without_a_question() -> None:
    for player in (newcomer(), at_table(*game(), seat=None)):
        player.press("q")
        assert player.screen.is_left


def test_enter_joins_the_selected_table() -> None:
    player = newcomer()
    seats = (SeatSummary("Ben", here=True), SeatSummary())
    oak, ash = (TableSummary(name, "g", "all-fives", seats, Stage.SEATING) for name in ("oak", "ash"))
    player.take(player.model.receive(Tables((oak, ash))))

    player.press("2", "enter")

    (hello,) = player.model.pending.outbox
    assert isinstance(hello, Hello)
    assert hello.table == "ash"


def test_a_click_on_a_line_of_the_help_presses_its_key(my_turn: Player) -> None:
    my_turn.press("?")
    hits = [fragment.target for line in my_turn.frame(Size(80, 60)) for fragment in line if fragment.target]
    assert KeyHit("s") in hits
    assert KeyHit("space") in hits
    assert KeyHit("(") not in hits

    my_turn.click(KeyHit("s"))
    assert "Round" in my_turn.sees()
    my_turn.click(KeyHit("escape"))
    assert my_turn.card is None


def test_h_opens_the_history_at_its_end(my_turn: Player) -> None:
    for nth in range(40):
        my_turn.receives(Said(1, "Ben", f"saying {nth}"))
    my_turn.press("h")

    assert "Ben: saying 39" in my_turn.sees()
    my_turn.press("home")
    assert "You lead 6-6" in my_turn.sees()


@pytest.mark.parametrize(
    ("is_secret", "prompt", "typed", "answer"),
    [(True, "password:", "plum", "plum"), (False, "answer:", " 2 ", "2"), (False, "answer:", None, None)],
)
def test_a_question_before_the_table_is_answered_in_a_typed_line(
    is_secret: bool, prompt: str, typed: str | None, answer: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = newcomer()
    given: list[str | None] = []
    monkeypatch.setattr(Link, "give_answer", lambda _, typed: given.append(typed))
    player.model.status = NeedsAnswer("Unfinished matches:\n1: All Fives\n1 or 2:", is_secret)
    player.take([])

    assert player.entry == prompt
    assert [line.strip() for line in player.lines() if line.strip()][2:5] == [
        "Unfinished matches:",
        "1: All Fives",
        "1 or 2:",
    ]

    player.screen.type_in(typed)

    assert given == [answer]


def test_a_player_whose_own_table_is_set_up_sees_no_address() -> None:
    player = newcomer()
    player.desk.address = ""

    assert "Setting up the table ..." in player.sees()
    assert "Connecting" not in player.sees()
