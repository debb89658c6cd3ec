"""Lines wrapped between words, by the cells they take."""

import io

import pytest
from prompt_toolkit.utils import get_cwidth

from client.words.wrapping import cells, fitted, wrap

MIXED = "You sit at table oak. With 田中一郎です and Greta (bot). Round 1: 田中一郎です leads with 6-5."


class Terminal(io.StringIO):
    """A stream that is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("width", range(16, 100, 7))
def test_no_line_is_wider_than_the_terminal_and_no_word_is_broken(width: int) -> None:
    lines = wrap(MIXED, width)

    assert " ".join(lines) == MIXED
    assert max(map(cells, lines)) <= width


def test_wide_letters_take_two_cells() -> None:
    assert wrap("With 前です and Greta (bot).", 21) == ["With 前です and Greta", "(bot)."]
    assert wrap("With 前です and Greta (bot).", 20) == ["With 前です and", "Greta (bot)."]


@pytest.mark.parametrize("text", ["", "Zoë", "Zoe\u0308", "前です", "ｗｉｄｅ", "→6×2 ↑5(0)", "┌───┐", "👍 ok", "🇩🇪🇩🇪"])
def test_most_texts_take_as_many_cells_as_prompt_toolkit_counts(text: str) -> None:
    assert cells(text) == get_cwidth(text)


@pytest.mark.parametrize(("name", "most"), [("अदिति", 5), ("தமிழ்", 4), ("မောင်", 4), ("ខ្មែរ", 4), ("🇩🇪", 4)])
def test_a_name_whose_width_terminals_disagree_about_has_room_for_the_widest(name: str, most: int) -> None:
    assert cells(name) == most


@pytest.mark.parametrize("width", range(6, 40))
def test_no_line_with_such_names_is_wider_than_the_terminal(width: int) -> None:
    names = "With မောင်, अदिति, 🇩🇪🇩🇪 and Fatima (bot): မောင် leads with 6-5."
    lines = wrap(names, width)

    assert max(map(cells, lines)) <= width
    assert "".join("".join(lines).split()) == "".join(names.split())


def test_a_word_longer_than_a_line_is_split() -> None:
    assert wrap("Ann: 日本語日本語日本語", 10) == ["Ann: 日本", "語日本語日", "本語"]
    assert wrap("to a-very-long-way-that-goes on", 12) == ["to a-very-lo", "ng-way-that-", "goes on"]


def test_a_link_longer_than_a_line_has_lines_of_its_own() -> None:
    assert wrap("to https://example.org/a/long/way it goes", 12) == [
        "to", "https://exam", "ple.org/a/lo", "ng/way", "it goes"
    ]  # fmt: skip
    assert wrap("https://example.org/a/long/way", 30) == ["https://example.org/a/long/way"]
    assert wrap("to https://example.org/ it goes", 25) == ["to https://example.org/", "it goes"]


def test_a_printed_link_is_never_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "20")

    assert fitted("The link for Ben: https://example.org/oak#k=a,i=b and more to read", Terminal()) == (
        "The link for Ben:\nhttps://example.org/oak#k=a,i=b\nand more to read"
    )


def test_an_indented_line_stays_indented_and_an_empty_one_stays_a_line() -> None:
    assert wrap("    fives play   against bots", 80) == ["    fives play   against bots"]
    assert wrap("", 80) == [""]


@pytest.mark.parametrize("name", ["all-fives", "zoë-fives"])
def test_a_word_with_a_hyphen_stays_whole(name: str) -> None:
    assert wrap(f"--rules {name}", 13) == ["--rules", name]
