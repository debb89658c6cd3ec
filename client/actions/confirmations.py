"""Actions to confirm first, because they cost a match, a seat or the hosting: the same for every front end.

Here: which actions, and what each would do. Not here: how a front end asks; carrying out (`actions`).
"""

from client.actions.actions import Action, GoTo, Leave, NewTable
from client.model.model import Model
from client.words.name_words import name_of
from protocol.log.commands import EndMatch, Kick
from protocol.wire.messages import OpenTable


def to_confirm(model: Model, action: Action) -> str | None:
    """What the action would do, as a sentence to confirm, or None if it costs nothing."""
    match action:
        case EndMatch() if model.is_host and model.view.is_playing:
            return "That ends the match for everyone."
        case Kick() if model.is_host and action.seat != model.seat and model.table.seats[action.seat].is_person:
            return f"That sends {name_of(model.view, action.seat)} away from the table."
        case Leave() if model.invitation:
            return "Hosting stops; the game goes on next time."
        case Leave() | NewTable() | OpenTable() if _plays(model):
            return _STILL_PLAYING
        case GoTo() if _plays(model) and action.table != model.session.table_name:
            return _STILL_PLAYING
        case _:
            return None


_STILL_PLAYING = "The match goes on; you can come back."


def _plays(model: Model) -> bool:
    return model.session.game is not None and model.seat is not None and model.view.is_playing
