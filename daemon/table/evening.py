"""The matches that each player has won at a table in one evening: rematch after rematch, without a long break.

Here: the totals, which the next game of the table begins with, so that they follow from the log of the last one alone.
Not here: storing them (`between_matches`), sending them (`table_state`).
"""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from protocol.log.table import Table
from protocol.wire.notices import MatchesWon

LONGEST_BREAK: Final = timedelta(hours=6)
"""Between two matches of one evening."""
MOST_NAMED: Final = 24
"""Players with totals, if many have come and gone."""


def won_so_far(before: Sequence[MatchesWon], table: Table) -> tuple[MatchesWon, ...]:
    """The totals with the match at this table, most first.

    A match that nobody has won, or that is not counted, changes nothing; and it counts for those who began it.
    """
    if not table.won_by or table.repeats is not None:
        return tuple(before)
    matches = Counter({row.name: row.matches for row in before})
    for seat, who in enumerate(table.seats):
        if who.name is not None and not who.joined:
            matches[who.name] += table.side_of(seat) in table.won_by
    ranked = sorted(matches.items(), key=lambda total: -total[1])
    return tuple(MatchesWon(name, won) for name, won in ranked[:MOST_NAMED])


def is_one_evening(ended_at: str, now: str) -> bool:
    """Whether a match that begins now belongs to the evening of one that ended then; both as times of entries."""
    return datetime.fromisoformat(now) - datetime.fromisoformat(ended_at) < LONGEST_BREAK
