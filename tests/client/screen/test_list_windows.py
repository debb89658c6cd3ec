"""The windows with lines to choose from: lobby, form, menu of the table, seats before a match."""

from pathlib import Path

import pytest
from attrs import evolve

from client.model.house_rules import RuleSet
from client.picture.pinwheel import Size
from client.screen.form_window import HOUSE, SAVE, SAVED
from client.screen.paper import EndHit, RowHit, TileHit
from client.screen.table_screen import TableScreen
from client.store.file_seats import FileSeats
from client.store.saved_seats import SavedSeat
from protocol.game.layout import Arm
from protocol.game.tiles import Tile
from protocol.log.commands import AddBot, Command, EndMatch, Kick, LeaveSeat, Pause, Readmit, RemoveBot, Start, TakeSeat
from protocol.log.events import SeatLeft, SeatTaken
from protocol.log.table import Stage
from protocol.wire.messages import AskTables, Hello, OpenTable, Role, SeatSummary, Tables, TableSummary
from protocol.wire.notices import PresenceNotice, RefusedNotice
from tests.client.at_desk import NORMAL, SMALL, WIDE, Player, at_table, newcomer
from tests.client.three_handed import OPENING, game, played

FREE, ANN, BEN = SeatSummary(), SeatSummary("Ann", here=True), SeatSummary("Ben", here=True)
OAK = TableSummary("oak", "g1", "all-fives", (BEN, FREE), Stage.SEATING)
ASH = TableSummary("ash", "g2", "playroom", (BEN, SeatSummary("Ida", "club")), Stage.PLAYING)
FIG = TableSummary("fig", "g3", "all-threes", (FREE, FREE), Stage.SEATING, locked=True)


@pytest.fixture
def in_lobby() -> Player:
    """A player in the lobby, with three tables to choose from."""
    player = newcomer()
    player.take(player.model.receive(Tables((ASH, FIG, OAK))))
    return player


@pytest.fixture
def host() -> Player:
    """The host in the first of three seats; the others are free."""
    return at_table(OPENING[0], OPENING[1], host=True)


def said(player: Player) -> list[object]:
    """The messages sent since the last call."""
    outbox = player.model.pending.outbox
    return [outbox.popleft() for _ in range(len(outbox))]


def last_command(player: Player) -> Command:
    """The last command sent."""
    return player.pending[-1]


def hello(player: Player) -> Hello:
    """The hello that was sent."""
    (message,) = said(player)
    assert isinstance(message, Hello)
    return message


def stand_up(player: Player) -> None:
    """The daemon frees the seat of this player, and sends a welcome without one."""
    seat = player.model.seat
    assert seat is not None
    player.receives(SeatLeft(seat))
    player.model.session.seat = None


def go_to_line(player: Player, name: str) -> None:
    """Select this line of the form with keys."""
    form = player.form
    if name not in form.names:
        go_to_line(player, HOUSE)
        player.press("enter")
    at = form.names.index(name)
    player.press(*["down"] * (at - form.at), *["up"] * (form.at - at))


# The lobby.


def test_the_lobby_shows_the_players_of_each_table(in_lobby: Player) -> None:
    assert "> ash: Playroom's Fives and Threes, playing, Ben and Ida (bot)" in in_lobby.sees()
    in_lobby.press("down")
    assert "> fig: All Threes, waiting for players, 2 free seats, needs a password" in in_lobby.sees()


def test_the_hosts_own_table_is_the_first_and_selected() -> None:
    player = newcomer()
    (listed,) = player.model.receive(Tables((ASH, FIG, evolve(OAK, home=True))))
    player.take([listed])

    assert listed.text.startswith("oak: All Fives, ")
    assert "> oak: All Fives, " in player.sees()
    player.press("enter")
    assert hello(player).table == "oak"


def test_enter_joins_the_selected_table(in_lobby: Player) -> None:
    in_lobby.press("3", "enter")

    assert (hello(in_lobby).table, in_lobby.model.session.role) == ("oak", Role.PLAYER)


def test_w_watches_instead(in_lobby: Player) -> None:
    in_lobby.press("3", "w")

    assert hello(in_lobby).role is Role.SPECTATOR


def test_enter_watches_a_full_table(in_lobby: Player) -> None:
    in_lobby.press("enter")

    assert (hello(in_lobby).table, in_lobby.model.session.role) == ("ash", Role.SPECTATOR)


