"""The link that a host gives to friends, from what the daemon says about how it can be reached.

Pure. Not here: the grammar of links (`join_link`), what the host reads about it (`client.words.reach_words`).
"""

from protocol.console.address import AddressError
from protocol.console.host_options import FOR_FRIENDS
from protocol.console.join_link import MOST_ENDPOINTS, Endpoint, JoinLink, parse_link
from protocol.wire.messages import Invitation, Reach


def friends_link(reach: Reach, table: str | None, invitation: str | None = None) -> JoinLink | None:
    """The link with every way to this table, the ways from other houses first; None if no other machine can join.

    `invitation`: the one to show, for friends from outside.
    """
    endpoints = tuple(endpoint for begin in (*reach.outside, *reach.inside) for endpoint in _endpoint(begin))
    if not endpoints:
        return None
    shown = invitation if reach.outside and reach.asks else None
    return JoinLink(endpoints[:MOST_ENDPOINTS], table, reach.key, shown)


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
