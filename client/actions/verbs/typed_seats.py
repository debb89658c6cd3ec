"""Commands about one seat, typed with a name or a number: `kick Ana`, `bot 2 club`.

Not here: the commands (the rows of `hosting` and `match`).
"""

from collections.abc import Callable
from typing import TypeVar

from client.actions.action import Action
from client.actions.verbs.verb import Example, Typed
from client.model.checks import WhyNot
from client.model.model import Model
from client.words import refusal_words
from client.words.name_words import is_number, seat_typed, shown
from client.words.say import say
from protocol.log.commands import AddBot, HandOver, Kick, Readmit, RemoveBot

_A = TypeVar("_A", AddBot, HandOver, Kick, Readmit, RemoveBot)


def seat_of(model: Model, who: str) -> int | None:
    """The seat with this number or name; None if there is none."""
    return seat_typed(who, [shown(seat.name or "") for seat in model.table.seats])


def no_such_player(model: Model, who: str) -> WhyNot:
    """Why there is no such seat."""
    if not who:
        return WhyNot(say("typed.who"))
    if is_number(who):
        return WhyNot(refusal_words.no_such_seat(len(model.table.seats)))
    return WhyNot(say("typed.nobody_called", name=repr(shown(who))))


def about_seat(
    word: str,
    make: Callable[[int, str], _A],
    split: Callable[[str], tuple[str, str]] = lambda rest: (rest, ""),
    more: Callable[[_A], str] = lambda _: "",
    group: str = "",
    help_: tuple[Example, ...] = (),
) -> Typed[_A]:
    """Such a command. `split`: the rest of the line into the player and what follows; `more`: that of an action."""

    def read(model: Model, rest: str) -> Action | WhyNot:
        who, what = split(rest)
        seat = seat_of(model, who)
        return no_such_player(model, who) if seat is None else make(seat, what)

    return Typed(word, read, lambda action: f"{(action.seat or 0) + 1} {more(action)}".strip(), group, help_)
