"""Spanish: conjunctions that change before a sound, and words that are typed."""

import re
from collections.abc import Callable, Mapping
from typing import Final

_I: Final = re.compile(r"(i|í|hi(?![aeo])|hí|y(?![aeiouáéíóú]))", re.IGNORECASE)
"""What sounds like `i` at its beginning: *Inés*, *Hilda*, *Yvonne*, and not *Hierro* and *Yolanda*."""
_O: Final = re.compile(r"(h?[oó]|8|11$)", re.IGNORECASE)
"""The same for `o`: *Óscar*, *hoy*, *8* and *11*."""


def _y(word: str) -> str:
    return f"{'e' if _I.match(word) else 'y'} {word}"


def _o(word: str) -> str:
    return f"{'u' if _O.match(word) else 'o'} {word}"


FORMS: Final[Mapping[str, Callable[[str], str]]] = {"y": _y, "o": _o}
"""`{last:y}`: *y Ana*, *e Inés*. `{last:o}`: *o Ana*, *u Olga*."""
TYPED: Final[Mapping[str, str]] = {
    "robar": "draw",
    "roba": "draw",
    "robo": "draw",
    "pasar": "knock",
    "paso": "knock",
    "pasa": "knock",
    "jugar": "play",
    "juega": "play",
    "poner": "play",
    "pon": "play",
    "pausa": "pause",
    "pausar": "pause",
    "seguir": "resume",
    "continuar": "resume",
    "reanudar": "resume",
    "repetir": "again",
    "repite": "again",
    "sí": "yes",
    "si": "yes",
    "pista": "hint",
    "ayuda": "help",
    "reglas": "rules",
    "mano": "hand",
    "fichas": "tiles",
    "extremos": "ends",
    "puntas": "ends",
    "marcador": "scores",
    "puntos": "scores",
    "turno": "turn",
    "quién": "who",
    "quien": "who",
    "historial": "history",
    "revancha": "rematch",
    "mesas": "tables",
    "partidas": "games",
    "ajustes": "settings",
    "salir": "quit",
    "izquierda": "left",
    "derecha": "right",
    "arriba": "up",
    "abajo": "down",
}
"""Words that can be typed, and the English ones that do the same. They are none of those that English has."""
YES: Final = "s"
"""The letter that answers a question with yes."""
