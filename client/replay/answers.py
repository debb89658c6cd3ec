"""The answers of a replay to a move, a jump, a search and a question: sentences, made from the cursor alone.

Here: one table of moves and one of questions for every front end. The letters of questions are those of
`actions.keys`. Pure. Not here: how
an answer is shown (`replay_lines`, `replay_screen`), the cursor (`cursor`), the sentence of one entry (`replay_words`).
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from client.actions.action import Go
from client.replay import replay_words
from client.replay.cursor import Replay
from client.view.view import View
from client.words import answer_words
from client.words.english import in_line
from client.words.name_words import is_number, name_of, seat_typed, shown
from client.words.number_words import in_short
from client.words.refusal_words import no_such_seat
from client.words.say import say, together

MOVES: Final[dict[Go, Callable[[Replay], bool]]] = {
    Go.ON: Replay.forward,
    Go.BACK: Replay.back,
    Go.NEXT_ROUND: Replay.next_round,
    Go.PREVIOUS_ROUND: Replay.previous_round,
    Go.NEXT_SCORE: Replay.next_score,
    Go.PREVIOUS_SCORE: Replay.previous_score,
    Go.START: Replay.to_start,
    Go.END: Replay.to_end,
}
"""Moves of the cursor, which return whether it moved."""
_AT_LIMIT: Final = {
    Go.ON: "replay.at_end",
    Go.BACK: "replay.at_beginning",
    Go.NEXT_ROUND: "replay.at_end",
    Go.PREVIOUS_ROUND: "replay.at_beginning",
    Go.NEXT_SCORE: "replay.no_score_after",
    Go.PREVIOUS_SCORE: "replay.no_score_before",
    Go.START: "replay.at_beginning",
    Go.END: "replay.at_end",
}


def move(replay: Replay, where: Go) -> str:
    """Move the cursor; returns why that is not possible, or an empty text."""
    return "" if MOVES[where](replay) else say(_AT_LIMIT[where])


def go_to(replay: Replay, typed: str) -> str:
    """Jump to the play with this number; returns why that is not possible, or an empty text."""
    if not (typed.isascii() and typed.isdecimal() and len(typed) < 10):
        return say("replay.write_number", most=replay.plays[1])
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
            if is_number(whose):
                return no_such_seat(len(names))
            return say("replay.no_such_player", name=shown(whose), players=in_line(names))
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
    yield from replay_words.deals_at_first(replay)
    if replay.analysis is not None:
        yield from replay_words.how_each_played(replay.analysis)


def analysis(replay: Replay) -> Iterator[str]:
    """What the analysis found: how each played, luck, and the costliest plays with their numbers."""
    costly = [*replay_words.costly_plays(replay)]
    if replay.analysis is not None:
        yield from replay_words.how_each_played(replay.analysis)
        if costly:
            yield say("replay.costliest_heading", heading=replay_words.costliest(replay.analysis))
    yield from (say("replay.costly", number=number, play=play) for number, play in enumerate(costly, start=1))
    yield say("replay.go_to_costly" if costly else "replay.nothing_lost")


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
    return say("replay.playing", speed=_speed(replay))


def paused(replay: Replay) -> str:
    """`Paused. Play 12 of 57, round 2, all tiles open.`"""
    return together(say("replay.paused"), replay_words.place(replay))


def speed(replay: Replay) -> str:
    """`Speed: 2 steps a second.`"""
    return say("replay.speed", speed=_speed(replay))


def _speed(replay: Replay) -> str:
    speed = in_short(replay.speed)
    if replay.speed < 1:
        return say("replay.part_of_a_step_a_second", steps=speed)
    return say("replay.1_step_a_second") if speed == "1" else say("replay.steps_a_second", steps=speed)


# Questions.


def _view(replay: Replay) -> View:
    return replay.names(replay.table)


def _alternatives(replay: Replay) -> Iterable[str]:
    return replay_words.alternatives(_view(replay), replay.alternatives())


def _ends(replay: Replay) -> Iterable[str]:
    return (answer_words.ends(_view(replay)),)


def _chain(replay: Replay) -> Iterable[str]:
    return answer_words.chain(_view(replay))


def _hands(replay: Replay) -> Iterable[str]:
    yield from replay_words.hands(_view(replay))
    if replay.own is not None:
        yield from replay_words.deal_sentences(replay.record)


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
