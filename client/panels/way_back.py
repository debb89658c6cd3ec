"""The way back to the player's own seat: a link, and its code for the camera of another device.

Here: the sheet of a terminal. Not here: the link (`Model.way_back`), the window of the page (`web.panel_windows`).
"""

from client.actions.panel import Panel, Passage, Scan
from client.model.model import Model
from client.words.say import say


def panel(model: Model) -> Panel:
    """What it is for, the link and its code."""
    link = model.way_back()
    if link is None:
        return Panel(say("page.way_back_title"), (Passage((say("way_back.none"),)),))
    return Panel(say("page.way_back_title"), (Passage((say("page.scan_way_back"), link)), Scan(link)))
