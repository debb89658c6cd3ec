"""The game that is on at a table: stored, then folded, then told.

Lives here: what a table knows of its game, the one way in which events come into its log, so that nobody is told of one
before the journal holds it, and how one match follows another. Not here: what happens when (`table_task`), how people
come in (`reception`), what is allowed (`decide`).
"""

import logging
import random
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

import trio
from attrs import frozen

from daemon.deal import Chance
from daemon.game_log import GameLog, time_of_day
from daemon.guest import Guest
from daemon.journal.interface import (
    CommandAccepted,
    GameOpened,
    Journal,
    Outcome,
    Private,
    StoreError,
    TokenIssued,
    TokensRevoked,
    WentOn,
)
from daemon.journal.records import Records
from daemon.table.answers import Answers, content_of
from daemon.table.bot_seats import BotSeats
from daemon.table.hint_requests import Hints
from daemon.table.matches import Matches
from daemon.table.openings import reopening
from daemon.table.presence import Presence
from daemon.table.table_clock import Due, Ring, TableClock
from daemon.table.tokens import SeatTokens, digest, new_token
from protocol.log.events import Entry, Event, MatchAbandoned, MatchWon
from protocol.log.table import Stage
from protocol.wire.codec import encode_entry
from protocol.wire.messages import Do, Notice
from protocol.wire.record import Header

_ENDS: Final[frozenset[type[Event]]] = frozenset((MatchWon, MatchAbandoned))
CLOCKS: Final = {Ring.GRACE_IS_OVER: "grace", Ring.TURN_IS_OVER: "turn"}
"""The kinds of notice that tell how long it takes until these ring."""

log = logging.getLogger("fivesd.table")


@frozen
class Means:
    """What a table is given to work with.

    `next_id` names a new game at a table. `matches` are those that are yet to be played. `hints` are made for a table,
    and `bots` for a game, with what to call when one has made up its mind.
    """

    journal: Journal
    records: Records
    chance: Chance
    pace: random.Random
    think: float
    next_id: Callable[[str], str]
    matches: Matches
    hints: Callable[[], Hints]
    bots: Callable[[Callable[[], None]], BotSeats]


def _ignored(_: Exception | None) -> None:
    """For what may as well be missing."""


def is_the_end(events: Sequence[Event]) -> bool:
    """Whether a match ends with these."""
    return not _ENDS.isdisjoint(map(type, events))


