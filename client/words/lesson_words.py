"""Lessons and exercises in words: what a play makes of the ends, why another one is better, what each was worth.

Here: sentences that follow from the rules or from figures. Not here: the texts of the lessons (`practice.lessons`),
which sentence is said when (`practice.lesson`, `practice.exercise_task`).
"""

from collections.abc import Iterator
from datetime import date

from client.view.view import View
from client.words.english import in_100, in_line, listed
from client.words.event_words import own_play, played_short
from client.words.hint_words import play_named, reason_against
from client.words.name_words import game_title, name_of, player, shown
from client.words.number_words import day
from client.words.option_words import level_in_words
from client.words.say import say, together
from client.words.score_words import end_brief, open_pips
from protocol.game.layout import Arm
from protocol.game.tiles import HIDDEN, Tile
from protocol.log.choices import Play
from protocol.log.events import Knocked, MoveEvent, TileDrawn, TilePlayed
from protocol.shared.analysis_progress import Progress
from protocol.wire.explained import ExplainedPlay
from protocol.wire.hints import Why


def head_of_plays() -> tuple[str, str, str, str]:
    """The heads of the columns of `row_of_play`."""
    return say("lesson.head_play"), say("lesson.head_points"), say("lesson.head_wins"), say("lesson.head_played")


def right(view: View, play: Play) -> str:
    """That this play is the one looked for, and what it makes: `Right. You score 3, total 3. Ends 5 and 4: ...`"""
    assert view.seat is not None
    return together(say("lesson.right"), own_play(view, TilePlayed(view.seat, *play)))


def try_again(view: View, play: Play, missed: str) -> str:
    """What this play would make, and why it is not the one looked for."""
    assert view.seat is not None
    would = own_play(view, TilePlayed(view.seat, *play), is_made=False)
    return together(say("lesson.try_again"), would, missed)


def could_score_more(most: int) -> str:
    """Why a play is not the one looked for."""
    return say("lesson.scores_more", points=say("count.points", n=most))


def does_not_win(view: View, score: int) -> str:
    """Why a play is not the one looked for: it does not reach the target."""
    left = view.table.rules.target - score
    return say("lesson.does_not_win", score=score, left=left)


def could_reply(view: View, points: int, tile: Tile | None) -> str:
    """What the next player could score at most after a play: `Then Ana could score 8, with 5-5.`"""
    assert view.round is not None
    assert view.seat is not None
    following = player(view, view.round.seat_after(view.seat))
    if tile is None:
        return say("lesson.no_reply", who=following)
    return say("lesson.reply", who=following, points=points, tile=tile)


def leaves_less(points: int) -> str:
    """Why a play is not the one looked for: another one leaves the next player less."""
    return say("lesson.leaves_less", points=points) if points else say("lesson.leaves_nothing")


def last_moves(moves: Iterator[tuple[View, MoveEvent]]) -> list[str]:
    """A line for each move, each given with the table before it."""
    return [_move(before, move) for before, move in moves]


def _move(before: View, move: MoveEvent) -> str:
    match move:
        case TilePlayed():
            return played_short(before, move)
        case TileDrawn():
            who = player(before, move.seat)
            return (
                say("lesson.drew_hidden", who=who)
                if move.tile is HIDDEN
                else say("lesson.drew", who=who, tile=move.tile)
            )
        case Knocked():
            return say("lesson.knocked", who=player(before, move.seat), ends=open_pips(before.layout))


# Exercises.


def where_from(view: View, at: str) -> str:
    """`All Fives with Ben (club) and Cho, played on 2026-01-02`"""
    others = [_player(view, seat) for seat in range(len(view.table.seats)) if seat != view.seat]
    return say("lesson.where_from", game=game_title(view.table.preset), players=listed(others), date=_day(at))


def _player(view: View, seat: int) -> str:
    bot = view.seat_at(seat).bot
    name = name_of(view, seat)
    return name if bot is None else say("lesson.bot", player=name, level=level_in_words(bot))


