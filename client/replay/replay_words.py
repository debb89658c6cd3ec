"""The sentences of a replay: its heading, each entry, the alternatives to a move, the analysis of a game.

Here: sentences that only a replay has. They name every player but the reader who played, who is "you". Not here:
sentences of live play (`words.event_words`), which of these answers a question (`answers`).
"""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, tzinfo
from typing import Final

from client.model.announcements import Announcer
from client.replay.alternatives import Alternative, Alternatives
from client.replay.cursor import Replay, SeenEntry
from client.view.view import View
from client.words import name_words
from client.words.english import in_100, in_line, listed
from client.words.event_words import scores, tiles_listed
from client.words.name_words import name_of, player, shown, sides
from client.words.number_words import day, day_and_time
from client.words.rule_words import house_rules
from client.words.say import say, together
from client.words.score_words import at_end
from protocol.game.layout import Arm
from protocol.game.rules import OPTIONS, Draw
from protocol.game.tiles import HIDDEN, Hand, Tile
from protocol.log.deal_count import count_deals
from protocol.log.events import RoundDealt, Scored, TileDrawn
from protocol.log.table import Stage, Table
from protocol.shared.analysis_progress import Progress
from protocol.wire.analysis import FEWEST_DECISIONS, Analysis, Grade, JudgedPlay, JudgedPlayer
from protocol.wire.record import Record


def sentences(seen: SeenEntry) -> Iterator[str]:
    """The sentences of one entry; none for points, which the sentence of the play includes."""
    before, event = seen.before, seen.entry.event
    match event:
        case Scored():
            return
        case TileDrawn():
            who, rest = player(before, event.seat), say("draw.rest", n=seen.after.boneyard)
            if event.tile is HIDDEN:
                yield say("replay.drew_hidden", who=who, rest=rest)
            else:
                yield say("replay.drew", who=who, tile=event.tile, rest=rest)
        case RoundDealt() if event.round > 1:
            yield scores(before, before.table.scores)
            yield from (announcement.text for announcement in Announcer().announce(before, event, seen.after))
        case _:
            yield from (announcement.text for announcement in Announcer().announce(before, event, seen.after))


def sentences_and_cost(replay: Replay, seen: SeenEntry) -> Iterator[str]:
    """The sentences of one entry, and the cost of a play if the game was analysed."""
    yield from sentences(seen)
    judged = replay.judged.get(seen.entry.seq)
    if judged is not None:
        yield cost(seen.before, judged)


def all_sentences(replay: Replay, first: int, last: int) -> Iterator[str]:
    """The sentences of entries `first` to `last`."""
    for seen in replay.seen(first, last):
        yield from sentences_and_cost(replay, seen)


def step_sentences(replay: Replay) -> list[str]:
    """The sentences of the step that ends at the entry shown."""
    first = replay.position
    while first > 1 and not any(True for _ in all_sentences(replay, first, first)):
        first -= 1
    return list(all_sentences(replay, first, replay.position))


def heading(record: Record, table: Table) -> str:
    """`Fives and Threes to exactly 61: Ann, Ben (bot) and Cho (bot). Table oak, 2026-01-02 03:00.`."""
    where, when = shown(record.header.table), moment(record.header.at)
    return say("replay.heading", game=game_and_target(table), players=players(table), table=where, moment=when)


def game_and_target(table: Table) -> str:
    """`All Fives to 150`."""
    return name_words.game_and_target(View(table))


def house_rule_sentences(table: Table) -> Iterator[str]:
    """`House rules: knock_bonus=1, target=121.`, or nothing if there are none."""
    changed = house_rules(table.rules, len(table.seats), table.preset)
    if changed:
        spelled = (f"{name}={option.spell(table.rules)}" for name, option in OPTIONS.items() if name in changed)
        yield say("replay.house_rules", rules=in_line(spelled))


def deal_sentences(record: Record) -> Iterator[str]:
    """`Deals: 7 of 7 follow from the numbers of 3 players and the host.`, or nothing if the host alone dealt."""
    deals = count_deals(record.entries)
    if deals.mixed:
        yield say("replay.deals", deals=deals.said)


def deals_at_first(replay: Replay) -> Iterator[str]:
    """The same as a replay begins with it: who played needs to know only of deals that do not follow. `w` has all."""
    deals = count_deals(replay.record.entries)
    if replay.own is None or not deals.right == deals.mixed == deals.dealt or deals.lacking:
        yield from deal_sentences(replay.record)


