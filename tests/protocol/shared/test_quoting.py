"""Words of a command that the player is to type."""

import os

import pytest

from protocol.shared.quoting import quoted


@pytest.mark.parametrize(
    ("word", "on_windows", "elsewhere"),
    [
        ("oak", "oak", "oak"),
        ("C:\\Users\\Ann\\fives", "C:\\Users\\Ann\\fives", "'C:\\Users\\Ann\\fives'"),
        ("C:\\Users\\Ann Lee\\ü 我", '"C:\\Users\\Ann Lee\\ü 我"', "'C:\\Users\\Ann Lee\\ü 我'"),
        ("/home/ann lee", '"/home/ann lee"', "'/home/ann lee'"),
        ("", '""', "''"),
        ("a&b", '"a&b"', "'a&b'"),
    ],
)
def test_a_word_is_quoted_as_this_system_s_shell_reads_it(word: str, on_windows: str, elsewhere: str) -> None:
    assert quoted(word) == (on_windows if os.name == "nt" else elsewhere)
