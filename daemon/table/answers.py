"""Which commands have been accepted: an id is answered again as before and never carried out twice.

Lives here: the ids of one game, their answers, and what makes two commands the same. They are stored in the same
transaction as the events they caused (`journal.CommandAccepted`). Not here: whether a command is allowed (`decide`).
"""

import hashlib
import json
from array import array
from bisect import bisect_left
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from daemon.journal.interface import CommandAccepted, Private
from protocol.log.commands import Command, LeaveSeat, Move, TakeSeat
from protocol.log.refusals import Reason
from protocol.wire.codec import command_as_json
from protocol.wire.messages import Accepted, Do, NotAccepted

LONGEST_ID: Final = 64
_in_order: Final = json.JSONEncoder(sort_keys=True)


def content_of(do: Do, seat: int | None) -> str:
    """A hash of who asks for what. Whoever sits down or stands up is somebody else afterwards, and may ask again."""
    if isinstance(do.command, Move):
        return _digest_of_a_move(do.command, seat)
    return _digest(do.command, None if isinstance(do.command, TakeSeat | LeaveSeat) else seat)


@lru_cache(maxsize=4096)
def _digest_of_a_move(command: Command, seat: int | None) -> str:
    """Moves are a few hundred different ones: each is hashed once, and its hash kept once for all games."""
    return _digest(command, seat)


def _digest(command: Command, seat: int | None) -> str:
    whole = _in_order.encode([seat, command_as_json(command)])
    return hashlib.blake2b(whole.encode(), digest_size=12).hexdigest()


class Answers:
    """The accepted commands of one game, kept small, because there is one for nearly every entry.

    Of an id and of a content there are the 64 bits of Python's own hash each, and ids lie in their order: a fifth of
    what texts in a dict would take.
    """

    def __init__(self, private: Iterable[Private] = ()) -> None:
        self._ids, self._contents, self._seqs = array("q"), array("q"), array("I")
        for each in private:
            self.take_note(each)

    def take_note(self, private: Private) -> None:
        """Keep up with what was stored."""
        if isinstance(private, CommandAccepted):
            id_ = hash(private.id)
            place = bisect_left(self._ids, id_)
            self._ids.insert(place, id_)
            self._contents.insert(place, hash(private.digest))
            self._seqs.insert(place, private.seq)

    def given(self, do: Do, seat: int | None) -> Accepted | NotAccepted | None:
        """The answer that this id has had already, or None where it is new and will do."""
        if not 0 < len(do.id) <= LONGEST_ID:
            return NotAccepted(do.id[:LONGEST_ID], Reason.ID_REUSED.value, f"an id has 1 to {LONGEST_ID} characters")
        id_ = hash(do.id)
        place = bisect_left(self._ids, id_)
        if place == len(self._ids) or self._ids[place] != id_:
            return None
        if self._contents[place] != hash(content_of(do, seat)):
            return NotAccepted(do.id, Reason.ID_REUSED.value, "this id was another command's")
        return Accepted(do.id, self._seqs[place])
