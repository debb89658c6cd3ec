"""Which commands have been accepted: an id is answered again as before and never carried out twice.

Lives here: the ids of one game, their answers, and what makes two commands the same. They are stored in the same
transaction as the events they caused (`journal.CommandAccepted`). Not here: whether a command is allowed (`decide`).
"""

import hashlib
import json
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from daemon.journal import CommandAccepted, Private
from protocol.codec import command_as_json
from protocol.commands import Command, Deed, LeaveSeat, TakeSeat
from protocol.messages import Accepted, Do, NotAccepted
from protocol.refusals import Reason

LONGEST_ID: Final = 64
_in_order: Final = json.JSONEncoder(sort_keys=True)


def content_of(do: Do, seat: int | None) -> str:
    """A hash of who asks for what. Who sits down or stands up is another afterwards, and may ask again."""
    if isinstance(do.command, Deed):
        return _digest_of_a_deed(do.command, seat)
    return _digest(do.command, None if isinstance(do.command, TakeSeat | LeaveSeat) else seat)


@lru_cache(maxsize=4096)
def _digest_of_a_deed(command: Command, seat: int | None) -> str:
    """Deeds are a few hundred different ones: each is hashed once, and its hash kept once for all games."""
    return _digest(command, seat)


def _digest(command: Command, seat: int | None) -> str:
    whole = _in_order.encode([seat, command_as_json(command)])
    return hashlib.blake2b(whole.encode(), digest_size=12).hexdigest()


class Answers:
    """The accepted commands of one game, kept small: there is one for nearly every entry."""

    def __init__(self, private: Iterable[Private] = ()) -> None:
        self._places: dict[str, int] = {}
        self._digests: list[str] = []
        self._seqs: list[int] = []
        for each in private:
            self.take_note(each)

    def take_note(self, private: Private) -> None:
        """Keep up with what was stored."""
        if isinstance(private, CommandAccepted):
            self._places[private.id] = len(self._seqs)
            self._digests.append(private.digest)
            self._seqs.append(private.seq)

    def given(self, do: Do, seat: int | None) -> Accepted | NotAccepted | None:
        """The answer that this id has had already, or None where it is new and will do."""
        if not 0 < len(do.id) <= LONGEST_ID:
            return NotAccepted(do.id[:LONGEST_ID], Reason.ID_REUSED.value, f"an id has 1 to {LONGEST_ID} characters")
        place = self._places.get(do.id)
        if place is None:
            return None
        if self._digests[place] != content_of(do, seat):
            return NotAccepted(do.id, Reason.ID_REUSED.value, "this id was another command's")
        return Accepted(do.id, self._seqs[place])
