"""The analyses that browsers ask for: one at a time in the whole page process, the shortest match first.

Here: the line of requests, the child of the one that runs, and the latest results. Any visitor may ask, so the child
uses one processor at low priority, and ends with its request. Not here: the child itself (`replay.analyser`), who may
ask for what (`analysis_part`).
"""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import trio
from attrs import define, field

from client.replay import replay_words
from client.replay.analyser import Analyser, AnalysisError
from client.web import page_words
from protocol.console.analysis_progress import Progress
from protocol.log.events import Entry, Said
from protocol.wire.analysis import Analysis
from protocol.wire.record import Record, write_record

MOST_HELD: Final = 4
"""The number of analyses to keep for other players of the same matches."""
MOST_ENTRIES: Final = 1500
"""Entries of the longest match that is analysed here, without chat: about half a minute of a processor."""
MOST_WAITING: Final = 20
"""Requests in the line behind the one that runs."""
LOOK_EVERY: Final = 1.0
"""Seconds between two looks at the running child."""

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
        request = _Request(match, report)
        if request.length > MOST_ENTRIES:
            raise AnalysisError(page_words.TOO_LONG_TO_ANALYSE)
        self._add(request)
        try:
            await request.is_due.wait()
            if request.is_refused:
                raise AnalysisError(page_words.TOO_MANY_ANALYSES)
            if match not in self._found:
                self._keep(match, await self._analysed(record))
            return self._found[match]
        finally:
            self._remove(request)

    def _add(self, request: _Request) -> None:
        """Put it into the line. If that is full, the longest one is refused, which may be this one."""
        waiting = sorted([*self._requests[1:], request], key=lambda each: each.length)
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
        for place, each in enumerate(self._requests):
            is_running = each.match == self._requests[0].match
            each.report(replay_words.analysing(self._progress) if is_running else page_words.in_line(place))

    def _keep(self, match: Match, analysis: Analysis) -> None:
        self._found[match] = analysis
        if len(self._found) > MOST_HELD:
            del self._found[next(iter(self._found))]

    async def _analysed(self, record: Record) -> Analysis:
        """The analysis, made by a child from a file that is deleted afterwards."""
        try:
            folder = await trio.to_thread.run_sync(_folder_with, record)
        except OSError as error:
            raise AnalysisError(f"The analysis could not be started: {error.strerror or error}.") from error
        path = _path_in(folder)
        try:
            analyser = await trio.to_thread.run_sync(partial(Analyser, path, record, in_background=True))
            try:
                while not analyser.has_ended:
                    self._progress = analyser.progress
                    self._report()
                    await trio.sleep(LOOK_EVERY)
                return await trio.to_thread.run_sync(analyser.result)
            except AnalysisError as error:
                raise AnalysisError(str(error).replace(f"{path}: ", "")) from error
            finally:
                with trio.CancelScope(shield=True):
                    await trio.to_thread.run_sync(analyser.stop)
        finally:
            self._progress = None
            with trio.CancelScope(shield=True):
                await trio.to_thread.run_sync(folder.cleanup)


def _match(record: Record) -> Match:
    return record.header.game, tuple(each for each in record.entries if not isinstance(each.event, Said))


def _folder_with(record: Record) -> "TemporaryDirectory[str]":
    """A new folder with a file of this record. Raises `OSError`."""
    folder = TemporaryDirectory(prefix="fives-", ignore_cleanup_errors=True)
    try:
        _path_in(folder).write_bytes(b"".join(write_record(record.header, record.entries)))
    except OSError:
        folder.cleanup()
        raise
    return folder


def _path_in(folder: "TemporaryDirectory[str]") -> Path:
    return Path(folder.name, "game.jsonl")
