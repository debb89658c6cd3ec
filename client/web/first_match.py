"""The first match after the lessons, on the page: its offer, and having its table opened.

The table is one of the host's like others. The browser stores which it is, so that the tutor is there again after a
reload. Not here: which match it is (`practice.first_match`), the tutor (`practice.tutor`, which `visit` runs).
"""

from collections.abc import Iterator, Sequence

from client.model.announcements import Announcement, Subject
from client.model.status import InLobby, Joined
from client.picture.markup import Markup, tag
from client.practice.first_match import first_match
from client.web.page_controls import button, field, one_field
from client.web.page_messages import Value
from client.web.state import State
from client.words.say import say
from protocol.frozen import define
from protocol.names import LONGEST_NAME


@define(eq=False)
class FirstMatch:
    """The first match of one browser's player. `state`: the page's."""

    state: State
    _waits: bool = False
    """Whether its table is to be opened as soon as the host has let the player in."""
    _is_asked_for: bool = False
    """Whether the host has been asked to open its table, and has not answered yet."""

    @property
    def can_begin(self) -> bool:
        """Whether its table can be opened now: the host answers, and the player is in no match."""
        state, model = self.state, self.state.model
        if state.has_ended or state.link is None:
            return False
        if not state.newcomer.named.is_set():
            return state.newcomer.no_tables == ""
        plays = model.seat is not None and model.view.is_playing
        return isinstance(model.status, Joined | InLobby) and not plays

    def offer(self) -> Iterator[Markup]:
        """What it is, and the button that begins it; for a visitor without a name, its field."""
        state, label = self.state, say("lesson.begin_first_match")
        yield tag("p", say("lesson.what_first_match"), class_="about")
        if state.newcomer.named.is_set():
            yield button("first-match", "", label, class_="main", autofocus="")
            return
        if state.newcomer.fault:
            yield tag("p", state.newcomer.fault, role="alert", class_="fault")
        name = say("page.your_name")
        yield one_field("first-match", name, label, longest=LONGEST_NAME, empties=False, autocomplete="nickname")

    def begin(self, value: Value) -> None:
        """Have its table opened. `value`: the name, of a visitor without one."""
        state = self.state
        if not self.can_begin:
            return
        assert state.link is not None
        if state.newcomer.named.is_set():
            self._open()
        else:
            state.take_name(field(value))
            if state.newcomer.fault:
                return
            state.link.choice.stay_in_lobby()
            self._waits = True
        state.show("")

    def _open(self) -> None:
        self._waits, self._is_asked_for = False, True
        self.state.act(first_match(self.state.model.new_tables))

    def note(self, announcements: Sequence[Announcement]) -> None:
        """See what the host has answered."""
        opened = self.state.model.lobby.opened
        if self._waits and isinstance(self.state.model.status, InLobby):
            self._open()
        elif self._is_asked_for and opened is not None:
            self._is_asked_for, self.state.store.tutored = False, (opened, "")
        elif any(announcement.subject is Subject.REFUSED for announcement in announcements):
            self._is_asked_for = False
