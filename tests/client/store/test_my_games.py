"""The player's own games, as this machine has saved them, and their totals."""

from pathlib import Path

import pytest
from attrs import evolve

from client.replay.games_words import about_unfinished, finished_game, result_line
from client.store.file_games import FileGames, save_result
from client.store.file_seats import FileSeats
from client.store.files import RECORDS, RESULTS
from client.store.my_games import Total, totals_of, unfinished_at_hosts
from client.store.saved_games import Result, result_of
from client.store.saved_records import record_index, save_record
from client.store.saved_seats import SavedSeat
from protocol.log.events import MatchStarted, StandInSeated, TilePlayed
from protocol.log.table import fold
from protocol.shared.address import Address
from protocol.shared.host_key import key_of
from protocol.shared.join_link import Endpoint, JoinLink, parse_link
from protocol.wire.session import Session
from tests.client.at_table import autosave_in
from tests.client.scripted_daemon import at_once
from tests.played import entered, played_match

MATCH = played_match("all-fives", {"target": "60"}, seats=2, chance=2)
GAME = "2026-01-02-oak-a1b2c3"


def result(
    players: str = "Ann Ben",
    *,
    game: str = "g",
    at: str = "2026-01-02T03:04:05Z",
    rounds: int | None = 4,
    **more: object,
) -> Result:
    """Ann's game, on seat 0 and won; `Cho/club` is a bot of that level."""
    named = [player.partition("/") for player in players.split()]
    values = {
        "at": at,
        "host": "h:1",
        "table": "oak",
        "game": game,
        "preset": "all-fives",
        "players": tuple(name for name, _, _ in named),
        "bots": tuple(level or None for _, _, level in named),
        "seat": 0,
        "partners": False,
        "scores": (60, *(40 for _ in named[1:])),
        "won_by": (0,),
        "rounds": rounds,
        **more,
    }
    return Result(**values)  # type: ignore[arg-type]


def saved(folder: Path, *results: Result) -> None:
    for result in results:
        save_result(folder / RESULTS, result)


def test_a_result_says_how_many_rounds_there_were() -> None:
    table = fold(MATCH)
    assert table.round is not None

    assert result_of("h:1", "oak", GAME, 0, table).rounds == table.round.number


def test_games_are_listed_newest_first_with_their_records(tmp_path: Path) -> None:
    saved(tmp_path, result(game=GAME), result(game="2026-01-02-oak-ffffff"))
    path = save_record(tmp_path / RECORDS, "h:1", GAME, "oak", entered(MATCH))

    newest, oldest = FileGames(tmp_path).all()
    assert (newest.result.game, newest.record) == ("2026-01-02-oak-ffffff", None)
    assert (oldest.result.game, oldest.record) == (GAME, path)


def test_the_record_of_a_game_at_another_host_is_not_taken(tmp_path: Path) -> None:
    save_record(tmp_path, "elsewhere:1", GAME, "oak", entered(MATCH))

    assert record_index(tmp_path)("h:1", GAME) is None
    assert record_index(tmp_path)("elsewhere:1", GAME) is not None


def test_a_record_that_a_daemon_wrote_is_found_by_its_game(tmp_path: Path) -> None:
    path = tmp_path / f"{GAME}.jsonl"
    path.touch()

    assert record_index(tmp_path)("private", GAME) == path
    assert record_index(tmp_path / "none")("private", GAME) is None


def test_unfinished_games_are_the_saved_seats_whose_match_is_not_over(tmp_path: Path) -> None:
    seats = FileSeats(tmp_path)
    seats.save(SavedSeat("h:1", "oak", "Ann", "t1", "g1"))
    seats.save(SavedSeat("h:1", "elm", "Ann", "t2", "g2", is_over=True))
    seats.save(SavedSeat("private", "ash", "", "t3", "g3"))

    (game,) = unfinished_at_hosts(FileSeats(tmp_path))
    assert game.command == ("join", "h:1", "--table", "oak", "--name", "Ann")
    assert game.summary == "table oak at h:1, as Ann"
    assert "t1" not in str(game), "the token is a secret"


