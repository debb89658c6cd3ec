"""An engine as a running program, with a time limit for its answers.

Here: starting, asking and ending it. Its mistakes raise an `EngineError` in plain words. Calls block, because
the command that runs an engine has nothing else to do. Not here: the meaning of the lines (`language`).
"""

import queue
import subprocess
import threading
from collections.abc import Sequence
from contextlib import suppress
from time import monotonic
from typing import IO, Final

from daemon.engine.language import GREETING, LONGEST_LINE, QUIT, READY, EngineError, EngineLostError
from protocol.clean import echoed

TIME_TO_END: Final = 2.0
LONGEST_NAME: Final = 60
MOST_WAITING: Final = 100
"""Lines in the queue. An engine that writes more has to wait, as with any full pipe."""


class EngineProgram:
    """A running engine. `time`: the limit for each answer, in seconds. `slowest`: its slowest answer, in seconds."""

    def __init__(self, command: Sequence[str], time: float) -> None:
        self.name = command[0]
        self.slowest = 0.0
        self._time = time
        try:
            self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)  # noqa: S603 - the command is the user's
        except OSError as error:
            raise EngineLostError(f"cannot be started: {echoed(command[0])}: {error.strerror or error}") from None
        assert self._process.stdout is not None
        self._lines: queue.Queue[bytes | None] = queue.Queue(MOST_WAITING)
        threading.Thread(target=_read, args=(self._process.stdout, self._lines), daemon=True).start()

    def greet(self) -> None:
        """Greet it, and wait until it is ready. Raises `EngineError`."""
        self.say(GREETING)
        asked_at = monotonic()
        while (line := self._answer(GREETING, f"`id name NAME` and `{READY}`", asked_at)) != READY:
            word, _, rest = line.partition(" ")
            what, _, value = rest.partition(" ")
            if word != "id":
                raise EngineError(f"answered {line[:60]!r} to `{GREETING}`: `id name NAME` and `{READY}` are due")
            if what == "name" and value.isprintable():
                self.name = value[:LONGEST_NAME]
        self.slowest = 0.0  # starting does not count

    def say(self, *lines: str) -> None:
        """Send it lines. Raises `EngineError` if it has ended."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write("".join(f"{line}\n" for line in lines).encode())
            self._process.stdin.flush()
        except OSError:
            raise self._end_error() from None

    def ask(self, question: str, due: str) -> str:
        """Its answer. `due`: the expected form of an answer. Raises `EngineError`, also if it wrote a line unasked."""
        self.expect_silence()
        self.say(question)
        return self._answer(question, due, monotonic())

    def expect_silence(self, seconds: float = 0.0) -> None:
        """Raise `EngineError` if it wrote a line unasked, or does so within `seconds`."""
        line = self._next(seconds)
        if line is not None:
            raise EngineError(f"said {line[:60]!r} unasked: it may speak only when it is asked")

    def _answer(self, question: str, due: str, asked_at: float) -> str:
        patience = asked_at + self._time - monotonic()
        line = self._next(patience) if patience > 0 else None
        if line is None:
            asked = question.partition(" ")[0]
            raise EngineLostError(f"gave no answer to `{asked}` within {self._time:g} s: {due} is due")
        self.slowest = max(self.slowest, monotonic() - asked_at)
        return line

    def _next(self, patience: float) -> str | None:
        """Its next line, or None if none comes in time. Raises `EngineError` if it has ended."""
        try:
            line = self._lines.get(timeout=patience)
        except queue.Empty:
            return None
        if line is None:
            raise self._end_error()
        if len(line) > LONGEST_LINE:
            raise EngineError(f"said a line of more than {LONGEST_LINE} bytes")
        try:
            return line.decode().strip()
        except UnicodeDecodeError:
            raise EngineError("said something that is not UTF-8") from None

    def _end_error(self) -> EngineLostError:
        """The error that says how it ended."""
        try:
            status = self._process.wait(TIME_TO_END)
        except subprocess.TimeoutExpired:
            return EngineLostError("closed its standard output too soon")
        return EngineLostError(f"ended by itself, with status {status}, before it was told to quit")

    def end(self) -> None:
        """Tell it to quit. Raises `EngineError` if it does not end, or still writes a line."""
        try:
            self.expect_silence()
            self.say(QUIT)
            self._process.wait(TIME_TO_END)
            with suppress(EngineLostError):  # this time it is supposed to end
                self.expect_silence(TIME_TO_END)
        except subprocess.TimeoutExpired:
            raise EngineError(f"did not end within {TIME_TO_END:g} s of `{QUIT}`") from None
        finally:
            self.kill()

    def kill(self) -> None:
        """Kill the program, and close its pipes."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with suppress(OSError):  # unsent lines do not matter any more
                    pipe.close()


def _is_ignored(line: bytes) -> bool:
    """Whether a line is empty or an `info` line, which engines may write at any time."""
    return line.split(maxsplit=1)[:1] in ([], [b"info"]) and len(line) <= LONGEST_LINE


def _read(stdout: IO[bytes], lines: "queue.Queue[bytes | None]") -> None:
    try:
        while line := stdout.readline(LONGEST_LINE + 1):
            if not _is_ignored(line):
                lines.put(line)
    except ValueError:
        pass  # the pipe was closed at the end
    lines.put(None)
