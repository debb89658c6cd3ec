"""Messages to bytes and back: one JSON object per line, in UTF-8.

Here: the strict reader for clients' lines, the lenient reader for daemons' lines, and the writers. Invalid bytes of any
kind raise one error, `MalformedError`. Only a `ViewerLine` may go to a viewer's socket, and only two functions return
one: `encode_sight`, which writes an entry as one viewer may see it, and `encode_from_daemon`, which takes no entries.
Not here: turning objects into messages and back (`converter`), where a line begins and ends (`frames`), the order of
messages (`session`).
"""

import json
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
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
from protocol.wire.messages import FROM_CLIENT, FROM_DAEMON, PROTOCOL, BesideEntries, FromClient, FromDaemon, Hello

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
"""One or more lines that contain nothing their viewer may not see."""
MOST_EVENTS_CACHED: Final = 1_000
"""How many events have their JSON text cached. The journal and the viewers need the same text, and all tables have the
same few hundred plays, so most events have been encoded before.
"""


# JSON.


def _no_constant(name: str) -> NoReturn:
    raise MalformedError(f"the line is not JSON: {name} is no number")


def _with_each_name_once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    value = dict(pairs)
    if len(value) < len(pairs):
        times = Counter(name for name, _ in pairs)
        raise MalformedError(f"the line has the field {brief(times.most_common(1)[0][0])} twice in one object")
    return value


# Made once: `json.loads` and `json.dumps` would make one at each call.
_decoder: Final = json.JSONDecoder(parse_constant=_no_constant)
_strict_decoder: Final = json.JSONDecoder(parse_constant=_no_constant, object_pairs_hook=_with_each_name_once)
_encoder: Final = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False, check_circular=False)

# Looked up once: `unstructure` would hash the whole union at each call.
_write_event: Final = STRICT.get_unstructure_hook(Event)
_write_command: Final = STRICT.get_unstructure_hook(Command)
_write_from_client: Final = STRICT.get_unstructure_hook(FromClient)
_write_beside_entries: Final = LENIENT.get_unstructure_hook(BesideEntries)


def load(line: str | bytes, *, names_once: bool = False) -> object:
    """The JSON value of a line. Raises `MalformedError`.

    If an object has a field twice, the last value counts; with `names_once`, the line is malformed. `names_once` is for
    records only, because it would make reading messages an eighth slower.
    """
    decoder = _strict_decoder if names_once else _decoder
    try:
        # Decoded strictly here, because json itself would also accept UTF-16 and half a surrogate pair.
        return decoder.decode(line if isinstance(line, str) else line.decode())
    except RecursionError:
        raise MalformedError("the line is nested too deeply") from None
    except UnicodeDecodeError:
        raise MalformedError("the line is not UTF-8") from None
    except json.JSONDecodeError as error:
        raise MalformedError(f"the line is not JSON: {error.msg}: column {error.colno}") from None
    except ValueError:
        raise MalformedError("the line holds a number of thousands of digits") from None


def dump(value: Json) -> bytes:
    """One line of JSON, with its newline."""
    return _encoder.encode(value).encode() + b"\n"


# From a client to the daemon.


def decode_from_client(line: bytes) -> FromClient:
    """The message in a client's line, read strictly: no unknown fields, no wrong types. Raises `MalformedError`.

    Of a hello in another version of the protocol, only the version is read, because its other fields are unknown here.
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
    """The protocol version of a hello, if it is not this release's version."""
    if not isinstance(value, dict) or value.get("type") != FROM_CLIENT[Hello]:
        return None
    try:
        protocol = exact.whole_number(value.get("protocol"), int)
    except TypeError:
        return None
    return protocol if protocol != PROTOCOL else None


def encode_from_client(message: FromClient) -> bytes:
    """The line of a client's message."""
    return dump(_write_from_client(message))


def command_as_json(command: Command) -> Json:
    """A command as plain values, for a digest of its content."""
    return dict(_write_command(command))


# From the daemon to a client.


def decode_from_daemon(line: bytes) -> FromDaemon | None:
    """The message in a daemon's line; None for an unknown type of message or an unknown kind of notice.

    Ignores unknown fields. Raises `MalformedError`, its subclass `OverLimitError` for a text or list that is too long,
    and `UnknownEventError` for an entry that cannot be folded.
    """
    try:
        message: FromDaemon = read(LENIENT, FromDaemon, load(line))
    except UnknownTypeError:
        return None
    return message


def encode_from_daemon(message: BesideEntries) -> ViewerLine:
    """The line of a message that is not an entry."""
    return ViewerLine(dump(_write_beside_entries(message)))


def encode_sight(seq: int, at: str, sight: Sight) -> ViewerLine:
    """The line of an entry, for the viewers that this sight was made for."""
    return ViewerLine(f'{{"type":"{FROM_DAEMON[Entry]}",{_entry_fields(seq, at, sight.event)}}}\n'.encode())


def join_lines(lines: Iterable[ViewerLine]) -> ViewerLine:
    """Several lines as one, to be sent together."""
    return ViewerLine(b"".join(lines))


# Storage. These lines hide nothing, so they are not lines for a viewer.


@lru_cache(MOST_EVENTS_CACHED)
def encode_event(event: Event) -> str:
    """An event as stored in the journal."""
    return _encoder.encode(_write_event(event))


def _entry_fields(seq: int, at: str, event: Event) -> str:
    # Joined as text: most events have their text already.
    return f'"seq":{seq},"at":{_encoder.encode(at)},"event":{encode_event(event)}'


def encode_entry(entry: Entry) -> bytes:
    """The line of an entry in a record."""
    return f"{{{_entry_fields(entry.seq, entry.at, entry.event)}}}\n".encode()


def decode_event(line: str | bytes) -> Event:
    """An event from a journal. Raises `MalformedError`, or `UnknownEventError` for an event of a later release."""
    return event_of(load(line))


def event_of(value: object) -> Event:
    """The event in a JSON value. Raises the same errors as `decode_event`."""
    event: Event = read(STRICT, Event, value)
    return event
