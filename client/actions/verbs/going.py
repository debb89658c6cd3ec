"""Other tables and matches, the player's settings, and leaving.

Not here: the form for a new table (`form`), what is chosen in a panel (`client.panels`).
"""

from typing import TYPE_CHECKING, Final

from attrs import evolve

from client.actions.action import (
    Action,
    ChangeName,
    ChangeSetting,
    GoTo,
    Leave,
    NewTable,
    SeeGames,
    SeeTables,
    Show,
    Simple,
    TryNow,
)
from client.actions.form import table_to_open
from client.actions.key_row import SCREEN, key
from client.actions.panel import Choice, choice
from client.actions.verbs.hosting import not_a_name
from client.actions.verbs.verb import OTHERS, SEATS, Example, Outcome, Typed, Verb, line, shows, word
from client.model import asking
from client.model.checks import WhyNot
from client.model.model import Model
from client.model.settings import change_setting
from client.words import leaving_words, lobby_words, reminder_words
from client.words.name_words import shown
from client.words.say import Phrase, say, spoken
from protocol.log.commands import LeaveSeat, RemindAt, RemindCode, RequestSeat
from protocol.log.table import Stage
from protocol.names import checked_name
from protocol.shared.exit_status import MisusedError
from protocol.wire.messages import OpenTable, Role

if TYPE_CHECKING:
    from client.net.link import Link

_OPEN: Final = (
    Example("open", Phrase("typed.open")),
    Example("open all-fives", Phrase("typed.open_game")),
)
_REMIND: Final = (
    Example("remind", Phrase("typed.remind")),
    Example("remind off", Phrase("typed.remind_off")),
)


# Tables.


def _go_to(model: Model, link: "Link", action: GoTo) -> Outcome:
    if _is_here(model, action):
        return say("done.there_already", table=shown(action.table))
    model.session.password = action.password or model.session.password
    model.session.role = Role.SPECTATOR if action.watches else Role.PLAYER
    return link.move_to(action.table)


def _is_here(model: Model, action: GoTo) -> bool:
    return model.session.game is not None and action.table == model.session.table_name


def _read_join(model: Model, rest: str) -> Action | WhyNot:
    if not rest:
        tables = lobby_words.table_list(model.lobby.tables, model.lobby.own_tables)
        return WhyNot("\n".join((tables, say("typed.how_to_join"))))
    table, _, password = rest.partition(" ")
    return GoTo(table, password.strip() or None)


def _read_open(model: Model, rest: str) -> Action | WhyNot:
    if not rest:
        return NewTable()
    try:
        return table_to_open(rest, model.new_tables, model.house_rules)
    except MisusedError as error:
        return WhyNot(say("done.not_opened", why=error.said))


def _question_before_another_table(model: Model, _: NewTable | OpenTable | GoTo, __: float) -> str | None:
    return leaving_words.leave_table_question(model.view, model.hosted_by, is_undecided=model.is_undecided)


def _question_before_going(model: Model, action: GoTo, now: float) -> str | None:
    is_here = action.table == model.session.table_name
    return None if is_here else _question_before_another_table(model, action, now)


def _other_tables(model: Model) -> tuple[Choice, ...]:
    return (choice(say("lobby.other_matches" if model.is_alone else "lobby.title"), SeeTables()),)


# The player.


def _rename(_: Model, link: "Link", action: ChangeName) -> str:
    link.rename_player(action.name)
    return say("done.renamed", name=action.name)


def _read_name(_: Model, rest: str) -> Action | WhyNot:
    name, why_none = checked_name(rest)
    return ChangeName(name) if why_none is None else not_a_name(why_none)


def _remind(model: Model, _: "Link", action: RemindAt | RemindCode) -> Outcome:
    if model.presence.reminders is None:
        return WhyNot(say("remind.none"))
    if isinstance(action, RemindAt) and action.address is not None:
        return model.ask(evolve(action, language=spoken()))
    return model.ask(action)


def _read_remind(_: Model, rest: str) -> Action | WhyNot:
    if not rest:
        return Show("reminders")
    if rest == "off":
        return RemindAt()
    return RemindCode(rest) if rest.replace(" ", "").isdecimal() else RemindAt(rest)


