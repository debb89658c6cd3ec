"""Those who watch, in words: who has come and gone, and who is there.

Not here: what spectators say (`presence_words`), how many watch a table of the lobby (`lobby_words`).
"""

from collections.abc import Sequence
from typing import Final

from client.view.view import View
from client.words.english import count, listed
from client.words.name_words import shown
from protocol.wire.notices import WatchersNotice

MOST_NAMED_AT_ONCE: Final = 3
"""If more come or go at once, they are counted."""


def watching(now: WatchersNotice | None) -> str:
    """`Wes and Zoe watch.`, `Wes, Zoe and 12 others watch.`; empty if nobody does."""
    if now is None or not (now.people or now.screens):
        return ""
    others = now.people - len(now.names)
    screens = [] if not now.screens else [count(now.screens, "screen")]
    more = [] if others <= 0 else [count(others, "other") if now.names else _people(others)]
    names = [*map(shown, now.names), *more, *screens]
    is_one = len(names) == 1 and now.people + now.screens == 1
    return f"{listed(names)} {'watches' if is_one else 'watch'}."


def changes(view: View, before: WatchersNotice | None, now: WatchersNotice) -> list[str]:
    """Who has begun to watch and who has stopped, a line for each; who sits down now has not gone. Screens are silent.

    A crowd is one line.
    """
    old, old_people = ((), 0) if before is None else (before.names, before.people)
    seated = {who.name for who in view.table.seats}
    come = [name for name in now.names if name not in old]
    gone = [name for name in old if name not in now.names and name not in seated]
    is_crowd = max(now.people, old_people) > max(len(now.names), len(old))
    if is_crowd or len(come) + len(gone) > MOST_NAMED_AT_ONCE:
        return [] if now.people == old_people else [f"{_people(now.people)} {_watch(now.people)} now."]
    return [*_lines(come, "watches.", "watch."), *_lines(gone, "watches no more.", "watch no more.")]


def _lines(names: Sequence[str], one: str, several: str) -> list[str]:
    return [f"{listed(map(shown, names))} {one if len(names) == 1 else several}"] if names else []


def _people(number: int) -> str:
    return "Nobody" if not number else "1 person" if number == 1 else f"{number} people"


def _watch(number: int) -> str:
    return "watches" if number < 2 else "watch"
