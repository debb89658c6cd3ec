"""The link of a player who hosts, what is encrypted, and invitations: a link for each, how many came with it, and more.

An invitation can be made and ended here.
"""

from collections.abc import Iterator

from client.actions.action import CopyLink, NewInvitation, OtherAddress
from client.actions.panel import Block, Choice, Menu, Offer, Panel, Passage, choice
from client.model.model import Model
from client.model.own_host import OwnHost
from client.words import reach_words
from client.words.name_words import shown
from client.words.say import say
from protocol.log.operator_commands import Uninvite
from protocol.wire.operator_messages import Invitation


def panel(model: Model) -> Panel:
    """The ways to the table, the invitations with a line for a new one, and what else a host should know."""
    host = model.own_host
    if host is None:
        return Panel(say("invite.title"), (Passage((say("host.not_the_host"),)),))
    notes = (Passage(model.notes_for_host),) if model.notes_for_host else ()
    return Panel(say("invite.title"), (Passage(model.ways_here), *_invitations(host), *_other_address(host), *notes))


def _other_address(host: OwnHost) -> Iterator[Block]:
    if len(host.ways_in) > 1:
        yield Menu((choice(say("way.another_address"), OtherAddress()),))


def _invitations(host: OwnHost) -> Iterator[Block]:
    reach = host.reach
    if not reach.asks:
        yield Passage((say("invite.none_needed"),))
        return
    if reach.invitations:
        yield Menu(tuple(map(_invitation, reach.invitations)))
    more = [choice(say("invite.new"), NewInvitation())]
    if len(reach.invitations) > 1:
        more.append(choice(say("invite.end_all"), Uninvite(None)))
    yield Menu(tuple(more))


def _invitation(invitation: Invitation) -> Choice:
    offers = (
        Offer(say("offer.link"), CopyLink(invitation.name), say("offer.link_briefly")),
        Offer(say("offer.end"), Uninvite(invitation.name), say("offer.end_briefly")),
    )
    return Choice(shown(invitation.name), offers, reach_words.how_many_here(invitation))
