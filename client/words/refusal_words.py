"""Refusals and farewells in a player's words.

Here: a sentence for each reason of `protocol.log.refusals` and each farewell of `protocol.wire.messages`, whether the
client or the daemon refuses. Not here: whether a move is allowed (`model.checks`).
"""

from collections.abc import Mapping
from typing import Final

from client.view.view import View
from client.words.english import listed
from client.words.name_words import player, shown, shown_facts
from client.words.say import say, say_received
from client.words.score_words import arms_listed, at_end, open_pips
from protocol.clean import clean
from protocol.game.table_options import Assist
from protocol.log.commands import AddBot, Command, Kick, PlayTile, RemoveBot, Start, TakeSeat
from protocol.log.not_allowed import OF_OTHER_REASONS
from protocol.log.refusals import Reason
from protocol.log.table import Stage
from protocol.sentences import Fact
from protocol.wire.messages import Farewell, NotAccepted


def not_connected() -> str:
    """Says why nothing can be asked of the host."""
    return say("refusal.not_connected")


def nothing_to_say() -> str:
    """Says that a chat message is empty."""
    return say("refusal.nothing_to_say")


def too_long_to_say(length: int, most: int) -> str:
    """Says that a chat message of this `length` is too long."""
    return say("refusal.too_long_to_say", length=length, most=most)


def not_said(text: str) -> str:
    """Says that a chat message was not sent, and will not be."""
    return say("refusal.not_said", text=clean(text))


_REFUSALS: Final = {
    Reason.NOT_SEATED: "refusal.not_seated",
    Reason.TABLE_FULL: "refusal.table_full",
    Reason.NOT_STARTED: "refusal.not_started",
    Reason.ALREADY_STARTED: "refusal.already_started",
    Reason.CAN_DRAW: "refusal.can_draw",
    Reason.NOTHING_TO_DRAW: "refusal.nothing_to_draw",
    Reason.STALE: "refusal.stale",
    Reason.MATCH_OVER: "refusal.match_over",
    Reason.MATCH_NOT_OVER: "refusal.match_not_over",
    Reason.PAUSED: "refusal.paused",
    Reason.NOT_PAUSED: "refusal.not_paused",
    Reason.TOO_FAST: "refusal.too_fast",
    Reason.STORE_FAILED: "refusal.store_failed",
    Reason.ID_REUSED: "refusal.id_reused",
}
"""Those that need no facts."""


def refused(view: View, reason: Reason, command: Command | None = None, detail: str = "") -> str:
    """Why a command is refused. `detail`: the daemon's own sentence, where only it knows the facts."""
    match reason:
        case Reason.SEAT_OCCUPIED | Reason.NO_SUCH_SEAT:
            return _about_seat(view, reason, command)
        case Reason.NOT_YOUR_TURN:
            return _not_your_turn(view)
        case Reason.TILE_NOT_HELD:
            if isinstance(command, PlayTile):
                return say("refusal.tile_not_held", tile=command.tile)
            return say("refusal.that_tile_not_held")
        case Reason.DOES_NOT_FIT:
            return _does_not_fit(view, command)
        case Reason.AMBIGUOUS_ARM:
            return _ambiguous(view, command)
        case Reason.MUST_LEAD:
            return say("refusal.must_lead", tile=view.must_lead) if view.must_lead else say("refusal.must_lead_double")
        case Reason.CAN_PLAY:
            return _can_play(view)
        case Reason.COSTLY:
            return say("refusal.costly", why=as_sentence(detail).rstrip("."))
        case Reason.NOT_ALLOWED | Reason.NO_SUCH_LEVEL | Reason.PLAYED_ELSEWHERE | Reason.NOT_KNOWN_ELSEWHERE:
            return as_sentence(detail) or _only_the_host(view, command)
        case _:
            return say(_REFUSALS[reason])


def refused_by_daemon(view: View, refusal: NotAccepted, command: Command | None, *, is_own: bool = False) -> str:
    """Why the daemon refused a command; for a reason and a code unknown to this release, in the daemon's own words.

    `is_own`: the daemon is this player's own.
    """
    by_code = said_by_code(refusal)
    if by_code is not None:
        return by_code
    try:
        known = Reason(refusal.reason)
    except ValueError:
        return as_sentence(refusal.detail) or say("refusal.unknown", reason=shown(refusal.reason))
    if is_own and known is Reason.STORE_FAILED and refusal.detail:
        return say("refusal.store_failed_here", why=shown(refusal.detail))
    return refused(view, known, command, refusal.detail)


def said_by_code(refusal: NotAccepted) -> str | None:
    """What is not allowed (`protocol.log.not_allowed`); None without a code that is known here with these facts."""
    if refusal.code is None or refusal.reason != OF_OTHER_REASONS.get(refusal.code, Reason.NOT_ALLOWED):
        return None
    return say_by_code(refusal.code, refusal.facts)


def say_by_code(code: str, facts: Mapping[str, Fact]) -> str | None:
    """What is not allowed, by a code and facts of a host; None without a code that is known here with these facts."""
    return say_received("not_allowed", code, shown_facts(facts))


def as_sentence(detail: str) -> str:
    """What the host's program says, as a sentence; in no catalogue, for it says that in its own language."""
    text = shown(detail)
    text = f"{text[:1].upper()}{text[1:]}"
    return text if not text or text.endswith((".", "!", "?")) else f"{text}."


def _only_the_host(view: View, command: Command | None) -> str:
    if view.table.stage is Stage.SEATING and isinstance(command, Start | AddBot | RemoveBot):
        return say("refusal.only_host_or_first")
    return say("refusal.only_host")


