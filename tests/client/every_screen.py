"""Every kind of screen, and the combinations of styles drawn on it."""

import asyncio
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from prompt_toolkit.application import Application, create_app_session
from prompt_toolkit.application.current import set_app
from prompt_toolkit.data_structures import Size as TerminalSize
from prompt_toolkit.input import DummyInput
from prompt_toolkit.output import DummyOutput

from client.picture.pinwheel import Size
from client.replay.record_file import audited
from client.screen.display import Display
from client.screen.paper import Line
from client.screen.replay_screen import ReplayScreen
from client.screen.table_screen import TableScreen
from client.terminal.look import Look
from protocol.log.events import Paused, Resumed, Said, SeatTaken, StandInSeated
from protocol.log.table import Stage
from protocol.wire.messages import SeatSummary, Tables, TableSummary
from protocol.wire.notices import PresenceNotice, ThinkingNotice, TroubleNotice
from protocol.wire.record import Header, Record
from tests.client.at_desk import Player, at_table, newcomer
from tests.client.at_table import AT
from tests.client.frames import painted
from tests.client.states import before, is_my_turn, match_of, states
from tests.client.three_handed import OPENING
from tests.played import entered

_SIZES: Final = (Size(40, 20), Size(80, 24), Size(120, 40))
_GAMES: Final = ("fives-and-threes", "all-fives")


def lobby() -> Iterator[Player]:
    """Before there is a table: no list yet, a list, and the form for a new table, row by row."""
    player = newcomer()
    yield player
    seats = (SeatSummary("Ben", here=True), SeatSummary())
    open_, locked = (
        TableSummary(name, name, "all-fives", seats, Stage.SEATING, locked=name == "fig") for name in ("oak", "fig")
    )
    player.take(player.model.receive(Tables((open_, locked))))
    yield player
    player.press("down")
    yield player
    player.press("down", "enter", "up", "enter")
    for _ in range(42):
        player.press("down")
        yield player
    player.press("right")
    yield player
    player.press("escape")
    yield player


def seats() -> Iterator[Player]:
    """The waiting room."""
    player = at_table(OPENING[0], OPENING[1], host=True)
    player.receives(SeatTaken(1, "Kim", "club"))
    player.press("down")
    yield player


def turn() -> Iterator[Player]:
    """My turn, with every window and panel."""
    history = before("all-fives", is_my_turn)
    for key in "csetwlmhnrxj?oiq:/":
        player = at_table(*history, host=True)
        player.press("escape", key)
        yield player
    player = at_table(*history, host=True)
    player.press("escape", "o", "o", "o")
    yield player
    for event in (Said(1, "Ben", "hello"), StandInSeated(1, "club"), Paused(0), Resumed(0)):
        player.receives(event)
        yield player
    player.take(player.model.receive(PresenceNotice(1, here=False)))
    yield player
    player.take(player.model.receive(TroubleNotice("the disk is full")))
    yield player
    player = at_table(*history)
    player.press("escape", "k")
    yield player


def event_by_event() -> Iterator[Player]:
    """A match from its first deal, event by event, for a player and a spectator."""
    for seat in (0, None):
        player = at_table(*match_of("all-fives")[:2], seat=seat)
        for event in match_of("all-fives")[2:60]:
            player.receives(event)
            yield player
            if player.model.table.turn is not None:
                player.take(player.model.receive(ThinkingNotice(player.model.table.turn)))
            yield player


def replay() -> Iterator[ReplayScreen]:
    """A replay from its start to its end, with its windows."""
    record = Record(Header("g1", "oak", AT), tuple(entered(match_of("all-fives"))))
    screen = ReplayScreen(audited(record))
    for key in (
        "right",
        "right",
        "f",
        "right",
        "a",
        "escape",
        "space",
        "space",
        "s",
        "escape",
        "?",
        "escape",
        "o",
        "end",
    ):
        screen.press(key)
        yield screen


KINDS: Final = (lobby, seats, turn, event_by_event)
"""The kinds of screens of a table: each yields its player again whenever there is something else to see."""


def _frames() -> Iterator[list[Line]]:
    for size in _SIZES:
        for kind in KINDS:
            for player in kind():
                yield player.frame(size)
        for game in _GAMES:
            for _, player, _ in states(game):
                yield player.frame(size)
        for screen in replay():
            yield painted(screen, size)


@lru_cache
def styles_drawn() -> frozenset[str]:
    """The style of every piece of text on every kind of screen."""
    return frozenset(fragment.style for lines in _frames() for line in lines for fragment in line)


def _typing(look: Look) -> TableScreen:
    """A player in the middle of a match who types a chat message."""
    screen = at_table(*before("all-fives", is_my_turn)).screen
    screen.look = Look(look.style, look.is_ascii, uses_mouse=False)
    screen.type_line("/", print, "hello")
    return screen


class _Output(DummyOutput):
    def get_size(self) -> TerminalSize:
        return TerminalSize(24, 80)


@lru_cache
def styles_on_terminal(look: Look) -> frozenset[str]:
    """The style of every cell that the application draws in this look, including the typed line."""
    with create_app_session(DummyInput(), _Output()):
        app = Display(_typing(look)).app
        asyncio.run(_draw(app))
    screen = app.renderer.last_rendered_screen
    assert screen is not None
    return frozenset(cell.style.strip() for row in screen.data_buffer.values() for cell in row.values())


async def _draw(app: Application[None]) -> None:
    with set_app(app):
        app.renderer.render(app, app.layout)
        await app.cancel_and_wait_for_background_tasks()  # the typed line loads its history
