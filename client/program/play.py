"""`fives play`: the table of the private daemon that the player goes to.

Here: whether to continue an unfinished match or to begin another. One unfinished match of each game is saved, and none
is ended unless the player says so. With --resume, and without a terminal, the match that the command line names is
continued; if it names several, that is an error. At a terminal the player is asked: about the match of the game that
the command line names, or else, in line mode, which of all matches, or one as last time. Not here: the options
(`play_options`), the start screen (`start`), finding unfinished matches (`unfinished`), playing (`app`).
"""

from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from client.model.status import Ended
from client.net.request import RequestError, requests_to
from client.program.last_table import described, is_like, last_table, same_again
from client.program.play_options import PlayOptions
from client.program.questions import Ask, IfUnfinished, asked_as_last_time, asked_whether, asked_which
from client.program.unfinished import (
    SavedMatch,
    SavedMatches,
    data_words,
    end,
    find_unfinished,
    is_damaged,
    play_command,
    summary,
)
from client.store.saved_games import FinishedGame
from client.store.saved_seats import SavedSeats
from client.view.view import View
from client.words.english import listed
from client.words.name_words import game_title
from client.words.say import say, together
from client.words.start_words import END, ends
from protocol.frozen import frozen
from protocol.shared.address import Address
from protocol.shared.quoting import command_of
from protocol.wire.messages import OpenTable
from protocol.wire.session import Session


class NotClearError(RequestError):
    """Several matches fit the command line, and there is no terminal to ask at."""

    is_misuse = True


@frozen
class ChosenTable:
    """The table to go to. `notes`: lines to show the player on arrival."""

    table: str
    notes: tuple[str, ...] = ()


FindTable = Callable[[], Awaitable[tuple[Address, ChosenTable | Ended]]]
"""Finds the daemon, and the table to go to or how the run ends."""
ShowStart = Callable[[Callable[[], Awaitable[Address]], Session, SavedSeats], Awaitable[FindTable | None]]
"""Shows the start screen once the daemon is ready, for which it waits; None if the player goes to no table there."""


async def choose_table(
    address: Address,
    session: Session,
    seats: SavedSeats,
    options: PlayOptions,
    ask: Ask | None,
    finished: Callable[[], Sequence[FinishedGame]] = tuple,
) -> ChosenTable | Ended:
    """The table to go to, or how the run ends if the player wants none.

    `ask` is None without a terminal. `finished` returns the player's finished games, the newest first; raises
    `OSError`. Raises `RequestError`, and `NotClearError` as one.
    """
    saved = await find_unfinished(address, session, seats)
    if ask is not None and options.is_open:
        match await _at_a_terminal(options, saved, ask, finished):
            case SavedMatch() as unfinished:
                return continue_match(unfinished, options, saved)
            case OpenTable() as table:
                options = options.with_table(table)
            case None:
                pass
    else:
        match = await _to_continue(options, saved.matches, ask)
        if match is not None:
            return continue_match(match, options, saved)
    old = saved.match_of(options.table.rules)
    if old is not None and options.if_unfinished is IfUnfinished.ASK and not await _may_end(old, ask):
        return Ended(_still_saved([old.game], options.folder), failed=False)
    return await begin_match(address, session, seats, options, saved)


def continue_match(match: SavedMatch, options: PlayOptions, saved: SavedMatches) -> ChosenTable:
    """The table of this match, which is one of the `saved`."""
    return ChosenTable(match.seat.table, (_continuing(match.game), *_damaged(options, saved)))


async def begin_match(
    address: Address, session: Session, seats: SavedSeats, options: PlayOptions, saved: SavedMatches
) -> ChosenTable:
    """The table of a new match; the most recent unfinished one of its game is ended. Raises `RequestError`."""
    old = saved.match_of(options.table.rules)
    async with requests_to(address) as host:
        table = await host.open_table(options.table)  # first, so that no match ends unless another begins
    if old is not None:
        await end(address, session, seats, old)
    others = [match for match in saved.matches if match is not old]
    return ChosenTable(table, (*_about_other_matches(options, others), *_damaged(options, saved)))


