"""Lessons and exercises in words: what a play makes of the ends, why another one is better, what each was worth.

Here: sentences that follow from the rules or from figures. Not here: the texts of the lessons (`practice.lessons`),
which sentence is said when (`practice.lesson`, `practice.exercise_task`).
"""

from collections.abc import Iterator
from datetime import date
from typing import Final

from client.view.view import View
from client.words.english import capital, count, in_100, listed
from client.words.event_words import own_play, played_short
from client.words.hint_words import play_named, reason_against
from client.words.name_words import does, game_title, name_of, shown
from client.words.score_words import end_brief, open_pips
from protocol.game.layout import Arm
from protocol.game.tiles import HIDDEN, Tile
from protocol.log.choices import Play
from protocol.log.events import Knocked, MoveEvent, TileDrawn, TilePlayed
from protocol.shared.analysis_progress import Progress
from protocol.wire.explained import ExplainedPlay
from protocol.wire.hints import Why

LEARN: Final = "Learn to play"
PRACTISE: Final = "Practise"
ENTER_BEGINS: Final = "Enter begins with those that were found."
ENTER_GOES_ON: Final = "Enter goes on."
TRY_IT: Final = "Try it"
NEXT: Final = "Next"
DONE: Final = "Done"
RIGHT: Final = "Right."
ANALYSES: Final = "Analysing"
EXPLAINS: Final = "Comparing the costliest plays in"
SEARCHING: Final = "Looking for exercises in your games."
WHICH_IS_BEST: Final = "Which play is best?"
HEAD_OF_PLAYS: Final = ("Play", "Points", "Wins", "Played")
NO_GAMES: Final = "Exercises come from your own games: finish a match first."
LESSONS: Final = "Lessons and exercises"
NEVER_PLAYED: Final = "Never played? Six positions, five minutes."
ANALYSE_FIRST: Final = "Exercises come from your own matches: open one in My games, analyse it, and practise its plays."
NONE_IN_MATCH: Final = "None of your plays in this match lost for certain."
_NONE_FOUND: Final = "Your games have no play that lost for certain. Play on!"
_NOT_SEARCHED: Final = "No exercise was found so far. The next time the search goes on."
KNOWN: Final = "You know all your exercises. New ones come from your next games."


def right(view: View, play: Play) -> str:
    """That this play is the one looked for, and what it makes: `Right. You score 3, total 3. Ends 5 and 4: ...`"""
    assert view.seat is not None
    return f"{RIGHT} {own_play(view, TilePlayed(view.seat, *play))}"


def try_again(view: View, play: Play, missed: str) -> str:
    """What this play would make, and why it is not the one looked for."""
    assert view.seat is not None
    return f"Try again. {own_play(view, TilePlayed(view.seat, *play), is_made=False)} {missed}"


def could_score_more(most: int) -> str:
    """Why a play is not the one looked for."""
    return f"Another play scores {count(most, 'point')}."


def does_not_win(view: View, score: int) -> str:
    """Why a play is not the one looked for: it does not reach the target."""
    left = view.table.rules.target - score
    return f"With {score} you would still need {left}. Another play wins at once."


def could_reply(view: View, points: int, tile: Tile | None) -> str:
    """What the next player could score at most after a play: `Then Ana could score 8, with 5-5.`"""
    assert view.round is not None
    assert view.seat is not None
    following = name_of(view, view.round.seat_after(view.seat))
    if tile is None:
        return f"Then {following} could score nothing."
    return f"Then {following} could score {points}, with {tile}."


def leaves_less(points: int) -> str:
    """Why a play is not the one looked for: another one leaves the next player less."""
    return f"Another play leaves at most {points}." if points else "Another play leaves nothing."


def last_moves(moves: Iterator[tuple[View, MoveEvent]]) -> list[str]:
    """A line for each move, each given with the table before it."""
    return [_move(before, move) for before, move in moves]


def _move(before: View, move: MoveEvent) -> str:
    match move:
        case TilePlayed():
            return played_short(before, move)
        case TileDrawn():
            return f"{does(before, move.seat, 'draw')} {'a tile' if move.tile is HIDDEN else move.tile}"
        case Knocked():
            return f"{does(before, move.seat, 'knock')}: {open_pips(before.layout)}"


