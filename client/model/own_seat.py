"""What the log says about my seat, against what I know: my seals, my numbers and my plays.

Here: the alarms that only I can raise. Another program of mine may have had the seat before this connection, so only
what comes after the welcome counts. Not here: what the rules say about an entry (`host_check`), the sentences
(`words.deal_words`).
"""

from attrs import define

from client.words.deal_words import Alarm
from protocol.log.events import Entry, MatchStarted, PlayedOn, RoundDealt, RoundEnded, TilePlayed
from protocol.log.table import Table
from protocol.wire.session import Session


@define
class OwnSeat:
    """My seat on this connection. `given`: the last round whose number the host has accepted on it."""

    given: int = 0
    _seals_from: int = 1
    _plays_from: int = 1
    """The first entry whose seals, and whose plays, can only be mine."""

    def welcomed(self, session: Session, *, is_new_connection: bool, comes_back: bool) -> None:
        """Note a welcome. `comes_back`: the hello asked for a seat that I had before."""
        self.given = 0
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
        match entry.event:
            case MatchStarted(seals=seals) if seals is not None:
                return self._strange_seal(seals.seats[seat], entry.seq, session)
            case RoundEnded(seals=seals) if seals is not None:
                return self._strange_seal(seals[seat], entry.seq, session)
            case RoundDealt(numbers=numbers) if numbers is not None and numbers[seat] is None:
                return Alarm.LEFT_OUT if entry.event.round == self.given else None
            case TilePlayed() if entry.event.seat == seat and before.seats[seat].stand_in is None:
                return Alarm.STRANGE_PLAY if entry.seq >= self._plays_from and not is_asked else None
            case PlayedOn() if entry.seq > session.goal:  # such a game begins with it
                return Alarm.PLAYED_ON
            case _:
                return None

    def _strange_seal(self, seal: str | None, seq: int, session: Session) -> Alarm | None:
        is_strange = seal is not None and not session.sealer.has_made(seal)
        return Alarm.STRANGE_SEAL if is_strange and seq >= self._seals_from else None
