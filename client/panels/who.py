"""Who sits where, who is away, who watches, how friends join, and the encryption of a guest's own connection.

Not here: what else a host should know, which stands with the invitations (`invitations`).
"""

from client.actions.panel import Block, Panel, Passage, Scan
from client.model.model import Model
from client.words import rehearsal_words, take_over_words
from client.words.answer_words import who_is_here
from client.words.name_words import partners
from client.words.presence_words import goes_on_at
from client.words.say import say
from client.words.watcher_words import watching


def panel(model: Model) -> Panel:
    """The seats one by one, who watches, and the ways to this table."""
    seats = (*who_is_here(model.view, model.here), partners(model.view), watching(model.presence.watchers))
    continues = model.session.succession.continues
    hosts = () if continues is None else (goes_on_at(model.view, continues.seat),)
    elsewhere = [take_over_words.plays_at(model.view, *where) for where in model.presence.plays_at.items()]
    next_host = _next_host(model)
    ways = (Passage(model.ways_here),) if model.ways_here else ()
    encryption = (Passage((model.encryption,)),) if model.encryption else ()
    about = Passage(tuple(filter(None, (*seats, *elsewhere, *hosts))))
    return Panel(say("panel.who"), (about, *next_host, *ways, *encryption))


def _next_host(model: Model) -> tuple[Block, ...]:
    """Who reaches the machine to which the match is to go, and the way there for those who have to try it."""
    next_host, view = model.presence.next_host, model.view
    found = () if next_host.found is None else (Passage((rehearsal_words.who_reaches(view, next_host.found),)),)
    if next_host.link is None or not model.is_page:
        return found
    link = rehearsal_words.browser_link(next_host.link)
    return (*found, Scan(link, say("reach.link"), is_to_open=True))
