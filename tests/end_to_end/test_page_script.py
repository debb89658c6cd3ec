"""The page's script at a running `fivesd`: a dead network, late taps, the signal of a turn, accessibility."""

import json
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import trio
from attrs import define

from protocol.wire.messages import Role
from protocol.wire.session import Session
from tests.client.browser import Browser, browser
from tests.client.tab import PATIENCE
from tests.end_to_end.program import Running, running
from tests.end_to_end.test_page_device import HOLD, RELEASE, SLOW
from tests.end_to_end.test_page_in_browser import (
    IS_OVER,
    IS_WINDOW,
    PRESS_WHAT_THERE_IS,
    give_a_name,
    open_page,
    play_to_the_end,
    type_name,
)

FLAGS = ("--rules", "all-fives", "--seats", "2", "--bots", "1", "--think", "0")
IS_MY_TURN = "document.title.startsWith('Your turn')"
OFFLINE = "document.getElementById('offline').textContent"
NOTICE = "dispatchEvent(new Event('offline'))"
"""Has the page notice a dead network at once, and not some seconds after a press."""
SPY = """
window.sent = [], window.signals = [];
const send = WebSocket.prototype.send, start = AudioScheduledSourceNode.prototype.start;
WebSocket.prototype.send = function (text) { sent.push(JSON.parse(text)); send.call(this, text); };
AudioScheduledSourceNode.prototype.start = function () { signals.push("sound"); start.call(this); };
navigator.vibrate = () => signals.push("vibration");
"""
"""Notes what the page sends and how it signals a turn."""


@define
class Cable:
    """A connection to the daemon that can go dead: neither side notices. What was sent meanwhile is lost with it.

    `delay`: seconds until a message arrives, in either direction. `is_deaf`: dead only for what the browser sends.
    """

    port: int = 0
    delay: float = 0
    is_dead: bool = False
    is_deaf: bool = False


@asynccontextmanager
async def cable_to(port: int) -> AsyncIterator[Cable]:
    """A cable to this port of this machine."""
    cable = Cable()

    async def copy(
        source: trio.SocketStream, target: trio.SocketStream, both: trio.CancelScope, is_dead: Callable[[], bool]
    ) -> None:
        try:
            async for chunk in source:
                was_dead = is_dead()
                while is_dead():  # noqa: ASYNC110 - the browser's thread sets it
                    await trio.sleep(0.05)
                if was_dead:
                    both.cancel()
                await trio.sleep(cable.delay)
                await target.send_all(chunk)
            await target.send_eof()
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            pass

    async def serve(near: trio.SocketStream) -> None:
        async with await trio.open_tcp_stream("127.0.0.1", port) as far, trio.open_nursery() as nursery:
            nursery.start_soon(copy, near, far, nursery.cancel_scope, lambda: cable.is_dead or cable.is_deaf)
            nursery.start_soon(copy, far, near, nursery.cancel_scope, lambda: cable.is_dead)

    async with trio.open_nursery() as nursery:
        (listener,) = await trio.open_tcp_listeners(0, host="127.0.0.1")
        cable.port = listener.socket.getsockname()[1]
        nursery.start_soon(trio.serve_listeners, serve, [listener])
        yield cable
        nursery.cancel_scope.cancel()


# A dead network.


async def test_a_dead_network_is_noticed_and_the_page_comes_back_with_every_press_accounted_for(tmp_path: Path) -> None:
    async with running(tmp_path / "data", *FLAGS, has_page=True) as daemon, cable_to(daemon.port) as cable:
        await trio.to_thread.run_sync(_play_over, cable, tmp_path / "browser")


