"""The unfinished matches at the private daemon: finding them, ending one, and the list of `fives play --list`.

Here: the matches this machine still has a saved seat for, and the sentences about a match. Not here: choosing one of
them (`play`).
"""

from pathlib import Path
from typing import Final

from client.net.request import RequestError, TurnedAwayError, requests_to
from client.program.play_options import PlayOptions
from client.store.my_games import PRIVATE
from client.store.saved_seats import SavedSeat, SavedSeats, seats_at
from client.view.view import View
from client.words.english import in_line
from client.words.name_words import game_with, side_name
from client.words.rule_words import house_rules
from client.words.say import say
from protocol.frozen import frozen
from protocol.log.commands import EndMatch
from protocol.log.dealing import is_dealing, next_round
from protocol.log.table import Stage
from protocol.shared.address import Address
from protocol.shared.quoting import command_of
from protocol.wire.messages import (
    PROTOCOL,
    Accepted,
    AskTables,
    Do,
    Farewell,
    Hello,
    NotAccepted,
    Role,
    Tables,
    TableSummary,
    Welcome,
)
from protocol.wire.session import Session

SAVED_AS: Final = (PRIVATE, "")
"""Address and name of every seat saved here: a private daemon has a new port each time, and one player."""


@frozen
class SavedMatch:
    """A match that the player can continue: the saved seat, and the table as that seat sees it."""

    seat: SavedSeat
    view: View

    @property
    def game(self) -> str:
        """The name of its game, as on the command line."""
        return self.view.table.preset

    def fits(self, options: PlayOptions) -> bool:
        """Whether the match has the rules on the command line of `fives play`."""
        return options.fits(self.view.table.rules, len(self.view.table.seats))


@frozen
class SavedMatches:
    """The unfinished matches at the private daemon. `matches`: those that can be continued, most recent first.

    `without_seat`: the number of those that cannot, because their saved seat is lost. `damaged`: the ids of the games
    that the daemon cannot read.
    """

    matches: tuple[SavedMatch, ...] = ()
    without_seat: int = 0
    damaged: tuple[str, ...] = ()

    def match_of(self, game: str) -> SavedMatch | None:
        """The most recent match of this game."""
        return next((match for match in self.matches if match.game == game), None)


async def find_unfinished(address: Address, session: Session, seats: SavedSeats) -> SavedMatches:
    """The unfinished matches at this daemon. Raises `RequestError`."""
    async with requests_to(address) as host:
        tables = (await host.ask(AskTables(), Tables)).tables
    waiting = {table.table: table for table in tables if table.stage is Stage.PLAYING and _has_person(table)}
    matches, damaged = [], []
    for seat in seats_at(seats, *SAVED_AS):
        view = await view_of(address, session, waiting[seat.table].game, seat) if seat.table in waiting else None
        if view is not None:
            matches.append(SavedMatch(seat, view))
            del waiting[seat.table]
        elif not seat.is_over and await _is_damaged(address, session, seat):
            damaged.append(seat.game)
    without_seat = sum(table.game not in damaged for table in waiting.values())
    return SavedMatches(tuple(matches), without_seat, tuple(damaged))


def _has_person(table: TableSummary) -> bool:
    return any(seat.name is not None and seat.bot is None for seat in table.seats)


async def view_of(address: Address, session: Session, game: str, seat: SavedSeat) -> View | None:
    """The match as this seat sees it; None if the seat is not in this match, or if it cannot be read.

    To a match that has ended, everybody is a reader: there the seat is the one with its name.
    """
    reader = _reader(session, game, seat)
    try:
        async with requests_to(address) as host:
            await host.read_game(reader)
    except RequestError:
        return None
    at = reader.seat
    if at is None and reader.table.stage is Stage.OVER:
        at = next((nth for nth, who in enumerate(reader.table.seats) if who.name == seat.name), None)
    return None if at is None else View(reader.table, at)


async def _is_damaged(address: Address, session: Session, seat: SavedSeat) -> bool:
    """Whether the daemon has the game of this seat and cannot read it."""
    try:
        async with requests_to(address) as host:
            await host.ask(_reader(session, seat.game, seat).hello(), Welcome)
    except TurnedAwayError as error:
        return error.goodbye.reason == Farewell.TROUBLE
    except RequestError:
        return False
    return False


def _reader(session: Session, game: str, seat: SavedSeat) -> Session:
    return Session(session.client, session.name, Role.READER, wanted_game=game, token=seat.token)


async def end(address: Address, session: Session, seats: SavedSeats, match: SavedMatch) -> None:
    """End a match, as its host. Raises `RequestError`, and then the match is unchanged."""
    hello = Hello(PROTOCOL, session.client, session.name, table=match.seat.table, token=match.seat.token)
    async with requests_to(address) as host:
        welcome = await host.ask(hello, Welcome)
        answer = await host.ask(Do(f"end-{welcome.game}", welcome.head, EndMatch()), Accepted, NotAccepted)
    if isinstance(answer, NotAccepted):
        raise RequestError(say("unfinished.not_ended"))
    seats.delete(match.seat)


# Sentences.


def summary(view: View) -> str:
    """`All Fives with Ana and Ben, round 3, scores you 45, Ana 30, Ben 20`."""
    table = view.table
    changed = len(house_rules(table.rules, len(table.seats), table.preset))
    parts = [game_with(view)]
    parts += [say("unfinished.house_rules", n=changed)] if changed else []
    parts += [say("unfinished.not_counted")] if table.repeats is not None else []
    if is_dealing(table):
        parts.append(say("unfinished.round", round=next_round(table)))
    elif view.round is not None:
        parts.append(say("unfinished.round", round=view.round.number))
    if any(table.scores):
        scores = enumerate(table.scores)
        listed = in_line(say("unfinished.score", side=side_name(view, side), score=score) for side, score in scores)
        parts.append(say("unfinished.scores", scores=listed))
    return in_line(parts)


def play_command(game: str, folder: Path | None) -> str:
    """The command that continues a match; `folder`: the player's --data, if given."""
    return command_of(("fives", "play", game, *data_words(folder)))


def data_words(folder: Path | None) -> tuple[str, ...]:
    """`--data FOLDER`, or nothing."""
    return () if folder is None else ("--data", str(folder))


def listing(saved: SavedMatches, folder: Path | None, data: Path) -> list[str]:
    """The unfinished matches, one a line: the command that continues it, and then its summary.

    The command comes first so that no terminal breaks it.
    """
    lines = [
        say("unfinished.listed", command=play_command(match.game, folder), match=summary(match.view))
        for match in saved.matches
    ]
    if saved.without_seat:
        lines.append(say("unfinished.seat_lost", n=saved.without_seat))
    lines += [is_damaged(game, data) for game in saved.damaged]
    return lines or [say("unfinished.none")]


def is_damaged(game: str, data: Path) -> str:
    """Says that the daemon cannot read this match, and which command repairs it."""
    return say("unfinished.damaged", command=command_of(("fivesd", "resume", game, *data_words(data))))