def test_enter_joins_a_full_table_whose_players_left_after_the_match(in_lobby: Player) -> None:
    left = evolve(ASH, seats=(SeatSummary("Ben"), SeatSummary("Cy")), stage=Stage.OVER)
    in_lobby.take(in_lobby.model.receive(Tables((left, OAK))))
    in_lobby.press("enter")

    assert (hello(in_lobby).table, in_lobby.model.session.role) == ("ash", Role.PLAYER)


@pytest.mark.parametrize(
    ("match", "seats", "role"),
    [(0, ASH.seats, Role.SPECTATOR), (1, ASH.seats, Role.PLAYER), (1, (BEN, SeatSummary("Cy")), Role.SPECTATOR)],
    ids=["before the first match", "between two matches", "people only"],
)
def test_enter_joins_a_full_table_if_a_bot_makes_way_between_two_matches(
    in_lobby: Player, match: int, seats: tuple[SeatSummary, ...], role: Role
) -> None:
    waits = evolve(ASH, stage=Stage.SEATING, seats=seats, match=match)
    in_lobby.take(in_lobby.model.receive(Tables((waits, OAK))))
    assert ("a bot makes way for you" in in_lobby.sees()) == (role is Role.PLAYER)
    in_lobby.press("enter")

    assert (hello(in_lobby).table, in_lobby.model.session.role) == ("ash", role)


def test_enter_takes_a_saved_seat_at_a_full_table(in_lobby: Player, tmp_path: Path) -> None:
    in_lobby.screen.link.autosave.seats.saved = FileSeats(tmp_path)
    in_lobby.screen.link.autosave.seats.saved.save(SavedSeat("host", "ash", "Ann", "t9"))
    in_lobby.model.lobby.own_tables = frozenset({"ash"})
    in_lobby.press("enter")

    assert hello(in_lobby).role is Role.PLAYER


def test_a_locked_table_asks_for_its_password_first(in_lobby: Player) -> None:
    in_lobby.press("2", "enter")
    assert said(in_lobby) == []
    assert in_lobby.entry == "password:"
    in_lobby.screen.type_in("plum")

    assert hello(in_lobby).password == "plum"


def test_after_a_wrong_password_enter_asks_for_it_again_and_says_so(in_lobby: Player) -> None:
    in_lobby.press("2")
    assert "Enter join with its password" in in_lobby.lines()[-1]
    in_lobby.press("enter")
    in_lobby.screen.type_in("plum")
    in_lobby.model.change_table(None)
    in_lobby.model.session.password = None
    in_lobby.take(in_lobby.model.receive(Tables((ASH, FIG, OAK))))

    assert "> fig" in in_lobby.sees()
    assert "Enter join with its password" in in_lobby.lines()[-1]
    in_lobby.press("enter")
    assert in_lobby.entry == "password:"


def test_a_click_selects_a_table_and_a_second_click_joins_it(in_lobby: Player) -> None:
    in_lobby.click(RowHit(2))
    assert "> oak" in in_lobby.sees()
    assert said(in_lobby) == []
    in_lobby.click(RowHit(2))

    assert hello(in_lobby).table == "oak"


def test_a_player_who_asked_to_watch_takes_no_seat() -> None:
    player = newcomer()
    player.model.session.role = Role.SPECTATOR
    watcher = Player(player.model, player.desk, TableScreen(player.desk, player.screen.link))
    watcher.take(watcher.model.receive(Tables((OAK, FIG))))
    watcher.press("enter")

    assert hello(watcher).role is Role.SPECTATOR


# The form.


def test_the_form_opens_a_table_and_the_player_joins_it(in_lobby: Player) -> None:
    in_lobby.press("up", "up", "enter")
    assert "Open a table" in in_lobby.sees()
    in_lobby.press("right", "down", "down", "2", "enter")
    (wanted,) = said(in_lobby)
    assert isinstance(wanted, OpenTable)
    assert (wanted.rules, wanted.bots) == ("playroom", 2)

    in_lobby.take(in_lobby.model.receive(Tables((ASH, FIG, OAK), opened="fig")))
    assert hello(in_lobby).table == "fig"
    assert in_lobby.windows.opened == []


def test_a_player_who_opens_a_table_sits_there_even_after_watching_another(in_lobby: Player) -> None:
    in_lobby.press("w")
    assert hello(in_lobby).role is Role.SPECTATOR
    in_lobby.model.change_table(None)
    in_lobby.take(in_lobby.model.receive(Tables((ASH, FIG))))
    in_lobby.press("up", "up", "enter", "enter")
    said(in_lobby)
    in_lobby.take(in_lobby.model.receive(Tables((ASH, FIG, OAK), opened="oak")))

    assert (hello(in_lobby).table, in_lobby.model.session.role) == ("oak", Role.PLAYER)


