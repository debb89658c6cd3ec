"""The private daemon of `fives play`: it ends with its client, and its failures are one line."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import trio

from client.program.private_daemon import called_if_slow
from tests.client.program.programs import (
    PATIENCE,
    children_of,
    environment,
    is_alive,
    posix_only,
    read_until,
    running,
    wait_until_gone,
)


@posix_only
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_the_client_and_its_private_daemon_cleanly(tmp_path: Path, number: int) -> None:
    with running(tmp_path, "play", "--think", "0") as process:
        read_until(process, "You sit at table")
        (daemon,) = children_of(process.pid)
        process.send_signal(number)
        _, errors = process.communicate(timeout=PATIENCE)

        assert (process.returncode, errors) == (0, "")
        assert not is_alive(daemon)


@posix_only
def test_killing_the_client_ends_its_private_daemon(tmp_path: Path) -> None:
    with running(tmp_path, "play", "--think", "0") as process:
        read_until(process, "You sit at table")
        (daemon,) = children_of(process.pid)
        process.kill()
        wait_until_gone(daemon)


@posix_only
def test_a_killed_private_daemon_ends_the_game_with_one_line(tmp_path: Path) -> None:
    with running(tmp_path, "play", "--think", "0") as process:
        read_until(process, "You sit at table")
        (daemon,) = children_of(process.pid)
        os.kill(daemon, signal.SIGKILL)

        assert process.wait(timeout=PATIENCE) == 1
        assert process.stderr is not None
        assert process.stderr.read() == (
            "fives: The part of fives that runs the game has failed. Your match is saved: `fives play` continues it.\n"
        )


@posix_only
def test_a_data_folder_that_is_a_file_is_wrong_usage(tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    with running(tmp_path, "play", "--data", str(tmp_path / "file")) as process:
        assert process.wait(timeout=PATIENCE) == 2
        assert process.stderr is not None
        assert "is a file, not a folder" in process.stderr.read()


@posix_only
def test_a_closed_output_pipe_ends_the_program_quietly(tmp_path: Path) -> None:
    command = f"yes r | '{sys.executable}' -m client play --think 0 | head -n 3"
    ran = subprocess.run(
        ["bash", "-c", command],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        env=environment(tmp_path),
        check=False,
    )

    assert len(ran.stdout.splitlines()) == 3
    assert ran.stderr == ""


@pytest.mark.parametrize(("seconds", "said"), [(0.5, []), (5.0, ["slow"])])
async def test_who_waits_long_for_their_daemon_is_told_once(
    autojump_clock: object, seconds: float, said: list[str]
) -> None:
    told = list[str]()
    async with called_if_slow(lambda: told.append("slow")):
        await trio.sleep(seconds)

    await trio.sleep(60)
    assert told == said
