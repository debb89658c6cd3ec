"""A friend from outside at the page, in a real browser: without an invitation, with a link, and with what is shared."""

from functools import partial
from pathlib import Path

import trio

from protocol.shared.join_link import parse_link
from tests.client.browser import Browser, browser
from tests.daemon import tls
from tests.end_to_end.program import fivesd, running
from tests.end_to_end.test_page_in_browser import open_page, type_name
from tests.ports import free_port

FLAGS = ("--rules", "all-fives", "--seats", "3")
LOBBY = "document.querySelector('#lobby').innerText"
KEPT = "JSON.parse(localStorage['fives.kept'] ?? '{}').invitation ?? null"
AT_TABLE = "document.querySelector('#waiting h2')?.textContent ?? ''"
SHARED = "document.querySelector('#waiting [data-share]')?.dataset.share ?? ''"
BY_INVITATION = "This table is by invitation."
FROM_A_WEB_PAGE = """new Promise((done) => {
    const socket = new WebSocket(`ws://${location.host}/lines`);
    socket.onopen = () => done('open');
    socket.onclose = () => done('closed');
})"""


def invite(data: Path, name: str) -> str:
    """A new invitation."""
    printed = fivesd("invite", name, "--data", data).stdout
    (line,) = [line for line in printed.splitlines() if line.startswith(f"{name}: ")]
    invitation = parse_link(line.removeprefix(f"{name}: ")).invitation
    assert invitation is not None
    return invitation


async def test_a_friend_opens_a_link_with_an_invitation_reloads_and_shares(tmp_path: Path) -> None:
    data, outside = tmp_path / "data", free_port()
    async with running(data, *FLAGS, "--outside-port", str(outside), has_page=True) as daemon:
        invitation = await trio.to_thread.run_sync(invite, data, "Ben")
        visit = partial(_visit, f"http://localhost:{outside}", tmp_path / "browser", data, invitation)
        await trio.to_thread.run_sync(visit)
        log = daemon.errors.read_text()
        assert "WARNING" not in log
        assert invitation not in log


FAULT = "document.querySelector('#lobby [role=alert]').textContent"


def _visit(address: str, folder: Path, data: Path, invitation: str) -> None:
    with browser(folder) as tab:
        open_page(tab, f"{address}/oak")
        _learns_nothing_without_an_invitation(tab, address)

        # A link that is pasted opens, and leaves nothing in the address bar; a reload needs none. One that was broken
        # into pieces by a narrow terminal is put together again, and one without its end says so.
        link = f"{address}/oak#k={tls.identity().key},i={invitation}"
        for cut in (link[:-1], link[: -len(invitation) - 5]):
            _paste(tab, f"Come and play: {cut}")
            tab.until(FAULT, "The end of this link is missing. Copy the whole link, and paste it again.")
        _paste(tab, f"Come and play: {link[:30]} {link[30:60]}   {link[60:]}. See you")
        type_name(tab, "Ben")
        tab.until(AT_TABLE, "Table oak")
        assert tab.evaluate("location.href") == f"{address}/oak"
        assert invitation not in tab.evaluate("document.title + document.body.innerText")
        tab.visit(f"{address}/oak")
        tab.until(AT_TABLE, "Table oak")
        shared = parse_link(tab.evaluate(SHARED))
        assert (shared.table, shared.key, shared.invitation) == ("oak", tls.identity().key, invitation)

        _another_friend_opens_it(f"{address}/oak#{tab.evaluate(SHARED).partition('#')[2]}", folder)
        _the_host_ends_it(tab, address, data)


def _learns_nothing_without_an_invitation(tab: Browser, address: str) -> None:
    tab.until(f"{LOBBY}.includes('{BY_INVITATION}')", True)
    assert tab.evaluate("document.body.innerText.includes('oak')") is False
    said = {name for role, name in tab.accessible() if role in ("heading", "textbox", "button")}
    assert said == {"fives", BY_INVITATION, "Paste the link here", "Open"}
    tab.evaluate(f"{FROM_A_WEB_PAGE}.then((how) => window.lines = how), 0")
    tab.until("window.lines", "closed")

    _paste(tab, f"{address}/oak")
    tab.until("document.querySelector('#lobby [role=alert]').textContent.startsWith('There is no invitation')", True)
    _paste(tab, "#i=" + 26 * "a")
    tab.until(f"{LOBBY}.includes('Your invitation has ended.')", True)
    assert tab.evaluate(KEPT) is None


def _paste(tab: Browser, text: str) -> None:
    tab.evaluate(f"document.querySelector('#lobby input').value = {text!r}")
    tab.evaluate("document.querySelector('#lobby form').requestSubmit()")


def _another_friend_opens_it(link: str, folder: Path) -> None:
    with browser(folder.with_name("another browser")) as other:
        other.visit(link)
        type_name(other, "Cho")
        other.until(AT_TABLE, "Table oak")
        assert other.evaluate("location.hash") == ""


def _the_host_ends_it(tab: Browser, address: str, data: Path) -> None:
    """Whoever has a seat stays, and comes back; nobody else does."""
    assert fivesd("uninvite", "Ben", "--data", data).returncode == 0
    tab.visit(f"{address}/oak")
    tab.until(AT_TABLE, "Table oak")
    tab.until(KEPT, None)
    tab.evaluate("localStorage['fives.kept'] = JSON.stringify({ name: 'Ben', seats: [] })")
    tab.visit(f"{address}/oak")
    tab.until(f"{LOBBY}.includes('{BY_INVITATION}')", True)
    assert tab.evaluate(AT_TABLE) == ""
