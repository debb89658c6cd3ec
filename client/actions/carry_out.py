"""Carrying an action out, the same for every front end; and which actions cost something and are confirmed first.

Not here: the actions that each front end carries out in its own way, because they change what it shows.
"""

from collections.abc import Mapping
from typing import Final

from client.actions.action import (
    Action,
    AutoKnock,
    ChangeName,
    ChangeSetting,
    CopyLink,
    GoThere,
    GoTo,
    Leave,
    NewTable,
    OfOwnDaemon,
    OtherAddress,
    ReadLeague,
    SeeTables,
    SharedAction,
    TakeBack,
    TakeOver,
    TryNow,
)
from client.actions.beginning import after_match, question_before_beginning
from client.model import asking, moves
from client.model.checks import WhyNot, refusal
from client.model.model import Model
from client.model.premove import Premove
from client.model.settings import change_setting
from client.model.status import Joined
from client.net.link import Link
from client.words import (
    host_words,
    league_words,
    leaving_words,
    presence_words,
    reach_words,
    refusal_words,
    rehearsal_words,
    reminder_words,
    take_over_words,
)
from client.words.leaving_words import HostedBy
from client.words.name_words import shown
from client.words.premove_words import TAKEN_BACK, prepared
from protocol.log.commands import (
    AddBot,
    DrawTile,
    EndMatch,
    HandOver,
    Kick,
    Knock,
    LeaveSeat,
    Pause,
    PlayTile,
    React,
    Readmit,
    Rematch,
    RemindAt,
    RemindCode,
    RemoveBot,
    Resume,
    Start,
    TakeHint,
    TakeSeat,
)
from protocol.log.operator_commands import CloseTable, Invite, MakeHostCode, OpenFixture, ReadLog, Revoke, Uninvite
from protocol.log.refusals import Reason
from protocol.log.table import Stage
from protocol.wire.messages import Do, OpenTable, Role
from protocol.wire.record import Header, Record

FETCHED: Final[Mapping[str, SharedAction]] = {
    "log": ReadLog(),
    "league": ReadLeague(),
    "fixtures": ReadLeague(),
}
"""By panel that is fetched from the host each time it is shown: the action that fetches it."""

Outcome = Do | Premove | WhyNot | str | None
"""The command sent, the play prepared, why neither was, or a text to show."""


def carry_out(action: SharedAction, model: Model, link: Link) -> Outcome:
    """Carry the action out, or say why not."""
    match action:
        case PlayTile():
            return moves.play(model, action.tile, action.arm)
        case DrawTile():
            return moves.draw(model)
        case Knock():
            return moves.knock(model)
        case TakeHint():
            return asking.hint(model)
        case React():
            return asking.react(model, action)
        case TakeSeat() | LeaveSeat():
            return model.ask(action)
        case RemindAt() | RemindCode():
            return WhyNot(reminder_words.NONE) if model.presence.reminders is None else model.ask(action)
        case Rematch():
            if model.table.stage is not Stage.OVER and not model.session.is_between_matches:
                return refusal(model.view, Reason.MATCH_NOT_OVER)
            presence = model.presence
            is_asked = model.seat in presence.agreed and action.same_deals == (model.seat in presence.want_same_deals)
            return after_match(model) if is_asked else model.ask(action)
        case SeeTables():
            return asking.list_tables(model)
        case ReadLeague():
            return asking.fetch_league(model)
        case OpenTable():
            return asking.open_table(model, action)
        case GoTo() if model.session.game is not None and action.table == model.session.table_name:
            return f"You are at table {shown(action.table)} already."
        case GoTo():
            model.session.password = action.password or model.session.password
            return link.move_to(action.table)
        case TryNow():
            link.try_now()
            return None
        case TakeOver() if model.rival is not None:
            return asking.lead_to(model, model.rival)
        case TakeOver():
            return link.take_over()
        case GoThere():
            return link.go_there()
        case TakeBack() if model.premoves.play is None:
            return None
        case TakeBack():
            model.premoves.play = None
            return TAKEN_BACK
        case AutoKnock():
            model.settings.use("autoknock", action.is_on)
            return f"Autoknock is {'on' if action.is_on else 'off'}."
        case ChangeSetting(name, value):
            return change_setting(model.settings, name, value) or None
        case ChangeName():
            link.rename_player(action.name)
            return f"You are {action.name} from your next seat on. `fives settings name` saves a name."
        case CopyLink(name):
            return _link(model, name)
        case OtherAddress():
            return _other_address(model)
        case Invite() | Uninvite() | MakeHostCode() | Revoke() | CloseTable() | OpenFixture() | ReadLog():
            return _ask_own_daemon(action, model)
        case Start() | AddBot() | RemoveBot() if model.may_begin:
            return model.ask(action)
        case HandOver(None):
            return model.ask(action)
        case Start() | Pause() | Resume() | EndMatch() | Kick() | Readmit() | HandOver() | AddBot() | RemoveBot() if (
            not model.is_host and model.may_control
        ):
            return model.ask_own_host(action, model.session.table_name)
        case _:
            return model.ask(action) if model.is_host else refusal(model.view, Reason.NOT_ALLOWED, action)


