"""Refusals, and the goodbyes with which a host ends a connection."""

from collections.abc import Mapping
from typing import Final

from client.words.catalogue.row import Row

MESSAGES: Final[Mapping[str, Row]] = {
    "refusal.not_connected": "You are not connected to the host.",
    "refusal.not_at_a_table": "You are not at a table yet.",
    "refusal.wait_for_answers": "The host has not answered your last requests yet. Wait a moment.",
    "refusal.on_its_way": "The host has not answered your last play yet. Wait a moment.",
    "refusal.how_to_insist": "Type y to play it, or play another tile.",
    "refusal.sent_later": "It is sent when the connection is back.",
    "refusal.sent_once_it_goes_on": "It is sent once the match goes on.",
    "refusal.nothing_to_say": "The message is empty.",
    "refusal.dropped": "What you asked for last got no answer, and is not sent any more.",
    "refusal.not_said": "Your message got no answer, and is not sent any more: {text}",
    "refusal.too_long_to_say": "That has {length} characters; a message can have at most {most}.",
    "refusal.not_seated": "You are watching: only players at the table can do that.",
    "refusal.table_full": "Every seat at the table is taken.",
    "refusal.not_started": "The match has not started yet.",
    "refusal.already_started": "The match has started: seats, bots and the game can change before it and after it.",
    "refusal.tile_not_held": "You do not hold {tile}.",
    "refusal.that_tile_not_held": "You do not hold that tile.",
    "refusal.must_lead": "This round must be led with {tile}.",
    "refusal.must_lead_double": "This round must be led with a double.",
    "refusal.can_draw": "Nothing fits, but there are tiles to draw: draw first.",
    "refusal.nothing_to_draw": "There is nothing to draw: knock.",
    # `why` is what the host's program says.
    "refusal.costly": "{why}: play it anyway?",
    "refusal.stale": "Too late: the table has changed. Look again.",
    "refusal.match_over": "The match is over.",
    "refusal.match_not_over": "The match is not over yet.",
    "refusal.paused": "The game is paused.",
    "refusal.not_paused": "The game is not paused.",
    "refusal.too_fast": "Too fast: wait a moment and try again.",
    "refusal.store_failed": "The host could not save that, so it did not happen. Try again, and tell your host.",
    # The same for who hosts; `why` is what the system says, such as that the disk is full.
    "refusal.store_failed_here": (
        "This machine could not save that, so it did not happen: {why}. Play goes on by itself once it can."
    ),
    "refusal.id_reused": "The host took that for an earlier command. Try again.",
    "refusal.unknown": "The host refuses: {reason}.",
    "refusal.only_host": "Only the host of the table can do that.",
    "refusal.only_host_or_first": (
        "Only the host of the table can do that; where there is none, the player on the first seat can."
    ),
    "refusal.not_your_turn": "It is not your turn.",
    "refusal.not_your_turn_but": {"one": "It is not your turn: it is {who}'s."},
    # `ends` is a message `fit...`, or the ends that it fits.
    "refusal.does_not_fit": "{tile} does not fit: {ends}.",
    "refusal.does_not_fit_there": "{tile} does not fit {where}: {ends}.",
    "refusal.that_tile_does_not_fit": "That tile does not fit: {ends}.",
    "refusal.fits_elsewhere": "{tile} does not fit {where}: it fits {ends}.",
    "refusal.ambiguous": "{tile} fits several ends: say which.",
    "refusal.that_tile_is_ambiguous": "That tile fits several ends: say which.",
    "refusal.ambiguous_ends": "{tile} fits {ends}: say {choice}.",
    "refusal.can_play": "You hold a tile that fits: play.",
    "refusal.can_play_tiles": "You can play {tiles}.",
    "refusal.seat_occupied": "That seat is taken.",
    "refusal.seat_occupied_by": "Seat {seat} is taken by {name}.",
    "refusal.bot_plays_already": "A bot plays for {name} already.",
    "refusal.no_such_seat": "There is no such seat: seats are numbered 1 to {seats}.",
    "refusal.no_such_end": "{word} is no end: say left, right, up or down.",
    "refusal.no_such_tile": "You hold no tile {number}: they go from 1 to {held}.",
    "refusal.only_tile_1": "You hold only tile 1.",
    # Goodbyes of the host.
    "farewell.malformed": "The host could not read what was sent from here. One of the two may need an update.",
    "farewell.wrong_protocol": "The host uses another version of the protocol. Update the older of the two.",
    "farewell.no_such_table": "This host has no table of that name.",
    "farewell.no_such_game": "The host has no game of that name.",
    "farewell.not_finished": "That game is not finished, so it cannot be read yet.",
    "farewell.table_full": "Every seat at that table is taken.",
    "farewell.no_spectators": "This table does not allow spectators.",
    "farewell.bad_token": "The host no longer accepts your key to this seat.",
    "farewell.bad_password": "The password is wrong. Ask your host for it.",
    "farewell.bad_name": "The host does not accept this name.",
    "farewell.replaced": "You have taken this seat somewhere else.",
    "farewell.kicked": "The host has sent you away from the table.",
    "farewell.too_many": "The host accepts no more connections now. Try again later.",
    "farewell.too_many_seats": "Players at your address have all the seats that the host allows it at one table.",
    "farewell.silent": "The host received nothing from here for too long.",
    "farewell.shutdown": "The host has been shut down.",
    "farewell.finished": "The host has finished.",
    "farewell.trouble": "The host is in trouble and had to close the connection.",
    "farewell.not_invited": "This table is by invitation. Ask its host for a link, and use that.",
    "farewell.moved": "This game goes on at another host.",
    "farewell.noted": "The host has noted where you play this game now.",
    "farewell.revoked": "The host has taken the controls back from this browser.",
    "farewell.with_flags.no_such_table": (
        "This host has no table of that name. Without --table you join the host's own."
    ),
    "farewell.with_flags.table_full": (
        "Every seat at that table is taken. `fives watch` watches it, if the host allows that."
    ),
    "farewell.with_flags.bad_password": "The password is wrong. Ask your host for it, and give it with --password.",
    "farewell.with_flags.bad_name": "The host does not accept this name. Choose another with --name.",
    "farewell.with_flags.not_invited": (
        "This table is by invitation. Ask its host for a link, and give it to `fives join`."
    ),
    "farewell.with_flags.replaced": (
        "You have taken this seat from another terminal. To play as another player: --name NAME."
    ),
    "farewell.own.shutdown": "The game was stopped from outside.",
    "farewell.own.finished": "That was the last match.",
    "farewell.unknown": "The host has closed the connection: {reason}.",
    "farewell.more": "{farewell} ({more})",
}
