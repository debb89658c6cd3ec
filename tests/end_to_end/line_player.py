"""A whole match in line mode, played by a script that knows only what its player reads."""

import re
import subprocess
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path

from client.words.say import say

DEADLINE = 120.0


def next_typed(line: str) -> str | None:
    """What this player types when it reads this line: the first play that fits, draw or knock; None for nothing."""
    if line == say("own_host.question"):
        return "y"
    if "othing fits: draw" in line:
        return "b"
    if "othing fits: knock" in line:
        return "k"
    if line.startswith(("Your turn.", "You draw")):
        return "z"
    if play := re.match(r"(\d+): \d-\d, (lead|left|right|up|down)", line):
        return f"{play[1]} {'' if play[2] == 'lead' else play[2]}".strip()
    return None


def play_in_lines(
    command: Sequence[str | Path], environment: Mapping[str, str], folder: Path | None = None
) -> tuple[int, list[str], str]:
    """Play the match that this command starts, in this folder: the exit status, the printed lines, the errors."""
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
    lines: list[str] = []
    for line in player.stdout:
        lines.append(line.rstrip("\n"))
        if " wins the match" in line or "You win the match" in line:
            say("s")
            say("q")
        elif typed := next_typed(line):
            say(typed)
    _, errors = player.communicate()
    too_late.cancel()
    return player.returncode, lines, errors
