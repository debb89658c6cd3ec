"""A damaged game continues as another game from its last finished round, only at the host's request."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from copy import deepcopy
from functools import partial
from pathlib import Path

import pytest
import trio
from attrs import evolve

from daemon.journal.interface import CommandAccepted, GameHeld, GameOffered, Private, ReminderAddressSet
from daemon.journal.sqlite_file import JOURNAL
from daemon.journal.sqlite_journal import open_journal
from daemon.journal.sqlite_reading import open_reader
from daemon.program.command import main
from protocol.log.audit import audit
from protocol.log.commands import EndMatch, HostReady, Kick, Rematch, Say
from protocol.log.events import MatchWon, RoundDealt, Said, Scored
from protocol.log.succession import finished_rounds
from protocol.wire.session import Session
from tests.daemon.harness import Host, hosting
from tests.daemon.journal.journals import change, entries_of
from tests.daemon.reminders.pasted import NTFY
from tests.daemon.wire_client import WireClient, parting_of
from tests.end_to_end.program import check_one_plain_line, running
from tests.taken_over import play_to_round as play_together
from tests.taken_over import scores_after


@asynccontextmanager
async def hosted(data: Path) -> AsyncIterator[Host]:
    """A house on the journal of this folder."""
    async with open_journal(data / "journal.sqlite") as journal, hosting(journal) as host:
        yield host


async def play_to_round(number: int, *players: WireClient) -> None:
    """Play until this round has been dealt."""

    async def play(client: WireClient) -> None:
        while client.table.round is None or client.table.round.number < number:
            await client.play_some(1)

    async with trio.open_nursery() as nursery:
        for player in players:
            nursery.start_soon(play, player)


async def begun(host: Host, rounds: int = 3) -> WireClient:
    """Ann plays against a bot; this round is in progress."""
    await host.open_table("cinq-et-trois", bots=1)
    ann = await host.seated("Ann")
    await play_to_round(rounds, ann)
    await ann.play_some(2)
    return ann


def cut(data: Path, game: str, entries: int) -> None:
    """Delete everything after the append with this entry."""
    change(
        data / "journal.sqlite",
        f"DELETE FROM appends WHERE game = '{game}' AND head > {entries}",
        f"DELETE FROM entries WHERE game = '{game}' AND seq > (SELECT max(head) FROM appends WHERE game = '{game}')",
    )


def deals(client: WireClient) -> list[int]:
    """The numbers of the entries that deal a round."""
    return [entry.seq for entry in client.session.entries if isinstance(entry.event, RoundDealt)]


async def resume(data: Path, game: str) -> int:
    """Run `fivesd resume GAME`; returns the exit status."""
    return await trio.to_thread.run_sync(partial(main, ["resume", game, "--data", str(data)]))


async def came_back(host: Host, session: Session) -> WireClient:
    client = host.connect(session=session)
    await client.enter()
    return client


async def cut_game(data: Path) -> WireClient:
    """Ann's game in its third round, with its end deleted."""
    await trio.Path(data).mkdir(exist_ok=True)
    async with hosted(data) as host:
        ann = await begun(host)
        await ann.accepted(Say("hello"), under="said in round 3")
    cut(data, ann.session.game or "", ann.session.head - 2)
    return ann


async def test_a_resumed_game_keeps_its_finished_rounds_and_can_be_completed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ann = await cut_game(tmp_path)
    before, game = ann.session.entries[: deals(ann)[2] - 1], ann.session.game or ""

    assert await resume(tmp_path, game) == 0
    first, second, third = capsys.readouterr().out.splitlines()

    async with hosted(tmp_path) as host:
        waiting = deepcopy(ann.session)
        again = await came_back(host, ann.session)
        assert (again.seat, again.session.game == game) == (0, False)
        resumed = again.session.game or ""
        *kept, dealt = (await host.journal.read(resumed)).entries[: len(before) + 1]
        assert [(entry.seq, entry.at) for entry in kept] == [(entry.seq, entry.at) for entry in before]
        assert isinstance(dealt.event, RoundDealt)
        assert dealt.event.round == 3
        await again.accepted(Say("hello"), under="said in round 3")
        await again.play_some(1000)
        assert isinstance(again.events[-1], MatchWon)
        await again.accepted(Rematch())
        later = await came_back(host, waiting)  # a client that has been waiting, by the number of the damaged game
        assert (later.seat, later.table.match) == (0, 2)
        assert audit(host.records.entries_by_game[resumed]) is None  # type: ignore[attr-defined]

    assert first.startswith("saved 2 rounds, scores ")
    assert first.endswith("; round 3 starts again")
    assert second.startswith(f"entries {len(before) + 1} to ")
    assert second.endswith(f" are lost; the damaged game {game} is unchanged")
    assert third.startswith(f"the new game is {resumed}: ")


