"""The table of the player's last match alone, to begin another one like it.

Here: finding it, and what is opened then. Not here: the start screen, which offers it (`screen.start_screen`), matches
that can be continued (`unfinished`).
"""

from collections.abc import Iterable, Iterator
from contextlib import suppress

from client.program.unfinished import SavedMatches
from client.store.my_games import PRIVATE
from client.store.saved_games import FinishedGame
from client.store.saved_records import read_file
from client.view.view import View
from client.words.english import in_line
from client.words.name_words import game_and_target
from client.words.rule_words import house_rules, spelled_house_rules
from client.words.say import say
from protocol.game.presets import PRESETS
from protocol.log.table import Table, fold
from protocol.wire.messages import OpenTable
from protocol.wire.record import RecordError


def last_table(saved: SavedMatches, games: Iterable[FinishedGame]) -> Table | None:
    """The table of the last match at the private daemon, unfinished or not; None if its rules are not known."""
    tables = (match.view.table for match in saved.matches)
    found = next(tables, None) or next(_finished(games), None)
    return found if found is not None and found.preset in PRESETS and found.repeats is None else None


def _finished(games: Iterable[FinishedGame]) -> Iterator[Table]:
    """The tables of finished matches alone whose records are there, the newest first."""
    for game in games:
        if game.record is not None and game.result.host == PRIVATE:
            with suppress(OSError, RecordError):
                yield fold(entry.event for entry in read_file(game.record).entries)


def same_again(table: Table) -> OpenTable:
    """What opens a table like this one, with bots on all seats but one."""
    seats = len(table.seats)
    return OpenTable(table.preset, spelled_house_rules(table), seats, table.options, bots=seats - 1)


def described(table: Table) -> str:
    """`All Fives to 100, 3 players, 1 house rule, master bots`"""
    changed = len(house_rules(table.rules, len(table.seats), table.preset))
    return in_line(
        (
            game_and_target(View(table)),
            say("start.players", n=len(table.seats)),
            *([say("unfinished.house_rules", n=changed)] if changed else []),
            say("start.bots", level=table.options.bot_level),
        )
    )
