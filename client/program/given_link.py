"""The link to a friend's table on the command line.

Here: what may be left out. Not here: what a link says (`protocol.console.join_link`), choosing where to join
(`host_choice`).
"""

import sys
from typing import Final

from protocol.console.exit_status import MisusedError
from protocol.console.join_link import JoinLink, parse_link

NO_LINK: Final = (
    "say where: give the link that your host has sent you, or an address; in a terminal, the hosts in your network are"
    " listed without one"
)


def given_link(typed: str | None) -> JoinLink | None:
    """The link on the command line; None if the player is to choose.

    Raises `AddressError`, and `MisusedError` if there is no terminal to choose at.
    """
    if typed is not None:
        return parse_link(typed)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise MisusedError(NO_LINK)
    return None
