"""What is fuzzed: each target takes any bytes, returns what is wrong with them, and raises only if this program is at
fault.

Here: the targets and what they hold to be right. Not here: where the bytes come from (`corpus` for the first
ones, atheris or chance for the others).
"""

import unicodedata
from collections.abc import Callable, Iterator
from typing import Final

from protocol.clean import clean
from protocol.game.options import RulesError
from protocol.game.presets import PRESETS, make_rules, preset_named
from protocol.log.audit import audit
from protocol.log.choices import choices
from protocol.log.events import Entry
from protocol.log.sight import SPECTATOR, Viewer, see
from protocol.log.table import fold
from protocol.wire.codec import (
    MalformedError,
    UnknownEventError,
    decode_from_client,
    decode_from_daemon,
    encode_from_client,
    encode_from_daemon,
)
from protocol.wire.frames import LineBuffer, LineTooLongError
from protocol.wire.messages import LONGEST_LINE, Welcome
from protocol.wire.record import RecordError, read_record, with_rounds_opened, write_record
from protocol.wire.session import GapError, Session

LONGEST_FAULT: Final = 400


Fault = str | None
"""What is wrong with the bytes, or None where they were understood."""


def is_plain(fault: str) -> bool:
    """Whether an error about malformed bytes is one line that can be sent and shown."""
    return fault.isprintable() and 0 < len(fault) <= LONGEST_FAULT


def lines_of(data: bytes) -> Iterator[bytes]:
    """The lines of a stream that arrives in pieces, whose size is given by its first byte."""
    size = 1 + (data[0] if data else 0) * 16
    lines = LineBuffer(LONGEST_LINE)
    for at in range(1, len(data), size):
        yield from lines.feed(data[at : at + size])


def from_client(data: bytes) -> Fault:
    """Input of a daemon: messages or one clean error; accepted messages can be encoded and decoded again."""
    try:
        for line in lines_of(data):
            message = decode_from_client(line)
            assert decode_from_client(encode_from_client(message)) == message
    except (MalformedError, LineTooLongError) as error:
        return clean(str(error))
    return None


def from_daemon(data: bytes) -> Fault:
    """Input of a client: it is folded or gives one clean error, and the table stays playable in any case."""
    session, fault = Session("fuzz", "Ann"), None
    try:
        for line in lines_of(data):
            message = decode_from_daemon(line)
            if isinstance(message, Welcome):
                session.take_welcome(message)
            elif isinstance(message, Entry):
                session.receive(message)
            elif message is not None:
                assert decode_from_daemon(encode_from_daemon(message)) == message
    except (MalformedError, LineTooLongError, UnknownEventError, GapError) as error:
        fault = clean(str(error))
    session.hello()
    for seat in range(len(session.table.seats)):
        choices(session.table, seat)
    return fault


def record(data: bytes) -> Fault:
    """A file: a record or the number of the wrong line. A record can be verified, opened and written again."""
    try:
        read = read_record(data.splitlines(keepends=True))
    except RecordError as error:
        return clean(str(error))
    assert read_record(write_record(read.header, read.entries)) == read
    audit(read.entries)
    seen = [Entry(entry.seq, entry.at, see(entry.event, Viewer(0)).event) for entry in read.entries]
    fold(entry.event for entry in with_rounds_opened(seen))
    for entry in read.entries:
        hidden = see(entry.event, SPECTATOR).event
        assert see(hidden, SPECTATOR).event == hidden
    return None


def rules(data: bytes) -> Fault:
    """House rules as typed: a game, or one line with the problem and valid values."""
    words = data.decode(errors="replace").splitlines()
    name, seats, *options = (*words, "", "")[: max(2, len(words))]
    settings = dict(option.split("=", 1) for option in options if "=" in option)
    try:
        preset = preset_named(name) if name else PRESETS["all-fives"]
        made, number = make_rules(preset, settings, int(seats) if seats.isascii() and seats.isdigit() else None)
    except RulesError as error:
        return clean(str(error))
    assert 2 <= number <= 12
    assert made.hand * number <= (made.max_pip + 1) * (made.max_pip + 2) // 2
    return None


def words(data: bytes) -> Fault:
    """Names and chat: the result contains no terminal controls, and cleaning it again changes nothing."""
    once = clean(data.decode(errors="surrogateescape"))
    assert clean(once) == once
    assert not any(unicodedata.category(character)[0] == "C" for character in once)
    assert len(once.splitlines()) <= 1
    once.encode()
    return None


TARGETS: Final[dict[str, Callable[[bytes], Fault]]] = {
    "from-client": from_client,
    "from-daemon": from_daemon,
    "record": record,
    "rules": rules,
    "words": words,
}


def check(name: str, data: bytes) -> None:
    """Raise if the target of this name fails, or if its error cannot be shown."""
    fault = TARGETS[name](data)
    assert fault is None or is_plain(fault), fault
