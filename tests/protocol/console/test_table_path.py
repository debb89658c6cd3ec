"""The path of a table in a link, and where a typed link leads."""

import pytest

from protocol.console.address import AddressError
from protocol.console.table_path import LONGEST_PATH, RESERVED, path_of, place_in, table_at


@pytest.mark.parametrize("table", ["oak", "oak-2", "Bo's place", "äh", "a/b", "50%"])
def test_the_path_of_a_table_names_the_table(table: str) -> None:
    assert table_at(path_of(table)) == table


@pytest.mark.parametrize(
    "path", ["", "/", "/page.js", "/favicon.ico", "/..", "/oak/", "/a/b", "oak", "/" + (LONGEST_PATH + 1) * "x"]
)
def test_other_paths_name_no_table(path: str) -> None:
    assert table_at(path) is None


@pytest.mark.parametrize("name", RESERVED)
def test_a_reserved_path_is_no_table(name: str) -> None:
    assert table_at(f"/{name}") is None


@pytest.mark.parametrize(
    ("typed", "address", "table"),
    [
        ("192.168.1.20", ("192.168.1.20", 5533), None),
        (" oak.example:5534 ", ("oak.example", 5534), None),
        ("http://192.168.1.20:5533/", ("192.168.1.20", 5533), None),
        ("HTTP://oak.example/ash", ("oak.example", 5533), "ash"),
        ("192.168.1.20:5533/oak%2D2?x#y", ("192.168.1.20", 5533), "oak-2"),
        ("http://[::1]:5534/ash", ("::1", 5534), "ash"),
        ("::1", ("::1", 5533), None),
        ("http://oak.example/play", ("oak.example", 5533), None),
    ],
)
def test_a_typed_link_or_address_names_a_machine_and_perhaps_a_table(
    typed: str, address: tuple[str, int], table: str | None
) -> None:
    assert place_in(typed) == (address, table)


@pytest.mark.parametrize("typed", ["", "http://", "https://oak.example/", "ftp://oak", "[::1", "a b", "me@oak", "oak:"])
def test_anything_else_is_no_address(typed: str) -> None:
    with pytest.raises(AddressError):
        place_in(typed)
