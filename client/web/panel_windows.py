"""The windows that show a panel of the table or of the host, and what the page has beside or below some of them.

Here: `PanelWindow`, which is enough for most panels, and those with something of their own. Not here: the panels
(`client.panels`), their HTML (`panel_html`), the same sheets beside the game (`side_part`).
"""

from collections.abc import Iterator, Sequence

from attrs import evolve, field

from client.actions.action import (
    Action,
    ChangeSetting,
    CopyLink,
    OtherAddress,
    SeeTables,
    Show,
    TypeReminder,
)
from client.actions.carry_out import FETCHED, carry_out
from client.actions.panel import Block, Menu, Panel, choice
from client.model import asking
from client.model.announcements import Announcement
from client.model.model import Model
from client.panels import evening, menu
from client.panels.by_name import BY_NAME
from client.picture.markup import SPACE, Markup, joined, tag
from client.picture.qr_picture import qr_picture
from client.replay.evening import Evening, Seen, last_evening, seen_in
from client.replay.svg_file import svg_of_evening
from client.store.browser_seats import way_back
from client.store.browser_store import BrowserStore
from client.store.saved_games import FinishedGame
from client.web.icons import icon
from client.web.page_controls import button, one_field, share_button
from client.web.page_controls import field as field_of
from client.web.page_messages import SavedFile, Value
from client.web.panel_html import panel_html
from client.web.past_game import repeated_record
from client.web.state import State
from client.web.window import Confirmation, PageWindow, Presses
from client.words.say import say
from protocol.frozen import define
from protocol.log.commands import RemindAt, RemindCode
from protocol.log.operator_commands import ReadLog
from protocol.log.table import Stage


@define(eq=False)
class PanelWindow(PageWindow):
    """The window of the panel with its name. Its title is that of the panel."""

    state: State = field(kw_only=True)

    def panel(self) -> Panel:
        """The panel."""
        return BY_NAME[self.name](self.state.model)

    def shown(self) -> tuple[str, Markup]:
        """The title and the blocks of the panel, and what is below them."""
        panel = self.panel()
        return panel.title, joined([*panel_html(panel, self.name, self._link), *self.below()])

    def below(self) -> Iterator[Markup]:
        """What the page has below the panel."""
        return iter(())

    def _link(self, action: CopyLink) -> str | None:
        """The link that this action copies."""
        host = self.state.model.own_host
        link = None if host is None else host.link(self.state.model.session.table_name, action.name)
        return None if link is None else str(link)

    def choose(self, key: str) -> None:
        """Do what was chosen. The window closes, unless the panel shows what became of it."""
        action = self.panel().offered(key) if self.state.newcomer.named.is_set() else None
        if action is not None:
            if not isinstance(action, ChangeSetting | ReadLog | OtherAddress):
                self.state.show("")
            self.state.wish(action)

    def opened(self, _by: Action | Confirmation | None) -> None:
        """Have the host send what it shows, if that has to be fetched."""
        if self.name in FETCHED:
            assert self.state.link is not None
            self.state.done(carry_out(FETCHED[self.name], self.state.model, self.state.link))


class SheetWindow(PanelWindow):
    """A long text, which is a sheet in the panel beside the game in a browser that has one."""

    is_of_log = True

    def opens_beside(self) -> bool:
        """Open the sheet."""
        if self.state.side is None or not self.state.is_at_table:
            return False
        self.state.side = self.name
        return True


class MenuWindow(PanelWindow):
    """The menu of the table, with its link and the player's way back."""

    has_own_letters = True

    def panel(self) -> Panel:
        """The panel. That of a match that has ended leads to its replay, too, which only the page has."""
        panel = evolve(BY_NAME[self.name](self.state.model), has_keys=self.state.settings["letters"])
        if self.state.model.table.stage is not Stage.OVER:
            return panel
        return evolve(panel, blocks=tuple(_with_replay(block) for block in panel.blocks))

    def below(self) -> Iterator[Markup]:
        """The link of the table, and the player's way back."""
        state, fragment = self.state, _way_back(self.state)
        items = [tag("li", *share_button(state, say("page.share_table")))]
        if fragment is not None:
            items.append(tag("li", tag("a", icon("link"), tag("span", say("page.way_back")), href=f"#{fragment}")))
            code = button(
                "show", "way-back", icon("link"), tag("span", say("page.way_back_code")), aria_haspopup="dialog"
            )
            items.append(tag("li", code))
            if state.forgets:
                yield tag("p", say("page.forgets"), class_="about")
        yield tag("ul", *items, class_="choices")


def _way_back(state: State) -> str | None:
    """The fragment of the way back to the player's seat at this table; None without a seat."""
    mine = next((seat for seat in state.store.seats.all() if seat.game == state.model.session.game), None)
    if mine is None or state.model.seat is None:
        return None
    return state.links.way_back(way_back(mine), state.store.invitation)


@define(eq=False)
class WayBackWindow(PageWindow):
    """The way back to the player's seat as a code, for the camera of the device on which the player goes on."""

    state: State = field(kw_only=True)

    def inside(self) -> Iterator[Markup]:
        """What it is for, and the code."""
        fragment = _way_back(self.state)
        if fragment is None:
            yield tag("p", say("page.no_seat_to_come_back_to"))
            return
        yield tag("p", say("page.scan_way_back"))
        yield qr_picture(f"{self.state.links.shown(self.state.model.session.table_name or '')}#{fragment}")


