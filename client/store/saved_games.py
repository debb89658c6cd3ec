"""Finished games: how each ended, and the record of it if there is one.

Here: a result, and the calls of a store of them. Not here: where they are stored (`file_games`, `browser_games`), when
a game is saved (`autosave`), adding them up (`my_games`).
"""

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol

from protocol.clean import clean
from protocol.frozen import frozen
from protocol.log.events import Entry
from protocol.log.table import Table


@frozen
class Result:
    """How a game ended. `at`: when it was saved, in UTC; `host`: the address the client dialed; `preset`: the game.

    `players` and `bots` are in seat order: the names, and the bots' levels (None for a person). `seat`: the player's
    own, None for a spectator. `scores` are by side, and `won_by` has the winning sides, none if nobody won; with
    `partners` a side is two seats. `rounds`: how many were dealt, None in lines of older releases. `continues`: the ids
    that the game had at other hosts before. `repeats`: the game whose deals it repeated, empty for others: such a game
    counts in no totals. `left_to_bots`: bots laid every tile of the player, whose totals leave it out, too.
    `newcomers`: the seats of those who took the seat of a bot in the match, which counts for who began it.
    """

    at: str
    host: str
    table: str
    game: str
    preset: str
    players: tuple[str, ...]
    bots: tuple[str | None, ...]
    seat: int | None
    partners: bool
    scores: tuple[int, ...]
    won_by: tuple[int, ...]
    rounds: int | None = None
    continues: tuple[str, ...] = ()
    repeats: str = ""
    left_to_bots: bool = False
    newcomers: tuple[int, ...] = ()


def result_of(
    host: str,
    table_name: str,
    game: str,
    seat: int | None,
    table: Table,
    continues: tuple[str, ...] = (),
    *,
    left_to_bots: bool = False,
) -> Result:
    """The result of the game that has just ended at this table."""
    return Result(
        at=datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z"),
        host=host,
        table=clean(table_name),
        game=game,
        preset=table.preset,
        players=tuple(clean(seat.name or "") for seat in table.seats),
        bots=tuple(seat.bot for seat in table.seats),
        seat=seat,
        partners=table.rules.partners,
        scores=table.scores,
        won_by=table.won_by,
        rounds=0 if table.round is None else table.round.number,
        continues=continues,
        repeats=clean(table.repeats or ""),
        left_to_bots=left_to_bots,
        newcomers=tuple(nth for nth, who in enumerate(table.seats) if who.joined),
    )


def without_former(results: Sequence[Result]) -> list[Result]:
    """The results but those of games that went on at another host and have a result there.

    The same people have to have played the same game: any host could name any id.
    """
    moved = {(game, result.preset, result.players) for result in results for game in result.continues}
    return [result for result in results if (result.game, result.preset, result.players) not in moved]


@frozen
class FinishedGame:
    """A result, and the file of its record; None if that is deleted, or was never saved."""

    result: Result
    record: Path | None = None


class FinishedGames(Protocol):
    """The finished games of a player."""

    def save(self, result: Result, entries: Sequence[Entry]) -> list[str]:
        """Save a game, unless it is saved already; returns sentences for the player: what failed or was deleted."""

    def save_record(self, result: Result, entries: Sequence[Entry]) -> list[str]:
        """Save only the record, as far as there is one, of a game that may go on; returns sentences as `save`."""

    def all(self) -> list[FinishedGame]:
        """The games, newest first. Raises `OSError`."""
