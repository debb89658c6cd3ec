"""Before a match: the first page, the list of tables, the waiting room, and the form of a new table."""

import json

import trio
from attrs import evolve

from client.actions.action import GoTo, NewTable
from client.actions.panel import key_of
from client.model.announcements import Announcement, Subject
from client.store.browser_games import BrowserGames
from client.web.form_window import FormWindow
from protocol.log.commands import AddBot, Start, TakeSeat
from protocol.log.events import Said, SeatTaken
from protocol.log.table import Stage
from protocol.wire.messages import OpenTable, SeatAsked, SeatSummary, Tables, TableSummary
from protocol.wire.notices import WatchersNotice
from tests.client import three_handed as three
from tests.client.page_text import read_page
from tests.client.states import before, is_my_turn
from tests.client.store.test_my_games import result
from tests.client.web.at_page import PagePlayer, at_page, newcomer


def test_in_the_waiting_room_seats_are_taken_bots_added_and_the_match_begun() -> None:
    player = at_page(*three.OPENING[:1], seat=None, host=True)
    assert "Seat" not in player.parts()["seats"]
    player.press("order", player.buttons("waiting", "order")[1])
    player.press("level", {"level": "master"})
    player.press("order", "bot 3 master")
    player.press("order", "start")
    player.press("confirm")  # nobody else is there yet

    assert player.pending == (TakeSeat(0), AddBot(2, "master"), Start())


def test_the_waiting_room_shows_what_was_said_who_came_and_who_watches() -> None:
    player = at_page(*three.OPENING[:2])
    player.receives(SeatTaken(1, "Ben"), Said(1, "Ben", "<b>hello</b>"), Said(0, "Ann", "welcome"))
    player.page.receive(player.page.model.receive(WatchersNotice(("Wes",), 1)))

    (room,) = (div for div in read_page(player.parts()["waiting"]).all("div") if div.attributes.get("class") == "room")
    assert [line.text for line in room.all("p")] == [
        "Ben takes seat 2.", "Ben: <b>hello</b>", "You: welcome", "Wes watches.",
    ]  # fmt: skip
    assert "Wes watches. Ben takes seat 2." in player.sees("waiting")


def test_a_seated_player_is_offered_no_other_seat() -> None:
    player = at_page(*three.OPENING[:2], host=True)

    assert player.buttons("waiting", "order") == ["change", "stand", "bot 2 club", "bot 3 club", "start"]


def test_the_first_player_of_a_table_without_a_host_begins_and_seats_bots_and_no_more() -> None:
    with_a_bot = (*three.OPENING[:3], SeatTaken(2, "Ada", "club"))
    first, other = at_page(*with_a_bot, may_begin=True), at_page(*with_a_bot, seat=1)

    assert first.buttons("waiting", "order") == ["stand", "unbot 3", "start"]
    assert other.buttons("waiting", "order") == ["stand"]
    assert "or when the host or the first player begins it" in other.sees("waiting")
    assert "bot 3 club" in at_page(*three.OPENING[:3], may_begin=True).buttons("waiting", "order")
    first.press("order", "start")
    first.press("order", "kick Ben")
    assert [type(each) for each in first.pending] == [Start]
    assert "Only the host of the table can do that." in first.sees("waiting")


def test_a_notice_in_the_waiting_room_is_with_the_buttons_that_are_always_in_sight() -> None:
    player = at_page(*three.OPENING[:2], seat=1)
    player.press("order", "kick 1")

    (row,) = (div for div in read_page(player.parts()["waiting"]).all("div") if div.attributes.get("class") == "row")
    assert row.text.startswith("Only the host of the table can do that.")


def test_the_lobby_lists_tables_and_the_form_opens_one() -> None:
    player = newcomer()
    seats = (SeatSummary("Ben", here=True), SeatSummary())
    oak = TableSummary("oak", "g1", "all-fives", seats, Stage.SEATING)
    player.page.receive(player.page.model.receive(Tables((oak, evolve(oak, table="elm")))))
    assert "oak All Fives, waiting for players, Ben, 1 free seat Join Watch" in player.sees("lobby")

    player.choose("tables", NewTable())
    player.press("fill", {"game": "playroom"})
    player.press("fill", {"seats": "99"})
    assert "seats: '99' is not valid: it takes 2 to 5." in player.sees("window")
    player.press("fill", {"seats": "5"})
    player.press("step", "bots 1")
    player.press("open", {"target": "100"})

    opened = [each for each in player.page.model.pending.outbox if isinstance(each, OpenTable)]
    assert [(each.rules, each.seats, each.bots, each.set) for each in opened] == [("playroom", 5, 1, {"target": "100"})]
    assert not player.parts()["window"]


