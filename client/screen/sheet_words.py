"""The sheet of rounds in words: what a side's points of a round are made of.

Lives here: the sums of one kind of points or another. Not here: the table they stand in (`screen.cards`), the sheet
itself (`model.sheet`).
"""

from collections.abc import Iterator

from client.view.score_sheet import RoundRow, SideRow
from client.view.view import View
from client.words.english import listed
from client.words.name_words import side_name, sides_named


def made_of(side: SideRow) -> str:
    """`8 by sums, 1 for going out and 5 for pips`; empty where a side has had nothing."""
    kinds = list(_kinds(side))
    refused = f", {side.refused} of it past the target" if side.refused else ""
    return f"{listed(kinds)}{refused}" if kinds else ""


def _kinds(side: SideRow) -> Iterator[str]:
    for points, what in (
        (side.play, "by sums"),
        (side.knocks, "for knocks"),
        (side.chip_out, "for going out"),
        (side.pips, "for pips"),
    ):
        if points:
            yield f"{points} {what}"


def round_told(view: View, row: RoundRow) -> str:
    """The same with the number of the round, where there is no room for a table."""
    return f"Round {row.number}. {how_scored(view, row)}".rstrip()


def how_scored(view: View, row: RoundRow) -> str:
    """`You 8 by sums; Ana 3 by sums and 5 for pips.`; empty where nobody has scored."""
    told: list[str] = []
    for side, points in enumerate(row.sides):
        if made_of(points):
            name = side_name(view, side) if told else sides_named(view, side)
            told.append(f"{name} {made_of(points)}")
    return f"{'; '.join(told)}." if told else ""
