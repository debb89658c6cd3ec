"""What programs on trio have in common: who asks them to stop, and the error behind a group of errors.

Here: signals and the end of standard input, as one event. Not here: what stops, and what happens then
(`program.serve`, `measure.parallel`).
"""

import logging
import os
import signal
import sys
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import Final

import trio

log = logging.getLogger("fivesd")

_SIGNALS: Final = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")


@asynccontextmanager
async def stop_requests(*, stops_with_stdin: bool) -> AsyncIterator[trio.Event]:
    """An event that is set when a signal asks this program to stop.

    `stops_with_stdin`: the end of standard input asks for it too, so a child stops with the program that started it.
    """
    stop = trio.Event()
    with trio.open_signal_receiver(*_stop_signals()) as signals:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(_stop_at_signal, signals, stop)
            if stops_with_stdin:
                nursery.start_soon(_stop_with_stdin, stop)
            yield stop
            nursery.cancel_scope.cancel()


def first_error(group: BaseExceptionGroup[BaseException]) -> BaseException:
    """The first error in a group, which may contain other groups."""
    error: BaseException = group
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error


def _stop_signals() -> Iterable[signal.Signals]:
    """The signals that ask a program to stop. Under `nohup`, closing the terminal does not."""
    known = [getattr(signal, name) for name in _SIGNALS if hasattr(signal, name)]
    return [
        stop_signal
        for stop_signal in known
        if stop_signal.name != "SIGHUP" or signal.getsignal(stop_signal) is not signal.SIG_IGN
    ]


async def _stop_at_signal(signals: AsyncIterator[int], stop: trio.Event) -> None:
    async for number in signals:
        log.info("%s: stopping", signal.Signals(number).name)
        stop.set()


async def _stop_with_stdin(stop: trio.Event) -> None:
    # It reads the descriptor: a thread that holds the lock of `sys.stdin` while the program ends brings Python down.
    while await trio.to_thread.run_sync(os.read, sys.stdin.fileno(), 1024, abandon_on_cancel=True):
        pass
    log.info("standard input was closed: stopping")
    stop.set()
