"""Saved seats: what a player needs to come back to a seat.

Here: a saved seat, and the calls of a store of them. Not here: where they are stored (`file_seats`, `browser_seats`),
which seat to use at a host (`host_seats`).
"""

from collections.abc import Sequence
from typing import Protocol

from attrs import field

from protocol.frozen import frozen
from protocol.shared.address import is_this_machine


@frozen
class SavedSeat:
    """A seat at the daemon of this address. `is_over`: its match has ended.

    `key`: the host's key; empty if the connection was not encrypted. `about`: the game in words, as far as it was
    known. `host_command`: the words after `fives` that host it again, if the player hosts it. `secrets`: those behind
    the player's numbers for mixed deals. `continues`: the ids that the game had at other hosts before. None of them
    says which seat it is, except `key`. `token`: empty if only another host has issued one. `older_tokens`: those
    before it, newest first.
    """

    address: str
    table: str
    name: str
    token: str = field(repr=False)
    game: str = ""
    is_over: bool = False
    about: str = field(default="", eq=False)
    host_command: tuple[str, ...] = field(default=(), eq=False)
    secrets: tuple[str, ...] = field(default=(), eq=False, repr=False)
    key: str = ""
    continues: tuple[str, ...] = field(default=(), eq=False)
    older_tokens: tuple[str, ...] = field(default=(), eq=False, repr=False)

    @property
    def place(self) -> tuple[str, str, str, str]:
        """Which seat it is: a store has one token for each place."""
        return self.host, self.table, self.name, self.game

    @property
    def host(self) -> str:
        """The host, wherever it is: by its key if that is known, otherwise by its address."""
        return self.key or self.address

    @property
    def command_to_host(self) -> tuple[str, ...]:
        """The words after `fives` that host it again at its table; empty if the player does not host it."""
        resumes = (f"--resume={self.table}",) if self.host_command[:1] == ("host",) else ()
        return (*self.host_command, *resumes)

    def is_at(self, address: str, key: str) -> bool:
        """Whether it is at the host with this key, or at this address as far as its key is not known.

        On one machine programs connect without encryption, and learn no key: there the address is enough.
        """
        is_here = is_this_machine(address.rpartition(":")[0].strip("[]"))
        return self.key == key if self.key and (key or not is_here) else self.address == address

    def is_saved_as(self, other: "SavedSeat") -> bool:
        """Whether the other seat would be stored in the same way."""
        return self == other and self._more == other._more

    @property
    def _more(self) -> tuple[object, ...]:
        return self.about, self.host_command, self.secrets, self.continues, self.older_tokens


class SavedSeats(Protocol):
    """A player's saved seats. No call raises an error: what fails is told to the player, and the game goes on."""

    @property
    def troubles(self) -> Sequence[str]:
        """A line for the player for each thing that failed, in the order in which they did."""

    def all(self) -> list[SavedSeat]:
        """Every saved seat, most recent first."""

    def save(self, seat: SavedSeat) -> None:
        """Save a seat as the most recent one, instead of an older token for its place, and delete the surplus."""

    def delete(self, seat: SavedSeat) -> None:
        """Delete the saved seat with the place of this one, if there is any."""


def seats_at(saved: SavedSeats, address: str, name: str, key: str = "") -> list[SavedSeat]:
    """The saved seats of this name at this daemon, most recent first."""
    return [seat for seat in saved.all() if seat.name == name and seat.is_at(address, key)]
