"""Looking something up: questions about the table, and panels to read.

Not here: the answers (`questions`), the panels (`client.panels`), what leads elsewhere (`going`).
"""

from typing import Final

from client.actions.action import ReadLeague, Show, Simple
from client.actions.key_row import SCREEN, key
from client.actions.verbs.verb import LEAGUE, Verb, asks, shows, word
from client.model import asking
from client.model.model import Model
from client.words import panel_titles

_WORDS: Final = "the words of this match, to compare with the others; who mixed the deals"
_COMPARISON: Final = "in a match whose deals are known: then and now, round by round, and what differed"
_RULES: Final = "the rules of this table, and what each sum scores"
_ZOOM: Final = "zoom: large tiles, small ones, a list"
_MOUSE: Final = "mouse on or off; when off, the terminal uses it"
_LEAGUE: Final = "league: the host's league, if it has one: its table, fixtures and players"


def _is_repeated(model: Model) -> bool:
    return model.table.repeats is not None


LOOKING: Final = (
    asks("c ends", "the ends and their sum"),
    asks("v chain", "the tiles on the table, in words"),
    asks("w hand", "my hand in words, and where each tile fits"),
    shows("replay", icon="replay"),
    shows("comparison", panel_titles.COMPARISON, "C compare", _COMPARISON, "compare", when=_is_repeated, icon=""),
    shows("scores", panel_titles.SCORES, "s scores", "the scores, round by round", "scores"),
    asks("e tiles", "how many tiles everyone has"),
    asks("t turn", "whose turn it is, and how much time is left"),
    asks("l plays", "the last plays", "plays"),
    asks("m chat", "the latest chat"),
    shows("rules", panel_titles.RULES, "r rules", _RULES, "rules"),
    shows("history", panel_titles.HISTORY, "h history", "everything announced so far", "history"),
    shows("words", panel_titles.WORDS, "W words", _WORDS, when=lambda model: not model.is_alone),
    shows("who", panel_titles.WHO, "n who", "who sits where, and who is away"),
    shows("hand", panel_titles.HAND),
    shows("league", typed=word(_LEAGUE, Show("league"), LEAGUE), needs_table=False),
    Verb(ReadLeague, do=lambda model, *_: asking.fetch_league(model)),
    Verb(Simple, Simple.ZOOM, keys=(key("o", Simple.ZOOM, _ZOOM, "zoom", (SCREEN,)),)),
    Verb(Simple, Simple.MOUSE, keys=(key("M", Simple.MOUSE, _MOUSE, where=(SCREEN,)),)),
)