def way_to_reminders(model: Model) -> tuple[Choice, ...]:
    """The line that leads to the panel; none where the player cannot be reminded."""
    reminders = model.presence.reminders
    if model.seat is None or reminders is None:
        return ()
    return (choice(say("remind.title"), Show("reminders"), reminder_words.place(reminders)),)


def _may_stand_up(model: Model) -> bool:
    return model.seat is not None and (model.table.stage is Stage.SEATING or model.awaits_agreement)


def _read_stand(model: Model, _: str) -> Action:
    return LeaveSeat() if model.presence.seat_requests.mine is None else RequestSeat()


def _try_now(_model: Model, link: "Link", _action: TryNow) -> None:
    link.try_now()


GOING: Final = (
    Verb(
        SeeTables,
        do=lambda model, *_: asking.list_tables(model),
        keys=(key("j tables", SeeTables(), Phrase("key.tables"), Phrase("key.tables_briefly")),),
        typed=Typed("j", lambda model, rest: _read_join(model, rest) if rest else SeeTables()),
        needs_table=False,
        offered=_other_tables,
        icon="tables",
    ),
    Verb(
        GoTo,
        do=_go_to,
        typed=Typed("join", _read_join, None, OTHERS, (Example("join oak", Phrase("typed.join")),)),
        needs_table=False,
        question=_question_before_going,
    ),
    Verb(
        NewTable,
        typed=Typed("open", _read_open, None, OTHERS, _OPEN),
        needs_table=False,
        question=_question_before_another_table,
        icon="new",
    ),
    Verb(
        OpenTable, do=lambda model, _, table: asking.open_table(model, table), question=_question_before_another_table
    ),
    Verb(TryNow, do=_try_now, typed=word("try", TryNow()), needs_table=False),
    Verb(
        SeeGames,
        keys=(key("G games", SeeGames(), Phrase("key.games")),),
        needs_table=False,
        offered=line(Phrase("panel.my_games"), SeeGames()),
        icon="games",
    ),
    shows("settings", Phrase("settings.title"), ", settings", Phrase("key.settings"), needs_table=False),
    Verb(ChangeSetting, do=lambda model, _, to: change_setting(model.settings, to.name, to.value) or None),
    Verb(
        ChangeName,
        do=_rename,
        typed=Typed("name", _read_name, None, OTHERS, (Example("name Ana", Phrase("typed.name")),)),
        needs_table=False,
    ),
    Verb(Show, Show("reminders"), offered=way_to_reminders),
    shows(
        "way-back",
        Phrase("page.way_back_code"),
        typed=word("device", Show("way-back")),
        when=lambda model: model.way_back() is not None,
        icon="link",
    ),
    Verb(RemindAt, do=_remind, typed=Typed("remind", _read_remind, None, OTHERS, _REMIND)),
    Verb(RemindCode, do=_remind),
    shows("menu", "", "x", Phrase("key.menu"), Phrase("key.menu_briefly")),
    Verb(Simple, Simple.COMMAND, keys=(key(":", Simple.COMMAND, Phrase("key.command"), where=(SCREEN,)),)),
    shows("keys", Phrase("panel.keys"), "?", Phrase("key.keys"), Phrase("key.keys_briefly"), needs_table=False),
    Verb(
        LeaveSeat,
        typed=Typed("stand", _read_stand, lambda _: "", SEATS, (Example("stand", Phrase("typed.stand")),)),
        offered=line(Phrase("menu.stand_up"), LeaveSeat(), _may_stand_up),
        icon="away",
    ),
    Verb(
        Leave,
        keys=(key("q quit leave exit", Leave(), Phrase("key.leave_asking"), Phrase("key.leave")),),
        needs_table=False,
        offered=line(Phrase("menu.leave"), Leave(), lambda model: model.is_page),  # others show the key
        question=lambda model, *_: leaving_words.leave_question(
            model.view, model.hosted_by, is_undecided=model.is_undecided
        ),
        icon="away",
    ),
)
