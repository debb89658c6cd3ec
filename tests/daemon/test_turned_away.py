"""What the log says of connections that are turned away."""

import pytest

from daemon.serve import TIME_BETWEEN_LINES, TurnedAway


def test_who_keeps_knocking_makes_a_line_a_minute(caplog: pytest.LogCaptureFixture) -> None:
    turned_away = TurnedAway()
    for nth in range(1000):
        turned_away.note("203.0.113.9", 1000.0 + nth * TIME_BETWEEN_LINES / 500)

    assert caplog.messages == [
        "a connection from 203.0.113.9 was turned away: there are too many",
        "a connection from 203.0.113.9 was turned away: there are too many; 499 more before",
    ]
