"""The score sheet in words: a round, how it ended, and how its points were made.

Not here: the figures (`view.score_sheet`), the sheet as a table (`panels.scores`).
"""

from collections.abc import Iterator
from typing import Final

from client.view.score_sheet import RoundRow, SideRow
from client.view.view import View
from client.words.english import in_line, in_parts, listed
from client.words.name_words import player, player_in, shown, side_name, sides_named
from client.words.say import say, together
from protocol.log.events import HowRoundEnded

_IN_BRIEF: Final = {
    None: "sheet.brief.playing",
    HowRoundEnded.OUT: "sheet.brief.out",
    HowRoundEnded.BLOCKED: "sheet.brief.blocked",
    HowRoundEnded.WON: "sheet.brief.won",
}
_HOW: Final = {
    None: "sheet.playing",
    HowRoundEnded.OUT: "sheet.out",
    HowRoundEnded.BLOCKED: "sheet.blocked",
    HowRoundEnded.WON: "sheet.won",
}


def how_in_brief(how: HowRoundEnded | None) -> str:
    """How a round ended, in a word: `out`; `playing` for one that runs."""
    return say(_IN_BRIEF[how])


def round_sentence(view: View, row: RoundRow) -> str:
    """`Round 2, Ana led, blocked: you 4, Ana 6.`"""
    scores = in_line(
        say("score", side=side_name(view, side), score=points.total) for side, points in enumerate(row.sides)
    )
    leader = player_in(view, row.leader, row.number)
    return say("sheet.round", round=row.number, who=leader, how=say(_HOW[row.how]), scores=scores)


def who_played(view: View, row: RoundRow) -> str:
    """`Oscar played in Cho's place.`, of each bot whose seat a person took later; empty for most rounds."""
    bots = ((seat, who.former_in(row.number)) for seat, who in enumerate(view.table.seats))
    said = (say("sheet.in_place", bot=shown(bot.name), who=player(view, seat)) for seat, bot in bots if bot is not None)
    return together(*said)


def how_scored(view: View, row: RoundRow) -> str:
    """`You 8 for sums; Ana 3 for sums and 5 for pips.`; empty if all points are for sums, which needs no words."""
    if all(points.total == points.play for points in row.sides):
        return ""
    parts: list[str] = []
    for side, points in enumerate(row.sides):
        made = _made_of(points)
        if made:
            name = side_name(view, side) if parts else sides_named(view, side)
            parts.append(say("sheet.made", side=name, points=made))
    return say("sheet.all_made", sides=in_parts(parts)) if parts else ""


def _made_of(side: SideRow) -> str:
    """`8 for sums, 1 for going out and 5 for pips`; empty if the side scored nothing."""
    kinds = list(_kinds(side))
    if not kinds:
        return ""
    made = listed(kinds)
    return say("sheet.refused", points=made, refused=side.refused) if side.refused else made


def _kinds(side: SideRow) -> Iterator[str]:
    if side.play:
        yield say("sheet.for_sums", points=side.play)
    if side.knocks:
        yield say("sheet.for_knocks", points=side.knocks)
    if side.chip_out:
        yield say("sheet.for_going_out", points=side.chip_out)
    if side.pips:
        yield say("sheet.for_pips", points=side.pips)