def players(table: Table) -> str:
    """The players by side: `Ann, Ben (bot) and Cho`; `Ann and Cho against Ben and Dai`."""
    view = View(table)
    names = [_player(view, seat) for seat in range(len(table.seats))]
    if not table.rules.partners:
        return listed(names)
    first, *others = (listed(names[seat] for seat in standing.seats) for standing in view.standings)
    for side in others:
        first = say("replay.against", most=first, last=side)
    return first


def _player(view: View, seat: int) -> str:
    name = name_of(view, seat)
    return say("replay.bot", player=name) if view.seat_at(seat).bot else name


def moment(at: str) -> str:
    """A time of the log in this machine's time zone: `2026-01-02 04:04`. A text that is not a time is unchanged."""
    return _by_clock(at, None) or shown(at)[:16]


def moment_anywhere(at: str) -> str:
    """A time of the log for readers anywhere: `2026-01-02 03:04 UTC`."""
    moment = _by_clock(at, UTC)
    return shown(at)[:16] if moment is None else say("replay.utc", moment=moment)


def day_here(at: str) -> str:
    """The day of a time in this machine's time zone: `2026-01-02`."""
    return _day(at, None)


def day_anywhere(at: str) -> str:
    """The day of the same time for readers anywhere."""
    return _day(at, UTC)


def _day(at: str, zone: tzinfo | None) -> str:
    try:
        return day(f"{datetime.fromisoformat(at).astimezone(zone):%Y-%m-%d}")
    except (ValueError, OverflowError, OSError):
        return shown(at)[:10]


def _by_clock(at: str, zone: tzinfo | None) -> str | None:
    try:
        return day_and_time(f"{datetime.fromisoformat(at).astimezone(zone):%Y-%m-%d %H:%M}")
    except (ValueError, OverflowError, OSError):
        return None  # text from a stranger, or a year that the calendar does not have


def outcome(table: Table) -> str:
    """The outcome of a game: `Ann won 61 to 40 to 12`, `not finished`."""
    view = View(table)
    if table.stage is not Stage.OVER:
        return say("outcome.not_finished")
    if not table.won_by:
        return say("outcome.ended_by_host")
    others = sorted((score for side, score in enumerate(table.scores) if side not in table.won_by), reverse=True)
    scores = str(table.scores[table.won_by[0]])
    for score in others:
        scores = say("outcome.scores", most=scores, last=score)
    return say("outcome.won", who=sides(view, *table.won_by), scores=scores)


def record_ends(table: Table) -> Iterator[str]:
    """The sentence after the last entry of a game that is not finished; none for one that is."""
    if table.stage is not Stage.OVER:
        yield together(say("replay.ends_here"), scores(View(table), table.scores))


def place(replay: Replay) -> str:
    """`Play 12 of 57, round 2, all tiles open.`."""
    round_, (number, last) = replay.table.round, replay.plays
    view = view_in_words(replay)
    if round_ is None:
        return say("replay.place_before_rounds", play=number, plays=last, view=view)
    return say("replay.place", play=number, plays=last, round=round_.number, view=view)


def round_and_play(table: Table, play: int, plays: int) -> str:
    """`Round 2, play 12 of 57`; `Play 0 of 57` before the first round."""
    if table.round is None:
        return say("replay.play", play=play, plays=plays)
    return say("replay.round_and_play", round=table.round.number, play=play, plays=plays)


def view_in_words(replay: Replay) -> str:
    """`all tiles open`, or `as Ann saw it`: whose view the replay shows."""
    if replay.viewed is None:
        return say("replay.all_open")
    return say("replay.as_seen", who=player(replay.names(replay.table), replay.viewed))


def view_in_a_sentence(replay: Replay) -> str:
    """`All tiles open.`, or `As Ann saw it.`: the same where nothing else is said."""
    if replay.viewed is None:
        return say("replay.shows_all_open")
    return say("replay.shows_as_seen", who=player(replay.names(replay.table), replay.viewed))


