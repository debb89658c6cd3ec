"""The match and its seats: sitting down, beginning it, playing again, and going on where its host is gone.

Not here: what only the host can do (`hosting`), leaving a seat or a table (`going`).
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from client.actions.action import Action, AnalyseMatch, AnswerNext, BringBack, GoThere, TakeOver
from client.actions.beginning import after_match, question_before_beginning
from client.actions.key_row import SCREEN, key
from client.actions.panel import Choice, choice
from client.actions.verbs.typed_seats import no_such_player, seat_of
from client.actions.verbs.verb import HOSTS, SEATS, Allowed, Example, Outcome, Typed, Verb, line, two_words, word
from client.model import asking
from client.model.absent_host import Continuing
from client.model.checks import WhyNot, refusal
from client.model.model import Model
from client.words import room_words, seat_request_words, take_over_words
from client.words.say import Phrase, say
from protocol.log.commands import AnswerRequest, HandOver, Rematch, RequestSeat, Start, TakeSeat
from protocol.log.refusals import Reason
from protocol.log.table import Stage

if TYPE_CHECKING:
    from client.net.link import Link

SAME: Final = "same"
"""Typed after `rematch`: with the same deals."""
_REMATCH: Final = (
    Example("rematch", Phrase("typed.rematch")),
    Example("rematch same", Phrase("typed.rematch_same")),
)
_SIT: Final = Example("sit 2", Phrase("typed.sit_there")), Example("sit", Phrase("typed.sit"))
_ASK: Final = (
    Example("ask 2", Phrase("typed.ask_for_seat")),
    Example("ask off", Phrase("typed.ask_no_more")),
)
OFF: Final = "off"
"""Typed after `ask`: for no seat any more."""
NO: Final = "no"
"""Typed after `admit Cho`: she does not get the seat."""
_TAKE_BACK: Final = (
    Example("takeback", Phrase("typed.take_back")),
    Example("takeback anyway", Phrase("typed.take_back_anyway")),
)
ANYWAY: Final = "anyway"
"""Typed after `takeback`: also if the other host does not answer."""


def is_over(model: Model) -> bool:
    """Whether the match has ended, at a table that is no board of a fixture."""
    return model.table.stage is Stage.OVER and model.table.board is None


# Playing again.


def _rematch(model: Model, _link: "Link", action: Rematch) -> Outcome:
    if model.table.stage is not Stage.OVER and not model.session.is_between_matches:
        return refusal(model.view, Reason.MATCH_NOT_OVER)
    presence = model.presence
    is_asked = model.seat in presence.agreed and action.same_deals == (model.seat in presence.want_same_deals)
    return after_match(model) if is_asked else model.ask(action)


def _read_rematch(_: Model, rest: str) -> Action | WhyNot:
    is_known = rest in ("", SAME)
    return Rematch(same_deals=rest == SAME) if is_known else WhyNot(say("typed.how_to_rematch", same=SAME))


def _rematches(model: Model) -> Iterator[Choice]:
    if model.seat is None:
        return
    if model.session.is_between_matches:
        yield choice(room_words.agrees(model.view, is_same=model.is_same_again), Rematch())
    elif is_over(model):
        yield choice(say("menu.play_again"), Rematch())
        yield choice(say("menu.same_deals"), Rematch(same_deals=True))
    elif model.table.stage is Stage.OVER:
        yield choice(say("board.next_board"), Rematch())


def _question_before_rematch(model: Model, _: Rematch, now: float) -> str | None:
    return None if model.seat is None else question_before_beginning(model, now)


def _starts(model: Model) -> Iterator[Choice]:
    if model.session.is_between_matches or is_over(model):
        if model.may_control:
            yield choice(say("room.begin_now"), Start())
    elif model.table.stage is Stage.SEATING:
        yield choice(say("menu.begin"), Start())


# Sitting down.


def _read_sit(model: Model, rest: str) -> Action | WhyNot:
    if rest and not rest.isdecimal():
        return WhyNot(say("typed.how_to_sit"))
    seat = seat_of(model, rest) if rest else None
    if rest and seat is None:
        return no_such_player(model, rest)
    if not model.view.is_playing or model.seat is not None:
        return TakeSeat(seat)
    seats = model.seats_to_ask_for
    return RequestSeat(seat if seat is not None else seats[0]) if seat is not None or seats else _no_seat(model)


# The seat of a bot, in a match.


def _no_seat(model: Model) -> WhyNot:
    requests = model.presence.seat_requests
    if requests.mine is not None:
        return WhyNot(seat_request_words.waits(model.view, requests.mine))
    return WhyNot(seat_request_words.why_no_seat(model.view, requests.by_seat.values()))


def _read_ask(model: Model, rest: str) -> Action | WhyNot:
    if rest == OFF:
        return RequestSeat()
    seats = model.seats_to_ask_for
    if not rest:
        return RequestSeat(seats[0]) if seats else _no_seat(model)
    seat = seat_of(model, rest)
    return no_such_player(model, rest) if seat is None else RequestSeat(seat)


def _ways_to_ask(model: Model) -> Iterator[Choice]:
    for seat in model.seats_to_ask_for:
        yield choice(seat_request_words.ask_label(model.view, seat), RequestSeat(seat))
    if model.presence.seat_requests.mine is not None:
        yield choice(say("seat_request.take_back"), RequestSeat())


def _answer(model: Model, _link: "Link", action: AnswerRequest) -> Outcome:
    """Answer at the table; who runs the daemon answers from elsewhere, too."""
    if model.may_control and not model.is_host:
        return model.ask_own_host(action, model.session.table_name)
    return model.ask(action)


def _answer_next(model: Model, link: "Link", action: AnswerNext) -> Outcome:
    asked = model.request_to_answer
    if asked is None:
        return WhyNot(say("seat_request.nobody_asks"))
    return _answer(model, link, AnswerRequest(asked.seat, asked.name, action.admits))


def _read_admit(model: Model, rest: str) -> Action | WhyNot:
    name, _, last = rest.rpartition(" ")
    name, admits = (name.strip(), False) if name and last.casefold() == NO else (rest, True)
    requests = model.presence.seat_requests
    asked = requests.named(name) if name else model.request_to_answer
    return WhyNot(say("seat_request.nobody_asks")) if asked is None else AnswerRequest(asked.seat, asked.name, admits)


def _answers(model: Model) -> Iterator[Choice]:
    asked = model.request_to_answer
    if asked is not None:
        for admits in (True, False):
            yield choice(seat_request_words.answer_label(model.view, asked, admits=admits), AnswerNext(admits))


# Where the host is gone, or asks somebody else.


def _take_over(model: Model, link: "Link", _: TakeOver) -> Outcome:
    return link.take_over() if model.rival is None else asking.lead_to(model, model.rival)


def _ways_to_take_over(model: Model) -> Iterator[Choice]:
    if model.is_asked_to_host and model.absent_host.state is Continuing.ASKED:
        yield choice(say("menu.host_here"), TakeOver())
    if model.rival is not None:
        yield choice(take_over_words.lead_there_label(model.rival), TakeOver())


def _take_back(_: Model, link: "Link", action: BringBack) -> Outcome:
    return link.bring_back(anyway=action.anyway)


def _ways_to_take_back(model: Model) -> Iterator[Choice]:
    if model.absent_host.left is not None:
        yield choice(take_over_words.take_back_label(anyway=False), BringBack())
        if model.absent_host.is_silent_elsewhere:
            yield choice(take_over_words.take_back_label(anyway=True), BringBack(anyway=True))


def _question_before_taking_back(model: Model, action: BringBack, _: float) -> str | None:
    return None if model.absent_host.left is None else take_over_words.take_back_question(anyway=action.anyway)


def _read_take_back(_: Model, rest: str) -> Action | WhyNot:
    return BringBack(rest == ANYWAY) if rest in ("", ANYWAY) else WhyNot(say("typed.how_to_take_back", anyway=ANYWAY))


def _may_decline(model: Model) -> bool:
    return model.presence.hand_over is not None and (model.is_asked_to_host or model.may_control)


MATCH: Final = (
    Verb(
        Rematch,
        do=_rematch,
        keys=(key("D", Rematch(same_deals=True), Phrase("key.same_deals"), Phrase("key.same_deals_briefly")),),
        typed=Typed("rematch", _read_rematch, lambda rematch: SAME if rematch.same_deals else "", SEATS, _REMATCH),
        offered=_rematches,
        question=_question_before_rematch,
        icon="again",
    ),
    Verb(
        Start,
        who=Allowed.BEGINNER,
        typed=word("start", Start(), means=Phrase("typed.start")),
        offered=_starts,
        question=lambda model, _, now: question_before_beginning(model, now),
        icon="begin",
    ),
    Verb(
        TakeSeat,
        typed=Typed("sit", _read_sit, lambda sit: "" if sit.seat is None else str(sit.seat + 1), SEATS, _SIT),
        offered=lambda model: (choice(say("room.sit_down"), TakeSeat()),) if model.may_sit_down else (),
    ),
    Verb(
        RequestSeat,
        typed=Typed("ask", _read_ask, lambda asks: OFF if asks.seat is None else str(asks.seat + 1), SEATS, _ASK),
        offered=_ways_to_ask,
        icon="person",
    ),
    Verb(
        AnswerRequest,
        do=_answer,
        typed=Typed("admit", _read_admit, lambda it: it.name if it.admits else f"{it.name} {NO}", SEATS),
    ),
    Verb(
        AnswerNext,
        do=_answer_next,
        keys=(
            key("y", AnswerNext(True), Phrase("key.admit"), Phrase("key.admit_briefly")),
            key("N", AnswerNext(False), Phrase("key.do_not_admit"), Phrase("key.do_not_admit_briefly")),
        ),
        offered=_answers,
        icon="person",
    ),
    Verb(
        AnalyseMatch,
        keys=(key("A analyse", AnalyseMatch(), Phrase("key.analyse_match"), Phrase("key.analyse_briefly")),),
        offered=line(Phrase("menu.analyse"), AnalyseMatch(), lambda model: model.table.stage is Stage.OVER),
        icon="analysis",
    ),
    Verb(
        TakeOver,
        do=_take_over,
        keys=(key("T", TakeOver(), Phrase("key.take_over"), Phrase("key.take_over_briefly"), (SCREEN,)),),
        typed=two_words("take over", TakeOver(), Phrase("typed.how_to_take_over"), HOSTS, Phrase("key.take_over")),
        needs_table=False,
        offered=_ways_to_take_over,
    ),
    Verb(
        GoThere,
        do=lambda _model, link, _: link.go_there(),
        keys=(key("Y", GoThere(), Phrase("key.go_there"), Phrase("key.go_there_briefly"), (SCREEN,)),),
        typed=two_words("go there", GoThere(), Phrase("typed.how_to_go_there"), HOSTS, Phrase("key.go_there")),
        needs_table=False,
    ),
    Verb(
        BringBack,
        do=_take_back,
        typed=Typed("takeback", _read_take_back, lambda back: ANYWAY if back.anyway else "", HOSTS, _TAKE_BACK),
        needs_table=False,
        offered=_ways_to_take_back,
        question=_question_before_taking_back,
    ),
    Verb(
        HandOver,
        HandOver(None),
        typed=word("decline", HandOver(None), HOSTS, Phrase("typed.decline")),
        offered=line(Phrase("menu.decline"), HandOver(None), _may_decline),
    ),
)
