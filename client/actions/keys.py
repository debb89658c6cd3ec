"""The keys: what each one means, where it works, and the action that it stands for.

Here: the one table of keys for the table, one for replays, and one for lessons and exercises. The full screen, the page
and line mode carry out their actions; the help, the footers, `fives help keys` and docs/playing.md show their rows. A
row of line mode is a letter or a word that is typed. Not here: carrying out (`carry_out`, and each front end for what
only it shows), keys of a list (`screen.choice_list`), commands with details, such as `kick Ana` (`typed_commands`).
"""

from collections.abc import Iterable, Mapping
from typing import Final, Generic, TypeVar

from client.actions.action import (
    AnalyseMatch,
    Ask,
    ChooseTile,
    CopyLink,
    Go,
    GoThere,
    KeyAction,
    Leave,
    OtherAddress,
    ReplayAction,
    Replaying,
    SeeGames,
    SeeTables,
    Show,
    Simple,
    StepEnd,
    StepFitting,
    StepTile,
    TakeBack,
    TakeOver,
)
from protocol.frozen import frozen
from protocol.log.commands import DrawTile, Knock, Rematch, TakeHint

SCREEN: Final = "screen"
LINES: Final = "lines"
PAGE: Final = "page"
EVERYWHERE: Final = (SCREEN, LINES, PAGE)
DRAWN: Final = (SCREEN, PAGE)
"""The front ends with a board, where a tile is chosen before it is played."""
_NOT_TYPED: Final = ("space", "enter", "escape", "tab", "left", "right", "up", "down", ",")
"""Keys that lists of what can be typed do not show; the comma would look like a part of the list."""
_A = TypeVar("_A", KeyAction, ReplayAction)


@frozen
class KeyRow(Generic[_A]):
    """Keys with one meaning.

    `label`: the keys as the help writes them. `does`: the action of each key, by the key's name on the full screen; in
    line mode a name is typed. `brief`: the meaning in a footer, empty if no footer has it; `footer_label`: the keys
    there, if they are written in another way. `where`: the front ends.
    """

    label: str
    meaning: str
    does: Mapping[str, _A]
    brief: str = ""
    footer_label: str = ""
    where: tuple[str, ...] = EVERYWHERE

    @property
    def typed(self) -> str:
        """What can be typed in line mode: `c, ends`."""
        return ", ".join(key for key in self.does if key not in _NOT_TYPED)

    @property
    def first_key(self) -> str:
        """The name of the first of the keys."""
        return next(iter(self.does))


def _all(keys: str, action: _A) -> Mapping[str, _A]:
    """The same action for each of these keys."""
    return dict.fromkeys(keys.split(), action)


