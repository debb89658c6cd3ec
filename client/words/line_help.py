"""Help: what can be typed in line mode, and the names of ends.

Lives here: the words a player types and what each does, in the order in which help tells them. The letters are the
same in full screen and replay.
"""

from typing import Final

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
    ("3", "play my third tile, where only one end fits it"),
    ("3 r", "play it on the right; l, r, u, dn or left, right, up, down; g and d are left and right too"),
    ("4-1 left", "play the 4-1 on the left"),
    ("b", "draw from the boneyard; a space does the same"),
    ("k", "knock; p does the same"),
    ("/hello", "say hello to the table"),
)
ASKING: Final = (
    ("w", "my hand, with where each tile fits"),
    ("z", "only the tiles that fit"),
    ("c", "ends and sum"),
    ("v", "the tiles on the table"),
    ("s", "scores, and the sheet of the rounds"),
    ("e", "how many tiles everyone has"),
    ("t", "whose turn it is, and what is left of its time"),
    ("l", "the last plays"),
    ("i", "a hint: what each play comes to, and which is best; everybody sees that you take one"),
    ("r", "the rules of this table, and what each sum scores"),
    ("n", "who sits where, and who is away"),
    ("m", "the last of the chat"),
    ("h", "what was told last, once more; h 30 tells more of it"),
    (
        "hand",
        "words do as well as letters: hand, fits, ends, chain, scores, tiles, turn, plays, hint, rules, who, chat",
    ),
)
SETTING: Final = (
    ("verbosity 2", "how much is told unasked, from 0 to 2; 1 is usual"),
    ("name Ana", "be called Ana from the next seat on"),
    ("autoknock on", "knock for me when nothing else can be done; autoknock off stops that"),
    ("? hosting", "more about hosting; also about playing, keys, lines, rules, replay, settings, accessibility"),
    ("q", "leave"),
)
TABLE: Final = (
    ("rematch", "play again, once the match is over"),
    ("sit 2", "take seat 2 before a match; without a number, the lowest free one"),
    ("stand", "leave my seat before a match"),
    ("tables", "the tables of this host; j does the same"),
    ("join oak", "go to table oak; j oak does the same; a password may follow"),
    ("x", "these lines about tables alone"),
    ("open", "open a table, by questions"),
    ("open all-fives", "open a table at once; with seats=3 target=100 and the like behind it"),
)
HOST: Final = (
    ("start", "begin, with bots on the free seats"),
    ("bot 2", "seat a bot there, or let one stand in; a level may follow"),
    ("unbot 2", "send that bot away"),
    ("pause", "stop play; resume goes on"),
    ("kick Ana", "send somebody away; a seat's number will do"),
    ("end", "end the match for everybody"),
)


def help_lines(*, is_host: bool) -> list[str]:
    """The help, a line each."""
    return [*_lines(*PLAYING, *ASKING, *SETTING), *table_lines(is_host=is_host)]


def table_lines(*, is_host: bool) -> list[str]:
    """The part of it about tables."""
    return _lines(*TABLE, *(HOST if is_host else ()))


def _lines(*group: tuple[str, str]) -> list[str]:
    return [f"{typed}: {meaning}." for typed, meaning in group]


def unknown_command(word: str) -> str:
    """The reply to a word that is no command."""
    from protocol.clean import clean

    return f"Unknown command {clean(word)[:40]}; ? lists the commands."
