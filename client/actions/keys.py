"""The keys of each place: of the table, from what can be done there, of replays, and of lessons and exercises.

Here: the three tables, in the order of the help. The full screen, the page and line mode carry out their actions; the
help, the footers, `fives help keys` and docs/playing.md show their rows. Not here: what a key of the table does and
means (`verbs.all_verbs`), keys of a list (`screen.choice_list`), commands with details, such as `kick Ana`
(`typed_commands`).
"""

from typing import Any, Final

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
from client.words.say import Phrase
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

REPLAY: Final[tuple[KeyRow[ReplayAction], ...]] = (
    KeyRow(
        "← →, p n",
        Phrase("key.step"),
        {"left": Go.BACK, "right": Go.ON, "p": Go.BACK, "n": Go.ON, "enter": Go.ON},
        Phrase("key.step_briefly"),
        "←→",
    ),
    KeyRow(
        "[ ]",
        Phrase("key.round"),
        {"[": Go.PREVIOUS_ROUND, "]": Go.NEXT_ROUND},
        Phrase("key.round_briefly"),
        "[]",
    ),
    KeyRow("{ }", Phrase("key.scoring"), {"{": Go.PREVIOUS_SCORE, "}": Go.NEXT_SCORE}),
    KeyRow(Phrase("key.home_end"), Phrase("key.first_and_last"), {"home": Go.START, "end": Go.END}),
    KeyRow(":12", Phrase("key.go_to_play"), {":": Replaying.GO_TO_PLAY}, where=(SCREEN, LINES)),
    key("space", Replaying.RUN, Phrase("key.run"), Phrase("key.run_briefly"), DRAWN),
    key("play", Replaying.RUN, Phrase("key.run_in_lines"), where=(LINES,)),
    KeyRow("+ -", Phrase("key.speed"), {"+": Replaying.FASTER, "-": Replaying.SLOWER}),
    key("f", Replaying.NEXT_VIEW, Phrase("key.view"), Phrase("key.view_briefly")),
    key("a", Ask("a"), Phrase("key.what_else"), Phrase("key.what_else_briefly")),
    key("A analyse", AnalyseMatch(), Phrase("key.analyse"), Phrase("key.analyse_briefly")),
    key("b", Replaying.BETTER, Phrase("key.better")),
    key("P", Show("play-on"), Phrase("key.play_on"), Phrase("key.play_on_briefly")),
    key("escape", Replaying.STOP, Phrase("key.stop"), where=DRAWN),
    key("c", Ask("c"), Phrase("key.ends")),
    key("v", Ask("v"), Phrase("key.chain")),
    key("w", Ask("w"), Phrase("key.hands")),
    key("s", Show("scores"), Phrase("key.scores"), Phrase("key.scores_briefly")),
    key("e", Ask("e"), Phrase("key.tiles")),
    key("t", Ask("t"), Phrase("key.place")),
    key("l", Ask("l"), Phrase("key.plays")),
    key("r", Show("rules"), Phrase("key.rules")),
    key("o", Simple.ZOOM, Phrase("key.zoom"), where=(SCREEN,)),
    key("M", Simple.MOUSE, Phrase("key.mouse"), where=(SCREEN,)),
    key("?", Show("keys"), Phrase("key.keys"), Phrase("key.keys_briefly")),
    key("q quit", Leave(), Phrase("key.leave"), Phrase("key.leave")),
)
"""The keys of a replay, in the order of the help."""


def is_as_at_a_table(row: KeyRow[Any]) -> bool:
    """Whether a key of another place does what it does at a table, so that a list of both need not say it twice."""
    return any((row.label, row.meaning) == (other.label, other.meaning) for other in TABLE)


def _at_table(*actions: KeyAction) -> tuple[KeyRow[KeyAction], ...]:
    """The rows of the table with these actions."""
    return tuple(row for action in actions for row in TABLE if action in row.does.values())


COURSE: Final[tuple[KeyRow[KeyAction], ...]] = (
    *_at_table(StepTile(1), StepEnd(1)),
    key("enter", Simple.NEXT_STEP, Phrase("key.play_chosen"), where=DRAWN),
    key("enter", Simple.NEXT_STEP, Phrase("key.position"), where=(LINES,)),
    *_at_table(DrawTile(), Knock(), StepFitting(1), Ask("z"), Ask("c"), Ask("v"), Ask("w")),
    key("s scores", Ask("s"), Phrase("key.totals")),
    *_at_table(Ask("e")),
    key("l plays", Ask("l"), Phrase("key.moves"), Phrase("key.plays_briefly")),
    *_at_table(Show("rules"), Simple.ZOOM, Simple.MOUSE, Show("keys")),
    key("q quit leave exit", Leave(), Phrase("key.leave"), Phrase("key.leave")),
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
