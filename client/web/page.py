"""The page: a front end over the model, for one browser.

Here: which parts the page has, what announcements change, and which presses there are. Not here: each part's HTML and
presses (the modules named `..._part`), the windows (`windows`), what they share (`state`), sending parts and reading
presses (`visit`), the page around the parts (`assets/page.html`).
"""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Final

import trio
from attrs import Factory

from client.actions.carry_out import go_to_opened_table
from client.model import asking
from client.model.announced_lines import announcements_to_print
from client.model.announcements import Announcement, Subject
from client.model.deal_watch import LATE_DEAL
from client.model.status import InLobby, Joined, Lost
from client.picture.markup import Markup, in_order, joined, tag, text
from client.store.browser_store import SeatAsk
from client.view.view import View
from client.web import (
    hand_part,
    introduction_part,
    keys_part,
    lobby_part,
    page_words,
    seats_part,
    side_part,
    table_part,
    waiting_part,
    window_part,
)
from client.web.end_window import EndWindow
from client.web.page_messages import SavedFile, Value
from client.web.said_part import with_attributes
from client.web.sentences import chat_line
from client.web.state import State
from client.web.window import PageWindow
from client.web.windows import by_name, windows_of
from client.words.say import say
from client.words.settings import AUTO, LANGUAGE
from protocol.frozen import define
from protocol.log.table import Stage
from protocol.shared.table_path import path_of

Part = Callable[[State], Markup]
Does = Callable[[State, Value], None]

_NOTICE_STAYS: Final = ("shape", "replay-shape", "tick", "side", "chat")
"""Presses that a notice outlasts: those of the script by itself, and chat."""


def _look(state: State) -> Markup:
    """The look that the player wants, for the script, and the language, empty for the one that the browser asks for."""
    language = state.settings[LANGUAGE]
    return tag("i", data_look=state.settings["look"], data_language="" if language == AUTO else language)


def _signal(state: State) -> Markup:
    """For the script: that a match runs, so that the screen stays on; and the signal of this player's turn."""
    view = state.model.view
    is_running = view.table.stage is Stage.PLAYING and not view.table.paused
    if not is_running or not isinstance(state.model.status, Joined):
        return Markup()
    return joined([tag("b", data_awake=""), _turn(state, view)])


def _turn(state: State, view: View) -> Markup:
    """The signal of this player's turn, different at each turn; empty in another's."""
    settings = state.settings
    if not view.is_my_turn or view.round is None:
        return Markup()
    turn = f"{state.model.table.match}.{view.round.number}.{len(view.layout.tiles)}.{view.round.knocks}"
    return tag(
        "i",
        data_turn=turn,
        data_sound="" if settings["sound"] else None,
        data_vibration="" if settings["vibration"] else None,
    )


PARTS: Final[Mapping[str, Part]] = {
    "symbols": table_part.tiles_of_the_set,
    "status": seats_part.top,
    "seats": seats_part.seats,
    "lobby": lobby_part.lobby,
    "waiting": waiting_part.waiting,
    "introduction": introduction_part.introduction,
    "board": table_part.board,
    "sum": table_part.sum_in_words,
    "hand": hand_part.hand,
    "actions": hand_part.actions,
    "sheet": side_part.sheet,
    "window": window_part.window,
    "signal": _signal,
    "look": _look,
}
"""Every part by the id of its element."""
PRESSES: Final[Mapping[str, Does]] = {
    **lobby_part.PRESSES,
    **waiting_part.PRESSES,
    **introduction_part.PRESSES,
    **table_part.PRESSES,
    **hand_part.PRESSES,
    **keys_part.PRESSES,
    **side_part.PRESSES,
    **window_part.PRESSES,
}
"""What each press does, by name; those of windows are theirs."""


TIME_BETWEEN_LOOKS: Final = 5.0
"""Seconds after which a page without a table asks for the tables again."""


