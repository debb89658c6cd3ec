"""Those who watch, in words: who has come and gone, and who is there.

Not here: what spectators say (`presence_words`), how many watch a table of the lobby (`lobby_words`).
"""

from collections.abc import Sequence
from typing import Final

from client.view.view import View
from client.words.catalogue.row import Person
from client.words.english import listed
from client.words.name_words import shown
from client.words.say import Who, say
from protocol.wire.notices import WatchersNotice

MOST_NAMED_AT_ONCE: Final = 3
"""If more come or go at once, they are counted."""


def watching(now: WatchersNotice | None) -> str:
    """`Wes and Zoe watch.`, `Wes, Zoe and 12 others watch.`; empty if nobody does."""
    if now is None or not (now.people or now.screens):
        return ""
    others = now.people - len(now.names)
    screens = [] if not now.screens else [say("watch.screens", n=now.screens)]
    more = [] if others <= 0 else [say("watch.others", n=others) if now.names else say("watch.people", n=others)]
    return say("watch", who=_who([*map(shown, now.names), *more, *screens], now.people + now.screens))


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
        many = _who([say("watch.people", n=now.people)], max(now.people, 1))
        return [] if now.people == old_people else [say("watch.now", who=many)]
    lines = []
    if come:
        lines.append(say("watch", who=_who([shown(name) for name in come], len(come))))
    if gone:
        lines.append(say("watch.no_more", who=_who([shown(name) for name in gone], len(gone))))
    return lines


def _who(names: Sequence[str], many: int) -> Who:
    """Those with these names, or numbers, who are so `many`."""
    named = listed(names)
    return Who(Person.ONE if many == 1 else Person.MANY, named, named)
