"""A visit that has ended leaves nothing in memory."""

import gc
import time
from collections.abc import Awaitable, Callable, Iterator
from typing import Any
from weakref import WeakSet

import pytest
import trio
from trio.testing import MockClock

from client.model.model import Model
from client.net.link import Link
from client.replay.cursor import Replay
from client.web.page import Page
from client.web.visit import Visit
from client.web.websocket import WebSocket
from client.words.say import say
from protocol.wire.messages import Farewell
from tests.client.web.at_site import Site, plays_to_the_end, pressed, site
from tests.client.web.page_client import PATIENCE, PageClient

Ends = Callable[[Site, PageClient], Awaitable[None]]


@pytest.fixture
def without_the_garbage_collector() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.fixture
def alive(monkeypatch: pytest.MonkeyPatch) -> dict[str, WeakSet[Any]]:
    """All visits, and what is large in them, that are still referenced."""
    alive: dict[str, WeakSet[Any]] = {}
    for cls in (Visit, Page, Model, Link, Replay, WebSocket):
        made = alive[cls.__name__] = WeakSet[Any]()

        def note(self: Any, *args: Any, made: WeakSet[Any] = made, init: Any = cls.__init__, **kwargs: Any) -> None:
            init(self, *args, **kwargs)
            made.add(self)

        monkeypatch.setattr(cls, "__init__", note)
    return alive


async def leaves(_: Site, tab: PageClient) -> None:
    await tab.leave()


async def says_nonsense(_: Site, tab: PageClient) -> None:
    await tab.send_text("nonsense")
    await tab.ends()


async def leaves_before_the_next_picture(_: Site, tab: PageClient) -> None:
    await tab.press("replay", "back")
    await tab.leave()


async def is_replaced_by_another_tab(page: Site, tab: PageClient) -> None:
    other = await page.tab(tab.kept)
    await tab.ends()
    await other.leave()


async def leaves_during_the_analysis(_: Site, tab: PageClient) -> None:
    await tab.press("analyse")
    await tab.shows("window", "Analysing")
    await tab.leave()


async def older_match(tab: PageClient) -> str:
    """Begin another match, and list the games; returns the id of the one before."""
    await tab.press("order", "rematch")
    await tab.until(lambda tab: "rematch" not in tab.parts["actions"])
    await tab.press("show", "games")
    await tab.shows("window", 'data-press="past"')
    (game,) = pressed(tab.parts["window"], "past")
    return game


async def leaves_with_an_older_match_open(_: Site, tab: PageClient) -> None:
    game = await older_match(tab)
    await tab.press("past", game)
    await tab.shows("window", "Round 1, play 0 of ")
    await tab.leave()


async def leaves_while_an_older_match_is_fetched(_: Site, tab: PageClient) -> None:
    game = await older_match(tab)
    await tab.press("past", game)
    await tab.leave()


async def leaves_after_a_match_that_is_gone(page: Site, tab: PageClient) -> None:
    game = await older_match(tab)
    await page.host.journal.forget([game])
    await tab.press("past", game)
    await tab.shows("window", say("page.game_is_gone"))
    await tab.leave()


async def stops_reading(_: Site, tab: PageClient) -> None:
    del tab


async def is_ended_by_the_host(page: Site, tab: PageClient) -> None:
    page.host.connections.dismiss_all(Farewell.FINISHED, "the end")
    await tab.ends()


@pytest.mark.parametrize(
    "end",
    [leaves, says_nonsense, leaves_before_the_next_picture, is_replaced_by_another_tab, leaves_during_the_analysis,
     leaves_with_an_older_match_open, leaves_while_an_older_match_is_fetched, leaves_after_a_match_that_is_gone,
     stops_reading, is_ended_by_the_host],
)  # fmt: skip
async def test_a_visit_that_has_ended_is_freed_by_reference_counting(
    without_the_garbage_collector: None, alive: dict[str, WeakSet[Any]], autojump_clock: MockClock, end: Ends
) -> None:
    async with site(bots=1) as page:
        tab = await page.seated()
        await plays_to_the_end(tab)
        await tab.press("show", "replay")
        await tab.press("replay", "back")
        await tab.press("save-record")
        await tab.until(lambda tab: tab.files)
        assert {name: len(instances) for name, instances in alive.items()} == dict.fromkeys(alive, 1)

        await end(page, tab)
        del tab
        deadline = time.monotonic() + PATIENCE
        while page.server.places:
            assert time.monotonic() < deadline
            await trio.sleep(0.1)

        assert {name: len(instances) for name, instances in alive.items()} == dict.fromkeys(alive, 0)
