"""Hosting a match that this player has joined, once its host is gone: from within the running game.

Here: the record for the daemon, its start, and leading the link there. Not here: when that happens (`net.absence`), the
same from the command line (`take_over_command`).
"""

from contextlib import AsyncExitStack
from functools import partial

import trio
from attrs import define

from client.model.announcements import Announcement, Subject
from client.net.absence import NotHostedError
from client.net.credentials import Credentials
from client.net.link import Link
from client.net.tcp import open_tcp
from client.program.daemon_start import PrivateDaemonError
from client.program.hosting import HostOptions, TakenMatch
from client.program.private_daemon import HostedDaemon, hosted_daemon
from client.store.saved_records import TooLargeError
from client.words import take_over_words
from client.words.leaving_words import HostedBy


@define(eq=False)
class HostHere:
    """Makes this machine the host of the match of this link. The daemon ends with `stack`."""

    link: Link
    stack: AsyncExitStack
    options: HostOptions | None = None
    """Of the daemon, once it is running."""

    async def start(self) -> None:
        """Start the daemon, and lead the link there. Raises `NotHostedError`."""
        session, saving = self.link.model.session, self.link.autosave
        assert session.seat is not None
        try:
            record = await trio.to_thread.run_sync(saving.save_unfinished, session, [*session.entries])
            options = HostOptions(takes_over=TakenMatch(record, session.seat))
            start = partial(options.start, session.name)
            daemon = await self.stack.enter_async_context(hosted_daemon(start, options.data))
        except (OSError, TooLargeError) as error:
            raise NotHostedError(f"its record cannot be saved: {error}") from error
        except PrivateDaemonError as error:
            raise NotHostedError(str(error)) from error
        self.options = options
        self.link.move_to_host(partial(self._lead_to, daemon, options))

    def _lead_to(self, daemon: HostedDaemon, options: HostOptions) -> None:
        link, model, address = self.link, self.link.model, daemon.address
        link.address, link.dial, link.revive = address, open_tcp, daemon.revive
        link.credentials = Credentials(options.secret)
        link.autosave.seats.move_to(options.seat_saved_at(address))
        link.autosave.seats.host_command = options.command(model.session.name)
        host = model.own_host = daemon.own_host(has_page=options.has_page, shares=options.shares)
        model.hosted_by, model.encryption = HostedBy.PLAYER, ""
        link.on_arrival.append(Announcement(Subject.LINK, take_over_words.come_here(host.link(None))))
