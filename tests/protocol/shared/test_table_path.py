"""The path of a table in a link."""

import pytest

from protocol.shared.table_path import LONGEST_PATH, RESERVED, path_of, path_on_tv, table_at


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
    ("path", "shown"),
    [("/tv", "/"), ("/tv/", "/"), ("/tv/oak", "/oak"), ("/tv/50%25", "/50%25"), ("/tv/tv", None), ("/tv/a/b", None)]
    + [(path, None) for path in ("", "/", "/oak", "/tvs", "/tv.css", "/tv/page.js")],
)
def test_a_tv_shows_a_table_or_any(path: str, shown: str | None) -> None:
    assert path_on_tv(path) == shown
