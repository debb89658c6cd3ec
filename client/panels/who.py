"""Who sits where, who is away, who watches, how friends join, and the encryption."""

from typing import Final

from client.actions.panel import Panel, Sentences
from client.model.model import Model
from client.words import take_over_words
from client.words.answer_words import who_is_here
from client.words.name_words import partners
from client.words.presence_words import goes_on_at
from client.words.watcher_words import watching

TITLE: Final = "Who sits where"


def panel(model: Model) -> Panel:
    """The seats one by one, who watches, and the ways to this table."""
    seats = (*who_is_here(model.view, model.here), partners(model.view), watching(model.presence.watchers))
    continues = model.session.succession.continues
    hosts = () if continues is None else (goes_on_at(model.view, continues.seat),)
    elsewhere = [take_over_words.plays_at(model.view, *where) for where in model.presence.plays_at.items()]
    ways = (Sentences((*model.ways_here, *model.notes_for_host)),) if model.ways_here else ()
    encryption = (Sentences((model.encryption,)),) if model.encryption else ()
    return Panel(TITLE, (Sentences(tuple(filter(None, (*seats, *elsewhere, *hosts)))), *ways, *encryption))
