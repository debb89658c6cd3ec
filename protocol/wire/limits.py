"""How long the texts and lists in a daemon's messages may be (WIRE.md, "Limits").

Here: the limits. The client's reader applies them to all that it decodes (`converter`), so that nothing behind it has
to ask how long a stranger's text is; the daemon cuts its sentences to them. Not here: what a client may send, which the
daemon answers with a refusal or a goodbye.
"""

from collections.abc import Mapping
from typing import Final, get_origin

from attrs import fields

from protocol.game.table_options import MOST_SEATS
from protocol.log.events import Said
from protocol.names import LONGEST_NAME
from protocol.wire.messages import LONGEST_SAYING

LONGEST_SENTENCE: Final = 1000
"""Characters of a `detail`, or the `text` of a notice: it may list every table, or every option."""
LONGEST_TEXT: Final = 128
"""Characters of any other text: a token, an id, a word of a list."""
MOST_IN_A_LIST: Final = 1000
MOST_ENTRIES: Final = 100_000
"""Entries in a game: far more than any match has with all that is said beside it."""

_BY_FIELD: Final[Mapping[str, int]] = {
    "name": LONGEST_NAME,
    "text": LONGEST_SENTENCE,
    "detail": LONGEST_SENTENCE,
    "seats": MOST_SEATS,
    "hands": MOST_SEATS,
}


def limits_of(message: type) -> dict[str, int]:
    """For each text and each list in a message, by field: the most characters or values it may have."""
    usual = {each.name: _usual(each.type) for each in fields(message)}
    limits = {name: _BY_FIELD.get(name, most) for name, most in usual.items() if most is not None}
    return {**limits, "text": LONGEST_SAYING} if message is Said else limits


def _usual(type_: object) -> int | None:
    if type_ in (str, str | None):
        return LONGEST_TEXT
    return MOST_IN_A_LIST if get_origin(type_) is tuple else None
