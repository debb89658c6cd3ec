"""Remedies for a daemon that refuses something of the first request: the next connection leaves it out.

They stand in `LEAVING_OUT` in the order in which they cost the player least: a seat is given up last.
"""

from collections.abc import Callable
from typing import Final

from client.model.announcements import Announcement, Subject
from client.net.host_connection import Parting
from client.net.link import Link, Remedy, Retry
from client.words import refusal_words, succession_words
from protocol.frozen import define
from protocol.wire.messages import Farewell, Goodbye, Role


@define(eq=False)
class LeavingOut(Remedy):
    """Connects again without what one of these goodbyes may be about; `leaves_out` is False if there is nothing."""

    reasons: tuple[Farewell, ...]
    leaves_out: Callable[[Link], bool]

    async def after(self, parting: Parting, link: Link) -> Retry | None:
        """As `Remedy.after`."""
        is_refused = isinstance(parting, Goodbye) and parting.reason in self.reasons
        return Retry() if is_refused and self.leaves_out(link) else None


class RefusedCredential(Remedy):
    """The daemon has refused the operator's secret, or the invitation: the next connection leaves it out."""

    async def after(self, parting: Parting, link: Link) -> Retry | None:
        """As `Remedy.after`."""
        if not isinstance(parting, Goodbye) or link.answers.on_this_connection:
            return None
        return Retry() if link.credentials.retry_without(parting) else None


def without_revoked_secret(link: Link) -> bool:
    """Show the operator's secret no more."""
    if not link.credentials.drop_secret():
        return False
    link.deliver([Announcement(Subject.REFUSED, refusal_words.goodbye(Farewell.REVOKED))])
    return True


def without_list(link: Link) -> bool:
    """Go to a saved seat without the list of tables, which a host may keep from people without an invitation."""
    session = link.model.session
    is_first = session.wanted_table is None and session.table_name is None and session.role is Role.PLAYER
    seat = link.autosave.seats.use(None) if is_first else None
    if seat is not None:
        session.wanted_table = seat.table
    return seat is not None


def without_claim(link: Link) -> bool:
    """Come without the claim of a seat at another host."""
    if not link.model.session.is_claiming:
        return False
    link.autosave.seats.refuse_claim()
    link.choice.try_next_seat()
    link.deliver([Announcement(Subject.REFUSED, succession_words.claim_refused(link.model.session.name))])
    return True


def with_older_token(link: Link) -> bool:
    """Show an older token of the seat: the host's store may have gone back to an earlier moment."""
    session = link.model.session
    return session.token is not None and session.use_older_token()


def without_seat(link: Link) -> bool:
    """Try the next saved seat, and at last none."""
    session = link.model.session
    if session.token is None:
        return False
    link.autosave.seats.refuse(session, session.token)
    link.choice.try_next_seat()
    link.credentials.trust_secret()  # the seat was wrong, not the secret
    return True


LEAVING_OUT: Final = (
    RefusedCredential(),
    LeavingOut((Farewell.REVOKED,), without_revoked_secret),
    LeavingOut((Farewell.NOT_INVITED,), without_list),
    LeavingOut((Farewell.BAD_TOKEN, Farewell.NO_SUCH_TABLE), without_claim),
    LeavingOut((Farewell.BAD_TOKEN, Farewell.NO_SUCH_TABLE), with_older_token),
    LeavingOut((Farewell.BAD_TOKEN, Farewell.NO_SUCH_TABLE), without_seat),
)
