"""What `fives doctor` tells: a line for each thing that playing needs.

Lives here: the sentences. Not here: what is looked at (`client.program.doctor`).
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from client.words.english import listed

NOT_INSTALLED: Final = "libraries: their versions are not known, because fives was not installed but started in place"
NO_TERMINAL: Final = "terminal: none that can be drawn on, so fives uses line mode"
SOCKET_OPENS: Final = "network: a socket can be opened on this machine, and connected to"
DAEMON_STARTS: Final = "computer players: their daemon starts"
THE_DATA_FOLDER: Final = "the data folder"
SILENT_SOCKET: Final = "nothing arrives"
CAN_PLAY: Final = "This machine can play."
CANNOT_PLAY: Final = "This machine cannot play yet: see FAILED above."


def line(text: str, *, is_well: bool) -> str:
    """One thing that was looked at."""
    return f"{'ok' if is_well else 'FAILED':<8}{text}"


def python(version: str, kind: str, oldest: str) -> str:
    """Which Python runs this."""
    return f"Python {version} ({kind}); {oldest} or later is needed"


def system(name: str, release: str, machine: str) -> str:
    """Which system this is."""
    return f"system: {name} {release} {machine}"


def libraries(versions: Sequence[tuple[str, str]]) -> str:
    """What fives needs, and in which versions it is there."""
    return f"libraries: {', '.join(f'{name} {version}' for name, version in versions)}"


def libraries_missing(names: Sequence[str]) -> str:
    """What fives needs and does not find."""
    return f"libraries: {listed(names)} cannot be found; install fives again"


def terminal(kind: str, columns: int, rows: int, colours: str) -> str:
    """What the full screen would be drawn on."""
    return f"terminal: {kind}, {columns} columns by {rows} lines, {colours} colours"


def no_console(why: str) -> str:
    """A terminal that cannot be drawn on after all."""
    return f"terminal: the full screen cannot be drawn here, so fives uses line mode: {why}"


def encoding(name: str, *, has_boxes: bool) -> str:
    """Which characters can be shown."""
    return f"encoding: {name}, {'with' if has_boxes else 'without'} box characters"


def no_socket(why: str) -> str:
    """The network is closed even inside this machine."""
    return f"network: no socket can be opened on this machine: {why}"


def can_be_written(folder: Path | str) -> str:
    """The place of seats, records and unfinished matches takes files."""
    return f"files: {folder} can be written"


def cannot_be_written(folder: Path | str, why: str) -> str:
    """It takes none."""
    return f"files: {folder} cannot be written: {why}"


def daemon_does_not_start(why: str) -> str:
    """`fives play` would not begin."""
    return f"computer players: {why}"
