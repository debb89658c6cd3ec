"""The score sheet in words: a round, how it ended, and how its points were made.

Not here: the figures (`view.score_sheet`), the sheet as a table (`panels.scores`).
"""

from collections.abc import Iterator
from typing import Final

from client.view.score_sheet import RoundRow, SideRow
from client.view.view import View
from client.words.english import listed
from client.words.name_words import name_of, side_name, sides_named
from protocol.log.events import HowRoundEnded

HOW_IN_BRIEF: Final = {
    None: "playing",
    HowRoundEnded.OUT: "out",
    HowRoundEnded.BLOCKED: "blocked",
    HowRoundEnded.WON: "target",
}
_HOW: Final = {
    None: "in progress",
    HowRoundEnded.OUT: "played out",
    HowRoundEnded.BLOCKED: "blocked",
    HowRoundEnded.WON: "target reached",
}


def round_sentence(view: View, row: RoundRow) -> str:
    """`Round 2, Ana led, blocked: you 4, Ana 6.`"""
    sides = ", ".join(f"{side_name(view, side)} {points.total}" for side, points in enumerate(row.sides))
    return f"Round {row.number}, {name_of(view, row.leader)} led, {_HOW[row.how]}: {sides}."


def how_scored(view: View, row: RoundRow) -> str:
    """`You 8 for sums; Ana 3 for sums and 5 for pips.`; empty if all points are for sums, which needs no words."""
    if all(points.total == points.play for points in row.sides):
        return ""
    parts: list[str] = []
    for side, points in enumerate(row.sides):
        made = _made_of(points)
        if made:
            parts.append(f"{side_name(view, side) if parts else sides_named(view, side)} {made}")
    return f"{'; '.join(parts)}." if parts else ""


def _made_of(side: SideRow) -> str:
    """`8 for sums, 1 for going out and 5 for pips`; empty if the side scored nothing."""
    kinds = list(_kinds(side))
    refused = f", {side.refused} of it past the target" if side.refused else ""
    return f"{listed(kinds)}{refused}" if kinds else ""


def _kinds(side: SideRow) -> Iterator[str]:
    for points, kind in (
        (side.play, "for sums"),
        (side.knocks, "for knocks"),
        (side.chip_out, "for going out"),
        (side.pips, "for pips"),
    ):
        if points:
            yield f"{points} {kind}"
