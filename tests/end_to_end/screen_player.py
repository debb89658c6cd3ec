"""A whole match on the full screen in a real terminal, played by keys, by one who knows only what its player is shown.

Here: the next action, the hand as the screen shows it, and playing to the end. Not here: the terminal
(`pseudo_terminal`), line mode (`line_player`).
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from tests.end_to_end.pseudo_terminal import PseudoTerminal

MOST_TURNS = 300
NUMBERED = re.compile(r"\s+\d+: ")
"""A row under the tiles of the hand, with their numbers."""
HELD = re.compile(r"[\[│┃] ?(\d) ?[|│┃] ?(\d) ?[\]│┃]")
"""A tile of the hand, in brackets or in a box."""
OVER = "The match has ended."


def settled(terminal: PseudoTerminal) -> str:
    """The next action: the first hint of the footer, once it belongs to the player."""
    mine = ("←→ tile", "Space draw", "k knock", "Space continue", "Enter play again")

    def is_mine() -> bool:
        footer = terminal.lines[-1]
        if footer.startswith("←→ tile") and "▶you" not in terminal.lines[1]:
            return False  # another player is thinking, and no tile can be prepared
        return footer.startswith(mine) and "prepare" not in footer and "take back" not in footer

    terminal.until(is_mine)
    return next(hint for hint in mine if terminal.lines[-1].startswith(hint))


class HeldTile(NamedTuple):
    """A tile of the hand on the screen: its text and row, whether it is selected, and whether it fits."""

    text: str
    row: int
    is_selected: bool
    fits: bool


def hand(terminal: PseudoTerminal) -> list[HeldTile]:
    """The tiles of the hand as shown on the screen."""
    return [tile for row, line in enumerate(terminal.lines) if NUMBERED.match(line) for tile in _above(terminal, row)]


def _above(terminal: PseudoTerminal, row: int) -> Iterator[HeldTile]:
    """The tiles above a row of their numbers."""
    numbers = terminal.lines[row]
    above = row - 1 if "[" in terminal.lines[row - 1] else row - 2  # a box has a lower edge
    for tile in HELD.finditer(terminal.lines[above]):
        fits = re.search(r"\+|fits|on ", numbers[tile.start() : tile.end() + 3]) is not None
        yield HeldTile(tile[0], above, terminal.lines[above][tile.start() - 1] == ">", fits)


def changes(terminal: PseudoTerminal, before: str) -> None:
    """Wait until the screen has changed."""
    terminal.until(lambda: terminal.text != before)


def is_carried_out(terminal: PseudoTerminal, hint: str, players: str, held: list[HeldTile]) -> None:
    """Wait until the hinted action is complete: an extra key or click would apply to the next one.

    A play shows in the hand, a draw in the footer, since the draws that the rules demand follow by themselves, and a
    knock in the line of players: the other player plays a tile, or the round is blocked.
    """

    def is_done() -> bool:
        has_played = hint == "←→ tile" and len(hand(terminal)) != len(held)
        has_knocked = hint == "k knock" and terminal.lines[1] != players
        return has_played or has_knocked or not terminal.lines[-1].startswith(hint)

    terminal.until(is_done)


def play_with_keys(terminal: PseudoTerminal, play: str = "\r") -> None:
    """Press what the footer offers until the match has ended. `play`: the keys that play a tile."""
    for _ in range(MOST_TURNS):
        hint, players, held = settled(terminal), terminal.lines[1], hand(terminal)
        if hint == "Enter play again":
            break
        terminal.press({"←→ tile": play, "Space draw": " ", "k knock": "k", "Space continue": " "}[hint])
        is_carried_out(terminal, hint, players, held)
    terminal.shows(OVER, "round  total  pips  left over")
