"""The lines round the board: header, players, last plays, footer and side panel.

Here: one pure function for each. Not here: the message under the board (`message`), their places and heights
(`frame_layout`), what they show (`desk_scene`), colours (`style`).
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Final, NamedTuple

from client.model.announcements import Subject
from client.screen.paper import (
    Fragment,
    KeyHit,
    Line,
    clip,
    clip_lines,
    clip_text,
    fill,
    line_cells,
    spread_out,
)
from client.view.view import View
from client.words.name_words import game_and_target, name_of, target_of
from client.words.say import say
from client.words.wrapping import cells, wrap
from protocol.game.rules import Draw
from protocol.log.table import Stage

_LONGEST_NAME: Final = 14


class Remark(NamedTuple):
    """A play or an announcement in the feed: its sentence, and a shorter one if there is one.

    `seq`: the number of its entry, or of the last one before it. `is_mine`: it is my own play.
    """

    subject: Subject
    text: str
    brief: str = ""
    seq: int = 0
    is_mine: bool = False

    @property
    def style(self) -> str:
        """The style of its text."""
        if self.is_mine:
            return "class:feed.mine"
        if self.subject is Subject.CHAT:
            return "class:feed.chat"
        return "class:notice.alarm" if self.subject is Subject.ALARM else "class:feed"


class Feed(NamedTuple):
    """The latest remarks in lines, and which they are: those in full, and those that are shortened or cut."""

    lines: list[Line]
    full: Sequence[Remark] = ()
    cut: Sequence[Remark] = ()

    @property
    def is_empty(self) -> bool:
        """Whether it shows no remark."""
        return not (self.full or self.cut)


class KeyHint(NamedTuple):
    """A key in the footer: how it is written, what it does, and the key that a click presses."""

    label: str
    meaning: str
    key: str


def header(view: View, corner: str, width: int) -> Line:
    """`All Fives to 150 · round 3 · boneyard 7`, with `corner` at the right."""
    parts = []
    if view.round is not None:
        parts.append(say("header.round", round=view.round.number))
        parts += _boneyard(view)
    if view.table.paused:
        parts.append(say("header.paused"))
    target = target_of(view)
    # Players remember which game it is, but not how many tiles are left: the name goes first.
    forms = [" · ".join([first, *parts]) for first in (game_and_target(view), target)]
    forms.append(" · ".join(parts or [target]))
    room = width - cells(corner) - 1 if corner else width
    text = next((form for form in forms if cells(form) <= room), forms[-1])
    left = [Fragment("class:header", clip_text(text, width))]
    return fill(spread_out(left, [Fragment("class:header", corner)], width, "class:header"), width, "class:header")


def _boneyard(view: View) -> list[str]:
    if view.table.rules.draw is not Draw.NONE:
        return [say("header.boneyard", left=view.boneyard)]
    return [say("header.not_dealt", n=view.boneyard)] if view.boneyard else []


def title(corner: str, width: int) -> Line:
    """The header before there is a table."""
    left, right = [Fragment("class:header", "fives")], [Fragment("class:header", corner)]
    return fill(spread_out(left, right, width, "class:header"), width, "class:header")


def players(view: View, away: Collection[int], width: int, most: int, gained: Mapping[int, int] = {}) -> list[Line]:
    """The players with their scores and numbers of tiles, a pointer before the one whose turn it is.

    Partners are together, with their score once. `gained`: points to show beside the scores, by seat, unless they take
    another line. To fit into `most` lines, tiles become a bare number, names are shortened, and bots are not marked. If
    that is not enough, the player whose turn it is comes first, the viewer second, and the last piece says how many
    more there are.
    """
    plain = _all_players(view, away, width, most, {})
    if plain is None:
        lines = _players_that_fit(view, away, width, most)
    else:
        marked = _all_players(view, away, width, most, gained) if gained else None
        lines = marked if marked is not None and len(marked) == len(plain) else plain
    return [fill(line, width) for line in lines]


def _all_players(
    view: View, away: Collection[int], width: int, most: int, gained: Mapping[int, int]
) -> list[Line] | None:
    """All players in at most `most` lines; None if there is no room for them."""
    sides = [standing.seats for standing in view.standings]
    if view.table.stage is Stage.SEATING or not view.table.rules.partners:
        sides = [(seat,) for seat in range(len(view.table.seats))]
    in_words = _flowed([_side(view, side, away, _LONGEST_NAME, gained, in_words=True) for side in sides], width)
    if len(in_words) == 1:
        return in_words
    for longest, marks_bots in ((_LONGEST_NAME, True), (8, True), (4, True), (8, False), (4, False)):
        lines = _flowed([_side(view, side, away, longest, gained, marks_bots=marks_bots) for side in sides], width)
        if len(lines) <= most:
            return lines
    return None


def _players_that_fit(view: View, away: Collection[int], width: int, most: int) -> list[Line]:
    """The player whose turn it is, the viewer, those who follow, and `+8` for those without room."""
    first = view.turn or 0
    mine = [] if view.seat in (None, first) else [view.seat]
    seats = range(len(view.table.seats))
    others = [seat for seat in [*seats[first + 1 :], *seats[:first]] if seat not in mine]
    pieces = [_side(view, (seat,), away, 4, {}, marks_bots=False) for seat in [first, *mine, *others]]
    for shown in range(len(pieces) - 1, 0, -1):
        more = [Fragment("class:quiet", f"+{len(pieces) - shown}", KeyHit("e"))]
        lines = _flowed([*(clip(piece, width - 2 - line_cells(more)) for piece in pieces[:shown]), more], width)
        if len(lines) <= most:
            return lines
    return lines[:most]


def _side(
    view: View,
    seats: Sequence[int],
    away: Collection[int],
    longest: int,
    gained: Mapping[int, int],
    *,
    in_words: bool = False,
    marks_bots: bool = True,
) -> Line:
    """`you & Cho (4): 65 +8` for partners, `Ana 80 +8 (4)` for a player alone."""
    new = sum(gained.get(seat, 0) for seat in seats)
    more = [Fragment("class:gained", f" +{new}")] if new else []
    line: list[Fragment] = []
    for seat in seats:
        is_turn = view.turn == seat
        if view.seat_at(seat).is_free:
            line.append(Fragment("class:quiet", f" {say('player.free', seat=seat + 1)}"))
            continue
        style = "class:player.turn" if is_turn else "class:player.me" if view.is_you(seat) else "class:player"
        joined = f" & {'▶' if is_turn else ''}" if line else "▶" if is_turn else " "
        line.append(Fragment(style, f"{joined}{_named(view, seat, away, longest, marks_bots=marks_bots)}"))
        if view.table.stage is Stage.SEATING:
            continue
        score = Fragment(f"{style} class:score", f"{':' if len(seats) > 1 else ''} {view.table.score_of(seat)}")
        held = Fragment(style, _tiles_held(view, seat, in_words=in_words))
        if len(seats) == 1:
            line += [score, *more, held]
        else:
            line += [held, *([score, *more] if seat == seats[-1] else [])]
    return line


def _named(view: View, seat: int, away: Collection[int], longest: int, *, marks_bots: bool) -> str:
    sits, name = view.seat_at(seat), clip_text(name_of(view, seat), longest)
    if sits.bot is not None:
        return say("player.bot", name=name) if marks_bots else name
    if sits.stand_in is not None:
        return say("player.away_bot_plays" if seat in away else "player.bot_plays", name=name)
    return say("player.away", name=name) if seat in away else name


def _tiles_held(view: View, seat: int, *, in_words: bool) -> str:
    if view.is_you(seat) or view.round is None:
        return ""
    left = view.tiles_left[seat]
    return say("player.tiles", n=left) if in_words else f" ({left})"


def _flowed(pieces: Sequence[Line], width: int, between: str = "  ") -> list[Line]:
    """The pieces side by side, in as many lines as they need."""
    lines: list[list[Fragment]] = [[]]
    for piece in pieces:
        if lines[-1] and line_cells(lines[-1]) + cells(between) + line_cells(piece) > width:
            lines.append([])
        gap = [Fragment("", between)] if lines[-1] else []
        lines[-1] += [*gap, *clip(piece, width)]
    return list(lines)


def feed(remarks: Sequence[Remark], width: int, height: int) -> Feed:
    """The latest remarks, the newest at the bottom; a long remark takes several lines.

    A remark without room for all its lines is left out: its end alone says nothing. The newest is cut instead.
    """
    lines: list[Line] = []
    full: list[Remark] = []
    cut: list[Remark] = []
    for remark in reversed(remarks):
        room = height - len(lines)
        whole = wrap(remark.text, width)
        wrapped = whole if lines else _shortened(remark.text, remark.brief, width, room)
        if not wrapped or len(wrapped) > room:
            break
        lines = [*([Fragment(remark.style, line)] for line in wrapped), *lines]
        (full if wrapped == whole else cut).append(remark)
    empty: Line = [Fragment("", " " * width)]
    return Feed([*[empty] * (height - len(lines)), *(fill(line, width) for line in lines)], full, cut)


def feed_in_a_row(remarks: Sequence[Remark], latest: int, width: int, height: int) -> Feed:
    """The feed with its `latest` remarks shortened and side by side; without room, the oldest of them are left out."""
    for first in range(len(remarks) - latest, len(remarks)):
        in_row = remarks[first:]
        lines = _flowed([[Fragment(remark.style, remark.brief or remark.text)] for remark in in_row], width, " · ")
        if len(lines) <= height:
            before = feed(remarks[:first], width, height - len(lines))
            cut = [remark for remark in in_row if remark.brief or cells(remark.text) > width]
            full = [remark for remark in in_row if remark not in cut]
            return Feed(
                [*before.lines, *(fill(line, width) for line in lines)], [*before.full, *full], [*before.cut, *cut]
            )
    return feed(remarks, width, height)


def remarks_since_mine(remarks: Sequence[Remark], most: int) -> int:
    """The number of remarks after my last play; 0 if there are more than `most`."""
    return next((back for back, remark in enumerate(reversed(remarks[-most - 1 :])) if remark.is_mine), 0)


def short_remarks(remarks: Sequence[Remark]) -> list[Remark]:
    """The remarks in their short forms."""
    return [remark._replace(text=remark.brief or remark.text, brief="") for remark in remarks]


def _shortened(text: str, brief: str, width: int, height: int) -> list[str]:
    """The text, or its shorter form, in at most `height` lines, with `…` where it is cut."""
    for form in filter(None, (text, brief)):
        wrapped = wrap(form, width)
        if len(wrapped) <= height:
            return wrapped
    return clip_lines(wrap(text, width), width, height)


def footer(hints: Sequence[KeyHint], width: int) -> Line:
    """As many hints as there is room for; the last one is always among them."""
    *most, last = hints
    room = width - _hint_cells(last)
    shown = []
    for hint in most:
        room -= _hint_cells(hint) + 2
        if room < 0:
            break
        shown.append(hint)
    line: list[Fragment] = []
    for hint in [*shown, last]:
        gap = [Fragment("class:footer", "  ")] if line else []
        line += [*gap, *_hint(hint)]
    return fill(line, width, "class:footer")


def _hint(hint: KeyHint) -> Line:
    hit = KeyHit(hint.key)
    return [Fragment("class:footer.key", hint.label, hit), Fragment("class:footer", f" {hint.meaning}", hit)]


def _hint_cells(hint: KeyHint) -> int:
    return cells(hint.label) + 1 + cells(hint.meaning)


def mouse_notice(*, is_on: bool) -> str:
    """Who has the mouse now."""
    return say("mouse.on" if is_on else "mouse.off")


def side_panel(plays: Sequence[Remark], chat: Sequence[Remark], width: int, height: int) -> list[Line]:
    """The history beside the board: plays above, chat below."""
    inner = width - 2
    for_chat = height // 3
    lines = [
        _titled(say("side.plays"), inner),
        *feed(plays, inner, max(0, height - for_chat - 2)).lines,
        _titled(say("side.chat"), inner),
        *feed(chat, inner, for_chat).lines,
    ]
    return [[Fragment("class:frame", "│ "), *line] for line in lines[:height]]


def _titled(title: str, width: int) -> Line:
    return fill([Fragment("class:frame", f"{title} "), Fragment("class:frame", "─" * (width - len(title) - 1))], width)
