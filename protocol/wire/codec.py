"""Messages to bytes and back: one JSON object a line, UTF-8.

Lives here: the strict reader for what a stranger sends, the lenient one for what a daemon sends, and the writers. Every
way in which bytes can be wrong leaves as one error, `MalformedError`. An entry can be written for a socket only as a
`Sight`, and bare only for the log and the record.
Not here: how an object becomes a message and a message an object (`converter`), where a line begins and ends
(`frames`), what a message is an answer to (`session`).
"""

import json
import re
from collections.abc import Callable
from functools import lru_cache
from operator import attrgetter
from typing import Any, Final, NoReturn

from attrs import fields

from protocol.game.tiles import Hand, SeenTile
from protocol.log import commands, events
from protocol.log.events import Entry, Event
from protocol.log.sight import Sight
from protocol.wire import exact, messages
from protocol.wire.analysis import ANALYSIS_VERSION, Analysis
from protocol.wire.converter import Json, MalformedError, Reader, UnknownTypeError, make_writer
from protocol.wire.messages import (
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

__all__ = [
    "MalformedError",
    "UnknownEventError",
    "command_as_json",
    "decode_analysis",
    "decode_event",
    "decode_from_client",
    "decode_from_daemon",
    "dump",
    "encode_analysis",
    "encode_entry",
    "encode_entry_of",
    "encode_event",
    "encode_from_client",
    "encode_from_daemon",
    "encode_sight",
    "event_of",
    "load",
    "make_ready",
]


class UnknownEventError(Exception):
    """The daemon speaks of an event that this release does not know: it is time to update."""


def load(line: str | bytes) -> object:
    """The JSON value of a line. Raises `MalformedError`."""
    try:
        # Decoded here and strictly: json itself would take UTF-16 and half a surrogate pair as well.
        return _value_of(line if isinstance(line, str) else line.decode())
    except RecursionError:
        raise MalformedError("the line is nested too deeply") from None
    except UnicodeDecodeError:
        raise MalformedError("the line is not UTF-8") from None
    except json.JSONDecodeError as error:
        raise MalformedError(f"the line is not JSON at column {error.colno}: {error.msg}") from None
    except ValueError:
        raise MalformedError("the line holds a number of thousands of digits") from None


def _value_of(text: str) -> object:
    """The value that this is. `decode` would search for spaces round it first, where programs put none."""
    if text.startswith("{"):
        value, end = _json_reader.raw_decode(text)
        if end == len(text):
            return value
    return _json_reader.decode(text)


def _no_constant(name: str) -> NoReturn:
    raise MalformedError(f"the line is not JSON: {name} is no number")


def dump(value: Json) -> bytes:
    """One line of JSON with its end."""
    return _json_writer.encode(value).encode() + b"\n"


# Made once: `json.loads` and `json.dumps` make one of their own at each call that asks for anything but their usual.
_json_reader = json.JSONDecoder(parse_constant=_no_constant)
_json_writer = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False)
_text_in_json = json.encoder.encode_basestring  # what that writer makes of a text

_from_client = Reader(messages.FROM_CLIENT, strict=True)
_from_daemon = Reader(messages.FROM_DAEMON, strict=False)
_events = Reader(events.WIRE_NAMES, strict=True)
_to_daemon = make_writer(messages.FROM_CLIENT)
_to_client = make_writer(
    {cls: name for cls, name in messages.FROM_DAEMON.items() if cls is not Entry},  # `encode_sight` writes those
)
_event_writer = make_writer(events.WIRE_NAMES)
_ANALYSES: Final[dict[Any, str]] = {Analysis: "analysis"}
_analyses = Reader(_ANALYSES, strict=False)
_analysis_writer = make_writer(_ANALYSES)


_COMMAND: Final = re.compile(
    rb'\{"type": ?"do", ?"id": ?"([ !#-\[\]-~]+)", ?"seq": ?(0|[1-9][0-9]{0,14}), ?"command": ?(\{[^{}]{0,80}\})\}'
)
"""A command as most programs write it: its id, without escapes, its number, and the text of what it asks for."""
MOVES_KEPT: Final = 4096


def decode_from_client(line: bytes) -> FromClient:
    """The message of a client's line, strictly: nothing unknown, nothing of another type. Raises `MalformedError`.

    Of a hello in another version of the protocol only the version is read: what else it says is not known here.
    """
    written = _COMMAND.fullmatch(line)
    if written is not None:
        id_, seq, text = written.groups()
        move = _move(text)
        if move is not None:
            return messages.Do(id_.decode(), int(seq), move)
    return _read_from_client(line)


@lru_cache(maxsize=MOVES_KEPT)
def _move(text: bytes) -> commands.Move | None:
    """What a seat does in its turn, read strictly from its text; None where that says anything else.

    Moves are a few hundred different ones, so most have been read before.
    """
    try:
        message = _read_from_client(b'{"type":"do","id":"-","seq":0,"command":' + text + b"}")
    except MalformedError:
        return None
    command = message.command if isinstance(message, messages.Do) else None
    return command if isinstance(command, commands.Move) else None


