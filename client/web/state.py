"""The state of one browser's page beyond its model: the chosen tile, the open window, the new sentences.

Here: that state, and the changes to it that several parts share. Not here: HTML and presses (the parts),
sending (`visit`).
"""

from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager, nullcontext
from datetime import date
from typing import Any, Final, TypeVar

import trio
from attrs import Factory, define, evolve, field

from client.actions.action import (
    Action,
    AnalyseMatch,
    GoTo,
    Leave,
    NewInvitation,
    NewTable,
    OtherGame,
    PlayOnAs,
    SeeGames,
    SeeTables,
    Show,
    TypeReminder,
)
from client.actions.carry_out import FETCHED, Outcome, carry_out, reply, to_confirm
from client.actions.form import Form
from client.model import asking
from client.model.announcements import Subject
from client.model.checks import WhyNot
from client.model.lookback import Lookback
from client.model.model import Model
from client.model.notice import Notice, Until
from client.model.own_host import OwnHost
from client.model.selection import Selection, TileNumber
from client.model.status import Ended
from client.model.warned import Warned
from client.net.credentials import Credentials
from client.net.link import Link
from client.picture.markup import Markup, isolated, joined, tag, text
from client.practice.course import Course
from client.replay.cursor import Replay
from client.store.browser_store import BrowserStore
from client.store.page_settings import PageSettings
from client.web import page_words
from client.web.analyses import Analyses
from client.web.board_part import USUAL_SHAPE
from client.web.links import Links
from client.web.page_messages import SavedFile
from client.web.past_game import PastGame, repeated_record
from client.words.presence_words import Saying
from protocol.frozen import frozen
from protocol.wire.messages import FromClient, FromDaemon, Role, TableSummary

_Piece = TypeVar("_Piece")

MOST_UNSENT: Final = 200
"""The most sentences that wait for a slow browser; older ones are dropped."""
COURSES: Final = ("learn", "practise")
"""The windows with a course."""
OVER_A_COURSE: Final = ("course-rules", "course-keys")
"""Windows over a course. Closing one leads back to it."""
BESIDE: Final = ("scores", "rules")
"""The windows that are a sheet in the panel beside the game, in a browser that has one."""


GAMES_AT_ONCE: Final = 20
"""The number of the player's games to list at first, and to add with each press."""
OVER_A_REPLAY: Final = ("replay-scores", "replay-rules", "replay-keys", "replay-play-on")
"""Windows over a replay. Closing one leads back to it."""
OF_A_REPLAY: Final = ("replay", "analysis", "practise", *OVER_A_REPLAY)
"""All windows about the same match, which may be an older one."""


@frozen
class Confirmation:
    """An action to confirm first, and the question."""

    action: Action
    text: str


def chat_line(saying: Saying) -> Markup:
    """A line of chat, `Ben: hello`, with its two halves apart: each may be written from right to left."""
    return joined([isolated(saying.speaker), Markup(": "), isolated(saying.text)])


async def _unanswered(_first: bytes, _request: FromClient) -> FromDaemon | str:
    return page_words.NOT_REACHED


