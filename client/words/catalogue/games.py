"""The player's games, as lists show them: finished ones, unfinished ones, saved records, totals."""

from collections.abc import Mapping
from typing import Final

from client.words.catalogue.row import Row

MESSAGES: Final[Mapping[str, Row]] = {
    "games.none": "No games yet: `fives play` begins one.",
    "games.no_records": (
        "No games are saved in {folder} yet. Every match that you play or watch to its end is saved there."
    ),
    "games.no_record": "The record of this game is deleted; only its result remains.",
    "games.no_analysis": "Only a finished game with a record can be analysed.",
    "games.fault": "{fault}.",
    # A line of the list. `others` is a message `games.with...`, `outcome` is a message `games.won...`.
    "games.result": "{moment}, {game} {others}: {outcome}",
    "games.result_not_counted": "{moment}, {game} {others}: {outcome} (known deals, not counted)",
    "games.result_left_to_bot": "{moment}, {game} {others}: {outcome} (a bot played for you, not counted)",
    "games.result_joined": "{moment}, {game} {others}: {outcome} (you sat down during the match, not counted)",
    "games.record_deleted": "{result} (its record is deleted)",
    "games.known_deals": "Known deals, not counted",
    "games.alone": "alone",
    "games.alone_first": "Alone",
    "games.with": "with {players}",
    "games.with_first": "With {players}",
    "games.watched": "watched, {players}",
    "games.watched_first": "Watched, {players}",
    "games.bot": "{player} ({level})",
    "games.side": "side {number}",
    "games.side_first": "Side {number}",
    "games.ended_by_host": "ended by the host",
    "games.ended_by_host_first": "Ended by the host",
    "games.won_to": {
        "you": "you won {won} to {lost}",
        "one": "{who} won {won} to {lost}",
        "many": "{who} won {won} to {lost}",
    },
    "games.won_to_first": {
        "you": "You won {won} to {lost}",
        "one": "{Who} won {won} to {lost}",
        "many": "{Who} won {won} to {lost}",
    },
    "games.won_with": {"you": "you won with {won}", "one": "{who} won with {won}", "many": "{who} won with {won}"},
    "games.won_with_first": {
        "you": "You won with {won}",
        "one": "{Who} won with {won}",
        "many": "{Who} won with {won}",
    },
    "games.tied": {"many": "{who} tied at {won}"},
    "games.tied_first": {"many": "{Who} tied at {won}"},
    "games.other_score": "{player} {score}",
    # A saved record.
    "games.record": "{moment}, {game}, {players}: {outcome}",
    "games.record_not_counted": "{moment}, {game}, {players}: {outcome} (known deals, not counted)",
    "games.damaged": "damaged, {fault}",
    "games.no_entries": "{moment}, no entries",
    "games.file_and_record": "{path}: {record}",
    "games.numbered_record": "{number}: {record}",
    "games.result_and_file": "{result}: {path}",
    # Unfinished games.
    "games.unfinished": "Unfinished: {game}",
    "games.take_over": "{game}; if that host is gone: {command}",
    "games.hosted_by_you": "hosted by you, as {name}",
    "games.at_table": "table {table} at {host}, as {name}",
    # Totals. `total` is a message `games.total...`, `won` is `games.won`.
    "games.totals": "Totals",
    "games.no_totals": "You have finished no game yet that counts.",
    "games.total_of_game": "{game}: {total}.",
    "games.total_with_bots": "With {level} bots: {total}.",
    "games.total_with_friend": "With {friend}: {total}.",
    "games.won": ("{n} won", "{n} won"),
    "games.total": ("{n} game, {won}", "{n} games, {won}"),
    "games.total_points": (
        "{n} game, {won}, {points} points a round",
        "{n} games, {won}, {points} points a round",
    ),
}
