"""The analysis of the match that has ended: how each player played, and the costliest plays.

Here: its window, and starting and stopping it. Not here: the line of all browsers' analyses (`analyses`), the plays one
by one (`replay_part`), the sentences (`replay.replay_words`).
"""

from collections.abc import Iterator
from typing import Final

import trio

from client.picture.markup import Markup, tag
from client.replay import replay_words
from client.replay.analyser import AnalysisError
from client.replay.cursor import Replay
from client.web import page_words
from client.web.course_part import own_seat
from client.web.page_controls import button, field
from client.web.page_messages import Value
from client.web.replay_part import no_replay, replay_of
from client.web.state import State
from client.words import lesson_words
from protocol.wire.analysis import Analysis


def analysis(state: State) -> Iterator[Markup]:
    """The analysis; before it is there, its progress, or a button to start it."""
    replay = replay_of(state)
    if replay is None:
        yield from no_replay(state)
        return
    if replay.analysis is not None:
        yield from _found(replay, replay.analysis, practises=own_seat(state) is not None)
    elif state.analysing is not None:
        yield tag("p", state.progress, role="status", class_="verdict")
        yield tag("div", button("stop-analysis", "", page_words.STOP), class_="row")
    else:
        if state.fault:
            yield tag("p", state.fault, role="alert", class_="fault")
        yield tag("div", button("analyse", "", page_words.ANALYSE, class_="main"), class_="row")


def _found(replay: Replay, found: Analysis, *, practises: bool) -> Iterator[Markup]:
    yield tag("ul", *(tag("li", sentence) for sentence in replay_words.how_each_played(found)), class_="lines")
    yield tag("h3", replay_words.costliest(found))
    plays = [
        tag("li", button("costly", str(at), f"{play}.")) for at, play in enumerate(replay_words.costly_plays(replay))
    ]
    yield tag("ol", *plays, class_="costly") if plays else tag("p", replay_words.NOTHING_LOST)
    practise = [button("practise", "", lesson_words.PRACTISE, aria_haspopup="dialog")] if practises else []
    yield tag("div", button("show", "replay", page_words.REPLAY), *practise, class_="row")


# The presses.


def analyse(state: State) -> None:
    """Open the window, and start the analysis unless it is there."""
    state.show("analysis")
    replay = replay_of(state)
    if replay is not None and replay.analysis is None and state.analysing is None:
        state.analysing, state.progress = trio.CancelScope(), replay_words.analysing(None)
        state.start(_run, state, replay, state.analysing)


async def _run(state: State, replay: Replay, scope: trio.CancelScope) -> None:
    def report(progress: str) -> None:
        if state.analysing is scope and progress != state.progress:
            state.progress = progress
            state.changed()

    with scope:
        try:
            replay.take_analysis(await state.analyses.analyse(replay.record, report))
        except AnalysisError as error:
            state.fault = str(error)
    if state.analysing is scope:
        state.analysing = None
    state.changed()


def _analyse(state: State, _: Value) -> None:
    analyse(state)


def _stop(state: State, _: Value) -> None:
    state.stop_analysis()


def _show_costly(state: State, value: Value) -> None:
    """Show this play in the replay, with the better one on the board."""
    replay = replay_of(state)
    for at, play in enumerate(() if replay is None else replay.costliest):
        if field(value) == str(at):
            assert replay is not None
            replay.to_costly(play)
            state.show("replay")


PRESSES: Final = {"analyse": _analyse, "stop-analysis": _stop, "costly": _show_costly}
