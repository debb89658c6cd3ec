"""A play that the host has held back, because it certainly costs much: it is made if the player still wants it.

Here: the question to the player. It ends with the turn; until then, the same play is sent without asking for a warning.
Not here: when a warning is asked for (`moves`), what costs much (the daemon knows).
"""

from protocol.frozen import frozen
from protocol.log.commands import PlayTile
from protocol.log.refusals import Reason
from protocol.wire.messages import Do, NotAccepted


@frozen
class Warned:
    """The play, as it would be sent now, and the question."""

    play: PlayTile
    question: str


def warned_of(do: Do, refusal: NotAccepted, question: str) -> Warned | None:
    """What the player is asked after this refusal; None if it is another one."""
    command = do.command
    if refusal.reason != Reason.COSTLY or not isinstance(command, PlayTile):
        return None
    return Warned(PlayTile(command.tile, command.arm), question)
