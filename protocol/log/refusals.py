"""Why a command is not carried out: a closed list, and the facts that explain it.

A refusal leaves everything as it was. It is not an error of anybody's program: the command was understood and is not
allowed now. What a client says to a player about each reason is the client's.
"""

from enum import StrEnum


class Reason(StrEnum):
    """The reasons, for daemon, wire, client and tests alike (WIRE.md)."""

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


class Refused(Exception):  # noqa: N818 - the players' word, and no error of anybody's
    """A command is refused: a reason from the list, and the facts in a sentence."""

    def __init__(self, reason: Reason, detail: str) -> None:
        super().__init__(f"{reason.value}: {detail}")
        self.reason = reason
        self.detail = detail
