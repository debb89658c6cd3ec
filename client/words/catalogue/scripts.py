"""What the page shows and says before and without its server: messages of its scripts, and of its documents."""

from collections.abc import Mapping
from typing import Final

from client.words.catalogue.row import Row

MESSAGES: Final[Mapping[str, Row]] = {
    # What the page says by itself, without a connection: its scripts look it up by its key.
    "script.saved": "The game is saved, and goes on when the host is there again.",
    "script.trying_there": "Trying to reach the other host.",
    "script.in_folder": (
        "This page works at the root of a name alone, such as https://play.example.net/, and not in a folder: "
        "tell the host, who finds more in docs/hosting.md."
    ),
    "script.connected_again": "Connected again.",
    "script.not_connected": "Not connected.",
    "script.trying_again": "Trying again.",
    "script.may_not_have_arrived": "Your last press may not have arrived.",
    "script.was_not_sent": "Your last press was not sent.",
    "script.blocked": (
        "The page came, but the connection for the game did not: the proxy in front of the host does not pass "
        "WebSockets on, or the host is not known as {name}. The host finds both in docs/hosting.md."
    ),
    "script.link_is_cut": "The end of this link is missing. Copy the whole link, and paste it again.",
    "script.no_link": "There is no invitation in this link. Copy all of it, and paste it again.",
    "script.link_copied": "Link copied.",
    "script.text_copied": "Copied: paste it into your chat.",
    "script.link_selected": "Selected: copy it now.",
    "script.link": "Link",
    "script.close": "Close",
    "script.escape_closes": "Escape closes it.",
    "script.tv_moved": "If somebody else hosts the match now, open that host's address here, with /tv at its end.",
    # Labels and sentences of the page before anything comes from the server, and of that for a TV and for a league.
    "document.about": "Scoring dominoes with friends. Open the link, type a name, and play.",
    "document.title": "fives: scoring dominoes with friends",
    "document.how": "Open the link, type a name, and play. Nothing to install.",
    "document.host_gone": "If the host is gone, a player who plays in a terminal can go on with the match:",
    "document.paste": (
        "A browser cannot look for the new host. If you have its link, paste it here: you keep your seat."
    ),
    "document.open": "Open",
    "document.elsewhere": "You are playing in another tab, or on another device.",
    "document.play_here": "Play here",
    "document.hand": "Your hand",
    "document.actions": "What you can do",
    "document.side": "Beside the game",
    "document.said": "What happens",
    "document.newest": "Newest ↓",
    "document.say": "Say to the table",
    "document.send": "Send",
    "document.needs_script": "This page needs JavaScript.",
    "document.too_old": "One moment. If nothing comes, this browser is too old: connect a computer to the TV.",
    "document.one_moment": "One moment.",
    "document.league": "League",
    "document.about_briefly": "Scoring dominoes with friends.",
}
