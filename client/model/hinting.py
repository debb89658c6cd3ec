"""A hint that was asked for and has not come yet, and whether one that comes is still of use.

Lives here: what the client keeps between asking and being told. Not here: asking (`model`), the sentences
(`words.hint_words`).
"""

from attrs import define

from protocol.log.commands import TakeHint
from protocol.log.events import Entry, Knocked, RoundDealt, TileDrawn, TilePlayed
from protocol.wire.messages import Do, Hint


@define
class Hinting:
    """`is_awaited`: the daemon thinks one out. `last_move`: the entry after which the table stands as it is."""

    is_awaited: bool = False
    last_move: int = 0

    def begin_anew(self) -> None:
        """Another game, or the same one from its first entry."""
        self.is_awaited, self.last_move = False, 0

    def accepted(self, do: Do | None) -> None:
        """A command was accepted; a hint comes after its `accepted`."""
        if do is not None and isinstance(do.command, TakeHint):
            self.is_awaited = True

    def note(self, entry: Entry) -> None:
        """Play goes on, and no hint comes for a turn that is over."""
        if isinstance(entry.event, TilePlayed | TileDrawn | Knocked | RoundDealt):
            self.is_awaited, self.last_move = False, entry.seq

    def given_up(self) -> None:
        """None will come: the connection is another, or the host has trouble."""
        self.is_awaited = False

    def is_timely(self, hint: Hint) -> bool:
        """Whether a hint that has come is about the table as it is."""
        self.is_awaited = False
        return hint.seq == self.last_move
