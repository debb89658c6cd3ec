"""The full screen's own words: what it waits for, what a key does, how it says that nothing is lost.

Lives here: sentences and hints that no other front end has a use for. Not here: what happens at the table (`table`),
answers to questions (`words.answer_words`).
"""

from collections.abc import Mapping
from typing import Final

from client.view.view import View
from client.words import line_help as help_
from client.words.english import count, listed
from client.words.name_words import game_title, name_of, target_of, whose
from protocol.log.table import Stage

TITLES: Final = {
    "c": "Ends",
    "e": "Tiles",
    "l": "Last plays",
    "m": "Chat",
    "n": "At the table",
    "t": "Whose turn",
    "v": "On the table",
    "w": "Your hand",
    "z": "What fits",
}
"""Of the cards that answer these letters."""
COMMANDS: Final = "Commands"
AWAY: Final = "(away)"
BOT_PLAYS: Final = "(bot plays)"
AWAY_BOT_PLAYS: Final = "(away, bot plays)"
GO_ON: Final = "The next round is on. Space shows it."
GO_ON_OVER: Final = "The match is over now. Space shows it."
GO_ON_YOUR_TURN: Final = "It is your turn. Space shows the table."
NEEDS_A_WORD: Final = "Enter asks for the password of this table."
ON_ITS_WAY: Final = "On its way: no answer yet."
PREPARED_DROPPED: Final = "Your prepared play is dropped."
MOUSE_ON: Final = "The mouse chooses tiles and ends."
MOUSE_OFF: Final = "The mouse is the terminal's again, to select text."
TOLD: Final = "What has been told"
HINT: Final = "Hint"

_SETTING: Final = tuple(row for row in help_.SETTING if not row[0].startswith("verbosity"))
"""How much is told is line mode's affair: a screen shows everything."""
_ON_A_SCREEN: Final = {
    "h": "everything that has been told, to be read again",
    "x": "what can be done with this table",
    "open": "open a table, by a form",
}
"""What a command does that does another thing in line mode."""

ZOOMS: Final = ("Tiles as large as there is room for.", "Small tiles.", "The arms as a list.")
"""What is said of each zoom that can be asked for, the largest first."""


def commands(*, is_host: bool) -> tuple[str, ...]:
    """What can be typed as a command, a line each."""
    rows = (*help_.ASKING, *_SETTING, *help_.TABLE, *(help_.HOST if is_host else ()))
    return tuple(f"{typed}: {_ON_A_SCREEN.get(typed, meaning)}." for typed, meaning in rows)


def more_players(number: int) -> str:
    """Players for whom there is no line in the table of a round; the sheet has them all."""
    return f"… {number} more: s"


def held_in_words(tiles: int) -> str:
    """Behind a player's score: how many tiles they hold."""
    return f", {count(tiles, 'tile')}"


def no_such_number(number: int, held: int) -> str:
    """A number that no tile of the hand has."""
    return f"You hold no tile {number}: they go from 1 to {held}." if held > 1 else "You hold only tile 1."


def out_of_play(tiles: int) -> str:
    """The tiles that nobody holds and nobody may draw."""
    return f"{tiles} out of play"


def connecting(address: str) -> str:
    """Before the first answer."""
    return f"Connecting to {address} ..."


def lost(why: str, seconds: float) -> str:
    """The line is cut, and when it will be tried again."""
    return f"No connection{f' ({why})' if why else ''}. {_again(seconds)}; the table may be out of date."


def _again(seconds: float) -> str:
    return "Trying again now" if seconds < 1 else f"Trying again in {seconds:.0f} s"


def lost_briefly(seconds: float) -> str:
    """The same on a narrow screen."""
    return f"No connection. {_again(seconds)}."


def nothing_fits(view: View) -> str:
    """My turn where no tile fits, for a narrow screen: how many can be drawn stands in its header."""
    return f"Your turn. Nothing fits: {'draw' if view.choices().may_draw else 'knock'}."


def goodbye(text: str) -> str:
    """The daemon has ended it."""
    return f"{text} Any key leaves.".lstrip()


def choose_table(tables: int) -> str:
    """In the lobby."""
    return "Choose a table, or open one." if tables else "There is no table yet: Enter opens one."


def waiting(view: View, here: Mapping[int, bool], *, is_host: bool) -> str:
    """Before a match: what it waits for."""
    free = sum(seat.is_free for seat in view.table.seats)
    people = [seat for seat, who in enumerate(view.table.seats) if who.is_person]
    away = [name_of(view, seat) for seat in people if not here.get(seat, True)]
    if not free and not away:
        return "Everybody is here: the match begins."
    told = f"Waiting for {count(free, 'more player')}." if free else f"Waiting for {listed(away)}, away just now."
    begins = "Enter begins now, with bots on the free seats." if free else "Enter begins now."
    return f"{told} {begins}" if is_host else told


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


def clock(view: View, kind: str, seat: int, seconds: float) -> str:
    """`0:42` for my own turn, `Ana 0:42` for another's, `Ana away, bot in 0:12`."""
    left = f"{max(0, int(seconds)) // 60}:{max(0, int(seconds)) % 60:02}"
    if kind == "grace":
        return f"{name_of(view, seat)} away, bot in {left}"
    return left if seat == view.seat else f"{name_of(view, seat)} {left}"
