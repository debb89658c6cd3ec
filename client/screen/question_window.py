"""A question before something that costs the player something: `y` and Enter say yes, other keys say no.

The letter for yes in the player's language is as good as `y`. A play that costs much needs a letter: Enter,
pressed twice by mistake, would play it.

Here: the question as a window. It is drawn as a prompt; the board stays visible. Not here: when it is asked, and the
questions (`client.actions.carry_out`).
"""

from collections.abc import Iterator

from client.actions.action import Action, Leave
from client.screen.paper import Fragment, Line
from client.screen.window import Key, TableOwner, Window
from client.words.say import letters_of_yes, say
from protocol.frozen import define
from protocol.log.commands import PlayTile


@define(eq=False)
class QuestionWindow(Window):
    """The question whether the player really wants this; `question`: in a sentence or two."""

    owner: TableOwner
    action: Action
    question: str

    @property
    def _is_about_leaving(self) -> bool:
        return isinstance(self.action, Leave)

    @property
    def is_about_play(self) -> bool:
        """Whether it is about a play of this turn, so that it ends with the turn."""
        return isinstance(self.action, PlayTile)

    def keys(self) -> Iterator[Key]:
        """The keys for yes and no. Leaving is confirmed by the key that asked for it as well."""
        letters = [key for letter in letters_of_yes() for key in (letter, letter.upper())]
        if self._is_about_leaving:
            yield Key(("q", "enter", *letters), self._yes, say("key.leave"))
            yield Key(("escape",), self._no, say("footer.stay"))
        elif self.is_about_play:
            yield Key(tuple(letters), self._yes, say("footer.play_it"))
            yield Key(("escape",), self._no, say("footer.no"))
        else:
            yield Key(("enter", *letters), self._yes, say("footer.yes"))
            yield Key(("escape",), self._no, say("footer.no"))

    def press(self, key: str) -> bool:
        """Answer with this key; any key but those for yes is a no."""
        return super().press(key) or super().press("escape")

    def _yes(self, _: str) -> None:
        self.owner.close()
        self.owner.carry_out(self.action)

    def _no(self, _: str) -> None:
        self.owner.close()

    def prompt(self) -> Line:
        """The question."""
        return [Fragment("class:prompt.mine", say("prompt.yes_or_no", question=self.question))]

    @property
    def is_urgent(self) -> bool:
        """True: a question stays in sight until it is answered."""
        return True
