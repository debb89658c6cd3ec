"""Short sounds in a terminal, made of tones and played by a program of the system.

Here: the programs, a tune as a file, and playing one after another, in a thread that nobody waits for. A program that
is missing, fails or hangs costs the player a sound, and nothing else. Not here: the tunes (`model.sounds`), which of
them are played and when (`program.front_end`), the terminal's bell. What only playing needs is imported there.
"""

import atexit
import math
import os
import queue
import shutil
import signal
import sys
import threading
from array import array
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from client.words.english import listed
from client.words.say import say

if TYPE_CHECKING:
    import subprocess
    import tempfile

Tune = Sequence[int]
"""Tones one after another, in hertz."""
_PROGRAMS: Final = {"darwin": (("afplay",),)}
_OF_OTHERS: Final = (("pw-play",), ("paplay",), ("aplay", "-q"))
"""Commands that play a file, which is their last argument; on Windows, Python itself plays."""
_RATE: Final = 22_050
_GAP: Final = 0.09
"""Seconds between two tones, as on the page."""
_DECAY: Final = 0.03
"""Seconds in which a tone loses most of its loudness."""
_LOUDNESS: Final = 0.25
_LONGEST: Final = 3.0
"""Seconds that a program may take for a sound."""
_MOST_WAITING: Final = 3


def programs() -> Sequence[tuple[str, ...]]:
    """The commands that could play a file on this system, the best first."""
    return _PROGRAMS.get(sys.platform, _OF_OTHERS)


def no_tones() -> str:
    """Says that this machine can play no tones, and what would; empty if it can."""
    if sys.platform == "win32" or _found():
        return ""
    return say("settings.no_tones", programs=listed((name for name, *_ in programs()), "or"))


def _found() -> list[tuple[str, ...]]:
    """The commands whose programs are there."""
    return [(path, *words) for name, *words in programs() if (path := shutil.which(name)) is not None]


def wave_of(tune: Tune) -> bytes:
    """A tune as the bytes of a WAV file."""
    import io  # noqa: PLC0415 - see the module
    import wave  # noqa: PLC0415

    file = io.BytesIO()
    with wave.open(file, "wb") as made:
        made.setnchannels(1)
        made.setsampwidth(2)
        made.setframerate(_RATE)
        samples = array("h", _samples(tune))
        if sys.byteorder == "big":
            samples.byteswap()
        made.writeframes(samples.tobytes())
    return file.getvalue()


def _samples(tune: Tune) -> Iterator[int]:
    """Each tone fades, also under the next one."""
    seconds = _GAP * (len(tune) - 1) + 5 * _DECAY
    for number in range(round(seconds * _RATE)):
        at, heard = number / _RATE, 0.0
        for nth, hertz in enumerate(tune):
            since = at - nth * _GAP
            if since >= 0:
                heard += math.exp(-since / _DECAY) * math.sin(2 * math.pi * hertz * since)
        yield round(32_767 * _LOUDNESS * heard)


class Tones:
    """Plays tunes, one after another; of many at once, the first few."""

    def __init__(self) -> None:
        self._waiting: queue.Queue[Tune] = queue.Queue(_MOST_WAITING)
        self._thread: threading.Thread | None = None
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._process: subprocess.Popen[bytes] | None = None

    def play(self, tune: Tune) -> None:
        """Play this tune soon, unless too many wait already. Returns at once."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._play_all, daemon=True, name="tones")
            self._thread.start()
            atexit.register(self._end)
        with suppress(queue.Full):
            self._waiting.put_nowait(tune)

    def _play_all(self) -> None:
        commands = _found()
        while True:
            tune = self._waiting.get()
            with suppress(OSError, RuntimeError):  # a full disk; no device, on Windows
                if sys.platform == "win32":
                    import winsound  # noqa: PLC0415 - Windows alone has it

                    winsound.PlaySound(wave_of(tune), winsound.SND_MEMORY)
                else:
                    while commands and not self._has_played(commands[0], self._file(tune)):
                        del commands[0]

    def _file(self, tune: Tune) -> Path:
        """The file with this tune, in a folder that ends with the program."""
        import tempfile  # noqa: PLC0415 - see the module

        if self._folder is None:
            self._folder = tempfile.TemporaryDirectory(prefix="fives-tones-", ignore_cleanup_errors=True)
        file = Path(self._folder.name) / f"{'-'.join(map(str, tune))}.wav"
        if not file.exists():
            file.write_bytes(wave_of(tune))
        return file

    def _has_played(self, command: tuple[str, ...], file: Path) -> bool:
        """Whether this program has played the file, in time."""
        import subprocess  # noqa: PLC0415 - see the module

        nothing = subprocess.DEVNULL
        words = (*command, str(file))
        try:
            self._process = subprocess.Popen(  # noqa: S603 - a program of the system
                words, stdin=nothing, stdout=nothing, stderr=nothing, start_new_session=True
            )
        except OSError:
            return False
        try:
            return self._process.wait(_LONGEST) == 0
        except subprocess.TimeoutExpired:
            self._end()
            return False

    def _end(self) -> None:
        """End the program that is playing, if one is, and what it has started: it may be a script around another."""
        if self._process is not None and self._process.poll() is None:
            with suppress(ProcessLookupError):  # it has just ended, and the thread has seen it
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
