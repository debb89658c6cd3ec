"""The records of matches that are not finished, with which this player's machine can go on."""

import os
import stat
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest
from attrs import evolve

from client.store import saved_records
from client.store.autosave import Autosave
from client.store.disk_limits import OF_UNFINISHED, OLDEST_UNFINISHED
from client.store.unfinished_games import UnfinishedGames
from protocol.log.events import Entry, HostChanged, RoundDealt, RoundEnded
from protocol.log.succession import part_to_go_on_with
from protocol.wire.messages import Role
from protocol.wire.record import with_rounds_opened
from protocol.wire.session import Session
from tests.client.at_table import autosave_in, welcome
from tests.client.scripted_daemon import at_once
from tests.played import entered, played_match, seen_from

MATCH = entered(played_match("all-fives", {"target": "150"}, seats=2, chance=2))
ENDS = [nth for nth, entry in enumerate(MATCH, start=1) if isinstance(entry.event, RoundEnded)]
IN_ROUND_THREE = MATCH[: ENDS[1] + 4]


def seen(entries: Sequence[Entry]) -> list[Entry]:
    """What Ann's program has of them once their rounds are over."""
    return with_rounds_opened(seen_from(0, entries))


def joined(entries: Sequence[Entry], game: str = "g1", seat: int | None = 0) -> Session:
    session = Session("fives test", "Ann", Role.PLAYER)
    session.take_welcome(evolve(welcome(head=len(entries)), game=game, seat=seat))
    for entry in seen_from(seat, entries):
        session.receive(entry)
    return session


def autosave_of(folder: Path) -> Autosave:
    return evolve(autosave_in(folder, "ben:5533"), run=at_once, unfinished=UnfinishedGames(folder))


def saved_entries(folder: Path) -> list[list[Entry]]:
    return [[*saved.record.entries] for saved in UnfinishedGames(folder).all() if saved.record is not None]


async def test_a_running_match_is_saved_up_to_its_last_finished_round_with_nothing_hidden(tmp_path: Path) -> None:
    await autosave_of(tmp_path).save(joined(IN_ROUND_THREE))

    assert saved_entries(tmp_path) == [seen(MATCH[: ENDS[1]])], "no hand of the third round is in it"


async def test_it_is_saved_from_the_start_of_the_match_and_again_once_a_round_has_ended(tmp_path: Path) -> None:
    dealt = next(nth for nth, entry in enumerate(MATCH, start=1) if isinstance(entry.event, RoundDealt))
    session, saving = joined(MATCH[:dealt]), autosave_of(tmp_path)
    await saving.save(session)
    assert saved_entries(tmp_path) == [MATCH[: dealt - 1]]

    for entry in seen_from(0, MATCH)[dealt : ENDS[0]]:
        assert not saving.is_due(session)
        session.receive(entry)

    assert saving.is_due(session)
    await saving.save(session)
    assert saved_entries(tmp_path) == [seen(MATCH[: ENDS[0]])], "one file, which was replaced"


async def test_nobody_else_can_read_it(tmp_path: Path) -> None:
    await autosave_of(tmp_path).save(joined(IN_ROUND_THREE))

    (path,) = (tmp_path / "unfinished").iterdir()
    assert os.name == "nt" or stat.S_IMODE(path.stat().st_mode) == 0o600


async def test_it_is_deleted_when_the_match_ends(tmp_path: Path) -> None:
    saving = autosave_of(tmp_path)
    await saving.save(joined(IN_ROUND_THREE))
    await saving.save(joined(MATCH))

    assert saved_entries(tmp_path) == []


async def test_the_game_at_its_next_host_replaces_it(tmp_path: Path) -> None:
    await autosave_of(tmp_path).save(joined(IN_ROUND_THREE))
    kept = MATCH[: ENDS[1]]
    gone_on = [*kept, evolve(kept[-1], seq=len(kept) + 1, event=HostChanged("g1", 1))]

    await autosave_of(tmp_path).save(joined(gone_on, game="g2"))

    (saved,) = UnfinishedGames(tmp_path).all()
    assert saved.record is not None
    assert saved.record.header.game == "g2"


async def test_a_host_cannot_have_another_game_deleted_by_naming_it(tmp_path: Path) -> None:
    await autosave_of(tmp_path).save(joined(IN_ROUND_THREE))
    other = entered(played_match("all-fives", {"target": "150"}, seats=2, chance=3))
    kept = part_to_go_on_with(other[:-1])
    named = [*kept, evolve(kept[-1], seq=len(kept) + 1, event=HostChanged("g1", 1))]

    await autosave_of(tmp_path).save(joined(named, game="g2"))

    assert seen(MATCH[: ENDS[1]]) in saved_entries(tmp_path)


async def test_spectators_and_hosts_save_none(tmp_path: Path) -> None:
    hosting = autosave_of(tmp_path)
    hosting.seats.host_command = ("host",)

    assert not autosave_of(tmp_path).is_due(joined(IN_ROUND_THREE, seat=None))
    await hosting.save(joined(IN_ROUND_THREE))
    assert saved_entries(tmp_path) == []


def test_they_are_bounded_in_number_and_age(tmp_path: Path) -> None:
    games = UnfinishedGames(tmp_path)
    too_old = games.save("ben:5533", "old", "oak", IN_ROUND_THREE)
    os.utime(too_old, (long_ago := time.time() - OLDEST_UNFINISHED - 60, long_ago))
    for number in range(OF_UNFINISHED.records + 2):
        games.save("ben:5533", f"g{number}", "oak", IN_ROUND_THREE)

    assert not too_old.exists()
    assert len(list(games.folder.iterdir())) == OF_UNFINISHED.records


@pytest.mark.skipif(sys.platform == "win32", reason="it needs symbolic links")
def test_a_file_that_another_writer_has_just_renamed_is_in_nobody_s_way(tmp_path: Path) -> None:
    games = UnfinishedGames(tmp_path)
    games.folder.mkdir()
    (games.folder / ".f4ay5z_o.part").symlink_to("what is listed, and gone when it is looked at")

    path = games.save("ben:5533", "g", "oak", IN_ROUND_THREE)

    assert [saved.path for saved in games.all()] == [path]


async def test_a_match_that_cannot_be_saved_is_announced_and_goes_on(tmp_path: Path) -> None:
    (tmp_path / "unfinished").write_text("not a folder")

    (said,) = await autosave_of(tmp_path).save(joined(IN_ROUND_THREE))

    assert said.text.startswith("The record of this match so far could not be saved: ")


async def test_a_match_that_is_too_large_to_be_saved_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saved_records, "LARGEST", 100)

    (said,) = await autosave_of(tmp_path).save(joined(IN_ROUND_THREE))

    assert said.text == "The record of this match so far could not be saved: it is too large."
