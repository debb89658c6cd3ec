"""What this player has been introduced to, once on a machine or in a browser: games, and line mode.

Not here: the introduction (`model.game_introduction`), where this is kept (`documents`).
"""

from collections.abc import Collection
from typing import Any, Final

from client.store.documents import Contents, Document, Folder
from protocol.game.presets import PRESETS

LINE_MODE: Final = "lines"
"""Stands among the games."""
_INTRODUCED: Final = {*PRESETS, LINE_MODE}


def _known_among(names: Any) -> frozenset[str]:
    """The games in a JSON value; every other name in it is ignored."""
    if not isinstance(names, list):
        raise ValueError("not a list of names")  # noqa: TRY004 - of a file, not of an argument
    return frozenset(name for name in names if isinstance(name, str) and name in _INTRODUCED)


KNOWN_GAMES: Final = Document("known-games", Contents.KNOWN_GAMES, _known_among, sorted, frozenset[str])


def add_known_games(folder: Folder, games: Collection[str]) -> None:
    """Add these games to those that are kept. If that fails, a game is introduced once more."""
    saved = KNOWN_GAMES.load(folder)
    wanted = saved | _INTRODUCED.intersection(games)
    if wanted != saved:
        KNOWN_GAMES.save(folder, wanted)
