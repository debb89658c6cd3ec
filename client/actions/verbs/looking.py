"""Looking something up: questions about the table, and panels to read.

Not here: the answers (`questions`), the panels (`client.panels`), what leads elsewhere (`going`).
"""

from typing import Final

from client.actions.action import ReadLeague, Show, Simple
from client.actions.key_row import SCREEN, key
from client.actions.verbs.verb import LEAGUE, Verb, asks, shows, word
from client.model import asking
from client.model.model import Model
from client.words.say import Phrase
from protocol.log.table import Stage


def _is_repeated(model: Model) -> bool:
    return model.table.repeats is not None


LOOKING: Final = (
    asks("c ends", Phrase("key.ends")),
    asks("v chain", Phrase("key.chain")),
    asks("w hand", Phrase("key.hand")),
    shows("replay", icon="replay"),
    shows(
        "comparison",
        Phrase("panel.comparison"),
        "C compare",
        Phrase("key.comparison"),
        Phrase("key.comparison_briefly"),
        when=_is_repeated,
        icon="",
    ),
    shows("scores", Phrase("panel.scores"), "s scores", Phrase("key.scores"), Phrase("key.scores_briefly")),
    asks("e tiles", Phrase("key.tiles")),
    asks("t turn", Phrase("key.turn")),
    asks("l plays", Phrase("key.plays"), Phrase("key.plays_briefly")),
    asks("m chat", Phrase("key.said")),
    shows("rules", Phrase("panel.rules"), "r rules", Phrase("key.rules"), Phrase("key.rules_briefly")),
    shows("history", Phrase("panel.history"), "h history", Phrase("key.history"), Phrase("key.history_briefly")),
    shows("words", Phrase("panel.words"), "W words", Phrase("key.words"), when=lambda model: not model.is_alone),
    shows(
        "evening",
        Phrase("evening.heading"),
        typed=word("evening", Show("evening")),
        when=lambda model: model.table.stage is Stage.OVER or model.session.is_between_matches,
        icon="share",
    ),
    shows("who", Phrase("panel.who"), "n who", Phrase("key.who")),
    shows("hand", Phrase("panel.hand")),
    shows("league", typed=word("league", Show("league"), LEAGUE, Phrase("typed.league")), needs_table=False),
    Verb(ReadLeague, do=lambda model, *_: asking.fetch_league(model)),
    Verb(Simple, Simple.ZOOM, keys=(key("o", Simple.ZOOM, Phrase("key.zoom"), Phrase("key.zoom_briefly"), (SCREEN,)),)),
    Verb(Simple, Simple.MOUSE, keys=(key("M", Simple.MOUSE, Phrase("key.mouse"), where=(SCREEN,)),)),
)