def test_a_player_who_opens_a_table_for_bots_alone_watches_it(in_lobby: Player) -> None:
    in_lobby.press("up", "up", "enter", "enter")
    said(in_lobby)
    bots = evolve(OAK, seats=(SeatSummary("Ida", "club"), SeatSummary("Una", "club")))
    in_lobby.take(in_lobby.model.receive(Tables((bots,), opened="oak")))

    assert hello(in_lobby).role is Role.SPECTATOR


def test_the_lobby_marks_the_tables_where_the_player_has_a_seat(in_lobby: Player) -> None:
    in_lobby.model.lobby.own_tables = frozenset({"ash"})

    assert "> ash: Playroom's Fives and Threes, playing, Ben and Ida (bot), your seat" in in_lobby.sees()
    assert in_lobby.sees().count("your seat") == 2, "in the list and as what Enter does"
    assert "Enter take your seat" in in_lobby.lines()[-1]
    assert "w watch" in in_lobby.lines()[-1]


def test_the_selected_line_is_explained_and_a_changed_one_has_a_star(in_lobby: Player) -> None:
    in_lobby.press("up", "up", "enter")
    go_to_line(in_lobby, "assist")
    in_lobby.press("right")

    assert "What the table shows every player" in in_lobby.sees()
    assert ">*help shown" in in_lobby.sees()
    in_lobby.press("backspace")
    assert "> help shown" in in_lobby.sees()
    go_to_line(in_lobby, "max_pip")
    assert "max_pip takes 6, 9 or 12." in in_lobby.sees()


def test_a_form_that_makes_no_game_says_why_and_cannot_be_sent(in_lobby: Player) -> None:
    in_lobby.press("up", "up", "enter")
    go_to_line(in_lobby, "hand")
    in_lobby.press("9")

    assert "4 hands of 9 are 36 tiles" in in_lobby.sees()
    assert "Enter" not in in_lobby.lines()[-1]
    in_lobby.press("enter")
    assert said(in_lobby) == []


def test_digits_in_a_row_make_one_number(in_lobby: Player) -> None:
    in_lobby.press("up", "up", "enter")
    go_to_line(in_lobby, "target")
    in_lobby.press("1", "2", "1")

    assert in_lobby.form.form.value("target") == "121"


def test_a_value_can_be_typed_on_a_line_of_its_own(in_lobby: Player) -> None:
    in_lobby.press("up", "up", "enter")
    go_to_line(in_lobby, "divisors")
    in_lobby.press("space")
    assert in_lobby.entry == "divisors:"
    in_lobby.screen.type_in("4")
    assert "'4' is not valid: it takes odd numbers from 3 up" in in_lobby.sees()
    in_lobby.press("space")
    in_lobby.screen.type_in("3,7")
    assert "< 3 and 7" in in_lobby.sees()


def test_an_invalid_value_is_explained_until_it_is_replaced(in_lobby: Player) -> None:
    in_lobby.press("up", "up", "enter")
    go_to_line(in_lobby, "grace")
    in_lobby.press("space")
    in_lobby.screen.type_in("abc")
    for key in ("enter", "enter", "?", "escape"):
        in_lobby.press(key)

    assert "seconds away: 'abc' is not valid: it takes 0 to 86400." in in_lobby.sees()
    assert "Enter" not in in_lobby.lines()[-1]
    assert said(in_lobby) == []
    in_lobby.press("space")
    in_lobby.screen.type_in("90")
    in_lobby.press("enter")
    (wanted,) = said(in_lobby)
    assert isinstance(wanted, OpenTable)
    assert wanted.options.grace == 90


def test_the_form_has_a_line_for_a_password(in_lobby: Player) -> None:
    in_lobby.press("up", "up", "enter")
    go_to_line(in_lobby, "password")
    in_lobby.press("space")
    in_lobby.screen.type_in("plum")
    assert "****" in in_lobby.sees()
    assert "plum" not in in_lobby.sees()
    in_lobby.press("enter")

    (wanted,) = said(in_lobby)
    assert isinstance(wanted, OpenTable)
    assert wanted.password == "plum"


