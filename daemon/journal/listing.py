"""The list of all games, page by page: what a line about each needs, and checks that cost next to nothing.

A page is read in one moment and forgotten before the next one, so the length of the list costs no memory, and nothing
is held open while it is printed. What is checked: the opening, the seats, the result and the end of a game are there
and can be read, and the end is not before the noted head. Where that fails, all rows of the game are checked, which
says what is wrong.

Not here: the summary with which a daemon goes on (`interface.GameInfo`), the check of every row (`reading`).
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby, islice
from operator import itemgetter
from typing import Final

from daemon.journal.chain import NO_HEAD, Head
from daemon.journal.interface import DamagedError, GameMoved, NextGameOpened, left_in
from daemon.journal.reading import IS_SUMMARY, PAGE, JournalReader
from daemon.journal.rows import decode_private, entry_from, opened_at
from protocol.frozen import frozen
from protocol.log.events import (
    WIRE_NAMES,
    Event,
    HostChanged,
    MatchAbandoned,
    MatchStarted,
    MatchWon,
    PlayedOn,
    SeatLeft,
    SeatTaken,
    TableOpened,
)
from protocol.log.sanity import misfit
from protocol.log.table import Seat

MOST_TEXTS: Final = 1_000
"""How many events are decoded only once: many tables are opened alike, and the same people sit down again and again."""
_STARTED: Final = WIRE_NAMES[MatchStarted]
_UNREAD: Final = {_STARTED, WIRE_NAMES[HostChanged]}
"""Of these events only the name matters here."""
_MISSING: Final = """
SELECT column1 FROM (VALUES {rows}) WHERE NOT EXISTS (SELECT 1 FROM appends WHERE game = column1)
"""
_FIRST: Final = "SELECT game, private FROM appends WHERE n = 1 AND game IN ({games})"
_EVENTS: Final = f"""
SELECT game, type, event FROM entries WHERE game IN ({{games}}) AND {IS_SUMMARY} ORDER BY game, seq
"""  # noqa: S608 - names of events
_ENDS: Final = """
SELECT appends.game, n, head, checksum, private, seq
    FROM (SELECT column1 AS id, (SELECT max(n) FROM appends WHERE game = column1) AS last FROM (VALUES {rows}) AS ids)
    AS ends JOIN appends ON appends.game = id AND n = last LEFT JOIN entries ON entries.game = id AND seq = head
