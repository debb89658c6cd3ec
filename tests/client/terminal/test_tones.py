"""Tones in a terminal: what is played, and programs that are missing, fail or hang."""

import io
import os
import sys
import wave
from array import array
from itertools import pairwise
from pathlib import Path

import pytest
import trio

from client.terminal import tones
from client.terminal.tones import Tones, no_tones, wave_of

PATIENCE = 60
posix = pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="the programs of Linux, as scripts")


def program(folder: Path, name: str, does: str) -> Path:
    """A program of this name that notes each file that it gets, and then does this; returns its notes."""
    folder.mkdir(exist_ok=True)
    notes = folder / f"{name}.notes"
    file = folder / name
    file.write_text(f'#!/bin/sh\nfor last; do :; done\necho "$last" >> {notes}\n{does}\n')
    file.chmod(0o755)
    return notes


def played(notes: Path) -> list[str]:
    """The names of the files that a program was given."""
    return [Path(line).name for line in notes.read_text().splitlines()] if notes.exists() else []


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that is searched for programs, before those of the shell."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setattr(tones, "_OF_OTHERS", (("first-player",), ("second-player", "-q")))
    monkeypatch.setenv("PATH", str(folder) + os.pathsep + os.environ["PATH"])
    return folder


async def until_played(notes: Path, *files: str) -> None:
    with trio.fail_after(PATIENCE):
        while played(notes) != list(files):  # noqa: ASYNC110 - another program writes them
            await trio.sleep(0.05)


def test_a_tune_is_a_sound_of_its_tones() -> None:
    with wave.open(io.BytesIO(wave_of((660,)))) as sound:
        samples = array("h", sound.readframes(sound.getnframes()))
        if sys.byteorder == "big":
            samples.byteswap()
        seconds = sound.getnframes() / sound.getframerate()
        a_tenth = samples[: sound.getframerate() // 10]

    assert 0.1 < seconds < 0.3
    assert max(map(abs, samples)) < 32_767
    crossings = sum((one < 0) != (next_ < 0) for one, next_ in pairwise(a_tenth))
    assert crossings == pytest.approx(2 * 660 * 0.1, abs=3)


@posix
async def test_sounds_are_played_one_after_another(path: Path) -> None:
    notes = program(path, "first-player", "exit 0")
    sounds = Tones()

    sounds.play((660,))
    sounds.play((523, 784))

    await until_played(notes, "660.wav", "523-784.wav")


@posix
@pytest.mark.parametrize("does", ["exit 1", "sleep 1000"])
async def test_where_a_program_fails_or_hangs_the_next_one_plays(path: Path, does: str) -> None:
    failed, notes = program(path, "first-player", does), program(path, "second-player", "exit 0")
    sounds = Tones()

    sounds.play((660,))
    await until_played(notes, "660.wav")
    sounds.play((880,))
    await until_played(notes, "660.wav", "880.wav")

    assert played(failed) == ["660.wav"]


@posix
async def test_what_a_hanging_program_has_started_ends_with_it(path: Path, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with os.fdopen(os.open(pipe, os.O_RDONLY | os.O_NONBLOCK), "rb", buffering=0) as held:
        program(path, "first-player", f"exec > {pipe}\necho begun\nsleep 1000\nexit 0")
        notes = program(path, "second-player", "exit 0")

        Tones().play((660,))
        await until_played(notes, "660.wav")

        assert held.read(6) == b"begun\n"
        with trio.fail_after(PATIENCE):
            while held.read(1) != b"":  # None: a program could still write  # noqa: ASYNC110 - the system ends it
                await trio.sleep(0.05)


@posix
async def test_without_a_program_nothing_happens_and_one_line_says_so(path: Path) -> None:
    sounds = Tones()
    sounds.play((660,))

    assert no_tones() == "No tones can be heard here: this machine has no first-player or second-player."
    program(path, "second-player", "exit 0")
    assert no_tones() == ""


@posix
def test_while_a_program_hangs_the_game_goes_on(path: Path) -> None:
    program(path, "first-player", "sleep 1000")
    sounds = Tones()

    for _ in range(100):
        sounds.play((660,))
