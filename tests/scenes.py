"""A front end in a given state, to look at and to play on: `python -m tests.scenes SCENE`.

    python -m tests.scenes                                   list the scenes
    python -m tests.scenes ends                              the full screen: my turn, and a tile of mine fits two ends
    python -m tests.scenes round --lines --game playroom     line mode, before my play that ends the round
    python -m tests.scenes lobby --page --port 7100          a link for a browser

A game is played up to the scene, stored in the journal of a new `fivesd` in a temporary folder, and continued by a
client that has the key to Ann's seat. The same words always show the same tiles. All of it is real: bots answer, hints
work, and other clients can join.

Here: the scenes, and starting the programs. Not here: players without a terminal or a browser for tests
(`tests.client.at_desk`, `at_page`, `at_lines`), which need neither a daemon nor a journal.
"""

import argparse
import sys
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from itertools import takewhile
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

import trio
from attrs import evolve

from client.store.browser_seats import way_back
from client.store.file_seats import FileSeats
from client.store.saved_seats import SavedSeat
from daemon.journal.interface import GameOpened, TokenIssued
from daemon.journal.sqlite_journal import open_journal
from daemon.table.tokens import digest
from protocol.game.options import RulesError, Spelling
from protocol.game.presets import PRESETS
from protocol.log.choices import plays_of
from protocol.log.events import Event, Knocked, MatchWon, MoveEvent, RoundEnded, SeatTaken, TileDrawn
from protocol.log.table import Table, fold
from protocol.wire.messages import OpenTable
from tests.end_to_end.program import Running, environment, running
from tests.played import NAMES, entered, played_match, tables_of

ME: Final = 0
NAME: Final = NAMES[ME]
TABLE: Final = "ash"
GAME: Final = "2026-01-02-ash-000000"
TOKEN: Final = "a-token-for-scenes"
MATCHES_TO_TRY: Final = 40
BOTS_ONLY: Final = ("--rules", "cinq-et-trois", "--bots", "2")
"""The daemon's own table, where nobody can sit down: so a client goes to its own seat, or to the lobby."""


class Moment(NamedTuple):
    """A moment of a match: the table, the next move in the match that was played, and what followed from that move."""

    table: Table
    move: MoveEvent
    following: tuple[Event, ...]

    @property
    def is_mine(self) -> bool:
        return self.table.turn == ME

    def leads_to(self, event: type[Event]) -> bool:
        """Whether I have only one play, and this event follows from it."""
        is_forced = self.is_mine and len(plays_of(self.table, ME)) == 1
        return is_forced and any(isinstance(consequence, event) for consequence in self.following)


def _is_turn(at: Moment) -> bool:
    return _has_board(at) and at.is_mine and len({play.tile for play in plays_of(at.table, ME)}) > 1


def _has_two_ends(at: Moment) -> bool:
    tiles = [play.tile for play in plays_of(at.table, ME)] if at.is_mine and _has_board(at) else []
    return len(set(tiles)) < len(tiles)


def _has_board(at: Moment) -> bool:
    return at.table.round is not None and len(at.table.round.layout.tiles) >= 4


class Scene(NamedTuple):
    """A scene: what it shows, and the moment of a match; `people`: the others are people, who are away."""

    about: str
    happens: Callable[[Moment], bool]
    people: bool = False


SCENES: Final = {
    "turn": Scene("my turn, with several tiles that fit", _is_turn),
    "ends": Scene("my turn, and a tile fits two ends", _has_two_ends),
    "draw": Scene("my turn, and I have to draw", lambda at: at.is_mine and isinstance(at.move, TileDrawn)),
    "knock": Scene("my turn, and I have to knock", lambda at: at.is_mine and isinstance(at.move, Knocked)),
    "round": Scene("my only play ends the round", lambda at: at.leads_to(RoundEnded) and not at.leads_to(MatchWon)),
    "match": Scene("my only play wins or loses the match", lambda at: at.leads_to(MatchWon)),
    "away": Scene("the turn of somebody who is away", lambda at: _has_board(at) and not at.is_mine, people=True),
}
SEATS: Final = "seats"
LOBBY: Final = "lobby"
OTHERS: Final = {SEATS: "the waiting room, with a bot, as its host", LOBBY: "the list of six tables"}
"""Scenes without a match."""


class NoSuchSceneError(Exception):
    """No match has this scene. The text is one line."""


def events_of(
    scene: str, game: str, settings: Mapping[str, Spelling] | None = None, seats: int | None = None
) -> list[Event]:
    """A match up to the scene, or a table up to its waiting room. Raises `NoSuchSceneError` and `RulesError`."""
    if scene == SEATS:
        events = played_match(game, settings, seats)
        return events[: 3 if len(fold(events[:1]).seats) > 2 else 2]
    wanted = SCENES[scene]
    for chance in range(MATCHES_TO_TRY):
        events = played_match(game, settings, seats, chance)
        for number, moment in moments_of(events):
            if wanted.happens(moment):
                found = events[:number]
                return [_as_person(event) for event in found] if wanted.people else found
    raise NoSuchSceneError(f"no match of {game} has the scene {scene}")


