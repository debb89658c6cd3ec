"""The lines that `fivesd` prints once friends can join: for the operator, and for the program that has started it.

Here: where it listens, the addresses and links for friends, and what is encrypted. Not here: finding the addresses
(`ways_in`), when a line is printed (`serve`).
"""

import sys
from collections.abc import Sequence
from typing import Final

from daemon.net.addresses import EVERYWHERE, LOCALHOST, is_loopback, own_address
from protocol.shared.address import LOCALHOST as LOCALHOST_NAME
from protocol.shared.address import Address, as_typed
from protocol.shared.friends_link import friends_link, invitation_for_friends
from protocol.shared.host_options import (
    FRIENDS,
    HOST_KEY,
)
from protocol.wire.operator_messages import Reach

MOVED: Final = "This machine has another address now. Friends who join need one of these:"
UNREACHABLE: Final = "This machine is in no network now. Friends can join again when it is."
OPEN: Final = "Friends in other houses can open this link, or give it to `fives join`"


def announce(
    listening: Sequence[str],
    friends: Sequence[str],
    port: int,
    key: str | None,
    *,
    has_page: bool = False,
    has_password: bool = False,
    is_in_club: bool = False,
) -> None:
    """Print the line that scripts wait for, then the addresses for friends, and what is encrypted."""
    own = own_address(listening)
    lines = [_listening_on(listening, port)]
    if any(address in EVERYWHERE for address in listening):
        lines.append(f"and on every other address of this machine, port {port}")
    lines.append(f"on this machine:  fives join {as_typed('localhost' if own == LOCALHOST else own, port)}")
    lines += _for_friends(friends, port, has_page=has_page)
    if has_page and not friends:
        lines.append(f"in a browser:     http://{Address(LOCALHOST_NAME, port)}/")
    lines += _encrypted(key, has_page=has_page)
    if not all(map(is_loopback, listening)):
        if not has_password and not is_in_club:
            lines.append("--password WORD keeps strangers out.")
        what_next = "go on elsewhere" if is_in_club else "continue when you start again"
        lines += [
            "Friends in other houses: `fives help hosting`.",
            "The host can read every hand.",
            f"Stop with Ctrl-C; unfinished games {what_next}.",
        ]
    # One write: the log's own thread could otherwise write between two lines or into one.
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    sys.stdout.flush()


def announce_moved(friends: Sequence[str], port: int, *, has_page: bool = False) -> None:
    """Print the addresses for friends again, because they have changed."""
    lines = _for_friends(friends, port, has_page=has_page)
    print("\n".join([MOVED if friends else UNREACHABLE, *lines]), flush=True)


def announce_open(reach: Reach, table: str | None) -> None:
    """Print the link for friends in other houses; where a file may keep what is printed, only how to see the link."""
    invitation = invitation_for_friends(reach)
    link = friends_link(reach, table, None if invitation is None else invitation.invitation)
    if link is not None:
        print(f"{OPEN}: {link}" if sys.stdout.isatty() else f"{OPEN}: `fivesd invitations`", flush=True)


def announce_to_parent(listening: Sequence[str], friends: Sequence[str], port: int, key: str | None) -> None:
    """Print what the program that has started this one reads: its address, those for friends, and its key."""
    typed = " ".join(as_typed(address, port) for address in friends)
    print(f"{_listening_on(listening, port)}\n{FRIENDS}{typed}\n{HOST_KEY}{key or ''}", flush=True)


def _listening_on(listening: Sequence[str], port: int) -> str:
    return f"listening on {Address(own_address(listening), port)}"


def _for_friends(friends: Sequence[str], port: int, *, has_page: bool) -> list[str]:
    """The lines with the addresses for friends, the likeliest first, which alone is for browsers."""
    lines = [
        f"{'friends:' if nth == 0 else '':17} fives join {as_typed(friend, port)}" for nth, friend in enumerate(friends)
    ]
    in_browsers = [f"in a browser:     http://{Address(friends[0], port)}/"] if has_page and friends else []
    return [*lines, *in_browsers]


def _encrypted(key: str | None, *, has_page: bool) -> list[str]:
    """What is encrypted and what is not; `key` is the host's, and only a private daemon has none."""
    if key is None:
        return ["Nothing is encrypted, for a private daemon has no key."]
    browsers = "Browsers in the house are not encrypted; through a tunnel they are, up to the tunnel's owner."
    return [f"Terminals are encrypted; this host's key is {key}.", *([browsers] if has_page else [])]
