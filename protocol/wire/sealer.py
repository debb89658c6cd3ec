"""A client's part in mixed deals: its seals, and the numbers that it owes; and the key of its seat. Sans-I/O.

Here: `Sealer`, which follows one game after another. Not here: whether a deal is right (`protocol.log.audit`), keeping
the secrets (the client's saved seats), sending (the client's link).
"""

from collections.abc import Callable, Sequence
from typing import Final

from attrs import field

from protocol.frozen import define
from protocol.log.commands import Command, Reveal, Seal
from protocol.log.dealing import Binding, MixedDeals, is_dealing, next_round
from protocol.log.events import Event, HostChanged, MatchStarted, PlayedOn, RoundDealt, RoundEnded
from protocol.log.mixing import Chain
from protocol.log.statements import SeatKey, seat_key_of, signed
from protocol.log.table import Stage, Table

MOST_CHAINS: Final = 2
"""The chain of this game, and the one for the next."""
DEALT_AFTERWARDS: Final = "the host knew my number before it was bound to its own, so it could choose the deal"


@define
class Sealer:
    """What binds this client. `new_secret` makes a secret that nobody can guess; without it, it takes no part.

    `deals`: what binds everybody in the game, as its log shows. `fault`: how the host was found to choose deals, or
    None; after that it gets no more numbers. `is_page`: the host's page keeps the secrets, for a player in a browser;
    so each host makes new ones.
    """

    new_secret: Callable[[], str] | None = field(default=None, repr=False)
    deals: MixedDeals = field(factory=MixedDeals, eq=False)
    fault: str | None = None
    is_page: bool = False
    _chains: tuple[Chain, ...] = ()
    """The one that counts, and the one for the next game or deal."""
    _spare: Chain | None = None
    """The one that no log shows yet. A chain that may have been bound before is never offered again."""
    _saved_for: str | None = None
    """The game that restored chains are for."""
    _in_log: Chain | None = None
    """The one that counts at this client's seat: the log shows its seal or its key."""
    _bound: Chain | None = None
    """The one whose seal the log shows at this client's seat; None if it shows none or a strange one."""
    _sealed_after: int = 0
    """The round after which that seal came into the log."""
    _has_key: bool = False
    """Whether the log shows a key that this client has made, and no earlier host's page knows the secret behind it."""
    _is_offered: bool = False
    """Whether the daemon has been given, on this connection, a seal that is not in the log yet."""
    _revealed: str = ""
    """The number that was given last on this connection."""
    _given: dict[str, Binding] = field(factory=dict, repr=False, eq=False)
    """By number that the host knows, what bound everybody when it was given: in any game, and in any version of one."""

    @property
    def secrets(self) -> tuple[str, ...]:
        """The secrets to keep beside the seat, for `restore`."""
        return tuple(chain.secret for chain in self._chains)

    def restore(self, secrets: Sequence[str], game: str | None = None) -> None:
        """Go on with the secrets of a seat that was saved in this game."""
        self._chains, self._saved_for = tuple(map(Chain, secrets)), game

    def seal_for_hello(self, *, comes_back: bool) -> Seal | None:
        """What to say hello with. None for one who comes back: the log may show already that one is bound."""
        self._is_offered, self._revealed = False, ""
        if self.new_secret is None or (comes_back and self._chains):
            return None
        return self._offer(self.new_secret)

    @property
    def seat_key(self) -> SeatKey | None:
        """With which key this client signs statements about its seat; None without a chain."""
        return self._key_of(self._chains[0]) if self._chains else None

    @property
    def seat_secret(self) -> str | None:
        """The secret behind that key."""
        return self._chains[0].secret if self._chains else None

    def signed(self, statement: str) -> str | None:
        """The signature under a statement with that key."""
        return signed(self._chains[0].secret, statement) if self._chains else None

    def _key_of(self, chain: Chain) -> SeatKey:
        return SeatKey(seat_key_of(chain.secret), self.is_page)

    def begin(self, game: str | None = None) -> None:
        """Follow this game from its first entry on."""
        if self._saved_for not in (None, game):
            # The numbers of an earlier game may be known.
            self._chains = () if self._spare is None else (self._spare,)
        self.deals, self._saved_for = MixedDeals(), None
        self._in_log, self._bound, self._has_key = None, None, False

    def note(self, table: Table, seat: int | None, event: Event) -> None:
        """Note the next event of the game; `table` is the one before it, `seat` this client's."""
        if isinstance(event, RoundDealt) and event.numbers is not None and seat is not None:
            self._check(event.numbers[seat])
        self.deals.note(table, event)
        match event:
            case MatchStarted() if seat is not None:
                self._bind(None if event.seals is None else event.seals.seats[seat], 0)
                self._note_key(None if event.seat_keys is None else event.seat_keys[seat])
            case RoundEnded() if seat is not None and table.round is not None:
                self._bind(None if event.seals is None else event.seals[seat], table.round.number)
                self._note_key(None if event.seat_keys is None else event.seat_keys[seat])
            case HostChanged():
                self._sealed_after -= 1  # the host before may have the number for the next round
                self._has_key = self._has_key and not self.is_page
            case PlayedOn():
                self._in_log, self._bound, self._has_key = None, None, False
            case _:
                pass

    def _bind(self, seal: str | None, round_: int) -> None:
        if seal is not None:
            self._bound = self._chain_with(seal)
            self._sealed_after = round_
            self._count(self._bound)

    def _note_key(self, key: SeatKey | None) -> None:
        if key is not None:
            chain = next((chain for chain in self._chains if self._key_of(chain) == key), None)
            self._has_key = chain is not None
            self._count(chain)

    def _count(self, chain: Chain | None) -> None:
        if chain is not None:
            self._in_log = chain
            if chain is self._spare:
                self._chains, self._spare, self._is_offered = (chain,), None, False

    def has_made_key(self, key: SeatKey) -> bool:
        """Whether this client has made this key of a seat, for this game or the next."""
        return any(self._key_of(chain) == key for chain in self._chains)

    def has_made(self, seal: str) -> bool:
        """Whether this client has made this seal, for this game or the next."""
        return self._chain_with(seal) is not None

    def _chain_with(self, seal: str) -> Chain | None:
        return next((chain for chain in self._chains if chain.seal == seal), None)

    def owed(self, table: Table, seat: int | None) -> list[Command]:
        """The commands to send now that all entries that there are have been noted."""
        if self.new_secret is None or seat is None or self.fault is not None:
            return []
        lacks_seal = self.deals.host is not None and self._bound is None
        needs_chain = table.stage is not Stage.PLAYING or not self._has_key or lacks_seal
        new: list[Command] = [self._offer(self.new_secret)] if needs_chain and not self._is_offered else []
        if self._bound is None or not is_dealing(table) or not self.deals.takes_part(table, seat):
            return new
        return [*new, *self._number(self._bound, next_round(table))]

    def _number(self, chain: Chain, round_: int) -> list[Command]:
        """The number for this round, unless it was given already."""
        step = round_ - self._sealed_after
        if step > chain.length:
            return []
        number = chain.link(step)
        self._check(number)
        if self.fault is not None or self._revealed == number:
            return []
        self._revealed, self._given[number] = number, self.deals.binding
        return [Reveal(round_, number)]

    def _check(self, number: str | None) -> None:
        """Note a fault if everybody was bound by something else when this number of mine was given."""
        given = None if number is None else self._given.get(number)
        if given is not None and not given.still_binds(self.deals.binding):
            self.fault = DEALT_AFTERWARDS

    def _offer(self, new_secret: Callable[[], str]) -> Seal:
        if self._spare is None:
            self._spare = Chain(new_secret())
        self._chains = (self._spare,) if self._in_log is None else (self._in_log, self._spare)
        self._is_offered = True
        return Seal(self._spare.seal, self._key_of(self._spare))
