"""The places for the chosen tile, as half transparent tiles over the board that can be pressed.

Where the others will move when it is laid, an arrow with the points is shown, since no place would be true; and where
two places would lie on each other, for one of them.
Here: which ends they are at, and their shapes. Each is a button that says what the tile scores there. They lie over the
picture of the board and not in it, since other viewers share that. Not here: the place of a tile at an end
(`picture.next_place`), what a press does (`hand_part`).
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final

from client.picture.markup import Markup, tag
from client.picture.next_place import kept_free, lead_place, next_place
from client.picture.pinwheel import PlacedTile, Rect
from client.picture.round_picture import Picture
from client.picture.svg import CELL, ahead, arrow_mark, ghost_outline, place_of, symbol_of, view_box
from client.view.view import View
from client.web import page_words
from client.web.board_part import MOST_PICTURES, frame_of, picture_of
from client.web.state import State
from client.words import play_words
from client.words.say import say
from protocol.game.layout import Arm, Layout
from protocol.game.table_options import Assist
from protocol.game.tiles import Tile
from protocol.log.choices import Play
from protocol.log.table import Stage

_FINGER: Final = 44
"""The least width and height of what a finger has to hit, in pixels."""
_BADGE: Final = 10.5
"""The radius of a badge with points, in pixels, if the picture is neither very small nor very large."""
_SMALLEST_BADGE, _LARGEST_BADGE = 6.0, 12.0
"""The same in units of the picture."""
_BADGE_AT: Final = 6.0
"""The distance of a badge from the open end where the place of the tile cannot be shown, in units of the picture."""
_HALF: Final = 10
"""Half the breadth of a tile, in units of the picture."""


def ends_to_choose(state: State) -> tuple[Arm, ...]:
    """The ends at which the chosen tile can be laid; none without a chosen tile."""
    view, chosen = state.model.view, state.selection
    is_playing = view.table.stage is Stage.PLAYING and view.turn is not None and not state.has_ended
    if chosen.tile is None or not is_playing or state.ends.of_round is not None:
        return ()
    if view.layout.is_lone_double and chosen.arm is not None:
        return (chosen.arm,)
    return view.arms_to_choose(chosen.tile)


def ghosts(state: State) -> Markup:
    """The chosen tile at each of its ends; empty if there is none."""
    arms, tile = ends_to_choose(state), state.selection.tile
    if not arms or tile is None:
        return Markup()
    view = state.model.view
    frame = frame_of(view.layout, state.room.shape)
    places = _apart(picture_of(view.layout, state.room.shape), {arm: _place(state, view, tile, arm) for arm in arms})
    covered = [placed.cells for placed in picture_of(view.layout, state.room.shape).places.values()]
    covered += (placed.cells for placed in places.values() if placed is not None)
    shapes = (_ghost(state, tile, arm, placed, frame, covered) for arm, placed in places.items())
    return tag(
        "svg",
        *shapes,
        viewBox=view_box(frame),
        class_="board ghosts",
        role="listbox",
        aria_label=page_words.which_end(tile),
        data_tile=str(tile),
    )


def _apart(laid: Picture, places: Mapping[Arm, PlacedTile | None]) -> Mapping[Arm, PlacedTile | None]:
    """These places; of two that would lie on each other, one is left out, whose arrow the other leaves free."""
    apart = dict(places)
    for one, other in combinations(places, 2):
        place, its = apart[one], apart[other]
        if place is not None and its is not None and place.cells.meets(its.cells):
            is_free = not _meets(place.cells, (*ahead(laid.arrow_at(other), _BADGE_AT), _SMALLEST_BADGE))
            apart[other if is_free else one] = None
    return apart


def _place(state: State, view: View, tile: Tile, arm: Arm) -> PlacedTile | None:
    """Where the tile will lie; None if the others move then, so that no place on this board is true."""
    if arm is Arm.START:
        return lead_place(tile)
    if view.assist is Assist.NONE:  # the real place would say whether it fits
        laid = picture_of(view.layout, state.room.shape)
        arrow = laid.arrow_at(arm)
        placed = PlacedTile(tile, kept_free(arrow), not arrow.way.is_level, 0, 0)
        return None if any(placed.cells.meets(other.cells) for other in laid.places.values()) else placed
    return _place_of_next(view.layout, state.room.shape, tile, arm)


@lru_cache(MOST_PICTURES)
def _place_of_next(layout: Layout, shape: float, tile: Tile, arm: Arm) -> PlacedTile | None:
    after = picture_of(layout.lay(tile, arm), shape)
    return next_place(picture_of(layout, shape), after, tile, frame_of(layout, shape))


def _scale(room: tuple[int, int], frame: Rect) -> float:
    """Pixels for each unit of the picture."""
    across, down = CELL * (frame.right - frame.left + 1), CELL * (frame.bottom - frame.top + 1)
    return min(room[0] / across, room[1] / down)


def _ghost(
    state: State, tile: Tile, arm: Arm, placed: PlacedTile | None, frame: Rect, covered: Sequence[Rect]
) -> Markup:
    view, is_chosen, scale = state.model.view, state.selection.arm is arm, _scale(state.room.size, frame)
    play = Play(tile, arm)
    points, earned = play_words.scored(view, play), view.worth_of(play)
    where = play_words.where(view, arm) or say("page.lead")
    if placed is None:
        arrow = picture_of(view.layout, state.room.shape).arrow_at(arm)
        x, y = ahead(arrow, _BADGE_AT)
        shapes, badge = [_reach(x, y, (0, 0), scale), arrow_mark(arrow, is_large=True)], (x, y, _SMALLEST_BADGE)
    else:
        shapes = [_reach_of(placed, scale), *_face(view, placed), ghost_outline(placed)]
        badge = _badge_at(placed, scale, frame, covered)
    # The only one is not marked: a screen reader reads what becomes selected, and the tile has said its end.
    selected = None if len(ends_to_choose(state)) == 1 else "true" if is_chosen else "false"
    if earned is not None:
        shapes += _badge(str(earned.awarded), badge)
    return tag(
        "g",
        *shapes,
        class_=f"ghost {arm}{' chosen' if is_chosen else ''}{'' if earned is None or earned.awarded else ' nothing'}",
        role="option",
        tabindex="0",
        aria_label=f"{where}{say('colon')}{points}" if points else where,
        aria_selected=selected,
        data_press="end",
        data_value=f"{arm} {tile}",
    )


def _face(view: View, placed: PlacedTile) -> Iterator[Markup]:
    if view.assist is not Assist.NONE:
        yield tag("use", href=f"#{symbol_of(placed.tile)}", transform=place_of(placed))


def _reach_of(placed: PlacedTile, scale: float) -> Markup:
    cells = placed.cells
    size = CELL * (cells.right - cells.left + 1), CELL * (cells.bottom - cells.top + 1)
    return _reach(*_middle(cells), size, scale)


def _reach(x: float, y: float, size: tuple[float, float], scale: float) -> Markup:
    """The area to press around this point: what is there, and more if that is smaller than a finger."""
    width, height = (max(side, _FINGER / scale) for side in size)
    return tag("rect", class_="reach", x=x - width / 2, y=y - height / 2, width=width, height=height)


_Circle = tuple[float, float, float]
"""The middle of a circle, and its radius."""


def _badge_at(placed: PlacedTile, scale: float, frame: Rect, covered: Sequence[Rect]) -> _Circle:
    """Where the points are: beside the tile, so that they hide no pip; without room there, in its middle."""
    radius = min(_LARGEST_BADGE, max(_SMALLEST_BADGE, _BADGE / scale))
    x, y = _middle(placed.cells)
    away = _HALF - 3 + radius
    is_upright = placed.cells.bottom - placed.cells.top > placed.cells.right - placed.cells.left
    sides = ((away, 0.0), (-away, 0.0)) if is_upright else ((0.0, -away), (0.0, away))
    others = [cells for cells in covered if cells != placed.cells]
    circles = [(x + across, y + down, radius) for across, down in sides]
    free = (circle for circle in circles if not any(_meets(cells, circle) for cells in others))
    return next((circle for circle in free if _is_within(frame, circle)), (x, y, min(radius, _SMALLEST_BADGE + 2)))


def _is_within(frame: Rect, circle: _Circle) -> bool:
    x, y, radius = circle
    return (
        CELL * frame.left <= x - radius
        and x + radius <= CELL * (frame.right + 1)
        and CELL * frame.top <= y - radius
        and y + radius <= CELL * (frame.bottom + 1)
    )


def _meets(cells: Rect, circle: _Circle) -> bool:
    x, y, radius = circle
    return (
        CELL * cells.left < x + radius
        and x - radius < CELL * (cells.right + 1)
        and CELL * cells.top < y + radius
        and y - radius < CELL * (cells.bottom + 1)
    )


def _badge(points: str, circle: _Circle) -> Iterator[Markup]:
    x, y, radius = circle
    yield tag("circle", class_="badge", cx=x, cy=y, r=radius)
    yield tag("text", points, class_="points", x=x, y=y, dy="0.36em", font_size=1.25 * radius, aria_hidden="true")


def _middle(cells: Rect) -> tuple[float, float]:
    return CELL * (cells.left + cells.right + 1) / 2, CELL * (cells.top + cells.bottom + 1) / 2
