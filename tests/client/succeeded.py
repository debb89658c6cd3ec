"""A game that began at one host and goes on at another one, for what a client does there."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import cache
from random import Random

import trio
from attrs import evolve
from trio.testing import memory_stream_pair

from client.store.saved_seats import SavedSeat
from daemon.dealer import Dealer
from daemon.game_log import GameLog
from daemon.journal.interface import GameHeld, GameOpened
from protocol.log.events import Entry, Event, HostChanged, MatchStarted, RoundEnded, TableOptions
from protocol.log.mixing import Chain
from protocol.log.statements import SeatKey, seat_key_of, signed
from protocol.log.succession import Continued, part_to_go_on_with
from protocol.log.table import Stage
from protocol.shared.address import Address
from protocol.wire.messages import SeatSummary, TableSummary
from protocol.wire.record import Header
from protocol.wire.stored_history import history_of
from tests.client.mixed_match import ANN, BEN, mixed_match
from tests.client.model.test_lan_hosts import BENS
from tests.daemon.harness import Host, hosting
from tests.daemon.journal.memory_journal import MemoryJournal
from tests.played import entered
from tests.taken_over import HOST_KEY

OLD, NEW = "2026-01-02-oak-a1b2c3", "2026-01-02-elm-d4e5f6"
"""The ids of the game at the two hosts."""
OLD_HOST, NEW_HOST = "ann.example:5533", "ben.example:5533"
SECRET = "the new host's secret"


def seat_key(chain: Chain) -> SeatKey:
    """The key of the seat of the player with this chain."""
    return SeatKey(seat_key_of(chain.secret))


@cache
def old_match() -> tuple[Event, ...]:
    """A match of Ann and Ben at the old host, to its end, with what both can prove elsewhere."""
    keys = seat_key(ANN), seat_key(BEN)
    return tuple(evolve(event, seat_keys=keys) if isinstance(event, MatchStarted) else event for event in mixed_match())


def until_round(number: int) -> list[Event]:
    """The match at the old host up to the end of this round; 0: up to its start."""
    kind = RoundEnded if number else MatchStarted
    ends = [at for at, event in enumerate(old_match(), start=1) if isinstance(event, kind)]
    return list(old_match()[: ends[max(number, 1) - 1]])


def begun_round(number: int) -> list[Event]:
    """The match at the old host up to some moves of this round."""
    return list(old_match()[: len(until_round(number - 1)) + 5])


def gone_on_with(entries: Sequence[Entry], seat: int | None = 1, *, old: str = OLD, new: str = NEW) -> list[Entry]:
    """The first entries at a new host with this record, whose player sits on this seat."""
    log = GameLog(Header(new, "elm", "2026-01-03T00:00:00.000Z"), part_to_go_on_with(entries))
    log.add(log.next_entries(Dealer(Random(1), SECRET, log.deals).change_host(log.table, HostChanged(old, seat))))
    return list(log.entries)


@asynccontextmanager
async def new_host(entries: Sequence[Entry] = (), held: Sequence[GameHeld] = ()) -> AsyncIterator[Host]:
    """A house with the game that these entries begin as its own table; otherwise with the match after one round.

    `held`: it waits for the host before.
    """
    journal, first = MemoryJournal(), entries or gone_on_with(entered(begun_round(2)))
    opened = GameOpened("elm", first[0].at, None, is_home=True, resumed_from=OLD, secret=SECRET)
    await journal.append(NEW, 0, first, [opened, *held])
    async with hosting(journal) as host:
        host.house.reach.key = HOST_KEY
        await host.open_home("cinq-et-trois", set={"target": 60}, seats=2, options=TableOptions(deals="mixed"))
        yield host


class House:
    """Dials a house in memory."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.dials = 0

    async def dial(self, _: Address) -> trio.abc.Stream:
        """The dial function for a link."""
        self.dials += 1
        ours, theirs = memory_stream_pair()
        self.host.receive(theirs)
        return ours


def old_seat(name: str = "Ann", chain: Chain = ANN, host: str = OLD_HOST) -> SavedSeat:
    """The seat that was saved at the old host."""
    return SavedSeat(host, "oak", name, f"{name}'s token", OLD, secrets=(chain.secret,), key="the old host's key")


def listed(table: str, *games: str, entry: int = 20, seat: int | None = 1) -> TableSummary:
    """A table as a host lists it, whose game has had these ids at other hosts; everybody is away."""
    seats = SeatSummary("Ann"), SeatSummary("Ben")
    continues = Continued(games, entry, seat) if games else None
    return TableSummary(table, f"game-{table}", "cinq-et-trois", seats, Stage.PLAYING, continues=continues)


def proved(
    table: TableSummary,
    *,
    seat: int = 1,
    chain: Chain = BEN,
    host_key: str = BENS,
    kept: Sequence[Entry] = (),
    games: tuple[str, ...] = (OLD,),
) -> TableSummary:
    """The table at the host with this key, whose player proves that they go on with these entries of the old game.

    Without entries, those are the ones up to the end of the first round.
    """
    entries = kept or entered(until_round(1))
    continues = Continued(games, len(entries) + 1, seat, history_of(entries))
    signature = signed(chain.secret, continues.statement(table.game, host_key))
    return evolve(table, stage=Stage.PLAYING, continues=evolve(continues, signature=signature))
