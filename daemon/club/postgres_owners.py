"""Which daemon of a club owns what, in the database.

Here: owning and releasing keys, and the lease. Not here: what owning is for (`club`), the fenced append
(`postgres_store`), the tables (`postgres_tables`).

The lease is for liveness: it says whom a daemon may replace. The epoch is for safety: whatever the clocks say, an
append with an old epoch stores nothing.
"""

import logging
import threading
from collections.abc import Collection, Iterable, Mapping
from secrets import token_hex
from typing import Final

from daemon.club.interface import TIME_OF_LEASE, Owner
from daemon.club.postgres_database import Database
from daemon.journal.chain import NO_HEAD, Head
from daemon.journal.interface import LostGameError, StoreError, UnusableError, WentBackError
from protocol.clean import brief
from protocol.frozen import frozen
from protocol.shared.address import AddressError, parse_address

_TIME_TO_FORGET_DAEMONS: Final = "1 day"
_TIME_TO_FORGET_GUESSES: Final = "10 minutes"
"""As `TIME_TO_FORGET` of a house."""
IS_ALIVE: Final = f"daemons.until > now() AND daemons.until < now() + interval '{2 * TIME_OF_LEASE} seconds'"
"""Whether a daemon is running, by its lease. One that no daemon takes so far ahead is from a clock that jumped."""
_ALIVE: Final = f"EXISTS (SELECT FROM daemons WHERE daemons.daemon = owners.daemon AND {IS_ALIVE})"
_OWN: Final = f"""
INSERT INTO owners SELECT key, %s, 1, 'infinity' FROM unnest(%s::text[]) AS new (key) ORDER BY key
    ON CONFLICT (key) DO UPDATE SET daemon = excluded.daemon, epoch = owners.epoch + 1, until = excluded.until
        WHERE owners.daemon = excluded.daemon OR %s AND NOT (owners.until > now() AND {_ALIVE})
    RETURNING key, epoch
"""  # noqa: S608 - our own text
_HEADS: Final = """
SELECT key, n, head, checksum FROM unnest(%s::text[]) AS wanted (key) CROSS JOIN LATERAL (
    SELECT n, head, checksum FROM appends WHERE game = key ORDER BY n DESC LIMIT 1
) AS last
"""
_STATES: Final = """
SELECT wanted.game, daemon, last.n, last.head, behind.checksum
    FROM unnest(%s::text[], %s::integer[]) AS wanted (game, n) LEFT JOIN owners ON owners.key = wanted.game
    LEFT JOIN LATERAL (SELECT n, head FROM appends WHERE game = wanted.game ORDER BY n DESC LIMIT 1) AS last ON true
    LEFT JOIN appends AS behind ON behind.game = wanted.game AND behind.n = wanted.n
"""
_OTHERS: Final = f"""
SELECT key, daemon, address FROM owners JOIN daemons USING (daemon)
    WHERE key = ANY(%s) AND owners.until > now() AND {IS_ALIVE} AND daemon <> %s
"""  # noqa: S608 - our own text
_DAEMONS: Final = f"""
SELECT daemon, address FROM daemons WHERE {IS_ALIVE} AND daemon <> %s AND address <> '' ORDER BY address
"""  # noqa: S608 - our own text
_FORGET_DAEMONS: Final = f"""
DELETE FROM daemons WHERE until < now() - interval '{_TIME_TO_FORGET_DAEMONS}'
    OR (address = %s AND address <> '' AND daemon <> %s)
"""  # noqa: S608 - our own text
_COUNT_GUESS: Final = f"""
INSERT INTO guesses VALUES (%s, 1, now()) ON CONFLICT (household) DO UPDATE SET at = now(),
    wrong = CASE WHEN guesses.at < now() - interval '{_TIME_TO_FORGET_GUESSES}' THEN 1 ELSE guesses.wrong + 1 END
    RETURNING wrong
"""  # noqa: S608 - our own text
_KEEP_CERTIFICATE: Final = "UPDATE fives SET certificate = coalesce(certificate, %s::bytea) RETURNING certificate"

_WITHOUT_ADDRESS: Final = set[str]()
"""The daemons whose rows have no address, although they should: each is named once in the log."""

log = logging.getLogger("fivesd.journal")


@frozen
class Possession:
    """What a daemon has when it owns a key: the epoch, and the head of the game; `NO_HEAD` for a table's name."""

    epoch: int
    head: Head


def owner(daemon: str, address: str) -> Owner:
    """A daemon as its row names it. An address that is none is left out, and named in the log."""
    try:
        parse_address(address)
    except AddressError:
        if address and daemon not in _WITHOUT_ADDRESS:
            _WITHOUT_ADDRESS.add(daemon)
            log.warning("the row of daemon %s has no address of a daemon: %s", brief(daemon), brief(address))
        address = ""
    return Owner(daemon, address)