def _play_over(cable: Cable, folder: Path) -> None:
    with browser(folder) as tab:
        give_a_name(tab, f"http://localhost:{cable.port}/")
        until_a_tile_can_be_played(tab)
        tile = tab.evaluate("document.querySelector('.tile:not(.unfit)').dataset.value")
        cable.is_dead = True
        tab.evaluate(f"document.querySelector('.tile[data-value=\"{tile}\"]').click()")
        tab.until(f"{OFFLINE}.startsWith('Not connected.')", True)
        assert "Your last press may not have arrived." in tab.evaluate(OFFLINE)

        tab.evaluate("document.querySelector('.tile').click()")
        saved = "The game is saved, and goes on when the host is there again."
        assert tab.evaluate(OFFLINE) == f"Not connected. {saved} Trying again. Your last press was not sent."
        cable.is_dead = False

        tab.until(OFFLINE, "Connected again. Your last press was not sent.")
        tab.until(f"!!document.querySelector('.tile[data-value=\"{tile}\"]')", True)
        tab.evaluate(f"document.querySelector('.tile[data-value=\"{tile}\"]').click()")
        tab.until("document.getElementById('offline').hidden", True)
        tab.until("!!document.querySelector('#actions [data-press=play]')", True)


async def test_a_page_comes_back_and_plays_over_a_network_that_is_slower_than_it_thought(tmp_path: Path) -> None:
    async with running(tmp_path / "data", *FLAGS, has_page=True) as daemon, cable_to(daemon.port) as cable:
        await trio.to_thread.run_sync(_play_slowly, cable, tmp_path / "browser")


def _play_slowly(cable: Cable, folder: Path) -> None:
    with browser(folder) as tab:
        tab.begin_with(SPY)
        give_a_name(tab, f"http://localhost:{cable.port}/")
        until_a_tile_can_be_played(tab)
        cable.delay = 2.3
        tab.evaluate("dispatchEvent(new Event('online'))")
        tab.until(f"{OFFLINE}.startsWith('Not connected.')", True)

        tab.until("document.getElementById('offline').hidden", True)
        tab.evaluate("sent.length = 0")
        tab.evaluate("document.querySelector('.tile:not(.unfit)').click()")
        tab.until("!!document.querySelector('#actions [data-press=play]')", True)
        assert tab.evaluate("sent.filter((message) => message.hello).length") == 0, "it waits for the answer now"


async def test_a_name_that_is_given_twice_over_a_slow_network_takes_one_seat(tmp_path: Path) -> None:
    async with running(tmp_path / "data", *FLAGS, has_page=True) as daemon, cable_to(daemon.port) as cable:
        await trio.to_thread.run_sync(_sit_down_slowly, cable, tmp_path / "browser")


def _sit_down_slowly(cable: Cable, folder: Path) -> None:
    with browser(folder) as tab:
        tab.begin_with(SPY)
        open_page(tab, f"http://localhost:{cable.port}/")
        tab.until("!!document.getElementById('look').firstElementChild", True)
        cable.delay = 2.3
        type_name(tab, "Ann")
        tab.until(f"{OFFLINE}.startsWith('Not connected.')", True)

        until_a_tile_can_be_played(tab)
        given = tab.evaluate("sent.filter((message) => message.press === 'name').length")
        assert given == 2, "the page gave up while the host let Ann sit down"


async def test_a_line_of_chat_is_kept_when_the_network_dies_under_it_and_windows_can_be_closed(tmp_path: Path) -> None:
    async with running(tmp_path / "data", *FLAGS, has_page=True) as daemon, cable_to(daemon.port) as cable:
        await trio.to_thread.run_sync(_chat_over, cable, tmp_path / "browser")


