"""Where the parts of a frame are: how many lines each has, and how the lines in the middle are shared.

From the top down a frame has the header and the players, the middle (a board, a text, a card, or a board over a card),
the bar of ends and the hand (or, at the end of a round, who scored what), the message, and the keys. The middle gets
the lines that the others leave. Here: `lay_out_frame`, which finds all heights before the board, the plays beside it, a
card, the hand or the message is drawn; texts that need as many lines as they are long are wrapped first. Not here:
drawing (`frame`, and the modules of the parts), the places of tiles (`boards`).
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from client.model.announcements import Subject
from client.model.lookback import has_won
from client.picture.board import Board, Zoom
from client.picture.pinwheel import Size
from client.screen import frame_lines
from client.screen.boards import Boards
from client.screen.card import Card, PlacedCard
from client.screen.hand import ArrangedHand, HeldTile, hand_in_boxes, hand_in_brackets, held_tiles
from client.screen.paper import Fragment, Line, clip_lines, clip_text, text_of
from client.screen.round_end import final_scores, round_end
from client.screen.scene import NARROW, Scene
from client.screen.score_curve import match_end
from client.view.highlights import Highlights
from client.words.wrapping import has_link, wrap
from protocol.frozen import frozen
from protocol.log.table import Stage

PANEL_FROM: Final = 100
"""Columns from which plays and chat are beside the board."""
LEAST_BOARD: Final = 5
_ROOM_FOR_HIGHLIGHTS: Final = Size(36, 18)
"""The smallest terminal that shows the highlights of a match."""
_LEAST_HIGHLIGHTS: Final = 8
_LEAST_CARD: Final = 10
"""Lines that a card has at least; if need be, the ends and the hand under it are left out."""
_LEAST_CARD_UNDER_BOARD: Final = 12
"""Lines of a card under a board that is too long for its place there, and is scrolled."""
_BOARD_BY_BOXES: Final = 9
"""Lines that a board has at least beside a hand of boxes."""


class MiddleLayout(NamedTuple):
    """The board, the columns of the panel beside it and the lines of the feed above it."""

    board: Board
    panel: int = 0
    feed: int = 0


@frozen(kw_only=True)
class FrameLayout:
    """The parts of a frame from the top down: texts in their lines, of everything else the height in lines.

    `middle`: the height of what is between the players and the bar of ends. `card` or `introduction`: its last lines.
    `board`: the height of the board or text above that; 0 if the card takes all of it. `curve`: in place
    of the board. `shares`: of the board and what is beside and above it. `hand`: None without a hand and the bar of
    ends over it. `end`: how the round ended.
    """

    top: Sequence[Line]
    middle: int
    card: PlacedCard | None = None
    introduction: Sequence[Line] = ()
    board: int = 0
    curve: Sequence[Line] = ()
    shares: MiddleLayout | None = None
    hand: ArrangedHand | None = None
    end: Sequence[Line] = ()
    message: int


def lay_out_frame(scene: Scene, size: Size, boards: Boards) -> FrameLayout:
    """The layout of this scene on a terminal of this size."""
    top = _top(scene, size)
    room = size.height - len(top) - 1
    if scene.card is not None:
        return _with_card(scene, scene.card, size, top, room, boards)
    highlights = _highlights(scene, size)
    message, end = _message_height(scene, size), _end_of_round(scene, size, highlights)
    introduction = None if scene.introduction is None else scene.introduction.whole(size.width)
    for_introduction = 0 if introduction is None else introduction.size.height
    hand = _hand(scene, size, room - message - for_introduction, boards) if scene.has_hand else None
    middle = max(0, room - _with_bar(hand) - len(end) - message)
    introduced = [] if introduction is None else _introduced(introduction, middle)
    board = middle - len(introduced) if middle - len(introduced) >= LEAST_BOARD else middle
    place = Size(size.width, board)
    curve = match_end(scene.view, highlights, *place) if highlights is not None and scene.has_board else []
    return FrameLayout(
        top=top,
        middle=middle,
        introduction=introduced,
        board=board,
        curve=curve,
        shares=_shares(scene, place, boards) if scene.has_board and not curve else None,
        hand=hand,
        end=end,
        message=message,
    )


def _with_card(scene: Scene, card: Card, size: Size, top: Sequence[Line], room: int, boards: Boards) -> FrameLayout:
    """The layout with a card: under the board if both have room, else in its place, with all the room if need be."""
    under_board = _under_board(scene, card, size, top, room, boards) if scene.has_hand else None
    if under_board is not None:
        return under_board
    hand = hand_in_brackets(_held(scene), size.width, _most_for_hand(size)) if scene.has_hand else None
    message, end = _message_height(scene, size), _end_of_round(scene, size, _highlights(scene, size))
    middle = max(0, room - _with_bar(hand) - len(end) - message)
    if middle < _LEAST_CARD:
        hand, end, message = None, [], _message_under_a_card(scene, card, size, room)
        middle = max(0, room - message)
    placed = card.placed(Size(size.width, middle))
    return FrameLayout(top=top, middle=middle, card=placed, hand=hand, end=end, message=message)


def _under_board(
    scene: Scene, card: Card, size: Size, top: Sequence[Line], room: int, boards: Boards
) -> FrameLayout | None:
    """The layout with the card under a board with all its tiles; None if one of them would have too little room.

    A card that is too long for that is scrolled, on a terminal where the board takes less than half of the room.
    """
    message, needed = _message_height(scene, size), card.whole(size.width).size.height
    for most in (needed, max(_LEAST_CARD_UNDER_BOARD, (room - message) // 2)):
        height = min(needed, most)
        hand = _hand(scene, size, room - message - height, boards)
        middle = room - _with_bar(hand) - message
        board = middle - height
        if board < LEAST_BOARD or (height < needed and board < middle // 3):
            continue
        shares = _shares(scene, Size(size.width, board), boards)
        if shares.board.zoom < Zoom.LIST:
            placed = card.placed(Size(size.width, height))
            return FrameLayout(
                top=top, middle=middle, card=placed, board=board, shares=shares, hand=hand, message=message
            )
    return None


def _introduced(introduction: PlacedCard, height: int) -> list[Line]:
    """The introduction in at most so many lines, without its frame if it needs more."""
    width, needed = introduction.size
    return introduction.lines() if needed <= height else introduction.card.unframed(width, height)


def _top(scene: Scene, size: Size) -> list[Line]:
    width, height = size
    if not scene.has_table:
        return [frame_lines.title(scene.corner, width)]
    players = frame_lines.players(scene.view, scene.away, width, max(1, height // 7), scene.recent.points)
    return [frame_lines.header(scene.view, scene.corner, width), *players]


# Under the board.


def message_height(size: Size, card: Card | None, *, is_at_an_end: bool) -> int:
    """Lines for the notice and the prompt. The end of a round needs nearly all lines for itself."""
    if is_at_an_end:
        return 1
    if card is not None and card.shows is not None and size.width < NARROW:
        return 4  # the lines of a list or form are explained in sentences
    return 1 if size.height < 18 else 2 if size.height < 30 else 3


def _message_height(scene: Scene, size: Size) -> int:
    if scene.picture is not None and scene.message.notice is None:
        return 0
    is_at_an_end = scene.has_board and not scene.has_hand
    needs_two = is_at_an_end and scene.message.is_urgent and scene.message.has_chat
    height = 2 if needs_two else message_height(size, scene.card, is_at_an_end=is_at_an_end)
    return max(height, _height_for_link(scene, size), _height_for_hint(scene, size))


def _height_for_link(scene: Scene, size: Size) -> int:
    """Lines for a notice with a link, of which a part is of no use, and for a prompt that has to be seen with it."""
    notice = scene.message.notice
    if notice is None or not has_link(notice.text):
        return 0
    return min(len(wrap(notice.text, size.width)) + int(scene.message.is_urgent), size.height // 2)


def _height_for_hint(scene: Scene, size: Size) -> int:
    """Lines for a whole hint or comment and the prompt: what it is about is on the board, and why in its sentence."""
    notice = scene.message.notice
    if notice is None or notice.subject not in (Subject.HINT, Subject.COMMENT) or scene.card is not None:
        return 0
    prompt = len(wrap(text_of(scene.message.prompt), size.width)) if scene.message.prompt else 0
    return min(len(wrap(notice.text, size.width)) + prompt, size.height // 3)


def _message_under_a_card(scene: Scene, card: Card, size: Size, room: int) -> int:
    """Lines for the explanation of a list or form, an urgent prompt, chat: all that there is under a card then."""
    message = scene.message
    wanted = int(message.is_urgent) + int(message.has_chat)
    if card.shows is not None:
        wanted = message_height(size, card, is_at_an_end=False)
    wanted = max(wanted, _height_for_link(scene, size))
    return max(0, min(wanted, room + 1 - LEAST_BOARD))


def _with_bar(hand: ArrangedHand | None) -> int:
    return 0 if hand is None else 1 + hand.height


def _held(scene: Scene) -> list[HeldTile]:
    return held_tiles(scene.hand or scene.view, scene.selection)


def _most_for_hand(size: Size) -> int:
    return max(2, size.height // 4)


def _hand(scene: Scene, size: Size, room: int, boards: Boards) -> ArrangedHand:
    """The hand: in boxes no larger than the tiles on the board above it, or else in brackets.

    `room`: lines for it, the bar and the board. As the board fills, the hand becomes smaller first, and never larger
    again.
    """
    held, most = _held(scene), _most_for_hand(size)
    for zoom in (Zoom.PIPS, Zoom.BOXES) if size.width >= NARROW else ():
        boxes = hand_in_boxes(held, size.width, most, zoom)
        if boxes is None:
            continue
        board = Size(size.width, room - _with_bar(boxes))
        if board.height >= _BOARD_BY_BOXES and _shares(scene, board, boards).board.zoom <= zoom:
            return boxes
    return hand_in_brackets(held, size.width, most)


# The end of a round or match.


def _highlights(scene: Scene, size: Size) -> Highlights | None:
    """The highlights of the match, if they are shown and have room."""
    found = None if scene.end is None else scene.end.highlights
    is_large = size.width >= _ROOM_FOR_HIGHLIGHTS.width and size.height >= _ROOM_FOR_HIGHLIGHTS.height
    return found if found is not None and is_large and len(found.scores) > 1 else None


def _end_of_round(scene: Scene, size: Size, highlights: Highlights | None) -> list[Line]:
    """How the round ended: in words, what each player scored and, between partners, the final scores."""
    if scene.end is None or not scene.has_board:
        return []
    width, height = size
    table = scene.view.table
    is_over = table.stage is Stage.OVER
    verdict = wrap(scene.end.verdict, width)
    final = final_scores(scene.view, width) if is_over and table.rules.partners else []
    most = height - 4 - (LEAST_BOARD if highlights is None else _LEAST_HIGHLIGHTS)
    if len(verdict) + len(table.seats) + 1 + len(final) >= most:
        verdict, final = clip_lines(verdict, width, 3), []
    style = "class:verdict class:winner" if is_over and has_won(scene.view) else "class:verdict"
    said: list[Line] = [[Fragment(style, line)] for line in verdict]
    scores = round_end(scene.view, scene.end.row, width, most - 1 - len(said) - len(final))
    about: list[Line] = [[Fragment("class:quiet", clip_text(sentence, width))] for sentence in scene.about_end]
    return [*said, *scores, *final, *about][: max(0, most - 1)]


# The board, and what is beside and above it.


def _shares(scene: Scene, size: Size, boards: Boards) -> MiddleLayout:
    """How a board, a panel beside it and a feed above it share a place of this size."""
    width, height = size
    if width >= PANEL_FROM:
        panel = max(30, width // 4)
        narrow = boards.board(scene.view, Size(width - panel, height))
        if narrow.zoom < Zoom.LIST or boards.board(scene.view, size).zoom >= Zoom.LIST:
            return MiddleLayout(narrow, panel)
        return MiddleLayout(boards.board(scene.view, size))
    # The end of a round is described under the board.
    feed = 0 if scene.end is not None else _feed_height(height)
    return MiddleLayout(boards.board(scene.view, Size(width, height - feed)), feed=feed)


def _feed_height(height: int) -> int:
    """Lines of the feed above a board, from the height of both together."""
    return 0 if height < 12 else 1 if height < 15 else 2 if height < 22 else 3