async def test_a_player_returns_with_a_token_issued_after_the_damage(tmp_path: Path) -> None:
    async with hosted(tmp_path) as host:
        ann = await begun(host)
        ann = await host.back(ann)
        await play_to_round(4, ann)
        ann = await host.back(ann)
    game = ann.session.game or ""
    change(tmp_path / "journal.sqlite", f"UPDATE entries SET at = '2000' WHERE seq = {deals(ann)[1] + 2}")
    token = ann.session.token

    assert await resume(tmp_path, game) == 0

    async with hosted(tmp_path) as host:
        joined = host.connect("Ann")
        await joined.enter(table="oak", token=token)  # as `fives join` does, with its saved token
        assert joined.seat == 0
        assert deals(joined) == deals(ann)[:2]


async def test_a_player_removed_in_the_lost_part_has_the_seat_again(tmp_path: Path) -> None:
    async with hosted(tmp_path) as host:
        await host.open_table("cinq-et-trois")
        ann, ben = await host.seated("Ann"), await host.seated("Ben")
        await ann.expect_event(RoundDealt)
        await play_to_round(2, ann, ben)
        await ann.accepted(Kick(1))
        await ann.accepted(Say("that was that"))
    game = ann.session.game or ""
    cut(tmp_path, game, ann.session.head - 1)

    assert await resume(tmp_path, game) == 0

    async with hosted(tmp_path) as host:
        again = await came_back(host, ben.session)
        assert (again.seat, again.table.seats[1].bot) == (1, None)


async def test_where_a_player_is_reminded_stays_known(tmp_path: Path) -> None:
    reminded_at = ReminderAddressSet(0, NTFY)
    async with hosted(tmp_path) as host:
        ann = await begun(host)
    game = ann.session.game or ""
    async with open_journal(tmp_path / "journal.sqlite") as journal:
        entries = len((await journal.read(game)).entries)
        await journal.append(game, entries, [], [reminded_at])
        await journal.append(game, entries, entries_of(Said(0, "Ann", "lost"), after=entries))
        await journal.append(game, entries + 1, entries_of(Said(0, "Ann", "lost, too"), after=entries + 1))
    cut(tmp_path, game, entries)

    assert await resume(tmp_path, game) == 0

    async with open_journal(tmp_path / "journal.sqlite") as journal:
        (info,) = await journal.games()
        assert reminded_at in (await journal.read(info.game)).private


async def test_ids_of_lost_commands_can_be_used_again(tmp_path: Path) -> None:
    ann = await cut_game(tmp_path)
    assert await resume(tmp_path, ann.session.game or "") == 0

    async with hosted(tmp_path) as host:
        (info,) = await host.journal.games()
        stored = await host.journal.read(info.game)
    kept = finished_rounds(stored.entries)
    accepted = [record for record in stored.private if isinstance(record, CommandAccepted)]
    assert accepted
    assert all(answer.seq <= len(kept) for answer in accepted)


async def test_a_waiting_client_is_admitted_only_once_the_game_is_resumed(tmp_path: Path) -> None:
    ann = await cut_game(tmp_path)
    async with hosted(tmp_path) as host:
        assert (await parting_of(host.connect(session=deepcopy(ann.session)))).reason == "trouble"

    assert await resume(tmp_path, ann.session.game or "") == 0

    async with hosted(tmp_path) as host:
        stranger = deepcopy(ann.session)
        stranger.token = "another"
        assert (await parting_of(host.connect(session=stranger))).reason == "bad_token"
        assert (await came_back(host, ann.session)).seat == 0


async def test_the_damaged_game_is_still_reported_and_is_resumed_only_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    game = (await cut_game(tmp_path)).session.game or ""
    data = str(tmp_path)
    way_on = f"`fivesd resume {game}` continues it from its last finished round"

    async with hosted(tmp_path):
        assert f"it is kept as it is, and {way_on}" in caplog.text
    main(["games", "--data", data]), main(["verify", "--data", data])
    assert [line.partition("; ")[2] for line in capsys.readouterr().out.splitlines()] == [way_on] * 2

    assert await resume(tmp_path, game) == 0
    resumed = capsys.readouterr().out.splitlines()[2].split()[4].rstrip(":")
    main(["games", "--data", data]), main(["verify", "--data", data])
    unfinished, *damaged = capsys.readouterr().out.splitlines()
    assert unfinished.startswith(f"{resumed}  unfinished")
    assert [line.partition("; ")[2] for line in damaged] == [f"it continues as {resumed}"] * 2
    assert await resume(tmp_path, game) == 2
    check_one_plain_line(capsys.readouterr().err, [game, f"as game {resumed}"])
    async with hosted(tmp_path) as host:
        assert [info.game for info in await host.journal.games()] == [resumed]


