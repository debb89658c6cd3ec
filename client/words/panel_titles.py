"""The titles of panels about the table, which are also the lines that lead there.

Not here: those of panels whose words have a module of their own (`host_words`, `reach_words` and others).
"""

from typing import Final

COMPARISON: Final = "Then and now"
HAND: Final = "My hand in words"
HISTORY: Final = "History"
KEYS: Final = "Keys"
MENU: Final = "This table"
MY_GAMES: Final = "My games"
REPLAY: Final = "Replay"
RULES: Final = "Rules of this table"
SCORES: Final = "Score sheet"
WHO: Final = "Who sits where"
WORDS: Final = "Words and deals"