class Owners:
    """The keys of all daemons, as one of them sees and changes them. `daemon`: its random id.

    All calls raise `StoreError`.
    """

    def __init__(self, database: Database, daemon: str) -> None:
        self.daemon = daemon
        self._database = database

    def own(self, keys: Collection[str], *, only_ours: bool = False) -> dict[str, Possession]:
        """Own these keys, except those that another daemon owns. Each that was ours gets a new epoch, too.

        This waits for every append to them that is under way. Those that were sent before it and arrive after it store
        nothing. `only_ours`: not those that another daemon had last, even if its lease has run out.
        """
        epochs = dict(self._database.run(_OWN, self.daemon, sorted(keys), not only_ours))
        heads = {key: Head(*head) for key, *head in self._database.run(_HEADS, list(epochs))}
        return {key: Possession(epoch, heads.get(key, NO_HEAD)) for key, epoch in epochs.items()}

    def why_lost(self, games: Mapping[str, Head]) -> dict[str, LostGameError]:
        """Why an append to these games was refused, with one read; they had these heads."""
        rows = self._database.run(_STATES, list(games), [head.appends for head in games.values()])
        return {game: self._why_lost(game, games[game], *state) for game, *state in rows}

    def _why_lost(
        self, game: str, had: Head, daemon: str | None, n: int | None, seq: int | None, checksum: str | None
    ) -> LostGameError:
        """`n`, `seq`: of its last append; `checksum`: of the one that was its last."""
        if (n or 0) < had.appends:
            first = (seq or 0) + 1
            lost = f"entry {first}" if first == had.seq else f"entries {first} to {had.seq}"
            lost = lost if first <= had.seq else f"what was stored with entry {had.seq}"
            return WentBackError(f"the database has lost {lost} of game {game}")
        if had.appends and checksum != had.checksum:
            return WentBackError(f"the database has other entries of game {game} than those that were played")
        if daemon != self.daemon:
            return LostGameError(f"another daemon has game {game} now")
        return LostGameError(f"game {game} has gone on in the database without this table")

    def release(self, keys: Collection[str], seconds: float = 0.0) -> None:
        """Let any daemon own these keys after so many seconds. As long as none does, appends of this one are stored."""
        self._database.run(
            "UPDATE owners SET until = now() + make_interval(secs => %s) WHERE key = ANY(%s) AND daemon = %s",
            seconds, sorted(keys), self.daemon,
        )  # fmt: skip

    def others(self, keys: Iterable[str]) -> dict[str, Owner]:
        """Those of these keys that other daemons own."""
        rows = self._database.run(_OTHERS, list(keys), self.daemon)
        return {key: owner(daemon, address) for key, daemon, address in rows}

    def daemons(self) -> list[Owner]:
        """The other daemons that are running, by address."""
        found = [owner(*row) for row in self._database.run(_DAEMONS, self.daemon)]
        return [other for other in found if other.address]

    def count_guess(self, household: str) -> int:
        """Do the same as `Club.count_guess`."""
        ((wrong,),) = self._database.run(_COUNT_GUESS, household)
        return int(wrong)

    def certificate(self, offered: bytes) -> bytes:
        """Do the same as `Club.certificate`."""
        ((kept,),) = self._database.run(_KEEP_CERTIFICATE, offered)
        return bytes(kept)


class Lease:
    """The lease of a daemon on all that it owns, renewed in a thread with a connection of its own.

    `address`: where players reach the daemon; empty for a command, which nobody is sent to.
    """

    def __init__(self, database: Database, address: str, seconds: float = TIME_OF_LEASE) -> None:
        self.daemon = token_hex(8)
        self._database = database
        self._address = address
        self._seconds = seconds
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._renew_until_the_end, name="lease", daemon=True)

    def begin(self) -> None:
        """Take the lease, in place of any daemon that was at this address before. Raises `UnusableError`."""
        try:
            self.renew()
            self._database.run(_FORGET_DAEMONS, self._address, self.daemon)
        except StoreError as error:
            raise UnusableError(str(error)) from error
        self._thread.start()

    def end(self) -> None:
        """Give up the lease. What is still owned is anybody's at once."""
        self._is_over.set()
        self._thread.join()

    def _renew_until_the_end(self) -> None:
        is_renewed = True
        while not self._is_over.wait(self._seconds / 3 if is_renewed else 1.0):
            try:
                self.renew()
            except StoreError as error:
                if is_renewed:
                    log.warning("the lease on this daemon's games was not renewed: %s", error)
                is_renewed = False
            else:
                is_renewed = True
        try:
            self._database.run("DELETE FROM daemons WHERE daemon = %s", self.daemon)
        except StoreError as error:
            log.warning("the lease on this daemon's games was not given up, and runs out by itself: %s", error)

    def renew(self) -> None:
        """Have it last for its time from now on, by the database's clock. Raises `StoreError`."""
        self._database.run(
            "INSERT INTO daemons VALUES (%s, %s, now() + make_interval(secs => %s))"
            " ON CONFLICT (daemon) DO UPDATE SET until = excluded.until",
            self.daemon, self._address, self._seconds,
        )  # fmt: skip
