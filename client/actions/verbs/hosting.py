"""What the host can do: the match, the other players, the game, invitations and the daemon.

In a group of the menu, what is rare or cannot be undone comes last, so it does here. Not here: what everybody can do
with a match (`match`).
"""

import shlex
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from client.actions.action import Action, CopyLink, NewInvitation, OtherAddress, OtherGame
from client.actions.form import Form, game_to_change_to
from client.actions.key_row import LINES, SCREEN, key
from client.actions.panel import Choice, choice
from client.actions.verbs.match import is_over
from client.actions.verbs.typed_seats import about_seat
from client.actions.verbs.verb import (
    HOSTS,
    LEAGUE,
    Allowed,
    Example,
    Outcome,
    Typed,
    Verb,
    line,
    line_for_each,
    shows,
    word,
)
from client.model import asking
from client.model.checks import WhyNot, why_no_change
from client.model.model import Model
from client.words import (
    host_words,
    league_words,
    leaving_words,
    presence_words,
    reach_words,
    rehearsal_words,
    take_over_words,
)
from client.words.name_words import name_of
from client.words.say import Phrase, say
from protocol.game.levels import USUAL_LEVEL
from protocol.game.options import RulesError
from protocol.log.commands import AddBot, ChangeGame, EndMatch, HandOver, Kick, Pause, Readmit, RemoveBot, Resume
from protocol.log.operator_commands import (
    CloseTable,
    Invite,
    MakeHostCode,
    OpenFixture,
    ReadLog,
    Revoke,
    Substitute,
    Uninvite,
)
from protocol.log.table import Stage
from protocol.names import checked_name
from protocol.sentences import Sentence
from protocol.shared.exit_status import MisusedError
from protocol.shared.substitutes import fixture_number, substitutes_in
from protocol.wire.notices import EVERYTHING

if TYPE_CHECKING:
    from client.net.link import Link

ANYWAY: Final = "anyway"
"""Typed after `handover Ana`: also if some do not reach her machine."""
_CHANGE: Final = (
    Example("change", Phrase("typed.change")),
    Example("change all-fives", Phrase("typed.change_to")),
)
_BOT: Final = (
    Example("bot 2", Phrase("typed.bot")),
    Example("bot 2 expert", Phrase("typed.bot_of_level")),
    Example("unbot 2", Phrase("typed.unbot")),
)
_READMIT: Final = (
    Example("readmit Ana", Phrase("typed.readmit")),
    Example("readmit 2", Phrase("typed.readmit_seat")),
)
_INVITE: Final = (
    Example("invite Ben", Phrase("typed.invite")),
    Example("link Ben", Phrase("typed.link")),
    Example("uninvite Ben", Phrase("typed.uninvite")),
)
_FIXTURE: Final = (
    Example("fixture 3", Phrase("typed.fixture")),
    Example("fixture 3 Ben=Zoe", Phrase("typed.fixture_with")),
)
_HAND_OVER: Final = (
    Example("handover Ana", Phrase("typed.hand_over")),
    Example("handover Ana everything", Phrase("typed.hand_over_everything")),
    Example("handover Ana anyway", Phrase("typed.hand_over_anyway")),
)
_KICK: Final = (Example("kick Ana", Phrase("typed.kick")),)


# The match.


def _may_change(model: Model) -> bool:
    return why_no_change(model.view, is_host=model.is_host) is None


def _read_change(model: Model, rest: str) -> Action | WhyNot:
    reason = why_no_change(model.view, is_host=model.is_host)
    if reason is not None:
        return reason
    if not rest:
        return OtherGame()
    try:
        return game_to_change_to(rest, Form.of(model.table), model.house_rules)
    except RulesError as error:
        return WhyNot(say("done.not_changed", option=error.option, why=error.text))
    except MisusedError as error:
        return WhyNot(say("done.not_changed_for", why=error.said))


# The other players.


def _others(model: Model) -> Iterator[int]:
    """The seats of the other persons."""
    return (seat for seat, sits in enumerate(model.table.seats) if seat != model.seat and sits.is_person)


def _away(model: Model) -> Iterator[int]:
    return (seat for seat in _others(model) if not model.here.get(seat, True))


def _without_stand_in(model: Model) -> Iterator[int]:
    return (seat for seat in _away(model) if model.view.is_playing and model.table.seats[seat].stand_in is None)


def _bots(model: Model) -> Iterator[int]:
    """Those that can be sent away after a match."""
    seats = enumerate(model.table.seats if is_over(model) and model.may_seat_bots else ())
    return (seat for seat, sits in seats if sits.bot is not None)


def _stand_ins(model: Model) -> Iterator[Choice]:
    for seat in _without_stand_in(model):
        label = say("menu.stand_in", player=name_of(model.view, seat))
        yield choice(label, AddBot(seat, model.table.options.bot_level))


def _label_of_bot(model: Model, seat: int) -> str:
    return say("menu.send_bot_away", bot=name_of(model.view, seat), seat=seat + 1)


