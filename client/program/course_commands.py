"""`fives learn` and `fives practise`: lessons and exercises on the full screen or in lines.

Here: choosing the front end, and where exercises come from and go to. Not here: the courses (`client.practice`), the
front ends (`course_screen`, `course_lines`).
"""

import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import date
from functools import partial
from pathlib import Path

from attrs import evolve

from client.model.practice import Practice
from client.practice.course import Course, Phase
from client.practice.finding import Report, find_exercises, games_to_search
from client.practice.lessons import learning
from client.practice.practising import MOST_AT_ONCE, practising
from client.store.documents import Folder
from client.store.file_games import FileGames
from client.store.saved_games import FinishedGame
from client.store.saved_practice import PRACTICE
from client.terminal.look import Look, can_draw
from client.terminal.printed_lines import print_error, print_line
from client.terminal.typed_lines import TypedLines, standard_input
from client.words import lesson_words
from client.words.say import say
from protocol.frozen import define
from protocol.shared.exit_status import DONE, FAILED


def learn_command(look: Look, play: Callable[[], int], *, lines: bool) -> int:
    """The lessons, and at a terminal the offer to `play` a first match; returns the exit status."""
    if lines or not can_draw():
        course, typed = learning(is_drawn=False), standard_input()
        _run_in_lines(course, typed)
        is_at_end = course.phase is Phase.ENDED and sys.stdin.isatty()
        return play() if is_at_end and _wants_a_match(typed) else DONE
    from client.screen.course_screen import CourseScreen  # noqa: PLC0415 - it imports prompt_toolkit
    from client.screen.display import Display, run_alone  # noqa: PLC0415

    screen = CourseScreen(learning(is_drawn=True, leads_to=say("footer.first_match")), look)
    run_alone(Display(screen).run)
    return play() if screen.goes_on else DONE


def _wants_a_match(typed: TypedLines) -> bool:
    print_line(say("lesson.first_match"))
    try:
        return not (typed.next() or "").strip()
    except EOFError:
        return False


def practise_command(folder: Path, look: Look, *, lines: bool) -> int:
    """The exercises that are due, after a search for new ones if there are few; returns the exit status."""
    try:
        games = FileGames(folder).all()
    except OSError as error:
        print_error(f"{error.filename or folder}: {error.strerror or error}")
        return FAILED
    source = ExerciseSource.of(folder, games)
    if lines or not can_draw():
        practise_in_lines(source, standard_input())
    else:
        from client.screen.display import run_alone  # noqa: PLC0415 - it imports prompt_toolkit

        run_alone(partial(practise_on_screen, source, look))
    if source.trouble:
        print_error(source.trouble)
    return FAILED if source.trouble else DONE


@define
class ExerciseSource:
    """The exercises of the player in a data folder, and the games to search for more. `trouble`: what failed last."""

    folder: Folder
    games: list[FinishedGame]
    practice: Practice
    today: date
    trouble: str = ""

    @classmethod
    def in_folder(cls, folder: Path) -> "ExerciseSource":
        """Those of this data folder, today. Games that cannot be read count as none."""
        try:
            return cls.of(folder, FileGames(folder).all())
        except OSError as error:
            return evolve(cls.of(folder, []), trouble=f"{error.filename or folder}: {error.strerror or error}")

    @classmethod
    def of(cls, folder: Path, games: list[FinishedGame]) -> "ExerciseSource":
        """Those of this data folder, today, with these games."""
        kept = Folder(folder)
        return cls(kept, games, PRACTICE.load(kept), date.today(), next(iter(kept.troubles), ""))

    @property
    def search(self) -> Callable[[Report], Awaitable[None]] | None:
        """The search for more exercises; None if enough are due, or there is no game to search."""
        games = [*games_to_search(self.games, self.practice)]
        if not games or len(self.practice.due(self.today)) >= MOST_AT_ONCE:
            return None
        return partial(find_exercises, games, self.practice, self.today, self.save)

    def course(self, *, is_drawn: bool) -> Course:
        """The exercises that are due."""
        is_searched = not any(games_to_search(self.games, self.practice))
        has_games = bool(self.practice.games) or not is_searched
        why_none = say("lesson.no_games") if not has_games else lesson_words.why_no_exercise(is_searched=is_searched)
        return practising(self.practice, self.today, self.save, is_drawn=is_drawn, why_none=why_none)

    def save(self) -> None:
        """Store the exercises and their schedule."""
        why_not = PRACTICE.save(self.folder, self.practice)
        if why_not:
            self.trouble = say("saving.exercises_failed", folder=str(self.folder.path), why=why_not)


async def practise_on_screen(source: ExerciseSource, look: Look) -> str:
    """Search if that is needed, then ask. Returns what failed, else nothing. It needs `bridge.run`."""
    from client.screen.course_screen import CourseScreen  # noqa: PLC0415 - it imports prompt_toolkit
    from client.screen.display import Display  # noqa: PLC0415
    from client.screen.search_screen import SearchScreen  # noqa: PLC0415

    if source.search is not None:
        searching = SearchScreen(source.search, look)
        await Display(searching).run()
        if searching.is_given_up:
            return source.trouble
    await Display(CourseScreen(source.course(is_drawn=True), look)).run()
    return source.trouble


def practise_in_lines(source: ExerciseSource, typed: TypedLines) -> str:
    """As `practise_on_screen`, in lines."""
    if source.search is not None:
        from client.lines.course_lines import search_in_lines  # noqa: PLC0415 - it imports trio

        with suppress(EOFError):
            search_in_lines(source.search, typed if sys.stdin.isatty() else None, print_line)
    _run_in_lines(source.course(is_drawn=False), typed)
    return source.trouble


def exercises_in_lines(folder: Path, typed: TypedLines) -> str:
    """`practise_in_lines` with the exercises of this data folder."""
    return practise_in_lines(ExerciseSource.in_folder(folder), typed)


def _run_in_lines(course: Course, typed: TypedLines) -> None:
    from client.lines.course_lines import LineCourse  # noqa: PLC0415 - it imports trio

    LineCourse(course, print_line).run(typed)