def _with_replay(block: Block) -> Block:
    if not isinstance(block, Menu) or block.heading != menu.of_the_match():
        return block
    return evolve(block, choices=(*block.choices, choice(say("panel.replay"), Show("replay"))))


class SettingsWindow(PanelWindow):
    """The settings, with the one that is only for this table, for as long as the player stays."""

    def below(self) -> Iterator[Markup]:
        """The switch for a player who sees the board on a TV."""
        if self.state.model.seat is None:
            return
        is_on = "true" if self.state.is_on_tv else "false"
        switch = button("on-tv", "", say("page.on_tv"), role="switch", aria_checked=is_on)
        yield tag("h3", say("page.tv"))
        yield tag("ul", tag("li", switch), class_="choices")
        yield tag("p", say("page.open_on_tv"), SPACE, tag("b", self.state.links.for_tv), class_="about")

    def presses(self) -> Presses:
        """The switch."""
        return {"on-tv": self._turn_tv}

    def _turn_tv(self, _: Value) -> None:
        state, session = self.state, self.state.model.session
        state.store.on_tv = None if state.is_on_tv else (session.table_name or "", session.game or "")


class TablesWindow(PanelWindow):
    """The host's tables, as they are when it opens."""

    opened_by = (SeeTables,)

    def opened(self, _by: Action | Confirmation | None) -> None:
        """Ask for them."""
        self.state.done(asking.list_tables(self.state.model))


class WordsWindow(PanelWindow):
    """The words of the match, and all that is wrong with it."""

    def note(self, announcements: Sequence[Announcement]) -> None:
        """Open when something is wrong."""
        if any(announcement.is_warning for announcement in announcements):
            self.state.show(self.name)


class ComparisonWindow(PanelWindow):
    """A match whose deals are known, beside the one that it repeats."""

    def opened(self, _by: Action | Confirmation | None) -> None:
        """Fetch the other match, if it is not known."""
        if self.state.model.earlier.is_missing(self.state.model.table):
            self.state.services.start(self._fetch)

    async def _fetch(self) -> None:
        """Have the match to compare with, which this visit has not seen."""
        assert self.state.link is not None
        record = await repeated_record(self.state.link, self.state.model.session)
        if record is not None:
            self.state.model.earlier.add(record)
        self.state.changed()


def evening_of(model: Model, store: BrowserStore) -> Evening | None:
    """The last evening as this browser knows it, which has the record of the match that has just ended here alone."""
    session = model.session

    def look(game: FinishedGame) -> Seen:
        return seen_in(session.entries) if game.result.game == session.game else Seen()

    return last_evening(store.games.all(), look)


class EveningWindow(PanelWindow):
    """The evening in lines, to be passed on as text, or saved as a picture."""

    def panel(self) -> Panel:
        """The evening as this browser knows it."""
        found = evening_of(self.state.model, self.state.store)
        return evening.sheet(() if found is None else (found.title, *found.lines))

    def below(self) -> Iterator[Markup]:
        """The buttons for both."""
        found = evening_of(self.state.model, self.state.store)
        if found is not None:
            text = "\n".join((found.title, *found.lines))
            shares = tag(
                "button",
                icon("share"),
                tag("span", say("page.share")),
                type="button",
                data_share=text,
                data_kind="text",
            )
            saves = button("save-evening", "", say("page.save_picture"))
            yield tag("div", shares, tag("small", role="status"), saves, class_="row")

    def presses(self) -> Presses:
        """Saving the picture."""
        return {"save-evening": self._save}

    def _save(self, _: Value) -> None:
        found = evening_of(self.state.model, self.state.store)
        if found is not None:
            self.state.file = SavedFile("fives.svg", f"{svg_of_evening(found)}\n")


class RemindersWindow(PanelWindow):
    """The reminders, with the fields for an address and for the code that was sent there."""

    opened_by = (TypeReminder,)

    def below(self) -> Iterator[Markup]:
        """The field for the code while one is awaited, and the one for an address."""
        reminders = self.state.model.presence.reminders
        if reminders is None or self.state.model.seat is None:
            return
        if reminders.awaits is not None:
            code = one_field(
                "remind-code", say("remind.code"), say("remind.use_code"), longest=20, autocomplete="one-time-code"
            )
            yield code
        yield one_field(
            "remind-at",
            say("remind.address"),
            say("remind.send_code"),
            has_focus=reminders.awaits is None,
            longest=400,
        )

    def presses(self) -> Presses:
        """The two fields."""
        return {"remind-at": self._remind_at, "remind-code": self._remind_code}

    def _remind_at(self, value: Value) -> None:
        typed = field_of(value).strip()
        if typed and self.state.link is not None:
            self.state.done(carry_out(RemindAt(typed), self.state.model, self.state.link))

    def _remind_code(self, value: Value) -> None:
        if self.state.link is not None:
            self.state.done(carry_out(RemindCode(field_of(value)), self.state.model, self.state.link))
