"""The link to a friend's table: from the command line, or typed at the terminal, where no history keeps it.

Here: asking for it. Not here: what a link says (`protocol.console.join_link`).
"""

import sys
from typing import Final

from client.terminal.printed_lines import print_line
from protocol.console.address import AddressError
from protocol.console.exit_status import MisusedError
from protocol.console.join_link import JoinLink, parse_link
from protocol.console.streams import typed_answer

QUESTION: Final = "The host's link or address:"
NO_LINK: Final = "say where: give the link that your host has sent you, or an address"


def given_link(typed: str | None) -> JoinLink | None:
    """The link on the command line, or the one that the player types; None for an empty line.

    Raises `AddressError`, and `MisusedError` if there is none and nobody can be asked.
    """
    if typed is not None:
        return parse_link(typed)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise MisusedError(NO_LINK)
    while answer := typed_answer(QUESTION):
        try:
            return parse_link(answer)
        except AddressError as error:
            print_line(str(error))
    return None
