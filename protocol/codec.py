"""Messages to bytes and back: one JSON object a line, UTF-8.

Lives here: the strict reader for what a stranger sends, the lenient one for what a daemon sends, and the writers. Every
way in which bytes can be wrong leaves as one error, `MalformedError`. An entry can be written for a socket only as a
`Sight`, and bare only for the log and the record.
Not here: where a line begins and ends (`frames`), what a message is an answer to (`session`).
"""

import json
from collections.abc import Callable, Mapping
from typing import Any, Final, NoReturn, TypeVar

import cattrs
from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn, override

from protocol import commands, events, messages
from protocol.events import Entry, Event
from protocol.messages import Accepted, FromClient, FromDaemon, Goodbye, NotAccepted, Notice, Pong, Tables, Welcome
from protocol.option_kinds import Spelling
from protocol.sight import Sight
from protocol.tiles import NotATileError, Tile, parse_tile

T = TypeVar("T")
Json = dict[str, Any]
LARGEST_NUMBER: Final = 2**53


class MalformedError(Exception):
    """The bytes are no message: whose fault it is, is clear. The text says what is wrong, in one line."""


class UnknownEventError(Exception):
    """The daemon speaks of an event that this release does not know: it is time to update."""


def _structure_tile(value: object, _: object) -> Tile:
    if not isinstance(value, str):
        raise NotATileError(f"{value!r} is not a tile: write it as text, like 6-4")
    return parse_tile(value)


def _structure_int(value: object, _: object) -> int:
    if type(value) is not int or abs(value) > LARGEST_NUMBER:
        raise TypeError(f"{_brief(value)} is not a whole number")
    return value


def _structure_text(value: object, _: object) -> str:
    if type(value) is not str:
        raise TypeError(f"{_brief(value)} is not text")
    if not value.isascii():
        value.encode()  # a lone surrogate has no UTF-8 form, so it could never be written again
    return value


def _structure_bool(value: object, _: object) -> bool:
    if type(value) is not bool:
        raise TypeError(f"{_brief(value)} is not true or false")
    return value


def _structure_spelling(value: object, _: object) -> Spelling:
    if isinstance(value, list):
        return tuple(_structure_int(each, int) for each in value)
    if isinstance(value, bool):
        return value
    return _structure_int(value, int) if isinstance(value, int) else _structure_text(value, str)


def _structure_seconds(value: object, _: object) -> float:
    if type(value) not in (int, float):
        raise TypeError(f"{_brief(value)} is not a number")
    return float(value)  # type: ignore[arg-type]  # the line above makes it a number


def _structure_tuple(converter: cattrs.Converter, of: Any) -> Callable[[object, object], tuple[Any, ...]]:
    (inner, _) = of.__args__
    hook = converter.get_structure_hook(inner)

    def structure(value: object, _: object) -> tuple[Any, ...]:
        if type(value) is not list:
            raise TypeError(f"{_brief(value)} is not a list")
        return tuple([hook(each, inner) for each in value])

    return structure


def _brief(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:37]}..."


_EXACTLY: Final[dict[Any, Callable[[object, object], object]]] = {
    int: _structure_int,
    str: _structure_text,
    bool: _structure_bool,
    float: _structure_seconds,
    Spelling: _structure_spelling,
}


def _is(wanted: Any) -> Callable[[Any], bool]:
    return lambda of: bool(of == wanted)


def _make_converter(*, strict: bool, detailed: bool) -> cattrs.Converter:
    converter = cattrs.Converter(forbid_extra_keys=strict, detailed_validation=detailed)
    converter.register_structure_hook(Tile, _structure_tile)
    converter.register_unstructure_hook(Tile, str)
    for type_, hook in _EXACTLY.items():
        converter.register_structure_hook_func(_is(type_), hook)
    converter.register_structure_hook_factory(
        lambda of: getattr(of, "__origin__", None) is tuple and of.__args__[-1:] == (Ellipsis,),
        lambda of: _structure_tuple(converter, of),
    )
    converter.register_structure_hook(
        Welcome,
        make_dict_structure_fn(Welcome, converter, _cattrs_forbid_extra_keys=strict, from_=override(rename="from")),
    )
    converter.register_unstructure_hook(
        Welcome, make_dict_unstructure_fn(Welcome, converter, from_=override(rename="from"))
    )
    for union, names in (
        (commands.Command, commands.WIRE_NAMES),
        (events.Event, events.WIRE_NAMES),
    ):
        tagged = _Tagged(converter, names)
        converter.register_structure_hook_func(_is(union), tagged.structure)
        converter.register_unstructure_hook_func(_is(union), tagged.unstructure)
    return converter


class _Tagged:
    """A union of classes told apart by `type`: each class's hook is bound once and found by its tag."""

    def __init__(self, converter: cattrs.Converter, names: Mapping[Any, str]) -> None:
        self._converter = converter
        self._class_of = {name: cls for cls, name in names.items()}
        self._name_of = dict(names)
        self._readers: dict[str, Callable[[Json, Any], Any]] = {}
        self._writers: dict[type, Callable[[Any], Json]] = {}

    def structure(self, value: object, _: object = None) -> Any:
        if type(value) is not dict:
            raise TypeError(f"{_brief(value)} is not an object")
        fields = dict(value)
        tag = fields.pop("type", None)
        cls = self._class_of.get(tag) if type(tag) is str else None
        if cls is None:
            raise UnknownTypeError(tag)
        reader = self._readers.get(tag)
        if reader is None:
            reader = self._readers[tag] = self._converter.get_structure_hook(cls)
        return reader(fields, cls)

    def unstructure(self, value: Any) -> Json:
        cls = type(value)
        writer = self._writers.get(cls)
        if writer is None:
            writer = self._writers[cls] = self._converter.get_unstructure_hook(cls)
        return {"type": self._name_of[cls], **writer(value)}