@define(eq=False)
class Page(State):
    """One browser's page: its parts, its announcements and its presses.

    `game`: the one that it shows. `is_watching`: without a seat there.
    `late_deal`: since when the deal is due for which a wait has begun.
    `is_told_of_seat`: a player whose browser keeps nothing has heard so at a seat.
    `told_tables`: the list of tables that was said last.
    """

    game: str | None = None
    is_watching: bool = False
    late_deal: float | None = None
    is_told_of_seat: bool = Factory(lambda self: bool(self.store.seats.all()), takes_self=True)
    told_tables: str = ""

    def __attrs_post_init__(self) -> None:
        self.windows = by_name(self.make_windows())

    def make_windows(self) -> Iterable[PageWindow]:
        """The windows of this page."""
        return windows_of(self)

    def let_go(self) -> None:
        """Have no more link and no windows: they have the page, and would keep it in memory for long."""
        if self.link is not None:
            self.link.taking_back = None  # it has the link
        self.link, self.front, self.windows = None, None, {}

    def receive(self, announcements: list[Announcement]) -> None:
        """Show these announcements; called with an empty list when only the model may have changed."""
        self._add_to_list([told for told in announcements if not self._is_same_list(told)])
        self.store.known_games = frozenset(self.model.introduction.known or ())
        self._keep_request()
        self._keep_watched()
        hand_part.drop_impossible_choice(self)
        if any(announcement.subject is Subject.HINT for announcement in announcements):
            hand_part.choose_hinted(self)
        self._note_new_game()
        self.ends.note(self.model, self.room.shape)
        for window in self.windows.values():
            window.note(announcements)
        self._note_late_deal()
        self._go_to_opened()
        self._tell_of_seat()
        self.changed()

    def _is_same_list(self, told: Announcement) -> bool:
        """Whether this is the list of tables as it was said last: it is asked for again and again."""
        if told.subject is not Subject.TABLES:
            return False
        before, self.told_tables = self.told_tables, told.text
        return told.text == before

    async def follow_tables(self) -> None:
        """Keep the list of tables up to date, as long as it is all there is."""
        while True:
            await trio.sleep(TIME_BETWEEN_LOOKS)
            if isinstance(self.model.status, InLobby) and self.link is not None:
                asking.list_tables(self.model)
                self.link.flush()

    def _keep_request(self) -> None:
        """Have the browser store the request for the seat of a bot: a phone that sleeps comes with another page."""
        own, session = self.model.own_request, self.model.session
        if not own.game:
            self.store.asks = None
        elif own.game == session.game and own.claim is not None:
            self.store.asks = SeatAsk(session.table_name or "", own.game, own.seat, own.claim)

    def _keep_watched(self) -> None:
        """Have the browser store what the player begins to watch, until they have a seat, or leave."""
        session = self.model.session
        is_watching = session.game is not None and session.seat is None
        if is_watching and (session.game != self.game or not self.is_watching):
            self.store.watched = session.table_name or "", session.game or ""
        elif not is_watching and session.game is not None:
            self.store.watched = None
        self.is_watching = is_watching

    def _tell_of_seat(self) -> None:
        """Tell the player of a first seat in a browser that keeps nothing how to come back to it."""
        if self.forgets and not self.is_told_of_seat and self.model.seat is not None:
            self.is_told_of_seat = True
            self.sentences.say(say("page.forgets"))
            self.sentences.notify(say("page.forgets"))

    def _add_to_list(self, announcements: list[Announcement]) -> None:
        mine = self.model.seat
        own_chat = [
            announcement
            for announcement in announcements
            if announcement.subject is Subject.CHAT and announcement.seat == mine
        ]
        others = [announcement for announcement in announcements if announcement not in own_chat]
        listed = [announcement for announcement in others if not self._is_shown_elsewhere(announcement.subject)]
        listed = [*own_chat, *announcements_to_print(listed, self.model, self.settings["verbosity"])]
        entries, has_sounds = self.model.session.entries, self.settings["sounds"]
        for announcement, attributes in with_attributes(listed, entries, mine, has_sounds=has_sounds):
            if announcement.saying is not None:
                self.sentences.say_chat(announcement.saying, **attributes)
            else:
                self.sentences.say(announcement.text, **attributes)
        self.sentences.note(announcements, mine)
        heard = [chat_line(announcement.saying) for announcement in others if announcement.saying is not None]
        my_turn = [
            text(announcement.text)
            for announcement in announcements
            if announcement.subject is Subject.TURN and announcement.seat == mine
        ]
        has_chat = self.front is not None and self.front.has_chat
        covered = my_turn if has_chat else [*my_turn, *heard]
        if covered:
            self.sentences.heard = covered[-1]
        elif mine is None and any(announcement.subject is Subject.AWAY for announcement in announcements):
            self.sentences.heard = Markup()  # that it was the player's turn, who has lost the seat
        if not has_chat and self.side is None:
            self.sentences.unread += len(heard)

    def _is_shown_elsewhere(self, subject: Subject) -> bool:
        """Whether it is shown in another place.

        The heading has a lost connection; without a table, a refusal is beside the list of tables.
        """
        if subject is Subject.LINK:
            return isinstance(self.model.status, Lost)
        return subject is Subject.REFUSED and not self.is_at_table

    def _note_new_game(self) -> None:
        session = self.model.session
        if session.game == self.game:
            return
        table, game = session.table_name or "", session.game or ""
        if self.store.on_tv == (table, self.game):
            self.store.on_tv = table, game  # the next match at the same table
        if self.store.tutored in ((table, self.game), (table, "")):
            self.store.tutored = table, game
        self.game = session.game
        self.ends.begin_game(self.model, is_read=isinstance(self.front, EndWindow))
        for window in self.windows.values():
            window.begin_game()

    def _note_late_deal(self) -> None:
        """Have the page say whom a deal waits for, once it is late."""
        since = self.model.deals.due_since
        if since is not None and since != self.late_deal:
            self.services.start(self._wait_for_late_deal, since)
        self.late_deal = since

    async def _wait_for_late_deal(self, since: float) -> None:
        await trio.sleep_until(since + LATE_DEAL)
        self.changed()

    def _go_to_opened(self) -> None:
        """Go to the table that this player has opened."""
        if self.link is not None:
            why_not = go_to_opened_table(self.model, self.link)
            if why_not is not None:
                self.sentences.notify(why_not.text, Subject.REFUSED)

    def take_file(self) -> SavedFile | None:
        """The file to save that has been written since the last call."""
        file, self.file = self.file, None
        return file

    @property
    def title(self) -> str:
        """The title of the tab."""
        return in_order(page_words.title(self.model.view, is_joined=isinstance(self.model.status, Joined)))

    @property
    def path(self) -> str | None:
        """The path for the address bar, so that a reload leads to the same table; None to leave it as it is."""
        table = self.model.session.table_name
        return None if table is None else path_of(table)

    @property
    def kept(self) -> Mapping[str, object]:
        """The JSON values for the browser to store."""
        return self.store.to_json()

    def parts(self) -> dict[str, Markup]:
        """The current HTML of every part, by the id of its element."""
        return {id_: part(self) for id_, part in PARTS.items()}

    def press(self, name: str, value: Value) -> None:
        """Carry out a press; an unknown name does nothing."""
        does = self._press_of(name)
        if does is not None:
            if name not in _NOTICE_STAYS:
                self.sentences.notice = None
            does(value)
            hand_part.drop_impossible_choice(self)  # a late press may have selected a tile that has been played
        self.changed()

    def _press_of(self, name: str) -> Callable[[Value], object] | None:
        if name in PRESSES:
            return partial(PRESSES[name], self)
        presses = (window.presses().get(name) for window in self.windows.values())
        return next((does for does in presses if does is not None), None)


@define(eq=False)
class SeatlessPage(Page):
    """A page that nobody plays at: its browser keeps an invitation alone."""

    @property
    def path(self) -> None:
        """None: the address stays as it was typed, so that a reload shows the same."""

    @property
    def kept(self) -> Mapping[str, object]:
        """The JSON values for the browser to store."""
        return {} if self.store.invitation is None else {"invitation": self.store.invitation}
