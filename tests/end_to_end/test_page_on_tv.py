"""The page for a TV in a real browser, beside a phone that shows only the hand."""

from pathlib import Path

import trio

from tests.client.browser import Browser, browser
from tests.end_to_end.program import running
from tests.end_to_end.test_page_in_browser import TILES, open_page, sit_down

FLAGS = ("--rules", "all-fives", "--seats", "2", "--think", "0", "--set", "target=5000")
SCENE = "document.body.className"
SIZES = [(1280, 720), (1920, 1080), (3840, 2160)]
PARTS = "#status > *, .seat, .seat *, #board svg, #sum p, .qr, #waiting li, #invitation p"
CUT_OFF = f"""[...document.querySelectorAll("{PARTS}")].filter((part) => {{
    const {{ left, top, right, bottom, width }} = part.getBoundingClientRect();
    return width && (left < 0 || top < 0 || right > innerWidth + 1 || bottom > innerHeight + 1);
}}).map((part) => part.outerHTML)"""
TEXTS = "h1, .progress, .name bdi, .score, .left, #sum p, #said li, #invitation p"
SMALLEST = f"""Math.min(...[...document.querySelectorAll("{TEXTS}")]
.map((part) => parseFloat(getComputedStyle(part).fontSize) / innerHeight))"""
READABLE = 0.025
"""The least size of letters, as a part of the height of the screen: 15 mm on a screen of 50 inches."""


async def test_a_room_watches_on_a_tv_and_a_phone_shows_only_the_hand(tmp_path: Path) -> None:
    async with running(tmp_path / "data", *FLAGS, has_page=True) as daemon:
        await trio.to_thread.run_sync(_play_before_a_tv, f"http://localhost:{daemon.port}", tmp_path)


def _play_before_a_tv(address: str, folder: Path) -> None:
    with browser(folder / "tv") as tv, browser(folder / "phone") as phone:
        tv.resize(1280, 720)
        phone.resize(360, 640)
        open_page(tv, f"{address}/tv")
        tv.until(SCENE, "waiting")
        _fits(tv)
        sit_down(phone, f"{address}/", "Ann")
        phone.until("!!document.querySelector('#waiting .main')", True)
        phone.evaluate("document.querySelector('#waiting .main').click()")
        phone.until("!!document.querySelector('[data-press=confirm]')", True)
        phone.click("[data-press=confirm]")
        phone.until(TILES, True)
        tv.until(SCENE, "play")
        _fits(tv)

        _shows_only_the_hand(phone)

        # A TV that was cut off, and a reload of the phone.
        tv.evaluate("dispatchEvent(new Event('online'))")
        tv.until(f"{SCENE} + document.querySelectorAll('.seat').length", "play2")
        phone.visit(f"{address}/oak")
        phone.until("!!document.querySelector('.alone')", True)


def _fits(tv: Browser) -> None:
    for width, height in SIZES:
        tv.resize(width, height)
        assert tv.evaluate(CUT_OFF) == []
        assert tv.evaluate(SMALLEST) > READABLE


def _shows_only_the_hand(phone: Browser) -> None:
    assert phone.evaluate("!!document.querySelector('#board svg')")
    for button in ("#actions [data-value=menu]", "#window [data-value*=settings]", "[data-press=on-tv]"):
        phone.until(f"!!document.querySelector('{button}')", True)
        phone.evaluate(f"document.querySelector('{button}').click()")
    phone.until("document.querySelector('[data-press=on-tv]')?.getAttribute('aria-checked')", "true")
    phone.press("Escape")
    phone.until("!!document.querySelector('#hand .alone')", True)
    assert not phone.evaluate("!!document.querySelector('#board svg')")
