"""What a player can do: lines of menus, labels of buttons, and what is said about it."""

from collections.abc import Mapping
from typing import Final

from client.words.catalogue.row import Row

MESSAGES: Final[Mapping[str, Row]] = {
    # Lines of the menu of a table.
    "menu.pause": "Pause the game",
    "menu.resume": "Resume the game",
    "menu.other_game": "Change the game or its rules",
    "menu.stand_in": "Let a bot play for {player} meanwhile",
    "menu.send_bot_away": "Send {bot} away: seat {seat} is free",
    "menu.send_away": "Send {player} away from the table",
    "menu.end": "End the match for everybody",
    "menu.play_again": "Play another match, if everyone agrees",
    "menu.same_deals": "Play the same deals again, if everyone wants that",
    "menu.begin": "Begin the match, with bots on the free seats",
    "menu.analyse": "Analyse the match",
    "menu.host_here": "Host this match on my machine",
    "menu.decline": "Leave this match at its host",
    "menu.leave": "Leave",
    "menu.stand_up": "Leave my seat and watch",
    # What to do with a seat before a match.
    "seat.stand_up": "Stand up",
    "seat.sit": "Sit here",
    "seat.add_bot": "Add bot",
    "seat.send_away": "Send away",
    # The one thing to do now: on a large button, and briefly.
    "next.draw": "Draw a tile",
    "next.draw_briefly": "draw",
    "next.knock": "Knock",
    "next.knock_briefly": "knock",
    "next.again": "Play another match",
    "next.again_briefly": "play again",
    "next.try_now": "Try again now",
    "next.try_now_briefly": "try now",
    "next.sit_briefly": "sit down",
    "next.play_game_briefly": "play",
    "next.same_briefly": "same again",
    "next.begin": "Begin the match",
    "next.begin_briefly": "begin",
    "next.board_briefly": "next board",
    "next.resume": "Resume the game",
    "next.resume_briefly": "resume",
    "next.take_back_briefly": "take back",
    "next.prepare_briefly": "prepare",
    "next.play_briefly": "play",
    # What was done, was not, or is asked first.
    "done.end_question": "End the match for everyone?",
    "done.not_changed": "The game is not changed. Option {option}: {why}.",
    "done.not_changed_for": "The game is not changed: {why}.",
    "done.not_opened": "No table was opened: {why}.",
    "done.there_already": "You are at table {table} already.",
    "done.renamed": "You are {name} from your next seat on. `fives settings name` saves a name.",
    "done.not_a_name": "That name is not valid: {why}.",
    "done.autoknock_on": "Knock for me when nothing else is possible: on.",
    "done.autoknock_off": "Knock for me when nothing else is possible: off.",
    # The same of a seat in a footer.
    "seat.stand_up_briefly": "stand up",
    "seat.sit_briefly": "sit here",
    "seat.send_away_briefly": "send away",
}
