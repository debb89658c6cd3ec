"""What else a seat could have done in place of a move, and what it would have scored.

Pure. Not here: which move a replay shows (`cursor`), the sentences (`replay_words`).
"""

from typing import NamedTuple

from client.view.view import View
from protocol.frozen import frozen
from protocol.game.scoring import Award
from protocol.game.tiles import HIDDEN
from protocol.log.choices import Choices, Play, choices, worth
from protocol.log.events import Entry, MoveEvent, TilePlayed
from protocol.log.table import Table


class Alternative(NamedTuple):
    """A legal play, its points, and whether it is the play that was made."""

    play: Play
    award: Award
    was_made: bool


@frozen
class Alternatives:
    """The legal moves of `seat` in place of the one in `entry`.

    `before`: the table before that entry. `plays`: best first. `choices`: also whether the seat could draw or knock.
    """

    before: View
    entry: Entry
    seat: int
    choices: Choices
    plays: tuple[Alternative, ...]


def alternatives_to(entry: Entry, made: MoveEvent, view: View) -> Alternatives | None:
    """The alternatives to the move in this entry; None if the table before it, in `view`, hides the seat's hand."""
    before = view.table
    if before.round is None or HIDDEN in before.round.hands[made.seat]:
        return None
    legal = choices(before, made.seat)
    was_made = Play(made.tile, made.arm) if isinstance(made, TilePlayed) else None
    plays = [
        Alternative(play, worth(before, made.seat, play), play == was_made)
        for play in legal.plays
        if play == was_made or not _is_twin(play, before, was_made)
    ]
    plays.sort(key=lambda play: (-play.award.awarded, -play.award.offered, play.play))
    return Alternatives(view, entry, made.seat, legal, tuple(plays))


def _is_twin(play: Play, before: Table, made: Play | None) -> bool:
    """Whether another play is the same: a lone double has two equal sides, and one stands for both."""
    layout = None if before.round is None else before.round.layout
    if layout is None or not layout.is_lone_double:
        return False
    stands = made.arm if made is not None and made.tile == play.tile else layout.ends[0].arm
    return play.arm is not stands
