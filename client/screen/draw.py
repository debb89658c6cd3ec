"""The table as text: the board, the bar of open ends, the hand.

Here: how a tile looks at each zoom, and how the spinner, the tile played last and the selected tile differ: in outlines
and brackets, never in colour alone. Pure. Not here: the position of each tile (`picture.board`), the lines round the
board (`panels`), colours (`style`).
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from client.model.selection import Selection
from client.picture.arm_rows import LABEL, ArmRow, elided_rows, text_in_row, whole_rows
from client.picture.board import Board, Zoom
from client.picture.pinwheel import ArmTile, PlacedTile, Way
from client.screen.paper import CHOSEN, Canvas, EndHit, Fragment, Line, Target, TileHit, centred, fill, line_cells
from client.view.view import View
from client.words.answer_words import TABLE_IS_EMPTY
from client.words.event_words import turn, your_turn_with, your_turn_without
from client.words.score_words import end_counted, end_letter, end_name, tally_short
from protocol.game.layout import Arm, Layout
from protocol.game.scoring import Award
from protocol.game.table_options import Assist
from protocol.game.tiles import HIDDEN, SeenTile, Tile
from protocol.log.choices import Play


class _Outline(NamedTuple):
    """How a tile is drawn: its style, the brackets of a small one, and the rows of a box, horizontal and vertical."""

    style: str
    brackets: str
    lying: tuple[str, ...]
    standing: tuple[str, ...]


_OUTLINE: Final = _Outline(
    "class:tile",
    "[]",
    ("┌───┬───┐", "│{} │{} │", "└───┴───┘"),
    ("┌───┐", "│{} │", "├───┤", "│{} │", "└───┘"),
)
_LAST: Final = _Outline(
    "class:tile.last",
    "()",
    ("╔═══╦═══╗", "║{} ║{} ║", "╚═══╩═══╝"),
    ("╔═══╗", "║{} ║", "╠═══╣", "║{} ║", "╚═══╝"),
)
_SPINNER: Final = _Outline(
    "class:tile.spinner",
    "{}",
    ("┏━━━┳━━━┓", "┃{} ┃{} ┃", "┗━━━┻━━━┛"),
    ("┏━━━┓", "┃{} ┃", "┣━━━┫", "┃{} ┃", "┗━━━┛"),
)


_SIGNS: Final = {Way.NORTH: "↑", Way.EAST: "→", Way.SOUTH: "↓", Way.WEST: "←"}


def board_lines(board: Board, layout: Layout, last: Tile | None, chosen: Arm | None) -> list[Line]:
    """The board, row by row. `last`: the tile played last; `chosen`: the end selected for the tile in hand."""
    if board.spread is None:
        return [[Fragment("", " " * board.size.width)]] * board.size.height
    if board.zoom >= Zoom.LIST:
        return _list_lines(board, layout, last)
    canvas = Canvas(*board.size)
    for arm, tiles in board.tiles.items():
        for placed in tiles:
            outline = _outline_of(placed.tile, layout, last)
            target = EndHit(arm) if arm is not Arm.START and placed is tiles[-1] else None
            if board.zoom is Zoom.BOXES:
                _put_box(canvas, placed, outline, target)
            else:
                _put_compact(canvas, placed, outline, target)
    for mark in board.marks:
        style = "class:mark.chosen" if mark.arm is chosen else "class:mark"
        canvas.put(mark.x, mark.y, end_letter(layout, mark.arm) or _SIGNS[mark.way], style, EndHit(mark.arm))
    return canvas.lines()


def _outline_of(tile: Tile, layout: Layout, last: Tile | None) -> _Outline:
    if tile == last:
        return _LAST
    return _SPINNER if layout.spinner is not None and layout.spinner.tile == tile else _OUTLINE


def _put_box(canvas: Canvas, placed: PlacedTile, outline: _Outline, target: Target | None) -> None:
    box = outline.standing if placed.is_standing else outline.lying
    rows = "\n".join(box).format(f"{placed.first:>2}", f"{placed.second:>2}").split("\n")
    for y, row in enumerate(rows, start=placed.cells.top):
        canvas.put(placed.cells.left, y, row, outline.style, target)


def _put_compact(canvas: Canvas, placed: PlacedTile, outline: _Outline, target: Target | None) -> None:
    width = placed.cells.right - placed.cells.left + 1
    if placed.is_standing:
        digits = width - 2
        rows = [f"{placed.first:>{digits}}", "-" * digits, f"{placed.second:>{digits}}"]
    else:
        digits = (width - 3) // 2
        rows = [f"{placed.first:>{digits}}|{placed.second:>{digits}}"]
    for y, row in enumerate(rows, start=placed.cells.top):
        canvas.put(placed.cells.left, y, row.join(outline.brackets), outline.style, target)


def _list_lines(board: Board, layout: Layout, last: Tile | None) -> list[Line]:
    assert board.spread is not None
    width, height = board.size
    rows = whole_rows(board.spread, width) if board.zoom is Zoom.LIST else elided_rows(board.spread, width)
    lines = [fill(_list_line(row, layout, last), width) for row in rows[:height]]
    return [*lines, *[[Fragment("", " " * width)]] * (height - len(lines))]


def _list_line(row: ArmRow, layout: Layout, last: Tile | None) -> Line:
    label = end_name(layout, row.arm) if row.is_first else ""
    line = [Fragment("class:mark", label.ljust(LABEL), None if row.arm is Arm.START else EndHit(row.arm))]
    line += [_listed(each, layout, last) for each in row.tiles]
    return line


def _listed(laid: ArmTile | None, layout: Layout, last: Tile | None) -> Fragment:
    if laid is None:
        return Fragment("class:quiet", "…")
    outline = _outline_of(laid.tile, layout, last)
    return Fragment(outline.style, text_in_row(laid).join(outline.brackets))


def ends_bar(view: View, chosen: Arm | None, width: int) -> Line:
    """`Ends 3  6×2  5a  5b(0)   sum 20 = 4 points`; the selected end is in brackets: `[3]`."""
    if view.layout.lead is None:
        return fill([Fragment("class:bar", TABLE_IS_EMPTY)], width, "class:bar")
    tally = view.tally
    summed = Fragment("class:bar.points" if tally.points else "class:bar", tally_short(tally))
    wide = [Fragment("class:bar", "Ends "), *_ends(view, chosen, " "), Fragment("class:bar", "   "), summed]
    narrow = [*_ends(view, chosen, ""), Fragment("class:bar", " "), summed]
    return fill(wide if line_cells(wide) <= width else narrow, width, "class:bar")


def _ends(view: View, chosen: Arm | None, space: str) -> Iterator[Fragment]:
    for end in view.layout.ends:
        text = end_counted(view.layout, end)
        if end.arm is chosen:
            yield Fragment("class:bar.chosen", f"[{text}]", EndHit(end.arm))
        else:
            yield Fragment("class:bar", f" {text}{space}", EndHit(end.arm))


# The hand.


class _Held(NamedTuple):
    """A tile of the hand as two texts, one above the other."""

    tile: SeenTile
    upper: str
    lower: str
    style: str


def hand_lines(view: View, selection: Selection, width: int, most: int) -> list[Line]:
    """The hand in no more than `most` lines.

    Under each tile are its number and, if the table shows them, its ends and points. If there is no room for that line,
    it is left out, and then the rows furthest from the selected tile.
    """
    hand = () if view.seat is None else view.hand_of(view.seat)
    held = [_held(view, selection, tile, number) for number, tile in enumerate(hand, start=1)]
    rows = _rows(held, [max(len(each.upper), len(each.lower)) + 1 for each in held], width)
    if 2 * len(rows) <= most:
        return [fill(line, width) for row in rows for line in (_upper(row), _lower(row))]
    rows = _rows(held, [len(each.upper) for each in held], width)
    chosen = next((at for at, row in enumerate(rows) if any(each.tile == selection.tile for each, _ in row)), 0)
    first = max(0, min(chosen - most // 2, len(rows) - most))
    return [fill(_upper(row), width) for row in rows[first : first + most]]


def _held(view: View, selection: Selection, tile: SeenTile, number: int) -> _Held:
    if tile is HIDDEN:
        return _Held(tile, " [?|?] ", "", "class:hand.useless")
    text = f"[{tile.high}|{tile.low}]"
    arms = view.arms_shown(tile)
    is_chosen = tile == selection.tile
    style = CHOSEN if is_chosen else "class:hand" if arms is None or arms else "class:hand.useless"
    use = fits(view, tile)
    return _Held(tile, f">{text}<" if is_chosen else f" {text} ", f" {number}{f': {use}' if use else ''}", style)


def fits(view: View, tile: Tile) -> str:
    """What a tile would score: `+4`; `on 6 +4, 1 +0` if that depends on the end.

    `fits` or `on 6, 1` if the table does not show points, `·` if the tile fits nowhere, empty if the table gives no
    help.
    """
    arms = view.arms_shown(tile)
    if arms is None:
        return ""
    points = {arm: _points(view.worth_of(Play(tile, arm))) for arm in arms}
    pips = {end.arm: str(end.pip) for end in view.ends}
    by_pip = {(pips.get(arm, ""), worth) for arm, worth in points.items()}
    if len(by_pip) <= 1:
        return next((worth or "fits" for worth in points.values()), "·")
    is_one = {pip: len([each for each, _ in by_pip if each == pip]) == 1 for pip, _ in by_pip}
    named = {arm: pips[arm] if is_one[pips[arm]] else end_name(view.layout, arm) for arm in arms}
    return f"on {', '.join(dict.fromkeys(f'{named[arm]} {points[arm]}'.rstrip() for arm in arms))}"


_Row = list[tuple[_Held, int]]


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
    return [
        Fragment(each.style, each.upper.ljust(wide), None if each.tile is HIDDEN else TileHit(each.tile))
        for each, wide in row
    ]


def _lower(row: _Row) -> Line:
    return [
        Fragment("class:hand.fits", each.lower.ljust(wide), None if each.tile is HIDDEN else TileHit(each.tile))
        for each, wide in row
    ]


def turn_prompt(view: View, selection: Selection, *, is_narrow: bool = False) -> Line:
    """My turn: the selected tile and its ends with their points; the selected end is in brackets.

    The two sides of a double that is the only tile are one end.
    """
    tile = selection.tile
    may_play = view.assist is Assist.NONE or bool(view.choices().plays)
    if not may_play and is_narrow and view.layout.lead is not None:
        return [
            Fragment("class:prompt.mine", f"Your turn. Nothing fits: {'draw' if view.choices().may_draw else 'knock'}.")
        ]
    if tile is None or not may_play or view.layout.lead is None:
        return [Fragment("class:prompt.mine", turn(view, is_seen=True))]
    arms = view.arms_to_choose(tile)
    if not arms:
        return [Fragment("class:prompt.mine", your_turn_without(tile))]
    if len(view.layout.tiles) == 1 and view.layout.lead.is_double:
        arms = (selection.arm or arms[0],)
    line = [Fragment("class:prompt.mine", your_turn_with(tile))]
    for arm in arms:
        text = f"on {end_name(view.layout, arm)} {_points(view.worth_of(Play(tile, arm)))}".rstrip()
        is_chosen = arm is selection.arm
        style = "class:prompt.chosen" if is_chosen else "class:prompt.mine"
        line.append(Fragment(style, f"[{text}]" if is_chosen else f" {text} ", EndHit(arm)))
    return line


def _points(award: Award | None) -> str:
    """`+4`; `(+4)` if not all that the play earns counts; empty if the table does not show points."""
    if award is None:
        return ""
    return f"+{award.awarded}" if award.awarded == award.offered else f"(+{award.awarded})"


def empty_board(board: Board, text: str) -> list[Line]:
    """A board without tiles, with a text in its middle."""
    lines = board_lines(board, Layout(), None, None)
    middle = len(lines) // 2
    if not lines:
        return []
    return [*lines[:middle], centred([Fragment("class:quiet", text)], board.size.width), *lines[middle + 1 :]]
