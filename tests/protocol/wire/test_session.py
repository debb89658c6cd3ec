"""A client's side of a session: the hello, entries without gaps, coming back, a rematch."""

from functools import partial
from random import Random
from secrets import token_hex

import pytest

from protocol.log.events import Entry, SeatTaken, TableOpened
from protocol.log.table import Stage, empty_table, fold
from protocol.wire.codec import MalformedError
from protocol.wire.messages import PROTOCOL, Hello, Role, Welcome
from protocol.wire.session import GapError, Session
from tests.played import entered, seen_from
from tests.protocol.table_notation import random_match

GAME = seen_from(1, entered(random_match("all-fives", {"max_rounds": 2}, 3, Random(2))))


def new_session(role: Role = Role.PLAYER) -> Session:
    return Session("fives 0.1", "Ann", role, wanted_table="oak", password="sesame")


def welcome(
    *, start: int = 1, seat: int | None = 1, game: str = "g1", token: str | None = "t1", head: int = 0
) -> Welcome:
    return Welcome(PROTOCOL, "fivesd 0.1", "oak", game, seat, token, start, head or len(GAME))


def session_at(head: int) -> Session:
    session = new_session()
    session.take_welcome(welcome())
    for entry in GAME[:head]:
        session.receive(entry)
    return session


def test_the_first_hello_asks_for_a_seat_without_token_or_game() -> None:
    assert new_session().hello() == Hello(
        PROTOCOL, "fives 0.1", "Ann", Role.PLAYER, table="oak", password="sesame", game=None, token=None, since=None
    )


def test_until_a_welcome_has_come_each_hello_asks_with_the_same_token() -> None:
    session = new_session()
    session.new_token = partial(token_hex, 16)
    asked = session.hello().own_token

    assert asked is not None
    assert asked not in f"{session} {session.hello()}"
    assert session.hello().own_token == session.at_table("ash").hello().own_token == asked
    session.take_welcome(welcome(token=asked))
    next_one = session.hello().own_token
    assert session.token == asked
    assert next_one not in (None, asked), "that is a seat's now"
    assert session.at_table("ash").hello().own_token == next_one


def test_a_spectator_may_take_a_seat_later_and_a_reader_cannot() -> None:
    spectator, reader = new_session(Role.SPECTATOR), new_session(Role.READER)
    spectator.new_token = reader.new_token = partial(token_hex, 16)

    assert spectator.hello().own_token is not None
    assert spectator.hello().own_token == spectator.hello().own_token
    assert reader.hello().own_token is None


def test_who_has_left_the_seat_asks_for_the_next_one_with_the_token_that_the_host_knows() -> None:
    session = new_session()
    session.new_token = partial(token_hex, 16)
    session.take_welcome(welcome(token=session.hello().own_token))
    known = session.hello().own_token
    session.lose_seat()

    assert session.hello().own_token == known


def test_a_reader_asks_for_a_game() -> None:
    session = Session("fives 0.1", "Ann", Role.READER, wanted_game="g7")

    assert (session.hello().role, session.hello().game, session.hello().since) == (Role.READER, "g7", None)


def test_received_entries_are_folded_one_by_one() -> None:
    session = session_at(0)
    befores = [session.receive(entry) for entry in GAME]

    assert befores[0] == empty_table()
    assert befores[20] == fold(entry.event for entry in GAME[:20])
    assert session.table == fold(entry.event for entry in GAME)
    assert (session.head, session.entries) == (len(GAME), GAME)
    assert session.table.stage is Stage.OVER


def test_a_session_is_caught_up_once_it_has_every_entry_up_to_the_head_of_the_welcome() -> None:
    session = session_at(0)
    for entry in GAME[:-1]:
        session.receive(entry)
        assert not session.is_caught_up
    session.receive(GAME[-1])
    assert session.is_caught_up


def test_the_hello_of_a_returning_client_has_its_token_and_last_number() -> None:
    hello = session_at(41).hello()

    assert (hello.table, hello.game, hello.token, hello.since) == ("oak", "g1", "t1", 41)


def test_a_returning_client_continues_with_the_next_number() -> None:
    session = session_at(41)

    assert not session.take_welcome(welcome(start=42, token="t2"))
    for entry in GAME[41:]:
        session.receive(entry)
    assert session.table == fold(entry.event for entry in GAME)
    assert session.token == "t2"


def test_a_session_that_reuses_its_token_takes_a_new_one_for_another_seat_alone() -> None:
    session = Session("fives 0.1", "Ann", token="t1", reuses_token=True)
    session.hello()
    session.take_welcome(welcome(token="t2"))
    assert session.hello().token == "t1"
    session.take_welcome(welcome(token="t3"))
    session.take_welcome(welcome(token="t3", game="g2"))  # a rematch
    assert session.token == "t1"

    session.take_welcome(welcome(token="t4", seat=0))

    assert session.hello().token == "t4"