def analyses(preset: str, at: str, progress: Progress) -> str:
    """`Analysing All Fives of 2026-01-02: play 12 of 57.`"""
    return say(
        "lesson.analyses",
        game=game_title(preset),
        date=_day(at),
        play=_now_at(progress),
        plays=progress.plays,
    )


def compares(preset: str, at: str, progress: Progress) -> str:
    """`Comparing the costliest plays in All Fives of 2026-01-02: play 12 of 57.`"""
    return say(
        "lesson.compares",
        game=game_title(preset),
        date=_day(at),
        play=_now_at(progress),
        plays=progress.plays,
    )


def _now_at(progress: Progress) -> int:
    return min(progress.done + 1, progress.plays)


def verdict(view: View, answer: ExplainedPlay, best: ExplainedPlay, *, is_right: bool) -> str:
    """Whether the answer was right, and the one reason that decides between it and the best play."""
    play = play_named(view, best.play)
    if answer is best:
        return together(say("lesson.right"), say("lesson.is_best", play=play))
    if is_right:
        return together(say("lesson.right"), say("lesson.as_good", play=play_named(view, answer.play), best=play))
    return _better(view, best, answer)


def why_best(view: View, best: ExplainedPlay, made: ExplainedPlay) -> str:
    """What the player had played, and the reason why the best play is better."""
    return together(say("lesson.you_played", play=play_named(view, made.play)), _better(view, best, made))


def _better(view: View, best: ExplainedPlay, other: ExplainedPlay) -> str:
    """`6-4 on the left is better: it scores 3; 5-5 on the right scores nothing.`"""
    play, than = play_named(view, best.play), play_named(view, other.play)
    match other.why:
        case Why.WINS:
            return say("lesson.better_wins", play=play)
        case Why.POINTS if other.play.points:
            return say("lesson.better_scores", play=play, points=best.play.points, other=than, less=other.play.points)
        case Why.POINTS:
            return say("lesson.better_scores_than_nothing", play=play, points=best.play.points, other=than)
        case Why.EVEN:
            return say("lesson.better_even", play=play, other=than)
        case _:
            reason = reason_against(view, best.play, other.play, other.why, other.about)
            return say("lesson.better_because", play=play, reason=reason) if reason else say("lesson.better", play=play)


def row_of_play(view: View, explained: ExplainedPlay, *, is_answer: bool, is_made: bool) -> tuple[str, str, str, str]:
    """The cells of a play in the table: `6-4 on 3`, `2`, `54 %`, `now, in game`."""
    play = explained.play
    tile, is_lead = play.tile, play.arm is Arm.START
    named = str(tile) if is_lead else say("hint.a_play", tile=tile, where=end_brief(view, play.arm))
    when = in_line([*([say("lesson.now")] if is_answer else []), *([say("lesson.in_game")] if is_made else [])])
    return named, str(play.points), say("percent", number=in_100(play.win)), when


def worth(view: View, explained: ExplainedPlay, *, is_answer: bool, is_made: bool) -> str:
    """`6-4 on the 3: 2 points, wins 54 in 100 such matches. Your answer. Played in the game.`"""
    play = explained.play
    points = say("count.points", n=play.points)
    return together(
        say("lesson.worth", play=play_named(view, play), points=points, win=in_100(play.win)),
        say("lesson.your_answer") if is_answer else "",
        say("lesson.played_in_game") if is_made else "",
    )


def why_no_exercise(*, is_searched: bool) -> str:
    """Why there is no exercise, for a player with games. `is_searched`: all of them were."""
    return say("lesson.none_found") if is_searched else say("lesson.not_searched")


def answered(right: int, of_all: int) -> str:
    """`7 of 10 answers were right.`"""
    return say("lesson.answered", right=right, n=of_all)


def _day(at: str) -> str:
    """The day of a time of the log."""
    return day(shown(at)[:10])


def when_next(due: int, following: date | None) -> str:
    """When there is something to practise again: now, if so many exercises are `due`, or on the `following` day."""
    if due:
        return say("lesson.due_today", n=due)
    return say("lesson.known") if following is None else say("lesson.due_on", date=day(following.isoformat()))
