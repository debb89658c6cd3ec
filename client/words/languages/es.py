"""Spanish: words that are typed."""

from collections.abc import Mapping
from typing import Final

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
