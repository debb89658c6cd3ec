"""Answers to a player's questions: hand, ends, chain, scores, tiles, turn.

Here: sentences for line mode, the full screen's message line and replays. The table's assist decides how much the hand
shows. Not here: which letter asks which question (`actions.questions`).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from client.view.view import View
from client.words.english import capital, count, listed
from client.words.event_words import turn
from client.words.name_words import name_of, shown, side_name, sides_named, target_of, who
from client.words.rule_sentences import not_dealt
from client.words.score_words import end_brief, ends_spoken, tally_spoken
from protocol.game.layout import Arm, Layout
from protocol.game.rules import Draw
from protocol.game.table_options import Assist
from protocol.game.tiles import Tile
from protocol.log.choices import Play
from protocol.log.table import Stage, seat_named

LAST_PLAYS = 8
TABLE_IS_EMPTY: Final = "The table is empty."


def hand(view: View) -> str:
    """`1: 6-0, no. 2: 3-1, left, 2 points, or right, 1 point.`: my tiles, where they fit and what they score."""
    if view.seat is None:
        return "You are watching: you hold no tiles."
    tiles = view.my_hand()
    if not tiles:
        return "You hold no tiles."
    return " ".join(f"{number}: {_held(view, tile)}." for number, tile in enumerate(tiles, start=1))


def playable(view: View) -> str:
    """My tiles that fit, in the form of `hand`."""
    if view.assist is Assist.NONE:
        return "This table does not show which tiles fit."
    if view.others_lead:
        return empty(view)
    sentences = [
        f"{number}: {_held(view, tile)}."
        for number, tile in enumerate(view.my_hand(), start=1)
        if view.arms_shown(tile)
    ]
    return " ".join(sentences) or "Nothing fits."


def _held(view: View, tile: Tile) -> str:
    arms = view.arms_shown(tile)
    if arms is None:
        return str(tile)
    if not arms:
        return f"{tile}, no"
    if view.assist is Assist.LEGAL:
        return f"{tile}, {listed((_arm(view, arm) for arm in arms), 'or')}"
    return f"{tile}, {', or '.join(_arm_and_worth(view, Play(tile, arm)) for arm in arms)}"


def _arm(view: View, arm: Arm) -> str:
    return "lead" if arm is Arm.START else end_brief(view, arm)


def _arm_and_worth(view: View, play: Play) -> str:
    earned = view.worth_of(play)
    assert earned is not None
    if earned.awarded == earned.offered:
        points = count(earned.awarded, "point") if earned.awarded else "0"
    else:
        points = f"{earned.awarded} of {count(earned.offered, 'point')}, past the target"
    return f"{_arm(view, play.arm)}, {points}"


def ends(view: View) -> str:
    """The open ends, their sum and its points."""
    if view.layout.lead is None:
        return empty(view)
    named = ends_spoken(view.layout, all_ends=True, is_drawn=view.is_drawn)
    return f"{named}: {tally_spoken(view.table.rules, view.tally, is_drawn=view.is_drawn)}."


def empty(view: View) -> str:
    """`The table is empty. 6-6 must lead.`"""
    return f"{TABLE_IS_EMPTY} {must_lead(view)}".rstrip()


def must_lead(view: View) -> str:
    """`6-6 must lead.`; empty if there is a choice."""
    return f"{view.must_lead} must lead." if view.must_lead is not None else ""


def chain(view: View) -> list[str]:
    """The tiles on the table, arm by arm; halves are in the order of the line."""
    layout = view.layout
    if layout.lead is None:
        return [TABLE_IS_EMPTY]
    sentences = [f"From left to right: {' '.join(_line_as_laid(layout))}."]
    if layout.spinner is not None:
        sentences.append(f"The spinner is {layout.spinner.tile}.")
        sentences.extend(
            f"{capital(arm)} from it: {' '.join(_halves(_outward(layout, arm, layout.spinner.tile.high)))}."
            for arm in (Arm.UP, Arm.DOWN)
            if layout.arm_tiles(arm)
        )
    return sentences


def _line_as_laid(layout: Layout) -> Iterator[str]:
    assert layout.lead is not None
    left = list(_outward(layout, Arm.LEFT, layout.lead.low))
    yield from _halves((outer, inner) for inner, outer in reversed(left))
    yield f"{layout.lead.low}-{layout.lead.high}"
    yield from _halves(_outward(layout, Arm.RIGHT, layout.lead.high))


def _halves(tiles: Iterable[tuple[int, int]]) -> Iterator[str]:
    return (f"{first}-{second}" for first, second in tiles)


def _outward(layout: Layout, arm: Arm, pip: int) -> Iterator[tuple[int, int]]:
    """The inner and the outer half of each tile of an arm, from the middle outward; `pip` is where the arm starts."""
    for tile in layout.arm_tiles(arm):
        outer = tile.other_half(pip)
        yield pip, outer
        pip = outer


def scores(view: View) -> str:
    """`You 12, Ana 30, Ben 40. Playing to exactly 61.`"""
    first, *others = view.standings
    sides = [f"{sides_named(view, first.side)} {first.score}"]
    sides += (f"{side_name(view, side.side)} {side.score}" for side in others)
    return f"{', '.join(sides)}. Playing {target_of(view)}."


def tiles(view: View) -> str:
    """`Tiles: you 5, Ben 5. Boneyard 14.`; without drawing `4 tiles are not dealt.`"""
    if view.round is None:
        return "No tiles have been dealt yet."
    held = ", ".join(f"{name_of(view, seat)} {left}" for seat, left in enumerate(view.tiles_left))
    if view.table.rules.draw is Draw.NONE:
        return f"Tiles: {held}.{f' {capital(not_dealt(view.boneyard))}.' if view.boneyard else ''}"
    may = "" if view.drawable == view.boneyard else f", {view.drawable or 'none'} can be drawn"
    return f"Tiles: {held}. Boneyard {view.boneyard}{may}."


def whose_turn(view: View) -> str:
    """Whose turn it is, or why it is nobody's."""
    if view.table.stage is Stage.SEATING:
        free = sum(seat.is_free for seat in view.table.seats)
        return f"The match has not started: {count(free, 'seat')} free."
    if view.table.stage is Stage.OVER:
        return "The match is over."
    paused = "The game is paused. " if view.table.paused else ""
    led = "" if view.is_my_turn else must_lead(view)
    return f"{paused}{turn(view)} {led}".strip() or "The next round is about to be dealt."


def last_plays(log: Sequence[str]) -> list[str]:
    """The last lines of the log, oldest first."""
    return [f"{line.rstrip('.')}." for line in log[-LAST_PLAYS:]] or ["Nothing has been played yet."]


def who_is_here(view: View, here: Mapping[int, bool]) -> list[str]:
    """The seats one by one: `Seat 2: Ben, away, a bot plays meanwhile.`"""
    return [f"{capital(seat_named(seat))}: {who_sits_at(view, seat, here)}." for seat in range(len(view.table.seats))]


def who_sits_at(view: View, seat: int, here: Mapping[int, bool]) -> str:
    """`Ben, away, a bot plays meanwhile`, `you` or `free`: the middle of a sentence."""
    who_sits = view.seat_at(seat)
    if who_sits.is_free:
        board = view.table.board
        return "free" if board is None else f"free, for {shown(board.players[seat])}"
    parts = [who(view, seat)]
    if who_sits.bot is not None:
        parts.append(f"a {shown(who_sits.bot)}-level bot")
    elif not here.get(seat, True):
        parts.append("away")
    if who_sits.stand_in is not None:
        parts.append("a bot plays meanwhile")
    return ", ".join(parts)
