"""The host's controls: hosting from a phone, other tables, the page's names, the log.

Not here: how friends join (`reach_words`).
"""

from collections.abc import Sequence

from client.words.name_words import shown
from client.words.say import say, together
from protocol.shared.household import LOOPBACK, household_of, is_shared
from protocol.wire.operator_messages import HostBrowser, WrongCode


def how_to_scan(links: Sequence[str]) -> tuple[str, ...]:
    """How a phone becomes the host's, the link in this network first."""
    through = (say("host.by_tunnel"), *links[1:]) if links[1:] else ()
    return (say("host.how_to_scan"), *links[:1], *through)


def let_in(browser: HostBrowser) -> str:
    """Says that a browser has the host's controls now."""
    return say("host.let_in", browser=shown(browser.browser))


def wrong_code(wrong: WrongCode) -> str:
    """`Somebody at 192.168.1.7 tried a wrong code for the host's controls.`"""
    is_invited = wrong.invitation is not None
    if is_shared(wrong.address):
        tried = "wrong_code.tunnel_invited" if is_invited else "wrong_code.tunnel"
    elif household_of(wrong.address) == LOOPBACK:
        tried = "wrong_code.here_invited" if is_invited else "wrong_code.here"
    else:
        tried = "wrong_code.at_invited" if is_invited else "wrong_code.at"
    said = say(tried, address=shown(wrong.address), name=shown(wrong.invitation or ""))
    return together(said, say("wrong_code.is_void") if wrong.ends_code else "")


def revoke_question(browser: HostBrowser | None) -> str:
    """Asks whether to take the controls back from a browser; None: from all."""
    if browser is None:
        return say("host.revoke_all_question")
    return say("host.revoke_question", browser=shown(browser.browser))


def about_browser(browser: HostBrowser, since: str) -> str:
    """`since 14:32; here now`"""
    return say("host.here_since" if browser.here else "host.gone_since", time=since)


def close_question(table: str, *, is_playing: bool) -> str:
    """Asks whether to close a table."""
    return say("host.close_match_question" if is_playing else "host.close_question", table=shown(table))


def closed(table: str) -> str:
    """Says that a table is being closed."""
    return say("host.closed", table=shown(table))
