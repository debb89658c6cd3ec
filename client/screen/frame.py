"""A frame: a scene drawn on a terminal of some size, in play and in a replay.

Here: `compose`, which draws each part once, in its place. Not here: the places (`frame_layout`), most of the drawing
(`draw`, `hand`, `frame_lines`, `message`, `card`, `round_end`), making a scene (`desk_scene`, `replay_screen`), the
terminal (`display`).
"""

from collections.abc import Sequence
from typing import Final

from attrs import evolve

from client.model.announcements import Subject
from client.model.notice import Notice
from client.picture.board import Board
from client.picture.pinwheel import Size
from client.screen import frame_lines
from client.screen.boards import Boards
from client.screen.centred import SAID, centred_with_code
from client.screen.draw import board_lines, empty_board, ends_bar
from client.screen.frame_layout import FrameLayout, lay_out_frame
from client.screen.frame_lines import Feed, Remark
from client.screen.paper import Fragment, Line, clip_text, fill, text_of
from client.screen.scene import NARROW, Scene
from client.words.say import say
from client.words.wrapping import wrap

_MOST_TOLD: Final = 5
"""Most plays above the board."""


def compose(scene: Scene, size: Size, boards: Boards) -> list[Line]:
    """The lines of the frame, exactly as many as `size` has rows."""
    width, height = size
    layout = lay_out_frame(scene, size, boards)
    middle, feed = _middle(scene, layout, width)
    message = _message(_without_what_is_said(scene, middle), layout, feed, width)
    is_scrolled = layout.card is not None and layout.card.furthest > 0
    footer = frame_lines.footer((*scene.scroll_hints, *scene.hints) if is_scrolled else scene.hints, width)
    parts = [*layout.top, *middle, *_bar_and_hand(scene, layout, width), *layout.end, *message, footer]
    lines = [fill(line, width) for line in parts]
    return lines[: height - 1] + lines[-1:] if len(lines) > height else lines


def _bar_and_hand(scene: Scene, layout: FrameLayout, width: int) -> list[Line]:
    if layout.hand is None:
        return []
    return [ends_bar(scene.view, scene.chosen, width), *layout.hand.lines()]


# The middle.


def _middle(scene: Scene, layout: FrameLayout, width: int) -> tuple[list[Line], Feed | None]:
    """The lines between the players and the bar of ends, and the feed in them; None if it has no place there."""
    card = [*layout.introduction] if layout.card is None else layout.card.lines()
    if layout.card is not None and not layout.board:
        return card, None
    above, feed = _above_card(scene, layout, width)
    return [*above[: layout.middle - len(card)], *card], feed


def _above_card(scene: Scene, layout: FrameLayout, width: int) -> tuple[Sequence[Line], Feed | None]:
    if layout.curve:
        return layout.curve, None
    if scene.picture is not None:
        return centred_with_code(scene.picture(Size(width, layout.board)), None, width, layout.board), None
    if layout.shares is None:
        return centred_with_code(scene.text, scene.code_link, width, layout.board), None
    board, for_panel, for_feed = layout.shares
    rows = _board(scene, board)
    if not for_panel:
        return _with_feed(scene, rows, for_feed, width)
    panel = frame_lines.side_panel(scene.plays, scene.chat, for_panel, layout.board)
    return [[*row, *beside] for row, beside in zip(rows, panel, strict=True)], None


def _board(scene: Scene, board: Board) -> list[Line]:
    layout, round_ = scene.view.layout, scene.view.round
    if layout.lead is None:
        return empty_board(board, "" if round_ is None else say("round.heading", round=round_.number))
    return board_lines(board, layout, scene.recent.tiles, scene.chosen)


def _with_feed(scene: Scene, rows: list[Line], for_feed: int, width: int) -> tuple[list[Line], Feed]:
    """The last plays above the board: in the lines reserved for them, and in those that the tiles leave empty.

    At most one more than there are seats: my own last play and all plays since. If the plays of the others do not fit,
    they are side by side.
    """
    empty = _blank_lines(rows, 0)
    seats = len(scene.view.table.seats)
    more = max(0, min(empty - 1, min(_MOST_TOLD, seats + 1) - for_feed))
    others = frame_lines.remarks_since_mine(scene.feed, most=seats + 1)
    if others > for_feed + more:
        feed = frame_lines.feed_in_a_row(scene.feed, others, width, for_feed + more)
    else:
        remarks = frame_lines.short_remarks(scene.feed) if width < NARROW else scene.feed
        feed = frame_lines.feed(remarks, width, for_feed + more)
    more -= min(more, _blank_lines(feed.lines, len(feed.lines)))
    return [*feed.lines[len(feed.lines) - for_feed - more :], *rows[more:]], feed


def _blank_lines(lines: Sequence[Line], otherwise: int) -> int:
    """The number of blank lines before the first one with a text, or `otherwise` if there is none."""
    return next((at for at, line in enumerate(lines) if text_of(line).strip()), otherwise)


# The message.


def _without_what_is_said(scene: Scene, middle: Sequence[Line]) -> Scene:
    """The scene without a notice that the waiting room shows as a whole, as what was said last."""
    notice = scene.message.notice
    said = " ".join(fragment.text.strip() for line in middle for fragment in line if fragment.style == SAID)
    if not scene.text or notice is None or not notice.text or notice.text not in said:
        return scene
    return evolve(scene, message=evolve(scene.message, notice=None))


def _message(scene: Scene, layout: FrameLayout, feed: Feed | None, width: int) -> list[Line]:
    """The notice and the prompt; with the last play over them if it has no other place, without what the feed has."""
    message, height = scene.message, layout.message
    if feed is not None and feed.is_empty and _has_room_for_last_play(scene, width, height):
        (last,) = frame_lines.short_remarks(scene.plays[-1:])
        play = [Fragment(last.style, clip_text(last.text, width))]
        return [play, *message.lines(width, height - 1)]
    if feed is not None and _is_in_feed(message.notice, feed, width, message.room_for_notice(height)):
        message = evolve(message, notice=None)
    return message.lines(width, height)


def _has_room_for_last_play(scene: Scene, width: int, height: int) -> bool:
    notice = scene.message.notice
    is_quiet = notice is None or not notice.text
    is_on = bool(scene.plays) and scene.end is None
    return is_quiet and is_on and height > len(wrap(text_of(scene.message.prompt), width))


def _is_in_feed(notice: Notice | None, feed: Feed, width: int, room: int) -> bool:
    """Whether the feed above the board has a notice that would be cut, or any of a summary on arrival."""
    if notice is None:
        return False
    if notice.subject is Subject.AWAY:
        return _has(notice, (*feed.full, *feed.cut))
    return _has(notice, feed.full) and len(wrap(notice.text, width)) > room


def _has(notice: Notice, remarks: Sequence[Remark]) -> bool:
    return any((remark.subject, remark.seq) == (notice.subject, notice.seq) for remark in remarks)
