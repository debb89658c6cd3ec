"""A club in memory, for tests and simulations: several journals with the same games.

Not for playing: it is lost with the process, so all its daemons are in one.
"""

import math
from collections import Counter
from collections.abc import Collection, Sequence

import trio

from daemon.club.interface import TIME_OF_LEASE, ListedGame, Owner
from daemon.journal.interface import LAST_EVENTS, GameInfo, GameOpened, LostGameError, Private, left_in
from protocol.log.events import Entry
from tests.daemon.journal.memory_journal import MemoryJournal


class MemoryClub:
    """What the daemons of a club share."""

    def __init__(self) -> None:
        self.stored = MemoryJournal()
        self.leases: dict[str, tuple[MemoryMember, float]] = {}
        """By key: who owns it, and until when on trio's clock; infinite while the lease is renewed."""
        self.members: dict[MemoryMember, float] = {}
        """By daemon: until when it counts as running."""
        self.guesses = Counter[str]()
        self.certificate: bytes | None = None

    def member(self, address: str) -> "MemoryMember":
        """Another daemon of the club."""
        member = MemoryMember(self, Owner(f"daemon {len(self.members) + 1}", address))
        self.members[member] = math.inf
        return member

    def cut_off(self, member: "MemoryMember", seconds: float = TIME_OF_LEASE) -> None:
        """Renew no lease of this daemon from now on, because it is dead or cut off: they run out after `seconds`."""
        until = trio.current_time() + seconds
        self.members[member] = until
        self._set_leases(member, until)

    def renew(self, member: "MemoryMember") -> None:
        """Renew the leases of this daemon again, on what no other one owns."""
        self.members[member] = math.inf
        self._set_leases(member, math.inf)

    def _set_leases(self, member: "MemoryMember", until: float) -> None:
        self.leases |= {key: (owner, until) for key, (owner, _) in self.leases.items() if owner is member}


class MemoryMember(MemoryJournal):
    """The `Journal` and the `Club` of one daemon in memory."""

    def __init__(self, club: MemoryClub, identity: Owner) -> None:
        self._entries_by_game = club.stored._entries_by_game
        self._private_by_game = club.stored._private_by_game
        self._club = club
        self.identity = identity

    # The journal.

    async def append(
        self, game: str, expected_seq: int, entries: Sequence[Entry], private: Sequence[Private] = ()
    ) -> None:
        """As `Journal.append`, with what `Club` says about it."""
        await trio.lowlevel.checkpoint()
        opened = next((row for row in private if isinstance(row, GameOpened)), None)
        key = opened.table if expected_seq == 0 and opened is not None else game
        leases = self._club.leases
        if key not in leases or leases[key][0] is not self:
            raise LostGameError(f"{key} is another daemon's")
        await super().append(game, expected_seq, entries, private)
        is_last = left_in(private) is not None or any(isinstance(entry.event, LAST_EVENTS) for entry in entries)
        until = min(leases[key][1], trio.current_time() + TIME_OF_LEASE if is_last else math.inf)
        leases[game] = self, until

    async def forget(self, games: Sequence[str]) -> None:
        """As `Journal.forget`."""
        await super().forget(games)
        for game in games:
            self._club.leases.pop(game, None)

    # The club.

    async def own(self, key: str) -> Owner | None:
        """As `Club.own`."""
        await trio.lowlevel.checkpoint()
        owner = self._other_owner(key)
        if owner is None:
            self._club.leases[key] = self, math.inf
        return owner

    async def release(self, keys: Collection[str]) -> None:
        """As `Club.release`."""
        await trio.lowlevel.checkpoint()
        for key in keys:
            if self._club.leases.get(key, (None, 0))[0] is self:
                del self._club.leases[key]

    async def owners(self, keys: Collection[str]) -> dict[str, Owner]:
        """As `Club.owners`."""
        await trio.lowlevel.checkpoint()
        owners = {key: self._other_owner(key) for key in keys}
        return {key: owner for key, owner in owners.items() if owner is not None}

    async def daemons(self) -> list[Owner]:
        """As `Club.daemons`."""
        await trio.lowlevel.checkpoint()
        until_by_member = self._club.members.items()
        others = [
            other.identity for other, until in until_by_member if other is not self and trio.current_time() < until
        ]
        return sorted(others, key=lambda owner: owner.address)

    async def find(self, *, game: str | None = None, table: str | None = None) -> GameInfo | None:
        """As `Club.find`."""
        infos = await self._not_replaced()
        if game is not None:
            return next((info for info in infos if info.game == game), None)
        at_table = [info for info in infos if info.table == table and info.left is None]
        return max(at_table, key=lambda info: (not info.is_over, info.at), default=None)

    async def listed(self, games: Collection[str], search: str, most: int, *, asleep: bool = False) -> list[ListedGame]:
        """As `Club.listed`."""
        infos = [info for info in await self._not_replaced() if info.left is None]
        owners = await self.owners([info.game for info in infos if not info.is_over])
        found = [
            info
            for info in infos
            if (info.game in games or info.game in owners or (asleep and not info.is_over))
            and search.casefold() in _text_of(info).casefold()
        ]
        found.sort(key=lambda info: info.at, reverse=True)
        found.sort(key=lambda info: (info.game not in games, not any(who.is_free for who in info.seats)))
        return [ListedGame(info, owners.get(info.game)) for info in found[:most]]

    async def surplus(self, household: str | None, most_from_one: int, most: int, before: str) -> list[str]:
        """As `Club.surplus`."""
        now = trio.current_time()
        asleep = [
            info
            for info in await self.games(unfinished_only=True)
            if info.opened_by is not None and self._club.leases.get(info.game, (None, 0.0))[1] <= now
        ]
        kept = [info for info in asleep if info.is_used and info.last_at >= before]
        kept.sort(key=lambda info: (info.players < 2, info.at))
        beyond = [info for info in kept if info.opened_by == household][most_from_one:] + kept[most:]
        surplus = {info.game for info in beyond} | {info.game for info in asleep if info not in kept}
        return sorted(surplus)

    async def count_guess(self, household: str) -> int:
        """As `Club.count_guess`; they are never forgotten."""
        await trio.lowlevel.checkpoint()
        self._club.guesses[household] += 1
        return self._club.guesses[household]

    async def certificate(self, offered: bytes) -> bytes:
        """As `Club.certificate`."""
        await trio.lowlevel.checkpoint()
        self._club.certificate = self._club.certificate or offered
        return self._club.certificate

    def _other_owner(self, key: str) -> Owner | None:
        owner, until = self._club.leases.get(key, (self, 0.0))
        return owner.identity if owner is not self and trio.current_time() < until else None

    async def _not_replaced(self) -> list[GameInfo]:
        infos = await self.games()
        replaced = {info.instead_of for info in infos}
        return [info for info in infos if info.game not in replaced]


def _text_of(info: GameInfo) -> str:
    return "\n".join([info.table, info.preset, *(who.name or "" for who in info.seats)])
