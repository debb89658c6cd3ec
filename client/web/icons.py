"""The icons before the lines of a menu on the page.

Here: which icon stands for which action. Not here: their shapes, which the page has once (`assets/page.html`).
"""

from collections.abc import Mapping
from typing import Final

from client.actions.action import Action, AnalyseMatch, NewInvitation, NewTable, OtherGame, SeeGames, SeeTables, Show
from client.picture.markup import Markup, tag
from protocol.log.commands import AddBot, EndMatch, HandOver, Kick, LeaveSeat, Pause, Readmit, Rematch, Resume, Start

_ICONS: Final[Mapping[type[Action], str]] = {
    AddBot: "bot",
    AnalyseMatch: "analysis",
    EndMatch: "end",
    Kick: "away",
    LeaveSeat: "away",
    NewInvitation: "new",
    NewTable: "new",
    OtherGame: "settings",
    Pause: "pause",
    HandOver: "person",
    Readmit: "back",
    Rematch: "again",
    Resume: "begin",
    SeeGames: "games",
    SeeTables: "tables",
    Start: "begin",
}
_OF_PANELS: Final = {"host": "person", "invitations": "share", "log": "history", "names": "link", "phone": "who"}
PANELS: Final = ("hand", "history", "keys", "reactions", "replay", "rules", "scores", "settings", "who", "words")
"""Panels that have an icon of their name."""


def icon(name: str) -> Markup:
    """The icon with this name; a screen reader skips it."""
    return tag("svg", tag("use", href=f"#icon-{name}"), class_="icon", aria_hidden="true")


def icon_of(action: Action) -> Markup:
    """The icon of what this action does; empty if it has none."""
    if isinstance(action, Show):
        name = action.panel if action.panel in PANELS else _OF_PANELS.get(action.panel, "")
    else:
        name = _ICONS.get(type(action), "")
    return icon(name) if name else Markup()
