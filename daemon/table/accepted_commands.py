"""The accepted commands of a game: a repeated id gets its old answer, and no command is carried out twice.

Here: the ids of one game and their answers, and when two commands are the same. They are stored in the same transaction
as the events they caused (`CommandAccepted`). Also the answer to a command that is refused. Not here: whether a command
is allowed (`decide`).
"""

import hashlib
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final

from daemon.journal.interface import CommandAccepted, Private
from protocol.clean import shortened
from protocol.log.commands import ChangeGame, Command, LeaveSeat, TakeSeat
from protocol.log.refusals import Reason, Refused
from protocol.sentences import Fact, Facts, Sentence, is_sendable
from protocol.wire.codec import command_as_json, dump
from protocol.wire.limits import LONGEST_SENTENCE, LONGEST_TEXT
from protocol.wire.messages import Accepted, Do, NotAccepted

LONGEST_ID: Final = 64
_CHANGE_SEATS: Final = (TakeSeat, LeaveSeat, ChangeGame)
MOST_DIGESTS_CACHED: Final = 1_000
"""How many commands have their hash cached: all tables have the same few hundred plays."""


def content_of(do: Do, seat: int | None) -> str:
    """A hash of a command and its seat.

    For a command that can give its guest another seat, the seat does not count: the guest may send it again afterwards.
    """
    return _digest(do.command, None if isinstance(do.command, _CHANGE_SEATS) else seat)


@lru_cache(MOST_DIGESTS_CACHED)
def _digest(command: Command, seat: int | None) -> str:
    whole = dump({"seat": seat, "command": command_as_json(command)})
    return hashlib.blake2b(whole, digest_size=12).hexdigest()


def refusal_of(id_: str, refused: Refused) -> NotAccepted:
    """The answer to a command that is refused."""
    detail = shortened(refused.detail, LONGEST_SENTENCE)
    if refused.code is None or not is_sendable(refused.facts):
        return NotAccepted(id_[:LONGEST_ID], refused.reason.value, detail)
    return NotAccepted(id_[:LONGEST_ID], refused.reason.value, detail, refused.code, facts_to_send(refused.facts))


def facts_to_send(facts: Mapping[str, Fact]) -> Facts:
    """The facts of a sentence, with texts that a message may have."""
    return {name: _to_send(fact) for name, fact in facts.items()}


def _to_send(fact: Fact) -> Fact:
    match fact:
        case Sentence():
            return Sentence(fact.key, facts_to_send(fact.facts))
        case str():
            return shortened(fact, LONGEST_TEXT)
        case _:
            return fact


class AcceptedCommands:
    """The accepted commands of one game."""

    def __init__(self, private: Iterable[Private] = ()) -> None:
        self._accepted: dict[str, CommandAccepted] = {}
        for row in private:
            self.take_note(row)

    def take_note(self, private: Private) -> None:
        """Update from a stored row."""
        if isinstance(private, CommandAccepted):
            self._accepted[private.id] = private

    def answer_to(self, do: Do, seat: int | None) -> Accepted | NotAccepted | None:
        """The answer to a command whose id was accepted before or is not valid; None for a new id."""
        if not 0 < len(do.id) <= LONGEST_ID:
            return NotAccepted(do.id[:LONGEST_ID], Reason.ID_REUSED.value, f"an id has 1 to {LONGEST_ID} characters")
        accepted = self._accepted.get(do.id)
        if accepted is None:
            return None
        if accepted.digest != content_of(do, seat):
            return NotAccepted(do.id, Reason.ID_REUSED.value, "this id was another command's")
        return Accepted(do.id, accepted.seq)
