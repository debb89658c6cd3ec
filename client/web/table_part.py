"""The board, the sum of its ends in words, and the advice under it.

Here: these three, and the shape of the space for the board. Not here: the picture (`board_part`), the places for the
chosen tile (`ghosts_part`), the hand and its buttons (`hand_part`).
"""

from collections.abc import Iterator, Sequence
from typing import Final

from client.actions.beginning import after_match
from client.model.lookback import is_at_an_end
from client.model.recent import Recent, since_my_move
from client.panels.words import about_round
from client.picture.markup import SPACE, Markup, joined, tag
from client.picture.svg import symbols
from client.view.view import View
from client.web import page_words
from client.web.board_part import board_of, size_in
from client.web.ghosts_part import ends_to_choose, ghosts
from client.web.page_controls import field
from client.web.page_messages import Value
from client.web.shared_parts import own
from client.web.state import State
from client.words import play_words
from client.words.answer_words import must_lead, whose_turn
from client.words.deal_words import waiting_for
from client.words.event_words import turn
from client.words.room_words import bot_has_your_seat
from client.words.say import say, together
from client.words.score_words import counts_nothing, is_exposed_double
from client.words.seat_request_words import waits
from protocol.game.table_options import Assist
from protocol.log.events import Entry, RoundDealt, Scored, TilePlayed
from protocol.log.table import Stage


def tiles_of_the_set(state: State) -> Markup:
    """Every tile of the set as a symbol, for all pictures of the page; also of an older match and of a lesson."""
    tables = [state.model.table] if state.is_at_table else []
    tables += [table for window in state.windows.values() for table in window.tables()]
    return symbols(max(table.rules.max_pip for table in tables)) if tables else Markup()


def board(state: State) -> Markup:
    """The board; empty before the match, and for a player who sees it on a TV."""
    view, end = state.view_shown, state.ends.of_round
    if not state.is_at_table or state.is_on_tv or view.table.stage is Stage.SEATING:
        return Markup()
    if view.round is None:
        return _before_first_deal() if view.is_playing else Markup()
    recent, shape = (_recent(state), state.room.shape) if end is None else (end.recent, state.ends.shape)
    is_running = view.turn is not None
    picture = board_of(view.layout, recent.tiles, shape, newest=recent.newest, has_ends=is_running)
    before = [_who_leads(view)] if view.layout.lead is None and is_running else []
    return tag("div", picture, *before, own(ghosts(state)), class_=_class_of_board(state))


def _before_first_deal() -> Markup:
    """The place of the board, so that nothing moves when it comes."""
    return tag("div", tag("p", say("deal.the_match_begins"), class_="who-leads", aria_hidden="true"), class_="felt")


def _recent(state: State) -> Recent:
    session = state.model.session
    return state.made_once("recent", state.entries_read, lambda: since_my_move(session.entries, session.seat))


def _class_of_board(state: State) -> Markup:
    """The names of the ends with a ghost hide the arrows there."""
    arms = own(*(Markup(f" at-{arm}") for arm in ends_to_choose(state)))
    return joined(["felt", arms, Markup(" quiet" if state.has_ended else "")])


def _who_leads(view: View) -> Markup:
    """Large, instead of an empty board. A screen reader has it in the sentences and in the advice."""
    return tag("p", page_words.who_leads(view), class_="who-leads", aria_hidden="true")


# The sum.


def sum_in_words(state: State) -> Markup:
    """`0 + 5 + 5 = 10: 2 points for Ben`, and below it the advice or an answer to the last press.

    After a round, how it has ended.
    """
    view, end = state.model.view, state.ends.of_round
    if end is not None and state.is_at_table:
        about = about_round(state.model, end.game, end.row.number)
        said = [tag("p", end.verdict, class_="verdict"), *(tag("p", line, class_="about") for line in about)]
        return tag("div", *said, *([] if state.has_ended else [_told(state)]), class_="ended")
    if not state.is_at_table or view.table.stage is Stage.SEATING or (view.round is None and not view.is_playing):
        return Markup()
    made_of = (view, *state.entries_read)
    added = [state.made_once("sum", made_of, lambda: sum_line(state, view))] if view.layout.lead is not None else []
    if state.has_ended:
        return tag("div", *added)
    return tag("div", *added, _told(state))


