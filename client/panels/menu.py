"""The menu of a table: what can be done with it now beside playing, what can be read about it, and where else to go.

Here: its groups. Not here: their lines, and who has them (the rows of `actions.verbs`).
"""

from collections.abc import Iterable
from typing import Any

from client.actions.panel import Choice, Menu, Panel
from client.actions.verbs.going import GOING
from client.actions.verbs.hosting import HOSTING
from client.actions.verbs.looking import LOOKING
from client.actions.verbs.match import MATCH
from client.actions.verbs.playing import PLAYING
from client.actions.verbs.verb import Verb
from client.model.model import Model
from client.words.say import say


def of_the_match() -> str:
    """The heading of the group about the match."""
    return say("menu.match")


def panel(model: Model) -> Panel:
    """The menu, in groups, the host's first. Only what is allowed now is in it."""
    host, match, player = _lines(HOSTING, model), _lines((*MATCH, *LOOKING, *PLAYING), model), _lines(GOING, model)
    if model.is_alone:
        match, host = (*match, *host), ()
    groups = ((say("menu.host"), host), (of_the_match(), match), (say("menu.you"), player))
    menus = tuple(Menu(choices, heading) for heading, choices in groups if choices)
    return Panel(say("panel.menu"), menus, has_keys=True)


def _lines(verbs: Iterable[Verb[Any]], model: Model) -> tuple[Choice, ...]:
    return tuple(choice for verb in verbs if verb.who.may(model) for choice in verb.offered(model))
