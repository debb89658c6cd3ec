"""What happens in a match: plays, draws, knocks, turns, rounds, and how it ends."""

from collections.abc import Mapping
from typing import Final

from client.words.catalogue.row import Row

MESSAGES: Final[Mapping[str, Row]] = {
    "tiles.none": "nothing",
    # The numbers that a player who knocks has not: `no 3 and no 6` is `no 3` with its last one.
    "missing.number": "no {pip}",
    "missing.comma": "{most}, no {pip}",
    "missing.and": "{most} and no {pip}",
    # Plays. `where` is a message `at...`, `ends` the open ends after the play, `sum` what they score.
    "play.led": {"you": "You lead {tile}: {sum}.", "one": "{Who} leads {tile}: {sum}."},
    "play.played": {
        "you": "You play {tile} {where}. {ends}: {sum}.",
        "one": "{Who} plays {tile} {where}. {ends}: {sum}.",
    },
    "play.you_score": "You score {points}, total {total}.",
    "play.would": "You would score {points}.",
    # Draws.
    "draw.you": "You draw {tiles}.",
    "draw.drew": {
        "you": ("You draw {n} tile; {rest}.", "You draw {n} tiles; {rest}."),
        "one": ("{Who} draws {n} tile; {rest}.", "{Who} draws {n} tiles; {rest}."),
    },
    "draw.drew_having_none": {
        "you": (
            "You draw {n} tile, having no {pips}; {rest}.",
            "You draw {n} tiles, having no {pips}; {rest}.",
        ),
        "one": (
            "{Who} draws {n} tile, having no {pips}; {rest}.",
            "{Who} draws {n} tiles, having no {pips}; {rest}.",
        ),
    },
    "draw.rest": ("{n} left in the boneyard", "{n} left in the boneyard"),
    "draw.left": (
        "No tiles left in the boneyard.",
        "{n} tile left in the boneyard.",
        "{n} tiles left in the boneyard.",
    ),
    "draw.fits": "{tile} fits {places}.",
    "draw.still_nothing": "Still nothing fits.",
    "draw.still_nothing_but": "Still nothing fits: {what}.",
    # Knocks. `missing` is a message `missing...`.
    "knock": {"you": "You knock: {missing}.", "one": "{Who} knocks: {missing}."},
    "knock.bonus": "The next play earns {points} for it.",
    # Turns. `what` is `turn.draw` or `turn.knock`.
    "turn.yours": "Your turn.",
    "turn.whose": {"one": "{Who}'s turn."},
    "turn.tiles": ("No tiles.", "{n} tile.", "{n} tiles."),
    "turn.lead_with": "You lead with {tile}.",
    "turn.lead": "You lead.",
    "turn.nothing_fits": "Nothing fits: {what}.",
    "turn.draw": ("draw, {n} left", "draw, {n} left"),
    "turn.knock": "knock",
    "turn.with": "Your turn: {tile}",
    "turn.without": "Your turn: {tile} does not fit.",
    # Rounds.
    "round.number": "Round {round}.",
    "round.you_hold": ("You hold {n} tile.", "You hold {n} tiles."),
    "round.new": "A new round begins.",
    "lead.with": {"you": "You lead with {tile}.", "one": "{Who} leads with {tile}."},
    "lead.holding": {
        "you": "You lead, holding {tile}, but may lead with another tile.",
        "one": "{Who} leads, holding {tile}, but may lead with another tile.",
    },
    "lead.rotates": {"you": "You lead: the lead rotates.", "one": "{Who} leads: the lead rotates."},
    "lead.out_first": {"you": "You lead, having gone out first.", "one": "{Who} leads, having gone out first."},
    "lead.by_lot": {"you": "You lead, chosen at random.", "one": "{Who} leads, chosen at random."},
    "round.is_over": "Round {round} is over.",
    "round.out": {"you": "You go out.", "one": "{Who} goes out.", "many": "{Who} are out."},
    "round.blocked": "Blocked: {missing} in any hand.",
    "round.target_reached": "The target is reached.",
    "round.left_over": "Left in hand: {hands}.",
    "hand": "{player} {tiles}, {pips}",
    # Pips left in hand, and whom they score. `rounded` is a message `rounded...`.
    "pips.nothing": {
        "you": "You score nothing for {pips} left, {rounded} to 0.",
        "one": "{Who} scores nothing for {pips} left, {rounded} to 0.",
        "many": "{Who} score nothing for {pips} left, {rounded} to 0.",
    },
    "pips.past": (
        "The {pips} left would score {points} for {side}, but do not count: {score} and {points} make {past},"
        " past the target of {target}."
    ),
    "pips.scored": {
        "you": "You score {points} for {pips} left; total {total}.",
        "one": "{Who} scores {points} for {pips} left; total {total}.",
        "many": "{Who} score {points} for {pips} left; total {total}.",
    },
    "pips.scored_rounded": {
        "you": "You score {points} for {pips} left, {rounded}; total {total}.",
        "one": "{Who} scores {points} for {pips} left, {rounded}; total {total}.",
        "many": "{Who} score {points} for {pips} left, {rounded}; total {total}.",
    },
    # Matches.
    "match.begins": "Match {match} begins: {game}, with {players}.",
    "match.begins_watched": "Match {match} begins: {game}, {players}.",
    "match.you_are_undecided": "Your first move agrees to this match.",
    "match.bot_if_away": "If you are away before that, a bot gets your seat.",
    "match.bot_if_late": "If your time runs out before that, a bot gets your seat.",
    "match.bot_if_away_or_late": "If you are away before that, or your time runs out, a bot gets your seat.",
    "match.won": {
        "you": "You win the match with {points}.",
        "one": "{Who} wins the match with {points}.",
        "many": "{Who} win the match with {points}.",
    },
    "match.won_at_limit": {
        "you": "You win the match with {points} at the round limit.",
        "one": "{Who} wins the match with {points} at the round limit.",
        "many": "{Who} win the match with {points} at the round limit.",
    },
    "match.shared": {"many": "{Who} share the match with {points}."},
    "match.shared_at_limit": {"many": "{Who} share the match with {points} at the round limit."},
    "match.you_won": "You won!",
    "match.abandoned": "The host has ended the match.",
    "scores": "Scores: {scores}.",
    "score": "{side} {score}",
    # Lines of the log.
    "log.led": {"you": "You lead {tile}", "one": "{Who} leads {tile}"},
    "log.plays": {"you": "You play {tile}", "one": "{Who} plays {tile}"},
    "log.played": {"you": "You {tile} {where}", "one": "{Who} {tile} {where}"},
    "log.play": "{play}: {result}",
    "log.drew": {
        "you": ("You draw {n} tile", "You draw {n} tiles"),
        "one": ("{Who} draws {n} tile", "{Who} draws {n} tiles"),
    },
    "log.knocked": {"you": "You knock: {missing}", "one": "{Who} knocks: {missing}"},
    "log.round": "Round {round}: {leads}",
    "log.round_ends": "Round {round} ends: {how}",
    "log.pips": "Pips: {points} to {side}, total {total}",
    "round.heading": "Round {round}",
}
