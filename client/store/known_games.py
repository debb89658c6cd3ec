"""The games that this player has been introduced to, in a file, so that each is introduced once on this machine.

Here: reading and writing the file. If it is damaged or cannot be written, a game is introduced once more. Not here: the
introduction (`model.game_introduction`), the games that a browser remembers (`browser_store`).
"""

import json
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path
from typing import Any

from client.store.files import KNOWN_GAMES, write_whole
from protocol.game.presets import PRESETS


def known_among(names: Any) -> set[str]:
    """The games in a JSON value; everything else in it is ignored."""
    return {name for name in names if isinstance(name, str) and name in PRESETS} if isinstance(names, list) else set()


def read_known_games(folder: Path) -> set[str]:
    """The games in the file of this data folder."""
    try:
        return known_among(json.loads((folder / KNOWN_GAMES).read_text(encoding="utf-8")))
    except (OSError, ValueError, RecursionError):
        return set()


def save_known_games(folder: Path, games: Collection[str]) -> None:
    """Add these games to the file."""
    saved = read_known_games(folder)
    wanted = saved | known_among(list(games))
    if wanted == saved:
        return
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(folder / KNOWN_GAMES, f"{json.dumps(sorted(wanted))}\n".encode())
