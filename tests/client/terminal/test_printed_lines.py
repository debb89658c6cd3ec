"""Printed lines: on standard output and standard error, wrapped between words on a terminal."""

import io
import sys

import pytest

from client.terminal.printed_lines import print_error, print_line

LONG = "You sit at table oak: All Fives to 60. With Uma (bot). Round 1: Uma leads 6-5."


class Terminal(io.StringIO):
    """An output that is a terminal."""

    def isatty(self) -> bool:
        return True


def narrow_terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """Replace standard output with a terminal of 28 columns."""
    terminal = Terminal()
    monkeypatch.setattr(sys, "stdout", terminal)
    monkeypatch.setenv("COLUMNS", "28")
    return terminal


def test_a_pipe_gets_lines_unwrapped(capsys: pytest.CaptureFixture[str]) -> None:
    print_line(LONG)

    assert capsys.readouterr().out == f"{LONG}\n"


def test_on_a_terminal_lines_break_between_words(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = narrow_terminal(monkeypatch)
    print_line(LONG)

    printed = terminal.getvalue()
    assert printed.split() == LONG.split()
    assert max(map(len, printed.splitlines())) <= 28


def test_an_empty_line_stays_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = narrow_terminal(monkeypatch)
    print_line("")

    assert terminal.getvalue() == "\n"


def test_an_error_is_wrapped_between_words_too(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setenv("COLUMNS", "40")
    print_error("The password is wrong. Give the one your host told you with --password.")

    printed = terminal.getvalue().splitlines()
    assert printed == ["fives: The password is wrong. Give the", "one your host told you with --password."]
