"""The table on arrival, and what was missed."""

from collections.abc import Mapping
from typing import Final

from client.words.catalogue.row import Row

MESSAGES: Final[Mapping[str, Row]] = {
    "arrived.sits": "You sit at table {table}: {game}.",
    "arrived.watches": "You watch table {table}: {game}.",
    "arrived.with": "With {players}.",
    "arrived.nobody": "Nobody else is here yet.",
    "arrived.free": ("{n} seat free.", "{n} seats free."),
    "arrived.free_starts": (
        "{n} seat free; the match starts when all are taken.",
        "{n} seats free; the match starts when all are taken.",
    ),
    "arrived.match_begins": "Match {match} begins: {game}.",
    # The host has changed the game before the match.
    "changed.you_to": "You change the game to {game}.",
    "changed.you_to_seats": ("You change the game to {game}, {n} seat.", "You change the game to {game}, {n} seats."),
    "changed.you_rules": "You change the rules of {game}.",
    "changed.you_rules_seats": (
        "You change the rules of {game}, {n} seat.",
        "You change the rules of {game}, {n} seats.",
    ),
    "changed.host_to": "The host changes the game to {game}.",
    "changed.host_to_seats": (
        "The host changes the game to {game}, {n} seat.",
        "The host changes the game to {game}, {n} seats.",
    ),
    "changed.host_rules": "The host changes the rules of {game}.",
    "changed.host_rules_seats": (
        "The host changes the rules of {game}, {n} seat.",
        "The host changes the rules of {game}, {n} seats.",
    ),
    "changed.you_sit": "You sit on seat {seat} now.",
    "changed.begins": "Match {match} begins.",
    # The match so far.
    "so_far.about_to_be_dealt": "Round {round} is about to be dealt.",
    "so_far.round": "This is round {round}.",
    "so_far.leads": {"you": "Round {round}: You lead.", "one": "Round {round}: {Who} leads."},
    "so_far.leads_with": {
        "you": "Round {round}: You lead with {tile}.",
        "one": "Round {round}: {Who} leads with {tile}.",
    },
    # What was missed. `happened` is a list of those that follow.
    "missed.nothing": "You are back. Nothing happened while you were away.",
    "missed": "While you were away: {happened}.",
    "missed.match_began": "match {match} began",
    "missed.played": {
        "you": ("you played {n} tile", "you played {n} tiles"),
        "one": ("{who} played {n} tile", "{who} played {n} tiles"),
    },
    "missed.drawn": ("{n} tile drawn from the boneyard", "{n} tiles drawn from the boneyard"),
    "missed.bot_played": "a bot played for you",
    "missed.rounds": ("{n} round ended", "{n} rounds ended"),
    "missed.rounds_blocked": ("{n} round ended, {blocked} blocked", "{n} rounds ended, {blocked} blocked"),
    "missed.score": {
        "you": "you went from {was} to {now}",
        "one": "{who} went from {was} to {now}",
        "many": "{who} went from {was} to {now}",
    },
    "missed.match_ended": "the match of {game} ended, {players} won",
    "missed.host_ended": "the host ended the match of {game}",
    "missed.sayings": ("{n} chat message", "{n} chat messages"),
    # The host has gone back, and what was seen is gone.
    "went_back.moves": (
        "The host has gone back to an earlier moment of this game: {n} move that you saw is gone.",
        "The host has gone back to an earlier moment of this game: {n} moves that you saw are gone.",
    ),
    "went_back.last_thing": (
        "The host has gone back to an earlier moment of this game: the last thing that you saw is gone."
    ),
    "went_back.same_scores": "The scores are still {scores}.",
    "went_back.scores": "Scores then: {then}. Scores now: {now}.",
}
