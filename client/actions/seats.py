"""What can be done with a seat before a match, the same on the full screen and on the page.

Not here: drawing the seats (`screen.seats_window`, `web.waiting_part`), the typed commands (`typed_commands`).
"""

from collections.abc import Iterator

from client.actions.panel import Offer
from client.model.model import Model
from client.words.say import say
from protocol.log.commands import AddBot, Kick, LeaveSeat, RemoveBot, TakeSeat


def seat_offers(model: Model, seat: int, level: str) -> Iterator[Offer]:
    """What this player can do with a seat, the usual first. `level`: that of a new bot."""
    sits = model.table.seats[seat]
    if seat == model.seat:
        yield Offer(say("seat.stand_up"), LeaveSeat(), say("seat.stand_up_briefly"))
    elif sits.is_free:
        if model.seat is None:  # otherwise the player has to leave the other seat first
            yield Offer(say("seat.sit"), TakeSeat(seat), say("seat.sit_briefly"))
        if model.may_begin or model.may_control:
            yield Offer(say("seat.add_bot"), AddBot(seat, level))
    elif sits.bot is not None:
        if model.may_sit_down:
            yield Offer(say("seat.sit"), TakeSeat(seat), say("seat.sit_briefly"))
        if model.may_begin or model.may_control:
            yield Offer(say("seat.send_away"), RemoveBot(seat), say("seat.send_away_briefly"))
    elif model.may_control:
        yield Offer(say("seat.send_away"), Kick(seat), say("seat.send_away_briefly"))
