"""Line mode: lists to choose from, answers to typed lines, what can be typed next."""

from collections.abc import Mapping
from typing import Final

from client.words.catalogue.row import Row

MESSAGES: Final[Mapping[str, Row]] = {
    # A list, and the question below it.
    "lines.heading": "{heading}:",
    "lines.title": "{title}.",
    "lines.choice": "{choice}.",
    "lines.numbered": "{number}: {choice}.",
    "lines.numbered_or_key": "{number} or {letter}: {choice}.",
    "lines.key": "{typed}: {meaning}.",
    "lines.type_number": "Type a number. Enter alone chooses nothing.",
    "lines.type_number_or_word": "Type a number, or with a word, like {typed}. Enter alone chooses nothing.",
    "lines.numbers_go_to": "The numbers go from 1 to {most}.",
    "lines.nothing_chosen": "Nothing is chosen.",
    "lines.not_possible_with": "That is not possible with {number}.",
    "lines.record_number": "Number of a game, or q to leave:",
    "lines.record_number_or_more": "Number of a game, m for more, or q to leave:",
    "lines.game_number": "Number of a game, A and a number to analyse it, p to practise, t for totals, or q to leave:",
    "lines.game_number_or_more": (
        "Number of a game, A and a number to analyse it, p to practise, t for totals, m for more, or q to leave:"
    ),
    # Answers.
    "lines.confirm": "Type y to confirm.",
    "lines.not_in_set": "There is no {tile} in this set.",
    "lines.nothing_announced": "Nothing has been announced yet.",
    "lines.verbosity_goes_to": "Verbosity is {verbosity}; it can be {values}.",
    "lines.verbosity": "Verbosity {verbosity}.",
    "lines.verbosity_speech": (
        "Few words, for a screen reader, until you leave; settings keeps it. c says the sum, and again what happened"
        " since your last move."
    ),
    "lines.offers_speech": (
        "With a screen reader? Type verbosity speech, and a turn is said in few words; `fives help accessibility` has"
        " more."
    ),
    "lines.all_rules": "`r all` reads all the rules of this table, and what each sum scores.",
    "lines.rules_or_all": "`r` reads the rules in brief, `r all` all of them.",
    "lines.no_tiles": "You hold no tiles.",
    "lines.no_such_number": (
        "You hold {n} tile: give the number {n}, or the tile, like 4-1.",
        "You hold {n} tiles: give a number from 1 to {n}, or the tile, like 4-1.",
    ),
    "lines.only_typed": "That works only at a terminal; `fives games` prints your games.",
    "lines.not_possible_now": "That is not possible now: {why}.",
    "lines.not_come_back": "The connection did not come back.",
    # What can be typed next.
    "lines.how_to_begin": "w lists your hand, a number plays that tile, ? lists more.",
    "lines.try_now": "Enter tries at once.",
    "lines.all_plays": "i again says what each play leads to.",
    "lines.again": "Enter plays another match, D the same deals again, analyse looks back at this one, q leaves.",
    "lines.next_board": "Enter leads to your next board, if one waits; analyse looks back at this match, q leaves.",
    "lines.enter_stops": "Enter stops.",
    "lines.enter_steps": "Enter steps forward, ? shows the other letters.",
    "lines.how_to_answer": (
        "Type the number of a tile to play it, and the end if it fits several, like 2 left; or draw, or knock. ? lists"
        " the other letters."
    ),
    "lines.second_tile": "play my second tile; 2 r plays it on the right, and 6-4 left the 6-4 on the left",
}
