"""The layout of a frame: the place and the height of each part.

Here: `Scene`, everything that a frame shows, and `compose`, which turns it into lines for a size, in play and in a
replay. Not here: drawing each part (`draw`, `panels`, `card`, `round_end`), making a scene (`desk_scene`,
`replay.replay_screen`), the terminal (`stage`).
"""

from typing import Final, NamedTuple

from attrs import define, evolve, field, frozen

from client.model.selection import Selection
from client.picture.board import Board, Zoom, lay_out
from client.picture.pinwheel import Size
from client.screen import panels
from client.screen.card import Card, lines_inside
from client.screen.draw import board_lines, empty_board, ends_bar, hand_lines
from client.screen.panels import ARRIVAL, OWN, KeyHint, Remark
from client.screen.paper import (
    CHOSEN,
    Fragment,
    Line,
    centred,
    clip_lines,
    clip_text,
    fill,
    line_cells,
    text_of,
)
from client.screen.qr_code import qr_code
from client.screen.round_end import final_scores, round_end
from client.view.score_sheet import RoundRow
from client.view.view import View
from client.words.wrapping import wrap
from protocol.game.layout import Arm, Layout
from protocol.game.tiles import Tile
from protocol.log.table import Stage

PANEL_FROM: Final = 100
"""Columns from which plays and chat are beside the board."""
CODE_FROM: Final = 80
"""Columns from which a QR code is drawn."""
_LEAST_BOARD: Final = 5
_LEAST_CARD: Final = 10
"""Lines that a card has at least; if need be, the ends and the hand under it are left out."""
_MOST_TOLD: Final = 5
"""Most plays above the board."""
_RECOGNISED: Final = 16
"""Characters by which a notice is recognised in a feed that may cut it."""
NARROW: Final = 60
"""Columns below which sentences and names are short."""


@frozen(kw_only=True)
class Scene:
    """Everything that a frame shows.

    `view`: the viewer, called "you". `hand`: whose tiles are shown, if another player's, as in a replay. `has_table`:
    False before the first answer. `is_urgent`: no notice may hide the prompt. `scroll_hints`: shown if the card can be
    scrolled. `middle`: the text in place of the board before the first round, and `page_link` the link of the QR code
    beside it. `ended`: the score row of a finished round that is shown, with its `verdict` in words.
    """

    view: View
    has_table: bool = True
    hand: View | None = None
    selection: Selection = field(factory=Selection)
    chosen: Arm | None = None
    last: Tile | None = None
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
    middle: tuple[Line, ...] = ()
    page_link: str | None = None
    ended: RoundRow | None = None
    verdict: str = ""
    largest: Zoom = Zoom.BOXES

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
        key = (layout, max_pip, scene.largest)
        known, board = self._known.pop(size, (None, None))
        if board is None or known != key:
            board = lay_out(layout, size, max_pip, board, scene.largest)
        self._known[size] = key, board
        while len(self._known) > 4:
            del self._known[next(iter(self._known))]
        return board


_ZOOMS: Final = ("Tiles as large as there is room for.", "Small tiles.", "The arms as a list.")


def next_zoom(largest: Zoom) -> tuple[Zoom, str]:
    """The next zoom that a player can ask for, the largest after the smallest, and a notice that says which it is."""
    after = Zoom((largest + 1) % len(_ZOOMS))
    return after, _ZOOMS[after]


