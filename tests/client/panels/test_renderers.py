"""Each front end shows every kind of block: the full screen, the page and line mode, on one panel."""

import re

import pytest

from client.actions.action import GoTo, NewTable, SeeGames
from client.actions.panel import Choice, Grid, Menu, Offer, Panel, Passage, Row, choice, key_of
from client.lines.panel_text import panel_lines, typed_choice
from client.model.checks import WhyNot
from client.screen.panel_window import PanelWindow
from client.screen.paper import text_of
from client.screen.screen import Screen
from client.web.panel_html import panel_html
from tests.client.page_text import read_page

OAK = Choice(
    "oak", (Offer("Join", GoTo("oak"), "join"), Offer("Watch", GoTo("oak", watches=True), "watch")), "All Fives, <b>"
)
PANEL = Panel(
    "Everything",
    (
        Passage(("Read this first.",)),
        Passage(("One.", "Two."), "A few"),
        Grid(
            ("Round", "You", "Bartholomew", "Ended"),
            (
                Row(("Total", "12", "130", ""), "You 12, Bartholomew 130.", is_marked=True),
                Row(("1", "2", "30", "out"), "Round 1: you 2, Bartholomew 30.", "Bartholomew 30 for pips."),
            ),
        ),
        Menu((OAK, Choice("elm", (), "you are here"))),
        Menu((choice("Open a table", NewTable()), choice("My games", SeeGames(), "2"))),
    ),
)


def drawn(width: int, panel: Panel = PANEL) -> list[str]:
    card = PanelWindow(Screen(), lambda: panel).card(width)
    return [text_of(line).rstrip() for line in card.lines]


def test_the_full_screen_draws_columns_and_marks_the_selected_line() -> None:
    lines = drawn(80)

    assert lines[:5] == ["Read this first.", "", "A few", "One.", "Two."]
    assert lines[6:10] == [
        "Round  You  Bartholomew  Ended",
        "Total   12          130",
        "1        2           30  out",
        "  Bartholomew 30 for pips.",
    ]
    assert lines[11:] == ["> oak: All Fives, <b>", "  elm: you are here", "", "  Open a table", "  My games: 2"]


@pytest.mark.parametrize(("width", "line"), [(32, "Round  You  Barthol…  Ended"), (24, "You 12, Bartholomew")])
def test_a_table_without_room_is_cut_and_at_last_written_as_sentences(width: int, line: str) -> None:
    assert line in drawn(width)


@pytest.mark.parametrize("sides", [("Tú y Selma", "Luis y Yusuf"), ("Vous et Inès", "Zoé et Camille")])
def test_names_of_partners_are_whole_in_forty_columns(sides: tuple[str, str]) -> None:
    sheet = Grid(("Round", *sides, "Led", "Ended"), (Row(("1", "12", "9", "Selma", "blocked"), "Round 1."),))

    lines = drawn(40, Panel("Score sheet", (sheet,)))

    *head, row = lines
    assert sorted(" ".join(head).split()) == sorted(" ".join(sheet.head).split())
    assert row.split() == ["1", "12", "9", "Selma", "blocked"]
    assert all(re.fullmatch(r"\s*\S.*", line) and len(line) <= 36 for line in lines)


def test_the_page_has_headers_for_rows_and_columns_and_a_label_for_each_button() -> None:
    html = "".join(panel_html(PANEL, "all"))
    page = read_page(f"<body>{html}</body>")

    headers = list(page.all("th"))
    assert [cell.text for cell in headers if cell.attributes.get("scope") == "col"] == [
        "Round",
        "You",
        "Bartholomew",
        "Ended",
    ]
    assert [cell.text for cell in headers if cell.attributes.get("scope") == "row"] == ["Total", "1"]
    labels = [button.attributes.get("aria-label") or button.text for button in page.all("button")]
    assert labels == ["Join: oak", "Watch: oak", "Open a table", "My games 2"]
    values = [button.attributes["data-value"] for button in page.all("button")]
    assert values[1] == f"all {key_of(GoTo('oak', watches=True))}"
    assert "<b>" not in re.sub("<b>2</b>", "", html), "text stays text"


def test_line_mode_says_a_fact_a_line_and_numbers_what_can_be_chosen() -> None:
    assert list(panel_lines(PANEL, asks=True)) == [
        "Read this first.",
        "A few:",
        "One.",
        "Two.",
        "You 12, Bartholomew 130.",
        "Round 1: you 2, Bartholomew 30. Bartholomew 30 for pips.",
        "1: oak: All Fives, <b>.",
        "2: elm: you are here.",
        "3: Open a table.",
        "4: My games: 2.",
        "Type a number, or with a word, like 1 watch. Enter alone chooses nothing.",
    ]


@pytest.mark.parametrize(
    ("typed", "action"),
    [("1", GoTo("oak")), ("1 watch", GoTo("oak", watches=True)), ("1 w", GoTo("oak", watches=True)), ("3", NewTable())],
)
def test_a_typed_number_and_word_are_one_offer(typed: str, action: object) -> None:
    assert typed_choice(PANEL, typed) == action


@pytest.mark.parametrize("typed", ["0", "5", "2", "1 dance"])
def test_what_is_not_offered_is_explained(typed: str) -> None:
    assert isinstance(typed_choice(PANEL, typed), WhyNot)


@pytest.mark.parametrize("typed", ["c", "6-4", "1-1 l", "/hello"])
def test_other_lines_are_no_choice(typed: str) -> None:
    assert typed_choice(PANEL, typed) is None


def test_a_selected_line_stays_selected_where_the_list_grows_above_it() -> None:
    shown = [PANEL]
    window = PanelWindow(Screen(), lambda: shown[0])
    window.press("down")
    shown[0] = Panel("Everything", (Menu((Choice("ash"), *PANEL.choices)),))

    assert window.selected == PANEL.choices[1]


def test_sentences_on_a_wide_screen_are_at_most_a_hundred_columns_long() -> None:
    lines = drawn(200, Panel("Rules", (Passage(("word " * 100,)),)))

    assert len(lines) > 1
    assert max(map(len, lines)) <= 100
