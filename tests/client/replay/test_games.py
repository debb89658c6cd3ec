"""The list of the player's own games: printed, in lines and on the full screen."""

import json
from pathlib import Path

import pytest

from client.lines.games_lines import as_json, choose_in_lines, printed
from client.picture.pinwheel import Size
from client.replay import games_words
from client.replay.continuation import Continuation
from client.screen.games_window import GamesWindow
from client.screen.list_screen import ListScreen
from client.store.file_games import FileGames
from client.store.files import RECORDS
from client.store.my_games import MyGame, UnfinishedGame
from client.store.saved_games import FinishedGame
from client.store.saved_records import save_record
from client.words.say import say
from tests.client.frames import as_text, painted
from tests.client.replay.test_analyser import typed
from tests.client.store.test_my_games import GAME, MATCH, result, saved
from tests.played import entered

CONTINUED = UnfinishedGame("All Fives with Ana, round 2", ("play", "all-fives", "--resume"))
SIZES = [Size(80, 24), Size(120, 40), Size(40, 20)]


@pytest.fixture
def games(tmp_path: Path) -> list[MyGame]:
    """An unfinished game; one with Ben and a bot, with its record; one that Ann lost, without."""
    lost = result("Ann Dai", game="lost", won_by=(1,), scores=(40, 60), rounds=None)
    saved(tmp_path, lost, result("Ann Ben Cho/club", game=GAME))
    save_record(tmp_path / RECORDS, "h:1", GAME, "oak", entered(MATCH))
    return [CONTINUED, *FileGames(tmp_path).all()]


# Printed.


def test_printed_games_have_their_commands_records_and_totals(games: list[MyGame]) -> None:
    lines = list(printed(games))

    assert lines[0] == "fives play all-fives --resume: All Fives with Ana, round 2"
    assert "All Fives with Ben and Cho (club): you won with 60, Ben 40, Cho 40: " in lines[1]
    assert lines[1].endswith(".jsonl")
    assert lines[2].endswith("All Fives with Dai: Dai won 60 to 40 (its record is deleted)")
    assert lines[3:] == [
        "All Fives: 2 games, 1 won, 15.0 points a round.",
        "With club bots: 1 game, 1 won, 15.0 points a round.",
        "With Ben: 1 game, 1 won, 15.0 points a round.",
        "With Dai: 1 game, 0 won.",
    ]


def test_without_games_there_is_one_line() -> None:
    assert list(printed([])) == [say("games.none")]


def test_json_has_everything_that_is_printed(games: list[MyGame]) -> None:
    found = json.loads(as_json(games))

    assert found["unfinished"][0]["command"] == ["fives", "play", "all-fives", "--resume"]
    assert [game["players"] for game in found["finished"]] == [["Ann", "Ben", "Cho"], ["Ann", "Dai"]]
    assert found["finished"][1]["record"] is None
    assert found["totals"]["friends"]["Ben"] == {"played": 1, "won": 1, "points_a_round": 15.0}
    assert found["totals"]["friends"]["Dai"]["points_a_round"] is None


def test_a_shared_win_is_a_tie(tmp_path: Path) -> None:
    saved(tmp_path, result(won_by=(0, 1), scores=(60, 60)))

    assert "you and Ben tied at 60" in games_words.finished_game(FileGames(tmp_path).all()[0])


def test_names_from_hosts_cannot_command_the_terminal(tmp_path: Path) -> None:
    game = FinishedGame(result(players="Ann \x1b[31mBen"), None)

    assert "\x1b" not in games_words.finished_game(game)


# In lines.


def answers(games: list[MyGame], *lines: str) -> tuple[list[str], UnfinishedGame | Continuation | None]:
    out: list[str] = []
    return out, choose_in_lines(games, typed(*lines), out.append, lambda: "practised")


def test_the_number_of_an_unfinished_game_continues_it(games: list[MyGame]) -> None:
    out, chosen = answers(games, "1")

    assert out[0] == "1: Unfinished: All Fives with Ana, round 2."
    assert chosen is CONTINUED


def test_the_number_of_a_finished_game_replays_it_and_then_the_list_goes_on(games: list[MyGame]) -> None:
    out, chosen = answers(games, "2", "q", "t", "q")

    assert any(line.startswith("All Fives to 60: ") for line in out), "the heading of a replay"
    assert "With Ben: 1 game, 1 won, 15.0 points a round." in out
    assert chosen is None


