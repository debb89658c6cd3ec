"""What a page has of its visit and of the process around it: time, tasks, turns, the host's other answers.

Not here: giving it to a page (`visit`), what is shown and chosen (`state`).
"""

from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager, nullcontext
from datetime import date

import trio
from attrs import field

from client.web.analyses import Analyses
from client.web.links import Links
from client.words.say import say
from protocol.frozen import define
from protocol.wire.messages import FromClient, FromDaemon


async def _unanswered(_first: bytes, _request: FromClient) -> FromDaemon | str:
    return say("page.not_reached")


@define(eq=False)
class Services:
    """They do nothing where no visit has given others. `now`: seconds on trio's clock.

    `start` starts a task of the visit, and `turn` is a turn for a piece of its work. `ask_host` asks the host on a
    connection of its own. `find_links` returns the links that the page gives away now. `kind`: of browser, for the
    host's list. `leave` ends the visit, after it has shown this sentence.
    """

    now: Callable[[], float] = trio.current_time
    today: Callable[[], date] = date.today
    start: Callable[..., None] = lambda *_: None
    turn: AbstractAsyncContextManager[None] = field(factory=nullcontext)
    ask_host: Callable[[bytes, FromClient], Awaitable[FromDaemon | str]] = _unanswered
    find_links: Callable[[], Links] = Links
    analyses: Analyses = field(factory=Analyses)
    kind: str = ""
    leave: Callable[[str], None] = lambda _: None
