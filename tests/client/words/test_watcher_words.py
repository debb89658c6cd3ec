"""Those who watch, in words."""

import pytest

from client.view.view import View
from client.words.watcher_words import changes, watching
from protocol.log.table import empty_table
from protocol.wire.notices import WatchersNotice

NOBODY = WatchersNotice((), 0)
WES = WatchersNotice(("Wes",), 1)
PAIR = WatchersNotice(("Wes", "Zoe"), 2)
NAMES = tuple("ABCDEFGH")
CROWD = WatchersNotice(NAMES, 20)
VIEW = View(empty_table(), None)


@pytest.mark.parametrize(
    ("now", "text"),
    [
        (None, ""),
        (NOBODY, ""),
        (WES, "Wes watches."),
        (PAIR, "Wes and Zoe watch."),
        (CROWD, "A, B, C, D, E, F, G, H and 12 others watch."),
        (WatchersNotice((), 0, 1), "1 screen watches."),
        (WatchersNotice(("Wes",), 1, 2), "Wes and 2 screens watch."),
    ],
)
def test_who_watches_is_a_sentence(now: WatchersNotice | None, text: str) -> None:
    assert watching(now) == text


@pytest.mark.parametrize(
    ("before", "now", "lines"),
    [
        (None, WES, ["Wes watches."]),
        (WES, PAIR, ["Zoe watches."]),
        (PAIR, NOBODY, ["Wes and Zoe watch no more."]),
        (WES, WatchersNotice(("Zoe",), 1), ["Zoe watches.", "Wes watches no more."]),
        (None, CROWD, ["20 people watch now."]),
        (CROWD, WES, ["1 person watches now."]),
        (CROWD, WatchersNotice(NAMES, 20, 1), []),
        (None, WatchersNotice((), 0, 1), []),
    ],
)
def test_who_comes_and_goes_is_a_line_and_a_crowd_is_counted(
    before: WatchersNotice | None, now: WatchersNotice, lines: list[str]
) -> None:
    assert changes(VIEW, before, now) == lines


def test_no_name_of_a_stranger_commands_the_terminal() -> None:
    assert "\x1b" not in watching(WatchersNotice(("W\x1b[2J",), 1))
