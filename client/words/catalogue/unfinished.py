"""Unfinished matches: what is said about one, and the questions before a match, which of them to continue."""

from collections.abc import Mapping
from typing import Final

from client.words.catalogue.row import Row

MESSAGES: Final[Mapping[str, Row]] = {
    # A match in brief: parts of a list.
    "unfinished.house_rules": ("{n} house rule", "{n} house rules"),
    "unfinished.not_counted": "not counted",
    "unfinished.round": "round {round}",
    "unfinished.scores": "scores {scores}",
    "unfinished.score": "{side} {score}",
    # About one, and about several.
    "unfinished.match": "{match}.",
    "unfinished.listed": "{command}: {match}",
    "unfinished.none": "No unfinished match.",
    "unfinished.seat_lost": (
        "{n} unfinished match cannot be continued: your saved seat is lost.",
        "{n} unfinished matches cannot be continued: your saved seat is lost.",
    ),
    "unfinished.damaged": "A match is damaged: `{command}` continues it from its last finished round.",
    "unfinished.not_ended": "the unfinished match could not be ended",
    "unfinished.not_opened": "no table could be opened",
    "unfinished.not_made_home": "the host's own table could not be changed",
    "unfinished.continuing": "Continuing your match of {game}.",
    "unfinished.saved": "Your match of {game} is saved: `{command}` continues it.",
    "unfinished.all_saved": "Your matches of {games} are saved: `{command}` shows how to continue them.",
    "unfinished.is_saved": "Your match is saved: `{command}` continues it.",
    "unfinished.nothing_to_continue": "No match of {game} is unfinished: this is a new one.",
    "unfinished.there": {"one": "{Who} is there now.", "many": "{Who} are there now."},
    "unfinished.none_there": "None of them is there now.",
    "unfinished.nobody_there": "Nobody else is there now.",
    "unfinished.going_on": "Going on at table {table}: {match}",
    "unfinished.kept": "Kept at table {table}: {match}",
    "unfinished.kept_where": "`fives games` leads there.",
    # The questions.
    "unfinished.continue": "Unfinished: {match}. Continue it? [Y/n]",
    "unfinished.continue_other_rules": ("Unfinished, with other rules than you asked for: {match}. Continue it? [Y/n]"),
    "unfinished.unfinished": "Unfinished: {match}",
    "unfinished.not_begun": "Not begun yet: {match}",
    "unfinished.or_begin": "Continue it (y), or begin {game} (n)? [Y/n]",
    "unfinished.or_begin_another": "Continue it (y), or begin another match of {game} (n)? [Y/n]",
    "unfinished.type_word": "Type {word} to end it; anything else keeps it:",
    "unfinished.matches": "Unfinished matches:",
    "unfinished.numbered": "{number}: {match}",
    "unfinished.new_match": "a new match of {game}",
    # `table` is a game with its target, the players, house rules and bots of the last match, `game` the usual one.
    "unfinished.as_last_time": "as last time: {table}",
    "unfinished.as_last_time_or": "Begin this (y), or a new match of {game} (n)? [Y/n]",
    "unfinished.which": "1 to {most}, Enter or y for 1, {quit} to leave:",
    "unfinished.type_number": "Type a number from 1 to {most}; {most} begins a new match.",
    "question.yes_or_no": "Type y or n; Enter alone means yes.",
    # Before the place where it is typed.
    "question.answer": "answer:",
    "question.invite": "invite:",
    "question.name": "Your name at the table [{usual}]:",
    "question.name_not_valid": "That name is not valid: {fault}.",
    "question.name_saved": "Saved. `fives settings name NAME` changes it.",
    "question.nobody": "Player",
    # A run of the program: its beginning and its end.
    "run.connecting": "Connecting to {host}.",
    "run.plays_already": (
        "`fives play` is running in another terminal, in {folder}; leave it; or choose another folder with --data"
    ),
    "run.plays_since": (
        "`fives play` is running in another terminal, in {folder}, since {moment}; leave it, or end it with"
        " `{command}`: its match is saved; or choose another folder with --data"
    ),
    "run.hosts_already": "a game is hosted from {folder} already: `{command}` joins it",
    "run.log": "The log is {path}.",
    "run.line_mode": "the full screen cannot be drawn here, so line mode is used: {why}",
    "run.failed": "this program has failed: {error}; --debug shows where",
    # How this program is updated: parts of messages about a host of another release.
    "update.from_host": "get the new {file} from your host",
    "update.by_file": "get the new file from your host, then type `{command}`",
    "update.by_command": "`{command}` updates it",
    "update.sources": "get the new sources",
    "run.back": "You are back at the table.",
    "run.not_reachable": "the others could not reach this machine",
    "run.tries_another_host": "this program is trying another host right now",
    "run.record_not_saved": "its record cannot be saved: {why}",
    "run.record_too_large": "its record cannot be saved: it is too large",
    "games.left_out": "{why}; unfinished matches of `fives play` are left out",
    "games.leave_first": "Leave this game first; `{command}` continues the other one.",
}
