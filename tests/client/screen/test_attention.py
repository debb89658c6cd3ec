"""The title and the bell of a terminal."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from client.screen.attention import Attention, shows_notifications
from client.terminal.look import Look
from tests.client.drawn_terminal import Terminal, terminal

PLAIN = {"TERM": "xterm-256color"}
ITERM = {**PLAIN, "TERM_PROGRAM": "iTerm.app"}


def attention(screen: Terminal, environment: Mapping[str, str] = PLAIN, *, is_ascii: bool = False) -> Attention:
    return Attention(screen.output, Look(is_ascii=is_ascii), environment)


def test_a_title_is_written_once_and_the_old_one_is_restored() -> None:
    with terminal() as screen:
        made = attention(screen)
        made.show_title("All Fives - oak")
        made.show_title("All Fives - oak")
        made.show_title("● your turn")
        made.restore_title()

        assert screen.everything_written == (
            f"\x1b[22;2t\x1b]2;All Fives - oak\x07\x1b]2;● your turn\x07\x1b]2;{Path.cwd().name}\x07\x1b[23;2t"
        )


def test_in_gnu_screen_a_title_has_only_ascii() -> None:
    with terminal() as screen:
        attention(screen, {**PLAIN, "STY": "1.pts-0.host"}).show_title("● your turn, Zoë")

        assert "\x1b]2;* your turn, Zo?\x07" in screen.everything_written


def test_a_title_that_was_never_set_is_not_restored() -> None:
    with terminal() as screen:
        attention(screen).restore_title()

        assert screen.everything_written == ""


def test_a_title_in_ascii() -> None:
    with terminal() as screen:
        attention(screen, is_ascii=True).show_title("● your turn")

        assert "\x1b]2;* your turn\x07" in screen.everything_written


@pytest.mark.parametrize("text", ["oak\x07\x1b]0;gone\x07", "oak\x9c\x1b\\"])
def test_control_characters_never_reach_the_terminal(text: str) -> None:
    with terminal() as screen:
        made = attention(screen, ITERM)
        made.show_title(text)
        made.call(text)

        assert screen.everything_written == "\x1b[22;2t\x1b]2;oak\x07\x07\x1b]9;oak\x07"


def test_a_copied_text_is_written_for_the_terminals_clipboard() -> None:
    with terminal() as screen:
        attention(screen).copy("https://quick-fox.example/oak")

        assert screen.everything_written == "\x1b]52;c;aHR0cHM6Ly9xdWljay1mb3guZXhhbXBsZS9vYWs=\x07"


def test_a_call_rings_and_notifies_where_the_terminal_can() -> None:
    for environment, written in ((PLAIN, "\x07"), (ITERM, "\x07\x1b]9;Your turn: All Fives\x07")):
        with terminal() as screen:
            attention(screen, environment).call("Your turn: All Fives")

            assert screen.everything_written == written


@pytest.mark.parametrize(
    ("environment", "can"),
    [
        ({"TERM_PROGRAM": "WezTerm"}, True),
        ({"TERM_PROGRAM": "ghostty"}, True),
        ({"TERM": "xterm-ghostty"}, True),
        ({"TERM": "xterm-kitty"}, True),
        ({"TERM_PROGRAM": "WezTerm", "TMUX": "/tmp/tmux-1000/default,1,0"}, False),
        ({"TERM_PROGRAM": "iTerm.app", "STY": "1.pts-0.host"}, False),
        ({"TERM_PROGRAM": "Apple_Terminal"}, False),
        ({"WT_SESSION": "1", "TERM": "xterm-256color"}, False),
        ({}, False),
    ],
)
def test_only_terminals_that_show_the_text_are_sent_a_notification(environment: dict[str, str], can: bool) -> None:
    assert shows_notifications(environment) is can
