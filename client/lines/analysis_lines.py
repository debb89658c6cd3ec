"""Analysing a game in line mode: a few lines about the progress, and Enter stops it.

A module of its own because it needs trio: a replay without an analysis starts faster. Not here: the lines about the
analysis itself (`replay.answers`).
"""

from collections.abc import Callable
from pathlib import Path

import trio

from client.replay import replay_words
from client.replay.analyser import AnalysisError, analyse
from client.terminal.typed_lines import TypedLines
from client.words.say import say, together
from protocol.shared.analysis_progress import Progress
from protocol.wire.analysis import Analysis
from protocol.wire.record import Record

Out = Callable[[str], None]


def analysis_in_lines(record: Record, path: Path | None, typed: TypedLines, out: Out) -> Analysis | None:
    """The analysis of the record in this file; None, after a line that says why, if the player stops it or it fails."""
    out(together(replay_words.analysing(None), say("lines.enter_stops")))
    try:
        found = trio.run(_analysed, record, path, typed, out)
    except AnalysisError as error:
        out(str(error))
        return None
    if found is None:
        typed.next()
        out(say("replay.stopped"))
    return found


async def _analysed(record: Record, path: Path | None, typed: TypedLines, out: Out) -> Analysis | None:
    """The analysis; None if a line was typed before it was ready."""
    printed = -1

    def report(progress: Progress) -> None:
        nonlocal printed
        quarter = 4 * progress.done // max(1, progress.plays)
        if printed < quarter < 4:
            printed = quarter
            out(replay_words.analysing(progress))

    with trio.CancelScope() as scope:
        trio.lowlevel.spawn_system_task(cancel_when_typed, typed, scope)  # a nursery would make Ctrl-C a group
        return await analyse(record, report, path)
    return None


async def cancel_when_typed(typed: TypedLines, scope: trio.CancelScope) -> None:
    """Cancel the scope once there is a typed line, or the end."""
    await trio.to_thread.run_sync(typed.wait, abandon_on_cancel=True)
    scope.cancel()
