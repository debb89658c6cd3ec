"""Line mode: a front end of its own for screen readers and pipes. It only ever adds lines, and no escape codes.

Lives here: when a line is read and when news is told. An answer comes before queued news; what computer players do in a
row is told in one go; from a pipe, a play waits for its turn. Imports neither asyncio nor prompt_toolkit.
Not here: what a line means (`lines.letters`), the connection (`link`).
"""

import signal
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

import trio
from attrs import define, field

from client.actions.signals import ENDING, leave_at_signal
from client.lines.letters import Letters, Reply, is_move
from client.model.announcements import Announcement, Subject
from client.model.model import Model
from client.model.status import Connecting, Ended, InLobby, Lost, NeedsPassword
from client.net.link import Link
from client.words.connection_words import CONNECTION_GONE
from protocol.log.table import Stage

QUIET: Final = 0.15
"""Seconds that news waits for more of it, so that what belongs together is told together."""
LONGEST_BURST: Final = 4.0
"""Seconds that plays of computer players are collected for, until it is a person's turn."""
MOST_COLLECTED: Final = 100
"""Pieces of news; more are told at once, lest so much comes together that a terminal takes long for it."""
TIME_TO_READ: Final = 1.0
"""Seconds of silence after an answer."""
TIME_FOR_ANSWERS: Final = 10.0
TIME_TO_COME_BACK: Final = 60.0
"""How long input from a pipe waits for a connection that was lost."""
TIME_FOR_MORE_INPUT: Final = 1.0
QUIT: Final = "q"
HOW_TO_BEGIN: Final = "w lists your hand, a number plays that tile, ? lists all commands."
AGAIN: Final = "rematch plays another match, q leaves."
GONE: Final = Ended(CONNECTION_GONE)

_URGENT: Final = (
    Subject.OWN,
    Subject.REFUSED,
    Subject.HINT,
    Subject.ALARM,
    Subject.LINK,
    Subject.TABLES,
    Subject.AWAY,
)

NextLine = Callable[[], Awaitable[str | None]]
Out = Callable[[str], None]


def worth_telling(news: Sequence[Announcement], model: Model, verbosity: int) -> list[str]:
    """The lines of a batch of news: fewer and shorter ones the less verbose; of turns only the one that is on."""
    news = sorted(
        news, key=lambda each: each.subject is Subject.TIME
    )  # how long a turn may take is told after whose it is
    told = [
        each.short if verbosity == 0 and each.short and each.subject is Subject.PLAY else each.text
        for at, each in enumerate(news)
        if _is_told(each, news[at + 1 :], model, verbosity)
    ]
    return [line for text in told for line in text.splitlines()]


def _is_told(each: Announcement, later: Sequence[Announcement], model: Model, verbosity: int) -> bool:
    mine = each.seat is not None and each.seat == model.seat
    match each.subject:
        case Subject.TURN:
            is_on = not any(other.subject is Subject.TURN for other in later) and each.seat == model.table.turn
            if mine or verbosity == 2:
                return is_on
            return is_on and verbosity == 1 and each.seat is not None and not model.view.is_bot(each.seat)
        case Subject.TIME:
            return each.seat == model.table.turn and not any(other.subject is Subject.TIME for other in later)
        case Subject.CHAT:
            return not mine or verbosity == 2
        case Subject.SEATS:
            # Who asks for as little as can be still hears what comes of their own commands.
            return verbosity > 0 or mine or model.is_host
        case _:
            return True


