"""A hint as a table: each play with its points and what it leads to, best first.

Not here: the advice, which is said before, and the sentences of line mode (`words.hint_words`); when a hint comes
(`model.hint`).
"""

from client.actions.panel import Grid, Panel, Passage, Row
from client.model.model import Model
from client.view.view import View
from client.words import hint_words
from client.words.say import say
from protocol.wire.messages import Hint


def panel_in_play(model: Model) -> Panel:
    """The hint that this player has; once play has gone on, a sentence that says so."""
    given = model.hint_request.given
    if given is not None:
        return panel(model.view, given)
    return Panel(say("card.hint"), (Passage((say("hint.is_over"),)),))


def panel(view: View, hint: Hint) -> Panel:
    """The hint for the turn of this player."""
    plays = hint_words.different_plays(view, hint)
    rows = tuple(
        Row(hint_words.in_cells(view, play), hint_words.estimate(view, play), is_marked=play is plays[0])
        for play in plays
    )
    about = Passage((hint_words.about_columns(view, hint),))
    return Panel(say("card.hint"), (Grid(hint_words.columns(), rows), about))
