"""The rows of an append, as text.

Here: the columns of an append and of an entry. Not here: the tables (`sqlite_file`, `daemon.club`), writing
and reading rows (`batches`, `reading`).
"""

import json
from collections.abc import Sequence
from typing import Any, Final

import cattrs
from cattrs.strategies import configure_tagged_union

from daemon.journal.interface import (
    CommandAccepted,
    DamagedError,
    DealsRepeated,
    GameHeld,
    GameMoved,
    GameOffered,
    GameOpened,
    GameReleased,
    KnownRow,
    NewerError,
    NextGameOpened,
    NumberRevealed,
    OfferWithdrawn,
    Private,
    RemarkHeld,
    RemarksReleased,
    ReminderAddressSet,
    ReminderSent,
    SeatForgotten,
    SeatPromised,
    TokenIssued,
    TokensRevoked,
    UnknownRow,
)
from protocol.log.events import WIRE_NAMES, Entry
from protocol.wire.codec import MalformedError, UnknownEventError, decode_event, encode_event

EntryRow = tuple[str, int, str, str, str]
"""The columns of an entry: the game, its number, its time, the name of its event, the event as JSON."""

_NAMES: Final[dict[Any, str]] = {
    GameOpened: "game_opened",
    TokenIssued: "token_issued",
    TokensRevoked: "tokens_revoked",
    CommandAccepted: "command_accepted",
    NextGameOpened: "went_on",
    GameMoved: "game_moved",
    GameOffered: "game_offered",
    OfferWithdrawn: "offer_withdrawn",
    GameHeld: "game_held",
    GameReleased: "game_released",
    NumberRevealed: "number_revealed",
    ReminderAddressSet: "reminder_address",
    ReminderSent: "reminder_sent",
    RemarkHeld: "remark_held",
    RemarksReleased: "remarks_released",
    DealsRepeated: "deals_repeated",
    SeatPromised: "seat_promised",
    SeatForgotten: "seat_forgotten",
}
_TYPES: Final = frozenset(_NAMES.values())
_converter: Final = cattrs.Converter(forbid_extra_keys=True, detailed_validation=False)
_encoder: Final = json.JSONEncoder(separators=(",", ":"), check_circular=False)
configure_tagged_union(KnownRow, _converter, tag_generator=_NAMES.__getitem__, tag_name="type")
_write: Final = _converter.get_unstructure_hook(KnownRow)
_read: Final = _converter.get_structure_hook(KnownRow)


def entry_row(game: str, entry: Entry) -> EntryRow:
    """The row of an entry."""
    return (game, entry.seq, entry.at, WIRE_NAMES[type(entry.event)], encode_event(entry.event))


def entry_from(seq: object, at: object, event: object) -> Entry:
    """The entry in these columns. Raises `DamagedError`: in a damaged file they may be anything."""
    if not (isinstance(seq, int) and isinstance(at, str) and isinstance(event, str)):
        raise DamagedError(f"entry {seq} is not readable")
    try:
        return Entry(seq, at, decode_event(event))
    except UnknownEventError:
        raise NewerError from None
    except MalformedError as error:
        raise DamagedError(f"entry {seq}: {error}") from None


def encode_private(private: Sequence[Private]) -> str:
    """The private rows of an append, as a JSON list."""
    return _encoder.encode([row.fields if isinstance(row, UnknownRow) else _write(row) for row in private])


def decode_private(text: str) -> list[Private]:
    """The private rows of an append. Raises `DamagedError`.

    A checksum has confirmed the text, or will: so a field or a type that is not known here is a newer release's. A type
    is no damage, and kept; a field is, as it may change what the row means.
    """
    try:
        return [_read(row, KnownRow) if row["type"] in _TYPES else UnknownRow(row) for row in json.loads(text)]
    except cattrs.ForbiddenExtraKeysError:
        raise NewerError from None
    except Exception as error:  # noqa: BLE001 - cattrs lets any error of a hook through
        raise DamagedError(f"what is private is not readable: {error!r}") from None


def opened_at(text: str) -> str:
    """When the game was opened, from the private rows of its first append. Raises `DamagedError`.

    It reads nothing else of them, which takes a fifth of the time of `decode_private`.
    """
    try:
        at = next(row["at"] for row in json.loads(text) if row["type"] == _NAMES[GameOpened])
    except (ValueError, LookupError, TypeError, StopIteration, RecursionError):
        at = None
    if not isinstance(at, str):
        raise DamagedError("it does not say how it was opened")
    return at
