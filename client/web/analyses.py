"""The analyses that browsers ask for: one at a time in the whole page process, the shortest match first.

Here: the line of requests, and the latest results. Any visitor may ask, so an analysis uses one processor at low
priority, and ends with its request. Not here: the analysis itself (`replay.analyser`), who may ask for what
(`analysis_window`).
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import Final, TypeVar

import trio
from attrs import field

from client.replay import replay_words
from client.replay.analyser import AnalysisError, BusyError, analyse, explain
from client.web import page_words
from client.words.say import say
from protocol.frozen import define
from protocol.log.events import Entry, Said
from protocol.shared.analysis_progress import Progress
from protocol.wire.analysis import Analysis
from protocol.wire.explained import Explanation
from protocol.wire.record import Record

_Found = TypeVar("_Found")

MOST_HELD: Final = 4
"""The number of analyses to keep for other players of the same matches."""
MOST_ENTRIES: Final = 1500
"""Entries of the longest match that is analysed here, without chat: about half a minute of a processor."""
MOST_WAITING: Final = 20
"""Requests in the line behind the one that runs."""
TIME_BETWEEN_REPORTS: Final = 1.0
"""Seconds between two reports of progress, at least: each draws a page again, in the process of all browsers."""

Match = tuple[str, tuple[Entry, ...]]
"""A game, and its entries without chat: the same for everyone who has seen the same tiles."""


@define(eq=False)
class _Request:
    match: Match
    report: Callable[[str], None]
    is_due: trio.Event = field(factory=trio.Event)
    is_refused: bool = False

    @property
    def length(self) -> int:
        """The number of entries."""
        return len(self.match[1])


@define(eq=False)
class Analyses:
    """The requests of one process, in order: the first one is running, and of the others the shortest is next."""

    _requests: list[_Request] = field(factory=list)
    _progress: Progress | None = None
    _found: dict[Match, Analysis] = field(factory=dict)

    async def analyse(self, record: Record, report: Callable[[str], None]) -> Analysis:
        """The analysis of this record, which nothing stores. Cancelling it ends its child.

        `report` is called with a sentence for the player about the progress or the place in the line. Raises
        `AnalysisError`.
        """
        match = _match(record)
        if match in self._found:
            return self._found[match]
        async with self._in_line(_Request(match, report)):
            if match not in self._found:
                self._keep(match, await self._reported(partial(analyse, record)))
            return self._found[match]

    async def explain(self, record: Record, turns: Sequence[int], report: Callable[[str], None]) -> Explanation:
        """What each play was worth in the turns before these entries; as `analyse`, in the same line."""
        async with self._in_line(_Request(_match(record), report)):
            return await self._reported(partial(explain, record, turns))

    @asynccontextmanager
    async def _in_line(self, request: _Request) -> AsyncIterator[None]:
        """Wait for the turn of this request, and have the next one run afterwards. Raises `AnalysisError`."""
        if request.length > MOST_ENTRIES:
            raise AnalysisError(say("page.too_long_to_analyse"))
        self._add(request)
        try:
            await request.is_due.wait()
            if request.is_refused:
                raise BusyError(say("page.too_many_analyses"))
            yield
        finally:
            self._remove(request)

    def _add(self, request: _Request) -> None:
        """Put it into the line. If that is full, the longest one is refused, which may be this one."""
        waiting = sorted([*self._requests[1:], request], key=lambda other: other.length)
        self._requests = [*self._requests[:1], *waiting] if self._requests else [request]
        for refused in self._requests[1 + MOST_WAITING :]:
            self._requests.remove(refused)
            refused.is_refused = True
            refused.is_due.set()
        self._requests[0].is_due.set()
        self._report()

    def _remove(self, request: _Request) -> None:
        if request in self._requests:
            self._requests.remove(request)
            if self._requests:
                self._requests[0].is_due.set()
            self._report()

    def _report(self) -> None:
        for place, request in enumerate(self._requests):
            is_running = request.match == self._requests[0].match
            request.report(replay_words.analysing(self._progress) if is_running else page_words.in_line(place))

    def _keep(self, match: Match, analysis: Analysis) -> None:
        self._found[match] = analysis
        if len(self._found) > MOST_HELD:
            del self._found[next(iter(self._found))]

    async def _reported(self, work: Callable[..., Awaitable[_Found]]) -> _Found:
        """What this work finds; its progress is reported."""
        due = trio.current_time()

        def receive(progress: Progress) -> None:
            nonlocal due
            self._progress = progress
            if trio.current_time() >= due:
                due = trio.current_time() + TIME_BETWEEN_REPORTS
                self._report()

        try:
            return await work(report=receive, in_background=True)
        finally:
            self._progress = None


def _match(record: Record) -> Match:
    return record.header.game, tuple(entry for entry in record.entries if not isinstance(entry.event, Said))
