"""The score sheet as a panel."""

from client.actions.panel import Grid
from client.panels.by_name import BY_NAME
from client.view.score_sheet import RoundRow, SideRow
from client.words.sheet_words import how_scored
from tests.client.at_table import seated_model
from tests.protocol.table_notation import round_of

TABLE = round_of(rules="all-fives", hands="6-4 4-1 | 4-0 5-5", line="6-6")


def test_the_sheet_has_the_totals_and_then_a_row_for_each_round_newest_first() -> None:
    model = seated_model(TABLE)
    ended = RoundRow(1, 1, (SideRow(play=10), SideRow(play=5, pips=15)), None)
    model.sheet.rounds[:] = [ended, RoundRow(2, 0, (SideRow(play=5), SideRow()), None)]
    (grid,) = BY_NAME["scores"](model).blocks
    assert isinstance(grid, Grid)

    assert grid.head[0] == "Round"
    assert grid.head[-2:] == ("Led", "Ended")
    assert [row.cells[0] for row in grid.rows] == ["Total", "2", "1"]
    assert grid.rows[1].cells[1:3] == ("5", "0")
    assert grid.rows[1].detail == "", "points for sums alone need no words"
    assert "5 for sums and 15 for pips." in grid.rows[2].detail
    assert grid.rows[2].spoken.startswith("Round 1, ")


def test_points_past_an_exact_target_are_explained() -> None:
    row = RoundRow(1, 0, (SideRow(play=10, refused=5), SideRow()), None)

    assert how_scored(seated_model(TABLE).view, row) == "You 10 for sums, 5 of it not counted."
