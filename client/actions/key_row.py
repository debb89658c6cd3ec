"""A row of keys with one meaning, and what can be looked up in rows of them.

Here: `KeyRow`, and the names of the front ends in which it works. Not here: the rows of the table (`verbs`), of
replays and of lessons (`keys`).
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Final, Generic, TypeVar

from client.actions.action import KeyAction, ReplayAction
from client.words.say import Phrase
from protocol.frozen import frozen
from protocol.game.rules import Rules

SCREEN: Final = "screen"
LINES: Final = "lines"
PAGE: Final = "page"
EVERYWHERE: Final = (SCREEN, LINES, PAGE)
DRAWN: Final = (SCREEN, PAGE)
"""The front ends with a board, where a tile is chosen before it is played."""
_NOT_TYPED: Final = ("space", "enter", "escape", "tab", "left", "right", "up", "down", ",")
"""Keys that lists of what can be typed do not show; the comma would look like a part of the list."""
_LABELS: Final = {"space": Phrase("key.space"), "enter": Phrase("key.enter"), "escape": Phrase("key.escape")}
_A = TypeVar("_A", KeyAction, ReplayAction)
InGame = Callable[[Rules], bool]
"""Whether there is something to do in a game with these rules."""


def in_every_game(_: Rules) -> bool:
    """As `InGame`."""
    return True


@frozen
class KeyRow(Generic[_A]):
    """Keys with one meaning.

    `keys`: as the help writes them. `does`: the action of each key, by the key's name on the full screen; in line mode
    a name is typed. `briefly`: the meaning in a footer, empty if no footer has it; `keys_in_footer`: the keys there, if
    they are written in another way. `where`: the front ends. `in_game`: the games; in others the keys are not listed.
    """

    keys: str | Phrase
    means: Phrase
    does: Mapping[str, _A]
    briefly: str | Phrase = ""
    keys_in_footer: str | Phrase = ""
    where: tuple[str, ...] = EVERYWHERE
    in_game: InGame = in_every_game

    @property
    def label(self) -> str:
        """The keys as the help writes them."""
        return str(self.keys)

    @property
    def meaning(self) -> str:
        """What they do."""
        return str(self.means)

    @property
    def brief(self) -> str:
        """The same for a footer; empty if no footer has it."""
        return str(self.briefly)

    @property
    def footer_label(self) -> str:
        """The keys in a footer; empty if they are written as in the help."""
        return str(self.keys_in_footer)

    @property
    def typed(self) -> str:
        """What can be typed in line mode: `c, ends`."""
        return ", ".join(key for key in self.does if key not in _NOT_TYPED)

    @property
    def first_key(self) -> str:
        """The name of the first of the keys."""
        return next(iter(self.does))


def key(
    keys: str,
    does: _A,
    means: Phrase,
    briefly: str | Phrase = "",
    where: tuple[str, ...] = EVERYWHERE,
    in_game: InGame = in_every_game,
) -> KeyRow[_A]:
    """A row whose keys and words all do the same; the help and the footers show the first."""
    names = keys.split()
    label = _LABELS.get(names[0])
    return KeyRow(label or names[0], means, dict.fromkeys(names, does), briefly, label or "", where, in_game)


def rows_of(rows: Iterable[KeyRow[_A]], front_end: str, rules: Rules | None = None) -> tuple[KeyRow[_A], ...]:
    """The rows that work in this front end; with `rules`, those for which a game with them has a use."""
    return tuple(row for row in rows if front_end in row.where and (rules is None or row.in_game(rules)))


def actions_of(rows: Iterable[KeyRow[_A]], front_end: str) -> Mapping[str, _A]:
    """The action of each key in this front end."""
    return {key: action for row in rows_of(rows, front_end) for key, action in row.does.items()}


def row_of(rows: Iterable[KeyRow[_A]], action: object) -> KeyRow[_A] | None:
    """The first row with a key for this action, or None."""
    return next((row for row in rows if action in row.does.values()), None)
