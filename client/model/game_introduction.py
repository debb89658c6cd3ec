"""The introduction to a game: its rules in three lines, before a player's first move of the first match of that game.

Here: when the lines are shown, and until when; a player may also ask for them. Pure. Not here: the lines
(`words.brief_rules`), saving which games the player knows (`store.known_games`, `store.browser_store`), drawing them.
"""

from client.model.announcements import Announcement, Subject
from client.view.view import View
from client.words.brief_rules import in_brief
from protocol.frozen import define
from protocol.log.events import Event, Knocked, MatchAbandoned, MatchWon, RoundEnded, TilePlayed
from protocol.wire.session import Session


@define
class Introduction:
    """The introduction to the game at this table.

    `known`: the games that this player has been introduced to, by preset; None if the player wants no introductions.
    `lines`: what is shown now; empty once it is closed. `match`: the id of the match that began with an introduction.
    """

    known: set[str] | None = None
    lines: tuple[str, ...] = ()
    match: str | None = None

    def begin(self, session: Session, view: View) -> list[Announcement]:
        """Show the lines if the player's first match of this game has just begun, and announce them."""
        preset = view.table.preset
        if self.known is None or preset in self.known or not _is_before_first_move(session, view):
            return []
        self.known.add(preset)
        self.match = session.game
        self.show(view)
        return [Announcement(Subject.RULES, line) for line in self.lines]

    def show(self, view: View) -> None:
        """Show the lines: the player asks for them, or is new to the game."""
        self.lines = in_brief(view.table.rules, view.assist, is_drawn=view.is_drawn)

    def note(self, event: Event, seat: int | None) -> None:
        """Close the introduction at the player's first move, or at the end of a round without one."""
        is_move = isinstance(event, TilePlayed | Knocked) and event.seat == seat
        if is_move or isinstance(event, RoundEnded | MatchWon | MatchAbandoned):
            self.close()

    def is_about(self, session: Session) -> bool:
        """Whether this session's match is the player's first of its game."""
        return self.match is not None and self.match == session.game

    def close(self) -> None:
        """Close the introduction; it is not shown again."""
        self.lines = ()


def _is_before_first_move(session: Session, view: View) -> bool:
    if view.seat is None or not view.is_playing or view.round is None or view.round.number > 1:
        return False
    moves = (entry.event for entry in session.entries if isinstance(entry.event, TilePlayed | Knocked))
    return not any(event.seat == view.seat for event in moves)
