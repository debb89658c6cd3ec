"""Messages to bytes and back: one JSON object a line, UTF-8.

Lives here: the strict reader for what a stranger sends, the lenient one for what a daemon sends, and the writers. Every
way in which bytes can be wrong leaves as one error, `MalformedError`. An entry can be written for a socket only as a
`Sight`, and bare only for the log and the record.
Not here: where a line begins and ends (`frames`), what a message is an answer to (`session`).
"""

import json
from collections.abc import Callable, Mapping
from enum import StrEnum
from functools import lru_cache
from types import NoneType
from typing import Any, Final, NoReturn, TypeVar, get_args

import cattrs
from attrs import NOTHING, fields, has
from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn, override

from protocol import commands, events, exact, messages
from protocol.analysis import ANALYSIS_VERSION, Analysis
from protocol.clean import brief, clean
from protocol.events import Entry, Event
from protocol.messages import (
    Accepted,
    FromClient,
    FromDaemon,
    Goodbye,
    Hint,
    NotAccepted,
    Notice,
    Pong,
    Tables,
    Welcome,
)
from protocol.option_kinds import Spelling
from protocol.sight import Sight
from protocol.tiles import Hand, Tile

T = TypeVar("T")
Json = dict[str, Any]
FEW_WORDS: Final = 3
SHORT_WORD: Final = 16
WORDS_REMEMBERED: Final = 4096
LONGEST_FAULT: Final = 300
"""Characters of what is said about a malformed line."""


class MalformedError(Exception):
    """The bytes are no message: whose fault it is, is clear. The text says what is wrong, in one line."""


class UnknownEventError(Exception):
    """The daemon speaks of an event that this release does not know: it is time to update."""


def _structure_object(converter: cattrs.Converter, of: Any) -> Callable[[object, object], Any]:
    """A class from an object. Fields that are null may be left out of it (WIRE.md)."""
    hook = make_dict_structure_fn(
        of, converter, _cattrs_forbid_extra_keys=converter.forbid_extra_keys, from_=override(rename="from")
    )
    nulls = {each.name: None for each in fields(of) if each.default is NOTHING and NoneType in get_args(each.type)}

    def structure(value: object, _: object) -> Any:
        if type(value) is not dict:
            raise TypeError(f"{brief(value)} is not an object")
        return hook({**nulls, **value} if nulls else value, of)

    return structure


def _structure_tuple(converter: cattrs.Converter, of: Any) -> Callable[[object, object], tuple[Any, ...]]:
    (inner, _) = of.__args__
    hook = converter.get_structure_hook(inner)

    def structure(value: object, _: object) -> tuple[Any, ...]:
        if type(value) is not list:
            raise TypeError(f"{brief(value)} is not a list")
        return tuple([hook(each, inner) for each in value])

    return structure


_EXACTLY: Final[tuple[tuple[type, Callable[[Any, Any], object]], ...]] = (
    (int, exact.whole_number),
    (str, exact.text),
    (bool, exact.yes_or_no),
    (float, exact.seconds),
    (StrEnum, exact.word),
    (Tile, exact.tile),
)
"""In place of cattrs' own hooks, which make a 7 of "7" and a 1 of true.

They are registered by class: cattrs asks its classes before its predicates.
"""


def _hand_as_json(hand: Hand) -> list[str | None]:
    return [None if each is None else f"{each[0]}-{each[1]}" for each in hand]


def _is(wanted: Any) -> Callable[[Any], bool]:
    return lambda of: bool(of == wanted)


def _make_converter(*, strict: bool, detailed: bool) -> cattrs.Converter:
    converter = cattrs.Converter(forbid_extra_keys=strict, detailed_validation=detailed)
    converter.register_unstructure_hook(Tile, str)
    converter.register_unstructure_hook_func(_is(Hand), _hand_as_json)
    for type_, hook in _EXACTLY:
        converter.register_structure_hook(type_, hook)
    converter.register_structure_hook_func(_is(Spelling), exact.spelling)
    converter.register_structure_hook_func(_is(dict[str, Spelling]), exact.settings)
    converter.register_structure_hook_factory(
        lambda of: getattr(of, "__origin__", None) is tuple and of.__args__[-1:] == (Ellipsis,),
        lambda of: _structure_tuple(converter, of),
    )
    converter.register_structure_hook_factory(has, lambda of: _structure_object(converter, of))
    converter.register_unstructure_hook(
        Welcome, make_dict_unstructure_fn(Welcome, converter, from_=override(rename="from"))
    )
    for union, names in (
        (commands.Command, commands.WIRE_NAMES),
        (events.Event, events.WIRE_NAMES),
    ):
        tagged = _Tagged(converter, names)
        converter.register_structure_hook_func(_is(union), _remembering(tagged.structure))
        converter.register_unstructure_hook_func(_is(union), tagged.unstructure)
    return converter