def hands(view: View) -> Iterator[str]:
    """The hands in this view, one line for each seat, then the other tiles."""
    for seat in range(len(view.table.seats)):
        yield say("replay.hand", who=player(view, seat), tiles=held(view.hand_of(seat)))
    if view.round is not None:
        rest = "replay.not_dealt" if view.table.rules.draw is Draw.NONE else "replay.boneyard"
        yield say(rest, tiles=held(view.round.boneyard))


def held(tiles: Hand) -> str:
    """A hand: `6-4 and 5-5`, `3 tiles, not seen`, `no tiles`."""
    if not tiles:
        return say("count.tiles", n=0)
    if HIDDEN in tiles:
        return say("replay.not_seen", tiles=say("count.tiles", n=len(tiles)))
    return tiles_listed(tiles)


def alternatives(view: View, found: Alternatives | None) -> Iterator[str]:
    """The alternatives to a move, best first."""
    if found is None:
        yield say("replay.nothing_to_compare")
        return
    who = player(view, found.seat)
    if found.choices.may_draw:
        yield say("replay.had_to_draw", who=who)
    elif found.choices.may_knock:
        yield say("replay.had_to_knock", who=who)
    elif len(found.plays) == 1:
        yield say("replay.no_other_play", who=who, play=_play(found, found.plays[0]))
    else:
        yield say("replay.could_play", who=who)
        for play in found.plays:
            yield say("replay.could_and_did" if play.was_made else "replay.could", play=_play(found, play))


def _play(found: Alternatives, alternative: Alternative) -> str:
    play, award = alternative.play, alternative.award
    points = say("count.points", n=award.offered)
    if award.awarded < award.offered:
        if award.awarded:
            points = say("alternative.some_count", points=points, awarded=award.awarded)
        else:
            points = say("alternative.none_counts", points=points)
    named = _play_at_end(found.before, play.tile, play.arm)
    return say("alternative", play=named, sum=award.end_sum, points=points)


# A game that was analysed.

_GRADES: Final = {
    Grade.BEST: "grade.best",
    Grade.GOOD: "grade.good",
    Grade.INACCURACY: "grade.inaccuracy",
    Grade.MISTAKE: "grade.mistake",
    Grade.BLUNDER: "grade.blunder",
}
_GRADES_FIRST: Final = {
    Grade.BEST: "grade.best_first",
    Grade.GOOD: "grade.good_first",
    Grade.INACCURACY: "grade.inaccuracy_first",
    Grade.MISTAKE: "grade.mistake_first",
    Grade.BLUNDER: "grade.blunder_first",
}
_COUNTED: Final = {
    Grade.BEST: "graded.best",
    Grade.GOOD: "graded.good",
    Grade.INACCURACY: "graded.inaccuracy",
    Grade.MISTAKE: "graded.mistake",
    Grade.BLUNDER: "graded.blunder",
}
_MARKS: Final = {
    Grade.INACCURACY: "mark.inaccuracy",
    Grade.MISTAKE: "mark.mistake",
    Grade.BLUNDER: "mark.blunder",
}


def analysing(progress: Progress | None) -> str:
    """`Analysing: play 12 of 57.`"""
    if progress is None or progress.done >= progress.plays:
        return say("analysis.running")
    return say("analysis.at", play=progress.done + 1, plays=progress.plays)


def how_each_played(analysis: Analysis) -> Iterator[str]:
    """A line for each player: what its plays lost, and their grades; then one about luck, which no play caused."""
    for judged in analysis.players:
        yield _judged(judged, [play.grade for play in analysis.plays if play.seat == judged.seat])
    luck = (
        say("analysis.luck_of", name=shown(judged.name), luck=_signed(round(100 * judged.luck)))
        for judged in analysis.players
    )
    yield say("analysis.luck", players=in_line(luck))


def _signed(number: int) -> str:
    return f"{number:+}" if number else "0"


def figure(judged: JudgedPlayer) -> tuple[str, str]:
    """One figure for a player, and what it is: the accuracy, or what was lost if too little was decided to tell it."""
    if judged.accuracy is not None and judged.decisions >= FEWEST_DECISIONS:
        return say("percent", number=f"{judged.accuracy:.0f}"), say("analysis.figure_accuracy")
    return in_100(judged.lost), say("analysis.figure_lost")


def _judged(judged: JudgedPlayer, grades: Sequence[Grade]) -> str:
    """`In all, Ann lost 14 % of a win, accuracy 92 %: 9 best, 1 mistake. 2 hints taken.`"""
    hints = say("analysis.hints", n=judged.hints) if judged.hints else ""
    return together(_lost(judged, grades), hints)


