"""Fixtures for tests of the page."""

import pytest

from client.replay import analyser
from protocol.shared.child_program import child_command


@pytest.fixture
def usual_priority(monkeypatch: pytest.MonkeyPatch) -> None:
    """Analyses have the usual priority: at the lowest one they wait for every other program of the machine."""

    def in_the_foreground(*words: str) -> list[str]:
        return child_command(*(word for word in words if word != "--background"))

    monkeypatch.setattr(analyser, "child_command", in_the_foreground)
