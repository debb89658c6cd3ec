"""The first inputs of each target: valid ones, made from recorded games and from the wire's own messages.

Not here: damaging them.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from protocol.game.layout import Arm
from protocol.game.presets import PRESETS, make_rules
from protocol.game.rules import OPTIONS
from protocol.game.tiles import tile
from protocol.log.commands import (
    AddBot,
    ChangeGame,
    Command,
    DrawTile,
    EndMatch,
    Kick,
    Knock,
    PlayTile,
    Readmit,
    Rematch,
    Say,
    TakeSeat,
)
from protocol.log.events import Entry, TableOptions
from protocol.log.sight import Viewer, see
from protocol.log.table import Stage
from protocol.wire.codec import encode_from_client, encode_from_daemon, encode_sight
from protocol.wire.messages import (
    Accepted,
    AskTables,
    Do,
    FromClient,
    Goodbye,
    Hello,
    NotAccepted,
    OpenTable,
    Ping,
    Pong,
    Role,
    SeatSummary,
    Tables,
    TableSummary,
    Welcome,
)
from protocol.wire.notices import PresenceNotice, TurnNotice
from protocol.wire.operator_messages import Operator
from protocol.wire.record import read_record

RECORDS: Final = Path(__file__).parents[2] / "tests" / "records"
PIECES: Final = b"\x04"
"""Before a stream of lines: the size of its pieces."""
LONGEST: Final = 30
"""Entries of a game: longer ones only take longer."""

_COMMANDS: Final[tuple[Command, ...]] = (
    PlayTile(tile(6, 4), Arm.LEFT),
    PlayTile(tile(0, 0)),
    DrawTile(),
    Knock(),
    Say("good luck, \U0001f3b2"),
    TakeSeat(),
    AddBot(1, "club"),
    ChangeGame("playroom", {"max_pip": 12, "target": "121"}, 6, TableOptions(grace=5)),
    Kick(2),
    Readmit(2),
    Rematch(),
    EndMatch(),
)
_MESSAGES: Final[tuple[FromClient, ...]] = (
    Hello(2, "c", "Ann", Role.SPECTATOR, "oak", "2026-11-20-oak-7997a4", "a token", 7, "a word"),
    Hello(2, "c", "Ann"),
    AskTables(),
    OpenTable("all-fives", {"divisors": (3, 5), "target": "121", "combine": False}, 2, bots=1, password="x"),
    Ping(2**53),
    Do("a", 0, Kick(0)),
    Operator("secret"),
    *(Do(f"id-{nth}", nth, command) for nth, command in enumerate(_COMMANDS)),
)


def _games() -> Iterator[bytes]:
    for path in sorted(RECORDS.glob("*.jsonl")):
        yield b"".join(path.read_bytes().splitlines(keepends=True)[: LONGEST + 1])


def _streams_of_clients() -> Iterator[bytes]:
    lines = [encode_from_client(message) for message in _MESSAGES]
    yield PIECES + b"".join(lines)
    yield from (PIECES + line for line in lines)


def _streams_of_daemons() -> Iterator[bytes]:
    seats = (SeatSummary("Ann", None, here=True), SeatSummary("Ben", "club"))
    table = TableSummary("oak", "g", "all-fives", seats, Stage.PLAYING, 1, 2)
    notices = (PresenceNotice(0, here=True), TurnNotice(1, seconds=2.5))
    for message in (Accepted("a", 7), NotAccepted("a", "stale", "so"), Pong(1), *notices, Tables((table,), "oak")):
        yield PIECES + encode_from_daemon(message)
    yield PIECES + encode_from_daemon(Goodbye("kicked", "by the host"))
    for game in _games():
        read = read_record(game.splitlines(keepends=True))
        for seat in (0, None):
            welcome = Welcome(1, "fivesd", "oak", read.header.game, seat, "t", 1, len(read.entries), host=True)
            yield PIECES + encode_from_daemon(welcome) + b"".join(_seen(entry, seat) for entry in read.entries)


def _seen(entry: Entry, seat: int | None) -> bytes:
    return encode_sight(entry.seq, entry.at, see(entry.event, Viewer(seat)))


def _typed_rules() -> Iterator[bytes]:
    for name, preset in PRESETS.items():
        yield f"{name}\n{preset.default_seats}\n".encode()
        rules, _ = make_rules(preset)
        for option in OPTIONS.values():
            if option.name in preset.values and option.ignored_when(rules) is None:
                value = option.kind.spell(preset.values[option.name])
                yield f"{name}\n\n{option.name}={value}\ntarget=100\n".encode()
    # Options that these games ignore as they are.
    yield b"all-fives\n4\npartners=yes\nchip_out=both\n"
    yield b"fives-and-threes\n\ntarget_mode=end_of_round\ntie=shared\n"


def _sayings() -> Iterator[bytes]:
    for text in ("Ann", "\x1b[31mred\x1b]0;t\x07", "\u202eevil", "e\u0301\u0301\u0301", "\x9b2J", "日本 \U0001f3b2"):
        yield text.encode()


CORPUS: Final[dict[str, Callable[[], Iterator[bytes]]]] = {
    "from-client": _streams_of_clients,
    "from-daemon": _streams_of_daemons,
    "record": _games,
    "rules": _typed_rules,
    "words": _sayings,
}
