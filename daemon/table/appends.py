"""An append to a table's log, and what to do once it is durable."""

from collections.abc import Callable, Mapping, Sequence
from typing import Union

from attrs import field

from daemon.journal.interface import Private, StoreError
from protocol.frozen import frozen
from protocol.log.events import Event
from protocol.wire.record import Header


@frozen
class Append:
    """Events and private rows that are stored together, or not at all.

    `when_stored` is called once they are durable and sent, or with the error; it may return another append that comes
    before anything else at the table. `new_game`: the header of another game, which these events open. `places`: if it
    replaces a game before its match, where the players of that game sit in it, by their seats there; otherwise None.
    """

    events: Sequence[Event]
    private: Sequence[Private]
    when_stored: Callable[[StoreError | None], Union["Append", None]] = field(default=lambda _: None)
    new_game: Header | None = None
    places: Mapping[int, int] | None = None
