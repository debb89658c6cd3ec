"""What the log says about my seat, against what I know: my seals, my keys, my numbers and my plays.

Here: the alarms that only I can raise. Another program of mine may have had the seat before this connection, so only
what comes after the welcome counts. Not here: what the rules say about an entry (`host_check`), the sentences
(`words.deal_words`).
"""

from client.words.deal_words import Alarm
from protocol.frozen import define
from protocol.log.events import Entry, MatchStarted, PlayedOn, RoundDealt, RoundEnded, Seals, TilePlayed
from protocol.log.table import Table
from protocol.wire.sealer import Sealer
from protocol.wire.session import Session


@define
class OwnSeat:
    """My seat on this connection. `given`: the last round whose number the host has accepted on it."""

    given: int = 0
    _seals_from: int = 1
    _plays_from: int = 1
    """The first entry whose seals and keys, and whose plays, can only be mine."""
    _joins: bool = False
    """Whether I have just sat down at this game, which I watched: only the last seal or key of this seat is mine."""
    _of_last_end: Alarm | None = None

    def welcomed(
        self, session: Session, *, is_new_connection: bool, comes_back: bool, is_another_game: bool = True
    ) -> None:
        """Note a welcome. `comes_back`: the hello asked for a seat that I had before."""
        self.given = 0
        self._joins, self._of_last_end = not (is_new_connection or is_another_game), None
        if self._joins:
            self._seals_from = self._plays_from = session.goal + 1
            return
        if not is_new_connection:  # to the next game of the same players: I have been here all the time
            self._seals_from = self._plays_from = 1
            return
        self._plays_from = session.goal + 1
        # Whoever sits down last is welcomed after the start of the match, with the seals.
        self._seals_from = session.goal + (1 if comes_back else 0)

    def alarm(self, before: Table, entry: Entry, session: Session, *, is_asked: bool) -> Alarm | None:
        """What is wrong with this entry, or None. `is_asked`: a command of mine asks for this move."""
        seat = session.seat
        if session.sealer.fault is not None:
            return Alarm.KNOWN_BEFORE
        if seat is None:
            return None
        if self._joins and entry.seq <= session.goal:
            if isinstance(entry.event, MatchStarted | RoundEnded):
                self._of_last_end = _strange_pledge(entry.event, seat, session.sealer)
            return self._of_last_end if entry.seq == session.goal else None
        match entry.event:
            case MatchStarted() | RoundEnded() if entry.seq >= self._seals_from:
                return _strange_pledge(entry.event, seat, session.sealer)
            case RoundDealt(numbers=numbers) if numbers is not None and numbers[seat] is None:
                return Alarm.LEFT_OUT if entry.event.round == self.given else None
            case TilePlayed() if entry.event.seat == seat and before.seats[seat].stand_in is None:
                return Alarm.STRANGE_PLAY if entry.seq >= self._plays_from and not is_asked else None
            case PlayedOn() if entry.seq > session.goal:  # such a game begins with it
                return Alarm.PLAYED_ON
            case _:
                return None


def _strange_pledge(event: MatchStarted | RoundEnded, seat: int, sealer: Sealer) -> Alarm | None:
    seals = event.seals.seats if isinstance(event.seals, Seals) else event.seals
    seal, key = seals and seals[seat], event.seat_keys and event.seat_keys[seat]
    if seal and not sealer.has_made(seal):
        return Alarm.STRANGE_SEAL
    return Alarm.STRANGE_KEY if key and not sealer.has_made_key(key) else None
