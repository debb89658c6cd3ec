"""What a player can do besides playing a tile, by a menu, a key or a typed command: `pause`, `kick Ana`, `join oak`.

Here: the actions, reading a typed command, carrying an action out, which actions to confirm first. Stateless, and the
same for every front end. Not here: choosing a tile, which each front end does in its own way; asking for the
confirmation; questions about the table (`questions`).
"""

from collections.abc import Callable
from typing import Final

from client.actions.form import table_to_open
from client.model import moves
from client.model.checks import WhyNot, refusal
from client.model.model import Model
from client.model.premove import Premove
from client.net.link import Link
from client.words import leaving_words as words_leaving
from client.words import presence_words as words_presence
from client.words import refusal_words as words_refusals
from client.words.lobby_words import table_list
from client.words.name_words import is_number, name_of, seat_typed, shown
from client.words.premove_words import prepared
from protocol.console.exit_status import MisusedError
from protocol.frozen import frozen
from protocol.game.levels import USUAL_LEVEL
from protocol.log.commands import (
    AddBot,
    DrawTile,
    EndMatch,
    Kick,
    Knock,
    LeaveSeat,
    Pause,
    Readmit,
    Rematch,
    RemoveBot,
    Resume,
    Start,
    TakeHint,
    TakeSeat,
)
from protocol.log.refusals import Reason
from protocol.log.table import Stage
from protocol.names import checked_name
from protocol.wire.messages import Do, OpenTable, Role, Tables
from protocol.wire.record import Header, Record


@frozen
class GoTo:
    """Go to a table, to play or to watch."""

    table: str
    password: str | None = None
    watches: bool = False


@frozen
class NewTable:
    """Describe a new table, with a form or by questions."""


@frozen
class SeeTables:
    """See the tables of this host."""


@frozen
class SeeGames:
    """See the player's own games, on this machine."""


@frozen
class AnalyseMatch:
    """Analyse the match that has ended, and see its replay."""


@frozen
class Leave:
    """Leave the program."""


@frozen
class TryNow:
    """Connect to the host again now, in place of waiting for the next attempt."""


@frozen
class AutoKnock:
    """Switch autoknock: a knock is made for the player when it is the only move left."""

    is_on: bool


@frozen
class ChangeName:
    """Play under another name from the next seat on."""

    name: str


InTurn = DrawTile | Knock | TakeHint
OfTheTable = TakeSeat | LeaveSeat | Rematch
OfTheHost = Start | Pause | Resume | EndMatch | Kick | Readmit | AddBot | RemoveBot
SharedAction = InTurn | OfTheTable | OfTheHost | GoTo | SeeTables | OpenTable | TryNow | AutoKnock | ChangeName
Action = SharedAction | NewTable | Leave | SeeGames | AnalyseMatch
"""Each front end carries out those after `SharedAction` in its own way."""
Outcome = Do | WhyNot | str | None
"""The command sent, why none was, or a text to show."""

DRAW: Final = ("b", "draw")
KNOCK: Final = ("k", "p", "knock", "pass")
HINT: Final = ("i", "hint")


def read_action(model: Model, word: str, rest: str = "") -> Action | WhyNot | None:
    """The action a typed command asks for, or None if `word` is no command. `word` is in lower case."""
    read = _ABOUT_THE_TABLE.get(word)
    if read is not None:
        is_at_a_table = model.session.game is not None
        return read(model, rest) if is_at_a_table else WhyNot(words_refusals.NOT_AT_A_TABLE)
    read = _ANYWHERE.get(word)
    return None if read is None else read(model, rest)


def carry_out(action: SharedAction, model: Model, link: Link) -> Outcome:
    """Carry the action out, or say why not."""
    match action:
        case DrawTile():
            return moves.draw(model)
        case Knock():
            return moves.knock(model)
        case TakeHint():
            return model.hint()
        case TakeSeat() | LeaveSeat():
            return model.ask(action)
        case Rematch():
            if model.table.stage is not Stage.OVER:
                return refusal(model.view, Reason.MATCH_NOT_OVER)
            return after_match(model) if model.seat in model.presence.agreed else model.ask(action)
        case SeeTables():
            return model.ask_tables()
        case OpenTable():
            return model.open_table(action)
        case GoTo() if model.session.game is not None and action.table == model.session.table_name:
            return f"You are at table {shown(action.table)} already."
        case GoTo():
            model.session.password = action.password or model.session.password
            return link.move_to(action.table)
        case TryNow():
            link.try_now()
            return None
        case AutoKnock():
            model.premoves.knocks = action.is_on
            return f"Autoknock is {'on' if action.is_on else 'off'}."
        case ChangeName():
            link.rename_player(action.name)
            return f"You are {action.name} from your next seat on. `fives settings name` saves a name."
        case Start() | AddBot() | RemoveBot() if model.may_begin:
            return model.ask(action)
        case _:
            return model.ask(action) if model.is_host else refusal(model.view, Reason.NOT_ALLOWED, action)


def go_to_opened_table(model: Model, link: Link) -> WhyNot | None:
    """Seat the player at the table that the host has just opened for them; to watch if bots have all its seats."""
    opened, model.lobby.opened = model.lobby.opened, None
    if opened is None:
        return None
    model.session.role = Role.SPECTATOR if model.lobby.is_full(opened) else Role.PLAYER
    return link.move_to(opened)


def finished_match(model: Model) -> Record | WhyNot:
    """The record of the match that has ended, as this client saw it."""
    session = model.session
    if model.table.stage is not Stage.OVER or not session.entries:
        return WhyNot("Only a match that is over can be analysed.")
    header = Header(session.game or "", session.table_name or "", session.entries[0].at)
    return Record(header, tuple(session.entries))