def test_the_form_can_be_filled_in_with_the_mouse(in_lobby: Player) -> None:
    in_lobby.click(RowHit(3))
    in_lobby.click(RowHit(3))
    in_lobby.click(RowHit(0, 1))
    in_lobby.click(RowHit(1, 1))

    assert in_lobby.form.form.preset.name == "playroom"
    assert in_lobby.form.form.value("seats") == "5"


def test_the_form_stays_if_the_host_refuses_the_table(in_lobby: Player) -> None:
    in_lobby.press("up", "up", "enter", "enter")
    in_lobby.take(in_lobby.model.receive(RefusedNotice("100 tables are open, and this host allows no more")))

    assert "this host allows no more" in in_lobby.sees()
    assert in_lobby.form


@pytest.mark.parametrize("size", [SMALL, NORMAL])
def test_the_selected_line_of_the_form_is_always_visible(in_lobby: Player, size: Size) -> None:
    in_lobby.press("up", "up", "enter")
    form = in_lobby.form
    go_to_line(in_lobby, HOUSE)
    in_lobby.press("enter")
    for _ in form.names:
        in_lobby.press("down")
        assert any(line.startswith(("│ >", "│ >*")) for line in in_lobby.lines(size))


FRIDAY = RuleSet("Friday", "all-fives", {"target": "100", "spinner_count": "sniff"})


def test_the_form_has_a_few_lines_and_the_rest_behind_house_rules(in_lobby: Player) -> None:
    in_lobby.press("up", "up", "enter")
    assert in_lobby.form.names == ("game", "seats", "bots", "bot_level", "target", "password", HOUSE)
    assert "house rules     none changed" in in_lobby.sees()

    in_lobby.press("up", "enter")
    assert "Who leads" in in_lobby.sees(WIDE)
    assert "double in turn" in in_lobby.sees(WIDE)
    assert said(in_lobby) == [], "Enter shows the rules and opens no table"


def test_a_house_rule_has_a_star_and_is_counted(in_lobby: Player) -> None:
    in_lobby.press("up", "up", "enter")
    go_to_line(in_lobby, "hand")
    in_lobby.press("5")
    assert ">*tiles each" in in_lobby.sees()
    go_to_line(in_lobby, HOUSE)
    assert "house rules     1 changed" in in_lobby.sees()

    go_to_line(in_lobby, "hand")
    in_lobby.press("6")
    assert "> tiles each" in in_lobby.sees(), "the game's own value is no house rule"


def test_escape_asks_before_what_was_entered_is_lost(in_lobby: Player) -> None:
    in_lobby.press("up", "up", "enter", "right", "escape")
    assert "Close the form? What you entered is lost." in " ".join(in_lobby.sees(SMALL).split())
    assert "Enter close" in in_lobby.lines()[-1]
    in_lobby.press("escape")
    assert in_lobby.form.form.preset.name == "playroom"

    in_lobby.press("q", "y")
    assert in_lobby.windows.opened == []
    assert said(in_lobby) == []


def test_escape_closes_a_form_without_entries_at_once(in_lobby: Player) -> None:
    in_lobby.press("up", "up", "enter", "escape")

    assert in_lobby.windows.opened == []


def test_house_rules_are_saved_by_a_name_and_offered_by_the_next_form(in_lobby: Player) -> None:
    in_lobby.press("up", "up", "enter")
    go_to_line(in_lobby, "target")
    in_lobby.press("9", "0")
    go_to_line(in_lobby, SAVE)
    in_lobby.press("enter")
    assert in_lobby.entry == "name:"
    in_lobby.screen.type_in("  Friday  night ")
    assert "Saved as Friday night." in in_lobby.sees()
    in_lobby.press("escape", "enter", "enter", "down", "right")

    assert "< Friday night" in in_lobby.sees()
    assert in_lobby.form.form.value("target") == "90"
    in_lobby.press("enter")
    (wanted,) = said(in_lobby)
    assert isinstance(wanted, OpenTable)
    assert wanted.set == {"target": "90"}


def test_a_saved_set_is_filled_in_taken_out_and_deleted(in_lobby: Player) -> None:
    in_lobby.model.house_rules.save(FRIDAY)
    in_lobby.press("up", "up", "enter", "down", "right")
    assert in_lobby.form.form.given == {"game": "all-fives", **FRIDAY.values}
    in_lobby.press("right")
    assert in_lobby.form.form.given == {}

    in_lobby.press("left", "backspace")
    assert "Friday is deleted." in in_lobby.sees()
    assert in_lobby.model.house_rules.sets == []
    assert in_lobby.form.form.value("target") == "100"