def test_twelve_seats_are_reached_by_the_larger_set_and_the_tiles_each_follow() -> None:
    player = newcomer()
    player.page.receive(player.page.model.receive(Tables(())))
    player.choose("tables", NewTable())

    def sent(**changed: str) -> dict[str, str]:
        """What the browser sends: all fields as they were shown, and those that the player has changed."""
        return {
            row.name: player.page.find(FormWindow).form.value(row.name)
            for row in player.page.find(FormWindow).form.rows
        } | changed

    player.press("fill", {"game": "playroom"})
    player.press("fill", sent(seats="12"))
    assert "How many players; more with a larger set of tiles. It takes 2 to 5." in player.sees("window")
    player.press("fill", sent(seats="12", max_pip="12"))
    player.press("open", sent())

    opened = [each for each in player.page.model.pending.outbox if isinstance(each, OpenTable)]
    assert [(each.seats, each.set) for each in opened] == [(12, {"max_pip": "12"})]


def visitor(*tables: TableSummary, linked: str | None = None) -> PagePlayer:
    """A visitor without a name who sees these tables, with the link of a table."""
    player = newcomer()
    page = player.page
    page.newcomer.named, page.newcomer.no_tables = trio.Event(), ""
    page.model.lobby.update(Tables(tables))
    assert page.link is not None
    page.link.linked_table = linked
    return player


FREE = SeatSummary()


def test_the_first_page_has_the_table_of_the_link_and_else_the_hosts_own() -> None:
    oak = TableSummary("oak", "g1", "all-fives", (FREE, FREE), Stage.SEATING, home=True)
    ash = TableSummary("ash", "g2", "playroom", (CY, BOT, FREE), Stage.SEATING, locked=True)

    assert visitor(oak, ash).sees("lobby").startswith("Table oak All Fives, 2 of 2 seats free")
    linked = visitor(oak, ash, linked="ash").sees("lobby")
    assert linked.startswith("Cy's table Playroom's Fives and Threes, 1 of 3 seats free Cy and Edith (bot) are there.")
    assert "It needs a password." in linked


def test_the_first_page_says_that_a_match_is_running_and_full() -> None:
    full = TableSummary("oak", "g1", "all-fives", (BEN, CY), Stage.PLAYING)

    sees = visitor(full).sees("lobby")
    assert "no seat free Ben and Cy are there. The match is running, and every seat is taken." in sees
    assert "Watch" in sees
    assert "Play" not in sees


def test_the_first_page_does_not_offer_a_bots_seat_that_somebody_asks_for() -> None:
    table = TableSummary("oak", "g1", "all-fives", (BEN, BOT), Stage.PLAYING)

    assert "ask for a bot's" in visitor(table).sees("lobby")
    assert "ask for a bot's" not in visitor(evolve(table, asked=(SeatAsked(1, "Cho"),))).sees("lobby")


def test_the_first_page_lists_tables_if_none_is_meant() -> None:
    tables = [TableSummary(name, name, "all-fives", (BEN, FREE), Stage.SEATING) for name in ("oak", "ash")]

    assert (
        visitor(*tables)
        .sees("lobby")
        .startswith(
            "Tables of this host Ben's table: All Fives, 1 of 2 seats free Ben's table: All Fives, 1 of 2 seats free"
        )
    )


def test_a_link_to_a_table_that_is_gone_leads_to_the_match_that_was_played_there() -> None:
    player = visitor(linked="oak")
    player.page.store.games = BrowserGames("host:5533")
    assert "There is no table oak here Its match has ended and everybody has left" in player.sees("lobby")

    player.page.store.games.save(result("Ann Ben", table="oak"), [])
    assert "There is no table oak here 2026" in player.sees("lobby")


def test_the_form_has_its_house_rules_in_groups_and_marks_what_differs() -> None:
    player = newcomer()
    player.page.receive(player.page.model.receive(Tables(())))
    player.choose("tables", NewTable())
    player.press("fill", {"hand": "5"})

    text = player.sees("window")
    assert "House rules: 1 changed" in text
    assert "Tiles each *" in text
    assert text.index("Password") < text.index("House rules") < text.index("Who leads") < text.index("Winning")
    assert "Double in turn" in text


def test_a_name_in_the_waiting_room_is_written_as_it_is() -> None:
    player = at_page(three.OPENING[0], SeatTaken(0, "Ann"), SeatTaken(1, "Ben Jr."))

    assert '<span class="who">Ben Jr.</span>' in player.parts()["waiting"]
    assert '<span class="who">You</span>' in player.parts()["waiting"]
    assert '<span class="who">Free</span>' in player.parts()["waiting"]


