"""This player's games, as far as they are saved: finished ones, unfinished ones, and totals.

Here: what the saved seats say about unfinished matches, and adding up the finished ones. Nothing here asks a host. Not
here: what is saved (`saved_games`, `saved_seats`), the sentences (`replay.games_words`).
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from client.store.saved_games import FinishedGame, Result
from client.store.saved_seats import SavedSeats
from client.words.english import in_line
from client.words.name_words import shown
from client.words.say import say
from protocol.frozen import define, frozen

PRIVATE: Final = "private"
"""The host of matches of `fives play`."""
_NO_RECORDS: Final[Mapping[str, Path]] = {}


@frozen
class UnfinishedGame:
    """A match that can be continued. `summary`: a sentence; `command`: the words after `fives` that continue it.

    `take_over`: those that continue it on this machine if its host is gone; empty if this machine cannot.
    """

    summary: str
    command: tuple[str, ...]
    take_over: tuple[str, ...] = ()


@define
class Total:
    """The player's games with one friend, at one level or of one game. `scored`: points in `rounds` rounds."""

    played: int = 0
    won: int = 0
    scored: int = 0
    rounds: int = 0

    @property
    def points_a_round(self) -> float | None:
        """Points of the player's side per round; None if no result says how many rounds there were."""
        return self.scored / self.rounds if self.rounds else None


MyGame = UnfinishedGame | FinishedGame


@frozen
class Totals:
    """The totals by preset, by bot level and by a friend's name, most games first. A game may count for several."""

    games: dict[str, Total]
    levels: dict[str, Total]
    friends: dict[str, Total]


def unfinished_at_hosts(
    saved: SavedSeats, flags: Sequence[str] = (), records: Mapping[str, Path] = _NO_RECORDS
) -> Iterator[UnfinishedGame]:
    """The saved seats at hosts whose match has not ended as far as this machine knows, most recent first.

    A game that has gone from host to host is where the player was last, and there alone. `flags`: those of `fives join`
    that say where the seats are saved. `fives host` always uses the default folder. `records`: by game, the record with
    which this machine can go on.
    """
    known = set[tuple[str, str]]()
    for seat in saved.all():
        ids = {(seat.name, game) for game in (seat.game, *seat.continues) if game}
        is_known, known = not known.isdisjoint(ids), known | ids
        if seat.address == PRIVATE or seat.is_over or is_known:
            continue
        about = [shown(seat.about)] if seat.about else []
        if seat.host_command:
            hosted = say("games.hosted_by_you", name=shown(seat.name))
            yield UnfinishedGame(in_line((*about, hosted)), seat.command_to_host)
        else:
            where = say("games.at_table", table=shown(seat.table), host=shown(seat.address), name=shown(seat.name))
            link = f"{seat.address}#k={seat.key}" if seat.key else seat.address
            command = ("join", link, "--table", seat.table, "--name", seat.name, *flags)
            record = records.get(seat.game)
            take_over = () if record is None else ("take-over", str(record))
            yield UnfinishedGame(in_line((*about, where)), command, take_over)


def totals_of(games: Iterable[FinishedGame]) -> Totals:
    """The totals of all games that the player played from the beginning, but of none whose deals were known."""
    by_game, by_level, by_friend = (defaultdict[str, Total](Total) for _ in range(3))
    for result in (game.result for game in games):
        if result.seat is None or result.repeats or result.left_to_bots or not 0 <= result.seat < len(result.players):
            continue
        if result.seat in result.newcomers:
            continue
        _add(by_game[result.preset], result)
        others = [seat for seat in range(len(result.players)) if seat not in (result.seat, *result.newcomers)]
        levels = {level for seat in others if (level := _level(result, seat)) is not None}
        friends = {result.players[seat] for seat in others if _level(result, seat) is None and result.players[seat]}
        for level in levels:
            _add(by_level[level], result)
        for friend in friends:
            _add(by_friend[friend], result)
    return Totals(*map(_most_first, (by_game, by_level, by_friend)))


def side_of(result: Result, seat: int) -> int:
    """The side of a seat; with partners, seats take turns."""
    return seat % 2 if result.partners else seat


def _level(result: Result, seat: int) -> str | None:
    return result.bots[seat] if seat < len(result.bots) else None


def _add(total: Total, result: Result) -> None:
    assert result.seat is not None
    side = side_of(result, result.seat)
    total.played += 1
    total.won += side in result.won_by
    if result.rounds and side < len(result.scores):
        total.scored += result.scores[side]
        total.rounds += result.rounds


def _most_first(totals: dict[str, Total]) -> dict[str, Total]:
    return dict(sorted(totals.items(), key=lambda row: (-row[1].played, row[0])))
