"""The page: its headings, labels and buttons, and its sentences about itself."""

from collections.abc import Mapping
from typing import Final

from client.words.catalogue.row import Row

MESSAGES: Final[Mapping[str, Row]] = {
    "page.what_it_is": "Scoring dominoes with friends. Nothing to install.",
    "page.not_reached": "The host does not answer now. This page asks again by itself.",
    "page.name_first": "Type your name, and choose a table.",
    "page.running": "The match is running, and every seat is taken. You can watch it, if its host allows that.",
    "page.running_with_bots": (
        "The match is running, and every seat is taken, but bots have some: watch, and ask for a bot's."
    ),
    "page.needs_password": "It needs a password.",
    "page.gone": "Its match has ended and everybody has left, or the link is not complete.",
    "page.share": "Share",
    "page.save_picture": "Save as a picture",
    "page.share_table": "Share the link of this table",
    "page.by_invitation": "This table is by invitation.",
    "page.ask_for_link": "Ask the host for a link.",
    "page.invitation_ended": "Your invitation has ended.",
    "page.ask_for_new_link": "Ask the host for a new link.",
    "page.paste_link": "Paste the link here",
    "page.open_link": "Open",
    "page.host_here": "Host from this browser",
    "page.what_hosting_is": (
        "Your link lets this browser do what the host does: tables, seats, bots, pause, invitations."
    ),
    "page.plain_hosting": (
        "This page is not encrypted: who listens in this network can take over the host's controls, until the "
        "host takes them back from this browser or stops."
    ),
    "page.tunnel_hosting": (
        "This page is encrypted up to the owner of the tunnel, who could take over the host's controls."
    ),
    "page.far_hosting": (
        "This page is not encrypted, and its address is not in the host's house, so nobody hosts from here. "
        "Open the link in the host's network, or through a tunnel."
    ),
    "page.hosts_here": "This browser has the host's controls now.",
    "page.no_code": "The code in this link is not complete, or mistyped. Type or scan the link again.",
    "page.host_now": "Host from here",
    "page.not_now": "Not now",
    "page.connecting": "Connecting to the host.",
    "page.tables": "Tables",
    "page.left": "You have left.",
    "page.no_games": "No match has ended in this browser yet.",
    "page.left_seat": "You have left. Connect again, or open this page later, to come back to your seat.",
    "page.to_tables": "To the tables",
    "page.league_needs_link": (
        "Open the host's link here, with league in place of the name of its table: …/league#i=…"
    ),
    "page.tv_needs_link": "Open the host's link here, with tv/ before the name of its table: …/tv/oak#i=…",
    "page.tv_tries_again": "This page tries again by itself.",
    "page.tv_moved": "The match goes on at another host",
    "page.tv_goes_there": "This page goes there by itself, once it reaches that machine. If it does not, open",
    "page.tv_cannot_go": "This page cannot go there by itself. Open",
    "page.tv_waits": "This page shows it as soon as it is there.",
    "page.tv_no_table": "There is no table yet",
    "page.tv_choose": "Which table? Open its address here",
    "page.tv_join": "Join with a phone: scan this, or open",
    "page.tv": "A TV in the room",
    "page.on_tv": "This table is on a TV: show only my tiles",
    "page.open_on_tv": "To show it there, open this address in the TV's browser:",
    "page.your_name": "Your name at the table",
    "page.password": "Password of the table",
    "page.play": "Play",
    "page.enter": "Enter",
    "page.give_up": "Another table",
    "page.again": "Connect again",
    "page.go_there": "Play on there",
    "page.full": (
        "All places of this page are taken, and the last ones are for players who come back. Try again later."
    ),
    "page.made_room": (
        "All places of this page were taken, and you were at no table: somebody else has your place now."
    ),
    "page.open_table": "Open a table",
    "page.open": "Open the table",
    "page.house_rules": "House rules",
    "page.saved_rules": "Your house rules",
    "page.save_rules": "Save these house rules as",
    "page.save": "Save",
    "page.hint": "Hint",
    "page.all_plays": "All plays",
    "page.chat": "Chat",
    "page.more": "More",
    "page.close": "Close",
    "page.yes": "Yes",
    "page.no": "No",
    "page.sure": "Are you sure?",
    "page.same_deals": "The same deals again",
    "page.rules_briefly": "Rules",
    "page.other_keys": "All other keys",
    "page.match_has_begun": "A new match has begun.",
    "page.how_it_ended": "How it ended",
    "page.save_record": "Save the record",
    "page.no_replay": "There is no finished match here.",
    "page.games_to_tap": "Tap a match to see it again.",
    "page.older_games": "Older matches",
    "page.fetching": "Fetching the match from the host.",
    "page.game_is_gone": "The host no longer has this match. Only its result remains, in this browser.",
    "page.game_is_locked": "This match was at a table with a password, and this browser has no key to it any more.",
    "page.game_is_private": "Nobody could watch this match, and this browser has no key to a seat in it any more.",
    "page.game_is_not_sent": "The host does not send this match now. Try again later.",
    "page.try_again": "Try again",
    "page.place": "Place in the match",
    "page.steps": "Steps",
    "page.run": "Play",
    "page.pause": "Pause",
    "page.speed": "Speed, in steps a second",
    "page.whose_view": "Whose view",
    "page.all_open": "All tiles open",
    "page.rounds": "Rounds, with the scores after each",
    "page.analyse": "Analyse",
    "page.analysis": "Analysis",
    "page.stop": "Stop",
    "page.better_play": "Better play",
    "page.what_was_played": "What was played",
    "page.forgets": "This browser keeps your seat only while this tab is open: save Your way back from the menu.",
    "page.way_back": "Your way back: open this link to continue on another device",
    "page.way_back_code": "Your way back as a code, for the camera of another device",
    "page.way_back_title": "Your way back",
    "page.scan_way_back": (
        "Scan this with another device to go on playing there, for instance before this battery is empty. Show it to"
        " nobody else: whoever has it can play for you."
    ),
    "page.no_seat_to_come_back_to": "You have no seat at this table.",
    "page.invite": "Friends join at",
    "page.bot": "bot",
    "page.away": "away",
    "page.stand_in": "bot plays",
    "page.host": "host",
    "page.free": "free",
    "page.level": "Level of new bots",
    "page.wait_for_start": (
        "The match begins when every seat is taken, or when the host or the first player begins it."
    ),
    "page.wait_for_players": "The match begins when its players are here.",
    "page.begin_question": "Begin with bots?",
    "page.begin_with_bots": "Bots take the free seats when you begin.",
    "page.continue": "Continue",
    "page.next_round": "Next round",
    "page.in_brief": "The rules in brief",
    "page.got_it": "Got it",
    "page.watching": "You are watching.",
    "page.paused": "The game is paused.",
    "page.warning": "Warning about this match",
    "page.tap": "Tap a tile; the number is what it scores.",
    "page.tap_fitting": "Tap a tile that fits.",
    "page.tap_plain": "Tap a tile.",
    "page.lead": "as the lead",
    "page.choose_end": "Choose the end where it goes.",
    "page.tap_end": "Tap the place where it goes, or drag the tile there.",
    "page.to_round": "To round",
    "page.too_long_to_analyse": (
        "This match is too long to be analysed here. Save its record from the replay: `fives replay FILE` analyses it."
    ),
    "page.too_many_analyses": "Too many analyses are waiting. Try again in a minute.",
    # Going to the next host: `ways` say before a link what the browser can do.
    "page.unreached": {
        "you": (
            "This browser does not reach your machine. Is it in the same Wi-Fi? If so, the firewall there may "
            "keep others out: ask its player. This page keeps trying, and if the match comes back to this host, "
            "it goes on here. To try in another tab, open"
        ),
        "one": (
            "This browser does not reach {who}'s machine. Is it in the same Wi-Fi? If so, the firewall there may "
            "keep others out: ask its player. This page keeps trying, and if the match comes back to this host, "
            "it goes on here. To try in another tab, open"
        ),
    },
    "page.unreached_unknown": (
        "This browser does not reach the machine of the next host. Is it in the same Wi-Fi? If so, the "
        "firewall there may keep others out: ask its player. This page keeps trying, and if the match comes "
        "back to this host, it goes on here. To try in another tab, open"
    ),
    "page.untried": {
        "you": (
            "This page cannot find out whether this browser reaches your machine, so it does not go there by "
            "itself. If the match comes back to this host, it goes on here. To play on there, open"
        ),
        "one": (
            "This page cannot find out whether this browser reaches {who}'s machine, so it does not go there by "
            "itself. If the match comes back to this host, it goes on here. To play on there, open"
        ),
    },
    "page.untried_unknown": (
        "This page cannot find out whether this browser reaches the machine of the next host, so it does not "
        "go there by itself. If the match comes back to this host, it goes on here. To play on there, open"
    ),
    # Before an action that costs something.
    "page.open_another": "Open another table?",
    "page.go_to": "Go to table {table}?",
    "page.close_table": "Close table {table}?",
    "page.take_back": "Take the controls back?",
    "page.end_match": "End the match for everybody?",
    "page.send_away": "Send {player} away?",
    "page.play_tile": "Play {tile}?",
    "page.no_table": "There is no table {table} here",
    "page.lost": "No connection: {why}. {saved}",
    # Read out behind a score, and behind the numbers of tiles of a side: `12 points`, `5 · 4 tiles`, `2 · 1 tile`.
    "page.points_behind": ("point", "points"),
    "page.tiles_behind": ("tile", "tiles"),
    # Beside a number in a form; `option` is its label.
    "page.option_less": "{option}: less",
    "page.option_more": "{option}: more",
    "page.no_name": "This name cannot be used: {why}.",
    "page.title": "{what} - {program}",
    "page.title_turn": {"you": "Your turn - {program}", "one": "{Who}'s turn - {program}"},
    "page.is_ready": "{tile} is ready: it is played on your turn, if it still fits.",
    "page.is_ready_at": "{tile} is ready {where}: it is played on your turn, if it still fits.",
    "page.others_turn": {
        "you": "Your turn. Tap a tile to have it ready.",
        "one": "{Who}'s turn. Tap a tile to have it ready.",
    },
    "page.leads": {"you": "You lead", "one": "{Who} leads"},
    "page.leads_with": {"you": "You lead with {tile}", "one": "{Who} leads with {tile}"},
    "page.which_end": "Where to lay {tile}",
    "page.points_for": {"you": "{points} for you", "one": "{points} for {who}"},
    "page.new_messages": ("{n} new message", "{n} new messages"),
    "page.a_second": "{steps} a second",
    "page.as_seen_by": {"you": "As you saw it", "one": "As {who} saw it"},
    "page.analysis_waits": ("Another analysis is running: yours is next.", "{n} other analyses come before yours."),
    "page.to_start": "To the first deal",
    "page.step_back": "A play back",
    "page.step_on": "A play on",
    "page.to_end": "To the end",
    "page.points_not_counted": "{points}, not counted",
    "page.ends_make": "The ends make",
    "page.head_player": "Player",
    "page.head_left_over": "Left over",
    "page.house_rules_changed": ("House rules: {n} changed", "House rules: {n} changed"),
    "page.delete": "Delete {set}",
    "page.table": "Table {table}",
    "page.is_there": "{players} is there.",
    "page.are_there": "{players} are there.",
    "page.in_turn": "In turn:",
    "page.players": "Players",
    "page.boneyard": "boneyard",
    "browser.unknown": "A browser",
    "browser.on": "{browser} on {system}",
    # A game as a file.
    "export.about_keys": (
        "Keys: ← and → step, [ and ] go to the beginning of a round, Home and End to the first deal and to the "
        "end, Space plays and pauses."
    ),
    "export.slider": "Place in the game",
    "export.speed": "Steps a second",
    "export.table": "The table",
    "export.hands": "Hands and scores",
    "export.boneyard": "Boneyard",
    "export.now": "What happens",
    "export.log": "The whole game",
    "export.sheet": "Scores by round",
    "export.in_words": "The table in words",
    "export.round_back": "A round back",
    "export.round_on": "A round on",
    "export.round_back_sign": "‹ Round",
    "export.round_on_sign": "Round ›",
    "export.title": "{game}: {players}, {day}",
    "export.players": "{players}. Table {table}, {time}.",
    "export.ended_by_host": "Ended by the host.",
    "export.not_finished": "Not finished.",
    "export.picture": "The table in round {round}, as a picture; the same in words is below.",
    "export.as_ended": "Round {round}, as it ended",
    "export.step": "Step {step}",
    "page.curve": "Scores after each round: {scores}.",
    "page.round": "round {round}",
    "page.paused_briefly": "paused",
    "page.watching_briefly": "watching",
    "page.at_table": "table {table}",
}
