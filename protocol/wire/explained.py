"""The plays of a turn explained: what each was worth, and the one reason why the best was better.

Here: these classes, which `fivesd analyse --explain` makes for the client that started it, and their line of JSON. Not
here: computing them (the daemon's `measure`), sentences about them (the client's).
"""

from protocol.frozen import frozen
from protocol.wire.codec import dump, load
from protocol.wire.converter import FROM_FILE, MalformedError, read
from protocol.wire.hints import HintedPlay


@frozen
class ExplainedPlay:
    """A play of the turn. `lost`: how much it certainly loses beside the best one, 0 if too close to tell apart.

    `why`: a word of `Why`, the largest advantage of the best play over this one, and `about`: the numbers that it is
    about; of the best play itself, its advantage over the next best.
    """

    play: HintedPlay
    lost: float
    why: str
    about: tuple[int, ...] = ()


@frozen
class ExplainedTurn:
    """The plays of the turn before the entry `seq`, best first."""

    seq: int
    plays: tuple[ExplainedPlay, ...]


@frozen
class Explanation:
    """The turns of a game that were asked for, in order."""

    turns: tuple[ExplainedTurn, ...]


def encode_explanation(explanation: Explanation) -> bytes:
    """The line of an explanation."""
    return dump(FROM_FILE.unstructure(explanation))


def decode_explanation(line: bytes) -> Explanation:
    """The explanation in a line. Raises `MalformedError`."""
    value = load(line)
    if not isinstance(value, dict):
        raise MalformedError("this is not an explanation")
    explanation: Explanation = read(FROM_FILE, Explanation, value)
    return explanation
