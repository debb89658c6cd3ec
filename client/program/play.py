"""`fives play`: which table of the private daemon to sit down at.

Lives here: what was asked for, and whether to continue a match that was left unfinished or to begin another. One
unfinished match of each game is kept, and none is ended without an explicit word. Not here: the child process
(`private_daemon`), finding unfinished matches (`unfinished`), the game itself (`link` and a front end).
"""

from collections.abc import Awaitable, Callable, Collection, Iterator, Sequence
from enum import Enum, auto
from pathlib import Path

from attrs import evolve, frozen

from client.model.status import Ended
from client.net.files import PLAY, data_folder
from client.net.request import RequestError, requests_to
from client.net.saved_seats import SavedSeats
from client.program import unfinished_words as words
from client.program.unfinished import Unfinished, end, find_unfinished
from client.words import connection_words as words_coming_in
from protocol.console.address import Address
from protocol.console.exit_status import MisusedError
from protocol.console.flags import MATCHES, THINK, Hosting
from protocol.digits import number_in
from protocol.game.presets import make_rules, preset_named
from protocol.wire.messages import OpenTable, Tables
from protocol.wire.notices import RefusedNotice
from protocol.wire.session import Session

Ask = Callable[[str], Awaitable[str]]
"""Asks a question of one or more lines; what was typed, without blanks around it and in small letters."""


class NotClearError(RequestError):
    """Which match is meant is not clear, and nobody can be asked."""

    is_misuse = True


class IfUnfinished(Enum):
    """What to do where a match is unfinished: ask, continue it, or end it and begin another."""

    ASK = auto()
    CONTINUE = auto()
    END = auto()


@frozen
class Private:
    """What `fives play` asks for.

    `flags` are the daemon's. `names_game`: a game was asked for, and `names_rules`: more of its rules than its name.
    `folder` is the data folder where one was chosen.
    """

    table: OpenTable
    flags: tuple[str, ...]
    folder: Path | None
    if_unfinished: IfUnfinished
    names_game: bool
    names_rules: bool

    @classmethod
    def asked_for(
        cls, hosting: Hosting, given: Collection[str], folder: Path | None, if_unfinished: IfUnfinished
    ) -> "Private":
        """What the host's options ask for; bots take all seats but one, unless their number is among those `given`.

        Raises `MisusedError` where no seat would be left.
        """
        table = hosting.table
        _, seats = make_rules(preset_named(table.rules), table.set, table.seats)
        if "bots" not in given:
            table = evolve(table, bots=seats - 1)
        if table.bots >= seats:
            raise MisusedError(words_coming_in.no_seat_left(table.bots, seats - 1))
        matches = () if hosting.matches is None else (MATCHES.flag, str(hosting.matches))
        of_daemon = (THINK.flag, str(hosting.think), *matches)
        names_rules = "set" in given or "seats" in given
        return cls(table, of_daemon, folder, if_unfinished, names_rules or "game" in given, names_rules)

    @property
    def data(self) -> Path:
        """The data folder in use."""
        return self.folder or data_folder() / PLAY

    def fits(self, match: Unfinished) -> bool:
        """Whether a match of the game is played as it is asked for."""
        wanted = self.table
        return not self.names_rules or match.is_of(*make_rules(preset_named(wanted.rules), wanted.set, wanted.seats))


@frozen
class Chosen:
    """The table to sit down at, and what the player is told of it first."""

    table: str
    told: tuple[str, ...] = ()


async def choose_table(
    address: Address, session: Session, seats: SavedSeats, private: Private, ask: Ask | None
) -> Chosen | Ended:
    """The table to sit down at, or how it ends where the player wants none after all.

    `ask` is None where nobody is there to be asked. Raises `RequestError`, also `NotClearError`.
    """
    found = await find_unfinished(address, session, seats)
    left, damaged = found.matches, [words.is_damaged(game, private.data) for game in found.damaged]
    match = await _to_continue(private, left, ask)
    if match is not None:
        return Chosen(match.saved.table, (words.continued(match.game), *damaged))
    ends = next((each for each in left if each.game == private.table.rules), None)
    if ends is not None and private.if_unfinished is IfUnfinished.ASK and not await _may_end(ends, ask):
        return Ended(words.kept([ends.game], private.folder), failed=False)
    table = await _open(address, private.table)  # first, so that nothing is ended where nothing can begin
    if ends is not None:
        await end(address, session, seats, ends)
    kept = [each for each in left if each is not ends]
    return Chosen(table, (*_told_of_new(private, kept), *damaged))


async def _to_continue(private: Private, left: Sequence[Unfinished], ask: Ask | None) -> Unfinished | None:
    """The unfinished match that the player wants to continue, None for a new one. Raises `NotClearError`."""
    meant = [match for match in left if not private.names_game or match.game == private.table.rules]
    if not meant or private.if_unfinished is IfUnfinished.END:
        return None
    if ask is None or private.if_unfinished is IfUnfinished.CONTINUE:
        return _unasked(private, meant)
    if len(meant) == 1 and meant[0].game == private.table.rules:
        return meant[0] if await _wants(private, meant[0], ask) else None
    return await _one_of(private, meant, ask)


def _unasked(private: Private, meant: Sequence[Unfinished]) -> Unfinished:
    """The one that can be meant. Raises `NotClearError`."""
    games = list(dict.fromkeys(match.game for match in meant))
    if len(games) > 1:
        raise NotClearError(words.say_which_game(games))
    fitting = next(filter(private.fits, meant), None)
    if fitting is None and private.if_unfinished is IfUnfinished.ASK:
        raise NotClearError(words.say_which_rules(games[0]))
    return fitting or meant[0]


async def _wants(private: Private, match: Unfinished, ask: Ask) -> bool:
    """Whether the player wants to continue this match."""
    question = words.question(match.view, has_other_rules=not private.fits(match))
    while True:
        answer = await ask(question)
        if answer in words.YES or answer in words.NO:
            return answer in words.YES


async def _one_of(private: Private, meant: Sequence[Unfinished], ask: Ask) -> Unfinished | None:
    """Which of these the player wants to continue, None for a new match. Raises `EOFError` for none of that."""
    question = words.choices([match.view for match in meant], private.table.rules)
    while True:
        answer = await ask(question)
        if answer == words.QUIT:
            raise EOFError
        number = number_in(answer or "1")
        if number is not None and 1 <= number <= len(meant) + 1:
            return [*meant, None][number - 1]


async def _may_end(match: Unfinished, ask: Ask | None) -> bool:
    """Whether the player says the word that ends a match for good."""
    return ask is not None and await ask(words.end_question(match.view)) == words.END


def _told_of_new(private: Private, kept: Sequence[Unfinished]) -> Iterator[str]:
    """What the player is told of a new match while others are kept."""
    if private.if_unfinished is IfUnfinished.CONTINUE:
        yield words.nothing_to_continue(private.table.rules)
    if kept:
        yield words.kept(list(dict.fromkeys(match.game for match in kept)), private.folder)


async def _open(address: Address, wanted: OpenTable) -> str:
    async with requests_to(address) as host:
        answer = await host.ask(wanted, Tables, RefusedNotice)
    if isinstance(answer, Tables) and answer.opened is not None:
        return answer.opened
    raise RequestError(answer.text if isinstance(answer, RefusedNotice) else words_coming_in.NO_TABLE_OPENED)
