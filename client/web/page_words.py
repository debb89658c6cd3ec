"""The labels of the page.

Not here: sentences about the game (`client.words`).
"""

from typing import Final

from client.actions.action import Action, GoTo, NewTable
from client.view.view import View
from client.words.english import capital, count
from client.words.name_words import name_of, shown, whose
from client.words.title_words import PROGRAM, winners
from protocol.game.tiles import Tile
from protocol.log.commands import EndMatch, Kick, PlayTile, Rematch, Start
from protocol.log.operator_commands import CloseTable, Revoke
from protocol.wire.messages import OpenTable

WELCOME: Final = "fives"
WHAT_IT_IS: Final = "Scoring dominoes with friends. Nothing to install."
NOT_REACHED: Final = "The host does not answer now. This page asks again by itself."
NAME_FIRST: Final = "Type your name, and choose a table."
RUNNING: Final = "The match is running, and every seat is taken. You can watch it, if its host allows that."
NEEDS_PASSWORD: Final = "It needs a password."  # noqa: S105 - a sentence
GONE: Final = "Its match has ended and everybody has left, or the link is not complete."
SHARE: Final = "Share"
SHARE_TABLE: Final = "Share the link of this table"
BY_INVITATION: Final = "This table is by invitation."
ASK_FOR_LINK: Final = "Ask the host for a link."
INVITATION_ENDED: Final = "Your invitation has ended."
ASK_FOR_NEW_LINK: Final = "Ask the host for a new link."
PASTE_LINK: Final = "Paste the link here"
OPEN_LINK: Final = "Open"
HOST_HERE: Final = "Host from this browser"
WHAT_HOSTING_IS: Final = "Your link lets this browser do what the host does: tables, seats, bots, pause, invitations."
PLAIN_HOSTING: Final = (
    "This page is not encrypted: who listens in this network can take over the host's controls, until the host takes"
    " them back from this browser or stops."
)
TUNNEL_HOSTING: Final = "This page is encrypted up to the owner of the tunnel, who could take over the host's controls."
FAR_HOSTING: Final = (
    "This page is not encrypted, and its address is not in the host's house, so nobody hosts from here. Open the link"
    " in the host's network, or through a tunnel."
)
HOSTS_HERE: Final = "This browser has the host's controls now."
NO_CODE: Final = "The code in this link is not complete, or mistyped. Type or scan the link again."
HOST_NOW: Final = "Host from here"
NOT_NOW: Final = "Not now"
CONNECTING: Final = "Connecting to the host."
TABLES: Final = "Tables"
LEFT: Final = "You have left."
SAVED: Final = "The game is saved, and goes on when the host is there again."
NO_GAMES: Final = "No match has ended in this browser yet."
HOW_TO_LEAVE: Final = "Close this tab to leave. Open the page again to come back to your seat."
TO_TABLES: Final = "To the tables"
LEAGUE_NEEDS_LINK: Final = "Open the host's link here, with league in place of the name of its table: …/league#i=…"
TV_NEEDS_LINK: Final = "Open the host's link here, with tv/ before the name of its table: …/tv/oak#i=…"
TV_TRIES_AGAIN: Final = "This page tries again by itself."
TV_MOVED: Final = "The match goes on at another host"
TV_GOES_THERE: Final = "This page goes there by itself, once it reaches that machine. If it does not, open"
TV_CANNOT_GO: Final = "This page cannot go there by itself. Open"
TV_WAITS: Final = "This page shows it as soon as it is there."
TV_NO_TABLE: Final = "There is no table yet"
TV_CHOOSE: Final = "Which table? Open its address here"
TV_JOIN: Final = "Join with a phone: scan this, or open"
TV: Final = "A TV in the room"
ON_TV: Final = "This table is on a TV: show only my tiles"
OPEN_ON_TV: Final = "To show it there, open this address in the TV's browser:"
YOUR_HAND: Final = "Your hand"
YOUR_NAME: Final = "Your name at the table"
PASSWORD: Final = "Password of the table"  # noqa: S105 - a label
PLAY: Final = "Play"
ENTER: Final = "Enter"
GIVE_UP: Final = "Another table"
AGAIN: Final = "Connect again"
GO_THERE: Final = "Play on there"
FULL: Final = "All places of this page are taken, and the last ones are for players who come back. Try again later."
MADE_ROOM: Final = "All places of this page were taken, and you were at no table: somebody else has your place now."
OPEN_TABLE: Final = "Open a table"
OPEN: Final = "Open the table"
HOUSE_RULES: Final = "House rules"
SAVED_RULES: Final = "Your house rules"
SAVE_RULES: Final = "Save these house rules as"
SAVE: Final = "Save"
HINT: Final = "Hint"
CHAT: Final = "Chat"
MORE: Final = "More"
CLOSE: Final = "Close"
YES: Final = "Yes"
NO: Final = "No"
SURE: Final = "Are you sure?"
START: Final = "Begin the match"
REMATCH: Final = "Play another match"
SAME_DEALS: Final = "The same deals again"
RULES_BRIEFLY: Final = "Rules"
OTHER_KEYS: Final = "All other keys"
HOW_IT_ENDED: Final = "How it ended"
SAVE_RECORD: Final = "Save the record"
NO_REPLAY: Final = "There is no finished match here."
NOTHING_PLAYED: Final = "Nothing has been played yet."
GAMES_TO_TAP: Final = "Tap a match to see it again."
OLDER_GAMES: Final = "Older matches"
FETCHING: Final = "Fetching the match from the host."
GAME_IS_GONE: Final = "The host no longer has this match. Only its result remains, in this browser."
GAME_IS_LOCKED: Final = "This match was at a table with a password, and this browser has no key to it any more."
GAME_IS_PRIVATE: Final = "Nobody could watch this match, and this browser has no key to a seat in it any more."
GAME_IS_NOT_SENT: Final = "The host does not send this match now. Try again later."
TRY_AGAIN: Final = "Try again"
PLACE: Final = "Place in the match"
STEPS: Final = "Steps"
RUN: Final = "Play"
PAUSE: Final = "Pause"
SPEED: Final = "Speed, in steps a second"
WHOSE_VIEW: Final = "Whose view"
ALL_OPEN: Final = "All tiles open"
ROUNDS: Final = "Rounds, with the scores after each"
ANALYSE: Final = "Analyse"
ANALYSIS: Final = "Analysis"
STOP: Final = "Stop"
BETTER_PLAY: Final = "Better play"
WHAT_WAS_PLAYED: Final = "What was played"
SAY: Final = "Say to the table"
SEND: Final = "Send"
NOTHING_SAID: Final = "Nobody has said anything."
FORGETS: Final = "This browser keeps your seat only while this tab is open: save Your way back from the menu."
WAY_BACK: Final = "Your way back: open this link to continue on another device"
INVITE: Final = "Friends join at"
BOT: Final = "bot"
AWAY: Final = "away"
STAND_IN: Final = "bot plays"
HOST: Final = "host"
FREE: Final = "free"
LEVEL: Final = "Level of new bots"
WAIT_FOR_START: Final = "The match begins when every seat is taken, or when the host or the first player begins it."
WAIT_FOR_PLAYERS: Final = "The match begins when its players are here."
BEGIN_QUESTION: Final = "Begin with bots?"
BEGIN_WITH_BOTS: Final = "Bots take the free seats when you begin."
CONTINUE: Final = "Continue"
IN_BRIEF: Final = "The rules in brief"
GOT_IT: Final = "Got it"
WATCHING: Final = "You are watching."
PAUSED: Final = "The game is paused."
WARNING: Final = "Warning about this match"
TAP: Final = "Tap a tile; the number is what it scores."
TAP_FITTING: Final = "Tap a tile that fits."
TAP_PLAIN: Final = "Tap a tile."
LEAD: Final = "as the lead"
CHOOSE_END: Final = "Choose the end where it goes."
TAP_END: Final = "Tap the place where it goes, or drag the tile there."


