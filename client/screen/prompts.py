"""The line that says what is to be done now, or what is waited for.

Lives here: which sentence that is in which state. Not here: the sentences (`screen.screen_words`), the notice above it
(`desk`), which keys do it (`hints`).
"""

from client.model.model import Model
from client.model.premove import prepared
from client.model.status import Ended, Lost
from client.screen import screen_words as words_screen
from client.screen.desk import Desk
from client.screen.draw import turn_prompt
from client.screen.form_sheet import FormSheet
from client.screen.panels import REFUSED
from client.screen.paper import Fragment, Line
from client.screen.scene import NARROW
from protocol.log.table import Stage


def prompt_of(desk: Desk, now: float) -> Line:
    """The prompt: a question comes first, then what has happened to the connection, then the game."""
    status = desk.model.status
    match status:
        case _ if desk.over.asks is not None:
            return [Fragment("class:prompt.mine", desk.over.asks.text)]
        case Ended():
            text = "" if desk.is_connecting else status.text
            return [Fragment("class:prompt", words_screen.goodbye(text))]
        case Lost():
            left = status.retry_in - (now - desk.status_since)
            is_brief = desk.size.width < NARROW or desk.notice is not None
            told = words_screen.lost_briefly(left) if is_brief else words_screen.lost(status.why, left)
            return [Fragment("class:notice.alarm", told)]
    if desk.over.form is not None:
        return _about_form(desk.over.form)
    if desk.over.is_in_lobby:
        choose = words_screen.choose_table(len(desk.model.lobby.tables))
        return [Fragment("class:prompt", words_screen.NEEDS_A_WORD if desk.over.needs_password else choose)]
    return [] if desk.is_connecting else _at_table(desk)


def _about_form(sheet: FormSheet) -> Line:
    if sheet.is_wrong:
        return [Fragment(REFUSED, sheet.told_wrong)]
    return [Fragment("class:prompt", sheet.told)]


def _at_table(desk: Desk) -> Line:
    model, view = desk.model, desk.view
    if desk.looks_back:
        return [Fragment("class:prompt.mine", _what_is_next(model))]
    if desk.is_late:
        return [Fragment("class:prompt", words_screen.ON_ITS_WAY)]
    if desk.is_seating:
        return [Fragment("class:prompt", words_screen.waiting(view, model.here, is_host=model.is_host))]
    if view.is_my_turn and not view.table.paused:
        return turn_prompt(view, model.selection, is_narrow=desk.size.width < NARROW)
    kept = model.premoves.play
    ready = "" if kept is None else f" {prepared(kept)}"
    return [Fragment("class:prompt", f"{words_screen.prompt(view)}{ready}")]


def _what_is_next(model: Model) -> str:
    if model.table.stage is Stage.OVER:
        return words_screen.GO_ON_OVER
    return words_screen.GO_ON_YOUR_TURN if model.view.is_my_turn else words_screen.GO_ON


def is_urgent(desk: Desk) -> bool:
    """Whether the prompt says what nothing else may hide."""
    is_cut = isinstance(desk.model.status, Lost | Ended)
    is_asked = desk.over.asks is not None or (desk.over.form is not None and desk.over.form.is_wrong)
    # Why my play was not possible is what I have to know before I try another.
    is_refused = desk.notice is not None and desk.notice.style == REFUSED
    return is_cut or is_asked or desk.looks_back or (desk.model.view.is_my_turn and not is_refused)
