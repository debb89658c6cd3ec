"""The sentences of a replay: its heading, each entry, the alternatives to a move, the analysis of a game.

Here: sentences that only a replay has. They name every player, because in a replay nobody is "you". Not here:
sentences of live play (`words.event_words`), which of these answers a question (`answers`).
"""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, tzinfo
from typing import Final

from client.model.announcements import Announcer
from client.replay.alternatives import Alternative, Alternatives
from client.replay.cursor import Replay, SeenEntry
from client.view.view import View
from client.words.english import capital, count, in_100, listed
from client.words.event_words import scores, tiles_listed
from client.words.name_words import does, game_title, name_of, shown, sides_named, target_of, who, whose
from client.words.rule_words import house_rules
from client.words.score_words import at_end
from protocol.game.layout import Arm
from protocol.game.rules import OPTIONS
from protocol.game.tiles import HIDDEN, Hand
from protocol.log.deal_count import count_deals
from protocol.log.events import RoundDealt, Scored, TileDrawn
from protocol.log.table import Stage, Table
from protocol.shared.analysis_progress import Progress
from protocol.wire.analysis import FEWEST_DECISIONS, Analysis, BetterPlay, Grade, JudgedPlay, JudgedPlayer
from protocol.wire.record import Record


def sentences(seen: SeenEntry) -> Iterator[str]:
    """The sentences of one entry; none for points, which the sentence of the play includes."""
    before, event = seen.before, seen.entry.event
    match event:
        case Scored():
            return
        case TileDrawn():
            tile = "a tile" if event.tile is HIDDEN else str(event.tile)
            yield f"{does(before, event.seat, 'draw')} {tile}, {seen.after.boneyard} left in the boneyard."
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
    return (
        f"{game_and_target(table)}: {players(table)}. Table {shown(record.header.table)}, {moment(record.header.at)}."
    )


def game_and_target(table: Table) -> str:
    """`All Fives to 150`."""
    return f"{game_title(table.preset)} {target_of(View(table))}"


def house_rule_sentences(table: Table) -> Iterator[str]:
    """`House rules: knock_bonus=1, target=121.`, or nothing if there are none."""
    changed = house_rules(table.rules, len(table.seats), table.preset)
    if changed:
        spelled = (f"{name}={option.spell(table.rules)}" for name, option in OPTIONS.items() if name in changed)
        yield f"House rules: {', '.join(spelled)}."


def deal_sentences(record: Record) -> Iterator[str]:
    """`Deals: 7 of 7 follow from the numbers of 3 players and the host.`, or nothing if the host alone dealt."""
    deals = count_deals(record.entries)
    if deals.mixed:
        yield f"{capital(str(deals))}."


def players(table: Table) -> str:
    """The players by side: `Ann, Ben (bot) and Cho`; `Ann and Cho against Ben and Dai`."""
    view = View(table)
    names = [_player(view, seat) for seat in range(len(table.seats))]
    if not table.rules.partners:
        return listed(names)
    sides = [listed(names[seat] for seat in standing.seats) for standing in view.standings]
    return " against ".join(sides)


def _player(view: View, seat: int) -> str:
    return f"{name_of(view, seat)}{' (bot)' if view.seat_at(seat).bot else ''}"


def moment(at: str) -> str:
    """A time of the log in this machine's time zone: `2026-01-02 04:04`. A text that is not a time is unchanged."""
    return _by_clock(at, None) or shown(at)[:16]


def moment_anywhere(at: str) -> str:
    """A time of the log for readers anywhere: `2026-01-02 03:04 UTC`."""
    moment = _by_clock(at, UTC)
    return shown(at)[:16] if moment is None else f"{moment} UTC"


def _by_clock(at: str, zone: tzinfo | None) -> str | None:
    try:
        return f"{datetime.fromisoformat(at).astimezone(zone):%Y-%m-%d %H:%M}"
    except (ValueError, OverflowError, OSError):
        return None  # text from a stranger, or a year that the calendar does not have


def outcome(table: Table) -> str:
    """The outcome of a game: `Ann won 61 to 40 to 12`, `not finished`."""
    view = View(table)
    if table.stage is not Stage.OVER:
        return "not finished"
    if not table.won_by:
        return "ended by the host"
    winners = sides_named(view, *table.won_by)
    others = [str(score) for side, score in enumerate(table.scores) if side not in table.won_by]
    return f"{winners} won {' to '.join([str(table.scores[table.won_by[0]]), *sorted(others, key=int, reverse=True)])}"


