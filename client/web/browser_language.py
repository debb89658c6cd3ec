"""Which language a browser gets: the one that its player has chosen, or the first that it asks for.

Here: reading it from the headers of a request, and the language itself. Not here: choosing one on the page (the
settings, and `assets/look.js`, which keeps the choice in a cookie, so that the first document has it, too), which
languages there are (`offered_languages`).
"""

import logging
import re
from functools import cache
from typing import Final

from websockets.datastructures import Headers

from client.words.say import ENGLISH, Language
from protocol.shared import offered_languages
from protocol.shared.offered_languages import OWN_NAMES, UnreadableError, offered_of

_COOKIE: Final = "fives-language"
_MOST_ASKED: Final = 20
"""Of how many languages a browser may ask for one; a person speaks fewer."""
_ASKED: Final = re.compile(r"\s*([A-Za-z-]{1,35})\s*(?:;\s*q=(\d(?:\.\d{0,3})?)\s*)?")

log = logging.getLogger("fives.page")


def wanted_of(headers: Headers, address: str = "") -> str:
    """The name of the language. `address`: what the page says of itself behind the `?`, when it opens its WebSocket."""
    if address in OWN_NAMES:
        return address
    chosen = _chosen(headers)
    return chosen if chosen is not None else offered_of(_asked_for(",".join(headers.get_all("Accept-Language"))))


def _chosen(headers: Headers) -> str | None:
    cookies = (cookie.strip().partition("=") for text in headers.get_all("Cookie") for cookie in text.split(";"))
    return next((value for name, _, value in cookies if name == _COOKIE and value in OWN_NAMES), None)


def _asked_for(text: str) -> list[str]:
    """The languages of this header, those first that are wanted most; what is no such header asks for none."""
    found = [_ASKED.fullmatch(entry) for entry in text.split(",")[:_MOST_ASKED]]
    asked = [(float(entry[2] or 1), entry[1]) for entry in found if entry is not None]
    return [name for weight, name in sorted(asked, key=lambda entry: -entry[0]) if weight > 0]


@cache
def language_of_browsers(name: str) -> Language:
    """The language of this name; English if its texts cannot be read, which the log says once."""
    if name == offered_languages.ENGLISH:
        return ENGLISH
    from client.words.languages.by_name import language_named  # noqa: PLC0415 - most pages need English alone

    try:
        return language_named(name)
    except UnreadableError as error:
        log.warning("%s", error)
        return ENGLISH
