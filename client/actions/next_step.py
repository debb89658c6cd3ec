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
from client.words.play_words import choose, does_not_fit, play_it, play_later, take_back
from client.words.say import say
from protocol.frozen import frozen
from protocol.game.table_options import Assist
from protocol.log.choices import Play
from protocol.log.commands import DrawTile, Knock, PlayTile, Rematch, Resume, Start, TakeSeat
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


DRAW: Final = NextStep("Draw a tile", "draw", DrawTile())
KNOCK: Final = NextStep("Knock", "knock", Knock())
_AGAIN: Final = NextStep("Play another match", "play again", Rematch())
_NOTHING_CHOSEN: Final = Selection()


def next_step(model: Model, chosen: Selection = _NOTHING_CHOSEN) -> NextStep | None:
    """What to do now, with the chosen tile if it takes one; None if the player can only wait."""
    table = model.table
    if isinstance(model.status, Lost):
        return NextStep("Try again now", "try now", TryNow())
    if model.session.game is None or not isinstance(model.status, Joined):
        return None
    if model.may_sit_down:
        return NextStep(say("room.sit_down"), "sit down", TakeSeat())
    if model.has_agreed:
        return None
    if model.session.is_between_matches:
        return None if model.seat is None else NextStep(say("room.same_again"), "same again", Rematch())
    if table.stage is Stage.SEATING:
        return NextStep("Begin the match", "begin", Start()) if model.may_begin else None
    if table.stage is Stage.OVER:
        if model.seat is None:
            return None
        return _AGAIN if table.board is None else NextStep(say("board.next_board"), "next board", Rematch())
    if table.paused:
        return NextStep("Resume the game", "resume", Resume()) if model.may_control else None
    return None if model.seat is None else _move(model, model.view, chosen)


def _move(model: Model, view: View, chosen: Selection) -> NextStep:
    may, prepared = view.choices(), model.premoves.play
    if view.assist is not Assist.NONE:  # else the step would say what the table does not show
        if may.may_draw:
            return DRAW
        if may.may_knock:
            return KNOCK
    if chosen.tile is None:
        return NextStep(choose()) if prepared is None else NextStep(take_back(prepared.tile), "take back", TakeBack())
    play = PlayTile(chosen.tile, chosen.arm)
    if not view.is_my_turn:
        is_possible = view.arms_shown(chosen.tile) != () and (prepared is None or prepared.tile != chosen.tile)
        return NextStep(play_later(chosen.tile), "prepare" if is_possible else "", play)
    if chosen.arm is None:
        return NextStep(does_not_fit(chosen.tile), "", play)
    return NextStep(play_it(view, Play(chosen.tile, chosen.arm)), "play", play)
