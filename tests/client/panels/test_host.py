"""The host's controls in the terminal: the code for a phone, the browsers that host, and others' tables."""

from attrs import evolve

from client.actions.action import Show
from client.lines.letters import Letters
from client.words.say import say
from protocol.log.commands import EndMatch, Pause
from protocol.log.operator_commands import CloseTable, MakeHostCode, ReadLog, Revoke
from protocol.log.table import Stage
from protocol.wire.messages import Do, SeatSummary, Tables, TableSummary
from protocol.wire.operator_messages import HostBrowser, HostCode, Log
from tests.client.at_desk import Player, at_table
from tests.client.at_lines import at, sent
from tests.client.frames import FINDER
from tests.client.own_host import AT_HOME, FRIENDS, INSIDE, OPEN, hosting
from tests.client.three_handed import OPENING
from tests.protocol.table_notation import round_of

PHONE = HostBrowser(1, "Chrome on Android", "2026-11-20T19:53:05.426Z", here=True)
LINK = f"{INSIDE}/#host=k7mq-2xwe"
PLAYING = round_of(rules="all-fives", hands="6-4 4-1 | 4-0 5-5", line="6-6")


def host_on_screen(*, is_host: bool = True) -> Player:
    player = at_table(OPENING[0], OPENING[1], host=is_host)
    player.model.own_host = hosting(AT_HOME)
    return player


def host_in_lines(*, is_host: bool = True) -> Letters:
    letters, model = at(PLAYING, is_host=is_host)
    model.own_host = hosting(AT_HOME)
    return letters


def test_the_link_for_a_phone_is_in_this_network_and_a_second_one_goes_through_the_tunnel() -> None:
    host = hosting(OPEN)
    assert host.code_links() == ()

    host.code = "k7mq-2xwe"

    assert host.code_links() == (LINK, f"https://quick-fox.example/#i={FRIENDS.invitation},host=k7mq-2xwe")


def test_the_screen_shows_the_code_as_a_link_and_as_a_picture_to_scan() -> None:
    player = host_on_screen()

    player.type(":", "phone")
    (request,) = sent(player.model)
    assert isinstance(request, MakeHostCode)
    player.model.receive(HostCode("k7mq-2xwe", 600))

    assert LINK in player.sees()
    assert FINDER in player.sees()


def test_once_a_browser_is_let_in_the_host_hears_of_it_and_the_code_is_gone() -> None:
    host = hosting(AT_HOME)
    host.code = "k7mq-2xwe"

    (news,) = host.receive(evolve(AT_HOME, browsers=(PHONE,)), "oak")

    assert news.text == "A browser has the host's controls now: Chrome on Android."
    assert host.code_links() == ()


def test_in_line_mode_the_link_is_printed() -> None:
    letters = host_in_lines()

    letters.obey("phone")
    (request,) = sent(letters.model)
    assert isinstance(request, MakeHostCode)
    said = letters.model.receive(HostCode("k7mq-2xwe", 600))

    assert [announcement.text for announcement in said] == [say("host.how_to_scan"), LINK]


def test_a_browser_is_taken_back_after_a_question() -> None:
    player = host_on_screen()
    assert player.model.own_host is not None
    player.model.own_host.reach = evolve(AT_HOME, browsers=(PHONE,))
    player.screen.request(Show("phone"))

    player.choose(PHONE.browser)
    assert "Take the host's controls back from Chrome on Android?" in player.sees()
    player.press("y")

    (request,) = sent(player.model)
    assert isinstance(request, Revoke)
    assert request.number == 1


def test_at_a_table_of_others_the_person_who_runs_the_daemon_pauses_it_by_naming_it() -> None:
    letters = host_in_lines(is_host=False)

    letters.obey("pause")

    (request,) = letters.model.pending.outbox
    assert isinstance(request, Do)
    assert (request.table, request.command) == (letters.model.session.table_name, Pause())


def test_the_log_is_read_out_in_line_mode() -> None:
    letters = host_in_lines()

    letters.show("host")
    letters.obey("5")
    (request,) = sent(letters.model)
    assert isinstance(request, ReadLog)
    said = letters.model.receive(Log(("INFO table oak is open",)))

    assert [announcement.text for announcement in said] == ["INFO table oak is open"]


def test_closing_a_table_where_a_match_runs_ends_it_first() -> None:
    letters = host_in_lines()
    seats = (SeatSummary("Ben"), SeatSummary("Uma", "club"))
    letters.model.receive(Tables((TableSummary("elm", "g1", "all-fives", seats, Stage.PLAYING),)))

    letters.show("tables")
    assert "Its match ends for everybody." in letters.obey("1 close").lines[0]
    letters.obey("y")

    end, close, _ = letters.model.pending.outbox
    assert isinstance(end, Do)
    assert (end.table, end.command) == ("elm", EndMatch())
    assert isinstance(close, Do)
    assert close.command == CloseTable("elm")
