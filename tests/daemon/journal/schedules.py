"""Random schedules of daemons that share a database, compared with what they were told: a model of the journal.

`python -m tests.daemon.journal.schedules --schedules 1000`: the long form. A schedule is made of appends, takeovers,
releases, leases that run out, restarts, answers that are lost, requests that arrive late, and networks that break. What
must hold, whatever happens:

- what a daemon was told is stored is there, at its place, once, and stays;
- what it was told is not stored is not there, and does not come later;
- a daemon that owns a game, and has read it then, loses it only to another daemon, or to a late takeover of its own;
- the chain of every game is unbroken.

Only after `LostGameError` may an append be stored or not: its game is read anew then, as a table does. A network that
breaks in the middle may be its reason, too.
"""

import argparse
import logging
import sys
import time
from collections import Counter
from contextlib import ExitStack, closing, suppress
from random import Random
from typing import Final
from unittest import mock

import psycopg

from daemon.club.postgres_reading import open_postgres_reader
from daemon.journal.batches import PendingAppend
from daemon.journal.interface import CommandAccepted, GameOpened, LostGameError, StoreError
from protocol.log.events import Entry, Said
from tests.daemon.club.club_daemon import ClubDaemon
from tests.daemon.journal.journals import AT, entries_of, opened_table
from tests.faulty_network import FaultyNetwork, faulty_network
from tests.postgres import PostgresServer, running_server

DAEMONS: Final = 3
STEPS: Final = 80
_PATIENCE: Final = 0.5


class Member:
    """A daemon, the network to its database, and its tables: the number of the last entry of each, by game."""

    def __init__(self, name: str, url: str, network: FaultyNetwork) -> None:
        self.name = name
        self.network = network
        self.url = url
        self.tables: dict[str, int] = {}
        self.daemon = ClubDaemon(url, f"{name}.example:5533")

    def restart(self) -> None:
        """Die, and start anew."""
        self.network.heal()
        self.daemon.close()
        self.tables = {}
        self.daemon = ClubDaemon(self.url, f"{self.name}.example:5533")


