"""A sentence in the list of what happens: its class, the colour of its player, and the move that it announces.

Here: the attributes of a sentence. The script shows the move of a new sentence, if it has one, on the board and at the
seats. Not here: the sentences (`model.announcements`), which of them are in the list (`page`), the movement
(`assets/motion.js`).
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from client.model.announcements import Announcement, Subject
from client.model.sounds import sounds_of
from client.picture.svg import symbol_of
from client.web.page_controls import colour
from protocol.log.events import Entry, Knocked, TilePlayed

_CLASSES: Final = {
    Subject.REFUSED: "refused",
    Subject.ALARM: "refused",
    Subject.HINT: "hint",
    Subject.COMMENT: "hint",
    Subject.ROUND: "round",
    Subject.MATCH: "round",
    Subject.CHAT: "chat",
}

Attributes = Mapping[str, str | float | None]


def with_attributes(
    announcements: Sequence[Announcement], entries: Sequence[Entry], mine: int | None, *, has_sounds: bool = False
) -> Iterator[tuple[Announcement, Attributes]]:
    """Each announcement with the attributes of its sentences. `mine`: the viewer's seat.

    `has_sounds`: the script makes sounds. Several announcements may have the number of one entry: the draws before a
    play are announced with it. The last of them is the play.
    """
    last = {announcement.seq: announcement for announcement in announcements}
    sounds = sounds_of(announcements, entries) if has_sounds else [None] * len(announcements)
    for announcement, sound in zip(announcements, sounds, strict=True):
        seq = announcement.seq
        move = {} if seq is None or last[seq] is not announcement else _move(entries[seq - 1])
        yield announcement, {"class_": _class(announcement, mine), "data_sound": sound, **move}


def _class(announcement: Announcement, mine: int | None) -> str | None:
    is_my_turn = announcement.subject is Subject.TURN and announcement.seat == mine
    about = "turn" if is_my_turn else _CLASSES.get(announcement.subject)
    by = None if announcement.seat is None else colour(announcement.seat)
    return " ".join(filter(None, (about, by))) or None


def _move(entry: Entry) -> Attributes:
    """The seat of a move that the script shows, and the symbol of the tile that was played."""
    match entry.event:
        case TilePlayed(seat=seat, tile=tile):
            return {"data_by": seat, "data_tile": symbol_of(tile)}
        case Knocked(seat=seat):
            return {"data_by": seat, "data_knocks": ""}
        case _:
            return {}
