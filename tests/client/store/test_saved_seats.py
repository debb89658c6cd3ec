"""The contract of every store of saved seats: one suite for the one in files and the one in a browser."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from attrs import evolve

from client.store.browser_seats import BrowserSeats, seat_in, way_along, way_back
from client.store.file_seats import FileSeats
from client.store.saved_seats import SavedSeat, SavedSeats, seats_at

HOST = "host:5533"
OAK = SavedSeat(HOST, "oak", "Ann", "secret-1", "g1")
ELM = SavedSeat(HOST, "elm", "Ann", "secret-2", "g2")
BENS = SavedSeat(HOST, "oak", "Ben", "secret-3", "g1")

Reopening = Callable[[SavedSeats], SavedSeats]
"""The same store, as a later run finds it."""


def _stored_again(seats: SavedSeats) -> SavedSeats:
    if isinstance(seats, FileSeats):
        return FileSeats(seats.folder)
    assert isinstance(seats, BrowserSeats)
    return BrowserSeats.read(seats.address, json.loads(json.dumps(seats.rows)))


@pytest.fixture(params=["files", "browser"])
def seats(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SavedSeats:
    """An empty store. The current folder has none of its seats."""
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    return FileSeats(tmp_path / "data") if request.param == "files" else BrowserSeats(HOST)


@pytest.fixture
def reopened() -> Reopening:
    return _stored_again


def test_saved_seats_are_found_by_a_later_run_most_recent_first(seats: SavedSeats, reopened: Reopening) -> None:
    assert seats.all() == []

    for seat in (OAK, ELM, BENS):
        seats.save(seat)

    assert seats.all() == reopened(seats).all() == [BENS, ELM, OAK]


def test_a_seat_that_is_saved_again_is_the_most_recent_one(seats: SavedSeats, reopened: Reopening) -> None:
    for seat in (OAK, ELM, OAK):
        seats.save(seat)

    assert seats.all() == reopened(seats).all() == [OAK, ELM]


def test_a_new_token_replaces_the_old_one(seats: SavedSeats, reopened: Reopening) -> None:
    seats.save(OAK)
    seats.save(evolve(OAK, token="secret-9", is_over=True))

    (seat,) = reopened(seats).all()
    assert (seat.token, seat.is_over) == ("secret-9", True)


def test_the_tokens_before_the_newest_are_kept_and_go_to_no_other_host(seats: SavedSeats, reopened: Reopening) -> None:
    seats.save(evolve(OAK, older_tokens=("secret-8", "secret-7")))

    (seat,) = reopened(seats).all()
    assert (seat.token, seat.older_tokens) == ("secret-1", ("secret-8", "secret-7"))
    for link in (way_back(seat), way_along(evolve(seat, secrets=("s",)))):
        found = seat_in(link, HOST)
        assert found is not None
        assert found.older_tokens == ()


def test_seats_in_two_games_at_one_table_are_both_kept(seats: SavedSeats, reopened: Reopening) -> None:
    later = evolve(OAK, token="secret-9", game="g9")
    for seat in (OAK, later):
        seats.save(seat)

    assert reopened(seats).all() == [later, OAK]


def test_a_deleted_seat_is_gone_and_the_others_stay(seats: SavedSeats, reopened: Reopening) -> None:
    for seat in (OAK, ELM):
        seats.save(seat)

    seats.delete(OAK)
    seats.delete(OAK)

    assert seats.all() == reopened(seats).all() == [ELM]


def test_a_seat_is_deleted_whatever_its_token_is_by_now(seats: SavedSeats) -> None:
    seats.save(evolve(OAK, token="secret-9"))

    seats.delete(OAK)

    assert seats.all() == []


def test_a_caller_may_change_the_list_it_got(seats: SavedSeats) -> None:
    seats.save(OAK)
    seats.all().clear()

    assert seats.all() == [OAK]


@pytest.mark.slow("fills a store")
def test_no_host_can_fill_the_store(seats: SavedSeats, reopened: Reopening) -> None:
    for number in range(220):
        seats.save(evolve(OAK, table=f"t-{number}"))

    kept = seats.all()
    assert 20 <= len(kept) <= 200
    assert [seat.table for seat in kept] == [f"t-{number}" for number in range(219, 219 - len(kept), -1)]
    assert reopened(seats).all() == kept


def test_the_seats_of_one_name_at_one_daemon(seats: SavedSeats) -> None:
    for seat in (OAK, ELM, BENS):
        seats.save(seat)

    assert seats_at(seats, HOST, "Ann") == [ELM, OAK]
    assert seats_at(seats, HOST, "Ben") == [BENS]
    assert seats_at(seats, HOST, "Cho") == seats_at(seats, "host:5534", "Ann") == []


def test_nothing_is_written_to_the_current_folder_and_nothing_has_failed(seats: SavedSeats) -> None:
    seats.save(OAK)
    seats.all()
    seats.delete(OAK)

    assert list(Path().iterdir()) == []
    assert list(seats.troubles) == []
