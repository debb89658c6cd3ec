"""What a desk shows now: every part of a frame, put together from what the desk knows.

Lives here: from `Desk` to `Scene` and `Frame`. Not here: which prompt and which hints there are (`prompts`, `hints`),
how a scene looks (`scene`), what the desk knows (`desk`).
"""

from collections.abc import Sequence

from client.model.lookback import laid_last
from client.model.sheet import LogLine
from client.model.status import Ended, Lost, NeedsPassword
from client.picture.pinwheel import Size
from client.screen import screen_words as words_screen
from client.screen.desk import KEPT_REMARKS, Desk
from client.screen.key_hints import hints_of
from client.screen.panels import MINE, Remark
from client.screen.paper import Fragment, Line
from client.screen.prompts import is_urgent, prompt_of
from client.screen.scene import NARROW, Frame, Scene, compose, notice_height
from client.screen.seating import seat_lines
from client.words import presence_words as words_presence
from client.words.name_words import shown
from protocol.game.layout import Arm


def frame_of(desk: Desk, size: Size, now: float) -> Frame:
    """What is to be seen now, in this size."""
    desk.size = size
    return desk.over.drawn(lambda: compose(scene_of(desk, now), size, desk.boards))


def room_for_notice(desk: Desk) -> int:
    """Lines that something told now may take under the board."""
    return notice_height(scene_of(desk, 0.0), desk.size)


def scene_of(desk: Desk, now: float) -> Scene:
    """Everything that is shown now."""
    model, ended = desk.model, desk.end_shown
    return Scene(
        view=desk.view,
        has_table=model.session.game is not None,
        selection=model.selection,
        chosen=_chosen(desk),
        last=laid_last(model.session.entries) if ended is None else ended.last,
        aside=_aside(desk, now),
        away=frozenset(seat for seat, here in model.here.items() if not here),
        feed=_told_above(desk),
        plays=tuple(_plays(desk)),
        chat=tuple(Remark("class:feed.chat", words_presence.said(model.view, each)) for each in model.chat),
        notice=desk.notice,
        prompt=prompt_of(desk, now),
        is_urgent=is_urgent(desk),
        hints=hints_of(desk),
        card=desk.over.shown(desk.size.width),
        middle=_middle(desk),
        ended=None if ended is None else ended.row,
        verdict="" if ended is None else ended.verdict,
        largest=desk.largest,
    )


def feed_of(desk: Desk) -> tuple[Remark, ...]:
    """The plays with whatever else was said, in the order in which it came."""
    plays = zip((line.seq for line in _log(desk)), _plays(desk), strict=True)
    return tuple(remark for _, remark in sorted([*plays, *desk.remarks], key=lambda each: each[0]))


def _told_above(desk: Desk) -> tuple[Remark, ...]:
    """What may stand above the board: at an end the last plays, since how it ended stands under the board."""
    if desk.end_shown is None:
        return feed_of(desk)
    return tuple(play for line, play in zip(_log(desk), _plays(desk), strict=True) if line.seat is not None)


def _plays(desk: Desk) -> list[Remark]:
    seat = desk.model.seat
    return [
        Remark(MINE if line.seat is not None and line.seat == seat else "class:feed", line.text, line.brief)
        for line in _log(desk)
    ]


def _log(desk: Desk) -> Sequence[LogLine]:
    """The log of plays, as far as the table that is shown has come."""
    log = desk.model.sheet.log if desk.end_shown is None else desk.end_shown.log
    return log[-KEPT_REMARKS:]


def _chosen(desk: Desk) -> Arm | None:
    play = desk.model.selection.play
    return None if play is None or not desk.view.is_playing or desk.looks_back else play.arm


def _aside(desk: Desk, now: float) -> str:
    model, parts = desk.model, []
    if isinstance(model.status, Lost):
        parts.append("NO CONNECTION")
    elif model.presence.is_host_in_trouble:
        parts.append("HOST IN TROUBLE")
    if model.clock is not None and not desk.looks_back:
        clock = model.clock
        parts.append(words_screen.clock(model.view, clock.kind, clock.seat, clock.until - now))
    if model.session.table_name is not None and desk.size.width >= NARROW:
        parts.append(shown(model.session.table_name))
    return " · ".join(parts)


def _middle(desk: Desk) -> tuple[Line, ...]:
    """What stands in place of a board."""
    if desk.over.is_in_lobby:
        return ()
    if desk.is_connecting:
        status = desk.model.status
        text = status.text if isinstance(status, Ended | NeedsPassword) else words_screen.connecting(desk.address)
        return ([Fragment("class:title", "fives")], [], [Fragment("", text)])
    return seat_lines(desk.model, desk.pointed_at) if desk.is_choosing_seats else ()
