"""The link that a host gives to friends, from what the daemon says about how it can be reached.

Pure. Not here: the grammar of links (`join_link`), what the host reads about it (`client.words.reach_words`).
"""

from typing import Final

from protocol.shared.address import AddressError
from protocol.shared.host_options import FOR_FRIENDS
from protocol.shared.join_link import Endpoint, JoinLink, parse_link
from protocol.wire.operator_messages import Invitation, Reach

MOST_OF_A_KIND: Final = 3
"""A machine in many networks gives only its likeliest addresses."""


def friends_link(
    reach: Reach, table: str | None, invitation: str | None = None, first: Endpoint | None = None
) -> JoinLink | None:
    """The link with the likeliest ways to this table, those from other houses first; None if no machine can join.

    `invitation`: the one to show, for friends from outside. `first`: the way that comes before all others, if it is one
    of them.
    """
    # Without a key, a friend elsewhere would give the invitation to whatever machine has the inside address there.
    inside = () if reach.outside and reach.key is None else reach.inside
    begins = (*reach.outside[:MOST_OF_A_KIND], *inside[:MOST_OF_A_KIND])
    endpoints = [endpoint for begin in begins for endpoint in _endpoint(begin)]
    # Shells take the brackets of an IPv6 address for a pattern, so it is given only if there is nothing else.
    named = [endpoint for endpoint in endpoints if ":" not in endpoint.address.host] or endpoints[:1]
    if not named:
        return None
    named.sort(key=lambda endpoint: endpoint != first)
    shown = invitation if reach.outside and reach.asks else None
    return JoinLink(tuple(named), table, reach.key, shown)


def is_from_outside(reach: Reach, link: JoinLink) -> bool:
    """Whether friends in other houses can open this link in a browser, which uses only its first way."""
    return any(link.endpoints[:1] == _endpoint(begin) for begin in reach.outside)


def host_links(reach: Reach, code: str, here: str) -> tuple[str, ...]:
    """The links with which a browser becomes the host's: in this network, and through a web server if there is one.

    `here`: what a link begins with on this machine, for a host that no other machine can reach.
    """
    inside = [endpoint for begin in reach.inside[:1] or (here,) for endpoint in _endpoint(begin)]
    through = [endpoint for begin in reach.outside for endpoint in _endpoint(begin) if endpoint.is_web][:1]
    shown = invitation_for_friends(reach) if reach.asks else None
    invitation = None if shown is None else shown.invitation
    return (
        *(str(JoinLink((endpoint,), host=code)) for endpoint in inside),
        *(str(JoinLink((endpoint,), invitation=invitation, host=code)) for endpoint in through),
    )


def invitation_for_friends(reach: Reach) -> Invitation | None:
    """The invitation in the link that is shown unasked: that for friends, otherwise the newest; None without any."""
    named = (invitation for invitation in reach.invitations if invitation.name == FOR_FRIENDS)
    return next(named, next(iter(reach.invitations), None))


def _endpoint(begin: str) -> tuple[Endpoint, ...]:
    """The endpoint of a link that begins like this; nothing for a text that is none."""
    try:
        return parse_link(begin).endpoints[:1]
    except AddressError:
        return ()
