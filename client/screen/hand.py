"""The hand: its tiles in brackets, or as boxes while they are as large on the board.

Here: `ArrangedHand`, its rows and what is under each tile. Pure. Not here: how many lines the hand gets
(`frame_layout`), the rows of a box (`tile_box`), selecting a tile (`model.selection`).
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from client.model.selection import Selection
from client.picture.board import Zoom, measure_of
from client.screen.paper import CHOSEN, Canvas, Fragment, Line, Target, TileHit, fill
from client.screen.tile_box import HEAVY, PLAIN, box
from client.view.view import View
from client.words.english import in_line
from client.words.say import say
from client.words.score_words import end_name
from protocol.game.scoring import Award
from protocol.game.tiles import HIDDEN, SeenTile, Tile
from protocol.log.choices import Play

_BOX_SIZES: Final = {zoom: measure_of(zoom, 0).lying for zoom in (Zoom.PIPS, Zoom.BOXES)}


class HeldTile(NamedTuple):
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


_Row = list[tuple[HeldTile, int]]
"""The tiles of a row, each with its width."""


class ArrangedHand(NamedTuple):
    """The tiles of a hand in rows of this width: as boxes of this size or, if `zoom` is None, in brackets.

    `has_lower`: the numbers and points are under the tiles, as always under boxes.
    """

    rows: list[_Row]
    width: int
    zoom: Zoom | None = None
    has_lower: bool = True

    @property
    def height(self) -> int:
        """The lines that it takes."""
        above = 1 if self.zoom is None else _BOX_SIZES[self.zoom].height
        return len(self.rows) * (above + int(self.has_lower))

    def lines(self) -> list[Line]:
        """The hand drawn."""
        if self.zoom is not None:
            return [line for row in self.rows for line in _row_in_boxes(row, self.width, self.zoom)]
        parts = (_upper, _lower) if self.has_lower else (_upper,)
        return [fill(part(row), self.width) for row in self.rows for part in parts]


def hand_in_boxes(held: Sequence[HeldTile], width: int, most: int, zoom: Zoom) -> ArrangedHand | None:
    """The hand as boxes of this size, `PIPS` or `BOXES`, over their numbers and points.

    None if that takes more than `most` lines, or if the hand is empty.
    """
    widths = [max(_BOX_SIZES[zoom].width, len(tile.lower)) + 1 for tile in held]
    hand = ArrangedHand(_rows(held, widths, width - 1), width, zoom)
    return hand if 0 < hand.height <= most else None


def hand_in_brackets(held: Sequence[HeldTile], width: int, most: int) -> ArrangedHand:
    """The hand in no more than `most` lines.

    Under each tile are its number and, if the table shows them, its ends and points. If there is no room for that line,
    it is left out, and then the rows furthest from the selected tile.
    """
    hand = ArrangedHand(_rows(held, [max(len(tile.upper), len(tile.lower)) + 1 for tile in held], width), width)
    if hand.height <= most:
        return hand
    rows = _rows(held, [len(tile.upper) for tile in held], width)
    chosen = next((at for at, row in enumerate(rows) if any(tile.is_chosen for tile, _ in row)), 0)
    first = max(0, min(chosen - most // 2, len(rows) - most))
    return ArrangedHand(rows[first : first + most], width, has_lower=False)


def _row_in_boxes(row: _Row, width: int, zoom: Zoom) -> list[Line]:
    height = _BOX_SIZES[zoom].height
    canvas = Canvas(width, height + 1)
    x = 1
    for tile, wide in row:
        for y, line in enumerate(_box(tile, zoom)):
            canvas.put(x, y, line, tile.style, tile.target)
        if tile.is_chosen:
            canvas.put(x - 1, height // 2, ">", CHOSEN, tile.target)
            canvas.put(x + _BOX_SIZES[zoom].width, height // 2, "<", CHOSEN, tile.target)
        canvas.put(x, height, tile.lower, tile.lower_style, tile.target)
        x += wide
    return canvas.lines()


def _box(held: HeldTile, zoom: Zoom) -> list[str]:
    first, second = ("?", "?") if held.tile is HIDDEN else (str(held.tile.high), str(held.tile.low))
    return box(first, second, HEAVY if held.is_chosen else PLAIN, zoom, is_standing=False)


def held_tiles(view: View, selection: Selection) -> list[HeldTile]:
    """The hand of the viewer, tile by tile; empty for a spectator."""
    hand = () if view.seat is None else view.hand_of(view.seat)
    return [_held(view, selection, tile, number) for number, tile in enumerate(hand, start=1)]


def _held(view: View, selection: Selection, tile: SeenTile, number: int) -> HeldTile:
    if tile is HIDDEN:
        return HeldTile(tile, " [?|?] ", "", "class:hand.useless")
    text = f"[{tile.high}|{tile.low}]"
    arms = view.arms_shown(tile)
    is_chosen = tile == selection.tile
    style = CHOSEN if is_chosen else "class:hand" if arms is None or arms else "class:hand.useless"
    use = fits(view, tile)
    lower = f" {number}{f': {use}' if use else ''}"
    upper = f">{text}<" if is_chosen else f" {text} "
    return HeldTile(tile, upper, lower, style, _style_of_points(view, tile), is_chosen)


def _style_of_points(view: View, tile: Tile) -> str:
    awards = [view.worth_of(Play(tile, arm)) for arm in view.arms_shown(tile) or ()]
    return "class:hand.points" if any(award is not None and award.awarded for award in awards) else "class:hand.fits"


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
        return next((worth or say("tile.fits") for worth in points.values()), "·")
    is_one = {pip: len([other for other, _ in by_pip if other == pip]) == 1 for pip, _ in by_pip}
    named = {arm: pips[arm] if is_one[pips[arm]] else end_name(view.layout, arm) for arm in arms}
    places = (say("hand.at", end=named[arm], points=points[arm]) if points[arm] else named[arm] for arm in arms)
    return say("hand.on", places=in_line(dict.fromkeys(places)))


def _rows(held: Sequence[HeldTile], widths: list[int], width: int) -> list[_Row]:
    rows: list[_Row] = []
    room = 0
    for tile, wide in zip(held, widths, strict=True):
        if not rows or wide > room:
            rows.append([])
            room = width
        rows[-1].append((tile, wide))
        room -= wide
    return rows


def _upper(row: _Row) -> Line:
    return [Fragment(tile.style, tile.upper.ljust(wide), tile.target) for tile, wide in row]


def _lower(row: _Row) -> Line:
    return [Fragment(tile.lower_style, tile.lower.ljust(wide), tile.target) for tile, wide in row]


def award_shown(award: Award | None) -> str:
    """`+4`; `+1 of 5` if not all that the play earns counts; empty if the table does not show points."""
    if award is None:
        return ""
    if award.awarded == award.offered:
        return f"+{award.awarded}"
    return say("hand.some_count", awarded=award.awarded, points=award.offered)
