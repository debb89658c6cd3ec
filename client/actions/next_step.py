"""The one thing that there is to do now: what Enter does, and what the page's large button says.

Here: which action that is, and its labels. Pure. Not here: carrying it out (`carry_out`), other actions that are
possible at the same time (`keys`).
"""

from typing import Final

from client.actions.action import Action, TakeBack, TryNow
from client.model.model import Model
from client.model.selection import Selection
from client.model.status import Joined, Lost
from client.view.view import View
from client.words import room_words
from client.words.play_words import choose, does_not_fit, play_it, play_later, take_back
from client.words.say import say
from client.words.seat_request_words import ask_label
from protocol.frozen import frozen
from protocol.game.table_options import Assist
from protocol.log.choices import Play
from protocol.log.commands import DrawTile, Knock, PlayTile, Rematch, RequestSeat, Resume, Start, TakeSeat
from protocol.log.table import Stage


@frozen
class NextStep:
    """What to do next. `label`: what the large button says.

    `brief`: the same for a footer, empty if nothing can be done. `action`: None if the player has to choose a tile
    first; then `label` says so.
    """

    label: str
    brief: str = ""
    action: Action | None = None


_NOTHING_CHOSEN: Final = Selection()


def next_step(model: Model, chosen: Selection = _NOTHING_CHOSEN) -> NextStep | None:
    """What to do now, with the chosen tile if it takes one; None if the player can only wait."""
    table = model.table
    if isinstance(model.status, Lost):
        return NextStep(say("next.try_now"), say("next.try_now_briefly"), TryNow())
    if model.session.game is None or not isinstance(model.status, Joined):
        return None
    if model.may_sit_down:
        return NextStep(say("room.sit_down"), say("next.sit_briefly"), TakeSeat())
    if model.has_agreed:
        return None
    if model.session.is_between_matches:
        if model.seat is None:
            return None
        brief = say("next.same_briefly" if model.is_same_again else "next.play_game_briefly")
        return NextStep(room_words.agrees(model.view, is_same=model.is_same_again), brief, Rematch())
    if table.stage is Stage.SEATING:
        return NextStep(say("next.begin"), say("next.begin_briefly"), Start()) if model.may_begin else None
    if table.stage is Stage.OVER:
        if model.seat is None:
            return None
        if table.board is None:
            return NextStep(say("next.again"), say("next.again_briefly"), Rematch())
        return NextStep(say("board.next_board"), say("next.board_briefly"), Rematch())
    if table.paused:
        resume = NextStep(say("next.resume"), say("next.resume_briefly"), Resume())
        return resume if model.may_control else None
    if model.seat is not None:
        return _move(model, model.view, chosen)
    for seat in model.seats_to_ask_for:
        return NextStep(ask_label(model.view, seat), say("seat_request.ask_briefly"), RequestSeat(seat))
    return None


def draw() -> NextStep:
    """Draw."""
    return NextStep(say("next.draw"), say("next.draw_briefly"), DrawTile())


def knock() -> NextStep:
    """Knock."""
    return NextStep(say("next.knock"), say("next.knock_briefly"), Knock())


def _move(model: Model, view: View, chosen: Selection) -> NextStep:
    may, prepared = view.choices(), model.premoves.play
    if view.assist is not Assist.NONE:  # else the step would say what the table does not show
        if may.may_draw:
            return draw()
        if may.may_knock:
            return knock()
    if chosen.tile is None:
        if prepared is None:
            return NextStep(choose())
        return NextStep(take_back(prepared.tile), say("next.take_back_briefly"), TakeBack())
    play = PlayTile(chosen.tile, chosen.arm)
    if not view.is_my_turn:
        is_possible = view.arms_shown(chosen.tile) != () and (prepared is None or prepared.tile != chosen.tile)
        return NextStep(play_later(chosen.tile), say("next.prepare_briefly") if is_possible else "", play)
    if chosen.arm is None:
        return NextStep(does_not_fit(chosen.tile), "", play)
    return NextStep(play_it(view, Play(chosen.tile, chosen.arm)), say("next.play_briefly"), play)
