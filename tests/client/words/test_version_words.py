"""Which of two releases is older, and what the player of each reads."""

import pytest

from client.words.version_words import OlderSide, older_by_protocol, older_by_release
from protocol.wire.messages import PROTOCOL


@pytest.mark.parametrize(
    ("host", "own", "older"),
    [
        ("fivesd 0.1.0", "0.2.0", OlderSide.HOST),
        ("fivesd 0.10.0", "0.9.1", OlderSide.CLIENT),
        ("fivesd 0.1.0", "0.1.0", None),
        ("fivesd 0.1.0.dev1739", "0.1.0.dev1740", OlderSide.HOST),
        ("fivesd 0.1.0.dev1740+202611280930", "0.1.0.dev1739", OlderSide.CLIENT),
        ("fivesd 0.1.0.dev1739", "0.1.0", OlderSide.HOST),
        ("fivesd 0.2.0.dev3", "0.1.0.dev0", OlderSide.CLIENT),
        ("fivesd 0.1.0.dev0", "0.1.0.dev1739", None),
        ("fivesd 0.1.0.dev1739", "0.1.0.dev0", None),
        ("another-daemon 9.0", "0.1.0", None),
        ("fivesd", "0.1.0", None),
        ("fivesd one", "0.1.0", None),
    ],
)
def test_releases_and_their_builds_are_compared_and_a_checkout_has_no_build(
    host: str, own: str, older: OlderSide | None
) -> None:
    assert older_by_release(host, own) is older


@pytest.mark.parametrize(
    ("detail", "older"),
    [
        (
            f"this daemon speaks protocol {PROTOCOL - 1}, not {PROTOCOL}; this daemon's host has to update",
            OlderSide.HOST,
        ),
        (f"this daemon speaks protocol {PROTOCOL + 1}, not {PROTOCOL}; your client has to update", OlderSide.CLIENT),
        ("please update", None),
    ],
)
def test_the_daemons_protocol_is_the_first_number_of_a_goodbye(detail: str, older: OlderSide | None) -> None:
    assert older_by_protocol(detail) is older