def _chat_over(cable: Cable, folder: Path) -> None:
    field = "document.querySelector('#window form[data-press=chat] input')"
    bar_in_window = "document.getElementById('window').contains(document.getElementById('offline'))"
    with browser(folder) as tab:
        give_a_name(tab, f"http://localhost:{cable.port}/")
        _open_chat(tab)
        tab.evaluate(f"{field}.value = 'hello'; {field}.form.requestSubmit()")
        tab.until("document.querySelector('#window ol').textContent", "You: hello")

        cable.is_dead = True
        tab.evaluate(f"{field}.value = 'are you there?'; {field}.form.requestSubmit()")
        tab.evaluate(NOTICE)
        tab.until(f"{OFFLINE}.startsWith('Not connected.')", True)
        assert tab.evaluate(bar_in_window), "outside the window it would be dimmed"
        tab.press("Escape")
        tab.until(IS_WINDOW, False)
        assert not tab.evaluate(bar_in_window)

        cable.is_dead = False
        tab.until(f"{IS_WINDOW} && {field}?.value", "are you there?")
        assert tab.evaluate("document.querySelector('#window ol').textContent") == "You: hello"
        tab.evaluate(f"{field}.form.requestSubmit()")
        tab.until("document.querySelector('#window ol').textContent", "You: helloYou: are you there?")
        assert tab.evaluate(f"{field}.value") == ""

        # What has been typed, and not been sent, is kept too; and a window that a dead network holds open closes.
        tab.evaluate(f"{field}.value = 'half a sen'")
        cable.is_dead = True
        tab.evaluate(NOTICE)
        tab.until(f"{OFFLINE}.startsWith('Not connected.')", True)
        cable.is_dead = False
        tab.until(f"{OFFLINE}", "")
        tab.until(f"{field}?.value", "half a sen")
        cable.is_dead = True
        tab.evaluate("document.querySelector('#window .close').click()")
        assert tab.evaluate(IS_WINDOW) is False
        cable.is_dead = False


async def test_what_was_on_its_way_when_a_line_of_chat_was_sent_does_not_count_as_its_arrival(tmp_path: Path) -> None:
    async with running(tmp_path / "data", *FLAGS, has_page=True) as daemon, cable_to(daemon.port) as cable:
        await trio.to_thread.run_sync(_chat_past_news, daemon, cable, tmp_path / "browser")


def _chat_past_news(daemon: Running, cable: Cable, folder: Path) -> None:
    async def bea_comes() -> None:
        bea = await daemon.client(session=Session("tests", "Bea", Role.SPECTATOR))
        await bea.enter()

    field = "document.querySelector('#window form[data-press=chat] input')"
    with browser(folder) as tab:
        tab.begin_with(SLOW)
        give_a_name(tab, f"http://localhost:{cable.port}/")
        _open_chat(tab)
        tab.evaluate(f"{field}.value = 'hello'; {field}.form.requestSubmit()")
        tab.until("document.querySelector('#window ol').textContent", "You: hello")

        tab.evaluate(HOLD)
        trio.from_thread.run(bea_comes)
        tab.until("held.length > 0", True)
        cable.is_deaf = True
        tab.evaluate(f"{field}.value = 'are you there?'; {field}.form.requestSubmit(); {RELEASE}")
        tab.until(f"{OFFLINE}.startsWith('Not connected.')", True)
        assert "Your last press may not have arrived." in tab.evaluate(OFFLINE)
        cable.is_deaf = False

        tab.until(f"{IS_WINDOW} && {field}?.value", "are you there?")


async def test_a_line_of_chat_is_kept_when_the_browser_changes_networks_before_it_arrives(tmp_path: Path) -> None:
    async with running(tmp_path / "data", *FLAGS, has_page=True) as daemon, cable_to(daemon.port) as cable:
        await trio.to_thread.run_sync(_chat_from_another_network, cable, tmp_path / "browser")


def _chat_from_another_network(cable: Cable, folder: Path) -> None:
    field = "document.querySelector('#window form[data-press=chat] input')"
    with browser(folder) as tab:
        give_a_name(tab, f"http://localhost:{cable.port}/")
        _open_chat(tab)
        cable.is_dead = True
        tab.evaluate(f"{field}.value = 'hello'; {field}.form.requestSubmit(); dispatchEvent(new Event('online'))")
        cable.is_dead = False

        tab.until(f"{IS_WINDOW} && {field}?.value", "hello")