def _remembering(structure: Callable[[object, object], Any]) -> Callable[[object, object], Any]:
    """The same, where an object of few words is read once: what is done in a turn is a few hundred different ones.

    Only of words: 1, 1.0 and true would be found in each other's place.
    """
    known: dict[tuple[object, ...], Any] = {}

    def remembered(value: object, of: object) -> Any:
        if type(value) is not dict or len(value) > FEW_WORDS:
            return structure(value, of)
        for word in value.values():
            if type(word) is not str or len(word) > SHORT_WORD:
                return structure(value, of)
        key = (*value, *value.values())
        found = known.get(key)
        if found is None:
            found = structure(value, of)
            if len(known) >= WORDS_REMEMBERED:
                known.clear()
            known[key] = found
        return found

    return remembered


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
            raise TypeError(f"{brief(value)} is not an object")
        content = dict(value)
        tag = content.pop("type", None)
        if type(tag) is not str:
            raise TypeError("there is no type" if tag is None else f"{brief(tag)} is no type")
        cls = self._class_of.get(tag)
        if cls is None:
            raise UnknownTypeError(tag)
        reader = self._readers.get(tag)
        if reader is None:
            reader = self._readers[tag] = self._converter.get_structure_hook(cls)
        return reader(content, cls)

    def unstructure(self, value: Any) -> Json:
        cls = type(value)
        writer = self._writers.get(cls)
        if writer is None:
            writer = self._writers[cls] = self._converter.get_unstructure_hook(cls)
        return {"type": self._name_of[cls], **writer(value)}


class UnknownTypeError(Exception):
    """A `type` that stands for nothing here."""

    def __init__(self, tag: str) -> None:
        super().__init__(f"there is no type {brief(tag)}")


class _Reader:
    """Decodes a union of messages; what is wrong is found out again in detail, only when something is."""

    def __init__(self, names: Mapping[Any, str], *, strict: bool) -> None:
        self._quick = _Tagged(_make_converter(strict=strict, detailed=False), names)
        self._detailed = _Tagged(_make_converter(strict=strict, detailed=True), names)

    def structure(self, value: object) -> Any:
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
            faults = cattrs.transform_error(detailed, format_exception=_what_is_wrong)
            raise MalformedError("; ".join(map(_with_its_place_first, faults[:3]))) from None
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


def _what_is_wrong(error: BaseException, _: object) -> str:
    match error:
        case KeyError():
            return "is missing"
        case cattrs.ForbiddenExtraKeysError():
            return f"there is no field {', '.join(sorted(error.extra_fields))}"
        case _:
            return str(error)


def _with_its_place_first(fault: str) -> str:
    """`n: '7' is not a whole number`, of cattrs' `'7' is not a whole number @ $.n`."""
    text, _, place = fault.rpartition(" @ $")
    return _plain(f"{place.removeprefix('.')}: {text}" if place else text)


def _plain(text: str) -> str:
    """One line that can be sent and shown, whatever the bytes were that it speaks of."""
    return clean(text)[:LONGEST_FAULT]


def load(line: str | bytes) -> object:
    """The JSON value of a line. Raises `MalformedError`."""
    try:
        # Decoded here and strictly: json itself would take UTF-16 and half a surrogate pair as well.
        return _json_reader.decode(line if isinstance(line, str) else line.decode())
    except RecursionError:
        raise MalformedError("the line is nested too deeply") from None
    except UnicodeDecodeError:
        raise MalformedError("the line is not UTF-8") from None
    except json.JSONDecodeError as error:
        raise MalformedError(f"the line is not JSON at column {error.colno}: {error.msg}") from None
    except ValueError:
        raise MalformedError("the line holds a number of thousands of digits") from None


def _no_constant(name: str) -> NoReturn:
    raise MalformedError(f"the line is not JSON: {name} is no number")


def dump(value: Json) -> bytes:
    """One line of JSON with its end."""
    return _json_writer.encode(value).encode() + b"\n"


# Made once: `json.loads` and `json.dumps` make one of their own at each call that asks for anything but their usual.
_json_reader = json.JSONDecoder(parse_constant=_no_constant)
_json_writer = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False)

_from_client = _Reader(messages.FROM_CLIENT, strict=True)
_from_daemon = _Reader(messages.FROM_DAEMON, strict=False)
_events = _Reader(events.WIRE_NAMES, strict=True)
_to_daemon = _Tagged(_make_converter(strict=True, detailed=False), messages.FROM_CLIENT)
_to_client = _Tagged(
    _make_converter(strict=True, detailed=False),
    {cls: name for cls, name in messages.FROM_DAEMON.items() if cls is not Entry},  # `encode_sight` writes those
)
_event_writer = _Tagged(_make_converter(strict=True, detailed=False), events.WIRE_NAMES)
_ANALYSES: Final[dict[Any, str]] = {Analysis: "analysis"}
_analyses = _Reader(_ANALYSES, strict=False)
_analysis_writer = _Tagged(_make_converter(strict=True, detailed=False), _ANALYSES)


