"""Messages to bytes and back: one JSON object a line, UTF-8.

Here: the strict reader for what a client sends, the lenient one for what a daemon sends, and the writers. Every way in
which bytes can be wrong is one error, `MalformedError`. What may go to a viewer's socket has a type of its own,
`ViewerLine`, and only two functions return one: `encode_sight`, which writes an entry as one viewer may see it, and
`encode_from_daemon`, which takes no entries.
Not here: how an object becomes a message and a message an object (`converter`), where a line begins and ends
(`frames`), what a message is an answer to (`session`).
"""

import json
from collections import Counter
from collections.abc import Iterable
from typing import Final, NewType, NoReturn

from protocol.clean import brief
from protocol.log.commands import Command
from protocol.log.events import Entry, Event
from protocol.log.sight import Sight
from protocol.wire import exact
from protocol.wire.converter import (
    LENIENT,
    STRICT,
    Json,
    MalformedError,
    OverLimitError,
    UnknownEventError,
    UnknownTypeError,
    read,
)
from protocol.wire.messages import FROM_CLIENT, PROTOCOL, BesideEntries, FromClient, FromDaemon, Hello

__all__ = [
    "MalformedError",
    "OverLimitError",
    "UnknownEventError",
    "ViewerLine",
    "command_as_json",
    "decode_event",
    "decode_from_client",
    "decode_from_daemon",
    "dump",
    "encode_entry",
    "encode_event",
    "encode_from_client",
    "encode_from_daemon",
    "encode_sight",
    "event_of",
    "join_lines",
    "load",
]

ViewerLine = NewType("ViewerLine", bytes)
"""A line, or several in a row, with nothing in it that the viewer it is for may not see."""


# JSON.


def _no_constant(name: str) -> NoReturn:
    raise MalformedError(f"the line is not JSON: {name} is no number")


def _with_each_name_once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    value = dict(pairs)
    if len(value) < len(pairs):
        times = Counter(name for name, _ in pairs)
        raise MalformedError(f"the line has the field {brief(times.most_common(1)[0][0])} twice in one object")
    return value


# `json.loads` and `json.dumps` would make one of these at each call.
_decoder: Final = json.JSONDecoder(parse_constant=_no_constant)
_strict_decoder: Final = json.JSONDecoder(parse_constant=_no_constant, object_pairs_hook=_with_each_name_once)
_encoder: Final = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False, check_circular=False)

# `STRICT.unstructure` and `LENIENT.unstructure` would hash the whole union at each call, to find these.
_write_event: Final = STRICT.get_unstructure_hook(Event)
_write_command: Final = STRICT.get_unstructure_hook(Command)
_write_from_client: Final = STRICT.get_unstructure_hook(FromClient)
_write_entry: Final = LENIENT.get_unstructure_hook(FromDaemon)
_write_beside_entries: Final = LENIENT.get_unstructure_hook(BesideEntries)


def load(line: str | bytes, *, names_once: bool = False) -> object:
    """The JSON value of a line. Raises `MalformedError`.

    Where an object has a field twice, its last value counts, or with `names_once` the line is malformed. Records are
    read so; it would make reading a message on the wire slower by an eighth.
    """
    decoder = _strict_decoder if names_once else _decoder
    try:
        # Decoded here and strictly: json itself would take UTF-16 and half a surrogate pair as well.
        return decoder.decode(line if isinstance(line, str) else line.decode())
    except RecursionError:
        raise MalformedError("the line is nested too deeply") from None
    except UnicodeDecodeError:
        raise MalformedError("the line is not UTF-8") from None
    except json.JSONDecodeError as error:
        raise MalformedError(f"the line is not JSON at column {error.colno}: {error.msg}") from None
    except ValueError:
        raise MalformedError("the line holds a number of thousands of digits") from None


def dump(value: Json) -> bytes:
    """One line of JSON with its end."""
    return _encoder.encode(value).encode() + b"\n"


# From a client to the daemon.


def decode_from_client(line: bytes) -> FromClient:
    """The message of a client's line, strictly: nothing unknown, nothing of another type. Raises `MalformedError`.

    Of a hello in another version of the protocol only the version is read: what else it says is not known here.
    """
    value = load(line)
    try:
        message: FromClient = read(STRICT, FromClient, value)
    except MalformedError:
        protocol = _other_protocol(value)
        if protocol is None:
            raise
        return Hello(protocol, client="", name="")
    return message


def _other_protocol(value: object) -> int | None:
    """The version that a hello is written in, where it is not this release's."""
    if not isinstance(value, dict) or value.get("type") != FROM_CLIENT[Hello]:
        return None
    try:
        protocol = exact.whole_number(value.get("protocol"), int)
    except TypeError:
        return None
    return protocol if protocol != PROTOCOL else None


def encode_from_client(message: FromClient) -> bytes:
    """A client's line."""
    return dump(_write_from_client(message))


def command_as_json(command: Command) -> Json:
    """A command as plain values, for a digest of its content."""
    return dict(_write_command(command))


# From the daemon to a client.


def decode_from_daemon(line: bytes) -> FromDaemon | None:
    """The message of a daemon's line; None for a message of a type, or a notice of a kind, that is not known here.

    Unknown fields are passed over. Raises `MalformedError`, of which `OverLimitError` is for what is longer than is
    allowed, and `UnknownEventError` for an entry it cannot fold.
    """
    try:
        message: FromDaemon = read(LENIENT, FromDaemon, load(line))
    except UnknownTypeError:
        return None
    return message


def encode_from_daemon(message: BesideEntries) -> ViewerLine:
    """The line of any message but an entry."""
    return ViewerLine(dump(_write_beside_entries(message)))


def encode_sight(seq: int, at: str, sight: Sight) -> ViewerLine:
    """An entry's line for the one viewer, or the many alike, that this sight is for."""
    return ViewerLine(dump(_write_entry(Entry(seq, at, sight.event))))


def join_lines(lines: Iterable[ViewerLine]) -> ViewerLine:
    """Several lines in a row, to be sent at once."""
    return ViewerLine(b"".join(lines))


# What is stored: nothing is hidden in it, so it is no line for a viewer.


def encode_event(event: Event) -> str:
    """An event as the journal keeps it."""
    return _encoder.encode(_write_event(event))


def encode_entry(entry: Entry) -> bytes:
    """An entry's line in a record."""
    return dump(STRICT.unstructure(entry, Entry))


def decode_event(line: str | bytes) -> Event:
    """An event of a journal. Raises `MalformedError`, and `UnknownEventError` for one of a later release."""
    return event_of(load(line))


def event_of(value: object) -> Event:
    """The event that a JSON value is. Raises as `decode_event` does."""
    event: Event = read(STRICT, Event, value)
    return event