TABLE: Final[tuple[KeyRow[KeyAction], ...]] = (
    KeyRow(
        "← →  1 2 3",
        "choose a tile",
        {"right": StepTile(1), "left": StepTile(-1), **{digit: ChooseTile(digit) for digit in "0123456789"}},
        "tile",
        "←→",
        DRAWN,
    ),
    KeyRow(
        "↑ ↓",
        "choose the end to play it at",
        {"down": StepEnd(1), "up": StepEnd(-1), "tab": StepEnd(1)},
        "end",
        "↑↓",
        DRAWN,
    ),
    KeyRow(
        "Enter",
        "play it, or prepare it for your turn; draw, knock, begin or play again, if that is what there is to do",
        {"enter": Simple.NEXT_STEP},
        where=DRAWN,
    ),
    KeyRow("Escape", "take back a prepared play; close a window", {"escape": TakeBack()}, where=DRAWN),
    KeyRow("Space, b", "draw from the boneyard", _all("space b draw", DrawTile()), "draw", "Space"),
    KeyRow("k, p", "knock", _all("k p knock pass", Knock()), "knock", "k"),
    KeyRow("z Z", "the next, the previous tile that fits", {"z": StepFitting(1), "Z": StepFitting(-1)}, where=DRAWN),
    KeyRow("z", "only the tiles that fit", _all("z fits", Ask("z")), where=(LINES,)),
    KeyRow(
        "i",
        "a hint: what each play leads to, and which is best; everyone sees that you take one",
        _all("i hint", TakeHint()),
        "hint",
    ),
    KeyRow("c", "the ends and their sum", _all("c ends", Ask("c"))),
    KeyRow("v", "the tiles on the table, in words", _all("v chain", Ask("v"))),
    KeyRow("w", "my hand in words, and where each tile fits", _all("w hand", Ask("w"))),
    KeyRow("s", "the scores, round by round", _all("s scores", Show("scores")), "scores"),
    KeyRow("e", "how many tiles everyone has", _all("e tiles", Ask("e"))),
    KeyRow("t", "whose turn it is, and how much time is left", _all("t turn", Ask("t"))),
    KeyRow("l", "the last plays", _all("l plays", Ask("l")), "plays"),
    KeyRow("m", "the latest chat", _all("m chat", Ask("m"))),
    KeyRow("h", "everything announced so far", _all("h history", Show("history")), "history"),
    KeyRow(
        "W", "the words of this match, to compare with the others; who mixed the deals", _all("W words", Show("words"))
    ),
    KeyRow("n", "who sits where, and who is away", _all("n who", Show("who"))),
    KeyRow("r", "the rules of this table, and what each sum scores", _all("r rules", Show("rules")), "rules"),
    KeyRow("/", "chat with the table", {"/": Simple.SAY}, "chat"),
    KeyRow("R", "react with a word, such as well played", _all("R react", Show("reactions"))),
    KeyRow(",", "the bell, the colours and other settings", _all(", settings", Show("settings"))),
    KeyRow("x", "what can be done with this table: pause, end, send a player away", {"x": Show("menu")}, "table"),
    KeyRow("j", "the tables of this host: join another, or open one", _all("j tables", SeeTables()), "tables"),
    KeyRow("L", "copy the link for friends, if you host", _all("L link", CopyLink()), "copy the link", where=(SCREEN,)),
    KeyRow("L", "the link for friends, if you host", _all("L link", CopyLink()), where=(LINES,)),
    KeyRow(
        "a",
        "another address in the link for friends and in its code, if you host and have more than one",
        _all("a address", OtherAddress()),
        "address",
        where=(SCREEN, LINES),
    ),
    KeyRow(
        "I",
        "invitations for friends in other houses, if you host",
        _all("I invitations", Show("invitations")),
        where=(SCREEN, LINES),
    ),
    KeyRow("A", "after a match: analyse it, and see its costliest plays", _all("A analyse", AnalyseMatch()), "analyse"),
    KeyRow(
        "D",
        "after a match: the same deals again, if everyone wants that",
        {"D": Rematch(same_deals=True)},
        "same deals",
    ),
    KeyRow(
        "C",
        "in a match whose deals are known: then and now, round by round, and what differed",
        _all("C compare", Show("comparison")),
        "compare",
    ),
    KeyRow(
        "T",
        "when the host has been gone for a minute: continue the match on this machine",
        {"T": TakeOver()},
        "continue here",
        where=(SCREEN,),
    ),
    KeyRow(
        "Y",
        "while the host is gone: go to the host that goes on with the match",
        {"Y": GoThere()},
        "go there",
        where=(SCREEN,),
    ),
    KeyRow("G", "my games, finished or not, with replays and totals", _all("G games", SeeGames())),
    KeyRow(
        ":",
        "a command: rematch, start, pause, bot 2, kick Ana, tables, join oak; :? lists all",
        {":": Simple.COMMAND},
        where=(SCREEN,),
    ),
    KeyRow("o", "zoom: large tiles, small ones, a list", {"o": Simple.ZOOM}, "zoom", where=(SCREEN,)),
    KeyRow("M", "mouse on or off; when off, the terminal uses it", {"M": Simple.MOUSE}, where=(SCREEN,)),
    KeyRow("?", "the keys", {"?": Show("keys")}, "keys"),
    KeyRow("q", "leave; asks once", _all("q quit leave exit", Leave()), "leave"),
)
"""The keys at a table, in the order of the help."""

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
    KeyRow("Space", "play by itself, or pause", {"space": Replaying.RUN}, "play", "Space", DRAWN),
    KeyRow("play", "play by itself; Enter pauses", {"play": Replaying.RUN}, where=(LINES,)),
    KeyRow("+ -", "faster, slower", {"+": Replaying.FASTER, "-": Replaying.SLOWER}),
    KeyRow(
        "f",
        "whose view: all tiles open, or one player's; in line mode also f Ana, and f all",
        {"f": Replaying.NEXT_VIEW},
        "whose view",
    ),
    KeyRow("a", "the other legal plays, and what they would have scored", {"a": Ask("a")}, "what else"),
    KeyRow(
        "A",
        "analyse the game: its costliest plays; in line mode, A 2 goes to the second one",
        _all("A analyse", AnalyseMatch()),
        "analyse",
    ),
    KeyRow("b", "the better play in place of the one that was made, and back", {"b": Replaying.BETTER}),
    KeyRow("P", "play on from here, against bots; it counts nowhere", {"P": Show("play-on")}, "play on"),
    KeyRow("Escape", "stop the analysis; close a window", {"escape": Replaying.STOP}, where=DRAWN),
    KeyRow("c", "the ends and their sum", {"c": Ask("c")}),
    KeyRow("v", "the tiles on the table, in words", {"v": Ask("v")}),
    KeyRow("w", "every hand, in words", {"w": Ask("w")}),
    KeyRow("s", "the scores, round by round", {"s": Show("scores")}, "scores"),
    KeyRow("e", "how many tiles everyone has", {"e": Ask("e")}),
    KeyRow("t", "the place in the game, and whose turn it is", {"t": Ask("t")}),
    KeyRow("l", "the last plays", {"l": Ask("l")}),
    KeyRow("r", "the rules of this table, and what each sum scores", {"r": Show("rules")}),
    KeyRow("o", "zoom: large tiles, small ones, a list", {"o": Simple.ZOOM}, where=(SCREEN,)),
    KeyRow("M", "mouse on or off; when off, the terminal uses it", {"M": Simple.MOUSE}, where=(SCREEN,)),
    KeyRow("?", "the keys", {"?": Show("keys")}, "keys"),
    KeyRow("q", "leave", _all("q quit", Leave()), "leave"),
)
"""The keys of a replay, in the order of the help."""


