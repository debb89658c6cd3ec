"""Plays, draws, rounds and turns for ears: as few words as a decision needs.

Speech takes time, and nobody can skip in it. So a play of another player has no sum, because the next play changes it;
the ends and their sum are said once, when it is my turn; and scores are said before each round, and when a side comes
near the target. Here: these sentences, for the verbosity `speech`, and which signs are left out of all others. Not
here: the sentences for eyes (`event_words`), what is announced (`model.announced_lines`).
"""

from typing import Final

from client.view.view import View
from client.words import event_words
from client.words.english import in_line
from client.words.event_words import PlayResult, result_of
from client.words.name_words import name_of, player, sides
from client.words.say import say, together
from client.words.score_words import (
    counts_nothing,
    earned_besides,
    end_brief,
    end_name,
    extras,
    is_exposed_double,
    refused_points,
)
from protocol.game.layout import LONG_ARMS, Arm, End, Layout
from protocol.game.tiles import Hand, known_tiles, pips_of
from protocol.log.events import Event, Knocked, RoundDealt, RoundEnded, TilePlayed

CELLS: Final = 40
"""Of a braille display; the line that says that it is my turn is no longer."""
_ARMS: Final = {Arm.UP: "arm.up", Arm.DOWN: "arm.down"}


def for_ears(text: str) -> str:
    """The text without the signs that a screen reader leaves out, or names: backquotes, and `=` between two words."""
    return text.replace("`", "").replace(" = ", ", ")


def event(before: View, event: Event, *, is_own: bool, follows_draws: bool = False) -> str:
    """What happened, in its form for ears; empty if it has none.

    `is_own`: I did it myself. `follows_draws`: the same player's draws are said just before, and so is who it is.
    """
    match event:
        case TilePlayed():
            return own_play(before, event) if is_own else played(before, event, is_named=not follows_draws)
        case Knocked():
            return knocked(before, event, is_named=is_own or not follows_draws)
        case RoundEnded():
            return round_ended(before, event)
        case RoundDealt() if event.round > 1:
            return together(say("round.number", round=event.round), event_words.scores(before, before.table.scores))
        case _:
            return ""


# Plays, draws and knocks.


def played(before: View, event: TilePlayed, *, is_named: bool) -> str:
    """`Ben 5 4 left.`; if it scores, `Ben 5 4 left plus 8.`; if not named, `5 4 left.`"""
    who, (high, low), result = player(before, event.seat), event.tile, result_of(before, event)
    if event.arm is Arm.START:
        play = say("spoken.led", who=who, high=high, low=low)
    else:
        where = end_brief(before, event.arm)
        named = say("spoken.played", who=who, high=high, low=low, where=where)
        play = named if is_named else say("spoken.play_after_draws", high=high, low=low, where=where)
    points = result.earned.awarded
    if not points:
        return together(say("spoken.play", play=play), *_not_scored(before, result))
    total = say("spoken.total", total=result.total) if _is_near_target(before, result) else ""
    return together(say("spoken.play_scores", play=play, points=points), total, *_besides(before, result))


def own_play(before: View, event: TilePlayed) -> str:
    """The result of my own play: `8 points.` or `Zero.`"""
    result = result_of(before, event)
    more = _besides(before, result) if result.earned.awarded else _not_scored(before, result)
    points = say("spoken.points", points=say("count.points", n=result.earned.awarded))
    total = say("spoken.total", total=result.total) if _is_near_target(before, result) else ""
    return together(points if result.earned.awarded else say("spoken.no_points"), total, *more)


def _is_near_target(before: View, result: PlayResult) -> bool:
    """Whether the play scores, and its side needs no more than a quarter of the target."""
    return result.earned.awarded > 0 and 4 * result.total >= 3 * before.table.rules.target


def _besides(before: View, result: PlayResult) -> tuple[str, str]:
    """What is said about points that count: those for knocks and for going out, and that some do not count."""
    refused = refused_points(before.table.rules, result.score, result.earned)
    return extras(result.earned, result.knocks), refused


