"""The reasons for refusing a command: a closed list.

A refusal changes nothing. It is not a program's error: the daemon understood the command, but does not allow it now.
Here: the reasons, and the exception that carries one. Not here: the sentences that players read (the client's
`words.refusal_words`), the codes of what is not allowed (`not_allowed`).
"""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

from protocol.sentences import Fact


class Reason(StrEnum):
    """The reasons, as on the wire (WIRE.md, refusals)."""

    NOT_SEATED = "not_seated"
    SEAT_OCCUPIED = "seat_occupied"
    TABLE_FULL = "table_full"
    NOT_STARTED = "not_started"
    ALREADY_STARTED = "already_started"
    NOT_YOUR_TURN = "not_your_turn"
    TILE_NOT_HELD = "tile_not_held"
    DOES_NOT_FIT = "does_not_fit"
    AMBIGUOUS_ARM = "ambiguous_arm"
    MUST_LEAD = "must_lead"
    CAN_PLAY = "can_play"
    CAN_DRAW = "can_draw"
    NOTHING_TO_DRAW = "nothing_to_draw"
    COSTLY = "costly"
    STALE = "stale"
    MATCH_OVER = "match_over"
    MATCH_NOT_OVER = "match_not_over"
    PAUSED = "paused"
    NOT_PAUSED = "not_paused"
    NOT_ALLOWED = "not_allowed"
    NO_SUCH_SEAT = "no_such_seat"
    NO_SUCH_LEVEL = "no_such_level"
    ID_REUSED = "id_reused"
    TOO_FAST = "too_fast"
    STORE_FAILED = "store_failed"
    PLAYED_ELSEWHERE = "played_elsewhere"
    NOT_KNOWN_ELSEWHERE = "not_known_elsewhere"


class Refused(Exception):  # noqa: N818 - the players' word, and not a program's error
    """A command is refused. `detail` is a sentence with the facts.

    `code` and `facts`: what it says, for those who say it in another language (`not_allowed`).
    """

    def __init__(
        self, reason: Reason, detail: str, code: str | None = None, facts: Mapping[str, Fact] = MappingProxyType({})
    ) -> None:
        super().__init__(f"{reason.value}: {detail}")
        self.reason = reason
        self.detail = detail
        self.code = code
        self.facts = facts
