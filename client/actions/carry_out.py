"""Carrying an action out, the same for every front end, and asking first where it costs something.

Here: the look-up, and what a front end says and does around it. Not here: what an action does and what is asked (its
row in `verbs`), the actions that each front end carries out in its own way, because they change what it shows.
"""

from collections.abc import Mapping
from typing import Final

from client.actions.action import (
    Action,
    ReadLeague,
    SharedAction,
    Show,
)
from client.actions.verbs.all_verbs import verb_of
from client.actions.verbs.verb import Outcome
from client.model.checks import WhyNot
from client.model.model import Model
from client.model.premove import Premove
from client.model.status import Joined
from client.net.link import Link
from client.words.leaving_words import HostedBy
from client.words.premove_words import prepared
from client.words.say import say
from protocol.log.commands import (
    LeaveSeat,
    TakeHint,
)
from protocol.log.operator_commands import ReadLog
from protocol.log.table import Stage
from protocol.wire.messages import Role
from protocol.wire.record import Header, Record

FETCHED: Final[Mapping[str, SharedAction]] = {
    "log": ReadLog(),
    "league": ReadLeague(),
    "fixtures": ReadLeague(),
}
"""By panel that is fetched from the host each time it is shown: the action that fetches it."""


def now_meant(action: Action, model: Model) -> Action:
    """What is carried out in place of an action that has been done: whoever has a hint sees the whole of it."""
    return Show("hint") if isinstance(action, TakeHint) and model.hint_request.given is not None else action


def carry_out(action: SharedAction, model: Model, link: Link) -> Outcome:
    """Carry the action out, or say why not."""
    verb = verb_of(action)
    assert verb is not None
    if not verb.who.may(model):
        return verb.who.refusal(model, action)
    return verb.who.send(model, action) if verb.do is None else verb.do(model, link, action)


def to_confirm(model: Model, action: Action, now: float = 0.0) -> str | None:
    """The question to ask before the action, or None if it costs nothing. `now` is on the model's clock."""
    verb = verb_of(action)
    return verb.question(model, action, now) if verb is not None and verb.who.may(model) else None


def give_up_seat(model: Model) -> None:
    """Give up the seat of a player who leaves between two matches: nobody has to wait for them."""
    is_guest = model.hosted_by is HostedBy.OTHERS
    if is_guest and model.seat is not None and model.awaits_agreement and isinstance(model.status, Joined):
        model.ask(LeaveSeat())


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
        return WhyNot(say("analysis.match_not_over"))
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
            return model.when_sent(outcome)
