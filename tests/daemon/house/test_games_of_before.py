"""Games of the release before keys of seats, whose logs have `heirs`: they go on, and players come by name."""

from pathlib import Path

from attrs import evolve

from protocol.log.audit import audit
from protocol.log.commands import Readmit
from protocol.log.events import Entry, HostChanged, MatchStarted, RoundDealt, RoundEnded
from protocol.wire.messages import Farewell, Role
from protocol.wire.record import read_record, write_record
from protocol.wire.sealer import Sealer
from protocol.wire.session import Session
from protocol.wire.stored_history import fault_in_history
from tests.daemon.harness import Host, hosting
from tests.daemon.journal.memory_journal import MemoryJournal
from tests.daemon.wire_client import WireClient, parting_of
from tests.taken_over import GAME, SHORT, listed_at, opened_from, play_to_round, seated

RECORD = Path(__file__).parents[2] / "records" / "another-host.jsonl"
"""A match with two hosts, recorded by that release."""


def keys_in(entries: tuple[Entry, ...]) -> list[bool]:
    """Whether there are keys, for each entry that may have some."""
    changes = [entry.event for entry in entries if isinstance(entry.event, MatchStarted | RoundEnded)]
    return [any(event.seat_keys or ()) for event in changes]


def without_keys(entry: Entry) -> Entry:
    """The entry as that release has written it."""
    if not isinstance(entry.event, MatchStarted | RoundEnded) or entry.event.seat_keys is None:
        return entry
    return evolve(entry, event=evolve(entry.event, seat_keys=None, heirs=("0" * 64,) * len(entry.event.seat_keys)))


async def back_at(host: Host, player: WireClient) -> WireClient:
    """The same player in another run of the program."""
    before = player.session
    session = Session("tests", before.name, wanted_game=before.game, sealer=Sealer(before.sealer.new_secret))
    session.come_back_to(before.token, before.sealer.secrets, before.game)
    again = host.connect(session=session)
    await again.enter()
    return again


async def test_a_running_match_goes_on_at_its_host_and_has_keys_from_the_next_round_on() -> None:
    async with hosting() as host:
        await host.open_table(GAME, set=SHORT)
        players = [await seated(host, name) for name in ("Ann", "Ben")]
        await play_to_round(2, *players)
        game = players[0].session.game or ""
        stored = await host.journal.read(game)
    journal = MemoryJournal()
    await journal.append(game, 0, [*map(without_keys, stored.entries)], stored.private)

    async with hosting(journal) as host:
        there = [await back_at(host, player) for player in players]
        assert [player.seat for player in there] == [0, 1]
        assert not any(player.session.is_seat_provable for player in there)
        await play_to_round(4, *there)

        assert all(player.session.is_seat_provable for player in there)
        assert keys_in((await journal.read(game)).entries) == [False, False, True, False]
        assert audit((await journal.read(game)).entries, goes_on=True) is None


async def test_its_record_is_taken_over_without_a_proof_and_players_come_back_by_name(tmp_path: Path) -> None:
    record = read_record(RECORD.read_bytes().splitlines())
    deals = [nth for nth, entry in enumerate(record.entries) if isinstance(entry.event, RoundDealt)]
    path = tmp_path / "game.jsonl"
    path.write_bytes(b"".join(write_record(record.header, record.entries[: deals[-1] + 2])))

    async with hosting() as host:
        game = await opened_from(path, host, seat=0)
        continues = (await listed_at(host)).continues
        assert continues is not None
        assert (len(continues.games), continues.seat, continues.signature) == (2, 0, None)
        operator = await host.operator()
        await operator.enter(role=Role.SPECTATOR)
        for seat, name in enumerate(("Ann", "Ben")):
            assert (await parting_of(host.connect(name))).reason == Farewell.TABLE_FULL
            await operator.accepted(Readmit(seat))
            assert (await seated(host, name)).seat == seat
        entries = (await host.journal.read(game)).entries
        assert fault_in_history(entries) is None
        assert sum(isinstance(entry.event, HostChanged) for entry in entries) == 2
