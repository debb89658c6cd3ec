"""Games that go on at another host: `fivesd --take-over FILE` from a player's record, and those of a restored copy.

Here: the checks on a record, which may come from a stranger, and the first entries of the new game. Players' clients
may have more numbered entries of the old game than its successor has, and those numbers must never mean anything else:
so the new game has a new id. Not here: damaged games of this host (`resuming`), how players prove that a seat is theirs
(`protocol.log.succession`).
"""

import logging
import re
from collections.abc import Sequence
from pathlib import Path
from random import SystemRandom
from typing import Final

from attrs import evolve, field

from daemon.dealer import Dealer
from daemon.game_log import GameLog, new_game_id
from daemon.house.other_host import PlayedThere, played_there
from daemon.journal.interface import (
    GameHeld,
    GameInfo,
    GameMoved,
    GameOpened,
    GameReleased,
    Journal,
    NextGameOpened,
    OfferWithdrawn,
    Private,
    StoredRows,
    held_in,
    offer_in,
)
from daemon.journal.records import read_file
from daemon.table.carried_rows import CarriedRows
from daemon.table.tokens import new_secret
from protocol.clean import brief
from protocol.frozen import frozen
from protocol.log.audit import Auditor, audit
from protocol.log.events import WIRE_NAMES, Entry, HostChanged, MatchWon
from protocol.log.not_allowed import NotAllowed
from protocol.log.statements import signed
from protocol.log.succession import MOST_HOSTS, continued_again, part_to_go_on_with
from protocol.log.table import Table, fold, seat_named
from protocol.shared.exit_status import MisusedError
from protocol.wire.record import Header, Record, RecordError, with_rounds_opened
from protocol.wire.stored_history import history_of

_TABLE_NAME: Final = re.compile("[a-z]+(-[0-9]+)?")
"""The names that hosts give to tables. A record may name anything, and its table's name is part of file names."""
_OTHERWISE: Final = "oak"

log = logging.getLogger("fivesd.house")


@frozen
class GameToTakeOver:
    """A game of another host, as far as it can go on here. `seat`: that of the player who hosts it now, or None.

    `secret`: that behind the key of this seat, None if it is not known. `is_home`: it goes on at the host's own table;
    otherwise it sleeps until its players come. `hold`: it waits here for a word of the host before, of which this is
    the SHA-256; None if it goes on at once.
    """

    header: Header
    entries: Sequence[Entry]
    seat: int | None = None
    secret: str | None = field(default=None, repr=False)
    is_home: bool = True
    hold: str | None = None


def record_in(path: Path) -> Record:
    """The record in a file. Raises `MisusedError`."""
    try:
        return read_file(path)
    except OSError as error:
        raise MisusedError(f"{path}: {error.strerror or error}") from error
    except RecordError as error:
        raise MisusedError(f"{path}: {error}") from error


def game_in(path: Path, seat: int | None, secret: str | None = None, hold: str | None = None) -> GameToTakeOver:
    """The game in a record, whole or as one seat saw it; `seat` is counted from 0. Raises `MisusedError`."""
    record = record_in(path)
    entries = with_rounds_opened(part_to_go_on_with(record.entries))
    table = fold(entry.event for entry in record.entries)
    if not entries or _is_won(entries):
        why = "has ended" if table.match else "has not begun"
        raise MisusedError(f"{path}: its match {why}, so nobody can go on with it; `fives host` begins another")
    if sum(isinstance(entry.event, HostChanged) for entry in entries) >= MOST_HOSTS:
        raise MisusedError(f"{path}: this game has had {MOST_HOSTS} hosts, which is too many")
    fault = audit(entries, goes_on=True)
    if fault is not None:
        raise MisusedError(f"{path}: this game does not follow its own rules, so nobody can go on with it: {fault}")
    if seat is not None:
        _check_seat(table, seat)
    return GameToTakeOver(record.header, entries, seat, secret, hold=hold)


def _is_won(entries: Sequence[Entry]) -> bool:
    """Whether the last play won the match, although the record ends before it says so."""
    auditor = Auditor()
    for entry in entries:
        auditor.fault_in(entry.event)
    return auditor.missing() == WIRE_NAMES[MatchWon]


def _check_seat(table: Table, seat: int) -> None:
    if seat >= len(table.seats) or not table.seats[seat].is_person:
        raise MisusedError(f"{seat_named(seat)} of this game is not a person's")


async def take_over(journal: Journal, taken: GameToTakeOver, host_key: str | None) -> str:
    """Store the game that goes on here, unless it is stored already, and return its id. `host_key`: this host's.

    Raises `MisusedError` if it cannot go on here, and `StoreError`.
    """
    for info in await journal.games():
        if info.game == taken.header.game and isinstance(info.left, GameMoved):
            return await _take_back_own(journal, info.game, info.left)
        if info.game == taken.header.game and not info.is_over:
            raise MisusedError(f"game {brief(info.game)} is this host's own: without --take-over, it continues")
        if _is_continued_by(taken, info):
            if info.is_over:
                raise MisusedError(f"game {brief(taken.header.game)} went on here before, and its match has ended")
            await _hold_again(journal, info, taken.hold)
            return info.game
    game, opened = _continued(taken, host_key)
    held = [] if taken.hold is None else [GameHeld(taken.hold)]
    await journal.append(game.game, 0, game.entries, [opened, *held])
    log.info("game %s of another host goes on as %s", brief(taken.header.game), game.game)
    return game.game


