"""The end of a round or a match, which is still shown while play goes on.

Here: `Lookbacks`, which finds new ends among the entries and knows which one is shown. Not here: what is shown of it
(`desk_scene`), drawing it (`round_end`), finding an end (`model.lookback`).
"""

from collections.abc import Sequence
from typing import Final

from attrs import evolve

from client.model.lookback import Lookback, is_at_an_end, last_end
from client.model.model import Model
from client.view.view import View
from protocol.frozen import define
from protocol.log.events import Entry, PlayerReturned
from protocol.log.table import Stage
from protocol.log.table import evolve as folded

LOOK_BACK: Final = 10.0
"""Seconds for which a spectator is shown the end of a round; a player presses a key to go on."""


@define(eq=False)
class Lookbacks:
    """The ends of rounds and matches that a player reads, one after the other: the daemon deals the next round at once.

    `asks_for_another`: this player asked for the next match, so it is shown at once. `shows_last_board`: after a match,
    in place of its highlights. `_read`: the end that is read now or was read last, and `_next` the one after it.
    `_read_since`: seconds on trio's clock. `_seen`: the number of the last entry that was looked at.
    """

    model: Model
    asks_for_another: bool = False
    shows_last_board: bool = False
    _read: Lookback | None = None
    _next: Lookback | None = None
    _read_since: float = 0.0
    _seen: int = 0

    def begin_game(self) -> None:
        """Begin another game. The end of the last one is shown on, unless this player asked for this game."""
        self._seen = 0
        self.shows_last_board = False
        if self.asks_for_another:
            self._read, self._next, self.asks_for_another = None, None, False

    def note(self, now: float) -> bool:
        """Look at the new entries; True if a round or a match has ended."""
        session = self.model.session
        # Entries that came with the welcome are history: they are summed up, not shown one by one.
        self._seen = max(self._seen, session.goal)
        self._note_returned(session.entries[self._seen :])
        ended = last_end(session.game, session.seat, session.entries, self._seen)
        if ended is None and self.model.table.stage is Stage.OVER and session.is_caught_up:
            is_known = self._read is not None and self._read.game == session.game
            ended = None if is_known else last_end(session.game, session.seat, session.entries)
        self._seen = max(self._seen, session.head)
        if ended is None:
            return False
        self._read_since = now
        if self._is_still_reading(ended):
            self._next = ended
        else:
            self._read, self._next = ended, None
        return True

    def _note_returned(self, entries: Sequence[Entry]) -> None:
        """Have those who are back play for themselves at the end that is read, too."""
        read = self._read
        for entry in entries:
            if isinstance(entry.event, PlayerReturned) and read is not None and read.game == self.model.session.game:
                view = View(folded(read.view.table, entry.event), read.view.seat, is_drawn=True)
                read = self._read = evolve(read, view=view)

    def _is_still_reading(self, ended: Lookback) -> bool:
        """Whether a player still reads the end of a round when the match ends, which is then shown after it."""
        read = self._read
        if read is None or self.model.seat is None or ended.view.table.stage is not Stage.OVER:
            return False
        return read.game == ended.game and read.row.number < ended.row.number

    def go_on(self) -> None:
        """Close the end that is shown; the next one is shown, if there is one."""
        self._read, self._next = self._next, None

    @property
    def shown(self) -> Lookback | None:
        """The end that is shown in place of the table, or None."""
        if self._read is None:
            return None
        is_on = self._read.game == self.model.session.game and self.model.table.stage is Stage.OVER
        return self._read if is_on or self.is_behind_play or is_at_an_end(self.model.table) else None

    @property
    def is_behind_play(self) -> bool:
        """Whether an end is still shown although play goes on."""
        if self._read is None:
            return False
        return (
            self._next is not None
            or self._read.game != self.model.session.game
            or not (is_at_an_end(self.model.table) or self.model.table.stage is Stage.OVER)
        )

    @property
    def closes_by_itself(self) -> bool:
        """Whether it is shown for `LOOK_BACK` only: a spectator has no turn to miss.

        Who has lost the seat meanwhile reads on.
        """
        return self.is_behind_play and self._read is not None and self._read.view.seat is None

    def tick(self, now: float) -> bool:
        """Let time pass. True if that has closed the end that was shown."""
        if not self.closes_by_itself or now - self._read_since <= LOOK_BACK:
            return False
        self.go_on()
        return True
