"""Whether I have agreed to the match that is running, and which bot has the seat that was mine if I have not.

Not here: who has agreed to the next match (`presence`), what is said about it (`event_words`, `room_words`).
"""

from client.view.view import View
from protocol.frozen import define
from protocol.log.events import Event, SeatTaken
from protocol.log.participation import sends_away, still_undecided
from protocol.names import comparison_key


@define
class OwnAgreement:
    """What the log of this game says about it. `undecided`: the seats of all people who have not agreed.

    `bot_in_seat`: the bot that has taken my seat, until a person takes it.
    """

    undecided: frozenset[int] = frozenset()
    bot_in_seat: SeatTaken | None = None

    def note(self, before: View, event: Event, name: str) -> None:
        """Note the next event; `before` is the table before it, and `name` is mine."""
        if isinstance(event, SeatTaken):
            had = before.seat_at(event.seat).name
            was_mine = event.seat in self.undecided and comparison_key(had or "") == comparison_key(name)
            if was_mine and not sends_away(had, event):
                self.bot_in_seat = event
            elif self.bot_in_seat is not None and event.seat == self.bot_in_seat.seat:
                self.bot_in_seat = None
        self.undecided = still_undecided(self.undecided, event)
