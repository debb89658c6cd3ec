"""The chat as a window, for a browser without a panel beside the game, and the reactions with it.

Not here: the field for chat in that panel (`assets/page.html`), how a line of chat looks in the list (`sentences`).
"""

from collections.abc import Iterator
from typing import Final

from attrs import field

from client.actions.action import Action
from client.model import asking
from client.picture.markup import Markup, tag
from client.web.page_controls import button, one_field
from client.web.page_controls import field as field_of
from client.web.page_messages import Value
from client.web.sentences import chat_line
from client.web.state import State
from client.web.window import Confirmation, PageWindow, Presses
from client.words import presence_words, reaction_words
from client.words.say import say
from protocol.frozen import define
from protocol.log.reactions import Reaction

_SHOWN: Final = 50


@define(eq=False)
class ChatWindow(PageWindow):
    """The last lines of chat, and a field for another."""

    has_chat = True

    state: State = field(kw_only=True)

    def inside(self) -> Iterator[Markup]:
        """The lines, the reactions, and the field."""
        view, chat = self.state.model.view, list(self.state.model.talk.chat)[-_SHOWN:]
        lines = [tag("li", chat_line(presence_words.saying(view, said))) for said in chat]
        yield tag("ol", *(lines or [tag("li", say("answer.nothing_said"))]), class_="said")
        yield from self._reactions()
        yield one_field("chat", say("document.say"), say("document.send"))

    def _reactions(self) -> Iterator[Markup]:
        """The six reactions, or why there are none now; nothing for a spectator."""
        if self.state.model.seat is None:
            return
        why_none = reaction_words.why_none(self.state.model.view)
        if why_none is not None:
            yield tag("p", why_none, class_="about")
            return
        buttons = (button("order", f"react {reaction}", reaction_words.label(reaction)) for reaction in Reaction)
        yield tag("div", *buttons, class_="row", role="group", aria_label=say("react.title"))

    def presses(self) -> Presses:
        """The field, also that of the panel beside the game."""
        return {"chat": self._say}

    def _say(self, value: Value) -> None:
        self.state.done(asking.say(self.state.model, field_of(value)))

    def opens_beside(self) -> bool:
        """The panel always has the chat, and the script puts the focus there."""
        return self.state.side is not None and self.state.is_at_table

    def opened(self, _by: Action | Confirmation | None) -> None:
        """All of it is read now."""
        self.state.sentences.unread = 0