def _at_table(*actions: KeyAction) -> tuple[KeyRow[KeyAction], ...]:
    """The rows of the table with these actions."""
    return tuple(row for row in TABLE if any(action in row.does.values() for action in actions))


COURSE: Final[tuple[KeyRow[KeyAction], ...]] = (
    *_at_table(StepTile(1), StepEnd(1)),
    KeyRow("Enter", "play the chosen tile; after reading, go on", {"enter": Simple.NEXT_STEP}, where=DRAWN),
    KeyRow("Enter", "the position once more; after reading, go on", {"enter": Simple.NEXT_STEP}, where=(LINES,)),
    *_at_table(DrawTile(), Knock(), StepFitting(1), Ask("z"), Ask("c"), Ask("v"), Ask("w")),
    KeyRow("s", "the scores", _all("s scores", Ask("s"))),
    *_at_table(Ask("e")),
    KeyRow("l", "the moves of this round", _all("l plays", Ask("l")), "plays"),
    *_at_table(Show("rules"), Simple.ZOOM, Simple.MOUSE, Show("keys")),
    KeyRow("q", "leave", _all("q quit leave exit", Leave()), "leave"),
)
"""The keys of a lesson and of an exercise, in the order of the help."""


def rows_of(rows: Iterable[KeyRow[_A]], front_end: str) -> tuple[KeyRow[_A], ...]:
    """The rows that work in this front end."""
    return tuple(row for row in rows if front_end in row.where)


def actions_of(rows: Iterable[KeyRow[_A]], front_end: str) -> Mapping[str, _A]:
    """The action of each key in this front end."""
    return {key: action for row in rows_of(rows, front_end) for key, action in row.does.items()}


def row_of(rows: Iterable[KeyRow[_A]], action: object) -> KeyRow[_A] | None:
    """The first row with a key for this action, or None."""
    return next((row for row in rows if action in row.does.values()), None)
