"""The rules of a table, whole and in three lines."""

from collections.abc import Mapping
from typing import Final

from client.words.catalogue.row import Row

MESSAGES: Final[Mapping[str, Row]] = {
    # The page of rules.
    "rules.house": "House rule: {rule}",
    "rules.title": "{title} ({name}), after {source}",
    "rules.with_house_rules": ("{title}, with {n} house rule", "{title}, with {n} house rules"),
    "rules.points": "Points",
    "rules.winning": "Winning",
    "rules.playing": "Playing",
    "rules.end_of_round": "The end of a round",
    "rules.leading": "Who leads",
    "rules.players": "Players and tiles",
    "rules.scores": "Table of scores",
    # Above columns of the table of scores, which have room for 5 and for 6 letters.
    "rules.head_sum": "Sum",
    "rules.head_points": "Points",
    "rules.sums": "{points} for a sum of {sums}.",
    "rules.other_sums": "Nothing for any other sum.",
    # Players, partners and tiles.
    "rule.single": ("{n} player, each for themselves.", "{n} players, each for themselves."),
    "rule.partners": (
        "{n} player; partners sit opposite each other and share one score.",
        "{n} players; partners sit opposite each other and share one score.",
    ),
    "rule.set": "The set is double-{pips}: {tiles}, from 0-0 to {double}.",
    # `rest` is one of the three that follow.
    "rule.dealt": "Each player is dealt {tiles}; {rest}.",
    "rule.none_left": "none are left over",
    "rule.not_dealt": ("{n} tile is not dealt", "{n} tiles are not dealt"),
    "rule.boneyard": ("the last one is the boneyard", "the other {n} are the boneyard"),
    # Who leads a round, and with which tile.
    "rule.first.cycle": (
        "The player with {double} leads the first round or, if nobody holds it, the player with the highest double."
    ),
    "rule.first.highest": "The player with the highest double leads the first round.",
    "rule.first.chance": "The leader of the first round is chosen at random.",
    "rule.later.cycle": (
        "Each later round is led by the player with the double one below the last that decided; a double that nobody"
        " holds is skipped, and {double} follows 0-0."
    ),
    "rule.later.cycle_begins": (
        "Each later round is led by the player with {double}, later with the double one below the last that decided; a"
        " double that nobody holds is skipped, and {double} follows 0-0."
    ),
    "rule.later.highest": "In each later round the player with the highest double leads.",
    "rule.later.rotate": "In each later round the lead passes to the next player clockwise.",
    "rule.later.winner": (
        "The player who went out first leads the next round; if nobody did, the leader is chosen at random."
    ),
    "rule.later.chance": "In each later round the leader is again chosen at random.",
    "rule.after_block.same": "A blocked round does not change who leads next.",
    "rule.after_block.rotate": "After a blocked round the lead passes to the next player clockwise.",
    "rule.after_block.chance": "After a blocked round the leader is chosen at random.",
    "rule.no_double.redeal": "If nobody holds a double to decide the lead, the tiles are dealt again.",
    "rule.no_double.heaviest": (
        "If nobody holds a double to decide the lead, the heaviest tile decides: the one with the most pips and, of two"
        " with as many, the one with the higher half."
    ),
    "rule.lead.any_double": ("The leader must lead a double, any double; a leader without one may lead any tile."),
    "rule.lead.any": "Any tile may be led.",
    "rule.lead.decided": "The tile that decided who leads must be led.",
    "rule.lead.if_decided": "If a tile decided who leads, that tile must be led; otherwise any tile may be.",
    # Playing.
    "rule.play": "Play goes clockwise. A tile is played at an open end that matches one of its halves.",
    "rule.line": "The line has two ends; doubles are laid crosswise and do not branch.",
    "rule.spinner": (
        "The first double of a round, led or not, is the spinner. Once both of its long sides have a tile, tiles may be"
        " played at its two narrow ends as well, up and down, so the line can have four arms. Later doubles do not"
        " branch."
    ),
    "rule.must_play": "If you have a tile that fits, you must play one.",
    "rule.draw.none": "If none fits, you knock and miss your turn; there is no drawing.",
    "rule.draw.one": (
        "If none fits, you draw one tile and play it if it fits; if it does not, or there is none, you knock."
    ),
    "rule.draw.until": "If none fits, you draw until one does, and play it; if none can be drawn, you knock.",
    "rule.reserve.0": "Every tile of the boneyard may be drawn.",
    "rule.reserve.1": "The last tile of the boneyard is never drawn.",
    "rule.reserve.2": "The last two tiles of the boneyard are never drawn.",
    # The end of a round.
    "rule.goes_out": "A round ends when a player goes out by playing their last tile.",
    "rule.one_goes_out": "A round ends when a player plays their last tile, even if the partner has tiles left.",
    "rule.both_go_out": (
        "A round ends when both partners of a side are out of tiles; the first of them to run out is skipped."
    ),
    "rule.all_knock": "It also ends, blocked, when every player with tiles has knocked in turn.",
    "rule.all_knock_undrawn": (
        "It also ends, blocked, when every player with tiles has knocked in turn and no tile can be drawn."
    ),
    "rule.none_fits": "It also ends, blocked, as soon as no tile in any hand fits.",
    "rule.none_fits_undrawn": ("It also ends, blocked, as soon as no tile in any hand fits and none can be drawn."),
    # Points.
    "rule.sum": (
        "After each play the open ends are added up. A double at an end counts both halves; a lead that is still alone"
        " counts its pips once."
    ),
    "rule.spinner.plain": (
        "Once both long sides of the first double, the spinner, have a tile, it counts nothing; a narrow end of it"
        " counts once it has a tile."
    ),
    "rule.spinner.sniff": (
        "Once both long sides of the first double, the spinner, have a tile, it still counts its number once for each"
        " empty narrow end."
    ),
    # `scoring` is one of the four that follow, `example` the fifth: `15 scores 5 + 3 = 8`.
    "rule.scoring": "{scoring}. A sum of 0 scores nothing.",
    "rule.scoring_example": "{scoring}: {example}. A sum of 0 scores nothing.",
    "rule.quotient": "A sum divisible by {number} scores 1 point for each time that number goes into it",
    "rule.quotients": (
        "A sum divisible by {numbers} scores 1 point for each time that number goes into it; points for several numbers"
        " are added"
    ),
    "rule.total": "A sum divisible by {number} scores its full value",
    "rule.totals": "A sum divisible by {numbers} scores its full value once for each number that divides it",
    "rule.sum_scores": "{sum} scores {points}",
    "rule.no_knock_bonus": "Knocks score nothing.",
    "rule.knock_bonus": "A play also scores {points} for each knock since the last play, no matter who knocked.",
    "rule.no_chip_bonus": "Going out itself scores nothing.",
    "rule.chip_bonus": "The play that ends a round by going out scores {points} more.",
    "rule.no_pips": "Tiles left in hand at the end of a round score nothing.",
    "rule.pips.opponents": (
        "The player who goes out scores the pips left in the opponents' hands, unless the play has already won the"
        " match."
    ),
    "rule.pips.opponents_side": (
        "The side that goes out scores the pips left in the opponents' hands, unless the play has already won the"
        " match."
    ),
    "rule.pips.all": (
        "The player who goes out scores the pips left in all hands, including those of the same side, unless the play"
        " has already won the match."
    ),
    "rule.pips.all_side": (
        "The side that goes out scores the pips left in all hands, including those of the same side, unless the play"
        " has already won the match."
    ),
    # `example` is one of the last two.
    "rule.sum_nearest": "Their total is rounded to the nearest multiple of {number}: {example}.",
    "rule.sum_nearest_divided": (
        "Their total is rounded to the nearest multiple of {number} and divided by {number}: {example}."
    ),
    "rule.sum_up": "Their total is rounded up to a multiple of {number}: {example}.",
    "rule.sum_up_divided": "Their total is rounded up to a multiple of {number} and divided by {number}: {example}.",
    "rule.each_nearest": "Each hand's pips are rounded to the nearest multiple of {number}: {example}.",
    "rule.each_nearest_divided": (
        "Each hand's pips are rounded to the nearest multiple of {number} and divided by {number}: {example}."
    ),
    "rule.each_up": "Each hand's pips are rounded up to a multiple of {number}: {example}.",
    "rule.each_up_divided": (
        "Each hand's pips are rounded up to a multiple of {number} and divided by {number}: {example}."
    ),
    "rule.pips_score": "{pips} pips score {points}",
    "rule.hands_score": "hands of {one} and {other} pips score {points}",
    "rule.blocked.none": "After a blocked round nobody scores pips.",
    "rule.blocked": (
        "After a blocked round the player with the fewest pips scores in the same way; in a tie nobody does."
    ),
    "rule.blocked_side": (
        "After a blocked round the side with the fewest pips scores in the same way; in a tie nobody does."
    ),
    # Winning.
    "rule.exact": (
        "The first player to reach exactly {target} wins at once. Points that would take a score past {target} do not"
        " count, but the play stands."
    ),
    "rule.exact_side": (
        "The first side to reach exactly {target} wins at once. Points that would take a score past {target} do not"
        " count, but the play stands."
    ),
    "rule.at_least": "The first player to reach {target} or more wins at once.",
    "rule.at_least_side": "The first side to reach {target} or more wins at once.",
    "rule.at_round_end": "When a player has {target} or more at the end of a round, the highest score wins.",
    "rule.at_round_end_side": "When a side has {target} or more at the end of a round, the highest score wins.",
    "rule.combined": "All points of one play count together or not at all.",
    "rule.in_turn": (
        "The points of one play are taken in turn (sum, knocks, going out), and each part counts only if it does not"
        " pass {target}."
    ),
    "rule.lead_cannot_win": (
        "The first tile of a round cannot win the match: points for it that would reach {target} do not count."
    ),
    "rule.pips_exact": (
        "Pips are scored after that, on their own: they count only if they do not take the score past {target}."
    ),
    "rule.tie.round": "A tie for the highest score means another round.",
    "rule.tie.shared": "A tie for the highest score is a shared win.",
    "rule.most_rounds": (
        "If nobody has won after {n} round, the highest score wins and a tie is shared.",
        "If nobody has won after {n} rounds, the highest score wins and a tie is shared.",
    ),
    # The rules in three lines. `scores` is one of the three that follow; `numbers` may end with `brief.others`.
    "brief.ends": "Add up the open ends, doubles twice: {scores}.",
    "brief.ends_to_four": "Add up the open ends, up to four, doubles twice: {scores}.",
    "brief.scores": "a multiple of {numbers} scores",
    "brief.scores_total": "a multiple of {numbers} scores that many points",
    "brief.scores_totals": "a multiple of {numbers} scores that many points, once for each number",
    "brief.others": ("one of {n} other number", "one of {n} other numbers"),
    # A worked sum: `15 = 5 threes + 3 fives = 8 points.`; `A sum of 15 scores 15 + 15 = 30 points.`
    "brief.worked": "{sum} = {points}.",
    "brief.worked_total": "A sum of {sum} scores {points}.",
    "brief.worked_totals": "A sum of {sum} scores {added} = {points}.",
    "brief.going_out": "Going out scores {points}.",
    "brief.pips": "points for the pips left in the other hands",
    "brief.partners": "Partners share one score.",
    "brief.exact": "The first to reach exactly {target} wins; points past {target} do not count.",
    "brief.exact_side": "The first side to reach exactly {target} wins; points past {target} do not count.",
    "brief.lead_cannot_win": "The first tile of a round cannot win.",
    "brief.at_least": "The first to reach {target} or more wins.",
    "brief.at_least_side": "The first side to reach {target} or more wins.",
    "brief.at_round_end": "The highest score wins, after a round in which a score reaches {target}.",
    "brief.points_drawn": "Under each tile: its points, or a dot if it fits nowhere.",
    "brief.fits_drawn": "Under each tile: a dot if it fits nowhere.",
    "brief.points_listed": "With w, each tile has the points it would score.",
    "brief.fits_listed": "With w, each tile has the ends it fits.",
}
