"""`fivesd host-code` at a terminal: the code that a phone scans, drawn so that programs read it in every font."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
import segno
import trio

if sys.platform == "win32":
    pytest.skip("a pty is POSIX's", allow_module_level=True)

from tests.end_to_end.program import running
from tests.end_to_end.pseudo_terminal import PseudoTerminal

RUN: Final = re.compile(r"\x1b\[(?:97;(40)|30;107)m([ ▄]+)")
"""Cells with one background: black under white signs, or white under black ones."""


async def test_at_a_terminal_the_code_is_the_link_drawn_with_one_sign_and_two_backgrounds(tmp_path: Path) -> None:
    async with running(tmp_path / "data", has_page=True):
        await trio.to_thread.run_sync(_read_the_code, tmp_path / "data", tmp_path)


def _read_the_code(data: Path, home: Path) -> None:
    command = [sys.executable, "-m", "daemon", "host-code", "--data", str(data)]
    terminal = PseudoTerminal(command, home, 100, 60)
    try:
        assert terminal.ends() == 0
        written = terminal.written.decode()
    finally:
        terminal.close()

    link = next(line for line in written.splitlines() if line.startswith("http"))
    expected = [
        [bool(module) for module in row] for row in segno.make(link, error="l", micro=False).matrix_iter(border=2)
    ]
    assert list(_modules(written))[: len(expected)] == expected
    assert not re.search("[▀█▌▐]", written)


def _modules(written: str) -> Iterator[list[bool]]:
    """The rows of the code, from above; each line has two. True is dark."""
    for line in written.splitlines():
        cells = [(bool(black), sign == "▄") for black, run in RUN.findall(line) for sign in run]
        if cells:
            yield [is_dark for is_dark, _ in cells]
            yield [is_dark != differs for is_dark, differs in cells]
