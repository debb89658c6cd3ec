"""Names of players, sides, seats and games in a sentence, with the matching form of a verb; and seats as typed.

The viewer is "you". Not here: events (`words.event_words`), tiles and sums (`words.score_words`).
"""

from collections.abc import Sequence
from functools import lru_cache

from client.view.view import View
from client.words.english import capital, listed
from protocol.clean import clean
from protocol.game.presets import PRESETS
from protocol.game.rules import TargetMode
from protocol.log.table import seat_named


@lru_cache(maxsize=512)
def shown(text: str) -> str:
    """A stranger's text as it can be shown: cleaned, so that no terminal takes any of it for a command."""
    return clean(text)


def name_of(view: View, seat: int) -> str:
    """`you`, `Ana`, or `seat 2` for a free seat."""
    if view.is_you(seat):
        return "you"
    return shown(view.seat_at(seat).name or "") or seat_named(seat)


def who(view: View, seat: int) -> str:
    """The name at the start of a sentence: `You`, `Seat 2`; a player's own name is not capitalised."""
    name = name_of(view, seat)
    is_own = not view.is_you(seat) and name != seat_named(seat)
    return name if is_own else capital(name)


def whose(view: View, seat: int) -> str:
    """`Your`, `Ana's`."""
    return "Your" if view.is_you(seat) else f"{name_of(view, seat)}'s"


def does(view: View, seat: int, verb: str) -> str:
    """`You play`, `Ana plays`; `verb` is the form for "you"."""
    if view.is_you(seat):
        return f"You {verb}"
    third = {"are": "is", "have": "has", "go": "goes", "pass": "passes"}.get(verb, f"{verb}s")
    return f"{who(view, seat)} {third}"


def side_name(view: View, side: int) -> str:
    """The seats of a side: `you`, `Ana`, `you and Cho`."""
    return listed(name_of(view, seat) for seat in view.standings[side].seats)


def sides_named(view: View, *sides: int) -> str:
    """The seats of these sides at the start of a sentence: `You and Cho`."""
    first, *others = (seat for side in sides for seat in view.standings[side].seats)
    return listed([who(view, first), *(name_of(view, seat) for seat in others)])


def partners(view: View) -> str:
    """`Partners: you and Oscar, Ann and Paloma.`, the viewer's first; empty without partners."""
    if not view.table.rules.partners:
        return ""
    sides = sorted(view.standings, key=lambda standing: view.seat not in standing.seats)
    return f"Partners: {', '.join(side_name(view, standing.side) for standing in sides)}."


def are_you_or_several(view: View, *sides: int) -> bool:
    """Whether these sides need the plain verb form (`score`, not `scores`): they are you, or several players."""
    seats = [seat for side in sides for seat in view.standings[side].seats]
    return len(seats) > 1 or view.is_you(seats[0])


def game_title(preset: str) -> str:
    """The title of a game."""
    known = PRESETS.get(preset)
    return shown(preset) if known is None else known.title


def game_with(view: View) -> str:
    """`All Fives with Ben and Cho`: the others at the table."""
    others = [name_of(view, seat) for seat in range(len(view.table.seats)) if seat != view.seat]
    return f"{game_title(view.table.preset)} with {listed(others)}"


def target_of(view: View) -> str:
    """`to exactly 61`, `to 150`, `to 121 at the end of a round`; `to 150, not counted`, if the deals are known."""
    rules = view.table.rules
    exactly = "exactly " if rules.target_mode is TargetMode.EXACT else ""
    at_end = " at the end of a round" if rules.target_mode is TargetMode.END_OF_ROUND else ""
    mark = "" if view.table.repeats is None else ", not counted"
    return f"to {exactly}{rules.target}{at_end}{mark}"


# Seats, as they are typed.


def is_number(typed: str) -> bool:
    """Whether this looks like the number of a seat."""
    return typed.isdecimal() and typed.isascii() and len(typed) < 4


def seat_typed(typed: str, names: Sequence[str]) -> int | None:
    """The seat with this number (from 1) or this name, or None. `names`: by seat, empty for a free one."""
    if is_number(typed):
        return int(typed) - 1 if 1 <= int(typed) <= len(names) else None
    wanted = typed.casefold()
    return next((seat for seat, name in enumerate(names) if name and name.casefold() == wanted), None)
