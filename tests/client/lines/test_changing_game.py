"""The host changes the game in line mode: question by question, in one line, or from the menu."""

import pytest

from client.lines.letters import Letters, Reply
from client.model.model import Model
from protocol.log.commands import ChangeGame
from protocol.log.events import SeatTaken, TableOpened, TableOptions
from protocol.log.table import Stage, Table, fold
from tests.client.at_lines import at, sent
from tests.protocol.table_notation import round_of, rules_of

WAITING = fold(
    [
        TableOpened("all-threes", rules_of("all-threes", {"hand": 6}, 3), 3, TableOptions()),
        SeatTaken(0, "Ann"),
        SeatTaken(1, "Ben"),
    ]
)


def hosting(table: Table = WAITING) -> tuple[Letters, Model]:
    return at(table, is_host=True)


def test_change_alone_asks_for_what_a_table_has_with_the_values_of_now() -> None:
    host, model = hosting()

    assert host.obey("change").lines[0].endswith("An empty line: All Threes. q gives up.")
    assert host.obey("").lines == ("How many seats? From 2 to 4. An empty line: 3.",)
    assert host.obey("").lines == ("Which score ends the match? From 1 to 10000. An empty line: 100.",)
    assert host.obey("90").lines[0].endswith("An empty line changes the game.")
    assert host.obey("") == Reply()

    assert sent(model) == [ChangeGame("all-threes", {"hand": "6", "target": "90"}, 3, TableOptions())]


def test_another_game_has_its_own_rules_and_as_many_seats() -> None:
    host, model = hosting()
    for typed in ("change", "all-fives", "", "", ""):
        host.obey(typed)

    assert sent(model) == [ChangeGame("all-fives", {}, 3, TableOptions())]


def test_the_questions_can_be_given_up() -> None:
    host, model = hosting()
    host.obey("change")

    assert host.obey("q").lines == ("The game is not changed.",)
    assert sent(model) == []


def test_the_game_is_changed_in_one_line() -> None:
    host, model = hosting()

    assert host.obey("change all-fives target=250 seats=4") == Reply()
    assert sent(model) == [ChangeGame("all-fives", {"target": "250"}, 4, TableOptions())]


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("change chess", "The game is not changed. Option game: 'chess' is not valid"),
        ("change seats=1", "The game is not changed. Option seats: '1' is not valid"),
        ("change bots=2", "The game is not changed. Option bots: there is no such option"),
        ("change house=friday", "The game is not changed: there are no house rules friday"),
    ],
)
def test_an_impossible_game_is_explained(typed: str, says: str) -> None:
    host, model = hosting()

    (line,) = host.obey(typed).lines

    assert line.startswith(says)
    assert sent(model) == []


def test_the_menu_of_the_host_offers_it_before_the_match() -> None:
    host, _ = hosting()
    (line,) = (line for line in host.obey("x").lines if "Change the game" in line)

    assert host.obey(line.partition(" ")[0].strip(".:")).lines[0].startswith("Which game?")


def test_only_the_host_changes_the_game_and_only_before_the_match() -> None:
    guest, model = at(WAITING, seat=1)
    host, _ = hosting(round_of(rules="cinq-et-trois", hands="6-3 1-0 | 5-5", line="6-3"))

    assert guest.obey("change all-fives").lines == ("Only the host of the table can do that.",)
    assert "Change the game" not in " ".join(guest.obey("x").lines)
    assert sent(model) == []
    assert host.model.table.stage is Stage.PLAYING
    assert host.obey("change").lines == (
        "The match has started: seats, bots and the game can change before it and after it.",
    )
    assert "Change the game" not in " ".join(host.obey("x").lines)
