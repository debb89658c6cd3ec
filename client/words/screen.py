"""The full screen's own words: what it waits for, what a key does, how it says that nothing is lost.

Lives here: sentences and hints that no other front end has a use for. Not here: what happens at the table (`table`),
answers to questions (`words.answers`).
"""

from typing import Final

from client.screen.board import Zoom
from client.view import View
from client.words.scoring import count
from client.words.table import game_title, name_of, target_of, whose
from protocol.table import Stage

TABLES: Final = "Tables of this host"
LEAVE: Final = "Leave the table? You can come back to your seat. q again leaves, any other key stays."
GO_ON: Final = "The next round is on. Space shows it."
GO_ON_YOUR_TURN: Final = "It is your turn. Space shows the table."
ENTER_AND_ESCAPE: Final = "Enter sends, Escape gives up"
PREPARED_DROPPED: Final = "Your prepared play is dropped."
MOUSE_ON: Final = "The mouse chooses tiles and ends."
MOUSE_OFF: Final = "The mouse is the terminal's again, to select text."
NO_FURTHER: Final = "There is nothing further that way."
NO_OTHER_PLAYABLE: Final = "Nothing fits."

ZOOMS: Final = {
    Zoom.BOXES: "Tiles as large as there is room for.",
    Zoom.COMPACT: "Small tiles.",
    Zoom.LIST: "The arms as a list.",
}

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


def connecting(address: str) -> str:
    """Before the first answer."""
    return f"Connecting to {address} ..."


def lost(why: str, seconds: float) -> str:
    """The line is cut, and when it will be tried again."""
    again = "Trying again now." if seconds < 1 else f"Trying again in {seconds:.0f} s."
    return f"The connection is lost{f': {why}' if why else ''}. {again} What you see may be out of date."


def goodbye(text: str) -> str:
    """The daemon has ended it."""
    return f"{text} Any key leaves.".lstrip()


def choose_table(tables: int) -> str:
    """In the lobby."""
    return "Choose a table." if tables else "There is no table yet. :open all-fives opens one."


def waiting(view: View, *, is_host: bool) -> str:
    """Before a match: what it waits for."""
    free = sum(seat.is_free for seat in view.table.seats)
    if not free:
        return "Everybody is here: the match begins."
    told = f"Waiting for {count(free, 'more player')}."
    return f"{told} Enter begins now, with computer players on the free seats." if is_host else told


def table_title(view: View, table: str) -> str:
    """`Table oak: All Fives to 150, 4 seats`."""
    seats = count(len(view.table.seats), "seat")
    return f"Table {table}: {game_title(view.table.preset)} {target_of(view)}, {seats}"


def prompt(view: View) -> str:
    """Whose turn it is, or why nobody's."""
    table = view.table
    if table.stage is Stage.OVER:
        return "The match is over. Enter plays another." if view.seat is not None else "The match is over."
    if table.paused:
        return "The game is paused."
    if view.turn is None:
        return ""
    if view.seat is None and not view.is_bot(view.turn):
        return f"{whose(view, view.turn)} turn. You are watching."
    return f"{whose(view, view.turn)} turn."


def clock(view: View, kind: str, seat: int | None, seconds: float) -> str:
    """`0:42` for my own turn, `Ana 0:42` for another's, `Ana away, bot in 0:12`."""
    left = f"{max(0, int(seconds)) // 60}:{max(0, int(seconds)) % 60:02}"
    if seat is None:
        return left
    if kind == "grace":
        return f"{name_of(view, seat)} away, bot in {left}"
    return left if seat == view.seat else f"{name_of(view, seat)} {left}"
