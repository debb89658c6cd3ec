"""Why options make no table: a sentence for each fault of a game, of its house rules, and of the table's options.

Not here: the exception that names the option (`options.RulesError`), the checks (`options`, `presets`, `rules`,
`protocol.wire.table_request`; a host's own limits, in the daemon).
"""

from typing import Final

from protocol.sentences import Sentences

FAULTS: Final = Sentences(
    "wrong_rules",
    "Why an option cannot have this value. It follows the name of the option and a colon, as the middle of a sentence."
    " Names and values of options stay as they are: they are typed.",
    {
        "not_valid": "{typed} is not valid: it takes {values}",
        "empty": "it is empty; give a text, or leave it out",
        "too_long": "it is too long; use at most {most} characters",
        "repeated": "a number is repeated; give each number once",
        # Typed as OPTION=VALUE.
        "write_it_as": "write it as OPTION=VALUE, like target=121",
        "write_it_as_it_takes": "write it as OPTION=VALUE; {option} takes {values}",
        "given_twice": "it is given twice, as {one} and as {other}; give one value",
        "not_a_rule": "this is not a --set option; use {flag}",
        "invisible": "it contains spaces, line breaks or invisible characters; write {option}",
        "no_such_option": "there is no such option; the options are {options}",
        "no_such_option_but": "there is no such option: did you mean {meant}?",
        # A game, its seats and its tiles.
        "no_such_game": "there is no game called {typed}; the games are {games}",
        "no_such_game_but": "there is no game called {typed}: did you mean {meant}? the games are {games}",
        "seats": "{game} with a double-{pips} set is for {allowed} players, not {seats}",
        "seats_of_larger_set": (
            "{game} with a double-{pips} set is for {allowed} players (more with a larger set: max_pip), not {seats}"
        ),
        "no_deal": "Playroom's table has no deal for {seats} players with a double-{pips} set",
        "too_many_tiles": (
            "{seats} hands of {hand} are {dealt} tiles, but a double-{pips} set has {tiles}; deal at most {most} each"
        ),
        "partners": "partners need four seats, but this table has {seats}",
        "ignored": "it has no effect in this game: {reason}",
        # Rules by which nobody can win.
        "never_scores": "{divisor} would never score: the ends add up to {highest} at most",
        "nothing_scores": "nothing can score with these rules, so nobody can win; try divisors=3,5",
        "only_leads_score": "with one tile each only leads score, so nobody can win; try hand=2",
        "out_of_reach": "no points add up to exactly {target} with these rules; try target_mode=at_least",
        "out_of_reach_but": (
            "no points add up to exactly {target} with these rules; try target={nearest} or target_mode=at_least"
        ),
        # The table.
        "too_many_bots": "{bots} bots do not fit {seats} seats",
        "no_password": "it is empty: give a word that can be asked for, or none",
    },
)
