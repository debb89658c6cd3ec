"""The seat of a bot in a running match, in sentences: who asks for it, who answers, and who gets it.

Not here: who sits down in fact (`words.presence_words`), why somebody may not (`words.refusal_words`).
"""

from collections.abc import Iterable
from typing import Final

from client.view.view import View
from client.words.name_words import name_of, shown
from client.words.say import say, together
from protocol.wire.notices import RequestState, SeatRequestNotice

_NEWS: Final = {
    RequestState.ASKED: "seat_request.asks",
    RequestState.ADMITTED: "seat_request.admitted",
    RequestState.REFUSED: "seat_request.refused",
    RequestState.TAKEN_BACK: "seat_request.taken_back",
}
_MINE: Final = {
    RequestState.ASKED: "seat_request.you_ask",
    RequestState.ADMITTED: "seat_request.you_are_admitted",
    RequestState.REFUSED: "seat_request.you_are_refused",
    RequestState.TAKEN_BACK: "seat_request.you_take_it_back",
}


def news(view: View, notice: SeatRequestNotice, *, is_asked: bool) -> str:
    """What has become of a request. `is_asked`: the reader answers it, and learns how."""
    bot = name_of(view, notice.seat)
    if not notice.yours:
        said = say(_NEWS[notice.text], name=shown(notice.name), bot=bot)
        return together(said, how_to_answer(view)) if is_asked else said
    if notice.text is RequestState.REFUSED and notice.here:
        return say("seat_request.host_refuses", bot=bot)
    said = say(_MINE[notice.text], bot=bot)
    if notice.text is not RequestState.ASKED:
        return said
    return together(said, say("seat_request.host_answers" if notice.here else "seat_request.players_answer"))


def how_to_answer(view: View) -> str:
    """How the reader answers: with a key, or a typed letter."""
    return say("seat_request.keys" if view.is_drawn else "seat_request.typed")


def asks(view: View, notice: SeatRequestNotice) -> str:
    """The question to whoever answers."""
    return say("seat_request.asks", name=shown(notice.name), bot=name_of(view, notice.seat))


def prompt(view: View, notice: SeatRequestNotice) -> str:
    """The question to whoever answers, with the keys."""
    return together(asks(view, notice), say("seat_request.keys"))


def waits(view: View, notice: SeatRequestNotice) -> str:
    """What the player who has asked waits for."""
    if notice.text is RequestState.ADMITTED:
        return say("seat_request.you_sit_soon")
    return say("seat_request.you_wait", bot=name_of(view, notice.seat))


def came_too_late(view: View, notice: SeatRequestNotice) -> str:
    """Says to the player who has asked that the match is over before they have got the seat."""
    return say("seat_request.match_is_over", bot=name_of(view, notice.seat))


def why_no_seat(view: View, requests: Iterable[SeatRequestNotice]) -> str:
    """Why no seat can be asked for: others have asked, or no bot has a seat that can be given away."""
    asked = [say("seat_request.has_asked", name=shown(each.name), bot=name_of(view, each.seat)) for each in requests]
    return together(*asked) if asked else say("seat_request.not_now")


def how_to_ask(view: View, seat: int) -> str:
    """How somebody who watches in line mode asks for this seat."""
    return say("seat_request.can_type", bot=name_of(view, seat))


def ask_label(view: View, seat: int) -> str:
    """The label of asking for this seat."""
    return say("seat_request.ask", bot=name_of(view, seat))


def answer_label(view: View, notice: SeatRequestNotice, *, admits: bool) -> str:
    """The label of an answer."""
    key = "seat_request.let" if admits else "seat_request.do_not_let"
    return say(key, name=shown(notice.name), bot=name_of(view, notice.seat))
