"""Players and the host: joining, leaving, pausing, chat, clocks, trouble, a lost connection."""

from collections.abc import Mapping
from typing import Final

from client.words.catalogue.row import Row

MESSAGES: Final[Mapping[str, Row]] = {
    "presence.trouble_over": "The host has recovered: play continues.",
    "presence.program_failed": "The part of fives that runs the game has failed.",
    "presence.program_restarted": "The host's part of fives failed and was started again. Nothing is lost.",
    "presence.not_encrypted": "Nothing is encrypted on the way to this host.",
    "presence.you_are_the_host": "You are now the host of this table: you can start, pause, kick and end.",
    "presence.you_may_begin": "The host is not here: you can begin the match, and seat bots.",
    "seat.table_is_open": ("A table is open: {game}, {n} seat.", "A table is open: {game}, {n} seats."),
    "seat.bot_for_good": {
        "you": "A bot takes over your seat for good.",
        "one": "A bot takes over {who}'s seat for good.",
    },
    "seat.bot_instead": {
        "you": "You had not agreed to this match: {name}, a bot, has your seat now.",
        "one": "{Who} had not agreed to this match: {name}, a bot, has the seat now.",
    },
    "seat.you_take": "You take seat {seat}.",
    "seat.takes": "{name} takes seat {seat}.",
    "seat.bot_takes": "{name}, a {level}-level bot, takes seat {seat}.",
    "seat.leaves": {"you": "You leave seat {seat}.", "one": "{Who} leaves seat {seat}."},
    # A bot plays for somebody.
    "stand_in.time_is_up": {
        "you": "Your time is up: a bot plays this turn for you.",
        "one": "{Who}'s time is up: a bot plays this turn.",
    },
    "stand_in.away": {"you": "You are away: a bot plays meanwhile.", "one": "{Who} is away: a bot plays meanwhile."},
    "stand_in.plays_for": {"you": "A bot plays for you.", "one": "A bot plays for {who}."},
    "stand_in.seat_back": "You have your seat back from the bot.",
    "stand_in.plays_again": {"you": "You play again.", "one": "{Who} plays again."},
    # The next host.
    "next_host.nobody_reached_it": "Nobody could reach the next host in time, so the game goes on here.",
    "next_host.stays": "The game stays at this host.",
    "next_host.waits_for": {"you": "The game waits for your machine.", "one": "The game waits for {who}'s machine."},
    "next_host.asked": {
        "you": "The host asks you to go on hosting after this round.",
        "one": "The host asks {who} to go on hosting after this round.",
    },
    "next_host.asked_for_all": {
        "you": "The host asks you to go on hosting after this round, and to have all its other games, too.",
        "one": "The host asks {who} to go on hosting after this round, and to have all its other games, too.",
    },
    "next_host.you_ask": {
        "you": "You ask you to go on hosting after this round.",
        "one": "You ask {who} to go on hosting after this round.",
    },
    "next_host.you_ask_for_all": {
        "you": "You ask you to go on hosting after this round, and to have all your other games, too.",
        "one": "You ask {who} to go on hosting after this round, and to have all your other games, too.",
    },
    "next_host.dealt_again": "The round that was interrupted is dealt again.",
    "next_host.goes_on": {"you": "The game goes on at your machine.", "one": "The game goes on at {who}'s machine."},
    "next_host.goes_on_here": "The game goes on at this host.",
    "paused": "The game is paused.",
    "resumed": "The game continues.",
    "paused.by": {"you": "You pause the game.", "one": "{Who} pauses the game."},
    "resumed.by": {"you": "You resume the game.", "one": "{Who} resumes the game."},
    "hint_taken": {"you": "You take a hint; everyone sees that you do.", "one": "{Who} takes a hint."},
    # Chat: who speaks.
    "speaker.watching": "{name} (watching)",
    "speaker.to_spectators": "{name} (to spectators)",
    "saying": "{speaker}: {text}",
    "saying.earlier": "Earlier: {saying}",
    # Who is away.
    "away.before_match": {
        "you": "You are away; the match waits until you return or leave the seat.",
        "one": "{Who} is away; the match waits until they return or leave the seat.",
    },
    "away.match_waits": {
        "you": "You are away, and the match waits. The host can let a bot play.",
        "one": "{Who} is away, and the match waits. The host can let a bot play.",
    },
    "away": {"you": "You are away.", "one": "{Who} is away."},
    "back": {"you": "You are back.", "one": "{Who} is back."},
    "begin.host": "The host is here: the host begins.",
    "begin.can": {"you": "You can begin the match now.", "one": "{Who} can begin the match now."},
    "grace": {
        "you": "Unless you are back in {time}, a bot takes over.",
        "one": "Unless {who} is back in {time}, a bot takes over.",
    },
    "readmit": {
        "you": "Let you back in by name, from another device",
        "one": "Let {who} back in by name, from another device",
    },
    "readmit.question": (
        "Let {name} come back by name? For some minutes, whoever joins as {name} gets that seat and sees its tiles."
    ),
    "readmit.done": "{name} may come back by name: whoever joins as {name} within {time} gets that seat.",
    # Another match. How long it waits comes first: where a line is cut, the prompt still says who wants one.
    "rematch.wants_at_latest": {
        "you": "The next match begins in {time} at the latest. You want to play again.",
        "one": "The next match begins in {time} at the latest. {Who} wants to play again.",
    },
    "rematch.wants_same_at_latest": {
        "you": "The next match begins in {time} at the latest. You want to play the same deals again.",
        "one": "The next match begins in {time} at the latest. {Who} wants to play the same deals again.",
    },
    "rematch.same_if_all": "The deals are the same if everybody wants that.",
    "rematch.wants": {"you": "You want to play again.", "one": "{Who} wants to play again."},
    "rematch.wants_same": {
        "you": "You want to play the same deals again.",
        "one": "{Who} wants to play the same deals again.",
    },
    "rematch.wants_waiting": {
        "you": "Waiting up to {time} for {players}. You want to play again.",
        "one": "Waiting up to {time} for {players}. {Who} wants to play again.",
    },
    "rematch.wants_same_waiting": {
        "you": "Waiting up to {time} for {players}. You want to play the same deals again.",
        "one": "Waiting up to {time} for {players}. {Who} wants to play the same deals again.",
    },
    "rematch.ended": "The match has ended.",
    "rematch.want": {
        "you": "You want to play again.",
        "one": "{Who} wants to play again.",
        "many": "{Who} want to play again.",
    },
    "rematch.want_same": {
        "you": "You want to play the same deals again.",
        "one": "{Who} wants to play the same deals again.",
        "many": "{Who} want to play the same deals again.",
    },
    "rematch.waiting": "Waiting for {players}.",
    "time_left": {
        "you": ("You have {n} second.", "You have {n} seconds."),
        "one": ("{Who} has {n} second.", "{Who} has {n} seconds."),
    },
    "still_thinking": {
        "you": "You are still thinking; computer players sometimes take a few seconds.",
        "one": "{Who} is still thinking; computer players sometimes take a few seconds.",
    },
    # Trouble.
    "trouble": "Trouble at the host: {trouble}",
    "trouble.failed_again": (
        "The host's part of fives has failed twice within {n} second.",
        "The host's part of fives has failed twice within {n} seconds.",
    ),
    "trouble.not_restarted": "The host's part of fives has failed and cannot be started again: {why}.",
    "connection.lost": "Connection lost: {why}. Trying again until you leave.",
    "connection.encrypted": "Encrypted. Your host can see the same key: {key}.",
}
