"""A whole match through a tunnel, on a phone and in a terminal: the tunnel ends, and comes back under another name.

The host has no seat. Both friends get the new link from the host, as people do.
"""

import os
import time
from pathlib import Path

import pytest
import trio

from protocol.log.audit import audit
from protocol.log.table import fold
from protocol.wire.operator_messages import TunnelState
from protocol.wire.record import read_record
from tests.client.browser import Browser, browser
from tests.end_to_end.line_player import next_typed
from tests.end_to_end.program import records_of, running
from tests.end_to_end.pseudo_terminal import PseudoTerminal, fives
from tests.end_to_end.test_page_in_browser import IS_OVER, PRESS_WHAT_THERE_IS, open_page, type_name
from tests.end_to_end.test_share import asked, is_open_at, link_in, reach_where
from tests.fake_tunnel import FOX, OWL, Tunnel

pytestmark = [
    pytest.mark.skipif(os.name == "nt", reason="the tests' tunnel needs POSIX"),
    pytest.mark.skipif("FIVES_LONG" not in os.environ, reason="long; `test_share` has a short form"),
]

PATIENCE = 90.0
ASKS_AGAIN_AFTER = 2.0
"""Seconds in which the terminal has typed nothing: its turn may have been announced before anybody read it."""
WIDE = 200
"""Columns: no line is wrapped where the player reads it."""
GAME = ("--rules", "all-fives", "--seats", "2", "--set", "target=40", "--no-spectators")


def play(tab: Browser, terminal: PseudoTerminal, seconds: float) -> None:
    """Both play for so long, or until the match is over."""
    deadline, typed_at, read = time.monotonic() + seconds, 0.0, len(terminal.written)
    while time.monotonic() < deadline and not tab.evaluate(IS_OVER):
        tab.evaluate(PRESS_WHAT_THERE_IS)
        terminal.rest()
        lines, read = terminal.written[read:].decode().splitlines(), len(terminal.written)
        typed = next(filter(None, map(next_typed, lines)), None)
        if typed is None and time.monotonic() > typed_at + ASKS_AGAIN_AFTER:
            typed = ""
        if typed is not None:
            terminal.press(f"{typed}\n")
            typed_at = time.monotonic()


def rejoin_on_the_phone(tab: Browser, link: str) -> None:
    """Paste the new link where the page of the old one asks for it."""
    tab.until("document.querySelector('#moved')?.hidden", False)
    tab.evaluate(f"document.getElementById('moved-link').value = {link!r}")
    tab.evaluate("document.getElementById('moved').requestSubmit()")
    tab.until("location.host.startsWith('grey-owl')", True)
    tab.until("!!document.querySelector('.board')", True)


async def test_a_match_goes_on_under_another_name_of_the_tunnel(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tunnel = Tunnel(tmp_path / "tunnel", names=(FOX, OWL))
    for name, value in tunnel.environment.items():
        monkeypatch.setenv(name, value)
    async with running(
        tmp_path / "host", *GAME, "--share", tunnel.command, has_page=True, more=tunnel.environment
    ) as daemon:
        host = await asked(daemon)
        first = link_in(await reach_where(host, is_open_at(FOX)))
        with browser(tmp_path / "cho", trusts_everybody=True) as tab:
            tab.be_a_phone(360, 640, 2)
            await trio.to_thread.run_sync(open_page, tab, first)
            await trio.to_thread.run_sync(type_name, tab, "Cho")
            await trio.to_thread.run_sync(
                tab.until, "document.querySelector('#waiting h2')?.textContent ?? ''", "Table oak"
            )
            with fives("join", first, "--name", "Ben", "--lines", home=tmp_path / "ben", columns=WIDE) as ben:
                await trio.to_thread.run_sync(ben.shows, "Cho")
                await trio.to_thread.run_sync(play, tab, ben, 3.0)
                assert not tab.evaluate(IS_OVER)
                tunnel.stop()
                await reach_where(host, lambda reach: reach.share == TunnelState.FAILED)
                second = link_in(await reach_where(host, is_open_at(OWL)))
            await trio.to_thread.run_sync(rejoin_on_the_phone, tab, second)
            with fives("join", second, "--name", "Ben", "--lines", home=tmp_path / "ben", columns=WIDE) as ben:
                await trio.to_thread.run_sync(ben.shows, "With Cho.")
                await trio.to_thread.run_sync(play, tab, ben, PATIENCE)
                assert tab.evaluate(IS_OVER)
    (path,) = records_of(daemon.data)
    with path.open("rb") as file:
        record = read_record(file)
    assert audit(record.entries) is None
    assert {seat.name for seat in fold(entry.event for entry in record.entries).seats} == {"Ben", "Cho"}