async def refused(data: Path, game: str, capsys: pytest.CaptureFixture[str]) -> str:
    """The error of `fivesd resume GAME` when there is nothing to do; nothing is stored."""
    with open_reader(data / "journal.sqlite") as reader:
        before = reader.verify()
    capsys.readouterr()

    assert await resume(data, game) == 2

    captured = capsys.readouterr()
    check_one_plain_line(captured.err, [])
    assert captured.out == ""
    with open_reader(data / "journal.sqlite") as reader:
        assert reader.verify() == before
    return captured.err


async def test_an_unknown_or_undamaged_game_is_not_resumed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async with hosted(tmp_path) as host:
        ann = await begun(host)

    assert "there is no game 'nothing'" in await refused(tmp_path, "nothing", capsys)
    assert "is not damaged" in await refused(tmp_path, ann.session.game or "", capsys)


async def test_a_game_without_a_finished_round_is_not_resumed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    async with hosted(tmp_path) as host:
        ann = await begun(host)
    game = ann.session.game or ""
    for left in (deals(ann)[1] - 3, 2, 0):
        cut(tmp_path, game, left)
        assert "it has no undamaged round" in await refused(tmp_path, game, capsys)
        async with hosted(tmp_path):
            assert "it has no undamaged round" in caplog.text


async def test_a_finished_match_is_not_resumed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async with hosted(tmp_path) as host:
        ann = await begun(host)
        await ann.accepted(EndMatch())
    game = ann.session.game or ""
    last_but_one = ann.session.head - 1
    change(tmp_path / "journal.sqlite", f"UPDATE entries SET at = '2000' WHERE seq = {last_but_one}")

    assert "has ended" in await refused(tmp_path, game, capsys)


async def test_a_log_that_breaks_its_rules_is_not_resumed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async with hosted(tmp_path) as host:
        ann = await begun(host)
        stored = await host.journal.read(ann.session.game or "")
        first_score = next(entry for entry in stored.entries if isinstance(entry.event, Scored))
        entries = [*stored.entries[: first_score.seq], *entries_of(first_score.event, after=first_score.seq)]
        entries += [evolve(entry, seq=entry.seq + 1) for entry in stored.entries[first_score.seq :]]
        left = len(entries) - 1
        await host.journal.append("forged", 0, entries[:left], stored.private)
        await host.journal.append("forged", left, entries[left:])
    cut(tmp_path, "forged", left)

    assert f"entry {first_score.seq + 1}: " in await refused(tmp_path, "forged", capsys)


async def test_no_game_is_resumed_while_the_daemon_is_running(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = tmp_path / "data"
    game = (await cut_game(data)).session.game or ""

    async with running(data):
        assert await resume(data, game) == 2
    check_one_plain_line(capsys.readouterr().err, [str(data), "stop it, then"])
    assert main(["resume", game, "--table", "oak", "--data", str(data)]) == 2
    check_one_plain_line(capsys.readouterr().err, ["--table"])


@pytest.mark.parametrize("row", [GameHeld("0" * 64), GameOffered("192.168.1.20:5533", None, "g", "a word", 1)])
async def test_a_game_that_is_between_two_hosts_goes_on_as_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], row: Private
) -> None:
    async with hosted(tmp_path) as host:
        await host.open_home("cinq-et-trois", seats=2)
        ann, ben = await host.seated("Ann"), await host.seated("Ben")
        await play_together(3, ann, ben)
        game = ben.session.game or ""
    async with open_journal(tmp_path / JOURNAL) as journal:
        await journal.append(game, len((await journal.read(game)).entries), [], [row])

    assert await resume(tmp_path, game) == 0
    printed = capsys.readouterr().out
    assert "it goes on here now: start `fivesd` to play on" in printed
    assert "both matches exist" in printed

    async with hosted(tmp_path) as host:
        again = await came_back(host, ben.session)
        assert (again.session.game, again.session.is_held) == (game, False)


async def test_a_game_that_was_left_to_another_host_is_taken_back_with_its_seats(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    there = HostReady("192.168.1.20:5533", "vbnm5-a7z33-34ywp-emt4v", "2026-11-26-oak-1a2b3c")
    async with hosted(tmp_path) as host:
        await host.open_home("cinq-et-trois", seats=2)
        operator = await host.operator("Ann")
        await operator.enter()
        ben = await host.seated("Ben")
        await play_together(3, operator, ben)
        await operator.send(operator.asks(there))
        await operator.parting()
    game, before = ben.session.game or "", ben.session

    assert await resume(tmp_path, game) == 0
    printed = capsys.readouterr().out
    assert printed.startswith(
        f"game {game} was left to 192.168.1.20:5533; it goes on here, from its last finished round"
    )
    assert "start `fivesd` to play on" in printed

    async with hosted(tmp_path) as host:
        again = await came_back(host, before)
        continues = again.session.succession.continues
        assert (again.seat, again.session.game == game) == (1, False)
        assert continues is not None
        assert continues.games == (game,)
        assert again.table.scores == scores_after(ben.session.entries)
    assert "is not damaged" in await refused(tmp_path, again.session.game or "", capsys)
