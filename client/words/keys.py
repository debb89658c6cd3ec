"""The keys of the full screen and what each does, for its help sheets and for `fives help`.

Lives here: the words alone. Not here: what a key does (`screen.wishes`, `replay.screen`), what is typed in line mode
(`words.help`). Imports nothing, so that help is quick.
"""

from typing import Final

KEYS: Final = (
    ("← →  1 2 3", "choose a tile"),
    ("↑ ↓", "choose among the ends that it fits"),
    ("Enter", "play it; on somebody else's turn, keep it ready for yours"),
    ("Escape", "take back a play that is kept ready; put away what lies over the board"),
    ("Space, b", "draw from the boneyard"),
    ("k, p", "knock"),
    ("z Z", "next, previous tile that fits"),
    ("g d", "prefer the left, the right end"),
    ("i", "a hint"),
    ("", ""),
    ("c", "the ends and their sum"),
    ("v", "the tiles on the table, in words"),
    ("s", "the scores, round by round"),
    ("e", "how many tiles everyone has"),
    ("t", "whose turn it is"),
    ("w", "my hand, in words"),
    ("l", "the last plays"),
    ("m", "the last of the chat"),
    ("n", "who sits where"),
    ("r", "the rules of this table, and what each sum scores"),
    ("", ""),
    ("/", "say something to the table"),
    (":", "a command: rematch, start, pause, bot 2, kick Ana, tables, join oak; :? tells all"),
    ("o", "zoom: large tiles, small ones, a list"),
    ("M", "give the mouse back to the terminal, or take it again"),
    ("?", "this help"),
    ("q", "leave; asks once"),
    ("", ""),
    ("(6|4)", "the tile laid last; as a box it has a double outline"),
    ("{4|4}", "the spinner; as a box it has a thick outline"),
    ("→4 →(4)", "under a tile: an end that it fits and its points; in brackets, points that would not count"),
    ("→6×2 ↑5(0)", "in the bar of ends: a double counts twice; an end in brackets counts that much for now"),
)

REPLAY_KEYS: Final = (
    ("← →, p n", "a step back, a step on; Enter steps on too"),
    ("[ ]", "to the beginning of a round"),
    ("{ }", "to the play before, the next play that scored"),
    ("Home, End", "to the first deal, to the end"),
    (":", "then a number: to the entry of that number"),
    ("Space", "run on by itself, or stand still"),
    ("+ -", "faster, slower"),
    ("f", "whose view: all tiles open, or one player's"),
    ("a", "what else was legal here, and what it would have scored"),
    ("", ""),
    ("c", "the ends and their sum"),
    ("v", "the tiles on the table, in words"),
    ("w", "every hand, in words"),
    ("s", "the scores, round by round"),
    ("e", "how many tiles everyone has"),
    ("t", "where this is, and whose turn"),
    ("l", "the last plays"),
    ("r", "the rules of this table, and what each sum scores"),
    ("", ""),
    ("o", "zoom: large tiles, small ones, a list"),
    ("M", "give the mouse back to the terminal, or take it again"),
    ("?", "this help"),
    ("q", "leave"),
)