# Exercises.


def where_from(view: View, at: str) -> str:
    """`All Fives with Ben (club) and Cho, played on 2026-01-02`"""
    others = [_player(view, seat) for seat in range(len(view.table.seats)) if seat != view.seat]
    return f"{game_title(view.table.preset)} with {listed(others)}, played on {shown(at)[:10]}"


def _player(view: View, seat: int) -> str:
    bot = view.seat_at(seat).bot
    return name_of(view, seat) if bot is None else f"{name_of(view, seat)} ({shown(bot)})"


def searching(does: str, preset: str, at: str, progress: Progress) -> str:
    """`Analysing All Fives of 2026-01-02: play 12 of 57.`"""
    number = min(progress.done + 1, progress.plays)
    return f"{does} {game_title(preset)} of {shown(at)[:10]}: play {number} of {progress.plays}."


def verdict(view: View, answer: ExplainedPlay, best: ExplainedPlay, *, is_right: bool) -> str:
    """Whether the answer was right, and the one reason that decides between it and the best play."""
    if answer is best:
        return f"{RIGHT} {play_named(view, best.play)} is best."
    if is_right:
        return f"{RIGHT} {play_named(view, answer.play)} is as good as {play_named(view, best.play)}."
    return f"{play_named(view, best.play)} is better{_reason(view, best, answer)}."


def why_best(view: View, best: ExplainedPlay, made: ExplainedPlay) -> str:
    """What the player had played, and the reason why the best play is better."""
    better = f"{play_named(view, best.play)} is better{_reason(view, best, made)}."
    return f"In the game you played {play_named(view, made.play)}. {better}"


def _reason(view: View, best: ExplainedPlay, other: ExplainedPlay) -> str:
    """What follows `6-4 on the left is better`: the reason, without a full stop."""
    match other.why:
        case Why.WINS:
            return ": it wins the match"
        case Why.POINTS:
            less = f"{play_named(view, other.play)} scores {other.play.points or 'nothing'}"
            return f": it scores {best.play.points}; {less}"
        case Why.EVEN:
            return f", or {play_named(view, other.play)}: they are about the same"
        case _:
            reason = reason_against(view, best.play, other.play, other.why, other.about)
            return f": {reason}" if reason else ""


def row_of_play(view: View, explained: ExplainedPlay, *, is_answer: bool, is_made: bool) -> tuple[str, str, str, str]:
    """The cells of a play in the table: `6-4 on 3`, `2`, `54 %`, `now, in game`."""
    play = explained.play
    named = str(play.tile) if play.arm is Arm.START else f"{play.tile} {end_brief(view, play.arm)}"
    played = (("now", is_answer), ("in game", is_made))
    when = ", ".join(text for text, is_so in played if is_so)
    return named, str(play.points), f"{in_100(play.win)} %", when


def worth(view: View, explained: ExplainedPlay, *, is_answer: bool, is_made: bool) -> str:
    """`6-4 on the 3: 2 points, wins 54 in 100 such matches. Your answer. Played in the game.`"""
    play = explained.play
    worth_of_it = f"{count(play.points, 'point')}, wins {in_100(play.win)} in 100 such matches."
    remarks = (("Your answer.", is_answer), ("Played in the game.", is_made))
    said = " ".join((worth_of_it, *(text for text, is_so in remarks if is_so)))
    return f"{play_named(view, explained.play)}: {said}"


def why_no_exercise(*, is_searched: bool) -> str:
    """Why there is no exercise, for a player with games. `is_searched`: all of them were."""
    return _NONE_FOUND if is_searched else _NOT_SEARCHED


def answered(right: int, of_all: int) -> str:
    """`7 of 10 answers were right.`"""
    return f"{right} of {count(of_all, 'answer')} {'was' if of_all == 1 else 'were'} right."


def when_next(due: int, following: date | None) -> str:
    """When there is something to practise again: now, if so many exercises are `due`, or on the `following` day."""
    if due:
        return f"{capital(count(due, 'more exercise'))} {'is' if due == 1 else 'are'} due today."
    return KNOWN if following is None else f"The next exercise is due on {following.isoformat()}."
