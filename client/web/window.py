"""A window of the page: what is in it, its presses and keys, and what it remembers.

Here: `PageWindow`, the base class, and `Confirmation`, what a question is about. Each window is a class in a module of
its own, or beside those of the same thing. Not here: which windows there are (`windows`), which one is in front
(`state`), the frame around it and what every window can have done (`window_part`).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Enum, auto
from typing import ClassVar

from client.actions.action import Action
from client.model.announcements import Announcement
from client.picture.markup import Markup, joined
from client.web.page_messages import Value
from protocol.frozen import define, frozen
from protocol.log.table import Table

Presses = Mapping[str, Callable[[Value], object]]
"""What presses do, by name."""


class Needs(Enum):
    """What a page must have to show a window."""

    NOTHING = auto()
    TABLE = auto()
    HOST = auto()
    """The host's controls, with or without a table."""


@frozen
class Confirmation:
    """An action to confirm first, and the question."""

    action: Action
    text: str


@define(eq=False)
class PageWindow:
    """A window of the page, which keeps its fields while it is closed.

    `name`: in presses, and in the class of its element. `over`: the name of the window under it, to which closing it
    leads back. To add a window, write a class, and add a row in `windows`.
    """

    name: str
    title: str = ""
    needs: Needs = Needs.TABLE
    over: str = ""

    has_own_press: ClassVar[bool] = False
    """Whether only a press or an action of its own opens it, and never its name."""
    opened_by: ClassVar[tuple[type[Action], ...]] = ()
    """The actions that open it."""
    is_of_log: ClassVar[bool] = False
    """Whether nothing changes it but the game's entries, so that it is made once for each."""
    is_shared: ClassVar[bool] = False
    """Whether everybody at the table sees the same in it."""
    is_unread: ClassVar[bool] = False
    """Whether it opens by itself, so that a tap at the table that comes late does not close it."""
    has_own_letters: ClassVar[bool] = False
    """Whether letters choose its lines, also the one that closes every other window."""
    has_chat: ClassVar[bool] = False
    """Whether it shows new chat itself."""
    about: ClassVar[str] = ""
    """What it is about, if several windows are about the same and something is kept while one of them is open."""

    # What it shows. None of these functions changes anything.

    def shown(self) -> tuple[str, Markup]:
        """Its title, and its inside."""
        return self.title, joined(self.inside())

    def inside(self) -> Iterator[Markup]:
        """What is below its title."""
        return iter(())

    def foot(self) -> Iterator[Markup]:
        """Its most important buttons, which stay in view at its bottom."""
        return iter(())

    def tables(self) -> Iterable[Table]:
        """The tables, beside that of the page, whose tiles its pictures need now."""
        return ()

    # What the player does.

    def presses(self) -> Presses:
        """What its presses do. They may come late, when it is closed."""
        return {}

    def key(self, _key: str) -> bool:
        """Do what a key asks for while it is in front; False if it has no such key, and Escape closes it."""
        return False

    def choose(self, _key: str) -> None:
        """Do what was chosen in its panel, if it is still offered."""

    def opens_beside(self) -> bool:
        """Open it in the panel beside the game, and return True, if the browser has one that shows it."""
        return False

    def back(self) -> str:
        """The name of the window that comes when it is closed; "" for none."""
        return self.over

    # What happens. It may open or close itself.

    def opened(self, by: Action | Confirmation | None) -> None:
        """Begin to be in front, also once more. `by`: the action that has opened it, or what it asks about."""

    def closed(self, then: "PageWindow | None") -> None:
        """Be in front no longer; `then`: the window that is now."""

    def begin_game(self) -> None:
        """Forget what was about the last game at this table."""

    def note(self, announcements: Sequence[Announcement]) -> None:
        """See what has happened; with no announcements when only the model may have changed."""
