"""What a player can want of a table and of the host, by a menu or in words: `pause`, `kick Ana`, `join oak`.

Lives here: the wishes, what a typed command wishes for, and carrying one out. Nothing is kept between two of them: the
full screen and line mode both stand on this. Not here: plays, which each has its own way to choose; what has to be said
yes to (`sure`); questions (`questions`).
"""

from collections.abc import Callable
from typing import Final

from attrs import frozen

from client.actions import naming_words as words_naming
from client.actions import typed_words as words_lines
from client.actions.typed_seat import is_number, seat_typed
from client.actions.typed_table import table_to_open
from client.model.checks import WhyNot, refusal
from client.model.model import Model
from client.net.link import Link
from client.words import refusal_words as words_refusals
from client.words.lobby_words import tables_told
from client.words.name_words import shown
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
    Rematch,
    RemoveBot,
    Resume,
    Start,
    TakeHint,
    TakeSeat,
)
from protocol.log.refusals import Reason
from protocol.log.table import Stage
from protocol.names import why_not_a_name
from protocol.wire.messages import Do, OpenTable, Tables


@frozen
class GoTo:
    """Go to this table, to sit down or to watch."""

    table: str
    password: str | None = None
    watches: bool = False


@frozen
class NewTable:
    """Say what a table of one's own is to be like."""


@frozen
class SeeTables:
    """See the tables of this host."""


@frozen
class Leave:
    """Leave the program."""


@frozen
class KnockByItself:
    """Have a knock that nothing else is left but made unasked, or not."""

    is_on: bool


@frozen
class CallMe:
    """Have another name from the next seat on."""

    name: str


InTurn = DrawTile | Knock | TakeHint
OfTheTable = TakeSeat | LeaveSeat | Rematch
OfTheHost = Start | Pause | Resume | EndMatch | Kick | AddBot | RemoveBot
Order = InTurn | OfTheTable | OfTheHost | GoTo | SeeTables | OpenTable | KnockByItself | CallMe
Wish = Order | NewTable | Leave
"""`NewTable` and `Leave` are for a front end to carry out in its own way."""
Outcome = Do | WhyNot | str | None
"""What comes of an order: what is asked of the daemon, why nothing is, or what there is to say."""

DRAW: Final = ("b", "draw")
KNOCK: Final = ("k", "p", "knock", "pass")
HINT: Final = ("i", "hint")


def read_order(model: Model, word: str, rest: str = "") -> Wish | WhyNot | None:
    """What a command wishes for: its first word in small letters and what follows it. None for what is no command."""
    read = _ABOUT_THE_TABLE.get(word)
    if read is not None:
        is_at_a_table = model.session.game is not None
        return read(model, rest) if is_at_a_table else WhyNot(words_refusals.NOT_AT_A_TABLE)
    read = _ANYWHERE.get(word)
    return None if read is None else read(model, rest)


def carry_out(order: Order, model: Model, link: Link) -> Outcome:
    """Do it, or say why not."""
    match order:
        case DrawTile():
            return model.draw()
        case Knock():
            return model.knock()
        case TakeHint():
            return model.hint()
        case TakeSeat() | LeaveSeat():
            return model.ask(order)
        case Rematch():
            is_over = model.table.stage is Stage.OVER
            return model.ask(order) if is_over else refusal(model.view, Reason.MATCH_NOT_OVER)
        case SeeTables():
            return model.ask_tables()
        case OpenTable():
            return model.open_table(order)
        case GoTo():
            model.session.password = order.password or model.session.password
            return link.move_to(order.table)
        case KnockByItself():
            model.premoves.knocks = order.is_on
            return words_lines.autoknock("on" if order.is_on else "off")
        case CallMe():
            link.call_player(order.name)
            return words_naming.called(order.name)
        case _:
            return model.ask(order) if model.is_host else refusal(model.view, Reason.NOT_ALLOWED)


# Reading one.


def _sit(model: Model, rest: str) -> Wish | WhyNot:
    if rest and not rest.isdecimal():
        return WhyNot(words_lines.WHICH_SEAT)
    seat = _seat(model, rest) if rest else None
    return _nobody(model, rest) if rest and seat is None else TakeSeat(seat)


def _kick(model: Model, rest: str) -> Wish | WhyNot:
    seat = _seat(model, rest)
    return _nobody(model, rest) if seat is None else Kick(seat)


def _bot(model: Model, rest: str) -> Wish | WhyNot:
    who, _, level = rest.partition(" ")
    seat = _seat(model, who)
    return _nobody(model, who) if seat is None else AddBot(seat, level.strip() or USUAL_LEVEL)


def _unbot(model: Model, rest: str) -> Wish | WhyNot:
    seat = _seat(model, rest)
    return _nobody(model, rest) if seat is None else RemoveBot(seat)


def _seat(model: Model, who: str) -> int | None:
    return seat_typed(who, [shown(seat.name or "") for seat in model.table.seats])


def _nobody(model: Model, who: str) -> WhyNot:
    if not who:
        return WhyNot(words_lines.WHOM)
    if is_number(who):
        return WhyNot(words_refusals.no_such_seat(len(model.table.seats)))
    return WhyNot(words_lines.nobody_called(who))


def _join(model: Model, rest: str) -> Wish | WhyNot:
    if not rest:
        return WhyNot(f"{tables_told(Tables(model.lobby.tables))}\n{words_lines.WHICH_TABLE}")
    table, _, password = rest.partition(" ")
    return GoTo(table, password.strip() or None)


def _look_round(model: Model, rest: str) -> Wish | WhyNot:
    return _join(model, rest) if rest else SeeTables()


def _open(model: Model, rest: str) -> Wish | WhyNot:
    if not rest:
        return NewTable()
    try:
        return table_to_open(rest, model.new_tables)
    except MisusedError as error:
        return WhyNot(words_lines.not_opened(str(error)))


def _autoknock(_: Model, rest: str) -> Wish | WhyNot:
    return KnockByItself(rest == "on") if rest in ("on", "off") else WhyNot(words_lines.ON_OR_OFF)


def _name(_: Model, rest: str) -> Wish | WhyNot:
    name = clean(rest)
    fault = why_not_a_name(name)
    return CallMe(name) if fault is None else WhyNot(words_naming.no_name(fault))


_Read = Callable[[Model, str], Wish | WhyNot]


def _just(wish: Wish) -> _Read:
    return lambda _model, _rest: wish


_ABOUT_THE_TABLE: Final[dict[str, _Read]] = {
    **dict.fromkeys(DRAW, _just(DrawTile())),
    **dict.fromkeys(KNOCK, _just(Knock())),
    **dict.fromkeys(HINT, _just(TakeHint())),
    "rematch": _just(Rematch()),
    "sit": _sit,
    "stand": _just(LeaveSeat()),
    "start": _just(Start()),
    "pause": _just(Pause()),
    "resume": _just(Resume()),
    "end": _just(EndMatch()),
    "kick": _kick,
    "bot": _bot,
    "unbot": _unbot,
}
"""What there has to be a table for."""

_ANYWHERE: Final[dict[str, _Read]] = {
    **dict.fromkeys(("q", "quit", "leave", "exit"), _just(Leave())),
    "autoknock": _autoknock,
    "name": _name,
    "tables": _just(SeeTables()),
    "j": _look_round,
    "join": _join,
    "open": _open,
}
