"""The settings in words: the meaning of each, which is also the help of its option, and the panel that changes them.

Not here: the settings (`store.settings`, `store.page_settings`), the panel itself (`panels.settings`).
"""

from collections.abc import Mapping
from typing import Final

from protocol.game.options import Value
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
    "sounds": "in line mode, ring the bell once for a play, a knock or chat, twice for points, three times for an end",
    "records": "how many finished games are saved for replay; older ones are deleted, but not their results",
    "record-mb": "how many megabytes these games may use",
    **{option.flag.removeprefix("--"): f"{option.meaning}, at tables that you open" for option in (ASSIST, BOT_LEVEL)},
}

TITLE: Final = "Settings"
OF_THE_TABLE: Final = "At this table"
LABELS: Final = {
    "sound": "A sound when it is your turn",
    "sounds": "Short sounds for plays, points, knocks and chat",
    "vibration": "Vibrate when it is your turn",
    "letters": "Letter keys play (c: ends, s: scores, and so on)",
    "mouse": "Choose tiles with the mouse",
    "ascii": "Draw without box characters and arrows",
    "autoknock": "Knock for me when nothing else is possible",
    "bell": "Ring the bell when it is your turn",
    "verbosity": "How much is announced",
    "style": "The colours",
    "look": "The look of the table",
}
"""The settings that can change while playing, on the panel."""
TOPICS: Final[Mapping[str, tuple[str, ...]]] = {
    "Your turn": ("sound", "vibration"),
    "Playing": ("sounds", "mouse", "letters", "autoknock"),
    "Drawing": ("ascii",),
}
"""The headings on the panel, and the settings under each that are on or off."""
_VALUES: Final[Mapping[str, Mapping[Value, str]]] = {
    "bell": {True: "always", False: "never", "people": "if others play"},
    "verbosity": {0: "little", 1: "the usual", 2: "everything"},
    "look": {"dark": "dark felt", "light": "light", "device": "as the device"},
}


def topic_of(name: str) -> str:
    """The heading over a setting that is on or off, or ""."""
    return next((topic for topic, names in TOPICS.items() if name in names), "")


def spelled(name: str, value: Value) -> str:
    """A value on the panel: `on`, `if others play`, `dark-table`."""
    if name in _VALUES:
        return _VALUES[name][value]
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


def not_as_saved(name: str, saved: Value, *, by_option: bool) -> str:
    """Says why a setting has not its saved value, after a line."""
    why = "by an option on the command line" if by_option else "until you leave"
    return f"({why}; saved: {spelled(name, saved)})"


def changed(name: str, value: Value, fault: str = "", *, has_option: bool = False) -> str:
    """Says that a setting has changed. `fault`: why it is not saved. `has_option`: the command line has it, too."""
    text = f"{LABELS[name]}: {spelled(name, value)}"
    if fault:
        return f"{text}, until you leave. It is not saved: {fault}."
    if has_option:
        return f"{text}. Saved, but the option on your command line overrides it the next time, too."
    return f"{text}. Saved."
