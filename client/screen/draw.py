"""The table as text: the board, the bar of open ends, the prompt of my turn.

Here: how a tile looks at each zoom, and how the spinner and the tiles played since the viewer's last move differ: in
outlines and brackets, never in colour alone. Pure. Not here: the position of each tile (`picture.board`), the rows of a
box (`tile_box`), the hand (`hand`), the lines round the board (`frame_lines`), colours (`style`).
"""

from collections.abc import Collection, Iterator
from typing import Final, NamedTuple

from client.model.selection import Selection
from client.picture.arm_rows import LABEL, ArmRow, elided_rows, text_in_row, whole_rows
from client.picture.board import Board, Zoom
from client.picture.pinwheel import ArmTile, PlacedTile, Way
from client.screen.hand import award_shown
from client.screen.paper import Canvas, EndHit, Fragment, Line, Target, centred, fill, line_cells
from client.screen.tile_box import DOUBLE, HEAVY, PLAIN, box
from client.view.view import View
from client.words.answer_words import table_is_empty
from client.words.event_words import turn, your_turn_with, your_turn_without
from client.words.say import say, together
from client.words.score_words import end_counted, end_letter, end_name, tally_short
from protocol.game.layout import Arm, Layout
from protocol.game.table_options import Assist
from protocol.game.tiles import Tile
from protocol.log.choices import Play


class _Outline(NamedTuple):
    """How a tile is drawn: its style, the brackets of a small one, and the signs of a box."""

    style: str
    brackets: str
    signs: str


_OUTLINE: Final = _Outline("class:tile", "[]", PLAIN)
_RECENT: Final = _Outline("class:tile.recent", "()", DOUBLE)
_SPINNER: Final = _Outline("class:tile.spinner", "{}", HEAVY)


_SIGNS: Final = {Way.NORTH: "↑", Way.EAST: "→", Way.SOUTH: "↓", Way.WEST: "←"}


def board_lines(board: Board, layout: Layout, recent: Collection[Tile], chosen: Arm | None) -> list[Line]:
    """The board, row by row. `recent`: the tiles to mark; `chosen`: the end selected for the tile in hand."""
    if board.spread is None:
        return [[Fragment("", " " * board.size.width)]] * board.size.height
    if board.zoom >= Zoom.LIST:
        return _list_lines(board, layout, recent)
    canvas = Canvas(*board.size)
    for arm, tiles in board.tiles.items():
        for placed in tiles:
            outline = _outline_of(placed.tile, layout, recent)
            target = EndHit(arm) if arm is not Arm.START and placed is tiles[-1] else None
            if board.zoom <= Zoom.BOXES:
                _put_box(canvas, placed, outline, target, board.zoom)
            else:
                _put_compact(canvas, placed, outline, target)
    for mark in board.marks:
        style = "class:mark.chosen" if mark.arm is chosen else "class:mark"
        canvas.put(mark.x, mark.y, end_letter(layout, mark.arm) or _SIGNS[mark.way], style, EndHit(mark.arm))
    return canvas.lines()


def _outline_of(tile: Tile, layout: Layout, recent: Collection[Tile]) -> _Outline:
    if tile in recent:
        return _RECENT
    return _SPINNER if layout.spinner is not None and layout.spinner.tile == tile else _OUTLINE


def _put_box(canvas: Canvas, placed: PlacedTile, outline: _Outline, target: Target | None, zoom: Zoom) -> None:
    rows = box(str(placed.first), str(placed.second), outline.signs, zoom, is_standing=placed.is_standing)
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


def _list_lines(board: Board, layout: Layout, recent: Collection[Tile]) -> list[Line]:
    assert board.spread is not None
    width, height = board.size
    rows = whole_rows(board.spread, width) if board.zoom is Zoom.LIST else elided_rows(board.spread, width)
    lines = [fill(_list_line(row, layout, recent), width) for row in rows[:height]]
    return [*lines, *[[Fragment("", " " * width)]] * (height - len(lines))]


def _list_line(row: ArmRow, layout: Layout, recent: Collection[Tile]) -> Line:
    label = end_name(layout, row.arm) if row.is_first else ""
    line = [Fragment("class:mark", label.ljust(LABEL), None if row.arm is Arm.START else EndHit(row.arm))]
    line += [_list_cell(laid, layout, recent) for laid in row.tiles]
    return line


def _list_cell(laid: ArmTile | None, layout: Layout, recent: Collection[Tile]) -> Fragment:
    if laid is None:
        return Fragment("class:quiet", "…")
    outline = _outline_of(laid.tile, layout, recent)
    return Fragment(outline.style, text_in_row(laid).join(outline.brackets))


def ends_bar(view: View, chosen: Arm | None, width: int) -> Line:
    """`Ends 3  6×2  5a  5b×0   sum 20 = 4 points`; the selected end is in brackets: `[3]`."""
    if view.layout.lead is None:
        return fill([Fragment("class:bar", table_is_empty())], width, "class:bar")
    tally = view.tally
    summed = Fragment("class:bar.points" if tally.points else "class:bar", tally_short(tally))
    named = Fragment("class:bar", f"{say('card.ends')} ")
    wide = [named, *_ends(view, chosen, " "), Fragment("class:bar", "   "), summed]
    narrow = [*_ends(view, chosen, ""), Fragment("class:bar", " "), summed]
    return fill(wide if line_cells(wide) <= width else narrow, width, "class:bar")


def _ends(view: View, chosen: Arm | None, space: str) -> Iterator[Fragment]:
    for end in view.layout.ends:
        text = end_counted(view.layout, end)
        if end.arm is chosen:
            yield Fragment("class:bar.chosen", f"[{text}]", EndHit(end.arm))
        else:
            yield Fragment("class:bar", f" {text}{space}", EndHit(end.arm))


# The prompt of my turn.


def turn_prompt(view: View, selection: Selection, *, is_narrow: bool = False) -> Line:
    """My turn: the selected tile and its ends with their points; the selected end is in brackets.

    The two sides of a double that is the only tile are one end.
    """
    tile = selection.tile
    may_play = view.assist is Assist.NONE or bool(view.choices().plays)
    if not may_play and is_narrow and view.layout.lead is not None:
        what = say("hint.nothing_fits_draw") if view.choices().may_draw else say("hint.nothing_fits_knock")
        return [Fragment("class:prompt.mine", together(say("turn.yours"), what))]
    if tile is None or not may_play or view.layout.lead is None:
        return [Fragment("class:prompt.mine", turn(view, is_seen=True))]
    arms = view.arms_to_choose(tile)
    if not arms:
        return [Fragment("class:prompt.mine", your_turn_without(tile))]
    if view.layout.is_lone_double:
        arms = (selection.arm or arms[0],)
    line = [Fragment("class:prompt.mine", your_turn_with(tile))]
    for arm in arms:
        end = say("at.brief_end", end=end_name(view.layout, arm))
        text = together(end, award_shown(view.worth_of(Play(tile, arm))))
        is_chosen = arm is selection.arm
        style = "class:prompt.chosen" if is_chosen else "class:prompt.mine"
        line.append(Fragment(style, f"[{text}]" if is_chosen else f" {text} ", EndHit(arm)))
    return line


def empty_board(board: Board, text: str) -> list[Line]:
    """A board without tiles, with a text in its middle."""
    lines = board_lines(board, Layout(), (), None)
    middle = len(lines) // 2
    if not lines:
        return []
    return [*lines[:middle], centred([Fragment("class:quiet", text)], board.size.width), *lines[middle + 1 :]]