class Schedule:
    """A random schedule. `seed` decides it, but not when the database does what."""

    def __init__(self, url: str, members: list[Member], seed: int) -> None:
        self.counts = Counter[str]()
        self._url = url
        self._members = members
        self._random = Random(seed)
        self._owners: dict[str, Member | None] = {}
        """Which daemon owns a game; None if nobody knows."""
        self._stored: list[tuple[str, int, list[Entry], str]] = []
        """What is stored, as daemons were told: the game, the entry before, the entries, the id beside them."""
        self._not_stored: list[tuple[str, list[Entry], str]] = []
        self._said = 0

    def run(self) -> None:
        """Take all steps, and check at the end."""
        steps = {
            self._append: 12, self._append_to_all: 4, self._take: 8, self._begin: 2, self._release: 2,
            self._run_out: 3, self._renew: 2, self._restart: 1, self._break: 2, self._lose_answer: 4,
            self._delay_request: 4, self._deliver: 3, self._refuse: 2,
        }  # fmt: skip
        self._begin(self._members[0])
        for step in self._random.choices(list(steps), list(steps.values()), k=STEPS):
            member = self._random.choice(self._members)
            self.counts[step.__name__[1:]] += 1
            step(member)
            if self._random.random() < 0.5:
                member.network.heal()
        for member in self._members:
            member.network.heal()
            member.network.deliver()
        self._check()

    # Steps.

    def _begin(self, member: Member) -> None:
        game, name = f"g{len(self._owners) + 1}", f"table-{len(self._owners) + 1}"
        self._owners[game] = member
        with suppress(StoreError):
            if member.daemon.own(name) is None:
                self._send(
                    member, [PendingAppend(game, 0, entries_of(opened_table()), [GameOpened(name, AT)], _ignore)]
                )

    def _append(self, member: Member) -> None:
        if member.tables:
            self._send(member, [self._pending(member, self._random.choice(list(member.tables)))])

    def _append_to_all(self, member: Member) -> None:
        self._send(member, [self._pending(member, game) for game in member.tables])

    def _pending(self, member: Member, game: str) -> PendingAppend:
        """An append of some entries that no other append has, or of none, and the id of a command."""
        self._said += 1
        words = [Said(None, member.name, f"{self._said}-{nth}") for nth in range(self._random.choice((0, 1, 1, 3)))]
        after = member.tables[game]
        return PendingAppend(
            game, after, entries_of(*words, after=after), [CommandAccepted(f"k-{self._said}", "digest", after)], _ignore
        )

    def _send(self, member: Member, appends: list[PendingAppend]) -> None:
        was_in_order = member.network.is_in_order
        for append, error in zip(appends, member.daemon.append_all(*appends), strict=True):
            key = append.private[0].id if isinstance(append.private[0], CommandAccepted) else ""
            self.counts["stored" if error is None else type(error).__name__] += 1
            if error is None:
                member.tables[append.game] = append.expected_seq + len(append.entries)
                self._stored.append((append.game, append.expected_seq, list(append.entries), key))
            elif isinstance(error, LostGameError):
                assert not (was_in_order and self._owners[append.game] is member), f"{append.game} is lost to nobody"
                member.tables.pop(append.game, None)
            else:
                assert isinstance(error, StoreError), error
                self._not_stored.append((append.game, list(append.entries), key))

    def _take(self, member: Member) -> None:
        game = self._random.choice(list(self._owners))
        if game in member.tables:
            return
        try:
            is_owner = member.daemon.own(game) is None
        except StoreError:
            self._owners[game] = None
            return
        if is_owner:
            self._owners[game] = member
            with open_postgres_reader(self._url) as reader:
                entries = reader.read(game).entries
            if entries:
                member.tables[game] = len(entries)

    def _release(self, member: Member) -> None:
        for game in [*member.tables][:1]:
            del member.tables[game]
            with suppress(StoreError):
                member.daemon.release(game)

    def _run_out(self, member: Member) -> None:
        with closing(psycopg.connect(self._url, autocommit=True)) as database:
            database.execute("UPDATE daemons SET until = now() WHERE daemon = %s", [member.daemon.id])

    def _renew(self, member: Member) -> None:
        with suppress(StoreError):
            member.daemon.renew()

    def _restart(self, member: Member) -> None:
        member.restart()

    def _break(self, member: Member) -> None:
        member.network.break_connections()

    def _lose_answer(self, member: Member) -> None:
        member.network.loses_answer = True
        self._append(member)

    def _delay_request(self, member: Member) -> None:
        member.network.delays_request = True
        self._append(member)

    def _deliver(self, member: Member) -> None:
        arrived = member.network.deliver()
        self.counts["arrived late"] += arrived
        if arrived:  # if a takeover is among them, the epochs of its own daemon are out of date, too
            self._owners = dict.fromkeys(self._owners)

    def _refuse(self, member: Member) -> None:
        member.network.refuses = True
        member.network.delays_request = self._random.random() < 0.5
        member.network.loses_answer = not member.network.delays_request
        self._append(member)

    # What must hold.

    def _check(self) -> None:
        with open_postgres_reader(self._url) as reader:
            reader.verify()
            assert reader.damage == {}
            stored = {game: reader.read(game) for game in self._owners}
        texts = Counter(
            entry.event.text for rows in stored.values() for entry in rows.entries if isinstance(entry.event, Said)
        )
        ids = Counter(row.id for rows in stored.values() for row in rows.private if isinstance(row, CommandAccepted))
        assert set((texts | ids).values()) <= {1}, "something is stored twice"
        for game, after, entries, key in self._stored:
            assert list(stored[game].entries[after : after + len(entries)]) == entries, (game, after)
            assert not key or key in ids
        for game, entries, key in self._not_stored:
            assert not key or key not in ids, (game, entries)


def _ignore(_: Exception | None) -> None:
    """Nobody waits."""


def run_schedule(server: PostgresServer, seed: int) -> Counter[str]:
    """Run a schedule in a new database; returns how often what happened. Raises `AssertionError`."""
    name = server.new_database()
    with ExitStack() as stack:
        stack.enter_context(mock.patch("daemon.club.postgres_writer.PATIENCE_WITH_UNKNOWNS", _PATIENCE))
        members = []
        for daemon in ("ann", "ben", "cho")[:DAEMONS]:
            network = stack.enter_context(faulty_network(server.port))
            members.append(Member(daemon, server.url(name, port=network.port), network))
            stack.callback(members[-1].daemon.close)
        schedule = Schedule(server.url(name), members, seed)
        try:
            schedule.run()
        finally:
            for member in members:
                member.daemon.close()
    server.execute(f"DROP DATABASE {name} WITH (FORCE)")
    return schedule.counts


def main() -> int:
    """Run many schedules; stop at the first that breaks a promise, and name its seed."""
    parser = argparse.ArgumentParser(prog="python -m tests.daemon.journal.schedules")
    parser.add_argument("--schedules", type=int, default=100, metavar="N", help="how many (default: 100)")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="the first seed (default: 0)")
    given = parser.parse_args()
    logging.disable()  # of all the faults
    total, begun = Counter[str](), time.monotonic()
    with running_server() as server:
        for seed in range(given.seed, given.seed + given.schedules):
            try:
                total += run_schedule(server, seed)
            except AssertionError:
                print(f"seed {seed} breaks a promise", file=sys.stderr)
                raise
    print(f"{given.schedules} schedules in {time.monotonic() - begun:.0f} s: {dict(total.most_common())}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
