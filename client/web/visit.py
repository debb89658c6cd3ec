"""A visit: one browser's connection to the page.

Here: running link and page together, sending changed parts, and ending a visit. Not here: the page's content
(`page`), the frames (`websocket`), who may connect (`server`).

A message says what changed since the last one, so a slow browser needs no queue: it skips versions and gets the newest.
After a visit this process keeps nothing; the browser stores the player's name, seats, settings and results.
"""

import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Final

import trio
from attrs import field

from client.model.model import Model
from client.model.pending import Pending
from client.model.seat_requests import OwnRequest
from client.model.status import Connecting, Ended, InLobby, Joined
from client.net.host_connection import Dial, answer_to
from client.net.link import Link
from client.net.remedies.common import remedies
from client.net.remedies.moved import Moved, Redial
from client.net.remedies.other_table import AskPassword
from client.net.taking_back import LeftByOwnHost, TakingBack
from client.practice.tutor import Tutor
from client.store.autosave import Autosave
from client.store.browser_store import BrowserStore
from client.store.host_seats import HostSeats
from client.web import host_windows
from client.web.analyses import Analyses
from client.web.first_look import look_until_named
from client.web.league_page import LeaguePage
from client.web.links import Links
from client.web.next_hosts import NextHosts
from client.web.outgoing import Outgoing
from client.web.page import Page
from client.web.page_messages import (
    ENDED,
    TAKEN_OVER,
    BrowserHello,
    Check,
    NotUnderstoodError,
    Press,
    nothing_new,
    read_message,
)
from client.web.places import Place
from client.web.services import Services
from client.web.turns import FairShare
from client.web.tv import Tv, stored_for_tv
from client.web.websocket import TIME_TO_CLOSE, GoneError, WebSocket
from client.words.say import say
from client.words.version_words import mismatch_of_page
from protocol.frozen import define
from protocol.shared.address import Address
from protocol.shared.places import Use
from protocol.shared.table_path import LEAGUE, path_on_tv, table_at
from protocol.version import __version__
from protocol.wire.explained import Explanation
from protocol.wire.messages import SCREEN, Role
from protocol.wire.record import Record
from protocol.wire.sealer import Sealer
from protocol.wire.session import Session

CLIENT: Final = f"fives page {__version__}"
TIME_TO_SAY_HELLO: Final = 10.0
TIME_BETWEEN_MESSAGES: Final = 20.0
"""Seconds between messages. An empty message shows the browser that it is still connected."""
TIME_TO_COME_TO_THE_TABLE: Final = 1.0
PAUSE: Final = 0.02
"""Seconds between two presses of one browser. No person is faster, and a script costs other players less."""
MALFORMED: Final = 1008


async def at_once(write: Callable[..., object], *args: object) -> object:
    """Call the function without a thread: nothing here waits for a disk."""
    return write(*args)


def _is_on_its_way(page: Page) -> bool:
    """Whether the first picture is about to come: the table, or the host's tables for a visitor without a name."""
    if not page.newcomer.named.is_set():
        return page.newcomer.no_tables is None
    session = page.model.session
    return isinstance(page.model.status, Connecting) or not (session.game is None or session.is_caught_up)


