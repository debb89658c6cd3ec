"""What a browser stores for its player: read with suspicion, and limited in size."""

import json

import pytest
from attrs import asdict

from client.store.browser_games import MOST_BYTES, MOST_GAMES, BrowserGames
from client.store.browser_seats import BrowserSeats, seat_in, way_back
from client.store.browser_settings import BrowserSettings
from client.store.browser_store import BrowserStore
from client.store.saved_seats import SavedSeat
from tests.client.store.test_my_games import result

HOST = "host:5533"
OAK = SavedSeat(HOST, "oak", "Ann", "t1", "g1")
SEAT_ROW = ["oak", "Ann", "t1", "g1", False]


def test_what_a_release_before_has_stored_is_kept_as_it_was() -> None:
    stored = {
        "name": "Ann",
        "seats": [SEAT_ROW, ["elm", "Ben", "t2", "", True]],
        "settings": {"letters": False, "verbosity": 2},
        "games": ["all-fives"],
        "rules": [{"name": "Friday", "game": "all-fives", "rules": {"hand": "5"}}],
        "finished": [row()],
    }

    store = BrowserStore.read(HOST, json.loads(json.dumps(stored)), "")

    assert store.to_json() == stored
    assert store.seats.all() == [OAK, SavedSeat(HOST, "elm", "Ben", "t2", "", is_over=True)]
    assert [game.result.host for game in store.games.all()] == [HOST]
    assert store.settings.to_json() == {"letters": False, "verbosity": 2}
    assert store.known_games == {"all-fives"}


def test_an_empty_browser_is_told_to_store_little() -> None:
    assert BrowserStore.read(HOST, None, "").to_json() == {"name": "", "seats": []}


def test_the_seat_in_a_way_back_link_comes_first_and_brings_its_name() -> None:
    store = BrowserStore.read(HOST, {"name": "Ben", "seats": [["elm", "Ben", "t2", "g2", False]]}, way_back(OAK))

    assert store.name == "Ann"
    assert [seat.table for seat in store.seats.all()] == ["oak", "elm"]


@pytest.mark.parametrize("back", ["!!!", "bm90IGpzb24", "W10", "é"])
def test_a_damaged_way_back_link_has_no_seat(back: str) -> None:
    assert seat_in(back, HOST) is None
    assert BrowserStore.read(HOST, {"name": "Ben"}, back).to_json() == {"name": "Ben", "seats": []}


def test_settings_that_are_not_valid_are_ignored() -> None:
    stored = {"letters": False, "sound": 1, "verbosity": True, "look": "pink", "x": []}
    assert BrowserSettings.read(stored).to_json() == {"letters": False}
    assert BrowserSettings.read({"look": "device"}).to_json() == {"look": "device"}


def test_every_setting_that_a_browser_has_stored_until_now_is_read() -> None:
    switches = {"sound": False, "sounds": False, "vibration": False, "letters": False, "autoknock": True}
    stored = {**switches, "verbosity": 0, "look": "light"}

    assert BrowserSettings.read(stored).to_json() == stored


# Seats.


@pytest.mark.parametrize(
    "stored",
    [
        None, 7, "seats", {}, [None], [[]], [SEAT_ROW[:-1]], [[*SEAT_ROW, 1]], [["", "Ann", "t1", "g1", False]],
        [["oak", "Ann", "", "g1", False]], [["oak", "Ann", "t1", "g1", 0]], [["oak", " Ann", "t1", "g1", False]],
        [["oak", "You", "t1", "g1", False]], [["oak", "Ann", "t\x1b", "g1", False]],
        [[*SEAT_ROW, [7]]], [[*SEAT_ROW, ["t" * 201]]], [[*SEAT_ROW, ["t1"], []]], [[*SEAT_ROW, [], "s"]],
        [["o" * 201, "Ann", "t1", "g1", False]], [[*SEAT_ROW, "s" * 201]], [[*SEAT_ROW, "s1", "s2", "s3"]],
    ],
)  # fmt: skip
def test_stored_seats_that_are_not_valid_are_ignored(stored: object) -> None:
    assert BrowserSeats.read(HOST, stored).all() == []
    assert BrowserSeats.read(HOST, [stored, SEAT_ROW]).all() == [OAK]


def test_the_secrets_of_a_seat_are_stored_with_it_and_are_in_no_link() -> None:
    row = [*SEAT_ROW, "secret-1", "secret-2"]
    (seat,) = BrowserSeats.read(HOST, [row]).all()

    assert seat.secrets == ("secret-1", "secret-2")
    assert BrowserSeats(HOST, [seat]).rows == [row]
    back = seat_in(way_back(seat), HOST)
    assert back == OAK
    assert back.secrets == ()


# Finished games.


ROW = ["2026-01-02T03:04:05Z", "oak", "g1", "all-fives", ["Ann", "Ben"], [None, None], 0, False, [61, 40], [0], 3]


LEFT_OUT = ("host", "continues", "repeats", "left_to_bots", "newcomers")


def row(**changed: object) -> list[object]:
    """A stored result with these fields changed."""
    names = [name for name in asdict(result()) if name not in LEFT_OUT]
    return [changed.get(name, value) for name, value in zip(names, ROW, strict=True)]


def test_a_game_whose_deals_were_known_has_one_more_value() -> None:
    games = BrowserGames.read(HOST, [[*ROW, "g0"], ROW])

    assert [game.result.repeats for game in games.all()] == ["g0", ""]
    assert games.rows == [[*ROW, "g0"], ROW]


def test_a_game_that_bots_played_has_two_more_values() -> None:
    games = BrowserGames.read(HOST, [[*ROW, "", True], ROW])

    assert [game.result.left_to_bots for game in games.all()] == [True, False]
    assert games.rows == [[*ROW, "", True], ROW]


def test_a_game_in_which_somebody_sat_down_has_three_more_values() -> None:
    games = BrowserGames.read(HOST, [[*ROW, "", False, [1]], ROW])

    assert [game.result.newcomers for game in games.all()] == [(1,), ()]
    assert games.rows == [[*ROW, "", False, [1]], ROW]


@pytest.mark.parametrize(
    "stored",
    [
        None, 7, "games", {}, [None], [[]], [ROW[:-1]], [[*ROW, 1]], [row(at=1)], [row(players="Ann")],
        [row(players=[1])], [row(bots=[7])], [row(seat="0")], [row(seat=True)], [row(partners=0)], [row(scores=[1.5])],
        [row(won_by=None)], [row(rounds=2**60)], [row(preset="x" * 129)], [row(players=["x" * 129])],
        [row(bots=["x" * 129])],
    ],
)  # fmt: skip
def test_stored_games_that_are_not_valid_are_ignored(stored: object) -> None:
    assert BrowserGames.read(HOST, stored).rows == []
    assert BrowserGames.read(HOST, [stored, row()]).rows == [row()]


def test_the_oldest_games_make_room_for_new_ones() -> None:
    games = BrowserGames(HOST)
    for number in range(MOST_GAMES + 1):
        games.save(result(game=f"g{number}"), [])
    assert [game.result.game for game in games.all()] == [f"g{number}" for number in range(MOST_GAMES, 0, -1)]

    for number in range(MOST_GAMES):
        games.save(result(" ".join(12 * ["x" * 24]), game=f"long{number}"), [])
    assert 0 < len(json.dumps(games.rows)) <= MOST_BYTES + len(games.rows) * 2
    assert games.all()[0].result.game == f"long{MOST_GAMES - 1}"
