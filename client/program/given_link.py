"""The link to a friend's table on the command line.

Here: what may be left out. Not here: what a link says (`protocol.console.join_link`), choosing where to join
(`host_choice`).
"""

import sys
from collections.abc import Sequence
from typing import Final

from protocol.console.exit_status import MisusedError
from protocol.console.join_link import JoinLink, typed_link

NO_LINK: Final = (
    "say where: give the link that your host has sent you, or an address; in a terminal, the hosts in your network are"
    " listed without one"
)


def given_link(words: Sequence[str]) -> JoinLink | None:
    """The link on the command line, perhaps broken into words; None without one. Raises `AddressError`."""
    return typed_link(" ".join(words)) if words else None


def link_or_choice(words: Sequence[str]) -> JoinLink | None:
    """The link on the command line; None if the player is to choose.

    Raises `AddressError`, and `MisusedError` if there is no terminal to choose at.
    """
    if not words and not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise MisusedError(NO_LINK)
    return given_link(words)
