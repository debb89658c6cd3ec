"""Events of the game in sentences.

Here: a sentence for each event, and the short form for the log of plays. `before` is always the table before the event.
"You" is the viewer. Tiles are named high half first. Not here: sums and points (`words.score_words`), plays for ears
(`words.spoken_words`), answers to questions (`words.answer_words`), refusals and farewells (`words.refusal_words`),
which events are announced (`model.announcements`).
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from client.view.view import Tally, View, tally
from client.words.english import in_line, in_parts, listed
from client.words.name_words import game_and_target, name_of, partners, player, players, side_name, sides
from client.words.repeat_words import same_deals
from client.words.say import say, together
from client.words.score_words import (
    at_end,
    earned_besides,
    earned_short,
    end_brief,
    ends_spoken,
    extras,
    how_rounded,
    lacking,
    points_short,
    refused_points,
    sum_explained,
    tally_result,
    tally_spoken,
)
from protocol.game.layout import Arm, Layout
from protocol.game.rules import LeadRule
from protocol.game.scoring import Award, pips_paid, pips_points
from protocol.game.table_options import Assist, Away
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
    TableOptions,
    TilePlayed,
)
from protocol.log.leading import lead_rule


def tiles_listed(tiles: Sequence[SeenTile]) -> str:
    """`6-1, 5-0 and 4-2`; `nothing` for no tiles."""
    known = known_tiles(tuple(tiles))
    return listed(map(str, known)) if known else say("tiles.none")


def missing_numbers(view: View) -> str:
    """`no 3 and no 6`: the numbers at the ends, none of which a player who cannot play has."""
    pips = dict.fromkeys(end.pip for end in view.ends)
    return lacking(pips) if pips else say("tiles.none")


# Plays, draws and knocks.


class PlayResult(NamedTuple):
    """The table after a play, and the points. `score`: of its side, before the play."""

    layout: Layout
    tally: Tally
    earned: Award
    knocks: int
    score: int

    @property
    def total(self) -> int:
        """Of its side, after the play."""
        return self.score + self.earned.awarded


def result_of(before: View, event: TilePlayed) -> PlayResult:
    """What a play leads to."""
    layout = before.layout.lay(event.tile, event.arm)
    earned = worth(before.table, event.seat, Play(event.tile, event.arm))
    knocks = before.round.knocks if before.round is not None else 0
    found = tally(before.table.rules, layout.end_sum)
    return PlayResult(layout, found, earned, knocks, before.table.score_of(event.seat))


def played(before: View, event: TilePlayed) -> str:
    """`Ben plays 5-4 on the right. Left 6, right 4: sum 10, 10 points.`"""
    who, tile, result = player(before, event.seat), event.tile, result_of(before, event)
    came_to = tally_spoken(before.table.rules, result.tally, is_drawn=before.is_drawn)
    more = earned_besides(before, result.earned, result.knocks, result.score)
    if event.arm is Arm.START:
        return together(say("play.led", who=who, tile=tile, sum=came_to), *more)
    ends = ends_spoken(result.layout, is_drawn=before.is_drawn)
    where = at_end(before, event.arm)
    return together(say("play.played", who=who, tile=tile, where=where, ends=ends, sum=came_to), *more)


def own_play(before: View, event: TilePlayed, *, is_made: bool = True) -> str:
    """The result of my own play: `You score 5, total 10. Left 2, right 3: sum 5.`

    Not `is_made`: what it would be, `You would score 5. Left 2, right 3: sum 5.`
    """
    rules, result = before.table.rules, result_of(before, event)
    ends = "" if event.arm is Arm.START else ends_spoken(result.layout, is_drawn=before.is_drawn)
    end_sum, scored = sum_explained(rules, result.tally.end_sum), result.earned.awarded
    if not scored:
        came_to = tally_result(result.tally, is_drawn=before.is_drawn)
        more = earned_besides(before, result.earned, result.knocks, result.score)
        if not ends:
            return together(say("sum.scores_first", sum=end_sum, result=came_to), *more)
        return together(say("sum.scores_after_ends", ends=ends, sum=end_sum, result=came_to), *more)
    return together(
        say("play.you_score", points=scored, total=result.total) if is_made else say("play.would", points=scored),
        say("sum.after_ends", ends=ends, sum=end_sum) if ends else say("sum.alone", sum=end_sum),
        extras(result.earned, result.knocks),
        refused_points(rules, result.score, result.earned),
    )


def played_short(before: View, event: TilePlayed) -> str:
    """For the log: `Ana 5-4 right: ends 6+9 = 15, 8 points, total 34`"""
    result = result_of(before, event)
    came_to = earned_short(result.layout, result.tally, result.earned, result.total, before.table.rules)
    return say("log.play", play=_who_laid_what(before, event), result=came_to)


def played_brief(before: View, event: TilePlayed) -> str:
    """For a narrow log: `Ana 5-4 right, 8 points, total 34`."""
    result = result_of(before, event)
    points = points_short(result.earned, result.total, before.table.rules)
    return in_line(filter(None, (_who_laid_what(before, event), points)))


def _who_laid_what(before: View, event: TilePlayed) -> str:
    who, tile = player(before, event.seat), event.tile
    if event.arm is Arm.START:
        return say("log.led", who=who, tile=tile)
    return say("log.played", who=who, tile=tile, where=end_brief(before, event.arm))


def drew(before: View, seat: int, tiles: Hand, after: View) -> str:
    """`Ben draws 2 tiles, having no 3; 11 left in the boneyard.`: all draws of one turn.

    `before`: the table before the first of them, `after`: after the last.
    """
    if seat == before.seat and known_tiles(tiles):
        return together(say("draw.you", tiles=tiles_listed(tiles)), _after_own_draw(after, tiles))
    who, rest = player(before, seat), say("draw.rest", n=after.boneyard)
    pips = dict.fromkeys(str(end.pip) for end in before.ends)
    if not pips:
        return say("draw.drew", who=who, n=len(tiles), rest=rest)
    return say("draw.drew_having_none", who=who, n=len(tiles), pips=listed(pips, "or"), rest=rest)


def _after_own_draw(after: View, tiles: Hand) -> str:
    if after.assist is Assist.NONE:
        return say("draw.left", n=after.boneyard)
    for tile in reversed(known_tiles(tiles)):
        arms = after.arms_for(tile)
        if arms:
            places = listed(at_end(after, arm) for arm in after.distinct(arms))
            return say("draw.fits", tile=tile, places=places)
    if not after.is_my_turn:
        return say("draw.still_nothing")
    return say("draw.still_nothing_but", what=what_else(after))


def drew_short(view: View, seat: int, drawn: int) -> str:
    """For the log: the draws of one turn."""
    return say("log.drew", who=player(view, seat), n=drawn)


def knocked(before: View, event: Knocked) -> str:
    """`Ben knocks: no 3 and no 6.`"""
    bonus = before.table.rules.knock_bonus
    worth_it = say("knock.bonus", points=say("count.points", n=bonus)) if bonus else ""
    return together(say("knock", who=player(before, event.seat), missing=missing_numbers(before)), worth_it)


def knocked_short(before: View, event: Knocked) -> str:
    """For the log: `Ben knocks: no 3 and no 6`."""
    return say("log.knocked", who=player(before, event.seat), missing=missing_numbers(before))


# Turns.


def turn(view: View, *, is_seen: bool = False) -> str:
    """Whose turn it is; if mine, also how many tiles I hold (unless `is_seen`) and what to do if nothing fits."""
    if view.turn is None:
        return ""
    if not view.is_my_turn:
        # Nobody has a turn in a replay, but that of its reader is called theirs.
        return say("turn.yours") if view.is_you(view.turn) else say("turn.whose", who=player(view, view.turn))
    held = "" if is_seen else say("turn.tiles", n=len(view.my_hand()))
    return together(say("turn.yours"), held, what_to_do(view))


def what_to_do(view: View) -> str:
    """What to do in my turn if the table is empty or nothing fits; otherwise empty."""
    if view.layout.lead is None:
        return say("turn.lead_with", tile=view.must_lead) if view.must_lead else say("turn.lead")
    if view.assist is not Assist.NONE and not view.choices().plays:
        return say("turn.nothing_fits", what=what_else(view))
    return ""


def your_turn_with(tile: Tile) -> str:
    """`Your turn: 6-4`, for a tile that is selected; its ends follow."""
    return f"{say('turn.with', tile=tile)}  "


def your_turn_without(tile: Tile) -> str:
    """`Your turn: 6-4 does not fit.`, for a tile that is selected."""
    return say("turn.without", tile=tile)


def what_else(view: View) -> str:
    """What to do if nothing fits: `draw, 5 left`, or `knock`."""
    return say("turn.draw", n=view.drawable) if view.choices().may_draw else say("turn.knock")


# Rounds.


def dealt(before: View, event: RoundDealt) -> str:
    """`Round 2. You hold 7 tiles. Ben leads, having gone out first.`"""
    mine = "" if before.seat is None else say("round.you_hold", n=len(event.hands[before.seat]))
    return together(say("round.number", round=event.round), mine, led_by(before, event))


def led_by(before: View, event: RoundDealt) -> str:
    """Who leads a round, and why: `Ben leads with 6-6.`"""
    who = player(before, event.leader)
    if event.lead is not None:
        return say("lead.with", who=who, tile=event.lead)
    if event.chosen_by is not None:
        return say("lead.holding", who=who, tile=event.chosen_by)
    rule = lead_rule(before.table)
    if rule is LeadRule.ROTATE:
        return say("lead.rotates", who=who)
    if rule is LeadRule.WINNER and before.round is not None and before.round.first_out is not None:
        return say("lead.out_first", who=who)
    return say("lead.by_lot", who=who)


def round_ended(before: View, event: RoundEnded) -> str:
    """How a round ended, the tiles left in hand, and the points for them."""
    number = 0 if before.round is None else before.round.number
    is_over = say("round.is_over", round=number)
    return together(how_ended(before, event), is_over, _left_over(before, event.hands), pips_taken(before, event))


def round_ended_briefly(before: View, event: RoundEnded) -> str:
    """How a round ended, without the hands, which are shown beside it."""
    return together(how_ended(before, event), pips_taken(before, event))


def how_ended(before: View, event: RoundEnded) -> str:
    """`Ben goes out.`"""
    match event.how:
        case HowRoundEnded.OUT:
            return say("round.out", who=players(before, (seat for seat, hand in enumerate(event.hands) if not hand)))
        case HowRoundEnded.BLOCKED:
            return say("round.blocked", missing=missing_numbers(before))
        case HowRoundEnded.WON:
            return say("round.target_reached")


def _left_over(before: View, hands: Sequence[Hand]) -> str:
    held = [
        say("hand", player=name_of(before, seat), tiles=tiles_listed(hand), pips=say("count.pips", n=pips_of(hand)))
        for seat, hand in enumerate(hands)
        if hand
    ]
    return say("round.left_over", hands=in_parts(held)) if held else ""


def pips_taken(before: View, event: RoundEnded) -> str:
    """`Ben scores 4 points for 12 pips left, rounded; total 24.`; empty if they score for nobody."""
    if event.winner is None:
        return ""
    rules, score, who = before.table.rules, before.table.scores[event.winner], sides(before, event.winner)
    points = pips_points(rules, event.hands, event.winner)
    paid = pips_paid(rules, event.hands, event.winner)
    pips, rounded = say("count.pips", n=sum(paid)), how_rounded(rules, len(paid))
    if not points:
        return say("pips.nothing", who=who, pips=pips, rounded=rounded)
    if not event.pips:
        side, past = who.name, score + points
        return say("pips.past", pips=pips, points=points, side=side, score=score, past=past, target=rules.target)
    total = score + event.pips
    if points == sum(paid):
        return say("pips.scored", who=who, points=event.pips, pips=pips, total=total)
    return say("pips.scored_rounded", who=who, points=event.pips, pips=pips, rounded=rounded, total=total)


def round_short(before: View, event: RoundEnded) -> str:
    """For the log: `Round 2 ends: Ben goes out. Pips: 4 points to Ben, total 24`."""
    number = 0 if before.round is None else before.round.number
    pips = ""
    if event.winner is not None and event.pips:
        points, total = say("count.points", n=event.pips), before.table.scores[event.winner] + event.pips
        pips = say("log.pips", points=points, side=side_name(before, event.winner), total=total)
    return together(say("log.round_ends", round=number, how=how_ended(before, event)), pips)


def led_short(before: View, event: RoundDealt) -> str:
    """For the log: `Round 2: Ben leads, having gone out first.`"""
    return say("log.round", round=event.round, leads=led_by(before, event))


# Matches.


def match_started(view: View, event: MatchStarted) -> str:
    """The game, its target, the players and partners."""
    others = listed(name_of(view, seat) for seat in range(len(view.table.seats)) if seat != view.seat)
    match, game = event.match, game_and_target(view)
    begins = say(
        "match.begins_watched" if view.seat is None else "match.begins", match=match, game=game, players=others
    )
    return together(begins, partners(view), "" if event.repeats is None else same_deals())


def you_are_undecided(view: View, event: MatchStarted) -> str:
    """Says to a player who has not agreed to the match that has begun what follows from that; empty for others."""
    return undecided(view.table.options) if view.seat in event.undecided else ""


def undecided(options: TableOptions) -> str:
    """Says to a player that they have not agreed to the match, and what follows from that at such a table."""
    case = options.away, options.turn_time > 0
    return together(say("match.you_are_undecided"), say(_BOT_IF[case]) if case in _BOT_IF else "")


_BOT_IF: Final = {
    (Away.WAIT, True): "match.bot_if_late",
    (Away.BOT, False): "match.bot_if_away",
    (Away.BOT, True): "match.bot_if_away_or_late",
}
"""When a bot gets the seat, by what happens when somebody is away, and whether a turn has a time."""


def match_won(before: View, event: MatchWon) -> str:
    """`Ana wins the match with 61 points. Scores: you 45, Ana 61.`"""
    is_at_limit = event.how is HowMatchWon.ROUND_CAP
    key = (_SHARED if len(event.sides) > 1 else _WON)[is_at_limit]
    points = say("count.points", n=event.scores[event.sides[0]])
    return together(say(key, who=sides(before, *event.sides), points=points), scores(before, event.scores))


_WON: Final = {False: "match.won", True: "match.won_at_limit"}
_SHARED: Final = {False: "match.shared", True: "match.shared_at_limit"}


def you_won() -> str:
    """Says to a player that they have won."""
    return say("match.you_won")


def abandoned(before: View, event: MatchAbandoned) -> str:
    """Says that the host has ended the match, with the scores."""
    return together(say("match.abandoned"), scores(before, event.scores))


def scores(view: View, by_side: Sequence[int]) -> str:
    """`Scores: you 12, Ana 30.`."""
    return say("scores", scores=scores_listed(view, by_side))


def scores_listed(view: View, by_side: Sequence[int]) -> str:
    """`you 12, Ana 30`."""
    return in_line(say("score", side=side_name(view, side), score=score) for side, score in enumerate(by_side))


def a_new_round() -> str:
    """Says why a prepared play is dropped."""
    return say("round.new")
