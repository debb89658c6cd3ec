"""A worker process: a program that calls the functions which it is sent, one after the other.

Here: the whole program, how a call and its outcome are written as a line, and the priority of a process. Not here: how
many workers there are, what they call, and what becomes of one that dies, freezes or answers anything else (`workers`).
This does not import trio, which a worker has no use for: it would take longer to start, and more memory.

It reads calls from standard input and ends with it, in the middle of a call, too; so it ends with the program that
started it, however that ends. It prints outcomes, and an empty line every second as a sign of life. What a function
prints goes to standard error. Both sides are the same program, of the same user, so lines hold pickles.
"""

import ctypes
import os
import pickle
import signal
import subprocess
import sys
import time
from binascii import a2b_base64, b2a_base64
from functools import partial
from queue import SimpleQueue
from threading import Lock, Thread
from traceback import format_exception, print_exc
from typing import IO, Any, Final, NoReturn

import outcome
from attrs import field

from daemon.bots.caches import collect_only_new_garbage
from protocol.frozen import define

LOWEST_PRIORITY: Final = 19
"""How much is added to the niceness of a process that nobody waits for; 19 is the highest there is."""
TIME_BETWEEN_SIGNS: Final = 1.0
"""Seconds."""


def as_line(sent: tuple[int, "partial[Any] | outcome.Outcome[Any]"]) -> str:
    """A call or its outcome, with the number of the call, as a line without its end. Raises what pickling raises."""
    return b2a_base64(pickle.dumps(sent, pickle.HIGHEST_PROTOCOL), newline=False).decode("ascii")


def from_line(line: str) -> Any:
    """What `as_line` has written. Raises anything if it was something else."""
    return pickle.loads(a2b_base64(line, strict_mode=True))  # noqa: S301 - this program has written it


def lower_priority(niceness: int) -> None:
    """Let other programs go first. Processes that this one starts from now on have the same priority."""
    if sys.platform != "win32":
        os.nice(niceness)
    elif niceness:
        this_process = ctypes.c_void_p(-1)
        idle, below_normal = subprocess.IDLE_PRIORITY_CLASS, subprocess.BELOW_NORMAL_PRIORITY_CLASS
        ctypes.windll.kernel32.SetPriorityClass(this_process, idle if niceness == LOWEST_PRIORITY else below_normal)


@define
class _Output:
    """The standard output that the parent reads. Two threads write to it."""

    _file: IO[bytes]
    _lock: Lock = field(factory=Lock)

    def print(self, line: str) -> None:
        """Print a line. If the parent has gone, this process ends."""
        try:
            with self._lock:
                self._file.write(f"{line}\n".encode())
                self._file.flush()
        except OSError:
            _end()


def main() -> NoReturn:
    """Answer calls until standard input is closed. The argument: how much lower its priority is than its parent's."""
    try:
        _answer_calls(int(sys.argv[1]))
    except BaseException:  # noqa: BLE001 - the boundary: no thread could be started, or a function ends the program
        print_exc()
    # Not by returning: at its end Python waits for standard input, which a thread reads, and then aborts the process.
    os._exit(1)


def _answer_calls(niceness: int) -> NoReturn:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # of an own group, but somebody may mean all programs of this name
    output = _take_output()
    calls = SimpleQueue[str]()
    Thread(target=_read_calls, args=[calls], daemon=True).start()
    Thread(target=_show_life, args=[output], daemon=True).start()
    lower_priority(niceness)
    collect_only_new_garbage()
    while True:
        output.print(_answered(calls.get()))


def _take_output() -> _Output:
    """Standard output for answers alone. Whatever else is printed from now on goes to standard error."""
    output = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return _Output(output)


def _read_calls(calls: "SimpleQueue[str]") -> None:
    for line in sys.stdin.buffer:
        calls.put(line.decode("ascii").rstrip())
    _end()


def _show_life(output: _Output) -> None:
    while True:
        output.print("")
        time.sleep(TIME_BETWEEN_SIGNS)


def _answered(line: str) -> str:
    """Call a function, and return the line of its outcome: a result, or an error with its traceback as a note."""
    number = 0
    try:
        number, function = from_line(line)
        return as_line((number, outcome.Value(function())))
    except Exception as error:  # noqa: BLE001 - the boundary, for every error of every function
        error.add_note("".join(format_exception(error)))
        return _with_error(number, error)


def _with_error(number: int, error: Exception) -> str:
    try:
        line = as_line((number, outcome.Error(error)))
        from_line(line)  # many an error cannot be made again from its arguments
    except Exception:  # noqa: BLE001 - as above, because an error may hold anything
        return as_line((number, outcome.Error(RuntimeError("\n".join(format_exception(error))))))
    return line


def _end() -> NoReturn:
    os._exit(0)  # freeing its caches would take some tenths of a second, and there is nothing else to be closed


if __name__ == "__main__":
    main()
