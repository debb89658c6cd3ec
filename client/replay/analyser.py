"""Analysing a record, with `fivesd analyse` as a child program.

Here: what the child is given, and what it prints. Not here: a saved analysis (`record_file`), the child itself
(`client.child`), showing an analysis (`replay_words`).
"""

from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

import trio

from client.child import Child
from client.store.files import write_whole
from client.store.saved_records import analysis_path
from client.words.say import say
from protocol.shared.analysis_progress import Progress, read_progress
from protocol.shared.child_program import child_command
from protocol.wire.analysis import Analysis, decode_analysis, encode_analysis
from protocol.wire.explained import Explanation, decode_explanation
from protocol.wire.record import Record, write_record


class AnalysisError(Exception):
    """There is no analysis; one line says why."""


class BusyError(AnalysisError):
    """There is no time for it now."""


async def analyse(
    record: Record, report: Callable[[Progress], None], path: Path | None = None, *, in_background: bool = False
) -> Analysis:
    """The analysis of this record; cancelling ends the child that makes it. Raises `AnalysisError`.

    `report` is called with the progress. `path`: the record's file; the analysis is saved beside it, if possible.
    `in_background`: it uses one processor, at low priority.
    """
    line = await _last_line(record, report, ["--json"], in_background=in_background)
    return await trio.to_thread.run_sync(_decoded, line, path)


async def explain(
    record: Record, turns: Iterable[int], report: Callable[[Progress], None], *, in_background: bool = False
) -> Explanation:
    """What each play was worth in the turns before these entries, and why; as `analyse`."""
    seqs = [str(turn) for turn in turns]
    if not seqs:
        return Explanation(())
    line = await _last_line(record, report, ["--explain", *seqs], in_background=in_background)
    return await trio.to_thread.run_sync(decode_explanation, line.encode())


async def _last_line(
    record: Record, report: Callable[[Progress], None], flags: Iterable[str], *, in_background: bool
) -> str:
    """The last line that the child prints, after its progress."""
    command = ("analyse", "-", *flags, "--child", *(["--background"] if in_background else []))
    try:
        child = await Child.start(child_command("daemon", *command))
    except OSError as error:
        raise AnalysisError(say("analysis.not_started", why=str(error.strerror or error))) from error
    last = ""
    async with child:
        await child.write(await trio.to_thread.run_sync(_lines_of, record))
        async for line in child:
            progress = read_progress(line)
            if progress is None:
                last = line
            else:
                report(progress)
        status = await child.wait()
        if status != 0:
            why = await child.last_words() or say("analysis.ended_with", status=status)
            raise AnalysisError(say("analysis.failed", why=why))
    return last


def _lines_of(record: Record) -> bytes:
    """The lines of the record, and an empty one that ends it."""
    return b"".join([*write_record(record.header, record.entries), b"\n"])


def _decoded(line: str, path: Path | None) -> Analysis:
    """The analysis in a line, which is saved beside the record at `path`."""
    analysis = decode_analysis(line.encode())
    if path is not None:
        with suppress(OSError):
            write_whole(analysis_path(path), encode_analysis(analysis))
    return analysis