@define(eq=False)
class State:
    """One browser's page. `changed` is called when there may be something new to show.

    `link` has to be set before anything is pressed. `window`: the name of the window in front, or "". `heard`: the last
    line of chat since it was opened, which it covers, or that it is the player's turn. `unread`: the lines of chat of
    others since the chat was last open. `notice`: the answer to the last press; `fault`: why a form was not accepted.
    `number`: of a tile, as it is typed. `shape`: that of the room for the board, and `room`: its width and height in
    pixels. `taps`: how many tiles have been tapped, so that the script knows which of its taps an answer is for.
    `forgets`: what the browser stores ends with its tab, and `is_told_of_seat`: its player has heard so at a seat.
    `replay`: that of the match that has ended, once it is shown. `past`: an older match, while its windows are open.
    `replay_shape`: that of the room for the board of a replay. `games_shown`: how many of the player's games are
    listed. `find_links` returns those that it gives away now. `analysing`: the scope of the analysis that this browser
    waits for; `course`: the lessons or exercises, which stay while their window is closed; `course_selection` and
    `course_notice`: the tile chosen there, and the answer to the last press. `finding`: the scope of the search for
    exercises. `start` starts such a task, `ask_host` asks the host on a connection of its own, and `turn` is a turn
    for a piece of its work. `file`: one to save, once it is written; `writes_file`: while it is being written.
    `level`: that of the next bot, or "". `has_looked`: whether the host has been asked for its tables before there
    is a name; `no_tables`: why it has sent none, or "". `credentials`: what the host is shown before each first
    request. `kind`: of browser, for the host's list.
    """

    model: Model
    store: BrowserStore
    changed: Callable[[], None]
    link: Link | None = None
    named: trio.Event = field(factory=trio.Event)
    """Set once the player has a name, so that the link may run."""
    now: Callable[[], float] = trio.current_time
    selection: Selection = field(factory=Selection)
    number: TileNumber = field(factory=TileNumber)
    window: str = ""
    heard: Markup = field(factory=Markup)
    unread: int = 0
    notice: Notice | None = None
    fault: str = ""
    find_links: Callable[[], Links] = Links
    shape: float = USUAL_SHAPE
    room: tuple[int, int] = (390, 300)
    taps: int = 0
    forgets: bool = False
    is_told_of_seat: bool = Factory(lambda self: bool(self.store.seats.all()), takes_self=True)
    form: Form = field(factory=Form)
    confirmation: Confirmation | None = None
    warned: Warned | None = None
    """The warning for which the question was opened."""
    lookback: Lookback | None = None
    made: dict[str, tuple[object, Any]] = field(factory=dict)
    """The last pieces of the page that take long, by place, and what each was made of."""
    side: str | None = None
    """The sheet in the panel beside the game, "" if none is open, None if the browser shows no panel."""
    level: str = ""
    has_looked: bool = False
    no_tables: str = ""
    credentials: Credentials = field(factory=Credentials)
    kind: str = ""
    replay: Replay | None = None
    past: PastGame | None = None
    replay_shape: float = USUAL_SHAPE
    games_shown: int = GAMES_AT_ONCE
    analyses: Analyses = field(factory=Analyses)
    analysing: trio.CancelScope | None = None
    progress: str = ""
    course: Course | None = None
    course_selection: Selection = field(factory=Selection)
    course_notice: str = ""
    finding: trio.CancelScope | None = None
    today: Callable[[], date] = date.today
    start: Callable[..., None] = lambda *_: None
    ask_host: Callable[[bytes, FromClient], Awaitable[FromDaemon | str]] = _unanswered
    turn: AbstractAsyncContextManager[None] = field(factory=nullcontext)
    file: SavedFile | None = None
    writes_file: bool = False
    said: deque[Markup] = field(factory=lambda: deque[Markup](maxlen=MOST_UNSENT))
    game: str | None = None
    late_deal: float | None = None
    """Since when the deal is due for which a wait has begun."""
    seen: int = 0
    """The number of the last entry that was searched for the end of a round."""

    def become_host(self, token: str | None) -> None:
        """Have the host's controls from the next connection on, or, with None, no more."""
        self.store.host_token = token
        self.model.own_host = None if token is None else OwnHost(self.links.origin)

    @property
    def links(self) -> Links:
        """The links that the page gives away now: the host's address may have changed."""
        return self.find_links()

    @property
    def settings(self) -> PageSettings:
        """The settings of the page."""
        return self.store.settings

    @property
    def is_at_table(self) -> bool:
        """Whether the page shows a table."""
        return self.model.session.game is not None

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

    def say(self, *lines: str, **attributes: str | float | None) -> None:
        """Add sentences to the list, with these attributes."""
        self.said.extend(tag("li", sentence, **attributes) for line in lines for sentence in line.splitlines())

    def say_chat(self, saying: Saying, **attributes: str | float | None) -> None:
        """Add a line of chat to the list, with these attributes."""
        self.said.append(tag("li", chat_line(saying), **attributes))

    def notify(self, sentence: str, subject: Subject = Subject.ANSWER) -> None:
        """Make this the notice, also in the window that is open; an empty text removes it.

        It takes the place of the advice, so it goes with the next turn at the latest, or with the player's own.
        """
        notice = Notice(subject, sentence)
        self.notice = (
            (evolve(notice, until=Until.TURN) if notice.until is Until.PRESS else notice) if sentence else None
        )
        if self.window:
            self.heard = text(sentence)

    def show(self, window: str) -> None:
        """Open this window; "" closes it. Leaving the analysis stops it, and leaving a replay pauses it.

        What a panel beside the game shows needs no window.
        """
        if self.side is not None and self.is_at_table and window in (*BESIDE, "chat"):
            self.side = window if window in BESIDE else self.side
            window = ""
        if window != "analysis":
            self.stop_analysis()
        if window != "practise" and self.finding is not None:
            self.finding.cancel()
            self.finding = None
        shown = self.replay if self.past is None else self.past.replay
        if window != "replay" and shown is not None:
            shown.pause()
        if self.past is not None and window not in OF_A_REPLAY:
            self.past.reading.cancel()
            self.past = None
        self.window, self.heard, self.fault = window, Markup(), ""
        if window == "chat":
            self.unread = 0
        elif window == "games":
            self.games_shown = GAMES_AT_ONCE
        elif window == "tables":
            self.done(asking.list_tables(self.model))
        elif window == "comparison" and self.model.earlier.is_missing(self.model.table):
            self.start(self._fetch_repeated)
        elif window in FETCHED:
            assert self.link is not None
            self.done(carry_out(FETCHED[window], self.model, self.link))

    async def _fetch_repeated(self) -> None:
        """Have the match to compare with, which this visit has not seen."""
        assert self.link is not None
        record = await repeated_record(self.link, self.model.session)
        if record is not None:
            self.model.earlier.add(record)
        self.changed()

    def stop_analysis(self) -> None:
        """Stop the analysis that this browser waits for."""
        if self.analysing is not None:
            self.analysing.cancel()
            self.analysing = None

    def wish(self, action: Action) -> None:
        """Carry an action out, or ask first if it costs something."""
        question = to_confirm(self.model, action, self.now())
        if question is not None:
            self.confirmation = Confirmation(action, question)
            self.show("confirm")
        else:
            self.act(action)

    def act(self, action: Action) -> None:
        """Carry an action out."""
        assert self.link is not None
        if isinstance(action, Leave):
            self.notify(page_words.HOW_TO_LEAVE)
            self.say(page_words.HOW_TO_LEAVE)
        elif isinstance(action, NewTable):
            begun = Form() if self.form.is_change else self.form  # closing the form loses nothing
            self.form = evolve(begun, options=self.model.new_tables)
            self.show("form")
        elif isinstance(action, OtherGame):
            self.form, self.fault = Form.of(self.model.table), ""
            self.show("form")
        elif isinstance(action, Show):
            self.show(action.panel)
        elif isinstance(action, NewInvitation):
            self.show("invite")
        elif isinstance(action, TypeReminder):
            self.show("reminders")
        elif isinstance(action, SeeTables):
            self.show("tables")
        elif isinstance(action, SeeGames):
            self.show("games")
        elif isinstance(action, AnalyseMatch):
            self.show("analysis")
        elif not isinstance(action, PlayOnAs):  # which the replay carries out
            if isinstance(action, GoTo):
                self.model.session.role = Role.SPECTATOR if action.watches else Role.PLAYER
            self.done(carry_out(action, self.model, self.link))

    def done(self, outcome: Outcome) -> None:
        """Send the outbox, and show the answer of this outcome."""
        assert self.link is not None
        self.link.flush()
        answer = reply(outcome, self.model)
        self.notify(answer, Subject.REFUSED if isinstance(outcome, WhyNot) else Subject.ANSWER)
        self.say(answer)
