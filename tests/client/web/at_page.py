"""A player at the page without a browser: events in, presses in, parts as text out."""

import html
import re

from attrs import define

from client.actions.action import Action
from client.actions.panel import key_of
from client.model.announcements import Announcement
from client.picture.markup import Markup
from client.store.browser_store import BrowserStore
from client.web.page import Page
from client.web.replay_windows import ReplayWindow
from client.web.replayed import Replayed
from client.web.services import Services
from client.web.shared_parts import whole
from protocol.log.commands import Command
from protocol.log.events import Entry, Event
from protocol.log.sight import Viewer, see
from tests.client.at_table import AT, ask_for, idle_link, new_model, welcome


@define(eq=False)
class PagePlayer:
    """A player at a page."""

    page: Page

    def receives(self, *events: Event) -> None:
        """Receive these events together."""
        model, announcements = self.page.model, list[Announcement]()
        for event in events:
            seen = see(event, Viewer(model.seat)).event
            ask_for(model, event)
            announcements += model.receive(Entry(model.session.head + 1, AT, seen))
        self.page.receive(announcements + model.settle())

    def press(self, name: str, value: str | dict[str, str] = "") -> None:
        self.page.press(name, value)

    def parts(self) -> dict[str, Markup]:
        """The HTML of every part, as the script puts it together."""
        return {id_: whole(part) for id_, part in self.page.parts().items()}

    def sees(self, part: str) -> str:
        """The words of a part."""
        spaced = re.sub(r"<(/?)(?:p|li|div|button|b|tr|h[123]|td|th)\b[^>]*>", " ", self.parts()[part])
        return " ".join(html.unescape(re.sub(r"<[^>]*>", "", spaced)).split())

    def buttons(self, part: str, press: str) -> list[str]:
        """The values of the buttons in a part that send this press."""
        found = re.findall(rf'data-press="{press}" data-value="([^"]*)"', self.parts()[part])
        return [html.unescape(text) for text in found]

    def choose(self, panel: str, action: Action) -> None:
        """Choose this in a panel, if it is offered there."""
        self.press("choose", f"{panel} {key_of(action)}")

    def labels(self, part: str) -> list[str]:
        """The words in a part that only a screen reader reads."""
        return [html.unescape(text) for text in re.findall(r'class="unseen">([^<]*)<', self.parts()[part])]

    @property
    def said(self) -> str:
        """The sentences since the last call."""
        return " ".join(html.unescape(re.sub(r"<[^>]*>", "", text)) for text in self.page.sentences.take())

    @property
    def pending(self) -> tuple[Command, ...]:
        """The commands sent to the daemon and not answered yet."""
        return self.page.model.pending.waiting


def newcomer(name: str = "Ann", stored: object = None) -> PagePlayer:
    """A player whom no daemon has answered yet. `stored`: what the browser has stored."""
    model = new_model(name)
    store = BrowserStore.read("host:5533", stored or {"name": name}, "")
    model.house_rules, model.settings = store.house_rules, store.settings
    page = Page(model, store, lambda: None, Services(now=lambda: 0.0))
    page.link = idle_link(model)
    page.newcomer.named.set()
    return PagePlayer(page)


def replayed(player: PagePlayer) -> Replayed:
    """The match that the player's windows of a replay are about."""
    return player.page.find(ReplayWindow).replayed


def at_page(
    *history: Event, seat: int | None = 0, host: bool = False, may_begin: bool = False, sees_all: bool = False
) -> PagePlayer:
    """A player who joined after this history. `sees_all`: with the hidden tiles, which no daemon sends."""
    player = newcomer()
    model = player.page.model
    announcements = model.receive(welcome(head=len(history), seat=seat, host=host, may_begin=may_begin))
    for seq, event in enumerate(history, start=1):
        announcements += model.receive(Entry(seq, AT, event if sees_all else see(event, Viewer(seat)).event))
    player.page.receive(announcements + model.settle())
    return player
