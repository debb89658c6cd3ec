"""The full screen: cards over the board, the keys in its footer, and its upper corner."""

from collections.abc import Mapping
from typing import Final

from client.words.catalogue.row import Row

MESSAGES: Final[Mapping[str, Row]] = {
    # Titles of cards that answer a question.
    "card.ends": "Ends",
    "card.tiles": "Tiles",
    "card.last_plays": "Last plays",
    "card.chat": "Chat",
    "card.scores": "Scores",
    "card.whose_turn": "Whose turn",
    "card.on_the_table": "On the table",
    "card.your_hand": "Your hand",
    "card.what_fits": "What fits",
    "card.commands": "Commands",
    # On the lower edge of a card: how many of its lines have been shown, or what keys do.
    "card.so_far": "↑↓ {last} of {all}",
    "foot.any_key": "any key: back",
    "foot.escape": "Esc: back",
    "foot.enter": "Enter: {leads_to}",
    "foot.all_keys": "?: all keys",
    "foot.close_or_rules": "Esc: close, r: all rules",
    "foot.change_it": "Enter: change it   Esc: back",
    "foot.open_it": "Enter: open it   Esc: back",
    # Names of keys in a footer, and beside them what they do there.
    "key.escape_briefly": "Esc",
    "key.delete_briefly": "Del",
    "footer.all_keys": "all keys",
    "footer.back": "back",
    "footer.change": "change",
    "footer.choose": "choose",
    "footer.close": "close",
    "footer.default": "default",
    "footer.delete": "delete",
    "footer.done": "done",
    "footer.hide": "hide",
    "footer.line": "line",
    "footer.next": "next",
    "footer.open": "open",
    "footer.play": "play",
    "footer.save": "save",
    "footer.scroll_down": "more",
    "footer.scroll_up": "back",
    "footer.show": "show",
    "footer.show_it": "show it",
    "footer.stay": "stay",
    "footer.try_it": "try it",
    "footer.type_it": "type it",
    # Under a tile of the hand: what it scores, or where. `places` are ends, or messages `hand.at`, in a line.
    "hand.on": "on {places}",
    "hand.at": "{end} {points}",
    "hand.some_count": "+{awarded} of {points}",
    # The upper corner: trouble, and clocks; and what stands in place of the board before there is a table.
    "corner.warning": "WARNING: W",
    "corner.no_connection": "NO CONNECTION",
    "corner.host_in_trouble": "HOST IN TROUBLE",
    "corner.away": "{name} away, bot in {left}",
    "corner.clock": "{name} {left}",
    "connecting.to": "Connecting to {address} ...",
    "connecting.setting_up": "Setting up the table ...",
}