@define(eq=False)
class LineMode:
    """One player's line mode. `is_typed`: lines come from a person at a keyboard, not from a pipe.

    `next_line` gives the next line typed, None at the end of input; `verbosity` is how much is told at first. `show`
    says whether the terminal is to show what is typed.
    """

    model: Model
    next_line: NextLine
    out: Out
    is_typed: bool = True
    verbosity: int = 1
    show: Callable[[bool], None] = lambda _: None
    _is_shown: bool = True
    _news: list[Announcement] = field(factory=list)
    _oldest: float = 0.0
    _quiet_until: float = 0.0
    _lost_since: float | None = None
    _changed: trio.Event = field(factory=trio.Event)
    _letters: Letters | None = None
    _has_told_how: bool = False

    def tell(self, news: list[Announcement]) -> None:
        """What the link has to tell; also called where there is nothing, since something may have changed."""
        if news and not self._news:
            self._oldest = trio.current_time()
        self._news += news
        if not isinstance(self.model.status, Lost):
            self._lost_since = None
        elif self._lost_since is None:
            self._lost_since = trio.current_time()
        if not self.is_typed:
            self._print_news()
        self._show(is_shown=not isinstance(self.model.status, NeedsPassword))
        self._changed.set()
        self._changed = trio.Event()

    async def run(self, link: Link) -> Ended:
        """Play until the player leaves or the daemon ends it."""
        ended = Ended(failed=False)
        self._letters = Letters(self.model, link, self.verbosity, asks_before_leaving=self.is_typed)
        async with trio.open_nursery() as nursery:
            if self.is_typed and self.model.invitation:
                nursery.start_soon(leave_at_signal, nursery.cancel_scope)
                nursery.start_soon(self._ask_at_interrupt, self._letters, nursery.cancel_scope)
            else:
                nursery.start_soon(leave_at_signal, nursery.cancel_scope, ("SIGINT", *ENDING))
            if self.is_typed:
                nursery.start_soon(self._print_in_time)
            nursery.start_soon(self._stay_connected, link, nursery.cancel_scope)
            try:
                ended = await self._obey_all(self._letters)
            finally:
                self._show(is_shown=True)
            nursery.cancel_scope.cancel()
        self._print_news()
        return self.model.status if isinstance(self.model.status, Ended) else ended

    async def _ask_at_interrupt(self, letters: Letters, all_of_it: trio.CancelScope) -> None:
        """Take Ctrl-C for what is typed to leave: who hosts is asked first."""
        with trio.open_signal_receiver(signal.SIGINT) as signals:
            async for _ in signals:
                reply = letters.obey(QUIT, trio.current_time())
                self._answer(reply)
                if reply.leaves:
                    all_of_it.cancel()

    async def _stay_connected(self, link: Link, all_of_it: trio.CancelScope) -> None:
        await link.run()
        if self.is_typed:
            all_of_it.cancel()

    def _show(self, *, is_shown: bool) -> None:
        if is_shown != self._is_shown:
            self._is_shown = is_shown
            self.show(is_shown)

    # Reading.

    async def _obey_all(self, letters: Letters) -> Ended:
        while True:
            line = await self._line()
            if line is None:
                break
            if not self.is_typed and not await self._may_be_taken(line):
                return GONE
            reply = letters.obey(line, trio.current_time())
            self._answer(reply)
            if reply.leaves:
                break
        await self._last_answers()
        return Ended(failed=False)

    async def _line(self) -> str | None:
        """The next line. Once it is all over, only what is there already is read."""
        if not isinstance(self.model.status, Ended):
            with trio.CancelScope() as reading:
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(self._stop_reading_soon, reading)
                    line = await self.next_line()
                    nursery.cancel_scope.cancel()
                return line
            return None
        with trio.move_on_after(TIME_FOR_MORE_INPUT):
            return await self.next_line()
        return None

    async def _stop_reading_soon(self, reading: trio.CancelScope) -> None:
        await self._until(lambda: isinstance(self.model.status, Ended))
        reading.deadline = trio.current_time() + TIME_FOR_MORE_INPUT

    async def _may_be_taken(self, line: str) -> bool:
        """Wait until a line from a pipe makes sense; False where the connection stays away too long."""
        while not self._is_time_for(line):
            waits = TIME_TO_COME_BACK
            if self._lost_since is not None:
                waits -= trio.current_time() - self._lost_since
                if waits <= 0:
                    return False
            with trio.move_on_after(waits):
                await self._changed.wait()
        return True

    def _is_time_for(self, line: str) -> bool:
        model = self.model
        match model.status:
            case Ended() | InLobby():
                return True
            case Connecting():
                return False
        if model.pending.is_waiting or model.hint_request.is_awaited or not model.session.is_caught_up:
            return False
        if not is_move(line):
            return True
        view = model.view
        can_be_refused_at_once = view.seat is None or not view.is_playing or view.table.paused
        return can_be_refused_at_once or (view.is_my_turn and not isinstance(model.status, Lost))

    async def _last_answers(self) -> None:
        """At the end of input: what was asked is still answered, and an address still found out to be wrong."""
        if not self.is_typed:
            with trio.move_on_after(TIME_FOR_ANSWERS):
                await self._until(self._is_answered)
            await self._until(lambda: not isinstance(self.model.status, Connecting))

    def _is_answered(self) -> bool:
        asked = self.model.pending
        return not (asked.is_waiting or asked.outbox or self.model.hint_request.is_awaited)

    async def _until(self, is_so: Callable[[], bool]) -> None:
        while not is_so():
            await self._changed.wait()

    # Telling.

    def _answer(self, reply: Reply) -> None:
        for line in reply.lines:
            self.out(line)
        if reply.lines:
            self._quiet_until = trio.current_time() + TIME_TO_READ

    async def _print_in_time(self) -> None:
        while True:
            await self._until(lambda: bool(self._news))
            while (waits := self._due() - trio.current_time()) > 0:
                with trio.move_on_after(waits):
                    await self._changed.wait()
            self._print_news()

    def _due(self) -> float:
        """When the news so far is to be told."""
        if len(self._news) > MOST_COLLECTED or any(each.subject in _URGENT for each in self._news):
            return 0.0
        turn = self.model.table.turn
        if self._verbosity < 2 and turn is not None and self.model.view.is_bot(turn) and turn != self.model.seat:
            return max(self._quiet_until, self._oldest + LONGEST_BURST)
        return max(self._quiet_until, self._oldest + QUIET)

    @property
    def _verbosity(self) -> int:
        return self.verbosity if self._letters is None else self._letters.verbosity

    def _print_news(self) -> None:
        news, self._news = self._news, []
        arrived = [each.text for each in news if each.subject is Subject.AWAY]
        for line in worth_telling(news, self.model, self._verbosity):
            self.out(line)
            if self._letters is not None:
                self._letters.told.append(line)
            if self._says_what_to_type and line in arrived and not self._has_told_how:
                self._has_told_how = True
                self.out(HOW_TO_BEGIN)
        if self._says_what_to_type and self.model.table.stage is Stage.OVER and _has_match(news):
            self.out(AGAIN)

    @property
    def _says_what_to_type(self) -> bool:
        """Whether to say what a full screen has in its footer: to a player at a keyboard, unless they want less."""
        return self.is_typed and self._verbosity > 0 and self.model.seat is not None


def _has_match(news: Sequence[Announcement]) -> bool:
    return any(each.subject is Subject.MATCH for each in news)
