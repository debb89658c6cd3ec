"""The table of the player's last match, alone or hosted, to begin another one like it.

Here: finding that of a match alone, what is opened then, and the table in words. Not here: offering it
(`screen.start_screen`, `play`, `own_table`), finding that of a hosted match (`own_table`), matches that can be
continued (`unfinished`).
"""

from collections.abc import Iterable, Iterator
from contextlib import suppress

from attrs import evolve

from client.program.unfinished import SavedMatches
from client.store.my_games import PRIVATE
from client.store.saved_games import FinishedGame
from client.store.saved_records import read_file
from client.view.view import View
from client.words.english import in_line
from client.words.name_words import game_and_target, players
from client.words.option_words import level_in_words
from client.words.rule_words import house_rules, spelled_house_rules
from client.words.say import say
from protocol.game.presets import PRESETS
from protocol.log.table import Table, fold
from protocol.wire.messages import OpenTable
from protocol.wire.record import RecordError
from protocol.wire.table_request import table_opened


def last_table(saved: SavedMatches, games: Iterable[FinishedGame]) -> Table | None:
    """The table of the last match at the private daemon, unfinished or not; None if its rules are not known."""
    tables = (match.view.table for match in saved.matches)
    found = next(tables, None) or next(_finished(games), None)
    return found if found is not None and can_be_repeated(found) else None


def can_be_repeated(table: Table) -> bool:
    """Whether there can be another table like this: its game is known, and its deals nobody's but its own."""
    return table.preset in PRESETS and table.repeats is None and table.board is None


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


def hosted_again(view: View, password: str | None) -> OpenTable:
    """What opens a hosted table like this one: the seats of friends are free again, and bots have theirs.

    If there were only bots, all seats are free: they would not wait for anybody.
    """
    bots = len(_bots_at(view)) if friends_at(view) else 0
    return evolve(same_again(view.table), bots=bots, password=password)


def is_like(request: OpenTable, other: OpenTable) -> bool:
    """Whether the two open tables of one kind."""
    same = request.bots == other.bots and (request.password is None) == (other.password is None)
    return same and table_opened(request) == table_opened(other)


def friends_at(view: View) -> list[int]:
    """The seats of the other people at a table."""
    return [seat for seat, who in enumerate(view.table.seats) if who.is_person and seat != view.seat]


def _bots_at(view: View) -> list[int]:
    return [seat for seat, who in enumerate(view.table.seats) if who.bot is not None]


def described(table: Table) -> str:
    """`All Fives to 100, 3 players, 1 house rule, master bots`"""
    players_ = say("start.players", n=len(table.seats))
    return in_line((game_and_target(View(table)), players_, *_changed(table), _bots(table)))


def described_with(view: View) -> str:
    """`All Fives to 100 with Ben and Cho, 1 house rule, club bots`"""
    friends = friends_at(view)
    if not friends:
        return described(view.table)
    game = say("game.with", title=game_and_target(view), players=players(view, friends).name)
    return in_line((game, *_changed(view.table), *([_bots(view.table)] if _bots_at(view) else [])))


def _changed(table: Table) -> Iterator[str]:
    changed = len(house_rules(table.rules, len(table.seats), table.preset))
    if changed:
        yield say("unfinished.house_rules", n=changed)


def _bots(table: Table) -> str:
    return say("start.bots", level=level_in_words(table.options.bot_level))