def decode_from_client(line: bytes) -> FromClient:
    """The message of a client's line, strictly: nothing unknown, nothing of another type. Raises `MalformedError`.

    Of a hello in another version of the protocol only the version is read: what else it says is not known here.
    """
    value = load(line)
    try:
        message: FromClient = _from_client.structure(value)
    except UnknownTypeError as error:
        raise MalformedError(str(error)) from None
    except MalformedError:
        protocol = _other_protocol(value)
        if protocol is None:
            raise
        return messages.Hello(protocol, client="", name="")
    return message


def _other_protocol(value: object) -> int | None:
    """The version that a hello is written in, where it is not this release's."""
    if not isinstance(value, dict) or value.get("type") != messages.FROM_CLIENT[messages.Hello]:
        return None
    try:
        protocol = exact.whole_number(value.get("protocol"), int)
    except TypeError:
        return None
    return protocol if protocol != messages.PROTOCOL else None


def decode_from_daemon(line: bytes) -> FromDaemon | None:
    """The message of a daemon's line; None for a message of a type that this release does not know.

    Unknown fields are passed over. Raises `MalformedError`, and `UnknownEventError` for an entry it cannot fold.
    """
    value = load(line)
    try:
        message: FromDaemon = _from_daemon.structure(value)
    except UnknownTypeError as error:
        if isinstance(value, dict) and value["type"] == messages.FROM_DAEMON[Entry]:
            raise UnknownEventError(str(error)) from None
        return None
    return message


def encode_from_client(message: FromClient) -> bytes:
    """A client's line."""
    return dump(_to_daemon.unstructure(message))


def encode_from_daemon(message: Welcome | Accepted | NotAccepted | Hint | Tables | Notice | Pong | Goodbye) -> bytes:
    """A daemon's line, entries excepted: those are `encode_sight`'s."""
    if type(message) is Accepted:  # as `dump` would write it, and four times as fast: there is one for each command
        return f'{{"type":"accepted","id":{_json_writer.encode(message.id)},"seq":{message.seq}}}\n'.encode()
    return dump(_to_client.unstructure(message))


def encode_sight(seq: int, at: str, sight: Sight) -> bytes:
    """An entry's line for the one viewer, or the many alike, that this sight is for."""
    # As `dump` would write the four fields, round the text of the event, which is there already as a rule.
    return f'{{"type":"entry","seq":{seq},"at":{_json_writer.encode(at)},"event":{_text_of(sight.event)}}}\n'.encode()


def encode_event(event: Event) -> str:
    """An event with nothing hidden, as the log and the record keep it. Never for a socket."""
    return _text_of(event)


def _text_of(event: Event) -> str:
    """What happens at every turn is written once: for journal, sockets and record, and for the next time it happens."""
    return _text_of_turn(event) if isinstance(event, _TURNS) else _text_of_another(event)


@lru_cache(maxsize=64)
def _text_of_another(event: Event) -> str:
    return _json_writer.encode(_event_writer.unstructure(event))


_TURNS: Final = (events.TilePlayed, events.Scored, events.Knocked, events.TileDrawn)


@lru_cache(maxsize=4096)
def _text_of_turn(event: Event) -> str:
    return _json_writer.encode(_event_writer.unstructure(event))


def decode_event(line: str | bytes) -> Event:
    """An event of a log or a record. Raises `MalformedError`, and `UnknownEventError` for one of a later release."""
    return event_of(load(line))


def event_of(value: object) -> Event:
    """The event that a JSON value is. Raises as `decode_event` does."""
    try:
        event: Event = _events.structure(value)
    except UnknownTypeError as error:
        raise UnknownEventError(str(error)) from None
    return event


def encode_entry(entry: Entry) -> bytes:
    """An entry's line in a record: nothing hidden, never for a socket."""
    at = _json_writer.encode(entry.at)
    return f'{{"seq":{entry.seq},"at":{at},"event":{_text_of(entry.event)}}}\n'.encode()


def command_as_json(command: commands.Command) -> Json:
    """A command as plain values, for a digest of its content."""
    return dict(_to_daemon.unstructure(messages.Do("", 0, command))["command"])


def encode_analysis(analysis: Analysis) -> bytes:
    """A game looked over, as one line."""
    return dump(_analysis_writer.unstructure(analysis))


def decode_analysis(line: bytes) -> Analysis:
    """The game that was looked over. Raises `MalformedError`."""
    value = load(line)
    try:
        analysis: Analysis = _analyses.structure(value)
    except UnknownTypeError as error:
        raise MalformedError(str(error)) from None
    if analysis.version != ANALYSIS_VERSION:
        raise MalformedError(f"it is of version {analysis.version}, and this release reads {ANALYSIS_VERSION}")
    return analysis