def test_a_game_at_a_host_with_a_key_is_continued_with_that_host_and_no_other(tmp_path: Path) -> None:
    seats = FileSeats(tmp_path)
    seats.save(SavedSeat("https://quick-fox.example", "oak", "Ann", "t", "g", key=key_of(b"oak")))

    (game,) = unfinished_at_hosts(seats)

    command, link, *_ = game.command
    assert command == "join"
    assert parse_link(link) == JoinLink((Endpoint(Address("quick-fox.example", 443), is_web=True),), key=key_of(b"oak"))


def test_a_game_of_the_players_own_is_hosted_again_and_described_for_people(tmp_path: Path) -> None:
    command = ("host", "--port=5600", "--name=Ann")
    about = "All Fives with Ben\x1b"
    FileSeats(tmp_path).save(SavedSeat("localhost:5600", "oak", "Ann", "t1", "g1", about=about, host_command=command))

    (game,) = unfinished_at_hosts(FileSeats(tmp_path), ("--data", "elsewhere"))

    assert game.command == (*command, "--resume=oak"), "at the table where the seat is, whatever its options"
    assert game.summary == "All Fives with Ben, hosted by you, as Ann"


def test_the_command_to_join_names_the_folder(tmp_path: Path) -> None:
    FileSeats(tmp_path).save(SavedSeat("h:1", "oak", "Ann", "t1", "g1", about="All Fives with Ben"))

    (game,) = unfinished_at_hosts(FileSeats(tmp_path), ("--data", "elsewhere"))

    assert game.command == ("join", "h:1", "--table", "oak", "--name", "Ann", "--data", "elsewhere")
    assert game.summary == "All Fives with Ben, table oak at h:1, as Ann"


def test_a_match_with_a_record_can_go_on_here_too(tmp_path: Path) -> None:
    FileSeats(tmp_path).save(SavedSeat("h:1", "oak", "Ann", "t1", "g1", about="All Fives with Ben"))

    (game,) = unfinished_at_hosts(FileSeats(tmp_path), records={"g1": tmp_path / "g1.jsonl"})

    assert game.command[0] == "join"
    assert game.take_over == ("take-over", str(tmp_path / "g1.jsonl"))
    assert about_unfinished(game).endswith(f"if that host is gone: fives take-over {tmp_path / 'g1.jsonl'}")


# Totals.


def totals(folder: Path, *results: Result) -> tuple[dict[str, Total], dict[str, Total], dict[str, Total]]:
    saved(folder, *results)
    found = totals_of(FileGames(folder).all())
    return found.games, found.levels, found.friends


def test_a_game_whose_deals_were_known_is_listed_and_in_no_total(tmp_path: Path) -> None:
    games, levels, friends = totals(tmp_path, result(game="g2", repeats="g1"))

    assert (games, levels, friends) == ({}, {}, {})
    (listed,) = FileGames(tmp_path).all()
    assert finished_game(listed).endswith("(known deals, not counted) (its record is deleted)")


def test_a_game_that_bots_played_for_the_player_is_in_no_total(tmp_path: Path) -> None:
    games, levels, friends = totals(tmp_path, result(game="g2", left_to_bots=True))

    assert (games, levels, friends) == ({}, {}, {})
    assert result_line(result(left_to_bots=True), "today").endswith("(a bot played for you, not counted)")


async def test_the_result_of_a_match_says_that_bots_played_for_the_player(tmp_path: Path) -> None:
    begins = next(at for at, event in enumerate(MATCH) if isinstance(event, TilePlayed))
    left = [*MATCH[:begins], StandInSeated(0, "club"), *MATCH[begins:]]
    for game, events in (("played", MATCH), ("left", left)):
        session = Session("fives test", "Ann")
        session.table_name, session.game, session.seat = "oak", game, 0
        session.entries, session.table = entered(events), fold(events)
        await evolve(autosave_in(tmp_path), run=at_once).save(session)

    assert {game.result.game: game.result.left_to_bots for game in FileGames(tmp_path).all()} == {
        "played": False,
        "left": True,
    }


def test_the_result_of_a_match_says_whose_deals_it_repeats() -> None:
    table = fold([*MATCH[:3], MatchStarted(2, repeats="g1")])

    assert result_of("h:1", "oak", "g2", 0, table).repeats == "g1"


