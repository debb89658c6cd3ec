"""The help about what can be typed: in line mode, and after `:` on the full screen.

Here: what line mode alone has, the names of ends, and the lists for people. Not here: the commands and the letters
themselves (`verbs.all_verbs`), reading one (`typed_commands`, `lines.letters`).
"""

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

from client.actions import keys
from client.actions.action import KeyAction
from client.actions.key_row import LINES, KeyRow, rows_of
from client.actions.verbs.going import GOING
from client.actions.verbs.hosting import HOSTING
from client.actions.verbs.looking import LOOKING
from client.actions.verbs.match import MATCH
from client.actions.verbs.playing import PLAYING
from client.actions.verbs.verb import HOSTS, LEAGUE, OTHERS, SEATS, Example, Typed, Verb
from client.model.model import Model
from client.words.say import Phrase, as_typed_in_english, say, typed_by_reader
from protocol.clean import clean
from protocol.closest import closest
from protocol.game.layout import Arm
from protocol.game.rules import Rules

ARM_WORDS: Final = {
    "l": Arm.LEFT,
    "left": Arm.LEFT,
    "g": Arm.LEFT,
    "r": Arm.RIGHT,
    "right": Arm.RIGHT,
    "d": Arm.RIGHT,
    "u": Arm.UP,
    "up": Arm.UP,
    "dn": Arm.DOWN,
    "down": Arm.DOWN,
}
"""How an end is typed after a tile: `g` and `d` are QuentinC's letters for left and right."""


def arm_named(typed: str) -> Arm | None:
    """The end with this name, also in the reader's language; None if there is none."""
    return ARM_WORDS.get(as_typed_in_english(typed).casefold())


ENTER: Final = Example("Enter", Phrase("typed.enter"))
"""The one key among what is typed: each language has its own word for it."""
TO_PLAY: Final = (
    Example("3", Phrase("typed.tile")),
    Example("3 r", Phrase("typed.tile_and_end")),
    Example("4-1 left", Phrase("typed.tile_by_name")),
    ENTER,
    Example("/hello", Phrase("typed.hello")),
)
"""How line mode is played."""
OF_LINE_MODE: Final = (
    Example("verbosity 2", Phrase("typed.verbosity")),
    Example("h 30", Phrase("typed.again")),
    Example("again", Phrase("typed.since")),
)
MORE_ABOUT: Final = Example("? sit", Phrase("typed.about"))
TOPICS: Final = (Example("? hosting", Phrase("typed.topics")),)
WITHOUT_A_TABLE: Final = (
    Example("tables", Phrase("typed.tables")),
    Example("join oak", Phrase("typed.join_first")),
    Example("league", Phrase("typed.league")),
    Example("open", Phrase("typed.open")),
    Example("q", Phrase("typed.leave")),
)
EVERYTHING: Final = "all"
_GROUPS: Final = (SEATS, OTHERS, HOSTS, LEAGUE)
_RARE: Final = (HOSTS, LEAGUE)


def first_examples(rules: Rules | None = None) -> tuple[Example, ...]:
    """A number, and the letters that a beginner wants: in a game with these rules, or in any."""
    rows = rows_of((*keys.TO_PLAY, *keys.TO_LOOK[:4]), LINES, rules)
    return Example("3", Phrase("typed.tile_first")), *(_example(row) for row in rows if row.typed != "?")


def letters(rules: Rules | None = None) -> tuple[Example, ...]:
    """The letters that are keys in the other front ends, and the words for them; `rules` as in `first_examples`."""
    return tuple(_example(row) for row in rows_of(keys.TABLE, LINES, rules) if row.typed != "/")


def first_lines(rules: Rules | None) -> list[str]:
    """The help in brief: what is needed most, and how to get the rest. `rules`: the table's, None without a table."""
    return [*_lines(WITHOUT_A_TABLE if rules is None else first_examples(rules)), say("typed.more")]


