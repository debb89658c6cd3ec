"""How friends join, in sentences for the player who hosts: the link, the tunnel, invitations, what is encrypted.

Not here: what the daemon says about it (`protocol.wire.operator_messages.Reach`), the link
(`protocol.shared.friends_link`), the host's other controls (`host_words`).
"""

from collections.abc import Iterator
from typing import Final

from client.words.english import listed
from client.words.name_words import shown
from client.words.refusal_words import as_sentence, said_by_code
from client.words.say import say, together
from protocol.shared.friends_link import is_from_outside
from protocol.shared.join_link import JoinLink
from protocol.wire.messages import Goodbye, NotAccepted
from protocol.wire.operator_messages import Invitation, Reach, TunnelState

_OPENS: Final = "outside", "outside_typed", "inside", "inside_typed"
"""To whom a link leads, and whether it is typed after `fives join`."""


def ways(reach: Reach, link: JoinLink | None, here: str, *, has_page: bool, is_copied: bool = False) -> tuple[str, ...]:
    """How friends can join, the link first; `here` is the link on this machine. `is_copied`: by a key."""
    return tuple(_ways(reach, link, here, has_page=has_page, is_copied=is_copied))


def _ways(reach: Reach, link: JoinLink | None, here: str, *, has_page: bool, is_copied: bool) -> Iterator[str]:
    if link is not None:
        friends = "outside" if is_from_outside(reach, link) else "inside"
        opens = say(f"way.opens.{friends}" if has_page else f"way.opens.{friends}_typed")
        yield say("way.copied" if is_copied else "way.link", way=opens)
        yield str(link)
    else:
        yield say("way.here", address=here.removeprefix("http://"))
    about = about_share(reach)
    if about:
        yield about
    elif link is None:
        yield say("way.nobody") if reach.listed_as is None else say("way.in_list", name=shown(reach.listed_as))
    elif not reach.outside:
        yield from filter(None, (about_opening(reach), say("way.how_to_share")))


def with_key_for_code(way: str) -> str:
    """The line before a link that a key copies, with the key that shows its QR code; other lines as they are."""
    for friends in _OPENS:
        opens = say(f"way.opens.{friends}")
        if way == say("way.copied", way=opens):
            return say("way.copied_code", way=opens)
    return way


def room_for_code(columns: int, lines: int) -> str:
    """What is missing for a QR code, which needs so many columns and lines more; no more if not positive."""
    missing = [say("count.columns", n=columns)] if columns > 0 else []
    missing += [say("count.lines", n=lines)] if lines > 0 else []
    return say("way.no_room", missing=listed(missing))


def about_opening(reach: Reach) -> str:
    """Whether the link has been opened in the house; empty if the daemon does not say, or if it leads outside."""
    return "" if reach.opened is None or reach.outside else say("way.opened" if reach.opened else "way.not_opened")


def about_new_link(reach: Reach, link: JoinLink, *, has_opened: bool, is_first: bool) -> str:
    """Says which link to send from now on. `has_opened`: a tunnel. `is_first`: there was no link before."""
    if has_opened:
        return say("way.open_now", link=str(link))
    if is_from_outside(reach, link):
        return say("way.other_link", link=str(link))
    return say("way.in_a_network" if is_first else "way.other_address", link=str(link))


def about_share(reach: Reach) -> str:
    """What the tunnel does, if friends cannot come through it now; empty if they can, or if there is none."""
    if reach.share == TunnelState.STARTING:
        return say("way.opening")
    return together(say("way.closed"), as_sentence(reach.detail)) if reach.share == TunnelState.FAILED else ""


def notes(reach: Reach, *, has_page: bool) -> tuple[str, ...]:
    """What is encrypted and what is not, and what else a host should know."""
    return tuple(_notes(reach, has_page=has_page))


def _notes(reach: Reach, *, has_page: bool) -> Iterator[str]:
    if not reach.outside and reach.key is not None:
        yield say("note.by_hand")
    has_tunnel = any(begin.startswith("https://") for begin in reach.outside)
    where = "tunnel" if has_tunnel else "outside" if reach.outside else "inside"
    if reach.key is None:
        yield say(f"note.no_key.{where}")
    else:
        yield say("note.key", key=str(reach.key))
        if has_page:
            yield say(f"note.browsers.{where}")
    if reach.share != TunnelState.OFF:
        yield say("note.sleep")
    if reach.why_unlisted:
        yield unlisted(reach)


def unlisted(reach: Reach) -> str:
    """Why friends in the network do not find the host in their list."""
    return say("note.unlisted", why=shown(reach.why_unlisted))


def link_of(name: str, link: JoinLink) -> str:
    """`The link for Ben: https://...`"""
    return say("invite.link", name=shown(name), link=str(link))


def how_many_here(invitation: Invitation) -> str:
    """How many friends have come with an invitation and are here now."""
    return say("invite.here", n=invitation.here)


def end_question(name: str | None) -> str:
    """Asks whether to end an invitation; None: all of them."""
    return say("invite.end_all_question") if name is None else say("invite.end_question", name=shown(name))


def not_invited(name: str) -> str:
    """There is no invitation of this name."""
    return say("invite.no_such", name=shown(name))


def refused(answer: NotAccepted | Goodbye) -> str:
    """Why what only a host may ask for was not done."""
    by_code = said_by_code(answer) if isinstance(answer, NotAccepted) else None
    return by_code or say("invite.refused", why=shown(answer.detail))
