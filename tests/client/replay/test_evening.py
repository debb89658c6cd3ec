"""An evening in a few lines, to paste into a group's chat, and as a picture."""

from pathlib import Path

import pytest
from attrs import evolve

from client.program.games_folder import GamesFolder
from client.replay.evening import Seen, last_evening, look_at_record
from client.replay.svg_file import svg_of_evening
from client.store.browser_games import BrowserGames
from client.store.file_games import FileGames
from client.store.files import RECORDS
from client.store.saved_games import FinishedGame, Result
from client.store.saved_records import save_record
from client.view.highlights import BestPlay
from client.words.say import Phrase
from protocol.game.tiles import parse_tile
from protocol.log.events import Event, PlayerReturned, StandInSeated
from tests.client.at_lines import at
from tests.client.states import match_of
from tests.client.store.test_my_games import GAME, MATCH, result, saved
from tests.client.web.at_page import at_page
from tests.played import entered
from tests.protocol.table_notation import round_of

FIRST = result("Ann Ben", game="first", at="2026-01-02T20:04:05Z", won_by=(0,), scores=(60, 40))
SECOND = result("Ann Ben", game="second", at="2026-01-02T21:04:05Z", won_by=(1,), scores=(45, 61))
THIRD = result("Ann Ben", game="third", at="2026-01-02T22:04:05Z", won_by=(1,), scores=(12, 61))
PLAY = BestPlay(1, parse_tile("5-5"), 8, 3)


def games(*results: Result) -> list[FinishedGame]:
    return [FinishedGame(each) for each in results]


def lines(*results: Result) -> tuple[str, ...]:
    evening = last_evening(games(*results), lambda game: Seen(PLAY) if game.result is SECOND else Seen())
    assert evening is not None
    return evening.lines


def test_an_evening_names_everybody_with_the_matches_that_they_won_each_match_and_the_best_play() -> None:
    assert lines(THIRD, SECOND, FIRST) == (
        "Matches won: Ben 2, Ann 1.",
        "All Fives: Ann 60, Ben 40.",
        "All Fives: Ben 61, Ann 45.",
        "All Fives: Ben 61, Ann 12.",
        "Best play: Ben's 5-5 in round 3, 8 points.",
    )


def test_of_a_single_match_the_matches_are_not_counted() -> None:
    assert lines(THIRD) == ("All Fives: Ben 61, Ann 12.",)


def test_an_evening_ends_with_a_long_pause_and_at_another_host() -> None:
    week_before = result("Ann Cho", game="before", at="2025-12-26T20:04:05Z")
    elsewhere = result("Ann Dai", game="elsewhere", at="2026-01-02T21:30:05Z", host="other:5533")
    damaged = result("Ann Dai", game="damaged", at="yesterday")

    assert lines(THIRD, elsewhere, FIRST, week_before)[0] == "Matches won: Ann 1, Ben 1."
    assert lines(THIRD, damaged) == lines(THIRD)


def test_matches_with_known_deals_count_nowhere_and_bots_win_none() -> None:
    repeated = result("Ann Ben", game="again", at="2026-01-02T22:30:05Z", repeats="third")
    with_bot = result("Ann Ben/club", game="bot", at="2026-01-02T22:20:05Z", won_by=(1,), scores=(1, 61))

    assert lines(repeated, THIRD) == lines(THIRD)
    assert lines(with_bot, FIRST)[0] == "Matches won: Ann 1, Ben 0."


def test_bots_are_named_as_such_and_those_for_whom_one_has_played() -> None:
    mixed = result("Ann Ben Cho Dai/club", game="mixed", at="2026-01-02T22:30:05Z", won_by=(3,), scores=(9, 4, 7, 60))
    evening = last_evening(games(evolve(mixed, newcomers=(2,))), lambda _: Seen(stand_ins=frozenset({1})))
    assert evening is not None

    (said,) = evening.lines
    assert said == "All Fives: Dai (bot) 60, Ann 9, Cho 7, Ben 4. A bot played for Ben and Cho for a while."
    assert "A bot played" in svg_of_evening(evening)


def test_for_whom_a_bot_has_played_is_found_in_the_record(tmp_path: Path) -> None:
    saved(tmp_path, result("Ann Ben Cho/club", game=GAME))
    away: list[Event] = [StandInSeated(0, "club"), PlayerReturned(0)]
    save_record(tmp_path / RECORDS, "h:1", GAME, "oak", entered([*MATCH[:-2], *away, *MATCH[-2:]]))
    evening = last_evening(FileGames(tmp_path).all(), look_at_record)

    assert evening is not None
    assert "A bot played for Ann for a while." in evening.lines[0]


def test_without_a_match_there_is_no_evening() -> None:
    assert last_evening((), look_at_record) is None


def test_the_best_play_is_found_in_the_record_and_drawn_in_the_picture(tmp_path: Path) -> None:
    saved(tmp_path, result("Ann Ben Cho/club", game=GAME))
    save_record(tmp_path / RECORDS, "h:1", GAME, "oak", entered(MATCH))
    evening = last_evening(FileGames(tmp_path).all(), look_at_record)
    assert evening is not None
    assert evening.best is not None

    picture = svg_of_evening(evening)

    assert picture.startswith("<svg ")
    assert f"<title>{evening.best.made.tile}</title>" in picture
    assert evening.lines[0].removesuffix(".") in picture


# At a table.


def test_line_mode_prints_the_evening_and_says_how_to_make_a_picture(tmp_path: Path) -> None:
    saved(tmp_path, FIRST)
    letters, model = at(round_of(rules="all-fives", hands="6-4 4-1 | 4-0 5-5", line="6-6"))
    assert letters.obey("evening").lines[-1] == "No match has ended yet."

    model.evening = GamesFolder(tmp_path, "h:1").evening
    said = letters.obey("evening").lines

    assert "All Fives: Ann 60, Ben 40." in said
    assert said[-1] == "`fives games --svg FILE` makes a picture of it."


def test_a_match_that_ends_while_the_folder_is_looked_at_is_in_the_next_answer(tmp_path: Path) -> None:
    folder = GamesFolder(tmp_path, "h:1")
    assert folder.evening() == ()

    saved(tmp_path, FIRST)
    assert "All Fives: Ann 60, Ben 40." in folder.evening()


@pytest.mark.parametrize("name", ["Ann", "<b>Ann"])
def test_the_page_shares_the_evening_as_text_and_saves_its_picture(name: str) -> None:
    player = at_page(*match_of("all-fives"))
    assert isinstance(player.page.store.games, BrowserGames)
    player.page.store.games.save(result(f"{name} Ben", game="first", won_by=(0,), scores=(60, 40)), [])
    player.press("show", "evening")

    assert f"All Fives: {name} 60, Ben 40." in player.sees("window")
    assert 'data-kind="text"' in player.parts()["window"]
    assert "<b>Ann" not in player.parts()["window"]

    player.press("save-evening")
    assert player.page.file is not None
    assert player.page.file.name == "fives.svg"
    assert "<b>" not in player.page.file.text


def test_the_menu_offers_the_evening_once_a_match_is_over() -> None:
    heading, events = str(Phrase("evening.heading")), match_of("all-fives")
    before, after = at_page(*events[:-2]), at_page(*events)
    before.press("show", "menu")
    after.press("show", "menu")

    assert heading not in before.sees("window")
    assert heading in after.sees("window")
