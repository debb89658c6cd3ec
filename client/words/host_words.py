"""The host's controls: hosting from a phone, other tables, the page's names, the log.

Not here: how friends join (`reach_words`).
"""

from collections.abc import Sequence
from typing import Final

from client.words.name_words import shown
from protocol.shared.household import LOOPBACK, household_of, is_shared
from protocol.wire.operator_messages import HostBrowser, WrongCode

HOST_TITLE: Final = "Host's controls"
PHONE_TITLE: Final = "Host from a phone"
NEW_CODE: Final = "Make a code for a phone"
NEW_CODE_AGAIN: Final = "Make another code"
HOW_TO_SCAN: Final = "Open this link on the phone. It is good for ten minutes and one browser:"
BY_TUNNEL: Final = "Or encrypted, up to the tunnel's owner:"
WHAT_A_PHONE_CAN: Final = (
    "A code lets one browser do what the host does here: tables, seats, bots, pause, invitations."
    " It can be taken back, and ends with this host."
)
BROWSERS: Final = "Browsers that host"
REVOKE_ALL: Final = "Take the controls back from all"
LOG_TITLE: Final = "The log's last lines"
NO_LINES: Final = "The log is empty."
REFRESH: Final = "Read it again"
CODE_IS_VOID: Final = "There were so many that the code is void: make another one."
NAMES_TITLE: Final = "Names of this page"
WHAT_NAMES_ARE: Final = "A browser can open this page under the names of this machine, and under those given here."
NEW_NAME: Final = "Another name, such as a tunnel's"
ADD_NAME: Final = "Add the name"


def how_to_scan(links: Sequence[str]) -> tuple[str, ...]:
    """How a phone becomes the host's, the link in this network first."""
    through = (BY_TUNNEL, *links[1:]) if links[1:] else ()
    return (HOW_TO_SCAN, *links[:1], *through)


def let_in(browser: HostBrowser) -> str:
    """Says that a browser has the host's controls now."""
    return f"A browser has the host's controls now: {shown(browser.browser)}."


def wrong_code(wrong: WrongCode) -> str:
    """`Somebody at 192.168.1.7 tried a wrong code for the host's controls.`"""
    if is_shared(wrong.address):
        came = "Somebody who came through a tunnel"
    elif household_of(wrong.address) == LOOPBACK:
        came = "Somebody on this machine"
    else:
        came = f"Somebody at {shown(wrong.address)}"
    invited = "" if wrong.invitation is None else f", with the invitation for {shown(wrong.invitation)},"
    return f"{came}{invited} tried a wrong code for the host's controls.{f' {CODE_IS_VOID}' if wrong.ends_code else ''}"


def revoke_question(browser: HostBrowser | None) -> str:
    """Asks whether to take the controls back from a browser; None: from all."""
    if browser is None:
        return "Take the host's controls back from all browsers? Who has a seat keeps it."
    return f"Take the host's controls back from {shown(browser.browser)}? Who has a seat keeps it."


def about_browser(browser: HostBrowser, since: str) -> str:
    """`since 14:32; here now`"""
    return f"since {since}; {'here now' if browser.here else 'not here now'}"


def close_question(table: str, *, is_playing: bool) -> str:
    """Asks whether to close a table."""
    ends = " Its match ends for everybody." if is_playing else " Everybody there is sent away."
    return f"Close table {shown(table)}?{ends}"


def closed(table: str) -> str:
    """Says that a table is being closed."""
    return f"Table {shown(table)} is being closed."
