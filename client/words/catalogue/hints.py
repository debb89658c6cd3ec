"""Hints: the advice, the reasons, what each play leads to."""

from collections.abc import Mapping
from typing import Final

from client.words.catalogue.row import Row

MESSAGES: Final[Mapping[str, Row]] = {
    "hint.not_at_this_table": "This table gives no hints.",
    "hint.out_of_turn": "You can take a hint only on your turn.",
    "hint.is_over": "The turn of this hint is over.",
    "hint.nothing_fits_draw": "Nothing fits: draw.",
    "hint.nothing_fits_knock": "Nothing fits: knock.",
    # The advice. `play` and `other` are plays: `6-4 on the left`; `reason` is a message `reason...`.
    "hint.play": "Play {play}.",
    "hint.wins": "Play {play}: it wins the match.",
    "hint.only_play": "Play {play}: nothing else fits.",
    "hint.because": "Play {play}: {reason}.",
    "hint.points": "Play {play}: {points}. Next best: {other}, {other_points}.",
    "hint.even": "Play {play}, or {other}: they are about the same.",
    # Why one play is better than another; `who` is the next player.
    "reason.target": "you then need {left} more; {other_left} after {other}",
    # Where a sum that pays too much would go past the target; `sums` and `other_sums` are one of those that follow.
    "reason.target_sums": "at {score} {sums}; at {other_score}, after {other}, {other_sums}",
    "sums.count": "only sums of {sums} still count",
    "sums.too_high": "sums of {sums} are too much",
    "sums.all_count": "every sum still counts",
    "reason.stops": {"one": "{who} then wins at once {share} of the time; after {other}, {other_share}"},
    "reason.reply": {"one": "it leaves {who} less to score than {other}"},
    "reason.lacks": {"one": "{who} has {missing}"},
    "reason.gone": "no {number} is left in the other hands",
    "reason.few_left": (
        "only {n} of the {number}s is still out of sight",
        "only {n} of the {number}s are still out of sight",
    ),
    "reason.knock": {"one": "{who} is more likely to have nothing that fits than after {other}"},
    "reason.partner": "it leaves the {number} open, which your partner led",
    "reason.keeps": (
        "{n} of your other tiles fit then; {fit_other} after {other}",
        "{n} of your other tiles fit then; {fit_other} after {other}",
    ),
    "reason.keeps_none": (
        "{n} of your other tiles fit then; none after {other}",
        "{n} of your other tiles fit then; none after {other}",
    ),
    "reason.double": "a double fits one number only, so play it while you can",
    "reason.pips": (
        "your hand then has no pips fewer than after {other}",
        "your hand then has {n} pip fewer than after {other}",
        "your hand then has {n} pips fewer than after {other}",
    ),
    "reason.chance": (
        "it wins {n} in 100 more of such matches than {other}",
        "it wins {n} in 100 more of such matches than {other}",
    ),
    # What a play leads to.
    "estimate.you": "{play}: {points}. You win {share} of such matches.",
    "estimate.you_about": "{play}: {points}. You win {share} of such matches, give or take {error}.",
    "estimate.side": "{play}: {points}. Your side wins {share} of such matches.",
    "estimate.side_about": "{play}: {points}. Your side wins {share} of such matches, give or take {error}.",
    # The same of a play that is not the best one.
    "estimate.you_briefly": "{play}: {points}. You win {share}.",
    "estimate.side_briefly": "{play}: {points}. Your side wins {share}.",
    "estimate.nothing_fits": {"one": "Then {who} has nothing that fits."},
    # `does` is a list of those that follow.
    "estimate.then": {"one": "Then {who} {does}."},
    "estimate.has_to_draw": "has to draw",
    "estimate.often_nothing_fits": "has nothing that fits {share} of the time",
    "estimate.scores": "scores {points} on average",
    "estimate.will_play": "will probably play {tile}",
    "estimate.wins": "wins the match {share} of the time",
    # The table: names of columns, which have to be short, and what they mean; `who` is the next player.
    "hint.column_points": "points",
    "hint.column_win": "win",
    "hint.column_next": "next",
    "hint.scores_nothing": "-",
    "hint.about_columns": {
        "one": (
            "win: how many of 100 such matches you win, give or take {error}. next: what {who} then scores on average."
        ),
    },
    "hint.about_columns_side": {
        "one": (
            "win: how many of 100 such matches your side wins, give or take {error}. next: what {who} then scores on"
            " average."
        ),
    },
    "hint.a_play": "{tile} {where}",
}
