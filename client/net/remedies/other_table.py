"""Remedies for a player who is not admitted to a table, or no longer: another table, or a password.

Not here: which table that is (`table_choice`), the goodbyes to a saved seat (`leaving_out`).
"""

from typing import Final

import trio

from client.model.announcements import Announcement, Subject
from client.model.status import Ended, Joined
from client.net.host_connection import Parting
from client.net.link import Link, Remedy, Retry
from client.words import lobby_words
from protocol.frozen import define
from protocol.wire.messages import Farewell, Goodbye

TIME_TO_FIND_AGAIN: Final = 60.0
"""Seconds for which a spectator who has lost the connection to a table looks for it where it is not."""
MOST_PASSWORDS: Final = 3
"""Attempts at one table."""


def back_to_lobby(link: Link, why: str) -> Retry:
    """Send the player back to the lobby, and say why."""
    link.choice.choose_again()
    link.deliver([Announcement(Subject.REFUSED, why)])
    return Retry()


class LeftTable(Remedy):
    """The player has given up the seat at a table without spectators, and so has left the table."""

    async def after(self, parting: Parting, link: Link) -> Retry | Ended | None:
        """As `Remedy.after`."""
        if not isinstance(parting, Goodbye) or parting.reason != Farewell.NO_SPECTATORS:
            return None
        if not link.autosave.seats.drop():
            return None
        if link.choice.goes_on_after_leaving():
            return Retry()
        why = link.choice.why_choose_again(parting)
        return Ended(link.choice.farewell(parting), failed=False) if why is None else back_to_lobby(link, why)


class WatchInstead(Remedy):
    """The player's own table is full: a match has begun without them. They watch, and can sit down after it."""

    async def after(self, parting: Parting, link: Link) -> Retry | None:
        """As `Remedy.after`."""
        if not isinstance(parting, Goodbye) or parting.reason != Farewell.TABLE_FULL:
            return None
        return Retry() if link.choice.watch_instead() else None


class BackToLobby(Remedy):
    """The table does not admit the player, who may choose another one."""

    async def after(self, parting: Parting, link: Link) -> Retry | None:
        """As `Remedy.after`."""
        if not isinstance(parting, Goodbye) or (why := link.choice.why_choose_again(parting)) is None:
            return None
        if parting.reason == Farewell.BAD_PASSWORD:
            link.model.session.password = None
        return back_to_lobby(link, why)


@define(eq=False)
class SleepingGame(Remedy):
    """The table that the player watched may soon be there again: its players have to come back first.

    A game wakes for its players alone, so a spectator who is back before them finds no such table. One who is sent
    away from the table does not wait: it has been closed.
    """

    _missed_since: float | None = None
    """When a host first said that it does not have the table; None at a table."""

    async def after(self, parting: Parting, link: Link) -> Retry | None:
        """As `Remedy.after`."""
        is_missed = isinstance(parting, Goodbye) and parting.reason == Farewell.NO_SUCH_TABLE
        if not is_missed or isinstance(link.model.status, Joined) or not link.choice.watches(link.model.session.game):
            return None
        now = trio.current_time()
        self._missed_since = now if self._missed_since is None else self._missed_since
        return Retry(waits=True) if now - self._missed_since <= TIME_TO_FIND_AGAIN else None

    def welcomed(self) -> None:
        """As `Remedy.welcomed`."""
        self._missed_since = None


@define(eq=False)
class AskPassword(Remedy):
    """The player types the table's password, up to `MOST_PASSWORDS` times, unless it was given on the command line."""

    _table: str | None = None
    """The table of these attempts."""
    _attempts: int = 0

    async def after(self, parting: Parting, link: Link) -> Retry | Ended | None:
        """As `Remedy.after`."""
        if not isinstance(parting, Goodbye) or parting.reason != Farewell.BAD_PASSWORD:
            return None
        session = link.model.session
        if session.wanted_table != self._table:
            self._table, self._attempts = session.wanted_table, 0
        if session.password is not None and self._attempts == 0:
            return None
        why_none = await self._ask(link, self._table or "")
        if why_none is None:
            return Retry()
        self._attempts, link.model.session.password = 0, None
        return back_to_lobby(link, why_none) if link.choice.has_chosen else Ended(why_none)

    async def _ask(self, link: Link, table: str) -> str | None:
        """Wait until the player has typed a password into the session; returns the reason if there is none."""
        if self._attempts == MOST_PASSWORDS:
            return lobby_words.wrong_passwords(table, MOST_PASSWORDS)
        link.model.change_table(table)
        is_wrong, is_typed_line = self._attempts > 0, not link.model.is_page
        question = lobby_words.password_wanted(table, is_wrong=is_wrong, is_typed_line=is_typed_line)
        typed = await link.answer.ask(question, is_secret=True)
        if not typed:
            return lobby_words.no_password(table)
        self._attempts += 1
        link.model.session.password = typed
        return None

    def welcomed(self) -> None:
        """As `Remedy.welcomed`."""
        self._attempts = 0
