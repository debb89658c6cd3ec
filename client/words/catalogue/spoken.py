"""For ears: plays, draws, rounds and turns in as few words as a decision needs."""

from collections.abc import Mapping
from typing import Final

from client.words.catalogue.row import Row

MESSAGES: Final[Mapping[str, Row]] = {
    # A tile is its two numbers, as players say it: a hyphen would be spoken, too. `where` is `left` or another arm.
    "spoken.led": {"you": "You lead {high} {low}", "one": "{Who} leads {high} {low}"},
    "spoken.played": {"you": "You {high} {low} {where}", "one": "{Who} {high} {low} {where}"},
    # What the player does who has drawn: just before, it is said who that is.
    "spoken.play_after_draws": "{high} {low} {where}",
    "spoken.knock_after_draws": "Knocks.",
    "spoken.play": "{play}.",
    "spoken.play_scores": "{play} plus {points}.",
    "spoken.points": "{points}.",
    "spoken.no_points": "Zero.",
    "spoken.total": "Total {total}.",
    "spoken.drew": {
        "you": ("You draw {n}, no {pips}.", "You draw {n}, no {pips}."),
        "one": ("{Who} draws {n}, no {pips}.", "{Who} draws {n}, no {pips}."),
    },
    # The numbers of a knock or a draw, of which there is none: behind `no`.
    "spoken.neither": "{most} or {last}",
    "spoken.knock": {"you": "You knock: no {pips}.", "one": "{Who} knocks: no {pips}."},
    # At the same ends as the knock or the draw before.
    "spoken.knock_too": {"you": "You knock.", "one": "{Who} knocks."},
    # After a round: how many pips everybody has left.
    "spoken.left_over": "Pips: {pips}.",
    "spoken.pips_score": {
        "you": "You score {points}.",
        "one": "{Who} scores {points}.",
        "many": "{Who} score {points}.",
    },
    # My turn if nothing fits: `what` is `turn.draw` or `turn.knock`.
    "spoken.your_turn_to": "Your turn: {what}.",
    # My turn, and the open ends, the left one first: a line that should have at most 40 characters.
    "spoken.your_turn": "Your turn: {ends} sum {sum}.",
    "spoken.only": "only {high} {low}",
    "spoken.double": "double {pip}",
    "spoken.double_counts": "double {pip} counts {worth}",
    "spoken.end": "{arm} {end}",
    # If that is too long, the ends are a line, and my turn another one.
    "spoken.ends": "Ends {ends} sum {sum}.",
    "spoken.your_turn_briefly": "Your turn, {tiles}.",
    "spoken.nothing_since": "Nothing has happened since your last move.",
}
