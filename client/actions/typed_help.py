"""The help about what can be typed: in line mode, and after `:` on the full screen.

Here: commands with details, in the order of the help, and the names of ends. Letters and words that are keys are rows
of `keys`. Not here: reading a command (`typed_commands`, `lines.letters`).
"""

from collections.abc import Iterable
from typing import Final

from client.actions.keys import LINES, TABLE, rows_of
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

PLAYING: Final = (
    ("3", "play my third tile, if it fits only one end"),
    ("3 r", "play it on the right; ends are l, r, u, dn or left, right, up, down; g and d are also left and right"),
    ("4-1 left", "play the 4-1 on the left"),
    ("drop", "take back a prepared play"),
    ("Enter", "draw or knock, if that is all you can do; otherwise whose turn it is"),
    ("/hello", "say hello to the table"),
    ("react well played", "react; react alone lists the six"),
)
KEYS: Final = tuple((row.typed, row.meaning) for row in rows_of(TABLE, LINES) if row.typed != "/")
"""The letters that are keys in the other front ends, and the words for them."""
_MOST_NEEDED: Final = ("w", "c", "b", "k", "s", "q")
FIRST: Final = (
    ("3", "play my third tile; 3 r plays it on the right"),
    *((key, row.meaning) for key in _MOST_NEEDED for row in rows_of(TABLE, LINES) if key in row.does),
)
"""A number and the six letters that matter most."""
WITHOUT_A_TABLE: Final = (
    ("tables", "the tables of this host"),
    ("join oak", "go to table oak; its password may follow"),
    ("league", "the host's league, if it has one: its table, fixtures and players"),
    ("open", "open a table, question by question, and sit there"),
    ("q", "leave"),
)
EVERYTHING: Final = "all"
VERBOSITY: Final = ("verbosity 2", "how much is announced, from 0 to 2; 1 is the default")
SETTING: Final = (
    VERBOSITY,
    ("name Ana", "play as Ana from your next seat on"),
    ("autoknock on", "knock for me when nothing else is possible; autoknock off stops that"),
    ("? hosting", "help about hosting; also about playing, keys, lines, rules, replay, settings, accessibility"),
    ("h 30", "the last 30 announcements again; h alone repeats 10"),
)
OF_THE_TABLE: Final = (
    ("rematch", "play again, after a match; the next one begins once everybody who is here agrees"),
    ("rematch same", "play the same deals again, if everyone wants that; it counts nowhere"),
    ("sit 2", "take seat 2, before or after a match; without a number, the lowest free one; after one, bots make way"),
    ("stand", "leave my seat, before or after a match"),
    ("join oak", "go to table oak; also j oak; a password may follow"),
    ("open", "open a table, question by question, and sit there"),
    ("open all-fives", "the same at once; options may follow, like seats=3 target=100"),
    ("remind", "be told of your turns while you are away, in another program; remind off ends that"),
    ("take over", "when the host has been gone for a minute: continue the match on this machine"),
    ("go there", "while the host is gone: go to the host that goes on with the match"),
)
BEGINNING: Final = (
    ("start", "start, with bots on the free seats"),
    ("bot 2", "seat a bot there; in a match, the host has one stand in; a level may follow"),
    ("unbot 2", "send that bot away, before or after a match"),
)
"""For the host, and before a match for those who may begin it without being the host."""
HOST: Final = (
    ("change", "another game or other rules for this table, before or after a match, question by question"),
    ("change all-fives", "the same at once; options may follow, like seats=3 target=250"),
    ("pause", "pause the game; resume continues it"),
    ("kick Ana", "send Ana away; also by seat number"),
    ("handover Ana", "let Ana go on hosting the match from the end of this round on, on her machine"),
    (
        "handover Ana everything",
        "the same, with your other unfinished matches, and the records of the others",
    ),
    ("handover Ana anyway", "the same, also if some do not reach her machine"),
    ("decline", "the match stays at its host: as the host, or if the host asks you"),
    ("readmit Ana", "let Ana, who is away, come back by name, from another device; also by seat number"),
    ("end", "end the match for everyone"),
    ("phone", "show a link and a QR code for a browser that then hosts, too"),
    ("fixture 3", "open fixture 3 of the league; substitutes may follow, like Ben=Zoe"),
    ("invite Ben", "make a link for Ben in another house; uninvite Ben ends it, link Ben shows it again"),
)


def first_lines(*, is_at_a_table: bool) -> list[str]:
    """The help in brief: what is needed most, and how to get the rest."""
    return [
        *_lines(*(FIRST if is_at_a_table else WITHOUT_A_TABLE)),
        f"? {EVERYTHING}: all other commands. x: the menu of this table. ? playing: how to play.",
    ]


def help_lines(*, is_host: bool, may_begin: bool) -> list[str]:
    """The whole help, a line for each command."""
    return [*_lines(*PLAYING, *KEYS, *SETTING), *table_lines(is_host=is_host, may_begin=may_begin)]


def table_lines(*, is_host: bool, may_begin: bool) -> list[str]:
    """The part about tables."""
    return _lines(*OF_THE_TABLE, *rights(is_host=is_host, may_begin=may_begin))


def rights(*, is_host: bool, may_begin: bool) -> tuple[tuple[str, str], ...]:
    """The commands for those who have more rights than other players."""
    return *(BEGINNING if is_host or may_begin else ()), *(HOST if is_host else ())


def _lines(*group: tuple[str, str]) -> list[str]:
    return [f"{typed}: {meaning}." for typed, meaning in group]


def unknown_command(word: str, commands: Iterable[str] = ()) -> str:
    """The reply to a word that is none of these commands."""
    name = clean(word)[:40]
    meant = closest(name, commands)
    guess = "" if meant is None else f" Did you mean {meant}?"
    return f"Unknown command{f' {name}' if name else ''}; ? lists the commands.{guess}"
