"""A row for one thing that a player can do: everything that the program knows about it stands there.

Here: the columns of a row, who may do a thing, how it is sent, and short ways to write rows. Not here: the rows (the
modules beside this one), finding one (`all_verbs`), what only one front end knows, because it changes what it shows.
"""

from collections.abc import Callable, Iterable, Iterator
from enum import Enum, auto
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from client.actions.action import Action, Ask, KeyAction, Show
from client.actions.key_row import EVERYWHERE, KeyRow, key
from client.actions.panel import Choice, choice
from client.model.checks import WhyNot, refusal
from client.model.model import Model
from client.model.premove import Premove
from client.words.say import Phrase, say
from protocol.frozen import frozen
from protocol.log.refusals import Reason
from protocol.wire.messages import Do

if TYPE_CHECKING:
    from client.net.link import Link  # which imports trio; rules and replays in lines do without

_A = TypeVar("_A")
SEATS, OTHERS, HOSTS, LEAGUE = "seats", "others", "hosts", "league"
"""Groups of commands: about one's own seat, about other tables and oneself, about another host, about a league."""
Outcome = Do | Premove | WhyNot | str | None
"""The command sent, the play prepared, why neither was, or a text to show."""
Reader = Callable[[Model, str], Action | WhyNot]
"""From what follows a word to an action, or why it is none."""
Lines = Callable[[Model], Iterable[Choice]]
"""The lines of a menu now."""


class Allowed(Enum):
    """Who may do a thing, as far as this program asks; the host decides."""

    ANYBODY = auto()
    BEGINNER = auto()
    """Who may begin the match: the first player at a table without a host, else the host."""
    SEATER = auto()
    """Who may seat bots and send them away: the same, also after a match."""
    HOST = auto()
    """The host of the table, or who runs the daemon."""
    HOST_HERE = auto()
    """The host of the table, at the table."""
    OPERATOR = auto()
    """Who runs the daemon."""

    def may(self, model: Model) -> bool:
        """Whether this player is one of them."""
        match self:
            case Allowed.ANYBODY:
                return True
            case Allowed.BEGINNER:
                return model.may_begin or model.may_control
            case Allowed.SEATER:
                return model.may_seat_bots or model.may_control
            case Allowed.HOST:
                return model.may_control
            case Allowed.HOST_HERE:
                return model.is_host
            case Allowed.OPERATOR:
                return model.own_host is not None

    def refusal(self, model: Model, action: Any) -> WhyNot:
        """Why a player who is none of them may not."""
        if self is Allowed.OPERATOR:
            return WhyNot(say("host.not_the_host"))
        return refusal(model.view, Reason.NOT_ALLOWED, action)

    def send(self, model: Model, command: Any) -> Do | WhyNot | None:
        """Send what they ask for: to the table, or to the player's own daemon."""
        if self is Allowed.OPERATOR:
            return model.ask_own_host(command)
        here = {Allowed.BEGINNER: model.may_begin, Allowed.SEATER: model.may_seat_bots, Allowed.HOST: False}
        may_here = here.get(self, True)
        if not may_here and not model.is_host:
            return model.ask_own_host(command, model.session.table_name)
        return model.ask(command)


class Example(NamedTuple):
    """What can be typed, as `kick Ana`, and what it does."""

    typed: str
    means: Phrase


@frozen
class Typed(Generic[_A]):
    """How a thing is typed.

    `word`: with which it begins. `read`: the rest of what is typed. `rest`: back, from an action to what follows the
    word, where a button needs it. `group`: that of commands which a list folds into one line if it would be long; empty
    for a line of its own. `help`: examples; the list of commands shows the first, so that is short.
    """

    word: str
    read: Reader
    rest: Callable[[_A], str] | None = None
    group: str = ""
    help: tuple[Example, ...] = ()

    def text(self, action: _A) -> str | None:
        """What is typed for this action; None if no button needs it."""
        return None if self.rest is None else f"{self.word} {self.rest(action)}".rstrip()

    @property
    def examples(self) -> Iterator[tuple[str, str]]:
        """What can be typed, and what it does."""
        return ((example.typed, str(example.means)) for example in self.help)


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
    who: Allowed = Allowed.ANYBODY
    do: "Callable[[Model, Link, _A], Outcome] | None" = None
    keys: tuple[KeyRow[KeyAction], ...] = ()
    typed: Typed[_A] | None = None
    needs_table: bool = True
    offered: Lines = lambda _: ()
    question: Callable[[Model, _A, float], str | None] = lambda *_: None
    icon: str = ""


def word(typed: str, action: Action, group: str = "", means: Phrase | None = None) -> Typed[Any]:
    """A word without anything behind it; the help does not have it if nothing says what it means."""
    return Typed(typed, lambda *_: action, lambda _: "", group, () if means is None else (Example(typed, means),))


def two_words(typed: str, action: Action, how: Phrase, group: str, means: Phrase) -> Typed[Any]:
    """Two words; `how` answers the first of them alone."""
    first, second = typed.split()

    def read(_: Model, rest: str) -> Action | WhyNot:
        return action if rest == second else WhyNot(str(how))

    return Typed(first, read, lambda _: second, group, (Example(typed, means),))


def line(label: str | Phrase, action: Action, when: Callable[[Model], bool] = lambda _: True) -> Lines:
    """A line of the menu that is there or not."""
    return lambda model: (choice(str(label), action),) if when(model) else ()


def line_for_each(
    seats: Callable[[Model], Iterable[int]], label: Callable[[Model, int], str], make: Callable[[int], Action]
) -> Lines:
    """A line of the menu for each of these seats."""
    return lambda model: tuple(choice(label(model, seat), make(seat)) for seat in seats(model))


def asks(keys: str, means: Phrase, briefly: str | Phrase = "", where: tuple[str, ...] = EVERYWHERE) -> Verb[Ask]:
    """A question about the table; the first of its keys is its letter."""
    action = Ask(keys[0])
    return Verb(Ask, action, keys=(key(keys, action, means, briefly, where),))


def shows(
    panel: str, title: str | Phrase = "", keys: str = "", means: Phrase | None = None, briefly: str | Phrase = "", *,
    where: tuple[str, ...] = EVERYWHERE, when: Callable[[Model], bool] = lambda _: True, icon: str | None = None,
    who: Allowed = Allowed.ANYBODY, typed: Typed[Show] | None = None, needs_table: bool = True,
) -> Verb[Show]:  # fmt: skip
    """A panel. `title`: its line in the menu, empty if it has none; `when`: whether it is there now.

    Without an `icon`, a panel of the menu has that of its name.
    """
    action, picture = Show(panel), icon if icon is not None else panel if title else ""
    rows = () if means is None else (key(keys, action, means, briefly, where),)
    offered = line(title, action, lambda model: bool(title) and when(model))
    return Verb(Show, action, who, None, rows, typed, needs_table, offered, icon=picture)
