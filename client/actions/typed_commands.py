"""Typed commands: `pause`, `kick Ana`, `join oak`.

Here: from the words to an action. Not here: the actions (`action`), carrying one out (`carry_out`), plays, which only
line mode reads (`lines.letters`).
"""

import shlex
from collections.abc import Callable, Mapping
from typing import Final

from client.actions.action import (
    Action,
    AutoKnock,
    ChangeName,
    CopyLink,
    GoThere,
    GoTo,
    KeyAction,
    Leave,
    NewInvitation,
    NewTable,
    OtherGame,
    SeeGames,
    SeeTables,
    Show,
    TakeBack,
    TakeOver,
    TryNow,
)
from client.actions.form import Form, fault, game_to_change_to, table_to_open
from client.actions.keys import LINES, TABLE, actions_of
from client.model.checks import WhyNot, why_no_change
from client.model.model import Model
from client.words import refusal_words
from client.words.english import capital
from client.words.lobby_words import table_list
from client.words.name_words import is_number, seat_typed, shown
from client.words.reaction_words import no_such_reaction
from protocol.console.exit_status import MisusedError
from protocol.console.substitutes import fixture_number, substitutes_in
from protocol.game.levels import USUAL_LEVEL
from protocol.game.options import RulesError
from protocol.log.commands import (
    AddBot,
    EndMatch,
    HandOver,
    Kick,
    LeaveSeat,
    Pause,
    React,
    Readmit,
    Rematch,
    RemindAt,
    RemindCode,
    RemoveBot,
    Resume,
    Start,
    TakeSeat,
)
from protocol.log.operator_commands import Invite, MakeHostCode, OpenFixture, Substitute, Uninvite
from protocol.log.reactions import Reaction
from protocol.names import checked_name
from protocol.wire.messages import Tables
from protocol.wire.notices import EVERYTHING

SAME: Final = "same"
"""Typed after `rematch`: with the same deals."""
ANYWAY: Final = "anyway"
"""Typed after `handover Ana`: also if some do not reach her machine."""
_KEYS: Final = actions_of(TABLE, LINES)
"""What letters and words without details ask for, as everywhere."""
_WITHOUT_A_TABLE: Final = (Leave(), SeeTables(), SeeGames(), Show("keys"), Show("settings"))
_HOW_TO_OPEN_A_FIXTURE: Final = "Give a fixture's number, and substitutes if there are any, like fixture 3 Ben=Zoe."


def read_action(model: Model, word: str, rest: str = "") -> KeyAction | WhyNot | None:
    """The action that a typed command asks for, or None if `word` is no command."""
    is_at_a_table = model.session.game is not None
    name = word.casefold()
    if name in _ANYWHERE:
        return _ANYWHERE[name](model, rest)
    if name in _ABOUT_THE_TABLE and is_at_a_table:
        return _ABOUT_THE_TABLE[name](model, rest)
    action = _PLAIN.get(name, key_action(word))
    if action == TakeBack() and model.premoves.play is None:
        return WhyNot("No play is prepared.")
    is_possible = is_at_a_table or (action in _WITHOUT_A_TABLE if action is not None else name not in _ABOUT_THE_TABLE)
    return action if is_possible else WhyNot(refusal_words.NOT_AT_A_TABLE)


def key_action(word: str) -> KeyAction | None:
    """The action of a letter or word that stands for a key; capitals matter only where two keys differ by them."""
    return _KEYS.get(word, _KEYS.get(word.casefold()))


def _sit(model: Model, rest: str) -> Action | WhyNot:
    if rest and not rest.isdecimal():
        return WhyNot("Give the number of a seat, like sit 2.")
    seat = _seat_of(model, rest) if rest else None
    return _no_such_player(model, rest) if rest and seat is None else TakeSeat(seat)


def _rematch(_: Model, rest: str) -> Action | WhyNot:
    is_known = rest in ("", SAME)
    return Rematch(same_deals=rest == SAME) if is_known else WhyNot(f"Type rematch, or rematch {SAME}.")


def _kick(model: Model, rest: str) -> Action | WhyNot:
    seat = _seat_of(model, rest)
    return _no_such_player(model, rest) if seat is None else Kick(seat)


def _readmit(model: Model, rest: str) -> Action | WhyNot:
    seat = _seat_of(model, rest)
    return _no_such_player(model, rest) if seat is None else Readmit(seat)


def _hand_over(model: Model, rest: str) -> Action | WhyNot:
    who, _, what = rest.rpartition(" ")
    how = what.casefold() if who else ""
    who = who if how in (EVERYTHING, ANYWAY) else rest
    seat = _seat_of(model, who)
    return _no_such_player(model, who) if seat is None else HandOver(seat, how == EVERYTHING, how == ANYWAY)


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
        return WhyNot(refusal_words.no_such_seat(len(model.table.seats)))
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


def _react(_: Model, rest: str) -> Action | WhyNot:
    word = "_".join(rest.casefold().split())
    if not word:
        return Show("reactions")
    return React(word) if word in tuple(Reaction) else WhyNot(no_such_reaction(rest))


