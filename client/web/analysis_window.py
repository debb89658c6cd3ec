"""The analysis of the match that has ended: how each player played, and the costliest plays.

Here: its window, and starting and stopping it. Not here: the line of all browsers' analyses (`analyses`), the plays one
by one (`replay_windows`), the picture (`chances_part`), the sentences (`replay.replay_words`).
"""

from collections.abc import Iterator

import trio
from attrs import field

from client.actions.action import Action, AnalyseMatch
from client.picture.markup import Markup, tag
from client.replay import replay_words
from client.replay.analyser import AnalysisError
from client.replay.cursor import Replay
from client.web.chances_part import chances
from client.web.page_controls import button
from client.web.page_controls import field as field_of
from client.web.page_messages import Value
from client.web.replayed import ABOUT, Replayed
from client.web.state import State
from client.web.window import Confirmation, PageWindow, Presses
from client.words.say import say
from protocol.frozen import define
from protocol.wire.analysis import Analysis


@define(eq=False)
class AnalysisWindow(PageWindow):
    """The analysis. `running`: the scope of the one that this browser waits for, and `progress`: how far it is.

    `fault`: why there is none.
    """

    about = ABOUT
    opened_by = (AnalyseMatch,)

    state: State = field(kw_only=True)
    replayed: Replayed = field(kw_only=True)
    running: trio.CancelScope | None = None
    progress: str = ""
    fault: str = ""

    def inside(self) -> Iterator[Markup]:
        """The analysis; before it is there, its progress, or a button to start it."""
        replay = self.replayed.replay
        if replay is None:
            yield from self.replayed.why_none()
            return
        if replay.analysis is not None:
            yield from _found(replay, replay.analysis)
        elif self.running is not None:
            yield tag("p", self.progress, role="status", class_="verdict")
            yield tag("div", button("stop-analysis", "", say("page.stop")), class_="row")
        else:
            if self.fault:
                yield tag("p", self.fault, role="alert", class_="fault")
            yield tag("div", button("analyse", "", say("page.analyse"), class_="main"), class_="row")

    def foot(self) -> Iterator[Markup]:
        """What leads on from the analysis."""
        replay = self.replayed.replay
        if replay is not None and replay.analysis is not None:
            yield button("show", "replay", say("panel.replay"))
            if self.replayed.own_seat is not None:
                yield button("practise", "", say("lesson.practise"), aria_haspopup="dialog")

    def presses(self) -> Presses:
        """Starting and stopping it, and looking at a play."""
        return {
            "analyse": lambda _: self.state.act(AnalyseMatch()),
            "stop-analysis": lambda _: self._stop(),
            "costly": self._show_costly,
        }

    def opened(self, by: Action | Confirmation | None) -> None:
        """Start the analysis, unless it is there, or the window was opened to look at it."""
        self.fault, replay = "", self.replayed.replay
        if by is not None and replay is not None and replay.analysis is None and self.running is None:
            self.running, self.progress = trio.CancelScope(), replay_words.analysing(None)
            self.state.services.start(self._run, replay, self.running)

    def closed(self, then: PageWindow | None) -> None:
        """Stop it."""
        self._stop()
        self.replayed.leave(then)

    def _stop(self) -> None:
        if self.running is not None:
            self.running.cancel()
            self.running = None

    async def _run(self, replay: Replay, scope: trio.CancelScope) -> None:
        def report(progress: str) -> None:
            if self.running is scope and progress != self.progress:
                self.progress = progress
                self.state.changed()

        with scope:
            try:
                replay.take_analysis(await self.state.services.analyses.analyse(replay.record, report))
            except AnalysisError as error:
                self.fault = str(error)
        if self.running is scope:
            self.running = None
        self.state.changed()

    def _show_costly(self, value: Value) -> None:
        """Show this play in the replay, with the better one on the board."""
        replay = self.replayed.replay
        for at, play in enumerate(() if replay is None else replay.costliest):
            if field_of(value) == str(at):
                assert replay is not None
                replay.to_costly(play)
                self.state.show("replay")


def _found(replay: Replay, found: Analysis) -> Iterator[Markup]:
    yield chances(replay, found)
    yield tag("ul", *(tag("li", sentence) for sentence in replay_words.how_each_played(found)), class_="lines")
    yield tag("h3", replay_words.costliest(found))
    plays = [
        tag("li", button("costly", str(at), f"{play}.")) for at, play in enumerate(replay_words.costly_plays(replay))
    ]
    yield tag("ol", *plays, class_="costly") if plays else tag("p", say("replay.nothing_lost"))