class TableGame:
    """The `log` of a game, its seats' `tokens`, the `answers` given, who is `present`, its `clock` and its `bots`.

    `password` and `is_home` are the table's, as in `GameOpened`, and go from game to game.
    `made_up` is called when a bot has made up its mind.
    """

    def __init__(
        self, name: str, log_: GameLog, private: Sequence[Private], means: Means, made_up: Callable[[], None]
    ) -> None:
        self.name = name
        self.means = means
        self.log = log_
        self.tokens = SeatTokens(private)
        self.answers = Answers(private)
        opened = next((each for each in private if isinstance(each, GameOpened)), None)
        self.password = None if opened is None else opened.password
        self.is_home = opened is not None and opened.is_home
        self.bots = means.bots(made_up)
        self.clock = TableClock(means.think, means.pace, trio.current_time())
        self.present = Presence(name, self.clock)
        self._made_up = made_up
        self._host_mentioned = self.host_seat
        self._clocks_mentioned: list[Due] = []
        for seat, who in enumerate(log_.table.seats):
            if who.is_person:
                self.clock.goes(seat, trio.current_time())

    @property
    def is_over(self) -> bool:
        """Whether the match is over."""
        return self.log.table.stage is Stage.OVER

    @property
    def is_deserted(self) -> bool:
        """Whether the match is over and nobody is connected."""
        return self.is_over and not len(self.present)

    # Who is who.

    @property
    def next_match(self) -> int:
        """The number that the next match at this table has."""
        return self.log.table.match + 1

    @property
    def all_are_here(self) -> bool:
        """Whether everybody who has a seat is connected."""
        return all(self.clock.is_here(seat) for seat, who in enumerate(self.log.table.seats) if who.is_person)

    @property
    def host_seat(self) -> int | None:
        """The host is who opened the table, else the person seated first of those who still have their seats."""
        opener = self.tokens.host_seat
        return self.log.first_person if opener is None else opener

    def is_host(self, guest: Guest) -> bool:
        """Whether who is connected here may do what the host may."""
        if guest.has_opened == self.name:
            return True
        return guest.seat is not None and guest.seat == self.host_seat

    # Storing: persist, fold, then tell.

    def store_soon(self, events: Sequence[Event], private: Sequence[Private], then: Outcome) -> None:
        """Append, and only then fold and send; `then` is called with the error, or None."""
        entries = self.log.next_entries(events)
        stored = partial(self._stored, entries, private, then)
        self.means.journal.append_soon(self.log.game, self.log.head, entries, private, stored)

    def _stored(
        self,
        entries: Sequence[Entry],
        private: Sequence[Private],
        then: Outcome,
        error: Exception | None,
    ) -> None:
        if error is None:
            try:
                self._take_note(entries, private)
            except Exception as fault:  # noqa: BLE001 - a fault of this table must not stop the journal
                error = fault
        then(error)

    async def store(self, events: Sequence[Event], private: Sequence[Private] = ()) -> None:
        """Append, and only then fold and tell. Raises `StoreError`, and then nothing has happened."""
        entries = self.log.next_entries(events)
        with trio.CancelScope(shield=True):
            await self.means.journal.append(self.log.game, self.log.head, entries, private)
            self._take_note(entries, private)

    def _take_note(self, entries: Sequence[Entry], private: Sequence[Private]) -> None:
        self._fold(entries, private)
        if self.log.table.options.turn_time or self.clock.somebody_is_away:
            self.mention_clocks()
        self._mention_host()

    def _fold(self, entries: Sequence[Entry], private: Sequence[Private]) -> None:
        self.log.add(entries)
        for each in private:
            keeper = self.answers if isinstance(each, CommandAccepted) else self.tokens
            keeper.take_note(each)
        now, turn = trio.current_time(), self.log.table.turn
        for entry in entries:
            self.clock.note(entry.event, now, turn)
        self.bots.told(entries)
        self.present.broadcast()

    def mention_clocks(self, to: Guest | None = None) -> None:
        """Tell everybody of clocks that run since the last time, or run anew; who has just come, of all that run."""
        now, mentioned = trio.current_time(), self._clocks_mentioned
        self._clocks_mentioned = self.clock.running(self.log.table)
        for due in self._clocks_mentioned:
            notice = Notice(CLOCKS[due.ring], seat=due.seat, seconds=round(due.at - now, 1))
            if due not in mentioned:
                self.present.notify(notice)
            elif to is not None:
                to.notify(notice)

    def _mention_host(self) -> None:
        if self.host_seat != self._host_mentioned:
            self._host_mentioned = self.host_seat
            self.present.notify(Notice("host", seat=self.host_seat))

    def mention_long_thought(self, seat: int) -> None:
        """Tell everybody that the bot of this seat takes long."""
        self.bots.say_no_more()
        self.present.notify(Notice("thinking", seat=seat))

    def tell_of_trouble(self, error: StoreError) -> None:
        """Let host and players know that the disk takes nothing."""
        log.error("%s: %s; play stops until the disk takes it", self.name, error)
        self.clock.try_later(trio.current_time())
        self.present.notify(Notice("trouble", text="the host's disk takes nothing: play stops, and nothing is lost"))

    # Tokens and welcomes.

    def issue_token(self, guest: Guest, seat: int) -> TokenIssued:
        """A token for whoever sits down on this guest, who is told of it by the welcome."""
        guest.token = new_token()
        return TokenIssued(seat, digest(guest.token), guest.has_opened == self.name)

    async def renew_token(self, guest: Guest, used: TokenIssued) -> None:
        """Another token in place of the one used; the used one holds until a later one has been used."""
        token = new_token()
        renewed = TokenIssued(used.seat, digest(token), used.is_host)
        try:
            await self.store([], [TokensRevoked(used.seat), *self.tokens.used(used), renewed])
        except StoreError as error:
            self.tell_of_trouble(error)  # the old token still holds, and a full disk keeps nobody out
        else:
            guest.token = token

    def welcome(self, guest: Guest, start: int) -> None:
        """Let this guest follow the game from entry `start` on."""
        self.present.welcome(guest, self.log, start, is_host=self.is_host(guest))
        self.mention_clocks(guest)

    # From match to match.

    async def after_the_match(self, events: Sequence[Event]) -> None:
        """What follows where these events ended the match: another match where one is due, and its record.

        In this order: a record that a daemon is stopped before is written at its next start.
        """
        if not is_the_end(events):
            return
        over, matches = self.log, self.means.matches
        is_abandoned = any(isinstance(event, MatchAbandoned) for event in events)
        log.info("%s: the match is over: %s", self.name, over.table.scores)
        try:
            if matches.is_followed(self.name, is_abandoned=is_abandoned):
                self.clock.owe_a_match()
                await self.next_game(keeps_people=True)
        finally:
            await self.write_record(over)
            matches.finished(self.name, is_abandoned=is_abandoned)

    async def write_record(self, over: GameLog) -> None:
        """Write the record of a game, if there is none yet."""
        try:
            if await self.means.records.has(over.game):
                return
            where = await self.means.records.write(over.header, map(encode_entry, tuple(over.entries)))
        except OSError as error:
            log.warning("%s: no record was written: %s; it will be at the next start", self.name, error)
        else:
            log.info("%s: the record is %s", self.name, where)

    async def next_game(self, *, keeps_people: bool, asked: tuple[Guest, Do] | None = None) -> None:
        """Another game at this table, with a log of its own: a rematch, or seats free for whoever comes."""
        match = self.next_match if keeps_people else 1
        events = reopening(self.log.table, match, self.host_seat, self.means.chance, keeps_people=keeps_people)
        log_ = GameLog(Header(self.means.next_id(self.name), self.name, time_of_day()))
        private: list[Private] = [GameOpened(self.name, log_.header.at, self.password, self.is_home)]
        private += self.tokens.holding() if keeps_people else []
        if asked is not None:
            guest, do = asked
            private.append(CommandAccepted(do.id, content_of(do, guest.seat), len(events)))
        entries = log_.next_entries(events)
        with trio.CancelScope(shield=True):
            await self.means.journal.append(log_.game, 0, entries, private)
            if keeps_people:
                self.means.journal.append_soon(self.log.game, self.log.head, [], [WentOn(log_.game)], _ignored)
            self.log, self.bots = log_, self.means.bots(self._made_up)
            self.tokens, self.answers = SeatTokens(private), Answers(private)
            self.clock.another_game(trio.current_time())
            self._fold(entries, ())
        self._clocks_mentioned = self.clock.running(self.log.table)  # everybody is told of them after the welcome
        for guest in self.present:
            self.welcome(guest, 1)
        self._mention_host()