def test_at_another_table_a_session_has_the_same_player_and_nothing_of_the_game() -> None:
    session = Session("fives 0.1", "Ann", Role.SPECTATOR, password="tree", reuses_token=True)
    session.take_welcome(welcome(token="t1"))

    moved = session.at_table("ash")

    assert moved == Session("fives 0.1", "Ann", Role.SPECTATOR, wanted_table="ash", password="tree", reuses_token=True)


def test_a_welcome_without_a_token_keeps_the_previous_one() -> None:
    session = session_at(41)
    session.take_welcome(welcome(start=42, token=None))

    assert session.token == "t1"


def test_a_client_with_a_seat_returns_as_a_player_and_one_without_as_a_spectator() -> None:
    watching = new_session(Role.SPECTATOR)
    watching.take_welcome(welcome(seat=None, token=None))
    assert (watching.hello().role, watching.hello().token) == (Role.SPECTATOR, None)
    watching.take_welcome(welcome(seat=1, token="t1"))
    assert (watching.hello().role, watching.hello().token) == (Role.PLAYER, "t1")
    watching.take_welcome(welcome(seat=None, token=None))
    assert (watching.hello().role, watching.hello().token) == (Role.SPECTATOR, None)


def test_a_reader_returns_as_a_reader_with_its_token() -> None:
    session = Session("fives 0.1", "Ann", Role.READER, wanted_game="g1", token="t1")
    session.take_welcome(welcome(seat=None, token=None))

    assert (session.hello().role, session.hello().token) == (Role.READER, "t1")


def test_a_log_sent_again_from_the_start_is_folded_again() -> None:
    """The viewer has changed: another seat."""
    session = session_at(41)

    assert session.take_welcome(welcome(start=1, seat=2))
    assert (session.head, session.entries, session.table, session.seat) == (0, [], empty_table(), 2)


def test_a_rematch_is_another_game_at_the_same_table() -> None:
    session = session_at(len(GAME))

    assert session.take_welcome(welcome(start=1, game="g2"))
    assert (session.game, session.head, session.table) == ("g2", 0, empty_table())
    session.receive(GAME[0])
    assert session.hello().since == 1


def test_every_welcome_says_whether_the_client_is_the_host() -> None:
    session = new_session()
    session.take_welcome(Welcome(PROTOCOL, "d", "oak", "g1", 0, "t", 1, 0, host=True))
    assert session.is_host
    session.take_welcome(welcome())
    assert not session.is_host


@pytest.mark.parametrize("seq", [40, 41, 43, 0, -1])
def test_a_number_that_is_not_the_next_one_is_a_gap(seq: int) -> None:
    session = session_at(41)
    before = session.table

    with pytest.raises(GapError) as gap:
        session.receive(Entry(seq, GAME[41].at, GAME[41].event))

    assert (gap.value.expected, gap.value.got) == (42, seq)
    assert (session.head, session.table, len(session.entries)) == (41, before, 41)


@pytest.mark.parametrize("start", [41, 43, 0, -5])
def test_a_welcome_that_continues_elsewhere_is_a_gap(start: int) -> None:
    with pytest.raises(GapError):
        session_at(41).take_welcome(welcome(start=start))


def test_another_game_must_begin_with_its_first_entry() -> None:
    with pytest.raises(GapError):
        session_at(41).take_welcome(welcome(start=42, game="g2"))


# A daemon that sends impossible entries.


def test_an_entry_that_cannot_belong_to_the_game_is_malformed_and_changes_nothing() -> None:
    session = session_at(41)
    before = session.table

    with pytest.raises(MalformedError, match="entry 42: there is no seat 100"):
        session.receive(Entry(42, GAME[41].at, SeatTaken(99, "Eve")))

    assert (session.head, session.table, len(session.entries)) == (41, before, 41)
    session.receive(GAME[41])


def test_a_game_that_does_not_begin_with_its_table_is_malformed() -> None:
    with pytest.raises(MalformedError, match="entry 1: a game begins with table_opened"):
        session_at(0).receive(Entry(1, GAME[0].at, SeatTaken(0, "Eve")))


@pytest.mark.parametrize("seat", [3, 99, -1])
def test_a_seat_that_the_table_does_not_have_is_malformed(seat: int) -> None:
    session = new_session()
    session.take_welcome(welcome(seat=seat))

    assert isinstance(GAME[0].event, TableOpened)
    with pytest.raises(MalformedError, match=f"no seat {seat + 1} "):
        session.receive(GAME[0])
    with pytest.raises(MalformedError, match=f"no seat {seat + 1} "):
        session_at(41).take_welcome(welcome(start=42, seat=seat))
