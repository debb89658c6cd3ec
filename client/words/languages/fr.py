"""French: words that are typed."""

from collections.abc import Mapping
from typing import Final

TYPED: Final[Mapping[str, str]] = {
    "piocher": "draw",
    "pioche": "draw",
    "bouder": "knock",
    "boude": "knock",
    "passer": "knock",
    "passe": "knock",
    "poser": "play",
    "pose": "play",
    "jouer": "play",
    "joue": "play",
    "reprendre": "resume",
    "continuer": "resume",
    "encore": "again",
    "répéter": "again",
    "répète": "again",
    "repeter": "again",
    "repete": "again",
    "oui": "yes",
    "non": "no",
    "conseil": "hint",
    "aide": "help",
    "règles": "rules",
    "regles": "rules",
    "main": "hand",
    "dominos": "tiles",
    "bouts": "ends",
    "points": "scores",
    "tour": "turn",
    "qui": "who",
    "historique": "history",
    "revanche": "rematch",
    "parties": "games",
    "réglages": "settings",
    "reglages": "settings",
    "quitter": "quit",
    "gauche": "left",
    "droite": "right",
    "haut": "up",
    "bas": "down",
}
"""Words that can be typed, and the English ones that do the same. They are none of those that English has."""
YES: Final = "o"
"""The letter that answers a question with yes."""
