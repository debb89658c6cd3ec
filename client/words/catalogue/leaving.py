"""Leaving: the question before, and the line in the shell afterwards."""

from collections.abc import Mapping
from typing import Final

from client.words.catalogue.row import Row

MESSAGES: Final[Mapping[str, Row]] = {
    "leave.stop_hosting": "Stop hosting? Everybody's game is saved.",
    "leave.program_saved": "Leave? Your match is saved.",
    "leave.program_to_bot": "Leave? If you stay away, a bot gets your seat for this match.",
    "leave.program_goes_on": "Leave? The match goes on; you can come back.",
    "leave.table_saved": "Leave this table? Your match is saved.",
    "leave.table_to_bot": "Leave this table? If you stay away, a bot gets your seat for this match.",
    "leave.table_goes_on": "Leave this table? The match goes on; you can come back.",
    "kick.during_match": {
        "you": "Send you away? A bot takes the seat for good.",
        "one": "Send {who} away? A bot takes the seat for good.",
    },
    "kick": {"you": "Send you away from the table?", "one": "Send {who} away from the table?"},
    # The line in the shell. `command` is what to type.
    "left.hosting_stopped": "Hosting has stopped; `{command}` hosts again.",
    "left.hosting_saved": "Hosting has stopped. Everybody's game is saved: `{command}` continues it.",
    "left.brings_back": "`{command}` brings you back.",
    "left.saved": "Saved. `{command}` continues it.",
    "left.leave_first": "Leave this game first; `{command}` plays on from there.",
}
