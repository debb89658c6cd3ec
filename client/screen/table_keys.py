"""Choosing and playing at the table of the full screen, and the keys that its footer offers.

Here: carrying out these actions, and the clicks on tiles and ends. Not here: which key stands for which action
(`actions.keys`), which keys reach the table (`table_screen`).
"""

from client.actions.action import Select
from client.actions.choosing import select
from client.actions.key_row import row_of
from client.actions.keys import TABLE
from client.actions.next_step import NextStep, next_step
from client.actions.questions import answer
from client.model.absent_host import Continuing
from client.model.announcements import Subject
from client.model.checks import WhyNot, refusal
from client.model.model import Model
from client.model.selection import Selection, select_tile
from client.model.status import Lost
from client.screen.card import to_close
from client.screen.desk import Desk
from client.screen.frame_lines import KeyHint
from client.screen.key_hints import hint, hint_for, hints_for
from client.screen.paper import EndHit, TileHit
from client.screen.seats_window import SeatsWindow
from client.screen.window import TableOwner
from client.view.view import View
from client.words.say import say, together
from protocol.frozen import define
from protocol.game.layout import Arm
from protocol.game.rules import Draw
from protocol.game.table_options import Assist
from protocol.game.tiles import Tile
from protocol.log.commands import DrawTile, Knock, PlayTile
from protocol.log.refusals import Reason
from protocol.log.table import Stage


@define(eq=False)
class TableKeys:
    """The keys that change a desk or the player's selection."""

    desk: Desk
    owner: TableOwner

    def select(self, action: Select, now: float) -> None:
        """Choose a tile or an end, or say why not."""
        model = self.desk.model
        selected = select(action, model.view, model.selection, now)
        if isinstance(selected, WhyNot):
            self.desk.answer(selected)
        else:
            model.selection = selected

    def do_next(self) -> None:
        """Do the one thing that there is to do now; if there is none, say what is being waited for."""
        desk, model = self.desk, self.desk.model
        step = next_step(model, model.selection)
        if step is None:
            desk.notify(together(*answer(model, "t")))
        elif step.action is None:
            desk.notify(step.label, Subject.REFUSED)
        else:
            self.owner.request(step.action)

    def hit(self, target: TileHit | EndHit) -> None:
        """Select the tile or the end that was clicked; a second click plays."""
        model = self.desk.model
        tile, arm = model.selection.tile, model.selection.arm
        match target:
            case TileHit() if target.tile != tile:
                model.selection = select_tile(model.view, target.tile)
            case EndHit() if target.arm is not arm:
                self._select_end(tile, target.arm)
            case _ if tile is not None:
                self.desk.notice = None
                self.owner.carry_out(PlayTile(tile, arm))

    def _select_end(self, tile: Tile | None, arm: Arm) -> None:
        model = self.desk.model
        if tile is None:
            return
        if arm in model.view.arms_to_choose(tile):
            model.selection = Selection(tile, arm)
        else:
            self.desk.notify(refusal(model.view, Reason.DOES_NOT_FIT, PlayTile(tile, arm)).text, Subject.REFUSED)


# What the footer shows.


def hints_of(desk: Desk, seats: SeatsWindow) -> tuple[KeyHint, ...]:
    """The keys that do something now, the most useful first; the footer always has room for the last one."""
    model = desk.model
    go_there = _hints("Y") if model.absent_host.found is not None and isinstance(model.status, Lost) else ()
    leads = model.absent_host.state is Continuing.ASKED or model.rival is not None
    answers = _hints("y N") if model.request_to_answer is not None else ()
    continue_here = (*go_there, *answers, *(_hints("T") if leads else ()))
    if desk.lookbacks.is_behind_play:
        return *continue_here, hint("space", say("footer.continue")), *_hints("s l / q ?")
    if desk.is_connecting:
        return _hints("q")
    step = next_step(model, model.selection)
    if desk.is_before_match:
        # Enter takes the selected seat if it is free.
        host = model.own_host
        has_other = host is not None and len(host.ways_in) > 1
        link = () if host is None or not model.ways_here else _hints("L a") if has_other else _hints("L")
        menu_key = _hints("x") if model.may_control and model.session.is_between_matches else ()
        return *(() if seats.may_sit else _step(step)), *menu_key, *seats.hints(), *link, *_hints("/ r j q ?")
    if isinstance(model.status, Lost):
        return *continue_here, *_step(step), *_hints("s l q ?")
    if desk.view.table.stage is Stage.OVER:
        other = hint("space", say("footer.curve" if desk.lookbacks.shows_last_board else "footer.board"))
        compare = _hints("C") if desk.view.table.repeats is not None else ()
        same_deals = "" if model.seat is None or model.has_agreed else "D"
        menu = "x" if model.may_control else ""
        return *_step(step), other, *compare, *_hints(f"{menu} A s q {same_deals} l / j ?")
    if model.seat is None:
        return *continue_here, *_step(step), *_hints("l s / q j o ?")
    if desk.view.table.paused:
        return *continue_here, *_step(step), *_hints("/ s x q ?")
    moves = (*continue_here, *_moves(model, desk.view, step))
    if desk.introduction or model.introduction.is_about(model.session):
        close = (to_close(),) if desk.introduction else ()
        return *moves, *close, *_hints("r / s h q x o ?")
    return *moves, *_hints("/ s h q r x o ?")


def _moves(model: Model, view: View, step: NextStep | None) -> tuple[KeyHint, ...]:
    if view.assist is Assist.NONE and view.is_my_turn:  # show every move, so that the footer gives no help
        draw = _hints("space") if view.table.rules.draw is not Draw.NONE else ()
        return *_hints("right down"), hint("enter", say("footer.play")), *draw, *_hints("k")
    if step is not None and isinstance(step.action, DrawTile | Knock):
        return _step(step)
    if view.is_my_turn:
        all_plays = hint("i", say("footer.all_plays"))
        advice = _hints("i") if model.hint_request.given is None else (all_plays,)
        advice = advice if view.assist is Assist.POINTS else ()
        return *_hints("right down"), hint("enter", say("footer.play")), *advice
    take_back = (hint("escape", say("next.take_back_briefly")),) if model.premoves.play is not None else ()
    return *_hints("right down"), *(take_back or _step(step))


def _step(step: NextStep | None) -> tuple[KeyHint, ...]:
    """Enter, with what it does now; a key of its own for the same goes first."""
    if step is None or not step.brief:
        return ()
    row = row_of(TABLE, step.action)
    return (hint("enter", step.brief),) if row is None else (hint_for(row, row.first_key),)


def _hints(keys: str) -> tuple[KeyHint, ...]:
    return hints_for(TABLE, keys)