async def test_what_is_typed_beside_the_game_stays_where_it_is_when_the_network_dies_under_it(tmp_path: Path) -> None:
    async with running(tmp_path / "data", *FLAGS, has_page=True) as daemon, cable_to(daemon.port) as cable:
        await trio.to_thread.run_sync(_chat_beside_the_game, cable, tmp_path / "browser")


def _chat_beside_the_game(cable: Cable, folder: Path) -> None:
    field, said = "document.querySelector('#talk input')", "document.getElementById('said').textContent"
    with browser(folder) as tab:
        tab.resize(1280, 800)
        give_a_name(tab, f"http://localhost:{cable.port}/")
        tab.until("!!document.querySelector('#sheet [data-value=scores]')", True)
        tab.evaluate("document.querySelector('#sheet [data-value=scores]').click()")
        tab.until("!!document.querySelector('#sheet [data-sheet=scores]')", True)
        tab.click("[data-press=show][data-value=chat]")
        assert tab.evaluate(f"document.activeElement === {field}")

        cable.is_dead = True
        tab.evaluate(f"{field}.value = 'are you there?'; {field}.form.requestSubmit()")
        tab.evaluate(NOTICE)
        tab.until(f"{OFFLINE}.startsWith('Not connected.')", True)
        assert tab.evaluate(f"{field}.value") == "are you there?"
        tab.evaluate(f"{field}.value += ' I am'")
        cable.is_dead = False

        tab.until(f"{OFFLINE}.startsWith('Connected again.')", True)
        assert tab.evaluate(f"{field}.value") == "are you there? I am"
        tab.until("document.getElementById('offline').hidden", True)  # by itself, once it has been read
        assert tab.evaluate(f"document.activeElement === {field}")
        assert tab.evaluate(IS_WINDOW) is False
        tab.until("!!document.querySelector('#sheet [data-sheet=scores]')", True)  # it is open again, too
        tab.evaluate(f"{field}.form.requestSubmit()")
        tab.until(f"{said}.includes('You: are you there? I am')", True)
        assert tab.evaluate(f"{field}.value") == ""


def _open_chat(tab: Browser) -> None:
    tab.evaluate("document.querySelector('#window .close')?.click()")
    tab.click("[data-press=show][data-value=chat]")
    tab.until("document.activeElement.name", "text")


def until_a_tile_can_be_played(tab: Browser) -> None:
    deadline = time.monotonic() + PATIENCE
    while not tab.evaluate(f"{IS_MY_TURN} && !{IS_WINDOW} && !!document.querySelector('.tile:not(.unfit) .on')"):
        assert time.monotonic() < deadline
        tab.evaluate("document.querySelector('#window .close, [data-value=draw], [data-value=knock]')?.click()")
        time.sleep(0.05)


# Keys.


async def test_enter_does_what_the_large_button_says_although_the_focus_is_on_a_tile(tmp_path: Path) -> None:
    async with running(tmp_path / "data", *FLAGS, "--set", "target=5000", has_page=True) as daemon:
        await trio.to_thread.run_sync(_press_enter, daemon.port, tmp_path / "browser")


def _press_enter(port: int, folder: Path) -> None:
    draw, boneyard = "#actions [data-value=draw]", "document.querySelector('.progress').textContent"
    with browser(folder) as tab:
        give_a_name(tab, f"http://localhost:{port}/")
        deadline = time.monotonic() + PATIENCE
        while not tab.evaluate(f"!!document.querySelector('{draw}') && !{IS_WINDOW}"):
            assert time.monotonic() < deadline
            tab.evaluate(PRESS_WHAT_THERE_IS.replace("else if (main)", f"else if (main && !main.matches('{draw}'))"))
            time.sleep(0.05)
        before = tab.evaluate(boneyard)
        tab.evaluate("document.querySelector('.tile').focus()")

        tab.press("Enter")

        tab.until(f"{boneyard} !== {json.dumps(before)}", True)


