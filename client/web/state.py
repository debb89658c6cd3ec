"""The state of one browser's page beyond its model: the chosen tile, the window in front, the new sentences.

Here: that state, opening and closing windows, and what several parts do. Not here: HTML and presses (the parts), what a
window remembers (`window`, and the windows' own modules), the sentences (`sentences`), sending (`visit`).
"""

from collections.abc import Callable
from typing import Any, TypeVar

from attrs import field

from client.actions.action import Action, Leave, SharedAction, Show
from client.actions.carry_out import carry_out, give_up_seat, now_meant, reply, to_confirm
from client.actions.verbs.verb import Outcome
from client.model.announcements import Subject
from client.model.checks import WhyNot
from client.model.model import Model
from client.model.own_host import OwnHost
from client.model.selection import Selection
from client.model.status import Ended
from client.net.credentials import Credentials
from client.net.link import Link
from client.picture.markup import Markup
from client.store.browser_settings import BrowserSettings
from client.store.browser_store import BrowserStore
from client.view.view import View
from client.web.board_part import Room
from client.web.ends import Ends
from client.web.links import Links
from client.web.newcomer import Newcomer
from client.web.page_messages import SavedFile
from client.web.page_words import no_name
from client.web.sentences import Speech
from client.web.services import Services
from client.web.window import Confirmation, PageWindow
from client.words.say import say
from protocol.frozen import define
from protocol.names import checked_name
from protocol.wire.messages import TableSummary

_Piece = TypeVar("_Piece")
_Window = TypeVar("_Window", bound=PageWindow)


