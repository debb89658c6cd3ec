"""The league: shown by every front end, and fetched from the host each time."""

import re

from attrs import evolve

from client.actions.panel import Grid
from client.actions.typed_commands import read_action
from client.model.checks import WhyNot
from client.panels import league as panel
from client.web.panel_html import panel_html
from protocol.league.league import Award
from protocol.league.results import EndedBoard
from protocol.log.operator_commands import OpenFixture, Substitute
from protocol.wire.league_parts import parts_of
from protocol.wire.messages import AskLeague, LeagueGames, Tables
from tests.client.at_desk import Player, at_table
from tests.client.at_lines import at, sent
from tests.client.own_host import AT_HOME, hosting
from tests.client.three_handed import OPENING
from tests.protocol.league.seasons import league, played
from tests.protocol.table_notation import round_of
from tests.protocol.wire.test_league_parts import season

HEDGE = league("Oak-Ash", "Elm-Fir")
ANSWER = LeagueGames(HEDGE, (*played(HEDGE, 1, "hhhhhaaaa"), *played(HEDGE, 2, "hh.......")))


def on_screen() -> Player:
    player = at_table(OPENING[0], OPENING[1])
    player.model.receive(Tables(league="Hedge"))
    return player


def test_the_lobby_leads_to_the_league_which_is_then_fetched() -> None:
    player = on_screen()
    player.type(":", "league")

    assert list(player.model.pending.outbox) == [AskLeague()]
    assert "being fetched" in player.sees()
    player.model.receive(ANSWER)
    assert "Hedge" in player.sees()


def test_the_grids_have_the_table_the_fixtures_and_the_players() -> None:
    player = on_screen()
    player.model.receive(ANSWER)
    table, fixtures, players = (block for block in panel.panel(player.model).blocks if isinstance(block, Grid))

    assert table.rows[0].cells == ("Oak", "1", "3", "1", "1", "0", "0", "5-4")
    assert [row.cells for row in fixtures.rows] == [
        ("1", "", "Oak", "Ash", "5-4", "3-1"), ("2", "", "Elm", "Fir", "2-0 so far", ""),
    ]  # fmt: skip
    assert fixtures.rows[1].detail.startswith("Board 1: Gus against Jo, 121-80, won by Elm.")
    assert [cell for row in players.rows if row.cells[0] == "Ann" for cell in row.cells[:6]] == [
        "Ann", "Oak", "4", "2", "2/2", "0/2",
    ]  # fmt: skip
    assert "<th" in "".join(panel_html(panel.panel(player.model), "league"))


def test_a_league_in_several_messages_is_read_out_once_it_is_whole() -> None:
    letters, model = at(round_of(rules="all-fives", hands="6-4 4-1 | 4-0 5-5", line="6-6"))
    letters.obey("league")
    parts = parts_of(season(30))

    assert [model.receive(part) for part in parts[:-1]] == [[]] * (len(parts) - 1)
    assert model.pending.is_waiting
    said = [announcement.text for announcement in model.receive(parts[-1])]
    assert sum(sentence.startswith("Fixture ") for sentence in said) == 870
    assert not model.pending.is_waiting


def test_line_mode_reads_the_league_out() -> None:
    letters, model = at(round_of(rules="all-fives", hands="6-4 4-1 | 4-0 5-5", line="6-6"))
    letters.obey("league")
    assert sent(model) == [AskLeague()]

    said = [announcement.text for announcement in model.receive(ANSWER)]
    assert said[0] == "1. Oak: 3 points from 1 fixture, 1 won, 0 drawn, 0 lost; boards 5-4."


def test_the_host_opens_a_fixture_from_the_panel_or_by_typing() -> None:
    player = on_screen()
    player.model.own_host = hosting(AT_HOME)
    player.model.receive(ANSWER)

    choices = panel.opening_panel(player.model).choices
    assert [offer.action for choice in choices for offer in choice.offers] == [OpenFixture(2)]
    player.type(":", 'fixture 2 "Gus=Zoe"')
    request = sent(player.model)[0]
    assert isinstance(request, OpenFixture)
    assert (request.fixture, request.substitutes) == (2, (Substitute("Gus", "Zoe"),))


def test_a_fixture_needs_its_number_and_a_host() -> None:
    player = on_screen()

    assert isinstance(read_action(player.model, "fixture", "x"), WhyNot)
    assert isinstance(read_action(player.model, "fixture", "3 Ben"), WhyNot)
    assert isinstance(player.model.ask_own_host(OpenFixture(1)), WhyNot)


def test_a_match_that_the_host_has_ended_is_shown_at_its_fixture_with_the_score_and_when() -> None:
    ended = EndedBoard("g", "2026-11-26T21:40:05.426Z", played(HEDGE, 2, "h" * 9)[1].board, (81, 72))
    said = "Board 2: Kim against Hal, ended by the host at 81-72, 2026-11-26 21:40 UTC; it does not count."
    player = on_screen()
    player.model.receive(evolve(ANSWER, results=(), ended=(ended,)))
    fixtures = [block for block in panel.panel(player.model).blocks if isinstance(block, Grid)][1]
    letters, model = at(round_of(rules="all-fives", hands="6-4 4-1 | 4-0 5-5", line="6-6"))
    letters.obey("league")

    assert [row.detail for row in fixtures.rows] == ["", said]
    assert said in re.sub("</?nobr>", "", "".join(panel_html(panel.panel(player.model), "league")))
    assert said in [announcement.text for announcement in model.receive(evolve(ANSWER, ended=(ended,)))]


def test_the_table_shows_points_taken_with_the_reason_and_who_has_withdrawn() -> None:
    oak, *_, fir = HEDGE.teams
    teams = (evolve(oak, points=-2, reason="late"), *HEDGE.teams[1:3], evolve(fir, withdrawn=True))
    play_off, void = evolve(HEDGE.fixtures[0], counts=False), evolve(HEDGE.fixtures[1], awarded=(Award(9, None),))
    answer = evolve(ANSWER, league=evolve(HEDGE, teams=teams, fixtures=(play_off, void)))
    player = on_screen()
    player.model.receive(answer)
    table, fixtures, _ = (block for block in panel.panel(player.model).blocks if isinstance(block, Grid))
    page = "".join(panel_html(panel.panel(player.model), "league"))
    letters, model = at(round_of(rules="all-fives", hands="6-4 4-1 | 4-0 5-5", line="6-6"))
    letters.obey("league")
    said = [announcement.text for announcement in model.receive(answer)]

    assert [(row.cells[0], row.cells[2], row.detail) for row in table.rows] == [
        ("Ash", "0", ""), ("Elm", "0", ""), ("Oak", "-2", "2 points taken: late."),
    ]  # fmt: skip
    assert [row.detail for row in fixtures.rows] == [
        "It does not count in the table.", "Board 9 was not played; it is void.",
    ]  # fmt: skip
    assert fixtures.rows[1].cells[4] == "a team has withdrawn"
    for sentence in ("2 points taken: late.", "Fir has withdrawn: its fixtures do not count in the table."):
        assert sentence in page
        assert sentence in said