def moments_of(events: Sequence[Event]) -> Iterator[tuple[int, Moment]]:
    """Each moment before a move, with the number of the last event before it."""
    for number, table in enumerate(tables_of(events[:-1]), start=1):
        move = events[number]
        if isinstance(move, MoveEvent):
            following = takewhile(lambda event: not isinstance(event, MoveEvent), events[number + 1 :])
            yield number, Moment(table, move, tuple(following))


def _as_person(event: Event) -> Event:
    return evolve(event, bot=None) if isinstance(event, SeatTaken) else event


async def _store(data: Path, events: Sequence[Event]) -> None:
    """Write this game to a new journal; the key to my seat is `TOKEN`, and I am the host."""
    await trio.Path(data).mkdir()
    entries = entered(events)
    opened = GameOpened(TABLE, entries[0].at)
    async with open_journal(data / "journal.sqlite") as journal:
        await journal.append(GAME, 0, entries, [opened, TokenIssued(ME, digest(TOKEN), is_host=True)])


async def _open_lobby(daemon: Running) -> None:
    """Open five tables beside the daemon's own, whose people stay as long as the daemon runs."""
    for name, table, sits in (
        ("Ben", OpenTable("fives-and-threes"), True),
        ("Cho", OpenTable("all-fives", seats=3, bots=2), True),
        ("Dai", OpenTable("playroom", set={"max_pip": 12}, seats=12, bots=9), True),
        ("Eve", OpenTable("all-threes", password="sesame"), True),
        ("Fay", OpenTable("cinq-et-trois", set={"target": 31}), False),
    ):
        client = await daemon.client(name)
        await client.send(table)
        if sits:
            await client.enter(password=table.password)


class Opened(NamedTuple):
    """A scene that is running: its daemon, and my seat in it."""

    daemon: Running
    seat: SavedSeat

    def link(self, *, is_seated: bool = True) -> str:
        """The link that opens the page, at my seat or in the lobby."""
        return f"http://{self.seat.address}/{f'#back={way_back(self.seat)}' if is_seated else ''}"


@asynccontextmanager
async def opened(events: Sequence[Event], port: int = 0, *, has_page: bool = False) -> AsyncIterator[Opened]:
    """A daemon after these events, or with six tables if there are none."""
    with TemporaryDirectory(prefix="fives-scene-") as folder:
        data = Path(folder, "data")
        if events:
            await _store(data, events)
        async with running(data, *BOTS_ONLY, port=port, has_page=has_page) as daemon:
            if not events:
                await _open_lobby(daemon)
            yield Opened(daemon, SavedSeat(f"localhost:{daemon.port}", TABLE, NAME, TOKEN, GAME))


async def show(events: Sequence[Event], port: int, front_end: Sequence[str] | None) -> None:
    """Start a daemon and a client after these events; wait until the player leaves.

    `front_end`: the flags of the client, or None for a link to the page.
    """
    async with opened(events, port, has_page=front_end is None) as scene:
        if front_end is None:
            print(scene.link(is_seated=bool(events)), flush=True)
            print("Ctrl-C ends it.", flush=True)
            await trio.sleep_forever()
        with TemporaryDirectory(prefix="fives-scene-") as home:
            if events:
                FileSeats(Path(home)).save(scene.seat)
            words = [sys.executable, "-m", "client", "join", scene.seat.address]
            flags = ["--data", home, "--name", NAME, *front_end]
            await trio.run_process([*words, *flags], stdin=None, check=False, env=environment())


def main(argv: Sequence[str] | None = None) -> None:
    """Show the requested scene, or list the scenes."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.scenes",
        description="Start a front end in a given state, to look at it and to play on.",
        epilog="Other flags are those of `fives join`, such as --lines and --ascii.",
        allow_abbrev=False,
    )
    parser.add_argument("scene", nargs="?", choices=[*SCENES, *OTHERS], metavar="SCENE", help="default: list them")
    parser.add_argument("--game", default="all-fives", choices=list(PRESETS), help="default: all-fives")
    parser.add_argument("--set", action="append", default=[], metavar="OPTION=VALUE", help="a house rule")
    parser.add_argument("--seats", type=int, help="how many players")
    parser.add_argument("--port", type=int, default=0, help="the daemon's port, for other clients; default: any")
    parser.add_argument("--page", action="store_true", help="print a link for a browser instead of starting a terminal")
    given, flags = parser.parse_known_args(argv)
    if given.scene is None:
        abouts = {**{name: scene.about for name, scene in SCENES.items()}, **OTHERS}
        print("\n".join(f"{name:<8}{about}" for name, about in abouts.items()))
        return
    settings = {option: value for option, _, value in (word.partition("=") for word in given.set)}
    try:
        events = [] if given.scene == LOBBY else events_of(given.scene, given.game, settings, given.seats)
    except (NoSuchSceneError, RulesError) as error:
        parser.error(str(error))
    with suppress(KeyboardInterrupt):
        trio.run(show, events, given.port, None if given.page else flags)


if __name__ == "__main__":
    main()
