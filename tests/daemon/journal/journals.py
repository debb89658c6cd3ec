"""Entries to store, and a game to store them in."""

from daemon.journal.interface import (
    GameOpened,
    Journal,
)
from protocol.game.presets import PRESETS, make_rules
from protocol.log.events import Entry, Event, Said, TableOpened, TableOptions

AT = "2026-01-02T03:04:05.678Z"
OAK = GameOpened("oak", AT)


def opened_table() -> TableOpened:
    preset = PRESETS["cinq-et-trois"]
    rules, seats = make_rules(preset)
    return TableOpened(preset.name, rules, seats, TableOptions())


def entries_of(*events: Event, after: int = 0, at: str = AT) -> list[Entry]:
    return [Entry(after + nth, at, event) for nth, event in enumerate(events, start=1)]


def sayings(count: int, after: int = 0) -> list[Entry]:
    return entries_of(*(Said(0, "Ann", f"word {nth}") for nth in range(count)), after=after)


async def begin(journal: Journal, game: str = "g1", *events: Event, at: str = AT) -> None:
    await journal.append(game, 0, entries_of(opened_table(), *events), [GameOpened("oak", at)])
