"""The footer in words: what a key does now, in a word or two, and how a key with no sign of its own is called.

Lives here: the words alone. Not here: which keys make sense when (`screen.key_hints`, `replay.replay_screen`), what
all keys do (`words.key_help`).
"""

from typing import Final

# Keys.

ENTER: Final = "Enter"
ESCAPE: Final = "Esc"
SPACE: Final = "Space"
DELETE: Final = "Del"

# What they do.

AS_USUAL: Final = "as usual"
BACK: Final = "back"
BEGIN: Final = "begin"
CHANGE: Final = "change"
CHAT: Final = "chat"
CHOOSE: Final = "choose"
COMMAND: Final = "command"
DO_IT: Final = "do it"
DRAW: Final = "draw"
END: Final = "end"
ENDS: Final = "ends"
FASTER: Final = "faster"
GO_ON: Final = "go on"
GO_THERE: Final = "go there"
HINT: Final = "hint"
KEYS: Final = "keys"
KNOCK: Final = "knock"
LEAVE: Final = "leave"
LEVEL: Final = "level"
LINE: Final = "line"
NO: Final = "no"
OPEN: Final = "open"
PAUSE: Final = "pause"
PLAY: Final = "play"
PLAYS: Final = "plays"
PLAY_AGAIN: Final = "play again"
PREPARE: Final = "prepare"
PUT_AWAY: Final = "put away"
ROUND: Final = "round"
RULES: Final = "rules"
SCORES: Final = "scores"
SCROLL_ON: Final = "on"
SEAT: Final = "seat"
SEND_AWAY: Final = "send away"
SIT_DOWN: Final = "sit down"
SIT_HERE: Final = "sit here"
SLOWER: Final = "slower"
STAND_UP: Final = "stand up"
STAY: Final = "stay"
STEP: Final = "step"
TABLE: Final = "table"
TABLES: Final = "tables"
TAKE_BACK: Final = "take back"
TILE: Final = "tile"
TYPE_IT: Final = "type it"
WATCH: Final = "watch"
WHAT_ELSE: Final = "what else"
WHOSE_VIEW: Final = "whose view"
YES: Final = "yes"
ZOOM: Final = "zoom"


def seat_bot(level: str) -> str:
    """A computer player of this level is seated."""
    return f"{level} bot"
