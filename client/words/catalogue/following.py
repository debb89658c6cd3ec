"""A game that goes on at another host: where, a seat that cannot be proved, what differs there."""

from collections.abc import Mapping
from typing import Final

from client.words.catalogue.row import Row

MESSAGES: Final[Mapping[str, Row]] = {
    # Why the connection was lost: `Connection lost: the game goes on at another host. ...`
    "moved.elsewhere": "the game goes on at another host",
    "moved.not_there": "the game is not at the other host",
    "moved.not_let_in": "the other host does not let you in",
    "moved.back": "The game goes on at the host before.",
    "moved.not_here": "The game that you have followed is not at this host.",
    "moved.at": "The game goes on at {place}.",
    "moved.nobody": "Nobody answers at {place}: this program tries there, and at the host before.",
    "moved.fault": "It does not go on there yet: {why}. This program tries there, and at the host before.",
    "moved.how_to_join": "`fives join {place}#k={key}` joins it at {place}.",
    "moved.claim_refused": (
        "This host cannot tell that the seat of {name} is yours: its copy of the game may be older than your seat. Ask"
        " the host to let you back in by name, and join again."
    ),
    "moved.same_history": (
        "It is the match that you have seen; no round had ended.",
        "Its first round is the one that you have seen, move by move.",
        "Its {n} rounds are those that you have seen, move by move.",
    ),
    # What differs, and what it can mean. `now` and `before` are messages `entry...`.
    "differs.entry": (
        "WARNING: this game is not the one of the host before. Entry {number} is {now}, and there it was {before}."
    ),
    "differs.another": (
        "WARNING: this game is not the one of the host before. Entry {number} is {now}, and there it was another one."
    ),
    "differs.entry.means": (
        "Whoever hosts now may have changed the record, or the host before showed you another game than the others."
    ),
    "differs.rounds": "WARNING: this host goes on after round {now}, but you have seen the end of round {before}.",
    "differs.start": "WARNING: this host goes on from its start, but you have seen the end of round {before}.",
    "differs.rounds.means": (
        "Whoever hosts now may have missed the end of the evening, or leaves out what went badly."
    ),
    "differs.you_decide": (
        "Compare scores and rounds with the other players, aloud or in another chat. If yours are right, stop playing"
        " with this host. You decide."
    ),
    "differs.more": "W says what it can mean.",
    "entry.play": "the play of {tile} by {player}",
    "entry.draw": "a draw by {player}",
    "entry.knock": "a knock by {player}",
    "entry.score": "a score of {points} by {player}",
    "entry.deal": "the deal of round {round}",
    "entry.round_end": "the end of a round",
    "entry.other": "`{name}`",
}
