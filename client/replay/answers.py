"""The answers of a replay to a move, a jump, a search and a question: sentences, made from the cursor alone.

Here: one table of moves and one of questions for every front end. The letters of questions are those of
`actions.keys`. Pure. Not here: how
an answer is shown (`replay_lines`, `replay_screen`), the cursor (`cursor`), the sentence of one entry (`replay_words`).
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Final, NamedTuple

from client.actions.action import Go
from client.replay import replay_words
from client.replay.cursor import Replay
from client.replay.record_view import spectator_view
from client.view.view import View
from client.words import answer_words
from client.words.name_words import is_number, name_of, seat_typed, shown
from client.words.refusal_words import no_such_seat
from client.words.say import say

THE_END: Final = "This is the end."
THE_BEGINNING: Final = "This is the beginning."
NO_SCORE_AFTER: Final = "No later play scores."
NO_SCORE_BEFORE: Final = "No earlier play scores."


class Move(NamedTuple):
    """A move of the cursor, which returns whether it moved, and the sentence if it did not."""

    go: Callable[[Replay], bool]
    at_limit: str


MOVES: Final = {
    Go.ON: Move(Replay.forward, THE_END),
    Go.BACK: Move(Replay.back, THE_BEGINNING),
    Go.NEXT_ROUND: Move(Replay.next_round, THE_END),
    Go.PREVIOUS_ROUND: Move(Replay.previous_round, THE_BEGINNING),
    Go.NEXT_SCORE: Move(Replay.next_score, NO_SCORE_AFTER),
    Go.PREVIOUS_SCORE: Move(Replay.previous_score, NO_SCORE_BEFORE),
    Go.START: Move(Replay.to_start, THE_BEGINNING),
    Go.END: Move(Replay.to_end, THE_END),
}


def go_to(replay: Replay, typed: str) -> str:
    """Jump to the play with this number; returns why that is not possible, or an empty text."""
    if not (typed.isascii() and typed.isdecimal() and len(typed) < 10):
        return f"Write the number of a play, 1 to {replay.plays[1]}, like :12."
    replay.go_to_play(int(typed))
    return ""


def look_from(replay: Replay, whose: str) -> str:
    """Show the view of this player, by number, name or the first letters of it; `all` opens every tile.

    An empty text means the next view. Returns why that is not possible, or an empty text.
    """
    if not whose:
        replay.next_view()
    elif whose == "all":
        replay.look_from(None)
    else:
        names = [name_of(_view(replay), seat) for seat in range(len(replay.table.seats))]
        seat = _seat_named(whose, names)
        if seat is None:
            unknown = f"There is no player called {shown(whose)}: there are {', '.join(names)}, and all."
            return no_such_seat(len(names)) if is_number(whose) else unknown
        replay.look_from(seat)
    return ""


def _seat_named(whose: str, names: list[str]) -> int | None:
    seat = seat_typed(whose, names)
    if seat is None and not is_number(whose):
        begins = whose.casefold()
        return next((nth for nth, name in enumerate(names) if name.casefold().startswith(begins)), None)
    return seat


# What happened.


def heading(replay: Replay) -> Iterator[str]:
    """The game, its players, its house rules, its deals, and how well each of them played; at the first deal."""
    yield replay_words.heading(replay.record, replay.table)
    yield from replay_words.house_rule_sentences(replay.table)
    yield from replay_words.deal_sentences(replay.record)
    if replay.analysis is not None:
        yield from replay_words.how_each_played(replay.analysis)


def analysis(replay: Replay) -> Iterator[str]:
    """What the analysis found: how each played, luck, and the costliest plays with their numbers."""
    costly = [*replay_words.costly_plays(replay)]
    if replay.analysis is not None:
        yield from replay_words.how_each_played(replay.analysis)
        if costly:
            yield f"{replay_words.costliest(replay.analysis)}:"
    yield from (f"{number}: {play}." for number, play in enumerate(costly, start=1))
    yield "Type A and a number to go to a play, like A 1." if costly else say("replay.nothing_lost")


def step(replay: Replay) -> Iterator[str]:
    """The sentences of the step that ends at the entry shown."""
    yield from replay_words.step_sentences(replay)
    yield from _end(replay)


def steps_after(replay: Replay, position: int) -> Iterator[str]:
    """The sentences of every step after this position, up to the entry shown."""
    yield from replay_words.all_sentences(replay, position + 1, replay.position)
    yield from _end(replay)


def _end(replay: Replay) -> Iterator[str]:
    if replay.is_at_end:
        yield from replay_words.record_ends(replay.table)


# Running.


def playing(replay: Replay) -> str:
    """`Playing, 2 steps a second. Enter pauses.`"""
    return f"Playing, {_speed(replay)}. Enter pauses."


def paused(replay: Replay) -> str:
    """`Paused. Play 12 of 57, round 2, all tiles open.`"""
    return f"Paused. {replay_words.place(replay)}"


def speed(replay: Replay) -> str:
    """`Speed: 2 steps a second.`"""
    return f"Speed: {_speed(replay)}."


def _speed(replay: Replay) -> str:
    return f"{replay.speed:g} {'step' if replay.speed == 1 else 'steps'} a second"


# Questions.


def _view(replay: Replay) -> View:
    return spectator_view(replay.table, is_drawn=replay.is_drawn)


def _alternatives(replay: Replay) -> Iterable[str]:
    return replay_words.alternatives(_view(replay), replay.alternatives())


def _ends(replay: Replay) -> Iterable[str]:
    return (answer_words.ends(_view(replay)),)


def _chain(replay: Replay) -> Iterable[str]:
    return answer_words.chain(_view(replay))


def _hands(replay: Replay) -> Iterable[str]:
    return replay_words.hands(_view(replay))


def _tiles(replay: Replay) -> Iterable[str]:
    return (answer_words.tiles(_view(replay)),)


def _last_plays(replay: Replay) -> Iterable[str]:
    return answer_words.last_plays([line.text for line in replay.sheet.log])


def _where(replay: Replay) -> Iterable[str]:
    return (replay_words.place(replay), answer_words.whose_turn(_view(replay)))


QUESTIONS: Final[dict[str, Callable[[Replay], Iterable[str]]]] = {
    "a": _alternatives,
    "c": _ends,
    "v": _chain,
    "w": _hands,
    "e": _tiles,
    "l": _last_plays,
    "t": _where,
}
"""`a`: the alternatives; `c`: the ends; `v`: the tiles on the table; `w`: the hands; `e`: the number of
tiles; `l`: the last plays; `t`: the place and the turn."""
