"""Which commands have been accepted: an id is answered again as before, and its command never carried out twice.

Here: the ids of one game and their answers, and what makes two commands the same. They are stored in the same
transaction as the events they caused (`CommandAccepted`). Not here: whether a command is allowed (`decide`).
"""

import hashlib
from collections.abc import Iterable
from typing import Final

from daemon.journal.interface import CommandAccepted, Private
from protocol.log.commands import LeaveSeat, TakeSeat
from protocol.log.refusals import Reason
from protocol.wire.codec import command_as_json, dump
from protocol.wire.messages import Accepted, Do, NotAccepted

LONGEST_ID: Final = 64


def content_of(do: Do, seat: int | None) -> str:
    """A hash of which seat asks for what.

    A guest who takes or leaves a seat has another one afterwards, and may send the same command again: there the seat
    does not count.
    """
    counts = None if isinstance(do.command, TakeSeat | LeaveSeat) else seat
    whole = dump({"seat": counts, "command": command_as_json(do.command)})
    return hashlib.blake2b(whole, digest_size=12).hexdigest()


class Answers:
    """The accepted commands of one game."""

    def __init__(self, private: Iterable[Private] = ()) -> None:
        self._accepted: dict[str, CommandAccepted] = {}
        for each in private:
            self.take_note(each)

    def take_note(self, private: Private) -> None:
        """Keep up with what was stored."""
        if isinstance(private, CommandAccepted):
            self._accepted[private.id] = private

    def given(self, do: Do, seat: int | None) -> Accepted | NotAccepted | None:
        """The answer that this id has been given, or the refusal of an id that is not valid; None for a new one."""
        if not 0 < len(do.id) <= LONGEST_ID:
            return NotAccepted(do.id[:LONGEST_ID], Reason.ID_REUSED.value, f"an id has 1 to {LONGEST_ID} characters")
        accepted = self._accepted.get(do.id)
        if accepted is None:
            return None
        if accepted.digest != content_of(do, seat):
            return NotAccepted(do.id, Reason.ID_REUSED.value, "this id was another command's")
        return Accepted(do.id, accepted.seq)
