"""A line on standard output: the terminal would break a long one in the middle of a word."""

import io
import sys

import pytest

from client.lines.saying import say

LONG = "You sit at table oak: All Fives to 60. With Uma (bot). Round 1: Uma leads 6-5."


class Terminal(io.StringIO):
    """Standard output that is a terminal."""

    def isatty(self) -> bool:
        return True


def narrow_terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """Standard output, from now on: a terminal of 28 columns."""
    terminal = Terminal()
    monkeypatch.setattr(sys, "stdout", terminal)
    monkeypatch.setenv("COLUMNS", "28")
    return terminal


def test_down_a_pipe_a_line_stays_one(capsys: pytest.CaptureFixture[str]) -> None:
    say(LONG)

    assert capsys.readouterr().out == f"{LONG}\n"


def test_on_a_terminal_no_word_and_no_tile_is_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = narrow_terminal(monkeypatch)
    say(LONG)

    told = terminal.getvalue()
    assert told.split() == LONG.split()
    assert max(map(len, told.splitlines())) <= 28


def test_an_empty_line_is_one_too(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = narrow_terminal(monkeypatch)
    say("")

    assert terminal.getvalue() == "\n"
