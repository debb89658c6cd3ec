"""The private rows that come along when a game goes on as another one, and those with which a seat is lost.

Whoever begins such a game, a rematch, a changed game or one that was taken over, asks here, and names nobody whose rows
they are. Here: the list of those who have such rows, and the rows that only another daemon knows. Not here: the rows
that begin or end a game, and those of the commands that it answers.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Protocol

from attrs import evolve

from daemon.journal.interface import Private, SeatForgotten, UnknownRow
from daemon.table.held_remarks import HeldRemarks
from daemon.table.tokens import SeatTokens
from daemon.table.turn_reminders import TurnReminders


class Carried(Protocol):
    """What has rows that come along. It is made from the private rows of a game."""

    def take_note(self, row: Private, /) -> None:
        """Update from a stored row."""

    def carry(self, places: Mapping[int, int], /) -> Iterable[Private]:
        """The rows with which the next game begins. `places`: the seats there of those who stay, by their seats here.

        What belongs to a seat that is not in `places` does not come along.
        """

    def rows_without(self, seat: int, /) -> Iterable[Private]:
        """The rows with which the person of this seat loses it: what belongs to them is forgotten."""


class UnknownRows:
    """The rows of one game that only a newer or another daemon knows, such as one with a feature that is not here."""

    def __init__(self, private: Iterable[Private] = ()) -> None:
        self._rows: list[UnknownRow] = []
        for row in private:
            self.take_note(row)

    def take_note(self, row: Private) -> None:
        """Keep it, if it is such a row."""
        match row:
            case UnknownRow():
                self._rows.append(row)
            case SeatForgotten(seat):
                self._rows = [kept for kept in self._rows if kept.seat != seat]
            case _:
                pass

    def carry(self, places: Mapping[int, int]) -> Iterator[UnknownRow]:
        """Those that belong to no seat, or to one that comes along."""
        for row in self._rows:
            if row.seat is None:
                yield row
            elif row.seat in places:
                yield evolve(row, fields={**row.fields, "seat": places[row.seat]})

    def rows_without(self, seat: int) -> list[SeatForgotten]:
        """The row that makes all that belong to a seat void; none if none does."""
        return [SeatForgotten(seat)] if any(row.seat == seat for row in self._rows) else []


class CarriedRows:
    """Those whose rows come along, at one table."""

    def __init__(self, private: Sequence[Private] = ()) -> None:
        self.tokens = SeatTokens(private)
        self.reminders = TurnReminders(private)
        self.held_remarks = HeldRemarks(private)
        self._unknown = UnknownRows(private)

    @property
    def _all(self) -> tuple[Carried, ...]:
        return (self.tokens, self.reminders, self.held_remarks, self._unknown)

    def take_note(self, row: Private) -> None:
        """Update from a stored row."""
        for carried in self._all:
            carried.take_note(row)

    def carry(self, places: Mapping[int, int]) -> list[Private]:
        """The rows with which the next game begins; `places` are as in `Carried`."""
        return [row for carried in self._all for row in carried.carry(places)]

    def carry_all(self, seats: int) -> list[Private]:
        """The rows with which a game of so many seats goes on with everybody where they are."""
        return self.carry({seat: seat for seat in range(seats)})

    def rows_without(self, seat: int) -> list[Private]:
        """The rows with which the person of this seat loses it."""
        return [row for carried in self._all for row in carried.rows_without(seat)]