def help_lines(model: Model) -> list[str]:
    """The whole help, a line for each command."""
    rules = None if model.session.game is None else model.table.rules
    return _lines((*TO_PLAY, *letters(rules), *OF_LINE_MODE, *commands(model), *TOPICS))


def command_lines(model: Model) -> list[str]:
    """The commands of line mode that are no keys, in brief."""
    return _lines(brief_commands(model, LINES))


def lines_about(asked: str) -> tuple[str, ...]:
    """All about a command or a group of them, a line for each example; empty if it is none."""
    meant = as_typed_in_english(asked)
    return tuple(_lines(example for _, typed in _commands() if _is_about(typed, meant) for example in typed.examples))


def commands(model: Model | None = None) -> tuple[tuple[str, str], ...]:
    """Examples of the commands that are no keys, the host's first: of this player, or of everybody."""
    return tuple(example for _, typed in _commands(model) for example in typed.examples)


def brief_commands(model: Model, front_end: str) -> tuple[tuple[str, str], ...]:
    """This player's commands that are no keys here: an example of each, or one line for all of a group.

    The host's are so many that those of everybody are folded, and the list fits a terminal of 24 lines.
    """
    folded, alone = {group: list[str]() for group in _GROUPS}, list[tuple[str, str]]()
    for verb, typed in _commands(model):
        is_folded = typed.group in _RARE or (typed.group and model.may_control)
        for text, meaning in [*typed.examples][:1]:
            if is_folded:
                folded[typed.group].append(in_words_of_reader(text))
            elif text not in _typed_for_keys(verb, typed, front_end):
                alone.append((in_words_of_reader(text), meaning))
    groups = ((f"? {group}", ", ".join(texts)) for group, texts in folded.items() if texts)
    return (*alone, *groups, (MORE_ABOUT.typed, str(MORE_ABOUT.means)))


def _typed_for_keys(verb: Verb[Any], typed: Typed[Any], front_end: str) -> set[str | None]:
    return {typed.text(action) for row in rows_of(verb.keys, front_end) for action in row.does.values()}


def _is_about(typed: Typed[Any], asked: str) -> bool:
    if asked in (EVERYTHING, typed.group):
        return True
    return asked not in _GROUPS and any(text.split()[0] == asked for text, _ in typed.examples)


def _commands(model: Model | None = None) -> Iterator[tuple[Verb[Any], Typed[Any]]]:
    verbs = (*HOSTING, *MATCH, *GOING, *LOOKING, *PLAYING)
    return ((verb, verb.typed) for verb in verbs if verb.typed is not None and (model is None or verb.who.may(model)))


def in_words_of_reader(typed: str) -> str:
    """What can be typed, as the reader types it: `b, draw` is `b, robar` in Spanish, and `4-1 left` `4-1 izquierda`.

    English words beside one of the reader's language are left out, though they can be typed, too.
    """
    ways = [(way, _way_of_reader(way)) for way in typed.split(", ")]
    if all(english == own for english, own in ways):
        return typed
    return ", ".join(own for english, own in ways if english != own or not _IS_WORD.fullmatch(english))


def _way_of_reader(way: str) -> str:
    if way == ENTER.typed:
        return say("key.enter")
    command, *rest = way.split(" ")
    return " ".join(
        (typed_by_reader(command), *(typed_by_reader(word) if word in ARM_WORDS else word for word in rest))
    )


_IS_WORD: Final = re.compile("[a-z]{2,}")


def _example(row: KeyRow[KeyAction]) -> Example:
    return Example(row.typed, row.means)


def _lines(group: Iterable[Example | tuple[str, str]]) -> list[str]:
    return [say("typed.line", typed=in_words_of_reader(typed), meaning=meaning) for typed, meaning in group]


def unknown_command(word: str, commands: Iterable[str] = ()) -> str:
    """The reply to a word that is none of these commands."""
    name = clean(word)[:40]
    meant = closest(name, commands)
    if not name:
        return say("typed.none")
    if meant is None:
        return say("typed.unknown", word=name)
    return say("typed.unknown_meant", word=name, meant=meant)