def test_a_game_that_goes_on_at_another_host_is_there_alone(tmp_path: Path) -> None:
    seats = FileSeats(tmp_path)
    for seat in (
        SavedSeat("old:1", "oak", "Ann", "t1", "g1"),
        SavedSeat("old:1", "oak", "Ben", "t3", "g1"),
        SavedSeat("new:1", "elm", "Ann", "t2", "g2", continues=("g1",)),
    ):
        seats.save(seat)

    unfinished = {game.command for game in unfinished_at_hosts(seats)}

    assert unfinished == {
        ("join", "new:1", "--table", "elm", "--name", "Ann"),
        ("join", "old:1", "--table", "oak", "--name", "Ben"),
    }


@pytest.mark.parametrize("back", [("g1", ()), ("g3", ("g1",))])
def test_a_game_that_came_back_from_another_host_is_where_the_player_was_last(
    tmp_path: Path, back: tuple[str, tuple[str, ...]]
) -> None:
    game, continues = back
    seats = FileSeats(tmp_path)
    taken = ("take-over", "g1.jsonl")
    for seat in (
        SavedSeat("old:1", "oak", "Ann", "t1", "g1", key="old"),
        SavedSeat("localhost:5533", "oak", "Ann", "", "g2", host_command=taken, key="new", continues=("g1",)),
    ):
        seats.save(seat)

    assert [game.command for game in unfinished_at_hosts(seats)] == [taken]

    seats.save(SavedSeat("old:1", "oak", "Ann", "t3", game, key="old", continues=continues))

    assert [game.command[0] for game in unfinished_at_hosts(seats)] == ["join"]


def test_a_game_that_ended_at_two_hosts_counts_once_where_it_went_on(tmp_path: Path) -> None:
    moved = result(game="g2", host="new:1", continues=("g1",))
    others = result("Ann Cho", game="g1", host="third:1"), result(game="g3")
    saved(tmp_path, moved, result(game="g1", host="old:1", won_by=()), *others)
    games = FileGames(tmp_path).all()

    assert {(game.result.game, game.result.host) for game in games} == {
        ("g2", "new:1"),
        ("g1", "third:1"),
        ("g3", "h:1"),
    }
    assert totals_of(games).friends["Ben"].played == 2


def test_totals_are_by_game_by_level_and_by_friend(tmp_path: Path) -> None:
    games, levels, friends = totals(
        tmp_path,
        result("Ann Ben", game="1", rounds=4),
        result("Ann Ben Cho/club", game="2", won_by=(1,), rounds=6),
        result("Ann Dai/club Eli/club", game="3", preset="all-threes", rounds=5),
    )

    assert games == {"all-fives": Total(2, 1, 120, 10), "all-threes": Total(1, 1, 60, 5)}
    assert friends == {"Ben": Total(2, 1, 120, 10)}
    assert levels == {"club": Total(2, 1, 120, 11)}, "a game with two bots of a level counts once"
    assert games["all-fives"].points_a_round == 12


def test_with_partners_the_points_are_those_of_the_side(tmp_path: Path) -> None:
    mine = result("Ben Ann Cho Dai", seat=3, partners=True, scores=(20, 61), won_by=(1,), rounds=10)

    _, _, friends = totals(tmp_path, mine)

    assert friends["Ann"] == friends["Ben"] == Total(1, 1, 61, 10)


def test_games_that_were_only_watched_do_not_count(tmp_path: Path) -> None:
    assert totals(tmp_path, result(seat=None)) == ({}, {}, {})


def test_results_of_older_releases_count_without_points_a_round(tmp_path: Path) -> None:
    saved(tmp_path, result(game="2"))
    path = tmp_path / RESULTS
    path.write_bytes(path.read_bytes().replace(b',"rounds":4', b""))
    assert b"rounds" not in path.read_bytes()

    games, _, _ = totals(tmp_path)

    assert (games["all-fives"].played, games["all-fives"].points_a_round) == (1, None)


@pytest.mark.parametrize("more", [{"bots": ()}, {"scores": ()}, {"seat": 7}, {"won_by": (9,)}])
def test_a_result_that_contradicts_itself_does_no_harm(more: dict[str, object], tmp_path: Path) -> None:
    from client.replay.games_words import finished_game

    saved(tmp_path, result(**more))  # type: ignore[arg-type]

    (game,) = FileGames(tmp_path).all()
    assert finished_game(game)
    totals_of([game])