@define(eq=False)
class Visit:
    """One browser at the page of the daemon at `address`, which is reached with `dial`; `redial`: as in `Moved`.

    `find_links` returns those that the page gives away now. `kind`: of browser, in words. `find_key` finds the host's
    key. `next_hosts` notes where the match goes on, for the browser to try. `is_hosts`: the page is the host's own, so
    that the host keeps what the browser's player signs with.
    """

    socket: WebSocket
    address: Address
    dial: Dial
    analyses: Analyses
    share: FairShare
    place: Place
    find_links: Callable[[], Links]
    kind: str = ""
    redial: Redial | None = None
    find_key: Callable[[], str | None] | None = None
    next_hosts: NextHosts = field(factory=NextHosts)
    is_hosts: bool = False
    _changed: trio.Event = field(factory=trio.Event)
    _outgoing: Outgoing = field(factory=Outgoing)
    _title: str = ""
    _path: str | None = None
    _kept: Any = None
    _ended: Ended | None = None
    _taken: int = 1
    """How many messages of the browser have been taken, with the hello. The press that is carried out is not yet."""
    _keys: frozenset[str] = frozenset()
    """The keys of seats that the browser has brought."""

    async def run(self) -> None:
        """Play until the browser or the daemon ends it. Raises `GoneError`."""
        try:
            with trio.fail_after(TIME_TO_SAY_HELLO):
                hello = read_message(await self.socket.receive())
            if not isinstance(hello, BrowserHello):
                raise NotUnderstoodError
            await self._play(hello)
        except trio.TooSlowError:
            await self.socket.close(MALFORMED, "no hello came")
        except NotUnderstoodError:
            await self.socket.close(MALFORMED, "not understood")

    async def _play(self, hello: BrowserHello) -> None:
        page = self._page_for(hello)
        tutor = self._tutor_of(page)
        link = page.link = self._link_of(page, hello.path, tutor)
        if page.store.name:
            page.newcomer.named.set()
        self._outgoing = Outgoing.to_browser(inflates=hello.inflates)
        has_link = hello.back or hello.invitation
        self._kept = None if has_link else hello.kept  # the script forgets its link when it gets values to store
        self._keys = frozenset(seat.token for seat in page.store.seats.all())
        if self.place.is_provisional and not self._keys:
            self._end(say("page.full"))
        failure: Exception | None = None
        async with trio.open_nursery() as nursery:
            page.services.start = nursery.start_soon
            nursery.start_soon(self._run_link, page, link)
            nursery.start_soon(self._make_room)
            nursery.start_soon(tutor.run)
            nursery.start_soon(page.follow_tables)
            nursery.start_soon(self._send_changes, page, nursery.cancel_scope)
            try:
                await self._receive(page)
            except (GoneError, NotUnderstoodError) as error:
                failure = error
            nursery.cancel_scope.cancel()
        page.let_go()
        try:
            if failure is not None:
                raise failure
        finally:
            del failure  # for the same reason: its traceback has this function's variables

    def _page_for(self, hello: BrowserHello) -> Page:
        """The page at the path of this browser, with what the browser has stored."""
        on_tv, is_league = path_on_tv(hello.path), hello.path == LEAGUE
        plays = on_tv is None and not is_league
        kept, back = (hello.kept, hello.back) if plays else (stored_for_tv(hello.kept), "")
        store = BrowserStore.read(str(self.address), kept, back, hello.invitation)
        page_of = LeaguePage if is_league else Page if on_tv is None else partial(Tv, wanted=table_at(on_tv))
        services = Services(
            turn=self.share,
            ask_host=partial(answer_to, self.address, self.dial),
            find_links=self.find_links,
            analyses=self.analyses,
            kind=self.kind,
            leave=self._end,
        )
        model = self._model(store, CLIENT if on_tv is None else f"{SCREEN} {__version__}", plays=plays)
        if hello.own and plays:
            model.session.own_token = hello.own
        page = page_of(model, store, self._touch, services, forgets=hello.forgets)
        page.credentials.invitation = store.invitation
        page.credentials.secret = lambda: store.host_token
        if store.host_token is not None:
            page.become_host(store.host_token)
        if hello.host and plays:
            host_windows.offer(page)
        return page

    def _model(self, store: BrowserStore, client: str, *, plays: bool) -> Model:
        """The model of a page."""
        session = Session(
            client,
            store.name,
            Role.PLAYER if plays else Role.SPECTATOR,
            new_token=secrets.token_urlsafe if plays else None,  # a TV takes no seat
            reuses_token=True,
            sealer=Sealer(partial(secrets.token_hex, 32), is_page=self.is_hosts),
        )
        model = Model(session, Pending(secrets.token_hex(4)), is_drawn=True, is_page=True)
        model.settings = store.settings
        if store.asks is not None:
            model.own_request = OwnRequest(store.asks.game, store.asks.seat, store.asks.claim)
        model.introduction.known, model.house_rules = set(store.known_games), store.house_rules
        return model

    def _tutor_of(self, page: Page) -> Tutor:
        """The tutor at tables that this browser's player has opened for a first match."""

        async def explain(record: Record, turns: Sequence[int]) -> Explanation:
            return await self.analyses.explain(record, turns, lambda _: None)

        return Tutor(page.model, page.receive, explain, lambda: page.has_tutor, self.share)

    def _link_of(self, page: Page, path: str, tutor: Tutor) -> Link:
        """The link with which the page reaches its host; `path`: the browser's. The tutor passes on what is new."""
        store, on_tv = page.store, path_on_tv(path)
        seats = HostSeats(store.seats, store.seats.address, store.name, find_key=self.find_key)
        passwords = [AskPassword()] if on_tv is None else []
        link = Link(
            page.model,
            self.address,
            Autosave(seats, store.games, at_once),
            tutor.receive,
            remedies(mismatch_of_page, *passwords, Moved(redial=self.redial), LeftByOwnHost()),
            self.dial,
            credentials=page.credentials,
            linked_table=table_at(path if on_tv is None else on_tv),
            turn=self.share,
        )
        link.choice.watched = store.watched
        return link

    def _touch(self) -> None:
        self._changed.set()

    async def _run_link(self, page: Page, link: Link) -> None:
        if isinstance(page, LeaguePage):
            self._ended = await page.follow_league(self.address, self.dial)
            self._touch()
            return
        if self._ended is None:
            uninvited = await look_until_named(page, self.address, self.dial)
            self._ended = self._ended or uninvited
        if self._ended is None:
            own_host = partial(self.dial, self.address)
            link.taking_back = TakingBack(link, page.services.start, own_host, page.credentials.secret).begin
            self._ended = await link.run()
        if self._ended.moved_to is not None:
            self.next_hosts.note(self._ended.moved_to)
        if self._ended.is_uninvited:
            page.model.change_table(None)  # a stranger sees nothing of a table
        self._touch()

    def _end(self, why: str) -> None:
        """Have the visit end, after it has shown why."""
        self._ended = Ended(why)
        self._touch()

    async def _make_room(self) -> None:
        await self.place.is_needed.wait()
        self._end(say("page.made_room"))

    async def _receive(self, page: Page) -> None:
        while True:
            message = read_message(await self.socket.receive())
            match message:
                case Press():
                    await self._send(page, message)
                case Check():
                    self._taken += 1
                    await self.socket.send(nothing_new(self._taken))
                case BrowserHello():
                    raise NotUnderstoodError
            await trio.sleep(PAUSE)

    async def _come_to_the_table(self, page: Page) -> None:
        """Wait a moment for the table: a browser that reconnects shows the old picture until it has the new one."""
        with trio.move_on_after(TIME_TO_COME_TO_THE_TABLE):
            while self._ended is None and _is_on_its_way(page):
                self._changed = trio.Event()
                await self._changed.wait()

    async def _send_changes(self, page: Page, all_of_it: trio.CancelScope) -> None:
        """Send changes until the end, then close the connection. Cancelling never cuts a text."""
        await self._come_to_the_table(page)
        with suppress(GoneError):
            while True:
                ended = self._ended
                if ended is not None:
                    page.model.status = ended
                await self._send(page)
                if ended is not None:
                    await self.socket.close(TAKEN_OVER if ended.is_elsewhere else ENDED)
                    await trio.sleep(TIME_TO_CLOSE)
                    break
                with trio.move_on_after(TIME_BETWEEN_MESSAGES):
                    await self._wait_for_changes()
        all_of_it.cancel()

    async def _wait_for_changes(self) -> None:
        while self._ended is None and not self._changed.is_set():  # a press may have sent them meanwhile
            await self._changed.wait()

    def _note_use(self, model: Model) -> None:
        session, place = model.session, self.place
        if place.is_provisional:
            if session.seat is None or session.token not in self._keys:
                return
            place.keep()
        at_table = Use.WATCHING if session.seat is None else Use.NEEDED
        place.use = Use.IDLE if session.game is None else at_table

    async def _send(self, page: Page, press: Press | None = None) -> None:
        """Carry out this press, and send what has changed since the last call; the first time, all of it.

        Both are done in one turn. The next press is read once this picture has been taken.
        """
        if press is not None:
            self.share.pressed()
        async with self.share:
            if press is not None:
                self.place.pressed_at = trio.current_time()
                page.press(press.name, press.value)
                self._taken += 1
            self._write_update(page)  # within the turn: a splice has to follow the text that it changes
        await self.socket.flush()

    def _write_update(self, page: Page) -> None:
        self._changed = trio.Event()
        self._note_use(page.model)
        if page.credentials.is_uninvited or (self._ended is not None and self._ended.is_uninvited):
            page.store.invitation = None
        if page.credentials.is_secret_refused and isinstance(page.model.status, Joined | InLobby):
            page.become_host(None)
        parts, title, kept = page.parts(), page.title, page.kept
        new_title = title if title != self._title else None
        new_kept = kept if kept != self._kept else None
        path = page.path or self._path
        new_path = path if path != self._path else None
        self._title, self._kept, self._path = title, kept, path
        tiles = len(page.model.view.my_hand())
        rest = page.sentences.take(), new_title, new_kept, new_path, page.take_file()
        for message in self._outgoing.messages(self._taken, parts, tiles, *rest):
            self.socket.write(message)