def compose(scene: Scene, size: Size, boards: Boards) -> Frame:
    """The frame, with exactly as many lines as `size` has rows."""
    width, height = size
    top = [panels.header(scene.view, scene.corner, width)] if scene.has_table else [panels.title(scene.corner, width)]
    if scene.has_table:
        top += panels.players(scene.view, scene.away, width, most=max(1, height // 7))
    bottom = _below_board(scene, width, height)
    room = max(0, height - len(top) - len(bottom) - 1)
    middle, feed = _middle(scene, width, room, boards)
    if feed == "" and _has_room_for_feed(scene, size):
        bottom = _below_board(_telling_the_last_play(scene, width), width, height)
    elif feed and _is_in_feed(scene, feed, size):
        bottom = _below_board(evolve(scene, notice=None), width, height)
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


def _under_a_card(scene: Scene, width: int, room: int) -> list[Line]:
    """The lines under a card that takes all the room: the explanation of a list or form, or an urgent prompt."""
    is_chosen_from = scene.card is not None and scene.card.shows is not None
    wanted = _message_height(scene, width, room) if is_chosen_from else 1 if scene.is_urgent else 0
    return _message(scene, width, max(0, min(wanted, room - _LEAST_BOARD)))


def _below_board(scene: Scene, width: int, height: int) -> list[Line]:
    if scene.middle or scene.view.round is None:
        return _message(scene, width, _message_height(scene, width, height))
    if scene.is_at_an_end:
        return _end_of_round(scene, width, height)
    lines = [ends_bar(scene.view, scene.chosen, width)]
    lines += hand_lines(scene.hand or scene.view, scene.selection, width, most=max(2, height // 4))
    return [*lines, *_message(scene, width, _message_height(scene, width, height))]


def notice_height(scene: Scene, size: Size) -> int:
    """Lines that a notice may take. An urgent prompt has a line of its own, except at the end of a round."""
    height = 1 if scene.is_at_an_end else _message_height(scene, *size)
    return height - (1 if scene.prompt and _keeps_its_line(scene, height) else 0)


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
    message = _message(scene, width, 1)
    most = height - 4 - _LEAST_BOARD
    if len(verdict) + players + len(final) >= most:
        verdict, final = clip_lines(verdict, width, 3), []
    result: list[Line] = [[Fragment("class:verdict", line)] for line in verdict]
    table = round_end(scene.view, scene.ended, width, most - 1 - len(result) - len(final))
    return [*[*result, *table, *final][: max(0, most - 1)], *message]


class _Middle(NamedTuple):
    """The lines between the players and the bar of ends; `feed`: the feed in them, None if it has no place there."""

    lines: list[Line]
    feed: str | None = None


def _middle(scene: Scene, width: int, height: int, boards: Boards) -> _Middle:
    if scene.middle or scene.view.round is None:
        return _Middle(_centred_with_code(scene, width, height))
    if width >= PANEL_FROM:
        for_panel = max(30, width // 4)
        narrow = boards.board(scene, Size(width - for_panel, height))
        if narrow.zoom < Zoom.LIST or boards.board(scene, Size(width, height)).zoom >= Zoom.LIST:
            panel = panels.side_panel(scene.plays, scene.chat, for_panel, height)
            return _Middle([[*row, *beside] for row, beside in zip(_board(scene, narrow), panel, strict=True)])
    # The end of a round is described under the board.
    for_feed = 0 if width >= PANEL_FROM or scene.is_at_an_end else _feed_height(height)
    rows = _board(scene, boards.board(scene, Size(width, height - for_feed)))
    return _with_feed(scene, rows, for_feed, width)


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
    return board_lines(board, layout, scene.last, scene.chosen)


def _who_leads(view: View) -> str:
    return "" if view.round is None else f"Round {view.round.number}"


def _centred_with_code(scene: Scene, width: int, height: int) -> list[Line]:
    """The text in the middle, with the QR code of the page at its right if there is room for both."""
    code = () if scene.page_link is None or width < CODE_FROM else qr_code(scene.page_link)
    if not code or len(code) > height:
        return _centred_lines(scene.middle, width, height)
    beside = line_cells(code[0])
    above = (height - len(code)) // 2
    empty: Line = [Fragment("", " " * beside)]
    column = [*[empty] * above, *code, *[empty] * (height - above - len(code))]
    text = _centred_lines(scene.middle, width - beside - 1, height)
    return [
        [*fill(line, width - beside - 1), *cells, Fragment("", " ")] for line, cells in zip(text, column, strict=True)
    ]


def _centred_lines(text: tuple[Line, ...], width: int, height: int) -> list[Line]:
    """The text in the middle of the space; if it is too long, the lines round the selected one."""
    wrapped = [each for line in text for each in _wrapped(line, width)]
    widest = max((line_cells(line) for line in wrapped), default=0)
    chosen = next((at for at, line in enumerate(wrapped) if line and line[0].style == CHOSEN), 0)
    first = max(0, min(chosen - height // 2, len(wrapped) - height))
    wrapped = wrapped[first : first + height]
    above = (height - len(wrapped)) // 2
    empty: Line = [Fragment("", " " * width)]
    lines = [*[empty] * above, *(centred(fill(line, widest), width) for line in wrapped)]
    return [*lines, *[empty] * (height - len(lines))]


def _wrapped(line: Line, width: int) -> list[Line]:
    if line_cells(line) <= width:
        return [line]
    return [[line[0]._replace(text=part)] for part in wrap(text_of(line), width)]
