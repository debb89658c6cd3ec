"""A process that thinks for the daemon: `python -m daemon.table.worker`, started by `workers` and by nobody else.

Lives here: reading functions from standard input, calling them, writing what they return to standard output. It ends
when its input does, whatever it thinks about, so it never outlives a daemon that was killed. A function that raises
ends it: the daemon notices.
"""

import gc
import os
import pickle
import signal
import sys
from queue import SimpleQueue
from threading import Thread
from typing import BinaryIO

from daemon.table.workers import LENGTH

POLITENESS = 5
"""How much it gives way to the event loop where there are not enough processors, as `nice` counts."""


def main() -> None:
    """Think until there is nothing more to think about."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(POLITENESS)
    look_for_cycles_among_new_objects()
    asked, answers = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # whatever else is printed is no answer
    messages = SimpleQueue[bytes]()
    Thread(target=_read, args=(asked, messages), daemon=True).start()
    try:
        while True:
            function = pickle.loads(messages.get())  # noqa: S301 - the daemon's own
            answer = pickle.dumps(function(), pickle.HIGHEST_PROTOCOL)
            answers.write(LENGTH.pack(len(answer)) + answer)
            answers.flush()
    except BrokenPipeError:
        # The daemon was killed; nothing more may be flushed into the pipe at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), answers.fileno())


def _read(asked: BinaryIO, messages: SimpleQueue[bytes]) -> None:
    """Pass on what is asked, and end this process when nobody asks any more, who would wait for no answer either."""
    while message := _next_message(asked):
        messages.put(message)
    os._exit(0)


def look_for_cycles_among_new_objects() -> None:
    """What is remembered between choices is never searched for cycles: there are none, and it takes 0.2 seconds."""
    gc.set_threshold(20_000, 20, 1_000_000)


def _next_message(asked: BinaryIO) -> bytes:
    before = asked.read(LENGTH.size)
    if len(before) < LENGTH.size:
        return b""
    return asked.read(LENGTH.unpack(before)[0])


if __name__ == "__main__":
    main()
