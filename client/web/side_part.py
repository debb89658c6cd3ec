"""The panel beside the game, on a screen with room for it: the score sheet or the rules, which stay open during play.

Here: that part, and opening and closing a sheet. Not here: the sentences and the field for chat under it
(`assets/page.html`), what is in a sheet (`client.panels`), the same sheets as windows (`panel_windows`).
"""

from typing import Final

from client.panels.by_name import BY_NAME
from client.picture.markup import Markup, tag
from client.web.page_controls import button, field
from client.web.page_messages import Value
from client.web.panel_html import panel_html
from client.web.panel_windows import SheetWindow
from client.web.state import State
from client.words.say import say

NO_PANEL: Final = "no"
"""The value of the press `side` from a browser that shows no panel."""


def sheet(state: State) -> Markup:
    """The buttons that open the sheets, and the open one; empty without a panel or a table."""
    if state.side is None or not state.is_at_table:
        return Markup()
    opens = [_opens(state, name) for name in _sheets(state)]
    if state.model.seat is not None:
        opens.append(button("show", "reactions", say("react.title"), aria_haspopup="dialog"))
    return tag("div", tag("div", *opens, class_="row"), _open_sheet(state), class_="sheets")


def _sheets(state: State) -> list[str]:
    return [window.name for window in state.windows.values() if isinstance(window, SheetWindow)]


def _opens(state: State, name: str) -> Markup:
    label = say("panel.scores") if name == "scores" else say("page.rules_briefly")
    return button("side", name, label, aria_expanded="true" if state.side == name else "false")


def _open_sheet(state: State) -> Markup:
    """The open sheet. The script gives its heading the focus if a key has opened it."""
    name = state.side
    return state.made_once("panel", (name, *state.entries_read), lambda: _sheet(state, name)) if name else Markup()


def _sheet(state: State, name: str) -> Markup:
    panel = BY_NAME[name](state.model)
    title = tag("h2", panel.title, tabindex="-1", class_="unseen")
    return tag("section", title, *panel_html(panel, name), data_sheet=name, tabindex="0", aria_label=panel.title)


def _take_side(state: State, value: Value) -> None:
    """Open a sheet, or close it if it is open. A browser sends this also when its panel comes or goes."""
    named = field(value)
    if named == NO_PANEL:
        state.side = None
    elif named in ("", *_sheets(state)):
        state.side = "" if named == state.side else named
        state.sentences.unread = 0  # the panel has the chat


PRESSES: Final = {"side": _take_side}
