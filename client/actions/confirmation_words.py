"""What has to be said yes to before it is done, in words: what it would come to, and how to say yes.

Lives here: the sentences, for a key on the full screen and for a line that is typed again. Not here: when anybody is
asked (`actions.confirmations`).
"""

from typing import Final, NamedTuple

from client.view.view import View
from client.words.name_words import name_of


class Doubt(NamedTuple):
    """What something would come to, and what saying yes does: `ends it`."""

    fact: str
    does: str

    def on_screen(self, key: str) -> str:
        """The question on the full screen; `key` says yes."""
        return f"{self.fact} {key} {self.does}, other keys do not."

    def in_a_line(self, typed: str) -> str:
        """The question in line mode, where what was typed is typed again."""
        return f"{self.fact} {typed} again {self.does}."


THE_END: Final = Doubt("That ends the match for everybody.", "ends it")
STILL_ON: Final = Doubt("The match is on; you can come back.", "leaves")
HOSTING_STOPS: Final = Doubt("Hosting stops; it goes on next time.", "stops")
Q_OR_ENTER: Final = "q or Enter"


def sends_away(view: View, seat: int) -> Doubt:
    """A seat is taken from somebody."""
    return Doubt(f"That sends {name_of(view, seat)} away from the table.", "does it")