def test_a_saved_set_of_an_unknown_game_is_not_offered(in_lobby: Player) -> None:
    in_lobby.model.house_rules.save(RuleSet("Old", "chess"))
    in_lobby.press("up", "up", "enter")

    assert SAVED not in in_lobby.form.names


def test_the_house_rules_open_with_a_click(in_lobby: Player) -> None:
    in_lobby.click(RowHit(3))
    in_lobby.click(RowHit(3))
    in_lobby.click(RowHit(6))

    assert "first_lead" in in_lobby.form.names


# Over a table.


def test_keys_and_clicks_do_not_reach_the_table_under_a_window() -> None:
    for sheet in (("x",), ("j",), ("j", "up", "up", "enter", "enter")):
        player = at_table(*game(*played("6-6", "6-1", "6-5")), host=True)
        player.take(player.model.receive(Tables((ASH, OAK))))
        player.press(*sheet)
        said(player)
        before = player.model.selection, player.sees()
        for key in ("b", "i", "k", "p", "z", "r", "s", "g", "/", "h", "c", "o"):
            player.press(key)
        player.click(TileHit(Tile(2, 1)))
        player.click(TileHit(Tile(6, 4)))
        player.click(EndHit(Arm.DOWN))

        assert (player.model.selection, player.sees()) == before
        assert (player.pending, said(player)) == ((), [])
        assert player.entry == ""


def test_help_and_commands_open_over_a_window() -> None:
    player = at_table(*game(*played("6-6", "6-1", "6-5")), host=True)
    player.press("x", "?")
    assert "choose a tile" in player.sees()
    player.press("escape")
    assert "This table" in player.sees()
    player.press(":")
    assert player.entry == ":"


def test_in_the_lobby_the_keys_of_a_table_do_nothing(in_lobby: Player) -> None:
    before = in_lobby.sees()
    in_lobby.press("r", "z", "k", "s", "b", "/", "escape", "left")

    assert in_lobby.sees() == before
    assert in_lobby.entry == ""
    in_lobby.press("q")
    assert in_lobby.screen.is_left


def test_a_letter_on_a_text_line_starts_typing(in_lobby: Player) -> None:
    in_lobby.press("up", "up", "enter", "up")
    go_to_line(in_lobby, "password")
    in_lobby.press("b")

    line = in_lobby.windows.line
    assert line is not None
    assert (line.prompt, line.draft) == ("password:", "b")


def test_questions_and_errors_are_visible_on_the_smallest_screen() -> None:
    host = at_table(*game(*played("6-6", "6-1", "6-5")), host=True)
    host.press("x")
    host.choose("End the match for everybody")
    assert "End the match for everyone?" in host.sees(SMALL)
    host.press("escape", "escape", "j")
    host.take(host.model.receive(Tables((OAK,))))
    host.press("up", "up", "enter")
    assert "The match goes on; you can come back" in " ".join(host.lines(SMALL))
    host.press("enter")
    assert "Which game is played" in host.sees(SMALL)
    go_to_line(host, "grace")
    host.press("space")
    host.screen.type_in("abc")
    assert "seconds away: 'abc' is not valid:" in host.sees(SMALL)
    assert "│ >" in host.sees(SMALL)


def test_the_wheel_moves_down_a_long_form_and_stops_at_its_end(in_lobby: Player) -> None:
    in_lobby.screen.scroll(3)
    assert in_lobby.windows.lobby.rows.at == 0, "the lobby is seen whole"
    in_lobby.press("up", "up", "enter")
    go_to_line(in_lobby, HOUSE)
    in_lobby.press("enter")
    in_lobby.sees()
    form = in_lobby.form
    for _ in form.names:
        in_lobby.screen.scroll(3)

    assert in_lobby.form.at == len(form.names) - 1


# From a table.


def test_j_opens_the_lobby_over_the_board_and_escape_closes_it() -> None:
    player = at_table(*game(*played("6-6", "6-1", "6-5")))
    player.press("j")
    assert AskTables() in said(player)
    player.take(player.model.receive(Tables((ASH, OAK))))

    assert "oak: you are here, All Fives" in player.sees()
    assert "[6|4]" in player.sees(), "my hand stays where it is"
    player.press("escape")
    assert "Tables of this host" not in player.sees()


