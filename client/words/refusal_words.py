"""Refusals and farewells in a player's words.

Here: a sentence for each reason of `protocol.log.refusals` and each farewell of `protocol.wire.messages`, whether the
client or the daemon refuses. Not here: whether a move is allowed (`model.checks`).
"""

from typing import Final

from client.view.view import View
from client.words.english import capital, listed
from client.words.name_words import shown, whose
from client.words.score_words import arms_listed, at_end, open_pips
from protocol.game.table_options import Assist
from protocol.log.commands import AddBot, Command, Kick, PlayTile, RemoveBot, Start, TakeSeat
from protocol.log.refusals import Reason
from protocol.log.table import Stage, seat_named
from protocol.wire.messages import Farewell

NOT_CONNECTED: Final = "You are not connected to the host."
NOT_AT_A_TABLE: Final = "You are not at a table yet."
WAIT_FOR_ANSWERS: Final = "The host has not answered your last requests yet. Wait a moment."
ON_ITS_WAY: Final = "The host has not answered your last play yet. Wait a moment."
HOW_TO_INSIST: Final = "Type y to play it, or play another tile."
SENT_LATER: Final = "It is sent when the connection is back."
"""Not a refusal: a command given without a connection is sent later."""
NOTHING_CHOSEN: Final = "No tile is chosen."
NOTHING_TO_SAY: Final = "The message is empty."
DROPPED: Final = "Another match has begun; your last move or message got no answer and is dropped."


def too_long_to_say(length: int, most: int) -> str:
    """Says that a chat message of this `length` is too long."""
    return f"That has {length} characters; a message can have at most {most}."


def refused(view: View, reason: Reason, command: Command | None = None, detail: str = "") -> str:
    """Why a command is refused. `detail`: the daemon's own sentence, where only it knows the facts."""
    match reason:
        case Reason.NOT_SEATED:
            return "You are watching: only players at the table can do that."
        case Reason.SEAT_OCCUPIED | Reason.NO_SUCH_SEAT:
            return _about_seat(view, reason, command)
        case Reason.TABLE_FULL:
            return "Every seat at the table is taken."
        case Reason.NOT_STARTED:
            return "The match has not started yet."
        case Reason.ALREADY_STARTED:
            return "The match has started: seats, bots and the game can change before it and after it."
        case Reason.NOT_YOUR_TURN:
            return _not_your_turn(view)
        case Reason.TILE_NOT_HELD:
            return f"You do not hold {_tile(command)}."
        case Reason.DOES_NOT_FIT:
            return _does_not_fit(view, command)
        case Reason.AMBIGUOUS_ARM:
            return _ambiguous(view, command)
        case Reason.MUST_LEAD:
            return f"This round must be led with {view.must_lead or 'a double'}."
        case Reason.CAN_PLAY:
            return _can_play(view)
        case Reason.CAN_DRAW:
            return "Nothing fits, but there are tiles to draw: draw first."
        case Reason.NOTHING_TO_DRAW:
            return "There is nothing to draw: knock."
        case Reason.COSTLY:
            return f"{_daemons_words(detail).rstrip('.')}: play it anyway?"
        case Reason.STALE:
            return "Too late: the table has changed. Look again."
        case Reason.MATCH_OVER:
            return "The match is over."
        case Reason.MATCH_NOT_OVER:
            return "The match is not over yet."
        case Reason.PAUSED:
            return "The game is paused."
        case Reason.NOT_PAUSED:
            return "The game is not paused."
        case Reason.TOO_FAST:
            return "Too fast: wait a moment and try again."
        case Reason.STORE_FAILED:
            return "The host could not save that, so it did not happen. Try again, and tell your host."
        case Reason.ID_REUSED:
            return "The host took that for an earlier command. Try again."
        case Reason.NOT_ALLOWED | Reason.NO_SUCH_LEVEL | Reason.PLAYED_ELSEWHERE | Reason.NOT_KNOWN_ELSEWHERE:
            return _daemons_words(detail) or _only_the_host(view, command)


def refused_by_daemon(view: View, reason: str, command: Command | None, detail: str) -> str:
    """Why the daemon refused a command; for a reason unknown to this release, in the daemon's own words."""
    try:
        known = Reason(reason)
    except ValueError:
        return _daemons_words(detail) or f"The host refuses: {shown(reason)}."
    return refused(view, known, command, detail)


def _daemons_words(detail: str) -> str:
    text = capital(shown(detail))
    return text if not text or text.endswith((".", "!", "?")) else f"{text}."


def _only_the_host(view: View, command: Command | None) -> str:
    only = "Only the host of the table can do that"
    if view.table.stage is Stage.SEATING and isinstance(command, Start | AddBot | RemoveBot):
        return f"{only}; where there is none, the player on the first seat can."
    return f"{only}."


def _not_your_turn(view: View) -> str:
    if view.turn is None or view.turn == view.seat:
        return "It is not your turn."
    return f"It is not your turn: it is {whose(view, view.turn)}."


def _tile(command: Command | None) -> str:
    return str(command.tile) if isinstance(command, PlayTile) else "that tile"


def _does_not_fit(view: View, command: Command | None) -> str:
    where = ""
    if isinstance(command, PlayTile) and command.arm is not None:
        arms = view.arms_for(command.tile)
        where = f" {at_end(view, command.arm)}"
        if arms and view.assist is not Assist.NONE:
            return f"{command.tile} does not fit{where}: it fits {arms_listed(view, arms)}."
    return f"{_tile(command)} does not fit{where}: {open_pips(view.layout)}."


