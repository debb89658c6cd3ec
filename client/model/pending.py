"""Commands that the daemon has not answered yet.

Here: the ids of commands, the outbox, and sending again after a lost connection, under the same id so that a command is
carried out once. Not here: which commands are allowed (`checks`, `model`).
"""

from collections import deque

from attrs import define, field

from protocol.log.commands import Command, DrawTile, Knock, Move, PlayTile, Rematch
from protocol.log.events import Event, Knocked, TileDrawn, TilePlayed
from protocol.wire.messages import AskTables, Do, FromClient, OpenTable

MOST_WAITING = 16
"""Unanswered commands at a time."""


@define
class Pending:
    """The unanswered commands of one run of the client. Their ids begin with `run`, which must be random."""

    run: str
    outbox: deque[FromClient] = field(factory=deque)
    _waiting: dict[str, Do] = field(factory=dict)
    _count: int = 0
    _lobby_questions: int = 0

    @property
    def is_waiting(self) -> bool:
        """Whether any command or question is unanswered."""
        return bool(self._waiting) or self._lobby_questions > 0

    @property
    def is_full(self) -> bool:
        """Whether no more commands may be sent before an answer."""
        return len(self._waiting) >= MOST_WAITING

    @property
    def waiting(self) -> tuple[Command, ...]:
        """The unanswered commands, oldest first."""
        return tuple(do.command for do in self._waiting.values())

    @property
    def oldest(self) -> str | None:
        """The id of the oldest unanswered command, or None.

        A rematch does not count: it is answered when the next match begins.
        """
        return next((id_ for id_, do in self._waiting.items() if not isinstance(do.command, Rematch)), None)

    @property
    def waits_for_a_move(self) -> bool:
        """Whether a play, draw or knock is unanswered."""
        return any(isinstance(command, Move) for command in self.waiting)

    def add_command(self, command: Command, seq: int, *, is_connected: bool) -> Do:
        """Send a command after seeing the log up to `seq`; without a connection it is sent after the next welcome."""
        self._count += 1
        do = Do(f"{self.run}-{self._count}", seq, command)
        self._waiting[do.id] = do
        if is_connected:
            self.outbox.append(do)
        return do

    def add_question(self, question: AskTables | OpenTable) -> None:
        """Send a question of the lobby, which is answered without an id."""
        self._lobby_questions += 1
        self.outbox.append(question)

    def answered(self, id_: str) -> Do | None:
        """The command that this answer is for, removed; None if it was answered before."""
        return self._waiting.pop(id_, None)

    def logged(self, event: Event) -> None:
        """Remove the command that caused this event of my seat; its answer follows the event."""
        done = next((id_ for id_, do in self._waiting.items() if _brings_about(do.command, event)), None)
        if done is not None:
            del self._waiting[done]

    def lobby_answered(self) -> None:
        """Note an answer to a question of the lobby: the tables, or a refusal."""
        self._lobby_questions = max(0, self._lobby_questions - 1)

    def connection_opened(self) -> None:
        """Clear the outbox of the last connection."""
        self.outbox.clear()
        self._lobby_questions = 0

    def send_again(self) -> None:
        """Send the unanswered commands again."""
        self.outbox.extend(self._waiting.values())

    def forget(self) -> tuple[Command, ...]:
        """Drop all unanswered commands, and return them."""
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
