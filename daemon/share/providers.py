"""Which program `--share` starts as a tunnel, and what to install if there is none.

Here: the choice, and the words of the command. Not here: running it (`tunnel`).
"""

import os
import re
import shlex
import shutil
import sys
from collections.abc import Callable
from pathlib import PurePath
from typing import Final

from protocol.clean import brief
from protocol.frozen import frozen
from protocol.shared.exit_status import MisusedError

PORT: Final = "{port}"
"""Stands for the port to which the tunnel has to lead."""
_CLOUDFLARED: Final = (
    "cloudflared",
    "tunnel",
    f"--config={os.devnull}",  # this user's own tunnels have other rules, which would answer in place of the page
    "--no-autoupdate",
    f"--url=http://127.0.0.1:{PORT}",
)
_TAILSCALE: Final = ("tailscale", "funnel", PORT)
_KNOWN: Final = (_CLOUDFLARED, _TAILSCALE)
_SSH: Final = (
    "ssh",
    "-T",
    "-oBatchMode=yes",
    "-oExitOnForwardFailure=yes",
    "-oServerAliveInterval=30",
    f"-R80:127.0.0.1:{PORT}",
)
_NAMES_ARE_NEW: Final = "cloudflared"
"""The tunnel whose name is in DNS only some seconds after it has been printed."""
TIME_TO_RESOLVE: Final = 12.0
"""Seconds before such a name may be looked up. A resolver that is asked too early remembers for half an hour, for
everybody who uses it, that there is no such name. It takes up to six seconds."""
_SSH_HOST: Final = re.compile(r"[\w.]+@[a-zA-Z0-9][a-zA-Z0-9.-]*")
_HOW_TO_INSTALL: Final = {
    "darwin": "`brew install cloudflared`",
    "win32": "`winget install Cloudflare.cloudflared`",
}
_HOW_ELSEWHERE: Final = "cloudflared from https://pkg.cloudflare.com or with your package manager"

Find = Callable[[str], str | None]
"""Finds a program by its name, like `shutil.which`."""


@frozen
class Provider:
    """A tunnel program: where it is, and the words after it, with `{port}` in one or more of them."""

    words: tuple[str, ...]

    @property
    def name(self) -> str:
        """What the host knows it by."""
        return PurePath(self.words[0]).stem

    @property
    def time_to_resolve(self) -> float:
        """Seconds after which the name that it has printed may be looked up."""
        return TIME_TO_RESOLVE if self.name.casefold() == _NAMES_ARE_NEW else 0.0

    def command(self, port: int) -> tuple[str, ...]:
        """The command that leads to this port."""
        return tuple(word.replace(PORT, str(port)) for word in self.words)


def choose(typed: str, find: Find = shutil.which, system: str = sys.platform) -> Provider:
    """The tunnel of `--share COMMAND`; an empty COMMAND means one that is installed. Raises `MisusedError`.

    COMMAND may also be `USER@HOST`: a provider that is reached with ssh.
    """
    if not typed.strip():
        return _installed(find, system)
    words = (*_SSH, typed.strip()) if _SSH_HOST.fullmatch(typed.strip()) else _split(typed)
    if not any(PORT in word for word in words):
        raise MisusedError(
            f"--share {brief(typed)}: this command has no {PORT}, which stands for the port that the tunnel leads to;"
            " without a command, --share goes last"
        )
    path = find(words[0])
    if path is None:
        raise MisusedError(f"--share: there is no program {brief(words[0])} on this system")
    return Provider((path, *words[1:]))


def _installed(find: Find, system: str) -> Provider:
    for words in _KNOWN:
        path = find(words[0])
        if path is not None:
            return Provider((path, *words[1:]))
    how = _HOW_TO_INSTALL.get(system, _HOW_ELSEWHERE)
    raise MisusedError(
        f"--share needs a tunnel program: install {how}, or Tailscale; or give a provider that ssh can reach, with"
        " --share USER@HOST, or another program, with --share COMMAND"
    )


def _split(typed: str) -> tuple[str, ...]:
    """The words of a command, as a shell splits them. Raises `MisusedError`."""
    words = shlex.shlex(typed, posix=True, punctuation_chars=False)
    words.whitespace_split, words.commenters = True, ""
    if os.name == "nt":
        words.escape = ""  # there it separates the folders of a path
    try:
        return tuple(words)
    except ValueError as error:
        raise MisusedError(f"--share {brief(typed)}: {str(error).lower()}") from None
