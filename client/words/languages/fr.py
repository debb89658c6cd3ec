"""French: words that lose a vowel before another one, and words that are typed."""

import re
from collections.abc import Callable, Mapping
from typing import Final

_VOWEL: Final = re.compile(r"h?[aàâäeéèêëiîïoôöuùûü]|h?y(?![aeiouéè])|œ|æ", re.IGNORECASE)
"""What begins with a vowel: *Ann*, *Hélène*, *Yves*, and not *Yann*."""


def _de(name: str) -> str:
    if name.startswith(("le ", "les ")):
        return f"d{'u' if name.startswith('le ') else 'es'} {name.partition(' ')[2]}"
    return f"d'{name}" if _VOWEL.match(name) else f"de {name}"


def _que(name: str) -> str:
    return f"qu'{name}" if _VOWEL.match(name) else f"que {name}"


FORMS: Final[Mapping[str, Callable[[str], str]]] = {"de": _de, "que": _que}
"""`{who:de}`: *d'Ann*, *de Rosa*. `{who:que}`: *qu'Ann*, *que Rosa*."""
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
