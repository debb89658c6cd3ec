"""Excursions from a table in line mode: to the player's games, and to the analysis of a match that has ended.

Not here: excursions on the full screen (`on_screen`), finding the games and the record (`games_folder`), what a front
end knows of excursions (`actions.excursion`), the lists and replays (`client.lines`).
"""

from collections.abc import Callable
from functools import partial

import trio

from client.lines.games_lines import choose_in_lines
from client.lines.replay_lines import LineReplay
from client.program.course_commands import exercises_in_lines
from client.program.games_folder import GamesFolder
from client.replay.continuation import Continuation
from client.replay.games_words import command_to_continue
from client.store.my_games import UnfinishedGame
from client.terminal.printed_lines import print_line
from client.terminal.typed_lines import TypedLines
from client.words.say import say
from protocol.frozen import define
from protocol.wire.record import Record


@define
class LineExcursions:
    """Excursions in line mode, with the same typed lines as the game, and printed (`out`) in the same way."""

    games_folder: GamesFolder
    typed: TypedLines
    out: Callable[[str], None] = print_line

    async def see_games(self) -> tuple[str, ...]:
        """List the player's own games; no unfinished one is continued from here."""
        return await trio.to_thread.run_sync(self._choose, abandon_on_cancel=True)

    def _choose(self) -> tuple[str, ...]:
        games = self.games_folder.games()
        practise = partial(exercises_in_lines, self.games_folder.folder, self.typed)
        chosen = choose_in_lines(games, self.typed, self.out, practise)
        if isinstance(chosen, UnfinishedGame):
            self.out(say("games.leave_first", command=command_to_continue(chosen)))
        return self._done(chosen if isinstance(chosen, Continuation) else None)

    async def analyse(self, record: Record, seat: int | None) -> tuple[str, ...]:
        """Analyse this match and show its replay."""
        return await trio.to_thread.run_sync(self._analyse, record, seat, abandon_on_cancel=True)

    def _analyse(self, record: Record, seat: int | None) -> tuple[str, ...]:
        opened = self.games_folder.match_record(record, seat)
        return self._done(LineReplay(opened, self.out, analyses=True).run(self.typed))

    def _done(self, played_on: Continuation | None) -> tuple[str, ...]:
        if played_on is not None:
            return self.games_folder.command_of(played_on)
        self.out(say("run.back"))
        return ()
