"""`fivesd resume GAME`: a damaged game goes on from its last finished round, as another game.

Here: what that game begins with, and why there may be none. Not here: what is damaged (`journal.sqlite_reading`), and
the end of a pause (`operator`).

The players' programs have numbered entries of the damaged game, and those numbers must not mean anything else. So the
other game has an id of its own, and the damaged one stays as it is.
"""

import logging
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import SystemRandom

import trio
from attrs import evolve

from daemon.deal import deal
from daemon.game_log import GameLog
from daemon.house.house_tables import new_game_id
from daemon.journal.damaged_games import finished_rounds, resumed_games
from daemon.journal.interface import (
    CommandAccepted,
    GameOpened,
    Private,
    Stored,
    StoreError,
    TokenIssued,
    TokensRevoked,
)
from daemon.journal.salvage import NotCopiedError
from daemon.journal.sqlite_journal import open_journal
from daemon.journal.sqlite_reading import Left, SqliteReader
from daemon.program.serve import InUseError, locked
from daemon.program.stored_games import journal_in, open_games
from daemon.table.tokens import SeatTokens
from protocol.clean import brief
from protocol.console.exit_status import FailedError, MisusedError
from protocol.frozen import frozen
from protocol.log.audit import audit
from protocol.log.events import Entry
from protocol.log.table import fold
from protocol.wire.record import Header


@frozen
class _Resumed:
    """The game that goes on from a damaged one: its id, and all that is stored of it.

    `kept`: how many entries it has from the damaged game, whose last entry was number `last`.
    """

    game: str
    stored: Stored
    kept: int
    last: int


def resume_game(data: Path, game: str) -> None:
    """Let a damaged game go on, and print what is kept and what is lost. Raises `FailedError`."""
    path = journal_in(data)
    with _alone(data):
        with open_games(data) as journal:
            resumed = _resumed(journal, game)
        _store(path, resumed)
    print("\n".join(_told(game, resumed)))


@contextmanager
def _alone(data: Path) -> Iterator[None]:
    """Keep daemons away from the folder, and let nobody else read what is written."""
    mask = os.umask(0o077)
    try:
        with locked(data):
            yield
    except InUseError:
        raise MisusedError(
            f"a daemon is running on {data}: stop it first, then resume the damaged game;"
            " without GAME, `fivesd resume` ends a pause"
        ) from None
    except OSError as error:
        raise MisusedError(f"{error.filename or data}: {error.strerror or error}") from error
    finally:
        os.umask(mask)


def _resumed(journal: SqliteReader, game: str) -> _Resumed:
    """The game that goes on from a damaged one. Raises `MisusedError` where there can be none."""
    stored, damage = journal.read_undamaged(game)
    opened = next((each for each in stored.private if isinstance(each, GameOpened)), None)
    if damage is None and opened is None:
        raise MisusedError(f"there is no game {brief(game)}; `fivesd games` lists them")
    if damage is None:
        raise MisusedError(f"game {game} is not damaged: if it is unfinished, it goes on when `fivesd` is started")
    following = resumed_games(journal).get(game)
    if following is not None:
        raise MisusedError(f"game {game} was resumed before: it goes on as {following}")
    if game not in journal.names(unfinished_only=True):
        raise MisusedError(f"the match of game {game} is over; `fivesd export` writes what is left of it")
    kept = finished_rounds(stored.entries)
    if opened is None or not kept:
        raise MisusedError(f"nothing of game {game} can be played on: none of its rounds is left whole")
    return _going_on(game, opened, kept, stored.private, journal.left_of(game))


def _going_on(game: str, opened: GameOpened, kept: Sequence[Entry], private: Sequence[Private], left: Left) -> _Resumed:
    """A game that begins with these entries of a damaged one, and the next deal. Raises `MisusedError`."""
    log = GameLog(Header(new_game_id(opened.table), opened.table, opened.at), kept)
    log.add(log.next_entries([deal(log.table, SystemRandom())]))
    fault = audit(log.entries)
    if fault is not None:
        raise MisusedError(f"game {game} cannot be played on, it was not played by its rules: {fault}")
    accepted = [each for each in private if isinstance(each, CommandAccepted) and each.seq <= len(kept)]
    stored = Stored(
        tuple(log.entries), (evolve(opened, resumed_from=game), *_tokens(left.private, len(kept)), *accepted)
    )
    return _Resumed(log.game, stored, len(kept), left.last)


def _tokens(private: Iterable[tuple[int, Sequence[Private]]], kept: int) -> list[TokenIssued]:
    """The tokens that hold after so many entries, with those that have taken their places since.

    A player who was sent away since has the seat again.
    """
    tokens = SeatTokens()
    for seq, brought in private:
        renewed = {each.seat for each in brought if isinstance(each, TokenIssued)}
        for each in brought:
            if seq <= kept or not isinstance(each, TokensRevoked) or each.seat in renewed:
                tokens.take_note(each)
    return tokens.holding()


def _store(path: Path, resumed: _Resumed) -> None:
    """Store the game, whole or not at all. Raises `FailedError`."""
    logging.getLogger("fivesd.journal").addHandler(logging.NullHandler())  # the damage is known
    try:
        failure = trio.run(_append, path, resumed)
    except StoreError as error:
        failure = error
    if failure is not None:
        kind = MisusedError if isinstance(failure, NotCopiedError) else FailedError
        raise kind(str(failure)) from failure


async def _append(path: Path, resumed: _Resumed) -> StoreError | None:
    async with open_journal(path) as journal:
        try:
            await journal.append(resumed.game, 0, resumed.stored.entries, resumed.stored.private)
        except StoreError as error:
            return error
    return None


def _told(game: str, resumed: _Resumed) -> Iterator[str]:
    table = fold(entry.event for entry in resumed.stored.entries)
    assert table.round is not None
    rounds = table.round.number - 1
    yield (
        f"{rounds} {'round is' if rounds == 1 else 'rounds are'} kept, scores {'-'.join(map(str, table.scores))};"
        f" round {rounds + 1} begins anew"
    )
    if resumed.last > resumed.kept:
        yield f"entries {resumed.kept + 1} to {resumed.last} are lost; {game} stays as it is, damaged"
    yield f"the game goes on as {resumed.game} when `fivesd` is started; its players join as before"
