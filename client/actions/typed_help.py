"""The help about what can be typed: in line mode, and after `:` on the full screen.

Here: what line mode alone has, the names of ends, and the lists for people. Not here: the commands and the letters
themselves (`verbs.all_verbs`), reading one (`typed_commands`, `lines.letters`).
"""

from collections.abc import Iterable
from typing import Final

from client.actions import keys
from client.actions.key_row import LINES, rows_of
from client.actions.verbs.going import GOING
from client.actions.verbs.hosting import HOSTING
from client.actions.verbs.looking import LOOKING
from client.actions.verbs.match import MATCH
from client.actions.verbs.playing import PLAYING
from client.model.model import Model
from protocol.clean import clean
from protocol.closest import closest
from protocol.game.layout import Arm

ARM_WORDS: Final = {
    "l": Arm.LEFT,
    "left": Arm.LEFT,
    "g": Arm.LEFT,
    "r": Arm.RIGHT,
    "right": Arm.RIGHT,
    "d": Arm.RIGHT,
    "u": Arm.UP,
    "up": Arm.UP,
    "dn": Arm.DOWN,
    "down": Arm.DOWN,
}
"""How an end is typed after a tile: `g` and `d` are QuentinC's letters for left and right."""

TO_PLAY: Final = (
    ("3", "play my third tile, if it fits only one end"),
    ("3 r", "play it on the right; ends are l, r, u, dn or left, right, up, down; g and d are also left and right"),
    ("4-1 left", "play the 4-1 on the left"),
    ("Enter", "draw or knock, if that is all you can do; otherwise whose turn it is"),
    ("/hello", "say hello to the table"),
)
"""How line mode is played."""
FIRST: Final = (
    ("3", "play my third tile; 3 r plays it on the right"),
    *((row.typed, row.meaning) for row in rows_of((*keys.TO_PLAY, *keys.TO_LOOK[:4]), LINES) if row.typed != "?"),
)
"""A number, and the letters that a beginner wants."""
KEYS: Final = tuple((row.typed, row.meaning) for row in rows_of(keys.TABLE, LINES) if row.typed != "/")
"""The letters that are keys in the other front ends, and the words for them."""
OF_LINE_MODE: Final = (
    ("verbosity 2", "how much is announced, from 0 to 2; 1 is the default"),
    ("h 30", "the last 30 announcements again; h alone repeats 10"),
)
TOPICS: Final = (
    ("? hosting", "help about hosting; also about playing, keys, lines, rules, replay, settings, accessibility"),
)
WITHOUT_A_TABLE: Final = (
    ("tables", "the tables of this host"),
    ("join oak", "go to table oak; its password may follow"),
    ("league", "the host's league, if it has one: its table, fixtures and players"),
    ("open", "open a table, and sit there"),
    ("q", "leave"),
)
EVERYTHING: Final = "all"


def first_lines(*, is_at_a_table: bool) -> list[str]:
    """The help in brief: what is needed most, and how to get the rest."""
    return [
        *_lines(FIRST if is_at_a_table else WITHOUT_A_TABLE),
        f"? {EVERYTHING}: all other commands. x: the menu of this table. ? playing: how to play.",
    ]


def help_lines(model: Model) -> list[str]:
    """The whole help, a line for each command."""
    return [*_lines((*TO_PLAY, *KEYS, *OF_LINE_MODE)), *command_lines(model)]


def command_lines(model: Model) -> list[str]:
    """The commands that are no keys, as far as this player may use them."""
    return _lines((*commands(model), *TOPICS))


def commands(model: Model | None = None) -> tuple[tuple[str, str], ...]:
    """Examples of these commands with their meanings, the host's first: of this player, or of everybody."""
    verbs = (verb for verb in (*HOSTING, *MATCH, *GOING, *LOOKING, *PLAYING) if model is None or verb.who.may(model))
    return tuple(example for verb in verbs if verb.typed is not None for example in verb.typed.examples)


def _lines(group: Iterable[tuple[str, str]]) -> list[str]:
    return [f"{typed}: {meaning}." for typed, meaning in group]


def unknown_command(word: str, commands: Iterable[str] = ()) -> str:
    """The reply to a word that is none of these commands."""
    name = clean(word)[:40]
    meant = closest(name, commands)
    guess = "" if meant is None else f" Did you mean {meant}?"
    return f"Unknown command{f' {name}' if name else ''}; ? lists the commands.{guess}"
