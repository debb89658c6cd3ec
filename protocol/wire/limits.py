"""How long the texts and lists in a daemon's messages may be (WIRE.md, "Limits").

Here: the limits. The client's reader applies them to everything it decodes (`converter`), so that no other code has to
check the length of a stranger's text. The daemon cuts its sentences to them. Not here: the limits on a client's
messages, which the daemon answers with a refusal or a goodbye.
"""

from collections.abc import Mapping
from typing import Final, get_args, get_origin

from attrs import fields

from protocol.game.table_options import MOST_SEATS
from protocol.league.league import LONGEST_LEAGUE_NAME, League
from protocol.log.events import Said
from protocol.names import LONGEST_NAME
from protocol.sentences import Facts
from protocol.wire.messages import LONGEST_SAYING

LONGEST_SENTENCE: Final = 1000
"""Characters of a `detail` or of a notice's `text`, which may list every table or every option."""
LONGEST_ADDRESS: Final = 2000
"""Characters of an address, which may be a link with several places."""
LONGEST_TEXT: Final = 128
"""Characters of any other text: a token, an id, a word in a list."""
SHORTEST_OWN_TOKEN: Final = 24
"""Characters of a token that a client makes itself: nobody is to guess it."""
MOST_IN_A_LIST: Final = 1000
MOST_FACTS: Final = 8
"""Facts of one sentence."""
MOST_ENTRIES: Final = 100_000
"""Entries in a game: far more than any match has, chat included."""

_BY_FIELD: Final[Mapping[str, int]] = {
    "name": LONGEST_NAME,
    "text": LONGEST_SENTENCE,
    "detail": LONGEST_SENTENCE,
    "address": LONGEST_ADDRESS,
    "seats": MOST_SEATS,
    "hands": MOST_SEATS,
    "names": MOST_SEATS,
    "numbers": MOST_SEATS,
    "seals": MOST_SEATS,
    "heirs": MOST_SEATS,
    "seat_keys": MOST_SEATS,
}

_OF_MESSAGE: Final[Mapping[type, Mapping[str, int]]] = {
    Said: {"text": LONGEST_SAYING},
    League: {"name": LONGEST_LEAGUE_NAME},
}


def limits_of(message: type) -> dict[str, int]:
    """The most characters or values of each text and list in a message, by field."""
    defaults = {field.name: _default_limit(field.type) for field in fields(message)}
    limits = {name: _BY_FIELD.get(name, most) for name, most in defaults.items() if most is not None}
    return {**limits, **_OF_MESSAGE.get(message, {})}


def _default_limit(type_: object) -> int | None:
    if type_ == Facts:
        return MOST_FACTS
    if type_ in (str, str | None):
        return LONGEST_TEXT
    is_list = any(get_origin(part) is tuple for part in (type_, *get_args(type_)))
    return MOST_IN_A_LIST if is_list else None