class UnknownTypeError(Exception):
    """A `type` that stands for nothing here."""

    def __init__(self, tag: object) -> None:
        super().__init__(f"there is no type {_brief(tag)}" if tag is not None else "there is no type")
        self.tag = tag


class _Reader:
    """Decodes a union of messages; what is wrong is found out again in detail, only when something is."""

    def __init__(self, names: Mapping[Any, str], *, strict: bool) -> None:
        self._quick = _Tagged(_make_converter(strict=strict, detailed=False), names)
        self._detailed = _Tagged(_make_converter(strict=strict, detailed=True), names)

    def decode(self, line: bytes) -> Any:
        value = _load(line)
        try:
            return self._quick.structure(value)
        except UnknownTypeError:
            raise
        except Exception as error:  # noqa: BLE001 - cattrs lets any error of a hook through: all mean malformed
            self._explain(value, error)

    def _explain(self, value: object, error: Exception) -> NoReturn:
        try:
            self._detailed.structure(value)
        except cattrs.BaseValidationError as detailed:
            unknown = _find(detailed, UnknownTypeError)
            if unknown is not None:
                raise unknown from None
            raise MalformedError("; ".join(map(_plain, cattrs.transform_error(detailed)[:3]))) from None
        except UnknownTypeError:
            raise
        except Exception:  # noqa: BLE001, S110 - the first error is told below
            pass
        raise MalformedError(_plain(str(error))) from None


def _find(group: BaseExceptionGroup[Any], kind: type[T]) -> T | None:
    for error in group.exceptions:
        if isinstance(error, kind):
            return error
        if isinstance(error, BaseExceptionGroup):
            found = _find(error, kind)
            if found is not None:
                return found
    return None


def _plain(text: str) -> str:
    """cattrs' words without the program's own names in them."""
    return " ".join(text.replace("invalid value for type, expected ", "expected ").replace(" @ $", " at ").split())[
        :300
    ]


def _load(line: bytes) -> object:
    try:
        return json.loads(line, parse_constant=_no_constant)
    except RecursionError:
        raise MalformedError("the line is nested too deeply") from None
    except ValueError as error:
        raise MalformedError(f"the line is not JSON: {error}") from None


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON number")


def dump(value: Json) -> bytes:
    """One line of JSON with its end."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"


_from_client = _Reader(messages.FROM_CLIENT, strict=True)
_from_daemon = _Reader(messages.FROM_DAEMON, strict=False)
_events = _Reader(events.WIRE_NAMES, strict=True)
_to_daemon = _Tagged(_make_converter(strict=True, detailed=False), messages.FROM_CLIENT)
_to_client = _Tagged(_make_converter(strict=True, detailed=False), messages.FROM_DAEMON)
_event_writer = _Tagged(_make_converter(strict=True, detailed=False), events.WIRE_NAMES)


def decode_from_client(line: bytes) -> FromClient:
    """The message of a client's line, strictly: nothing unknown, nothing of another type. Raises `MalformedError`."""
    try:
        message: FromClient = _from_client.decode(line)
    except UnknownTypeError as error:
        raise MalformedError(str(error)) from None
    return message


def decode_from_daemon(line: bytes) -> FromDaemon | None:
    """The message of a daemon's line; None for a message of a type that this release does not know.

    Unknown fields are passed over. Raises `MalformedError`, and `UnknownEventError` for an entry it cannot fold.
    """
    try:
        message: FromDaemon = _from_daemon.decode(line)
    except UnknownTypeError as error:
        value = _load(line)
        if isinstance(value, dict) and value.get("type") == "entry":
            raise UnknownEventError(str(error)) from None
        if isinstance(value, dict) and isinstance(value.get("type"), str):
            return None
        raise MalformedError(str(error)) from None
    return message


def encode_from_client(message: FromClient) -> bytes:
    """A client's line."""
    return dump(_to_daemon.unstructure(message))


def encode_from_daemon(message: Welcome | Accepted | NotAccepted | Tables | Notice | Pong | Goodbye) -> bytes:
    """A daemon's line, entries excepted: those are `encode_sight`'s."""
    return dump(_to_client.unstructure(message))


def encode_sight(seq: int, at: str, sight: Sight) -> bytes:
    """An entry's line for the one viewer, or the many alike, that this sight is for."""
    return dump({"type": "entry", "seq": seq, "at": at, "event": _event_writer.unstructure(sight.event)})


def encode_event(event: Event) -> str:
    """An event with nothing hidden, as the log and the record keep it. Never for a socket."""
    return json.dumps(_event_writer.unstructure(event), separators=(",", ":"), ensure_ascii=False)


def decode_event(text: str | bytes) -> Event:
    """An event of a log or a record. Raises `MalformedError`, and `UnknownEventError` for one of a later release."""
    try:
        event: Event = _events.decode(text.encode() if isinstance(text, str) else text)
    except UnknownTypeError as error:
        raise UnknownEventError(str(error)) from None
    except UnicodeEncodeError as error:
        raise MalformedError(str(error)) from None
    return event


def encode_entry(entry: Entry) -> bytes:
    """An entry's line in a record: nothing hidden, never for a socket."""
    return dump({"seq": entry.seq, "at": entry.at, "event": _event_writer.unstructure(entry.event)})


def command_as_json(command: commands.Command) -> Json:
    """A command as plain values, for a digest of its content."""
    return dict(_to_daemon.unstructure(messages.Do("", 0, command))["command"])