"""


@frozen
class GameFacts:
    """A game in the list of all games. Each field is as that of the same name of `GameInfo`."""

    game: str
    at: str
    preset: str
    seats: tuple[Seat, ...]
    entries: int
    is_started: bool
    is_over: bool
    is_abandoned: bool
    scores: tuple[int, ...]
    left: GameMoved | NextGameOpened | None

    @property
    def is_used(self) -> bool:
        """As `GameInfo.is_used`."""
        return self.is_started or any(who.is_person for who in self.seats)


@frozen
class _GameRows:
    """The rows of a game that are read for the list; in a damaged journal some are missing.

    `first`, `last`: the private rows of the first append and of the last. `events`: of those with `SUMMARY_EVENTS`,
    their names and texts, in order. `head`: as the last append says. `has_last`: whether the last entry is there.
    """

    game: str
    first: str | None
    events: list[tuple[str, str]]
    head: Head | None
    last: str
    has_last: bool

    @property
    def is_empty(self) -> bool:
        """Whether there are none: the game has been deleted since its id was read, or is lost."""
        return self.head is None and not self.events

    def listed(self) -> GameFacts:
        """The game in the list. Raises `DamagedError`."""
        if self.first is None or not self.events or self.head is None:
            raise DamagedError("its first append is lost")
        opened, events = _opening(self.events[0][1]), self.events[1:]
        read = [_event(text) for name, text in events if name not in _UNREAD]
        last = next((event for event in read if isinstance(event, MatchWon | MatchAbandoned)), None)
        return GameFacts(
            game=self.game,
            at=opened_at(self.first),
            preset=opened.preset,
            seats=_seats(opened, read),
            entries=self.head.seq,
            is_started=any(name == _STARTED for name, _ in events),
            is_over=last is not None,
            is_abandoned=isinstance(last, MatchAbandoned),
            scores=() if last is None else last.scores,
            left=left_in(decode_private(self.last)) if last is None else None,
        )

    def is_whole(self, noted: Head) -> bool:
        """Whether the last entry is there, and the end is not before the noted one, nor another one."""
        if self.head is None or not self.has_last or self.head.appends < noted.appends:
            return False
        return self.head.appends > noted.appends or self.head == noted


def listed_games(reader: JournalReader) -> Iterator[GameFacts]:
    """All games, oldest first. Those that fail a check are added to the reader's `damage` instead.

    Raises `StoreError`.
    """
    for ids in reader.pages_of_ids():
        yield from _listed(reader, ids)
    missing = list(_missing(reader))
    if missing:
        reader.read_heads_again()  # some may have been deleted since
    for game in missing:
        if game in reader.heads:
            _note_damage(reader, game, None)


def _missing(reader: JournalReader) -> Iterator[str]:
    """The games with a noted head and without rows, or whose rows cannot be read."""
    games = iter(reader.heads)
    while ids := list(islice(games, PAGE)):
        missing, error = reader.select(_MISSING.format(rows=_rows(ids)), *ids)
        yield from ids if error is not None else (game for (game,) in missing)


def _listed(reader: JournalReader, ids: Sequence[str]) -> Iterator[GameFacts]:
    """The games of a page. If some of its rows cannot be read, each game is a page of its own."""
    page, error = _page(reader, ids)
    if error is not None and len(ids) > 1:
        for game in ids:
            yield from _listed(reader, [game])
        return
    for rows in page:
        try:
            listed = rows.listed()
        except DamagedError as fault:
            if not rows.is_empty:
                _note_damage(reader, rows.game, error or str(fault))
        else:
            if error is not None or not rows.is_whole(reader.heads.get(rows.game, NO_HEAD)):
                _note_damage(reader, rows.game, error or "its end is not what was written")
            else:
                yield listed


def _note_damage(reader: JournalReader, game: str, fault: str | None) -> None:
    """Note what the check of all rows says is wrong with this game, or else this fault."""
    damage = reader.damage_of(game) or fault
    if damage is not None:
        reader.damage[game] = damage


def _page(reader: JournalReader, ids: Sequence[str]) -> tuple[list[_GameRows], str | None]:
    """The rows of these games at one moment, and the error that stopped reading them, or None."""
    marks = {"games": ", ".join("?" * len(ids)), "rows": _rows(ids)}
    with reader.one_moment():
        found = [reader.select(query.format_map(marks), *ids) for query in (_FIRST, _EVENTS, _ENDS)]
    (first, events, ends), errors = zip(*found, strict=True)
    private = dict(first)
    named = {game: [row[1:] for row in rows] for game, rows in groupby(events, itemgetter(0))}
    end_of = {game: end for game, *end in ends}
    page = []
    for game in ids:
        n, seq, checksum, last, last_entry = end_of.get(game, (0, 0, "", "", None))
        head = Head(n, seq, checksum) if n else None
        page.append(_GameRows(game, private.get(game), named.get(game, []), head, last, last_entry == seq))
    return page, next((error for error in errors if error is not None), None)


def _rows(ids: Sequence[str]) -> str:
    """Rows of one column, for these ids."""
    return ", ".join(["(?)"] * len(ids))


def _seats(opened: TableOpened, events: Iterable[Event]) -> tuple[Seat, ...]:
    """Who has the seats after these events: names, and which are bots."""
    seats: dict[int, Seat] = {}
    for event in events:
        match event:
            case SeatTaken():
                seats[event.seat] = Seat(event.name, event.bot)
            case SeatLeft():
                seats[event.seat] = Seat()
            case PlayedOn():
                seats |= {nth: Seat(name) for nth, name in enumerate(event.names)}
    return tuple(seats.get(nth, Seat()) for nth in range(opened.seats))


@lru_cache(MOST_TEXTS)
def _opening(text: str) -> TableOpened:
    """The first event of a game. Raises `DamagedError`."""
    event = _event(text)
    fault = misfit(None, event)
    if fault is not None or not isinstance(event, TableOpened):
        raise DamagedError(f"entry 1: {fault}")
    return event


@lru_cache(MOST_TEXTS)
def _event(text: str) -> Event:
    return entry_from(0, "", text).event
