"""The link to a friend's table on the command line.

Here: what may be left out. Not here: what a link says (`protocol.shared.join_link`), choosing where to join
(`host_choice`).
"""

import sys
from collections.abc import Collection, Sequence
from typing import Final

from protocol.shared.exit_status import MisusedError
from protocol.shared.join_link import JoinLink, typed_link

NO_LINK: Final = (
    "say where: give the link that your host has sent you, or an address; in a terminal, the hosts in your network are"
    " listed without one"
)


def given_link(words: Sequence[str]) -> JoinLink | None:
    """The link on the command line, perhaps broken into words; None without one. Raises `AddressError`."""
    return typed_link(" ".join(words)) if words else None


def link_and_more(words: Sequence[str], others: Collection[str]) -> tuple[JoinLink | None, Sequence[str]]:
    """The link at the beginning of these words, and the rest, from the first of `others` on.

    Raises `AddressError`.
    """
    end = next((at for at, word in enumerate(words) if word in others), len(words))
    return given_link(words[:end]), words[end:]


def link_or_choice(words: Sequence[str]) -> JoinLink | None:
    """The link on the command line; None if the player is to choose.

    Raises `AddressError`, and `MisusedError` if there is no terminal to choose at.
    """
    if not words and not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise MisusedError(NO_LINK)
    return given_link(words)
