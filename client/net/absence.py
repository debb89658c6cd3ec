"""What a player's program does while the host of a running match is gone.

After `TIME_TO_SEARCH` it looks in the network for a host where the match goes on. It goes by itself only to the match's
own host, which may have another address; about every other one it asks the player. After `TIME_TO_ASK` it asks whether
to go on here; a player who agrees becomes the host. All of it ends as soon as a host has answered.

Here: the times, and what begins when. Not here: the search (`successors`), hosting (`program.hosting_here`), what is
shown meanwhile (`model.absent_host`).
"""

from collections.abc import Awaitable, Callable
from typing import Final

import trio

from client.model.absent_host import Continuing
from client.model.announcements import Announcement, Subject
from client.model.checks import WhyNot
from client.model.model import Model
from client.net.successors import TIME_TO_LOOK, SuccessorSearch
from client.words import take_over_words
from client.words.say import say
from client.words.take_over_words import Proof, Successor
from protocol.frozen import define

TIME_TO_SEARCH: Final = 30.0
"""Seconds after which the search begins: most hosts that are lost are back sooner, and nobody takes over so early."""
TIME_TO_ASK: Final = 60.0
TIME_BETWEEN_TRIES: Final = 1.0
TIME_TO_READ: Final = 5.0
"""Seconds for which the player is asked about one host: nobody can change the question under their finger, or ask
without end."""
LONGEST_SEARCH: Final = 1800.0
"""Seconds after which it ends: the network is not asked all night."""


class NotHostedError(Exception):
    """The match cannot go on here; the middle of a sentence says why."""


@define(eq=False)
class Absence:
    """One player's program without its host. `nursery` runs what takes time.

    `search` makes the search for the game. `go_to` leads the link to a host that was found. `host_here` makes this
    machine the host, and leads the link there; it raises `NotHostedError`. `deliver` is the link's.
    """

    model: Model
    nursery: trio.Nursery
    search: Callable[[], SuccessorSearch]
    go_to: Callable[[Successor], None]
    host_here: Callable[[], Awaitable[None]]
    deliver: Callable[[list[Announcement]], None]
    _tasks: trio.Nursery | None = None
    _is_absent: bool = False
    _searching: trio.CancelScope | None = None
    _newest: Successor | None = None
    """The best host that is known now."""
    _asked: Successor | None = None
    """That about which the player was asked last."""
    _is_reading: bool = False
    """Whether that was only a moment ago."""

    def begin(self) -> None:
        """Note that the host is gone; more calls change nothing."""
        if not self._is_absent and self.model.view.is_playing:
            self._is_absent, self.model.absent_host.found = True, None
            self.model.absent_host.state = Continuing.NOTHING  # its question whether to host was about a hand-over
            self._newest, self._asked, self._is_reading = None, None, False
            self.nursery.start_soon(self._run)

    def end(self) -> None:
        """Note that a host has answered."""
        if self._is_absent:
            self.model.absent_host.found = None
        self._is_absent, self.model.absent_host.state = False, Continuing.NOTHING
        if self._tasks is not None:
            self._tasks.cancel_scope.cancel()
            self._tasks = None

    def take_over(self) -> WhyNot | None:
        """Go on with the match here, as the player has agreed; returns why that is not possible."""
        is_asked = self.model.absent_host.state is Continuing.ASKED and self.model.can_take_over
        if self._tasks is None or not is_asked:
            return WhyNot(say("take_over.not_now"))
        self.model.absent_host.state = Continuing.STARTING
        self._tasks.start_soon(self._host, self.model.absent_host.found)
        return None

    def go_there(self) -> WhyNot | None:
        """Go to the host that was found, as the player has agreed; returns why that is not possible."""
        found = self.model.absent_host.found
        if self._tasks is None or found is None:
            return WhyNot(say("take_over.nobody_found"))
        self._go_to(found)
        return None

    def _go_to(self, found: Successor) -> None:
        self.end()  # and it begins again, if nobody answers there
        self.deliver([Announcement(Subject.LINK, take_over_words.you_go_to(found))])
        self.go_to(found)

    async def _run(self) -> None:
        if self._is_absent:
            async with trio.open_nursery() as self._tasks:
                self._tasks.start_soon(self._search, TIME_TO_SEARCH)
                self._tasks.start_soon(self._ask)
                await trio.sleep_forever()

    async def _search(self, after: float) -> None:
        await trio.sleep(after)
        await self._is_at_table()
        search = self.search()
        search.changed = self._take
        with trio.move_on_after(LONGEST_SEARCH) as self._searching:
            await search.run()
        self._searching = None

    def _take(self, found: Successor | None) -> None:
        """Note the best host that the search knows now: the match's own, or one about which the player is asked."""
        if found is not None and found.proof is Proof.OWN_HOST:
            self._go_to(found)
            return
        self._newest = found
        if not self._is_reading:
            self._show()

    def _show(self) -> None:
        """Ask the player about the best host, unless they have just been asked about that one."""
        found, asked = self._newest, self._asked
        self.model.absent_host.found = found
        if found is None or (asked is not None and _is_same_question(found, asked)):
            self.deliver([])
            return
        self._asked = found
        self.deliver([Announcement(Subject.LINK, take_over_words.goes_on_there(found, is_drawn=self.model.is_drawn))])
        if self._tasks is not None:
            self._is_reading = True
            self._tasks.start_soon(self._show_later)

    async def _show_later(self) -> None:
        await trio.sleep(TIME_TO_READ)
        self._is_reading = False
        if self._newest != self.model.absent_host.found:
            self._show()

    async def _ask(self) -> None:
        await trio.sleep(TIME_TO_ASK)
        await self._is_at_table()
        if self.model.can_take_over:
            self.model.absent_host.state = Continuing.ASKED
            question = take_over_words.question(self.model.view, self.model.session.succession.continues)
            self.deliver([] if self.model.is_drawn else [Announcement(Subject.LINK, question)])

    async def _is_at_table(self) -> None:
        """Wait while the program is trying another host, where it may know nothing of the match for a while."""
        while not self.model.view.is_playing:  # noqa: ASYNC110 - the session is replaced, and says nothing
            await trio.sleep(TIME_BETWEEN_TRIES)

    async def _host(self, known: Successor | None) -> None:
        """Host the match here, unless somebody is found who does; `known`: the one of whom the player has read."""
        self.deliver([Announcement(Subject.LINK, say("take_over.starting"))])
        if self._searching is not None:
            self._searching.cancel()
        elif known is None:
            found = await self.search().run_for(TIME_TO_LOOK)
            if found is not None:
                self.model.absent_host.state = Continuing.ASKED
                self._take(found)
                return
        try:
            await self.host_here()
        except NotHostedError as error:
            self.model.absent_host.state = Continuing.ASKED
            self.deliver([Announcement(Subject.REFUSED, take_over_words.failed(str(error)))])
            if self._tasks is not None:
                self._tasks.start_soon(self._search, 0.0)


def _is_same_question(found: Successor, asked: Successor) -> bool:
    """Whether all but who is there, as that host says, is the same."""
    return found._replace(people=()) == asked._replace(people=())
