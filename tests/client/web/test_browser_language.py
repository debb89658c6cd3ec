"""Each browser gets the page in its own language."""

import pytest
from websockets.datastructures import Headers

from client.web.browser_language import wanted_of


@pytest.mark.parametrize(
    ("asked", "language"),
    [
        ("es", "es"),
        ("es-MX,es;q=0.9,en;q=0.8", "es"),
        ("de-DE,de;q=0.9,fr;q=0.7,en;q=0.3", "fr"),
        ("en;q=0.3, fr-CA;q=0.8", "fr"),
        ("en-GB,en;q=0.9,es;q=0.8", "en"),
        ("es;q=0,fr;q=0.1", "fr"),
        ("de", "en"),
        ("*", "en"),
        ("", "en"),
        ("es;q=high,,;;,=", "en"),
        ("../../etc/passwd", "en"),
        (",".join(["xx"] * 5000 + ["es"]), "en"),
    ],
    ids=lambda value: value[:30],
)
def test_a_browser_gets_the_first_language_that_it_asks_for_and_that_there_is(asked: str, language: str) -> None:
    assert wanted_of(Headers([("Accept-Language", asked)])) == language


@pytest.mark.parametrize(
    ("cookie", "language"),
    [
        ("fives-language=fr", "fr"),
        ("a=b; fives-language=en; c", "en"),
        ("fives-language=xx", "es"),
        ("fives-language=", "es"),
        ("other=fr", "es"),
    ],
)
def test_what_the_player_has_chosen_goes_before(cookie: str, language: str) -> None:
    assert wanted_of(Headers([("Accept-Language", "es"), ("Cookie", cookie)])) == language


def test_a_page_is_served_in_the_language_of_its_document() -> None:
    headers = Headers([("Accept-Language", "es")])

    assert [wanted_of(headers, address) for address in ("fr", "en", "xx", "")] == ["fr", "en", "es", "es"]
