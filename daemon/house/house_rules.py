"""A host's settings for all tables: the flags of `fivesd` that do not describe a single table."""

from typing import Final

from protocol.frozen import frozen

MOST_TABLES: Final = 100
MOST_TABLES_FROM_ONE: Final = 20


@frozen
class HouseRules:
    """A host's settings for all tables.

    `think`: about how long bots take, in seconds. `matches`: how many are played before the daemon stops, None for no
    limit. `most_seats_from_one`: how many seats at one table one household may have, None for no limit. `is_private`:
    the daemon serves one player, for `fives play`. `forget_after`: a guests' unfinished game to which nobody returns
    for this many days is deleted, 0 for never.
    """

    think: float = 1.0
    most_tables: int = MOST_TABLES
    most_tables_from_one: int = MOST_TABLES_FROM_ONE
    most_seats_from_one: int | None = None
    matches: int | None = None
    is_private: bool = False
    forget_after: int = 30