def record_ends(table: Table) -> Iterator[str]:
    """The sentence after the last entry of a game that is not finished; none for one that is."""
    if table.stage is not Stage.OVER:
        yield f"The record ends here, before the match was over. {scores(View(table), table.scores)}"


def place(replay: Replay) -> str:
    """`Play 12 of 57, round 2, all tiles open.`."""
    round_, (number, last) = replay.table.round, replay.plays
    where = "" if round_ is None else f", round {round_.number}"
    return f"Play {number} of {last}{where}, {view_in_words(replay)}."


def round_and_play(table: Table, play: int, plays: int) -> str:
    """`Round 2, play 12 of 57`; `Play 0 of 57` before the first round."""
    where = f"play {play} of {plays}"
    return capital(where) if table.round is None else f"Round {table.round.number}, {where}"


def view_in_words(replay: Replay) -> str:
    """`all tiles open`, or `as Ann saw it`: whose view the replay shows."""
    if replay.viewed is None:
        return "all tiles open"
    return f"as {name_of(View(replay.table), replay.viewed)} saw it"


def hands(view: View) -> Iterator[str]:
    """The hands in this view, one line for each seat, then the boneyard."""
    for seat in range(len(view.table.seats)):
        yield f"{who(view, seat)}: {held(view.hand_of(seat))}."
    if view.round is not None:
        yield f"Boneyard: {held(view.round.boneyard)}."


def held(tiles: Hand) -> str:
    """A hand: `6-4 and 5-5`, `3 tiles, not seen`, `no tiles`."""
    if not tiles:
        return "no tiles"
    if HIDDEN in tiles:
        return f"{count(len(tiles), 'tile')}, not seen"
    return tiles_listed(tiles)


def alternatives(view: View, found: Alternatives | None) -> Iterator[str]:
    """The alternatives to a move, best first."""
    if found is None:
        yield "There is no move to compare, or this view hides the hand."
        return
    if found.choices.may_draw:
        yield f"Nothing fitted: {name_of(view, found.seat)} had to draw."
    elif found.choices.may_knock:
        yield f"Nothing fitted: {name_of(view, found.seat)} had to knock."
    elif len(found.plays) == 1:
        yield f"{who(view, found.seat)} had no other play. {capital(_play(found, found.plays[0]))}."
    else:
        yield f"{who(view, found.seat)} could play:"
        yield from (f"{_play(found, play)}{', played' if play.was_made else ''}." for play in found.plays)


def _play(found: Alternatives, alternative: Alternative) -> str:
    play, award = alternative.play, alternative.award
    points = count(award.awarded, "point")
    if award.awarded < award.offered:
        points = f"{count(award.offered, 'point')} of which {award.awarded or 'none'} would count"
    return f"{play.tile}{_where(found.before, play.arm)}: sum {award.end_sum}, {points}"


# A game that was analysed.

ANALYSING: Final = "Analysing"
COSTLIEST: Final = "The costliest plays"
STOPPED: Final = "The analysis was stopped."
NOT_ANALYSED: Final = "The game is not analysed yet: A analyses it."
NOTHING_BETTER: Final = "There is no better play to show here."
NOTHING_LOST: Final = "No play lost anything that could be measured."
_GRADES: Final = {
    Grade.BEST: "the best play",
    Grade.GOOD: "a good play",
    Grade.INACCURACY: "an inaccuracy",
    Grade.MISTAKE: "a mistake",
    Grade.BLUNDER: "a blunder",
}
_COUNTED: Final = {
    Grade.BEST: ("best", "best"),
    Grade.GOOD: ("good", "good"),
    Grade.INACCURACY: ("inaccuracy", "inaccuracies"),
    Grade.MISTAKE: ("mistake", "mistakes"),
    Grade.BLUNDER: ("blunder", "blunders"),
}
_BAD: Final = (Grade.INACCURACY, Grade.MISTAKE, Grade.BLUNDER)


def analysing(progress: Progress | None) -> str:
    """`Analysing: play 12 of 57.`"""
    if progress is None or progress.done >= progress.plays:
        return f"{ANALYSING} ..."
    return f"{ANALYSING}: play {progress.done + 1} of {progress.plays}."


