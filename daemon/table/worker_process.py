"""A worker process, as it starts and as it runs.

Here: what a worker does beside its calls: it yields to other processes, ignores Ctrl-C, sends signs of life, and ends
with the program that started it. Not here: how many there are and what they call (`workers`). This does not import
trio, which a worker has no use for: it would take longer to start, and more memory.

Ctrl-C in a terminal also reaches the workers. They ignore it from their first instruction on (on Windows, from their
first call on): it stops the program that started them, and that program stops them.
"""

import ctypes
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from threading import Thread
from typing import Final

from daemon.bots.caches import collect_only_new_garbage

LOWEST_PRIORITY: Final = 19
"""The niceness of a process that nobody waits for."""
BEAT: Final = 1.0
"""Seconds between two signs of life of a worker, and between two looks at them."""
MOST_SILENT: Final = 30
"""Looks in a row without a sign of life, after which a worker counts as frozen."""
LOOKS_TO_START: Final = 120
"""How many more looks a worker has for its first sign of life: starting takes long on a busy machine."""


class WorkerProcess(SpawnProcess):
    """A process that never sees SIGINT, and that sends signs of life."""

    _beats: Connection
    """Where signs of life are sent, in the worker, or received, in its parent."""
    _silent: int

    def start(self) -> None:
        """Start the process, as `SpawnProcess.start` does."""
        received, sent = multiprocessing.Pipe(duplex=False)
        with sent:
            self._beats = sent
            self._start()
        self._beats, self._silent = received, -LOOKS_TO_START

    def run(self) -> None:
        """Run the worker's loop, as `SpawnProcess.run` does. Called in the worker."""
        Thread(target=_send_signs_of_life, args=(self._beats,), daemon=True).start()
        super().run()
        os._exit(0)  # freeing its caches would take some tenths of a second, and there is nothing else to be closed

    def is_frozen(self) -> bool:
        """Look for signs of life, and return whether there was none for too many looks in a row.

        Looks are counted, not seconds: this program may have been suspended together with its workers.
        """
        self._silent += 1
        with suppress(OSError, EOFError):  # a worker that has ended
            while self._beats.poll():
                self._beats.recv_bytes()
                self._silent = 0
        return self._silent > MOST_SILENT

    def _start(self) -> None:
        # The worker inherits the blocked signals of the thread that starts it.
        if not hasattr(signal, "pthread_sigmask"):
            super().start()
            return
        resource_tracker.ensure_running()  # starting it would unblock the signal
        blocked = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
        try:
            super().start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, blocked)


def _send_signs_of_life(beats: Connection) -> None:
    with suppress(OSError):  # the parent has gone
        while True:
            beats.send_bytes(b"")
            time.sleep(BEAT)


def lower_priority(niceness: int) -> None:
    """Let other programs go first. Processes that this one starts from now on have the same priority."""
    if sys.platform != "win32":
        os.nice(niceness)
    elif niceness:
        this_process = ctypes.c_void_p(-1)
        idle, below_normal = subprocess.IDLE_PRIORITY_CLASS, subprocess.BELOW_NORMAL_PRIORITY_CLASS
        ctypes.windll.kernel32.SetPriorityClass(this_process, idle if niceness == LOWEST_PRIORITY else below_normal)


def start_worker(niceness: int) -> None:
    """Prepare a worker for its calls. `niceness`: how much lower its priority is than its parent's."""
    lower_priority(niceness)
    collect_only_new_garbage()
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    # Without this, a worker would notice only after its current call that its parent was killed.
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(0)
