"""`fivesd resume GAME`: continue a damaged game, or one left to another host, from its last round, as a new game.

A game that is between two hosts goes on as it is.

Here: the first entries of the new game, and the reasons why a game cannot be resumed. Not here: finding the damage
(`journal.reading`), those of a game that was left (`house.taking_over`), ending a pause (`operator`).

The players' clients have already received numbered entries of the damaged game, and those numbers must never mean
anything else. So the new game has a new id, and the damaged one stays as it is.
"""

import logging
import os
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from random import SystemRandom
from typing import TypeVar

import trio
from attrs import evolve

from daemon.game_log import GameLog, new_game_id
from daemon.house.other_host import PlayedThere, played_there
from daemon.house.taking_over import go_on_here, take_back
from daemon.journal.interface import (
    NEWER,
    CommandAccepted,
    GameMoved,
    GameOpened,
    Private,
    StoredRows,
    StoreError,
    TokenIssued,
    TokensRevoked,
    UnusableError,
    held_in,
    left_in,
    offer_in,
    wrong_with,
)
from daemon.journal.reading import DamagedRest, JournalReader
from daemon.program.folder_lock import InUseError
from daemon.program.game_places import GamePlace
from daemon.table.carried_rows import CarriedRows
from daemon.table.tokens import SeatTokens
from protocol.clean import brief
from protocol.frozen import frozen
from protocol.log.audit import audit
from protocol.log.deal import deal
from protocol.log.events import Entry
from protocol.log.succession import finished_rounds
from protocol.log.table import fold
from protocol.shared.exit_status import FailedError, MisusedError
from protocol.wire.record import Header

T = TypeVar("T")


@frozen
class _ResumedGame:
    """The new game that continues a damaged one: its id, and everything to store for it.

    `kept`: how many entries it has from the damaged game, whose last entry was number `last`.
    """

    game: str
    stored: StoredRows
    kept: int
    last: int


def resume_game(place: GamePlace, game: str) -> None:
    """Continue a damaged game as a new one, and print what was saved and what is lost. Raises `FailedError`."""
    with place.reading():
        pass  # there is a journal
    with _alone(place):
        with place.reading() as journal:
            left, between = _place_it_was_left_to(journal, game), _between_hosts(journal, game)
            resumed = _resumed(journal, game) if left is None and between is None else None
        if between is not None:
            _stored(partial(_go_on, place, game))
            print(f"game {game} {between}; it goes on here now: {place.how_to_play_on}")
            print("if the other host plays on, both matches exist")
            return
        if left is not None:
            new = _stored(partial(_take_back, place, game))
            print(f"game {game} was left to {left.place}; it goes on here, from its last finished round, as game {new}")
            print(_what_is_there(left))
            print(place.how_to_play_on)
            return
        assert resumed is not None
        _stored(partial(_append, place, game, resumed))
    print("\n".join(_summary(game, resumed, place.how_to_play_on)))


def _what_is_there(left: GameMoved) -> str:
    """A line that says what is known of a game at the host to which it was left."""
    match found := trio.run(played_there, left):
        case PlayedThere.NO:
            return f"{found.value}: the programs of those who are there come back by themselves"
        case PlayedThere.YES | PlayedThere.ENDED:
            return f"{found.value}: both matches exist now"
        case PlayedThere.UNKNOWN:
            return f"{found.value}: if players have gone on there, both matches exist"


def _place_it_was_left_to(journal: JournalReader, game: str) -> GameMoved | None:
    """Where a game goes on that this host has left to another one; None for any other game."""
    stored, damage = journal.read_undamaged(game)
    left = left_in(stored.private)
    return left if damage is None and isinstance(left, GameMoved) else None


def _between_hosts(journal: JournalReader, game: str) -> str | None:
    """What a game waits for that is between two hosts, as the end of a sentence; None for any other game."""
    stored, damage = journal.read_undamaged(game)
    offer = offer_in(stored.private)
    if damage is not None or (offer is None and held_in(stored.private) is None):
        return None
    if offer is None:
        return "waited for the host before to leave it"
    return f"was on its way to {offer.place.place}, where nobody has come"


async def _go_on(place: GamePlace, game: str) -> StoreError | None:
    async with place.changing([game]) as journal:
        try:
            await go_on_here(journal, game)
        except StoreError as error:
            return error
    return None


async def _take_back(place: GamePlace, game: str) -> str | Exception:
    with place.reading() as reader:
        opened = next(row for row in reader.read_undamaged(game)[0].private if isinstance(row, GameOpened))
    async with place.changing([game, opened.table]) as journal:
        try:
            return await take_back(journal, game)
        except (StoreError, MisusedError) as error:
            return error