def _read_from_client(line: bytes) -> FromClient:
    value = load(line)
    try:
        message: FromClient = _from_client.read(value)
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
        message: FromDaemon = _from_daemon.read(value)
    except UnknownTypeError as error:
        if isinstance(value, dict) and value["type"] == messages.FROM_DAEMON[Entry]:
            raise UnknownEventError(str(error)) from None
        return None
    return message


def encode_from_client(message: FromClient) -> bytes:
    """A client's line."""
    return dump(_to_daemon(message))


def encode_from_daemon(message: Welcome | Accepted | NotAccepted | Hint | Tables | Notice | Pong | Goodbye) -> bytes:
    """A daemon's line, entries excepted: those are `encode_sight`'s."""
    if type(message) is Accepted:  # as `dump` would write it, and four times as fast: there is one for each command
        return f'{{"type":"accepted","id":{_text_in_json(message.id)},"seq":{message.seq}}}\n'.encode()
    return dump(_to_client(message))


def encode_sight(seq: int, at: str, sight: Sight) -> bytes:
    """An entry's line for the one viewer, or the many alike, that this sight is for."""
    # As `dump` would write the four fields, round the text of the event, which is there already as a rule.
    return f'{{"type":"entry","seq":{seq},"at":{_text_in_json(at)},"event":{encode_event(sight.event)}}}\n'.encode()


TEXTS_KEPT: Final = 4096
_texts_of_turns: Final[dict[type[Event], tuple[Callable[[Any], object], dict[object, str]]]] = {
    cls: (attrgetter(*(each.name for each in fields(cls))), {})
    for cls in (events.TilePlayed, events.Scored, events.Knocked, events.TileDrawn)
}
"""What happens at every turn: how to get at the facts of such an event, and texts by their facts."""


def encode_event(event: Event) -> str:
    """An event as the log and the record keep it; for a socket only by `encode_sight`.

    What happens at every turn is written once: for journal, sockets and record, and for the next time it happens.
    """
    of_a_turn = _texts_of_turns.get(type(event))
    if of_a_turn is None:
        return _text_of_a_deal(event) if isinstance(event, events.RoundDealt) else _text_of_another(event)
    facts_of, texts = of_a_turn
    facts = facts_of(event)
    text = texts.get(facts)
    if text is None:
        if len(texts) >= TEXTS_KEPT:
            texts.clear()
        text = texts[facts] = _write(event)
    return text


def _write(event: Event) -> str:
    return _json_writer.encode(_event_writer(event))


_text_of_another = lru_cache(maxsize=64)(_write)


def _text_of_a_deal(event: events.RoundDealt) -> str:
    """As `_write` would write it, and three times as fast: everybody at a table is sent another one."""
    hands = ",".join(map(_text_of_hand, event.hands))
    boneyard, chosen_by, lead = _text_of_hand(event.boneyard), _text_of_tile(event.chosen_by), _text_of_tile(event.lead)
    return (
        f'{{"type":"round_dealt","round":{event.round},"hands":[{hands}],"boneyard":{boneyard},'
        f'"leader":{event.leader},"chosen_by":{chosen_by},"lead":{lead}}}'
    )


@lru_cache(maxsize=256)
def _text_of_hand(hand: Hand) -> str:
    return f"[{','.join([_text_of_tile(each) for each in hand])}]"


def _text_of_tile(tile: SeenTile) -> str:
    return "null" if tile is None else f'"{tile[0]}-{tile[1]}"'


def make_ready() -> None:
    """Make now what reads the lines of clients and of logs, so that the first of a kind takes no longer than others."""
    _from_client.make_ready()
    _events.make_ready()


def decode_event(line: str | bytes) -> Event:
    """An event of a log or a record. Raises `MalformedError`, and `UnknownEventError` for one of a later release."""
    return event_of(load(line))


def event_of(value: object) -> Event:
    """The event that a JSON value is. Raises as `decode_event` does."""
    try:
        event: Event = _events.read(value)
    except UnknownTypeError as error:
        raise UnknownEventError(str(error)) from None
    return event


def encode_entry(entry: Entry) -> bytes:
    """An entry's line in a record: nothing hidden, never for a socket."""
    return encode_entry_of(entry.seq, entry.at, encode_event(entry.event))


def encode_entry_of(seq: int, at: str, text: str) -> bytes:
    """The same, of an event that is written already."""
    return f'{{"seq":{seq},"at":{_text_in_json(at)},"event":{text}}}\n'.encode()


def command_as_json(command: commands.Command) -> Json:
    """A command as plain values, for a digest of its content."""
    return dict(_to_daemon(messages.Do("", 0, command))["command"])


def encode_analysis(analysis: Analysis) -> bytes:
    """A game looked over, as one line."""
    return dump(_analysis_writer(analysis))


def decode_analysis(line: bytes) -> Analysis:
    """The game that was looked over. Raises `MalformedError`."""
    value = load(line)
    try:
        analysis: Analysis = _analyses.read(value)
    except UnknownTypeError as error:
        raise MalformedError(str(error)) from None
    if analysis.version != ANALYSIS_VERSION:
        raise MalformedError(f"it is of version {analysis.version}, and this release reads {ANALYSIS_VERSION}")
    return analysis
