"""What this player has asked of the daemon and has not been answered yet.

Lives here: the ids of commands, what waits to be sent, and what is sent again after a connection was lost, under the
same id so that it happens once. Not here: what may be asked (`checks`, `model`).
"""

from collections import deque

from attrs import define, field

from protocol.log.commands import Command, DrawTile, Knock, Move, PlayTile, Rematch
from protocol.log.events import Event, Knocked, TileDrawn, TilePlayed
from protocol.wire.messages import AskTables, Do, FromClient, OpenTable

MOST_WAITING = 16
"""Commands that may wait for their answer at once."""


@define
class Pending:
    """The unanswered commands of one run. `run` begins their ids and has to be something random."""

    run: str
    outbox: deque[FromClient] = field(factory=deque)
    _waiting: dict[str, Do] = field(factory=dict)
    _count: int = 0
    _lobby_questions: int = 0

    @property
    def is_waiting(self) -> bool:
        """Whether anything has still to be answered."""
        return bool(self._waiting) or self._lobby_questions > 0

    @property
    def is_full(self) -> bool:
        """Whether so much waits that no more may be asked."""
        return len(self._waiting) >= MOST_WAITING

    @property
    def waiting(self) -> tuple[Command, ...]:
        """The commands that wait for their answers, oldest first."""
        return tuple(do.command for do in self._waiting.values())

    @property
    def oldest(self) -> str | None:
        """The id of the command that has waited longest, None where none waits.

        A rematch does not count: it is answered when the next match begins.
        """
        return next((id_ for id_, do in self._waiting.items() if not isinstance(do.command, Rematch)), None)

    @property
    def waits_for_a_move(self) -> bool:
        """Whether a play, draw or knock has still to be answered."""
        return any(isinstance(command, Move) for command in self.waiting)

    def command(self, command: Command, seq: int, *, is_connected: bool) -> Do:
        """Ask this, having seen the log up to `seq`; without a connection it goes out after the next welcome."""
        self._count += 1
        do = Do(f"{self.run}-{self._count}", seq, command)
        self._waiting[do.id] = do
        if is_connected:
            self.outbox.append(do)
        return do

    def lobby(self, question: AskTables | OpenTable) -> None:
        """Ask something that is answered without an id."""
        self._lobby_questions += 1
        self.outbox.append(question)

    def answered(self, id_: str) -> Do | None:
        """What an answer belongs to, once; None for an answer that came before."""
        return self._waiting.pop(id_, None)

    def told(self, event: Event) -> None:
        """This of my own seat is in the log: what it was asked by is done, and its answer is on its way behind it."""
        done = next((id_ for id_, do in self._waiting.items() if _brings_about(do.command, event)), None)
        if done is not None:
            del self._waiting[done]

    def lobby_answered(self) -> None:
        """Tables were told, or one was refused."""
        self._lobby_questions = max(0, self._lobby_questions - 1)

    def connection_opened(self) -> None:
        """What was to be sent on the connection before goes nowhere."""
        self.outbox.clear()
        self._lobby_questions = 0

    def again(self) -> None:
        """Send once more what was never answered."""
        self.outbox.extend(self._waiting.values())

    def forget(self) -> tuple[Command, ...]:
        """Wait for nothing any more; what had been waited for."""
        waiting = self.waiting
        self._waiting.clear()
        return waiting


def _brings_about(command: Command, event: Event) -> bool:
    match command, event:
        case PlayTile(), TilePlayed():
            return command.tile == event.tile
        case (DrawTile(), TileDrawn()) | (Knock(), Knocked()):
            return True
        case _:
            return False
