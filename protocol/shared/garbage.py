"""When Python's garbage collector looks, where it can be told.

Nearly all that a program of fives holds has no cycles, so looking often only costs time. PyPy's collector takes no
thresholds, and needs none. Not here: the thresholds, which each program chooses.
"""

import atexit
import gc


def collect_rarely(young: int, middle: int, old: int, *, freezes: bool = False) -> None:
    """Look only after so many new objects, then younger collections, then middle ones (`gc.set_threshold`).

    `freezes`: what is there now is never looked at again.
    """
    if freezes and hasattr(gc, "freeze"):
        gc.freeze()
    if hasattr(gc, "set_threshold"):
        gc.set_threshold(young, middle, old)


def end_at_once() -> None:
    """Look at nothing when the program ends: a quarter of the time of a short command, and the system frees it all."""
    if hasattr(gc, "freeze"):
        atexit.register(gc.freeze)
