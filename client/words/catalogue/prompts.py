"""Lines of the full screen round the board: the prompt, players, the end of a round."""

from collections.abc import Mapping
from typing import Final

from client.words.catalogue.row import Row

MESSAGES: Final[Mapping[str, Row]] = {
    "prompt.any_key": "Any key leaves.",
    "prompt.no_answer": "On its way: no answer yet.",
    # No connection; `again` is one of the first two.
    "lost.again_now": "Trying again now",
    "lost.again_in": "Trying again in {seconds} s",
    "lost.brief": "No connection. {again}.",
    "lost": "No connection. {again}; the table may be out of date.",
    "lost.why": "No connection ({why}). {again}; the table may be out of date.",
    # What Enter and Space do, after another sentence.
    "prompt.enter_seat": "Enter takes this seat.",
    "prompt.enter_sits": "Enter sits down for the next one.",
    "prompt.enter_leads": "Enter leads to your next board, if one waits.",
    "prompt.enter_agrees": "Enter agrees.",
    "prompt.enter_agrees_to_next": "Enter agrees to the next match.",
    "prompt.enter_another": "Enter plays another.",
    "prompt.match_has_ended": "The match has ended. Space shows it.",
    "prompt.table_changes": "The table is changing. Space shows it.",
    "prompt.your_turn": "It is your turn. Space shows the table.",
    "prompt.match_has_begun": "A new match has begun. Space shows it.",
    "prompt.match_not_agreed": "A match to which you had not agreed has begun. Space shows it.",
    "prompt.began_without_you": "It began without you. Space shows it.",
    "prompt.match_without_you": "The new match is played without you. Space shows it.",
    "prompt.round_has_begun": "A new round has begun. Space shows it.",
    "prompt.away": {"one": "{Who}'s turn: away, so everyone waits."},
    "prompt.bot_meanwhile": "x lets a bot play meanwhile.",
    "prompt.you_watch": "You are watching.",
    # Before a match. `who` is away.
    "prompt.all_here": "Everybody is here: the match begins.",
    "prompt.waiting": ("Waiting for {n} more player.", "Waiting for {n} more players."),
    "prompt.waiting_for": {
        "you": "Waiting for {who}, away just now.",
        "one": "Waiting for {who}, away just now.",
        "many": "Waiting for {who}, away just now.",
    },
    "prompt.begins_with_bots": "Enter begins now, with bots on the free seats.",
    "prompt.begins": "Enter begins now.",
    # Above the board, with a dot between them, and beside players.
    "header.round": "round {round}",
    "header.boneyard": "boneyard {left}",
    "header.not_dealt": ("{n} not dealt", "{n} not dealt"),
    "header.paused": "paused",
    "header.table": (
        "Table {table}: {game} {target}, {n} seat",
        "Table {table}: {game} {target}, {n} seats",
    ),
    "player.free": "seat {seat} free",
    "player.bot": "{name}(bot)",
    "player.away": "{name}(away)",
    "player.bot_plays": "{name}(bot plays)",
    "player.away_bot_plays": "{name}(away, bot plays)",
    "player.tiles": (", no tiles", ", {n} tile", ", {n} tiles"),
    "mouse.on": "The mouse selects tiles and ends.",
    "mouse.off": "The terminal has the mouse again, to select text.",
    # Beside the board.
    "side.plays": "Plays",
    "side.chat": "Chat",
    # The end of a round: heads of columns, and a player without tiles.
    "end.head_round": "round",
    "end.head_total": "total",
    "end.head_pips": "pips",
    "end.head_left": "left over",
    "end.out": "out",
    # Players who have no line here; the key s shows them.
    "end.more": ("… {n} more: s", "… {n} more: s"),
    # Before where a replay is: whose tiles are shown.
    "replay.whose_hand": {"one": "{Who}'s hand.", "you": "Your hand."},
    # How large the tiles are.
    "zoom.large": "Tiles as large as there is room for.",
    "zoom.numbers": "Tiles with numbers.",
    "zoom.small": "Small tiles.",
    "zoom.list": "The arms as a list.",
    # A question, which the keys y and n answer in all languages.
    "prompt.yes_or_no": "{question} y/n",
}
