"""The QR code of the page's link: drawn if there is room for it, and readable as the link."""

import pytest
import segno
from attrs import evolve

from client.picture.pinwheel import Size
from client.screen.paper import text_of
from client.screen.qr_code import qr_code
from protocol.log.events import MatchStarted, Said, SeatTaken, TableOpened, TableOptions
from protocol.wire.operator_messages import Reach
from tests.client.at_desk import Player, at_table
from tests.client.frames import FINDER
from tests.client.own_host import AT_HOME, OPEN, hosting
from tests.protocol.table_notation import rules_of

LINK = "http://192.168.1.20:5533/"


def waiting_host() -> Player:
    """A host in the waiting room."""
    player = at_table(
        TableOpened("all-fives", rules_of("all-fives"), 2, TableOptions()), SeatTaken(0, "Ann"), host=True
    )
    player.model.own_host = hosting(AT_HOME)
    return player


def test_the_lower_half_blocks_and_their_backgrounds_are_the_modules_of_the_code() -> None:
    drawn: list[list[bool]] = []
    for line in qr_code(LINK):
        cells = [(run.style == "class:qr.dark", sign == "▄") for run in line for sign in run.text]
        drawn += [[is_dark for is_dark, _ in cells], [is_dark != differs for is_dark, differs in cells]]

    expected = [list(row) for row in segno.make(LINK, error="l", micro=False).matrix_iter(border=2)]
    assert drawn[: len(expected)] == expected
    assert set("".join(map(text_of, qr_code(LINK)))) == {" ", "▄"}  # the other blocks leave gaps in some fonts


def test_a_code_takes_the_place_of_notes_but_not_of_the_link_and_the_seats() -> None:
    player = waiting_host()
    player.model.own_host = hosting(OPEN)

    for size, is_there in ((Size(80, 20), False), (Size(80, 24), False), (Size(80, 27), True), (Size(120, 40), True)):
        assert (FINDER in player.sees(size)) == is_there, size
        assert "Your friends can open this; L copies it" in player.sees(size)


@pytest.mark.parametrize("size", [Size(80, 24), Size(80, 27), Size(100, 30), Size(120, 40)], ids=str)
@pytest.mark.parametrize("reach", [AT_HOME, OPEN], ids=["house", "tunnel"])
def test_the_link_is_beside_nothing_and_takes_no_more_lines_than_it_has_to(size: Size, reach: Reach) -> None:
    player = waiting_host()
    player.model.own_host = hosting(reach)
    link = str(player.model.own_host.link("oak"))

    lines = [line.strip() for line in player.lines(size)]

    parts = [link[at : at + size.width] for at in range(0, len(link), size.width)]
    at = next(at for at, line in enumerate(lines) if line.startswith(link[:30]))
    is_whole_beside_code = lines[at].startswith(f"{link} ")
    assert is_whole_beside_code or lines[at : at + len(parts)] == parts


@pytest.mark.parametrize("size", [Size(79, 24), Size(40, 20)])
def test_the_link_and_the_seats_are_on_small_screens(size: Size) -> None:
    player = waiting_host()
    player.model.own_host = hosting(OPEN)

    shown = "".join(line.strip() for line in player.lines(size))
    assert str(hosting(OPEN).link(player.model.session.table_name)) in shown
    assert "Seat 1: You." in shown
    assert "Seat 2: free." in shown


def test_the_waiting_room_has_the_code_from_80_columns_on() -> None:
    player = waiting_host()

    for size, is_there in ((Size(80, 24), True), (Size(120, 40), True), (Size(79, 40), False), (Size(80, 18), False)):
        assert (FINDER in player.sees(size)) == is_there, size


def test_a_terminal_without_block_characters_has_no_code() -> None:
    player = waiting_host()
    player.desk.look.is_ascii = True

    assert "▄" not in player.sees(Size(120, 40))


TUNNEL = evolve(OPEN, outside=("https://considered-quick-fox-words.trycloudflare.com",))


@pytest.mark.parametrize(("size", "reach"), [(Size(80, 24), TUNNEL), (Size(80, 24), OPEN), (Size(40, 20), AT_HOME)])
def test_a_code_without_room_beside_the_text_is_shown_alone_by_one_key(size: Size, reach: Reach) -> None:
    player = waiting_host()
    player.model.own_host = hosting(reach)
    assert FINDER not in player.sees(size)
    assert "Q shows its QR code:" in " ".join(player.sees(size).split())

    player.press("Q")

    link = player.model.own_host.link_for_browsers(player.model.session.table_name)
    assert link is not None
    code = [text_of(line).strip() for line in qr_code(link)]
    assert [line for line in map(str.strip, player.lines(size)[2:-1]) if line] == [line for line in code if line]
    player.press("enter")
    assert FINDER not in player.sees(size)
    assert player.pending == ()


def test_a_code_that_has_no_room_at_all_says_how_much_is_missing() -> None:
    player = waiting_host()
    player.model.own_host = hosting(TUNNEL)
    player.sees(Size(40, 20))

    player.press("Q")

    assert "make the terminal larger by 1 column and 4 lines." in " ".join(player.sees(Size(40, 20)).split())


def test_what_is_said_while_the_code_is_shown_is_under_it() -> None:
    player = waiting_host()
    player.press("Q")

    player.receives(SeatTaken(1, "Ben"), Said(1, "Ben", "here I am"))

    assert FINDER in player.sees()
    assert "Ben: here I am" in player.sees()


def test_once_the_match_has_begun_there_is_no_code_and_its_first_key_is_the_tables() -> None:
    player = waiting_host()
    player.press("Q")

    player.receives(SeatTaken(1, "Ben"), MatchStarted(1))
    assert FINDER not in player.sees()
    player.press("s")

    assert "Score sheet" in player.sees()