def after_match(model: Model) -> str:
    """Who wants another match, and who has still to agree; for the time between two matches."""
    return words_presence.rematch(model.view, sorted(model.presence.agreed), model.presence.not_agreed(model.view))


def reply(outcome: Outcome | Premove, model: Model) -> str:
    """The text to show for an outcome at once; empty where an announcement follows."""
    match outcome:
        case WhyNot():
            return outcome.text
        case str():
            return outcome
        case Premove(tile, arm):
            return prepared(model.view, tile, arm)
        case _:
            return words_refusals.SENT_LATER if model.waits_for_connection(outcome) else ""


# Reading a command.


def _sit(model: Model, rest: str) -> Action | WhyNot:
    if rest and not rest.isdecimal():
        return WhyNot("Give the number of a seat, like sit 2.")
    seat = _seat_of(model, rest) if rest else None
    return _no_such_player(model, rest) if rest and seat is None else TakeSeat(seat)


def _kick(model: Model, rest: str) -> Action | WhyNot:
    seat = _seat_of(model, rest)
    return _no_such_player(model, rest) if seat is None else Kick(seat)


def _readmit(model: Model, rest: str) -> Action | WhyNot:
    seat = _seat_of(model, rest)
    return _no_such_player(model, rest) if seat is None else Readmit(seat)


def _bot(model: Model, rest: str) -> Action | WhyNot:
    who, _, level = rest.partition(" ")
    seat = _seat_of(model, who)
    return _no_such_player(model, who) if seat is None else AddBot(seat, level.strip() or USUAL_LEVEL)


def _unbot(model: Model, rest: str) -> Action | WhyNot:
    seat = _seat_of(model, rest)
    return _no_such_player(model, rest) if seat is None else RemoveBot(seat)


def _seat_of(model: Model, who: str) -> int | None:
    return seat_typed(who, [shown(seat.name or "") for seat in model.table.seats])


def _no_such_player(model: Model, who: str) -> WhyNot:
    if not who:
        return WhyNot("Give a name or the number of a seat; n lists the seats.")
    if is_number(who):
        return WhyNot(words_refusals.no_such_seat(len(model.table.seats)))
    return WhyNot(f"Nobody here is called {shown(who)!r}; n lists the seats.")


def _join(model: Model, rest: str) -> Action | WhyNot:
    if not rest:
        tables = table_list(Tables(model.lobby.tables), model.lobby.own_tables)
        return WhyNot(f"{tables}\nGive the name of a table, like join oak.")
    table, _, password = rest.partition(" ")
    return GoTo(table, password.strip() or None)


def _join_or_list(model: Model, rest: str) -> Action | WhyNot:
    return _join(model, rest) if rest else SeeTables()


def _open(model: Model, rest: str) -> Action | WhyNot:
    if not rest:
        return NewTable()
    try:
        return table_to_open(rest, model.new_tables, model.house_rules)
    except MisusedError as error:
        return WhyNot(f"No table was opened: {error}.")


def _autoknock(_: Model, rest: str) -> Action | WhyNot:
    return AutoKnock(rest == "on") if rest in ("on", "off") else WhyNot("Type autoknock on or autoknock off.")


def _name(_: Model, rest: str) -> Action | WhyNot:
    name, fault = checked_name(rest)
    return ChangeName(name) if fault is None else WhyNot(f"That name is not valid: {fault}.")


_Read = Callable[[Model, str], Action | WhyNot]


def _just(action: Action) -> _Read:
    return lambda _model, _rest: action


_ABOUT_THE_TABLE: Final[dict[str, _Read]] = {
    **dict.fromkeys(DRAW, _just(DrawTile())),
    **dict.fromkeys(KNOCK, _just(Knock())),
    **dict.fromkeys(HINT, _just(TakeHint())),
    "rematch": _just(Rematch()),
    "analyse": _just(AnalyseMatch()),
    "sit": _sit,
    "stand": _just(LeaveSeat()),
    "start": _just(Start()),
    "pause": _just(Pause()),
    "resume": _just(Resume()),
    "end": _just(EndMatch()),
    "kick": _kick,
    "readmit": _readmit,
    "bot": _bot,
    "unbot": _unbot,
}
"""Commands that only make sense at a table."""

_ANYWHERE: Final[dict[str, _Read]] = {
    **dict.fromkeys(("q", "quit", "leave", "exit"), _just(Leave())),
    "autoknock": _autoknock,
    "name": _name,
    "tables": _just(SeeTables()),
    "games": _just(SeeGames()),
    "j": _join_or_list,
    "join": _join,
    "open": _open,
}
COMMANDS: Final = (*_ABOUT_THE_TABLE, *_ANYWHERE)
"""Everything that `read_action` reads, by its first word."""


# Actions to confirm first, because they cost a match, a seat or the hosting.


def to_confirm(model: Model, action: Action) -> str | None:
    """The question to ask before the action, or None if it costs nothing."""
    match action:
        case EndMatch() if model.is_host and model.view.is_playing:
            return "End the match for everyone?"
        case Kick() if model.is_host and action.seat != model.seat and model.table.seats[action.seat].is_person:
            return f"Send {name_of(model.view, action.seat)} away from the table?"
        case Readmit() if model.is_host and not model.here.get(action.seat, True):
            return words_presence.readmit_question(model.view, action.seat)
        case Leave():
            return words_leaving.leave_question(model.view, model.hosted_by)
        case NewTable() | OpenTable():
            return words_leaving.leave_table_question(model.view, model.hosted_by)
        case GoTo() if action.table != model.session.table_name:
            return words_leaving.leave_table_question(model.view, model.hosted_by)
        case _:
            return None
