"""Typed commands: `pause`, `kick Ana`, `join oak`.

Here: from the words to an action. Not here: the actions (`action`), carrying one out (`carry_out`), plays, which only
line mode reads (`lines.letters`).
"""

from collections.abc import Callable
from typing import Final

from client.actions.action import (
    Action,
    AnalyseMatch,
    AutoKnock,
    ChangeName,
    GoTo,
    Leave,
    NewTable,
    SeeGames,
    SeeTables,
)
from client.actions.form import table_to_open
from client.model.checks import WhyNot
from client.model.model import Model
from client.words import refusal_words as words_refusals
from client.words.lobby_words import table_list
from client.words.name_words import is_number, seat_typed, shown
from protocol.clean import clean
from protocol.console.exit_status import MisusedError
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
from protocol.names import why_not_a_name
from protocol.wire.messages import Tables

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
    name = clean(rest)
    fault = why_not_a_name(name)
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
