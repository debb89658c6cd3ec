"""The keys of each place: of the table, from what can be done there, of replays, and of lessons and exercises.

Here: the three tables, in the order of the help. The full screen, the page and line mode carry out their actions; the
help, the footers, `fives help keys` and docs/playing.md show their rows. Not here: what a key of the table does and
means (`verbs.all_verbs`), keys of a list (`screen.choice_list`), commands with details, such as `kick Ana`
(`typed_commands`).
"""

from typing import Final

from client.actions.action import (
    AnalyseMatch,
    Ask,
    Go,
    KeyAction,
    Leave,
    ReplayAction,
    Replaying,
    Show,
    Simple,
    StepEnd,
    StepFitting,
    StepTile,
)
from client.actions.key_row import DRAWN, LINES, SCREEN, KeyRow, key, row_of, rows_of
from client.actions.panel import Choice, Panel
from client.actions.verbs.all_verbs import VERBS
from protocol.log.commands import DrawTile, Knock

_ROWS: Final = tuple(row for verb in VERBS for row in verb.keys)


def _beginning_with(keys: str) -> tuple[KeyRow[KeyAction], ...]:
    return tuple(row for key in keys.split() for row in _ROWS if row.first_key == key)


TO_PLAY: Final = _beginning_with("right down enter escape space k z i r / ? q")
"""The keys that a beginner wants, at a table."""
TO_LOOK: Final = _beginning_with("w c s t l e v n")
"""Those to look up what is asked most."""
MORE: Final = tuple(row for row in _ROWS if row not in (*TO_PLAY, *TO_LOOK))
TABLE: Final = (*TO_PLAY, *TO_LOOK, *MORE)
"""The keys at a table, in the order of the help."""

_VIEW: Final = "whose view: all tiles open, or one player's; in line mode also f Ana, and f all"
_ANALYSE: Final = "analyse the game: its costliest plays; in line mode, A 2 goes to the second one"
REPLAY: Final[tuple[KeyRow[ReplayAction], ...]] = (
    KeyRow(
        "← →, p n",
        "a step back, a step forward; so does Enter",
        {"left": Go.BACK, "right": Go.ON, "p": Go.BACK, "n": Go.ON, "enter": Go.ON},
        "step",
        "←→",
    ),
    KeyRow(
        "[ ]",
        "to the beginning of this round or the one before, to the next round",
        {"[": Go.PREVIOUS_ROUND, "]": Go.NEXT_ROUND},
        "round",
        "[]",
    ),
    KeyRow("{ }", "to the previous, the next play that scored", {"{": Go.PREVIOUS_SCORE, "}": Go.NEXT_SCORE}),
    KeyRow("Home, End", "to the first deal, to the end", {"home": Go.START, "end": Go.END}),
    KeyRow(":12", "to the play with that number", {":": Replaying.GO_TO_PLAY}, where=(SCREEN, LINES)),
    key("space", Replaying.RUN, "play by itself, or pause", "play", DRAWN),
    key("play", Replaying.RUN, "play by itself; Enter pauses", where=(LINES,)),
    KeyRow("+ -", "faster, slower", {"+": Replaying.FASTER, "-": Replaying.SLOWER}),
    key("f", Replaying.NEXT_VIEW, _VIEW, "whose view"),
    key("a", Ask("a"), "the other legal plays, and what they would have scored", "what else"),
    key("A analyse", AnalyseMatch(), _ANALYSE, "analyse"),
    key("b", Replaying.BETTER, "the better play in place of the one that was made, and back"),
    key("P", Show("play-on"), "play on from here, against bots; it counts nowhere", "play on"),
    key("escape", Replaying.STOP, "stop the analysis; close a window", where=DRAWN),
    key("c", Ask("c"), "the ends and their sum"),
    key("v", Ask("v"), "the tiles on the table, in words"),
    key("w", Ask("w"), "every hand, in words"),
    key("s", Show("scores"), "the scores, round by round", "scores"),
    key("e", Ask("e"), "how many tiles everyone has"),
    key("t", Ask("t"), "the place in the game, and whose turn it is"),
    key("l", Ask("l"), "the last plays"),
    key("r", Show("rules"), "the rules of this table, and what each sum scores"),
    key("o", Simple.ZOOM, "zoom: large tiles, small ones, a list", where=(SCREEN,)),
    key("M", Simple.MOUSE, "mouse on or off; when off, the terminal uses it", where=(SCREEN,)),
    key("?", Show("keys"), "the keys", "keys"),
    key("q quit", Leave(), "leave", "leave"),
)
"""The keys of a replay, in the order of the help."""


def _at_table(*actions: KeyAction) -> tuple[KeyRow[KeyAction], ...]:
    """The rows of the table with these actions."""
    return tuple(row for action in actions for row in TABLE if action in row.does.values())


COURSE: Final[tuple[KeyRow[KeyAction], ...]] = (
    *_at_table(StepTile(1), StepEnd(1)),
    key("enter", Simple.NEXT_STEP, "play the chosen tile; after reading, go on", where=DRAWN),
    key("enter", Simple.NEXT_STEP, "the position once more; after reading, go on", where=(LINES,)),
    *_at_table(DrawTile(), Knock(), StepFitting(1), Ask("z"), Ask("c"), Ask("v"), Ask("w")),
    key("s scores", Ask("s"), "the scores"),
    *_at_table(Ask("e")),
    key("l plays", Ask("l"), "the moves of this round", "plays"),
    *_at_table(Show("rules"), Simple.ZOOM, Simple.MOUSE, Show("keys")),
    key("q quit leave exit", Leave(), "leave", "leave"),
)
"""The keys of a lesson and of an exercise, in the order of the help."""


def keys_of(panel: Panel, front_end: str) -> tuple[str, ...]:
    """The key of each line of a panel that shows them; empty for a line that has none."""
    return tuple(key_of_line(choice, front_end) if panel.has_keys else "" for choice in panel.choices)


def key_of_line(choice: Choice, front_end: str) -> str:
    """The letter or sign that does at a table what this line does; empty if there is none."""
    row = row_of(rows_of(TABLE, front_end), choice.offers[0].action) if choice.is_simple else None
    letter = "" if row is None else row.first_key
    return letter if len(letter) == 1 else ""
