"""Commands that the daemon has not answered yet.

Here: the ids of commands, the outbox, and sending again after a lost connection, under the same id so that a command is
carried out once; and what still fits where the player comes next, if that is another host or another match. Not here:
which commands are allowed (`checks`, `model`), what the player is told (`model`).
"""

from collections import Counter, deque

from attrs import evolve, field

from protocol.clean import clean
from protocol.frozen import define
from protocol.log.commands import Command, DrawTile, Knock, Move, PlayTile, Rematch, Say
from protocol.log.events import Event, Knocked, Said, TileDrawn, TilePlayed
from protocol.wire.messages import AskLeague, AskTables, Do, FromClient, OpenTable
from protocol.wire.session import Session

MOST_WAITING = 16
"""Unanswered commands at a time."""


@define
class Pending:
    """The unanswered commands of one run of the client. Their ids begin with `run`, which must be random.

    The program's own commands (`session.owed`) are apart: the player does not wait for them, and on a new connection
    the session says itself which are due.
    """

    run: str
    outbox: deque[FromClient] = field(factory=deque)
    _waiting: dict[str, Do] = field(factory=dict)
    _promised: set[str] = field(factory=set)
    """The ids of those of which the player has read that they are sent later."""
    _left: list[tuple[str | None, Do]] = field(factory=list)
    """Those that are put aside, each with the id of its game: the player has left it, or it is held."""
    _left_games: set[str] = field(factory=set)
    """All ids of those games, also at other hosts."""
    _own: dict[str, Do] = field(factory=dict)
    _requests: set[str] = field(factory=set)
    """The ids of requests to the player's own daemon."""
    _count: int = 0
    _lobby_questions: int = 0

    @property
    def is_waiting(self) -> bool:
        """Whether any command or question is unanswered."""
        return bool(self._waiting or self._left or self._requests) or self._lobby_questions > 0

    @property
    def is_full(self) -> bool:
        """Whether no more commands may be sent before an answer."""
        return len(self._waiting) + len(self._left) >= MOST_WAITING

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
        do = self._next_do(command, seq)
        self._waiting[do.id] = do
        if is_connected:
            self.outbox.append(do)
        else:
            self._promised.add(do.id)
        return do

    def add_later(self, command: Command, session: Session) -> Do:
        """Put a command aside for this game, until `arrive`."""
        do = self._next_do(command, session.head)
        self._promised.add(do.id)
        self._put_aside(session, do)
        return do

    def add_own(self, command: Command, seq: int) -> None:
        """Send a command of the program itself."""
        do = self._next_do(command, seq)
        self._own[do.id] = do
        self.outbox.append(do)

    def add_request(self, command: Command, table: str | None = None) -> None:
        """Send a command to the player's own daemon, or to this table of it."""
        do = self._next_do(command, 0, table)
        self._requests.add(do.id)
        self.outbox.append(do)

    def _next_do(self, command: Command, seq: int, table: str | None = None) -> Do:
        self._count += 1
        return Do(f"{self.run}-{self._count}", seq, command, table)

    def add_question(self, question: AskTables | OpenTable | AskLeague) -> None:
        """Send a question of the lobby, which is answered without an id."""
        self._lobby_questions += 1
        self.outbox.append(question)

    def own_answered(self, id_: str) -> Do | None:
        """The command of the program itself that this answer is for, removed; None if it is for another one."""
        return self._own.pop(id_, None)

    def request_answered(self, id_: str) -> bool:
        """Whether this is the id of a request, which is then answered."""
        is_one = id_ in self._requests
        self._requests.discard(id_)
        return is_one

    def answered(self, id_: str) -> Do | None:
        """The command that this answer is for, removed; None if it was answered before."""
        return self._waiting.pop(id_, None)

    def logged(self, event: Event) -> bool:
        """Remove the command that caused this event of my seat, whose answer follows; False if there is none."""
        done = next((id_ for id_, do in self._waiting.items() if _brings_about(do.command, event)), None)
        if done is not None:
            del self._waiting[done]
        return done is not None

    def lobby_answered(self) -> None:
        """Note an answer to a question of the lobby: the tables, or a refusal."""
        self._lobby_questions = max(0, self._lobby_questions - 1)

    def connection_opened(self) -> None:
        """Clear the outbox of the last connection."""
        self.outbox.clear()
        self._own.clear()
        self._requests.clear()
        self._lobby_questions = 0

    def send_again(self) -> None:
        """Send the unanswered commands again."""
        self.outbox.extend(self._waiting.values())

    def leave(self, session: Session) -> None:
        """Put the unanswered commands aside: the player leaves this game, and may come to it again, or elsewhere.

        They are put aside, too, while the game is held.
        """
        self._put_aside(session, *self._waiting.values())
        self._waiting.clear()

    def _put_aside(self, session: Session, *asked: Do) -> None:
        self._left += [(session.game, do) for do in asked]
        self._left_games |= _ids(session)

    def arrive(self, session: Session) -> tuple[Command, ...]:
        """Send what was put aside and still fits this game; returns the rest, as far as the player waits for it.

        In the same game everything is sent again, and the daemon knows by the id what it has. Another host with the
        same match does not, but its log shows what the player has said there already; and only remarks fit there, as
        the round has been dealt again.
        """
        left, is_same_match = self._left, not self._left_games.isdisjoint(_ids(session))
        self._left, self._left_games = [], set()
        dropped, heard = [], Counter[str]()
        for game, do in left:
            if game == session.game:
                self._send_left(do)
            elif not (is_same_match and isinstance(do.command, Say)):
                dropped.append(do)
            else:
                text = clean(do.command.text)
                heard[text] += 1
                if _times_said(session, text, do.seq) < heard[text]:
                    self._send_left(evolve(do, seq=session.head))
        return self._missed(dropped)

    def _send_left(self, do: Do) -> None:
        self._waiting[do.id] = do
        self.outbox.append(do)

    def forget(self) -> tuple[Command, ...]:
        """Drop all unanswered commands, and return those for which the player waits."""
        dropped = [*(do for _, do in self._left), *self._waiting.values()]
        self._left, self._left_games = [], set()
        self._waiting.clear()
        return self._missed(dropped)

    def _missed(self, dropped: list[Do]) -> tuple[Command, ...]:
        return tuple(do.command for do in dropped if isinstance(do.command, Move | Say) or do.id in self._promised)


def _ids(session: Session) -> set[str]:
    """All ids of the match, also at the hosts before."""
    continues = session.succession.continues
    return {*filter(None, (session.game,)), *(() if continues is None else continues.games)}


def _times_said(session: Session, text: str, since: int) -> int:
    """How often the player has said this after an entry."""
    said = [entry.event for entry in session.entries[since:] if isinstance(entry.event, Said)]
    mine = [one for one in said if one.seat == session.seat and (one.seat is not None or one.name == session.name)]
    return sum(one.text == text for one in mine)


def _brings_about(command: Command, event: Event) -> bool:
    match command, event:
        case PlayTile(), TilePlayed():
            return command.tile == event.tile
        case (DrawTile(), TileDrawn()) | (Knock(), Knocked()):
            return True
        case _:
            return False
