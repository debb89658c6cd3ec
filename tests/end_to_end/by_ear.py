"""A whole match in line mode, played by a script that knows only what its player reads."""

import re
import subprocess
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path

DEADLINE = 60.0


def play_by_ear(
    command: Sequence[str | Path], environment: Mapping[str, str], folder: Path | None = None
) -> tuple[int, list[str], str]:
    """Play the match that this command begins, in this folder: its exit status, the lines it said, its errors."""
    player = subprocess.Popen(
        command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        encoding="utf-8", env=environment,
    )  # fmt: skip
    assert player.stdin is not None
    assert player.stdout is not None

    def say(line: str) -> None:
        assert player.stdin is not None
        player.stdin.write(f"{line}\n")
        player.stdin.flush()

    too_late = threading.Timer(DEADLINE, player.kill)
    too_late.start()
    heard: list[str] = []
    for line in player.stdout:
        heard.append(line.rstrip("\n"))
        if " wins the match" in line or "You win the match" in line:
            say("s")
            say("q")
        elif "othing fits: draw" in line:
            say("b")
        elif "othing fits: knock" in line:
            say("k")
        elif line.startswith(("Your turn.", "You draw")):
            say("z")
        elif play := re.match(r"(\d+): \d-\d, (lead|left|right|up|down)", line):
            say(f"{play[1]} {'' if play[2] == 'lead' else play[2]}".strip())
    _, errors = player.communicate()
    too_late.cancel()
    return player.returncode, heard, errors
