"""The seat of a bot in a running match: who asks for it, who answers, and who gets it. `bot` is the name of the bot."""

from collections.abc import Mapping
from typing import Final

from client.words.catalogue.row import Row

MESSAGES: Final[Mapping[str, Row]] = {
    "seat_request.asks": "{name} asks for {bot}'s seat from the next round on.",
    "seat_request.keys": "y agrees, N does not.",
    # In line mode; the name is not repeated, for it stands right before this.
    "seat_request.typed": "Type y to agree, N if not.",
    "seat_request.admitted": "{name} takes {bot}'s seat when this round is over.",
    "seat_request.refused": "{name} does not get {bot}'s seat.",
    "seat_request.taken_back": "{name} does not ask for {bot}'s seat any more.",
    "seat_request.you_ask": "You ask for {bot}'s seat from the next round on.",
    "seat_request.host_answers": "The host has to agree.",
    "seat_request.players_answer": "All players who are here have to agree.",
    "seat_request.you_wait": "You have asked for {bot}'s seat, and wait for an answer.",
    "seat_request.you_sit_soon": "You sit down when this round is over.",
    "seat_request.you_are_admitted": "You take {bot}'s seat when this round is over.",
    "seat_request.match_is_over": "The match is over, so you do not get {bot}'s seat. Sit down for the next one.",
    "seat_request.you_are_refused": "You do not get {bot}'s seat: not everybody agrees who has to.",
    "seat_request.host_refuses": "You do not get {bot}'s seat: the host does not agree.",
    "seat_request.you_take_it_back": "You do not ask for {bot}'s seat any more.",
    # For somebody who watches: a button, and what Enter does.
    "seat_request.ask": "Ask for {bot}'s seat",
    "seat_request.ask_briefly": "ask for a seat",
    # When a spectator has come in line mode.
    "seat_request.can_type": "Type sit to ask for {bot}'s seat, a bot's, from the next round on.",
    "seat_request.take_back": "Do not ask for a seat any more",
    "seat_request.agree": "Agree",
    "seat_request.do_not_agree": "No",
    # The same for somebody who does not see the screen.
    "seat_request.answer": "{answer}: {asks}",
    "seat_request.take_back_briefly": "Ask no more",
    "seat_request.let": "Let {name} have {bot}'s seat",
    "seat_request.do_not_let": "Do not let {name} have {bot}'s seat",
    "seat_request.nobody_asks": "Nobody asks for a seat.",
    "seat_request.not_now": "No bot's seat can be asked for now.",
    # To somebody who asks for a seat, too.
    "seat_request.has_asked": "{name} has already asked for {bot}'s seat.",
    # When somebody sits down in a match.
    "seat_request.you_sit": "You take {bot}'s seat, which is seat {seat}.",
    "seat_request.sits": "{name} takes {bot}'s seat, which is seat {seat}.",
}
