"""Taking a match back that the player's own host has left to another one: what that host is asked, and what follows.

The player is at the other host by then, or on the way there, so the own one is asked on a connection of its own. It
asks the other host whether a round was played there, and says what is true (WIRE.md, "From one host to the next").

Here: the request, the player's way back, and the page of a player who hosts from a browser and opens it where the match
was. Not here: the way back of the others (`former_hosts`), the sentences (`words.take_over_words`).
"""

import secrets
from collections.abc import Awaitable, Callable
from typing import Final

import trio

from client.model.announcements import Announcement, Subject
from client.model.status import Connecting, Ended
from client.net.credentials import Credentials
from client.net.host_connection import Parting
from client.net.link import Link, Remedy, Retry
from client.net.remedies.moved import moved_to
from client.net.request import RequestError, Requests
from client.words import refusal_words, take_over_words
from client.words.say import say, together
from protocol.frozen import define
from protocol.log.operator_commands import TakeMatchBack
from protocol.log.refusals import Reason
from protocol.wire.messages import Accepted, Do, Farewell, Goodbye, NotAccepted

TIME_BETWEEN_LOOKS: Final = 15.0


@define(eq=False)
class TakingBack:
    """The player's own host, as the program of this link takes a match back there.

    `connect` makes a connection to it, and `secret` is that of its operator. `start` runs what takes
    time.
    """

    link: Link
    start: Callable[..., None]
    connect: Callable[[], Awaitable[trio.abc.Stream]]
    secret: Callable[[], str | None]
    _is_asking: bool = False

    def begin(self, command: TakeMatchBack) -> None:
        """Ask for it, unless that is being done."""
        if not self._is_asking:
            self._is_asking = True
            self.start(self._run, command)

    async def _run(self, command: TakeMatchBack) -> None:
        self._announce(say("take_back.asks"), Subject.LINK)
        try:
            await self._ask(command)
        except (OSError, RequestError) as error:
            self._announce(take_over_words.not_taken_back(str(error)), Subject.REFUSED)
        self._is_asking = False

    async def _ask(self, command: TakeMatchBack) -> None:
        async with await self.connect() as stream:
            requests = Requests(stream, Credentials(self.secret).lines())
            do = Do(f"back-{secrets.token_hex(6)}", 0, command)
            answer: Accepted | NotAccepted = await requests.ask(do, Accepted, NotAccepted)
        if isinstance(answer, Accepted):
            self._return()
            return
        link, model = self.link, self.link.model
        text = refusal_words.refused_by_daemon(model.view, answer, command)
        if answer.reason == Reason.NOT_KNOWN_ELSEWHERE:
            model.absent_host.is_silent_elsewhere = True
            how = take_over_words.how_to_insist(is_drawn=model.is_drawn, is_page=model.is_page)
            text = together(text, how)
        self._announce(text, Subject.REFUSED)
        link.flush()

    def _return(self) -> None:
        """Go back to the own host, from wherever the player is."""
        link = self.link
        arrived = Announcement(Subject.LINK, say("take_back.done"))
        if link.model.own_host is None and link.before is not None:
            link.on_arrival.append(arrived)
            link.return_now()
        elif link.model.own_host is not None and link.model.session.game is not None and not link.is_lost:
            link.model.absent_host.forget_left()  # the player is at another table there
            how = take_over_words.waits_at_own_table(is_drawn=link.model.is_drawn)
            link.deliver([arrived, Announcement(Subject.LINK, how)])
        else:
            link.on_arrival.append(arrived)
            link.try_now()

    def _announce(self, text: str, subject: Subject) -> None:
        self.link.deliver([Announcement(subject, text)])


class LeftByOwnHost(Remedy):
    """Who hosts from a browser, and opens the page where the match was, may take it back, so the link does not end.

    Whoever is at the table follows the match. It may come back by itself, so the host is asked again meanwhile.
    """

    async def after(self, parting: Parting, link: Link) -> Retry | None:
        """As `Remedy.after`."""
        session = link.model.session
        is_hosts = link.credentials.is_operator and link.taking_back is not None and session.game is None
        if not is_hosts or not isinstance(parting, Goodbye) or parting.reason != Farewell.MOVED:
            return None
        link.model.absent_host.leave(session.wanted_table or "")
        link.model.status = Ended(link.choice.farewell(parting), moved_to=moved_to(parting, link.host))
        link.deliver([])
        await link.pauses.wait(TIME_BETWEEN_LOOKS)
        link.model.status = Connecting()
        return Retry()
