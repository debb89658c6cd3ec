"""A client's part in mixed deals: its seals, and the numbers that it owes. Sans-I/O.

Here: `Sealer`, which follows one game after another. Not here: whether a deal is right (`protocol.log.audit`), keeping
the secrets (the client's saved seats), sending (the client's link).
"""

from collections.abc import Callable, Sequence
from typing import Final

from attrs import define, field

from protocol.log.commands import Command, Reveal, Seal
from protocol.log.dealing import MixedDeals, is_dealing, next_round
from protocol.log.events import Event, MatchStarted, RoundEnded
from protocol.log.mixing import Chain
from protocol.log.table import Stage, Table

MOST_CHAINS: Final = 2
"""The chain of this game, and the one for the next."""


@define
class Sealer:
    """What binds this client. `new_secret` makes a secret that nobody can guess; without it, it takes no part.

    `deals`: what binds everybody in the game, as its log shows.
    """

    new_secret: Callable[[], str] | None = field(default=None, repr=False)
    deals: MixedDeals = field(factory=MixedDeals, eq=False)
    _chains: tuple[Chain, ...] = ()
    """The newest ones, the newest last."""
    _bound: Chain | None = None
    """The one whose seal the log shows at this client's seat; None if it shows none or a strange one."""
    _sealed_after: int = 0
    """The round after which that seal came into the log."""
    _is_offered: bool = False
    """Whether the daemon has been given, on this connection, a seal that is not in the log yet."""
    _revealed: int = 0
    """The last round whose number was given on this connection."""

    @property
    def secrets(self) -> tuple[str, ...]:
        """The secrets to keep beside the seat, for `restore`."""
        return tuple(chain.secret for chain in self._chains)

    def restore(self, secrets: Sequence[str]) -> None:
        """Go on with the secrets of a saved seat."""
        self._chains = tuple(map(Chain, secrets))

    def seal_for_hello(self, *, comes_back: bool) -> str | None:
        """The seal to say hello with. None for one who comes back: the log may show already that one is bound."""
        self._is_offered, self._revealed = False, 0
        if self.new_secret is None or (comes_back and self._chains):
            return None
        return self._offer(self.new_secret)

    def begin(self) -> None:
        """Follow a game from its first entry on."""
        self.deals, self._bound = MixedDeals(), None

    def note(self, table: Table, seat: int | None, event: Event) -> None:
        """Note the next event of the game; `table` is the one before it, `seat` this client's."""
        self.deals.note(table, event)
        match event:
            case MatchStarted() if event.seals is not None and seat is not None:
                self._bind(event.seals.seats[seat], 0)
            case RoundEnded() if event.seals is not None and seat is not None and table.round is not None:
                self._bind(event.seals[seat], table.round.number)
            case _:
                pass

    def _bind(self, seal: str | None, round_: int) -> None:
        if seal is not None:
            self._bound = self._chain_with(seal)
            self._sealed_after = round_
            self._is_offered = self._is_offered and self._bound is not self._chains[-1]

    def has_made(self, seal: str) -> bool:
        """Whether this client has made this seal, for this game or the next."""
        return self._chain_with(seal) is not None

    def _chain_with(self, seal: str) -> Chain | None:
        return next((chain for chain in self._chains if chain.seal == seal), None)

    def owed(self, table: Table, seat: int | None) -> list[Command]:
        """The commands to send now that all entries that there are have been noted."""
        if self.new_secret is None or seat is None or table.options.deals is None:
            return []
        is_mixed = self.deals.host is not None
        if table.stage is not Stage.PLAYING or (is_mixed and self._bound is None):
            return [] if self._is_offered else [Seal(self._offer(self.new_secret))]
        round_ = next_round(table)
        if self._bound is None or not is_dealing(table) or not self.deals.takes_part(table, seat):
            return []
        if self._revealed == round_:
            return []
        self._revealed = round_
        step = round_ - self._sealed_after
        return [Reveal(round_, self._bound.link(step))] if step <= self._bound.length else []

    def _offer(self, new_secret: Callable[[], str]) -> str:
        if not self._chains or self._chains[-1] is self._bound:
            self._chains = (*self._chains, Chain(new_secret()))[-MOST_CHAINS:]
        self._is_offered = True
        return self._chains[-1].seal
