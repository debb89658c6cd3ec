"""Line mode: the front end for screen readers and pipes. It only adds lines, without escape codes.

Here: when a line is read, and when announcements are printed. An answer comes after everything it depends on, and is
followed by silence; consecutive moves of bots are printed together; from a pipe, a play waits for its turn. Imports
neither asyncio nor prompt_toolkit.
Not here: what a line means (`lines.letters`), the connection (`net.link`).
"""

import signal
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Final, Protocol

import trio
from attrs import field

from client.actions.carry_out import go_to_opened_table
from client.actions.excursion import Excursions, may_play_on
from client.actions.signals import ENDING, leave_at_signal
from client.lines.letters import Letters, Reply
from client.lines.typed_play import is_move
from client.model.announced_lines import announcements_to_print
from client.model.announcements import Announcement, Subject
from client.model.model import Model
from client.model.sounds import Sound, sounds_of
from client.model.status import Connecting, Ended, InLobby, Joined, Lost, NeedsAnswer
from client.net.link import Link
from client.terminal.look import Habits
from client.words.leaving_words import HostedBy, leave_first
from client.words.say import say
from client.words.settings import SPEECH
from client.words.spoken_words import your_turn
from protocol.frozen import define
from protocol.log.table import Stage
from protocol.shared.quoting import command_of

QUIET: Final = 0.15
"""Seconds that an announcement waits for others, so that those that belong together are printed together."""
LONGEST_BURST: Final = 4.0
"""Seconds during which moves of bots are collected, at most, until it is a person's turn."""
MOST_COLLECTED: Final = 100
"""Announcements; more are printed at once, because a terminal needs time for many lines."""
TIME_TO_READ: Final = 1.0
"""Seconds of silence after an answer."""
BETWEEN_RINGS: Final = 0.25
"""Seconds, so that two rings do not become one."""
_RINGS: Final = {Sound.POINTS: 2, Sound.ROUND: 3, Sound.MATCH: 3}
"""How often the bell rings for a sound; once for any other."""
TIME_FOR_ANSWERS: Final = 10.0
TIME_BEFORE_NEXT: Final = 1.0
"""Seconds that a typed line waits for the result of the one before it, at most."""
TIME_TO_COME_BACK: Final = 60.0
"""Seconds that input from a pipe waits for a lost connection."""
TIME_FOR_MORE_INPUT: Final = 1.0
QUIT: Final = "q"
_URGENT: Final = (
    Subject.OWN,
    Subject.REFUSED,
    Subject.WARNING,
    Subject.HINT,
    Subject.ALARM,
    Subject.LINK,
    Subject.TABLES,
    Subject.AWAY,
)

NextLine = Callable[[], Awaitable[str | None]]
Out = Callable[[str], None]


class OpenLines(Protocol):
    """A terminal where a line can be left open, so that the cursor stands on it."""

    def leave_open(self, text: str) -> None:
        """Print a line at whose end the cursor stays."""

    def close(self) -> None:
        """End an open line."""