def unreached(view: View, seat: int | None) -> str:
    """Says that the browser does not reach the next host, before the link there. `seat`: its player's, if known."""
    return (
        f"This browser does not reach {_next_host(view, seat)}. Is it in the same Wi-Fi? If so, the firewall there may"
        " keep others out: ask its player. This page keeps trying, and if the match comes back to this host, it goes on"
        " here. To try in another tab, open"
    )


def untried(view: View, seat: int | None) -> str:
    """Says that the browser cannot try whether it reaches the next host, before the link there. `seat`: as above."""
    return (
        f"This page cannot find out whether this browser reaches {_next_host(view, seat)}, so it does not go there by"
        " itself. If the match comes back to this host, it goes on here. To play on there, open"
    )


def _next_host(view: View, seat: int | None) -> str:
    if seat is None or not 0 <= seat < len(view.table.seats):
        return "the machine of the next host"
    return f"{whose(view, seat).replace('Your', 'your')} machine"


def to_confirm(view: View, action: Action) -> str:
    """The question before an action that costs something."""
    match action:
        case NewTable() | OpenTable():
            return "Open another table?"
        case GoTo():
            return f"Go to table {shown(action.table)}?"
        case CloseTable():
            return f"Close table {shown(action.table)}?"
        case Revoke():
            return "Take the controls back?"
        case EndMatch():
            return "End the match for everybody?"
        case Start() | Rematch():
            return BEGIN_QUESTION
        case Kick():
            return f"Send {name_of(view, action.seat)} away?"
        case PlayTile(tile_):
            return f"Play {tile_}?"
        case _:
            return SURE