async def _at_a_terminal(
    options: PlayOptions, saved: SavedMatches, ask: Ask, finished: Callable[[], Sequence[FinishedGame]]
) -> SavedMatch | OpenTable | None:
    """What the player chooses who has not said what to play: a match, a table as last time, or None for a new match.

    There is no question where all would be the same. Raises `EOFError` if the player quits.
    """
    games: Sequence[FinishedGame] = ()
    with suppress(OSError):
        games = finished()
    table, new = last_table(saved, games), game_title(options.table.rules)
    again = None if table is None else same_again(table)
    if again is None or table is None or is_like(again, options.table):
        return await _ask_which(options, saved.matches, ask) if saved.matches else None
    if not saved.matches:
        return again if await asked_as_last_time(ask, described(table), new) else None
    choices = [*map(_summary_of, saved.matches), say("unfinished.as_last_time", table=described(table)), _new(options)]
    return [*saved.matches, again, None][await asked_which(ask, choices)]


async def _to_continue(options: PlayOptions, matches: Sequence[SavedMatch], ask: Ask | None) -> SavedMatch | None:
    """The match that the player continues, None for a new one. Raises `NotClearError`."""
    candidates = [match for match in matches if not options.names_game or match.game == options.table.rules]
    if not candidates or options.if_unfinished is IfUnfinished.END:
        return None
    if ask is None or options.if_unfinished is IfUnfinished.CONTINUE:
        return _the_one(options, candidates)
    return candidates[0] if await _ask_whether(options, candidates[0], ask) else None


def _the_one(options: PlayOptions, candidates: Sequence[SavedMatch]) -> SavedMatch:
    """The only match that fits the command line. Raises `NotClearError`."""
    games = list(dict.fromkeys(match.game for match in candidates))
    if len(games) > 1:
        commands = listed([f"`{play_command(game, options.folder)}`" for game in games], "or")
        titles = listed(map(game_title, games))
        raise NotClearError(f"matches of {titles} are unfinished: {commands} continues one of them")
    fitting = next((match for match in candidates if match.fits(options)), None)
    if fitting is None and options.if_unfinished is IfUnfinished.ASK:
        raise NotClearError(
            f"a match of {game_title(games[0])} is unfinished, and has other rules than you asked for:"
            " --resume continues it, --new ends it and begins another"
        )
    return fitting or candidates[0]


async def _ask_whether(options: PlayOptions, match: SavedMatch, ask: Ask) -> bool:
    """Whether the player wants to continue this match."""
    key = "unfinished.continue" if match.fits(options) else "unfinished.continue_other_rules"
    return await asked_whether(ask, say(key, match=summary(match.view)))


async def _ask_which(options: PlayOptions, candidates: Sequence[SavedMatch], ask: Ask) -> SavedMatch | None:
    """The match that the player chooses, None for a new one. Raises `EOFError` if the player quits."""
    chosen = await asked_which(ask, [*map(_summary_of, candidates), _new(options)])
    return [*candidates, None][chosen]


def _summary_of(match: SavedMatch) -> str:
    return summary(match.view)


def _new(options: PlayOptions) -> str:
    return say("unfinished.new_match", game=game_title(options.table.rules))


async def _may_end(match: SavedMatch, ask: Ask | None) -> bool:
    """Whether the player types the word that ends a match for good."""
    return ask is not None and await ask(_end_question(match.view)) == END


def _damaged(options: PlayOptions, saved: SavedMatches) -> Iterator[str]:
    return (is_damaged(game, options.data) for game in saved.damaged)


def _about_other_matches(options: PlayOptions, others: Sequence[SavedMatch]) -> Iterator[str]:
    """The lines about other saved matches when a new one begins."""
    if options.if_unfinished is IfUnfinished.CONTINUE:
        yield _nothing_to_continue(options.table.rules)
    if others:
        yield _still_saved(list(dict.fromkeys(match.game for match in others)), options.folder)


# Questions and answers.


def _continuing(game: str) -> str:
    return say("unfinished.continuing", game=game_title(game))


def _still_saved(games: Sequence[str], folder: Path | None) -> str:
    """Which matches remain unfinished, and how to continue them."""
    titles = listed(map(game_title, games))
    if len(games) == 1:
        return say("unfinished.saved", game=titles, command=play_command(games[0], folder))
    command = command_of(("fives", "play", "--list", *data_words(folder)))
    return say("unfinished.all_saved", games=titles, command=command)


def _nothing_to_continue(game: str) -> str:
    return say("unfinished.nothing_to_continue", game=game_title(game))


def _end_question(view: View) -> str:
    """Whether to end this match for good."""
    return together(ends(summary(view)), say("unfinished.type_word", word=END))
