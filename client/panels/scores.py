"""The score sheet of a match, in play and in a replay."""

from collections.abc import Sequence

from client.actions.panel import Grid, Panel, Passage, Row
from client.view.score_sheet import RoundRow
from client.view.view import View
from client.words.answer_words import scores
from client.words.name_words import player_in, sides_named
from client.words.say import say, together
from client.words.sheet_words import how_in_brief, how_scored, round_sentence, who_played


def panel(view: View, rounds: Sequence[RoundRow], about: Sequence[str] = ()) -> Panel:
    """The totals, and a row for each round, newest first; then sentences `about` the last one, if there are any."""
    sides = tuple(sides_named(view, standing.side) for standing in view.standings)
    totals = tuple(str(standing.score) for standing in view.standings)
    total = Row((say("scores.total"), *totals, "", ""), scores(view), is_marked=True)
    rows = (_round(view, row) for row in reversed(rounds))
    grid = Grid((say("scores.round"), *sides, say("scores.led"), say("scores.ended")), (total, *rows))
    return Panel(say("panel.scores"), (grid, Passage(tuple(about))) if about else (grid,))


def _round(view: View, row: RoundRow) -> Row:
    points = (str(side.total) for side in row.sides)
    cells = (str(row.number), *points, player_in(view, row.leader, row.number).first, how_in_brief(row.how))
    return Row(cells, round_sentence(view, row), together(how_scored(view, row), who_played(view, row)))
