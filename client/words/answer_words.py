"""Answers to a player's questions: hand, ends, chain, scores, tiles, turn.

Here: sentences for line mode, the full screen's message line and replays. The table's assist decides how much the hand
shows. Not here: which letter asks which question (`actions.questions`).
"""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import Final

from client.view.view import View
from client.words.english import in_line, listed
from client.words.event_words import turn
from client.words.name_words import name_of, player, shown, side_name, sides_named, target_of, who
from client.words.option_words import level_in_words
from client.words.say import say, together
from client.words.score_words import end_brief, ends_spoken, refused_briefly, tally_spoken
from protocol.game.layout import Arm, Layout
from protocol.game.rules import Draw
from protocol.game.table_options import Assist
from protocol.game.tiles import Tile
from protocol.log.choices import Play
from protocol.log.table import Stage

LAST_PLAYS = 8


def table_is_empty() -> str:
    """Says that no tile has been played in this round."""
    return say("answer.table_is_empty")


def hand(view: View) -> str:
    """`1: 6-0, no. 2: 3-1, left, 2 points, or right, 1 point.`: my tiles, where they fit and what they score."""
    if view.seat is None:
        return say("answer.watching")
    tiles = view.my_hand()
    return _tiles_held(view, enumerate(tiles, start=1)) if tiles else say("answer.no_tiles")


def playable(view: View) -> str:
    """My tiles that fit, in the form of `hand`."""
    if view.assist is Assist.NONE:
        return say("answer.not_shown")
    if view.others_lead:
        return empty(view)
    fitting = [(number, tile) for number, tile in enumerate(view.my_hand(), start=1) if view.arms_shown(tile)]
    return _tiles_held(view, fitting) or say("answer.nothing_fits")


def _tiles_held(view: View, tiles: Iterable[tuple[int, Tile]]) -> str:
    return together(*(say("answer.tile", number=number, tile=_held(view, tile)) for number, tile in tiles))


def _held(view: View, tile: Tile) -> str:
    arms = view.arms_shown(tile)
    if arms is None:
        return str(tile)
    if not arms:
        return say("answer.fits_nowhere", tile=tile)
    if view.assist is Assist.LEGAL:
        return say("answer.fits", tile=tile, places=listed((_arm(view, arm) for arm in arms), "or"))
    places, *others = (_arm_and_worth(view, Play(tile, arm)) for arm in arms)
    for other in others:
        places = say("answer.or", most=places, last=other)
    return say("answer.fits", tile=tile, places=places)


def _arm(view: View, arm: Arm) -> str:
    return say("answer.lead") if arm is Arm.START else end_brief(view, arm)


def _arm_and_worth(view: View, play: Play) -> str:
    earned = view.worth_of(play)
    assert earned is not None
    points = say("count.points", n=earned.awarded) if earned.awarded else "0"
    refused = refused_briefly(view.table.rules, earned, play.arm)
    return say("answer.place", where=_arm(view, play.arm), points=refused or points)


def ends(view: View) -> str:
    """The open ends, their sum and its points."""
    if view.layout.lead is None:
        return empty(view)
    named = ends_spoken(view.layout, all_ends=True, is_drawn=view.is_drawn)
    return say("answer.ends", ends=named, sum=tally_spoken(view.table.rules, view.tally, is_drawn=view.is_drawn))


def empty(view: View) -> str:
    """`The table is empty. 6-6 must lead.`"""
    return together(table_is_empty(), must_lead(view))


def must_lead(view: View) -> str:
    """`6-6 must lead.`; empty if there is a choice."""
    return say("answer.must_lead", tile=view.must_lead) if view.must_lead is not None else ""


def chain(view: View) -> list[str]:
    """The tiles on the table, arm by arm; halves are in the order of the line."""
    layout = view.layout
    if layout.lead is None:
        return [table_is_empty()]
    sentences = [say("answer.chain", tiles=" ".join(_line_as_laid(layout)))]
    if layout.spinner is not None:
        sentences.append(say("answer.spinner", tile=layout.spinner.tile))
        for arm in _FROM_SPINNER:
            if layout.arm_tiles(arm):
                tiles = " ".join(_halves(_outward(layout, arm, layout.spinner.tile.high)))
                sentences.append(say(_FROM_SPINNER[arm], tiles=tiles))
    return sentences


_FROM_SPINNER: Final = {Arm.UP: "answer.up_from_spinner", Arm.DOWN: "answer.down_from_spinner"}


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
    named = [say("score", side=sides_named(view, first.side), score=first.score)]
    named += (say("score", side=side_name(view, side.side), score=side.score) for side in others)
    return say("answer.scores", scores=in_line(named), target=target_of(view))


def tiles(view: View) -> str:
    """`Tiles: you 5, Ben 5. Boneyard 14.`; without drawing `4 tiles are not dealt.`"""
    if view.round is None:
        return say("answer.nothing_dealt")
    held = in_line(say("score", side=name_of(view, seat), score=left) for seat, left in enumerate(view.tiles_left))
    left = view.boneyard
    if view.table.rules.draw is Draw.NONE:
        rest = say("answer.not_dealt", n=left) if left else ""
    elif view.drawable == left:
        rest = say("answer.boneyard", left=left)
    else:
        rest = say("answer.boneyard_in_part", left=left, n=view.drawable)
    return together(say("answer.tiles", tiles=held), rest)


def whose_turn(view: View) -> str:
    """Whose turn it is, or why it is nobody's."""
    if view.table.stage is Stage.SEATING:
        return say("answer.not_started", n=sum(seat.is_free for seat in view.table.seats))
    if view.table.stage is Stage.OVER:
        return say("refusal.match_over")
    paused = say("paused") if view.table.paused else ""
    led = "" if view.is_my_turn else must_lead(view)
    return together(paused, turn(view), led) or say("deal.is_about_to_be_dealt")


def last_plays(log: Sequence[str]) -> list[str]:
    """The last lines of the log as sentences, oldest first."""
    lines = [line if line.endswith(".") else say("log.line", line=line) for line in log[-LAST_PLAYS:]]
    return lines or [say("answer.nothing_played")]


def who_is_here(view: View, here: Mapping[int, bool], agreed: Container[int] = ()) -> list[str]:
    """The seats one by one: `Seat 2: Ben, away, a bot plays meanwhile.`"""
    seats = range(len(view.table.seats))
    return [say("sits.at", seat=seat + 1, who_sits=who_sits_at(view, seat, here, agreed)) for seat in seats]


def who_sits_at(
    view: View, seat: int, here: Mapping[int, bool], agreed: Container[int] = (), *, is_first: bool = False
) -> str:
    """`Ben, away, a bot plays meanwhile`, `You` or `free`. `is_first`: nothing is before it.

    `agreed`: the seats of those who want to play another match.
    """
    who_sits = view.seat_at(seat)
    if who_sits.is_free:
        board = view.table.board
        if board is None:
            return say("sits.free_first" if is_first else "sits.free")
        return say("sits.free_for_first" if is_first else "sits.free_for", name=shown(board.players[seat]))
    parts = [who(view, seat) if is_first or not view.is_you(seat) else say("sits.you")]
    if who_sits.bot is not None:
        parts.append(say("sits.bot", level=level_in_words(who_sits.bot)))
    elif not here.get(seat, True):
        parts.append(say("sits.away"))
    if who_sits.stand_in is not None:
        parts.append(say("sits.stand_in"))
    if seat in agreed:
        parts.append(say("sits.wants", who=player(view, seat)))
    return in_line(parts)