def _label_of_person(model: Model, seat: int) -> str:
    return say("menu.send_away", player=name_of(model.view, seat))


def _bot_and_level(rest: str) -> tuple[str, str]:
    who, _, level = rest.partition(" ")
    return who, level.strip() or USUAL_LEVEL


def _question_before_readmitting(model: Model, action: Readmit, _: float) -> str | None:
    is_here = model.here.get(action.seat, True)
    return None if is_here else presence_words.readmit_question(model.view, action.seat)


def _question_before_kicking(model: Model, action: Kick, _: float) -> str | None:
    is_other = action.seat != model.seat and model.table.seats[action.seat].is_person
    return leaving_words.kick_question(model.view, action.seat) if is_other else None


# Handing over.


def _successor_and_how(rest: str) -> tuple[str, str]:
    who, _, what = rest.rpartition(" ")
    how = what.casefold() if who else ""
    return (who, how) if how in (EVERYTHING, ANYWAY) else (rest, "")


def _how(action: HandOver) -> str:
    return ANYWAY if action.anyway else EVERYTHING if action.everything else ""


def _hand_overs(model: Model) -> Iterator[Choice]:
    view, found = model.view, model.presence.next_host.found
    seat_by_place = {there: seat for seat, there in model.presence.plays_at.items()}
    if found is not None and model.may_decide:
        yield choice(rehearsal_words.go_anyway_label(view, found), HandOver(found.seat, anyway=True))
    for seat in _others(model) if view.is_playing else ():
        if seat in seat_by_place.values():
            yield choice(take_over_words.go_there_label(view, seat), HandOver(seat))
        if model.here.get(seat, True):
            yield choice(take_over_words.hand_over_label(view, seat), HandOver(seat))
            if model.own_host is not None:
                label = take_over_words.hand_over_label(view, seat, everything=True)
                yield choice(label, HandOver(seat, everything=True))


def _question_before_handing_over(model: Model, action: HandOver, _: float) -> str | None:
    view, found, seat = model.view, model.presence.next_host.found, action.seat
    assert seat is not None  # declining is a row of its own
    if action.anyway and found is not None and model.may_decide:
        return rehearsal_words.go_anyway_question(view, found)
    if seat in model.presence.plays_at:
        return take_over_words.go_there_question(view, seat)
    return take_over_words.hand_over_question(view, seat, everything=action.everything)


# The link and invitations.


def _link(model: Model, _link: "Link", action: CopyLink) -> str | WhyNot:
    """The link for friends, with the invitation of this name or with the usual one."""
    host, name = model.own_host, action.name
    assert host is not None
    if name is not None and all(invitation.name != name for invitation in host.reach.invitations):
        return WhyNot(reach_words.not_invited(name))
    link = host.link(model.session.table_name, name)
    return WhyNot(say("way.nobody")) if link is None else str(link)


def _other_address(model: Model, link: "Link", _: OtherAddress) -> str | WhyNot:
    """The link for friends, once it begins with another address."""
    assert model.own_host is not None
    is_other = model.own_host.choose_other_way()
    return _link(model, link, CopyLink()) if is_other else WhyNot(say("way.only_address"))


def _read_invite(_: Model, rest: str) -> Action | WhyNot:
    name, why_none = checked_name(rest)
    return NewInvitation() if not rest else Invite(name) if why_none is None else not_a_name(why_none)


def not_a_name(fault: Sentence) -> WhyNot:
    """Why this is no name."""
    return WhyNot(say("done.not_a_name", why=fault))


def _read_uninvite(_: Model, rest: str) -> Action | WhyNot:
    if not rest:
        return WhyNot(say("typed.how_to_uninvite"))
    return Uninvite(None if rest == "all" else rest)


# The daemon.


def _read_fixture(_: Model, rest: str) -> Action | WhyNot:
    try:
        number, *pairs = shlex.split(rest) or [""]
        return OpenFixture(fixture_number(number), tuple(Substitute(*pair) for pair in substitutes_in(pairs)))
    except (ValueError, MisusedError):
        return WhyNot(say("typed.how_to_open_a_fixture"))


def _open_fixture(model: Model, _: "Link", action: OpenFixture) -> Outcome:
    return model.ask_own_host(action) or asking.list_tables(model) or league_words.opened(action.fixture)


def _close_table(model: Model, _: "Link", action: CloseTable) -> Outcome:
    """Close it; a match at it ends first."""
    if _is_playing(model, action.table):
        model.ask_own_host(EndMatch(), action.table)
    return model.ask_own_host(action) or asking.list_tables(model) or host_words.closed(action.table)


def _is_playing(model: Model, table: str) -> bool:
    summary = model.lobby.named(table)
    return summary is not None and summary.stage is Stage.PLAYING


def _question_before_closing(model: Model, action: CloseTable, _: float) -> str:
    return host_words.close_question(action.table, is_playing=_is_playing(model, action.table))


def _question_before_revoking(model: Model, action: Revoke, _: float) -> str | None:
    assert model.own_host is not None
    browsers = {browser.number: browser for browser in model.own_host.reach.browsers}
    return host_words.revoke_question(browsers.get(action.number or 0))