def _not_your_turn(view: View) -> str:
    if view.turn is None or view.turn == view.seat:
        return say("refusal.not_your_turn")
    return say("refusal.not_your_turn_but", who=player(view, view.turn))


def _does_not_fit(view: View, command: Command | None) -> str:
    ends = open_pips(view.layout)
    if not isinstance(command, PlayTile):
        return say("refusal.that_tile_does_not_fit", ends=ends)
    if command.arm is None:
        return say("refusal.does_not_fit", tile=command.tile, ends=ends)
    arms, where = view.arms_for(command.tile), at_end(view, command.arm)
    if arms and view.assist is not Assist.NONE:
        return say("refusal.fits_elsewhere", tile=command.tile, where=where, ends=arms_listed(view, arms))
    return say("refusal.does_not_fit_there", tile=command.tile, where=where, ends=ends)


def _ambiguous(view: View, command: Command | None) -> str:
    if not isinstance(command, PlayTile):
        return say("refusal.that_tile_is_ambiguous")
    arms = view.arms_for(command.tile)
    if not arms:
        return say("refusal.ambiguous", tile=command.tile)
    both, either = arms_listed(view, arms, "and"), arms_listed(view, arms)
    return say("refusal.ambiguous_ends", tile=command.tile, ends=both, choice=either)


def _can_play(view: View) -> str:
    plays = view.my_plays()
    if view.assist is Assist.NONE or not plays:
        return say("refusal.can_play")
    tiles = dict.fromkeys(str(play.tile) for play in plays)
    return say("refusal.can_play_tiles", tiles=listed(tiles, "or"))


def _about_seat(view: View, reason: Reason, command: Command | None) -> str:
    seat = command.seat if isinstance(command, TakeSeat | AddBot | RemoveBot | Kick) else None
    last = len(view.table.seats) - 1
    if reason is Reason.NO_SUCH_SEAT:
        return no_such_seat(last + 1)
    name = view.seat_at(seat).name if seat is not None and 0 <= seat <= last else None
    if seat is None or name is None:
        return say("refusal.seat_occupied")
    if view.table.stage is Stage.PLAYING and view.seat_at(seat).stand_in is not None:
        return say("refusal.bot_plays_already", name=shown(name))
    return say("refusal.seat_occupied_by", seat=seat + 1, name=shown(name))


def no_such_seat(seats: int) -> str:
    """Says that the table has no such seat. `seats`: how many it has."""
    return say("refusal.no_such_seat", seats=seats)


def no_such_end(word: str) -> str:
    """Says that this typed word is no end."""
    return say("refusal.no_such_end", word=shown(word))


def no_such_tile(number: str, held: int) -> str:
    """Says that the player holds no tile of this number. `held`: how many the player holds, at least 1."""
    return say("refusal.no_such_tile", number=number, held=held) if held > 1 else say("refusal.only_tile_1")


_FAREWELLS: Final = {
    Farewell.MALFORMED: "farewell.malformed",
    Farewell.WRONG_PROTOCOL: "farewell.wrong_protocol",
    Farewell.NO_SUCH_TABLE: "farewell.no_such_table",
    Farewell.NO_SUCH_GAME: "farewell.no_such_game",
    Farewell.NOT_FINISHED: "farewell.not_finished",
    Farewell.TABLE_FULL: "farewell.table_full",
    Farewell.NO_SPECTATORS: "farewell.no_spectators",
    Farewell.BAD_TOKEN: "farewell.bad_token",
    Farewell.BAD_PASSWORD: "farewell.bad_password",
    Farewell.BAD_NAME: "farewell.bad_name",
    Farewell.REPLACED: "farewell.replaced",
    Farewell.KICKED: "farewell.kicked",
    Farewell.TOO_MANY: "farewell.too_many",
    Farewell.TOO_MANY_SEATS: "farewell.too_many_seats",
    Farewell.SILENT: "farewell.silent",
    Farewell.SHUTDOWN: "farewell.shutdown",
    Farewell.FINISHED: "farewell.finished",
    Farewell.TROUBLE: "farewell.trouble",
    Farewell.NOT_INVITED: "farewell.not_invited",
    Farewell.MOVED: "farewell.moved",
    Farewell.NOTED: "farewell.noted",
    Farewell.REVOKED: "farewell.revoked",
}
_WITH_FLAGS: Final = {
    Farewell.NO_SUCH_TABLE: "farewell.with_flags.no_such_table",
    Farewell.TABLE_FULL: "farewell.with_flags.table_full",
    Farewell.BAD_PASSWORD: "farewell.with_flags.bad_password",
    Farewell.BAD_NAME: "farewell.with_flags.bad_name",
    Farewell.NOT_INVITED: "farewell.with_flags.not_invited",
    Farewell.REPLACED: "farewell.with_flags.replaced",
}
"""In place of those in `_FAREWELLS`, for a player who has typed a command and can type another one."""


_OWN_FAREWELLS: Final = {
    Farewell.SHUTDOWN: "farewell.own.shutdown",
    Farewell.FINISHED: "farewell.own.finished",
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
    farewells = {**_FAREWELLS, **(_WITH_FLAGS if has_flags else {}), **(_OWN_FAREWELLS if is_own else {})}
    known = next((goodbye for goodbye in Farewell if goodbye.value == reason), None)
    words = as_sentence(detail)
    if known is None:
        return words or say("farewell.unknown", reason=shown(reason))
    text = say(farewells[known])
    return say("farewell.more", farewell=text, more=words.rstrip(".")) if words and known in _TELL_MORE else text


def goodbye(farewell: Farewell) -> str:
    """What is said of this goodbye to everybody."""
    return say(_FAREWELLS[farewell])
