"""Beginning a match: who still has to agree, and whether to ask first, because a friend may still be on the way.

Not here: the question in words (`words.room_words`), other questions (`carry_out`).
"""

from typing import Final

from client.model.model import Model
from client.words import presence_words, room_words
from client.words.say import say
from protocol.log.table import Stage
from protocol.wire.notices import LONGEST_VOTE

ONE_TOO_MANY: Final = 1.0
"""Seconds after a line of chat within which Enter is one too many, and begins nothing."""
JUST_NOW: Final = 120.0
"""Seconds after a friend has sat down within which another one may be on the way."""


def question_before_beginning(model: Model, now: float) -> str | None:
    """The question, or None if nobody can be on the way any more; `now` is on the model's clock."""
    table, presence = model.table, model.presence
    is_full = not any(who.is_free for who in table.seats)
    if model.is_alone or is_full or table.stage is not Stage.SEATING or model.seat in presence.agreed:
        return None
    friends = [seat for seat, who in enumerate(table.seats) if who.is_person and seat != model.seat]
    recent = [seat for seat in friends if now - presence.sat_down.get(seat, now - JUST_NOW) < JUST_NOW]
    return None if friends and not recent else room_words.question_before_bots(model.view, friends, recent)


def begins_soon(model: Model) -> str:
    """Within which time the next match begins, for somebody who reads the end of the last one; empty if not yet."""
    if not model.presence.agreed or not model.awaits_agreement:
        return ""
    return say("room.begins_within", time=say("count.seconds", n=round(LONGEST_VOTE)))


def after_match(model: Model, *, is_brief: bool = False) -> str:
    """Who wants another match, and who has still to agree; for the time between two matches.

    `is_brief`: as short as possible, where the seats show who wants one.
    """
    presence, view = model.presence, model.view
    if model.session.is_between_matches or (model.seat in presence.agreed and not presence.want_same_deals):
        return room_words.waits_for(view, presence.agreed, presence.here, is_brief=is_brief)
    return presence_words.rematch(view, sorted(presence.agreed), presence.not_agreed(view), presence.want_same_deals)