def _not_scored(before: View, result: PlayResult) -> tuple[str, ...]:
    """What is said about points if none of them count."""
    return earned_besides(before, result.earned, result.knocks, result.score)


def drew(before: View, seat: int, tiles: Hand, after: View) -> str:
    """`Ben draws 2, no 3 or 6.`: all draws of one turn. My own in full, because the tiles are in it."""
    missing = _missing(before)
    if not missing or (seat == before.seat and known_tiles(tiles)):
        return event_words.drew(before, seat, tiles, after)
    return say("spoken.drew", who=player(before, seat), n=len(tiles), pips=missing)


def knocked(before: View, event: Knocked, *, is_named: bool) -> str:
    """`Ben knocks: no 3 or 6.`; `Ben knocks.` if that has just been said of the same ends; if not named, `Knocks.`"""
    missing, round_ = _missing(before), before.round
    if not missing or before.table.rules.knock_bonus:
        return event_words.knocked(before, event)
    if not is_named:
        return say("spoken.knock_after_draws")
    if round_ is not None and (round_.knocks or round_.has_drawn):
        return say("spoken.knock_too", who=player(before, event.seat))
    return say("spoken.knock", who=player(before, event.seat), pips=missing)


def _missing(view: View) -> str:
    """`3 or 6`: the numbers at the ends; empty if the table is."""
    *most, last = dict.fromkeys([str(end.pip) for end in view.ends]) or [""]
    return say("spoken.neither", most=in_line(most), last=last) if most else last


# Rounds.


def round_ended(before: View, event: RoundEnded) -> str:
    """`Ben goes out. Pips: you 4, Ana 8. Ben scores 2.`; the scores are said when the next round begins."""
    winner, points = event.winner, event.pips
    if winner is not None and points:
        scored = say("spoken.pips_score", who=sides(before, winner), points=points)
    else:
        scored = event_words.pips_taken(before, event)
    pips = [(seat, pips_of(hand)) for seat, hand in enumerate(event.hands) if hand]
    left = in_line(say("score", side=name_of(before, seat), score=number) for seat, number in pips)
    ended = event_words.how_ended(before, event)
    return together(ended, say("spoken.left_over", pips=left) if left else "", scored)


# Turns.


def turn(view: View) -> str:
    """Whose turn it is; if mine, with what there is to decide about, in two lines if one is too long for braille."""
    if not view.is_my_turn:
        return event_words.turn(view)
    if view.layout.lead is None:
        return together(say("turn.yours"), event_words.what_to_do(view))
    if event_words.what_to_do(view):
        return say("spoken.your_turn_to", what=event_words.what_else(view))
    ends, end_sum = _ends(view), view.tally.end_sum
    line = say("spoken.your_turn", ends=ends, sum=end_sum)
    if len(line) <= CELLS:
        return line
    return "\n".join((say("spoken.ends", ends=ends, sum=end_sum), say("turn.yours")))


def your_turn(view: View) -> str:
    """`Your turn, 5 tiles.`"""
    return say("spoken.your_turn_briefly", tiles=say("count.tiles", n=len(view.my_hand())))


def _ends(view: View) -> str:
    """`4, double 6`: the ends that count, the left one first; `4, double 6, up 5`; `only 6 6`."""
    layout = view.layout
    if layout.lead is not None and layout.is_lone_double:
        return say("spoken.only", high=layout.lead.high, low=layout.lead.low)
    return in_line(_end(view, layout, end) for end in layout.ends if not counts_nothing(layout, end))


def _end(view: View, layout: Layout, end: End) -> str:
    pip = end_name(layout, end.arm) if view.is_drawn else str(end.pip)
    if is_exposed_double(layout, end):
        is_twice = end.worth == 2 * end.pip
        pip = say("spoken.double" if is_twice else "spoken.double_counts", pip=pip, worth=end.worth)
    if view.is_drawn or end.arm in LONG_ARMS:
        return pip
    return say("spoken.end", arm=say(_ARMS[end.arm]), end=pip)
