"""Remedies for a connection that was cut, is unreadable, or was ended by the host: a pause, or the end of the link."""

from collections.abc import Awaitable, Callable
from math import inf
from typing import Final

import trio

from client.model.announcements import Announcement
from client.model.status import Ended
from client.net.host_connection import Cut, Nonsense, Parting
from client.net.link import Link, Remedy, Retry
from client.net.remedies.moved import moved_to
from client.words import succession_words
from client.words.say import say, together
from client.words.version_words import OlderSide, older_by_protocol, older_by_release
from protocol.frozen import define
from protocol.wire.messages import Farewell, Goodbye

_RETRIED: Final = (Farewell.SHUTDOWN, Farewell.TOO_MANY, Farewell.SILENT, Farewell.TROUBLE)
"""Goodbyes after which the daemon may admit the player again."""

LONGEST_ON_ITS_WAY: Final = 120.0
"""Seconds for which systems go on sending what a closed connection has left to send."""

Mismatch = Callable[[OlderSide], str]
"""Says what to do if the host or this client is older than the other."""
Revive = Callable[[Callable[[], None]], Awaitable[Announcement | Ended | None]]
"""Starts the daemon again if it has died, and calls its argument before that; returns as `OwnDaemon` says."""


def _is_over(cut: Cut, link: Link) -> bool:
    """Whether another connection would fail as well.

    In a match, another host at its address is no reason to give up: the match may go on elsewhere.
    """
    may_go_on = link.absence is not None and link.answers.ever and link.model.view.is_playing
    return cut.is_final and not may_go_on


def keep_alive(link: Link, revive: Revive | None) -> None:
    """Have the link revive the daemon at its address from now on; None: that daemon is not the player's own."""
    link.remedies = [remedy for remedy in link.remedies if not isinstance(remedy, OwnDaemon)]
    if revive is not None:
        link.remedies.insert(0, OwnDaemon(revive))


@define(eq=False)
class OwnDaemon(Remedy):
    """The player's own daemon is started again if it has died; one that was shut down has been stopped on purpose.

    `revive` returns an announcement if it has started the daemon, None if the daemon is alive, and how the link ends if
    the daemon cannot be started.
    """

    revive: Revive

    async def after(self, parting: Parting, link: Link) -> Retry | Ended | None:
        """As `Remedy.after`."""
        if isinstance(parting, Cut):

            def report() -> None:
                why = link.pauses.why_lost = say("connection.own_program_failed")
                link.deliver(link.model.connection_lost(why, 0.0))

            outcome = await self.revive(report)
            if isinstance(outcome, Ended):
                return outcome
            if outcome is not None:
                link.on_arrival.append(outcome)
            return None if _is_over(parting, link) else Retry(waits=True)
        if isinstance(parting, Goodbye) and parting.reason == Farewell.SHUTDOWN and link.answers.ever:
            return Ended(link.choice.farewell(parting), host_is_gone=True)
        return None


@define(eq=False)
class SavedMatch(Remedy):
    """A daemon that is gone will not return; `note` tells the player that the match is saved."""

    note: str

    async def after(self, parting: Parting, link: Link) -> Ended | None:
        """As `Remedy.after`."""
        if isinstance(parting, Cut) and link.answers.ever and not _is_over(parting, link):
            return Ended(together(say("presence.program_failed"), self.note), host_is_gone=True)
        if isinstance(parting, Goodbye) and parting.reason in _RETRIED and link.answers.ever:
            is_gone = parting.reason == Farewell.SHUTDOWN
            return Ended(together(link.choice.farewell(parting), self.note), host_is_gone=is_gone)
        return None


@define(eq=False)
class Unreadable(Remedy):
    """The peer sent what a daemon of this release does not send: the link ends."""

    mismatch: Mismatch

    async def after(self, parting: Parting, link: Link) -> Ended | None:
        """As `Remedy.after`."""
        if not isinstance(parting, Nonsense):
            return None
        is_newer = parting.is_newer or older_by_release(link.answers.daemon) is OlderSide.CLIENT
        return Ended(self.mismatch(OlderSide.CLIENT) if is_newer else parting.text)


@define(eq=False)
class LateHello(Remedy):
    """A hello that this program gave up on has arrived after a later one, and taken the seat for a dead connection.

    The link takes it back, once: another program of the player's would take it again, and keep it.
    """

    given_up_at: float = -inf

    async def after(self, parting: Parting, link: Link) -> Retry | None:
        """As `Remedy.after`."""
        if isinstance(parting, Cut) and link.answers.is_welcome_due:
            self.given_up_at = trio.current_time()
        elif isinstance(parting, Goodbye) and parting.reason == Farewell.REPLACED:
            since, self.given_up_at = trio.current_time() - self.given_up_at, -inf
            return Retry() if since < LONGEST_ON_ITS_WAY else None
        return None


class LostConnection(Remedy):
    """The connection was cut: the link waits, and connects again, if a daemon has ever answered."""

    async def after(self, parting: Parting, link: Link) -> Retry | Ended | None:
        """As `Remedy.after`."""
        if not isinstance(parting, Cut):
            return None
        if _is_over(parting, link) or not link.answers.ever:
            return Ended(say("connection.none", why=parting.why))
        return Retry(waits=True)


@define(eq=False)
class Farewells(Remedy):
    """A goodbye for which there is no other remedy: the link ends, or waits until the daemon may admit the player."""

    mismatch: Mismatch

    async def after(self, parting: Parting, link: Link) -> Retry | Ended | None:
        """As `Remedy.after`."""
        if not isinstance(parting, Goodbye):
            return None
        if parting.reason in _RETRIED and link.answers.ever:
            return Retry(waits=True)
        older, where = _older(parting, link.answers.daemon), moved_to(parting, link.host)
        text = link.choice.farewell(parting) if older is None else self.mismatch(older)
        text = link.credentials.why_refused(parting) or text
        if where is not None and not link.model.is_page:
            text = together(text, succession_words.how_to_join(where))
        return Ended(
            text,
            failed=parting.reason != Farewell.FINISHED,
            is_elsewhere=parting.reason == Farewell.REPLACED,
            host_is_gone=parting.reason == Farewell.FINISHED,
            is_uninvited=parting.reason == Farewell.NOT_INVITED,
            moved_to=where,
        )


def _older(goodbye: Goodbye, daemon: str) -> OlderSide | None:
    """The older side if that explains the goodbye."""
    if goodbye.reason == Farewell.WRONG_PROTOCOL:
        return older_by_protocol(goodbye.detail) or older_by_release(daemon)
    return older_by_release(daemon) if goodbye.reason == Farewell.MALFORMED else None
