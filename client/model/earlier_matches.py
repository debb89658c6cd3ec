"""The matches of before that this program has, for one that repeats the deals of such a match.

Not here: comparing them (`panels.comparison`), the folder of saved records (`program.games_folder`).
"""

from collections import deque
from collections.abc import Callable

from attrs import field

from client.view.view import View
from client.words import repeat_words
from protocol.frozen import define
from protocol.log.table import Table, fold
from protocol.wire.record import Header, Record
from protocol.wire.session import Session

MOST = 2


@define(eq=False)
class EarlierMatches:
    """`find`: the saved record of a game with this id; None if there is none. `records`: the newest last."""

    find: Callable[[str], Record | None] = lambda _: None
    records: deque[Record] = field(factory=lambda: deque[Record](maxlen=MOST))

    def add(self, record: Record) -> None:
        """Keep this record; the oldest of too many goes."""
        self.records.append(record)

    def remember(self, session: Session) -> None:
        """Keep the match that has just ended."""
        header = Header(session.game or "", session.table_name or "", session.entries[0].at)
        self.add(Record(header, tuple(session.entries)))

    def repeated_by(self, table: Table) -> Record | None:
        """The match whose deals the one at this table repeats, if this program has it."""
        game = table.repeats
        known = next((record for record in self.records if record.header.game == game), None)
        if known is not None or game is None:
            return known
        found = self.find(game)
        if found is not None:
            self.add(found)
        return found

    def was_same_game(self, session: Session) -> bool:
        """Whether the last match at this table was of its game and rules; False if this program had none there."""
        last = self.records[-1] if self.records else None
        if last is None or last.header.table != session.table_name:
            return False
        before, table = fold([last.entries[0].event]), session.table
        return (before.preset, before.rules) == (table.preset, table.rules)

    def is_missing(self, table: Table) -> bool:
        """Whether this table repeats the deals of a match that this program does not have."""
        return table.repeats is not None and self.repeated_by(table) is None

    def then(self, view: View) -> list[str]:
        """How the match ended whose deals this one has repeated, in a sentence; empty if that is not known."""
        earlier = self.repeated_by(view.table)
        totals = () if earlier is None else fold(entry.event for entry in earlier.entries).scores
        return [repeat_words.then(view, totals)] if len(totals) == len(view.table.scores) else []
