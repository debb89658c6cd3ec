"""The tables of a host, and the hosts in the player's network."""

from collections.abc import Mapping
from typing import Final

from client.words.catalogue.row import Row

MESSAGES: Final[Mapping[str, Row]] = {
    "lobby.title": "Tables of this host",
    "lobby.new_table": "Open a table",
    "lobby.change_game": "Change the game",
    # For a player who is alone.
    "lobby.your_matches": "Your matches",
    "lobby.another_match": "Begin another match",
    "lobby.other_matches": "Your other matches",
    "lobby.try_again": "Wrong password. Try again: join the table with the right one.",
    # Before the place where it is typed.
    "lobby.asks_for_password": "password:",
    # A table: `oak: All Fives, playing, Ana and Ben (bot), your seat, 1 free seat`.
    "table.named": "{table}: {about}",
    "table.seating": "waiting for players",
    "table.between": "waiting for another match",
    "table.playing": "playing",
    "table.over": "match over",
    "table.your_seat": "your seat",
    "table.free": ("{n} free seat", "{n} free seats"),
    "table.watching": ("{n} watching", "{n} watching"),
    "table.locked": "needs a password",
    "table.home": "the host's own",
    "table.bot": "{name} (bot)",
    "table.away": "{name} (away)",
    "table.whose": "{name}'s table",
    "table.nobodys": "Table {table}",
    "table.no_seat_free": "no seat free",
    "table.bot_makes_way": "a bot makes way for you",
    "table.seats_free": ("{free} of {n} seat free", "{free} of {n} seats free"),
    "lobby.opened": "Table {table} is open.",
    "lobby.no_tables": "There are no tables.",
    "lobby.friends_join": "Friends come to this table with `--table {table}`, or from the list of tables.",
    "lobby.friends_join_page": "Friends come to this table with the address of this page, or from the list of tables.",
    "lobby.full_with_bots": "Every seat of table {table} is taken, but bots have some: watch, and ask for a bot's.",
    "lobby.no_seat_any_more": (
        "You have no seat any more: all are taken. Watch, choose another table, or open your own."
    ),
    "lobby.full": "Every seat of table {table} is taken. Watch it, choose another table, or open your own.",
    "lobby.is_yours_host": ("If the seat of {name} is yours, type `{command}` in another terminal, and join again."),
    "lobby.is_yours": ("If the seat of {name} is yours, ask your host to let you back in by name, and join again."),
    "lobby.needs_password": "Table {table} needs a password: join it again with the right one.",
    "lobby.has_password": "Table {table} has a password.",
    "lobby.not_the_password": "That is not the password of table {table}.",
    "lobby.type_password": "Type it (it is not shown), or press Enter to give up.",
    "lobby.no_password": "Table {table} has a password, and you gave none: ask your host for it.",
    "lobby.wrong_passwords": (
        "{n} wrong password for table {table}: ask your host for the right one.",
        "{n} wrong passwords for table {table}: ask your host for the right one.",
    ),
    "lobby.is_gone": "Table {table} is no longer there.",
    # `who` are the names of tables.
    "lobby.no_such_table": {
        "one": "There is no table {table}: there is {who}.",
        "many": "There is no table {table}: there are {who}.",
    },
    "lobby.no_such_table_none": "There is no table {table}: there are none.",
    # `why` is what the host's program says.
    "lobby.refused": "No table was opened: {why}",
    "lobby.led_to_board": ("Your board of the league waits for you: you are led to table {board}, and not to {table}."),
    "lobby.friends_are_led": ("Friends who open the host's link are led to table {table}: `join {table}` goes there."),
    # Hosts in the player's network.
    "lan.title": "Join a friend's table",
    "lan.looking": "Looking for hosts in your network ...",
    "lan.none_found": (
        "No host found in your network so far. Some networks, such as those for guests, hide machines from each other:"
        " ask your host for the address or the link."
    ),
    "lan.type_address": "Type an address, or paste a link",
    # Before the place where it is typed.
    "lan.address": "link or address:",
    "lan.about_address": "Your host gives you a link, or an address such as 192.168.1.20.",
    "lan.about_host": (
        "A host in your network. You go to your seat there, to its table, or to the list of its tables."
    ),
    # Of a host with several tables.
    "lan.about_tables": "A host in your network. You go to your seat there, or else to the host's own table.",
    "lan.question": "The number of a host, an address or a link; Enter lists the hosts again, q leaves:",
    "lan.type_to_join": "type {word} to join it all the same:",
    # `tables` is what is open there.
    "lan.host": "{name}: {tables}",
    "lan.host_at": "{name} ({address}): {tables}",
    "lan.impostor": "Another machine that calls itself {name} ({address}): {tables}",
    "lan.no_table": "no table is open",
    "lan.more_tables": ("{n} more table", "{n} more tables"),
    "lan.does_not_answer": "{name} ({address}) does not answer",
    # `who` are several `lan.named`, and perhaps `lan.more`.
    "lan.do_not_answer": {"one": "{Who} does not answer.", "many": "{Who} do not answer."},
    "lan.named": "{name} ({address})",
    "lan.more": ("{n} more", "{n} more"),
    "lan.has_gone": "{number}: {name} has gone.",
    "lan.numbers": "The numbers are {numbers}.",
    "lan.silence": "It has gone, or a firewall keeps you out: ask your host to allow TCP port {port}.",
    "lan.about_impostor": "You know {name} by another key. Ask whether this is a new machine before you join.",
    "lan.cannot_be_listed": "Hosts in your network cannot be listed: {why}.",
}