@define(eq=False)
class State:
    """One browser's page. `changed` is called when there may be something new to show.

    `link` has to be set before anything is pressed. `windows`: all of them by name, in the order in which they see
    what has happened; `front`: the one in front. `taps`: how many tiles have been tapped, so that the script knows
    which of its taps an answer is for. `side`: the sheet in the panel beside the game, "" if none is open, None if the
    browser shows no panel. `level`: that of the next bot, or "". `forgets`: what the browser stores ends with its tab.
    `credentials`: what the host is shown before each first request. `file`: one to save, once it is written.
    """

    model: Model
    store: BrowserStore
    changed: Callable[[], None]
    services: Services = field(factory=Services)
    link: Link | None = None
    newcomer: Newcomer = field(factory=Newcomer)
    windows: dict[str, PageWindow] = field(factory=dict)
    front: PageWindow | None = None
    sentences: Speech = field(factory=Speech)
    file: SavedFile | None = None
    made: dict[str, tuple[object, Any]] = field(factory=dict)
    """The last pieces of the page that take long, by place, and what each was made of."""
    selection: Selection = field(factory=Selection)
    room: Room = field(factory=Room)
    ends: Ends = field(factory=Ends)
    taps: int = 0
    side: str | None = None
    level: str = ""
    forgets: bool = False
    credentials: Credentials = field(factory=Credentials)

    def become_host(self, token: str | None) -> None:
        """Have the host's controls from the next connection on, or, with None, no more."""
        self.store.host_token = token
        self.model.own_host = None if token is None else OwnHost(self.links.origin)

    @property
    def links(self) -> Links:
        """The links that the page gives away now: the host's address may have changed."""
        return self.services.find_links()

    @property
    def settings(self) -> BrowserSettings:
        """The settings of the page."""
        return self.store.settings

    @property
    def is_at_table(self) -> bool:
        """Whether the page shows a table."""
        return self.model.session.game is not None

    @property
    def view_shown(self) -> View:
        """The table that is shown: after a round as it was then, until the player goes on."""
        end = self.ends.of_round
        return self.model.view if end is None else end.view

    @property
    def linked_table(self) -> str | None:
        """The table in the link that the player has opened, as long as the player has been at none."""
        return None if self.link is None else self.link.linked_table

    @property
    def table_to_join(self) -> TableSummary | None:
        """The table of the link, or that for newcomers, as far as the host has listed it."""
        lobby, linked = self.model.lobby, self.linked_table
        return lobby.named(lobby.for_newcomers if linked is None else linked)

    @property
    def has_ended(self) -> bool:
        """Whether the host has ended this browser's connection, so that no press does anything but connect again."""
        return isinstance(self.model.status, Ended)

    @property
    def is_on_tv(self) -> bool:
        """Whether the player sees the board of this table on a TV, so that the page shows only the hand."""
        session = self.model.session
        return session.seat is not None and self.store.on_tv == (session.table_name, session.game)

    @property
    def has_tutor(self) -> bool:
        """Whether this table was opened for a first match, and still has bots beside this player alone."""
        session, seats = self.model.session, self.model.table.seats
        is_alone = all(who.bot is not None for seat, who in enumerate(seats) if seat != session.seat)
        return is_alone and self.store.tutored == (session.table_name, session.game)

    def take_name(self, typed: str) -> None:
        """Take the name of a visitor who has none yet, or say what is wrong with it."""
        name, fault = checked_name(typed)
        self.newcomer.fault = "" if fault is None else no_name(fault)
        if fault is None and not self.newcomer.named.is_set():
            assert self.link is not None
            self.store.name = name
            self.link.rename_player(name)
            self.newcomer.named.set()

    def made_once(self, place: str, made_of: tuple[object, ...], make: Callable[[], _Piece]) -> _Piece:
        """A piece of the page, which is made again only if what it is made of has changed since it was last asked for.

        `made_of`: everything that it shows; of what the host has sent, the view or `entries_read`.
        """
        if place not in self.made or self.made[place][0] != made_of:
            self.made[place] = made_of, make()
        piece: _Piece = self.made[place][1]
        return piece

    @property
    def entries_read(self) -> tuple[object, ...]:
        """What changes with each entry: for pieces that are made of the log, and not of the table alone."""
        session = self.model.session
        return session.game, session.head, session.seat

    # The windows.

    @property
    def window(self) -> str:
        """The name of the window in front, or ""."""
        return "" if self.front is None else self.front.name

    def find(self, kind: type[_Window]) -> _Window:
        """The window of this kind."""
        return next(window for window in self.windows.values() if isinstance(window, kind))

    def show(self, name: str, by: Action | Confirmation | None = None) -> None:
        """Open the window of this name in place of the one in front; "" closes that. `by`: as in `PageWindow.opened`.

        What a panel beside the game shows needs no window.
        """
        window = self.windows[name] if name else None
        if window is not None and window.opens_beside():
            window = None
        before, self.front = self.front, window
        if before is not None and before is not window:
            before.closed(window)
        self.sentences.heard, self.newcomer.fault = Markup(), ""
        if window is not None:
            window.opened(by)

    # What the player wants.

    def wish(self, action: Action) -> None:
        """Carry an action out, or ask first if it costs something."""
        question = to_confirm(self.model, action, self.services.now())
        if question is not None:
            self.show("confirm", Confirmation(action, question))
        else:
            self.act(action)

    def act(self, action: Action) -> None:
        """Carry an action out, or open the window that it leads to."""
        assert self.link is not None
        action = now_meant(action, self.model)
        opens = next((window for window in self.windows.values() if isinstance(action, window.opened_by)), None)
        if isinstance(action, Leave):
            self._leave()
        elif isinstance(action, Show):
            self.show(action.panel)
        elif opens is not None:
            self.show(opens.name, action)
        elif isinstance(action, SharedAction):
            self.done(carry_out(action, self.model, self.link))

    def _leave(self) -> None:
        """Leave the table as a player in a terminal does: the seat is kept, unless nobody has to wait for it."""
        assert self.link is not None
        self.store.watched = None
        keeps_seat = self.model.seat is not None and not self.model.awaits_agreement
        give_up_seat(self.model)
        self.link.flush()
        self.show("")
        self.services.leave(say("page.left_seat" if keeps_seat else "page.left"))

    def done(self, outcome: Outcome) -> None:
        """Send the outbox, and show the answer of this outcome."""
        assert self.link is not None
        self.link.flush()
        answer = reply(outcome, self.model)
        self.sentences.notify(answer, Subject.REFUSED if isinstance(outcome, WhyNot) else Subject.ANSWER)
        self.sentences.say(answer)