# Late taps, and the signal of a turn.


async def test_a_tap_as_the_match_ends_begins_no_other_match(tmp_path: Path) -> None:
    async with running(tmp_path / "data", *FLAGS, "--set", "target=20", has_page=True) as daemon:
        await trio.to_thread.run_sync(_tap_as_the_match_ends, daemon.port, tmp_path / "browser")


def _tap_as_the_match_ends(port: int, folder: Path) -> None:
    rematches = "sent.filter((each) => each.value === 'rematch').length"
    with browser(folder) as tab:
        tab.begin_with(SPY)
        give_a_name(tab, f"http://localhost:{port}/")
        tab.evaluate("setInterval(() => { found = document.querySelector('#actions [data-value=rematch]');"
                     "if (found && !window.tapped) { tapped = true; found.click(); } }, 1)")  # fmt: skip
        play_to_the_end(tab)
        tab.until("window.tapped", True)
        assert tab.evaluate(rematches) == 0

        tab.until(f"document.querySelector('#actions [data-value=rematch]')?.click(), {rematches} > 0", True)


async def test_a_turn_is_signalled_by_sound_and_vibration_which_can_be_switched_off(tmp_path: Path) -> None:
    async with running(tmp_path / "data", *FLAGS, "--set", "target=5000", has_page=True) as daemon:
        await trio.to_thread.run_sync(_take_turns, daemon.port, tmp_path / "browser")


def _take_turns(port: int, folder: Path) -> None:
    with browser(folder) as tab:
        tab.begin_with(SPY)
        give_a_name(tab, f"http://localhost:{port}/")
        _take_a_turn(tab)
        assert tab.evaluate("signals") == [], "before the player has touched the page browsers block both"
        tab.press("t")
        both = {"sound", "vibration"}
        for off, signals in ((None, both), ("Short sounds", both), ("A sound", {"vibration"}), ("Vibrate", set())):
            if off is not None:
                settings = "document.querySelector('[data-value=Settings] button')"
                # Again if a round has ended at that moment: its window takes the place of the menu.
                tab.until(f"{settings} !== null || document.querySelector('#actions [data-value=menu]').click()", True)
                tab.evaluate(f"{settings}.click()")
                switch = f"document.querySelector('[data-value^=\"{off}\"] button')"
                tab.until(f"!!{switch}", True)
                tab.evaluate(f"{switch}.focus(); {switch}.click()")
                tab.until(f"{switch}.getAttribute('aria-checked')", "false")
                assert tab.evaluate(f"document.activeElement === {switch}")
            _take_a_turn(tab)

            tab.evaluate("signals.length = 0")
            _take_a_turn(tab)
            _take_a_turn(tab)

            assert set(tab.evaluate("signals")) == signals


def _take_a_turn(tab: Browser) -> None:
    """Play until it is this player's turn again."""
    turn = "document.querySelector('#signal i')?.dataset.turn"
    deadline = time.monotonic() + PATIENCE
    before = tab.evaluate(turn)
    while tab.evaluate(turn) in (None, before):
        assert time.monotonic() < deadline
        tab.evaluate(PRESS_WHAT_THERE_IS)
        time.sleep(0.05)


# The look.


async def test_the_look_is_dark_until_the_player_chooses_another_and_is_kept(tmp_path: Path) -> None:
    async with running(tmp_path / "data", *FLAGS, has_page=True) as daemon:
        await trio.to_thread.run_sync(_choose_a_look, f"http://localhost:{daemon.port}/", tmp_path / "browser")


