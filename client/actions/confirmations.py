"""What a player has to say yes to first: the one place that menus, keys and commands ask.

Lives here: which wish, and when. Not here: how yes is said on a screen and in a line (`actions.confirmation_words`),
doing it (`orders`).
"""

from client.actions import confirmation_words as words
from client.actions.confirmation_words import Doubt
from client.actions.orders import GoTo, Leave, NewTable, Wish
from client.model.model import Model
from protocol.log.commands import EndMatch, Kick
from protocol.wire.messages import OpenTable


def doubt(model: Model, wish: Wish) -> Doubt | None:
    """What is to be thought of before this is done, None where nothing is lost by it."""
    match wish:
        case EndMatch() if model.is_host and model.view.is_playing:
            return words.THE_END
        case Kick() if model.is_host and wish.seat != model.seat and model.table.seats[wish.seat].is_person:
            return words.sends_away(model.view, wish.seat)
        case Leave() if model.invitation:
            return words.HOSTING_STOPS
        case Leave() | NewTable() | OpenTable() if _plays(model):
            return words.STILL_ON
        case GoTo() if _plays(model) and wish.table != model.session.table_name:
            return words.STILL_ON
        case _:
            return None


def _plays(model: Model) -> bool:
    return model.session.game is not None and model.seat is not None and model.view.is_playing
