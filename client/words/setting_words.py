"""The meaning of each setting, which is also the help of its option.

Not here: the settings (`store.settings`).
"""

from typing import Final

from protocol.game.table_options import ASSIST, BOT_LEVEL

MEANINGS: Final = {
    "name": "your name at the table",
    "lines": "line mode, for screen readers; always on without a terminal",
    "style": "the colours",
    "ascii": "draw without box characters and arrows; always on if the terminal cannot show them",
    "mouse": "choose tiles with the mouse; otherwise it selects text in the terminal",
    "verbosity": "how much line mode reports without being asked",
    "autoknock": "knock for you when no other move is legal",
    "bell": "ring the bell, and notify you where the terminal can, when it is your turn; people: if others play",
    "records": "how many finished games are saved for replay; older ones are deleted, but not their results",
    "record-mb": "how many megabytes these games may use",
    **{option.flag.removeprefix("--"): f"{option.meaning}, at tables that you open" for option in (ASSIST, BOT_LEVEL)},
}