def test_leaving_a_match_for_another_table_asks_once() -> None:
    player = at_table(*game(*played("6-6", "6-1", "6-5")))
    player.press("j")
    player.take(player.model.receive(Tables((ASH, OAK))))
    said(player)

    player.press("1", "w")
    assert "Leave this table? The match goes on; you can come back. y/n" in player.sees()
    player.press("escape")
    assert player.model.session.game == "g1"
    player.press("w", "enter")
    assert player.model.session.wanted_table == "ash"
    assert player.model.session.role is Role.SPECTATOR, "what was asked for is what is said yes to"


def test_the_hosts_menu_lets_a_player_who_is_away_come_back_by_name() -> None:
    host = at_table(*game(*played("6-6")), host=True)
    host.take(host.model.receive(PresenceNotice(1, here=True)))
    host.press("x")
    assert "Let Ben back in" not in host.sees()
    host.press("escape")
    host.take(host.model.receive(PresenceNotice(1, here=False)))

    host.press("x")
    host.choose("Let Ben back in by name, from another device")
    assert "Let Ben come back by name?" in host.sees()
    host.press("enter")

    assert last_command(host) == Readmit(1)


def test_the_hosts_menu_asks_before_anything_that_cannot_be_undone() -> None:
    host = at_table(*game(*played("6-6")), host=True)
    host.press("x")
    host.choose("Pause the game")
    assert last_command(host) == Pause()

    host.press("x")
    host.choose("Send Ben away from the table")
    assert "Send Ben away? A bot takes the seat for good. y/n" in host.sees()
    host.press("escape")
    assert last_command(host) == Pause()
    host.press("enter", "enter")
    assert last_command(host) == Kick(1)

    host.press("x")
    host.choose("End the match for everybody")
    host.press("enter")
    assert last_command(host) == EndMatch()


def test_a_guests_menu_has_no_actions_of_the_host() -> None:
    guest = at_table(*game(*played("6-6")), seat=1)
    guest.press("x")

    assert "Tables of this host" in guest.sees()
    assert "Pause" not in guest.sees()


# The seats before a match.


def test_b_seats_a_bot_of_the_chosen_level(host: Player) -> None:
    host.press("down", "right", "b")

    assert last_command(host) == AddBot(1, "expert")
    assert "b expert bot" in host.lines()[-1]


def test_the_host_changes_the_level_of_a_bot_or_sends_it_away(host: Player) -> None:
    host.receives(SeatTaken(2, "Ida", "club"))
    host.press("up", "left")
    assert host.pending == (RemoveBot(2), AddBot(2, "casual"))
    host.press("space")
    assert last_command(host) == RemoveBot(2)


def test_space_leaves_my_seat_or_takes_a_free_one(host: Player) -> None:
    assert "Space stand up" in host.lines()[-1]
    host.press("space")
    assert last_command(host) == LeaveSeat()
    stand_up(host)
    host.press("2", "space")
    assert last_command(host) == TakeSeat(1)


def test_my_own_seat_is_selected_first() -> None:
    guest = at_table(OPENING[0], OPENING[1], OPENING[2], seat=1)

    assert "> Seat 2: You." in guest.sees()
    assert "Space stand up" in guest.lines()[-1]


def test_a_guest_cannot_seat_bots() -> None:
    guest = at_table(OPENING[0], OPENING[1], OPENING[2], seat=1)
    guest.press("3")

    assert "bot" not in guest.lines()[-1]
    assert "sit here" not in guest.lines()[-1], "a second seat is refused"


def test_enter_takes_the_free_seat_that_is_selected_and_begins_the_match_from_any_other(host: Player) -> None:
    host.press("2")
    assert "Enter begin" in host.lines()[-1], "the host has a seat"
    stand_up(host)
    assert "Enter takes this seat." in host.sees()
    assert "begin" not in host.lines()[-1]
    host.press("enter")
    assert last_command(host) == TakeSeat(1)
    host.receives(SeatTaken(1, "Ida", "club"))

    host.press("enter")
    assert "y/n" in host.sees(), "nobody else is here yet"
    host.press("y")
    assert last_command(host) == Start()


def test_a_guest_without_a_seat_takes_the_selected_one_with_enter() -> None:
    guest = at_table(OPENING[0], OPENING[1], seat=None)
    guest.press("2")
    assert "Waiting for 2 more players. Enter takes this seat." in guest.sees()
    guest.press("enter")

    assert guest.pending == (TakeSeat(1),)