def _ask_own_daemon(action: OfOwnDaemon, model: Model) -> Outcome:
    """Send an action of the player who runs the daemon there. A match at a table that is closed ends first."""
    if isinstance(action, CloseTable) and _is_playing(model, action.table):
        model.ask_own_host(EndMatch(), action.table)
    why_not = model.ask_own_host(action)
    match action:
        case CloseTable(table):
            return why_not or asking.list_tables(model) or host_words.closed(table)
        case OpenFixture(number):
            return why_not or asking.list_tables(model) or league_words.opened(number)
        case _:
            return why_not


def _is_playing(model: Model, table: str) -> bool:
    summary = model.lobby.named(table)
    return summary is not None and summary.stage is Stage.PLAYING


def _link(model: Model, name: str | None) -> str | WhyNot:
    """The link for friends, with the invitation of this name or with the usual one."""
    host = model.own_host
    if host is None:
        return WhyNot(reach_words.NOT_THE_HOST)
    if name is not None and all(invitation.name != name for invitation in host.reach.invitations):
        return WhyNot(reach_words.not_invited(name))
    link = host.link(model.session.table_name, name)
    return WhyNot(reach_words.NOBODY) if link is None else str(link)


def give_up_seat(model: Model) -> None:
    """Give up the seat of a player who leaves between two matches: nobody has to wait for them."""
    is_guest = model.hosted_by is HostedBy.OTHERS
    if is_guest and model.seat is not None and model.awaits_agreement and isinstance(model.status, Joined):
        model.ask(LeaveSeat())


def _other_address(model: Model) -> str | WhyNot:
    """The link for friends, once it begins with another address."""
    host = model.own_host
    if host is None:
        return WhyNot(reach_words.NOT_THE_HOST)
    return _link(model, None) if host.choose_other_way() else WhyNot(reach_words.ONLY_ADDRESS)


def go_to_opened_table(model: Model, link: Link) -> WhyNot | None:
    """Seat the player at the table that the host has just opened for them; to watch if bots have all its seats.

    A player who plays a finished match on has a seat there by name.
    """
    opened, model.lobby.opened = model.lobby.opened, None
    if opened is None:
        return None
    plays = not model.lobby.is_full(opened) or model.lobby.has_absent(opened, model.session.name)
    model.session.role = Role.PLAYER if plays else Role.SPECTATOR
    return link.move_to(opened)


def finished_match(model: Model) -> Record | WhyNot:
    """The record of the match that has ended, as this client saw it."""
    session = model.session
    if model.table.stage is not Stage.OVER or not session.entries:
        return WhyNot("Only a match that is over can be analysed.")
    header = Header(session.game or "", session.table_name or "", session.entries[0].at)
    return Record(header, tuple(session.entries))


def reply(outcome: Outcome, model: Model) -> str:
    """The text to show for an outcome at once; empty where an announcement follows."""
    match outcome:
        case WhyNot():
            return outcome.text
        case str():
            return outcome
        case Premove(tile, arm):
            return prepared(model.view, tile, arm)
        case _:
            return refusal_words.SENT_LATER if model.waits_for_connection(outcome) else ""


def to_confirm(model: Model, action: Action, now: float = 0.0) -> str | None:
    """The question to ask before the action, or None if it costs nothing. `now` is on the model's clock."""
    match action:
        case Start() if model.may_begin or model.may_control:
            return question_before_beginning(model, now)
        case Rematch() if model.seat is not None:
            return question_before_beginning(model, now)
        case EndMatch() if model.may_control and model.view.is_playing:
            return "End the match for everyone?"
        case Kick() if model.may_control and action.seat != model.seat and model.table.seats[action.seat].is_person:
            return leaving_words.kick_question(model.view, action.seat)
        case Readmit() if model.may_control and not model.here.get(action.seat, True):
            return presence_words.readmit_question(model.view, action.seat)
        case HandOver(int(), anyway=True) if model.presence.next_host.found is not None and model.may_decide:
            return rehearsal_words.go_anyway_question(model.view, model.presence.next_host.found)
        case HandOver(int(seat)) if model.may_control and seat in model.presence.plays_at:
            return take_over_words.go_there_question(model.view, seat)
        case HandOver(int(seat), everything) if model.may_control:
            return take_over_words.hand_over_question(model.view, seat, everything=everything)
        case Uninvite(name) if model.own_host is not None:
            return reach_words.end_question(name)
        case Revoke(number) if model.own_host is not None:
            browsers = {browser.number: browser for browser in model.own_host.reach.browsers}
            return host_words.revoke_question(browsers.get(number or 0))
        case CloseTable(table):
            return host_words.close_question(table, is_playing=_is_playing(model, table))
        case Leave():
            return leaving_words.leave_question(model.view, model.hosted_by)
        case NewTable() | OpenTable():
            return leaving_words.leave_table_question(model.view, model.hosted_by)
        case GoTo() if action.table != model.session.table_name:
            return leaving_words.leave_table_question(model.view, model.hosted_by)
        case _:
            return None