def _lost(judged: JudgedPlayer, grades: Sequence[Grade]) -> str:
    name, counted = shown(judged.name), _counted(grades)
    if not judged.decisions:
        return say("analysis.nothing_to_decide", name=name)
    # Older analyses have an accuracy after few decisions, too.
    if judged.accuracy is None or judged.decisions < FEWEST_DECISIONS:
        if judged.lost > 0:
            return say("analysis.lost", name=name, lost=in_100(judged.lost), grades=counted)
        return say("analysis.lost_nothing", name=name, grades=counted)
    accuracy = say("percent", number=f"{judged.accuracy:.0f}")
    if judged.lost > 0:
        return say("analysis.lost_accuracy", name=name, lost=in_100(judged.lost), accuracy=accuracy, grades=counted)
    return say("analysis.lost_nothing_accuracy", name=name, accuracy=accuracy, grades=counted)


def _counted(grades: Sequence[Grade]) -> str:
    """`7 best, 1 good, 2 mistakes`."""
    numbers = ((grade, grades.count(grade)) for grade in Grade)
    return in_line(say(_COUNTED[grade], n=number) for grade, number in numbers if number) or say(
        "analysis.no_decisions"
    )


def mark(play: JudgedPlay | None) -> str:
    """`, mistake` behind the line of a bad play; empty for others."""
    return say(_MARKS[play.grade]) if play is not None and play.grade in _MARKS else ""


def cost(before: View, play: JudgedPlay) -> str:
    """`A mistake, which cost 7 in 100: 5-3 on the left wins 24 in 100 matches, this 17.`"""
    grade, wins = say(_GRADES_FIRST[play.grade]), in_100(play.win)
    if play.better is None:
        return say("analysis.only_play", grade=grade, win=wins)
    better = _play_at_end(before, play.better.tile, play.better.arm)
    lost = in_100(play.lost)
    return say("analysis.cost", grade=grade, lost=lost, play=better, win=in_100(play.better.win), this=wins)


def costliest(analysis: Analysis) -> str:
    """The title of the list of costliest plays; it says that those of bots are left out, if there are people, too."""
    kinds = {judged.bot is None for judged in analysis.players}
    return say("analysis.costliest_of_people") if len(kinds) > 1 else say("replay.costliest")


def costly_plays(replay: Replay) -> Iterator[str]:
    """`Round 2: Ann's 5-3 on the 4 instead of 6-4 on the 2 cost 8 in 100 chances to win: a mistake`."""
    for play in replay.costliest:
        (seen,) = replay.seen(play.seq, play.seq)
        before = seen.before
        assert play.better is not None
        assert before.round is not None
        yield say(
            "analysis.costly",
            round=before.round.number,
            who=player(before, play.seat),
            made=_play_at_end(before, play.tile, play.arm),
            better=_play_at_end(before, play.better.tile, play.better.arm),
            lost=in_100(play.lost),
            grade=say(_GRADES[play.grade]),
        )


def no_such_costly(most: int) -> str:
    """Says that a number is not in the list of costliest plays, which go up to `most`."""
    return say("analysis.no_such_costly", most=most) if most else say("replay.nothing_lost")


def better_shown(replay: Replay) -> str:
    """The sentence about the better play on the board in place of the one that was made, or about that one again."""
    judged = replay.judged_here
    if judged is None or judged.better is None:
        return say("replay.nothing_better")
    (seen,) = replay.seen(judged.seq, judged.seq)
    who, made = player(seen.before, judged.seat), _play_at_end(seen.before, judged.tile, judged.arm)
    if not replay.shows_better:
        return say("analysis.made_again", who=who, made=made)
    better = say("analysis.better", better=_play_at_end(seen.before, judged.better.tile, judged.better.arm))
    grade, lost = say(_GRADES[judged.grade]), in_100(judged.lost)
    return together(better, say("analysis.made_was", who=who, made=made, grade=grade, lost=lost))


def _play_at_end(before: View, tile: Tile, arm: Arm) -> str:
    """`6-4 on the left`; just the tile for a lead."""
    return str(tile) if arm is Arm.START else say("hint.a_play", tile=tile, where=at_end(before, arm))
