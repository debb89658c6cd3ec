"""Sums and points."""

from collections.abc import Mapping
from typing import Final

from client.words.catalogue.row import Row

MESSAGES: Final[Mapping[str, Row]] = {
    # How a sum is made of what it is divided by: `15 = 5 threes + 3 fives`.
    "multiples.3": ("{n} three", "{n} threes"),
    "multiples.5": ("{n} five", "{n} fives"),
    "multiples.7": ("{n} seven", "{n} sevens"),
    "multiples.9": ("{n} nine", "{n} nines"),
    "multiples.11": ("{n} eleven", "{n} elevens"),
    "multiples.13": ("{n} thirteen", "{n} thirteens"),
    "multiples.other": ("{n} {divisor}", "{n} {divisor}s"),
    "divisors.3": "threes",
    "divisors.5": "fives",
    "divisors.7": "sevens",
    "divisors.9": "nines",
    "divisors.11": "elevens",
    "divisors.13": "thirteens",
    "divisors.other": "{divisor}s",
    "sum.of_multiples": "{sum} = {multiples}",
    "sum.once_each": "{sum}, scored once each for {divisors}",
    "sum.under": "{by} under {nearest}",
    "sum.over": "{by} over {nearest}",
    # A sum and what it scores; `result` is points, or how far it is from a sum that scores.
    "sum.scores": "sum {sum}, {result}",
    "sum.scores_first": "Sum {sum}, {result}.",
    "sum.scores_after_ends": "{ends}: sum {sum}, {result}.",
    "sum.after_ends": "{ends}: sum {sum}.",
    "sum.alone": "Sum {sum}.",
    "sum.short": "sum {sum} = {points}",
    "sum.short_nothing": "sum {sum}: no points",
    # Points beside those for the sum.
    "extra.knocks": "{points} for {knocks}.",
    "extra.out": "{points} for going out.",
    "extra.both": "{for_knocks} for {knocks} and {for_out} for going out.",
    "extra.in_all": "{points} in all.",
    "refused.some": "Only {awarded} of {points} count: {left} more would pass the target of {target}.",
    "refused.all": "That does not count: {score} and {points} make {total}, past the target of {target}.",
    "refused.lead": "That does not count: the first tile of a round cannot win.",
    # How pips become points, after the number of pips.
    "rounded.nearest": "rounded",
    "rounded.up": "rounded up",
    "rounded.divided": "divided by {divisor} and rounded",
    "rounded.divided_up": "divided by {divisor} and rounded up",
    "rounded.each": "each hand rounded",
    "rounded.each_up": "each hand rounded up",
    "rounded.each_divided": "each hand divided by {divisor} and rounded",
    "rounded.each_divided_up": "each hand divided by {divisor} and rounded up",
    # For a line of the log: `ends 6+9 = 15, 8 points, total 34`.
    "short.ends": "ends {sum}",
    "short.ends_added": "ends {added} = {sum}",
    "short.knocks": "{points} knocks",
    "short.out": "{points} out",
    "short.none_count": "{points}, none count: past {target}",
    "short.lead": "{points}, none count: a lead cannot win",
    "short.some_count": "{points}, only {awarded} count: past {target}; total {total}",
    "short.total": "{points}, total {total}",
}
