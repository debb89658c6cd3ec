"""A password is shown in stars while it is typed; all other text is shown as it is."""

import pytest

from client.screen.display import line_with_stars


@pytest.mark.parametrize(
    ("prompt", "typed", "shown"),
    [
        ("password:", "plum pie", "********"),
        (":", "join oak plum", "join oak ****"),
        (":", "j oak plum", "j oak ****"),
        (":", "join oak", "join oak"),
        (":", "join oak ", "join oak "),
        (":", "open all-fives password=plum", "open all-fives password=****"),
        (":", "open all-fives --password plum", "open all-fives --password ****"),
        (":", "kick Ana", "kick Ana"),
        ("/", "join oak and plum", "join oak and plum"),
        ("target:", "100", "100"),
        ("password:", "", ""),
    ],
)
def test_only_the_password_of_a_line_is_starred(prompt: str, typed: str, shown: str) -> None:
    assert line_with_stars(prompt, typed) == shown
