"""Events of the game in sentences.

Here: a sentence for each event, and the short form for the log of plays. `before` is always the table before the event.
"You" is the viewer. Tiles are named high half first. Not here: sums and points (`words.score_words`), answers to
questions (`words.answer_words`), refusals and farewells (`words.refusal_words`), which events are announced
(`model.announcements`).
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from client.view.view import Tally, View, tally
from client.words.english import capital, count, listed
from client.words.name_words import (
    are_you_or_several,
    does,
    game_title,
    name_of,
    partners,
    side_name,
    sides_named,
    target_of,
    who,
    whose,
)
from client.words.repeat_words import SAME_DEALS
from client.words.score_words import (
    arms_listed,
    at_end,
    earned_short,
    earned_spoken,
    end_brief,
    ends_spoken,
    extras,
    how_rounded,
    points_short,
    refused_points,
    sum_explained,
)
from protocol.game.layout import Arm, Layout
from protocol.game.rules import LeadRule
from protocol.game.scoring import Award, pips_paid, pips_points
from protocol.game.table_options import Assist
from protocol.game.tiles import Hand, SeenTile, Tile, known_tiles, pips_of
from protocol.log.choices import Play, worth
from protocol.log.events import (
    HowMatchWon,
    HowRoundEnded,
    Knocked,
    MatchAbandoned,
    MatchStarted,
    MatchWon,
    RoundDealt,
    RoundEnded,
    TilePlayed,
)
from protocol.log.leading import lead_rule


def tiles_listed(tiles: Sequence[SeenTile]) -> str:
    """`6-1, 5-0 and 4-2`; `nothing` for no tiles."""
    known = known_tiles(tuple(tiles))
    return listed(map(str, known)) if known else "nothing"


def missing_numbers(view: View) -> str:
    """`no 3 and no 6`: the numbers at the ends, none of which a player who cannot play has."""
    pips = dict.fromkeys(end.pip for end in view.ends)
    return listed(f"no {pip}" for pip in pips) if pips else "nothing"


# Plays, draws and knocks.


class _PlayResult(NamedTuple):
    """The table after a play, and the points. `score`: of its side, before the play."""

    layout: Layout
    tally: Tally
    earned: Award
    knocks: int
    score: int

    @property
    def total(self) -> int:
        return self.score + self.earned.awarded


def _result_of(before: View, event: TilePlayed) -> _PlayResult:
    layout = before.layout.lay(event.tile, event.arm)
    earned = worth(before.table, event.seat, Play(event.tile, event.arm))
    knocks = before.round.knocks if before.round is not None else 0
    found = tally(before.table.rules, layout.end_sum)
    return _PlayResult(layout, found, earned, knocks, before.table.score_of(event.seat))


def played(before: View, event: TilePlayed) -> str:
    """`Ben plays 5-4 on the right. Left 6, right 4: sum 10, 10 points.`"""
    result = _result_of(before, event)
    rest = earned_spoken(before, result.tally, result.earned, result.knocks, result.score)
    if event.arm is Arm.START:
        return f"{does(before, event.seat, 'lead')} {event.tile}: {rest}"
    ends = ends_spoken(result.layout, is_drawn=before.is_drawn)
    return f"{does(before, event.seat, 'play')} {event.tile} {at_end(before, event.arm)}. {ends}: {rest}"


def own_play(before: View, event: TilePlayed, *, is_made: bool = True) -> str:
    """The result of my own play: `You score 5, total 10. Left 2, right 3: sum 5.`

    Not `is_made`: what it would be, `You would score 5. Left 2, right 3: sum 5.`
    """
    rules, result = before.table.rules, _result_of(before, event)
    ends = "" if event.arm is Arm.START else f"{ends_spoken(result.layout, is_drawn=before.is_drawn)}: "
    if not result.earned.awarded:
        return capital(f"{ends}{earned_spoken(before, result.tally, result.earned, result.knocks, result.score)}")
    scored = result.earned.awarded
    sentences = [f"You score {scored}, total {result.total}." if is_made else f"You would score {scored}."]
    sentences.append(capital(f"{ends}sum {sum_explained(rules, result.tally.end_sum)}."))
    more = extras(result.earned, result.knocks)
    if more:
        sentences.append(f"{capital(' and '.join(more))}.")
    sentences.append(refused_points(rules, result.score, result.earned))
    return " ".join(filter(None, sentences))


def played_short(before: View, event: TilePlayed) -> str:
    """For the log: `Ana 5-4 right: ends 6+9 = 15, 8 points, total 34`."""
    result = _result_of(before, event)
    came_to = earned_short(result.layout, result.tally, result.earned, result.total, before.table.rules.target)
    return f"{_who_laid_what(before, event)}: {came_to}"


def played_brief(before: View, event: TilePlayed) -> str:
    """For a narrow log: `Ana 5-4 right, 8 points, total 34`."""
    result = _result_of(before, event)
    points = points_short(result.earned, result.total, before.table.rules.target)
    return ", ".join(filter(None, [_who_laid_what(before, event), points]))


def _who_laid_what(before: View, event: TilePlayed) -> str:
    if event.arm is Arm.START:
        return f"{does(before, event.seat, 'lead')} {event.tile}"
    return f"{who(before, event.seat)} {event.tile} {end_brief(before, event.arm)}"


def drew(before: View, seat: int, tiles: Hand, after: View) -> str:
    """`Ben draws 2 tiles, having no 3; 11 left in the boneyard.`: all draws of one turn.

    `before`: the table before the first of them, `after`: after the last.
    """
    if seat == before.seat and known_tiles(tiles):
        return f"You draw {tiles_listed(tiles)}. {_after_own_draw(after, tiles)}"
    drawn = f"{does(before, seat, 'draw')} {count(len(tiles), 'tile')}{_having_none(before)}"
    return f"{drawn}; {after.boneyard} left in the boneyard."


def _having_none(view: View) -> str:
    pips = dict.fromkeys(str(end.pip) for end in view.ends)
    return f", having no {listed(pips, 'or')}" if pips else ""


def _after_own_draw(after: View, tiles: Hand) -> str:
    if after.assist is Assist.NONE:
        return f"{capital(count(after.boneyard, 'tile'))} left in the boneyard."
    for tile in reversed(known_tiles(tiles)):
        arms = after.arms_for(tile)
        if arms:
            return f"{tile} fits {arms_listed(after, arms, 'and')}."
    return f"Still nothing fits: {what_else(after)}." if after.is_my_turn else "Still nothing fits."


def drew_short(view: View, seat: int, drawn: int) -> str:
    """For the log: the draws of one turn."""
    return f"{does(view, seat, 'draw')} {count(drawn, 'tile')}"


def knocked(before: View, event: Knocked) -> str:
    """`Ben knocks: no 3 and no 6.`"""
    bonus = before.table.rules.knock_bonus
    worth_it = f" The next play earns {count(bonus, 'point')} for it." if bonus else ""
    return f"{does(before, event.seat, 'knock')}: {missing_numbers(before)}.{worth_it}"


def knocked_short(before: View, event: Knocked) -> str:
    """For the log: `Ben knocks: no 3 and no 6`."""
    return f"{does(before, event.seat, 'knock')}: {missing_numbers(before)}"


# Turns.


def turn(view: View, *, is_seen: bool = False) -> str:
    """Whose turn it is; if mine, also how many tiles I hold (unless `is_seen`) and what to do if nothing fits."""
    if view.turn is None:
        return ""
    if not view.is_my_turn:
        return f"{whose(view, view.turn)} turn."
    sentences = ["Your turn."] if is_seen else ["Your turn.", f"{capital(count(len(view.my_hand()), 'tile'))}."]
    if view.layout.lead is None:
        sentences.append(f"You lead with {view.must_lead}." if view.must_lead else "You lead.")
    elif view.assist is not Assist.NONE and not view.choices().plays:
        sentences.append(f"Nothing fits: {what_else(view)}.")
    return " ".join(sentences)


def your_turn_with(tile: Tile) -> str:
    """`Your turn: 6-4`, for a tile that is selected; its ends follow."""
    return f"Your turn: {tile}  "


def your_turn_without(tile: Tile) -> str:
    """`Your turn: 6-4 does not fit.`, for a tile that is selected."""
    return f"Your turn: {tile} does not fit."


def what_else(view: View) -> str:
    """What to do if nothing fits: `draw, 5 left`, or `knock`."""
    if view.choices().may_draw:
        return f"draw, {view.drawable} left"
    return "knock"


# Rounds.


def dealt(before: View, event: RoundDealt) -> str:
    """`Round 2. You hold 7 tiles. Ben leads, having gone out first.`"""
    mine = "" if before.seat is None else f" You hold {count(len(event.hands[before.seat]), 'tile')}."
    return f"Round {event.round}.{mine} {led_by(before, event)}"


def led_by(before: View, event: RoundDealt) -> str:
    """Who leads a round, and why: `Ben leads with 6-6.`"""
    leads = does(before, event.leader, "lead")
    if event.lead is not None:
        return f"{leads} with {event.lead}."
    if event.chosen_by is not None:
        return f"{leads}, holding {event.chosen_by}, but may lead with another tile."
    rule = lead_rule(before.table)
    if rule is LeadRule.ROTATE:
        return f"{leads}: the lead rotates."
    if rule is LeadRule.WINNER and before.round is not None and before.round.first_out is not None:
        return f"{leads}, having gone out first."
    return f"{leads}, chosen at random."


def round_ended(before: View, event: RoundEnded) -> str:
    """How a round ended, the tiles left in hand, and the points for them."""
    number = 0 if before.round is None else before.round.number
    sentences = [f"{_how_ended(before, event)} Round {number} is over.", _left_over(before, event.hands)]
    sentences.append(_pips_taken(before, event))
    return " ".join(filter(None, sentences))


def round_ended_briefly(before: View, event: RoundEnded) -> str:
    """How a round ended, without the hands, which are shown beside it."""
    return " ".join(filter(None, [_how_ended(before, event), _pips_taken(before, event)]))


def _how_ended(before: View, event: RoundEnded) -> str:
    match event.how:
        case HowRoundEnded.OUT:
            out = [seat for seat, hand in enumerate(event.hands) if not hand]
            if len(out) == 1:
                return f"{does(before, out[0], 'go')} out."
            return f"{listed([who(before, out[0]), *(name_of(before, seat) for seat in out[1:])])} are out."
        case HowRoundEnded.BLOCKED:
            return f"Blocked: {missing_numbers(before)} in any hand."
        case HowRoundEnded.WON:
            return "The target is reached."


def _left_over(before: View, hands: Sequence[Hand]) -> str:
    held = [
        f"{name_of(before, seat)} {tiles_listed(hand)}, {count(pips_of(hand), 'pip')}"
        for seat, hand in enumerate(hands)
        if hand
    ]
    return f"Left in hand: {'; '.join(held)}." if held else ""


def _pips_taken(before: View, event: RoundEnded) -> str:
    if event.winner is None:
        return ""
    rules, score = before.table.rules, before.table.scores[event.winner]
    points = pips_points(rules, event.hands, event.winner)
    paid = pips_paid(rules, event.hands, event.winner)
    pips = count(sum(paid), "pip")
    verb = "score" if are_you_or_several(before, event.winner) else "scores"
    scored = f"{sides_named(before, event.winner)} {verb}"
    if not points:
        return f"{scored} nothing for {pips} left, {how_rounded(rules, len(paid))} to 0."
    if not event.pips:
        return (
            f"The {pips} left would score {points} for {side_name(before, event.winner)}, but do not count:"
            f" {score} and {points} make {score + points}, past the target of {rules.target}."
        )
    rounded = "" if points == sum(paid) else f", {how_rounded(rules, len(paid))}"
    return f"{scored} {event.pips} for {pips} left{rounded}; total {score + event.pips}."


def round_short(before: View, event: RoundEnded) -> str:
    """For the log: `Round 2 ends: Ben goes out. Pips: 4 points to Ben, total 24`."""
    number = 0 if before.round is None else before.round.number
    pips = ""
    if event.winner is not None and event.pips:
        total = before.table.scores[event.winner] + event.pips
        pips = f" Pips: {count(event.pips, 'point')} to {side_name(before, event.winner)}, total {total}"
    return f"Round {number} ends: {_how_ended(before, event)}{pips}"


# Matches.


def match_started(view: View, event: MatchStarted) -> str:
    """The game, its target, the players and partners."""
    game = f"{game_title(view.table.preset)} {target_of(view)}"
    others = listed(name_of(view, seat) for seat in range(len(view.table.seats)) if seat != view.seat)
    begins = f"Match {event.match} begins: {game}, {'with ' if view.seat is not None else ''}{others}."
    known = "" if event.repeats is None else f" {SAME_DEALS}"
    return f"{begins} {partners(view)}".rstrip() + known


def match_won(before: View, event: MatchWon) -> str:
    """`Ana wins the match with 61 points. Scores: you 45, Ana 61.`"""
    several = len(event.sides) > 1
    verb = "share" if several else ("win" if are_you_or_several(before, *event.sides) else "wins")
    score = event.scores[event.sides[0]] if event.sides else 0
    how = " at the round limit" if event.how is HowMatchWon.ROUND_CAP else ""
    winners = sides_named(before, *event.sides)
    return f"{winners} {verb} the match with {count(score, 'point')}{how}. {scores(before, event.scores)}"


YOU_WON: Final = "You won!"


def abandoned(before: View, event: MatchAbandoned) -> str:
    """Says that the host has ended the match, with the scores."""
    return f"The host has ended the match. {scores(before, event.scores)}"


def scores(view: View, by_side: Sequence[int]) -> str:
    """`Scores: you 12, Ana 30.`."""
    return f"Scores: {scores_listed(view, by_side)}."


def scores_listed(view: View, by_side: Sequence[int]) -> str:
    """`you 12, Ana 30`."""
    return ", ".join(f"{side_name(view, side)} {score}" for side, score in enumerate(by_side))


A_NEW_ROUND: Final = "A new round begins."
