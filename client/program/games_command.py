"""`fives games`: every game of this player that this machine knows, on the full screen, in lines, or printed.

Here: collecting them and continuing the one that is chosen. Nothing leaves this machine: the unfinished matches of
`fives play` are read from a private daemon. Not here: the lists (`screen.games_window`, `lines.games_lines`).
"""

import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Final

import trio

from client.lines.games_lines import as_json, choose_in_lines, printed
from client.net.request import RequestError
from client.program.course_commands import exercises_in_lines
from client.program.daemon_start import PrivateDaemonError, start_private
from client.program.export import ExportError, write_file
from client.program.private_daemon import private_daemon
from client.program.unfinished import SAVED_AS, find_unfinished, summary
from client.replay.continuation import Continuation
from client.replay.evening import last_evening, look_at_record
from client.replay.svg_file import svg_of_evening
from client.store.file_games import FileGames
from client.store.file_seats import FileSeats
from client.store.files import PLAY, PLAYED_ON, data_folder
from client.store.my_games import MyGame, UnfinishedGame, unfinished_at_hosts
from client.store.saved_seats import seats_at
from client.store.unfinished_games import UnfinishedGames
from client.terminal.look import Look, can_draw
from client.terminal.printed_lines import print_error, print_line
from client.terminal.typed_lines import standard_input
from client.words.say import say
from protocol.frozen import frozen
from protocol.shared.exit_status import DONE, FAILED, MISUSED
from protocol.version import __version__
from protocol.wire.messages import Role
from protocol.wire.session import Session

_FORCE_NEEDS_A_FILE: Final = "--force goes with --svg"


@frozen
class ListingOptions:
    """How to list the games: in lines, as JSON, or with this look. `data` is the folder of --data, None without it.

    `evening`: the last evening alone, to paste into a chat; `svg`: as a picture in this file, which `force` replaces.
    """

    data: Path | None = None
    lines: bool = False
    json: bool = False
    look: Look | None = None
    evening: bool = False
    svg: Path | None = None
    force: bool = False


def evening_command(options: ListingOptions) -> int:
    """Print the last evening to paste into a chat, or write its picture; returns the exit status."""
    folder = data_folder(options.data)
    try:
        found = last_evening(FileGames(folder).all(), look_at_record)
    except OSError as error:
        print_error(f"{error.filename or folder}: {error.strerror or error}")
        return FAILED
    if found is None:
        print_line(say("evening.none"))
        return DONE
    try:
        if options.svg is not None:
            write_file(options.svg, f"{svg_of_evening(found)}\n", is_new=not options.force)
    except ExportError as error:
        print_error(str(error))
        return MISUSED
    for line in (found.title, *found.lines) if options.svg is None else (say("saving.written", path=str(options.svg)),):
        print_line(line)
    return DONE


def games_command(options: ListingOptions, main: Callable[[Sequence[str]], int]) -> int:
    """Show the games; returns the exit status. `main` carries out the command that continues an unfinished game."""
    if options.force and options.svg is None:
        print_error(_FORCE_NEEDS_A_FILE)
        return MISUSED
    if options.evening or options.svg is not None:
        return evening_command(options)
    folder = data_folder(options.data)
    try:
        flags = () if options.data is None else ("--data", str(options.data))
        records = UnfinishedGames(folder).by_game()
        unfinished = [
            *_unfinished_private(folder if options.data is not None else folder / PLAY, flags),
            *_unfinished_private(folder / PLAYED_ON, ("--data", str(folder / PLAYED_ON))),
            *unfinished_at_hosts(FileSeats(folder), flags, records),
        ]
        games: list[MyGame] = [*unfinished, *FileGames(folder).all()]
    except OSError as error:
        print_error(f"{error.filename or folder}: {error.strerror or error}")
        return FAILED
    if options.json or not (sys.stdin.isatty() and sys.stdout.isatty()):
        print(as_json(games) if options.json else "\n".join(printed(games)))
        return DONE
    chosen = _choose(games, folder, options)
    if chosen is None:
        return DONE
    of_data = flags if isinstance(chosen, Continuation) else ()
    return main([*chosen.command, *of_data, *(["--lines"] if options.lines else [])])


def _choose(games: Sequence[MyGame], folder: Path, options: ListingOptions) -> UnfinishedGame | Continuation | None:
    if options.lines or not can_draw():
        typed = standard_input()
        return choose_in_lines(games, typed, print_line, partial(exercises_in_lines, folder, typed))
    from client.program.on_screen import choose_game  # noqa: PLC0415 - see there

    return choose_game(games, folder, options.look or Look())


def _unfinished_private(data: Path, flags: Sequence[str]) -> list[UnfinishedGame]:
    """The unfinished matches of `fives play` in this folder; a daemon is started only if there may be any.

    `flags`: those with which `fives play` continues them.
    """
    seats = FileSeats(data)
    if all(seat.is_over for seat in seats_at(seats, *SAVED_AS)):
        return []

    async def find() -> list[UnfinishedGame]:
        async with private_daemon(start_private((), data), data) as ready:
            session = Session(" ".join(("fives", __version__)), "", Role.PLAYER)
            saved = await find_unfinished(await ready(), session, seats)
        return [
            UnfinishedGame(summary(match.view), ("play", match.game, "--resume", *flags)) for match in saved.matches
        ]

    try:
        return trio.run(find)
    except* (PrivateDaemonError, RequestError) as group:
        print_error(say("games.left_out", why=str(_first(group))))
    return []


def _first(group: BaseExceptionGroup[BaseException]) -> BaseException:
    error: BaseException = group
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error
