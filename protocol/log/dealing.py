"""Mixed deals as a game's log shows them: who is bound by which chain, and whether each deal follows from the numbers.

Here: `MixedDeals`, which follows a game event by event, with full or partial sight. The daemon takes from it which
numbers it waits for, and everybody checks their host by it. Not here: hashes and the stream of a deal (`mixing`), the
deal itself (`deal`).
"""

from typing import NamedTuple

from protocol.frozen import frozen
from protocol.game.tiles import Hand, SeenTile
from protocol.log import events
from protocol.log.deal import deal
from protocol.log.mixing import Share, Stream, link_after, seed_of
from protocol.log.table import Stage, Table, seat_named


class Bound(NamedTuple):
    """A chain as far as the log shows it: its last known link, and the number of the round that this was for.

    A seal counts as the link for the round before it.
    """

    link: str
    round: int

    def allows(self, link: str, number: int) -> bool:
        """Whether this can be the chain's link for that round."""
        return number > self.round and link_after(link, number - self.round) == self.link


@frozen
class DealCheck:
    """What is known of a round's deal: the seats that took part in it, and what is wrong with it, or None."""

    round: int
    seats: tuple[int, ...]
    fault: str | None


def is_dealing(table: Table) -> bool:
    """Whether the next thing to happen is a deal: in a match, before its first round and between rounds."""
    return table.stage is Stage.PLAYING and (table.round is None or table.round.ended is not None)


def next_round(table: Table) -> int:
    """The number of the round that is dealt next."""
    return 1 if table.round is None else table.round.number + 1


class MixedDeals:
    """The mixed deals of one game. `note` takes its events in order."""

    def __init__(self, game: str) -> None:
        self._game = game
        self.host: Bound | None = None
        """The host's chain; None if the host alone deals."""
        self.seats: list[Bound | None] = []
        """By seat, the chains of the players; None for those who take no part."""
        self._before_deal: Table | None = None
        self._dealt: _Dealt | None = None

    def takes_part(self, table: Table, seat: int) -> bool:
        """Whether the next deal needs a number of this seat: it has a seal, and its person plays."""
        who = table.seats[seat]
        return self.host is not None and self.seats[seat] is not None and who.is_person and who.stand_in is None

    def note(self, table: Table, event: events.Event) -> DealCheck | None:
        """Note the next event; `table` is the one before it. Returns the check of a round's deal when it is made."""
        match event:
            case events.MatchStarted():
                self._start(event, len(table.seats))
            case events.SeatTaken() if self.host is not None:
                self.seats[event.seat] = None  # a bot, for good
            case events.RoundDealt() if self.host is not None:
                return self._deal(table, event)
            case events.TilePlayed() | events.TileDrawn() if self._dealt is not None:
                self._dealt.note(event)
            case events.RoundEnded() if self.host is not None:
                return self._end_round(event)
            case _:
                pass
        return None

    def _start(self, started: events.MatchStarted, seats: int) -> None:
        seals = started.seals
        self.host = None if seals is None else Bound(seals.host, 0)
        self.seats = [None] * seats
        if seals is not None:
            self._bind(seals.seats, 0)

    def _bind(self, seals: tuple[events.Seal | None, ...], round_: int) -> None:
        self.seats = [
            bound if seal is None else Bound(seal.seal, round_) for bound, seal in zip(self.seats, seals, strict=True)
        ]

    def _deal(self, table: Table, dealt: events.RoundDealt) -> DealCheck | None:
        numbers = dealt.numbers or (None,) * len(table.seats)
        fault = self._fault_in_numbers(table, dealt.round, numbers)
        shares = tuple(Share(seat, link) for seat, link in enumerate(numbers) if link is not None)
        self._before_deal, self._dealt = table, _Dealt(dealt, shares)
        if fault is not None:
            return self._checked(fault)
        for share in shares:
            self.seats[share.seat] = Bound(share.link, dealt.round)
        return None

    def _fault_in_numbers(self, table: Table, round_: int, numbers: tuple[str | None, ...]) -> str | None:
        for seat, number in enumerate(numbers):
            bound = self.seats[seat]
            if number is None:
                if self.takes_part(table, seat):
                    return f"the number of {seat_named(seat)} is missing, although its player was there"
            elif bound is None or not bound.allows(number, round_):
                return f"the number of {seat_named(seat)} is not the one that its player was bound to"
        return None

    def _end_round(self, ended: events.RoundEnded) -> DealCheck | None:
        if self._dealt is None or self._before_deal is None or self.host is None:
            return None
        round_ = self._dealt.event.round
        check = self._checked(self._fault_in_deal(self.host, ended))
        if ended.host_number is not None:
            self.host = Bound(ended.host_number, round_)
        if ended.seals is not None:
            self._bind(ended.seals, round_)
        self._dealt = None
        return check

    def _fault_in_deal(self, host: Bound, ended: events.RoundEnded) -> str | None:
        dealt, before = self._dealt, self._before_deal
        assert dealt is not None
        assert before is not None
        if ended.host_number is None or not host.allows(ended.host_number, dealt.event.round):
            return "the number of the host is not the one that the host was bound to"
        seed = seed_of(self._game, dealt.event.round, ended.host_number, dealt.shares)
        if not dealt.is_the_same_as(deal(before, Stream(seed)), ended):
            return "the deal does not follow from the numbers"
        return None

    def _checked(self, fault: str | None) -> DealCheck:
        assert self._dealt is not None
        return DealCheck(self._dealt.event.round, tuple(share.seat for share in self._dealt.shares), fault)


class _Dealt:
    """A round's deal as it was seen, and what each seat has laid and drawn since."""

    def __init__(self, event: events.RoundDealt, shares: tuple[Share, ...]) -> None:
        self.event = event
        self.shares = shares
        self._laid: list[list[SeenTile]] = [[] for _ in event.hands]
        self._drew: list[int] = []

    def note(self, move: events.TilePlayed | events.TileDrawn) -> None:
        """Note a tile that left a hand, or that came from the boneyard."""
        if isinstance(move, events.TilePlayed):
            self._laid[move.seat].append(move.tile)
        else:
            self._drew.append(move.seat)

    def is_the_same_as(self, right: events.RoundDealt, ended: events.RoundEnded) -> bool:
        """Whether this was the right deal, by all tiles that the end of the round shows, and those seen from the start.

        A tile is hidden in the deal from those who could not see it, but everybody sees the leader.
        """
        seen = self.event
        if (seen.leader, seen.chosen_by, seen.lead) != (right.leader, right.chosen_by, right.lead):
            return False
        if (*ended.drawn, *ended.boneyard) != right.boneyard or not _fits(seen.boneyard, right.boneyard):
            return False
        return all(
            self._hand_of(seat, ended) == set(hand) and _fits(seen.hands[seat], hand)
            for seat, hand in enumerate(right.hands)
        )

    def _hand_of(self, seat: int, ended: events.RoundEnded) -> set[SeenTile]:
        drawn = {tile for who, tile in zip(self._drew, ended.drawn, strict=True) if who == seat}
        return {*self._laid[seat], *ended.hands[seat]} - drawn


def _fits(seen: Hand, right: Hand) -> bool:
    """Whether the tiles are the same, as far as they are not hidden."""
    return all(tile is None or tile == other for tile, other in zip(seen, right, strict=True))
