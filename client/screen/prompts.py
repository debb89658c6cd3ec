"""The prompt: the line under the board that says what to do, or what the screen is waiting for.

Here: which sentence it is. Not here: the notice above it (`desk`), what a window asks
(`Window.prompt`), the keys that answer it (`table_keys`).
"""

from collections.abc import Mapping

from client.actions.beginning import after_match, begins_soon
from client.model.absent_host import Continuing
from client.model.announcements import Subject
from client.model.model import Model
from client.model.status import Ended, Lost
from client.picture.pinwheel import Size
from client.screen.desk import Desk
from client.screen.draw import turn_prompt
from client.screen.paper import Fragment, Line
from client.screen.scene import NARROW
from client.screen.windows import TableWindows
from client.view.view import View
from client.words import deal_words, seat_request_words, take_over_words
from client.words.name_words import player, players
from client.words.premove_words import prepared
from client.words.presence_words import waits_for
from client.words.say import say, together
from client.words.wrapping import cells
from protocol.log.table import Stage


def prompt_of(desk: Desk, windows: TableWindows, size: Size, now: float) -> Line:
    """The prompt: first a question, then the state of the connection, then another window, then the table."""
    status, question = desk.model.status, windows.question
    if question is not None:
        return question.prompt()
    if isinstance(status, Ended):
        why = "" if desk.is_connecting else status.text
        return [Fragment("class:prompt", together(why, say("prompt.any_key")))]
    if isinstance(status, Lost):
        found = desk.model.absent_host.found
        if found is not None and desk.model.absent_host.state is not Continuing.STARTING:
            return [Fragment("class:prompt.mine", take_over_words.go_there_now(found))]
        if desk.model.absent_host.state is Continuing.ASKED:
            text = take_over_words.question(desk.view, desk.model.session.succession.continues)
            return [Fragment("class:prompt.mine", text)]
        if desk.model.absent_host.state is Continuing.STARTING:
            return [Fragment("class:prompt", say("take_over.starting"))]
        seconds = desk.delays.seconds_to_retry(status, now)
        is_brief = size.width < NARROW or desk.notice is not None
        return [Fragment("class:notice.alarm", lost("" if is_brief else status.why, seconds, is_brief=is_brief))]
    of_window = next(filter(None, (window.prompt() for window in windows.from_front())), ())
    return of_window or ([] if desk.is_connecting or windows.lobby.is_only_place else _at_table(desk, windows, size))


def _asked_to_host(model: Model) -> Line:
    if model.absent_host.state is Continuing.ASKED:
        return [Fragment("class:prompt.mine", say("asked.press_here"))]
    return [Fragment("class:prompt", say("take_over.after_this_round"))]


def lost(why: str, seconds: float, *, is_brief: bool = False) -> str:
    """`No connection (connection refused). Trying again in 8 s; the table may be out of date.`"""
    again = say("lost.again_now") if seconds < 1 else say("lost.again_in", seconds=f"{seconds:.0f}")
    if is_brief:
        return say("lost.brief", again=again)
    return say("lost.why", why=why, again=again) if why else say("lost", again=again)


def _at_table(desk: Desk, windows: TableWindows, size: Size) -> Line:
    model, view = desk.model, desk.view
    if desk.lookbacks.is_behind_play:
        return [Fragment("class:prompt.mine", _next_after_end(desk, size.width))]
    if desk.delays.is_late:
        return [Fragment("class:prompt", say("prompt.no_answer"))]
    if desk.is_before_match and model.session.is_between_matches:
        is_brief = size.width < NARROW
        return [Fragment("class:prompt", _between_in_room(model, may_sit=windows.seats.may_sit, is_brief=is_brief))]
    if desk.is_before_match:
        begins = model.may_begin and not windows.seats.may_sit
        missing = waiting(view, model.here, begins=begins and size.width >= NARROW)  # the footer has this key, too
        may_sit = windows.seats.may_sit
        return [Fragment("class:prompt", together(missing, say("prompt.enter_seat")) if may_sit else missing)]
    if model.awaited_machine:
        is_mine = model.may_decide or (model.is_asked_to_host and model.absent_host.state is Continuing.ASKED)
        return [Fragment("class:prompt.mine" if is_mine else "class:prompt", model.awaited_machine)]
    asked = model.request_to_answer
    if asked is not None and not (view.is_my_turn and not view.table.paused):
        return [Fragment("class:prompt.mine", seat_request_words.prompt(view, asked))]
    mine = model.presence.seat_requests.mine
    if mine is not None:
        return [Fragment("class:prompt", seat_request_words.waits(view, mine))]
    if model.is_asked_to_host and not view.is_my_turn:
        return _asked_to_host(model)
    if view.is_my_turn and not view.table.paused:
        return turn_prompt(view, model.selection, is_narrow=size.width < NARROW)
    if desk.delays.deal_waits_for is not None and model.deals.due_since is not None:
        waits_for = desk.delays.deal_waits_for
        text = deal_words.waiting_for(model.view, waits_for)
        if cells(text) >= size.width:
            text = deal_words.waiting_for(model.view, waits_for, is_brief=True)
        return [Fragment("class:prompt", text)]
    premove = model.premoves.play
    ready = "" if premove is None else prepared(view, premove.tile, premove.arm)
    if view.table.stage is Stage.OVER:
        return [Fragment("class:prompt", _between_matches(model, size.width))]
    return [Fragment("class:prompt", together(_turn(view, model), ready))]


