"""Mixed deals as a game's log shows them: who is bound by which chain, and whether a deal follows from the numbers.

Here: `MixedDeals`, which follows a game event by event. The daemon takes from it which numbers it waits for, a client
which number it owes, and an audit whether the host keeps to it. Not here: hashes and the stream of a deal (`mixing`),
the deal itself (`deal`).
"""

from typing import NamedTuple

from attrs import evolve

from protocol.game.tiles import known_tiles
from protocol.log import events
from protocol.log.deal import deal
from protocol.log.faults import FAULTS
from protocol.log.mixing import Share, Stream, link_after, seed_of
from protocol.log.table import Stage, Table
from protocol.sentences import Sentence


class Bound(NamedTuple):
    """A chain as far as the log shows it: its last known link, and the number of the round that this was for.

    A seal counts as the link for the round before it.
    """

    link: str
    round: int

    def allows(self, link: str, number: int) -> bool:
        """Whether this can be the chain's link for that round."""
        return number > self.round and link_after(link, number - self.round) == self.link


class Binding(NamedTuple):
    """What binds everybody before a deal: the chains of the host and, by seat, of the players."""

    host: Bound | None
    seats: tuple[Bound | None, ...]

    def still_binds(self, later: "Binding") -> bool:
        """Whether later everybody is bound by the same chains, except for players who were removed."""
        is_same_seats = len(self.seats) == len(later.seats)
        return (
            self.host == later.host
            and is_same_seats
            and all(now in (None, before) for before, now in zip(self.seats, later.seats, strict=True))
        )


def is_dealing(table: Table) -> bool:
    """Whether the next thing to happen is a deal: in a match, before its first round and between rounds."""
    return table.stage is Stage.PLAYING and (table.round is None or table.round.ended is not None)


def next_round(table: Table) -> int:
    """The number of the round that is dealt next."""
    return 1 if table.round is None else table.round.number + 1


def mixed_deal(table: Table, round_: int, host_number: str, numbers: tuple[str | None, ...]) -> events.RoundDealt:
    """The deal that follows from the numbers of the host and, by seat, the players; `table` is the one before it."""
    shares = (Share(seat, link) for seat, link in enumerate(numbers) if link is not None)
    return evolve(deal(table, Stream(seed_of(round_, host_number, shares))), numbers=numbers)


