"""The layout of a frame: the place and the height of each part.

Here: `Scene`, everything that a frame shows, and `compose`, which turns it into lines for a size, in play and in a
replay. Not here: drawing each part (`draw`, `panels`, `card`, `round_end`), making a scene (`desk_scene`,
`screen.replay_screen`), the terminal (`display`).
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from attrs import define, evolve, field

from client.model.lookback import has_won
from client.model.recent import Recent
from client.model.selection import Selection
from client.picture.board import Board, Zoom, lay_out
from client.picture.pinwheel import Size
from client.screen import panels
from client.screen.card import Card, lines_inside
from client.screen.centred import centred_with_code
from client.screen.draw import board_lines, empty_board, ends_bar
from client.screen.hand import hand_in_boxes, hand_lines
from client.screen.panels import ARRIVAL, CHAT, OWN, KeyHint, Remark
from client.screen.paper import (
    Fragment,
    Line,
    clip_lines,
    clip_text,
    fill,
    text_of,
)
from client.screen.round_end import final_scores, round_end
from client.screen.score_curve import match_end
from client.view.highlights import Highlights
from client.view.score_sheet import RoundRow
from client.view.view import View
from client.words.wrapping import wrap
from protocol.frozen import frozen
from protocol.game.layout import Arm, Layout
from protocol.log.table import Stage

PANEL_FROM: Final = 100
"""Columns from which plays and chat are beside the board."""
_LEAST_BOARD: Final = 5
_ROOM_FOR_HIGHLIGHTS: Final = Size(36, 18)
"""The smallest terminal that shows the highlights of a match."""
_LEAST_HIGHLIGHTS: Final = 8
_LEAST_CARD: Final = 10
"""Lines that a card has at least; if need be, the ends and the hand under it are left out."""
_MOST_TOLD: Final = 5
"""Most plays above the board."""
_RECOGNISED: Final = 16
"""Characters by which a notice is recognised in a feed that may cut it."""
_ROOM_FOR_PIPS: Final = Size(80, 20)
"""The smallest board on which tiles have pips; on a smaller one they would shrink after a few plays."""
_BOARD_BY_BOXES: Final = 9
"""Lines that a board has at least beside a hand of boxes."""
_SIZES_KEPT: Final = 8
"""Sizes of boards at one size of the terminal: with and without the panel, beside each size of the hand."""
NARROW: Final = 60
"""Columns below which sentences and names are short."""


@frozen(kw_only=True)
class Scene:
    """Everything that a frame shows.

    `view`: the viewer, called "you". `hand`: whose tiles are shown, if another player's, as in a replay. `has_table`:
    False before the first answer. `recent`: the plays that are marked as new. `is_urgent`: no notice may hide the
    prompt. `scroll_hints`: shown if the card can be scrolled. `middle`: the text in place of the board before the first
    round, and `page_link` the link of the QR code beside it. `introduction`: the lines for a player who is new to the
    game, shown between the board and the ends. `ended`: the score row of a finished round that is shown, with its
    `verdict` in words. `highlights`: shown in place of the board at the end of a match.
    """

    view: View
    has_table: bool = True
    hand: View | None = None
    selection: Selection = field(factory=Selection)
    chosen: Arm | None = None
    recent: Recent = field(factory=Recent)
    corner: str = ""
    away: frozenset[int] = frozenset()
    feed: tuple[Remark, ...] = ()
    plays: tuple[Remark, ...] = ()
    chat: tuple[Remark, ...] = ()
    notice: Remark | None = None
    prompt: Line = ()
    is_urgent: bool = False
    hints: tuple[KeyHint, ...] = (KeyHint("q", "leave", "q"),)
    scroll_hints: tuple[KeyHint, ...] = ()
    card: Card | None = None
    introduction: Card | None = None
    middle: tuple[Line, ...] = ()
    page_link: str | None = None
    ended: RoundRow | None = None
    verdict: str = ""
    highlights: Highlights | None = None
    largest: Zoom = Zoom.PIPS

    @property
    def is_at_an_end(self) -> bool:
        """Whether the end of a round or match is shown, with every hand open."""
        return self.ended is not None


class Frame(NamedTuple):
    """The lines of a frame; of its card, the lines that can be scrolled off at most and those visible at a time."""

    lines: list[Line]
    furthest: int = 0
    page: int = 0


@define
class Boards:
    """The last positions of the tiles, by the size of the board.

    A cache of a slow computation, and the only thing that drawing changes: each layout is computed from the one
    before it, so that tiles stay where they are from turn to turn.
    """

    _known: dict[Size, tuple[tuple[Layout, int, Zoom], Board]] = field(factory=dict)
    _round: int = 0

    def board(self, scene: Scene, size: Size) -> Board:
        """The position of every tile on a board of this size."""
        round_ = scene.view.round
        number = 0 if round_ is None else round_.number
        if number != self._round:
            self._known.clear()
            self._round = number
        layout, max_pip = scene.view.layout, scene.view.table.rules.max_pip
        has_room = size.width >= _ROOM_FOR_PIPS.width and size.height >= _ROOM_FOR_PIPS.height
        largest = scene.largest if has_room else max(scene.largest, Zoom.BOXES)
        key = (layout, max_pip, largest)
        known, board = self._known.pop(size, (None, None))
        if known is None or known[-1] != largest:
            board = None  # the player has chosen another zoom, which may be larger
        if board is None or known != key:
            board = lay_out(layout, size, max_pip, board, largest)
        self._known[size] = key, board
        while len(self._known) > _SIZES_KEPT:
            del self._known[next(iter(self._known))]
        return board


_ZOOMS: Final = ("Tiles as large as there is room for.", "Tiles with numbers.", "Small tiles.", "The arms as a list.")


def next_zoom(largest: Zoom) -> tuple[Zoom, str]:
    """The next zoom that a player can ask for, the largest after the smallest, and a notice that says which it is."""
    after = Zoom((largest + 1) % len(_ZOOMS))
    return after, _ZOOMS[after]


def compose(scene: Scene, size: Size, boards: Boards) -> Frame:
    """The frame, with exactly as many lines as `size` has rows."""
    width, height = size
    if scene.highlights is not None and not _has_room_for_highlights(scene.highlights, size):
        scene = evolve(scene, highlights=None)
    top = [panels.header(scene.view, scene.corner, width)] if scene.has_table else [panels.title(scene.corner, width)]
    if scene.has_table:
        top += panels.players(scene.view, scene.away, width, max(1, height // 7), scene.recent.points)
    has_hand = not scene.middle and scene.view.round is not None and not scene.is_at_an_end
    hand = _hand(scene, size, len(top), boards) if has_hand else []
    bottom = _below_board(scene, width, height, hand)
    room = max(0, height - len(top) - len(bottom) - 1)
    middle, feed = _middle_with_introduction(scene, width, room, boards)
    if feed == "" and _has_room_for_feed(scene, size):
        bottom = _below_board(_telling_the_last_play(scene, width), width, height, hand)
    elif feed and _is_in_feed(scene, feed, size):
        bottom = _below_board(evolve(scene, notice=None), width, height, hand)
    furthest = page = 0
    if scene.card is not None:
        if room < _LEAST_CARD:
            bottom = _under_a_card(scene, width, height - len(top))
            room = max(0, height - len(top) - len(bottom) - 1)
        middle, furthest = scene.card.draw(width, room)
        page = lines_inside(room)
    hints = (*scene.scroll_hints, *scene.hints) if furthest else scene.hints
    lines = [fill(line, width) for line in [*top, *middle, *bottom, panels.footer(hints, width)]]
    return Frame(lines[: height - 1] + lines[-1:] if len(lines) > height else lines, furthest, page)


def _has_room_for_highlights(found: Highlights, size: Size) -> bool:
    is_large = size.width >= _ROOM_FOR_HIGHLIGHTS.width and size.height >= _ROOM_FOR_HIGHLIGHTS.height
    return is_large and len(found.scores) > 1


def _under_a_card(scene: Scene, width: int, room: int) -> list[Line]:
    """The lines under a card that takes all the room: the explanation of a list or form, an urgent prompt, chat."""
    is_chosen_from = scene.card is not None and scene.card.shows is not None
    wanted = _message_height(scene, width, room) if is_chosen_from else int(scene.is_urgent) + int(_has_chat(scene))
    return _message(scene, width, max(0, min(wanted, room - _LEAST_BOARD)))


def _hand(scene: Scene, size: Size, above: int, boards: Boards) -> list[Line]:
    """The hand: in boxes no larger than the tiles on the board above it, or else in brackets.

    `above`: lines above the board. As the board fills, the hand becomes smaller first, and never larger again.
    """
    width, height = size
    view, most = scene.hand or scene.view, max(2, height // 4)
    for_lines = 0 if scene.introduction is None else scene.introduction.height(width)
    for zoom in (Zoom.PIPS, Zoom.BOXES) if scene.card is None and width >= NARROW else ():
        boxes = hand_in_boxes(view, scene.selection, width, most, zoom)
        if boxes is None:
            continue
        below = len(boxes) + _message_height(scene, width, height) + 2  # the bar and the footer
        room = height - above - for_lines - below
        if room >= _BOARD_BY_BOXES and _space(scene, width, room, boards).board.zoom <= zoom:
            return boxes
    return hand_lines(view, scene.selection, width, most)


def _below_board(scene: Scene, width: int, height: int, hand: Sequence[Line]) -> list[Line]:
    if scene.middle or scene.view.round is None:
        return _message(scene, width, _message_height(scene, width, height))
    if scene.is_at_an_end:
        return _end_of_round(scene, width, height)
    lines = [ends_bar(scene.view, scene.chosen, width), *hand]
    return [*lines, *_message(scene, width, _message_height(scene, width, height))]


def notice_height(scene: Scene, size: Size) -> int:
    """Lines that a notice may take. An urgent prompt has a line of its own, except at the end of a round."""
    height = 1 if scene.is_at_an_end else _message_height(scene, *size)
    return height - (1 if scene.prompt and _keeps_its_line(scene, height) else 0)


def _has_chat(scene: Scene) -> bool:
    """Whether the notice is a line of chat, which nothing over the board may hide."""
    return scene.notice is not None and scene.notice.style == CHAT


def _message(scene: Scene, width: int, height: int) -> list[Line]:
    return panels.message(scene.notice, scene.prompt, width, height, is_urgent=_keeps_its_line(scene, height))


def _keeps_its_line(scene: Scene, height: int) -> bool:
    """Whether this notice may not hide the prompt.

    If there is only one line, an answer may, because the footer says what to do; a summary on arrival may not, nor the
    result of a move when it is the viewer's turn again.
    """
    gives_way = scene.notice is not None and scene.notice.style in (ARRIVAL, OWN)
    return scene.is_urgent and (height > 1 or scene.is_at_an_end or gives_way)


def _message_height(scene: Scene, width: int, height: int) -> int:
    if scene.card is not None and scene.card.shows is not None and width < NARROW:
        return 4  # the lines of a list or form are explained in sentences
    return 1 if height < 18 else 2 if height < 30 else 3


def _end_of_round(scene: Scene, width: int, height: int) -> list[Line]:
    is_over = scene.view.table.stage is Stage.OVER
    verdict = wrap(scene.verdict, width)
    players = len(scene.view.table.seats) + 1
    final = final_scores(scene.view, width) if is_over and scene.view.table.rules.partners else []
    message = _message(scene, width, 2 if scene.is_urgent and _has_chat(scene) else 1)
    most = height - 4 - (_LEAST_BOARD if scene.highlights is None else _LEAST_HIGHLIGHTS)
    if len(verdict) + players + len(final) >= most:
        verdict, final = clip_lines(verdict, width, 3), []
    style = "class:verdict class:winner" if is_over and has_won(scene.view) else "class:verdict"
    result: list[Line] = [[Fragment(style, line)] for line in verdict]
    table = round_end(scene.view, scene.ended, width, most - 1 - len(result) - len(final))
    return [*[*result, *table, *final][: max(0, most - 1)], *message]


def _middle_with_introduction(scene: Scene, width: int, height: int, boards: Boards) -> "_Middle":
    """The middle with the introduction under it. Where both have no room, it covers the end of the board."""
    if scene.introduction is None:
        return _middle(scene, width, height, boards)
    for_lines = scene.introduction.height(width)
    if for_lines <= height:
        lines, _ = scene.introduction.draw(width, for_lines)
    else:
        lines = scene.introduction.unframed(width, height)
        for_lines = len(lines)
    for_board = height - for_lines if height - for_lines >= _LEAST_BOARD else height
    middle, feed = _middle(scene, width, for_board, boards)
    return _Middle([*middle[: height - for_lines], *lines], feed)


class _Middle(NamedTuple):
    """The lines between the players and the bar of ends; `feed`: the feed in them, None if it has no place there."""

    lines: list[Line]
    feed: str | None = None


def _middle(scene: Scene, width: int, height: int, boards: Boards) -> _Middle:
    if scene.middle or scene.view.round is None:
        return _Middle(centred_with_code(scene.middle, scene.page_link, width, height))
    ended = [] if scene.highlights is None else match_end(scene.view, scene.highlights, width, height)
    if ended:
        return _Middle(ended)
    space = _space(scene, width, height, boards)
    rows = _board(scene, space.board)
    if space.for_panel:
        panel = panels.side_panel(scene.plays, scene.chat, space.for_panel, height)
        return _Middle([[*row, *beside] for row, beside in zip(rows, panel, strict=True)])
    return _with_feed(scene, rows, space.for_feed, width)


class _Space(NamedTuple):
    """The board, the columns of the panel beside it and the lines of the feed above it."""

    board: Board
    for_panel: int = 0
    for_feed: int = 0


def _space(scene: Scene, width: int, height: int, boards: Boards) -> _Space:
    if width >= PANEL_FROM:
        for_panel = max(30, width // 4)
        narrow = boards.board(scene, Size(width - for_panel, height))
        whole = Size(width, height)
        if narrow.zoom < Zoom.LIST or boards.board(scene, whole).zoom >= Zoom.LIST:
            return _Space(narrow, for_panel)
        return _Space(boards.board(scene, whole))
    # The end of a round is described under the board.
    for_feed = 0 if scene.is_at_an_end else _feed_height(height)
    return _Space(boards.board(scene, Size(width, height - for_feed)), for_feed=for_feed)


def _with_feed(scene: Scene, rows: list[Line], for_feed: int, width: int) -> _Middle:
    """The last plays above the board: in the lines reserved for them, and in those that the tiles leave empty.

    At most one more than there are seats: my own last play and all plays since. If the plays of the others do not fit,
    they are side by side.
    """
    empty = next((at for at, row in enumerate(rows) if text_of(row).strip()), 0)
    seats = len(scene.view.table.seats)
    more = max(0, min(empty - 1, min(_MOST_TOLD, seats + 1) - for_feed))
    others = panels.since_mine(scene.feed, most=seats + 1)
    if others > for_feed + more:
        feed = panels.feed_in_a_row(scene.feed, others, width, for_feed + more)
    else:
        remarks = panels.briefly(scene.feed) if width < NARROW else scene.feed
        feed = panels.feed(remarks, width, for_feed + more)
    unused = next((at for at, line in enumerate(feed) if text_of(line).strip()), len(feed))
    more -= min(more, unused)
    feed = feed[len(feed) - for_feed - more :]
    return _Middle([*feed, *rows[more:]], " ".join(text_of(line).strip() for line in feed).strip())


def _is_in_feed(scene: Scene, feed: str, size: Size) -> bool:
    """Whether the feed above the board has a notice that would be cut, or any of a summary on arrival."""
    if scene.notice is None:
        return False
    if scene.notice.style == ARRIVAL:
        return scene.notice.text[:_RECOGNISED] in feed
    return scene.notice.text in feed and len(wrap(scene.notice.text, size.width)) > notice_height(scene, size)


def _has_room_for_feed(scene: Scene, size: Size) -> bool:
    """Whether the last play, for want of another place, can be shown above the prompt."""
    is_quiet = scene.notice is None or not scene.notice.text
    is_on = bool(scene.plays) and not scene.is_at_an_end and scene.card is None
    for_prompt = len(wrap(text_of(scene.prompt), size.width))
    return is_quiet and is_on and _message_height(scene, *size) > for_prompt


def _telling_the_last_play(scene: Scene, width: int) -> Scene:
    (last,) = panels.briefly(scene.plays[-1:])
    return evolve(scene, notice=Remark(last.style, clip_text(last.text, width)))


def _feed_height(height: int) -> int:
    """Lines of the feed above a board, from the height of both together."""
    return 0 if height < 12 else 1 if height < 15 else 2 if height < 22 else 3


def _board(scene: Scene, board: Board) -> list[Line]:
    layout = scene.view.layout
    if layout.lead is None:
        return empty_board(board, _who_leads(scene.view))
    return board_lines(board, layout, scene.recent.tiles, scene.chosen)


def _who_leads(view: View) -> str:
    return "" if view.round is None else f"Round {view.round.number}"
