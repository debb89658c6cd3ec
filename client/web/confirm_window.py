"""The question before something that costs.

Here: the window, also for a play that costs much. Not here: which actions are asked about (`actions.carry_out`), the
sentences (`client.words`).
"""

from collections.abc import Iterator, Sequence

from attrs import field

from client.actions.action import Action
from client.model.announcements import Announcement
from client.model.selection import Selection
from client.model.warned import Warned
from client.picture.markup import Markup, joined, tag
from client.web import page_words
from client.web.page_controls import button
from client.web.page_messages import Value
from client.web.state import State
from client.web.window import Confirmation, PageWindow, Presses
from client.words.say import say
from protocol.frozen import define
from protocol.log.commands import PlayTile


@define(eq=False)
class ConfirmWindow(PageWindow):
    """A question, with yes and no. `warned`: the warning that it was opened for last."""

    has_own_press = True

    state: State = field(kw_only=True)
    confirmation: Confirmation | None = None
    warned: Warned | None = None

    def shown(self) -> tuple[str, Markup]:
        """What is asked in brief, and in full."""
        asked = self.confirmation
        title = self.title if asked is None else page_words.to_confirm(self.state.model.view, asked.action)
        return title, joined(self.inside())

    def inside(self) -> Iterator[Markup]:
        """The question, and its answers."""
        yield tag("p", "" if self.confirmation is None else self.confirmation.text)
        yes = button("confirm", "", say("page.yes"), class_="main", data_waits="")
        yield tag("div", yes, button("close", self.name, say("page.no")), class_="row")

    def presses(self) -> Presses:
        """Yes."""
        return {"confirm": self._do}

    def _do(self, _: Value) -> None:
        confirmation, self.confirmation = self.confirmation, None
        self.state.show("")
        if confirmation is not None:
            self.state.act(confirmation.action)

    def opened(self, by: Action | Confirmation | None) -> None:
        """Ask about this action."""
        assert isinstance(by, Confirmation)
        self.confirmation = by

    def note(self, _announcements: Sequence[Announcement]) -> None:
        """Ask about a play that costs much, as long as it can be made; it stays chosen."""
        state, warned, asked = self.state, self.state.model.warned, self.confirmation
        if warned is not None and warned is not self.warned:
            state.selection = Selection(warned.play.tile, warned.play.arm)
            state.show(self.name, Confirmation(warned.play, warned.question))
        elif warned is None and state.front is self and asked is not None and isinstance(asked.action, PlayTile):
            self.confirmation = None
            state.show("")
        self.warned = warned