async def _take_back_own(journal: Journal, game: str, left: GameMoved) -> str:
    """Go on with a game of this host that it has left to another one, unless it has been played on there."""
    found, own = await played_there(left), f"game {brief(game)} is this host's own, and went on at {left.place}"
    if found is PlayedThere.UNKNOWN:
        raise MisusedError(f"{own}; {found.value}. `fivesd resume {game}` takes it back all the same")
    if found is not PlayedThere.NO:
        raise MisusedError(f"{own}: {found.value}. `fivesd resume {game}` goes on here, too; then both matches exist")
    log.info("%s: %s. It goes on here", own, found.value)
    return await take_back(journal, game)


async def _hold_again(journal: Journal, info: GameInfo, hold: str | None) -> None:
    """Have a game that waits here already wait for this word. One that has gone on here does not wait again."""
    if hold is None:
        return
    stored = await journal.read(info.game)
    if held_in(stored.private) not in (None, GameHeld(hold)):
        await journal.append(info.game, info.entries, [], [GameHeld(hold)])


def _is_continued_by(taken: GameToTakeOver, info: GameInfo) -> bool:
    """Whether this stored game continues the same rounds of the same game. A host that came back may have had more."""
    continues = info.continues
    if continues is None or continues.games[-1] != taken.header.game:
        return False
    return continues.entry > len(taken.entries)


async def go_on_from_copy(journal: Journal) -> None:
    """Have each running match of a restored copy go on as a new game, with the keys of its seats. Raises `StoreError`.

    If that stops halfway, the next call does the rest.
    """
    running = {info.game: info for info in await journal.games(unfinished_only=True) if info.is_started}
    successors = {info.continues.games[-1]: info.game for info in running.values() if info.continues is not None}
    for info in running.values():
        begun_before = info.continues is not None and info.continues.games[-1] in running
        if info.left is not None or begun_before:
            continue
        stored = await journal.read(info.game)
        if info.game not in successors:
            successors[info.game] = await _go_on_as_another(journal, info.game, stored)
            log.info("game %s of the restored copy goes on as %s", info.game, successors[info.game])
        await journal.append(info.game, len(stored.entries), [], [NextGameOpened(successors[info.game])])


async def take_back(journal: Journal, game: str) -> str:
    """Go on with a game of this host that was left to another one, with the keys of its seats; returns its new id.

    Raises `MisusedError` if its match has not begun or is over, and `StoreError`.
    """
    stored = await journal.read(game)
    if not part_to_go_on_with(stored.entries):
        raise MisusedError(str(NotAllowed("nothing_to_go_on_with", game=game).said))
    new = await _go_on_as_another(journal, game, stored, OfferWithdrawn())
    await journal.append(game, len(stored.entries), [], [NextGameOpened(new)])
    return new


async def go_on_here(journal: Journal, game: str) -> None:
    """Have a game go on here that is between two hosts: it waits here, or everybody was sent from here to the next one.

    Raises `StoreError`.
    """
    stored = await journal.read(game)
    head, rows, entries = len(stored.entries), list[Private](), list[Entry]()
    if offer_in(stored.private) is not None:
        rows.append(OfferWithdrawn())
    if held_in(stored.private) is not None:
        opened = next(row for row in stored.private if isinstance(row, GameOpened))
        log = GameLog(Header(game, opened.table, opened.at), stored.entries)
        entries = log.next_entries(Dealer(SystemRandom(), opened.secret, log.deals).deal_after_hold(log.table))
        rows.append(GameReleased())
    await journal.append(game, head, entries, rows)


async def _go_on_as_another(journal: Journal, game: str, stored: StoredRows, *more: Private) -> str:
    """Store a game that goes on from the last finished round of one of this host's, and return its id.

    `more`: further rows of it.
    """
    opened = next(row for row in stored.private if isinstance(row, GameOpened))
    header = Header(game, opened.table, opened.at)
    new, successor = _continued(GameToTakeOver(header, part_to_go_on_with(stored.entries)))
    successor = evolve(opened, resumed_from=game, instead_of=None, secret=successor.secret)
    rows = CarriedRows(stored.private).carry_all(len(new.table.seats))
    await journal.append(new.game, 0, new.entries, [successor, *rows, *more])
    return new.game


def _continued(taken: GameToTakeOver, host_key: str | None = None) -> tuple[GameLog, GameOpened]:
    """The game with its first entries here, and how its table is opened: without a password, which no record has.

    Its player signs that they host it, if this host has a key. Nothing is dealt before the game may go on.
    """
    table = taken.header.table if _TABLE_NAME.fullmatch(taken.header.table) else _OTHERWISE
    header = Header(new_game_id(table), table, taken.header.at)
    game, secret = GameLog(header, taken.entries), new_secret()
    dealer = Dealer(SystemRandom(), secret, game.deals)
    change = HostChanged(taken.header.game, taken.seat, history=history_of(taken.entries))
    continues = continued_again(game.succession.continues, Entry(game.head + 1, header.at, change))
    if taken.secret is not None and host_key is not None and continues is not None:
        change = evolve(change, signature=signed(taken.secret, continues.statement(game.game, host_key)))
    events = dealer.change_host(game.table, change)
    game.add(game.next_entries(events if taken.hold is None else events[:1]))
    opened = GameOpened(table, header.at, is_home=taken.is_home, resumed_from=taken.header.game, secret=secret)
    return game, opened
