"""How one program of fives starts another as its child: by name, from the same files, in a process group of its own.

Here: the command, the environment, the group, and starting it. Not here: waiting for it (`client.child`,
`daemon.child`). Imports little, because a child starts before its parent has imported the rest.
"""

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

_HOME: Final = Path(__file__).absolute().parents[2]
"""The folder of the three packages; it may be in a zip file."""


def child_command(package: str, *words: str) -> list[str]:
    """The command that runs a package, `daemon` or `client`, with these words."""
    # -P: a folder called `daemon` in the current one is not taken for it.
    return [sys.executable, "-P", "-m", package, *words]


def child_environment(more: Mapping[str, str] = MappingProxyType({})) -> dict[str, str]:
    """This process's environment with `more`, and the path where it finds its own modules, its own packages first."""
    found = dict.fromkeys([str(_HOME), *(str(Path(folder).absolute()) for folder in sys.path if folder)])
    return {**os.environ, **more, "PYTHONPATH": os.pathsep.join(found)}


def own_group() -> dict[str, Any]:
    """Arguments that give the child a process group of its own: Ctrl-C in the terminal reaches only its parent."""
    if os.name == "nt":
        return {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}  # type: ignore[attr-defined,unused-ignore]  # Windows'
    return {"start_new_session": True}


def start_child(command: list[str], more: Mapping[str, str] = MappingProxyType({})) -> "subprocess.Popen[bytes]":
    """Start a child program with pipes for its standard streams, and `more` in its environment. Raises `OSError`."""
    pipe = subprocess.PIPE
    return subprocess.Popen(  # noqa: S603 - the command is our own
        command, stdin=pipe, stdout=pipe, stderr=pipe, env=child_environment(more), **own_group()
    )