def _told(state: State) -> Markup:
    """The answer to the last press, or the advice."""
    notice = state.sentences.notice
    told = tag("p", advice(state), class_="advice") if notice is None else tag("p", notice.text, class_="notice")
    return tag("div", own(told), class_="told")


def sum_line(state: State, view: View) -> Markup:
    """`0 + 5 + 5 = 10: 2 points for Ben`."""
    total = view.layout.end_sum
    terms = list(_terms(view))
    is_sum = len(terms) > 1 and sum(terms) == total
    ends = f"{' + '.join(map(str, terms))} =" if is_sum else say("page.ends_make")
    points, is_scored = _points(state.model.session.entries, view)
    summed = tag("b", f"{total}{say('colon')}{points}", class_="scored" if is_scored else None)
    return tag("p", ends, SPACE, summed, class_="sum")


def _terms(view: View) -> Iterator[int]:
    for end in view.ends:
        if is_exposed_double(view.layout, end) and end.worth == 2 * end.pip:
            yield from (end.pip, end.pip)
        elif not counts_nothing(view.layout, end):
            yield end.worth


def _points(entries: Sequence[Entry], view: View) -> tuple[str, bool]:
    """The points of the sum and who earned them, and whether it scores."""
    worth = view.tally.points
    if not worth:
        return say("count.points", n=0), False
    awarded: Scored | None = None
    for entry in reversed(entries):
        match entry.event:
            case Scored():
                awarded = entry.event
            case TilePlayed(seat=seat):
                if awarded is None or awarded.seat != seat or not awarded.awarded:
                    return say("page.points_not_counted", points=say("count.points", n=worth)), False
                return page_words.points_for(awarded.awarded, view, seat), True
            case RoundDealt():
                break
            case _:
                pass
    return say("count.points", n=worth), True


# What to do.

_HOW: Final = {Assist.POINTS: "page.tap", Assist.LEGAL: "page.tap_fitting", Assist.NONE: "page.tap_plain"}


def why_nobody_plays(state: State) -> str:
    """Why it is nobody's turn, in a sentence; empty if it is somebody's."""
    view = state.model.view
    if view.table.stage is Stage.OVER:
        return after_match(state.model)
    if view.table.paused:
        return say("page.paused")
    if state.model.awaited_machine:
        return state.model.awaited_machine
    if is_at_an_end(view.table) or view.turn is None:
        missing = state.model.deal_waits_for(state.services.now())
        return whose_turn(view) if missing is None else waiting_for(view, missing)
    return ""


def advice(state: State) -> str:
    """The advice: what the player can do, or whose turn it is."""
    view, premove, why_not = state.model.view, state.model.premoves.play, why_nobody_plays(state)
    if why_not or view.turn is None:
        return why_not
    if state.ends.of_round is not None:
        return together(say("round.new"), turn(view, is_seen=True))
    if view.is_my_turn and len(ends_to_choose(state)) > 1:
        return say("page.choose_end") if state.is_on_tv else say("page.tap_end")
    if state.model.is_undecided:
        return together(turn(view, is_seen=True), say("match.you_are_undecided"))
    if view.is_my_turn:
        mine = turn(view, is_seen=True)
        return together(mine, say(_HOW[view.assist])) if view.choices().plays or view.assist is Assist.NONE else mine
    if view.seat is None:
        asked, lost = state.model.presence.seat_requests.mine, bot_has_your_seat(state.model.agreement.bot_in_seat)
        return together(turn(view), (lost or say("page.watching")) if asked is None else waits(view, asked))
    if premove is not None:
        return page_words.is_ready(premove.tile, "" if premove.arm is None else play_words.where(view, premove.arm))
    return together(page_words.others_turn(view, view.turn), must_lead(view))


# The presses.


def _take_shape(state: State, value: Value) -> None:
    state.room.size = size_in(field(value)) or state.room.size


PRESSES: Final = {"shape": _take_shape}
