"""Whole matches with mixed deals, for tests: players who seal late or again, who are away at a deal, who are removed.

Here: `mixed_match`, played as in `tests.played`, by a host and players who keep to the rules. The same chance gives the
same match.
"""

from collections.abc import Iterator, Mapping
from random import Random

from attrs import define, evolve, field

from protocol.game.options import Spelling
from protocol.game.presets import PRESETS, make_rules
from protocol.log.consequences import consequences
from protocol.log.dealing import mixed_deal, next_round
from protocol.log.events import (
    Event,
    MatchStarted,
    PlayerReturned,
    RoundEnded,
    Said,
    Seals,
    SeatTaken,
    StandInSeated,
    TableOpened,
    TableOptions,
)
from protocol.log.mixing import Chain
from protocol.log.table import Stage, Table, fold
from tests.played import NAMES, move

LENGTH = 80
"""Rounds for which a chain lasts: longer ones only take longer."""


@define
class Player:
    """A player who takes part: the chain, and the round after which its seal came into the log."""

    chain: Chain
    sealed_after: int = 0

    def number(self, round_: int) -> str:
        """The player's number for this round."""
        return self.chain.link(round_ - self.sealed_after)


@define
class Mixers:
    """The host and the players of one match. `whims`: whether players seal late or again, are away, or are removed."""

    random: Random
    whims: bool
    host: Chain = field(init=False)
    players: dict[int, Player] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        self.host = self.chain()

    def chain(self) -> Chain:
        """Another chain."""
        return Chain(self.random.randbytes(16).hex(), LENGTH)

    def happens(self, chance: float) -> bool:
        """Whether something happens now."""
        return self.whims and self.random.random() < chance

    def seals(self, table: Table, after: int, chance: float) -> tuple[str | None, ...] | None:
        """New seals: of those who have none with this chance, of the others seldom; None if there are none."""
        new: list[str | None] = []
        for seat, who in enumerate(table.seats):
            wants = not self.whims or self.random.random() < (chance if seat not in self.players else 0.1)
            is_new = who.is_person and wants and (after == 0 or self.whims)
            if is_new:
                self.players[seat] = Player(self.chain(), after)
            new.append(self.players[seat].chain.seal if is_new else None)
        return tuple(new) if any(new) else None

    def deal(self, table: Table) -> Iterator[Event]:
        """The next deal, and who is away at it."""
        away = [seat for seat, who in enumerate(table.seats) if who.is_person and self.happens(0.1)]
        yield from (StandInSeated(seat, "club") for seat in away)
        if self.happens(0.05) and sum(who.is_person for who in table.seats) > len(away) + 1:
            removed = next(seat for seat, who in enumerate(table.seats) if who.is_person and seat not in away)
            self.players.pop(removed, None)
            yield SeatTaken(removed, table.seats[removed].name or "", "club")
        round_, present = next_round(table), {seat: player for seat, player in self.players.items() if seat not in away}
        numbers = (present[seat].number(round_) if seat in present else None for seat in range(len(table.seats)))
        yield mixed_deal(table, round_, self.host.link(round_), tuple(numbers))
        yield from map(PlayerReturned, away)

    def end(self, table: Table, ended: RoundEnded) -> RoundEnded:
        """The end of a round with the host's number, and new seals if another round follows; `table` is after it."""
        assert table.round is not None
        round_ = table.round.number
        seals = None if table.stage is Stage.OVER else self.seals(table, round_, 0.5)
        return evolve(ended, host_number=self.host.link(round_), seals=seals)


def mixed_match(
    preset: str,
    settings: Mapping[str, Spelling] | None = None,
    seats: int | None = None,
    chance: int = 0,
    *,
    bots: tuple[int, ...] = (),
    whims: bool = True,
) -> list[Event]:
    """A whole match from the opening of its table; `bots` are the seats of computer players."""
    random = Random(chance)
    mixers = Mixers(random, whims)
    rules, seats = make_rules(PRESETS[preset], settings, seats)
    events: list[Event] = [
        TableOpened(preset, rules, seats, TableOptions(deals="mixed")),
        *(SeatTaken(seat, NAMES[seat], "club" if seat in bots else None) for seat in range(seats)),
    ]
    table = fold(events)
    sealed = mixers.seals(table, 0, 0.7) or (None,) * seats
    following: list[Event] = [MatchStarted(1, Seals(mixers.host.seal, sealed))]
    while following:
        events += following
        table = fold(following, table)
        following = [] if table.stage is Stage.OVER else _next(table, mixers)
    return events


def _next(table: Table, mixers: Mixers) -> list[Event]:
    if table.turn is None:
        return list(mixers.deal(table))
    decided = consequences(table, move(table, mixers.random))[0]
    after = fold(decided, table)
    said = [Said(0, NAMES[0], "well played")] if mixers.happens(0.02) else []
    return [
        *said,
        *(mixers.end(after, event) if isinstance(event, RoundEnded) else event for event in decided),
    ]
