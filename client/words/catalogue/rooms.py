"""The waiting room: what comes next between two matches, who has to agree, the question before bots."""

from collections.abc import Mapping
from typing import Final

from client.words.catalogue.row import Row

MESSAGES: Final[Mapping[str, Row]] = {
    "room.comes_next": "Match {match} comes next: {game}.",
    "room.begins": "It begins once everyone here agrees, or {time} after the first.",
    "room.begins_within": "The next match begins within {time}.",
    "room.bots_take": "Bots take the free seats.",
    "room.opened": "The table waits for another match.",
    "room.in_it": "In it: {players}.",
    "room.away": "{player} (away)",
    "room.waiting_for_many": ("Waiting for {n} player.", "Waiting for {n} players."),
    "room.just_sat_down": {
        "you": "You have just sat down; others may follow.",
        "one": "{Who} has just sat down; others may follow.",
        "many": "{Who} have just sat down; others may follow.",
    },
    "room.begin_with_bots": (
        "Begin with no bots?",
        "Begin with {n} bot?",
        "Begin with {n} bots?",
    ),
    "room.sit_down": "Sit down for the next match",
    "room.agree_again": "Agree again: the game has changed.",
    "room.leave_seat": "Give up your seat? Somebody else may take it.",
    "room.same_again": "The same again",
    "room.play_game": "Play {game}",
    "room.without_you": "This match is played without you: you watch, and can play the next one.",
    "room.bot_has_your_seat": "You had not agreed to it, and {bot}, a bot, has your seat.",
    "room.watches_own_table": "Every seat of your table is taken. You watch it, and are its host.",
    # For who hosts: a key of the full screen, and a word of line mode.
    "room.more": "I: what is encrypted, and invitations.",
    "room.more_typed": "`invitations` says what is encrypted, and invites friends.",
    "room.begin_now": "Begin the next match without waiting",
}
