"""Text from strangers (DESIGN.md: terminal escapes are taken out before anything is stored, and before it is shown)."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.clean import LONGEST_ERROR, brief, clean, echoed, one_line


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Ann", "Ann"),
        ("", ""),
        ("  Ann \t and\r\nBen  ", "Ann and Ben"),
        ("schön 🎲 日本", "schön 🎲 日本"),
        ("\x1b[31mred\x1b[0m", "red"),
        ("\x1b[2J\x1b[1;1Hhi", "hi"),
        ("\x9b31mred", "red"),
        ("\x1b]0;a title\x07hi", "hi"),
        ("\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\", "link"),
        ("\x1bPq#0\x1b\\hi", "hi"),
        ("\x1bchi", "hi"),
        ("a\x00b\x07c\x7fd", "abcd"),
        ("safe\u202egnp.exe", "safegnp.exe"),
        ("a\u200bb\u2066c\ufeffd", "abcd"),
        ("line\u2028break\u2029here", "line break here"),
        ("e\u0301", "é"),
        ("e\x01\u0301", "é"),
        ("Z" + "\u0301" * 20, "Ź" + "\u0301" * 2),
        ("\ud800lone", "lone"),
        ("\u3164", ""),
        ("Ann\u3164", "Ann"),
        ("\u2800\u115f\u034f\ufe0f", ""),
        ("\u2764\ufe0f", "\u2764"),
        ("\u0301", ""),
        ("a \u0301b", "a b"),
        ("\x1b", ""),
    ],
)
def test_what_a_terminal_would_obey_or_nobody_could_see_is_taken_out(text: str, kept: str) -> None:
    assert clean(text) == kept


@given(st.text(st.characters()))
def test_nothing_dangerous_is_left_and_cleaning_again_changes_nothing(text: str) -> None:
    once = clean(text)

    assert clean(once) == once
    assert not any(unicodedata.category(character)[0] == "C" for character in once)
    assert once == once.strip()
    assert len(once.splitlines()) <= 1
    once.encode()


@pytest.mark.parametrize(
    ("value", "told"),
    [(None, "null"), (True, "true"), (3, "3"), ("x", "'x'"), ((1,), "[1]"), ([1, 2], "[1, 2]"), ({}, "{}")],
)
def test_a_value_is_printed_as_it_was_written(value: object, told: str) -> None:
    assert brief(value) == told


def test_a_long_value_is_cut() -> None:
    assert brief("x" * 100) == "'" + "x" * 36 + "..."


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("many", "many"),
        ("", ""),
        ("3 or 4", "3 or 4"),
        ("x" * 40, "x" * 40),
        ("\x1b[1m", r"'\x1b[1m'"),
        ("a\nb", r"'a\nb'"),
    ],
)
def test_what_was_typed_is_told_back_as_it_is_where_it_is_short_and_plain(typed: str, told: str) -> None:
    assert echoed(typed) == told


def test_what_is_long_is_told_back_in_short() -> None:
    assert echoed("x" * 41) == "'" + "x" * 36 + "..."


@given(st.text(st.characters()))
def test_an_error_is_one_line_of_bounded_length_whatever_it_quotes(text: str) -> None:
    line = one_line(f"what is wrong: {text * 50}; what to do")

    assert line.startswith("what is wrong")
    assert line.endswith("what to do")
    assert len(line) <= LONGEST_ERROR
    assert line.isprintable()
