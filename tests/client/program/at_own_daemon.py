"""What `fives play` asks and decides before a match, in the process of the test.

Here: the private daemon of a player's folder, and the player who comes to it with words after `fives play` and answers
its questions. Not here: the program itself, at a pipe or at a terminal (`programs`).
"""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import trio
from attrs import define, field

from client.model.status import Ended
from client.net.request import requests_to
from client.program.commands import COMMANDS
from client.program.play import ChosenTable, choose_table
from client.program.play_command import options_of
from client.program.play_options import PlayOptions
from client.program.unfinished import SavedMatches, find_unfinished, listing
from client.store.file_games import FileGames
from client.store.file_seats import FileSeats
from client.store.files import PLAY, SEATS
from daemon.house.house_rules import HouseRules
from daemon.program.serve import serve
from daemon.program.service import Service
from protocol.shared.address import LOCALHOST, Address
from protocol.shared.command_line import Parser
from protocol.shared.places import PlaceLimits
from protocol.wire.messages import AskTables, OpenTable, Role, Tables, TableSummary
from protocol.wire.session import Session
from tests.client.program.programs import PATIENCE


@define
class Answers:
    """The answers of a player at a terminal, and the questions that they have read."""

    typed: list[str]
    questions: list[str] = field(factory=list)

    async def __call__(self, question: str) -> str:
        self.questions.append(question)
        return self.typed.pop(0)


@define
class AtOwnDaemon:
    """A player with this folder, whose daemon is at this address."""

    home: Path
    address: Address
    session: Session = field(factory=lambda: Session("fives test", "Ann", Role.PLAYER))

    async def plays(self, *words: str, answers: Answers | None = None) -> ChosenTable | Ended:
        """Where `fives play` leads with these words; without `answers` there is no terminal."""
        options = self._options(words)
        seats, games = FileSeats(options.data), FileGames(self.home)
        return await choose_table(self.address, self.session, seats, options, answers, games.all)

    async def unfinished(self) -> SavedMatches:
        """The player's unfinished matches, which the daemon knows."""
        return await find_unfinished(self.address, self.session, FileSeats(self.home / PLAY))

    async def games(self) -> list[str]:
        """The games of those that can be continued, the one played last first."""
        return [match.game for match in (await self.unfinished()).matches]

    async def table(self, name: str) -> TableSummary:
        """The table with this name, as the daemon lists it."""
        async with requests_to(self.address) as host:
            tables = (await host.ask(AskTables(), Tables)).tables
        return next(table for table in tables if table.table == name)

    @property
    def keys(self) -> Sequence[Path]:
        """The files of the player's saved seats."""
        return list((self.home / PLAY / SEATS).iterdir())

    async def listing(self, *words: str) -> list[str]:
        """The lines of `fives play --list` with these words."""
        options = self._options(words)
        return listing(await self.unfinished(), options.folder, options.data)

    @staticmethod
    def _options(words: Sequence[str]) -> PlayOptions:
        parser = Parser(prog="fives play")
        COMMANDS["play"].add(parser)
        return options_of(parser.parsed(words))


@asynccontextmanager
async def at_own_daemon(home: Path) -> AsyncIterator[AtOwnDaemon]:
    """The daemon that `fives play` starts, with the games in this player's folder."""
    ports, port = trio.open_memory_channel[int](1)
    service = Service(
        data=home / PLAY,
        table=OpenTable("fives-and-threes"),
        house=HouseRules(think=0, is_private=True),
        host=LOCALHOST,
        port=0,
        limits=PlaceLimits(),
        stops_with_stdin=False,
        announce=lambda _, _friends, number, _key: ports.send_nowait(number),
    )
    async with trio.open_nursery() as nursery:
        nursery.start_soon(serve, service)
        with trio.fail_after(PATIENCE):
            yield AtOwnDaemon(home, Address(LOCALHOST, await port.receive()))
        nursery.cancel_scope.cancel()