def _that_fits(width: int, whole: str, otherwise: str) -> str:
    return whole if cells(whole) < width else otherwise


def _between_matches(model: Model, width: int) -> str:
    text = after_match(model, is_brief=width < NARROW)
    if model.may_sit_down:
        sits = say("prompt.enter_sits")
        return _that_fits(width, model.missed_seat or together(text, sits), sits)
    if model.seat is None or model.has_agreed:
        return text
    if model.table.board is not None:
        return together(text, say("prompt.enter_leads"))
    if model.presence.agreed:
        agrees = say("prompt.enter_agrees")
        return _that_fits(width, together(text, begins_soon(model), agrees), together(text, agrees))
    another = say("prompt.enter_another")
    return _that_fits(width, together(text, another), another)  # the board shows that it has ended


def _between_in_room(model: Model, *, may_sit: bool, is_brief: bool) -> str:
    """In the waiting room between two matches: who has agreed, and what Enter does."""
    text = after_match(model, is_brief=is_brief)
    if may_sit:
        return together(text, say("prompt.enter_seat"))
    if model.seat is None or model.has_agreed:
        return text
    return together(text, say("prompt.enter_agrees" if is_brief else "prompt.enter_agrees_to_next"))


def _next_after_end(desk: Desk, width: int) -> str:
    model, end = desk.model, desk.lookbacks.shown
    if model.table.stage is Stage.OVER:
        return say("prompt.match_has_ended")
    if model.session.is_between_matches:
        return _that_fits(width, together(say("prompt.table_changes"), begins_soon(model)), say("prompt.table_changes"))
    is_next_match = end is not None and end.game != model.session.game
    if end is not None and is_next_match and end.view.seat is not None and model.seat is None:
        return _that_fits(width, say("prompt.match_without_you"), say("prompt.began_without_you"))
    if is_next_match and model.is_undecided:
        return _that_fits(width, say("prompt.match_not_agreed"), say("prompt.began_without_you"))
    if model.view.is_my_turn:
        return say("prompt.your_turn")
    return say("prompt.match_has_begun" if is_next_match else "prompt.round_has_begun")


def _turn(view: View, model: Model) -> str:
    """Whose turn it is, or why it is nobody's; and what to do if that player is away and the match waits."""
    table = view.table
    if table.paused:
        return say("paused")
    if view.turn is None:
        return ""
    if not model.here.get(view.turn, True) and waits_for(view, view.turn):
        how = say("prompt.bot_meanwhile") if model.is_host else ""
        return together(say("prompt.away", who=player(view, view.turn)), how)
    watching = say("prompt.you_watch") if view.seat is None and not view.is_bot(view.turn) else ""
    return together(say("turn.whose", who=player(view, view.turn)), watching)


def waiting(view: View, here: Mapping[int, bool], *, begins: bool) -> str:
    """Before a match: who is missing; `begins`: Enter begins without them."""
    free = sum(seat.is_free for seat in view.table.seats)
    people = [seat for seat, who in enumerate(view.table.seats) if who.is_person]
    away = [seat for seat in people if not here.get(seat, True)]
    if not free and not away:
        return say("prompt.all_here")
    missing = say("prompt.waiting", n=free) if free else say("prompt.waiting_for", who=players(view, away))
    how = say("prompt.begins_with_bots" if free else "prompt.begins") if begins else ""
    return together(missing, how)


def is_urgent(desk: Desk, windows: TableWindows) -> bool:
    """Whether no notice may hide the prompt."""
    is_cut = isinstance(desk.model.status, Lost | Ended)
    is_asked = any(window.is_urgent for window in windows.over_board)
    # On my turn a refusal comes first: I need its reason before I try another move.
    is_refused = desk.notice is not None and desk.notice.subject is Subject.REFUSED
    is_asked_to_agree = bool(desk.model.presence.agreed)
    has_arrived = desk.notice is not None and desk.notice.subject is Subject.AWAY
    if is_cut or is_asked or has_arrived:
        return True
    return not is_refused and (desk.lookbacks.is_behind_play or desk.model.view.is_my_turn or is_asked_to_agree)
