"""The window in front, as a part of the page: its frame, and what every window can have done.

Here: that part, the presses that open, choose in and close windows, and the shape of the room for a board in one. Not
here: what is in each (`window`), which windows there are (`windows`).
"""

from typing import Final

from client.picture.markup import Markup, tag
from client.web.board_part import shape_of, size_in
from client.web.page_controls import CLOSE_KEY, button, field
from client.web.page_messages import Value
from client.web.shared_parts import own
from client.web.state import State
from client.web.window import Needs, PageWindow
from client.words.say import say

_NO_BUTTONS: Final = tag("div", class_="row")


def window(state: State) -> Markup:
    """The window in front, with its title and a button to close it; empty without one, or if it lacks what it needs."""
    front = state.front
    if front is None or not _has(state, front.needs):
        return Markup()
    title, inside = _shown(state, front)
    key = CLOSE_KEY if state.settings["letters"] and not front.has_own_letters else None
    close = button("close", front.name, "✕", class_="close", aria_label=say("page.close"), aria_keyshortcuts=key)
    close = own(close) if front.is_shared else close
    head = tag("div", tag("h2", title, id="window-title", tabindex="-1"), close, class_="head")
    covered = state.sentences.heard
    heard = tag("p", own(covered) if front.is_shared else covered, class_="heard", role="status")
    buttons = tag("div", *front.foot(), class_="row")
    foot = heard if buttons == _NO_BUTTONS else tag("div", heard, buttons, class_="foot")
    shown = tag("div", head, inside, foot, class_=f"window window-{front.name}")
    return shown if front.is_shared else own(shown)


def _has(state: State, needs: Needs) -> bool:
    match needs:
        case Needs.NOTHING:
            return True
        case Needs.TABLE:
            return state.is_at_table
        case Needs.HOST:
            return state.model.own_host is not None


def _shown(state: State, front: PageWindow) -> tuple[str, Markup]:
    """The title and the inside of this window. Long ones are made once for each new entry."""
    if not front.is_of_log:
        return front.shown()
    return state.made_once("window", (front.name, *state.entries_read), front.shown)


# The presses.


def _show(state: State, value: Value) -> None:
    asked = state.windows.get(field(value))
    if asked is not None and not asked.has_own_press:
        state.show(asked.name)


def _choose(state: State, value: Value) -> None:
    """Do what was chosen in the panel of a window."""
    name, _, key = field(value).partition(" ")
    if name in state.windows:
        state.windows[name].choose(key)


def _close(state: State, value: Value) -> None:
    """Close the window; its name is the value, so that no other one is closed that the player has not yet seen."""
    if value in ("", state.window):
        state.show("" if state.front is None else state.front.back())


def _take_shape(state: State, value: Value) -> None:
    size = size_in(field(value))
    if size is not None:
        state.room.shape_in_window = shape_of(*size)


PRESSES: Final = {"show": _show, "choose": _choose, "close": _close, "replay-shape": _take_shape}
