"""All that a player can do, and the row of an action.

Here: the list, in the order in which people read it. Not here: the rows themselves (the modules beside this one).
"""

from typing import Any, Final

from client.actions.verbs.going import GOING
from client.actions.verbs.hosting import HOSTING
from client.actions.verbs.looking import LOOKING
from client.actions.verbs.match import MATCH
from client.actions.verbs.playing import PLAYING
from client.actions.verbs.verb import Verb

VERBS: Final[tuple[Verb[Any], ...]] = (*PLAYING, *LOOKING, *MATCH, *HOSTING, *GOING)
_ABOUT_ONE: Final = tuple(verb for verb in VERBS if verb.only is not None)
_BY_CLASS: Final = {verb.action: verb for verb in VERBS if verb.only is None}


def verb_of(action: object) -> Verb[Any] | None:
    """The row of an action; None for one that has none, such as a step of a replay."""
    about_this = (verb for verb in _ABOUT_ONE if verb.only == action)  # not every action has a hash
    return next(about_this, _BY_CLASS.get(type(action)))