def test_a_line_of_the_form_with_a_short_list_of_values_offers_each_and_any_other_is_typed() -> None:
    player = newcomer()
    player.page.receive(player.page.model.receive(Tables(())))
    player.choose("tables", NewTable())
    player.press("fill", {"game": "fives-and-threes"})

    window = read_page(player.parts()["window"])
    offered = {select.attributes["name"]: [row.text for row in select.all("option")] for select in window.all("select")}
    typed = {field.attributes["name"] for field in window.all("input")}
    assert offered["max_pip"] == ["Double-6", "Double-9", "Double-12"]
    assert offered["partners"] == ["Yes", "No"]
    assert offered["away"] == ["Wait", "A bot plays"]
    assert offered["pips_divisor"] == ["No points", "By threes", "By fives"]
    assert {"bots", "target", "hand", "divisors", "password"} <= typed
    assert not typed & offered.keys()


def test_a_form_that_was_closed_still_has_what_was_entered_until_the_table_is_opened() -> None:
    player = newcomer()
    player.page.receive(player.page.model.receive(Tables(())))
    new_table = f"tables {key_of(NewTable())}"
    for press, value in (("choose", new_table), ("fill", {"target": "90"}), ("close", ""), ("choose", new_table)):
        player.press(press, value)
    assert player.page.find(FormWindow).form.value("target") == "90"

    player.press("open", {})
    player.choose("tables", NewTable())
    assert player.page.find(FormWindow).form.given == {}


def test_house_rules_are_saved_by_name_in_the_browser_and_offered_again() -> None:
    player = newcomer()
    player.page.receive(player.page.model.receive(Tables(())))
    player.choose("tables", NewTable())
    assert "Save these house rules" not in player.sees("window"), "nothing differs from the game's own rules"
    player.press("fill", {"game": "all-fives"})
    player.press("fill", {"hand": "5"})
    player.press("save-rules", {"text": ""})
    assert "A name has 1 to 24 characters." in player.sees("window")
    player.press("save-rules", {"text": " Friday "})
    assert "Saved as Friday." in player.said
    stored = json.loads(json.dumps(player.page.store.to_json()))
    assert stored["rules"] == [{"name": "Friday", "game": "all-fives", "rules": {"hand": "5"}}]

    again = newcomer(stored=stored)
    again.page.receive(again.page.model.receive(Tables(())))
    again.choose("tables", NewTable())
    assert "Your house rules Friday" in again.sees("window")
    again.press("use-rules", "Friday")
    assert again.page.find(FormWindow).form.given == {"game": "all-fives", "hand": "5"}

    again.press("delete-rules", "Friday")
    assert "Friday is deleted." in again.said
    assert "rules" not in again.page.store.to_json()


def test_a_player_in_a_match_is_asked_before_the_form_for_another_table_opens() -> None:
    player = at_page(*before("all-fives", is_my_turn))
    player.choose("tables", NewTable())
    assert "The match goes on" in player.sees("window")

    player.press("confirm")

    assert player.sees("window").startswith("Open a table")


def in_lobby(*seats: SeatSummary) -> PagePlayer:
    """A newcomer who sees one table that plays, with these seats."""
    player = newcomer()
    announcements = player.page.model.receive(Tables((TableSummary("oak", "g1", "all-fives", seats, Stage.PLAYING),)))
    player.page.receive(announcements)
    return player


BEN, CY, BOT = SeatSummary("Ben", here=True), SeatSummary("Cy", here=True), SeatSummary("Edith", "club")


def test_a_full_table_offers_to_watch_and_not_to_join_unless_a_seat_there_is_the_player_s() -> None:
    player = in_lobby(BEN, CY)
    assert "oak All Fives, playing, Ben and Cy Watch Open a table" in player.sees("lobby")

    player.page.model.lobby.own_tables = frozenset(["oak"])
    assert "Ben and Cy, your seat Take your seat Watch Open a table" in player.sees("lobby")
    player.choose("tables", GoTo("oak"))
    assert player.page.model.session.wanted_table == "oak"


def test_a_refusal_in_the_lobby_is_said_once() -> None:
    player = in_lobby(BEN, CY)
    assert player.said

    player.page.receive([Announcement(Subject.REFUSED, "Every seat of table oak is taken.")])

    assert "Every seat of table oak is taken." in player.sees("lobby")
    assert player.said == ""
