"""`fives rules`: the games, and one game's rules and options.

Lives here: the command. Not here: what it prints (`program.rules_listing`).
"""

import sys
from collections.abc import Sequence

from client.lines.telling import tell
from client.program.rules_listing import WHICH_GAME, list_of_games, page_of
from protocol.console.exit_status import DONE, MISUSED
from protocol.game.options import RulesError


def rules_command(name: str | None, settings: Sequence[str], seats: int | None, width: int) -> int:
    """Print the games, or one game with these house rules, in lines of `width` columns; the exit status."""
    if name is None and (settings or seats is not None):
        tell(WHICH_GAME)
        return MISUSED
    try:
        lines = list_of_games(width) if name is None else page_of(name, settings, seats, width)
    except RulesError as error:
        tell(str(error))
        return MISUSED
    print("\n".join(lines))
    sys.stdout.flush()
    return DONE
