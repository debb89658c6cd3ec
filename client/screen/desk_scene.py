"""The scene for one frame: every part of the screen, from the desk and the windows.

Nothing is changed by drawing. Not here: the sentences of the prompt (`prompts`), the keys in the footer (`window`,
`table_keys`), where the parts of a scene are (`frame_layout`), how it looks (`frame`).
"""

from attrs import evolve

from client.model.announcements import Subject
from client.model.recent import since_my_move
from client.model.status import Ended, Lost, NeedsAnswer
from client.panels.words import about_round
from client.picture.pinwheel import Size
from client.screen.card import Card
from client.screen.code_window import CodeWindow
from client.screen.desk import Desk
from client.screen.first_frame import TITLE
from client.screen.frame import compose
from client.screen.frame_layout import FrameLayout, lay_out_frame, message_height
from client.screen.frame_lines import KeyHint, Remark
from client.screen.key_hints import hint
from client.screen.message import Message
from client.screen.paper import Fragment, Line, line_cells
from client.screen.prompts import is_urgent, prompt_of
from client.screen.scene import NARROW, Scene
from client.screen.table_keys import hints_of
from client.screen.windows import TableWindows
from client.view.view import View
from client.words import presence_words
from client.words.name_words import game_title, name_of, shown
from client.words.say import say
from protocol.game.layout import Arm


def frame_of(desk: Desk, windows: TableWindows, size: Size, now: float) -> list[Line]:
    """The screen at this size, line by line."""
    return compose(scene_of(desk, windows, size, now), size, desk.boards)


def layout_of(desk: Desk, windows: TableWindows, size: Size, now: float) -> FrameLayout:
    """Where the parts of the screen are at this size."""
    return lay_out_frame(scene_of(desk, windows, size, now), size, desk.boards)


def room_for_notice(desk: Desk, windows: TableWindows, size: Size, now: float) -> int:
    """Lines that a notice may take under the board."""
    height = message_height(size, windows.card(size.width), is_at_an_end=desk.lookbacks.shown is not None)
    return _message(desk, windows, size, now).room_for_notice(height)


def scene_of(desk: Desk, windows: TableWindows, size: Size, now: float) -> Scene:
    """Everything that is shown now."""
    model, end, plays = desk.model, desk.lookbacks.shown, tuple(desk.plays)
    if end is not None and desk.lookbacks.shows_last_board:
        end = evolve(end, highlights=None)
    scroll_hints, hints = _hints(desk, windows)
    return Scene(
        view=desk.view,
        has_table=model.session.game is not None,
        selection=model.selection,
        chosen=_chosen(desk),
        recent=since_my_move(model.session.entries, model.seat) if end is None else end.recent,
        end=end,
        about_end=() if end is None else about_round(model, end.game, end.row.number),
        away=frozenset(seat for seat, here in model.here.items() if not here),
        corner=_corner(desk, size, now),
        feed=_feed_above_board(desk, plays),
        plays=plays,
        chat=tuple(Remark(Subject.CHAT, presence_words.said(model.view, said)) for said in model.talk.chat),
        message=_message(desk, windows, size, now),
        text=_text(desk, windows),
        code_link=desk.code_link,
        picture=windows.front.picture if isinstance(windows.front, CodeWindow) and desk.code_link else None,
        introduction=_introduction(desk),
        card=windows.card(size.width),
        hints=hints,
        scroll_hints=scroll_hints,
    )


def _message(desk: Desk, windows: TableWindows, size: Size, now: float) -> Message:
    """The notice and the prompt.

    In a single line an answer may hide even an urgent prompt, because the footer says what to do; a summary on arrival
    may not, nor the result of a move when it is the player's turn again. A question that needs more lines than one has
    them all, but for chat: what was said before is in the feed.
    """
    notice, urgent, prompt = desk.notice, is_urgent(desk, windows), prompt_of(desk, windows, size, now)
    is_asked = any(window.is_urgent for window in windows.over_board)
    if is_asked and line_cells(prompt) > size.width and notice is not None and notice.subject is not Subject.CHAT:
        notice = None
    gives_way = notice is not None and notice.subject in (Subject.AWAY, Subject.OWN)
    is_pinned = urgent and (gives_way or desk.lookbacks.shown is not None)
    return Message(notice, prompt, urgent, is_pinned)


def _hints(desk: Desk, windows: TableWindows) -> tuple[tuple[KeyHint, ...], tuple[KeyHint, ...]]:
    """The keys of the window in front, with those that scroll it; or the table's."""
    front = windows.front
    if isinstance(desk.model.status, Ended) and windows.question is None:
        return (), (hint("enter", say("key.leave")),)
    if front is None or front is windows.seats:
        return (), hints_of(desk, windows.seats)
    return front.scroll_hints(), front.hints()


def _introduction(desk: Desk) -> Card | None:
    if not desk.introduction:
        return None
    return Card(game_title(desk.view.table.preset), desk.introduction, foot=say("foot.close_or_rules"))


def _feed_above_board(desk: Desk, plays: tuple[Remark, ...]) -> tuple[Remark, ...]:
    """What happens, without comments on it; at an end only the last plays: how it ended is written under the board."""
    if desk.lookbacks.shown is None:
        return tuple(remark for remark in desk.feed if remark.subject is not Subject.COMMENT)
    return tuple(play for line, play in zip(desk.log, plays, strict=True) if line.seat is not None)


def _chosen(desk: Desk) -> Arm | None:
    play = desk.model.selection.play
    return None if play is None or not desk.view.is_playing or desk.lookbacks.is_behind_play else play.arm


def _corner(desk: Desk, size: Size, now: float) -> str:
    """The right side of the header: trouble, the clock, the name of the table."""
    model, parts = desk.model, []
    if model.deals.alarms:
        parts.append(say("corner.warning"))
    if isinstance(model.status, Lost):
        parts.append(say("corner.no_connection"))
    elif model.presence.is_host_in_trouble:
        parts.append(say("corner.host_in_trouble"))
    if model.clock is not None and not desk.lookbacks.is_behind_play:
        clock = model.clock
        parts.append(_clock(model.view, clock.kind, clock.seat, clock.until - now))
    if model.session.table_name is not None and size.width >= NARROW and not model.is_alone:
        parts.append(shown(model.session.table_name))
    return " · ".join(parts)


def _clock(view: View, kind: str, seat: int, seconds: float) -> str:
    """`0:42` for my own turn, `Ana 0:42` for another player's, `Ana away, bot in 0:12`."""
    left = f"{max(0, int(seconds)) // 60}:{max(0, int(seconds)) % 60:02}"
    if kind == "grace":
        return say("corner.away", name=name_of(view, seat), left=left)
    return left if seat == view.seat else say("corner.clock", name=name_of(view, seat), left=left)


def _text(desk: Desk, windows: TableWindows) -> tuple[Line, ...]:
    """The text in place of a board; empty if there is a board or the lobby."""
    if windows.lobby.is_only_place:
        return ()
    if desk.is_connecting:
        status = desk.model.status
        text = status.text if isinstance(status, Ended | NeedsAnswer) else _connecting(desk)
        return ([Fragment("class:title", TITLE)], [], *([Fragment("", line)] for line in text.splitlines()))
    if desk.view.is_playing and desk.view.round is None:
        return ([Fragment("class:title", say("deal.the_match_begins"))],)
    return windows.seats.lines() if desk.is_seating else ()


def _connecting(desk: Desk) -> str:
    return say("connecting.to", address=desk.address) if desk.address else say("connecting.setting_up")
