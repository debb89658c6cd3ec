"""How friends join, in sentences for the player who hosts: the link, the tunnel, invitations, what is encrypted.

Not here: what the daemon says about it (`protocol.wire.operator_messages.Reach`), the link
(`protocol.shared.friends_link`), the host's other controls (`host_words`).
"""

from collections.abc import Iterator
from typing import Final

from client.words.english import capital, count, listed
from client.words.name_words import shown
from protocol.shared.friends_link import is_from_outside
from protocol.shared.join_link import JoinLink
from protocol.wire.operator_messages import Invitation, Reach, TunnelState

TITLE: Final = "Invitations"
OPENING: Final = "Opening a way for friends in other houses ..."
CLOSED: Final = "Friends in other houses cannot join now."
OPEN: Final = "Your friends can open this"
ONLY_INSIDE: Final = "Friends in this house can open this"
L_COPIES: Final = "; L copies it:"
"""Follows the words before a link on the full screen, where the link may take more than a line."""
Q_SHOWS_CODE: Final = "; L copies it, Q shows its QR code:"
"""The same where the code beside it has no room."""
IN_A_NETWORK: Final = "This machine is in a network now. Send this link"
OTHER_ADDRESS: Final = "You have another address. Send this link"
OTHER_LINK: Final = "The link has changed. Send this one"
ANOTHER_ADDRESS: Final = "Another address"
ONLY_ADDRESS: Final = "This machine has no other address for the link."
NOT_OPENED: Final = "Nobody in this house has opened it yet."
OPENED: Final = "Another machine in this house has opened the link: it works."
ABOUT_OPENING: Final = (NOT_OPENED, OPENED)
BY_HAND: Final = "To type the link by hand, leave out what follows the #."
NOBODY: Final = "No other machine can join at this address."
HOW_TO_SHARE: Final = "For friends in other houses: `fives host --share`."
SLEEP: Final = "If this machine sleeps, the game waits until it is awake."
NOT_THE_HOST: Final = "Only a player who hosts with `fives host` has this."
NONE_NEEDED: Final = "Nobody needs an invitation to this game."
HOW_TO_INVITE: Final = "Type invite and a name, like invite Ben."
FIRST_FRIEND: Final = "First friend from outside: it works."
COPIED: Final = "Copied, if your terminal allows it"
INVITE: Final = "Invite a friend"
END_ALL: Final = "End all invitations"
FOR_WHOM: Final = "Whom the link is for"


def ways(reach: Reach, link: JoinLink | None, here: str, *, has_page: bool) -> tuple[str, ...]:
    """How friends can join, the link first; `here` is the link on this machine."""
    return tuple(_ways(reach, link, here, has_page=has_page))


def _ways(reach: Reach, link: JoinLink | None, here: str, *, has_page: bool) -> Iterator[str]:
    if link is not None:
        how = "" if has_page else ", with `fives join`"
        yield f"{OPEN if is_from_outside(reach, link) else ONLY_INSIDE}{how}:"
        yield str(link)
    else:
        yield f"On this machine: fives join {here.removeprefix('http://')} --name NAME"
    about = about_share(reach)
    if about:
        yield about
    elif link is None:
        yield NOBODY if reach.listed_as is None else in_list(reach.listed_as)
    elif not reach.outside:
        yield from filter(None, (about_opening(reach), HOW_TO_SHARE))


def room_for_code(columns: int, lines: int) -> str:
    """What is missing for a QR code, which needs so many columns and lines more; no more if not positive."""
    missing = listed([count(more, what) for more, what in ((columns, "column"), (lines, "line")) if more > 0])
    return f"The QR code has no room here: make the terminal larger by {missing}."


def about_opening(reach: Reach) -> str:
    """Whether the link has been opened in the house; empty if the daemon does not say, or if it leads outside."""
    return "" if reach.opened is None or reach.outside else OPENED if reach.opened else NOT_OPENED


def in_list(name: str) -> str:
    """How friends find a host whose only addresses are such as no link can have."""
    return f"Friends in this network type `fives join`, and choose {shown(name)}."


def about_share(reach: Reach) -> str:
    """What the tunnel does, if friends cannot come through it now; empty if they can, or if there is none."""
    if reach.share == TunnelState.STARTING:
        return OPENING
    if reach.share == TunnelState.FAILED:
        return f"{CLOSED} {capital(reach.detail)}." if reach.detail else CLOSED
    return ""


def notes(reach: Reach, *, has_page: bool) -> tuple[str, ...]:
    """What is encrypted and what is not, and what else a host should know."""
    return tuple(_notes(reach, has_page=has_page))


def _notes(reach: Reach, *, has_page: bool) -> Iterator[str]:
    if not reach.outside and reach.key is not None:
        yield BY_HAND
    has_tunnel = any(begin.startswith("https://") for begin in reach.outside)
    shared = "; through the tunnel they are, up to the tunnel's owner" if has_tunnel else ""
    where = " in the house" if has_tunnel or not reach.outside else ""
    if reach.key is None:
        yield f"This host has no key, so connections{where} are not encrypted{shared}."
    else:
        yield f"Terminals are encrypted, with this host's key {reach.key}."
        if has_page:
            yield f"Browsers{where} are not encrypted{shared}."
    if reach.share != TunnelState.OFF:
        yield SLEEP
    if reach.why_unlisted:
        yield unlisted(reach)


def unlisted(reach: Reach) -> str:
    """Why friends in the network do not find the host in their list."""
    return f"`fives join` cannot list this host, so friends need its link: {shown(reach.why_unlisted)}."


def link_of(name: str, link: JoinLink) -> str:
    """`The link for Ben: https://...`"""
    return f"The link for {shown(name)}: {link}"


def how_many_here(invitation: Invitation) -> str:
    """How many friends have come with an invitation and are here now."""
    return f"{invitation.here} here now" if invitation.here else "nobody here now"


def end_question(name: str | None) -> str:
    """Asks whether to end an invitation; None: all of them."""
    if name is None:
        return "End all invitations? Their links work no more; friends with a seat keep it."
    return f"End the invitation for {shown(name)}? Its link works no more; friends with a seat keep it."


def not_invited(name: str) -> str:
    """There is no invitation of this name."""
    return f"Nobody is invited as {shown(name)}."


def refused(detail: str) -> str:
    """Why an invitation was not made or ended."""
    return f"That is not possible: {shown(detail)}."