@contextmanager
def _alone(place: GamePlace) -> Iterator[None]:
    """Keep daemons from changing the game, and make new files readable by this user only."""
    mask, data = os.umask(0o077), place.data
    try:
        with place.alone():
            yield
    except InUseError:
        raise MisusedError(
            f"a running daemon uses {data}: stop it, then resume the damaged game (to end a pause, leave out GAME)"
        ) from None
    except OSError as error:
        raise MisusedError(f"{error.filename or data}: {error.strerror or error}") from error
    finally:
        os.umask(mask)


def _resumed(journal: JournalReader, game: str) -> _ResumedGame:
    """The new game that continues a damaged one. Raises `MisusedError` if there can be none."""
    stored, damage = journal.read_undamaged(game)
    opened = next((row for row in stored.private if isinstance(row, GameOpened)), None)
    if damage is None and opened is None:
        raise MisusedError(f"there is no game {brief(game)}; `fivesd games` lists them")
    if damage is None:
        raise MisusedError(f"game {game} is not damaged; an unfinished game continues when you start `fivesd`")
    if damage == NEWER:
        raise MisusedError(f"game {game} {wrong_with(damage)}")
    resumed_as = journal.resumed().get(game)
    if resumed_as is not None:
        raise MisusedError(f"game {game} was resumed before, as game {resumed_as}")
    if game not in journal.game_ids(unfinished_only=True):
        raise MisusedError(f"the match of game {game} has ended; `fivesd export` saves what is left of it")
    kept = finished_rounds(stored.entries)
    if opened is None or not kept:
        raise MisusedError(f"game {game} cannot be resumed: it has no undamaged round")
    return _continuation(game, opened, kept, stored.private, journal.rest_of(game))


def _continuation(
    game: str, opened: GameOpened, kept: Sequence[Entry], private: Sequence[Private], rest: DamagedRest
) -> _ResumedGame:
    """The new game: the kept entries of a damaged one, and a new deal. Raises `MisusedError`."""
    log = GameLog(Header(new_game_id(opened.table), opened.table, opened.at), kept)
    if log.deals.host is None:  # otherwise the players give their numbers again when they are back
        log.add(log.next_entries([deal(log.table, SystemRandom())]))
    fault = audit(log.entries)
    if fault is not None:
        raise MisusedError(f"game {game} cannot be resumed: it does not follow its own rules: {fault}")
    accepted = [row for row in private if isinstance(row, CommandAccepted) and row.seq <= len(kept)]
    carried = CarriedRows(private)
    carried.tokens = _tokens(rest.private, len(kept))
    rows = carried.carry_all(len(log.table.seats))
    stored = StoredRows(tuple(log.entries), (evolve(opened, resumed_from=game), *rows, *accepted))
    return _ResumedGame(log.game, stored, len(kept), rest.last)


def _tokens(private: Iterable[tuple[int, Sequence[Private]]], kept: int) -> SeatTokens:
    """The tokens that were valid after `kept` entries, or newer ones of the same seats.

    A player who was removed after those entries has the seat again. `private`: by append, its last entry and its rows.
    """
    tokens = SeatTokens()
    for seq, rows in private:
        renewed = {row.seat for row in rows if isinstance(row, TokenIssued)}
        for row in rows:
            if seq <= kept or not isinstance(row, TokensRevoked) or row.seat in renewed:
                tokens.take_note(row)
    return tokens


def _stored(store: Callable[[], Awaitable[T | Exception]]) -> T:
    """Store something whole, or nothing of it. Raises `FailedError` and `MisusedError`."""
    logging.getLogger("fivesd.journal").addHandler(logging.NullHandler())  # the user knows of the damage already
    outcome: T | Exception
    try:
        outcome = trio.run(store)
    except (StoreError, InUseError) as error:
        outcome = error
    if isinstance(outcome, MisusedError):
        raise outcome
    if isinstance(outcome, UnusableError | InUseError):
        raise MisusedError(str(outcome)) from outcome
    if isinstance(outcome, Exception):
        raise FailedError(str(outcome)) from outcome
    return outcome


async def _append(place: GamePlace, game: str, resumed: _ResumedGame) -> StoreError | None:
    opened = next(row for row in resumed.stored.private if isinstance(row, GameOpened))
    async with place.changing([game, opened.table]) as journal:
        try:
            await journal.append(resumed.game, 0, resumed.stored.entries, resumed.stored.private)
        except StoreError as error:
            return error
    return None


def _summary(game: str, resumed: _ResumedGame, how_to_play_on: str) -> Iterator[str]:
    table = fold(entry.event for entry in resumed.stored.entries)
    assert table.round is not None
    rounds = table.round.number - 1
    yield (
        f"saved {'1 round' if rounds == 1 else f'{rounds} rounds'}, scores {'-'.join(map(str, table.scores))};"
        f" round {rounds + 1} starts again"
    )
    if resumed.last > resumed.kept:
        yield f"entries {resumed.kept + 1} to {resumed.last} are lost; the damaged game {game} is unchanged"
    yield f"the new game is {resumed.game}: {how_to_play_on}; the players join as before"
