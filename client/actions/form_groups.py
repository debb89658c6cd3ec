"""The order of the form for a new table: what everyone fills in, and the groups behind "House rules".

Every option is in one place. Not here: which lines have an effect (`form`), drawing them.
"""

from typing import Final

from client.words.say import Phrase

FIRST: Final = ("game", "seats", "bots", "bot_level", "target", "password")
"""Before the house rules: the game, who plays, for how long, and who may join."""

GROUPS: Final = (
    (Phrase("form.table"), ("assist", "spectators", "turn_time", "away", "grace", "deals", "warnings", "reactions")),
    (Phrase("form.players"), ("partners", "max_pip", "hand")),
    (Phrase("form.lead"), ("first_lead", "later_lead", "after_block", "lead_tile", "no_double")),
    (Phrase("form.playing"), ("draw", "reserve", "spinner", "spinner_count")),
    (Phrase("form.round_end"), ("block_end", "chip_out")),
    (Phrase("form.points"), ("divisors", "points", "knock_bonus", "chip_bonus")),
    (
        Phrase("form.left_over"),
        ("pips_divisor", "pips_round", "pips_unit", "pips_scope", "pips_from", "blocked"),
    ),
    (Phrase("form.winning"), ("target_mode", "combine", "lead_wins", "tie", "max_rounds")),
)
"""The title of each group, and its options."""

ORDER: Final = (*FIRST, *(name for _, names in GROUPS for name in names))
