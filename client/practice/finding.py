"""Finding exercises in finished games, newest first: a game is analysed unless it is already, its turns are explained.

Here: one game after another, and the progress in sentences. The work runs in worker processes of a child program, and
cancelling ends it; what was found until then stays. Not here: which plays become exercises (`collecting`).
"""

from collections.abc import Callable, Iterable, Iterator
from datetime import date
from pathlib import Path

from client.model.practice import Exercise, Practice
from client.practice.collecting import exercises_of, turns_to_explain
from client.practice.practising import MOST_AT_ONCE
from client.replay.analyser import analyse, explain
from client.replay.record_file import UnreadableError, open_file, saved_analysis
from client.store.saved_games import FinishedGame, Result
from client.words import lesson_words
from protocol.frozen import frozen
from protocol.shared.analysis_progress import Progress


@frozen
class Search:
    """The progress: a sentence. `is_step`: it is worth a line of its own, where each progress is one."""

    text: str
    is_step: bool


Report = Callable[[Search], None]


def games_to_search(games: Iterable[FinishedGame], practice: Practice) -> Iterator[FinishedGame]:
    """The player's own games with a record whose exercises were not collected yet, and whose tiles were not known."""
    for game in games:
        result = game.result
        is_own = game.record is not None and result.seat is not None and not result.repeats
        if is_own and result.game not in practice.games:
            yield game


async def find_exercises(
    games: Iterable[FinishedGame], practice: Practice, today: date, saved: Callable[[], None], report: Report
) -> None:
    """Collect exercises from these games until enough are due. `saved` is called after each game.

    Raises `AnalysisError`.
    """
    for game in games:
        if len(practice.due(today)) >= MOST_AT_ONCE:
            break
        assert game.record is not None
        found = await _exercises_in(game.record, game.result, report)
        practice.collect(game.result.game, found, today)
        saved()


async def _exercises_in(path: Path, result: Result, report: Report) -> list[Exercise]:
    """The exercises in the record in this file; none if it cannot be read or breaks its rules. Raises as `analyse`."""
    try:
        opened = open_file(path)
    except UnreadableError:
        return []
    if opened.doubt:
        return []
    assert result.seat is not None
    record = opened.record
    analysis = saved_analysis(path, record)
    if analysis is None:
        analysis = await analyse(record, _reporting(lesson_words.analyses, result, report), path)
    turns = turns_to_explain(record, analysis, result.seat)
    explanation = await explain(record, turns, _reporting(lesson_words.compares, result, report))
    return [*exercises_of(record, result.seat, explanation)]


def _reporting(says: Callable[[str, str, Progress], str], result: Result, report: Report) -> Callable[[Progress], None]:
    """Reports the progress of a game, as `says` does; the first time and at each quarter as a step."""
    last = -1

    def progressed(progress: Progress) -> None:
        nonlocal last
        quarter = min(3, 4 * progress.done // max(1, progress.plays))
        report(Search(says(result.preset, result.at, progress), quarter != last))
        last = quarter

    return progressed
