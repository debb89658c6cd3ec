"""The analysis of a record: found beside the record, or made by `fivesd analyse` in a child process.

Here: `Analyser`, which runs the child and reports its progress, and the saved analysis. A saved analysis that is
damaged, older than its record or of another release is ignored and made again. Not here: reading an analysis
(`record_file`), showing it (`replay_lines`, `replay_screen`).
"""

import subprocess
import threading
from contextlib import suppress
from pathlib import Path
from typing import Final

from client.replay import replay_words as words
from client.replay.cursor import Replay
from client.replay.record_file import UnreadableError, matching, read_analysis
from client.store.files import write_whole
from client.store.saved_records import analysis_path
from protocol.console.analysis_progress import Progress, read_progress
from protocol.console.child_program import child_command, child_environment, own_group
from protocol.version import __version__
from protocol.wire.analysis import Analysis, decode_analysis
from protocol.wire.codec import MalformedError
from protocol.wire.record import Record

TIME_TO_STOP: Final = 5.0


class AnalysisError(Exception):
    """There is no analysis; one line says why."""


def saved_analysis(path: Path, record: Record) -> Analysis | None:
    """The analysis saved beside this record, or None if there is none that can be used."""
    saved = analysis_path(path)
    try:
        if saved.stat().st_mtime_ns < path.stat().st_mtime_ns:
            return None
        found = read_analysis(saved, record)
    except (OSError, UnreadableError):
        return None
    return found if found.release == __version__ else None


def begin_analysis(path: Path | None, replay: Replay) -> "Analyser | str | None":
    """Start the analysis of the replay's record, or take the saved one (None); a sentence if neither is possible."""
    if path is None:
        return words.NO_FILE
    found = saved_analysis(path, replay.record)
    if found is not None:
        replay.take_analysis(found)
        return None
    try:
        return Analyser(path, replay.record)
    except AnalysisError as error:
        return str(error)


class Analyser:
    """The child process that analyses the record in this file. `progress`: None until the child has reported any.

    The child ends when its standard input is closed, which also happens if this program is killed. `in_background`: it
    uses one processor, at low priority.
    """

    def __init__(self, path: Path, record: Record, *, in_background: bool = False) -> None:
        """Start the child. Raises `AnalysisError`."""
        self._path, self._record = path, record
        self.progress: Progress | None = None
        self._output = b""
        self._last_line = ""
        more = ["--background"] if in_background else []
        try:
            self._child = subprocess.Popen(  # noqa: S603 - this program itself
                child_command("daemon", "analyse", str(path.absolute()), "--json", "--child", *more),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=child_environment(),
                **own_group(),
            )
        except OSError as error:
            raise AnalysisError(f"The analysis could not be started: {error.strerror or error}.") from error
        self._readers = [threading.Thread(target=each, daemon=True) for each in (self._read_output, self._read_errors)]
        for reader in self._readers:
            reader.start()

    def _read_output(self) -> None:
        assert self._child.stdout is not None
        self._output = self._child.stdout.read()

    def _read_errors(self) -> None:
        assert self._child.stderr is not None
        for line in self._child.stderr:
            said = line.decode(errors="replace").strip()
            self.progress = read_progress(said) or self.progress
            self._last_line = said or self._last_line

    @property
    def has_ended(self) -> bool:
        """Whether `result` will not wait."""
        return not any(reader.is_alive() for reader in self._readers)

    def result(self) -> Analysis:
        """Wait for the analysis and return it; it is saved beside the record if possible. Raises `AnalysisError`."""
        for reader in self._readers:
            reader.join()
        failed = self._child.wait() != 0
        self._close()
        if failed:
            raise AnalysisError(f"The game could not be analysed: {self._last_line.removeprefix('fivesd: ')}")
        try:
            found = matching(decode_analysis(self._output), self._record)
        except MalformedError as error:
            raise AnalysisError(f"The game could not be analysed: {error}.") from error
        if found is None:
            raise AnalysisError("The game could not be analysed: its record has changed meanwhile.")
        with suppress(OSError):
            write_whole(analysis_path(self._path), self._output)
        return found

    def stop(self) -> None:
        """End the child."""
        assert self._child.stdin is not None
        self._child.stdin.close()
        try:
            self._child.wait(TIME_TO_STOP)
        except subprocess.TimeoutExpired:
            self._child.kill()
            self._child.wait()
        for reader in self._readers:
            reader.join()
        self._close()

    def _close(self) -> None:
        for stream in (self._child.stdin, self._child.stdout, self._child.stderr):
            if stream is not None:
                stream.close()
