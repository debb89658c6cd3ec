"""Coming in and coming back: which part of what is told is history, and how it is told in sum.

Lives here: what is remembered between a welcome and the last entry that was there by then. Not here: the sentences
(`words.arrival_words`), folding (`protocol.wire.session`).
"""

from attrs import define

from client.model.news import News, NewsKind
from client.view.view import View
from client.words import arrival_words as words_arrival
from client.words.name_words import shown
from protocol.wire.session import Session


@define
class Arrival:
    """The last time this player was welcomed. `before`: the table as it was known then, None where it was not."""

    before: View | None = None
    is_another_match: bool = False
    history_from: int = 0

    @classmethod
    def at(cls, session: Session, before: View, *, begins_anew: bool, is_another_match: bool) -> "Arrival":
        """Welcomed just now; `before` is what was seen until then."""
        return cls(None if begins_anew else before, is_another_match, session.head)

    def told(self, session: Session) -> News:
        """What has happened meanwhile, once the session has caught up."""
        view = View(session.table, session.seat)
        if self.before is not None:
            missed = session.entries[self.history_from :]
            return News(NewsKind.AWAY, words_arrival.while_away(self.before, view, missed))
        if self.is_another_match:
            return News(NewsKind.AWAY, words_arrival.another_match(view))
        return News(NewsKind.AWAY, words_arrival.arrived(view, shown(session.table_name or "")))