def _ambiguous(view: View, command: Command | None) -> str:
    arms = view.arms_for(command.tile) if isinstance(command, PlayTile) else ()
    if not arms:
        return f"{_tile(command)} fits several ends: say which."
    return f"{_tile(command)} fits {arms_listed(view, arms, 'and')}: say {arms_listed(view, arms)}."


def _can_play(view: View) -> str:
    plays = view.my_plays()
    if view.assist is Assist.NONE or not plays:
        return "You hold a tile that fits: play."
    tiles = dict.fromkeys(str(play.tile) for play in plays)
    return f"You can play {listed(tiles, 'or')}."


def _about_seat(view: View, reason: Reason, command: Command | None) -> str:
    seat = command.seat if isinstance(command, TakeSeat | AddBot | RemoveBot | Kick) else None
    last = len(view.table.seats) - 1
    if reason is Reason.NO_SUCH_SEAT:
        return no_such_seat(last + 1)
    if seat is None or not 0 <= seat <= last:
        return "That seat is taken."
    who = view.seat_at(seat)
    if who.name is None:
        return "That seat is taken."
    if view.table.stage is Stage.PLAYING and who.stand_in is not None:
        return f"A bot plays for {shown(who.name)} already."
    return f"{capital(seat_named(seat))} is taken by {shown(who.name)}."


def no_such_seat(seats: int) -> str:
    """Says that the table has no such seat. `seats`: how many it has."""
    return f"There is no such seat: seats are numbered 1 to {seats}."


def no_such_end(word: str) -> str:
    """Says that this typed word is no end."""
    return f"{shown(word)} is no end: say left, right, up or down."


def no_such_tile(number: str, held: int) -> str:
    """Says that the player holds no tile of this number. `held`: how many the player holds, at least 1."""
    return f"You hold no tile {number}: they go from 1 to {held}." if held > 1 else "You hold only tile 1."


FAREWELLS = {
    Farewell.MALFORMED: "The host could not read what was sent from here. One of the two may need an update.",
    Farewell.WRONG_PROTOCOL: "The host uses another version of the protocol. Update the older of the two.",
    Farewell.NO_SUCH_TABLE: "This host has no table of that name.",
    Farewell.NO_SUCH_GAME: "The host has no game of that name.",
    Farewell.NOT_FINISHED: "That game is not finished, so it cannot be read yet.",
    Farewell.TABLE_FULL: "Every seat at that table is taken.",
    Farewell.NO_SPECTATORS: "This table does not allow spectators.",
    Farewell.BAD_TOKEN: "The host no longer accepts your key to this seat.",
    Farewell.BAD_PASSWORD: "The password is wrong. Ask your host for it.",
    Farewell.BAD_NAME: "The host does not accept this name.",
    Farewell.REPLACED: "You have taken this seat somewhere else.",
    Farewell.KICKED: "The host has sent you away from the table.",
    Farewell.TOO_MANY: "The host accepts no more connections now. Try again later.",
    Farewell.TOO_MANY_SEATS: "Players at your address have all the seats that the host allows it at one table.",
    Farewell.SILENT: "The host received nothing from here for too long.",
    Farewell.SHUTDOWN: "The host has been shut down.",
    Farewell.FINISHED: "The host has finished.",
    Farewell.TROUBLE: "The host is in trouble and had to close the connection.",
    Farewell.NOT_INVITED: "This table is by invitation. Ask its host for a link, and use that.",
    Farewell.MOVED: "This game goes on at another host.",
    Farewell.NOTED: "The host has noted where you play this game now.",
    Farewell.REVOKED: "The host has taken the controls back from this browser.",
}
_WITH_FLAGS: Final = {
    Farewell.NO_SUCH_TABLE: "This host has no table of that name. Without --table you join the host's own.",
    Farewell.TABLE_FULL: "Every seat at that table is taken. `fives watch` watches it, if the host allows that.",
    Farewell.BAD_PASSWORD: "The password is wrong. Ask your host for it, and give it with --password.",
    Farewell.BAD_NAME: "The host does not accept this name. Choose another with --name.",
    Farewell.NOT_INVITED: "This table is by invitation. Ask its host for a link, and give it to `fives join`.",
    Farewell.REPLACED: "You have taken this seat from another terminal. To play as another player: --name NAME.",
}
"""In place of those in `FAREWELLS`, for a player who has typed a command and can type another one."""


_OWN_FAREWELLS: Final = {
    Farewell.SHUTDOWN: "The game was stopped from outside.",
    Farewell.FINISHED: "That was the last match.",
}
"""In place of the others if the daemon is the player's own, and there is no other host to speak of."""


_TELL_MORE: Final = (
    Farewell.MALFORMED,
    Farewell.TROUBLE,
    Farewell.WRONG_PROTOCOL,
    Farewell.BAD_NAME,
    Farewell.MOVED,
)
"""Goodbyes to which the daemon's own words add something."""


def farewell(reason: str, detail: str, *, is_own: bool = False, has_flags: bool = True) -> str:
    """Why the daemon ended the connection, with its own words if they add something or the reason is unknown here.

    `is_own`: the daemon is the player's own. `has_flags`: the player has typed a command, so the advice may name its
    flags.
    """
    texts = {**FAREWELLS, **(_WITH_FLAGS if has_flags else {}), **(_OWN_FAREWELLS if is_own else {})}
    known = next((text for goodbye, text in texts.items() if goodbye.value == reason), None)
    own = _daemons_words(detail)
    if known is None:
        return own or f"The host has closed the connection: {shown(reason)}."
    tells_more = reason in _TELL_MORE
    return f"{known} ({own.rstrip('.')})" if own and tells_more else known
