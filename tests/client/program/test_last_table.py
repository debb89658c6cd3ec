"""The table of the last match alone, to begin another one like it."""

from pathlib import Path

from attrs import evolve

from client.program.last_table import described, described_with, hosted_again, is_like, last_table, same_again
from client.program.unfinished import SavedMatch, SavedMatches
from client.store.my_games import PRIVATE
from client.store.saved_games import FinishedGame, result_of
from client.store.saved_records import save_record
from client.store.saved_seats import SavedSeat
from client.view.view import View
from protocol.game.presets import PRESETS, make_rules
from protocol.log.events import TableOpened, TableOptions
from protocol.log.table import Seat, Table, fold
from protocol.wire.messages import OpenTable
from tests.played import entered, played_match


def table_of(preset: str, target: int, level: str) -> Table:
    rules, seats = make_rules(PRESETS[preset], {"target": target}, 3)
    return fold([TableOpened(preset, rules, seats, TableOptions(bot_level=level))])


THREE = table_of("all-fives", 100, "master")


def unfinished(table: Table) -> SavedMatches:
    seat = SavedSeat(PRIVATE, "oak", "", "token", "g1")
    return SavedMatches((SavedMatch(seat, View(table, 0)),))


def finished(folder: Path, preset: str, host: str = PRIVATE) -> FinishedGame:
    entries = entered(played_match(preset, {"hand": 3, "target": 20}, 2))
    record = save_record(folder, host, preset, "oak", entries)
    return FinishedGame(result_of(host, "oak", preset, 0, fold(entry.event for entry in entries)), record)


def test_the_last_match_may_be_unfinished() -> None:
    table = last_table(unfinished(THREE), ())

    assert table == THREE
    assert described(THREE) == "All Fives to 100, 3 players, 1 house rule, master bots"


def test_another_table_has_the_same_game_house_rules_players_and_bots() -> None:
    wanted = same_again(THREE)

    assert (wanted.rules, wanted.seats, wanted.bots) == ("all-fives", 3, 2)
    assert wanted.options.bot_level == "master"
    assert make_rules(PRESETS[wanted.rules], wanted.set, wanted.seats) == (THREE.rules, 3)


def test_a_hosted_table_is_described_with_the_friends_whose_seats_are_free_again() -> None:
    seats = (Seat("Hana"), Seat("Ben"), Seat("Olga", bot="master"))
    view = View(evolve(THREE, seats=seats), 0)

    assert described_with(view) == "All Fives to 100 with Ben, 1 house rule, master bots"
    assert hosted_again(view, None).bots == 1
    assert hosted_again(view, "sesame").password == "sesame"


def test_a_hosted_table_with_bots_alone_has_all_seats_free_for_they_would_begin_at_once() -> None:
    seats = (Seat("Hana"), Seat("Ines", bot="master"), Seat("Olga", bot="master"))
    view = View(evolve(THREE, seats=seats), 0)

    assert described_with(view) == described(THREE)
    assert hosted_again(view, None).bots == 0


def test_tables_are_alike_whether_their_values_are_spelled_out_or_usual() -> None:
    usual = OpenTable("all-fives", seats=2)

    assert is_like(usual, OpenTable("all-fives", {"target": "250"}))
    assert not is_like(usual, OpenTable("all-fives", {"target": "100"}))
    assert not is_like(usual, evolve(usual, bots=1))
    assert not is_like(usual, evolve(usual, password="sesame"))


def test_without_an_unfinished_match_it_is_the_newest_one_alone(tmp_path: Path) -> None:
    with_friends = finished(tmp_path, "cinq-et-trois", "oak.example:5533")
    alone = finished(tmp_path, "all-fives")

    table = last_table(SavedMatches(), [with_friends, alone])

    assert table is not None
    assert table.preset == "all-fives"
    assert same_again(table).set["target"] == "20"


def test_without_a_match_or_its_record_there_is_none(tmp_path: Path) -> None:
    alone = finished(tmp_path, "all-fives")
    assert alone.record is not None
    alone.record.unlink()

    assert last_table(SavedMatches(), ()) is None
    assert last_table(SavedMatches(), [alone, evolve(alone, record=None)]) is None


def test_a_match_whose_deals_were_known_is_not_repeated_like_this() -> None:
    assert last_table(unfinished(evolve(THREE, repeats="g0")), ()) is None
