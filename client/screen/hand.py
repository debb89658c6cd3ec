"""The hand: its tiles in brackets, or as boxes while they are as large on the board.

Here: the rows of the hand, and what is under each tile. Pure. Not here: how many lines the hand gets (`scene`), the
rows of a box (`tile_box`), selecting a tile (`model.selection`).
"""

from typing import Final, NamedTuple

from client.model.selection import Selection
from client.picture.board import Zoom, measure_of
from client.screen.paper import CHOSEN, Canvas, Fragment, Line, Target, TileHit, fill
from client.screen.tile_box import HEAVY, PLAIN, box
from client.view.view import View
from client.words.score_words import end_name
from protocol.game.scoring import Award
from protocol.game.tiles import HIDDEN, SeenTile, Tile
from protocol.log.choices import Play

_BOX_WIDTHS: Final = {zoom: measure_of(zoom, 0).lying.width for zoom in (Zoom.PIPS, Zoom.BOXES)}


class _Held(NamedTuple):
    """A tile of the hand: in brackets, the text under it, and their styles."""

    tile: SeenTile
    upper: str
    lower: str
    style: str
    lower_style: str = "class:hand.fits"
    is_chosen: bool = False

    @property
    def target(self) -> Target | None:
        """What a click on it hits."""
        return None if self.tile is HIDDEN else TileHit(self.tile)


def hand_in_boxes(view: View, selection: Selection, width: int, most: int, zoom: Zoom) -> list[Line] | None:
    """The hand as boxes of this size, `PIPS` or `BOXES`, over their numbers and points.

    None if that takes more than `most` lines, or if the hand is empty.
    """
    held = _hand(view, selection)
    rows = _rows(held, [max(_BOX_WIDTHS[zoom], len(each.lower)) + 1 for each in held], width - 1)
    lines = [line for row in rows for line in _row_in_boxes(row, width, zoom)]
    return lines if lines and len(lines) <= most else None


def _row_in_boxes(row: "_Row", width: int, zoom: Zoom) -> list[Line]:
    boxes = [_box(each, zoom) for each, _ in row]
    height = len(boxes[0])
    canvas = Canvas(width, height + 1)
    x = 1
    for (each, wide), lines in zip(row, boxes, strict=True):
        for y, line in enumerate(lines):
            canvas.put(x, y, line, each.style, each.target)
        if each.is_chosen:
            canvas.put(x - 1, height // 2, ">", CHOSEN, each.target)
            canvas.put(x + len(lines[0]), height // 2, "<", CHOSEN, each.target)
        canvas.put(x, height, each.lower, each.lower_style, each.target)
        x += wide
    return canvas.lines()


def _box(held: _Held, zoom: Zoom) -> list[str]:
    first, second = ("?", "?") if held.tile is HIDDEN else (str(held.tile.high), str(held.tile.low))
    return box(first, second, HEAVY if held.is_chosen else PLAIN, zoom, is_standing=False)


def hand_lines(view: View, selection: Selection, width: int, most: int) -> list[Line]:
    """The hand in no more than `most` lines.

    Under each tile are its number and, if the table shows them, its ends and points. If there is no room for that line,
    it is left out, and then the rows furthest from the selected tile.
    """
    held = _hand(view, selection)
    rows = _rows(held, [max(len(each.upper), len(each.lower)) + 1 for each in held], width)
    if 2 * len(rows) <= most:
        return [fill(line, width) for row in rows for line in (_upper(row), _lower(row))]
    rows = _rows(held, [len(each.upper) for each in held], width)
    chosen = next((at for at, row in enumerate(rows) if any(each.tile == selection.tile for each, _ in row)), 0)
    first = max(0, min(chosen - most // 2, len(rows) - most))
    return [fill(_upper(row), width) for row in rows[first : first + most]]


def _hand(view: View, selection: Selection) -> list[_Held]:
    hand = () if view.seat is None else view.hand_of(view.seat)
    return [_held(view, selection, tile, number) for number, tile in enumerate(hand, start=1)]


def _held(view: View, selection: Selection, tile: SeenTile, number: int) -> _Held:
    if tile is HIDDEN:
        return _Held(tile, " [?|?] ", "", "class:hand.useless")
    text = f"[{tile.high}|{tile.low}]"
    arms = view.arms_shown(tile)
    is_chosen = tile == selection.tile
    style = CHOSEN if is_chosen else "class:hand" if arms is None or arms else "class:hand.useless"
    use = fits(view, tile)
    lower = f" {number}{f': {use}' if use else ''}"
    upper = f">{text}<" if is_chosen else f" {text} "
    return _Held(tile, upper, lower, style, _style_of_points(view, tile), is_chosen)


def _style_of_points(view: View, tile: Tile) -> str:
    awards = [view.worth_of(Play(tile, arm)) for arm in view.arms_shown(tile) or ()]
    return "class:hand.points" if any(each is not None and each.awarded for each in awards) else "class:hand.fits"


def fits(view: View, tile: Tile) -> str:
    """What a tile would score: `+4`; `on 6 +4, 1 +0` if that depends on the end.

    `fits` or `on 6, 1` if the table does not show points, `·` if the tile fits nowhere, empty if the table gives no
    help.
    """
    arms = view.arms_shown(tile)
    if arms is None:
        return ""
    points = {arm: award_shown(view.worth_of(Play(tile, arm))) for arm in arms}
    pips = {end.arm: str(end.pip) for end in view.ends}
    by_pip = {(pips.get(arm, ""), worth) for arm, worth in points.items()}
    if len(by_pip) <= 1:
        return next((worth or "fits" for worth in points.values()), "·")
    is_one = {pip: len([each for each, _ in by_pip if each == pip]) == 1 for pip, _ in by_pip}
    named = {arm: pips[arm] if is_one[pips[arm]] else end_name(view.layout, arm) for arm in arms}
    return f"on {', '.join(dict.fromkeys(f'{named[arm]} {points[arm]}'.rstrip() for arm in arms))}"


_Row = list[tuple[_Held, int]]
"""The tiles of a row, each with its width."""


def _rows(held: list[_Held], widths: list[int], width: int) -> list[_Row]:
    rows: list[_Row] = []
    room = 0
    for each, wide in zip(held, widths, strict=True):
        if not rows or wide > room:
            rows.append([])
            room = width
        rows[-1].append((each, wide))
        room -= wide
    return rows


def _upper(row: _Row) -> Line:
    return [Fragment(each.style, each.upper.ljust(wide), each.target) for each, wide in row]


def _lower(row: _Row) -> Line:
    return [Fragment(each.lower_style, each.lower.ljust(wide), each.target) for each, wide in row]


def award_shown(award: Award | None) -> str:
    """`+4`; `+1 of 5` if not all that the play earns counts; empty if the table does not show points."""
    if award is None:
        return ""
    return f"+{award.awarded}" if award.awarded == award.offered else f"+{award.awarded} of {award.offered}"