def test_p_asks_the_exercises_and_then_the_list_goes_on(games: list[MyGame]) -> None:
    out, chosen = answers(games, "p", "q")

    assert "p to practise" in out[-1]
    assert out[-2] == "practised"
    assert chosen is None


def test_a_game_without_a_record_and_a_number_that_is_too_large_are_answered(games: list[MyGame]) -> None:
    out, _ = answers(games, "3", "4", "x", "q")

    assert say("games.no_record") in out
    assert out.count("The numbers go from 1 to 3.") == 2


# On the full screen.


def listed(games: list[MyGame], *, can_continue: bool = True) -> tuple[ListScreen, GamesWindow]:
    """The screen with this list, and the list."""
    screen = ListScreen()
    window = GamesWindow(screen, games, can_continue)
    screen.open(window)
    return screen, window


def seen(screen: ListScreen, size: Size = SIZES[0]) -> str:
    return as_text(painted(screen, size))


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_list_fills_the_screen_exactly(games: list[MyGame], size: Size) -> None:
    screen, _ = listed(games)
    for key in ("down", "down", "enter", "t", "t", "down"):
        lines = painted(screen, size)
        assert len(lines) == size.height
        assert {sum(len(fragment.text) for fragment in line) for line in lines} == {size.width}
        screen.press(key)


def test_enter_on_an_unfinished_game_continues_it(games: list[MyGame]) -> None:
    screen, window = listed(games)
    assert "Enter continue" in seen(screen)

    screen.press("enter")
    assert screen.is_left
    assert window.chosen is CONTINUED


def test_over_a_table_an_unfinished_game_has_to_wait(games: list[MyGame]) -> None:
    screen, _ = listed(games, can_continue=False)

    screen.press("enter")
    assert not screen.is_left
    assert "Leave this game first; `fives play all-fives --resume` continues" in seen(screen)


@pytest.mark.parametrize(("key", "analyses"), [("enter", False), ("A", True)])
def test_a_finished_game_is_replayed_or_analysed(games: list[MyGame], key: str, analyses: bool) -> None:
    screen, window = listed(games)
    screen.press("down")
    assert "Enter replay  A analyse" in seen(screen)

    screen.press(key)
    assert screen.is_left
    assert (window.chosen, window.analyses) == (games[1], analyses)


def test_a_game_whose_record_is_deleted_stays_in_the_list(games: list[MyGame]) -> None:
    screen, _ = listed(games)
    for key in ("down", "down", "enter"):
        screen.press(key)

    assert not screen.is_left
    assert say("games.no_record") in seen(screen)


def test_p_leaves_the_list_for_the_exercises(games: list[MyGame]) -> None:
    screen, window = listed(games)
    assert "p practise" in seen(screen)

    screen.press("p")
    assert screen.is_left
    assert (window.practises, window.chosen) == (True, None)


def test_t_shows_the_totals_and_any_key_goes_back(games: list[MyGame]) -> None:
    screen, _ = listed(games)
    screen.press("t")
    assert "With Ben: 1 game, 1 won, 15.0 points a round." in seen(screen)

    screen.press("x")
    assert "Unfinished: All Fives with Ana" in seen(screen)


def test_long_totals_can_be_scrolled_and_closed(games: list[MyGame]) -> None:
    screen, _ = listed(games)
    small = Size(30, 8)
    screen.resize(small)
    screen.press("t")
    assert "↓ more" in seen(screen, small)
    assert "With Dai" not in seen(screen, small)

    screen.press("end")
    assert "With Dai" in seen(screen, small)
    screen.press("x")
    assert "My games" in seen(screen, small)


def test_a_line_can_be_typed_under_a_list(games: list[MyGame]) -> None:
    screen, _ = listed(games)
    typed: list[str] = []
    screen.type_line("host:", typed.append)

    screen.type_in("oak.example")

    assert typed == ["oak.example"]
    assert not screen.is_left


def test_without_games_the_screen_says_how_to_begin() -> None:
    screen, _ = listed([])

    screen.press("enter")
    assert not screen.is_left
    assert say("games.none") in seen(screen)
