"""Damaged games: the part that another game can continue, and advice for the host.

Here: the sentences that say how. Not here: finding damage (`reading`), the entries from which a new game can
continue (`protocol.log.succession`), making the new game (`daemon.program.resuming`).
"""

import logging
from collections.abc import Iterable

from daemon.journal.interface import NEWER, wrong_with
from daemon.journal.reading import JournalReader
from protocol.log.succession import finished_rounds

log = logging.getLogger("fivesd.journal")


def advice_by_game(reader: JournalReader) -> dict[str, str]:
    """By damaged game: advice for the host, as the end of a sentence. Raises `StoreError`."""
    if not reader.damage:
        return {}
    resumed, unfinished = reader.resumed(), reader.game_ids(unfinished_only=True)
    return {game: _advice_on(reader, game, resumed.get(game), is_over=game not in unfinished) for game in reader.damage}


def _advice_on(reader: JournalReader, game: str, resumed_as: str | None, *, is_over: bool) -> str:
    if reader.damage[game] == NEWER:
        return "nothing of it is lost"
    if resumed_as is not None:
        return f"it continues as {resumed_as}"
    if is_over:
        return "its match has ended"
    stored, _ = reader.read_undamaged(game)
    if not finished_rounds(stored.entries):
        return "it has no undamaged round to continue from"
    return f"`fivesd resume {game}` continues it from its last finished round"


def log_damage(reader: JournalReader, games: Iterable[str]) -> None:
    """Log these damaged games, with advice for each."""
    advice = advice_by_game(reader)
    for game in games:
        log.error("game %s %s; it is kept as it is, and %s", game, wrong_with(reader.damage[game]), advice[game])