def _change(model: Model, rest: str) -> Action | WhyNot:
    reason = why_no_change(model.view, is_host=model.is_host)
    if reason is not None:
        return reason
    if not rest:
        return OtherGame()
    try:
        return game_to_change_to(rest, Form.of(model.table), model.house_rules)
    except RulesError as error:
        return WhyNot(f"The game is not changed. {capital(fault(error))}")
    except MisusedError as error:
        return WhyNot(f"The game is not changed: {error}.")


def _autoknock(_: Model, rest: str) -> Action | WhyNot:
    return AutoKnock(rest == "on") if rest in ("on", "off") else WhyNot("Type autoknock on or autoknock off.")


def _name(_: Model, rest: str) -> Action | WhyNot:
    name, fault = checked_name(rest)
    return ChangeName(name) if fault is None else WhyNot(_not_a_name(fault))


def _invite(_: Model, rest: str) -> Action | WhyNot:
    name, fault = checked_name(rest)
    return NewInvitation() if not rest else Invite(name) if fault is None else WhyNot(_not_a_name(fault))


def _uninvite(_: Model, rest: str) -> Action | WhyNot:
    if not rest:
        return WhyNot("Give the name of an invitation, like uninvite Ben; uninvite all ends all of them.")
    return Uninvite(None if rest == "all" else rest)


def _link(_: Model, rest: str) -> Action | WhyNot:
    return CopyLink(rest or None)


def _take(_: Model, rest: str) -> Action | WhyNot:
    return TakeOver() if rest == "over" else WhyNot("Type take over, to continue the match here without its host.")


def _go(_: Model, rest: str) -> Action | WhyNot:
    return GoThere() if rest == "there" else WhyNot("Type go there, to play where the match goes on without its host.")


def _remind(_: Model, rest: str) -> Action | WhyNot:
    if not rest:
        return Show("reminders")
    if rest == "off":
        return RemindAt()
    return RemindCode(rest) if rest.replace(" ", "").isdecimal() else RemindAt(rest)


def _fixture(_: Model, rest: str) -> Action | WhyNot:
    try:
        number, *pairs = shlex.split(rest) or [""]
        return OpenFixture(fixture_number(number), tuple(Substitute(*pair) for pair in substitutes_in(pairs)))
    except (ValueError, MisusedError):
        return WhyNot(_HOW_TO_OPEN_A_FIXTURE)


def _not_a_name(fault: str) -> str:
    return f"That name is not valid: {fault}."


_Read = Callable[[Model, str], Action | WhyNot]

_PLAIN: Final[Mapping[str, Action]] = {
    "stand": LeaveSeat(),
    "drop": TakeBack(),
    "start": Start(),
    "pause": Pause(),
    "resume": Resume(),
    "end": EndMatch(),
}
"""Commands without details that are no keys. They only make sense at a table."""
_ABOUT_THE_TABLE: Final[Mapping[str, _Read]] = {
    "rematch": _rematch,
    "sit": _sit,
    "kick": _kick,
    "readmit": _readmit,
    "handover": _hand_over,
    "decline": lambda _model, _rest: HandOver(None),
    "bot": _bot,
    "unbot": _unbot,
    "change": _change,
    "remind": _remind,
    "react": _react,
}
_ANYWHERE: Final[Mapping[str, _Read]] = {
    "autoknock": _autoknock,
    "name": _name,
    "j": _join_or_list,
    "join": _join,
    "open": _open,
    "invite": _invite,
    "uninvite": _uninvite,
    "link": _link,
    "fixture": _fixture,
    "league": lambda _model, _rest: Show("league"),
    "phone": lambda _model, _rest: MakeHostCode(),
    "take": _take,
    "go": _go,
    "try": lambda _model, _rest: TryNow(),
}
COMMANDS: Final = tuple(dict.fromkeys((*_PLAIN, *_ABOUT_THE_TABLE, *_ANYWHERE, *_KEYS)))
"""Everything that `read_action` reads, by its first word."""


def command_for(action: Action) -> str:
    """What can be typed for this action; `read_action` reads it as the same one. Raises `KeyError` if nothing can."""
    match action:
        case Rematch(same_deals):
            return f"rematch {SAME}" if same_deals else "rematch"
        case TakeSeat(seat):
            return "sit" if seat is None else f"sit {seat + 1}"
        case Kick(seat):
            return f"kick {seat + 1}"
        case Readmit(seat):
            return f"readmit {seat + 1}"
        case HandOver(None):
            return "decline"
        case HandOver(int(seat), everything, anyway):
            how = f" {ANYWAY}" if anyway else f" {EVERYTHING}" if everything else ""
            return f"handover {seat + 1}{how}"
        case AddBot(seat, level):
            return f"bot {seat + 1} {level}"
        case RemoveBot(seat):
            return f"unbot {seat + 1}"
        case React(reaction):
            return f"react {reaction}"
        case OtherGame():
            return "change"
        case TryNow():
            return "try"
        case TakeOver():
            return "take over"
        case GoThere():
            return "go there"
        case _:
            return _WORDS[action]


_WORDS: Final[Mapping[Action, str]] = {
    **{action: word for word, action in _KEYS.items() if isinstance(action, Action)},
    **{action: word for word, action in _PLAIN.items()},
}
