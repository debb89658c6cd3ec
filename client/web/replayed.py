"""The match that the windows of a replay and of its analysis are about: the last one at this table, or an older one.

Here: which one it is, and playing on from it. Not here: the windows (`replay_windows`, `analysis_window`), where an
older match comes from (`past_game`).
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from client.picture.markup import Markup, tag
from client.replay.cursor import Replay
from client.store.saved_games import Result
from client.web.page_controls import button
from client.web.past_game import PastGame, reader_of
from client.web.state import State
from client.web.window import PageWindow
from client.words.say import say
from protocol.frozen import define
from protocol.log.events import Entry
from protocol.log.table import Stage
from protocol.wire.messages import OpenTable, PlayOn
from protocol.wire.record import Header, Record, with_rounds_opened

ABOUT: Final = "replay"
"""What the windows about this match are about."""
_MOST_HELD: Final = 4
"""The number of matches to cache with their hidden tiles."""


@define(eq=False)
class Replayed:
    """The match. `ended`: the replay of the one at this table, once it was shown; `past`: an older match.

    `past` is there while windows about it are open.
    """

    state: State
    ended: Replay | None = None
    past: PastGame | None = None

    @property
    def replay(self) -> Replay | None:
        """The replay of the older match that was chosen, if it is there; else of the one that has ended at this table.

        That one is at its end at first. None if nothing was played.
        """
        if self.past is not None:
            return self.past.replay
        session = self.state.model.session
        if session.game is None or session.table.stage is not Stage.OVER or not self.state.model.sheet.log:
            return None
        if self.ended is None:
            entries = _with_rounds_opened(tuple(session.entries))
            header = Header(session.game, session.table_name or "", entries[0].at)
            self.ended = Replay(Record(header, entries), has_chat=False, is_drawn=True)
            self.ended.to_end()
        return self.ended

    @property
    def own_seat(self) -> int | None:
        """The player's seat in it; None if there is none, or the player had no seat."""
        if self.past is not None:
            return self.past.result.seat
        return self.state.model.seat if self.state.model.table.stage is Stage.OVER else None

    def why_none(self) -> Iterator[Markup]:
        """Why there is nothing to show: no match has ended, or an older one has not come yet, or does not come."""
        if self.past is None:
            yield tag("p", say("page.no_replay"))
        elif self.past.fault:
            again = button("past", self.past.result.game, say("page.try_again"), class_="main")
            yield tag("p", self.past.fault, role="alert", class_="fault")
            yield tag("div", *([] if self.past.is_refused else [again]), to_the_games(), class_="row")
        else:
            yield tag("p", say("page.fetching"), role="status", class_="verdict")

    def play_on(self, seat: int) -> None:
        """Have the host open a table where the match is played on from here, on this seat."""
        replay, session = self.replay, self.state.model.session
        after = None if replay is None else replay.turn_to_play_on
        if replay is None or after is None:
            return
        game = replay.record.header.game
        saved = next((saved.token for saved in self.state.store.seats.all() if saved.game == game), None)
        token = session.token if session.game == game else saved
        wanted = PlayOn(game, after, seat, session.name, token)
        self.state.model.earlier.add(replay.record)
        self.state.wish(OpenTable(replay.table.preset, options=self.state.model.new_tables, play_on=wanted))

    # Which match it is.

    def open(self, result: Result) -> None:
        """Be about the match with this result: that of the table, if it is that one, else what the host sends."""
        self._leave_past()
        session = self.state.model.session
        if session.game != result.game or session.table.stage is not Stage.OVER:
            self.past = PastGame(result)
            self.state.services.start(self._fetch, self.past)

    async def _fetch(self, past: PastGame) -> None:
        with past.reading:
            assert self.state.link is not None
            await past.fetch(self.state.link, reader_of(past.result, self.state.model.session, self.state.store.seats))
        self.state.changed()

    def leave(self, then: PageWindow | None) -> None:
        """Let go of an older match, unless the window that is in front then is about it, too."""
        if then is None or then.about != ABOUT:
            self._leave_past()

    def _leave_past(self) -> None:
        if self.past is not None:
            self.past.reading.cancel()
            self.past = None

    def begin_game(self) -> None:
        """Another match has begun at the table: this one's windows close, but not those of an older one."""
        self.ended = None
        front = self.state.front
        if front is not None and front.about == ABOUT and self.past is None:
            self.state.show("")


@lru_cache(_MOST_HELD)
def _with_rounds_opened(entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
    return tuple(with_rounds_opened(entries))


def to_the_games() -> Markup:
    """A button that leads to the list of games."""
    return button("show", "games", say("panel.my_games"))
