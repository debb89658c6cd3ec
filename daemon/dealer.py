"""How the rounds of a game are dealt: by the host alone, or mixed with the players who have sealed (WIRE.md).

Here: `Dealer`, which starts a match, ends and deals rounds, and goes on where another host stopped. The deals of an
earlier match are dealt again by the host alone, for everybody knows them. Not here: the deal itself
(`protocol.log.deal`), when the numbers of a mixed deal are complete (`table.next_deal`).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from attrs import evolve

from daemon.journal.interface import DealsRepeated, Private
from protocol.frozen import frozen
from protocol.log.commands import Reveal
from protocol.log.deal import Chance, deal, deal_again
from protocol.log.dealing import MixedDeals, is_dealing, mixed_deal, next_round
from protocol.log.events import Entry, Event, HostChanged, MatchStarted, RoundDealt, RoundEnded, Seals, SeatTaken
from protocol.log.mixing import Chain, Stream, digest
from protocol.log.not_allowed import NotAllowed
from protocol.log.statements import SeatKey
from protocol.log.table import Table, fold
from protocol.log.table import evolve as folded
from protocol.wire.codec import decode_event, encode_event


class Pledge(NamedTuple):
    """What a player's program has given for the log.

    `seal`: the end of its chain for mixed deals, or None. `seat_key`: with which key it signs statements, or None.
    """

    seal: str | None = None
    seat_key: SeatKey | None = None


@frozen
class KnownDeals:
    """The deals of an earlier game, by round. `game`: its id."""

    game: str
    by_round: Mapping[int, RoundDealt]

    @classmethod
    def of(cls, row: DealsRepeated) -> "KnownDeals":
        """The deals in a stored row."""
        deals = (event for event in map(decode_event, row.deals) if isinstance(event, RoundDealt))
        return cls(row.game, {dealt.round: dealt for dealt in deals})


def known_deals(private: Iterable[Private]) -> KnownDeals | None:
    """The deals that a game repeats, from its private rows; None for a game with deals of its own."""
    return next((KnownDeals.of(row) for row in private if isinstance(row, DealsRepeated)), None)


def deals_of(game: str, entries: Iterable[Entry]) -> DealsRepeated:
    """The row with all deals of a game, for another one that repeats them."""
    return DealsRepeated(game, tuple(encode_event(entry.event) for entry in entries if _is_deal(entry)))


def _is_deal(entry: Entry) -> bool:
    return isinstance(entry.event, RoundDealt)


def chance_of_board(table: Table, secret: str) -> Chance | None:
    """The chance of the next deal at a board that shares its deals with others of this secret; None at other tables."""
    if table.board is None or not table.board.duplicate:
        return None
    return Stream(digest("duplicate", secret, str(next_round(table))))


_NOBODY: Final[Mapping[int, str]] = {}


def _nothing(_: int) -> Pledge:
    return Pledge()


class Dealer:
    """The dealer of one game. `chance` is for deals of the host alone, and for the names of bots.

    `secret`: the host's for this game; without one, the host alone deals. `deals`: what binds the players until now.
    `pledge_of`: by seat, what a connected player has given that is not in the log yet. `known`: the deals that are
    dealt again, or None.
    """

    def __init__(
        self,
        chance: Chance,
        secret: str = "",
        deals: MixedDeals | None = None,
        pledge_of: Callable[[int], Pledge] = _nothing,
        known: KnownDeals | None = None,
        newcomers: Mapping[int, str] = _NOBODY,
    ) -> None:
        self.chance = chance
        self._secret = secret
        self._deals = deals or MixedDeals()
        self._pledge_of = pledge_of
        self._known = known
        self._newcomers = newcomers

    def start(self, table: Table, match: int, undecided: Sequence[int] = ()) -> tuple[Event, ...]:
        """The start of the match at a full table, and its first deal, unless that has to wait for numbers.

        `undecided`: the seats of people who have not agreed to it.
        """
        repeats = None if self._known is None else self._known.game
        started = MatchStarted(match, seat_keys=self._new_keys(table), repeats=repeats, undecided=tuple(undecided))
        may_mix = bool(self._secret) and table.options.may_mix and self._known is None
        seals = self._new_seals(table) if may_mix else None
        if seals is not None:
            return (evolve(started, seals=Seals(self._chain(table).seal, seals)),)
        return (started, self._deal(folded(table, started)))

    def go_on(self, decided: tuple[Event, ...], after: Table) -> tuple[Event, ...]:
        """What was decided, which ends a round, who sits down then, and the next deal if one follows without numbers.

        `after`: the table after what was decided.
        """
        completed = tuple(self._completed(event, after) for event in decided)
        if not is_dealing(after):
            return completed
        sits_down = tuple(SeatTaken(seat, name) for seat, name in self._newcomers.items())
        deal_at_once = (self._deal(fold(sits_down, after)),) if self._deals.host is None else ()
        return (*completed, *sits_down, *deal_at_once)

    def _deal(self, table: Table) -> RoundDealt:
        """The next deal by the host alone: that of the earlier match, if this one repeats it and it had this round."""
        known = None if self._known is None else self._known.by_round.get(next_round(table))
        return deal(table, self.chance) if known is None else deal_again(table, known, self.chance)

    def check_number(self, table: Table, seat: int, given: Reveal) -> None:
        """Raise `Refused` if this is not the number that this seat owes for the next deal."""
        if not (is_dealing(table) and self._deals.takes_part(table, seat) and given.round == next_round(table)):
            raise NotAllowed("no_number_awaited", round=given.round)
        bound = self._deals.seats[seat]
        if bound is None or not bound.allows(given.number, given.round):
            raise NotAllowed("wrong_number")

    def deal_mixed(self, table: Table, numbers: tuple[str | None, ...]) -> RoundDealt:
        """The next deal, from the numbers of the players by seat, None for those that are missing."""
        round_ = next_round(table)
        return mixed_deal(table, round_, self._chain(table).link(round_), numbers)

    def change_host(self, table: Table, change: HostChanged) -> tuple[Event, ...]:
        """The first events of a game that goes on at this host; `table` is the one at the end of its last round.

        `change`: without the seal, which is the dealer's.
        """
        if self._deals.host is not None:
            change = evolve(change, seal=self._chain(table).link(next_round(table) - 1))
        return (change, *self.deal_after_hold(folded(table, change)))

    def deal_after_hold(self, table: Table) -> tuple[Event, ...]:
        """The first deal of a game that another host had before, unless that has to wait for numbers."""
        deals_at_once = is_dealing(table) and self._deals.host is None
        return (deal(table, self.chance),) if deals_at_once else ()

    def _completed(self, event: Event, after: Table) -> Event:
        """The event; the end of a round with what the host and the players add to it."""
        if not isinstance(event, RoundEnded):
            return event
        assert after.round is not None
        goes_on = is_dealing(after)
        event = evolve(event, seat_keys=self._new_keys(after) if goes_on else None)
        if self._deals.host is None:
            return event
        number = self._chain(after).link(after.round.number)
        return evolve(event, host_number=number, seals=self._new_seals(after) if goes_on else None)

    def _new_seals(self, table: Table) -> tuple[str | None, ...] | None:
        seals = tuple(self._pledge_of(seat).seal for seat in range(len(table.seats)))
        return seals if any(seals) else None

    def _new_keys(self, table: Table) -> tuple[SeatKey | None, ...] | None:
        keys = tuple(self._pledge_of(seat).seat_key for seat in range(len(table.seats)))
        return keys if any(keys) else None

    def _chain(self, table: Table) -> Chain:
        return _chain_of(self._secret, table.rules.max_rounds)


_chain_of: Final = lru_cache(maxsize=64)(Chain)
"""The chain of a running game. A dealer is made for each command, and the links that a chain keeps serve all deals."""
