"""`fives take-over`: which record it takes, and why there may be none."""

from pathlib import Path

import pytest
from attrs import evolve

from client.program.hosting import HostOptions, TakenMatch
from client.program.record_to_take_over import client_folder, newest_records, record_in
from client.store.file_seats import FileSeats
from client.store.saved_records import save_record
from client.store.unfinished_games import UnfinishedGames
from protocol.log.events import Entry
from protocol.shared.exit_status import MisusedError
from protocol.wire.record import read_record
from tests.client.program.programs import fives
from tests.client.succeeded import NEW, OLD, begun_round, gone_on_with, old_match, old_seat
from tests.played import entered, seen_from


def seen(number: int) -> list[Entry]:
    """What Ann has seen of the match at the old host until some moves of this round."""
    return seen_from(0, entered(begun_round(number)))


def test_the_newest_match_with_an_own_seat_is_taken_with_that_seat(tmp_path: Path) -> None:
    FileSeats(tmp_path).save(old_seat())
    path = UnfinishedGames(tmp_path).save("ann.example:5533", OLD, "oak", seen(3))

    (record,) = newest_records(tmp_path)

    assert (record.path, record.seat, record.saved.name) == (path, 0, "Ann")
    assert record.summary.startswith("Cinq et Trois with Ben, ")
    assert "round 3" in record.summary


def test_a_host_who_has_gone_on_with_it_before_knows_its_newer_ids(tmp_path: Path) -> None:
    FileSeats(tmp_path).save(old_seat())
    FileSeats(tmp_path).save(evolve(old_seat(), address="localhost:5533", game=NEW, continues=(OLD,)))
    UnfinishedGames(tmp_path).save("ann.example:5533", OLD, "oak", seen(2))

    assert newest_records(tmp_path)[0].games == [OLD, NEW]


@pytest.mark.parametrize(("game", "key"), [(OLD, "the old host's key"), (NEW, "")])
def test_only_the_last_host_of_a_match_is_gone_to_without_a_question(tmp_path: Path, game: str, key: str) -> None:
    """The same secret proves the seat at the host before that, whose key is saved, too."""
    FileSeats(tmp_path).save(old_seat())
    entries = seen(2) if game == OLD else seen_from(0, gone_on_with(entered(begun_round(2))))
    UnfinishedGames(tmp_path).save("any.example:5533", game, "oak", entries)

    assert newest_records(tmp_path)[0].known_game.host_key == key


def test_a_match_of_the_release_before_is_the_players_by_name_and_nothing_proves_it(tmp_path: Path) -> None:
    """Its log has `heirs` and no keys of seats."""
    record = read_record((Path(__file__).parents[2] / "records" / "another-host.jsonl").read_bytes().splitlines())
    running = record.entries[:-3]
    path = save_record(tmp_path, "h", record.header.game, "oak", running)
    with pytest.raises(MisusedError, match="none of your saved seats is in this match"):
        record_in(path, tmp_path)
    FileSeats(tmp_path).save(evolve(old_seat("Ben"), game=record.header.game))

    found = record_in(path, tmp_path)

    assert (found.seat, found.saved.name, found.secret) == (1, "Ben", None)


def test_seats_are_found_beside_the_record_wherever_it_lies(tmp_path: Path) -> None:
    assert client_folder(tmp_path / "unfinished" / "a.jsonl", Path("default")) == tmp_path
    assert client_folder(tmp_path / "a.jsonl", Path("default")) == Path("default")
    assert client_folder(None, Path("default")) == Path("default")


def test_what_cannot_be_taken_over_is_said_in_one_line(tmp_path: Path) -> None:
    FileSeats(tmp_path).save(old_seat())
    over = save_record(tmp_path, "h", "over", "oak", entered(old_match()))
    waiting = save_record(tmp_path, "h", "waiting", "oak", entered(old_match()[:2]))
    strange = save_record(tmp_path / "other", "h", OLD, "oak", seen(2))
    nonsense = tmp_path / "nonsense"
    nonsense.write_text("not a record\n")

    for path, folder, why in (
        (over, tmp_path, "its match has ended, so nobody can go on with it"),
        (waiting, tmp_path, "its match has not begun"),
        (strange, tmp_path / "other", "none of your saved seats is in this match"),
        (nonsense, tmp_path, "line 1: "),
        (tmp_path / "missing", tmp_path, "No such file"),
    ):
        with pytest.raises(MisusedError, match=why):
            record_in(path, folder)


def test_without_any_record_there_is_one_line_and_status_2(tmp_path: Path) -> None:
    ran = fives(tmp_path, "take-over")

    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr == ("fives: no unfinished match that you could host is saved here; give the file of its record\n")


def test_the_same_command_hosts_it_again(tmp_path: Path) -> None:
    options = HostOptions(("--share=",), takes_over=TakenMatch(tmp_path / "a.jsonl", 2))

    assert options.command("Ann") == ("take-over", str(tmp_path / "a.jsonl"), "--share=")


def test_the_command_that_the_shell_shows_has_neither_the_file_nor_what_settings_say(tmp_path: Path) -> None:
    settings = frozenset({"--bot-level", "--assist", "--name"})
    taken = HostOptions(("--share=",), takes_over=TakenMatch(tmp_path / "a.jsonl", 2), not_typed=settings)
    hosted = HostOptions(("--port=0",), table_flags=("--rules=all-fives", "--bot-level=club"), not_typed=settings)

    assert taken.short_command("Ann") == ("take-over", "--share=")
    assert hosted.short_command("Ann") == ("host", "--port=0", "--rules=all-fives")
    assert hosted.command("Ann") == ("host", "--port=0", "--rules=all-fives", "--bot-level=club", "--name=Ann")
