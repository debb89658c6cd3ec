"""A player in a course on the page: which one it is, the tile chosen there, and the answer to the last press.

Not here: the course (`practice.course`), its windows (`course_windows`).
"""

from attrs import field

from client.model.selection import Selection, select_tile
from client.practice.course import Course, Phase
from client.words import play_words
from protocol.frozen import define
from protocol.game.layout import Arm
from protocol.log.commands import Move, PlayTile


@define(eq=False)
class Pupil:
    """A player in a course: the lessons or the exercises, which stay while their window is closed.

    `selection`: the tile chosen there; `notice`: the answer to the last press.
    """

    course: Course | None = None
    selection: Selection = field(factory=Selection)
    notice: str = ""

    @property
    def is_learning(self) -> bool:
        """Whether the course is the lessons."""
        return self.course is not None and self.course.has_lessons

    @property
    def playing(self) -> Course | None:
        """The course, while a move is awaited."""
        return self.course if self.course is not None and self.course.phase is Phase.PLAYING else None

    def look_again(self) -> None:
        """Choose nothing yet."""
        self.selection, self.notice = Selection(), ""

    def move(self, move: Move) -> None:
        """Make this move."""
        if self.playing is not None:
            self.notice = self.playing.answer(move)
            if not self.notice:
                self.selection = Selection()

    def play(self) -> None:
        """Play the chosen tile."""
        if self.selection.tile is None:
            self.notice = play_words.choose()
        else:
            self.move(PlayTile(self.selection.tile, self.selection.arm))

    def tap(self, named: str) -> None:
        """Choose the tile of this name, or play it if it is chosen."""
        view = None if self.playing is None else self.playing.view
        tile = None if view is None else next((tile for tile in view.my_hand() if str(tile) == named), None)
        if view is None or tile is None:
            return
        if tile == self.selection.tile:
            self.play()
        else:
            self.selection, self.notice = select_tile(view, tile), ""

    def tap_end(self, arm: str) -> None:
        """Choose this end for the chosen tile."""
        if arm in tuple(Arm) and self.selection.tile is not None:
            self.selection, self.notice = Selection(self.selection.tile, Arm(arm)), ""
