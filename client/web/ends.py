"""The ends of rounds and matches that a page shows: that of a round on the table, that of a match in a window.

Here: finding them among the entries, and which one the table shows until the player goes on: the daemon deals the next
round at once. Not here: the table at an end (`model.lookback`), the parts of the table that show it (`table_part`,
`seats_part`, `hand_part`), the window (`end_window`).
"""

from client.model.lookback import Lookback
from client.model.model import Model
from protocol.frozen import define
from protocol.log.table import Stage


@define(eq=False)
class Ends:
    """`of_round`: the end that the table shows now. `of_match`: that of this match, once it has ended.

    That of the match before stays as long as its window is open, also while the table has another game.
    `shape`: that of the room for the board when the round ended. The last board keeps it, so that no tile moves where
    the parts around it have another size now. `_seen`: the number of the last entry that was searched.
    """

    of_round: Lookback | None = None
    of_match: Lookback | None = None
    shape: float = 1.0
    _seen: int = 0

    def begin_game(self, model: Model, *, is_read: bool) -> None:
        """Forget the ends of another game, but that of a match which is read. This one's past has been seen."""
        self.of_round, self._seen = None, model.session.goal
        if not is_read:
            self.of_match = None

    def forget_match_before(self, model: Model) -> None:
        """Forget the end of the match before, which has been read."""
        if self.of_match is not None and self.of_match.game != model.session.game:
            self.of_match = None

    def note(self, model: Model, shape: float) -> None:
        """Look at the new entries. `shape`: that of the room for the board now."""
        session = model.session
        if not session.is_caught_up or session.head <= self._seen:
            return
        end, last_seen = model.last_end, self._seen
        self._seen = session.head
        if end.seq > last_seen:
            self._take(end.lookback(session.game, session.entries, model.sheet), shape)

    def note_old_match(self, model: Model) -> None:
        """Take the end of a match that had ended before this page came."""
        session = model.session
        if self.of_match is None and session.is_caught_up and model.table.stage is Stage.OVER:
            self.of_match = model.last_end.lookback(session.game, session.entries, model.sheet)

    def _take(self, found: Lookback | None, shape: float) -> None:
        if found is None:
            return
        if found.view.table.stage is Stage.OVER:
            self.of_round, self.of_match = None, found
        else:
            self.of_round, self.shape = found, shape

    def go_on(self) -> None:
        """Have the table show the present."""
        self.of_round = None
