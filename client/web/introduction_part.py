"""The introduction to a game, above the board: its rules in three lines, for a player who is new to it.

Here: that part, and closing it. Not here: when it is shown (`model.game_introduction`), the lines
(`words.brief_rules`), the window with all the rules (`panel_windows`).
"""

from typing import Final

from client.picture.markup import Markup, tag
from client.web.page_controls import button
from client.web.page_messages import Value
from client.web.state import State
from client.words.say import say


def introduction(state: State) -> Markup:
    """The lines, a button for all the rules, and one to close them; empty once they are closed."""
    lines = state.model.introduction.lines
    if not state.is_at_table or state.has_ended or not lines:
        return Markup()
    buttons = (
        button("introduced", "", say("page.got_it")),
        button("show", "rules", say("page.rules_briefly"), aria_haspopup="dialog"),
    )
    return tag(
        "section",
        *(tag("p", line) for line in lines),
        tag("div", *buttons),
        class_="introduction",
        aria_label=say("page.in_brief"),
    )


def _close(state: State, _: Value) -> None:
    state.model.introduction.close()


PRESSES: Final = {"introduced": _close}
