"""The commands of line mode, with their help, and the names of ends.

Here: each command and what it does, in the order of the help. The letters are the same on the full screen and in a
replay.
"""

from collections.abc import Iterable
from typing import Final

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
    ("b", "draw from the boneyard; also a space"),
    ("k", "knock; also p"),
    ("/hello", "say hello to the table"),
)
ASKING: Final = (
    ("w", "my hand, and where each tile fits"),
    ("z", "only the tiles that fit"),
    ("c", "the ends and their sum"),
    ("v", "the tiles on the table"),
    ("s", "the scores, round by round"),
    ("e", "how many tiles everyone has"),
    ("t", "whose turn it is, and how much time is left"),
    ("l", "the last plays"),
    ("i", "a hint: what each play leads to, and which is best; everyone sees that you take one"),
    ("r", "the rules of this table, and what each sum scores"),
    ("n", "who sits where, and who is away"),
    ("m", "the last chat messages"),
    ("h", "the last announcements again; h 30 repeats more of them"),
    (
        "hand",
        "words work as well as letters: hand, fits, ends, chain, scores, tiles, turn, plays, hint, rules, who, chat",
    ),
)
FIRST: Final = (
    ("3", "play my third tile; 3 r plays it on the right"),
    ("w", "my hand, and where each tile fits"),
    ("c", "the ends and their sum"),
    ("b", "draw from the boneyard"),
    ("k", "knock"),
    ("s", "the scores"),
    ("q", "leave"),
)
"""A number and the six letters that matter most."""
WITHOUT_A_TABLE: Final = (
    ("tables", "the tables of this host"),
    ("join oak", "go to table oak; its password may follow"),
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
    ("q", "leave"),
)
TABLE: Final = (
    ("rematch", "play again, after a match"),
    ("analyse", "how good each play was, after a match"),
    ("games", "my games on this machine, with replays and totals"),
    ("sit 2", "take seat 2, before a match; without a number, the lowest free one"),
    ("stand", "leave my seat, before a match"),
    ("tables", "the tables of this host; also j"),
    ("join oak", "go to table oak; also j oak; a password may follow"),
    ("x", "only these lines about tables"),
    ("open", "open a table, question by question, and sit there"),
    ("open all-fives", "the same at once; options may follow, like seats=3 target=100"),
)
BEGINNING: Final = (
    ("start", "start, with bots on the free seats"),
    ("bot 2", "seat a bot there; in a match, the host has one stand in; a level may follow"),
    ("unbot 2", "send that bot away"),
)
"""For the host, and before a match for those who may begin it without being the host."""
HOST: Final = (
    ("pause", "pause the game; resume continues it"),
    ("kick Ana", "send Ana away; also by seat number"),
    ("readmit Ana", "let Ana, who is away, come back by name, from another device; also by seat number"),
    ("end", "end the match for everyone"),
)


def first_lines(*, is_at_a_table: bool) -> list[str]:
    """The help in brief: what is needed most, and how to get the rest."""
    return [
        *_lines(*(FIRST if is_at_a_table else WITHOUT_A_TABLE)),
        f"? {EVERYTHING}: all other commands. x: those about tables. ? playing: how to play.",
    ]


def help_lines(*, is_host: bool, may_begin: bool) -> list[str]:
    """The whole help, a line for each command."""
    return [*_lines(*PLAYING, *ASKING, *SETTING), *table_lines(is_host=is_host, may_begin=may_begin)]


def table_lines(*, is_host: bool, may_begin: bool) -> list[str]:
    """The part about tables."""
    return _lines(*TABLE, *rights(is_host=is_host, may_begin=may_begin))


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
