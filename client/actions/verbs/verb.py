"""A row for one thing that a player can do: everything that the program knows about it stands there.

Here: the columns of a row, who may do a thing, and how it is sent. Not here: the rows (the modules beside this one),
finding one (`all_verbs`), what only one front end knows about it, because it changes what it shows.
"""

from collections.abc import Callable, Iterable, Iterator
from enum import Enum, auto
from typing import Any, Generic, TypeVar

from client.actions.action import Action, Ask, KeyAction, Show
from client.actions.key_row import EVERYWHERE, KeyRow, key
from client.actions.panel import Choice, choice
from client.model.checks import WhyNot, refusal
from client.model.model import Model
from client.model.premove import Premove
from client.net.link import Link
from client.words import reach_words
from protocol.frozen import frozen
from protocol.log.refusals import Reason
from protocol.wire.messages import Do

_A = TypeVar("_A")
Outcome = Do | Premove | WhyNot | str | None
"""The command sent, the play prepared, why neither was, or a text to show."""


class Who(Enum):
    """Who may do a thing, as far as this program asks; the host decides."""

    ANYBODY = auto()
    BEGINNER = auto()
    """Who may begin the match: the first player at a table without a host, else the host."""
    HOST = auto()
    """The host of the table, or who runs the daemon."""
    HOST_HERE = auto()
    """The host of the table, at the table."""
    OPERATOR = auto()
    """Who runs the daemon."""

    def may(self, model: Model) -> bool:
        """Whether this player is one of them."""
        match self:
            case Who.ANYBODY:
                return True
            case Who.BEGINNER:
                return model.may_begin or model.may_control
            case Who.HOST:
                return model.may_control
            case Who.HOST_HERE:
                return model.is_host
            case Who.OPERATOR:
                return model.own_host is not None

    def refusal(self, model: Model, action: Any) -> WhyNot:
        """Why a player who is none of them may not."""
        if self is Who.OPERATOR:
            return WhyNot(reach_words.NOT_THE_HOST)
        return refusal(model.view, Reason.NOT_ALLOWED, action)

    def send(self, model: Model, command: Any) -> Do | WhyNot | None:
        """Send what they ask for: to the table, or to the player's own daemon."""
        if self is Who.OPERATOR:
            return model.ask_own_host(command)
        is_by_daemon = self is Who.HOST or (self is Who.BEGINNER and not model.may_begin)
        if is_by_daemon and not model.is_host:
            return model.ask_own_host(command, model.session.table_name)
        return model.ask(command)


@frozen
class Typed(Generic[_A]):
    """How a thing is typed. `words`: what such a line begins with.

    `read`: from the rest of the line to the action, or why it is none. `rest`: back, from an action to what follows the
    first of the words, where a button needs it. `help`: examples with their meanings, in the order of the help.
    """

    words: str
    read: Callable[[Model, str], Action | WhyNot]
    rest: Callable[[_A], str] | None = None
    help: tuple[tuple[str, str], ...] = ()


@frozen
class Verb(Generic[_A]):
    """A thing that can be done.

    `action`: what stands for it; `only`: this one, and not others of its class. `who`: may do it. `do`: what it does;
    without it, a command is sent, and each front end does the rest itself. `needs_table`: whether it needs one to be
    typed. `offered`: its lines in the menu now. `question`: what is asked first, if it costs something; the number is
    the time on the model's clock. `icon`: before its lines on the page.
    """

    action: type[_A]
    only: _A | None = None
    who: Who = Who.ANYBODY
    do: Callable[[Model, Link, _A], Outcome] | None = None
    keys: tuple[KeyRow[KeyAction], ...] = ()
    typed: Typed[_A] | None = None
    needs_table: bool = True
    offered: Callable[[Model], Iterable[Choice]] = lambda _: ()
    question: Callable[[Model, _A, float], str | None] = lambda *_: None
    icon: str = ""


def word(typed: str, action: Action, meaning: str = "") -> Typed[Any]:
    """A word without anything behind it."""
    return Typed(typed, lambda *_: action, lambda _: "", ((typed, meaning),) if meaning else ())


def asks(keys: str, meaning: str, brief: str = "", where: tuple[str, ...] = EVERYWHERE) -> Verb[Ask]:
    """A question about the table; the first of its keys is its letter."""
    action = Ask(keys[0])
    return Verb(Ask, action, keys=(key(keys, action, meaning, brief, where),))


def shows(
    panel: str,
    title: str = "",
    keys: tuple[KeyRow[KeyAction], ...] = (),
    *,
    when: Callable[[Model], bool] = lambda _: True,
    who: Who = Who.ANYBODY,
    icon: str | None = None,
    typed: Typed[Show] | None = None,
    needs_table: bool = True,
) -> Verb[Show]:
    """A panel. `title`: its line in the menu, empty if it has none; `when`: whether it is there now.

    Without an `icon`, a panel of the menu has that of its name.
    """

    def offered(model: Model) -> Iterator[Choice]:
        if title and when(model):
            yield choice(title, Show(panel))

    picture = icon if icon is not None else panel if title else ""
    return Verb(Show, Show(panel), who, None, keys, typed, needs_table, offered, icon=picture)
