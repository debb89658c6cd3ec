"""What could not be saved or read on the player's disk, and what was deleted there."""

from collections.abc import Mapping
from typing import Final

from client.words.catalogue.row import Row

MESSAGES: Final[Mapping[str, Row]] = {
    "saving.not_read": "{path} cannot be read: {why}.",
    "saving.so_far_failed": "The record of this match so far could not be saved: {why}.",
    "saving.so_far_too_large": "The record of this match so far could not be saved: it is too large.",
    "saving.result_failed": "The result of this game could not be saved: {why}.",
    "saving.record_failed": "The record of this game could not be saved: {why}.",
    "saving.record_too_large": "The record of this game is too large to be saved.",
    "saving.records_deleted": (
        "The oldest record was deleted to make room (`fives settings`: records is {records}, and record-mb"
        " {megabytes}). The results of all games remain.",
        "{n} old records were deleted to make room (`fives settings`: records is {records}, and record-mb"
        " {megabytes}). The results of all games remain.",
    ),
    "saving.exercises_failed": "your exercises could not be saved in {folder}: {why}",
    "saving.rules_failed": "Your house rules cannot be saved: {why}.",
    "saving.rules_name": "A name has 1 to {most} characters.",
    "saving.rules_full": "{most} sets of house rules are saved, and there is room for no more. Delete one first.",
    # Documents. A damaged one is put aside.
    "saving.seat_failed": "Your seat could not be saved in {folder}: {why}.",
    "saving.host_key_failed": "Your host's key could not be saved in {folder}: {why}.",
    "saving.seat_damaged": "A saved seat was damaged and cannot be used. Its file is now {path}.",
    "saving.host_key_damaged": "A saved host's key was damaged and cannot be used. Its file is now {path}.",
    "saving.exercises_damaged": "A saved list of exercises was damaged and cannot be used. Its file is now {path}.",
    "saving.rules_damaged": "A saved list of house rules was damaged and cannot be used. Its file is now {path}.",
    "saving.known_games_damaged": "A saved list of known games was damaged and cannot be used. Its file is now {path}.",
    # A page, a picture: what the player has asked for.
    "saving.written": "{path} is written.",
}
