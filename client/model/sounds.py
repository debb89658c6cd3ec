"""The short sounds of what happens: which one belongs to an announcement.

Here: the sounds by name and their tunes, for every front end. Not here: playing a tune (`web/assets/sound.js`,
`terminal.tones`), ringing the bell (`lines.line_mode`), whether the player wants any (the settings).
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Final

from client.model.announcements import Announcement, Subject
from protocol.log.events import Entry, Knocked, MatchAbandoned, MatchWon, RoundEnded, Scored, TilePlayed


class Sound(StrEnum):
    """The sounds."""

    TURN = "turn"
    """My turn begins. It belongs to no announcement."""
    PLAY = "play"
    POINTS = "points"
    """A play that scores."""
    DRAW = "draw"
    KNOCK = "knock"
    ROUND = "round"
    """The end of a round."""
    MATCH = "match"
    """The end of a match."""
    CHAT = "chat"


TUNES: Final[Mapping[Sound, tuple[int, ...]]] = {
    Sound.TURN: (660,),
    Sound.PLAY: (392,),
    Sound.POINTS: (523, 784),
    Sound.DRAW: (294,),
    Sound.KNOCK: (147, 147),
    Sound.ROUND: (523, 440, 349),
    Sound.MATCH: (523, 659, 784, 1047),
    Sound.CHAT: (880,),
}
"""The tones of each sound, one after another, in hertz. The page's script gets them from here."""


def sounds_of(announcements: Sequence[Announcement], entries: Sequence[Entry]) -> list[Sound | None]:
    """The sound of each announcement, None for what makes none. `entries`: all of the game.

    Draws are announced with the number of the move that follows them, or without one.
    """
    last = {announcement.seq: announcement for announcement in announcements}
    return [
        _sound_of(announcement, entries, is_last=last[announcement.seq] is announcement)
        for announcement in announcements
    ]


def _sound_of(announcement: Announcement, entries: Sequence[Entry], *, is_last: bool) -> Sound | None:
    seq, subject = announcement.seq, announcement.subject
    if subject is Subject.CHAT:
        return Sound.CHAT
    if subject is Subject.PLAY and (seq is None or not is_last):
        return Sound.DRAW
    if seq is None or subject not in (Subject.PLAY, Subject.OWN, Subject.ROUND, Subject.MATCH):
        return None
    match entries[seq - 1].event:
        case TilePlayed():
            has_scored = any(isinstance(entry.event, Scored) for entry in entries[seq : seq + 1])
            return Sound.POINTS if has_scored else Sound.PLAY
        case Knocked():
            return Sound.KNOCK
        case RoundEnded():
            return Sound.ROUND
        case MatchWon() | MatchAbandoned():
            return Sound.MATCH if is_last else None
        case _:
            return None
