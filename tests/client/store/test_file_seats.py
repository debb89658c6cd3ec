"""Saved seats in files: separate, private, and never able to stop a game."""

import json
import stat
import sys
from pathlib import Path

import pytest
from attrs import evolve

from client.store.file_seats import MOST_OF_A_TABLE, MOST_SEATS, FileSeats
from client.store.files import SEATS, data_folder
from client.store.saved_seats import SavedSeat, seats_at

OAK = SavedSeat("host:5533", "oak", "Ann", "secret-1")


def files(folder: Path, pattern: str = "*") -> list[Path]:
    return list((folder / SEATS).glob(pattern))


@pytest.mark.parametrize("command", [7, "host", [7], ["rules"]])
def test_a_command_in_a_file_that_hosts_nothing_is_ignored(tmp_path: Path, command: object) -> None:
    FileSeats(tmp_path).save(evolve(OAK, about="All Fives", host_command=("host",)))
    (path,) = files(tmp_path)
    path.write_text(json.dumps({**json.loads(path.read_text()), "host_command": command, "about": command}))

    (seat,) = FileSeats(tmp_path).all()

    assert seat == OAK
    assert seat.host_command == ()


def test_secrets_are_kept_with_a_seat_and_a_file_without_them_or_with_damaged_ones_is_read(tmp_path: Path) -> None:
    FileSeats(tmp_path).save(evolve(OAK, secrets=("s1", "s2")))
    (path,) = files(tmp_path)
    written = json.loads(path.read_text())
    assert FileSeats(tmp_path).all()[0].secrets == ("s1", "s2")

    for damaged in ({**written, "secrets": 7}, {name: part for name, part in written.items() if name != "secrets"}):
        path.write_text(json.dumps(damaged))
        (seat,) = FileSeats(tmp_path).all()
        assert seat == OAK
        assert seat.secrets == ()


def test_a_file_of_an_older_release_has_no_key_and_is_read(tmp_path: Path) -> None:
    FileSeats(tmp_path).save(OAK)
    (path,) = files(tmp_path)
    path.write_text(json.dumps({name: part for name, part in json.loads(path.read_text()).items() if name != "key"}))

    assert FileSeats(tmp_path).all() == [OAK]


def test_only_the_most_recent_seats_at_one_table_are_kept(tmp_path: Path) -> None:
    seats = FileSeats(tmp_path)
    keys = [SavedSeat("host:5533", "oak", "Ann", f"t{nth}", f"g{nth}") for nth in range(MOST_OF_A_TABLE + 2)]
    for key in (OAK, *keys):
        seats.save(key)

    assert seats.all() == keys[: -MOST_OF_A_TABLE - 1 : -1]


@pytest.mark.slow("fills a store")
def test_a_host_with_endless_tables_displaces_its_own_seats(tmp_path: Path) -> None:
    seats = FileSeats(tmp_path)
    seats.save(OAK)
    for number in range(MOST_SEATS + 1):
        seats.save(evolve(OAK, address="stranger", table=f"t-{number}"))

    assert seats_at(seats, "host:5533", "Ann") == [OAK]
    assert len(list((tmp_path / "seats").iterdir())) == MOST_SEATS


def test_seats_in_finished_games_are_deleted_first(tmp_path: Path) -> None:
    seats = FileSeats(tmp_path)
    seats.save(OAK)
    for nth in range(MOST_OF_A_TABLE + 2):
        seats.save(SavedSeat("host:5533", "oak", "Ann", f"t{nth}", f"g{nth}"))
        seats.save(SavedSeat("host:5533", "oak", "Ann", f"t{nth}", f"g{nth}", is_over=True))

    assert OAK in seats.all()
    assert len(files(tmp_path)) == MOST_OF_A_TABLE


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such modes; the user's folder is private there")
def test_only_its_owner_may_read_a_saved_seat(tmp_path: Path) -> None:
    FileSeats(tmp_path).save(OAK)

    assert stat.S_IMODE(files(tmp_path)[0].stat().st_mode) == 0o600


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"address":1}', b"\xff\xfe", b"[" * 100_000, b"null"])
def test_a_damaged_file_is_renamed_and_reported_in_one_line(tmp_path: Path, content: bytes) -> None:
    FileSeats(tmp_path).save(OAK)
    path = files(tmp_path)[0]
    path.write_bytes(content)
    seats = FileSeats(tmp_path)

    assert seats.all() == []
    assert seats.all() == []

    assert len(seats.troubles) == 1
    assert "\n" not in seats.troubles[0]
    assert [aside.read_bytes() for aside in files(tmp_path, "*.damaged")] == [content]
    assert files(tmp_path, "*.json") == []


def test_an_unwritable_folder_does_not_stop_the_game(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    seats = FileSeats(tmp_path / "file")

    seats.save(OAK)
    seats.delete(OAK)

    assert seats.all() == []
    assert len(seats.troubles) == 1


def test_saving_leaves_no_temporary_file(tmp_path: Path) -> None:
    FileSeats(tmp_path).save(OAK)

    assert [path.suffix for path in files(tmp_path)] == [".json"]


def test_a_token_is_not_in_the_repr(tmp_path: Path) -> None:
    assert "secret-1" not in repr(OAK)


def test_the_data_folder_is_the_one_given_or_the_environment_s_or_the_platform_s(tmp_path: Path) -> None:
    given = tmp_path / "given"

    assert data_folder(given, {"FIVES_HOME": "elsewhere"}) == given
    assert data_folder(None, {"FIVES_HOME": str(tmp_path)}) == tmp_path
    assert data_folder(None, {}).name == "fives"
