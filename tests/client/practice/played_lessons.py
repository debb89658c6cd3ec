"""The right moves of all lessons, and playing them."""

from typing import Final

from client.practice.course import Course, Phase
from protocol.game.layout import Arm
from protocol.game.tiles import parse_tile
from protocol.log.commands import DrawTile, Knock, Move, PlayTile

RIGHT_MOVES: Final[tuple[Move, ...]] = (
    PlayTile(parse_tile("5-3"), Arm.LEFT),
    PlayTile(parse_tile("5-5"), Arm.LEFT),
    Knock(),
    PlayTile(parse_tile("5-1"), Arm.LEFT),
    DrawTile(),
    PlayTile(parse_tile("6-5"), Arm.UP),
    PlayTile(parse_tile("5-0"), Arm.RIGHT),
)


def play_all(course: Course) -> list[str]:
    """Play all lessons; returns the heading of each position."""
    headings = []
    for move in RIGHT_MOVES:
        while course.phase is not Phase.PLAYING:
            course.go_on()
        headings.append(course.heading)
        assert course.answer(move) == ""
    course.go_on()
    return headings
