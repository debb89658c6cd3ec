"""The footer's hints: only what a key really does now, the most useful first.

Lives here: which keys make sense in which state. Not here: what they do (`wishes`), all of them (`words.keys`).
"""

from typing import TYPE_CHECKING, Final

from client.screen.panels import Hint
from client.status import Ended, Lost
from client.view import View
from protocol.table import Stage

if TYPE_CHECKING:
    from client.screen.desk import Desk

HELP: Final = Hint("?", "keys", "?")
LEAVE: Final = Hint("q", "leave", "q")
CHAT: Final = Hint("/", "chat", "/")
ROUNDS: Final = Hint("s", "scores", "s")
ZOOM: Final = Hint("o", "zoom", "o")


def hints_of(desk: "Desk") -> tuple[Hint, ...]:
    """The hints for what is shown now; the last one is always there."""
    if isinstance(desk.model.status, Ended):
        return (Hint("Enter", "leave", "enter"),)
    if desk.asks_to_leave:
        return Hint("q", "leave", "q"), Hint("Esc", "stay", "escape")
    if desk.card is not None:
        scroll = (Hint("↓", "on", "down"), Hint("↑", "back", "up")) if desk.furthest else ()
        return *scroll, Hint("Esc", "put away", "escape")
    if desk.looks_back:
        return Hint("Space", "go on", "space"), ROUNDS, Hint("l", "plays", "l"), CHAT, LEAVE, HELP
    if desk.is_in_lobby:
        return Hint("↑↓", "table", "down"), Hint("Enter", "sit down", "enter"), Hint(":", "command", ":"), LEAVE
    if desk.is_connecting:
        return (LEAVE,)
    if desk.is_seating:
        start = (Hint("Enter", "begin", "enter"), Hint(":", "command", ":")) if desk.model.is_host else ()
        return *start, CHAT, Hint("r", "rules", "r"), LEAVE, HELP
    return *_playing(desk, desk.model.view), HELP


def _playing(desk: "Desk", view: View) -> tuple[Hint, ...]:
    if view.table.stage is Stage.OVER:
        again = (Hint("Enter", "play again", "enter"),) if view.seat is not None else ()
        return *again, ROUNDS, Hint("l", "plays", "l"), CHAT, LEAVE
    if view.seat is None:
        return Hint("l", "plays", "l"), ROUNDS, ZOOM, CHAT, LEAVE
    if view.table.paused:
        resume = (Hint("Enter", "go on", "enter"),) if desk.model.is_host else ()
        return *resume, CHAT, ROUNDS, LEAVE
    if isinstance(desk.model.status, Lost):
        return ROUNDS, Hint("l", "plays", "l"), LEAVE
    return *_deeds(view, is_prepared=desk.model.prepared is not None), CHAT, ROUNDS, Hint("c", "ends", "c"), ZOOM, LEAVE


def _deeds(view: View, *, is_prepared: bool) -> tuple[Hint, ...]:
    may = view.choices()
    if may.may_draw:
        return (Hint("Space", "draw", "space"),)
    if may.may_knock:
        return (Hint("k", "knock", "k"),)
    choose = (Hint("←→", "tile", "right"), Hint("↑↓", "end", "down"))
    if view.is_my_turn:
        return *choose, Hint("Enter", "play", "enter")
    if is_prepared:
        return *choose, Hint("Esc", "take back", "escape")
    return *choose, Hint("Enter", "keep ready", "enter")