def _choose_a_look(address: str, folder: Path) -> None:
    look = "document.documentElement.dataset.look"
    with browser(folder) as tab:
        tab.prefer("prefers-color-scheme", "light")
        give_a_name(tab, address)
        assert tab.evaluate(look) == "dark"

        tab.press(",")
        tab.until("!!document.querySelector('[data-value=\"as the device\"] button')", True)
        tab.evaluate("document.querySelector('[data-value=\"as the device\"] button').click()")
        tab.until(look, "light")
        tab.prefer("prefers-color-scheme", "dark")
        tab.until(look, "dark")
        tab.prefer("prefers-color-scheme", "light")

        tab.begin_with("WebSocket = class { close() {} }")
        tab.visit(address)
        assert tab.evaluate(look) == "light", "before the server says so"


# Accessibility.

NAMED = ("button", "link", "textbox", "combobox", "dialog")
LIVE = """[...new Set(
    [...document.querySelectorAll('[aria-live], [role=log]')].map((each) => each.closest('dialog, [id]').id)
)]"""
SAYS_ITSELF = (
    "[...document.querySelectorAll(':is([role=status], [role=alert], [role=log], [aria-live])[tabindex]')].length"
)
"""What is read when it changes, and once more when it has the focus."""
HEADINGS = "[...document.querySelectorAll('h1')].length"
HAS_FOCUS = "document.activeElement !== document.body"


async def test_a_screen_reader_finds_its_way_and_the_focus_is_never_lost(tmp_path: Path) -> None:
    async with running(tmp_path / "data", *FLAGS, "--set", "target=20", has_page=True) as daemon:
        await trio.to_thread.run_sync(_use_a_screen_reader, daemon.port, tmp_path / "browser")


def _use_a_screen_reader(port: int, folder: Path) -> None:
    with browser(folder) as tab:
        give_a_name(tab, f"http://localhost:{port}/")
        tab.until(HAS_FOCUS, True)  # the form that had the focus is gone
        _check_names(tab)
        for window in ("menu", "scores", "rules", "history", "who", "hand", "keys", "settings", "chat"):
            tab.evaluate("document.querySelector('#actions [data-value=menu]').focus()")
            tab.evaluate("document.activeElement.click()")
            tab.until(IS_WINDOW, True)
            if window != "menu":
                button = f"[data-press=show][data-value={window}], [data-value*=Show][data-value*={window}]"
                shown = f"document.querySelector(`{button}`)"
                tab.until(f"!!{shown}", True)  # the menu has it once the tiles are dealt
                tab.evaluate(f"{shown}.focus(), {shown}.click()")
                tab.until(f"document.querySelector('#window .window')?.classList.contains('window-{window}')", True)
            assert tab.evaluate(f"{HAS_FOCUS} && document.getElementById('window').contains(document.activeElement)")
            _check_names(tab)
            tab.press("Escape")
            tab.until(IS_WINDOW, False)
            tab.until("document.activeElement.dataset.value", "menu")

        until_a_tile_can_be_played(tab)
        tab.press("z")
        tab.until("document.activeElement.matches('.tile.chosen')", True)

        deadline = time.monotonic() + PATIENCE
        while not tab.evaluate(IS_OVER):
            assert time.monotonic() < deadline
            # The focus is on the tile or the button that is pressed, and that goes away.
            tab.evaluate("document.querySelector('.tile.chosen, .tile:not(.unfit)')?.focus()")
            tab.evaluate(PRESS_WHAT_THERE_IS)
            time.sleep(0.05)
            assert tab.evaluate(HAS_FOCUS)
        _check_names(tab)


def _check_names(tab: Browser) -> None:
    found = tab.accessible()
    assert [role for role, name in found if role in NAMED and not name] == []
    assert tab.evaluate(LIVE) == ["window", "spoken"]  # that of the window, and that of the page
    assert tab.evaluate(SAYS_ITSELF) == 0
    assert tab.evaluate(HEADINGS) == 1
    if not tab.evaluate(IS_WINDOW):
        assert {"banner", "main", "heading"} <= {role for role, _ in found}