@define(eq=False)
class LineMode:
    """One player's line mode. `is_typed`: lines come from a keyboard, not from a pipe.

    `next_line` returns the next typed line, None at the end of input. `habits`: also how much is printed. `show`
    switches the terminal's echo, `ring` rings its bell. `printer` can leave a line open, for braille; `out` prints
    behind it.
    """

    model: Model
    next_line: NextLine
    out: Out
    is_typed: bool = True
    habits: Habits = field(factory=Habits)
    show: Callable[[bool], None] = lambda _: None
    ring: Callable[[], None] = lambda: None
    excursions: Excursions | None = None
    printer: OpenLines | None = None
    _is_shown: bool = True
    _queue: list[Announcement] = field(factory=list)
    _oldest: float = 0.0
    _quiet_until: float = 0.0
    _lost_since: float | None = None
    _changed: trio.Event = field(factory=trio.Event)
    _letters: Letters | None = None
    _has_explained: bool = False
    _rings: int = 0
    """How often the bell has still to ring."""

    def receive(self, announcements: list[Announcement]) -> None:
        """Queue announcements from the link; an empty list still means that the model may have changed."""
        if announcements and not self._queue:
            self._oldest = trio.current_time()
        self._queue += announcements
        if not isinstance(self.model.status, Lost):
            self._lost_since = None
        elif self._lost_since is None:
            self._lost_since = trio.current_time()
        if not self.is_typed:
            self._print_queue()
        if self._letters is not None:
            go_to_opened_table(self.model, self._letters.link)
        status = self.model.status
        self._show(is_shown=not (isinstance(status, NeedsAnswer) and status.is_secret))
        self._note_change()

    def _note_change(self) -> None:
        self._changed.set()
        self._changed = trio.Event()

    def call_player(self) -> None:
        """Ring the bell: the player's turn has begun."""
        self.ring()

    async def run(self, link: Link) -> Ended:
        """Play until the player leaves or the daemon ends it."""
        ended = Ended(failed=False)
        self.model.can_be_asked = self.is_typed  # what comes from a pipe may have been written before
        self._letters = Letters(self.model, link, self.habits, asks_before_leaving=self.is_typed)
        async with trio.open_nursery() as nursery:
            if self.is_typed:
                nursery.start_soon(leave_at_signal, nursery.cancel_scope, ENDING)
                nursery.start_soon(self._ask_at_interrupt, self._letters, nursery.cancel_scope)
            else:
                nursery.start_soon(leave_at_signal, nursery.cancel_scope)
            if self.is_typed:
                nursery.start_soon(self._print_in_time)
                nursery.start_soon(self._ring_in_time)
            nursery.start_soon(self._stay_connected, link, nursery.cancel_scope)
            try:
                ended = await self._obey_all(self._letters)
            finally:
                self._show(is_shown=True)
                if self.printer is not None:
                    with suppress(OSError):  # the terminal may be gone
                        self.printer.close()
            nursery.cancel_scope.cancel()
        if isinstance(self.model.status, Lost):
            self._queue += self.model.drop_unsent()
        self._print_queue()
        return self.model.status if isinstance(self.model.status, Ended) else ended

    async def _ask_at_interrupt(self, letters: Letters, scope: trio.CancelScope) -> None:
        """Treat Ctrl-C as the command to leave if the player hosts by now, so that a host is asked first."""
        with trio.open_signal_receiver(signal.SIGINT) as signals:
            async for _ in signals:
                if self.model.hosted_by is not HostedBy.PLAYER or self._obey(letters, QUIT).leaves:
                    scope.cancel()

    async def _stay_connected(self, link: Link, scope: trio.CancelScope) -> None:
        await link.run()
        if self.is_typed:
            scope.cancel()

    def _show(self, *, is_shown: bool) -> None:
        if is_shown != self._is_shown:
            self._is_shown = is_shown
            self.show(is_shown)

    # Reading.

    async def _obey_all(self, letters: Letters) -> Ended:
        while True:
            line = await self._next_line()
            if line is None:
                break
            if self.is_typed:
                await self._wait_for_last_result()
            elif not await self._may_be_taken(line):
                return Ended(say("lines.not_come_back"))
            reply = self._obey(letters, line)
            if reply.leaves:
                break
            if reply.excursion is not None:
                then = await self._go(reply.excursion)
                if then:
                    return Ended(failed=False, then=then)
        await self._wait_for_last_answers()
        return Ended(failed=False)

    async def _go(self, excursion: Callable[[Excursions], Awaitable[tuple[str, ...]]]) -> tuple[str, ...]:
        """Go where the player wants for a while; announcements are still printed.

        Returns what the player does in place of coming back.
        """
        then: tuple[str, ...] = ()
        if self.excursions is None:
            self.out(say("lines.only_typed"))
            return ()
        try:
            then = await excursion(self.excursions)
        except OSError as error:
            self.out(say("lines.not_possible_now", why=str(error.strerror or error)))
        if then and not may_play_on(self.model):
            self.out(leave_first(command_of(("fives", *then))))
            return ()
        return then

    async def _next_line(self) -> str | None:
        """The next line. After the end, only input that is already there is read."""
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
        await self._wait_until(lambda: isinstance(self.model.status, Ended))
        reading.deadline = trio.current_time() + TIME_FOR_MORE_INPUT

    async def _wait_for_last_result(self) -> None:
        """Wait a moment for the result of the last command, so that a question after a play sees the play."""
        with trio.move_on_after(TIME_BEFORE_NEXT):
            await self._wait_until(
                lambda: self.model.pending.oldest is None or not isinstance(self.model.status, Joined)
            )

    def _obey(self, letters: Letters, line: str) -> Reply:
        """Carry out a line. The queue is printed first: the answer may depend on it."""
        self._print_queue(is_followed=True)
        reply = letters.obey(line, trio.current_time())
        self._answer(reply)
        return reply

    async def _may_be_taken(self, line: str) -> bool:
        """Wait until a line from a pipe can be carried out; False if the connection stays lost for too long."""
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
        if model.is_deal_due:
            return False  # it comes in a moment, and what a line means may depend on it
        if not is_move(line):
            return True
        view = model.view
        can_be_refused_at_once = view.seat is None or not view.is_playing or view.table.paused
        return can_be_refused_at_once or (view.is_my_turn and not isinstance(model.status, Lost))

    async def _wait_for_last_answers(self) -> None:
        """At the end of input, wait for outstanding answers, and for a wrong address to fail."""
        if not self.is_typed:
            with trio.move_on_after(TIME_FOR_ANSWERS):
                await self._wait_until(self._is_answered)
            await self._wait_until(lambda: not isinstance(self.model.status, Connecting))

    def _is_answered(self) -> bool:
        pending = self.model.pending
        is_awaited = self.model.hint_request.is_awaited or self.model.is_deal_due
        return not (pending.is_waiting or pending.outbox or is_awaited)

    async def _wait_until(self, is_so: Callable[[], bool]) -> None:
        while not is_so():
            await self._changed.wait()

    # Printing.

    def _answer(self, reply: Reply) -> None:
        for line in reply.lines:
            self.out(line)
        if reply.lines:
            self._quiet_until = trio.current_time() + TIME_TO_READ
        if not (reply.leaves or reply.excursion):
            self._leave_open()

    async def _print_in_time(self) -> None:
        while True:
            await self._wait_until(lambda: bool(self._queue))
            while (waits := self._due_time() - trio.current_time()) > 0:
                with trio.move_on_after(waits):
                    await self._changed.wait()
            self._print_queue()

    def _due_time(self) -> float:
        """When the announcements so far are due."""
        if len(self._queue) > MOST_COLLECTED or any(announcement.subject in _URGENT for announcement in self._queue):
            return 0.0
        turn = self.model.table.turn
        if self.habits.verbosity != 2 and turn is not None and self.model.view.is_bot(turn) and turn != self.model.seat:
            return max(self._quiet_until, self._oldest + LONGEST_BURST)
        return max(self._quiet_until, self._oldest + QUIET)

    def _print_queue(self, *, is_followed: bool = False) -> None:
        """Print what waits. `is_followed`: an answer comes next, so no line is left open."""
        announcements, self._queue = self._queue, []
        tables = self._tables_to_choose(announcements)
        announcements = [announcement for announcement in announcements if announcement not in tables]
        arrived = [announcement.text for announcement in announcements if announcement.subject is Subject.AWAY]
        if self._letters is not None:
            self._letters.note(announcements)
        printed = announcements_to_print(announcements, self.model, self.habits.verbosity)
        lines = [line for announcement in printed for line in announcement.text.splitlines()]
        my_turn = lines.pop() if self._leaves_open and not is_followed and self._is_my_turn(printed) else ""
        for line in lines:
            self.out(line)
            if self._letters is not None:
                self._letters.announced.append(line)
            if self._explains and line in arrived and not self._has_explained:
                self._has_explained = True
                self.out(say("lines.how_to_begin"))
        self._note_sounds(announcements)
        is_lost = isinstance(self.model.status, Lost)
        if self._explains and is_lost and any(announcement.subject is Subject.LINK for announcement in announcements):
            self.out(say("lines.try_now"))
        if self._explains and any(announcement.subject is Subject.HINT for announcement in announcements):
            self.out(say("lines.all_plays"))
        if tables and self._letters is not None:
            for line in self._letters.show("tables").lines:
                self.out(line)
        if self._explains and self.model.table.stage is Stage.OVER and _has_match(announcements):
            self.out(say("lines.again" if self.model.table.board is None else "lines.next_board"))
        if my_turn and self._letters is not None:
            self._letters.announced.append(my_turn)
        if (my_turn or lines) and not is_followed:
            self._leave_open(my_turn)

    # Braille: in my turn the cursor stands on a line that says so. A braille display follows it.

    def _leave_open(self, line: str = "") -> None:
        """Leave this line open, or the one that says in brief that it is my turn, if it is and nothing else waits."""
        if self.printer is not None and self._leaves_open:
            self.printer.leave_open(line or your_turn(self.model.view))

    @property
    def _leaves_open(self) -> bool:
        model = self.model
        if self.printer is None or not self.is_typed or self.habits.verbosity != SPEECH:
            return False
        is_my_turn = isinstance(model.status, Joined) and model.session.is_caught_up and model.view.is_my_turn
        waits = model.pending.waits_for_a_move or model.table.paused
        return is_my_turn and not waits and self._letters is not None and not self._letters.awaits_more

    def _is_my_turn(self, printed: Sequence[Announcement]) -> bool:
        """Whether the last thing to print is that it is my turn."""
        return bool(printed) and printed[-1].subject is Subject.TURN and printed[-1].seat == self.model.seat

    def _note_sounds(self, announcements: Sequence[Announcement]) -> None:
        """Have the bell ring for what has just been printed, as often as its most important sound says."""
        if self.habits.has_sounds and self.is_typed:
            sounds = sounds_of(announcements, self.model.session.entries)
            self._rings = max(self._rings, 0, *(0 if sound is None else _RINGS.get(sound, 1) for sound in sounds))
            self._note_change()

    async def _ring_in_time(self) -> None:
        while True:
            await self._wait_until(lambda: self._rings > 0)
            self._rings -= 1
            self.ring()
            await trio.sleep(BETWEEN_RINGS)

    def _tables_to_choose(self, announcements: list[Announcement]) -> list[Announcement]:
        """The lists of tables from which a player at a keyboard can choose now: at no table, or after asking for it."""
        is_asked = self._letters is not None and self._letters.awaits_tables
        chooses = self.is_typed and (is_asked or isinstance(self.model.status, InLobby))
        return [announcement for announcement in announcements if chooses and announcement.subject is Subject.TABLES]

    @property
    def _explains(self) -> bool:
        """Whether to print hints about commands: to a player at a keyboard, unless verbosity is 0."""
        return self.is_typed and self.habits.verbosity != 0 and self.model.seat is not None


def _has_match(announcements: Sequence[Announcement]) -> bool:
    return any(announcement.subject is Subject.MATCH for announcement in announcements)
