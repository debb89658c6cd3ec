"""Names of players, sides, seats and games in a sentence; and seats as typed.

The viewer is "you". `player`, `players` and `sides` are those of whom a message of the catalogue speaks, which has the
verbs. Not here: events (`words.event_words`), tiles and sums (`words.score_words`).
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final

from client.view.view import View
from client.words.catalogue.row import Person
from client.words.english import in_line, listed
from client.words.say import Who, is_message, say
from protocol.clean import clean
from protocol.game.presets import PRESETS
from protocol.game.rules import TargetMode
from protocol.sentences import Fact, Sentence


@lru_cache(maxsize=512)
def shown(text: str) -> str:
    """A stranger's text as it can be shown: cleaned, so that no terminal takes any of it for a command."""
    return clean(text)


def shown_facts(facts: Mapping[str, Fact]) -> dict[str, Fact]:
    """The facts of a sentence about what a stranger has sent, with their texts as they can be shown."""
    return {name: _shown_fact(fact) for name, fact in facts.items()}


def shown_sentence(sentence: Sentence) -> Sentence:
    """The sentence with facts that can be shown."""
    return Sentence(sentence.key, shown_facts(sentence.facts))


def _shown_fact(fact: Fact) -> Fact:
    match fact:
        case Sentence():
            return shown_sentence(fact)
        case str():
            return shown(fact)
        case _:
            return fact


def player(view: View, seat: int) -> Who:
    """The player of this seat, of whom a message speaks."""
    person = Person.YOU if view.is_you(seat) else Person.ONE
    return Who(person, name_of(view, seat), who(view, seat))


def player_in(view: View, seat: int, round_: int) -> Who:
    """The player of this seat in that round, who may have been a bot that has it no more."""
    former = view.seat_at(seat).former_in(round_)
    return player(view, seat) if former is None else Who(Person.ONE, shown(former.name), shown(former.name))


def players(view: View, seats: Iterable[int]) -> Who:
    """The players of these seats, in their order; at least one."""
    first, *others = seats
    if not others:
        return player(view, first)
    person = Person.WE if any(map(view.is_you, (first, *others))) else Person.MANY
    names = [name_of(view, seat) for seat in others]
    return Who(person, listed([name_of(view, first), *names]), listed([who(view, first), *names]))


def sides(view: View, *numbers: int) -> Who:
    """The players of these sides."""
    return players(view, (seat for number in numbers for seat in view.standings[number].seats))


def name_of(view: View, seat: int) -> str:
    """`you`, `Ana`, or `seat 2` for a free seat."""
    if view.is_you(seat):
        return say("name.you")
    return shown(view.seat_at(seat).name or "") or say("name.seat", number=seat + 1)


def who(view: View, seat: int) -> str:
    """The name at the start of a sentence: `You`, `Seat 2`; a player's own name is not capitalised."""
    if view.is_you(seat):
        return say("name.you_first")
    return shown(view.seat_at(seat).name or "") or say("name.seat_first", number=seat + 1)


def side_name(view: View, side: int) -> str:
    """The seats of a side: `you`, `Ana`, `you and Cho`."""
    return sides(view, side).name


def sides_named(view: View, *numbers: int) -> str:
    """The seats of these sides at the start of a sentence: `You and Cho`."""
    return sides(view, *numbers).first


def partners(view: View) -> str:
    """`Partners: you and Oscar, Ann and Paloma.`, the viewer's first; empty without partners."""
    if not view.table.rules.partners:
        return ""
    in_order = sorted(view.standings, key=lambda standing: view.seat not in standing.seats)
    return say("partners", sides=in_line(side_name(view, standing.side) for standing in in_order))


def game_title(preset: str) -> str:
    """The title of a game."""
    known = PRESETS.get(preset)
    return shown(preset) if known is None else known.title


def about_game(preset: str) -> str:
    """A sentence about one of the games."""
    return say(f"game.about.{preset}")


def source_of_game(preset: str) -> str:
    """Whose rules one of the games has."""
    has_no_name = is_message(f"game.source.{preset}")
    return say(f"game.source.{preset}") if has_no_name else PRESETS[preset].source


def game_with(view: View) -> str:
    """`All Fives with Ben and Cho`: the others at the table, if there are any."""
    title = game_title(view.table.preset)
    others = [seat for seat, who in enumerate(view.table.seats) if seat != view.seat and not who.is_free]
    return say("game.with", title=title, players=players(view, others)) if others else title


_TARGETS: Final = {
    TargetMode.EXACT: "target.exact",
    TargetMode.AT_LEAST: "target.at_least",
    TargetMode.END_OF_ROUND: "target.end_of_round",
}


def target_of(view: View) -> str:
    """`to exactly 61`, `to 150`, `to 121 at the end of a round`; `to 150, not counted`, if the deals are known."""
    rules = view.table.rules
    target = say(_TARGETS[rules.target_mode], target=rules.target)
    return target if view.table.repeats is None else say("target.not_counted", target=target)


def game_and_target(view: View) -> str:
    """`All Fives to 150`"""
    return say("game.to", title=game_title(view.table.preset), target=target_of(view))


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
