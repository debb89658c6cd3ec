"""A tutor: after each play of the player one sentence that says how good it was, and why.

Here: which plays it speaks about, and having them explained, one after another, in a child program of low priority
while others play: no turn takes longer for it. It knows what the player's seat knows. Not here: the explanation
(`replay.analyser`), the sentences (`words.tutor_words`), who has a tutor (`fives play --comments`, `web.first_match`).
"""

from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, nullcontext
from typing import Final

import trio
from attrs import evolve, field

from client.model.announcements import Announcement, Subject
from client.model.model import Model
from client.replay.analyser import AnalysisError, BusyError, explain
from client.words import tutor_words
from client.words.say import say
from protocol.frozen import define
from protocol.log.events import Entry, TilePlayed
from protocol.log.table import fold
from protocol.wire.explained import Explanation
from protocol.wire.record import Header, Record

_MOST_WAITING: Final = 3
"""Plays that wait for their sentence, at most; of more, the oldest are of no interest any longer."""


Explain = Callable[[Record, Sequence[int]], Awaitable[Explanation]]
"""What each play was worth in the turns before these entries of a record; raises `AnalysisError`."""


async def explain_at_once(record: Record, turns: Sequence[int]) -> Explanation:
    """As `Explain`, in a child program of its own."""
    return await explain(record, turns, lambda _: None, in_background=True)


@define(eq=False)
class Tutor:
    """Comments on the plays of this model's player. `deliver`: where announcements go, with those of the tutor.

    `is_there`: whether this table has a tutor. `turn` is entered while a comment is made, as in `Link`.
    """

    model: Model
    deliver: Callable[[list[Announcement]], None]
    explain: Explain = explain_at_once
    is_there: Callable[[], bool] = lambda: True
    turn: AbstractAsyncContextManager[None] = field(factory=nullcontext)
    _game: str | None = None
    _read: int = 0
    """Entries of the game that have been looked at; those before the player came are not commented on."""
    _plays: deque[Record] = field(factory=lambda: deque[Record](maxlen=_MOST_WAITING))
    """For each play to comment on, the game up to it: it is the last entry."""
    _unexplained: str | None = None
    """The game in which a play could not be explained: nor can later ones, so the comments begin with the next."""
    _changed: trio.Event = field(factory=trio.Event)

    def receive(self, announcements: list[Announcement]) -> None:
        """Pass the announcements on, and note what the player has played."""
        self.deliver(announcements)
        session = self.model.session
        if not session.is_caught_up:
            return
        if session.game != self._game:
            self._game, self._read = session.game, session.head
            self._plays.clear()
            return
        new, self._read = session.entries[self._read :], session.head
        if not self.is_there() or self._game == self._unexplained:
            return
        for entry in new:
            if isinstance(entry.event, TilePlayed) and entry.event.seat == self.model.seat:
                header = Header(session.game or "", session.table_name or "", session.entries[0].at)
                self._plays.append(Record(header, tuple(session.entries[: entry.seq])))
                self._changed.set()

    async def run(self) -> None:
        """Comment on plays until it is cancelled. A play that nobody has time to explain gets no comment.

        If one could not be explained, that is said, and the comments begin again with the next game.
        """
        while True:
            while self._plays:
                record = self._plays.popleft()
                last = record.entries[-1]
                try:
                    explanation = await self.explain(record, [last.seq])
                except BusyError:
                    continue
                except AnalysisError as error:
                    async with self.turn:
                        self._give_up(record, error)
                    continue
                async with self.turn:
                    if self._is_here(record):
                        self._comment(record, last, explanation)
            self._changed = trio.Event()
            await self._changed.wait()

    def _give_up(self, record: Record, error: AnalysisError) -> None:
        """Say that there are no more comments in this game."""
        self._unexplained = record.header.game
        if self._is_here(record):
            self._plays.clear()
            self.deliver([Announcement(Subject.COMMENT, say("tutor.trouble", why=str(error)))])

    def _is_here(self, record: Record) -> bool:
        """Whether the player is still in this game, and it still has a tutor: meanwhile others may have come."""
        return record.header.game == (self.model.session.game or "") and self.is_there()

    def _comment(self, record: Record, last: Entry, explanation: Explanation) -> None:
        event = last.event
        assert isinstance(event, TilePlayed)
        before = evolve(self.model.view, seat=event.seat, table=fold(entry.event for entry in record.entries[:-1]))
        plays = next((turn.plays for turn in explanation.turns), ())
        text = tutor_words.comment(before, event, plays)
        self.deliver([Announcement(Subject.COMMENT, text, event.seat, seq=last.seq)])
