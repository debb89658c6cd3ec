"""What the page of one browser says: new sentences for its list, the notice, and the line in the window in front.

Here: those that are to be shown, and how many lines of chat are unread. Not here: which announcements are in
the list (`page`), the attributes of a sentence (`said_part`).
"""

from collections import deque
from collections.abc import Iterable
from typing import Final

from attrs import evolve, field

from client.model.announcements import Announcement, Subject
from client.model.notice import Notice, Until
from client.picture.markup import Markup, isolated, joined, tag, text
from client.web.page_words import colon
from client.words.presence_words import Saying
from protocol.frozen import define

MOST_UNSENT: Final = 200
"""The most sentences that wait for a slow browser; older ones are dropped."""

_NOTICED: Final = (Subject.REFUSED, Subject.ALARM, Subject.HINT, Subject.COMMENT)
"""What is shown as a notice."""


def chat_line(saying: Saying) -> Markup:
    """A line of chat, `Ben: hello`, with its two halves apart: each may be written from right to left."""
    return joined([isolated(saying.speaker), colon(), isolated(saying.text)])


@define(eq=False)
class Speech:
    """The sentences of one page.

    `unsent`: those for the list, as its items. `notice`: the answer to the last press, beside what there is to do.
    `heard`: what the window in front covers, the last line of chat since it was opened, or that it is the player's
    turn. `unread`: how many lines of chat of others there were since the chat was last open.
    """

    unsent: deque[Markup] = field(factory=lambda: deque[Markup](maxlen=MOST_UNSENT))
    notice: Notice | None = None
    heard: Markup = field(factory=Markup)
    unread: int = 0

    def take(self) -> list[Markup]:
        """Those for the list since the last call."""
        taken = list(self.unsent)
        self.unsent.clear()
        return taken

    def say(self, *lines: str, **attributes: str | float | None) -> None:
        """Add sentences to the list, with these attributes."""
        self.unsent.extend(tag("li", sentence, **attributes) for line in lines for sentence in line.splitlines())

    def say_chat(self, saying: Saying, **attributes: str | float | None) -> None:
        """Add a line of chat to the list, with these attributes."""
        self.unsent.append(tag("li", chat_line(saying), **attributes))

    def notify(self, sentence: str, subject: Subject = Subject.ANSWER) -> None:
        """Make this the notice, also in the window that is open; an empty text removes it.

        It takes the place of the advice, so it goes with the next turn at the latest, or with the player's own.
        """
        notice = Notice(subject, sentence)
        self.notice = (
            (evolve(notice, until=Until.TURN) if notice.until is Until.PRESS else notice) if sentence else None
        )
        self.heard = text(sentence)

    def note(self, announcements: Iterable[Announcement], mine: int | None) -> None:
        """Make the first refusal, alarm, hint or comment the notice, once those before it have gone.

        Of several at once, the first says what matters. `mine`: the viewer's seat.
        """
        is_new = False
        for announcement in announcements:
            if self.notice is not None and self.notice.goes_with(announcement, mine):
                self.notice, is_new = None, False
            stays = is_new or (self.notice is not None and self.notice.stays_before(announcement.subject))
            if announcement.subject in _NOTICED and not stays and not announcement.is_warning:
                self.notify(announcement.text, announcement.subject)
                is_new = True