def gone(table: str) -> str:
    """The heading of the page for a link to a table that the host does not have."""
    return f"There is no table {shown(table)} here"


def lost(why: str) -> str:
    """The connection to the host is lost; `why` is the middle of a sentence."""
    return f"{capital(why)}. {SAVED}"


def no_name(why: str) -> str:
    """The refusal of a name."""
    return f"This name cannot be used: {why}."


def title(view: View, *, is_joined: bool) -> str:
    """`Your turn - fives`, `Ana's turn - fives`, `Ben wins - fives`."""
    if is_joined and winners(view):
        return f"{winners(view)} - {PROGRAM}"
    if not is_joined or view.turn is None:
        return PROGRAM
    return f"{whose(view, view.turn)} turn - fives"


def is_ready(tile: Tile, arm: str) -> str:
    """A play prepared for the next turn."""
    return f"{tile} is ready{f' {arm}' if arm else ''}: it is played on your turn, if it still fits."


def others_turn(view: View, seat: int) -> str:
    """`Ben's turn. Tap a tile to have it ready.`"""
    return f"{whose(view, seat)} turn. Tap a tile to have it ready."


def who_leads(view: View) -> str:
    """`You lead with 6-6`, `Ben leads`."""
    assert view.turn is not None
    who = "You lead" if view.is_my_turn else f"{name_of(view, view.turn)} leads"
    return who if view.must_lead is None else f"{who} with {view.must_lead}"


def which_end(tile: Tile) -> str:
    """What the places for a tile are called as a group."""
    return f"Where to lay {tile}"


def for_whom(view: View, seat: int) -> str:
    """`for Ben`."""
    return f"for {name_of(view, seat)}"


def tiles_left(many: int) -> str:
    """`5 tiles`."""
    return count(many, "tile")


def chat_unread(many: int) -> str:
    """For screen readers, after the number."""
    return f"new {'message' if many == 1 else 'messages'}"


def speed(steps: float) -> str:
    """`2 a second`."""
    return f"{steps:g} a second"


def as_seen_by(view: View, seat: int) -> str:
    """`As Ana saw it`."""
    return f"As {name_of(view, seat)} saw it"


def round_heading(number: int) -> str:
    """`Round 2`."""
    return f"Round {number}"


TO_ROUND: Final = "To round"


TOO_LONG_TO_ANALYSE: Final = (
    "This match is too long to be analysed here. Save its record from the replay: `fives replay FILE` analyses it."
)
TOO_MANY_ANALYSES: Final = "Too many analyses are waiting. Try again in a minute."


def in_line(before: int) -> str:
    """An analysis that waits for `before` others."""
    if before == 1:
        return "Another analysis is running: yours is next."
    return f"{before} other analyses come before yours."


REPLAY_STEPS: Final = (
    ("first", "«", "To the first deal"),
    ("back", "‹", "A play back"),
    ("on", "›", "A play on"),
    ("last", "»", "To the end"),
)