class MixedDeals:
    """Who is bound by what in one game. `note` takes its events in order."""

    def __init__(self) -> None:
        self.host: Bound | None = None
        """The host's chain; None if the host alone deals."""
        self.seats: tuple[Bound | None, ...] = ()
        """By seat, the chains of the players; None for those who take no part."""
        self.seals: set[str] = set()
        """All seals of players that the log shows."""

    @property
    def binding(self) -> Binding:
        """What binds everybody now."""
        return Binding(self.host, self.seats)

    def takes_part(self, table: Table, seat: int) -> bool:
        """Whether the next deal needs a number of this seat: it has a seal, and its person plays."""
        who = table.seats[seat]
        return self.host is not None and self.seats[seat] is not None and who.is_person and who.stand_in is None

    def note(self, table: Table, event: events.Event) -> None:
        """Note the next event; `table` is the one before it."""
        match event:
            case events.MatchStarted() if event.seals is not None:
                self.host, self.seats = Bound(event.seals.host, 0), (None,) * len(table.seats)
                self._bind(event.seals.seats, 0)
            case events.SeatTaken() if self.host is not None and event.bot is not None:  # for good
                self.seats = (*self.seats[: event.seat], None, *self.seats[event.seat + 1 :])
            case events.RoundDealt() if self.host is not None and event.numbers is not None:
                links = zip(self.seats, event.numbers, strict=True)
                self.seats = tuple(Bound(link, event.round) if link is not None else bound for bound, link in links)
            case events.RoundEnded() if self.host is not None and event.host_number is not None and table.round:
                self.host = Bound(event.host_number, table.round.number)
                self._bind(event.seals or (), table.round.number)
            case events.HostChanged() if self.host is not None and event.seal is not None:
                self._change_host(event.seal, next_round(table) - 1)
            case events.PlayedOn():
                self.host, self.seats = None, ()
            case _:
                pass

    def _change_host(self, seal: str, round_: int) -> None:
        """The next deal is a new one. The numbers for it that the host before may have had are not used again."""
        self.host = Bound(seal, round_)
        self.seats = tuple(bound and bound._replace(round=bound.round - 1) for bound in self.seats)

    def _bind(self, seals: tuple[str | None, ...], round_: int) -> None:
        if seals:
            self.seals.update(seal for seal in seals if seal is not None)
            pairs = zip(self.seats, seals, strict=True)
            self.seats = tuple(bound if seal is None else Bound(seal, round_) for bound, seal in pairs)

    # What can be wrong, before the event is noted.

    def fault_in_seals(self, table: Table, event: events.MatchStarted | events.RoundEnded) -> Sentence | None:
        """What is wrong with the seals of a beginning match, or with those that are new after a round; or None."""
        if event.seals is None:
            return None
        is_start = isinstance(event, events.MatchStarted)
        if not (table.options.may_mix if is_start else self.host):
            return FAULTS("seals_alone")
        seals = event.seals.seats if isinstance(event.seals, events.Seals) else event.seals
        for seat, seal in enumerate(seals):
            may_follow = not is_start and table.seats[seat].bot is not None  # a person who takes it right after this
            if seal is not None and not table.seats[seat].is_person and not may_follow:
                return FAULTS("seal_of_bot", seat=seat + 1)
            if seal in self.seals:
                return FAULTS("seal_again", seat=seat + 1)
        return None

    def fault_in_numbers(self, table: Table, dealt: events.RoundDealt) -> Sentence | None:
        """What is wrong with the numbers of a deal, or None; `table` is the one before it."""
        if self.host is None:
            return None if dealt.numbers is None else FAULTS("unbound_numbers")
        if dealt.numbers is None:
            return FAULTS("no_numbers")
        for seat, (bound, number) in enumerate(zip(self.seats, dealt.numbers, strict=True)):
            takes_part = self.takes_part(table, seat)
            if number is None and takes_part:
                return FAULTS("number_missing", seat=seat + 1)
            if number is not None and not takes_part:
                return FAULTS("number_of_nobody", seat=seat + 1)
            if number is not None and bound is not None and not bound.allows(number, dealt.round):
                return FAULTS("wrong_number", seat=seat + 1)
        return None

    def fault_in_change_of_host(self, change: events.HostChanged) -> Sentence | None:
        """What is wrong with the seal of a new host, or None."""
        if (change.seal is None) != (self.host is None):
            return FAULTS("new_host_seals")
        return None

    def fault_in_host_number(self, round_: int, ended: events.RoundEnded) -> Sentence | None:
        """What is wrong with the host's number at the end of a round, or None."""
        if self.host is None:
            return None if ended.host_number is None else FAULTS("unbound_host")
        if ended.host_number is None or not self.host.allows(ended.host_number, round_):
            return FAULTS("wrong_host_number")
        return None


def fault_in_deal(before: Table, dealt: events.RoundDealt, ended: events.RoundEnded) -> Sentence | None:
    """What is wrong with a deal in which nothing is hidden, or None; `before` is the table before it.

    The tiles of a hand may have any order: a player knows the hands of others only from what they have played.
    """
    if dealt.numbers is None or ended.host_number is None:
        return None
    right = mixed_deal(before, dealt.round, ended.host_number, dealt.numbers)
    in_order = evolve(dealt, hands=tuple(tuple(sorted(known_tiles(hand), reverse=True)) for hand in dealt.hands))
    return None if in_order == right else FAULTS("wrong_deal")
