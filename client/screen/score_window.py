"""The score sheet, opened with `s`: a line per round, newest first, with each side's points and how it scored them.

Here: the card and its sentences, also for a replay. Not here: the sheet itself (`model.sheet`), the table at the end of
a round (`round_end`).
"""

from collections.abc import Iterator, Sequence
from typing import Final

from client.screen.card import Card
from client.screen.desk import Desk
from client.screen.paper import Fragment, Line, clip_text, columns
from client.screen.window import CardWindow, Owner
from client.view.score_sheet import RoundRow, SideRow
from client.view.view import View
from client.words.english import listed
from client.words.event_words import scores
from client.words.name_words import side_name, sides_named, who
from client.words.wrapping import cells, wrap
from protocol.log.events import HowRoundEnded

_HOW: Final = {
    None: "playing",
    HowRoundEnded.OUT: "out",
    HowRoundEnded.BLOCKED: "blocked",
    HowRoundEnded.WON: "target",
}


def score_window(desk: Desk, owner: Owner) -> CardWindow:
    """The score sheet of this match."""
    model = desk.model
    return CardWindow(owner, score_card(model.view, model.sheet.rounds, owner.size.width))


def score_card(view: View, rounds: Sequence[RoundRow], width: int) -> Card:
    """The sheet for a screen of this width; if the sides do not fit beside each other, in sentences."""
    names = [sides_named(view, standing.side) for standing in view.standings]
    room = max(4, (width - 24) // max(1, len(names)) - 2)
    table = [["Round", *(clip_text(name, room) for name in names), "led", "ended"]]
    table.append(["Total", *(str(standing.score) for standing in view.standings), "", ""])
    newest_first = list(reversed(rounds))
    for row in newest_first:
        points = [str(side.total) for side in row.sides]
        table.append([str(row.number), *points, clip_text(who(view, row.leader), 8), _HOW[row.how]])
    head, total, *rows = columns(table)
    if cells(head) > width - 4:
        sentences = [f"Round {row.number}. {_how_scored(view, row)}".rstrip() for row in newest_first]
        return Card("Rounds", paragraphs=(scores(view, view.table.scores), *sentences))
    lines: list[Line] = [[Fragment("class:card.title", head)], [Fragment("class:card.total", total)]]
    for row, text in zip(newest_first, rows, strict=True):
        lines.append([Fragment("class:card", text)])
        lines += [[Fragment("class:quiet", f"  {part}")] for part in wrap(_how_scored(view, row), max(10, width - 6))]
    return Card("Rounds", lines=tuple(lines))


def _how_scored(view: View, row: RoundRow) -> str:
    """`You 8 for sums; Ana 3 for sums and 5 for pips.`; empty if nobody scored."""
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