def how_each_played(analysis: Analysis) -> Iterator[str]:
    """A line for each player: what its plays lost, and their grades; then one about luck, which no play caused."""
    for player in analysis.players:
        yield _judged(player, [play.grade for play in analysis.plays if play.seat == player.seat])
    luck = (f"{shown(player.name)} {100 * player.luck:+.0f} in 100" for player in analysis.players)
    yield f"Luck changed the chances to win: {', '.join(luck)}."


def _judged(player: JudgedPlayer, grades: Sequence[Grade]) -> str:
    """`Ann lost 14 in 100 chances to win, accuracy 92 %: 9 best, 1 mistake. 2 hints taken.`"""
    name = shown(player.name)
    hints = f" {count(player.hints, 'hint')} taken." if player.hints else ""
    if not player.decisions:
        return f"{name}: nothing to decide.{hints}"
    lost = f"{in_100(player.lost)} in 100 chances to win" if player.lost > 0 else "no chances to win"
    # Older analyses have an accuracy after few decisions, too.
    has_accuracy = player.accuracy is not None and player.decisions >= FEWEST_DECISIONS
    accuracy = f", accuracy {player.accuracy:.0f} %" if has_accuracy else ""
    return f"{name} lost {lost}{accuracy}: {_counted(grades)}.{hints}"


def _counted(grades: Sequence[Grade]) -> str:
    """`7 best, 1 good, 2 mistakes`."""
    numbers = ((grade, grades.count(grade)) for grade in Grade)
    return (
        ", ".join(f"{number} {_COUNTED[grade][number != 1]}" for grade, number in numbers if number) or "no decisions"
    )


def mark(play: JudgedPlay | None) -> str:
    """`, mistake` behind the line of a bad play; empty for others."""
    return f", {play.grade}" if play is not None and play.grade in _BAD else ""


def cost(before: View, play: JudgedPlay) -> str:
    """`A mistake, which cost 7 in 100: 5-3 on the left wins 24 in 100 matches, this 17.`"""
    grade = capital(_GRADES[play.grade])
    if play.better is None:
        return f"{grade}: it wins {in_100(play.win)} in 100 matches."
    return (
        f"{grade}, which cost {in_100(play.lost)} in 100: {_play_at_end(before, play.better)} wins"
        f" {in_100(play.better.win)} in 100 matches, this {in_100(play.win)}."
    )


def costliest(analysis: Analysis) -> str:
    """The title of the list of costliest plays; it says that those of bots are left out, if there are people, too."""
    kinds = {player.bot is None for player in analysis.players}
    return f"{COSTLIEST}, without those of bots" if len(kinds) > 1 else COSTLIEST


def costly_plays(replay: Replay) -> Iterator[str]:
    """`Round 2: Ann's 5-3 on the 4 instead of 6-4 on the 2 cost 8 in 100 chances to win: a mistake`."""
    for play in replay.costliest:
        (seen,) = replay.seen(play.seq, play.seq)
        before = seen.before
        assert play.better is not None
        assert before.round is not None
        made = f"{play.tile}{_where(before, play.arm)}"
        better = f"{play.better.tile}{_where(before, play.better.arm)}"
        yield (
            f"Round {before.round.number}: {whose(before, play.seat)} {made} instead of {better}"
            f" cost {in_100(play.lost)} in 100 chances to win: {_GRADES[play.grade]}"
        )


def no_such_costly(most: int) -> str:
    """Says that a number is not in the list of costliest plays, which go up to `most`."""
    return f"The costliest plays go from 1 to {most}: A lists them." if most else NOTHING_LOST


def better_shown(replay: Replay) -> str:
    """The sentence about the better play on the board in place of the one that was made, or about that one again."""
    judged = replay.judged_here
    if judged is None or judged.better is None:
        return NOTHING_BETTER
    (seen,) = replay.seen(judged.seq, judged.seq)
    made = f"{judged.tile}{_where(seen.before, judged.arm)}"
    better = capital(f"{judged.better.tile}{_where(seen.before, judged.better.arm)}")
    if not replay.shows_better:
        return f"{whose(seen.before, judged.seat)} {made} is on the board again."
    return (
        f"Better: {better}, now on the board. {whose(seen.before, judged.seat)} {made} was {_GRADES[judged.grade]}"
        f" and cost {in_100(judged.lost)} in 100 chances to win."
    )


def _where(before: View, arm: Arm) -> str:
    return "" if arm is Arm.START else f" {at_end(before, arm)}"


def _play_at_end(before: View, play: BetterPlay) -> str:
    return f"{play.tile}{_where(before, play.arm)}"