HOSTING: Final = (
    Verb(
        Pause,
        who=Allowed.HOST,
        typed=word("pause", Pause(), means=Phrase("typed.pause")),
        offered=line(Phrase("menu.pause"), Pause(), lambda model: model.view.is_playing and not model.table.paused),
        icon="pause",
    ),
    Verb(
        Resume,
        who=Allowed.HOST,
        typed=word("resume", Resume()),
        offered=line(Phrase("menu.resume"), Resume(), lambda model: model.view.is_playing and model.table.paused),
        icon="begin",
    ),
    Verb(
        OtherGame,
        who=Allowed.HOST_HERE,
        typed=Typed("change", _read_change, lambda _: "", help=_CHANGE),
        offered=line(Phrase("menu.other_game"), OtherGame(), _may_change),
        icon="settings",
    ),
    Verb(ChangeGame, who=Allowed.HOST_HERE),
    Verb(
        AddBot,
        who=Allowed.SEATER,
        typed=about_seat("bot", AddBot, _bot_and_level, lambda action: action.level, help_=_BOT),
        offered=_stand_ins,
        icon="bot",
    ),
    Verb(
        RemoveBot,
        who=Allowed.SEATER,
        typed=about_seat("unbot", lambda seat, _: RemoveBot(seat)),
        offered=line_for_each(_bots, _label_of_bot, RemoveBot),
    ),
    Verb(
        Readmit,
        who=Allowed.HOST,
        typed=about_seat("readmit", lambda seat, _: Readmit(seat), help_=_READMIT),
        offered=line_for_each(_away, lambda model, seat: presence_words.readmit_label(model.view, seat), Readmit),
        question=_question_before_readmitting,
        icon="back",
    ),
    Verb(
        CopyLink,
        who=Allowed.OPERATOR,
        do=_link,
        keys=(
            key("L link", CopyLink(), Phrase("key.copy_link"), Phrase("key.copy_link_briefly"), (SCREEN,)),
            key("L link", CopyLink(), Phrase("key.link"), where=(LINES,)),
        ),
        typed=Typed("link", lambda _, rest: CopyLink(rest or None)),
        needs_table=False,
    ),
    Verb(
        OtherAddress,
        who=Allowed.OPERATOR,
        do=_other_address,
        keys=(key("a address", OtherAddress(), Phrase("key.address"), Phrase("key.address_briefly"), (SCREEN, LINES)),),
    ),
    shows(
        "invitations",
        Phrase("invite.title"),
        "I invitations",
        Phrase("key.invitations"),
        where=(SCREEN, LINES),
        who=Allowed.OPERATOR,
        icon="share",
    ),
    Verb(NewInvitation, icon="new"),
    Verb(Invite, who=Allowed.OPERATOR, typed=Typed("invite", _read_invite, help=_INVITE), needs_table=False),
    Verb(
        Uninvite,
        who=Allowed.OPERATOR,
        typed=Typed("uninvite", _read_uninvite),
        needs_table=False,
        question=lambda _, action, __: reach_words.end_question(action.name),
    ),
    shows("host", Phrase("host.title"), who=Allowed.OPERATOR, icon="person"),
    shows("phone", icon="who"),
    shows("log", icon="history"),
    shows("names", icon="link"),
    Verb(
        MakeHostCode,
        who=Allowed.OPERATOR,
        typed=word("phone", MakeHostCode(), means=Phrase("typed.phone")),
        needs_table=False,
    ),
    Verb(Revoke, who=Allowed.OPERATOR, question=_question_before_revoking),
    Verb(ReadLog, who=Allowed.OPERATOR),
    Verb(
        OpenFixture,
        who=Allowed.OPERATOR,
        do=_open_fixture,
        typed=Typed("fixture", _read_fixture, None, LEAGUE, _FIXTURE),
        needs_table=False,
    ),
    Verb(
        HandOver,
        who=Allowed.HOST,
        typed=about_seat(
            "handover",
            lambda seat, how: HandOver(seat, how == EVERYTHING, how == ANYWAY),
            _successor_and_how,
            _how,
            HOSTS,
            _HAND_OVER,
        ),
        offered=_hand_overs,
        question=_question_before_handing_over,
        icon="person",
    ),
    Verb(
        Kick,
        who=Allowed.HOST,
        typed=about_seat("kick", lambda seat, _: Kick(seat), help_=_KICK),
        offered=line_for_each(_others, _label_of_person, Kick),
        question=_question_before_kicking,
        icon="away",
    ),
    Verb(CloseTable, who=Allowed.OPERATOR, do=_close_table, question=_question_before_closing),
    Verb(
        EndMatch,
        who=Allowed.HOST,
        typed=word("end", EndMatch(), means=Phrase("typed.end")),
        offered=line(Phrase("menu.end"), EndMatch(), lambda model: model.view.is_playing),
        question=lambda model, *_: say("done.end_question") if model.view.is_playing else None,
        icon="end",
    ),
)
