"""The first frame of `fives play`."""

import os
import signal
import subprocess
import sys

import pytest

from client.program.play_command import _first_frame
from client.screen.first_frame import SETTING_UP, STARTING, TITLE, first_frame, show_main_screen
from client.words.languages.by_name import language_named
from client.words.say import say, speaking
from tests.client.drawn_terminal import terminal


@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (40, 20), (24, 3)])
def test_it_is_drawn_at_once_in_the_middle(columns: int, rows: int) -> None:
    with terminal(columns, rows) as screen, first_frame():
        assert [line.strip() for line in screen.lines if line] == [TITLE, SETTING_UP]
        assert not screen.is_restored


def test_the_screen_of_the_table_goes_on_with_the_same_words() -> None:
    assert (say("connecting.setting_up"), say("connecting.starting")) == (SETTING_UP, STARTING)


@pytest.mark.parametrize(("name", "words"), [("es", "Abriendo ..."), ("fr", "Ouverture ...")])
def test_it_is_in_the_language_of_the_player(name: str, words: str) -> None:
    with terminal() as screen, speaking(language_named(name)), _first_frame(has_start_screen=True):
        assert [line.strip() for line in screen.lines if line] == [TITLE, words]


def test_the_application_draws_on_the_same_screen() -> None:
    with terminal() as screen:
        with first_frame():
            pass
        assert not screen.is_restored

        show_main_screen()
        assert screen.is_restored


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt, SystemExit])
def test_a_program_that_fails_before_the_application_restores_the_terminal(error: type[BaseException]) -> None:
    with terminal() as screen:
        with pytest.raises(error), first_frame():
            raise error
        assert screen.is_restored


STOPPED_WHILE_IT_WRITES = """
import io, os, signal
from prompt_toolkit.application import create_app_session
from prompt_toolkit.data_structures import Size
from prompt_toolkit.output.vt100 import Vt100_Output
from client.screen.first_frame import draw

class Terminal(io.RawIOBase):
    is_new = True
    def writable(self):
        return True
    def write(self, data):
        if self.is_new:
            self.is_new = False
            os.kill(os.getpid(), signal.SIGTSTP)
        return os.write(1, data)

terminal = io.TextIOWrapper(io.BufferedWriter(Terminal()), encoding="utf-8")
with create_app_session(output=Vt100_Output(terminal, lambda: Size(24, 80))):
    draw("Starting ...")
"""
"""Ctrl-Z comes as the frame is on its way to the terminal."""


@pytest.mark.skipif(sys.platform == "win32", reason="only POSIX stops programs by a signal")
def test_ctrl_z_while_it_is_written_stops_the_program_and_draws_it_again() -> None:
    # In a group of its own: nothing stops a group whose parents are all in another session.
    command = [sys.executable, "-c", STOPPED_WHILE_IT_WRITES]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, process_group=0)
    stopped = os.waitid(os.P_PID, process.pid, os.WSTOPPED | os.WEXITED | os.WNOWAIT)
    assert stopped is not None
    assert stopped.si_code == os.CLD_STOPPED
    process.send_signal(signal.SIGCONT)
    written, _ = process.communicate()

    assert process.returncode == 0
    drawn, shown, again = written.partition(b"\x1b[?1049l")
    assert b"Starting ..." in drawn
    assert shown
    assert b"Starting ..." in again
