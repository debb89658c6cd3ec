"""Orca on a desktop of a test, with a voice that is heard by the test, and keys that Orca gets before the browser.

The voice is an output module of speech-dispatcher. Tests that use it are skipped where Debian's
`orca openbox xdotool` are missing. Not here: the desktop (`desktop`), what is played (`test_match_by_orca`).
"""

import json
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final, Literal

from attrs import frozen

from tests.client.tab import PATIENCE
from tests.end_to_end.desktop import PYTHON, Environment, program

NEEDS: Final = ("orca", "speech-dispatcher", "openbox", "xdotool")
_WORD: Final = 0.02
"""Seconds that the voice takes for a word: too few for a listener, enough to be silenced in the middle."""
_VOICE: Final = """#!PYTHON
import html
import json
import re
import sys
import threading

answering, is_stopped, speaking = threading.Lock(), threading.Event(), threading.Thread()


def answer(*lines):
    with answering:
        print(*lines, sep="\\n", flush=True)


def lines():
    return [*iter(lambda: sys.stdin.readline().rstrip("\\n"), ".")]


def say(text):
    answer("701 BEGIN")
    was_stopped = is_stopped.wait(WORD * len(text.split()))
    with open("HEARD", "a") as heard:
        print(json.dumps(["cut" if was_stopped else "said", text]), file=heard)
    answer("703 STOP" if was_stopped else "702 END")


for command in map(str.strip, sys.stdin):
    if command == "INIT":
        answer("299-It writes down what it says.", "299 OK LOADED SUCCESSFULLY")
    elif command == "AUDIO":
        answer("207 OK RECEIVING AUDIO SETTINGS")
        lines()
        answer("203 OK AUDIO INITIALIZED")
    elif command == "LOGLEVEL":
        answer("207 OK RECEIVING LOGLEVEL SETTINGS")
        lines()
        answer("203 OK LOG LEVEL SET")
    elif command == "SET":
        answer("203 OK RECEIVING SETTINGS")
        lines()
        answer("203 OK SETTINGS RECEIVED")
    elif command == "LIST VOICES":
        answer("200-test\\ten\\tnone", "200 OK VOICE LIST SENT")
    elif command in ("SPEAK", "CHAR", "KEY", "SOUND_ICON"):
        answer("202 OK RECEIVING MESSAGE")
        text = html.unescape(re.sub("<[^>]*>", "", "\\n".join(line.removeprefix(".") for line in lines())))
        if speaking.ident is not None:
            speaking.join()
        is_stopped.clear()
        answer("200 OK SPEAKING")
        speaking = threading.Thread(target=say, args=(text.strip(),))
        speaking.start()
    elif command in ("STOP", "PAUSE"):
        is_stopped.set()
    elif command == "QUIT":
        answer("210 OK QUIT")
        break
    else:
        answer("300 ERR UNKNOWN COMMAND")
"""
_SETTINGS: Final = """LogLevel 1
LogDir "stderr"
DefaultModule voice
DefaultLanguage "en"
AddModule "voice" "{voice}" "voice.conf"
"""
_ONLY_WHAT_IS_NEW: Final = {"sayAllOnLoad": False}
_PREFERENCES: Final = {
    "general": _ONLY_WHAT_IS_NEW,
    "profiles": {"default": {"profile": ["Default", "default"], **_ONLY_WHAT_IS_NEW}},
    "pronunciations": {},
    "keybindings": {},
}
"""Else Orca reads a page once it takes it for loaded, until a key is pressed: perhaps in the middle of a test."""


@frozen
class Orca:
    """A screen reader that runs, and its player's keyboard."""

    env: Environment
    heard_file: Path

    def press(self, *keys: str) -> None:
        """Press these keys of the keyboard one after the other, by their X names: `z`, `Return`, `question`."""
        subprocess.run(["xdotool", "key", *keys], env=self.env, check=True)

    def type(self, text: str) -> None:
        """Type this text."""
        subprocess.run(["xdotool", "type", text], env=self.env, check=True)

    def heard(self) -> list[tuple[Literal["said", "cut"], str]]:
        """Each text that was spoken, and whether it was said whole or silenced before its end."""
        lines = self.heard_file.read_text(encoding="utf-8").splitlines(keepends=True)
        return [(how, text) for how, text in map(json.loads, lines) if lines[-1].endswith("\n")]

    def until_said(self, text: str) -> None:
        """Wait until this has been said whole, alone or with more."""
        deadline = time.monotonic() + PATIENCE
        while not any(how == "said" and text in said for how, said in self.heard()):
            assert time.monotonic() < deadline, f"{text!r} is not heard: {self.heard()}"
            time.sleep(0.05)


@contextmanager
def orca(folder: Path, env: Environment) -> Iterator[Orca]:
    """Orca on this desktop, once it speaks. Its files are in this folder, which is that desktop's home."""
    voice, heard, socket = folder / "voice", folder / "heard", folder / "speech.socket"
    heard.touch()
    voice.write_text(_VOICE.replace("PYTHON", PYTHON).replace("HEARD", str(heard)).replace("WORD", str(_WORD)))
    voice.chmod(0o755)
    (folder / "modules").mkdir()
    (folder / "modules" / "voice.conf").touch()
    (folder / "speechd.conf").write_text(_SETTINGS.format(voice=voice))
    with ExitStack() as programs:
        speech = [
            "speech-dispatcher",
            "-s",
            "-t",
            "0",
            "-C",
            str(folder),
            "-S",
            str(socket),
            "-P",
            f"{folder}/speech.pid",
        ]
        programs.enter_context(program(env, *speech))
        deadline = time.monotonic() + PATIENCE
        while not socket.exists():
            assert time.monotonic() < deadline, "speech-dispatcher does not start"
            time.sleep(0.05)
        programs.enter_context(program(env, "openbox"))
        (folder / "orca").mkdir()
        (folder / "orca" / "user-settings.conf").write_text(json.dumps(_PREFERENCES))
        reads = {**env, "SPEECHD_ADDRESS": f"unix_socket:{socket}", "PATH": f"{_no_others(folder)}:{env['PATH']}"}
        programs.enter_context(program(reads, "orca", "-u", str(folder / "orca")))
        reader = Orca(env, heard)
        reader.until_said("Screen reader on.")
        yield reader


def _no_others(folder: Path) -> Path:
    """A folder with a program by which Orca finds no other Orca: it would not start beside one on another desktop."""
    programs = folder / "bin"
    programs.mkdir()
    (programs / "pgrep").write_text("#!/bin/sh\n")
    (programs / "pgrep").chmod(0o755)
    return programs
